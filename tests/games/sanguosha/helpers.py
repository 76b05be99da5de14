"""What several scenario tests share: reading traces, and small test skills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Skill, Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World

QUIET = {
    "BeforeCardsMove", "AfterCardsMove", "BeforeTriggerSkillUse", "SkillEffect", "AfterSkillEffect",
    "HandleAskForPlayCard", "AfterAskForNullification", "BeforeDrawCard", "AfterDrawPileShuffle",
}  # fmt: skip


def plainly(timings: list[str]) -> str:
    """A trace without the timings that scenarios leave out."""
    return " ".join(timing for timing in timings if timing.split("(")[0] not in QUIET)


def fired(scene: Scene, *names: str) -> str:
    """Only the timings of these names, in order."""
    return " ".join(timing for timing in scene.timings if timing.split("(")[0] in names)


def between(scene: Scene, first: str, last: str) -> list[str]:
    """The timings from the first occurrence of one to the last of another."""
    timings = scene.timings
    return timings[timings.index(first) : len(timings) - timings[::-1].index(last)]


def at(timing: Timing, effect: Callable[[World, Player, Any], Any], anyone: bool = False, once: bool = False) -> Skill:
    """A compulsory test skill: this happens at that timing."""
    done: list[bool] = []

    def not_done_yet(w: World, me: Player, data: Any) -> bool:
        return not (once and done)

    def do(w: World, me: Player, data: Any) -> Any:
        done.append(True)
        return effect(w, me, data)

    return skill(
        f"test_{timing.name.lower()}",
        Trigger(timing, do, when=(not_done_yet,), anyone=anyone),
        compulsory=True,
        zh=("测试", "测试"),
        en=("test", "test"),
    )
