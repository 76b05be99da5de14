"""What the page weighs and how still it stands: the bars that do not depend on how busy the machine is.

Times are measured by test_speed.py (`make bench`).
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.browser.person import newcomer, quick_play, table

BAR = 90_000
"""Bytes of a first visit to the lobby, over the wire."""

SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
    const said = (one) => [one.node?.className ?? one.node?.nodeName, one.previousRect.y, one.previousRect.height, one.currentRect.y, one.currentRect.height];
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push([entry.value, entry.sources.map(said)]);
}).observe({ type: 'layout-shift', buffered: true });"""
"""Every layout shift that no click explains, as browsers count them."""


async def still(page: Page) -> None:
    """Nothing to speak of has moved since the last look."""
    shifts = await page.evaluate("window.shifts.splice(0)")
    assert sum(value for value, _ in shifts) <= 0.05, shifts


async def weight(browser: Browser, url: str, width: int) -> dict[str, float]:
    """The bytes of each file that a first visit to the lobby loads. What is kept for offline is not loaded again, and the list
    of tables, which is as long as there are tables, is empty."""
    context = await browser.new_context(viewport={"width": width, "height": 800}, service_workers="block")
    page = await context.new_page()
    await page.route("**/api/games?*", lambda route: route.fulfill(json={"games": []}))
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({names[event["requestId"]]: event["encodedDataLength"]}))  # fmt: skip
    await page.goto(url)
    await expect(page.locator("[data-daily=doudizhu]")).to_be_visible()
    if width > 720:
        await expect(page.locator("section.mk form")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await context.close()
    return sizes


async def test_the_lobby_is_light(browser: Browser, server_url: str) -> None:
    desk, phone = await weight(browser, server_url, 1280), await weight(browser, server_url, 360)
    assert any("/api/catalog" in name for name in desk) and any(".css" in name for name in desk)
    assert sum(desk.values()) <= BAR, desk
    assert sum(phone.values()) <= sum(desk.values()) - 5_000, "the form for a table is for those who see it"


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
async def test_nothing_jumps(size: tuple[int, int], context: BrowserContext, server_url: str) -> None:
    """The lobby as it loads, and a deal of the game with the most cards from the first to the last: the layout stays."""
    page = await newcomer(context, server_url)
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.add_init_script(SHIFTS)
    await page.reload()
    await expect(page.locator("[data-daily=doudizhu]")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await still(page)
    await quick_play(page, "掼蛋")
    await expect(table(page).locator(".hand .card").first).to_be_visible()
    await page.keyboard.press("t")
    await expect(table(page)).to_have_attribute("data-ended", "1", timeout=60_000)
    await still(page)
