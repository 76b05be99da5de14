"""What a card is: its kind, the printed card, and the virtual card that a skill makes of others (rules §2.5).

A `Kind` is one card name with its rules as functions; `cards/` holds one file for each. The 108 printed cards
(`cards/deck.py`) are made once and never change: where a card lies is the world's business. `Played` is what is
used, responded or takes effect: a printed card or a virtual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal

from paiju.games.messages import Text
from paiju.games.script import Asking

if TYPE_CHECKING:
    from paiju.games.sanguosha.skill import Skill
    from paiju.games.sanguosha.using import CardEffect, CardUse
    from paiju.games.sanguosha.world import Player, World

Suit = Literal["s", "h", "c", "d"]
Color = Literal["red", "black"]

SUITS: Final[tuple[Suit, ...]] = ("s", "h", "c", "d")
NUMBERS: Final = "A23456789TJQK"
COLORS: Final[dict[Suit, Color]] = {"s": "black", "h": "red", "c": "black", "d": "red"}


NO_TEXT: Final = Text("", "")


class Category(Enum):
    """What sort of card: it decides where a used card goes."""

    BASIC = "basic"
    STRATAGEM = "stratagem"
    DELAYED = "delayed"
    WEAPON = "weapon"
    ARMOR = "armor"
    DEFENSIVE = "defensive"  # a +1 mount
    OFFENSIVE = "offensive"  # a -1 mount


EQUIPMENT: Final = (Category.WEAPON, Category.ARMOR, Category.DEFENSIVE, Category.OFFENSIVE)
STRATAGEMS: Final = (Category.STRATAGEM, Category.DELAYED)

Targets = tuple["Player", ...]


def _no_targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return ()


def _never(w: World, effect: CardEffect) -> bool:
    return False


@dataclass(frozen=True, eq=False)
class Kind:
    """One card name with its rules.

    `targets` lists every group of targets that may be chosen in the play phase; no group means that the card cannot
    be used there, an empty group that there is nothing to choose: `fixed` then says whom it aims at. What happens is `effect`, once for each target; `begin` and `finish` surround all of them.
    `pointless` lets a target be passed over before anybody is asked for 无懈可击; `countered` says where a delayed
    stratagem goes when its effect was cancelled.
    """

    name: str
    category: Category
    targets: Callable[[World, Player, Played], Iterable[Targets]] = _no_targets
    fixed: Callable[[World, Player], list[Player]] | None = None
    effect: Callable[[World, CardEffect], Asking[None] | None] | None = None
    begin: Callable[[World, CardUse], Asking[None]] | None = None
    finish: Callable[[World, CardUse], Asking[None]] | None = None
    pointless: Callable[[World, CardEffect], bool] = _never
    countered: Callable[[World, CardEffect], Asking[None]] | None = None
    prepare: Callable[[World, CardUse], None] | None = None  # before anything else: 借刀杀人 tells A from B
    may_hold: Callable[[World, Player, Played], bool] | None = None  # delayed: may it lie in this judge area?
    in_order: bool = False  # 借刀杀人: the order of the targets matters
    reach: int = 0  # of a weapon
    skill: Skill | None = None  # of equipment
    title: Text = NO_TEXT
    text: Text = NO_TEXT

    @property
    def is_equipment(self) -> bool:
        return self.category in EQUIPMENT

    @property
    def is_stratagem(self) -> bool:
        return self.category in STRATAGEMS

    def __repr__(self) -> str:
        return self.name


class Card:
    """A printed card. Equal faces of one name are different cards, but nobody can tell them apart.

    `text` (`slash:7s`) is how views, logs and answers write it, `face` (`7s`) its suit and number alone.
    """

    __slots__ = ("cards", "color", "extra", "face", "id", "kind", "name", "number", "skill", "suit", "text")

    def __init__(self, id: int, kind: Kind, suit: Suit, number: int, extra: bool = False) -> None:
        self.id, self.kind, self.suit, self.number, self.extra = (id, kind, suit, number, extra)
        self.name = kind.name
        self.color: Color | None = COLORS[suit]
        self.face = NUMBERS[number - 1] + suit
        self.text = f"{kind.name}:{self.face}"
        self.cards: tuple[Card, ...] = (self,)
        self.skill = ""  # made by no skill

    def __repr__(self) -> str:
        return self.text


class Virtual:
    """A card that a skill makes of other cards, or of none.

    One card lends its suit, number and colour; several lend only a colour they share; none lends nothing.
    """

    __slots__ = ("cards", "color", "kind", "name", "number", "skill", "suit")

    def __init__(self, kind: Kind, cards: tuple[Card, ...] = (), skill: str = "", suit: Suit | None = None) -> None:
        """`suit` gives it another than its card's."""
        self.kind, self.cards, self.skill = kind, cards, skill
        self.name = kind.name
        colors: set[Color | None] = {COLORS[suit]} if suit else {card.color for card in cards}
        self.color: Color | None = colors.pop() if len(colors) == 1 else None
        self.suit: Suit | None = suit or (cards[0].suit if len(cards) == 1 else None)
        self.number = cards[0].number if len(cards) == 1 else 0

    @property
    def text(self) -> str:
        """Its name, and its face if it has just one."""
        return f"{self.name}:{self.cards[0].face if len(self.cards) == 1 else ''}"

    def __repr__(self) -> str:
        return f"{self.name}:{''.join(card.face for card in self.cards)}[{self.skill}]"


Played = Card | Virtual
