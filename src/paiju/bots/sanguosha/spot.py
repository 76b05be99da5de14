"""The position as a bot reads it off its view: itself, the others, and how dangerous or helpful each of them is."""

from __future__ import annotations

from typing import Final

from paiju.bots.sanguosha.camps import Camps
from paiju.games.sanguosha.view import PlayerView, SanguoshaView

LORD: Final = 1.3  # how much more rebels win by hurting the lord: they win by nothing else


class Spot:
    """One view, with friend and foe judged. A careful player counts what a card is worth if it is kept."""

    def __init__(self, view: SanguoshaView, camps: Camps, *, careful: bool = False) -> None:
        self.view, self.camps, self.careful = view, camps, careful
        self.seat = self.camps.seat
        self.me: PlayerView = view.players[self.seat]
        held = view.hands[self.seat].cards
        self.hand: tuple[str, ...] = held if isinstance(held, tuple) else ()
        self.names = [text.partition(":")[0] for text in self.hand]
        self.others = [one for one in view.players if one.alive and one.seat != self.seat]

    def foe(self, seat: int) -> float:
        return self.camps.foe(seat)

    def is_hurt(self, seat: int) -> bool:
        one = self.view.players[seat]
        return one.hp < one.max_hp

    def wears(self, seat: int, name: str) -> bool:
        return any(worn.card.startswith(f"{name}:") for worn in self.view.players[seat].equip)

    def held(self, seat: int) -> int:
        """How many cards a seat has in hand."""
        return self.view.hands[seat].count or 0

    def threat(self, seat: int) -> float:
        """How much it matters to hurt a seat: foes near death first, and the lord for rebels."""
        one = self.view.players[seat]
        weight = 1.0 + (1.2 if one.hp <= 1 else 0.5 if one.hp == 2 else 0.0)
        if seat == self.view.lord:
            weight += LORD if self.careful and self.camps.role == "rebel" else 0.5
        return self.foe(seat) * weight

    def dodges(self, seat: int, black: bool = False) -> float:
        """The chance that a slash on a seat comes to nothing."""
        if black and self.wears(seat, "nioh_shield"):
            return 1.0
        chance = 1 - 0.74 ** self.held(seat)
        if self.wears(seat, "eight_diagram"):
            chance = 1 - (1 - chance) * 0.5
        return chance
