"""Lessons: from the lobby in one click, by keyboard alone, in both languages, kept by the server; a guided deal."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import newcomer
from tests.browser.test_access import findings


async def press(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


async def hinted(page: Page) -> None:
    """Take the hint."""
    await page.keyboard.press("h")
    await expect(page.locator("section.hand").get_by_role("button", pressed=True)).not_to_have_count(0)
    await page.keyboard.press("Enter")


async def test_a_lesson_by_keyboard_in_both_languages(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.locator(".paths").get_by_role("link", name="学打牌").click()
    await page.get_by_role("link", name="谁大谁小").click()
    coach, hand = page.locator(".coach"), page.locator("section.hand")
    await expect(coach).to_contain_text("上家农民出了 A")
    await expect(hand.get_by_role("button")).to_have_count(3)
    await press(page, "p")
    await expect(coach).to_contain_text("不压，他就接着先出，最后一张 K 走掉了。 这样就赢不了了：上家会出 K。")
    assert await findings(page) == []
    await press(page, "ArrowRight", "Space", "Enter")
    await expect(coach).to_contain_text("2 比 A 大，只有王能压 2。")
    await expect(coach).to_contain_text("第 2 步，共 2 步")
    await press(page, "Space", "ArrowRight", "Space", "Enter")
    await expect(coach).to_contain_text("这一课学完了")
    await expect(coach.get_by_role("link", name="打一局带讲解的")).to_be_visible()
    await expect(coach.get_by_role("link", name="下一课")).to_be_focused()

    await page.evaluate("localStorage.setItem('paiju.settings', JSON.stringify({...JSON.parse(localStorage.getItem('paiju.settings')), lang: 'en', theme: 'dark'}))")  # fmt: skip
    await page.goto(f"{server_url}/learn/doudizhu")
    await expect(page.get_by_text("1 of 11 done")).to_be_visible()  # the server knows
    assert await findings(page) == []
    await page.get_by_role("link", name="Answer in kind").focus()
    await press(page, "Enter")
    await expect(coach).to_contain_text("There is a pair of nines: beat it.")
    await expect(hand.get_by_role("button")).to_have_count(3)
    await press(page, "p")
    await expect(coach).to_contain_text("Not quite Pass, and their last card goes.")
    assert await findings(page) == []
    await hinted(page)
    await expect(coach).to_contain_text("Lesson done A pair is beaten only by a higher pair")


@pytest.mark.parametrize(
    ("path", "says"), [("guandan/wild", "逢人配"), ("holdem/pot_odds", "底池 120"), ("sanguosha/crossbow", "诸葛连弩")]
)
async def test_every_family_is_taught_on_its_own_table(
    path: str, says: str, context: BrowserContext, server_url: str
) -> None:
    page = await newcomer(context, server_url)
    await page.set_viewport_size({"width": 360, "height": 740})
    await page.goto(f"{server_url}/learn/{path}")
    coach = page.locator(".coach")
    await expect(coach).to_contain_text(says)
    await expect(page.locator("section.hand button, section.shand button, section.betbox button").first).to_be_visible()
    if path.startswith("guandan"):
        await hinted(page)
    elif path.startswith("holdem"):
        await press(page, "f")
        await expect(coach).to_contain_text("弃早了")
        await press(page, "c")
    else:
        await press(page, "3", "Enter")
        await expect(coach).to_contain_text("第 2 步，共 3 步")
        await press(page, "1", "ArrowRight", "Enter")
        await expect(coach).to_contain_text("第 3 步，共 3 步")
        await press(page, "1", "ArrowRight", "Enter")
    await expect(coach).to_contain_text("这一课学完了")
    assert await findings(page) == []
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_a_guided_deal_comments_and_takes_back(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.goto(f"{server_url}/learn/doudizhu/deal")
    coach = page.locator(".coach")
    await page.get_by_role("button", name="不叫").click()
    await expect(coach).to_contain_text("电脑会选")
    await coach.get_by_role("button", name="悔一步").click()
    await page.get_by_role("button", name="3 分").click()
    await expect(coach).to_contain_text("和电脑想的一样")
    hand = page.locator("section.hand")
    await expect(hand.get_by_role("button")).to_have_count(20)
    await hinted(page)
    await expect(hand.get_by_role("button")).not_to_have_count(20)
    await expect(coach.locator(".verdict")).to_be_visible()
