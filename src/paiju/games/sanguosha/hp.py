"""Damage, loss of hp, recovery, maximum hp (rules §3.13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.death import Dying, die
from paiju.games.sanguosha.events import Break, Event, fire, happen
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

Nature = Literal["normal", "thunder", "fire"]

_BEFORE: Final = (
    (Timing.PRE_DAMAGE, "source"),
    (Timing.DAMAGE_CAUSED, "source"),
    (Timing.DETERMINE_DAMAGE_CAUSED, "source"),
    (Timing.DAMAGE_INFLICTED, "target"),
    (Timing.DETERMINE_DAMAGE_INFLICTED, "target"),
)
_PREVENTABLE: Final = frozenset(timing for timing, _ in _BEFORE)


@dataclass(eq=False, slots=True)
class Damage(Event):
    """伤害. `by_effect` tells a card's own effect (裸衣 adds to it) from damage that only follows from it."""

    source: Player | None
    target: Player
    amount: int = 1
    card: Played | None = None
    nature: Nature = "normal"
    skill: str = ""
    by_effect: bool = False
    prevented: bool = False

    def prepare(self, w: World) -> bool:
        if self.source is not None and not self.source.alive:
            self.source = None
        return self.amount < 1 or not self.target.alive

    def main(self, w: World) -> Asking[None]:
        for timing, bearer in _BEFORE:
            yield from fire(w, timing, self.source if bearer == "source" else self.target, self)
            if self.prevented or self.amount < 1:
                self.prevented = True
                raise Break
        if not self.target.alive:
            raise Break
        self._tell(w)
        yield from happen(w, ChangeHp(self.target, -self.amount, "damage", self))
        yield from fire(w, Timing.DAMAGE, self.source, self)
        yield from fire(w, Timing.DAMAGED, self.target, self)

    def _tell(self, w: World) -> None:
        args: dict[str, Any] = {"seat": self.target.seat, "amount": self.amount}
        key = "sgs.log.damage"
        if self.source is not None:
            args["source"] = self.source.seat
        else:
            key += "_alone"
        if self.nature != "normal":
            key, args["nature"] = f"{key}_nature", f"sgs.nature.{self.nature}"
        w.say(key, **args)

    def after(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.DAMAGE_FINISHED, self.target, self)

    def stops(self, timing: Timing) -> bool:
        return timing in _PREVENTABLE and (self.prevented or self.amount < 1)

    def __str__(self) -> str:
        return f"Damage {self.source or '-'} -> {self.target} {self.amount} {self.nature}"


@dataclass(eq=False, slots=True)
class ChangeHp(Event):
    """The number itself; below 1 the player is dying, inside this event."""

    target: Player
    change: int
    reason: Literal["damage", "lose", "recover"]
    damage: Damage | None = None
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        target = self.target
        yield from fire(w, Timing.BEFORE_HP_CHANGED, target, self)
        if self.prevented:
            raise Break
        target.hp = min(target.max_hp, target.hp + self.change)
        yield from fire(w, Timing.HP_CHANGED, target, self)
        if target.hp < 1 and self.change < 0 and target.alive:
            killer = self.damage.source if self.damage is not None else None
            yield from happen(w, Dying(target, killer, self.damage))

    def stops(self, timing: Timing) -> bool:
        return self.prevented and timing is Timing.BEFORE_HP_CHANGED

    def __str__(self) -> str:
        return f"ChangeHp {self.target} {self.change:+d} ({self.reason})"


@dataclass(eq=False, slots=True)
class LoseHp(Event):
    """失去体力: not damage, no source."""

    target: Player
    amount: int
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.PRE_HP_LOST, self.target, self)
        if self.prevented or self.amount < 1:
            raise Break
        w.say("sgs.log.lose_hp", seat=self.target.seat, amount=self.amount)
        yield from happen(w, ChangeHp(self.target, -self.amount, "lose"))
        yield from fire(w, Timing.HP_LOST, self.target, self)

    def stops(self, timing: Timing) -> bool:
        return timing is Timing.PRE_HP_LOST and (self.prevented or self.amount < 1)

    def __str__(self) -> str:
        return f"LoseHp {self.target} {self.amount}"


@dataclass(eq=False, slots=True)
class Recover(Event):
    """回复体力, never above the maximum. 救援 adds to it at PreHpRecover."""

    target: Player
    amount: int = 1
    by: Player | None = None
    card: Played | None = None
    prevented: bool = False

    def prepare(self, w: World) -> bool:
        return self.target.hp >= self.target.max_hp or not self.target.alive

    def main(self, w: World) -> Asking[None]:
        target = self.target
        yield from fire(w, Timing.PRE_HP_RECOVER, target, self)
        self.amount = min(self.amount, target.max_hp - target.hp)
        if self.prevented or self.amount < 1:
            self.prevented = True
            raise Break
        w.say("sgs.log.recover", seat=target.seat, amount=self.amount)
        yield from happen(w, ChangeHp(target, self.amount, "recover"))
        yield from fire(w, Timing.HP_RECOVER, target, self)

    def stops(self, timing: Timing) -> bool:
        return timing is Timing.PRE_HP_RECOVER and (self.prevented or self.amount < 1)

    def __str__(self) -> str:
        return f"Recover {self.target} {self.amount}"


@dataclass(eq=False, slots=True)
class ChangeMaxHp(Event):
    """The maximum; hp above it is cut, and a maximum of 0 is death at once."""

    target: Player
    change: int
    prevented: bool = False

    def main(self, w: World) -> Asking[None]:
        target = self.target
        yield from fire(w, Timing.BEFORE_MAX_HP_CHANGED, target, self)
        if self.prevented or self.change == 0:
            raise Break
        target.max_hp = max(0, target.max_hp + self.change)
        target.hp = min(target.hp, target.max_hp)
        w.say("sgs.log.max_hp", seat=target.seat, amount=target.max_hp)
        if target.max_hp == 0:
            yield from die(w, target, None)
        yield from fire(w, Timing.MAX_HP_CHANGED, target, self)

    def stops(self, timing: Timing) -> bool:
        return self.prevented and timing is Timing.BEFORE_MAX_HP_CHANGED

    def __str__(self) -> str:
        return f"ChangeMaxHp {self.target} {self.change:+d}"


@helper
def damage(
    w: World,
    source: Player | None,
    target: Player,
    amount: int = 1,
    card: Played | None = None,
    nature: Nature = "normal",
    skill: str = "",
    by_effect: bool = False,
) -> Asking[bool]:
    """Deal damage; a dead source is no source."""
    return happen(w, Damage(source, target, amount, card, nature, skill, by_effect))


@helper
def lose_hp(w: World, target: Player, amount: int = 1) -> Asking[bool]:
    return happen(w, LoseHp(target, amount))


@helper
def recover(
    w: World, target: Player, amount: int = 1, by: Player | None = None, card: Played | None = None
) -> Asking[bool]:
    return happen(w, Recover(target, amount, by, card))


@helper
def change_max_hp(w: World, target: Player, change: int) -> Asking[bool]:
    return happen(w, ChangeMaxHp(target, change))
