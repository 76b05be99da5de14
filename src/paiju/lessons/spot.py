"""A spot: a game in the middle of a deal, whatever it was made from. Lessons and studies are played from spots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.climb.position import Placed, Position
from paiju.games.contract import AnyGame, Decision, Seat, play
from paiju.games.holdem.game import Holdem
from paiju.games.sanguosha.staged import Stage, staged

Move = tuple[int, str]
"""Who plays what."""


@dataclass(frozen=True)
class Spot:
    """`position` is what it was made from, where it is a position with open hands: then the solver knows it."""

    info: GameInfo
    game: AnyGame
    state: Any
    position: Position | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the game, where they differ from its own."""

    def after(self, moves: Iterable[Move]) -> Any:
        """The state after these moves. NotationError and IllegalAction where one cannot be made."""
        state = self.state
        for seat, text in moves:
            state = play(self.game, state, Seat(seat), text).state
        return state


def question(game: AnyGame, state: Any, seat: int) -> Decision[Any] | None:
    """What this seat is asked now."""
    return next((one for one in game.pending(state) if one.seat == seat), None)


class Laid(msgspec.Struct, forbid_unknown_fields=True):
    """Hold'em with known cards: hole cards by seat, the board as far as it will come, and stacks in front of the seats."""

    holes: tuple[str, ...]
    board: str = ""
    stacks: tuple[int, ...] = ()
    button: int = 0


class Dealt(msgspec.Struct, forbid_unknown_fields=True):
    """A whole deal from a seed."""

    seats: int
    seed: int
    options: Mapping[str, Any] = {}


Start = str | Laid | Stage | Dealt


def of_position(position: Position) -> Spot:
    return Spot(catalog.find(position.game), Placed(position), position.state, position, position.options)


def of_laid(game: str, laid: Laid) -> Spot:
    info = catalog.find(game)
    seats = len(laid.holes)
    options = {"stacks": laid.stacks or (1000,) * seats, "button": laid.button}
    plain = info.game(options)
    assert isinstance(plain, Holdem)
    holes = {seat: cards for seat, cards in enumerate(laid.holes) if cards}
    known = plain.with_cards(holes, laid.board, seats=seats, seed=SEED)
    return Spot(info, known, known.deal(seats, SEED), options=options)


def of_stage(game: str, stage: Stage) -> Spot:
    laid = staged(stage)
    return Spot(catalog.find(game), laid, laid.deal(len(stage.generals), SEED))


def of_deal(game: str, dealt: Dealt) -> Spot:
    info = catalog.find(game)
    made = info.game(dealt.options)
    return Spot(info, made, made.deal(dealt.seats, dealt.seed), options=dealt.options)


SEED: Final = 1
"""For what a lesson does not name: cards that nobody will see."""


def read_moves(rows: Iterable[str]) -> Iterator[Move]:
    """`1 use slash:7s > 0`: the seat, then its answer."""
    for row in rows:
        seat, _, text = row.partition(" ")
        yield int(seat), text
