"""A hand of hold'em as the wire's JSON, written by the kernel.

Most of what a server does for a move is to tell everybody how the table looks now. A sheet says it without making a view
for each viewer: the same values that the views and `HoldemExtras` come to. Sheets know how they are written and no rule; what
the rules say of a state (amounts, pots, who shows) is worked out first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, cast

import msgspec

from paiju import kernel
from paiju.cards import Card
from paiju.games.contract import Line
from paiju.games.holdem.native import STEP
from paiju.games.holdem.rank import Ranking
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import State
from paiju.games.holdem.view import lasting, unpaid
from paiju.games.plain import plain

OFFERED: Final = 4
"""Choices sent along with a question: fold, check or call, the two smallest raises."""

_json: Final = msgspec.json.Encoder().encode


def write(
    options: HoldemOptions,
    state: State,
    amounts: Callable[[State], tuple[int, ...]],
    players: tuple[str, ...],
    before: Any | None,
) -> Any | None:
    """The state as text; None without the kernel, or where it cannot count so many chips. `before` spares what is still the same."""
    if not kernel.HAVE_KERNEL:
        return None
    hand = pots = None
    if isinstance(before, kernel.native.HoldemSheet):
        hand = before.hand_of(options, state, players)
        if hand is None:
            before = None
        elif before.state is state:
            return before
        else:
            pots = before.pots_of(state)
    else:
        before = None
    if pots is None:
        pots = STEP.unpaid(state) if state.result is None else ()
    if pots is None:
        pots = unpaid(state)
    is_open = state.asking or state.result is not None
    order = show_order(options, state) if is_open else ()
    try:
        return kernel.native.HoldemSheet(
            hand or _hand(options, state, players), state, amounts(state), pots, order, before
        )
    except (ValueError, OverflowError):
        return None


def _hand(options: HoldemOptions, state: State, players: tuple[str, ...]) -> kernel.native.HoldemHand:
    ranking = options.ranking
    return kernel.native.HoldemHand(
        options,
        state.setup,
        players,
        [_json(player) for player in players],
        [_field(*item) for item in lasting(options, state).items()],
        options.sitting_out,
        options.is_bomb_pot,
        partial(_made, ranking),
        ranking.word,
    )


@lru_cache(maxsize=4096)
def _field(name: str, value: int | str | None) -> bytes:
    """What stays through a hand, as JSON; tables agree in most of it."""
    return b'"%b":%b' % (name.encode(), _json(value))


def _made(ranking: Ranking, codes: bytes) -> bytes:
    """What cards make, as JSON."""
    line = ranking.line(cast("tuple[Card, ...]", tuple(codes)))  # a card is its code
    found = _LINES.get(id(line))
    if found is None:
        found = _LINES[id(line)] = (line, _json(plain(line)))
    return found[1]


_LINES: Final[dict[int, tuple[Line, bytes]]] = {}
"""What hands are called. A ranking makes each of its lines once, and here they stay."""
