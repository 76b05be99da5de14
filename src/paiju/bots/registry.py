"""Which bots play which game, by level.

A module that has bots for a game registers each of its levels; a level that nobody registered is refused. Every game has
`random` and `first` besides: bots that know no game at all.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from paiju.bots.bot import Bot
from paiju.bots.simple import FirstChoice, RandomChoice
from paiju.games.contract import Line
from paiju.games.refusals import Worded

Maker = Callable[[int], Bot]  # takes a seed

LEVELS: Final = ("easy", "normal", "hard")

FAMILIES: Final = ("paiju.bots.climb", "paiju.bots.holdem", "paiju.bots.sanguosha")
"""Modules that register bots, imported when the first bot is asked for."""

ANY_GAME: Final[dict[str, Maker]] = {"random": RandomChoice, "first": lambda seed: FirstChoice()}

_MAKERS: dict[tuple[str, str], Maker] = {}


class UnknownLevel(Worded, LookupError):
    """This game has no bot of this level."""

    def __init__(self, game: str, level: str) -> None:
        super().__init__(game, level)
        there = levels(game) or ANY_GAME
        self.sentence = Line.of("catalog.no_level", level=repr(level), there=", ".join(there))


def register(game: str, level: str, maker: Maker) -> None:
    """Let `maker(seed)` play this game at this level."""
    _MAKERS[game, level] = maker


def levels(game: str) -> tuple[str, ...]:
    """The levels that bots are registered for, weakest first."""
    _load()
    return tuple(level for level in LEVELS if (game, level) in _MAKERS)


def make(game: str, level: str, seed: int = 0) -> Bot:
    """A fresh bot for one seat of one table. UnknownLevel where none is registered."""
    _load()
    maker = _MAKERS.get((game, level)) or ANY_GAME.get(level)
    if maker is None:
        raise UnknownLevel(game, level)
    return maker(seed)


def _load() -> None:
    for family in FAMILIES:
        import_module(family)
