"""Spectators: their number and names are shown, the table can be seen from any seat, and a delay is kept and said."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, expect

from tests.browser.conftest import desk
from tests.browser.person import newcomer, table
from tests.browser.test_friends import named

TABLE = """async ([body, name]) => {
    const send = async (path, data) => {
        const reply = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data ?? {}) });
        if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
        return reply.json();
    };
    if (name) await send('/api/session', { name });
    const { id } = await send('/api/games', { seats: 3, pace: 0, pause: 60, bots: [{ level: 'easy' }, { level: 'easy' }], ...body });
    return id;
}"""


SEEN = """new MutationObserver((_, watcher) => {
    if (!document.querySelector('.own .seat')) return;
    watcher.disconnect();
    window.seenAt = Date.now();
}).observe(document, { childList: true, subtree: true });"""
"""When the deal first appeared."""


@pytest_asyncio.fixture(loop_scope="session")
async def three(browser: Browser) -> AsyncIterator[list[BrowserContext]]:
    contexts = [await desk(browser) for _ in range(3)]
    yield contexts
    for context in contexts:
        await context.close()


async def test_who_watches_and_from_where(three: list[BrowserContext], server_url: str) -> None:
    host, ann, bo = [
        await named(one, server_url, name) for one, name in zip(three, ("东家", "阿观", "老看"), strict=True)
    ]
    code = await host.evaluate(TABLE, [{"game": "doudizhu"}, None])
    await host.goto(f"{server_url}/table/{code}")
    await host.evaluate("id => fetch(`/api/games/${id}/start`, { method: 'POST' })", code)
    await expect(table(host).locator(".hand .card").first).to_be_visible()
    for page in (ann, bo):
        await page.goto(f"{server_url}/table/{code}")
        await expect(page.get_by_text("你在观战")).to_be_visible()
    eye = host.get_by_role("button", name="2 人观战")
    await eye.click()
    for name in ("阿观", "老看"):
        await expect(host.get_by_role("dialog").get_by_text(name)).to_be_visible()
    await host.get_by_role("dialog").get_by_role("button", name="关闭").click()
    # Nothing hidden is drawn for them, and no button acts.
    assert await ann.locator(".hand .card[data-card]").count() == 0
    assert await ann.locator("[data-act=play], [data-act=pass]").count() == 0
    # The seat at the bottom has its number of cards like the others; a spectator has no neighbours.
    await expect(ann.locator(".hand .count")).to_have_count(1)
    await expect(ann.locator(".count")).to_have_count(3)
    for word in ("上家", "下家"):
        await expect(table(ann).get_by_text(word)).to_have_count(0)
    # Another seat at the bottom.
    before = await ann.locator(".own .seat").inner_text()
    await ann.get_by_role("button", name="2 人观战").click()
    seats = ann.get_by_role("dialog").get_by_role("radiogroup", name="从这个座位看").get_by_role("radio")
    await expect(seats).to_have_count(3)
    await seats.nth(1).click()
    await ann.get_by_role("dialog").get_by_role("button", name="关闭").click()
    await expect(ann.locator(".own .seat")).not_to_have_text(before)
    # In the lobby the number stands beside the table.
    await bo.goto(server_url)
    await expect(host.get_by_role("button", name="1 人观战")).to_be_visible()
    row = bo.locator(".trow").filter(has=bo.locator(f"a[href='/table/{code}']"))
    await expect(row.locator(".ct")).to_contain_text("1")


async def test_a_delay_is_kept_and_said(three: list[BrowserContext], server_url: str) -> None:
    host, watcher = await newcomer(three[0], server_url), await newcomer(three[1], server_url)
    code = await host.evaluate(TABLE, [{"game": "doudizhu", "spectatorDelay": 3}, "东家"])
    for page in (host, watcher):
        await page.add_init_script(SEEN)
        await page.goto(f"{server_url}/table/{code}")
        await expect(table(page)).to_be_visible()
    await expect(watcher.get_by_text("你在观战，延迟 3 秒")).to_be_visible()
    await host.evaluate("id => fetch(`/api/games/${id}/start`, { method: 'POST' })", code)
    for page in (host, watcher):
        await page.wait_for_function("() => window.seenAt", timeout=20_000)
    behind = await watcher.evaluate("() => window.seenAt") - await host.evaluate("() => window.seenAt")
    assert behind > 2_500
