"""A long evening at one table: the page's memory does not grow."""

from __future__ import annotations

import os
import time

import pytest
from playwright.async_api import BrowserContext

from tests.browser.person import is_over, newcomer, quick_play, since, table

MINUTES = float(os.environ.get("PAIJU_SOAK_MINUTES", "10"))


@pytest.mark.soak
@pytest.mark.timeout(60 * MINUTES + 120)
async def test_the_heap_stays_flat(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    session = await context.new_cdp_session(page)

    async def heap() -> float:
        await session.send("HeapProfiler.collectGarbage")
        return float(await page.evaluate("() => performance.memory.usedJSHeapSize")) / 1e6

    sizes: list[float] = []
    deals = 0
    end = time.monotonic() + 60 * MINUTES
    look = time.monotonic() + 15
    while time.monotonic() < end:
        if await is_over(page):
            deals += 1
            again = page.get_by_role("button", name="下一局").or_(page.get_by_role("button", name="再来一桌")).first
            await again.click()
            await page.wait_for_function("() => !document.querySelector('main').dataset.ended")
        elif await since(page):
            hint = table(page).locator("[data-act=hint]")
            if await table(page).locator("[data-act=word]").count():
                await table(page).locator("[data-act=word]").first.click()
            elif await table(page).locator("[data-act=pass]").is_enabled():
                await table(page).locator("[data-act=pass]").click()
            elif await hint.is_enabled():
                await hint.click()
                await page.wait_for_timeout(80)
                await table(page).locator("[data-act=play]").click()
            await page.wait_for_timeout(60)
        else:
            await page.wait_for_timeout(60)
        if time.monotonic() > look:
            sizes.append(await heap())
            look = time.monotonic() + 15
    assert deals >= 2
    third = max(1, len(sizes) // 3)
    early, late = sum(sizes[:third]) / third, sum(sizes[-third:]) / third
    assert late < early * 1.3 + 2, f"{early:.1f} MB became {late:.1f} MB over {deals} deals: {sizes}"
