"""What a game offers a table beyond the contract: small typed capabilities, named by fields of its `GameInfo`.

Tables, servers, bots and terminals ask for the capability and never which game they run. None of this is rules. A
method that is given a view sees what one viewer may know; only `Secrecy.pinned` and `Archive` see whole states.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import msgspec

from paiju.games.contract import Decision, Line, Seat, View

if TYPE_CHECKING:
    from paiju.games.record import Record

Turns = Literal["clockwise", "counter_clockwise"]


class Stake(NamedTuple):
    """What a deal is played for, as a lobby lists it: base score or big blind."""

    amount: int
    small_blind: int | None = None
    game_type: str = ""


@dataclass(frozen=True)
class Daily:
    """The game has a daily deal: the same cards for everybody, against bots."""

    deals: int = 1  # how many make one: a single hand of hold'em says little
    level: str = "normal"  # of the bots; it must not think by the clock


# --- chips ------------------------------------------------------------------------------------------------------------------


class BuyIn(NamedTuple):
    """How many chips a player may bring, and how many they bring who do not say."""

    low: int
    high: int
    usual: int


class Chips(Protocol):
    """Chips sit at seats, in the carried fields of the options, so that people come and go between deals."""

    def buy_in(self, options: Any, /) -> BuyIn: ...

    def is_tournament(self, options: Any, /) -> bool:
        """Whether a player without chips is out: nobody buys in again."""

    def draws_seats(self, options: Any, /) -> bool:
        """Whether seats are drawn by lot instead of chosen."""

    def players_needed(self, options: Any, /) -> int:
        """How many must have chips and not sit out before a deal begins."""

    def ready(self, options: Any, /) -> bool:
        """Whether enough seats can be dealt in."""

    def stack(self, options: Any, seat: Seat, /) -> int:
        """Chips in front of a seat; 0 for an empty one."""

    def brought(self, state: Any, seat: Seat, /) -> int:
        """Chips that a seat had when the deal began, before it posted anything."""

    def sit(self, options: Any, seat: Seat, chips: int, /) -> Any:
        """The options after somebody sits down, or adds chips, before the next deal."""

    def leave(self, options: Any, seat: Seat, /) -> Any:
        """The options after a seat becomes empty; its chips went with the player."""

    def sit_out(self, options: Any, seat: Seat, out: bool, post: bool = False, /) -> Any:
        """Not dealt in from the next deal on, or back again, posting what is owed now or waiting for the blind."""


# --- time and absence -------------------------------------------------------------------------------------------------------


class Timing(NamedTuple):
    """How long a question may stay open, in seconds (None: for ever), and how long before the end to warn."""

    seconds: float | None = 30.0
    warning: float = 10.0


class Absence(NamedTuple):
    """What a lost connection leads to, in seconds since it was lost."""

    asked: float | None = None  # time to answer each question meanwhile; None: as for anybody else
    sit_out: float = 60  # then a seat with chips sits out
    auto_fold: float = 120  # then `Leaving.absent` is played for a player who left during a deal
    reconnect: float = 300  # then the seat is given up


class TimeLimits(Protocol):
    def timing(self, options: Any, decision: Decision[Any], /) -> Timing:
        """Time for one decision."""

    def absence(self, options: Any, /) -> Absence: ...


@dataclass(frozen=True)
class SteadyLimits:
    """The same time for every decision."""

    seconds: float | None = 30.0

    def timing(self, options: Any, decision: Decision[Any], /) -> Timing:
        return Timing(self.seconds)

    def absence(self, options: Any, /) -> Absence:
        return Absence()


@dataclass(frozen=True)
class Leaving:
    """A seat can leave a deal before it ends: these are unasked moves. Without this its questions are answered for it."""

    at_once: str  # made when the player leaves
    absent: str  # made when it has been absent for long and was not asked since


# --- views -----------------------------------------------------------------------------------------------------------------


class SeatView(Protocol):
    """For games whose seats see what a spectator sees and their own cards besides, so that the rest is made once a state."""

    def __call__(self, game: Any, state: Any, spectator: Any, seat: Seat, /) -> View:
        """`game.view(state, seat)`, given a spectator's view of the same state."""


# --- words and answers ------------------------------------------------------------------------------------------------------


class Words(Protocol):
    """A position in sentences."""

    def name(self, view: View, action: Any, /) -> Line | None:
        """What an action is; None where its notation says it best."""

    def describe(self, view: View, /) -> tuple[Line, ...]:
        """The table as it stands, without the viewer's hand: for a terminal, and for people who listen."""

    def hand_name(self, view: View, /) -> Line | None:
        """What the viewer holds."""


class PlainWords:
    """Piles and counts; actions in notation."""

    def name(self, view: View, action: Any, /) -> Line | None:
        return None

    def describe(self, view: View, /) -> tuple[Line, ...]:
        centre = tuple(
            Line.of(
                "table.pile", name=pile.name, cards=pile.cards if isinstance(pile.cards, tuple) else f"{pile.count}"
            )
            for pile in view.centre
        )
        counts = tuple(
            Line.of("table.hand", seat=seat, count="?" if pile.count is None else pile.count)
            for seat, pile in enumerate(view.hands)
        )
        return centre + counts

    def hand_name(self, view: View, /) -> Line | None:
        return None


class Reading(NamedTuple):
    """What an answer would be: its canonical spelling, and its name."""

    text: str
    name: Line | None


class Answers(Protocol):
    """Which answers to a question are worth showing, and how."""

    @property
    def offered(self) -> int:
        """How many choices to send along with a question."""

    @property
    def listed(self) -> int:
        """How many choices a terminal lists with every question: for games whose moves nobody knows by heart."""

    def offers(self, view: View, decision: Decision[Any], /) -> Iterator[Any]:
        """The answers worth showing one by one, safest first: all of them, but only a few of a range of amounts."""

    def readings(self, view: View, decision: Decision[Any], action: Any, /) -> tuple[Reading, ...]:
        """What an answer would be; several where it must be declared. Raises what `Choices.resolve` raises."""

    def forced(self, decision: Decision[Any], /) -> bool:
        """Whether the only answer may be given without asking, at a table of one person and bots."""

    def detail(self, view: View, decision: Decision[Any], /) -> msgspec.Struct | None:
        """What a page must know to build an answer by clicking, where a list of choices is not enough."""


@dataclass(frozen=True)
class PlainAnswers:
    """Every choice, as it is."""

    words: Words
    offered: int = 24
    listed: int = 0

    def offers(self, view: View, decision: Decision[Any], /) -> Iterator[Any]:
        return iter(decision.choices)

    def readings(self, view: View, decision: Decision[Any], action: Any, /) -> tuple[Reading, ...]:
        found = decision.choices.resolve(decision.seat, action)
        return (Reading(str(found), self.words.name(view, found)),)

    def forced(self, decision: Decision[Any], /) -> bool:
        return False

    def detail(self, view: View, decision: Decision[Any], /) -> msgspec.Struct | None:
        return None


class Group(NamedTuple):
    """Some cards of a hand that belong together, and what they are."""

    cards: tuple[Any, ...]
    name: Line | None = None


# --- secrets, and what is kept ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Secrecy:
    """What others may learn of a deal."""

    open_moves: bool = False  # every answer is announced to all as it was given
    keeps_secrets: bool = False  # some cards stay unknown after the deal (mucked hands), so the seed stays secret too
    dealing_options: tuple[str, ...] = ()  # options that say which cards are dealt: as secret as the seed
    pinned: Callable[[Any, Any], Any] | None = (
        None  # (options, state): options under which every seed deals these cards
    )


class DealSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal as a spectator may know it, by seat."""

    pot: int
    board: tuple[Any, ...]
    second_board: tuple[Any, ...] = ()
    shown: dict[int, tuple[Any, ...]]
    """Cards that were shown."""
    ranks: dict[int, Line]
    """What the hands of the showdown were."""
    taken: dict[int, int]
    """Chips taken out of the pots."""


class Archive(Protocol):
    """What is stored of a finished deal beside its record."""

    def hole_cards(self, state: Any, seat: int, /) -> Sequence[Any] | None:
        """The cards a seat was dealt; None for a seat that was not. Secret from others."""

    def summary(self, game: Any, state: Any, /) -> DealSummary: ...


class Export(Protocol):
    def __call__(self, record: Record, visible: Container[int] | None, /) -> str:
        """A record in another format, hands outside `visible` left out (None: all are visible).

        Raises `Worded` with the reason where this deal cannot be written so.
        """


Exports = Mapping[str, Export]
"""Other formats a record can be written in, by name."""
