"""What a player is: face up or down, chained, with which skills and areas; each change is an event of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.events import Break, Event, fire, happen
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Area, Owned, Player, World
from paiju.games.script import Asking

SLOTS: Final[tuple[Area, ...]] = ("weapon", "armor", "defensive", "offensive")


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
class AreaChange:
    """Areas abolished or restored: the slots weapon, armor, defensive and offensive, or judge."""

    player: Player
    areas: tuple[Area, ...]

    def stops(self, timing: Timing) -> bool:
        return False


@helper
def turn_over(w: World, player: Player) -> Asking[bool]:
    return happen(w, TurnOver(player))


@helper
def chain(w: World, player: Player) -> Asking[bool]:
    return happen(w, Chain(player))


@helper
def change_property(w: World, player: Player, name: str, value: Any) -> Asking[bool]:
    return happen(w, ChangeProperty(player, name, value))


@helper
def gain_skill(w: World, player: Player, skill: Skill) -> Asking[None]:
    """A skill that the player only has with equipment is gained as well."""
    if Owned(skill) not in player.skills:
        w.attach(player, skill)
        yield from fire(w, Timing.ACQUIRE_SKILL, player, SkillChange(player, skill))


@helper
def lose_skill(w: World, player: Player, skill: Skill) -> Asking[None]:
    """What came with equipment stays as long as that is worn."""
    if Owned(skill) in player.skills:
        w.detach(player, skill)
        yield from fire(w, Timing.LOSE_SKILL, player, SkillChange(player, skill))


@helper
def show_cards(w: World, player: Player, cards: Sequence[Card]) -> Asking[None]:
    w.reveal(cards)
    w.say("sgs.log.show", seat=player.seat, cards=tuple(card.text for card in cards))
    yield from fire(w, Timing.CARD_SHOWN, player, Shown(player, tuple(cards)))


def _areas(area: Area | Literal["equip"]) -> tuple[Area, ...]:
    if area == "equip":
        return SLOTS
    if area not in (*SLOTS, "judge"):
        raise ValueError(f"{area!r} is no area; there are equip, {', '.join(SLOTS)} and judge")
    return (area,)


@helper
def abort_area(w: World, player: Player, area: Area | Literal["equip"]) -> Asking[None]:
    """废除 one slot, all of the equip area, or the judge area.

    Its cards are discarded; whatever would enter it goes to the discard pile instead, and equipment without a slot
    cannot be used.
    """
    areas = tuple([one for one in _areas(area) if one not in player.aborted])
    if not areas:
        return
    player.aborted.update(areas)
    for one in areas:
        w.say("sgs.log.abolish", seat=player.seat, area=f"sgs.area.{one}")
    kept = [card for zone in (player.equip, player.judge) for card in zone if not player.can_hold(zone, card)]
    yield from discard(w, kept, player)
    yield from fire(w, Timing.AREA_ABORTED, player, AreaChange(player, areas))


@helper
def resume_area(w: World, player: Player, area: Area | Literal["equip"]) -> Asking[None]:
    """What was abolished may be used again."""
    areas = tuple([one for one in _areas(area) if one in player.aborted])
    if not areas:
        return
    player.aborted.difference_update(areas)
    for one in areas:
        w.say("sgs.log.restore", seat=player.seat, area=f"sgs.area.{one}")
    yield from fire(w, Timing.AREA_RESUMED, player, AreaChange(player, areas))
