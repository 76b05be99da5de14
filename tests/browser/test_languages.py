"""Both languages, with no key left untranslated on any screen."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from tests.browser.person import answer, my_turn, newcomer, quick_play

KEY = re.compile(
    r"\b(?:climb|guandan|holdem|sgs|skill|card|general|error|table|lobby|nav|hand|result|preset|word)\.[a-z_]+(?:\.[a-z_0-9]+)*"
)
HAN = re.compile(r"[\u4e00-\u9fff]")


async def untranslated(page: Page, language: str) -> list[str]:
    # In one look: the lobby's list changes by itself.
    text, labels, names = await page.evaluate(
        """() => {
            const every = (what, tell) => [...document.querySelectorAll(what)].map(tell);
            return [
                document.body.innerText,
                every("[aria-label],[title]", (one) => (one.ariaLabel ?? "") + " " + (one.title ?? "")),
                every(".nm, .who, .wn", (one) => (one.querySelector("b") ?? one).innerText),
            ];
        }"""
    )
    found = [match[0] for match in KEY.finditer(" ".join([text, *labels]))]
    if language == "en":
        for line in text.splitlines():
            bare = line
            for name in sorted(names, key=len, reverse=True):  # the longest first: one may be part of another
                bare = bare.replace(name.strip(), "")
            # A single character is an avatar or a mark; names of bots are names.
            if HAN.search(bare) and len(line.strip()) > 1 and line.strip() not in ("中文", "牌局", "Paiju牌局"):
                found.append(line.strip())
    return found


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_every_screen(language: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang=language)
    problems: dict[str, list[str]] = {}
    for path in ("rules", "replays", "me", "learn", "puzzles", "daily", "study", "leaders", ""):
        await page.goto(f"{server_url}/{path}")
        await expect(page.locator("h1").first).to_be_visible()
        if found := await untranslated(page, language):
            problems[path or "lobby"] = found
    for info in catalog.infos():
        await quick_play(page, info.title.zh if language == "zh" else info.title.en)
        for _ in range(3):
            if not await my_turn(page):
                break
            if found := await untranslated(page, language):
                problems[info.id] = found
            await answer(page)
        await page.locator("header a[href='/']").first.click()
        await expect(page.locator(".feat .play").first).to_be_visible()
    assert problems == {}
