"""What happened in a hand, as lines: the log of a view, and the events that go out on the wire.

`holdem.game_started`, `holdem.player_acted`, `holdem.cards_dealt` and `holdem.pot_won` are the published events;
the others (posts, refunds, shown and mucked hands) are told beside them. Hole cards appear only to their owner,
or once they were shown.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from paiju.games.contract import Line, Seat
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import BOARD_CARDS, STREETS, Act, State

_POSTS: Final = frozenset(("ante", "small_blind", "big_blind", "straddle", "post", "dead_blind"))
_ACTS: Final = {"fold": "fold", "check": "check", "call": "call", "raise_to": "raise"}
"""Moves, as they are told."""


def log(options: HoldemOptions, state: State, viewer: Seat | None) -> tuple[Line, ...]:
    """Everything so far, as one viewer saw it. A story once told is not told again from its beginning.

    Viewers share the lines that everybody heard: their logs differ in one line, that of their own hole cards.
    """
    told = _story(options, state)
    lines, own = told.lines, told.own(viewer)
    if own is not None:
        lines = [*lines[: told.posted], own, *lines[told.posted :]]
    return tuple(lines) if state.result is None else (*lines, *told.ending(options, state))


def _story(options: HoldemOptions, state: State) -> _Story:
    key = id(state.setup)
    found = _STORIES.get(key)
    if found is None or not found.leads_to(state):
        _STORIES.pop(key, None)
        while len(_STORIES) >= _KEPT:
            _STORIES.popitem(last=False)
        found = _STORIES[key] = _Story(options, state)
    found.go_on(options, state)
    return found


class _Story:
    """The lines of a hand up to some entry of its history, and what is needed to go on from there."""

    __slots__ = ("_ended", "_owned", "bets", "chips", "high", "last", "lines", "posted", "pot", "setup", "told")

    def __init__(self, options: HoldemOptions, state: State) -> None:
        self.setup = state.setup
        self.chips = list(state.setup.stacks)
        self.bets = [0] * state.setup.seats
        self.pot = self.high = self.told = 0
        self.last: Act | None = None
        seats = tuple(sorted(state.setup.order))
        self.lines = [Line.of("holdem.game_started", button=state.setup.button, seats=seats)]
        if options.is_bomb_pot:
            self.lines.append(Line.of("holdem.bomb_pot", amount=state.setup.stakes.ante))
        self.posted = len(self.lines)  # hole cards are dealt after so many lines
        self._owned: dict[int, Line] = {}
        self._ended: tuple[State, tuple[Line, ...]] | None = None

    def leads_to(self, state: State) -> bool:
        """Whether the state comes after what was told: entries are made once, so the last one names its past."""
        if self.setup is not state.setup or len(state.history) < self.told:
            return False
        return self.told == 0 or state.history[self.told - 1] is self.last

    def go_on(self, options: HoldemOptions, state: State) -> None:
        if len(state.history) > self.told:
            for entry in state.history[self.told :]:
                self._tell(options, state, entry)
                self.last = entry
            self.told = len(state.history)

    def own(self, viewer: Seat | None) -> Line | None:
        """The line that only this viewer hears: his hole cards."""
        setup = self.setup
        if viewer is None or viewer not in setup.order or setup.unknown >> viewer & 1:
            return None
        found = self._owned.get(viewer)
        if found is None:
            cards = setup.cards.holes[viewer]
            found = self._owned[viewer] = Line.of("holdem.hole_cards", seat=viewer, cards=cards)
        return found

    def ending(self, options: HoldemOptions, state: State) -> tuple[Line, ...]:
        """What is told once the hand is paid, and who showed cards after it."""
        if self._ended is None or self._ended[0] is not state:
            shown = [
                Line.of("holdem.shown", seat=one.seat, cards=one.cards) for one in state.history if one.did == "show"
            ]
            self._ended = (state, (*_ending(options, state), *shown))
        return self._ended[1]

    def _tell(self, options: HoldemOptions, state: State, entry: Act) -> None:
        setup, lines = self.setup, self.lines
        did, seat, amount, total, _ = entry
        if did in _ACTS:
            self._pay(seat, amount, total)
            chips = self.chips[seat]
            said = _said(did, amount, total, opening=not self.high)
            all_in = not chips and amount > 0
            if all_in:
                said = Line.of("holdem.did.all_in", what=said)
            if total > self.high:
                self.high = total
            args = (
                ("seat", seat), ("action", _ACTS[did]), ("amount", amount), ("total", total), ("chips", chips), ("pot", self.pot),
                ("all_in", all_in), ("what", said),
            )  # fmt: skip
            lines.append(Line("holdem.player_acted", args))
        elif did in _POSTS:
            self._pay(seat, amount, total)
            self.high = max(self.high, setup.stakes.big_blind, *self.bets)
            what = f"holdem.post.{did}"
            lines.append(
                Line.of("holdem.posted", seat=seat, what=what, amount=amount, chips=self.chips[seat], pot=self.pot)
            )
            self.posted = len(lines)
        elif did == "deal":
            street = amount
            self.bets, self.high = [0] * setup.seats, 0
            board = setup.cards.board[: BOARD_CARDS[street]]
            what = f"holdem.stage.{STREETS[street]}"
            lines.append(Line.of("holdem.cards_dealt", stage=STREETS[street], cards=board, what=what))
        elif did == "second":
            what = f"holdem.stage.{STREETS[amount]}"
            lines.append(Line.of("holdem.second_dealt", stage=STREETS[amount], cards=entry.cards, what=what))
        elif did == "once" or did == "twice":
            lines.append(Line.of("holdem.answered", seat=seat, answer=did, what=f"holdem.did.{did}"))
        elif did == "table":
            lines += _shown(state, show_order(options, state))
        elif did == "leave":
            lines.append(Line.of("holdem.left", seat=seat))

    def _pay(self, seat: int, amount: int, total: int) -> None:
        self.chips[seat] -= amount
        self.pot += amount
        self.bets[seat] = total


_KEPT: Final = 4096
_STORIES: Final[OrderedDict[int, _Story]] = OrderedDict()
"""Hands in progress, by setup; those begun first are forgotten when there are too many."""


_QUIET: Final = {did: Line(f"holdem.did.{did}") for did in ("fold", "check")}


def _said(did: str, amount: int, total: int, opening: bool) -> Line:
    if did == "call":
        return Line.of("holdem.did.call", amount=amount)
    if did == "raise_to":
        return Line.of("holdem.did.bet" if opening else "holdem.did.raise", total=total)
    return _QUIET[did]


def _shown(state: State, seats: tuple[int, ...]) -> Iterator[Line]:
    for seat in seats:
        if not state.setup.unknown >> seat & 1:
            yield Line.of("holdem.shown", seat=seat, cards=state.setup.cards.holes[seat])


def _ending(options: HoldemOptions, state: State) -> Iterator[Line]:
    result = state.result
    assert result is not None
    if result.refund:
        yield Line.of("holdem.refund", seat=result.refund.seat, amount=result.refund.amount)
    tabled = any(entry.did == "table" for entry in state.history)
    if not tabled:
        yield from _shown(state, result.shown)
    for seat in result.mucked:
        yield Line.of("holdem.mucked", seat=seat)
    ranking = options.ranking
    for won in sorted(result.won, key=lambda won: (-won.number, won.run)):  # side pots first, the last to begin with
        winners = tuple(seat for seat, _ in won.shares)
        hand, best = "uncontested", Line.of("holdem.hand.uncontested")
        if won.strength:
            hand = ranking.category(won.strength).word
            board = result.second if won.run == 2 else state.board
            best = ranking.line((*state.setup.cards.holes[winners[0]], *board))
        what: str | Line = "holdem.pot.main" if won.number == 0 else "holdem.pot.side"
        run = {"run": won.run} if won.run else {}
        yield Line.of(
            "holdem.pot_won", seats=winners, amount=won.pot.amount, hand=hand, pot=won.number, shares=won.shares, best=best,
            what=Line.of("holdem.pot.of_run", what=what, **run) if run else what, **run,
        )  # fmt: skip
