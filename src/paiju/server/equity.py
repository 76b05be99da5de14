"""Shares of the pot while hands are open, for games of which the solver can tell them."""

from __future__ import annotations

from typing import Any

from paiju.games.contract import View


async def shares(family: str, view: View | None) -> dict[str, Any]:
    """Each seat's share; null where nothing can be said. The solver fills this in for the families it knows."""
    return {"shares": None, "exact": False}
