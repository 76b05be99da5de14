"""What one viewer of a climbing game knows, built up from nothing."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from paiju.cards import Card
from paiju.games.climb.actions import Play, Say
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import total
from paiju.games.climb.rules import multiplier
from paiju.games.climb.state import NOBODY, PLAYED, Event, History, State, Taken, trick
from paiju.games.contract import Line, Pile, Seat, View

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

V = TypeVar("V", bound="ClimbView")

_NAMED_BOMBS: Final = frozenset((Kind.ROCKET, Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS))


class Shown(msgspec.Struct, frozen=True):
    """The last thing a seat did in the trick under way: a play, or a pass with no cards."""

    seat: Seat
    cards: tuple[Card, ...]
    type: str  # its name on the wire, "Empty" for a pass
    title: str  # message key of the type
    head: str
    bomb: int  # 0: none, else its rank among bombs
    wins: bool  # nobody has beaten it


class ClimbView(View, frozen=True):
    """What the table shows and what the viewer holds. `stage` is playing or over.

    `counter` is the card counter: how many cards of each rank are neither played nor in the viewer's own hand, which
    is what the viewer could count without help.
    """

    hands: tuple[Pile, ...]
    centre: tuple[Pile, ...]
    waiting_on: tuple[Seat, ...]
    phase: str
    teams: tuple[int, ...]  # the team of each seat
    leading: bool
    trick: tuple[Shown, ...]
    passed: tuple[Seat, ...]
    required: Card | None
    landlord: Seat | None
    first: Seat | None
    marked: Card | None
    answers: tuple[tuple[Seat, str], ...]  # open to all: call, no_call, rob, no_rob, bid 2, double, show …
    base: int
    bid: int  # 1 where nobody bids
    multiplier: int  # of base and bid
    factors: tuple[Line, ...]  # landlord games, when over: what the stake of each farmer is made of, the base first
    doubles: tuple[int, ...]
    open_hands: tuple[Seat, ...]
    spare: tuple[int, ...]  # cards that each seat may keep and has won all the same; () where everybody must run out
    bombs: tuple[int, ...]  # bombs that are paid for so far, per seat; () where none are
    captured: tuple[int, ...]
    pot: int
    finished: tuple[Seat, ...]
    places: tuple[str, ...]  # message keys of the finishing places, () where the game does not name them
    counter: tuple[tuple[str, int], ...]
    count_limit: int | None  # a hand that is not counted has more cards than this; None where that does not follow


class Dress:
    """How a game shows its deals. A game with fields or log lines of its own names a subclass in its rules."""

    def spectator_view(self, game: Climb, state: State) -> ClimbView:
        log = log_of(game, state.history)
        if not game.is_over(state):
            return view_of(ClimbView, game, state, stage="playing", log=log)
        settled = game.settle(state)
        log += settled.lines
        return view_of(ClimbView, game, state, stage="over", log=log, factors=settled.factors)

    def seat_view(self, game: Climb, state: State, spectator: Any, seat: Seat) -> Any:
        """What a spectator sees, and the seat's own hand."""
        hands = spectator.hands
        if not isinstance(hands[seat].cards, tuple):
            hands = (*hands[:seat], Pile("hand", game.layout.cards(state.hands[seat])), *hands[seat + 1 :])
        return replace(spectator, viewer=seat, hands=hands, counter=_counter(game, state, seat))

    def teams(self, state: State) -> tuple[int, ...]:
        """The landlord is team 1 and the farmers are team 0; without a landlord everybody is a team."""
        seats, landlord = range(len(state.hands)), state.setup.landlord
        return tuple(seats) if landlord == NOBODY else tuple([int(seat == landlord) for seat in seats])

    def lines(self, game: Climb, event: Event) -> tuple[Line, ...]:
        """How the log words an event for everybody."""
        older, what, seat, thing = event
        if what in PLAYED:
            return (played(game, f"climb.log.{manner(what, thing)}", seat, thing),)
        if what == "say":
            line = Line("climb.log.bid", {"seat": seat, "bid": thing.bid}) if thing.bid else _by(thing.spoken, seat)
            return (line,)
        if what == "pass" and game.rules.must_beat:
            return (_by("cannot_beat", seat),)
        if what == "trick":
            return (_trick_ended(game, older, seat, thing),)
        if what == "last":
            return (Line("climb.log.last", {"seat": seat, "points": thing}),)
        if what == "leftover":
            cards, points, owner = thing
            args = {"seat": seat, "cards": cards, "points": points}
            if owner == NOBODY:
                return (Line("climb.log.leftover", args),)
            return (Line("climb.log.leftover_to", {**args, "to": owner}),)
        if what == "finish":
            return (Line("climb.log.finish", {"seat": seat, "rank": thing}),)
        if what == "spared":
            return (Line("climb.log.spared", {"seat": seat, "count": thing[0], "lets": thing[1]}),)
        if what == "count":
            return (Line("climb.log.count", {"seat": seat, "count": thing}),)
        if what == "jiefeng":
            return (Line("climb.log.jiefeng", {"seat": seat, "winner": thing}),)
        if what == "redeal":
            return (Line("climb.log.redeal", {"again": thing - 1}),)
        if what == "abandoned":
            return (Line("climb.log.abandoned"),)
        if what == "wild":
            return (Line("climb.log.wild", {"rank": thing.letter}),)
        if what == "lets":
            return (Line("climb.log.lets", {"seat": seat, "count": thing}),)
        if what == "landlord":
            return (Line("climb.log.landlord", {"seat": seat, "cards": game.layout.cards(game.layout.mask(thing))}),)
        return (thing,) if what == "line" else (_by(what, seat),)


def view_of(
    kind: type[V],
    game: Climb,
    state: State,
    *,
    factors: tuple[Line, ...] = (),
    places: tuple[str, ...] = (),
    **own: Any,
) -> V:
    """A spectator's view of this kind; `own` are stage, log, and the fields it adds to those of every climbing game."""
    layout, setup, draw = game.layout, state.setup, state.draw
    phase = game.phase(state)
    over = phase == "Over"
    seats = range(len(state.hands))
    return kind(
        viewer=None,
        hands=tuple(
            [
                Pile("hand", layout.cards(state.hands[seat]))
                if over or setup.shown >> seat & 1
                else Pile("hand", counted(game, total(state.counts[seat])))
                for seat in seats
            ]
        ),
        centre=_centre(game, state, over),
        waiting_on=tuple([decision.seat for decision in game.pending(state)]),
        phase=phase,
        teams=game.dress.teams(state),
        leading=state.leading and phase in ("Assigned", "Started"),
        trick=_trick(game, state),
        passed=_seats(state.passed),
        required=setup.required if state.top is None else None,
        landlord=_seat(setup.landlord),
        first=_seat(setup.first),
        marked=setup.marked,
        answers=tuple([(Seat(seat), word.spoken) for seat, word in setup.said]),
        base=game.rules.base,
        bid=setup.bid or 1,
        multiplier=multiplier(factors) if factors else state.multiplier,
        factors=factors,
        doubles=setup.doubles if phase in ("Started", "Over") else (0,) * len(seats),
        open_hands=_seats(setup.shown),
        spare=setup.spare,
        bombs=tuple([state.paid(seat) for seat in seats]) if game.rules.bombs_paid != "none" else (),
        captured=draw.captured if draw else (),
        pot=draw.pot if draw else 0,
        finished=tuple(map(Seat, state.out)),
        places=places,
        counter=_counter(game, state, None),
        count_limit=game.rules.counts_limit if game.rules.counts_shown == "at_most" else None,
        **own,
    )


def seat_view(game: Climb, state: State, spectator: ClimbView, seat: Seat) -> ClimbView:
    """What a spectator sees of a state, and what the seat knows besides."""
    view: ClimbView = game.dress.seat_view(game, state, spectator, seat)
    return view


def counted(game: Climb, number: int) -> int | None:
    """A hand's number of cards as others may know it. What was announced once, or when asked, is in the log."""
    shown = game.rules.counts_shown
    if shown == "always" or not number or (shown == "at_most" and number <= game.rules.counts_limit):
        return number
    return None


def log_of(game: Climb, history: History) -> tuple[Line, ...]:
    """The log; each event keeps its lines, so that they are made once in a deal."""
    found: list[Line] = []
    while history is not None:
        lines = history.lines
        if lines is None:
            lines = history.lines = game.dress.lines(game, history)[::-1]
        found += lines
        history = history.older
    found.reverse()
    return tuple(found)


def played(game: Climb, name: str, seat: int, play: Play, **more: Any) -> Line:
    """A play in the log: the cards, the type as a message key, the deciding card, and its rank among bombs (0: none)."""
    combo = play.combo
    assert combo is not None
    title = game.rules.title_of(combo.kind, combo.size)
    return Line(
        name,
        {"seat": seat, "cards": laid_out(game, play), "type": title, "head": combo.head, "bomb": combo.bomb, **more},
    )


def laid_out(game: Climb, play: Play) -> tuple[Card, ...]:
    """The cards as people lay them down: a run along its path, highest first, then what it carries.

    Canonical order goes by strength, and a run may not: in 五瓜皮 a five is above a six, and 4-5-6 is a run.
    """
    combo = play.combo
    assert combo is not None
    points = set(combo.body)
    size = len(points) * combo.width
    if not points:  # where suits count, a combination does not list its ranks
        points, size = {game.layout.point[card.rank] for card in play.cards}, len(play.cards)
        if len(points) < size:
            return play.cards
    path, length = game.layout.points(game.rules.path), len(points)
    for start in range(len(path) - length + 1) if length > 1 else ():
        run = path[start : start + length]
        if points == set(run):
            body, carried = play.cards[:size], play.cards[size:]
            place = {game.layout.ranks[point]: at for at, point in enumerate(run)}
            ranks = [card.rank for card in body]
            if all(ranks.count(rank) == size // length for rank in place):  # else a wild card stands in the run
                return (*sorted(body, key=lambda card: -place[card.rank]), *carried)
    return play.cards


def manner(what: str, play: Play) -> str:
    """How a play is worded: a lead, a play that follows, or a bomb on another play; some bombs have a name of their own."""
    assert play.combo is not None
    if what != "play":
        return "lead"
    if not play.combo.bomb:
        return "play"
    return "special" if play.combo.kind in _NAMED_BOMBS else "bomb"


def ending(game: Climb, older: History) -> str:
    """Why a trick ended: the others passed, nothing can beat the play, or nobody is left who may answer it.

    Nobody is left where all who have not run out are locked by a pass, and the last to hold out has just been beaten.
    """
    moves = trick(older)
    if not moves or not isinstance(moves[-1][1], Play):
        if game.rules.must_beat:
            return "all_cannot"
        passes = len(list(takewhile(lambda move: not isinstance(move[1], Play), reversed(moves))))
        return "other_passes" if 2 in game.seats and passes == 1 else "all_pass"
    combo = moves[-1][1].combo
    return "unbeatable" if combo is not None and combo.final else "nobody_left"


_PASSED = frozenset({"climb.log.pass", "climb.log.cannot_beat", "guandan.log.passed"})


def is_pass(line: Line) -> bool:
    """Whether a line of the log says that a seat passed."""
    return line.key in _PASSED


def is_lead(line: Line) -> bool:
    """Whether a line of the log, which says a play, says that it leads a trick."""
    return not {"lead", "lead_wild"}.isdisjoint(line.key.split("."))


def _trick_ended(game: Climb, older: History, seat: int, thing: Any) -> Line:
    """Why it ended, what was captured, and whether the owner of the best play leads again."""
    why = f"climb.log.{ending(game, older)}"
    if not isinstance(thing, Taken):
        return Line("climb.log.trick" if thing is None else "climb.log.trick_out", {"seat": seat, "why": why})
    args = {"seat": seat, "why": why, "points": thing.points, "drawn": thing.drawn}
    key = "climb.log.capture" if thing.points else "climb.log.trick"
    return Line(key if thing.leader == seat else f"{key}_out", args)


def _by(what: str, seat: int) -> Line:
    return Line(f"climb.log.{what}", {"seat": seat})


def _seat(seat: int) -> Seat | None:
    return None if seat == NOBODY else Seat(seat)


def _seats(bits: int) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat in range(bits.bit_length()) if bits >> seat & 1])


def _centre(game: Climb, state: State, over: bool) -> tuple[Pile, ...]:
    """The bottom cards, hidden until somebody is landlord, and the pile, of which only the size is known."""
    piles = []
    if game.rules.kitty:
        known = over or state.setup.landlord != NOBODY
        piles.append(Pile("kitty", state.setup.kitty if known else len(state.setup.kitty)))
    if state.setup.aside:
        piles.append(Pile("aside", state.setup.aside if over else len(state.setup.aside)))
    if state.draw is not None:
        piles.append(Pile("pile", len(state.draw.pile)))
    return tuple(piles)


def _trick(game: Climb, state: State) -> tuple[Shown, ...]:
    """Each seat's last play or pass, in the order in which they were made."""
    last: dict[int, Play | Say] = {}
    for seat, action in trick(state.history):
        last.pop(seat, None)
        last[seat] = action
    rules, shown = game.rules, []
    for seat, action in last.items():
        if isinstance(action, Play) and action.combo is not None:
            kind, head, bomb = action.combo.kind, action.combo.head, action.combo.bomb
            title, wins = rules.title_of(kind, action.combo.size), seat == state.top_by
            shown.append(Shown(Seat(seat), laid_out(game, action), rules.name_of(kind), title, head, bomb, wins))
        else:
            shown.append(Shown(Seat(seat), (), "Empty", "climb.kind.empty", "", 0, False))
    return tuple(shown)


def _counter(game: Climb, state: State, viewer: Seat | None) -> tuple[tuple[str, int], ...]:
    """What lies in other hands, in the pile, aside and in a kitty that nobody has taken: together, what was not seen."""
    counts = sum(state.counts)
    if viewer is not None:
        counts -= state.counts[viewer]
    if state.draw is not None:
        counts += game.layout.counts(state.draw.pile)
    counts += game.layout.counts(state.setup.aside)
    if state.setup.landlord == NOBODY:
        counts += game.layout.counts(state.setup.kitty)
    return tuple([(letter, counts >> shift & 15) for letter, shift in game.layout.places])
