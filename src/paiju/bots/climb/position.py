"""From what a seat sees to deals it may imagine: a full state of the game, with unseen cards drawn at random.

Imagined deals agree with all that was seen: cards played, shown or given in public, hands of the right size, and nothing above
the card that a payer of tribute had to pay. Which of them are likely, by what everybody did, the kernel weighs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, Rng
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.guandan import GuandanView
from paiju.games.climb.state import NOBODY, Draw, Setup, State
from paiju.games.climb.view import ClimbView, is_lead, is_pass
from paiju.games.contract import Line

REMEMBERED: Final = 24  # plays and passes that make an imagined deal more or less likely


@lru_cache(maxsize=64)
def game_of(rules: ClimbRules) -> Climb:
    return Climb(rules)


class Deed(NamedTuple):
    """What a seat did, and what it answered: the combination to beat (None: it led), whose that was, and who had passed."""

    seat: int
    top: Combo | None
    top_by: int
    passed: int
    combo: Combo | None  # None: it passed
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Position:
    """A seat's knowledge, ready to be completed. Built from its view and its question alone."""

    game: Climb
    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]  # cards each seat holds
    known: tuple[tuple[Card, ...], ...]  # of each seat's cards, those everybody knows
    unseen: tuple[Card, ...]
    allowed: tuple[int, ...]  # for each unseen card the seats that may hold it, as bits; () where all may
    pile: int
    frame: State  # everything but the hands
    deeds: tuple[Deed, ...]  # what was done so far, the latest first; not all of it

    @property
    def missing(self) -> tuple[int, ...]:
        """How many cards of each seat are not known."""
        return tuple(
            0 if seat == self.seat else max(0, size - len(self.known[seat])) for seat, size in enumerate(self.sizes)
        )

    def imagine(self, rng: Rng) -> State:
        """One way the cards may lie."""
        layout = self.game.layout
        order = list(rng.shuffled(range(len(self.unseen))))
        if self.allowed:  # the fewer may hold a card, the sooner it finds a place
            order.sort(key=lambda at: self.allowed[at].bit_count())
        missing = list(self.missing)
        drawn: list[list[Card]] = [[] for _ in self.sizes]
        rest: list[Card] = []
        for at in order:
            allowed = self.allowed[at] if self.allowed else -1
            open_seats = [seat for seat, number in enumerate(missing) if number and allowed >> seat & 1]
            places = sum(missing[seat] for seat in open_seats) + max(0, self.pile - len(rest))
            if not places:  # those who may hold it are full
                open_seats = [seat for seat, number in enumerate(missing) if number]
                places = sum(missing)
            if not places:
                break  # the rest lies aside
            place = rng.below(places)
            for seat in open_seats:
                if place < missing[seat]:
                    drawn[seat].append(self.unseen[at])
                    missing[seat] -= 1
                    break
                place -= missing[seat]
            else:
                rest.append(self.unseen[at])
        hands, counts = list(self.frame.hands), list(self.frame.counts)
        for seat, cards in enumerate(drawn):
            held = self.hand if seat == self.seat else (*self.known[seat], *cards)
            hands[seat], counts[seat] = layout.weigh(held)
        draw = self.frame.draw
        if draw is not None:
            draw = draw._replace(pile=tuple(rest[: self.pile]))
        return self.frame._replace(hands=tuple(hands), counts=tuple(counts), draw=draw)


def position_of(view: ClimbView, choices: Plays) -> Position:
    """The position of a seat that is asked for a play."""
    game = game_of(choices.reader.rules)
    rules, seats = game.rules, len(view.hands)
    seat = view.viewer
    assert seat is not None
    played = _played(view, seats)
    own = view.hands[seat].cards
    assert isinstance(own, tuple)
    sizes = tuple(_size(view, rules, other, played) for other in range(seats))
    known = _known(view, seat, played)
    unseen = Counter(rules.deck.cards)
    unseen.subtract(own)
    for cards in (*played, *known):
        unseen.subtract(cards)
    pile = next((one.count or 0 for one in view.centre if one.name == "pile"), 0)
    hidden = tuple(sorted(unseen.elements()))
    if view.required is not None and rules.drawing is None:  # the smallest card dealt is known: smaller ones lie aside
        floor = game.layout.bit[view.required]
        dealt = tuple(card for card in hidden if game.layout.bit[card] >= floor)
        wanted = sum(sizes) - sizes[seat] - sum(map(len, known)) + len(known[seat])
        hidden = dealt if len(dealt) >= wanted else hidden
    draw = None
    if rules.drawing is not None:
        draw = Draw((), view.pot, view.captured or (0,) * seats, (0,) * seats)
    setup = Setup(
        landlord=NOBODY if view.landlord is None else view.landlord,
        first=NOBODY if view.first is None else view.first,
        required=view.required,
        bid=view.bid,
        doubles=view.doubles or (0,) * seats,
        kitty=(),
        spare=view.spare,
    )
    frame = State(
        seed=0,
        stage=len(rules.stages) - 1,
        hands=(0,) * seats,
        counts=(0,) * seats,
        turn=seat,
        top=None if view.leading else choices.top,
        top_by=seat if view.leading else choices.owner,
        leading=view.leading,
        passed=sum(1 << other for other in view.passed),
        plays=sum(_plays(view, other) << (8 * other) for other in range(seats)),
        multiplier=view.multiplier,
        setup=setup,
        draw=draw,
        out=tuple(view.finished),
        history=None,
        bombs=sum(number << 8 * other for other, number in enumerate(view.bombs)),
    )
    allowed = _allowed(game, view, hidden)
    return Position(game, seat, own, sizes, known, hidden, allowed, pile, frame, _deeds(game, view))


def _allowed(game: Climb, view: ClimbView, unseen: tuple[Card, ...]) -> tuple[int, ...]:
    """Who may hold each card: a payer of tribute had nothing above the card paid, wild cards apart."""
    if not isinstance(view, GuandanView) or not view.tributes:
        return ()
    layout, everybody = game.layout, (1 << len(view.hands)) - 1
    allowed = [everybody] * len(unseen)
    for paid in view.tributes:
        ceiling = layout.point[(SMALL_JOKER if paid.card == BIG_JOKER else paid.card).rank]
        for at, card in enumerate(unseen):
            if layout.point[card.rank] > ceiling and card != view.wild:
                allowed[at] &= ~(1 << paid.payer)
    return tuple(allowed)


def _deeds(game: Climb, view: ClimbView) -> tuple[Deed, ...]:
    """Plays and passes of the tricks, from the log; the oldest are left out."""
    found: list[Deed] = []
    top: Combo | None = None
    top_by, passed, locked = NOBODY, 0, game.rules.pass_lock != "off"
    for line in view.log:
        if is_pass(line) and top is not None:
            seat = line.args["seat"]
            found.append(Deed(seat, top, top_by, passed, None, ()))
            passed |= 1 << seat
        elif _is_play(line):
            seat, cards = line.args["seat"], line.args["cards"]
            if is_lead(line):
                top, passed = None, 0
            readings = [combo for combo in game.reader.read(tuple(cards)) if top is None or combo.beats(top)]
            if not readings:
                return ()  # said in words that are not known here: better no deed than a wrong one
            named = [combo for combo in readings if combo.head == line.args["head"]]
            combo = (named or readings)[0]
            found.append(Deed(seat, top, top_by if top is not None else seat, passed, combo, tuple(cards)))
            top, top_by, passed = combo, seat, passed if locked else 0
    return tuple(reversed(found[-REMEMBERED:]))


def _played(view: ClimbView, seats: int) -> list[list[Card]]:
    played: list[list[Card]] = [[] for _ in range(seats)]
    for line in view.log:
        if _is_play(line):
            played[line.args["seat"]] += line.args["cards"]
    return played


def _plays(view: ClimbView, seat: int) -> int:
    return sum(_is_play(line) and line.args["seat"] == seat for line in view.log)


def _is_play(line: Line) -> bool:
    """Only plays have a rank among bombs, be it zero."""
    return "bomb" in line.args


def _size(view: ClimbView, rules: ClimbRules, seat: int, played: list[list[Card]]) -> int:
    """How many cards a seat holds: shown, counted, or what is left of those dealt."""
    count = view.hands[seat].count
    return count if count is not None else rules.hand - len(played[seat])


def _known(view: ClimbView, viewer: int, played: list[list[Card]]) -> tuple[tuple[Card, ...], ...]:
    """Open hands, bottom cards that the landlord took, and tribute that was received, as far as not played yet."""
    found: list[tuple[Card, ...]] = []
    for seat, hand in enumerate(view.hands):
        cards: tuple[Card, ...] = ()
        if seat != viewer:
            if isinstance(hand.cards, tuple):
                cards = hand.cards
            elif seat == view.landlord:
                kitty = next((pile.cards for pile in view.centre if pile.name == "kitty"), ())
                cards = _unplayed(kitty if isinstance(kitty, tuple) else (), played[seat])
            elif isinstance(view, GuandanView):
                cards = _unplayed(_received(view, seat), played[seat])
        found.append(cards)
    return tuple(found)


def _unplayed(cards: tuple[Card, ...], played: list[Card]) -> tuple[Card, ...]:
    left = Counter(cards)
    left.subtract(played)
    return tuple(card for card, number in left.items() for _ in range(max(0, number)))


def _received(view: GuandanView, seat: int) -> tuple[Card, ...]:
    """Cards that everybody saw go to a seat."""
    found = [card for line in view.log for holder, card in line.args.get("reveals", ()) if holder == seat]
    found += [paid.card for paid in view.tributes if paid.receiver == seat]
    found += [paid.returned for paid in view.tributes if paid.payer == seat and paid.returned is not None]
    return tuple(found)
