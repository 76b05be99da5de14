"""Each game from the lobby to a finished deal, by clicking as a person would."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page, expect

from paiju.games import catalog
from tests.browser.person import answer, create_table, my_turn, newcomer, play_to_the_end, quick_play, table


async def never_scrolls(page: Page) -> None:
    """After a whole deal the document is no higher than the window, on a desktop and on a phone."""
    for width, height in ((390, 844), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator(".log li").nth(3)).to_be_attached() if width > 1180 else None
        assert await page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
async def test_a_newcomer_plays_a_deal(info: catalog.GameInfo, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    seats = info.recommended
    if info.id == "sanguosha":
        await create_table(page, info.title.zh, seats := 2)  # a duel: a lord and a rebel
    else:
        await quick_play(page, info.title.zh)
    result = page.locator(".res")
    # One deal of each kind of table is clicked through; elsewhere auto-play ends what was begun by clicking.
    whole = {"doudizhu": 200, "holdem": 200, "sanguosha": 25, "qigui_521": 12}
    given = await play_to_the_end(page, answers=whole.get(info.id, 6))
    for _ in range(6):
        if given or info.id != "holdem":
            break
        # everybody folded to the newcomer's big blind: a deal without a question, so the next one
        await table(page).get_by_role("button", name="看结果").click()
        await result.get_by_role("button", name="下一手" if info.id == "holdem" else "下一局").click()
        await expect(table(page)).not_to_have_attribute("data-ended", "1")
        given = await play_to_the_end(page, answers=200)
    assert given >= 1
    if info.id == "holdem":
        await expect(table(page).locator(".verdict").first).to_contain_text("赢得")  # who wins, how much, with what
        await table(page).get_by_role("button", name="看结果").click()
    await expect(result).to_be_visible()
    await expect(result.locator("tbody tr")).to_have_count(seats)
    await expect(result.get_by_role("link", name="看回放")).to_be_visible()
    await never_scrolls(page)
    if info.id == "sanguosha":
        await result.get_by_role("link", name="看回放").click()
        await page.wait_for_url("**/replay/**")
        await expect(table(page)).to_be_visible()
        await page.keyboard.press("End")
        await never_scrolls(page)
    else:
        await result.get_by_role("button", name="下一手" if info.id == "holdem" else "下一局").click()
        await expect(table(page)).not_to_have_attribute("data-ended", "1")


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "holdem", "sanguosha"])
async def test_a_new_player_is_told_what_to_do(game: str, context: BrowserContext, server_url: str) -> None:
    """The first time: what the game is about and what to press, once; and at every question, in words, what is asked."""
    page = await newcomer(context, server_url, tips=True)
    info = catalog.find(game)
    await quick_play(page, info.title.zh)
    tip = page.get_by_role("region", name="第一次玩")
    asked = {"holdem": ".betbox", "sanguosha": ".prompt .ask"}.get(game, ".ask")
    for _ in range(6):
        if not await my_turn(page):
            break
        assert len((await table(page).locator(asked).inner_text()).strip()) >= 2
        if await tip.count():
            await tip.get_by_role("button", name="知道了").click()
            await expect(tip).to_have_count(0)
            break
        await answer(page)  # Sanguosha: first a general is chosen
    else:
        raise AssertionError("nothing was said to the newcomer")
    await page.reload()
    await expect(table(page)).to_be_visible()
    await my_turn(page)
    await expect(tip).to_have_count(0)
