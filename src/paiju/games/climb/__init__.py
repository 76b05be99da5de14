"""Climbing games: one engine, one frozen rule sheet per game.

`rules.py` says how a sheet is composed; `sheets/` has the sheets; `game.py` is the engine behind the contract.
"""

from paiju.games.climb.infos import GAMES

__all__ = ["GAMES"]
