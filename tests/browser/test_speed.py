"""How quick the page is, measured in a real Chromium. Prints its figures; `make bench` leaves it to

    python -m pytest -m bench -s tests/browser/test_speed.py

Goals: a first load that can be used within 1 s (how much it weighs is a test of its own, test_light.py); frames of at most
20 ms for 19 of 20 while a hand is dealt, and 50 ms on a machine four times as slow; there no task of more than 300 ms; and
16 ms for an update of a table with a Guandan hand: the message folded in, the components brought up to date, laid out.
On a machine that is busy with other work the times say little, so each is the best of a few tries, and what a task takes is
processor time.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from tests.browser.person import newcomer, quick_play, table

pytestmark = pytest.mark.bench

READY = """new MutationObserver((_, watcher) => {
    if (!document.querySelector('.feat .play')) return;
    watcher.disconnect();
    window.readyAt = performance.now();
}).observe(document, { childList: true, subtree: true });"""

# Every message of the socket is timed from its arrival until what it changed has been laid out: the page's own handler,
# then, in the next task, after Svelte's flush, a forced layout.
TIMED = """(() => {
    window.updates = [];
    const slot = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
        ...slot,
        set(handler) {
            slot.set.call(this, handler && ((event) => {
                const start = performance.now();
                handler.call(this, event);
                const ran = performance.now();
                queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => {
                    const flushed = performance.now();
                    document.body.offsetHeight;
                    const { type, payload } = JSON.parse(event.data);
                    const cards = document.querySelectorAll('.now .hand .card').length;
                    if (type === 'game_state') window.updates.push([cards, ran - start, performance.now() - start, !!payload.full, flushed - start]);
                })));
            }));
        },
    });
})();"""

FRAMES = """() => new Promise((resolve) => {
    const stamps = [];
    const tick = (now) => {
        stamps.push(now);
        if (now - stamps[0] < 1000) requestAnimationFrame(tick);
        else resolve(stamps);
    };
    const wait = () => (document.querySelector('.dealing .card') ? requestAnimationFrame(tick) : requestAnimationFrame(wait));
    wait();
})"""


async def test_first_load(context: BrowserContext, server_url: str) -> None:
    times = []
    for _ in range(4):
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Network.enable")
        await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        await page.add_init_script(READY)
        await page.goto(server_url)
        await page.wait_for_function("() => window.readyAt")
        times.append(await page.evaluate("() => window.readyAt"))
        await page.close()
    print(f"\nfirst load: usable after {min(times):.0f} ms (of {[round(t) for t in times]})")
    assert min(times) <= 1000


async def test_no_long_task(browser: Browser, context: BrowserContext, server_url: str, tmp_path: Path) -> None:
    """The longest task of the lobby and of the way to a dealt hand of Guandan, times four."""
    longest = []
    for at in range(3):
        page = await context.new_page()
        trace = tmp_path / f"{at}.json"
        await browser.start_tracing(page=page, path=trace, categories=["toplevel", "__metadata"])
        await page.goto(server_url)
        await page.get_by_role("button", name="掼蛋").first.click()
        await expect(table(page).locator(".hand .card").first).to_be_visible()
        await page.wait_for_timeout(1500)
        await browser.stop_tracing()
        await page.close()
        events = json.loads(trace.read_bytes())["traceEvents"]
        threads = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}  # fmt: skip
        tasks = [one["tdur"] / 1000 for one in events if (one["pid"], one["tid"]) in threads and "tdur" in one]
        longest.append(max(tasks))
    print(f"\nlongest task: {min(longest):.0f} ms of processor time (of {[round(t) for t in longest]})")
    assert 4 * min(longest) <= 300


@pytest.mark.parametrize(("rate", "bar"), [(1, 20), (4, 50)])
@pytest.mark.parametrize("title", ["斗地主", "掼蛋"])
async def test_frames_while_dealing(
    title: str, rate: int, bar: float, context: BrowserContext, server_url: str
) -> None:
    found = []
    for _ in range(4):
        page = await newcomer(context, server_url, motion="on", pace=3000)
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        frames = page.evaluate(FRAMES)
        await page.get_by_role("button", name=title).first.click()
        stamps: list[float] = await frames
        gaps = [later - earlier for earlier, later in pairwise(stamps)]
        found.append(quantiles(gaps, n=20)[-1])
        await page.close()
    print(
        f"\n{title} at {rate}x: 19 of 20 frames within {min(found):.1f} ms while dealing (of {[round(f) for f in found]})"
    )
    assert min(found) <= bar


async def test_an_update_of_a_full_hand(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.add_init_script(TIMED)
    await page.reload()
    await quick_play(page, "掼蛋")
    await expect(table(page).locator(".now .hand .card").first).to_be_visible()
    await page.keyboard.press("t")  # auto-play: messages without my clicking
    await page.wait_for_function(
        "() => window.updates.length > 120 || document.querySelector('main').dataset.ended", timeout=60_000
    )
    rows = json.loads(await page.evaluate("() => JSON.stringify(window.updates)"))
    full = [row for row in rows if row[0] >= 20 and not row[3]]
    assert len(full) >= 8, rows
    script, whole = [row[1] for row in full], [row[2] for row in full]
    flushed = [row[4] for row in full]
    ninety = quantiles(whole, n=10)[-1]
    print(
        f"\nupdates with 20 to 27 cards in hand: {len(full)}, reducer {median(script):.1f} ms, "
        f"with flush {median(flushed):.1f} ms, with layout median {median(whole):.1f} ms, nine of ten within {ninety:.1f} ms, most {max(whole):.1f} ms"
    )
    assert median(whole) <= 16
