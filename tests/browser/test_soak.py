"""A long evening at one table: the page's memory does not grow. PAIJU_SOAK_MINUTES shortens it."""

from __future__ import annotations

import os
import re
import time

import pytest
from playwright.async_api import BrowserContext

from tests.browser.person import answer, is_over, newcomer, quick_play, since

MINUTES = float(os.environ.get("PAIJU_SOAK_MINUTES", "10"))
COUNTED = ("JSEventListeners", "Nodes", "Documents")


@pytest.mark.soak
@pytest.mark.timeout(60 * MINUTES + 180)
async def test_the_heap_stays_flat(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable")

    async def look() -> dict[str, float]:
        """Heap in MB, nodes and listeners, all after a collection."""
        await session.send("HeapProfiler.collectGarbage")
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        found = {row["name"]: float(row["value"]) for row in metrics}
        return {"heap": found["JSHeapUsedSize"] / 1e6, **{name: found[name] for name in COUNTED}}

    seen: list[dict[str, float]] = []
    deals = 0
    end = time.monotonic() + 60 * MINUTES
    next_look = time.monotonic() + 15
    while time.monotonic() < end:
        if await is_over(page):
            deals += 1
            again = (
                page.get_by_role("button", name=re.compile("^下一[局手]"))
                .or_(page.get_by_role("button", name="再来一桌"))
                .first
            )
            await again.click()
            await page.wait_for_function("() => !document.querySelector('main').dataset.ended")
        elif await since(page):
            await answer(page)
        else:
            await page.wait_for_timeout(60)
        if time.monotonic() > next_look:
            seen.append(await look())
            next_look = time.monotonic() + 15
    third = max(1, len(seen) // 3)

    def mean(rows: list[dict[str, float]], name: str) -> float:
        return sum(row[name] for row in rows) / len(rows)

    grown = {name: (mean(seen[:third], name), mean(seen[-third:], name)) for name in ("heap", *COUNTED)}
    summary = ", ".join(f"{name} {early:.1f} -> {late:.1f}" for name, (early, late) in grown.items())
    print(f"\nsoak: {MINUTES:g} minutes, {deals} deals: {summary}; heap {[round(row['heap'], 1) for row in seen]}")
    assert deals >= 2
    early, late = grown["heap"]
    assert late < early * 1.3 + 2, summary
    for name in COUNTED:
        early, late = grown[name]
        assert late < early * 1.5 + 200, summary
