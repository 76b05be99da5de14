"""Friends by link: three people, each in their own browser, and a spectator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.browser.person import create_table, newcomer, play_to_the_end, table


@pytest_asyncio.fixture(loop_scope="session")
async def friends(browser: Browser) -> AsyncIterator[list[BrowserContext]]:
    contexts = [await browser.new_context(locale="zh-CN") for _ in range(4)]
    yield contexts
    for context in contexts:
        await context.close()


async def named(context: BrowserContext, url: str, name: str) -> Page:
    page = await newcomer(context, f"{url}")
    await page.goto(f"{url}/me")
    await page.get_by_label("名字").fill(name)
    await page.get_by_role("button", name="保存").click()
    await expect(page.get_by_text("已保存。")).to_be_visible()
    return page


@pytest.mark.parametrize("title", ["斗地主", "德州扑克"])
async def test_three_friends_by_link(title: str, friends: list[BrowserContext], server_url: str) -> None:
    names = ["阿甲", "阿乙", "阿丙"]
    pages = await asyncio.gather(
        *(named(context, server_url, name) for context, name in zip(friends, names, strict=False))
    )
    host, *guests = pages
    await host.goto(server_url)
    await create_table(host, title, seats=3 if title == "德州扑克" else None, fill=False)
    link = host.url
    for guest in guests:
        await guest.goto(link)
        await guest.get_by_role("button", name="空位").or_(guest.locator("button.one.open")).first.click()
        await expect(table(guest).get_by_text(names[pages.index(guest)]).first).to_be_visible()
    watcher = await newcomer(friends[3], server_url)
    await watcher.goto(link)
    await expect(table(host).get_by_text("阿丙")).to_be_visible()
    await host.get_by_role("button", name="开始", exact=True).click()
    if title == "斗地主":  # a spectator sees how many cards there are, and their backs
        await expect(watcher.locator(".hand .card").first).to_have_attribute("aria-label", "背面")
        assert await watcher.locator(".hand .card:not([aria-label='背面'])").count() == 0
    assert await watcher.locator(".act button, .betbox").count() == 0
    await asyncio.gather(*(play_to_the_end(page, answers=5) for page in pages))
    for page in (*pages, watcher):
        await expect(table(page)).to_have_attribute("data-ended", "1")
    scores = {await page.evaluate("() => document.querySelector('main').dataset.ended") for page in pages}
    assert scores == {"1"}


async def test_chat_and_names_are_text(friends: list[BrowserContext], server_url: str) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    host = await named(friends[0], server_url, nasty[:24])
    await host.goto(server_url)
    await create_table(host, "斗地主", fill=False)
    other = await newcomer(friends[1], server_url)
    await other.goto(host.url)
    await expect(table(other).get_by_text(nasty[:24])).to_be_visible()
    alarms: list[str] = []
    for page in (host, other):
        page.on("dialog", lambda dialog: alarms.append(dialog.message))
    say = "<script>alert(2)</script><b onclick=alert(3)>粗</b> javascript:alert(4)"
    await host.locator("[data-chat]").first.fill(say)
    await host.keyboard.press("Enter")
    line = other.locator(".lines p").filter(has_text="javascript:alert(4)").first
    await expect(line).to_contain_text("<script>alert(2)</script>")
    assert await other.locator(".lines b, .lines script, .lines img, main img").count() == 0
    assert alarms == []
