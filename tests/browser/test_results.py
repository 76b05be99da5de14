"""The result of a deal fits a small phone in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from tests.browser.still import still

HELD = ["Ks", "Kd", "Qc", "Jh", "Tc", "9s", "9d", "8c", "4h", "3s", "3d"]


def over(state: dict[str, Any]) -> None:
    """The recorded deal, ended: one has nothing left, the others hold much."""
    seats = len(state["view"]["hands"])
    state |= {"stage": "hand_end", "decision": None}
    state["result"] = {
        "handNumber": state["handNumber"], "scores": [-1234] * (seats - 1) + [1234 * (seats - 1)],
        "reason": "climb.over.landlord" if state["game"] == "doudizhu" else "guandan.over.one", "matchOver": False,
        "winners": [], "extra": {},
    }  # fmt: skip
    for seat, pile in enumerate(state["view"]["hands"]):
        pile |= {"cards": [] if seat == seats - 1 else HELD, "count": 0 if seat == seats - 1 else len(HELD)}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("game", ["doudizhu", "guandan"])
async def test_the_result_fits_a_phone(game: str, language: str, context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, game, over, lang=language)
    await page.set_viewport_size({"width": 360, "height": 740})
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
