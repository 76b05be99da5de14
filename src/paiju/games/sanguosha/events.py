"""The life of an event, and the firing of a timing (rules §2.1-§2.3).

An event is a complete action of the game: a turn, a card used, damage dealt. It goes

    prepare -> (on the stack) main -> cleanup -> (off the stack) after

`happen` runs one; the functions of the other modules (`damage`, `use_card`, `draw` …) are what skills call. Every
main part runs on the machine's own stack, so that events may nest as deep as they like. An event ends early by
`raise Break` in its own main part, or because a skill stops everything down to some event (`kill`). Cleanup parts
always run, except when the game is over.

`fire` runs a timing: first the silent refreshes, then the skills, level by level and player by player in action
order, then the rules of the mode.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_name, invoke
from paiju.games.sanguosha.helper import SkillError, helper, perform
from paiju.games.sanguosha.reach import is_disabled
from paiju.games.sanguosha.skill import GENERAL, Trigger
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import InPlay, Player, World
from paiju.games.script import Asking, Nested

DEEPEST: Final = 10_000  # nested events; beyond, the game is a draw

_logger = logging.getLogger(__name__)
_NOTHING: Final[Asking[Any]] = cast(Asking[Any], ())  # `yield from` ends at once, with None
_REFRESH_ONLY: Final = (Timing.TURN_CHANGING, Timing.HANDLE_ASK_FOR_PLAY_CARD)
_ASKING: Final = (Timing.ASK_FOR_CARD_USE, Timing.ASK_FOR_CARD_RESPONSE)
_AT_DEATH: Final = (Timing.GAME_OVER_JUDGE, Timing.DEATH, Timing.BURY_VICTIM, Timing.DEATHED)


class Errors:
    """What an internal error in a skill does: end its event and be logged (a host), or be raised (a test)."""

    raised = False


class Break(Exception):
    """Ends the main part of the innermost event."""


class GameOver(Exception):
    """Ends everything at once; no cleanup, no rewards."""


@dataclass(eq=False, slots=True)
class Event:
    """A complete action of the game. Its fields are the data of the timings it fires."""

    id: int = field(default=-1, init=False, repr=False)
    end: int | None = field(default=None, init=False, repr=False)  # ids from here on came after it
    parent: Event | None = field(default=None, init=False, repr=False)
    stage: Literal["prepare", "main", "cleanup", "done"] = field(default="prepare", init=False, repr=False)
    killed: bool = field(default=False, init=False, repr=False)
    interrupted: bool = field(default=False, init=False, repr=False)

    def prepare(self, w: World) -> Asking[bool] | bool:
        """Before the event is on the stack. True: it does not happen, and nothing of it is remembered."""
        return False

    def main(self, w: World) -> Asking[Any]:
        """The body; the only part that can be interrupted."""
        raise NotImplementedError

    def cleanup(self, w: World) -> Asking[None] | None:
        """Always runs when main has ended, however it did."""
        return None

    def after(self, w: World) -> Asking[None] | None:
        """Runs once the event has left the stack, unless it was killed."""
        return None

    def stops(self, timing: Timing) -> bool:
        """Whether a timing of this event is pointless from here on: damage is down to 0, the dying is saved."""
        return False

    def __str__(self) -> str:
        return type(self).__name__


@helper
def happen(w: World, event: Event) -> Asking[bool]:
    """Run an event to its end; False if it did not happen or was interrupted."""
    stack = w.stack
    parent = event.parent = stack[-1] if stack else None
    refused = event.prepare(w)
    if not isinstance(refused, bool):
        refused = yield from refused
    if refused:
        return False
    if len(stack) >= DEEPEST:
        if Errors.raised:
            raise RecursionError(f"{DEEPEST} nested events")
        yield from game_over(w, "")
    event.id = w.next_id
    w.next_id += 1
    stack.append(event)
    w.history.append(event)
    if w.trace is not None:
        w.trace.enter(event)
    event.stage = "main"
    try:
        yield Nested(event.main(w))
    except Break:
        event.interrupted = True
    except GameOver:
        raise
    except Exception:
        if Errors.raised:
            raise
        _logger.exception("an error ended the event %s", event)
        w.say("sgs.log.error", event=str(event))
        event.interrupted = True
        while stack[-1] is not event:  # what the error left behind
            stack.pop()
    event.stage = "cleanup"
    cleanup = event.cleanup(w)
    if cleanup is not None:
        yield from cleanup
    event.stage = "done"
    stack.pop()
    event.end = w.next_id
    if w.trace is not None:
        w.trace.leave(event)
    if parent is not None and parent.killed and parent.stage == "main":
        raise Break  # keep unwinding towards the event that was named
    if not event.killed:
        after = event.after(w)
        if after is not None:
            yield from after
    return not event.interrupted


def kill(w: World, target: Event) -> None:
    """终止一切结算: stop every event from the innermost down to `target`; one already in cleanup finishes it."""
    for event in reversed(w.stack):
        if event.stage == "main":
            event.killed = True
        if event is target:
            break
    if w.stack[-1].stage == "main":
        raise Break


@dataclass(eq=False, slots=True)
class GameResult:
    """How the game ended: "lord+loyalist", "rebel", "renegade", or "" for a draw."""

    winner: str

    def stops(self, timing: Timing) -> bool:
        return False


@helper
def game_over(w: World, winner: str) -> Asking[None]:
    """The game ends here: identities are shown, GameFinished fires once with the winner, nothing else runs."""
    w.winner = winner
    w.say("sgs.log.game_over", winner=f"sgs.won.{winner or 'nobody'}")
    for player in w.players:
        if not player.role_shown:
            player.role_shown = True
            w.say("sgs.log.role", seat=player.seat, role=f"sgs.role.{player.role}")
    yield from fire(w, Timing.GAME_FINISHED, None, GameResult(winner))
    raise GameOver


# --- timings -----------------------------------------------------------------------------------------------------


def fire(
    w: World, timing: Timing, bearer: Player | None, data: Any, leaving: Sequence[InPlay[Trigger]] = ()
) -> Asking[bool | None]:
    """Fire a timing. True if it was broken off. A timing that nobody listens to costs a look-up.

    `leaving` are triggers that went out of play with the event itself and may still react to it.
    """
    if (
        w.trace is None
        and timing not in w.hooks
        and timing not in w.refreshes
        and timing not in w.mode.rules
        and not leaving
    ):
        return _NOTHING
    return _fire(w, timing, bearer, data, leaving)


def _acts(player: Player, timing: Timing, bearer: Player | None) -> bool:
    """Whether skills of a player work at a timing: the dead have none, but for their own death."""
    return player.alive or (player is bearer and timing in _AT_DEATH)


def _fire(
    w: World, timing: Timing, bearer: Player | None, data: Any, leaving: Sequence[InPlay[Trigger]]
) -> Asking[bool | None]:
    refresh_only = bool(w.stack) and w.stack[-1].killed
    if w.trace is not None:
        w.trace.timing(timing, bearer, data, refresh_only)
    refreshes = w.refreshes.get(timing)
    if refreshes:
        for player in w.order():
            for owner, effect, _, skill in {one.effect: one for one in refreshes if one.owner is player}.values():
                refresh: Callable[..., object] = effect.refresh
                if _acts(owner, timing, bearer) and refresh(w, owner, data) is not None:
                    raise SkillError(skill.name, "its refresh returns something; it asks nobody and ends with nothing")
    if refresh_only or timing in _REFRESH_ONLY:
        return False
    if timing in w.hooks or leaving:
        try:
            broken = yield from _skills(w, timing, bearer, data, leaving)
        except (Break, GameOver):
            raise
        except Exception:
            if Errors.raised or not w.stack or w.stack[-1].stage != "cleanup":
                raise
            _logger.exception("an error ended the timing %s", timing)  # but not the cleanup that fired it
            return False
        if broken:
            return True
    for rule in w.mode.rules.get(timing, ()):
        yield from rule(w, bearer, data)
        if data is not None and data.stops(timing):
            return True
    return False


def _skills(
    w: World, timing: Timing, bearer: Player | None, data: Any, leaving: Sequence[InPlay[Trigger]]
) -> Asking[bool]:
    """The skill pass: levels high to low, players in action order, each asked again after every change."""
    listening = w.hooks.get(timing, [])
    relevant = [
        h for h in (listening + list(leaving) if leaving else listening) if h.effect.anyone or h.owner is bearer
    ]
    if w.trace is None and not any(
        h.effect.holds(w, h.owner, data) for h in relevant if _acts(h.owner, timing, bearer)
    ):
        return False
    used: dict[tuple[Player, Any], int] = {}
    finished: set[tuple[Player, Any]] = set()
    levels = sorted({_level(w, timing, hook) for hook in relevant}, reverse=True)
    for level in levels:
        for player in w.order():
            while _acts(player, timing, bearer):
                hooks: dict[str, InPlay[Trigger]] = {}  # the first of each skill
                for hook in (*w.hooks.get(timing, ()), *leaving):
                    trigger = hook.effect
                    if hook.owner is not player or not (trigger.anyone or player is bearer):
                        continue
                    key = (player, trigger)
                    if key in finished or _level(w, timing, hook) != level or is_disabled(w, player, hook.skill):
                        continue
                    done = used.get(key, 0)
                    if done and (trigger.times is None or done >= trigger.times(w, player, data)):
                        continue
                    if trigger.holds(w, player, data):
                        hooks.setdefault(hook.skill.name, hook)
                if not hooks:
                    break
                name = next(iter(hooks))
                if len(hooks) > 1:
                    name = yield from choose_name(w, player, Line.of("sgs.ask.which_skill"), list(hooks))
                hook = hooks[name]
                key = (player, hook.effect)
                if (yield from _use_trigger(w, timing, hook, data)):
                    used[key] = used.get(key, 0) + 1
                else:
                    finished.add(key)
                if data is not None and data.stops(timing):
                    return True
    if w.trace is not None:
        for hook in w.hooks.get(timing, ()):
            if (hook.owner, hook.effect) not in used and (hook.owner, hook.effect) not in finished:
                w.trace.passed_over(w, hook, bearer, data, _acts(hook.owner, timing, bearer))
    return False


def _level(w: World, timing: Timing, hook: InPlay[Trigger]) -> float:
    """Priority. By default a player may try 护驾 and 八卦阵 in either order (`ask_skill_first`)."""
    if timing in _ASKING and not w.options.ask_skill_first:
        return GENERAL
    return hook.skill.priority


def _use_trigger(w: World, timing: Timing, hook: InPlay[Trigger], data: Any) -> Asking[bool]:
    """Ask for the skill's cost, then let it happen. False if it was declined."""
    owner, trigger, _, skill = hook
    paid: Any = True
    if trigger.delayed:
        pass
    elif trigger.cost is not None:
        paid = yield from perform(w, skill.name, "cost", trigger.cost, w, owner, data)
    elif not skill.is_compulsory:
        paid = yield from invoke(w, owner, skill.name)
    will_use = paid is not None and paid is not False
    if w.trace is not None:
        w.trace.considered(owner, skill, will_use)
    effect = SkillEffect(owner, skill.name, not trigger.delayed, will_use)
    yield from fire(w, Timing.BEFORE_TRIGGER_SKILL_USE, owner, effect)
    if not will_use:
        return False
    effect.body = trigger.effect
    effect.args = (w, owner, data) if trigger.cost is None else (w, owner, data, paid)
    if not trigger.delayed:
        w.say("sgs.log.skill", seat=owner.seat, skill=f"skill.{skill.name}")
    yield from happen(w, effect)
    return True


@dataclass(eq=False, slots=True)
class SkillEffect(Event):
    """A skill, or a card's own text, takes effect: `body` is called with `args`."""

    owner: Player | None
    skill: str
    counts: bool = True
    will_use: bool = True
    prevented: bool = False
    part: str = "effect"
    body: Callable[..., Asking[Any] | None] | None = field(default=None, repr=False)
    args: tuple[Any, ...] = field(default=(), repr=False)

    def main(self, w: World) -> Asking[None]:
        if self.counts and self.owner is not None:
            self.owner.count_use(self.skill)
        yield from fire(w, Timing.SKILL_EFFECT, self.owner, self)
        if self.prevented:
            raise Break
        assert self.body is not None
        yield from perform(w, self.skill, self.part, self.body, *self.args)
        yield from fire(w, Timing.AFTER_SKILL_EFFECT, self.owner, self)

    def __str__(self) -> str:
        return f"SkillEffect {self.skill}"
