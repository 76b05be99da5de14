"""The whole way by keyboard alone: from the lobby to the end of a deal."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from tests.browser.person import is_over, my_turn, newcomer, since, table


async def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on something of this name."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        text = await page.evaluate(
            "() => (document.activeElement?.ariaLabel ?? '') + ' ' + (document.activeElement?.innerText ?? '')"
        )
        if name in text:
            return
    raise AssertionError(f"Tab never came to {name}")


async def press(page: Page) -> None:
    """One answer, by keys alone."""
    room = table(page)
    if await room.locator("[data-act=call]").count():
        await page.keyboard.press("c")
    elif await room.locator(".sg").count():
        await _press_sanguosha(page)
    elif await room.locator("[data-act=word]").count():
        await page.keyboard.press(str(await room.locator("[data-act=word]").count()))
    else:
        await page.keyboard.press("h")
        for _ in range(40):
            if await room.locator(".hand .card.sel").count():
                await page.keyboard.press("Enter")
                return
            if await page.locator(".toast").count():
                await page.keyboard.press("p")
                return
            await page.wait_for_timeout(25)


async def _press_sanguosha(page: Page) -> None:
    room = table(page)
    ready = room.locator("[data-act=confirm]:not([aria-disabled=true])")
    if await room.locator("[data-act=choose]").count():
        await page.keyboard.press("1")
        return
    hand = room.locator(".shand .card")
    for at in range(min(9, await hand.count())):
        if "can" not in (await hand.nth(at).get_attribute("class") or "").split():
            continue
        await page.keyboard.press(str(at + 1))
        if not await ready.count() and await room.locator(".gen.legal").count():
            await page.keyboard.press("ArrowRight")
        if await ready.count():
            await page.keyboard.press("Enter")
            return
        if await room.locator(".prompt [data-act=confirm]").count() and not await room.locator(".gen.legal").count():
            continue  # several cards are wanted: the next is added
        await page.keyboard.press("Escape")
    for key, act in (("e", "end"), ("n", "no"), ("y", "yes")):
        if await room.locator(f"[data-act={act}]").count():
            await page.keyboard.press(key)
            return
    await page.keyboard.press("1")
    if await ready.count():
        await page.keyboard.press("Enter")


SAID = """() => {
  window.said = [];
  for (const region of document.querySelectorAll('main [aria-live=polite]:not([data-spoken])'))
    new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
async def test_every_game_by_keys_alone(info: catalog.GameInfo, context: BrowserContext, server_url: str) -> None:
    """Some answers by keys; each event is announced once, and so is what is asked."""
    page = await newcomer(context, server_url)
    await tab_to(page, info.title.zh)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/**")
    await expect(table(page)).to_be_visible()
    await page.evaluate(SAID)
    given = 0
    end = time.monotonic() + 60
    while given < 8 and time.monotonic() < end and await my_turn(page):
        before = await since(page)
        await expect(page.locator("main [aria-live=assertive]")).to_contain_text("轮到你")
        await press(page)
        for _ in range(150):
            if await since(page) != before or await is_over(page):
                given += 1
                break
            await page.wait_for_timeout(20)
        else:
            raise AssertionError(f"{info.id}: keys led nowhere: {await table(page).inner_text()}")
    assert given >= 3 or await is_over(page)
    said = await page.evaluate("() => window.said")
    assert said and all(text.strip() for text in said if text != "")
    twice = [one for one, two in pairwise(said) if one and one == two]
    assert not twice, twice
    assert await page.locator("main [aria-live]:not(.sr):not([aria-live=off])").count() == 0, (
        "only the two regions speak"
    )


async def test_a_whole_deal_of_dou_dizhu(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await tab_to(page, "斗地主")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/**")
    end = time.monotonic() + 120
    while await my_turn(page):
        assert time.monotonic() < end
        before = await since(page)
        await press(page)
        for _ in range(100):
            if await since(page) != before or await is_over(page):
                break
            await page.wait_for_timeout(20)
    await expect(page.locator(".res")).to_be_visible()


async def test_cards_are_chosen_with_arrows_and_space(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.get_by_role("button", name="锄大地").click()
    await page.wait_for_url("**/table/**")
    cards = page.locator(".hand .card")
    await expect(cards.first).to_be_visible()
    await cards.first.focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await expect(page.locator(".hand .card[aria-pressed=true]")).to_have_count(3)
    await page.keyboard.press("Escape")
    await expect(page.locator(".hand .card[aria-pressed=true]")).to_have_count(0)
    assert await page.locator(".hand .card[tabindex='0']").count() == 1, "a hand is one tab stop"
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="键盘")).to_be_visible()
