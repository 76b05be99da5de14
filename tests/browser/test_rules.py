"""The rules panel: for this table's game and options, in both languages, from the lobby and at the table."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from paiju.games.rulebook import plain, rules_of
from tests.browser.person import newcomer, quick_play
from tests.browser.test_access import findings
from tests.browser.test_languages import untranslated

WORDS = {
    "zh": {"rules": "规则", "chosen": "看这些选项的规则", "changed": "和默认不同的地方", "first": "先看这几条", "untimed": "这张桌子不限时", "create": "游戏"},
    "en": {"rules": "Rules", "chosen": "Rules for these options", "changed": "Different from the default", "first": "Worth knowing first", "untimed": "At this table nobody's time is limited", "create": "Game"},
}  # fmt: skip


def texts(game: str, language: str, **values: object) -> list[str]:
    """What the panel must say first: options that differ, then surprises."""
    info = catalog.find(game)
    rules = rules_of(info, info.build(values))
    said = [*(one for change in rules.changed for one in change.says), *rules.surprises]
    return [plain(one.text.zh if language == "zh" else one.text.en) for one in said]


async def shown(page: Page) -> str:
    panel = page.locator("article.rules[aria-busy=false]")
    await expect(panel).to_be_visible()
    return re.sub(r"\s+", " ", await panel.inner_text())


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_rules_of_the_options_chosen_so_far(language: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang=language)
    form = page.locator("section.mk form")
    await form.get_by_label(WORDS[language]["create"], exact=True).select_option("big_two")
    await form.locator("summary").click()
    info = catalog.find("big_two")
    help_text = next(option.help for option in info.describe() if option.name == "pass_lock")
    await form.get_by_role("switch", name=help_text.zh if language == "zh" else help_text.en).check()
    await form.get_by_role("button", name=WORDS[language]["chosen"]).click()
    await expect(page.get_by_role("dialog").get_by_text(WORDS[language]["changed"])).to_be_visible()
    said = await shown(page)
    for text in texts("big_two", language, pass_lock=True):
        assert text in said
    assert not await untranslated(page, language)
    assert not await findings(page)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("game", ["guandan", "holdem", "sanguosha"])
async def test_rules_at_the_table(game: str, language: str, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang=language)
    info = catalog.find(game)
    await quick_play(page, info.title.zh if language == "zh" else info.title.en)
    await page.get_by_role("tab", name=WORDS[language]["rules"]).click()
    said = await shown(page)
    values = info.presets["competition"] if game == "guandan" else {}
    timed = any(option.name == "turn_timeout" for option in info.describe())  # then its own rule says so
    clockless = {name: value for name, value in values.items() if not name.endswith("_timeout")}
    clockless |= {"turn_timeout": 0} if timed else {}
    for text in texts(game, language, **clockless):
        assert text in said, text
    assert WORDS[language]["changed"] in said
    if not timed:
        assert WORDS[language]["untimed"] in said  # against computers alone
    assert WORDS[language]["first"] in said
    assert not await untranslated(page, language)
    assert not await findings(page)


async def test_the_rules_show_the_clock_of_the_table(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    form = page.locator("section.mk form")
    await form.get_by_label("游戏", exact=True).select_option("doudizhu")
    await form.get_by_role("radiogroup", name="每手时间").get_by_role("radio", name="15").click()
    await form.get_by_role("button", name="开桌").click()
    await page.wait_for_url("**/table/**")
    await page.get_by_role("tab", name="规则").click()
    assert "每步限时 15 秒" in await shown(page)


async def test_words_are_explained_on_hover_focus_and_long_press(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.goto(f"{server_url}/rules/holdem")
    term = page.locator("article.rules .term", has_text="边池").first
    meaning = catalog.find("holdem").messages["term.side_pot.text"].zh
    tip = page.locator("[role=tooltip]:popover-open")
    await term.hover()
    await expect(tip).to_have_text(meaning)
    box, window = await tip.bounding_box(), page.viewport_size
    assert box and window and box["x"] >= 0 and box["x"] + box["width"] <= window["width"]
    await page.mouse.move(0, 0)
    await expect(tip).to_have_count(0)
    await term.focus()
    await expect(tip).to_have_text(meaning)
    await page.keyboard.press("Escape")
    await expect(tip).to_have_count(0)
    await page.mouse.click(2, 2)
    await term.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    await expect(tip).to_have_text(meaning)


async def test_words_on_the_felt_are_explained_too(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, lang="en")
    await quick_play(page, "Texas Hold'em")
    await page.locator(".pot .term").first.hover()
    meaning = catalog.find("holdem").messages["term.pot.text"].en
    await expect(page.locator("[role=tooltip]:popover-open")).to_have_text(meaning)


async def test_the_panel_fits_a_phone(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, theme="dark")
    await page.set_viewport_size({"width": 360, "height": 740})
    for info in catalog.infos():
        await page.goto(f"{server_url}/rules/{info.id}")
        await shown(page)
        wide = await page.evaluate(
            """() => [...document.querySelectorAll('article.rules *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1
                 && getComputedStyle(one).position !== 'fixed').map(one => one.outerHTML.slice(0, 120))"""
        )
        assert wide == [], info.id
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
