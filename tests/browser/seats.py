"""A seat at a table of one's wish, without the way through the lobby; touch, and what the page sounded and showed outside.

Deals are random, so a wish is a test on the state the server sends: tables are opened until one fits.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urljoin

from playwright.async_api import Browser, BrowserContext, CDPSession, Locator, Page, expect

from tests.browser.person import QUICK

SENSES = """
window.notes = []; window.shaken = []; window.noted = []; window.away = false;
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) { if (value > 20) window.notes.push(value); return set.call(this, value, at); };
navigator.vibrate = (pattern) => { if (!document.hidden) window.shaken.push(pattern); return !document.hidden; };
window.Notification = class { constructor(title, more) { window.noted.push([title, more?.body ?? '']); } close() {}
    static permission = 'granted'; static requestPermission = async () => 'granted'; };
ServiceWorkerRegistration.prototype.showNotification = async function (title, more) { window.noted.push([title, more?.body ?? '']); };
Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true });
Object.defineProperty(document, 'visibilityState', { get: () => (window.away ? 'hidden' : 'visible'), configurable: true });
window.turnAway = (away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); };
"""
"""Written down instead of heard, felt or popped up: the pitch of every note, vibrations, notifications."""

EMPTY = "/favicon.svg"
"""Where a page of this server has nothing to load or to draw."""

_OPEN = """async ([body, name, tries]) => {
    const send = async (method, path, data) => {
        const reply = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: data && JSON.stringify(data) });
        if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
        return reply.status === 204 ? null : reply.json();
    };
    if (name) await send('POST', '/api/session', { name });
    localStorage.setItem('paiju.name', name || '小满');
    const fits = WISH;
    for (let i = 0; i < tries; i++) {
        const { id } = await send('POST', '/api/games', { pace: 0, pause: 60, timeout: 0, ...body });
        if (!fits) return id;
        await send('POST', `/api/games/${id}/start`);
        for (let j = 0; j < 200; j++) {
            const state = await send('GET', `/api/games/${id}/state`);
            const me = state.you?.seat ?? 0;
            const hand = state.view?.hands?.[me]?.cards ?? [];
            if (state.decision && fits(state, me, hand)) return id;
            if (state.decision || state.result) break;
            await new Promise((resolve) => setTimeout(resolve, 25));
        }
        const { you } = await send('GET', `/api/games/${id}/state`);
        await send('DELETE', `/api/games/${id}/players/${you.id}`);
    }
    throw new Error(`no deal in ${tries} was as wished: ${fits}`);
}"""


async def person(context: BrowserContext, url: str, **settings: object) -> Page:
    """A page of somebody at this server, not on a screen yet, whose sounds and signals are written down."""
    page = await context.new_page()
    chosen = json.dumps(QUICK | {"lang": "zh", "theme": "light"} | settings)
    await page.add_init_script(f"localStorage.setItem('paiju.settings', {json.dumps(chosen)});{SENSES}")
    await page.goto(f"{url}{EMPTY}")
    return page


async def open_table(page: Page, body: dict[str, Any], wish: str = "", name: str = "小满", tries: int = 150) -> str:
    """Sit down at a table of one's own, and go there. `wish` is a JavaScript expression of `state`, `me` and `hand`, looked at
    when the first question comes to this seat."""
    fits = f"(state, me, hand) => ({wish})" if wish else "null"
    table = str(await page.evaluate(_OPEN.replace("WISH", fits), [body, name, tries]))
    await page.goto(urljoin(page.url, f"/table/{table}"))
    await expect(page.locator("main.room")).to_be_visible()
    if wish:
        await expect(page.locator(".hand .card, .hole .card").first).to_be_visible()
    return table


async def sit(page: Page, address: str, name: str) -> None:
    """Take the free seat of a table of somebody else, under a name of one's own."""
    await call(page, "POST", "/api/session", {"name": name})
    await page.evaluate("name => localStorage.setItem('paiju.name', name)", name)
    await page.goto(address)
    await page.locator("button.one.open").first.click()


def bots(number: int, level: str = "easy") -> list[dict[str, Any]]:
    return [{"level": level} for _ in range(number)]


async def call(page: Page, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
    """Ask the server something as this person."""
    return await page.evaluate(
        """async ([method, path, data]) => {
            const reply = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: data && JSON.stringify(data) });
            if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
            return reply.status === 204 ? null : reply.json();
        }""",
        [method, path, data],
    )


@asynccontextmanager
async def phone(browser: Browser, width: int = 360, height: int = 740) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context(
        locale="zh-CN", viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, device_scale_factor=2
    )  # fmt: skip
    context.set_default_timeout(15_000)
    yield context
    await context.close()


class Finger:
    """Touches as a phone sends them."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    @classmethod
    async def of(cls, page: Page) -> Finger:
        return cls(await page.context.new_cdp_session(page))

    async def _touch(self, what: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        await self._session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touches})

    async def swipe(self, *points: tuple[float, float]) -> None:
        """Down at the first point, along the others, and up."""
        await self._touch("touchStart", points[0])
        for start, end in itertools.pairwise(points):
            for step in range(1, 7):
                share = step / 6
                await self._touch(
                    "touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                )
        await self._touch("touchEnd")

    async def tap(self, point: tuple[float, float]) -> None:
        await self.swipe(point)

    async def hold(self, page: Page, point: tuple[float, float], ms: int) -> None:
        await self._touch("touchStart", point)
        await page.wait_for_timeout(ms)
        await self._touch("touchEnd")


async def spot(card: Locator) -> tuple[float, float]:
    """A point of a card that no neighbour covers: its upper left corner."""
    box = await card.bounding_box()
    assert box is not None
    return box["x"] + 11, box["y"] + 18


async def notes(page: Page) -> list[float]:
    """The pitches played since they were last asked for."""
    found: list[float] = await page.evaluate("() => window.notes.splice(0)")
    return found
