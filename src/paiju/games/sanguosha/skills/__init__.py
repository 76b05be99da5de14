"""The skills of the standard generals, one file each: a scripted scene that shows it, the skill, its texts.

Every file of this folder is a skill; `generals.py` says whose. The scenes run as tests. docs/skills.md shows how to
add one.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from paiju.games.sanguosha.helper import SkillError
from paiju.games.sanguosha.skill import Skill


def _all() -> dict[str, Skill]:
    found: dict[str, Skill] = {}
    for module in iter_modules(__path__):
        one = getattr(import_module(f"{__name__}.{module.name}"), "SKILL", None)
        if not isinstance(one, Skill) or one.name != module.name:
            raise SkillError(module.name, f"{module.name}.py defines SKILL, a skill of its name; here it is {one!r}")
        found[one.name] = one
    return found


SKILLS: Final = _all()
