"""What cards, generals and players are worth, in rough units of one card."""

from __future__ import annotations

from typing import Final

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.skill import Skill, ViewAs
from paiju.games.sanguosha.skills import SKILLS

KEEP: Final = {
    "peach": 9.0, "nullification": 5.5, "jink": 5.2, "ex_nihilo": 6.5, "snatch": 4.8, "indulgence": 4.6, "duel": 4.0,
    "dismantlement": 4.2, "slash": 3.6, "archery_attack": 3.8, "savage_assault": 3.8, "god_salvation": 3.0,
    "amazing_grace": 2.0, "collateral": 2.2, "lightning": 1.0, "crossbow": 3.5, "eight_diagram": 4.6,
    "nioh_shield": 4.0,
}  # fmt: skip
WEAPON: Final = 2.8
MOUNT: Final = 3.2

GENERALS: Final = (
    "zhugeliang", "huangyueying", "simayi", "guojia", "luxun", "zhenji", "sunquan", "zhangliao", "lvbu", "diaochan",
    "huatuo", "caocao", "liubei", "machao", "zhangfei", "zhouyu", "ganning", "sunshangxiang", "daqiao", "lvmeng",
    "xiahoudun", "zhaoyun", "guanyu", "xuchu", "huanggai",
)  # fmt: skip
"""Best first, as people like to play them."""

FARED: Final = (
    "zhenji", "diaochan", "guojia", "daqiao", "caocao", "huangyueying", "zhangliao", "sunquan", "luxun", "simayi", "huatuo",
    "xiahoudun", "zhouyu", "xuchu", "zhaoyun", "sunshangxiang", "lvbu", "machao", "guanyu", "ganning", "liubei", "lvmeng",
    "zhangfei", "zhugeliang", "huanggai",
)  # fmt: skip
"""Best first, as they fared in 1,700 games that `hard` played with generals drawn at random."""


def keep(name: str) -> float:
    """What holding a card of this name is worth."""
    if name in KEEP:
        return KEEP[name]
    return WEAPON if KINDS[name].reach else MOUNT


def cheapest(cards: tuple[Card, ...], held: list[str]) -> list[Card]:
    """Cards in the order in which one would part with them; the last jink or slash is dearer than the third."""
    spare = {name: held.count(name) for name in set(held)}

    def price(card: Card) -> float:
        more = spare.get(card.name, 1) - 1
        return keep(card.name) - (0.8 * more if card.name in ("slash", "jink") else 0.2 * more)

    return sorted(cards, key=lambda card: (price(card), card.text))


def _makes() -> dict[str, tuple[str, ...]]:
    skills: list[Skill] = [*SKILLS.values(), *(kind.skill for kind in KINDS.values() if kind.skill)]
    return {
        skill.name: tuple(name for effect in skill.effects if isinstance(effect, ViewAs) for name in effect.makes)
        for skill in skills
    }


MAKES: Final = _makes()
"""What a skill lets cards count as: 武圣 a slash, 国色 an indulgence."""


def becomes(what: str, playing: bool = False) -> str:
    """The card that an offer is about: a card's name, or what a skill makes of cards (in play never a jink)."""
    skill, _, named = what.partition(".")
    made = [name for name in MAKES.get(skill, ()) if not playing or name not in ("jink", "nullification")]
    return named or (made[0] if made else what)
