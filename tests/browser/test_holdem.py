"""Straddles, bomb pots and boards run twice at a table whose host chose them, and what is seen of them."""

from __future__ import annotations

import re

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import answer, is_over, my_turn, newcomer, play_to_the_end, table


async def open_table(page: Page, seats: int, **options: str) -> None:
    """A table against bots, through the folded options of the form; options by the beginnings of their Chinese names."""
    form = page.locator("section.mk form")
    await form.get_by_label("游戏", exact=True).select_option(label="德州扑克")
    await form.get_by_role("radiogroup", name="座位").get_by_role("radio", name=str(seats), exact=True).click()
    await form.get_by_text("更多选项").click()
    for name, value in options.items():
        field = form.locator("label", has_text=name).locator("select, input")
        if await field.evaluate("field => field.tagName") == "SELECT":
            await field.select_option(value)
        else:
            await field.fill(value)
    await form.get_by_role("button", name="开桌").click()
    await page.wait_for_url("**/table/**")
    await expect(table(page)).to_be_visible()


async def next_hand(page: Page) -> None:
    await page.get_by_role("button", name=re.compile("^下一手(?!暂离)")).first.click()
    await expect(table(page)).not_to_have_attribute("data-ended", "1")


async def test_a_straddle_is_marked(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await open_table(page, 4, 抓头="utg")
    for _ in range(8):
        if await my_turn(page):
            break
        await next_hand(page)  # all folded to me
    mark = table(page).locator(".bet .mark")
    await expect(mark.get_by_role("button", name="抓头")).to_be_visible()
    await expect(table(page).locator(".bet", has=page.locator(".mark"))).to_contain_text("40")
    await play_to_the_end(page)
    await next_hand(page)


async def test_a_bomb_pot_begins_with_the_flop(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await open_table(page, 3, 每隔几手打一次炸弹底池="1", 炸弹底池每人前注="5")
    room = table(page)
    await expect(room.locator(".pot.bomb").get_by_role("button", name="炸弹底池")).to_be_visible()
    assert await my_turn(page) or await is_over(page)
    await expect(room.locator(".board .turned").nth(2)).to_be_visible()
    await expect(page.locator("aside .log")).to_contain_text("每人下前注 100，直接发翻牌")
    if not await is_over(page):
        await answer(page)
    await play_to_the_end(page)


ALL_IN_AT_ONCE = {"每隔几手打一次炸弹底池": "1", "炸弹底池每人前注": "50", "全下后余下的公共牌发两次": "ask"}
"""An ante of a whole stack: hands are opened on the flop's place, and all are asked."""


async def test_the_board_is_run_twice_where_all_agree(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await open_table(page, 3, **ALL_IN_AT_ONCE)
    room = table(page)
    assert await my_turn(page)
    await expect(room.locator(".betbox")).to_contain_text("余下的 5 张公共牌发一次，还是发两次")
    await expect(room.locator(".backs.shown")).to_have_count(2)  # hands lie open
    await expect(room.locator(".eq").first).to_be_visible()
    await room.locator("[data-act=twice]").click()
    await expect(room.get_by_role("group", name="第 1 副公共牌").locator(".card")).to_have_count(5)
    await expect(room.get_by_role("group", name="第 2 副公共牌").locator(".card")).to_have_count(5)
    await expect(room.locator(".verdict")).to_have_count(2)
    await expect(room.locator(".verdict").last).to_contain_text(re.compile("(赢得|平分)第 2 副公共牌的 1,500"))
    await expect(page.locator("aside .log")).to_contain_text("第二副河牌")
    await room.get_by_role("button", name="看结果").click()
    await page.locator(".res").get_by_role("link", name="看回放").click()
    await expect(page.get_by_role("group", name="公共牌", exact=True)).to_be_visible()  # where it begins
    await page.keyboard.press("End")
    await expect(page.get_by_role("group", name="第 2 副公共牌").locator(".card")).to_have_count(5)


async def test_one_who_does_not_agree_makes_it_once(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await open_table(page, 2, **ALL_IN_AT_ONCE)
    room = table(page)
    assert await my_turn(page)
    await expect(room.locator("[data-act=once]")).to_be_visible()
    await page.keyboard.press("n")
    await expect(room).to_have_attribute("data-ended", "1")
    await expect(room.get_by_role("group", name="公共牌", exact=True).locator(".card")).to_have_count(5)
    await expect(room.get_by_role("group", name="第 2 副公共牌")).to_have_count(0)
    await expect(page.locator("aside .log")).to_contain_text("要求发一次")
