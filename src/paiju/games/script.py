"""A game told as a story: generators behind the contract of values.

Some rules read best as `answer = yield from ask(...)`. Generators cannot be copied, so the state *is* its history:
a `Tape` of moves, with the suspended machine only as a cache. Anything that asks an old tape again replays it.

    def duel(world: World) -> Asking[None]:
        answers = yield Ask((Decision(...),))         # suspends until every seat asked has answered
        yield from run(damage(world, 1))              # a nested event, on the machine's own stack

`yield from` alone nests interpreter frames and would overflow on long chains of events; `run` hands the child to
the machine, which keeps a plain list, so depth is bounded by memory only. Chance enters as numbered shuffles
(`Chance`), so that the same story can be replayed with some of them changed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from paiju.cards import Rng
from paiju.games.contract import AnyGame, Decision, Seat
from paiju.games.drawing import Dealt, shown, shown_html

A = TypeVar("A")
T = TypeVar("T")
W = TypeVar("W")


class Ask(NamedTuple):
    """Questions put at the same time; the script goes on when all are answered, with a mapping seat -> action.

    In a race (无懈可击) the first answer for which `closed_by` holds ends the question for everybody.
    """

    decisions: tuple[Decision[Any], ...]
    closed_by: Callable[[Any], bool] | None = None


class Nested(NamedTuple):
    """A child script to run to its end before its parent goes on with the child's result."""

    script: Generator[Any, Any, Any]


Asking = Generator[Ask | Nested, Any, T]
"""The type of a piece of script that ends with a T."""


def run(script: Asking[T]) -> Asking[T]:
    """Run a child script on the machine's stack instead of the interpreter's."""
    result: T = yield Nested(script)
    return result


class Chance:
    """Numbered shuffles: the k-th shuffle of a story draws from stream k of its seed, unless it was edited.

    An edit replaces a shuffle's result: `resample` replays a story with the unseen cards of some shuffles exchanged.
    """

    def __init__(self, seed: int, edits: Mapping[int, tuple[Any, ...]] | None = None) -> None:
        self.seed = seed
        self.edits = dict(edits or {})
        self.results: list[tuple[Any, ...]] = []

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        number = len(self.results)
        result = self.edits.get(number)
        if result is None:
            result = Rng(self.seed, stream=number).shuffled(items)
        self.results.append(result)
        return result


Move = tuple[Seat, A]


class Machine(Generic[W, A]):
    """A story in progress: the world it changes, and the stack of suspended scripts."""

    def __init__(self, world: W, script: Asking[None]) -> None:
        self.world = world
        self.pending: tuple[Decision[A], ...] = ()
        self._stack: list[Asking[Any]] = [script]
        self._answers: dict[Seat, A] = {}
        self._closed_by: Callable[[A], bool] | None = None
        self._proceed(None)

    def feed(self, moves: Iterable[Move[A]]) -> Machine[W, A]:
        """Answer open questions, in order. The rules see no answer of a round of questions until all are in."""
        for seat, action in moves:
            left = tuple(decision for decision in self.pending if decision.seat != seat)
            if len(left) == len(self.pending):
                raise ValueError(f"seat {seat} is not asked anything")
            self._answers[seat] = action
            self.pending = left
            if not left or (self._closed_by is not None and self._closed_by(action)):
                answers, self._answers = self._answers, {}
                self.pending = ()
                self._proceed(answers)
        return self

    def _proceed(self, value: Any) -> None:
        """Run until the next question or the end. Exceptions unwind script by script, as they would in one stack."""
        stack, error = self._stack, None
        while stack:
            try:
                asked = stack[-1].throw(error) if error is not None else stack[-1].send(value)
            except StopIteration as stop:
                stack.pop()
                value, error = stop.value, None
                continue
            except Exception as raised:
                stack.pop()
                value, error = None, raised
                if not stack:
                    raise
                continue
            error, value = None, None
            if isinstance(asked, Nested):
                stack.append(asked.script)
            elif asked.decisions:
                self.pending, self._closed_by = asked
                return
            else:
                value = {}


@dataclass(frozen=True)
class Tape(Generic[W, A]):
    """The state of a story: how it began and what was answered. Equal tapes are equal states."""

    build: Callable[[], Machine[W, A]]
    moves: tuple[Move[A], ...] = ()
    _cache: list[Machine[W, A]] = field(default_factory=list, compare=False, repr=False)

    def machine(self) -> Machine[W, A]:
        """The machine at this point, replayed if a later tape has taken it along. Read it, never feed it."""
        if not self._cache:
            self._cache.append(self.build().feed(self.moves))
        return self._cache[0]

    @property
    def game(self) -> AnyGame | None:
        """The game it is a deal of, where its beginning knows it."""
        start: object = self.build
        return start.game if isinstance(start, Dealt) else None

    def __repr__(self) -> str:
        return shown(self)

    def _repr_html_(self) -> str:
        return shown_html(self)

    @property
    def world(self) -> W:
        return self.machine().world

    @property
    def pending(self) -> tuple[Decision[A], ...]:
        return self.machine().pending

    def advance(self, seat: Seat, action: A) -> Tape[W, A]:
        machine = self.machine()
        self._cache.clear()  # the machine moves on; this tape replays if asked again
        move = (seat, action)
        return Tape(self.build, (*self.moves, move), [machine.feed((move,))])
