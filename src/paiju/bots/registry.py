"""Which bots play which game, by level.

A module that has better bots for a game registers them; every game has `random` and `first`, and a level that a game
lacks falls back to the nearest weaker one it has.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from paiju.bots.bot import Bot
from paiju.bots.simple import FirstChoice, RandomChoice
from paiju.games.contract import Line
from paiju.games.refusals import Told

Maker = Callable[[int], Bot]  # takes a seed

LEVELS: Final = ("easy", "normal", "hard")

FAMILIES: Final = ("paiju.bots.climb", "paiju.bots.holdem", "paiju.bots.sanguosha")
"""Modules that register better bots, imported when the first bot is made."""

_MAKERS: dict[tuple[str, str], Maker] = {}


class UnknownLevel(Told, LookupError):
    """No bot has this level."""

    def __init__(self, level: str) -> None:
        super().__init__(level)
        self.sentence = Line.of("catalog.no_level", level=repr(level), there=", ".join(LEVELS))


def register(game: str, level: str, maker: Maker) -> None:
    """Let `maker(seed)` play this game at this level. The game `*` stands for every game."""
    _MAKERS[game, level] = maker


def levels(game: str) -> tuple[str, ...]:
    """The levels one may ask for, weakest first."""
    return LEVELS


def make(game: str, level: str, seed: int = 0) -> Bot:
    """A fresh bot for one seat of one table."""
    for family in FAMILIES:
        import_module(family)
    if level in LEVELS:
        wanted = [*reversed(LEVELS[: LEVELS.index(level) + 1])]
    else:
        wanted = [level]
    for one in wanted:
        for key in ((game, one), ("*", one)):
            if key in _MAKERS:
                return _MAKERS[key](seed)
    raise UnknownLevel(level)


register("*", "first", lambda seed: FirstChoice())
register("*", "random", RandomChoice)
register("*", "easy", RandomChoice)
