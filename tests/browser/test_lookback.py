"""Looking back at a running table: keys, the banner, the way back to now, and nothing that was not seen before."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import answer, create_table, my_turn, newcomer, quick_play, table


async def after_some_moves(page: Page, answers: int = 3) -> None:
    for _ in range(answers):
        assert await my_turn(page)
        await answer(page)
    assert await my_turn(page)


async def test_one_looks_back_and_returns(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "锄大地")
    await after_some_moves(page)
    hand = table(page).locator(".now .hand .card")
    held = await hand.count()
    await hand.first.click(position={"x": 10, "y": 40})
    await expect(table(page).locator(".now .card.sel")).to_have_count(1)
    strip = page.locator(".strip")
    await page.keyboard.press(",")  # it is my turn: the arrows belong to the hand
    await expect(strip).to_contain_text("回看")
    await expect(strip).to_contain_text("轮到你了")
    past = page.locator(".past")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Home")
    await expect(strip).to_contain_text("回看 1 /")
    await expect(past.locator(".hand .card")).to_have_count(13)  # all of mine, before the first play
    await expect(past.locator(".count.open")).to_have_count(0)  # and nobody else's
    before = await table(page).get_attribute("data-since")
    for key in ("Enter", "p", "h"):  # no key plays what is out of sight
        await page.keyboard.press(key)
    assert await table(page).get_attribute("data-since") == before
    await page.keyboard.press("ArrowRight")
    await expect(strip).to_contain_text("回看 2 /")
    await page.keyboard.press("Escape")
    await expect(past).to_have_count(0)
    await expect(hand).to_have_count(held)
    await expect(table(page).locator(".now .card.sel")).to_have_count(1)  # the selection has waited
    await page.locator("aside .log li button").first.click()
    await expect(strip).to_be_visible()
    await page.keyboard.press("End")
    await expect(past).to_have_count(0)
    await page.locator("[data-act=look]").click()
    total = int(re.findall(r"/ (\d+)", await strip.inner_text())[0])
    await expect(strip).to_contain_text(f"回看 {total - 1} / {total}")
    await page.keyboard.press("ArrowRight")  # a step past the last moment is now
    await expect(past).to_have_count(0)


@pytest.mark.parametrize("title", ["锄大地", "德州扑克", "三国杀"])
async def test_a_reload_forgets_nothing(title: str, context: BrowserContext, server_url: str) -> None:
    """After a reload the deal can be looked back at from its first moment, with one's own cards and nobody else's."""
    page = await newcomer(context, server_url)
    if title == "三国杀":
        await create_table(page, title, 2)
    else:
        await quick_play(page, title)
    while not await page.locator("[data-act=look]").count() and await my_turn(page):
        await answer(page)
    if title == "锄大地":
        await after_some_moves(page, 2)
    log = await page.locator("aside .log li").count()
    await page.reload()
    look = page.locator("[data-act=look]")
    await expect(look).to_be_visible()
    await expect(page.locator("aside .log li").nth(log - 1)).to_be_attached()  # others may have moved since
    await look.click()
    strip = page.locator(".strip")
    await page.keyboard.press("Home")
    await expect(strip).to_contain_text("回看 1 /")
    past = page.locator(".past")
    await expect(past).to_be_visible()
    if title == "锄大地":
        await expect(past.locator(".hand .card")).to_have_count(13)
        await expect(past.locator(".count.open")).to_have_count(0)
    await page.keyboard.press("End")
    await expect(past).to_have_count(0)


@pytest.mark.parametrize("title", ["德州扑克", "三国杀"])
async def test_the_table_goes_on_meanwhile(title: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, pace=400)
    if title == "三国杀":
        await create_table(page, title, 2)
    else:
        await quick_play(page, title)
    while not await page.locator("[data-act=look]").count() and await my_turn(page):
        await answer(page)
    await page.locator("[data-act=look]").click()
    await expect(page.locator(".past")).to_be_visible()
    await expect(page.locator(".strip")).to_contain_text(re.compile("轮到你了|这一局已结束"), timeout=30_000)
    await page.locator("[data-act=live]").click()
    await expect(page.locator(".past")).to_have_count(0)
