"""The whole way by keyboard alone: from the lobby to the end of a deal."""

from __future__ import annotations

import time

from playwright.async_api import BrowserContext, Page, expect

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


async def test_a_deal_of_dou_dizhu(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await tab_to(page, "斗地主")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/table/**")
    end = time.monotonic() + 120
    while not await is_over(page):
        assert time.monotonic() < end
        if not await my_turn(page):
            break
        before = await since(page)
        if await table(page).locator("[data-act=word]").count():
            await table(page).locator("[data-act=word]").last.focus()
            await page.keyboard.press("Enter")
        else:
            await page.keyboard.press("h")
            await page.wait_for_timeout(150)
            if await table(page).locator(".hand .card.sel").count():
                await page.keyboard.press("Enter")
            else:
                await page.keyboard.press("p")
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
