"""Players for the climbing games and Guandan."""

from __future__ import annotations

from functools import partial

from paiju.bots.climb.bot import Easy, Hard, Normal
from paiju.bots.registry import register

GAMES = (
    "doudizhu",
    "doudizhu_x",
    "doudizhu_4p",
    "big_two",
    "three_two_one",
    "wuguapi",
    "qigui_521",
    "qigui_523",
    "guandan",
)

for _game in GAMES:
    register(_game, "easy", partial(Easy, _game))
    register(_game, "normal", partial(Normal, _game))
    register(_game, "hard", partial(Hard, _game))
