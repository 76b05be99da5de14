"""The rules of each climbing game in words; games/rulebook.py says how they are written."""

from typing import Final

from paiju.games.climb.rulebook.big_two import BIG_TWO, THREE_TWO_ONE
from paiju.games.climb.rulebook.doudizhu import DOUDIZHU, DOUDIZHU_2P, DOUDIZHU_4P, DOUDIZHU_X
from paiju.games.climb.rulebook.guandan import GUANDAN
from paiju.games.climb.rulebook.paodekuai import PAODEKUAI
from paiju.games.climb.rulebook.pile import QIGUI_521, QIGUI_523, WUGUAPI
from paiju.games.rulebook import Rulebook

RULEBOOKS: Final[dict[str, Rulebook]] = {
    "doudizhu": DOUDIZHU,
    "doudizhu_x": DOUDIZHU_X,
    "doudizhu_2p": DOUDIZHU_2P,
    "doudizhu_4p": DOUDIZHU_4P,
    "big_two": BIG_TWO,
    "three_two_one": THREE_TWO_ONE,
    "paodekuai": PAODEKUAI,
    "wuguapi": WUGUAPI,
    "qigui_521": QIGUI_521,
    "qigui_523": QIGUI_523,
    "guandan": GUANDAN,
}
