"""Dying, death and coming back (rules §3.14).

Asking for 桃, dying for good, the win check, the burial and its rewards are rules of the mode, run at the lowest
priority of their timings: a skill may come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paiju.games.sanguosha.events import Event, fire, happen
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

if TYPE_CHECKING:
    from paiju.games.sanguosha.hp import Damage


@dataclass(eq=False, slots=True)
class Dying(Event):
    """濒死: the living are asked for 桃 in action order until the player is saved or everybody has declined."""

    player: Player
    killer: Player | None
    damage: Damage | None = None

    def main(self, w: World) -> Asking[None]:
        w.say("sgs.log.dying", seat=self.player.seat)
        yield from fire(w, Timing.ENTER_DYING, self.player, self)
        for asked in w.living():
            if self.player.hp > 0 or not self.player.alive:
                break
            if asked.alive:
                yield from fire(w, Timing.ASK_FOR_PEACHES, asked, self)
        yield from fire(w, Timing.ASK_FOR_PEACHES_DONE, self.player, self)

    def cleanup(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.AFTER_DYING, self.player, self)

    def stops(self, timing: Timing) -> bool:
        return timing is Timing.ASK_FOR_PEACHES and self.player.hp > 0

    def __str__(self) -> str:
        return f"Dying {self.player}"


@dataclass(eq=False, slots=True)
class Death(Event):
    """死亡. `rest` > 0 makes it a temporary one (休整): no win check, no identity shown, no reward.

    The dead player's own skills still work at these timings until the burial takes them; one that revives the player
    ends the event.
    """

    player: Player
    killer: Player | None
    rest: int = 0

    def prepare(self, w: World) -> bool:
        return not self.player.alive

    def main(self, w: World) -> Asking[None]:
        player = self.player
        yield from fire(w, Timing.BEFORE_GAME_OVER_JUDGE, player, self)
        player.alive = False
        player.rest = self.rest
        w.alive.remove(player)
        if not self.rest:
            player.role_shown = True
            role = f"sgs.role.{player.role}"
            if self.killer is not None and self.killer is not player:
                w.say("sgs.log.death", seat=player.seat, role=role, source=self.killer.seat)
            else:
                w.say("sgs.log.death_alone", seat=player.seat, role=role)
        else:
            w.say("sgs.log.rest", seat=player.seat, turns=self.rest)
        for timing in (Timing.GAME_OVER_JUDGE, Timing.DEATH, Timing.BURY_VICTIM, Timing.DEATHED):
            if not player.alive:
                yield from fire(w, timing, player, self)

    def stops(self, timing: Timing) -> bool:
        return self.player.alive and timing is not Timing.BEFORE_GAME_OVER_JUDGE

    def __str__(self) -> str:
        return f"Death {self.player}"


@dataclass(eq=False, slots=True)
class Revive(Event):
    """复活: alive again with full hp, the general's skills, and no cards."""

    player: Player

    def prepare(self, w: World) -> bool:
        return self.player.alive

    def main(self, w: World) -> Asking[None]:
        player = self.player
        player.alive = True
        player.rest = 0
        player.hp = player.max_hp
        w.alive = [one for one in w.players if one.alive]
        for skill in w.mode.skills_of(w, player):
            if not player.has(skill.name):  # before the burial it still does
                w.attach(player, skill)
        w.say("sgs.log.revive", seat=player.seat)
        yield from fire(w, Timing.AFTER_PLAYER_REVIVED, player, self)

    def __str__(self) -> str:
        return f"Revive {self.player}"


@helper
def die(w: World, player: Player, killer: Player | None, rest: int = 0) -> Asking[bool]:
    return happen(w, Death(player, killer, rest))


@helper
def revive(w: World, player: Player) -> Asking[bool]:
    return happen(w, Revive(player))
