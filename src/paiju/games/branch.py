"""Playing on from a record by somebody who may not know, or whose record does not tell, all of its cards.

Where the seed is known the same cards lie on the table. Otherwise what was never seen is dealt anew, so that everything
that was seen stays as it was: `resample` of the contract, from the end of the deal, and then the options that make any
seed deal those very cards (`Secrecy.pinned`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from paiju.games.catalog import GameInfo, find
from paiju.games.contract import AnyGame, IllegalAction, Line, NotationError, Resamples, Seat, play
from paiju.games.options import build, to_data
from paiju.games.record import Record, RecordError, game_of
from paiju.games.record import replay as replayed

TRIES = 20


class Branch(NamedTuple):
    """A record that can be played on, and the seats whose hands are not those that were played (or may not be)."""

    record: Record
    redealt: tuple[Seat, ...]


def redealt(record: Record, viewer: Seat | None, seeds: Callable[[], int], info: GameInfo | None = None) -> Branch:
    """The deal as this viewer knows it, everything else dealt anew. RecordError where the game cannot do that.

    Looks at the end of the deal: hands that were shown down and the whole board stay, whatever move one plays on from.
    """
    info = info or find(record.game)
    game = game_of(record, info)
    pinned = info.secrecy.pinned
    if pinned is None or not isinstance(game, Resamples):
        raise RecordError(None, Line("record.no_branch"))
    options = build(info.options, record.options)
    end = replayed(record, game)
    for _ in range(TRIES):
        twin = game.resample(end, viewer, seeds())
        if twin is end:  # no other deal was found that looks the same: try from another seed
            continue
        seen = game.view(end, viewer).hands
        unseen = tuple(Seat(seat) for seat in range(record.seats) if not _sees(game, end, viewer, seat, seen))
        values = to_data(pinned(options, twin))
        fresh = replace(record, options=values, seed=seeds(), server_seed=None, commit=None, entropy=())
        return Branch(fresh, unseen)
    raise RecordError(None, Line("record.no_branch"))


def _sees(game: AnyGame, end: Any, viewer: Seat | None, seat: int, seen: tuple[Any, ...]) -> bool:
    """Whether the viewer knows this seat's cards, or there are none to know."""
    own = game.view(end, Seat(seat)).hands[seat]
    return isinstance(seen[seat].cards, tuple) or (isinstance(own.cards, tuple) and not own.cards) or viewer == seat


def unknown(record: Record, game: AnyGame) -> tuple[Seat, ...]:
    """Seats of an imported record that do not even see their own cards."""
    first = game.deal(record.seats, record.seed or 0)
    views = ((Seat(seat), game.view(first, Seat(seat)).hands[seat]) for seat in range(record.seats))
    return tuple(seat for seat, pile in views if not isinstance(pile.cards, tuple) and pile.count)


def without_seed(record: Record, seeds: Callable[[], int]) -> Record:
    """A copy whose seed is still secret, played over on another deal: the moves stay, no card does.

    Only for games in which hands stay secret and every move is known; cards laid open afterwards are left out. Chance
    may decide who begins, so deals are made until the moves fit. RecordError where they never do.
    """
    if record.seed is not None:
        return record
    info = find(record.game)
    if not info.secrecy.keeps_secrets or any(move.text is None for move in record.moves):
        raise RecordError(None, Line("record.secret"))
    game = game_of(record, info)
    for _ in range(10 * TRIES):
        seed = seeds()
        moves = _fitting(record, game, seed)
        if moves is not None:
            return replace(
                record, seed=seed, moves=record.moves[:moves], commit=None, entropy=(), server_seed=None, hashes=()
            )
    raise RecordError(None, Line("record.no_fit"))


def _fitting(record: Record, game: AnyGame, seed: int) -> int | None:
    """How many moves can be made on this deal; None where one before the end of the deal cannot."""
    state = game.deal(record.seats, seed)
    for number, move in enumerate(record.moves):
        assert move.text is not None
        try:
            state = play(game, state, move.seat, move.text).state
        except (IllegalAction, NotationError):
            return None if game.outcome(state) is None else number
    return len(record.moves)
