"""The fourteen states a table passes through, the events between them, and the ten stages of a deal.

Mirrors document 002 (the Texas hold'em handbook), chapters 5 and 9. The game itself moves from question to question and
passes the states between without stopping. This module names them: `GameStateMachine` follows hands through all of them,
`state_of` and `stage_of` say where a hand is, `trail` and `stages` how it got there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import places
from paiju.games.holdem.state import Setup, State


class GameState(Enum):
    IDLE = "idle"
    ANTE = "ante"
    BLINDS = "blinds"
    PRE_FLOP = "pre_flop"
    PRE_FLOP_BETTING = "pre_flop_betting"
    FLOP = "flop"
    FLOP_BETTING = "flop_betting"
    TURN = "turn"
    TURN_BETTING = "turn_betting"
    RIVER = "river"
    RIVER_BETTING = "river_betting"
    SHOWDOWN = "showdown"
    HAND_END = "hand_end"
    TOURNAMENT_END = "tournament_end"


class GameEvent(Enum):
    PLAYER_JOIN = "player_join"
    PLAYER_LEAVE = "player_leave"
    PLAYER_ACTION = "player_action"
    ROUND_START = "round_start"
    ROUND_END = "round_end"
    TIMEOUT = "timeout"


class DealingStage(Enum):
    """In this order, without exception; a hand may skip those it does not reach."""

    PRE_HOLE_CARDS = 1
    DEALING_HOLE_CARDS = 2
    HOLE_CARDS_COMPLETE = 3
    PRE_FLOP = 4
    PRE_FLOP_BETTING = 5
    FLOP_COMPLETE = 6
    TURN_COMPLETE = 7
    RIVER_COMPLETE = 8
    SHOWDOWN = 9
    GAME_END = 10


@dataclass(frozen=True)
class Situation:
    """What the guards look at."""

    live: int = 0  # players not folded
    with_chips: int = 0  # players who could be dealt in
    min_players: int = 2
    tournament: bool = False


class Transition(NamedTuple):
    """One row of the table. `to` None: the state stays."""

    state: GameState | None  # None: any
    event: GameEvent
    guard: Callable[[Situation], bool]
    to: GameState | None


def _always(situation: Situation) -> bool:
    return True


def _contested(situation: Situation) -> bool:
    return situation.live >= 2


def _won(situation: Situation) -> bool:
    return situation.live == 1


_BETTING: Final = (
    GameState.PRE_FLOP_BETTING,
    GameState.FLOP_BETTING,
    GameState.TURN_BETTING,
    GameState.RIVER_BETTING,
)
_DEALS: Final = (GameState.PRE_FLOP, GameState.FLOP, GameState.TURN, GameState.RIVER)

TRANSITIONS: Final[tuple[Transition, ...]] = (
    Transition(GameState.IDLE, GameEvent.PLAYER_JOIN, _always, None),
    Transition(
        GameState.IDLE,
        GameEvent.ROUND_START,
        lambda situation: situation.with_chips >= situation.min_players,
        GameState.ANTE,
    ),
    Transition(GameState.ANTE, GameEvent.ROUND_START, _always, GameState.BLINDS),
    Transition(GameState.BLINDS, GameEvent.ROUND_START, _always, GameState.PRE_FLOP),
    *(Transition(deal, GameEvent.ROUND_START, _always, bets) for deal, bets in zip(_DEALS, _BETTING, strict=True)),
    *(
        Transition(bets, GameEvent.ROUND_END, _contested, deal)
        for bets, deal in zip(_BETTING, (*_DEALS[1:], GameState.SHOWDOWN), strict=True)
    ),
    *(Transition(bets, GameEvent.ROUND_END, _won, GameState.HAND_END) for bets in _BETTING),
    *(Transition(bets, GameEvent.PLAYER_ACTION, _always, None) for bets in _BETTING),
    *(Transition(bets, GameEvent.TIMEOUT, _always, None) for bets in _BETTING),
    Transition(None, GameEvent.PLAYER_LEAVE, _always, None),
    Transition(GameState.SHOWDOWN, GameEvent.ROUND_END, _always, GameState.HAND_END),
    Transition(
        GameState.HAND_END,
        GameEvent.ROUND_END,
        lambda situation: situation.tournament and situation.with_chips == 1,
        GameState.TOURNAMENT_END,
    ),
    Transition(GameState.HAND_END, GameEvent.ROUND_END, lambda situation: situation.with_chips >= 2, GameState.IDLE),
)


def following(state: GameState, event: GameEvent, situation: Situation) -> GameState | None:
    """Where an event leads; None if no row of the table has it."""
    if state is GameState.TOURNAMENT_END:
        return None
    for row in TRANSITIONS:
        if row.state in (state, None) and row.event is event and row.guard(situation):
            return row.to or state
    return None


class GameStateMachine:
    """A table's state, moved by events. Listeners hear, in this order: leaving a state, entering one, the transition.

    `fire` moves it by one event; `follow` fires all that a hand has done since it was followed last.

    >>> machine = GameStateMachine()
    >>> machine.fire(GameEvent.TIMEOUT, Situation()), machine.state.name
    (False, 'IDLE')
    >>> machine.fire(GameEvent.ROUND_START, Situation(with_chips=2)), machine.state.name
    (True, 'ANTE')
    """

    def __init__(
        self,
        state: GameState = GameState.IDLE,
        on_exit: Callable[[GameState], None] | None = None,
        on_enter: Callable[[GameState], None] | None = None,
        on_transition: Callable[[GameState, GameEvent, GameState], None] | None = None,
    ) -> None:
        self.state = state
        self._on_exit, self._on_enter, self._on_transition = on_exit, on_enter, on_transition
        self._hand: Setup | None = None
        self._acts = 0  # of the hand that were followed
        self._settled = False

    def fire(self, event: GameEvent, situation: Situation) -> bool:
        """False, and nothing changes, for an event that no row of the table allows."""
        before = self.state
        after = following(before, event, situation)
        if after is None:
            return False
        if after is not before and self._on_exit:
            self._on_exit(before)
        self.state = after
        if after is not before and self._on_enter:
            self._on_enter(after)
        if self._on_transition:
            self._on_transition(before, event, after)
        return True

    def follow(self, options: HoldemOptions, state: State) -> None:
        """Catch up with a hand, from its beginning if it is a new one. ValueError if the hand before is not over."""
        if state.setup != self._hand:
            self._begin(options, state)
        for act in state.history[self._acts :]:
            if act.did in ("fold", "check", "call", "raise_to"):
                self._must(GameEvent.PLAYER_ACTION, Situation())
            elif act.did == "leave":
                self._must(GameEvent.PLAYER_LEAVE, Situation())
            elif act.did == "deal":
                self._must(GameEvent.ROUND_END, Situation(live=2))
                self._must(GameEvent.ROUND_START, Situation(live=2))
        self._acts = len(state.history)
        if state.result is not None and not self._settled:
            self._settle(options, state)

    def _begin(self, options: HoldemOptions, state: State) -> None:
        dealt = Situation(with_chips=len(state.setup.order), min_players=options.min_players)
        if self.state is not GameState.IDLE:
            self._must(GameEvent.ROUND_END, dealt)
        if self.state is not GameState.IDLE:
            raise ValueError("the hand before is not over")
        self._hand, self._acts, self._settled = state.setup, 0, False
        for _ in range(4):
            self._must(GameEvent.ROUND_START, dealt)

    def _settle(self, options: HoldemOptions, state: State) -> None:
        assert state.result is not None
        with_chips = sum(1 for chips in state.stacks if chips)
        situation = Situation(len(state.live_seats), with_chips, options.min_players, options.tournament)
        self._must(GameEvent.ROUND_END, situation)
        if state.result.showdown:
            self._must(GameEvent.ROUND_END, situation)
        if is_last_hand(options, state):
            self._must(GameEvent.ROUND_END, situation)
        self._settled = True

    def _must(self, event: GameEvent, situation: Situation) -> None:
        if not self.fire(event, situation):
            raise ValueError(f"{self.state.name} has no way for {event.name}")


class Fired(NamedTuple):
    """One transition that a hand made."""

    before: GameState
    event: GameEvent
    after: GameState


def trail(options: HoldemOptions, state: State) -> tuple[Fired, ...]:
    """Every transition of a hand so far, each by a row of the table."""
    fired: list[Fired] = []
    GameStateMachine(on_transition=lambda *change: fired.append(Fired(*change))).follow(options, state)
    return tuple(fired)


def state_of(options: HoldemOptions, state: State) -> GameState:
    """Where a hand is: asking somebody, over, or the last of a tournament."""
    if state.result is None:
        return _BETTING[state.street]
    return GameState.TOURNAMENT_END if is_last_hand(options, state) else GameState.HAND_END


def is_last_hand(options: HoldemOptions, state: State) -> bool:
    """Whether this hand has decided a tournament."""
    return state.result is not None and 1 in places(options, state)


def stages(state: State) -> tuple[DealingStage, ...]:
    """The stages of the deal so far, in their order."""
    found = list(DealingStage)[:5]
    found += list(DealingStage)[5 : 5 + state.street]
    if state.result is not None:
        if state.result.showdown:
            found.append(DealingStage.SHOWDOWN)
        found.append(DealingStage.GAME_END)
    return tuple(found)


def stage_of(state: State) -> DealingStage:
    return stages(state)[-1]
