"""A toy with chips: each seat dealt in antes one and draws a card; seat after seat says `stay` or `fold` (one chip more to
stay); the highest card of those who stayed takes all. For tables: it has a Series in which people come and go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from paiju.bots.registry import LEVELS, register
from paiju.bots.simple import RandomChoice
from paiju.cards import DECK_52, Card, NotationError, Rng
from paiju.games.capabilities import Absence, BuyIn, DealSummary, Secrecy, Timing
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, Listed, Outcome, Pile, Seat, View
from paiju.games.messages import Text
from paiju.games.options import option


@dataclass(frozen=True, kw_only=True)
class StakesOptions:
    min_buy_in: int = option(10, zh="最少", en="least", low=1, high=1000)
    max_buy_in: int = option(100, zh="最多", en="most", low=1, high=1000)
    starting_chips: int = option(50, zh="起始", en="chips", low=1, high=1000)
    action_timeout: int = option(30, zh="时限", en="seconds", low=0, high=600)
    stacks: tuple[int, ...] = option((), zh="筹码", en="stacks", carried=True)
    out: tuple[int, ...] = option((), zh="暂离", en="sitting out", carried=True)


class StakesView(View, frozen=True):
    hands: tuple[Pile, ...]
    centre: tuple[Pile, ...]
    waiting_on: tuple[Seat, ...]


class State(NamedTuple):
    dealt: tuple[int, ...]
    cards: tuple[Card, ...]
    paid: tuple[int, ...]
    live: frozenset[int]
    turn: int


@dataclass(frozen=True)
class Say:
    word: str

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class Stakes:
    options: StakesOptions
    name = "stakes"
    seats = range(2, 7)

    def deal(self, seats: int, seed: int) -> State:
        dealt = tuple(
            seat for seat, stack in enumerate(self.options.stacks) if stack > 0 and seat not in self.options.out
        )
        row = Rng(seed).shuffled(DECK_52.cards)
        paid = tuple(1 if seat in dealt else 0 for seat in range(seats))
        return State(dealt, row[:seats], paid, frozenset(dealt), 0)

    def pending(self, state: State) -> tuple[Decision[Say], ...]:
        if state.turn >= len(state.dealt) or len(state.live) < 2:
            return ()
        seat = Seat(state.dealt[state.turn])
        words = ("fold", "stay") if self.options.stacks[seat] > state.paid[seat] else ("fold",)
        return (Decision(seat, Line.of("stakes.ask"), Listed(tuple(map(Say, words)))),)

    def apply(self, state: State, seat: Seat, action: Say) -> State:
        paid, live = list(state.paid), state.live
        if action.word == "stay":
            paid[seat] += 1
        else:
            live = live - {seat}
        return state._replace(paid=tuple(paid), live=live, turn=state.turn + 1)

    def view(self, state: State, viewer: Seat | None) -> StakesView:
        hands = tuple(
            Pile("hand", (card,) if seat == viewer else 1) if seat in state.dealt else Pile("hand", 0)
            for seat, card in enumerate(state.cards)
        )
        waiting = tuple(decision.seat for decision in self.pending(state))
        stage = "playing" if waiting else "over"
        return StakesView(viewer=viewer, stage=stage, hands=hands, centre=(), waiting_on=waiting)

    def outcome(self, state: State) -> Outcome | None:
        if self.pending(state):
            return None
        best = max(state.live or state.dealt, key=lambda seat: (state.cards[seat].rank, seat))
        scores = [-paid for paid in state.paid]
        scores[best] += sum(state.paid)
        return Outcome(tuple(scores), "stakes.over")

    def parse(self, text: str) -> Say:
        if text not in ("fold", "stay"):
            raise NotationError(text, 0, "say stay or fold")
        return Say(text)


class StakesSeries:
    def next(self, options: StakesOptions, outcome: Outcome, /) -> StakesOptions | None:
        stacks = tuple(a + b for a, b in zip(_wide(options, len(outcome.scores)), outcome.scores, strict=True))
        return replace(options, stacks=stacks)


class StakesChips:
    def buy_in(self, options: StakesOptions, /) -> BuyIn:
        return BuyIn(options.min_buy_in, options.max_buy_in, options.starting_chips)

    def is_tournament(self, options: StakesOptions, /) -> bool:
        return False

    def draws_seats(self, options: StakesOptions, /) -> bool:
        return False

    def players_needed(self, options: StakesOptions, /) -> int:
        return 2

    def stack(self, options: StakesOptions, seat: Seat, /) -> int:
        return options.stacks[seat] if seat < len(options.stacks) else 0

    def brought(self, state: State, seat: Seat, /) -> int:
        return 0  # nobody asks: a deal of this game is not told

    def sit(self, options: StakesOptions, seat: Seat, chips: int, /) -> StakesOptions:
        stacks = list(_wide(options, seat + 1))
        stacks[seat] += chips
        return replace(options, stacks=tuple(stacks))

    def leave(self, options: StakesOptions, seat: Seat, /) -> StakesOptions:
        stacks = list(_wide(options, seat + 1))
        stacks[seat] = 0
        return replace(options, stacks=tuple(stacks))

    def sit_out(self, options: StakesOptions, seat: Seat, out: bool, post: bool = False, /) -> StakesOptions:
        left = set(options.out) - {seat}
        return replace(options, out=tuple(sorted(left | {seat} if out else left)))

    def ready(self, options: StakesOptions, /) -> bool:
        return sum(1 for seat, stack in enumerate(options.stacks) if stack > 0 and seat not in options.out) >= 2


def _wide(options: StakesOptions, seats: int) -> tuple[int, ...]:
    return options.stacks + (0,) * (seats - len(options.stacks))


class StakesLimits:
    def timing(self, options: StakesOptions, decision: Decision[Any], /) -> Timing:
        return Timing(options.action_timeout or None)

    def absence(self, options: StakesOptions, /) -> Absence:
        return Absence()


class StakesArchive:
    def hole_cards(self, state: State, seat: int, /) -> tuple[Card, ...] | None:
        return (state.cards[seat],) if seat in state.dealt else None

    def summary(self, game: Stakes, state: State, /) -> DealSummary:
        outcome = game.outcome(state)
        assert outcome is not None
        taken = {int(seat): sum(state.paid) for seat in outcome.winners}
        return DealSummary(pot=sum(state.paid), board=(), shown={}, ranks={}, taken=taken)


INFO = GameInfo(
    id="stakes",
    title=Text("比牌", "Stakes"),
    summary=Text("玩具", "A toy with chips."),
    options=StakesOptions,
    make=Stakes,
    series=StakesSeries(),
    recommended=3,
    chips=StakesChips(),
    time_limits=StakesLimits(),
    secrecy=Secrecy(open_moves=True, keeps_secrets=True),
    archive=StakesArchive(),
    messages={
        "stakes.ask": Text("跟或弃？", "Stay or fold?"),
        "stakes.over": Text("比牌结束。", "Highest card wins."),
    },
)

for _level in LEVELS:
    register("stakes", _level, RandomChoice)
