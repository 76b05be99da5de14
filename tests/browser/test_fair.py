"""The proof of a fair deal, worked out again in the browser from the places of the record."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from tests.browser.person import newcomer, played_deal

HOLDEM = ("^✓手牌：6 份共 12 张", "^✓公共牌：5 张", "^✓手牌：与回放里看到的一致")
SANGUOSHA = ("^✓身份：5 份共 5 张", "^✓候选武将：", "^✓手牌：[5-9] 份共", "^✓手牌：与回放里看到的一致")


CASES = [
    pytest.param({"game": "holdem", "seats": 6, "bots": [{"level": "normal"}] * 5}, HOLDEM, id="holdem"),
    pytest.param(
        {"game": "holdem", "seats": 6, "bots": [{"level": "easy"}] * 5, "options": {"variant": "short_deck", "shuffle_method": "riffle"}},
        HOLDEM,
        id="short deck, riffled",
    ),
    pytest.param({"game": "sanguosha", "seats": 5, "bots": [{"level": "normal"}] * 4}, SANGUOSHA, id="sanguosha"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "steps"), CASES)
async def test_the_browser_shuffles_again(
    body: dict[str, Any], steps: tuple[str, ...], context: BrowserContext, server_url: str
) -> None:
    page = await newcomer(context, server_url)
    table = await played_deal(page, body, close=True)
    await page.goto(f"{server_url}/replay/{table}/1")
    await expect(page.get_by_text("发牌已验证").first).to_be_visible()
    await page.get_by_role("tab", name="验证").click()
    found = page.locator(".proof li")
    for step in ("种子与指纹一致", "混合后的种子一致", *steps):
        await expect(found.filter(has_text=re.compile(step))).to_have_count(1)
    await expect(page.locator(".proof li.bad")).to_have_count(0)
    await page.locator("main").press("v")  # in my own view the proof still speaks of all that may be known
    await expect(found.filter(has_text=re.compile(steps[0]))).to_have_count(1)
