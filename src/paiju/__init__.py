"""Paiju 牌局: fourteen card games as one typed rules library, with a table, a server, bots and analysis on top.

What is named here and in `paiju.holdem` is promised; the rest may move. Cards are loaded at once. The other names are loaded when they are
first used (PEP 562), so that a program pays only for the parts it needs, whichever module of the package it imports.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from paiju.cards import Card, NotationError, Rank, Rng, Suit, card, cards

if TYPE_CHECKING:
    from paiju.games.catalog import GameInfo, UnknownGame, find, game, infos
    from paiju.games.contract import (
        Choices,
        Decision,
        Game,
        IllegalAction,
        Line,
        Outcome,
        Pile,
        Seat,
        View,
        play,
    )
    from paiju.games.messages import tell
    from paiju.games.options import OptionError
    from paiju.games.record import Move, Record, RecordError, dump, load, replay, verify

__version__ = "0.2.0"

__all__ = [
    "Card",
    "Choices",
    "Decision",
    "Game",
    "GameInfo",
    "IllegalAction",
    "Line",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "Pile",
    "Rank",
    "Record",
    "RecordError",
    "Rng",
    "Seat",
    "Suit",
    "UnknownGame",
    "View",
    "card",
    "cards",
    "dump",
    "find",
    "game",
    "infos",
    "load",
    "play",
    "replay",
    "tell",
    "verify",
]

_MODULES: Final = ("contract", "catalog", "messages", "options", "record")
"""Modules of `paiju.games` that the names of `__all__` are looked for in, in this order."""


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            found = vars(import_module(f"paiju.games.{module}"))
            if name in found:
                return globals().setdefault(name, found[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
