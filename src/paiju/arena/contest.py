"""The same deals, played with the bots in each other's seats.

A deal is played once per seating; what a bot scores is averaged over the seats it sat in, and two bots are compared
deal by deal, so that good cards cancel out. Mishaps (a crash, a late or an illegal answer) are answered with the
safest choice and counted apart from strength.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from paiju.bots import Bot
from paiju.bots.external import BotFault, External
from paiju.bots.foreign import Running
from paiju.bots.named import bot_named, close
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.contract import AnyGame, Decision, IllegalAction, Seat
from paiju.games.record import Move, Record, dump, of_game

GRACE: Final = 0.1  # seconds past its limit before an answer counts as late
MOVE_LIMIT: Final = 20_000

Clock = Callable[[], float]


@dataclass(frozen=True)
class Contest:
    """What is played, by whom, how often. A value: the same contest gives the same deals anywhere."""

    game: str
    bots: tuple[str, ...]
    deals: int
    seats: int = 0  # 0: the recommended table
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    duplicate: bool = True
    limit: float = 0.3

    @property
    def seat_count(self) -> int:
        return self.seats or find(self.game).recommended

    def deal_seed(self, number: int) -> int:
        """Each deal has its own seed, drawn from the contest's."""
        rng = Rng(self.seed, stream=number)
        return int.from_bytes(b"".join(rng.word().to_bytes(4, "big") for _ in range(8)), "big")

    def seatings(self, number: int) -> list[tuple[int, ...]]:
        """Who sits where in this deal: every balanced seating for duplicate deals, else one of them in turn."""
        every = seatings(self.seat_count, len(self.bots))
        return every if self.duplicate else [every[number % len(every)]]


def seatings(seats: int, bots: int) -> list[tuple[int, ...]]:
    """Bots in rotation around the table, turned so that each has been everywhere.

    >>> seatings(4, 2)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> seatings(3, 2)
    [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)]
    """
    found: list[tuple[int, ...]] = []
    for shift in range(bots):
        row = [(seat + shift) % bots for seat in range(seats)]
        for turn in range(seats):
            turned = tuple(row[turn:] + row[:turn])
            if turned not in found:
                found.append(turned)
    return found


@dataclass
class Faults:
    """What went wrong with one bot."""

    crash: int = 0
    timeout: int = 0
    illegal: int = 0
    first: str = ""

    def add(self, kind: str, why: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        self.first = self.first or f"{kind}: {why}"

    @property
    def total(self) -> int:
        return self.crash + self.timeout + self.illegal


class DealResult(NamedTuple):
    """One deal under all its seatings: per bot its mean score per seat, its share of seats won, and its faults."""

    number: int
    scores: tuple[float, ...]
    wins: tuple[float, ...]
    faults: tuple[Faults, ...]
    records: tuple[str, ...]
    decisions: int


def _names(contest: Contest, seating: Sequence[int]) -> tuple[str, ...]:
    """Who sits where, by the names of the bots; one that sits in several seats is numbered by seat."""
    return tuple(
        contest.bots[who] + (f" {seat + 1}" if list(seating).count(who) > 1 else "") for seat, who in enumerate(seating)
    )


def play_deal(contest: Contest, number: int, clock: Clock = time.perf_counter) -> DealResult:
    """Play one deal of a contest under all its seatings."""
    info = find(contest.game)
    options = info.build(contest.options, contest.preset)
    game = info.make(options)
    seed = contest.deal_seed(number)
    count = len(contest.bots)
    totals, wins, seats_of = [0.0] * count, [0.0] * count, [0] * count
    faults = tuple(Faults() for _ in contest.bots)
    records, decisions = [], 0
    for seating in contest.seatings(number):
        with _seated(contest, seating, game, seed) as bots:
            state, moves = _play(game, contest, seating, bots, faults, seed, clock)
        outcome = game.outcome(state)
        assert outcome is not None
        best = max(outcome.scores)
        for seat, who in enumerate(seating):
            totals[who] += outcome.scores[seat]
            wins[who] += 1.0 if outcome.scores[seat] > 0 else 0.5 if outcome.scores[seat] == best == 0 else 0.0
            seats_of[who] += 1
        record = of_game(info, options, contest.seat_count, seed, names=_names(contest, seating))
        records.append(dump(Record(**{**record.__dict__, "moves": tuple(moves)})))
        decisions += len(moves)
    mean = tuple(total / seats if seats else 0.0 for total, seats in zip(totals, seats_of, strict=True))
    share = tuple(won / seats if seats else 0.0 for won, seats in zip(wins, seats_of, strict=True))
    return DealResult(number, mean, share, faults, tuple(records), decisions)


@contextlib.contextmanager
def _seated(contest: Contest, seating: tuple[int, ...], game: AnyGame, seed: int) -> Iterator[list[Bot]]:
    bots: list[Bot] = []
    try:
        for seat, who in enumerate(seating):
            bots.append(bot_named(contest.game, contest.bots[who], game, seed, seat))
        yield bots
    finally:
        for bot in bots:
            close(bot)


def _play(
    game: AnyGame,
    contest: Contest,
    seating: tuple[int, ...],
    bots: list[Bot],
    faults: tuple[Faults, ...],
    seed: int,
    clock: Clock,
) -> tuple[Any, list[Move]]:
    state = game.deal(contest.seat_count, seed)
    moves: list[Move] = []
    while pending := game.pending(state):
        if len(moves) > MOVE_LIMIT:
            raise RuntimeError(f"{game.name} did not end within {MOVE_LIMIT} moves")
        decision = pending[0]
        seat = decision.seat
        start = clock()
        action = _answer(game, state, bots[seat], decision, contest.limit, faults[seating[seat]])
        took = clock() - start
        if took > contest.limit + GRACE and not isinstance(bots[seat], Running):
            faults[seating[seat]].add("timeout", f"answered after {took:.2f} s")
        moves.append(Move(seat, str(action), round(took * 1000)))
        state = game.apply(state, seat, action)
    outcome = game.outcome(state)
    assert outcome is not None
    for bot in bots:
        if isinstance(bot, External):
            bot.over(outcome.scores)
    return state, moves


def _answer(game: AnyGame, state: Any, bot: Bot, decision: Decision[Any], limit: float, faults: Faults) -> Any:
    """The bot's answer if it is legal, else the safest choice and a mark against the bot."""
    seat: Seat = decision.seat
    try:
        action = bot.choose(game.view(state, seat), decision, limit=limit)
        return decision.choices.resolve(seat, action)
    except BotFault as fault:
        faults.add(fault.kind, fault.why)
    except IllegalAction as error:
        faults.add("illegal", str(error))
    except Exception as error:
        faults.add("crash", f"{type(error).__name__}: {error}")
    return next(iter(decision.choices))
