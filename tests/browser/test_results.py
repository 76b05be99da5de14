"""The result of a deal fits a small phone in both languages."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.browser.person import newcomer, play_to_the_end, quick_play


@pytest.mark.parametrize(("language", "title"), [("zh", "掼蛋"), ("en", "Dou Dizhu")])
async def test_the_result_fits_a_phone(language: str, title: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang=language)
    await page.set_viewport_size({"width": 360, "height": 740})
    await quick_play(page, title)
    await play_to_the_end(page, answers=0)
    sheet = page.locator(".res")
    await expect(sheet).to_be_visible()
    cut = await sheet.evaluate(
        """sheet => [...sheet.querySelectorAll('td, th, button, a, h2, .card')].filter((one) => {
            const box = one.getBoundingClientRect(), around = sheet.getBoundingClientRect();
            return box.width && (box.right > around.right + 1 || box.left < around.left - 1);
        }).map((one) => one.outerHTML.slice(0, 100))"""
    )
    assert cut == []
    assert await sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
