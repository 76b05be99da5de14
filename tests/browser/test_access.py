"""axe-core finds nothing serious on any screen, in either theme and either language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from tests.browser.conftest import ROOT
from tests.browser.person import answer, create_table, my_turn, newcomer, played_deal, quick_play

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


async def findings(page: Page, *rules: str) -> list[str]:
    """What axe calls serious or worse, by these rules or by all."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; npm ci in web/ installs it")
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    only = {"runOnly": list(rules)} if rules else {}
    result: dict[str, Any] = await page.evaluate(
        "options => axe.run(document, options)", {"resultTypes": ["violations"], **only}
    )
    return [
        f"{found['id']} ({found['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


SCREENS = (
    "rules", "rules/guandan", "replays", "puzzles", "puzzles?position=doudizhu 66JJ/55/49JQ 0 landlord=0 top=1:3 passes=1",
    "daily", "daily/doudizhu", "learn", "learn/guandan/wild", "study",
    "study?position=doudizhu 66JJ/55/49JQ 0 landlord=0 top=1:3 passes=1", "leaders", "leaders/holdem", "me",
)  # fmt: skip
NAMES = {
    "zh": {"settings": "设置", "analysis": "分析", "proof": "验证"},
    "en": {"settings": "Settings", "analysis": "Analysis", "proof": "Verify"},
}


@pytest.mark.parametrize(("theme", "language"), [("light", "zh"), ("dark", "en")])
async def test_screens_without_serious_findings(
    theme: str, language: str, context: BrowserContext, server_url: str
) -> None:
    """Every rule in one theme and language on each screen, and its colours in the other theme as well."""
    page = await newcomer(context, server_url, theme=theme, lang=language)
    problems: dict[str, list[str]] = {}
    names = NAMES[language]
    title = {info.id: info.title.zh if language == "zh" else info.title.en for info in catalog.infos()}

    async def look(name: str) -> None:
        found = await findings(page)
        turn = "theme => document.documentElement.dataset.theme = theme"
        await page.evaluate(turn, "dark" if theme == "light" else "light")
        found += await findings(page, "color-contrast")
        await page.evaluate(turn, theme)
        if found:
            problems[name] = found

    await look("lobby")
    await page.get_by_role("button", name=names["settings"]).click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await look("settings")
    for path in SCREENS:
        await page.goto(f"{server_url}/{path}")
        await expect(page.locator("h1").first).to_be_visible()
        await expect(page.locator("[role=status]", has_text="…")).to_have_count(0)
        await look(path)
    await page.goto(server_url)
    for game in ("doudizhu", "holdem", "guandan", "sanguosha", "big_two"):
        await quick_play(page, title[game])
        await my_turn(page)
        await look(game)
        if game == "big_two":
            await answer(page)
            await my_turn(page)
            await page.keyboard.press(",")
            await expect(page.locator(".past")).to_be_visible()
            await look("looking back")
        else:
            await page.locator("header a[href='/']").first.click()
            await expect(page.locator(".feat .play").first).to_be_visible()
    code = await played_deal(page, {"game": "holdem", "seats": 3, "bots": [{"level": "easy"}] * 2}, close=True)
    await page.goto(f"{server_url}/replay/{code}/1")
    for tab in ("analysis", "proof"):
        await page.get_by_role("tab", name=names[tab]).click()
        if tab == "analysis":
            await page.locator("[data-act=analyse]").click()
            await expect(page.locator(".graph")).to_be_visible(timeout=40_000)
            await page.locator("details summary").click()
        await look(f"replay, {tab}")
    me = await page.evaluate("async () => (await (await fetch('/api/me')).json()).id")
    await page.goto(f"{server_url}/players/{me}")
    await expect(page.locator("h1").first).to_be_visible()
    await look("profile")
    if language == "zh":
        await page.goto(server_url)
        await create_table(page, title["big_two"], fill=False)
        await look("waiting room")
    assert problems == {}
