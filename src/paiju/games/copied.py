"""Which fields of some rules a copy takes over, so that it can refuse rules that have others.

The kernel runs games from tables of numbers that are copied out of frozen dataclasses. A field that the copy does not
know must not be lost in silence: it would play other rules. `is_accounted_for` says whether a copy knows them all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple


class Fields(NamedTuple):
    """The fields of one dataclass that a copy takes over, and those that change nothing of what it does."""

    known: frozenset[str]
    no_effect: frozenset[str] = frozenset()


def is_accounted_for(value: Any, copied: Mapping[type, Fields], names: Collection[str] | None = None) -> bool:
    """Whether a copy knows every field of a dataclass, and of the dataclasses within: of all known fields, or of `names`.

    A class that is not listed is not known, even if it is derived from one that is. Values that are no dataclass count
    as known; whoever copies them looks at them.
    """
    if isinstance(value, tuple):
        return all(is_accounted_for(item, copied) for item in value)
    if isinstance(value, type) or not is_dataclass(value):
        return True
    found = copied.get(type(value))
    if found is None or {field.name for field in fields(value)} - found.known - found.no_effect:
        return False
    return all(is_accounted_for(getattr(value, name), copied) for name in (found.known if names is None else names))
