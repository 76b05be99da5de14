"""The bot that a name stands for: a level, a Python file, a network, a command or a player of another platform."""

from __future__ import annotations

from pathlib import Path

from paiju.bots.bot import Bot
from paiju.bots.external import External, command_of, is_external
from paiju.bots.foreign import PLATFORMS, Running, foreign, platform_of
from paiju.bots.net import NetBot, is_network
from paiju.bots.registry import make
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.contract import AnyGame
from paiju.games.refusals import Refusal


def bot_named(game_id: str, name: str, game: AnyGame, seed: int, seat: int) -> Bot:
    """A bot for one seat of one deal; one that has `close` has to be closed.

    One of this program plays the same way in the same seat of the same deal, whoever sits opposite.
    """
    if platform_of(name):
        return foreign(game_id, name, game)
    if is_external(name):
        return External(command_of(name), game_id, game.parse, find(game_id).all_messages)
    if is_network(name):
        return NetBot(game_id, name)
    return make(game_id, name, seed=Rng(seed, stream=seat).word())


def check_named(game_id: str, name: str) -> None:
    """Refusal, UnknownLevel, NetworkError or OSError where no such bot can play the game."""
    platform = platform_of(name)
    if platform is not None:
        if game_id not in PLATFORMS[platform][0]:
            there = ", ".join(PLATFORMS[platform][0])
            raise Refusal("arena.platform", platform=platform, there=there, game=game_id)
        if not name.partition(":")[2].strip():
            raise Refusal("arena.no_command", prefix=platform)
    elif name.startswith("cmd:"):
        if not name.removeprefix("cmd:").strip():
            raise Refusal("arena.no_command", prefix="cmd")
    elif is_external(name) or is_network(name):
        if not Path(name).is_file():
            raise Refusal("arena.no_file", file=name)
        if is_network(name):
            NetBot(game_id, name)
    else:
        make(game_id, name)


def close(bot: Bot) -> None:
    """End what a bot runs, if it runs anything."""
    if isinstance(bot, Running):
        bot.close()
