"""Many running deals of one game: dealt from seeds, stepped by choice numbers, played out at random.

    batch = Batch("doudizhu", 1000, seed=7)
    while any(count := batch.counts()):
        batch.step_all(choose(count))
    batch.all_scores()

A choice number is a position in the order of the game's `Choices`. Where several seats are asked at once, the first
of them answers first. With `seed=` deal i is `game.deal(seats, seed + i)`, card for card; `fast_seed=` takes a quick
generator that nobody should play for money with. Deals run in the kernel where it knows the game, in Python otherwise:
same deals, same choices, same scores.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Protocol

from paiju.envs.families import family_of
from paiju.games import catalog
from paiju.games.contract import AnyGame
from paiju.solver.quick import Quick, quick_seed

__all__ = ["Batch"]


class Engine(Protocol):
    """What runs the deals: a class of the kernel, or `Twin`."""

    def deal(self, seeds: Any, threads: int = 1, /) -> None:
        """Reference deals: 32 bytes of seed for each."""

    def deal_quick(self, seed: int, threads: int = 1, /) -> None:
        """Quick deals; deal i has `quick_seed(seed, i)`."""

    def turn(self, i: int, /) -> int:
        """Whose choice it is in deal i; -1 when it is over."""

    def count(self, i: int, /) -> int:
        """How many choices there are in deal i; 0 when it is over."""

    def step(self, i: int, choice: int, /) -> int:
        """Make a choice: how many there are next, 0 when that was the last. IndexError if there is none of this number."""

    def turns(self, out: Any, /) -> None: ...

    def counts(self, out: Any, threads: int = 1, /) -> None: ...

    def step_all(self, choices: Any, threads: int = 1, /) -> None: ...

    def playout(self, seed: int, threads: int = 1, /) -> int: ...

    def scores(self, out: Any, /) -> None: ...

    def score(self, i: int, /) -> tuple[int, ...] | None:
        """Scores of deal i; None while it runs."""

    def tally(self) -> list[SeatTally]:
        """For each seat, over the deals that are over: sum and sum of squares of the scores, how many are above 0,
        and the least and the greatest."""

    def perft(self, i: int, depth: int, /) -> int:
        """Sequences of so many choices from deal i on; a deal that ends sooner counts once."""


SeatTally = tuple[float, float, int, int, int]


class Twin:
    """Deals in Python, by the game itself. `threads` is taken for the sake of the kernel and ignored."""

    def __init__(self, game: AnyGame, seats: int, size: int) -> None:
        self.game, self.seats, self.size = game, seats, size
        self.family = family_of(game)
        self.games: list[AnyGame] = [game] * size  # a quick deal may fix the deck in the options
        self.states: list[Any] = [None] * size

    def deal(self, seeds: Any, threads: int = 1, /) -> None:
        row = bytes(seeds)
        if len(row) != 32 * self.size:
            raise ValueError("seeds are 32 bytes for each deal")
        for i in range(self.size):
            seed = int.from_bytes(row[32 * i : 32 * i + 32], "big")
            self.games[i], self.states[i] = self.game, self.game.deal(self.seats, seed)

    def deal_quick(self, seed: int, threads: int = 1, /) -> None:
        for i in range(self.size):
            self.games[i], self.states[i] = self.family.quick_deal(self.game, self.seats, quick_seed(seed, i))

    def _pending(self, i: int) -> Any:
        if not 0 <= i < self.size:
            raise IndexError("there is no deal of this number")
        if self.states[i] is None:
            return None
        pending = self.games[i].pending(self.states[i])
        return pending[0] if pending else None

    def turn(self, i: int, /) -> int:
        decision = self._pending(i)
        return -1 if decision is None else int(decision.seat)

    def count(self, i: int, /) -> int:
        decision = self._pending(i)
        if decision is None:
            return 0
        choices = decision.choices
        return len(choices) if hasattr(choices, "__len__") else sum(1 for _ in choices)

    def choice(self, i: int, choice: int, /) -> Any:
        decision = self._pending(i)
        if decision is None:
            raise IndexError("this deal is over")
        if choice >= 0:
            choices = decision.choices
            if hasattr(choices, "__getitem__"):
                return choices[choice]
            for found in islice(choices, choice, choice + 1):
                return found
        raise IndexError("there is no choice of this number")

    def step(self, i: int, choice: int, /) -> int:
        action = self.choice(i, choice)
        decision = self._pending(i)
        self.states[i] = self.games[i].apply(self.states[i], decision.seat, action)
        return self.count(i)

    def turns(self, out: Any, /) -> None:
        _fill(out, "b", [self.turn(i) for i in range(self.size)])

    def counts(self, out: Any, threads: int = 1, /) -> None:
        _fill(out, "q", [self.count(i) for i in range(self.size)])

    def step_all(self, choices: Any, threads: int = 1, /) -> None:
        with memoryview(choices) as row:
            chosen = list(row.cast("B").cast("q"))
        if len(chosen) != self.size:
            raise ValueError(f"the array must have {self.size} places, not {len(chosen)}")
        before = list(self.states)
        try:
            for i, choice in enumerate(chosen):
                if choice != -1:
                    self.step(i, choice)
        except IndexError:
            self.states = before
            raise

    def playout(self, seed: int, threads: int = 1, /) -> int:
        made = 0
        for i in range(self.size):
            quick = Quick(quick_seed(seed, i))
            while count := self.count(i):
                self.step(i, self.family.pick(count, quick))
                made += 1
        return made

    def scores(self, out: Any, /) -> None:
        _fill(out, "q", [score for i in range(self.size) for score in self.score(i) or (0,) * self.seats])

    def score(self, i: int, /) -> tuple[int, ...] | None:
        if self.turn(i) >= 0:
            return None
        if self.states[i] is None:
            return (0,) * self.seats
        outcome = self.games[i].outcome(self.states[i])
        return outcome.scores if outcome else None

    def tally(self) -> list[SeatTally]:
        rows = [row for i in range(self.size) if (row := self.score(i)) is not None]
        columns = list(zip(*rows, strict=True)) or [()] * self.seats
        return [
            (
                float(sum(column)),
                float(sum(score * score for score in column)),
                sum(score > 0 for score in column),
                min(column, default=0),
                max(column, default=0),
            )
            for column in columns
        ]

    def perft(self, i: int, depth: int, /) -> int:
        if not 0 <= depth <= 64:
            raise ValueError("a depth is a number from 0 to 64")
        self.turn(i)
        return self._sequences(self.games[i], self.states[i], depth)

    def _sequences(self, game: AnyGame, state: Any, depth: int) -> int:
        pending = game.pending(state) if depth and state is not None else ()
        if not pending:
            return 1
        choices = pending[0].choices
        return sum(self._sequences(game, game.apply(state, pending[0].seat, action), depth - 1) for action in choices)


def _fill(out: Any, kind: str, values: list[int]) -> None:
    with memoryview(out) as row:
        if row.nbytes != len(values) * array(kind).itemsize:
            raise ValueError(f"the array must have {len(values)} places, not {row.nbytes // array(kind).itemsize}")
        row.cast("B")[:] = array(kind, values).tobytes()


class Batch:
    """Many running deals; see the module.

    `turn`, `count`, `step` and `score` are those of `Engine`, for one deal each, without a wrapper around them.

    >>> batch = Batch("holdem", 2, seats=2, seed=1)
    >>> batch.choices(0)[:3], batch.count(0)
    (('fold', 'call', 'raise_to 40'), 963)
    >>> batch.step(0, 0)  # how many choices are next
    0
    >>> batch.score(0), batch.score(1)
    ((-10, 10), None)
    """

    turn: Callable[[int], int]
    count: Callable[[int], int]
    step: Callable[[int, int], int]
    score: Callable[[int], tuple[int, ...] | None]

    def __init__(
        self,
        game: AnyGame | str,
        n: int,
        *,
        seats: int | None = None,
        seed: int | Iterable[int] | None = None,
        fast_seed: int | None = None,
        native: bool | None = None,
        threads: int = 1,
    ) -> None:
        """`native`: True demands the kernel, False keeps out of it, None takes it where it can run this game."""
        if not 0 <= n <= 1 << 26:
            raise ValueError("a batch holds up to 67 million deals")
        if not 1 <= threads <= 256:
            raise ValueError("threads is a number from 1 to 256")
        self.game = catalog.find(game).game() if isinstance(game, str) else game
        if seats is None:
            seats = catalog.find(self.game.name).recommended
        if seats not in self.game.seats:
            raise ValueError(f"{self.game.name} is for {self.game.seats[0]} to {self.game.seats[-1]} players")
        self.n, self.seats, self.threads = n, seats, threads
        self.family = family_of(self.game)
        engine = None if native is False else self.family.engine(self.game, seats, n)
        if engine is None and native:
            raise ValueError(f"the kernel cannot run {self.game.name} under these options")
        self.native = engine is not None
        self.engine: Engine = engine if engine is not None else Twin(self.game, seats, n)
        self.turn, self.count = self.engine.turn, self.engine.count
        self.step, self.score = self.engine.step, self.engine.score
        if seed is not None or fast_seed is not None:
            self.deal(seed=seed, fast_seed=fast_seed)

    def __len__(self) -> int:
        return self.n

    def deal(self, *, seed: int | Iterable[int] | None = None, fast_seed: int | None = None) -> None:
        """Deal anew. A number is the seed of the first deal, the next has the next number; or give them all."""
        if (seed is None) == (fast_seed is None):
            raise ValueError("give either seed or fast_seed")
        if fast_seed is not None:
            self.engine.deal_quick(fast_seed & (1 << 64) - 1, self.threads)
            return
        seeds = range(seed, seed + self.n) if isinstance(seed, int) else list(seed or ())
        if len(seeds) != self.n:
            raise ValueError(f"{self.n} deals need {self.n} seeds, not {len(seeds)}")
        if any(not 0 <= one < 1 << 256 for one in seeds):
            raise ValueError("a seed is an integer from 0 to 2**256 - 1")
        self.engine.deal(b"".join(one.to_bytes(32, "big") for one in seeds), self.threads)

    def choice(self, i: int, number: int) -> str:
        """The text of one choice."""
        if isinstance(self.engine, Twin):
            return str(self.engine.choice(i, number))
        return str(self.family.choice(self.game, self.engine, i, number))

    def choices(self, i: int) -> tuple[str, ...]:
        """The texts of all choices of deal i, in order."""
        return tuple(self.choice(i, number) for number in range(self.count(i)))

    def turns(self, out: Any = None) -> Any:
        """For each deal whose choice it is, -1 when it is over; into `out` (signed bytes) or a new array."""
        out = array("b", bytes(self.n)) if out is None else out
        self.engine.turns(out)
        return out

    def counts(self, out: Any = None) -> Any:
        """For each deal how many choices there are; into `out` (64-bit integers) or a new array."""
        out = array("q", bytes(8 * self.n)) if out is None else out
        self.engine.counts(out, self.threads)
        return out

    def step_all(self, choices: Sequence[int] | Any) -> None:
        """One choice for each deal, -1 where nothing is to be done. If any is impossible, none is made."""
        row = array("q", choices) if isinstance(choices, (list, tuple)) else choices
        self.engine.step_all(row, self.threads)

    def playout(self, seed: int = 0) -> int:
        """Random choices until every deal is over; how many choices were made.

        Every choice is equally likely; in hold'em every kind of action, and then every size of a raise.
        """
        return self.engine.playout(seed & (1 << 64) - 1, self.threads)

    def all_scores(self, out: Any = None) -> Any:
        """Scores of all deals, seat by seat, zeros where one still runs; 64-bit integers."""
        out = array("q", bytes(8 * self.n * self.seats)) if out is None else out
        self.engine.scores(out)
        return out
