"""Hints and tidied hands over REST: each with words that the message tables know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.games import catalog
from tests.server.client import serving


def keys_of(value: Any) -> set[str]:
    """The message keys of a line, those inside its arguments included."""
    if isinstance(value, dict) and "key" in value:
        return {value["key"]}.union(*(keys_of(one) for one in value.get("args", {}).values()))
    return set()


@pytest.mark.parametrize("game", ["holdem", "doudizhu", "guandan", "sanguosha"])
async def test_hints_say_why_and_groups_have_names(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path, find=catalog.find) as server:
        entry = catalog.find(game)
        people = [await server.guest(f"P{seat}") for seat in range(entry.recommended)]
        made = await people[0].table(game, seats=entry.recommended, timeout=600, pause=60)
        path = f"/api/games/{made['id']}"
        for guest in people[1:]:
            await guest.post(f"{path}/players", status=201)
        await people[0].post(f"{path}/start")
        words = (await people[0].get(f"/api/messages/{game}"))["messages"]
        for _ in range(6):
            states = [(guest, (await guest.get(f"{path}/state"))["decision"]) for guest in people]
            guest = next(guest for guest, decision in states if decision)
            hint = await guest.get(f"{path}/hint?limit=30")
            assert sum(one.get("best", False) for one in hint["choices"]) == 1
            assert all(keys_of(one["why"]) | keys_of(one["name"]) <= words.keys() for one in hint["choices"])
            best = next(one["text"] for one in hint["choices"] if one.get("best"))
            if entry.family == "climb":
                tidied = await guest.get(f"{path}/tidy")
                assert len(tidied["names"]) == len(tidied["groups"]) and all(
                    name is not None and keys_of(name) <= words.keys() for name in tidied["names"]
                )
            if best == "fold":
                best = next(one["text"] for one in hint["choices"] if one["text"] in ("check", "call"))
            await guest.post(f"{path}/action", {"text": best})
