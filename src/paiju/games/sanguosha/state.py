"""What a player is: face up or down, chained, with which skills and areas; each change is an event of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.events import Break, Event, fire, happen
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


@dataclass(eq=False, slots=True)
class TurnOver(Event):
    """翻面: its one effect is that the next turn of a face-down player is replaced by turning face up."""

    player: Player
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.BEFORE_TURN_OVER, self.player, self)
        if self.prevented:
            raise Break
        self.player.face_up = not self.player.face_up
        key = "sgs.log.face_up" if self.player.face_up else "sgs.log.face_down"
        w.say(key, seat=self.player.seat)
        yield from fire(w, Timing.TURNED_OVER, self.player, self)

    def stops(self, timing: Timing) -> bool:
        return self.prevented

    def __str__(self) -> str:
        return f"TurnOver {self.player}"


@dataclass(eq=False, slots=True)
class Chain(Event):
    """横置 or back. Nothing in the standard set does it; the engine leaves room."""

    player: Player
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.BEFORE_CHAIN_STATE_CHANGE, self.player, self)
        if self.prevented:
            raise Break
        self.player.chained = not self.player.chained
        yield from fire(w, Timing.CHAIN_STATE_CHANGED, self.player, self)

    def stops(self, timing: Timing) -> bool:
        return self.prevented

    def __str__(self) -> str:
        return f"Chain {self.player}"


@dataclass(eq=False, slots=True)
class ChangeProperty(Event):
    """A property of a player takes another value: kingdom, gender, general."""

    player: Player
    name: str
    value: Any
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.BEFORE_PROPERTY_CHANGE, self.player, self)
        if self.prevented:
            raise Break
        setattr(self.player, self.name, self.value)
        yield from fire(w, Timing.PROPERTY_CHANGE, self.player, self)

    def after(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.AFTER_PROPERTY_CHANGE, self.player, self)

    def stops(self, timing: Timing) -> bool:
        return self.prevented and timing is Timing.BEFORE_PROPERTY_CHANGE

    def __str__(self) -> str:
        return f"ChangeProperty {self.player} {self.name}={self.value}"


@dataclass(eq=False, slots=True)
class SkillChange:
    """A skill gained or lost."""

    player: Player
    skill: Skill

    def stops(self, timing: Timing) -> bool:
        return False


@dataclass(eq=False, slots=True)
class Shown:
    """Cards shown to everybody without leaving their zone."""

    player: Player
    cards: tuple[Card, ...]

    def stops(self, timing: Timing) -> bool:
        return False


@dataclass(eq=False, slots=True)
class Area:
    """An area abolished or restored."""

    player: Player
    area: str

    def stops(self, timing: Timing) -> bool:
        return False


def turn_over(w: World, player: Player) -> Asking[bool]:
    return happen(w, TurnOver(player))


def chain(w: World, player: Player) -> Asking[bool]:
    return happen(w, Chain(player))


def change_property(w: World, player: Player, name: str, value: Any) -> Asking[bool]:
    return happen(w, ChangeProperty(player, name, value))


def gain_skill(w: World, player: Player, skill: Skill) -> Asking[None]:
    if not player.has(skill.name):
        w.attach(player, skill)
        yield from fire(w, Timing.ACQUIRE_SKILL, player, SkillChange(player, skill))


def lose_skill(w: World, player: Player, skill: Skill) -> Asking[None]:
    if player.has(skill.name):
        w.detach(player, skill)
        yield from fire(w, Timing.LOSE_SKILL, player, SkillChange(player, skill))


def show_cards(w: World, player: Player, cards: Sequence[Card]) -> Asking[None]:
    w.reveal(cards)
    w.say("sgs.log.show", seat=player.seat, cards=tuple(card.text for card in cards))
    yield from fire(w, Timing.CARD_SHOWN, player, Shown(player, tuple(cards)))


def abort_area(w: World, player: Player, area: str) -> Asking[None]:
    """废除: the area's cards are discarded; whatever would enter it goes to the discard pile instead."""
    player.aborted.add(area)
    zone = player.equip if area == "equip" else player.judge
    yield from discard(w, list(zone.cards), player)
    yield from fire(w, Timing.AREA_ABORTED, player, Area(player, area))


def resume_area(w: World, player: Player, area: str) -> Asking[None]:
    player.aborted.discard(area)
    yield from fire(w, Timing.AREA_RESUMED, player, Area(player, area))
