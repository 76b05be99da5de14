"""Betting and what belongs to it, with two people at one table: figures, pre-actions, all-in and what hands are worth, chips."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import pytest_asyncio
from playwright.async_api import BrowserContext, Locator, Page, expect

from tests.browser.person import since, table
from tests.browser.seats import Finger, bots, call, notes, open_table, person, phone, sit
from tests.browser.still import still
from tests.browser.test_screens import PROBLEMS

HEADS_UP = {"game": "holdem", "seats": 2}
SHORT = {"game": "holdem", "seats": 3, "bots": bots(2), "buyIn": 200}
"""A guest has 1,000 chips: enough for five tables, one of which will be as wished."""


class Two(NamedTuple):
    """Who is asked first, and who answers; one sits at a desk, the other holds a phone."""

    asked: Page
    other: Page
    code: str


@pytest_asyncio.fixture(loop_scope="session")
async def handset(context: BrowserContext) -> AsyncIterator[BrowserContext]:
    assert context.browser is not None
    async with phone(context.browser) as small:
        yield small


async def two(context: BrowserContext, handset: BrowserContext, url: str, **settings: object) -> Two:
    desk = await person(context, url, **settings)
    code = await open_table(desk, HEADS_UP, name="阿甲")
    hand = await person(handset, url, **settings)
    await sit(hand, desk.url, "阿乙")
    await desk.get_by_role("button", name="开始", exact=True).click()
    for page in (desk, hand):
        await expect(page.locator(".hole .card")).to_have_count(2)
    for _ in range(100):
        if await since(desk) or await since(hand):
            break
        await desk.wait_for_timeout(30)
    return Two(desk, hand, code) if await since(desk) else Two(hand, desk, code)


def figure(page: Page) -> Locator:
    return page.locator(".num input")


async def raise_text(page: Page) -> str:
    return (await page.locator("[data-act=raise]").inner_text()).split("\n")[0].strip()


async def all_in(two: Two) -> None:
    await two.asked.locator(".presets .btn").last.click()
    await two.asked.locator("[data-act=raise]").click()
    await two.other.locator("[data-act=call]").click()


async def test_slider_figure_wheel_and_arrows(context: BrowserContext, server_url: str) -> None:
    """By big blinds with the wheel, arrows and buttons; too small a figure is red, says so and snaps, and is never sent."""
    page = await person(context, server_url, sound=True)
    await open_table(page, SHORT, "state.view.minRaiseTo === 40 && state.view.bigBlind === 20")
    box = figure(page)
    await expect(box).to_have_value("40")
    slider = page.get_by_role("slider")
    await slider.hover()
    await page.mouse.wheel(0, -100)
    await expect(box).to_have_value("60")
    await box.hover()
    await page.mouse.wheel(0, -100)
    await expect(box).to_have_value("80")
    await page.mouse.wheel(0, 100)
    await expect(box).to_have_value("60")
    for place, keys in ((slider, ("ArrowRight", "ArrowUp")), (box, ("ArrowUp", "ArrowUp"))):
        await place.focus()
        for key in keys:
            await page.keyboard.press(key)
    await expect(box).to_have_value("140")
    await slider.focus()
    await page.keyboard.press("ArrowLeft")
    await page.locator("main").focus()
    await page.keyboard.press("ArrowDown")
    await expect(box).to_have_value("100")
    await page.get_by_role("button", name="减少").click()
    await expect(box).to_have_value("80")
    assert await raise_text(page) == "加注到 80"
    names = ("最小", "½ 池", "¾ 池", "满池", "全下")
    amounts = []
    for number, name in enumerate(names, 1):
        await page.locator(".presets .btn").filter(has_text=name).click()
        amounts.append(int(await box.input_value()))
        await page.locator("main").focus()
        await page.keyboard.press(str(number))
        assert int(await box.input_value()) == amounts[-1]
    assert amounts == sorted(amounts)
    assert amounts[0] == 40
    assert await raise_text(page) == f"全下 {amounts[-1]:,}"
    asked = await since(page)
    await notes(page)
    await box.fill("5")
    await expect(box).to_have_attribute("aria-invalid", "true")
    assert await box.evaluate("one => getComputedStyle(one).color") == await page.evaluate(
        "() => { const probe = document.createElement('i'); probe.style.color = 'var(--danger)'; document.querySelector('main').append(probe); const found = getComputedStyle(probe).color; probe.remove(); return found; }"
    )
    await page.locator("[data-act=raise]").click(force=True)
    await expect(page.locator(".toast.bad")).to_have_text("最少加注到 40。")
    await expect(box).to_have_value("40")
    assert {220, 196} <= set(await notes(page))
    assert await since(page) == asked, "the press that put it right raised nothing"
    await box.fill("99999999")
    await box.press("Tab")
    await expect(box).to_have_value(str(amounts[-1]))
    await box.fill("60")
    await box.press("Enter")
    await expect(table(page)).not_to_have_attribute("data-since", asked)
    await expect(page.locator("aside .log li").filter(has_text="小满").filter(has_text="加注到 60")).to_be_visible()


async def test_pre_actions_are_cleared_by_another_price(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:  # fmt: skip
    two_ = await two(context, handset, server_url)
    asked, other = two_.asked, two_.other
    pre = other.locator(".pres button")
    await expect(pre).to_have_count(3)
    check = other.locator(".pres button").filter(has_text=re.compile("^过牌$"))
    await check.click()
    await expect(check).to_have_attribute("aria-pressed", "true")
    await asked.locator("[data-act=raise]").click()  # to 40: no longer for nothing
    await expect(other.locator(".toast")).to_have_text("价钱变了，预选已取消。")
    await expect(table(other)).not_to_have_attribute("data-since", "")
    assert await other.locator("[data-act=call]").is_enabled(), "nothing was done in their name"
    await other.locator("[data-act=call]").click()
    # after the flop the other one begins; what was chosen is done when the turn comes, as long as the price holds
    await expect(table(other)).not_to_have_attribute("data-since", "")
    await asked.locator(".pres button").filter(has_text=re.compile("^过牌$")).click()
    await other.locator("[data-act=call]").click()
    await expect(asked.locator(".board .card")).to_have_count(4)  # both have checked: the turn
    await expect(table(other)).not_to_have_attribute("data-since", "")
    fold = asked.locator(".pres button").filter(has_text="过牌/弃牌")
    await fold.click()
    await fold.click()  # thought better of
    await expect(fold).to_have_attribute("aria-pressed", "false")
    await fold.click()
    await other.locator("[data-act=raise]").click()
    await expect(table(other)).to_have_attribute("data-ended", "1")
    await expect(asked.locator(".me .seat")).to_contain_text("弃牌")


async def test_an_all_in_is_confirmed_and_what_hands_are_worth_is_shown(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:  # fmt: skip
    """Where wished all-ins are asked twice. Then the board comes street by street, with what the open hands are worth."""
    two_ = await two(context, handset, server_url, confirmBig=True, motion="full", speed=2)
    await two_.asked.locator(".presets .btn").last.click()
    await two_.asked.locator("[data-act=raise]").click()
    await expect(two_.asked.locator(".toast")).to_have_text("全下 1,000？再按一次确认。")
    assert await since(two_.asked)
    await two_.asked.locator("[data-act=raise]").click()
    await expect(two_.other.locator("[data-act=call]")).to_contain_text("全下跟注 980")
    await two_.other.locator("[data-act=call]").click()
    await expect(two_.other.locator(".toast")).to_have_text("全下 980？再按一次确认。")
    await two_.asked.evaluate("""() => {
        window.seen = [];
        const look = () => {
            const cards = document.querySelectorAll('.board .card').length;
            const worth = [...document.querySelectorAll('.eq, .hname .chip')].map((one) => one.textContent.trim()).sort().join(' ');
            const now = `${cards} ${worth}`;
            if (worth && window.seen.at(-1) !== now) window.seen.push(now);
            requestAnimationFrame(look);
        };
        look();
    }""")
    await two_.other.locator("[data-act=call]").click()
    await expect(two_.asked.locator(".board .card")).to_have_count(5, timeout=15_000)
    await expect(two_.asked.locator(".hname .chip")).to_contain_text("全下时")
    seen = [one for one in await two_.asked.evaluate("() => window.seen") if "胜率" in one]
    assert seen[0][0] == "0", seen
    assert {0, 3, 4} <= {int(one[0]) for one in seen}, seen
    for one in seen:
        shares = [int(share) for share in re.findall(r"(\d+)%", one)]
        assert len(shares) == 2
        assert 99 <= sum(shares) <= 101, one
    right = (await call(two_.asked, "GET", f"/api/games/{two_.code}/equity?cards=0"))["shares"]
    for page in (two_.asked, two_.other):
        seat = (await call(page, "GET", f"/api/games/{two_.code}/state"))["you"]["seat"]
        assert await page.locator(".hname .chip").inner_text() == f"全下时 {round(100 * right[seat])}%"


async def test_chips_are_added_and_hands_sat_out(
    context: BrowserContext, handset: BrowserContext, server_url: str
) -> None:
    two_ = await two(context, handset, server_url)
    pages = (two_.asked, two_.other)
    away = two_.other.locator("[data-act=away]")
    await away.click()
    await expect(away).to_have_text("下一手继续")
    await expect(two_.asked.locator(".spot .seat")).to_contain_text("暂离")
    await away.click()
    await expect(away).to_have_text("下一手暂离")
    loser = None
    for hand in range(1, 6):
        await all_in(two_)
        for page in pages:
            await expect(table(page)).to_have_attribute("data-ended", str(hand))
            state = await call(page, "GET", f"/api/games/{two_.code}/state")
            if state["view"]["seats"][state["you"]["seat"]]["chips"] == 0:
                loser = page
        if loser:
            break
        for page in pages:  # a split pot
            await page.get_by_role("button", name=re.compile("下一手(?!暂离|继续)")).click()
        await expect(table(pages[0])).to_have_attribute("data-ended", "")
        await pages[0].wait_for_timeout(300)
        two_ = Two(*(pages if await since(pages[0]) else pages[::-1]), two_.code)
    assert loser is not None
    winner = next(page for page in pages if page is not loser)
    await expect(winner.locator("[data-act=buy]")).to_have_count(0)
    await expect(loser.locator("[data-act=buy]")).to_have_text("筹码输光了：领免费筹码再来")
    await loser.locator("[data-act=buy]").click()  # reached by a press: nothing lies over it
    await expect(loser.locator(".toast")).to_have_text("1,000 筹码下一手到账。")
    await winner.locator("[data-act=away]").click()
    await expect(loser.locator(".spot .seat")).to_contain_text("暂离")
    await expect(winner.get_by_role("button", name="补盲，马上回来")).to_be_visible()
    await winner.get_by_role("button", name="回来，等大盲").click()
    await expect(loser.locator(".spot .seat")).not_to_contain_text("暂离")
    for page in pages:
        await page.get_by_role("button", name=re.compile("下一手(?!暂离|继续)")).click()
    await expect(table(loser)).to_have_attribute("data-ended", "")
    seats = (await call(loser, "GET", f"/api/games/{two_.code}/state"))["view"]["seats"]
    assert sorted(seat["chips"] + seat["bet"] for seat in seats) == [1000, 2000]


async def test_what_a_table_shows(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:
    """Dealer, blinds, stacks, bets, pots and side pots, what a call costs, and what I hold in words; on both screens."""

    def later(state: dict[str, Any]) -> None:
        view = state["view"]
        view.update(communityCards=["Qs", "Js", "Ts"], pot=560, pots=[{"amount": 240, "eligible": [0, 1, 3], "winners": []}, {"amount": 160, "eligible": [0, 3], "winners": []}])  # fmt: skip
        view["made"] = {"key": "holdem.hand.straight", "args": {"top": "A"}}
        view["seats"][1].update(status="all_in", chips=0)

    for place in (context, handset):
        page = await still(place, server_url, "holdem", later)
        await expect(page.locator(".dealer")).to_contain_text("庄")
        await expect(page.locator("header .sub")).to_contain_text("盲注 10 / 20")
        await expect(page.locator(".board .card")).to_have_count(3)
        pots = [re.sub(r"\s+", " ", text).strip() for text in await page.locator(".pot").all_inner_texts()]
        assert pots == ["主池 240 · 3 人", "边池 1 160 · 2 人"]
        await expect(page.locator("[data-act=call]")).to_contain_text("跟注 70")
        await expect(page.locator(".hname")).to_have_text("顺子，A 高")
        await expect(page.locator(".spot").filter(has_text="全下")).to_have_count(1)
        bets = [text.strip() for text in await page.locator(".bet").all_inner_texts()]
        assert sorted(bets) == ["20", "20", "20", "90", "90"]
        outside = await page.eval_on_selector_all(
            ".dealer, .spot .tagx, .me .tagx",
            """all => all.flatMap((one) => {
                const box = one.getBoundingClientRect();
                const room = document.querySelector('main').getBoundingClientRect();
                return box.top >= room.top && box.left >= room.left && box.right <= room.right ? [] : [one.textContent];
            })""",
        )
        assert outside == []


async def test_a_phone_raises_by_finger(handset: BrowserContext, server_url: str) -> None:
    page = await person(handset, server_url)
    await open_table(page, SHORT, "state.view.minRaiseTo === 40")
    finger = await Finger.of(page)
    box = await page.get_by_role("slider").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    await finger.swipe((box["x"] + 15, middle), (box["x"] + box["width"] * 0.5, middle))
    amount = int(await figure(page).input_value())
    assert 80 < amount < 160
    assert amount % 20 == 0, "by big blinds"
    asked = await since(page)
    await page.locator("[data-act=raise]").tap()
    await expect(table(page)).not_to_have_attribute("data-since", asked)


async def test_six_open_hands_fit(context: BrowserContext, server_url: str) -> None:
    """Everybody all in and shown: no hand lies over another, over the board or over a name, on any screen."""

    def shown(state: dict[str, Any]) -> None:
        state.update(decision=None, stage="hand_end")
        pot = {"amount": 3000, "eligible": [*range(6)], "winners": [0]}
        state["view"].update(communityCards=["Qs", "Js", "Ts", "2d", "2c"], pot=3000, pots=[pot], currentPlayer=None)
        hands = [["Ac", "Kc"], ["9d", "9h"], ["As", "Ah"], ["5d", "4d"], ["Jd", "Jh"], ["Kd", "Kh"]]
        for seat, cards in zip(state["view"]["seats"], hands, strict=True):
            made = {"key": "holdem.hand.three_of_a_kind", "args": {"rank": "J", "kickers": "Q 10"}}
            seat.update(status="all_in", hasCards=True, holeCards=cards, chips=0, bet=0, won=0, hand=made)

    await context.route("**/api/me", lambda route: route.fulfill(body="null", content_type="application/json"))
    page = await still(context, server_url, "holdem", shown)
    problems = {}
    for width, height in ((360, 740), (390, 844), (740, 360), (844, 390), (1280, 800), (1440, 900)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_timeout(150)
        if found := await page.evaluate(PROBLEMS):
            problems[f"{width}x{height}"] = found
    assert problems == {}


async def test_one_card_is_shown_or_both(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:
    two_ = await two(context, handset, server_url)
    await two_.asked.locator("[data-act=fold]").click()
    show = two_.other.locator("[data-act=show]")
    await expect(show).to_have_count(3)
    held = await two_.other.locator(".hole .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    seen = two_.asked.locator(".spot .backs .card")
    await expect(two_.asked.locator(".spot .backs.shown")).to_have_count(0)  # not before they wish
    await show.nth(1).click()
    await expect(two_.asked.locator(".spot .backs").get_by_role("img", name=held[1], exact=True)).to_be_visible()
    assert held[0] not in await seen.evaluate_all("all => all.map(one => one.ariaLabel)")
    await expect(show).to_have_count(0)
