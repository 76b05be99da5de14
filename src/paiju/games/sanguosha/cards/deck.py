"""The 108 cards of the standard deck, 27 of each suit (rules §4.1); a star marks the four EX cards."""

from __future__ import annotations

from typing import Final

from paiju.games.sanguosha.card import NUMBERS, SUITS, Card
from paiju.games.sanguosha.cards import KINDS

# kind: numbers of spades, hearts, clubs, diamonds
TABLE: Final = {
    "slash": ("7 8 8 9 9 T T", "T T J", "2 3 4 5 6 7 8 8 9 9 T T J J", "6 7 8 9 T K"),
    "jink": ("", "2 2 K", "", "2 2 3 4 5 6 7 8 9 T J J"),
    "peach": ("", "3 4 6 7 8 9 Q", "", "Q"),
    "dismantlement": ("3 4 Q", "Q", "3 4", ""),
    "snatch": ("3 4 J", "", "", "3 4"),
    "ex_nihilo": ("", "7 8 9 J", "", ""),
    "nullification": ("J", "", "Q K", "Q*"),
    "duel": ("A", "", "A", "A"),
    "savage_assault": ("7 K", "", "7", ""),
    "collateral": ("", "", "Q K", ""),
    "amazing_grace": ("", "3 4", "", ""),
    "archery_attack": ("", "A", "", ""),
    "god_salvation": ("", "A", "", ""),
    "indulgence": ("6", "6", "6", ""),
    "lightning": ("A", "Q*", "", ""),
    "crossbow": ("", "", "A", "A"),
    "qinggang_sword": ("6", "", "", ""),
    "ice_sword": ("2*", "", "", ""),
    "double_swords": ("2", "", "", ""),
    "blade": ("5", "", "", ""),
    "spear": ("Q", "", "", ""),
    "axe": ("", "", "", "5"),
    "halberd": ("", "", "", "Q"),
    "kylin_bow": ("", "5", "", ""),
    "eight_diagram": ("2", "", "2", ""),
    "nioh_shield": ("", "", "2*", ""),
    "jueying": ("5", "", "", ""),
    "dilu": ("", "", "5", ""),
    "zhuahuangfeidian": ("", "K", "", ""),
    "chitu": ("", "5", "", ""),
    "dayuan": ("K", "", "", ""),
    "zixing": ("", "", "", "K"),
}


def _deck() -> tuple[Card, ...]:
    """Before the shuffle: A to K, within a number ♦ ♣ ♥ ♠, as in every game of the house; then in table order."""
    faces = [
        (NUMBERS.index(number[0]) + 1, "dchs".index(suit), order, name, suit, number.endswith("*"))
        for order, (name, rows) in enumerate(TABLE.items())
        for suit, row in zip(SUITS, rows, strict=True)
        for number in row.split()
    ]
    return tuple(
        Card(id, KINDS[name], suit, number, extra)
        for id, (number, _, _, name, suit, extra) in enumerate(sorted(faces, key=lambda face: face[:3]))
    )


DECK: Final = _deck()
