"""Playing on from a record: what was seen stays, what was not is dealt anew, and a deal without seed keeps its moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from paiju.bots import make
from paiju.games.branch import redealt, unknown, without_seed
from paiju.games.catalog import find
from paiju.games.contract import Seat
from paiju.games.record import Move, Record, RecordError, dump, game_of, load, of_game, replay

HOLDEM = find("holdem")


def played(seed: int, seats: int = 4, level: str = "easy", **options: Any) -> Record:
    """A hand that bots played to its end."""
    built = HOLDEM.build(options, None)
    game = HOLDEM.make(built)
    state = game.deal(seats, seed)
    bots = [make("holdem", level, seed=seed + seat) for seat in range(seats)]
    moves: list[Move] = []
    while pending := game.pending(state):
        decision = pending[0]
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.1)
        action = decision.choices.resolve(decision.seat, action)
        moves.append(Move(decision.seat, str(action)))
        state = game.apply(state, decision.seat, action)
    return replace(of_game(HOLDEM, built, seats, seed), moves=tuple(moves))


@pytest.mark.parametrize("viewer", [None, *range(4)])
@pytest.mark.parametrize("seed", range(6))
def test_what_was_seen_stays(seed: int, viewer: int | None) -> None:
    record = played(seed, variant="short_deck" if seed % 2 else "standard")
    seat = Seat(viewer) if viewer is not None else None
    seeds = count(1000)
    branch = redealt(record, seat, lambda: next(seeds))
    game, other = game_of(record), game_of(branch.record)
    for at in range(len(record.moves) + 1):
        one = replay(replace(record, moves=record.moves[:at]), game)
        two = replay(replace(branch.record, moves=record.moves[:at]), other)
        assert other.view(two, seat) == game.view(one, seat)
    changed = {at for at in range(4) if one.setup.cards.holes[at] != two.setup.cards.holes[at]}
    assert changed <= set(branch.redealt)
    assert branch.record.seed != record.seed


def test_a_game_that_keeps_no_secrets_is_not_dealt_anew() -> None:
    info = find("big_two")
    with pytest.raises(RecordError):
        redealt(of_game(info, info.build({}, None), 4, 5), Seat(0), lambda: 7)


def test_hands_that_an_import_does_not_tell_are_filled_in() -> None:
    record = played(3, seats=3, level="first", button=0, deck="??AsKh??AdKs??????2c3c4c")
    assert unknown(record, game_of(record)) == (0,)
    branch = redealt(record, None, lambda: 11)
    game = game_of(branch.record)
    assert unknown(branch.record, game) == ()
    assert set(branch.redealt) == {0, 1, 2}  # nobody showed a hand, so a spectator knows none
    assert redealt(record, Seat(1), lambda: 11).redealt == (0, 2)


def test_a_deal_played_on_does_not_tell_its_deck() -> None:
    """It is dealt by an option, which is as secret as a seed."""
    record = redealt(played(8), Seat(0), lambda: 11).record
    assert record.options["deck"]
    copy = record.redacted()
    assert "deck" not in copy.options and record.options["deck"] not in dump(copy)
    assert copy.hashes == load(dump(record)).hashes  # the chain is that of the whole record
    assert load(dump(copy)).options == copy.options


def test_a_record_without_its_seed_keeps_its_moves() -> None:
    record = played(8)
    copy = record.redacted()
    seeds = count(99)
    again = without_seed(copy, lambda: next(seeds))
    assert again.moves == record.moves
    assert game_of(again).outcome(replay(again)) is not None
    with pytest.raises(RecordError):
        without_seed(replace(copy, game="big_two", options={}), lambda: 99)
