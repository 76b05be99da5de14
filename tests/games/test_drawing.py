"""States, views and records are drawn for eyes, and a view's drawing shows no more than the view."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from paiju.bots import make
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.contract import AnyGame, Pile, Resamples, Seat, View
from paiju.games.drawing import of_state, of_view, shown, text
from paiju.games.record import Move, Record, of_game

INFOS = [pytest.param(info, id=info.id) for info in catalog.infos()]


def played(info: GameInfo, moves: int = 14, seed: int = 5) -> tuple[AnyGame, Any, Record]:
    game, seats = info.game(), info.recommended
    bots = [make(info.id, "first", seed=seat) for seat in range(seats)]
    state: Any = game.deal(seats, seed)
    made: list[Move] = []
    while len(made) < moves and (pending := game.pending(state)):
        one = pending[0]
        action = bots[one.seat].choose(game.view(state, one.seat), one, limit=0.1)
        made.append(Move(one.seat, str(action)))
        state = game.apply(state, one.seat, action)
    return game, state, replace(of_game(info, info.build(), seats, seed), moves=tuple(made))


@pytest.mark.parametrize("info", INFOS)
def test_a_view_is_drawn_as_its_viewer_may_see_it(info: GameInfo) -> None:
    game, state, _ = played(info)
    for viewer in (None, Seat(0), Seat(1)):
        drawn = repr(game.view(state, viewer))
        assert drawn == str(game.view(state, viewer))
        assert len({len(row) for row in drawn.splitlines()}) == 1, "a box has straight edges"
        assert "{" not in drawn and "table." not in drawn, "a message key without its sentence"
        if isinstance(game, Resamples):
            assert repr(game.view(game.resample(state, viewer, 77), viewer)) == drawn


@pytest.mark.parametrize("info", INFOS)
def test_a_state_and_a_record_show_every_hand(info: GameInfo) -> None:
    game, state, record = played(info)
    holders = [seat for seat in range(info.recommended) if game.view(state, Seat(seat)).hands[seat].count]
    for drawn in (repr(state), repr(record)):
        assert info.title.en in drawn.splitlines()[0]
        for seat in holders:
            assert f"Seat {seat + 1} holds" in drawn
    assert str(record.moves[0].text) in repr(record)
    assert info.title.zh in text(of_state(game, state, "zh"))


@pytest.mark.parametrize("info", INFOS)
def test_a_notebook_gets_a_face_for_every_card(info: GameInfo) -> None:
    game, state, record = played(info)
    for thing in (state, record, game.view(state, Seat(0))):
        drawn = thing._repr_html_()
        faces = re.findall(r'aria-label="([^"]+)"', drawn)
        words = re.findall(r"[♠♥♦♣](?:10|[2-9JQKA])|(?:big|small) joker", repr(thing), re.IGNORECASE)
        assert faces == words
        assert "<script" not in drawn


def test_names_of_people_are_no_markup() -> None:
    info = catalog.find("doudizhu")
    _, _, record = played(info)
    drawn = replace(record, names=("<b>A</b>", "B", "C"))._repr_html_()
    assert "<b>A</b>" not in drawn and "&lt;b&gt;A" in drawn


def test_a_redacted_record_shows_its_moves_and_no_hands() -> None:
    info = catalog.find("doudizhu")
    _, _, record = played(info)
    drawn = repr(record.redacted(lambda number, move: number == 0))
    assert "0 ?" in drawn or "1 ?" in drawn or "2 ?" in drawn
    assert "holds" not in drawn


def test_a_game_outside_the_catalog_is_drawn_from_the_contract_alone() -> None:
    class LonelyView(View, frozen=True):
        hands: tuple[Pile, ...]
        centre: tuple[Pile, ...]
        waiting_on: tuple[Seat, ...]

    view = LonelyView(viewer=None, hands=(Pile("hand", 3),), centre=(Pile("pile", 9),), waiting_on=(Seat(0),))
    assert "Seat 1: 3 cards" in repr(view) and "pile: 9" in repr(view)


def test_a_state_made_by_hand_has_no_game_and_still_shows() -> None:
    state = catalog.game("doudizhu").deal(3, 1)
    assert shown(state._replace(setup=state.setup._replace(game=None))).startswith("╭─ State")
    assert of_view(catalog.game("holdem").view(catalog.game("holdem").deal(2, 1), None)).title
