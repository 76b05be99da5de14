"""Where a deal stands: a value of integers and tuples, cheap to build and never edited."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.cards import Card, Rank
from paiju.games.climb.actions import Play, Say
from paiju.games.climb.shapes import Combo
from paiju.games.contract import AnyGame, Line

NOBODY = -1


class Setup(NamedTuple):
    """What was decided before the first trick: it no longer changes while tricks are played.

    `answers` are the answers that the running stage has so far; `notes` is for what a stage must remember and this
    class does not know.
    """

    deal: int = 1  # which deal this is, counted with those thrown in
    first: int = NOBODY  # who is asked first
    marked: Card | None = None  # the face-up card that decided it
    smallest: tuple[tuple[int, Card], ...] = ()  # each seat's smallest card as dealt, greatest first, last one leads
    required: Card | None = None  # the opening play must hold it
    kitty: tuple[Card, ...] = ()
    wild: Rank | None = None  # the rank drawn to be wild
    aside: tuple[Card, ...] = ()  # cards that nobody is dealt
    answers: tuple[tuple[int, Any], ...] = ()
    said: tuple[tuple[int, Say], ...] = ()  # every open answer so far, of all stages
    landlord: int = NOBODY
    robs: int = 0
    bid: int = 0
    doubles: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()  # cards that each seat may keep and is out all the same; (): none
    shown: int = 0  # bits of the seats that play with open hands
    known: tuple[tuple[int, Card], ...] = ()  # cards that all know to be in a hand when the tricks begin
    ceilings: tuple[
        tuple[int, int], ...
    ] = ()  # (seat, point): all know that it was dealt nothing higher but wild cards
    notes: tuple[Any, ...] = ()
    game: AnyGame | None = None  # that dealt it; only drawings ask


class Draw(NamedTuple):
    """The pile and what was captured, in the games that have them."""

    pile: tuple[Card, ...]  # the end is the top
    pot: int  # points lying in the running trick
    captured: tuple[int, ...]
    drawn: tuple[int, ...]  # cards drawn so far, per seat


class Taken(NamedTuple):
    """How a trick ended where points are captured and cards drawn."""

    points: int
    drawn: tuple[int, ...]  # cards drawn, per seat
    leader: int


class _Event(NamedTuple):
    older: Event | None
    what: str
    seat: int
    thing: Any


class Event(_Event):
    """Something that happened, and what happened before it: the history is a linked list, newest first.

        "lead"           a play that opens a trick and a round of the records; thing: the Play
        "again"          a lead that beats the leader's own last play and goes on with its round; thing: the Play
        "play"           a play that follows; thing: the Play
        "pass"           thing: the Say
        "trick"          a trick ended; seat: its winner; thing: Taken where cards are drawn, else the seat that leads
                         in the place of a winner who is out, else None
        "last"           the trick that ended the deal had points; seat: its winner; thing: the points
        "leftover"       a seat still holds points at the end; thing: those cards, the points, and the seat that gets them
        "finish"         a seat is out; thing: its rank
        "spared"         a seat is out with cards in hand that it is let; thing: how many it has, and was let
        "say"            an answer before the tricks; thing: the Say
        "ask"            a seat asked how many cards others hold
        "count"          a seat's number of cards became public; thing: the number
        "last_card"      a seat that everybody counts has one card left (报单)
        "jiefeng"        a seat leads because the winner of the trick is out; thing: the winner
        "line"           thing: a Line for everybody to read
        "redeal" "forced" "landlord" …  what a stage did

    `lines` is how the log words it. It is worked out when first asked for and is no part of the value.
    """

    lines: tuple[Line, ...] | None = None


History = Event | None

PLAYED = frozenset(("lead", "again", "play"))  # events that put down cards


class State(NamedTuple):
    """One deal under way."""

    seed: int
    stage: int
    hands: tuple[int, ...]  # masks, see layout.py
    counts: tuple[int, ...]  # counts per point
    turn: int
    top: Combo | None  # the last real play; it stays when its trick is over
    top_by: int
    leading: bool
    passed: int  # bits of the seats that passed on `top`, or are locked out
    plays: int  # real plays made, eight bits per seat
    multiplier: int
    setup: Setup
    draw: Draw | None
    out: tuple[int, ...]
    history: History
    bombs: int = 0  # bombs that are paid for, eight bits per seat

    def made(self, seat: int) -> int:
        """Real plays a seat has made."""
        return self.plays >> (8 * seat) & 255

    def paid(self, seat: int) -> int:
        """Bombs of a seat that are paid for."""
        return self.bombs >> (8 * seat) & 255

    @property
    def game(self) -> AnyGame | None:
        """The game it is a deal of."""
        return self.setup.game

    def __repr__(self) -> str:
        from paiju.games.drawing import shown

        return shown(self)

    def _repr_html_(self) -> str:
        from paiju.games.drawing import shown_html

        return shown_html(self)


def events(history: History) -> list[Event]:
    """The history in order of time."""
    found: list[Event] = []
    while history is not None:
        found.append(history)
        history = history.older
    found.reverse()
    return found


def rounds(history: History) -> list[list[tuple[int, Play | Say]]]:
    """The plays and passes of each round, which may hold several tricks in which one player beats their own plays."""
    found: list[list[tuple[int, Play | Say]]] = []
    for _, what, seat, thing in events(history):
        if what == "lead":
            found.append([(seat, thing)])
        elif what in ("again", "play", "pass"):
            found[-1].append((seat, thing))
    return found


def trick(history: History) -> list[tuple[int, Play | Say]]:
    """The plays and passes of the trick under way, or of the last one if it has just ended."""
    found: list[tuple[int, Play | Say]] = []
    while history is not None:
        history, what, seat, thing = history
        if what in ("lead", "again", "play", "pass"):
            found.append((seat, thing))
            if what in ("lead", "again"):
                break
    found.reverse()
    return found
