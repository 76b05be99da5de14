"""研究: a pasted position is weighed, changed, played by keyboard and shared; a PHH hand is stepped."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, Route, expect

from tests.browser.person import newcomer, played_deal, table
from tests.browser.seats import bots, call, person
from tests.browser.test_access import findings

SMALL = "doudizhu 66JJ/55/49JQ 0 landlord=0 top=1:3 passes=1"


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_position_is_weighed_changed_and_shared(theme: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, theme=theme)
    await page.locator(".paths").get_by_role("link", name="研究").click()
    await page.get_by_role("textbox").fill(SMALL)
    await page.get_by_role("button", name="打开").click()
    await page.get_by_role("button", name="问电脑").click()
    answers = page.locator(".answers li")
    await expect(answers).to_have_count(3, timeout=15_000)
    await expect(answers.first).to_contain_text("必胜")
    assert await findings(page) == []
    await answers.first.get_by_role("button").press("Enter")
    await expect(page.locator(".coach")).to_contain_text("轮到座位 2")
    await page.get_by_role("button", name="退回").click()
    await expect(page.locator(".coach")).to_contain_text("轮到座位 1")
    await page.get_by_role("button", name="改牌").click()
    await page.get_by_role("button", name="座位 1: ♦J").click()
    await expect(page.get_by_role("button", name="放给 座位 1")).to_contain_text("3")
    assert await findings(page) == []
    await page.wait_for_function("location.search.includes('66J%2F55')")
    await page.reload()
    await expect(page.locator("section.hand").get_by_role("button")).to_have_count(3)


async def test_a_hand_of_holdem_is_stepped_through_on_a_phone(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang="en")
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.goto(f"{server_url}/study")
    await page.get_by_role("button", name="A hold'em hand").click()
    await expect(page.get_by_text("0 / 7")).to_be_visible()
    await page.keyboard.press("]")
    await expect(page.get_by_text("1 / 7")).to_be_visible()
    await page.get_by_role("button", name="Ask").click()
    await expect(page.locator(".answers li").first).to_be_visible(timeout=15_000)
    assert await findings(page) == []
    await page.reload()  # the address holds the record and the move
    await expect(page.get_by_text("1 / 7")).to_be_visible()


async def test_a_deal_is_studied_from_its_replay(context: BrowserContext, server_url: str) -> None:
    """The study opens at the move that the replay shows, and another person opens it by its address."""
    page = await person(context, server_url)
    code = await played_deal(page, {"game": "doudizhu", "bots": bots(2)}, close=True)
    await page.goto(f"{server_url}/replay/{code}/1?step=5")
    hand = page.locator(".hand .card")
    await expect(hand.first).to_be_visible()
    await page.get_by_role("link", name="研究").click()
    await page.wait_for_url(f"**/study?table={code}&hand=1&step=5")
    await expect(page.get_by_text("5 / ")).to_be_visible()
    await expect(page.locator("section.hand").get_by_role("button").first).to_be_visible()
    await page.keyboard.press("]")
    await expect(page.get_by_text("6 / ")).to_be_visible()
    await page.wait_for_url("**&step=6")
    shown = await page.locator(".coach").inner_text()
    assert context.browser is not None
    other = await context.browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})
    try:
        friend = await person(other, server_url)
        await friend.goto(page.url)
        await expect(friend.get_by_text("6 / ")).to_be_visible()
        assert await friend.locator(".coach").inner_text() == shown
    finally:
        await other.close()


async def test_a_decision_is_studied_from_its_table(context: BrowserContext, server_url: str) -> None:
    """From the result to the question that was mine, with the hands as they were; another answer is tried, and taken back."""
    page = await person(context, server_url, review=True)

    async def analysed(route: Route) -> None:
        flag = {
            "step": asked, "seat": 0, "played": "pass", "playedName": None, "better": "pass", "betterName": None,
            "loss": 0.31, "grade": "blunder", "why": {"key": "bot.follow", "args": {}},
        }  # fmt: skip
        found = {"measure": "win", "points": [], "flags": [flag], "note": {"key": "x", "args": {}}, "complete": True}
        await route.fulfill(json=found)

    await page.route("**/analysis", analysed)
    code = await played_deal(page, {"game": "doudizhu", "bots": bots(2)})
    steps = (await call(page, "GET", f"/api/games/{code}/replay/1"))["steps"]
    asked = next(
        at for at, step in enumerate(steps) if step["seat"] == 0 and at > 6
    )  # my first answer after the auction
    await page.goto(f"{server_url}/table/{code}")
    await page.get_by_role("link", name="换一手试试").click()
    await page.wait_for_url(f"**/study?table={code}&hand=1&step={asked - 1}")
    coach = page.locator(".coach")
    await expect(coach).to_contain_text("轮到小满")
    hand = page.locator("section.hand").get_by_role("button")
    held = await hand.count()
    await coach.get_by_role("button", name="问电脑").click()
    await page.locator(".answers button").first.click(timeout=30_000)
    await expect(coach.get_by_role("button", name="退回")).to_be_visible()
    await coach.get_by_role("button", name="退回").click()
    await expect(coach).to_contain_text("轮到小满")
    await expect(hand).to_have_count(held)


async def test_a_position_is_played_at_a_table(context: BrowserContext, server_url: str) -> None:
    """The cards of the study, against computers; the winning answer wins."""
    page = await person(context, server_url)
    await page.goto(f"{server_url}/study?position={SMALL}")
    await page.get_by_role("button", name="开桌和电脑打").click()
    await page.wait_for_url("**/table/**")
    hand = table(page).locator(".hand .card")
    await expect(hand).to_have_count(4)
    assert await hand.evaluate_all("all => all.map(one => one.dataset.card[0])") == ["J", "J", "6", "6"]
    await hand.first.click(position={"x": 8, "y": 12})
    await page.keyboard.press("Enter")
    await expect(hand).to_have_count(3)


async def test_a_position_is_played_against_the_perfect_defender(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await page.goto(f"{server_url}/study?position={SMALL}")
    await page.get_by_role("link", name="对完美对手打").click()
    await page.wait_for_url("**/puzzles?position=*")
    hand = page.locator(".hand").get_by_role("button")
    await expect(hand).to_have_count(4)
    await hand.first.click(position={"x": 8, "y": 24})
    await page.get_by_role("button", name="出牌", exact=True).click()
    main = page.get_by_role("main")
    await expect(main).to_contain_text("对，对手这样应。")
    await expect(hand).to_have_count(3)
    assert await findings(page) == []
    for _ in range(9):  # to the end, which is won
        await page.get_by_role("button", name="提示").click()
        said = main.locator(".say", has_text="可以出：").locator("b").last
        for rank in (await said.inner_text()).replace("不要", "").split():
            left = page.locator(".hand").get_by_role("button", name=re.compile(f"{rank}$"), pressed=False)
            await left.first.click(position={"x": 8, "y": 24})
        chosen = await page.locator(".hand").get_by_role("button", pressed=True).count()
        await page.get_by_role("button", name="出牌" if chosen else "不要", exact=True).click()
        await expect(said).to_have_count(0)
        if await main.get_by_text("赢了！").count():
            break
    await expect(main.get_by_text("赢了！")).to_be_visible()
