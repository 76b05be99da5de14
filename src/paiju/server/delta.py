"""What changed between two states, and how a client puts it together again: one rule for every game.

docs/api.md states the rule; web/src/lib/merge.vectors.json holds examples that both this module and the page are tested
with. What a change holds depends on nothing but two states of the same viewer.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from paiju.games.contract import View

BESIDE: Final = frozenset(("stage", "log"))
"""Fields of a view that travel beside it, as `stage` and `events` of the state."""


def fields(value: Struct) -> dict[str, Any]:
    """All fields of a struct under their names on the wire, the tag first."""
    found = _tag(type(value))
    found.update([pair for pair in zip(_names(type(value)), astuple(value), strict=True) if pair[0]])
    return found


def changes(before: Struct, now: Struct) -> dict[str, Any]:
    """The fields in which two structs of one type differ, as `now` has them.

    A tuple of structs that keeps its length becomes an object of the positions that differ.
    """
    return {
        name: _change(was, value) if type(value) is tuple else value
        for name, was, value in zip(_names(type(now)), astuple(before), astuple(now), strict=True)
        if value is not was and value != was and name
    }


def view_changes(before: View | None, now: View | None) -> dict[str, Any] | None:
    """The same of a view, with its type; the whole of it where there was none, or one of another type."""
    if now is None:
        return None
    if type(before) is not type(now) or before is None:
        return fields(now)
    return _tag(type(now)) | changes(before, now)


def _change(was: Any, value: tuple[Any, ...]) -> Any:
    """A tuple that differs: the positions that do, if it keeps its length and has structs; else the whole."""
    if type(was) is not tuple or len(was) != len(value):
        return value
    found: dict[str, Any] = {}
    has_structs = False
    for position, new in enumerate(value):
        old = was[position]
        if isinstance(new, Struct):
            has_structs = True
            if new is old or new == old:
                continue
            if type(old) is type(new):
                found[str(position)] = changes(old, new)
                continue
            if isinstance(old, Struct):
                return value  # an item would keep fields of its old type
        elif isinstance(old, Struct):
            has_structs = True
        elif new == old:
            continue
        found[str(position)] = new
    return found if has_structs else value


@cache
def _names(kind: type[Struct]) -> tuple[str, ...]:
    """Names on the wire by position; "" for fields that travel elsewhere."""
    is_view = issubclass(kind, View)
    pairs = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return tuple("" if is_view and field in BESIDE else name for field, name in pairs)


def _tag(kind: type[Struct]) -> dict[str, Any]:
    config = kind.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}


# --- what a client does -------------------------------------------------------------------------------------------------


def merge(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A state after a change, both as JSON has them. Events are appended; a new deal begins with none."""
    merged = _merged(state, change)
    if "view" in change:
        merged["view"] = merge_view(state["view"], change["view"])
    kept = state["events"] if merged["handNumber"] == state["handNumber"] else []
    merged["events"] = [*kept, *change.get("events", [])]
    return merged


def merge_view(view: dict[str, Any] | None, change: dict[str, Any] | None) -> dict[str, Any] | None:
    """A view after a change: merged where both are of one type, else replaced."""
    if view is None or change is None or view["type"] != change["type"]:
        return change
    return _merged(view, change)


def _merged(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {**old, **{name: _item(old.get(name), value) for name, value in change.items()}}


def _item(old: Any, value: Any) -> Any:
    if not isinstance(old, list) or not isinstance(value, dict):
        return value
    items = list(old)
    for position, item in value.items():
        was = items[int(position)]
        items[int(position)] = _merged(was, item) if isinstance(was, dict) and isinstance(item, dict) else item
    return items
