"""跑得快 by the numbers of its vectors: the opening card, must-beat, short last plays, and who pays whom."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import cards
from paiju.games.climb.endings import ShedScore
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position, leading
from paiju.games.climb.state import State
from paiju.games.contract import IllegalAction, Seat, play
from tests.games.climb.test_endings import finish
from tests.games.climb.test_stages import climb, hands, played


def asked(game: Climb, state: State, text: str) -> str:
    """The code with which a move is refused, or ""."""
    try:
        play(game, state, Seat(state.turn), text)
    except IllegalAction as error:
        return error.code
    return ""


def following(top: str, hand: str, *, other: str = "4s5s6s", **options: Any) -> tuple[Climb, State]:
    """Seat 0 has led `top`, seat 1 holds `hand` and is asked."""
    game = climb("paodekuai", **options)
    start = leading(game, hands(f"{top}2s", hand, other), leader=0)
    return game, played(game, start, f"0:{top}")


def test_20_the_opening_play_holds_the_three_of_spades() -> None:
    game = climb("paodekuai")
    deal = game.placed(0, hands("3d3s4s", "5s6s", "7s8s"), ())
    assert (deal.turn, str(deal.setup.required)) == (0, "3s")
    assert [asked(game, deal, text) for text in ("3s", "3s3d", "3d")] == ["", "", "required_card_missing"]
    choices = [str(choice) for choice in game.pending(deal)[0].choices]
    assert choices == ["3s", "3s3d"]
    free = climb("paodekuai", opening="holder")
    deal = free.placed(0, hands("3d3s4s", "5s6s", "7s8s"), ())
    assert (deal.turn, deal.setup.required, str(deal.setup.marked)) == (0, None, "3s")


@pytest.mark.parametrize(
    ("number", "top", "hand", "options", "code"),
    [
        (21, "9s", "Ts3s", {}, "must_beat"),
        (22, "9s", "5s5d5c5h6s", {}, "must_beat"),
        (0, "9s", "3s4s", {}, ""),
        (0, "9s", "Ts3s", {"must_beat": False}, ""),
    ],
)
def test_21_22_who_can_beat_must(number: int, top: str, hand: str, options: dict[str, Any], code: str) -> None:
    game, state = following(top, hand, **options)
    assert asked(game, state, "pass") == code
    offered = [str(choice) for choice in game.pending(state)[0].choices]
    assert ("pass" in offered) is (code == "")
    assert offered


def test_23_a_single_before_the_last_card_is_the_highest() -> None:
    game = climb("paodekuai")
    start = leading(game, hands("9sKsKd", "4s", "5s6s"), leader=0)
    assert [asked(game, start, text) for text in ("9s", "Ks", "Kd", "KsKd")] == ["required_card_missing", "", "", ""]
    assert asked(climb("paodekuai", top_when_one_left=False), start, "9s") == ""


@pytest.mark.parametrize(
    ("hand", "text", "last_hand", "code"),
    [
        ("KsKhKd", "KKK", "follow", ""),
        ("KsKhKd3s", "KKK3", "follow", ""),
        ("KsKhKd3s4s", "KKK", "follow", "illegal_combo"),  # the rest would stay behind
        ("JsJhJd", "JJJ", "follow", "cannot_beat"),
        ("KsKhKd", "KKK", "lead", "cannot_beat"),
        ("KsKhKd", "KKK", "off", "illegal_combo"),
    ],
)
def test_14_a_last_play_may_carry_too_little(hand: str, text: str, last_hand: str, code: str) -> None:
    game, state = following("QsQhQd3d4d", hand, last_hand=last_hand, must_beat=False)
    assert asked(game, state, text) == code
    listed = any(str(choice).startswith(hand[:2]) for choice in game.pending(state)[0].choices)
    assert listed is (code == "" or len(hand) == 10)


def left(*counts: int) -> tuple[Any, ...]:
    row = cards("3d3c3h3s4d4c4h4s5d5c5h5s6d6c6h6s")
    return tuple(row[:count] for count in counts)


@pytest.mark.parametrize(
    ("number", "facts", "scores"),
    [
        (24, {"left": left(0, 5, 1)}, (5, -5, 0)),
        (25, {"left": left(0, 3, 16), "plays": (5, 2, 0)}, (35, -3, -32)),
        (26, {"left": left(0, 2, 1), "bombs": (0, 1, 0)}, (-8, 18, -10)),
    ],
)
def test_24_to_26_settlements(number: int, facts: dict[str, object], scores: tuple[int, ...]) -> None:
    assert ShedScore()(finish(**facts)).scores == scores


def test_settlements_by_option() -> None:
    facts = finish(left=left(0, 1, 16), plays=(5, 2, 0), bombs=(1, 0, 0), base=2)
    assert ShedScore(last_free=False, shut=1, bomb=5)(facts).scores == (54, -12, -42)


@pytest.mark.parametrize(("paid", "bombs"), [("unbeaten", (0, 1, 0)), ("every", (1, 1, 0)), ("none", (0, 0, 0))])
def test_27_bombs_that_are_paid(paid: str, bombs: tuple[int, ...]) -> None:
    game = climb("paodekuai", bombs_paid=paid)
    start = leading(game, hands("5s5h5d5c9s", "6s6h6d6c3s", "TsJs"), leader=0)
    state = played(game, start, "0:5555", "1:6666")
    assert tuple(map(state.paid, range(3))) == bombs


@pytest.mark.parametrize(
    "text",
    [
        "paodekuai 3445/9TJ/QK 0",
        "paodekuai 3445/9TJ/QK 1 top=0:6666 bombs=1/0/1",
        "paodekuai 3445/9TJ/QK 1 top=0:6666",
        "doudizhu_2p 345678/9TJQK 0 landlord=0 handicap=2",
    ],
)
def test_positions(text: str) -> None:
    position = Position.parse(text)
    assert str(position) == text
    assert str(Position.of(position.state, position.game)) == text
