"""What makes a table feel alive: masks, hats, sides, chips, felts, moments, emotes, and the move that mattered."""

from __future__ import annotations

import json

from playwright.async_api import BrowserContext, Page, Route, expect

from tests.browser.person import my_turn, played_deal, table
from tests.browser.seats import bots, call, open_table, person


async def test_the_landlord_wears_a_hat(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    await expect(page.locator(".seat .mask")).to_have_count(3)
    await page.keyboard.press("t")
    await expect(page.locator(".hat")).to_have_count(1, timeout=30_000)


async def test_partners_share_a_colour(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "guandan", "seats": 4, "bots": bots(3)}, wish="true")
    await expect(page.locator("[data-side=us]")).to_have_count(2)
    await expect(page.locator("[data-side=them]")).to_have_count(2)


async def test_a_felt_of_ones_own(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    felt = "() => getComputedStyle(document.querySelector('main.room')).backgroundImage"
    before = await page.evaluate(felt)
    await page.get_by_role("button", name="设置").click()
    await page.get_by_role("radio", name="靛蓝").click()
    assert await page.evaluate(felt) != before


async def _all_in(page: Page) -> None:
    code = await open_table(page, {"game": "holdem", "seats": 2, "bots": bots(1)})
    await call(page, "POST", f"/api/games/{code}/start")
    await my_turn(page)
    await page.locator("button", has_text="全下").first.click()
    await page.keyboard.press("r")


async def test_all_in_is_a_moment_that_a_key_ends(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, motion="full", speed=0.1)
    await _all_in(page)
    await expect(page.locator("[data-moment=allin]")).to_be_visible()  # although the bot has answered by now
    await expect(table(page)).to_have_attribute("data-ended", "1")
    await page.keyboard.press("Shift")
    await expect(page.locator("[data-moment]")).to_have_count(0)


async def test_no_moment_where_nothing_moves(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, motion="off")
    await _all_in(page)
    await expect(page.locator(".log li").filter(has_text="全下").first).to_be_visible()
    await expect(page.locator("[data-moment]")).to_have_count(0)


async def test_phrases_and_emotes(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)}, wish="true")
    await expect(page.get_by_role("group", name="常用语").get_by_role("button")).to_have_count(12)
    await page.get_by_role("group", name="表情").get_by_role("button", name="大笑").click()
    await expect(page.locator(".bubble svg")).to_be_visible()
    await expect(page.locator(".lines p").last).to_contain_text("大笑")


async def test_calls_are_spoken_where_wished(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, voice=True)
    await page.add_init_script(
        "window.said = []; speechSynthesis.speak = (one) => window.said.push([one.lang, one.text]);"
    )
    await open_table(page, {"game": "big_two", "seats": 4, "bots": bots(3)}, wish="true")
    await page.keyboard.press("t")
    await page.wait_for_function("() => window.said.some(([lang]) => lang === 'zh-CN')", timeout=30_000)


async def test_the_result_shows_the_move_that_mattered(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, review=True)

    async def analysed(route: Route) -> None:
        flag = {
            "step": 7, "seat": 0, "played": "pass", "playedName": None, "better": "3s3d", "betterName": None,
            "loss": 0.31, "grade": "blunder", "why": {"key": "bot.follow", "args": {}},
        }  # fmt: skip
        found = {"measure": "win", "points": [], "flags": [flag], "note": {"key": "x", "args": {}}, "complete": True}
        await route.fulfill(content_type="application/json", body=json.dumps(found))

    await page.route("**/analysis", analysed)
    code = await played_deal(page, {"game": "doudizhu", "seats": 3, "bots": bots(2)})
    assert (await call(page, "GET", f"/api/games/{code}/state"))["you"]["seat"] == 0
    await page.goto(f"{server_url}/table/{code}")
    key = page.locator("[data-key-move]")
    await expect(key).to_contain_text("31%")
    await expect(key.get_by_role("link", name="换一手试试")).to_have_attribute(
        "href", f"/study?table={code}&hand=1&step=6"
    )
    await key.get_by_role("link", name="看这一手").click()
    await page.wait_for_url(f"**/replay/{code}/1?step=7")
    await expect(table(page)).to_be_visible()
