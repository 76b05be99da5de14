"""What skills call, and the check that they call it right.

A helper is a piece of script: `draw(w, me, 2)` alone does nothing, `yield from draw(w, me, 2)` draws. `perform` runs a
function of a skill and raises a `SkillError` that names the skill where a helper was called without `yield from`, or
where something was returned that means nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import GEN_CREATED, getgeneratorstate, isgeneratorfunction
from types import GeneratorType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from paiju.games.sanguosha.world import World
from paiju.games.script import Asking

P = ParamSpec("P")
T = TypeVar("T")

_SILENT: Final = ("effect", "use")
_HINTS: Final = dict.fromkeys(_SILENT, "that means nothing, set a flag of the data instead") | dict.fromkeys(
    ("cost", "supply"), "ask for it with `yield from`, or end a generator with it"
)

HELPERS: Final[dict[str, Callable[..., Asking[Any]]]] = {}
"""Every helper by its name; docs/skills.md describes each."""


class SkillError(Exception):
    """A mistake in a skill or card."""

    def __init__(self, skill: str, why: str) -> None:
        super().__init__(f"skill {skill}: {why}")


def helper(function: Callable[Concatenate[World, P], Asking[T]]) -> Callable[Concatenate[World, P], Asking[T]]:
    """Mark a function as one that skills run with `yield from`."""
    name = function.__name__

    @wraps(function)
    def call(w: World, /, *args: P.args, **kwargs: P.kwargs) -> Asking[T]:
        script = function(w, *args, **kwargs)
        if w.called is not None:
            w.called[script] = name
        return script

    HELPERS[name] = call
    return call


def perform(w: World, skill: str, part: str, function: Callable[..., Any], *args: Any) -> Asking[Any]:
    """Run a function of a skill, a generator or a plain one, and end with its result.

    `part` says which function it is. An effect and a use end with nothing: what they change is in the data.
    """
    outer, w.called = w.called, {}
    try:
        script = function(*args)
        result = None
        if isinstance(script, GeneratorType):
            result = yield from script
        elif script is not None:
            raise SkillError(skill, f"its {part} returned {script!r}; {_HINTS[part]}")
        forgotten = [name for one, name in w.called.items() if getgeneratorstate(one) == GEN_CREATED]
        if forgotten:
            raise SkillError(skill, f"its {part} calls {', '.join(forgotten)} without `yield from`")
        if part in _SILENT and result is not None and isgeneratorfunction(function):
            raise SkillError(skill, f"its {part} returned {result!r}; {_HINTS[part]}")
        return result
    finally:
        w.called = outer
