"""What a person may choose for himself: theme, deck, index, letters, sounds, motion, pace. Each choice shows, and is kept."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, Request, expect

from tests.browser.person import answer, my_turn, newcomer, quick_play, table
from tests.browser.still import still

GROUND = {"light": "rgb(244, 242, 236)", "dark": "rgb(15, 20, 19)"}


async def settings(page: Page) -> Any:
    await page.get_by_role("button", name="设置").first.click()
    return page.get_by_role("dialog")


async def close(page: Page) -> None:
    await page.get_by_role("dialog").get_by_role("button", name="关闭").click()


async def test_themes(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.emulate_media(color_scheme="dark")
    root = page.locator("html")
    await expect(root).to_have_attribute("data-theme", "dark")  # as the system says
    await page.emulate_media(color_scheme="light")
    await expect(root).to_have_attribute("data-theme", "light")
    choice = (await settings(page)).get_by_role("radiogroup", name="主题")
    for name, theme in (("深色", "dark"), ("浅色", "light")):
        await choice.get_by_role("radio", name=name).click()
        await expect(root).to_have_attribute("data-theme", theme)
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUND[theme]
    await choice.get_by_role("radio", name="深色").click()
    await page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")  # kept, whatever the system says


async def test_large_index_and_letters(context: BrowserContext, server_url: str) -> None:
    """The rank grows, in the hand and on the board; every suit gets its own letter, hidden until it is asked for."""
    page = await still(context, server_url, "big_two")
    card = table(page).locator(".hand .card[data-card]").first
    rank = card.locator("svg use").first
    before = await rank.bounding_box()
    letters = table(page).locator(".hand .card .sl")
    await expect(letters.first).to_be_hidden()
    dialog = await settings(page)
    await dialog.get_by_role("switch", name="大字牌面").check()
    await dialog.get_by_role("switch", name="花色旁加字母").check()
    await close(page)
    after = await rank.bounding_box()
    assert before and after and after["height"] > 1.2 * before["height"]
    shown = await table(page).locator(".hand .card[data-card]").evaluate_all(
        "cards => cards.filter(card => card.dataset.card.length === 2).map(card => [card.dataset.card[1].toUpperCase(), card.querySelector('.sl').textContent])"
    )  # fmt: skip
    assert shown and all(suit == letter for suit, letter in shown)
    await expect(letters.first).to_be_visible()
    first = await letters.first.bounding_box()
    box = await card.bounding_box()
    assert first and box and first["x"] >= box["x"] and first["x"] + first["width"] <= box["x"] + box["width"]
    assert first["height"] >= 12


HEARD = """(() => {
    window.heard = [];
    const ramp = AudioParam.prototype.linearRampToValueAtTime;
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
        window.heard.push(value);
        return ramp.call(this, value, at);
    };
})();"""
"""The loudness of every note and noise that is begun."""


async def test_sounds_volume_and_mute(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, sound=True, volume=0.5)
    await page.add_init_script(HEARD)
    await page.reload()
    await quick_play(page, "锄大地")
    assert await my_turn(page)

    async def loudest() -> float:
        """Of a card that is chosen and let go."""
        await page.evaluate("() => { window.heard.length = 0; }")
        for _ in range(2):
            await table(page).locator(".hand .card").first.click(position={"x": 10, "y": 30})
        return float(await page.evaluate("() => Math.max(0, ...window.heard)"))

    half = await loudest()
    assert half > 0
    volume = (await settings(page)).get_by_role("slider", name="音量")
    await volume.fill("1")
    await close(page)
    assert await loudest() == pytest.approx(2 * half)
    await page.keyboard.press("m")
    await expect(page.get_by_role("button", name="打开声音")).to_be_visible()
    assert await loudest() == 0
    await page.get_by_role("button", name="打开声音").click()
    assert await loudest() == pytest.approx(2 * half)
    await page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    assert await loudest() == 0  # silent in the background


async def test_motion_and_its_speed(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, motion="system")
    root = page.locator("html")
    takes = "getComputedStyle(document.querySelector('.btn')).transitionDuration"
    await expect(root).to_have_attribute("data-motion", "on")
    assert await page.evaluate(takes) not in ("0s", "")
    await page.emulate_media(reduced_motion="reduce")
    await expect(root).to_have_attribute("data-motion", "off")
    assert set((await page.evaluate(takes)).split(", ")) == {"0s"}
    dialog = await settings(page)
    motion = dialog.get_by_role("radiogroup", name="动画", exact=True)
    await motion.get_by_role("radio", name="开").click()  # a choice of one's own counts more
    await expect(root).to_have_attribute("data-motion", "on")
    speed = dialog.get_by_role("radiogroup", name="动画速度")
    length = "getComputedStyle(document.documentElement).getPropertyValue('--slow')"
    for name, slow in (("慢", 2.0), ("快", 0.5)):
        await speed.get_by_role("radio", name=name).click()
        await page.wait_for_function(f"() => Number({length}) === {slow}")
    await motion.get_by_role("radio", name="关").click()
    await close(page)
    await quick_play(page, "斗地主")
    await my_turn(page)
    await answer(page)
    moving = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert await page.evaluate(moving) == 0


async def test_the_pace_of_bots_is_that_of_the_settings(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, pace=800)
    asked: list[Any] = []

    def sent(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/games"):
            asked.append(request.post_data_json)

    page.on("request", sent)
    dialog = await settings(page)
    await dialog.get_by_role("radiogroup", name="电脑速度").get_by_role("radio", name="慢").click()
    await close(page)
    await quick_play(page, "锄大地")
    assert asked[-1]["pace"] == 1600
    stamps = """() => new Promise((resolve) => {
        const seen = [];
        const look = () => {
            const count = document.querySelectorAll('aside .log li').length;
            if (count !== seen.at(-1)?.[0]) seen.push([count, performance.now()]);
            if (seen.length >= 4 || document.querySelector('main').dataset.since) resolve(seen.slice(1));
            else requestAnimationFrame(look);
        };
        look();
    })"""
    moves: list[tuple[int, float]] = await page.evaluate(stamps)
    gaps = [later[1] - earlier[1] for earlier, later in pairwise(moves)]
    assert all(gap > 1000 for gap in gaps), gaps
