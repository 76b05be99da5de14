"""Shared by all equipment: using it puts it into the own slot; a card already there goes to the discard pile."""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.whom import always, oneself
from paiju.games.sanguosha.skill import Skill


def equipment(name: str, category: Category, zh: str, en: str, skill: Skill, reach: int = 0) -> Kind:
    """A weapon, armor or mount with its skill, whose text is the card's."""
    return Kind(
        name, category, targets=always, fixed=oneself, reach=reach, skill=skill, title=Text(zh, en), text=skill.text
    )


def weapon(name: str, reach: int, zh: str, en: str, skill: Skill) -> Kind:
    return equipment(name, Category.WEAPON, zh, en, skill, reach)


def armor(name: str, zh: str, en: str, skill: Skill) -> Kind:
    return equipment(name, Category.ARMOR, zh, en, skill)
