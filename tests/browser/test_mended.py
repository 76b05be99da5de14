"""What a player stumbled over once: each of these failed before it was mended."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from tests.browser.person import my_turn, newcomer, play_to_the_end, played_deal, quick_play
from tests.browser.seats import bots, call, open_table, person, phone
from tests.browser.still import still

OUTSIDE = """() => [...document.querySelectorAll('.dock button, .dock a, .dock svg, .act button, .prompt button, .betbox button')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map((one) => one.outerHTML.slice(0, 100))"""
"""What may be pressed, and lies off the screen: it cannot be scrolled to."""
SCROLLS = "() => document.scrollingElement.scrollHeight - window.innerHeight"


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
async def test_a_deal_never_makes_the_page_scroll(
    info: catalog.GameInfo, context: BrowserContext, server_url: str
) -> None:
    """A whole deal of every game, at its table and in its replay, on a desktop and on phones."""
    page = await person(context, server_url)
    seats = info.recommended
    table = await played_deal(page, {"game": info.id, "seats": seats, "bots": bots(seats - 1)})
    addresses = (f"/table/{table}", f"/replay/{table}/1?step=40", f"/replay/{table}/1?step=9999")
    for address in addresses:
        await page.goto(server_url + address)
        await expect(page.locator("main.room")).to_be_visible()
        for width, height in ((1280, 900), (390, 844), (360, 640), (844, 390)):
            await page.set_viewport_size({"width": width, "height": height})
            if width >= 1180:
                await expect(page.locator(".log li").nth(3)).to_be_attached()
            assert await page.evaluate(SCROLLS) <= 0, f"{address} at {width} x {height}"
            # Nor is anything too wide, or scrolled into view behind the table's edge.
            assert await page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth") <= 0
            assert await page.locator("main.room").evaluate("room => room.scrollTop + room.scrollLeft") == 0
            assert await page.evaluate(OUTSIDE) == [], f"{address} at {width} x {height}"


async def test_the_log_follows_until_the_reader_scrolls_up(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await page.set_viewport_size({"width": 1280, "height": 620})
    table = await played_deal(page, {"game": "sanguosha", "seats": 4, "bots": bots(3)})
    await page.goto(f"{server_url}/table/{table}")
    log = page.locator(".log")
    await expect(log.locator("li").nth(30)).to_be_attached()
    at_end = "log => log.scrollHeight - log.scrollTop - log.clientHeight < 2"
    await page.wait_for_function(f"({at_end})(document.querySelector('.log'))")
    # Lines that come faster than the browser says that it scrolled are not the reader's doing.
    await log.evaluate(
        "log => { for (let i = 0; i < 40; i++) { log.append(Object.assign(document.createElement('li'), { textContent: 'x' })); } log.dispatchEvent(new Event('scroll')); }"
    )
    await expect(page.locator(".latest")).to_have_count(0)
    await log.hover()
    await page.mouse.wheel(0, -600)
    await page.locator(".latest").click()
    await page.wait_for_function(f"({at_end})(document.querySelector('.log'))")
    await expect(page.locator(".latest")).to_have_count(0)


async def test_the_first_tip_covers_no_card(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, tips=True, known=[])
    for width, height in ((1280, 800), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto(f"{server_url}/me")
        await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
        tip = await page.locator(".tip").bounding_box()
        board = await page.locator("div.climb").bounding_box()
        assert tip is not None and board is not None
        assert tip["y"] + tip["height"] <= board["y"] + 1


async def test_auto_play_has_one_way_back(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2), "pace": 4000}, wish="true")
    await page.locator("[data-act=auto]").click()
    await expect(page.get_by_role("button", name=re.compile("取消托管|接手"))).to_have_count(1)


async def test_any_button_or_the_next_deal_ends_auto_play(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    table = await open_table(
        page, {"game": "doudizhu", "seats": 3, "bots": bots(2), "pace": 4000, "pause": 1}, wish="true"
    )
    await page.locator("[data-act=auto]").click()
    await expect(page.locator("[data-act=back]")).to_be_visible()
    await page.locator(".hand .card").first.click(position={"x": 8, "y": 12})
    await expect(page.locator("[data-act=back]")).to_have_count(0)
    table = await played_deal(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)})
    assert (await call(page, "GET", f"/api/games/{table}/state"))["players"][0]["auto"]
    await call(page, "POST", f"/api/games/{table}/start")
    assert not (await call(page, "GET", f"/api/games/{table}/state"))["players"][0]["auto"]


async def test_against_computers_there_is_no_clock(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    code = page.url.split("/")[-1]
    await my_turn(page)
    state = await call(page, "GET", f"/api/games/{code}/state")
    assert state["table"]["timeout"] == 0 and state["deadline"] is None


async def test_the_clock_stands_while_something_is_read(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2), "timeout": 60}, wish="true")
    seconds = page.locator(".me .seat .ring")
    await expect(seconds).to_be_visible()
    for opened in ("设置", "规则"):
        await page.get_by_role("button", name=opened).first.click()
        await expect(seconds).to_have_count(0)
        if opened == "设置":
            await page.keyboard.press("Escape")
            await expect(seconds).to_be_visible()


async def test_chat_is_still_there_after_a_reload(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    table = await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    await call(page, "POST", f"/api/games/{table}/chat", {"text": "记得我"})
    await expect(page.locator(".lines p")).to_contain_text(["记得我"])
    await page.reload()
    await expect(page.locator(".lines p")).to_contain_text(["记得我"])


async def test_a_spectator_on_a_phone_knows_it(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    table = await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    assert context.browser is not None
    async with phone(context.browser) as other:
        watching = await person(other, server_url)
        await watching.goto(f"{server_url}/table/{table}")
        await expect(watching.locator("[data-watching]")).to_be_visible()


async def test_rules_invite_and_leave_come_before_the_settings(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await page.set_viewport_size({"width": 390, "height": 844})
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    assert await page.evaluate("() => document.activeElement.id") == "main"
    await page.get_by_role("button", name="设置").click()
    await expect(page.get_by_role("button", name="离开")).to_be_in_viewport()


async def test_the_address_follows_the_move(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    table = await played_deal(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)})
    await page.goto(f"{server_url}/replay/{table}/1")
    await expect(page.locator(".dock")).to_be_visible()
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await page.wait_for_url("**/replay/*/1?step=3")
    await page.reload()
    await expect(page.locator(".pos b")).to_have_text("3")


async def _board_top(page: Page) -> float:
    return float(
        await page.evaluate(
            "() => document.querySelector('.middle .board, .middle > *:last-child').getBoundingClientRect().top"
        )
    )


async def test_the_board_stays_where_it_is(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "holdem", "seats": 3, "bots": bots(2)}, wish="true")
    before = await _board_top(page)
    await play_to_the_end(page, answers=12)
    assert abs(await _board_top(page) - before) < 1


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_what_is_said_covers_neither_cards_nor_counter(
    size: tuple[int, int], context: BrowserContext, server_url: str
) -> None:
    page = await still(context, server_url, "guandan")
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.locator("[data-act=play]").click(force=True)  # nothing is chosen
    toast = await page.locator(".toast").bounding_box()
    board = await page.locator("div.climb").bounding_box()
    assert toast is not None and board is not None
    assert toast["y"] + toast["height"] <= board["y"] + 4


LONG = ["R", "L", "2s", "Ts", "Th", "Tc", "9s", "9d", "8c", "8h", "7c", "7d", "6s", "5h", "4h", "3s", "3d"]

FIGURES = """(rows) => [...document.querySelectorAll(rows)].flatMap((line) => {
    const cards = [...line.querySelectorAll(':scope > .card')].map((card) => card.getBoundingClientRect());
    return cards.slice(0, -1).map((box, i) => (cards[i + 1].left - box.left) / box.width);
})"""
"""How much of each covered card can be seen, as a share of its width."""


@pytest.mark.parametrize("size", [(1280, 800), (375, 812)], ids=["desktop", "phone"])
async def test_a_ten_is_whole_in_every_fan(size: tuple[int, int], context: BrowserContext, server_url: str) -> None:
    """Its figure is two signs, half a card wide."""

    def ended(state: dict[str, Any]) -> None:
        seats = len(state["view"]["hands"])
        state |= {"stage": "hand_end", "decision": None}
        state["view"]["phase"] = "Over"
        state["result"] = {
            "handNumber": state["handNumber"], "scores": [-3] * (seats - 1) + [9], "reason": "climb.over.landlord",
            "matchOver": False, "winners": [],
        }  # fmt: skip
        for pile in state["view"]["hands"]:
            pile["cards"] = LONG

    page = await still(context, server_url, "doudizhu", ended)
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await expect(page.locator(".res .line .card").first).to_be_visible()
    shares = await page.evaluate(FIGURES, ".res .line, .count.open .line")
    assert len(shares) >= 60
    assert min(shares) >= 0.5


async def test_the_fallen_keep_their_names_and_suits_their_colour(context: BrowserContext, server_url: str) -> None:
    def fallen(state: dict[str, Any]) -> None:
        for player in state["view"]["players"][1:]:
            player |= {"alive": False, "hp": 0, "general": "huangyueying", "role": "rebel"}
        args = state["decision"]["prompt"]["args"]
        args |= {
            name: "slash:6h" for name, value in args.items() if isinstance(value, str) and value.startswith("slash:")
        }

    page = await still(context, server_url, "sanguosha", fallen)
    for width, height in ((1280, 800), (375, 812)):
        await page.set_viewport_size({"width": width, "height": height})
        over = await page.evaluate(
            """() => [...document.querySelectorAll('.gen.fallen')].map((gen) => {
                const ink = (query) => { const range = document.createRange(); range.selectNodeContents(gen.querySelector(query)); return range.getBoundingClientRect(); };
                const [name, dead] = [ink('.gn'), ink('.dead')];
                return Math.min(name.bottom, dead.bottom) - Math.max(name.top, dead.top) > dead.height / 2 && Math.min(name.right, dead.right) > Math.max(name.left, dead.left);
            })"""
        )
        assert len(over) >= 3 and not any(over)
        laid = await page.evaluate(
            """() => [...document.querySelectorAll('.gen .jd')].map((jd) => {
                const range = document.createRange();
                range.selectNodeContents(jd.closest('.gen').querySelector('.gn'));
                const [name, box] = [range.getBoundingClientRect(), jd.getBoundingClientRect()];
                return Math.min(name.bottom, box.bottom) > Math.max(name.top, box.top) && Math.min(name.right, box.right) > Math.max(name.left, box.left);
            })"""
        )
        assert len(laid) >= 1 and not any(laid)
    await expect(page.locator(".prompt .ask svg.su-h")).to_have_count(1)
