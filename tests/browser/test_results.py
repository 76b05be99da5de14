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
        "winners": [state["players"][-1]["id"]],
    }  # fmt: skip
    for seat, pile in enumerate(state["view"]["hands"]):
        pile["cards"] = [] if seat == seats - 1 else HELD


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("game", ["doudizhu", "guandan"])
async def test_the_result_fits_a_phone(game: str, language: str, context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, game, over, lang=language)
    await page.set_viewport_size({"width": 360, "height": 740})
    panel = page.locator(".res")
    await expect(panel).to_be_visible()
    cut = await panel.evaluate(
        """panel => [...panel.querySelectorAll('td, th, button, a, h2, .card')].filter((one) => {
            const box = one.getBoundingClientRect(), around = panel.getBoundingClientRect();
            return box.width && (box.right > around.right + 1 || box.left < around.left - 1);
        }).map((one) => one.outerHTML.slice(0, 100))"""
    )
    assert cut == []
    assert await panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")


def fallen(state: dict[str, Any]) -> None:
    """The recorded game of Sanguosha, lost on auto-play, with cards in hand."""
    seats = len(state["view"]["players"])
    state |= {"stage": "hand_end", "decision": None}
    state["result"] = {
        "handNumber": state["handNumber"], "scores": [-2] * (seats - 1) + [2 * (seats - 1)], "reason": "sgs.over.rebel",
        "matchOver": False, "winners": [],
    }  # fmt: skip
    for player in state["players"]:
        player["auto"] = player["seat"] == 0
    for player in state["view"]["players"]:
        player |= {"role": "rebel", "general": "machao"}


async def test_sanguosha_shows_who_everyone_was(context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, "sanguosha", fallen)
    await page.set_viewport_size({"width": 390, "height": 844})
    panel = page.locator(".res")
    await expect(panel.get_by_role("columnheader", name="身份与武将")).to_be_visible()
    for row in await panel.locator("tbody tr").all():
        await expect(row.locator("td").first).to_contain_text("反贼 · 马超")
    await expect(page.get_by_text("电脑正在替你出牌")).to_have_count(0)  # it lay over the scores


def taken(state: dict[str, Any]) -> None:
    """A deal in which points are only won: others have more."""
    over(state)
    state["result"]["scores"] = [25, 30, 45]


async def test_fewer_points_than_others_are_no_victory(context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, "doudizhu", taken)
    await expect(page.locator("#res-title")).to_contain_text("你输了")


async def test_a_closed_result_covers_no_card(context: BrowserContext, server_url: str) -> None:
    """What to do next stands where the answers stood, not over the play that ended the deal."""

    def ended(state: dict[str, Any]) -> None:
        over(state)
        state["view"]["phase"] = "Over"

    page = await still(context, server_url, "doudizhu", ended)
    for width, height in ((1280, 800), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        if await page.locator(".res").count():
            await page.get_by_role("button", name="看牌桌").click()
        await expect(page.get_by_role("button", name="看结果")).to_be_visible()
        actions = page.get_by_role("region", name="操作")
        await expect(actions.get_by_role("button", name="看结果")).to_be_visible()


def empty_seats(state: dict[str, Any]) -> None:
    """A hand of Hold'em at a table with free seats, as a spectator sees it."""
    state |= {"stage": "hand_end", "decision": None, "you": None}
    state["players"] = state["players"][:2]
    state["result"] = {
        "handNumber": state["handNumber"], "scores": [20, -20] + [0] * (len(state["view"]["seats"]) - 2), "winners": [],
        "reason": "holdem.over.showdown", "matchOver": False,
    }  # fmt: skip


async def test_free_seats_have_no_result_and_a_spectator_starts_nothing(
    context: BrowserContext, server_url: str
) -> None:
    page = await still(context, server_url, "holdem", empty_seats)
    await page.get_by_role("button", name="看结果").click()
    await expect(page.locator(".res tbody tr")).to_have_count(2)
    await expect(page.locator(".res").get_by_text("下一局")).to_have_count(0)


def stood_in(state: dict[str, Any]) -> None:
    for player in state["players"]:
        player["auto"] = player["seat"] == state["you"]["seat"]


async def test_auto_play_covers_no_question(context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, "sanguosha", stood_in)
    prompt = page.locator("main.room .prompt")
    await expect(prompt).to_have_count(1)
    await expect(prompt.locator("[data-act=back]")).to_be_visible()


def watched(state: dict[str, Any]) -> None:
    fallen(state)
    state["you"] = None


async def test_a_spectator_is_nobody_in_the_game(context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, "sanguosha", watched)
    await expect(page.locator(".res")).to_be_visible()
    await expect(page.locator(".goal")).to_have_count(0)
