"""What every game is to the rest of the house.

Tables, servers, bots and tests are written against this module and nothing else. A `Game` is one game under one
set of options and holds no play; a state is a value; a `View` is all that one viewer may know. `play` is the only
door for input from outside: it reads the text, checks it against the open decision and applies it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, NewType, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from paiju.cards import NotationError

Seat = NewType("Seat", int)

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
V_co = TypeVar("V_co", bound="View", covariant=True)

Arg = Any  # what a Line may carry: int, str, bool, None, a card, another Line, or a tuple of these

__all__ = [
    "AnyGame",
    "Census",
    "Choices",
    "Decision",
    "Game",
    "IllegalAction",
    "Line",
    "Listed",
    "NotationError",
    "Outcome",
    "Pile",
    "Played",
    "Resamples",
    "Seat",
    "Series",
    "Unasked",
    "View",
    "after",
    "around",
    "before",
    "check",
    "play",
]


class Line(msgspec.Struct, frozen=True):
    """A message in no language yet: a message key and its named arguments, which are never edited.

    The same line is an event on the wire and a sentence on the page: the message table of the key, in the reader's
    language, says how the arguments are shown.

    >>> Line.of("climb.must_beat", seat=2)
    Line(key='climb.must_beat', args={'seat': 2})
    """

    key: str
    args: dict[str, Arg] = {}

    @staticmethod
    def of(key: str, /, **args: Arg) -> Line:
        return Line(key, args)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.args.items())))


class IllegalAction(Exception):
    """A well-formed answer that the rules do not allow now. Nothing has changed.

    `code` is one of the stable error codes of the wire (docs/notation.md lists them); `why` says what would be right.
    """

    def __init__(self, seat: Seat, action: object, code: str, why: Line) -> None:
        super().__init__(seat, action, code, why)
        self.seat, self.action, self.code, self.why = seat, action, code, why

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.why.args.items())
        return f"{self.code}: {self.why.key}({details})"


class Choices(Protocol[A_co]):
    """Legal answers, in the manner of `range`: cheap `in`, lazy `iter`."""

    def __contains__(self, action: object, /) -> bool:
        """Any legal spelling."""

    def __iter__(self) -> Iterator[A_co]:
        """Canonical spellings, in a fixed order, safest first: a clock that runs out takes the first."""

    def resolve(self, seat: Seat, action: Any, /) -> A_co:
        """The canonical spelling of a legal answer; IllegalAction, with code and reason, for any other."""


@dataclass(frozen=True)
class Listed(Generic[A]):
    """Choices that are few enough to list."""

    actions: tuple[A, ...]

    def __contains__(self, action: object, /) -> bool:
        return action in self.actions

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def resolve(self, seat: Seat, action: A, /) -> A:
        if action in self.actions:
            return action
        raise IllegalAction(
            seat, action, "bad_answer", Line.of("error.bad_answer", answers=tuple(map(str, self.actions)))
        )


class Decision(msgspec.Struct, Generic[A_co], frozen=True):
    """One question to one seat."""

    seat: Seat
    prompt: Line
    choices: Choices[A_co]


class Pile(msgspec.Struct, frozen=True):
    """Some cards as a viewer sees them: the cards if visible, a number if only counted, None if not even that."""

    name: str
    cards: tuple[Any, ...] | int | None

    @property
    def count(self) -> int | None:
        return len(self.cards) if isinstance(self.cards, tuple) else self.cards


class View(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", tag=True, omit_defaults=True):
    """What one viewer knows: built up from nothing, never a state with fields removed.

    A game adds its own fields in one subclass; on the wire its name is the view's `type`. `viewer` is None for a spectator.
    `stage` says where the deal stands, `log` what happened as this viewer saw it: messages carry both beside the view,
    so `encode(view.body)` leaves them out.

    A game has each of `hands`, `centre` and `waiting_on` either as a field or as a property worked out from other
    fields, so that no fact stands twice in a view.
    """

    viewer: Seat | None
    stage: str = ""
    log: tuple[Line, ...] = ()

    @property
    def hands(self) -> tuple[Pile, ...]:
        """One pile per seat."""
        raise NotImplementedError

    @property
    def centre(self) -> tuple[Pile, ...]:
        """What lies on the table: board, kitty, pile, discard."""
        raise NotImplementedError

    @property
    def waiting_on(self) -> tuple[Seat, ...]:
        """The seats that are asked something."""
        raise NotImplementedError

    @property
    def body(self) -> Self:
        """The view as it is sent: without `stage` and `log`, which are left out because they have their defaults."""
        return msgspec.structs.replace(self, stage="", log=())

    def __repr__(self) -> str:
        from paiju.games.drawing import shown

        return shown(self)

    def _repr_html_(self) -> str:
        from paiju.games.drawing import shown_html

        return shown_html(self)


class Outcome(msgspec.Struct, frozen=True):
    """How a deal ended: integers per seat as the rules settle them, and why, as a message key.

    A game whose next deal depends on more (finishing order, stacks) adds it in one subclass.
    """

    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats above zero, unless the game says otherwise."""
        return tuple(Seat(seat) for seat, score in enumerate(self.scores) if score > 0)


class Game(Protocol[S, A, V_co]):
    """One game under one set of options. Holds no play; safe to share and to hash."""

    @property
    def name(self) -> str:
        """The id in the catalog."""

    @property
    def seats(self) -> range:
        """Table sizes allowed."""

    def deal(self, seats: int, seed: int) -> S:
        """The first state. Everything that chance decides comes from the seed."""

    def pending(self, state: S) -> tuple[Decision[A], ...]:
        """Who is asked what: () when over, usually one, several when they answer without seeing each other."""

    def apply(self, state: S, seat: Seat, action: A) -> S:
        """The state after a legal action in its canonical spelling. Trusts its caller; `play` checks."""

    def view(self, state: S, viewer: Seat | None) -> V_co:
        """What a seat, or a spectator, may know."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it runs."""

    def parse(self, text: str) -> A:
        """Read an action in any accepted spelling: the inverse of str(action). NotationError for other text."""


AnyGame = Game[Any, Any, View]


@runtime_checkable
class Resamples(Protocol[S]):
    """A game that can re-deal what a viewer cannot see. Search bots and the leak test both live on it."""

    def resample(self, state: S, viewer: Seat | None, seed: int) -> S:
        """A state that looks the same to this viewer, with the rest drawn again, consistent with everything they saw."""


class Census(Protocol[S_contra]):
    """A game that can count its cards: the law of conservation is checked on it."""

    def census(self, state: S_contra) -> Iterable[Any]:
        """Every card of the deal, wherever it lies: hands, piles, table, kitty, discard, burnt."""


@runtime_checkable
class Unasked(Protocol[S_contra, A_co]):
    """A game in which a seat may also do something without being asked: leave in mid-hand, show its cards afterwards.

    Nobody waits for it, and bots are never asked for it.
    """

    def unasked(self, state: S_contra, seat: Seat) -> Choices[A_co]:
        """What this seat may do now although it is not its turn; often nothing."""


class Series(Protocol[O]):
    """What one deal leaves to the next: levels, stacks, button, blinds, running scores.

    It lives in the options: fields marked as carried are not for people to fill in.
    """

    def next(self, options: O, outcome: Outcome, /) -> O | None:
        """The options of the next deal; None when the match is over."""


class Played(NamedTuple, Generic[S, A]):
    """What `play` did: the state after, and the action in its canonical spelling."""

    state: S
    action: A


def check(game: Game[S, A, View], state: S, seat: Seat, text: str, pending: tuple[Decision[A], ...] | None = None) -> A:
    """Read an answer and check it: the action in its canonical spelling. Raises NotationError or IllegalAction.

    Pass the open questions of this state where they are known, so that they are not worked out again.
    """
    action = game.parse(text)
    if pending is None:
        pending = game.pending(state)
    for decision in pending:
        if decision.seat == seat:
            return decision.choices.resolve(seat, action)
    if isinstance(game, Unasked) and action in (choices := game.unasked(state, seat)):
        canonical: A = choices.resolve(seat, action)
        return canonical
    if not pending:
        raise IllegalAction(seat, action, "wrong_phase", Line.of("error.over"))
    asked = tuple(decision.seat for decision in pending)
    raise IllegalAction(seat, action, "not_your_turn", Line.of("error.not_your_turn", seats=asked))


def play(
    game: Game[S, A, View], state: S, seat: Seat, text: str, pending: tuple[Decision[A], ...] | None = None
) -> Played[S, A]:
    """Check an answer and apply it: the only door for input from outside. Where it raises, nothing has changed."""
    action = check(game, state, seat, text, pending)
    return Played(game.apply(state, seat, action), action)


def after(seat: Seat, of: int) -> Seat:
    """The next seat in turn order at a table of this size."""
    return Seat((seat + 1) % of)


def before(seat: Seat, of: int) -> Seat:
    """The seat before in turn order."""
    return Seat((seat - 1) % of)


def around(seat: Seat, of: int) -> Iterable[Seat]:
    """All seats once, in turn order, beginning with this one."""
    return (Seat((seat + offset) % of) for offset in range(of))
