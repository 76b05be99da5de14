"""The page in a real browser: it loads under the server's policy and names every game in both languages."""

from __future__ import annotations

from playwright.async_api import Page, expect

from paiju.games import catalog


async def test_the_page_lists_every_game_in_both_languages(page: Page, server_url: str) -> None:
    await page.goto(server_url)
    for entry in catalog.infos():
        await expect(page.get_by_text(entry.title.zh, exact=True).first).to_be_visible()
    await page.get_by_role("button", name="English").click()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    for entry in catalog.infos():
        await expect(page.get_by_text(entry.title.en, exact=True).first).to_be_visible()


async def test_the_chosen_language_is_remembered(page: Page, server_url: str) -> None:
    await page.goto(server_url)
    await page.get_by_role("button", name="English").click()
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
