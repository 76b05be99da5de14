"""From what a seat sees to deals it may imagine: a full state of the game, with unseen cards drawn at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from paiju.cards import Card, Rng
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.sheets.guandan import GuandanView
from paiju.games.climb.state import NOBODY, Draw, Setup, State
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Line


@lru_cache(maxsize=64)
def game_of(rules: ClimbRules) -> Climb:
    return Climb(rules)


@dataclass(frozen=True)
class Position:
    """A seat's knowledge, ready to be completed. Built from its view and its question alone."""

    game: Climb
    seat: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]  # cards each seat holds
    known: tuple[tuple[Card, ...], ...]  # of each seat's cards, those everybody knows
    unseen: tuple[Card, ...]
    pile: int
    frame: State  # everything but the hands

    def imagine(self, rng: Rng) -> State:
        """One way the cards may lie."""
        layout = self.game.layout
        rest = list(rng.shuffled(self.unseen))
        hands, counts = list(self.frame.hands), list(self.frame.counts)
        for seat, size in enumerate(self.sizes):
            if seat == self.seat:
                cards = self.hand
            else:
                missing = size - len(self.known[seat])
                cards = (*self.known[seat], *rest[:missing])
                rest = rest[missing:]
            hands[seat], counts[seat] = layout.weigh(cards)
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
    draw = None
    if rules.drawing is not None:
        draw = Draw((), view.pot, view.captured or (0,) * seats, (0,) * seats)
    setup = Setup(
        landlord=NOBODY if view.landlord is None else view.landlord,
        first=NOBODY if view.first is None else view.first,
        required=view.required,
        bid=view.base,
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
    return Position(game, seat, own, sizes, known, tuple(sorted(unseen.elements())), pile, frame)


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
    found = [paid.card for paid in view.tributes if paid.receiver == seat]
    found += [paid.returned for paid in view.tributes if paid.payer == seat and paid.returned is not None]
    return tuple(found)
