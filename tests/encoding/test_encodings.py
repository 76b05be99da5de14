"""Encodings: every game has one, it has the shape it says, and it knows no more than its seat."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import card, cards
from paiju.encodings import encoder_of
from paiju.encodings.climb import ClimbEncoder
from paiju.encodings.encoding import IdTable
from paiju.games import catalog
from paiju.games.climb.actions import CALL, NO, PASS, Give, Say
from paiju.games.contract import Seat
from tests.contract.games import CASES, Case, is_checked, states

GAMES = [case for case in CASES if case.info.id in {info.id for info in catalog.infos()}]
all_games = pytest.mark.parametrize("case", GAMES, ids=lambda case: case.name)


def asked(game: Any, state: Any, seat: int) -> Any:
    return next((one for one in game.pending(state) if one.seat == seat), None)


@all_games
def test_an_observation_has_the_shape_of_its_encoding(case: Case) -> None:
    game = case.game
    encoder = encoder_of(game, case.seats)
    encoding = encoder.encoding
    for number, (state, _) in enumerate(states(game, case.seats, 11)):
        if not is_checked(state, number, 3):
            continue
        for decision in game.pending(state):
            view = game.view(state, decision.seat)
            seen = encoder.observe(view, decision)
            assert len(seen.planes) == encoding.plane_size
            assert len(seen.facts) == encoding.fact_size == len(encoding.fact_scales)
            assert len(seen.tokens) == encoding.history * encoding.token_size
            assert len(encoder.hidden(state, decision.seat)) == encoding.hidden_size
            rows, actions = encoder.features(view, decision), encoder.actions(view, decision)
            assert {len(row) for row in rows} == {encoding.feature_size} == {len(encoding.feature_scales)}
            assert len(rows) == len(actions)
            assert all(action in decision.choices for action in actions[:50])
            if case.info.family != "sanguosha":  # there a class holds several names
                assert len(set(rows)) == len(rows)


@all_games
def test_no_observation_changes_when_hidden_cards_are_dealt_again(case: Case) -> None:
    """The leak law, for every seat, asked or not."""
    game: Any = case.game
    encoder = encoder_of(game, case.seats)
    differs = False
    for number, (state, _) in enumerate(states(game, case.seats, 23)):
        if not is_checked(state, number, 7) or number > 400:
            continue
        for seat in map(Seat, range(case.seats)):
            twin = game.resample(state, seat, number)
            decision, again = asked(game, state, seat), asked(game, twin, seat)
            view, other = game.view(state, seat), game.view(twin, seat)
            assert encoder.observe(view, decision) == encoder.observe(other, again)
            if decision is not None:
                assert encoder.features(view, decision) == encoder.features(other, again)
            differs = differs or encoder.hidden(state, seat) != encoder.hidden(twin, seat)
    assert differs  # and what is hidden was dealt again indeed


@all_games
def test_tokens_are_the_newest_first(case: Case) -> None:
    """A longer history begins with a shorter one."""
    game = case.game
    short, long = (encoder_of(game, case.seats, history=length) for length in (3, 40))
    last: Any = None
    for number, (state, _) in enumerate(states(game, case.seats, 5)):
        if game.pending(state) and is_checked(state, number, 2):
            last = state
    decision = game.pending(last)[0]
    view = game.view(last, decision.seat)
    some, more = short.observe(view, decision).tokens, long.observe(view, decision).tokens
    assert some == more[: len(some)]
    assert any(more[: long.encoding.token_size]) or not game.view(last, None).log[3:]


def encoder(name: str, **options: object) -> ClimbEncoder:
    game = catalog.game(name, **options)
    found = encoder_of(game, catalog.find(name).recommended)
    assert isinstance(found, ClimbEncoder)
    return found


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("doudizhu", "3s3d", [0, 1]),  # two threes, whatever their suits
        ("doudizhu", "3s", [0]),
        ("doudizhu", "L", [13 * 4]),
        ("doudizhu_4p", "4d4d4s", [8, 9, 10]),
        ("big_two", "3d3s4c", [0, 3, 5]),  # suits count: d c h s
        ("guandan", "3d3d3s", [0, 1, 6]),  # two copies of each; 3 is the weakest at level 2
    ],
)
def test_cells(name: str, text: str, cells: list[int]) -> None:
    one = encoder(name)
    plane = one.cells(*one.layout.weigh(cards(text)))
    assert [at for at, cell in enumerate(plane) if cell] == cells


@pytest.mark.parametrize(
    ("action", "tail"),
    [
        (PASS, (1, 0, 0, 0, 0, 0, 0)),
        (NO, (0, 1, 0, 0, 0, 0, 0)),
        (CALL, (0, 2, 0, 0, 0, 0, 0)),
        (Say("bid 3"), (0, 4, 0, 0, 0, 0, 0)),
        (Give("return", card("5s")), (0, 0, 2, 0, 0, 0, 0)),
    ],
)
def test_words_and_gifts(action: Any, tail: tuple[int, ...]) -> None:
    assert tuple(encoder("doudizhu").feature(action)[-7:]) == tail


@pytest.mark.parametrize("name", ["doudizhu", "paodekuai", "three_two_one"])
def test_every_choice_has_an_id(name: str) -> None:
    one = encoder(name)
    table = one.ids()
    assert table is not None
    assert len(table) > 1000
    game = one.game
    for state, _ in states(game, one.seats, 3):
        for decision in game.pending(state):
            rows = one.features(game.view(state, decision.seat), decision)
            assert [table.row(table.id(row)) for row in rows] == rows


def test_the_menu_of_holdem_is_a_table() -> None:
    game = catalog.game("holdem")
    table = encoder_of(game, 6).ids()
    assert isinstance(table, IdTable)
    for state, _ in states(game, 6, 3):
        for decision in game.pending(state):
            rows = encoder_of(game, 6).features(game.view(state, decision.seat), decision)
            assert len({table.id(row) for row in rows}) == len(rows)


def test_an_encoding_describes_itself() -> None:
    text = encoder("doudizhu").encoding.describe()
    assert text.startswith("climb/1: 3 seats\nplanes 7 × 15 × 4: own hand, unseen")
    assert "  landlord × 3, scale 1" in text


def test_a_game_without_an_encoding_is_refused() -> None:
    from tests import toy

    with pytest.raises(ValueError, match="has no encoding"):
        encoder_of(toy.INFO.game(), toy.INFO.recommended)
