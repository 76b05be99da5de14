"""The bot that a name stands for: a level, a Python file, a network or a command."""

from __future__ import annotations

from paiju.bots.bot import Bot
from paiju.bots.external import External, command_of, is_external
from paiju.bots.net import NetBot, is_network
from paiju.bots.registry import make
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.contract import AnyGame


def bot_named(game_id: str, name: str, game: AnyGame, seed: int, seat: int) -> Bot:
    """A bot for one seat of one deal; an `External` has to be closed.

    One of this program plays the same way in the same seat of the same deal, whoever sits opposite.
    """
    if is_external(name):
        return External(command_of(name), game_id, game.parse, find(game_id).all_messages)
    if is_network(name):
        return NetBot(game_id, name)
    return make(game_id, name, seed=Rng(seed, stream=seat).word())
