"""The session under the names of the source documents: a whole match, its events, its refusals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from paiju.cards import NotationError, Rng
from paiju.compat.guandan_session import (
    GuandanSession,
    _reading,
    bomb_tier,
    can_beat,
    classify,
    find_all_plays,
)
from paiju.games.climb.shapes import Combo
from paiju.games.contract import IllegalAction
from paiju.games.messages import tell
from tests.games.climb.guandan import INFO, PRESETS, game_at, options_of


def play_out(session: GuandanSession, rng: Rng) -> None:
    """Tribute as it must be paid, and random plays, until the deal is over."""
    while session.phase in ("TRIBUTE", "RETURN", "PLAYING"):
        seat = session.current
        if session.phase == "TRIBUTE":
            (decision, *_) = session.game.pending(session.state)
            session.pay_tribute(seat, next(iter(decision.choices)).card)  # type: ignore[union-attr]
        elif session.phase == "RETURN":
            (decision, *_) = session.game.pending(session.state)
            session.return_tribute(seat, str(next(iter(decision.choices)).card))  # type: ignore[union-attr]
        else:
            plays = session.legal_plays(seat)
            if session.table_play is not None and (not plays or rng.below(3) == 0):
                session.pass_turn(seat)
            else:
                text, reading = rng.choice(plays)
                assert session.play(seat, text, {"type": reading.type, "key": reading.key}) == reading


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_through_the_session(preset: str) -> None:
    session = GuandanSession(options_of(preset, max_deals=3), seed=5)
    assert session.phase == "WAITING"
    rng = Rng(1)
    deals = 0
    while session.phase in ("WAITING", "DEAL_END"):
        session.deal()
        deals += 1
        assert session.active_players == (0, 1, 2, 3)
        play_out(session, rng)
        assert session.team_out(session.rank_list)
        assert len(session.rank_list) == 4
    assert session.phase == "MATCH_END"
    told = session.events()
    assert [event["seq"] for event in told] == list(range(len(told)))
    names = {event["type"] for event in told}
    assert names >= {
        "match_started", "deal_started", "turn", "played", "passed", "trick_ended", "player_finished",
        "hand_count_revealed", "deal_ended", "level_changed", "match_ended",
    }  # fmt: skip
    assert sum(event["type"] == "deal_started" for event in told) == deals
    assert deals == 1 or names & {"tribute_required", "tribute_resisted"}
    assert "hand_dealt" not in names
    mine = [event for event in session.events(2) if event["type"] == "hand_dealt"]
    assert len(mine) == deals
    assert {event["seat"] for event in mine} == {2}


@pytest.mark.parametrize(
    ("seat", "text", "declare", "code"),
    [
        (1, "pass", None, "not_your_turn"),
        (0, "pass", None, "must_lead"),
        (0, "RR", None, "not_in_hand"),
        (0, "3s4s", None, "illegal_combo"),
        (0, "3s", {"type": "pair"}, "bad_declare"),
        (0, "pay 3s", None, "wrong_phase"),
    ],
)
def test_refusals_have_codes_and_change_nothing(
    seat: int, text: str, declare: dict[str, str] | None, code: str
) -> None:
    session = GuandanSession(options_of("seed", first_lead="seat:0"))
    for seed in range(1000):
        session = GuandanSession(options_of("seed", first_lead="seat:0"))
        session.deal(seed)
        if "3s" in session.hand(0) and "4s" in session.hand(0) and session.hand(0).count("R") < 2:
            break
    before = session.state
    with pytest.raises(IllegalAction) as refused:
        if text == "pass":
            session.pass_turn(seat)
        elif text.startswith("pay"):
            session.pay_tribute(seat, text[4:])
        else:
            session.play(seat, text, declare)
    assert refused.value.code == code
    assert session.state is before
    assert session.events(seat)[-1]["type"] == "error"
    assert session.events(seat)[-1]["code"] == code
    assert session.events()[-1]["type"] == "turn"


def test_operations_out_of_place() -> None:
    session = GuandanSession()
    with pytest.raises(IllegalAction):
        session.pass_turn(0)
    session.deal(3)
    with pytest.raises(IllegalAction):
        session.deal()
    with pytest.raises(NotationError):
        session.play(session.current, "nonsense")


def test_seats() -> None:
    session = GuandanSession(options_of("seed", first_lead="seat:2"))
    session.deal(1)
    assert (session.current, session.next_seat(3), session.last_winner, session.table_play) == (2, 0, None, None)
    assert session.remaining_in_order(1) == (2, 3, 0, 1)
    assert not session.team_out([0, 1])
    assert session.team_out([0, 1, 2])
    assert session.hand_count(0) == 27
    assert session.view(0).hands[1].cards is None


@pytest.mark.parametrize(
    ("text", "level", "rules", "weight"),
    [
        ("R", 5, "seed", 103), ("L", 5, "seed", 102), ("5s", 5, "seed", 101), ("As", 5, "seed", 14), ("2s", 5, "seed", 2),
        ("2s", 5, "seed_literal", 15), ("RR", 5, "seed", 123), ("LR", 5, "seed", 123), ("5s5d", 5, "seed", 121),
        ("AsAd", 5, "seed", 34), ("AsAdAc", 5, "seed", 44), ("As2d3s4d5c", 5, "seed", 5), ("5s5d5c5h", 5, "seed", 15),
        ("5s5d5c5h", 5, "seed_literal", 5), ("3s3d3cAsAd", 5, "seed", 3),
    ],
)  # fmt: skip
def test_weights_for_display(text: str, level: int, rules: str, weight: int) -> None:
    assert classify(text, level, rules)[0].weight == weight


def test_the_ladder_of_bombs() -> None:
    ladder = ["3s3d3c3h", "3s3d3c3h3s", "As2s3s4s5s", "3s3d3c3h3s3d", "3s3s3d3d3c3c3h3h", "LLRR"]
    readings = [classify(text, 9)[0] for text in ladder]
    assert [bomb_tier(reading) for reading in readings] == [1, 2, 3, 4, 6, 9]
    for lower, higher in pairwise(readings):
        assert can_beat(higher, lower)
        assert not can_beat(lower, higher)


@pytest.mark.parametrize("preset", PRESETS)
def test_can_beat_says_what_the_engine_does(preset: str) -> None:
    game = game_at(8, preset)
    combos: tuple[Combo, ...] = game.reader.combos  # type: ignore[attr-defined]
    readings = {combo: _reading(game, combo) for combo in combos}
    for new in combos[::2]:
        for table in combos[::3]:
            assert can_beat(readings[new], readings[table], preset) == new.beats(table), (new, table)


def test_find_all_plays_against_the_table() -> None:
    table = classify("KsKd", 5)[0]
    found = find_all_plays("AsAdQsQd5hLL", 5, "competition", table)
    assert [text for text, _ in found] == ["AsAd", "Ad5h", "LL"]


@pytest.mark.parametrize(
    "declare", ["foo", "single:9:9", {"type": "foo"}, {"type": "pair"}, {"key": 5}, {"type": "single", "key": 99}]
)
def test_what_cards_cannot_be_is_a_bad_declaration(declare: Any) -> None:
    session = GuandanSession(options_of("seed"), seed=5)
    session.deal()
    before = session.state
    seat, card = session.current, session.hand(session.current)[-2:]
    with pytest.raises(IllegalAction) as found:
        session.play(seat, card, declare)
    assert found.value.code == "bad_declare"
    assert session.state is before
    assert session.events(seat)[-1]["code"] == "bad_declare"
    assert "single" in tell(found.value.why, INFO.all_messages, "en")
