"""axe-core finds nothing serious on any screen, in either theme."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.person import answer, create_table, my_turn, newcomer, played_deal, quick_play

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


async def findings(page: Page) -> list[str]:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; npm ci in web/ installs it")
    await page.evaluate(AXE.read_text(encoding="utf-8"))
    result: dict[str, Any] = await page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']} ({found['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_screens_without_serious_findings(theme: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, theme=theme)
    problems: dict[str, list[str]] = {}

    async def look(name: str) -> None:
        if found := await findings(page):
            problems[name] = found

    await look("lobby")
    await page.get_by_role("button", name="设置").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await look("settings")
    for path in ("rules", "replays", "puzzles", "daily", "me"):
        await page.goto(f"{server_url}/{path}")
        await expect(page.locator("h1").first).to_be_visible()
        await look(path)
    for title in ("斗地主", "德州扑克", "掼蛋", "三国杀"):
        await page.goto(server_url)
        await quick_play(page, title)
        await my_turn(page)
        await look(title)
    await page.goto(server_url)
    await quick_play(page, "锄大地")
    await my_turn(page)
    await answer(page)
    await my_turn(page)
    await page.keyboard.press(",")
    await expect(page.locator(".past")).to_be_visible()
    await look("looking back")
    code = await played_deal(page, {"game": "holdem", "seats": 3, "bots": [{"level": "easy"}] * 2}, close=True)
    await page.goto(f"{server_url}/replay/{code}/1")
    for tab in ("分析", "验证"):
        await page.get_by_role("tab", name=tab).click()
        if tab == "分析":
            await page.locator("[data-act=analyse]").click()
            await expect(page.locator(".graph")).to_be_visible(timeout=40_000)
            await page.locator("details summary").click()
        await look(f"replay, {tab}")
    await page.goto(server_url)
    await create_table(page, "锄大地", fill=False)
    await look("waiting room")
    assert problems == {}
