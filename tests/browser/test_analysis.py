"""A finished deal analysed: the graph over the scrubber, flagged moves that one can jump to, every number as text."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, expect

from tests.browser.person import newcomer, played_deal

DEALS = [
    pytest.param("doudizhu", 3, "胜率曲线", id="doudizhu"),
    pytest.param("holdem", 6, "底池胜率曲线", id="holdem"),
]


@pytest.mark.parametrize(("game", "seats", "graph"), DEALS)
async def test_a_deal_is_analysed(game: str, seats: int, graph: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    body = {"game": game, "seats": seats, "bots": [{"level": "easy"}] * (seats - 1)}
    code = await played_deal(page, body, close=True)
    await page.goto(f"{server_url}/replay/{code}/1")
    await page.get_by_role("tab", name="分析").click()
    await page.locator("[data-act=analyse]").click()
    curve = page.get_by_role("slider", name=graph, exact=True)
    await expect(curve).to_be_visible(timeout=40_000)
    scrub = page.get_by_role("slider", name="进度")
    last = int(await scrub.get_attribute("max") or 0)
    box = await curve.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    await expect(scrub).to_have_js_property("value", str(last))
    await curve.focus()
    await page.keyboard.press("ArrowLeft")
    await expect(scrub).to_have_js_property("value", str(last - 1))
    await expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"第 {last - 1} 步.*\d+%"))
    radios = page.get_by_role("radiogroup", name="看谁的胜算").get_by_role("radio")
    await expect(radios).to_have_count(seats)
    await radios.nth(1).click()
    await expect(radios.nth(1)).to_have_attribute("aria-checked", "true")
    await page.locator("details summary").click()
    rows = page.locator("details tbody tr")
    await rows.last.get_by_role("button").click()
    await expect(scrub).to_have_js_property("value", str(last))
    flags = page.locator(".flags button")
    if await flags.count():
        await flags.first.click()
        step = re.search(r"第 (\d+) 步", await flags.first.inner_text())
        assert step is not None
        await expect(scrub).to_have_js_property("value", step[1])
        await expect(flags.first).to_contain_text("更好")


async def test_sanguosha_is_analysed_by_turns(context: BrowserContext, server_url: str) -> None:
    """Both of a duel are on the graph, with opposite chances, and the note says how they were found."""
    page = await newcomer(context, server_url)
    body = {"game": "sanguosha", "seats": 2, "bots": [{"level": "easy"}]}
    code = await played_deal(page, body, close=True)
    await page.goto(f"{server_url}/replay/{code}/1")
    await page.get_by_role("tab", name="分析").click()
    await page.locator("[data-act=analyse]").click()
    await expect(page.get_by_role("slider", name="胜率曲线", exact=True)).to_be_visible(timeout=60_000)
    await page.locator("details summary").click()
    last = await page.locator("details tbody tr").last.locator("td").all_inner_texts()
    assert sorted(last) == ["0%", "100%"]
    await expect(page.get_by_text("每个回合开始时")).to_be_visible()
    for flag in await page.locator(".flags .did").all_inner_texts():
        assert " > " not in flag and "_" not in flag  # in words, not in notation
