"""Each game from the lobby to a finished deal, by clicking as a person would."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from paiju.games import catalog
from tests.browser.person import create_table, newcomer, play_to_the_end, quick_play, table


@pytest.mark.parametrize("entry", catalog.entries(), ids=lambda entry: entry.id)
async def test_a_newcomer_plays_a_deal(entry: catalog.Entry, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    seats = entry.recommended
    if entry.id == "sanguosha":
        await create_table(page, entry.title.zh, seats := 2)  # a duel: a lord and a rebel
    else:
        await quick_play(page, entry.title.zh)
    result = page.locator(".res")
    given = await play_to_the_end(page, answers=25 if entry.id == "sanguosha" else 200)
    for _ in range(6):
        if given or entry.id != "holdem":
            break
        # everybody folded to the newcomer's big blind: a deal without a question, so the next one
        await table(page).get_by_role("button", name="本局结束").click()
        await result.get_by_role("button", name="下一局").click()
        await expect(table(page)).not_to_have_attribute("data-ended", "1")
        given = await play_to_the_end(page, answers=200)
    assert given >= 1
    if entry.id == "holdem":
        await table(page).get_by_role("button", name="本局结束").click()
    await expect(result).to_be_visible()
    await expect(result.locator("tbody tr")).to_have_count(seats)
    await expect(result.get_by_role("link", name="看回放")).to_be_visible()
    if entry.id != "sanguosha":
        await result.get_by_role("button", name="下一局").click()
        await expect(table(page)).not_to_have_attribute("data-ended", "1")
