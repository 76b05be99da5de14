"""What one viewer of a climbing game knows, built up from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from paiju.cards import Card
from paiju.games.climb.actions import Play, Say
from paiju.games.climb.layout import total
from paiju.games.climb.state import NOBODY, Event, State, events, trick
from paiju.games.contract import Line, Pile, Seat, View

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb


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

    hands: tuple[Pile, ...]  # type: ignore[assignment]
    centre: tuple[Pile, ...]  # type: ignore[assignment]
    waiting_on: tuple[Seat, ...]  # type: ignore[assignment]
    phase: str
    teams: tuple[int, ...]  # the team of each seat
    leading: bool
    trick: tuple[Shown, ...]
    passed: tuple[Seat, ...]
    required: Card | None
    landlord: Seat | None
    first: Seat | None
    marked: Card | None
    answers: tuple[tuple[Seat, str], ...]  # of the auction, open to all
    base: int
    multiplier: int
    doubles: tuple[int, ...]
    open_hands: tuple[Seat, ...]
    captured: tuple[int, ...]
    pot: int
    finished: tuple[Seat, ...]
    places: tuple[str, ...]  # message keys of the finishing places, () where the game does not name them
    counter: tuple[tuple[str, int], ...]
    count_limit: int | None  # a hand that is not counted has more cards than this; None where that does not follow


def view_of(game: Climb, state: State, viewer: Seat | None) -> ClimbView:
    layout, setup = game.layout, state.setup
    phase = game.phase(state)
    over = phase == "Over"
    seats = range(len(state.hands))
    hands = tuple(
        Pile("hand", layout.cards(state.hands[seat]))
        if over or seat == viewer or setup.shown >> seat & 1
        else Pile("hand", counted(game, total(state.counts[seat])))
        for seat in seats
    )
    log = events(state.history)
    waiting = tuple(decision.seat for decision in game.pending(state))
    outcome = game.outcome(state)
    return ClimbView(
        viewer=viewer,
        hands=hands,
        centre=_centre(game, state, over),
        waiting_on=waiting,
        log=tuple(line for line in (line_of(game, event) for event in log) if line is not None),
        phase=phase,
        turn=waiting[0] if len(waiting) == 1 else None,
        leading=state.leading and not over,
        trick=_trick(game, state),
        passed=tuple(Seat(seat) for seat in seats if state.passed >> seat & 1),
        required=setup.required if state.top is None else None,
        landlord=_seat(setup.landlord),
        first=_seat(setup.first),
        marked=setup.marked,
        answers=_answers(log),
        base=setup.bid or 1,
        multiplier=state.multiplier,
        doubles=setup.doubles if phase in ("Started", "Over") else (0,) * len(seats),
        open_hands=tuple(Seat(seat) for seat in seats if setup.shown >> seat & 1),
        captured=state.draw.captured if state.draw else (),
        pot=state.draw.pot if state.draw else 0,
        finished=tuple(map(Seat, state.out)),
        counter=_counter(game, state, viewer, log),
        scores=outcome.scores if outcome else None,
    )


def counted(game: Climb, number: int) -> int | None:
    """A hand's number of cards as others may know it. What was announced once only is in the log, not here."""
    shown = game.rules.counts_shown
    if shown == "always" or not number or (shown != "once" and number <= game.rules.counts_limit):
        return number
    return None


def _seat(seat: int) -> Seat | None:
    return None if seat == NOBODY else Seat(seat)


def _centre(game: Climb, state: State, over: bool) -> tuple[Pile, ...]:
    """The bottom cards, hidden until somebody is landlord, and the pile, of which only the size is known."""
    piles = []
    if game.rules.kitty:
        known = over or state.setup.landlord != NOBODY
        piles.append(Pile("kitty", state.setup.kitty if known else len(state.setup.kitty)))
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
            combo = action.combo
            wins = seat == state.top_by
            name, title = rules.name_of(combo.kind), rules.title_of(combo.kind)
            shown.append(Shown(Seat(seat), action.cards, name, title, combo.head, wins))
        else:
            shown.append(Shown(Seat(seat), (), "Empty", "climb.kind.empty", "", False))
    return tuple(shown)


def _answers(log: list[Event]) -> tuple[tuple[Seat, str], ...]:
    """The answers of this deal's auction; those of deals thrown in are history."""
    found: list[tuple[Seat, str]] = []
    for what, seat, thing in log:
        if what == "redeal":
            found = []
        elif what == "say":
            found.append((Seat(seat), str(thing)))
    return tuple(found)


def _counter(game: Climb, state: State, viewer: Seat | None, log: list[Event]) -> tuple[tuple[str, int], ...]:
    seen: list[Card] = list(game.layout.cards(state.hands[viewer])) if viewer is not None else []
    for what, _, thing in log:
        if what in ("lead", "play"):
            seen += thing.cards
    left = dict.fromkeys(reversed(game.layout.ranks), 0)
    for card in game.rules.deck.cards:
        left[card.rank] += 1
    for card in seen:
        left[card.rank] -= 1
    return tuple((rank.letter, number) for rank, number in left.items())


def line_of(game: Climb, event: Event) -> Line | None:
    """One entry of the history as everybody may read it."""
    what, seat, thing = event
    if what in ("lead", "play"):
        combo = thing.combo
        assert combo is not None
        return Line.of(
            "climb.log.lead" if what == "lead" else "climb.log.play",
            seat=seat,
            cards=thing.cards,
            type=game.rules.title_of(combo.kind),
            name=game.rules.name_of(combo.kind),
            head=combo.head,
            declared=thing.declared,
        )
    if what == "pass":
        return Line.of("climb.log.pass", seat=seat)
    if what == "trick":
        if thing is None:
            return Line.of("climb.log.trick", seat=seat)
        return Line.of("climb.log.capture", seat=seat, points=thing[0], drawn=thing[1])
    if what == "finish":
        return Line.of("climb.log.finish", seat=seat, rank=thing)
    if what == "count":
        return Line.of("climb.log.count", seat=seat, count=thing)
    if what == "jiefeng":
        return Line.of("climb.log.jiefeng", seat=seat, winner=thing)
    if what == "say":
        word = str(thing)
        if word.startswith("bid "):
            return Line.of("climb.log.bid", seat=seat, bid=thing.bid)
        return Line.of(f"climb.log.{word}", seat=seat)
    if what == "redeal":
        return Line.of("climb.log.redeal", deal=thing)
    if what == "forced":
        return Line.of("climb.log.forced", seat=seat)
    if what == "abandoned":
        return Line.of("climb.log.abandoned")
    if what == "landlord":
        return Line.of("climb.log.landlord", seat=seat, cards=thing)
    return thing if isinstance(thing, Line) else None  # a stage of another game may put its lines there itself
