"""国色 (大乔): a ♦ card as 乐不思蜀."""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.world import Player, World


def diamonds(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.own_cards if card.suit == "d"]


SKILL = skill(
    "guose",
    ViewAs(("indulgence",), diamonds),
    zh=("国色", "你可以将一张方块牌当【乐不思蜀】使用。"),
    en=("National Beauty", "A diamond card may be used as Indulgence."),
)
