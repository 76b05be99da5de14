"""A record of a made-up game replays and verifies, and each way of damaging it is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards.fair import commitment, deal_seed
from paiju.games.contract import Seat
from paiju.games.record import (
    SIZE_LIMIT,
    Move,
    Record,
    RecordError,
    dump,
    dump_all,
    load,
    load_all,
    replay,
    same_deal,
    steps,
    verify,
)
from tests.contract.games import Case, random_deal
from tests.toy import INFO

CASE = Case(INFO, None, 3)
SERVER = bytes(range(32))
ENTROPY = (b"", b"ann", b"\x00")


def sample() -> Record:
    state, record = random_deal(CASE, deal_seed(SERVER, ENTROPY))
    moves = tuple(move._replace(elapsed=100 * i) for i, move in enumerate(record.moves))
    return replace(
        record,
        moves=moves,
        names=("Ann", "波", "#1 @2"),
        time="2026-11-15T12:00:00Z",
        commit=commitment(SERVER),
        entropy=ENTROPY,
        server_seed=SERVER,
        extra=(("x-table", "7 #a"),),
        comments=((0, "first"), (2, "a good move"), (2, "the only one"), (len(moves), "the end")),
    )


GAME = CASE.game
RECORD = sample()
TEXT = dump(RECORD)
LINES = TEXT.splitlines()


def test_it_survives_the_round_trip() -> None:
    assert load(TEXT) == RECORD
    assert dump(load(TEXT)) == TEXT
    assert load(TEXT.encode()) == RECORD
    assert load(("\ufeff" + TEXT).encode().replace(b"\n", b"\r\n")) == RECORD


def test_names_are_written_as_json_whatever_they_are() -> None:
    names = ('"q"', "\\", "a\tb", "波", "\u2028", "")
    record = replace(RECORD, names=names)
    (line,) = [line for line in dump(record).split("\n") if line.startswith("names: ")]
    assert line.rpartition(" #")[0] == "names: " + json.dumps(names, ensure_ascii=False)
    assert load(dump(record)).names == names


def test_it_verifies_and_replays_to_the_same_end() -> None:
    verdict = verify(load(TEXT), GAME)
    assert verdict.committed
    assert verdict.outcome == GAME.outcome(replay(RECORD, GAME))
    assert len(list(steps(RECORD, GAME))) == len(RECORD.moves)


def test_a_match_is_several_deals_in_one_file() -> None:
    _, other = random_deal(CASE, 77)
    assert load_all(dump_all([RECORD, other])) == (RECORD, other)
    with pytest.raises(RecordError, match="2 deals"):
        load(dump_all([RECORD, other]))


def test_a_comment_on_a_move_that_is_not_there_is_not_written() -> None:
    beyond = replace(RECORD, comments=(*RECORD.comments, (len(RECORD.moves) + 1, "too late")))
    assert dump(beyond) == dump(RECORD)


def test_comments_are_outside_the_chain() -> None:
    kept = [line for line in LINES if not line.startswith(";")]
    bare = load("\n".join(kept))
    assert bare.moves == RECORD.moves
    assert bare.comments == ()


@pytest.mark.parametrize("number", range(1, len(LINES)))
def test_no_line_can_be_changed(number: int) -> None:
    if not LINES[number] or LINES[number].startswith(";"):
        return
    changed = LINES.copy()
    changed[number] = re.sub(r"[0-9a-z]", lambda c: "b" if c[0] != "b" else "c", changed[number], count=1)
    with pytest.raises(RecordError) as refused:
        load("\n".join(changed))
    assert str(refused.value)


@pytest.mark.parametrize("number", range(1, len(LINES)))
def test_no_line_can_be_left_out(number: int) -> None:
    if not LINES[number] or LINES[number].startswith(";"):
        return
    with pytest.raises(RecordError):
        load("\n".join(LINES[:number] + LINES[number + 1 :]))


@pytest.mark.parametrize("share", range(0, 100, 3))
def test_a_file_that_was_cut_off_is_refused(share: int) -> None:
    with pytest.raises(RecordError):
        load(TEXT[: len(TEXT) * share // 100])


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", 1, "begins with the line"),
        (b"hello\n", 1, "begins with the line"),
        (b"\n\nhello\n", 3, "begins with the line"),
        (b"paiju 2\n", 1, "begins with the line"),
        (b"paiju 1\ngame: caf\xe9\n", 2, "not UTF-8"),
        (b"paiju 1\ngame: duel\n", 2, "hash of 32"),
        (b"paiju 1\n" + b"x" * 100_000 + b"\n", 2, "too long"),
        (b"paiju 1\n" + b"\n" * (SIZE_LIMIT + 1), None, "larger than 8 MiB"),
    ],
)
def test_hostile_files_get_one_clear_error_with_the_line(data: bytes, line: int | None, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        load(data)
    assert (refused.value.line, says in str(refused.value)) == (line, True), refused.value


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"options": {"rounds": 99}}, "option rounds"),
        ({"options": {"colour": 1}}, "no such option"),
        ({"seats": 9}, "not played by 9"),
        ({"rules": "0"}, "rules version 0"),
        ({"server_seed": bytes(32)}, "not the one it committed to"),
        ({"entropy": ()}, "does not follow"),
        ({"server_seed": None}, "server's seed is missing"),
    ],
)
def test_a_well_formed_record_that_is_not_true_is_refused(change: dict[str, object], says: str) -> None:
    false = load(dump(replace(RECORD, **change)))  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=re.escape(says)):
        from paiju.games.record import game_of

        verify(false, game_of(false, INFO))


@pytest.mark.parametrize("text", ["show 2c2d", "fold", "show Xx", "yes"])
def test_an_illegal_move_is_refused_with_its_line(text: str) -> None:
    moves = (*RECORD.moves[:2], Move(Seat(2), text), *RECORD.moves[3:])
    bad = load(dump(replace(RECORD, moves=moves)))
    with pytest.raises(RecordError, match="move 3 .* is refused") as refused:
        verify(bad, GAME)
    assert dump(bad).splitlines()[(refused.value.line or 0) - 1].startswith(f"2 {text}")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RecordError, match='no game is called "duel"'):
        verify(RECORD)


def test_a_redacted_copy_tells_nothing_and_keeps_every_hash() -> None:
    copy = load(dump(RECORD.redacted(lambda number, move: move.seat == 1)))
    text = dump(copy)
    assert str(RECORD.seed) not in text
    assert SERVER.hex() not in text
    assert all(move.text is None for move in copy.moves if move.seat == 1)
    assert [line[-33:] for line in text.splitlines() if " #" in line] == [line[-33:] for line in LINES if " #" in line]
    same_deal(copy, RECORD)
    with pytest.raises(RecordError, match="not revealed"):
        verify(copy, GAME)
    with pytest.raises(RecordError, match="hashes differ"):
        same_deal(copy, replace(RECORD, seed=5))


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: b"paiju 1\n" + text.encode()))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_a_record_or_a_record_error(data: bytes) -> None:
    with pytest.raises(RecordError):
        load(data)


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
@settings(max_examples=300, deadline=None)
def test_any_changed_character_is_noticed_or_harmless(place: int, character: str) -> None:
    try:
        again = load(TEXT[:place] + character + TEXT[place + 1 :])
    except RecordError:
        return
    assert replace(again, comments=()) == replace(RECORD, comments=())


@pytest.mark.parametrize("first", [-1, 3, 7, 10**6])
def test_a_seat_that_is_not_at_the_table_cannot_begin(first: int) -> None:
    false = Record(game="doudizhu", seats=3, seed=1, options={"first": first}, moves=(Move(Seat(7), "call"),))
    with pytest.raises(RecordError):
        verify(load(dump(false)))


@pytest.mark.parametrize(
    "options",
    [
        {"antes": [3]},
        {"blinds": [10, 20]},
        {"blinds": [10, 20, 0, 0]},
        {"blind_schedule": [1, 2, 3]},
        {"blind_schedule": [["1", 2, 3]]},
        {"stacks": [100] * 4},
        {"button": 7},
    ],
)
def test_hands_of_hold_em_that_cannot_be_dealt_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        verify(load(dump(Record(game="holdem", seats=3, seed=1, options=options))))
