"""咆哮 (张飞): no limit on 杀 in your play phase."""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.skill import Freedom, skill
from paiju.games.sanguosha.using import SLASH


def is_slash(card: Played) -> bool:
    return card.name == SLASH


SKILL = skill(
    "paoxiao",
    Freedom(is_slash, any_number=True),
    compulsory=True,
    zh=("咆哮", "锁定技，出牌阶段你使用【杀】无次数限制。"),
    en=("Roar", "Compulsory: no limit on Slash in your play phase."),
)
