"""Friends, notes, mute, reports and chat bubbles, between two people in two browsers; the lobby's filters."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, expect

from tests.browser.person import create_table, newcomer

HOSTILE = "<img src=x onerror=\"document.title='stolen'\"> & <b>bold</b>"


@pytest_asyncio.fixture(loop_scope="session")
async def other(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A second person, on a phone."""
    context = await browser.new_context(locale="zh-CN", viewport={"width": 360, "height": 740})
    context.set_default_timeout(15_000)
    yield context
    await context.close()


async def test_two_people_and_what_they_keep(context: BrowserContext, other: BrowserContext, server_url: str) -> None:
    ann, bo = await newcomer(context, server_url), await newcomer(other, server_url)
    await create_table(ann, "斗地主", fill=False)
    await bo.goto(ann.url)
    await bo.get_by_role("button", name="坐到 2 号位").click()
    await expect(ann.locator(".seats b.cut")).to_have_count(2)
    await ann.get_by_role("button", name="空位由电脑补上").click()
    await ann.get_by_role("button", name="开始", exact=True).click()
    for page in (ann, bo):
        await expect(page.locator(".felt .seat").first).to_be_visible()

    # What is said stands at the seat for a moment, as text, and is announced once.
    await ann.locator("[data-chat]").first.fill(HOSTILE)
    await ann.keyboard.press("Enter")
    bubble = bo.locator(".bubble")
    await expect(bubble).to_have_text(HOSTILE)
    box = await bubble.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert await bubble.get_attribute("aria-hidden") == "true"
    assert HOSTILE in await bo.locator("[data-spoken]").inner_text()
    assert await bo.locator("main [aria-live=polite], main [role=log]:not([aria-live=off])").count() == 2

    # The card behind the seat: note, tag with a letter, friend; it comes back after a reload, and is seen in the lobby.
    await bo.locator(".felt .about").first.click()
    card = bo.get_by_role("dialog")
    await card.get_by_role("switch", name="好友").check()
    await card.get_by_role("button", name=re.compile("标记 B")).click()
    await card.get_by_label("备注", exact=True).fill(HOSTILE)
    await card.get_by_role("button", name="关闭").click()
    await expect(bo.locator(".felt [role=img].mark")).to_have_text("B")
    await bo.reload()
    await expect(bo.locator(".felt [role=img].mark")).to_have_text("B")
    await expect(ann.locator(".felt [role=img].mark")).to_have_count(0)

    # Muted: no bubble, no line of chat, nothing announced. Reported: taken.
    await bo.locator(".felt .about").first.click()
    await card.get_by_role("switch", name="屏蔽发言").check()
    await card.get_by_text("举报", exact=True).click()
    await card.get_by_role("button", name="交给管理员").click()
    await expect(card.get_by_role("status")).to_have_text("已交给管理员。")
    await card.get_by_role("button", name="关闭").click()
    await ann.locator("[data-chat]").first.fill("听得到吗")
    await ann.keyboard.press("Enter")
    await expect(ann.locator(".bubble")).to_have_text("听得到吗")
    await expect(bo.locator(".bubble")).to_have_count(0)
    assert "听得到吗" not in await bo.locator("[data-spoken]").inner_text()

    await bo.goto(server_url)
    friend = bo.locator(".frow")
    await expect(friend).to_contain_text("在打斗地主")
    assert (await friend.get_by_role("link", name="去他那桌").get_attribute("href")) == re.sub(
        r".*(?=/table/)", "", ann.url
    )
    assert "stolen" not in await bo.title()


async def test_the_lobby_by_game_variant_and_stakes(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    form = page.locator("section.mk form")
    await form.get_by_label("游戏", exact=True).select_option(label="德州扑克")
    await form.locator("summary").click()
    await form.get_by_label("小盲注", exact=True).fill("100")
    await form.get_by_label("大盲注", exact=True).fill("200")
    await form.get_by_label("桌名（可不填）").fill("高注桌")
    await form.get_by_role("switch", name="空位由电脑补上").uncheck()
    await form.get_by_role("switch", name="允许聊天").uncheck()
    await form.get_by_role("button", name="开桌").click()
    await page.wait_for_url("**/table/**")
    await expect(page.locator("main.room")).to_be_visible()
    await expect(page.locator("[data-chat]")).to_have_count(0)  # chat is off at this table
    await page.goto(server_url)
    rows = page.locator(".trow")
    mine = rows.filter(has_text="高注桌")
    await page.get_by_label("大盲或底分").select_option(label="101 以上")
    await expect(rows).to_have_count(1)
    await expect(mine).to_contain_text("盲注 100/200")
    await page.get_by_label("大盲或底分").select_option(label="6–20")
    await expect(mine).to_have_count(0)
    await page.get_by_label("大盲或底分").select_option(label="不限底注")
    filters = page.locator(".filters")
    await filters.get_by_label("游戏", exact=True).select_option(label="德州扑克")
    await filters.get_by_label("预设").select_option(label="无限注 · 标准")
    await expect(mine).to_have_count(1)
    await filters.get_by_label("预设").select_option(label="固定限注 · 标准")
    await expect(mine).to_have_count(0)
