"""Time and the line: rings, beeps and the time bank, 托管, who is away, the turn that calls; and nothing shown before it is so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.person import since, table
from tests.browser.seats import bots, call, notes, open_table, person, phone, sit, spot

BIG_TWO = {"game": "big_two", "bots": bots(3)}
MY_LEAD = "!state.decision.choices.includes('pass') && hand.includes('3d')"


@pytest_asyncio.fixture(loop_scope="session")
async def handset(context: BrowserContext) -> AsyncIterator[BrowserContext]:
    assert context.browser is not None
    async with phone(context.browser) as small:
        yield small


class Line:
    """The wire between page and server, which can be cut, and held up."""

    def __init__(self) -> None:
        self.open: list[WebSocketRoute] = []
        self.up = asyncio.Event()
        self.up.set()
        self.held: list[tuple[WebSocketRoute, str | bytes]] | None = None

    async def lay(self, page: Page) -> Line:
        await page.route_web_socket("**/ws", self._connect)
        return self

    async def _connect(self, route: WebSocketRoute) -> None:
        if not self.up.is_set():
            await route.close()
            return
        server = route.connect_to_server()
        server.on_message(lambda text: self._passed_on(route, text))
        self.open.append(route)

    def _passed_on(self, route: WebSocketRoute, text: str | bytes) -> None:
        if self.held is None:
            route.send(text)
        else:
            self.held.append((route, text))

    async def cut(self) -> None:
        self.up.clear()
        for route in self.open:
            await route.close()
        self.open.clear()

    def mend(self) -> None:
        self.up.set()

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for route, text in held:
            route.send(text)


async def test_the_clock_the_bank_and_auto_play(handset: BrowserContext, server_url: str) -> None:
    """The ring and the seconds, then the bank with its own; beeps in the last five; twice too late and the table plays, until
    one tap takes over again. Choosing and asking for hints buys no time."""
    page = await person(handset, server_url, sound=True)
    code = await open_table(page, {**BIG_TWO, "timeout": 3, "timeBank": 3, "pace": 1000}, MY_LEAD)
    me = page.locator(".me .seat")
    await expect(me.locator(".ring")).to_be_visible()
    await expect(me.locator(".v b")).to_have_text(re.compile(r"^[1-3] 秒$"))

    async def deadline() -> int | None:
        state = await call(page, "GET", f"/api/games/{code}/state")
        found: int | None = state["deadlines"].get(str(state["you"]["seat"]), state["deadline"])
        return found if state["decision"] else None

    first = await since(page)
    before = await deadline()
    await page.touchscreen.tap(*await spot(page.locator(".hand .card").first))
    await page.locator("[data-act=hint]").tap()
    await expect(page.locator(".hand .card.sel").first).to_be_visible()
    assert await deadline() == before
    await expect(me.locator(".v b")).to_have_text(re.compile(r"^时间库 [1-3] 秒$"))
    await expect(me.locator(".ring")).to_have_class(re.compile(r"\bbank\b"))
    assert await me.locator(".v b").evaluate("one => getComputedStyle(one).color") != "rgb(0, 0, 0)"
    await expect(me.locator(".v b")).to_have_class(re.compile(r"\blow\b"))
    await expect(table(page)).not_to_have_attribute("data-since", first, timeout=9000)
    ticks = [note for note in await notes(page) if note == 1000]
    assert 3 <= len(ticks) <= 8, "once a second, and perhaps those of the next question"
    actions = page.get_by_role("region", name="操作")
    await expect(actions).to_contain_text("电脑正在替你出牌", timeout=20_000)
    await expect(me).to_contain_text("托管中")
    await expect(page.locator("[data-act=auto]")).to_have_count(0)
    await actions.get_by_role("button", name="取消托管").tap()
    await expect(actions).not_to_contain_text("电脑正在替你出牌")
    await expect(me).not_to_contain_text("托管中")


async def test_auto_play_by_key_and_back(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {**BIG_TWO, "pace": 300}, MY_LEAD)
    await page.keyboard.press("t")
    await expect(page.locator("[data-act=back]")).to_be_visible()
    await expect(page.locator(".hand .card")).not_to_have_count(13)
    await page.locator("[data-act=back]").click()
    await expect(page.locator("[data-act=back]")).to_have_count(0)
    await expect(table(page)).not_to_have_attribute("data-since", "", timeout=20_000)
    held = await page.locator(".hand .card").count()
    await page.wait_for_timeout(1000)
    assert await page.locator(".hand .card").count() == held, "my turn is mine again"


async def test_the_line_breaks_and_mends(plain_context: BrowserContext, server_url: str) -> None:
    """A banner, the same moment again without a reload, and what was chosen; the others see who is away."""
    line = Line()
    page = await person(plain_context, server_url)
    await line.lay(page)
    await open_table(page, {"game": "doudizhu", "bots": bots(1)}, name="阿甲")
    assert plain_context.browser is not None
    async with phone(plain_context.browser) as elsewhere:
        friend = await person(elsewhere, server_url)
        await sit(friend, page.url, "阿乙")
        await page.get_by_role("button", name="开始", exact=True).click()
        for one in (page, friend):
            await expect(one.locator(".hand .card").first).to_be_visible()
        seat = page.locator(".opp .seat").filter(has_text="阿乙")
        await expect(seat).not_to_contain_text("掉线")
        mine = friend.locator(".opp .seat").filter(has_text="阿甲")
        hand = await page.locator(".hand .card").all_inner_texts()
        await page.mouse.click(*await spot(page.locator(".hand .card").nth(3)))
        chosen = await page.locator(".hand .card.sel").get_attribute("data-key")
        await line.cut()
        await expect(page.locator(".banner")).to_contain_text("连接断开，正在重连")
        await expect(mine).to_contain_text("掉线")
        line.mend()
        await expect(page.locator(".banner")).to_have_count(0)
        await expect(page.locator(".toast")).to_have_text("已重新连上。")
        await expect(mine).not_to_contain_text("掉线")
        assert await page.locator(".hand .card").all_inner_texts() == hand
        assert await page.locator(".hand .card.sel").get_attribute("data-key") == chosen
        await friend.close()
        await expect(seat).to_contain_text("掉线")


async def test_nothing_is_shown_before_it_is_so(plain_context: BrowserContext, server_url: str) -> None:
    page = await person(plain_context, server_url)
    line = await Line().lay(page)
    await open_table(page, BIG_TWO, MY_LEAD)
    hand = page.locator(".hand .card")
    await expect(hand).to_have_count(13)
    line.hold()
    await page.mouse.click(*await spot(page.locator('.hand .card[data-card="3d"]')))
    await expect(page.locator(".hand .card.sel")).to_have_count(1)  # a choice is mine, and shown at once
    await page.locator("[data-act=play]").click()
    await page.wait_for_timeout(500)
    await expect(hand).to_have_count(13)
    await expect(page.locator(".mine .playd")).to_have_count(0)
    assert await since(page), "the question is still open"
    await expect(page.locator("[data-act=hint]")).to_be_disabled()
    line.release()
    await expect(hand).to_have_count(12)


async def test_my_turn_calls_me(handset: BrowserContext, server_url: str) -> None:
    """By the title, a shake in the hand, and where wished a note of the system when I look elsewhere."""
    page = await person(handset, server_url, notify=True, sound=True)
    await open_table(page, {**BIG_TWO, "pace": 400}, MY_LEAD)
    await expect(page).to_have_title("轮到你 · 锄大地")

    async def play() -> None:
        await page.locator("[data-act=hint]").tap()
        await expect(page.locator("[data-act=play]")).to_contain_text("·")
        await page.locator("[data-act=play]").tap()
        await expect(table(page)).to_have_attribute("data-since", "")

    await play()
    await expect(page).to_have_title("锄大地 · 牌局")
    await notes(page)
    assert await page.evaluate("() => window.shaken.splice(0)") == []
    await expect(page).to_have_title("轮到你 · 锄大地", timeout=20_000)
    assert await page.evaluate("() => window.shaken.splice(0)") == [60]
    assert {660, 880} <= set(await notes(page))
    assert await page.evaluate("() => window.noted") == []
    if await page.locator("[data-act=pass]").is_enabled():
        await page.locator("[data-act=pass]").tap()
    else:
        await play()
    await page.evaluate("() => window.turnAway(true)")
    await notes(page)
    await expect(page).to_have_title("轮到你 · 锄大地", timeout=20_000)
    for _ in range(100):
        if noted := await page.evaluate("() => window.noted"):
            break
        await page.wait_for_timeout(50)
    assert [title for title, _ in noted] == ["轮到你"]
    assert noted[0][1], "and what is asked"
    assert await page.evaluate("() => window.shaken") == [], "nobody holds it"
    assert await notes(page) == [], "a tab in the background is silent"
