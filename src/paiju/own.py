"""Games of one's own, from a file or a module that calls them `GAMES`: `paiju --games mygame.py play mygame`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from paiju.games.catalog import GameInfo

VARIABLE: Final = "PAIJU_GAMES"
"""Names them for processes that are started from here."""


def add_games(names: Iterable[str]) -> None:
    """Put the games of these files or modules into the catalog, here and in processes that arenas start.

    ValueError, in words, for a name that has none.
    """
    names = list(dict.fromkeys(names))
    if not names:
        return
    from paiju.games import catalog

    for name in names:
        catalog.add(games_of(name))
    os.environ[VARIABLE] = os.pathsep.join(names)


def games_of(name: str) -> tuple[GameInfo, ...]:
    """The games of a file or a module; ValueError, in words, where it has none."""
    try:
        return tuple(_module(name).GAMES)
    except (ImportError, OSError, SyntaxError, AttributeError) as error:
        raise ValueError(f"{name} has no games: {error}") from error


def inherited() -> list[str]:
    """What the variable names."""
    return [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def add_inherited() -> None:
    """For a process that was started with the variable set."""
    add_games(inherited())


def _module(name: str) -> ModuleType:
    """The module of this name, or the file as a module under the name of the file."""
    path = Path(name)
    if path.suffix != ".py":
        return import_module(name)
    if path.stem in sys.modules:
        return sys.modules[path.stem]
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # classes are looked up by the name of their module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module
