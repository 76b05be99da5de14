"""The shell of the page: small, installable, and honest without a network."""

from __future__ import annotations

import gzip
import json
import re
import struct
import time

import pytest
from playwright.async_api import BrowserContext, expect

from paiju.server.page import STATIC
from tests.browser.person import my_turn, newcomer, quick_play

BUDGET = 150_000
"""Bytes of the first load, compressed: the lobby and a table."""


def test_the_first_load_is_small() -> None:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    named = re.findall(r"/assets/([^\"]+)", index)
    table = [
        path.name
        for path in (STATIC / "assets").iterdir()
        if re.match(r"(Table|Log|Board|RulesPanel|CardRow)-.*\.(js|css)$", path.name)
    ]
    size = sum(len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in {*named, *table})
    assert size <= BUDGET, size


async def test_it_can_be_installed(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    link = await page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(await (await context.request.get(server_url + str(link))).text())
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any("maskable" in icon["purpose"] for icon in manifest["icons"])
    for icon in manifest["icons"]:
        picture = await context.request.get(server_url + icon["src"])
        assert picture.ok and picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", (await picture.body())[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    session = await context.new_cdp_session(page)
    problems = await session.send("Page.getInstallabilityErrors")
    kinds = {one["errorId"] for one in problems["installabilityErrors"]}
    assert kinds <= {"in-incognito"}, problems  # test contexts are incognito windows, which install nothing


async def test_it_says_that_it_is_offline(plain_context: BrowserContext, server_url: str) -> None:
    """After a single visit; also at an address whose screen was never loaded."""
    page = await newcomer(plain_context, server_url)
    await page.evaluate("() => navigator.serviceWorker.ready")
    await plain_context.set_offline(True)
    await page.reload()
    await expect(page.get_by_text("现在没有网络").first).to_be_visible()
    await page.goto(f"{server_url}/table/nowhere")
    await expect(page.get_by_text("没有网络打不开")).to_be_visible()
    await page.goto(server_url)
    await expect(page.get_by_text("现在没有网络").first).to_be_visible()
    await plain_context.set_offline(False)
    await expect(page.locator(".feat .play").first).to_be_visible()


async def test_nothing_lies_under_a_notch_or_a_bar(context: BrowserContext, server_url: str) -> None:
    """With 44 px above and 34 px below that belong to the phone: bars and buttons keep out of them."""
    page = await newcomer(context, server_url)
    await page.set_viewport_size({"width": 390, "height": 844})
    session = await context.new_cdp_session(page)
    insets = {"top": 44, "topMax": 44, "bottom": 34, "bottomMax": 34}
    await session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    for title in (None, "斗地主", "德州扑克", "三国杀"):
        if title:
            await page.goto(server_url)
            await quick_play(page, title)
            await my_turn(page)
        low = await page.evaluate(
            """() => [...document.querySelectorAll('button, a, input, .card')].filter((one) => {
                const box = one.getBoundingClientRect();
                const fixed = one.closest('nav, header, main.room');
                return fixed && box.width && getComputedStyle(one).visibility !== 'hidden' && !one.closest('[inert], .sr, .skip')
                    && (box.top < 44 || (box.bottom > innerHeight - 34 && box.top < innerHeight));
            }).map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert low == [], (title, low)


async def test_the_lobby_is_there_at_once(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    started = time.monotonic()
    await page.goto(server_url)
    await expect(page.locator(".feat .play").first).to_be_enabled()
    assert time.monotonic() - started < 5  # a second on a quiet machine; tests share theirs


@pytest.mark.parametrize("deck", ["2", "4"])
async def test_a_four_colour_deck_changes_two_suits(deck: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, deck=deck)
    await quick_play(page, "锄大地")
    await expect(page.locator(".hand .card").first).to_be_visible()
    colours = await page.eval_on_selector_all(
        ".hand .card",
        "cards => Object.fromEntries(cards.map(card => [card.dataset.card[1], getComputedStyle(card).color]))",
    )
    assert len(set(colours.values())) == (2 if deck == "2" else len(colours))
