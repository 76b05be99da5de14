"""Shared by all equipment: using it puts it into the own slot; a card already there goes to the discard pile.

Without the slot (废除) it cannot be used.
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.cards.whom import oneself
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.world import Player, World


def with_a_slot(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return () if user.aborted and card.kind.category.value in user.aborted else ((),)


def equipment(name: str, category: Category, zh: str, en: str, skill: Skill, reach: int = 0) -> Kind:
    """A weapon, armor or mount with its skill, whose text is the card's."""
    return Kind(
        name,
        category,
        targets=with_a_slot,
        fixed=oneself,
        reach=reach,
        skill=skill,
        title=Text(zh, en),
        text=skill.text,
    )


def weapon(name: str, reach: int, zh: str, en: str, skill: Skill) -> Kind:
    return equipment(name, Category.WEAPON, zh, en, skill, reach)


def armor(name: str, zh: str, en: str, skill: Skill) -> Kind:
    return equipment(name, Category.ARMOR, zh, en, skill)
