"""Playing through the page as a person would: looking at what is on the screen, and clicking."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.async_api import BrowserContext, Locator, Page, expect

QUICK = {"pace": 0, "motion": "off", "sound": False, "tips": False, "review": False}
"""Settings of the page that make tests quick: bots answer at once, nothing moves."""


async def newcomer(context: BrowserContext, url: str, **settings: object) -> Page:
    """A page on the lobby, of somebody who has never been here."""
    chosen = json.dumps(QUICK | settings)
    script = (
        f"if (!localStorage.getItem('paiju.settings')) localStorage.setItem('paiju.settings', {json.dumps(chosen)})"
    )
    page = await context.new_page()
    await page.add_init_script(script)
    await page.goto(url)
    await expect(page.locator(".feat .play").first).to_be_visible()
    return page


async def quick_play(page: Page, title: str) -> None:
    """From the lobby to a table against bots, in one click."""
    await page.get_by_role("button", name=title).first.click()
    await page.wait_for_url("**/table/**")
    await expect(page.locator("main.room")).to_be_visible()


async def create_table(page: Page, title: str, seats: int | None = None, fill: bool = True) -> None:
    """From the lobby to a table of one's own, through the form."""
    form = page.locator("section.mk form")
    await form.get_by_label("游戏", exact=True).select_option(label=title)
    if seats is not None:
        await form.get_by_role("radiogroup", name="座位").get_by_role("radio", name=str(seats), exact=True).click()
    if not fill:
        await form.get_by_role("switch", name="空位由电脑补上").uncheck()
    await form.get_by_role("button", name="开桌").click()
    await page.wait_for_url("**/table/**")
    await expect(page.locator("main.room")).to_be_visible()


def table(page: Page) -> Locator:
    return page.locator("main.room")


async def since(page: Page) -> str:
    """Which question is open to me; empty where none is."""
    return await table(page).get_attribute("data-since") or ""


async def is_over(page: Page) -> bool:
    return bool(await table(page).get_attribute("data-ended"))


async def my_turn(page: Page, seconds: float = 30) -> bool:
    """Wait until I am asked; False when the deal is over before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if await is_over(page):
            return False
        if await since(page):
            return True
        await page.wait_for_timeout(30)
    raise AssertionError("nobody asked me, and the deal did not end")


async def answer(page: Page) -> None:
    """One answer, by clicking."""
    before = await since(page)
    room = table(page)
    await expect(room.locator("[data-act], .prompt .card").first).to_be_visible()
    if await room.locator(".prompt [data-act]").count() or await room.locator(".shand").count():
        await _answer_sanguosha(page)
    elif await room.locator("[data-act=call]").count():
        await room.locator("[data-act=call]").click()
    elif await room.locator("[data-act=word]").count():
        await room.locator("[data-act=word]").last.click()
    else:
        await _answer_cards(page)
    end = time.monotonic() + 8
    while await since(page) == before and not await is_over(page) and time.monotonic() < end:
        await page.wait_for_timeout(20)


async def _answer_cards(page: Page) -> None:
    room = table(page)
    if not await room.locator(".hand .card.sel").count():
        await room.locator("[data-act=hint]").click()
        for _ in range(160):  # a hint is thought about, and machines are busy
            if await room.locator(".hand .card.sel").count():
                break
            if await page.locator(".toast").count() and await room.locator("[data-act=pass]").is_enabled():
                await room.locator("[data-act=pass]").click()
                return
            await page.wait_for_timeout(25)
    await room.locator("[data-act=play]").click()


async def _answer_sanguosha(page: Page) -> None:
    prompt = table(page).locator(".prompt")
    cards = table(page).locator(".shand .card.can")
    confirm = prompt.locator("[data-act=confirm]:not([aria-disabled=true])")
    for at in range(await cards.count()):
        if at >= await cards.count():
            break
        card = cards.nth(at)
        if await card.get_attribute("aria-pressed") != "true":
            await card.click(position={"x": 12, "y": 40})
        for _ in range(2):
            target = table(page).locator(".gen.legal .por")
            if await confirm.count() or not await target.count():
                break
            await target.first.click()
        if await confirm.count():
            await confirm.click()
            return
    for choice in ("choose", "confirm", "end", "no", "yes"):
        found = prompt.locator(f"[data-act={choice}]:not([aria-disabled=true])")
        if await found.count():
            await found.first.click()
            return
    hidden = prompt.locator(".card, .btn:not([aria-disabled=true])")
    if await hidden.count():
        await hidden.first.click()


async def play_to_the_end(page: Page, answers: int = 400, seconds: float = 120) -> int:
    """Answer until the deal is over. After so many answers auto-play takes over."""
    end = time.monotonic() + seconds
    given = 0
    while time.monotonic() < end:
        if not await my_turn(page, seconds=max(1.0, end - time.monotonic())):
            return given
        if given == answers:
            await page.keyboard.press("t")
            await expect(table(page)).to_have_attribute(
                "data-ended", "1", timeout=1000 * max(1.0, end - time.monotonic())
            )
            return given
        await answer(page)
        given += 1
    raise AssertionError(f"the deal did not end within {seconds} s, {given} answers")


_PLAYED = """async ([body, close, again]) => {
    const send = async (method, path, data) => {
        const reply = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: data && JSON.stringify(data) });
        if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
        return reply.status === 204 ? null : reply.json();
    };
    const player = again ? await send('GET', '/api/me') : (await send('POST', '/api/session', { name: '小满' })).player;
    const { id } = await send('POST', '/api/games', { pace: 0, pause: 60, ...body });
    await send('POST', `/api/games/${id}/start`).catch(() => null);
    if (body.game !== 'holdem') await send('PUT', `/api/games/${id}/players/${player.id}/sit_out`);
    for (let i = 0; ; i++) {
        const state = await send('GET', `/api/games/${id}/state`);
        if (state.result) break;
        if (i > 3000) throw new Error(`the deal of ${body.game} did not end`);
        const choices = state.decision?.choices ?? [];
        const text = body.game === 'holdem' && choices.find((one) => one === 'check' || one === 'call');
        if (text) await send('POST', `/api/games/${id}/action`, { text, seq: state.seq }).catch(() => null);
        else await new Promise((resolve) => setTimeout(resolve, 40));
    }
    if (close) await send('DELETE', `/api/games/${id}`);
    return id;
}"""


async def played_deal(page: Page, body: dict[str, Any], close: bool = False, again: bool = False) -> str:
    """The id of a table of mine at which one deal was played to its end: in hold'em I check and call, elsewhere the
    table plays for me. Closed, so that everything may be known, if asked. By a newcomer, or `again` by who I am."""
    return str(await page.evaluate(_PLAYED, [body, close, again]))
