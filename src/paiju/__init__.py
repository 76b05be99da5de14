"""Paiju 牌局: eleven card games as one typed rules library, with a table, a server, bots and analysis on top.

What is named here is promised; the rest may move.
"""

from paiju.cards import Card, NotationError, Rank, Rng, Suit, card, cards
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

__version__ = "0.1.0"

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
