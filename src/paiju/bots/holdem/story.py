"""The hand so far, as its betting tells it: what each seat did, how large, and what it may hold for that.

Before the flop a seat's range is a stretch of the order of starting hands; each later bet, call and check reweighs it by
how well a pair of cards fits the board at that moment. Small bets say little, large ones much.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from paiju.bots.holdem.starts import Starts
from paiju.bots.holdem.texture import Texture
from paiju.games.holdem.view import HoldemView, PlayerStatus
from paiju.solver.ranges import mask

BETS: Final = 0.4  # how often a sound player bets after the flop where nobody has
RAISES: Final = 0.1  # and raises where somebody has


class Widths(NamedTuple):
    """The parts of all hands that are played before the flop."""

    opens: tuple[float, ...]  # with so many players behind: 0 the big blind itself, 1 the small blind, 2 the button
    reraises: tuple[float, ...]  # raises again: a raise, a re-raise, and so on
    calls: tuple[float, ...]  # the blind, a raise, a re-raise, and so on

    def open(self, behind: int) -> float:
        return self.opens[min(behind, len(self.opens) - 1)]

    def reraise(self, raises: int) -> float:
        return self.reraises[min(raises, len(self.reraises)) - 1]

    def call(self, raises: int) -> float:
        return self.calls[min(raises, len(self.calls) - 1)]


RING: Final = Widths(
    (0.85, 0.42, 0.44, 0.28, 0.22, 0.18, 0.16, 0.14, 0.13, 0.12), (0.08, 0.04, 0.025), (0.5, 0.28, 0.11, 0.06)
)
HEADS_UP: Final = Widths((0.85, 0.8), (0.15, 0.07, 0.04), (0.7, 0.5, 0.22, 0.1))


class Habits(NamedTuple):
    """How much more often than a sound player somebody does each of these; 1 where nothing is known."""

    opens: float = 1.0
    reraises: float = 1.0
    calls: float = 1.0
    bets: float = 1.0
    raises: float = 1.0
    folds: float = 1.0


NEUTRAL: Final = Habits()

GRID: Final = 512
STEPS: Final = tuple(1 / (1 + math.exp(-at / GRID / 0.06)) for at in range(-GRID, GRID + 1))


@dataclass(frozen=True)
class Deed:
    """One action: chips in and where the betting stood before it."""

    seat: int
    did: str  # fold, check, call, raise
    street: int
    pot: int  # before it
    owed: int
    amount: int
    more: int  # by how much a raise raised
    all_in: bool
    stack: int  # before it, with the chips bet on this street
    behind: int  # players who could still act after it, before the flop

    @property
    def size(self) -> float:
        """A raise against the pot after calling; a call's price against the pot it is paid into."""
        if self.did == "raise":
            return self.more / max(1, self.pot + self.owed)
        return self.owed / max(1, self.pot)


@dataclass
class Band:
    """The stretch of starting hands a seat is given: from the best at `low` to `high`; above `low` fewer."""

    low: float = 0.0
    high: float = 1.0


@dataclass
class Story:
    """All that the betting says, read off a view's log."""

    view: HoldemView
    starts: Starts
    seat: int
    hole: int
    boards: list[int] = field(default_factory=lambda: [0])
    deeds: list[Deed] = field(default_factory=list)
    bands: dict[int, Band] = field(default_factory=dict)
    raises: int = 0  # before the flop
    raiser: int | None = None
    callers: int = 0  # since the last raise before the flop, limpers if there was none
    habits: Mapping[int, Habits] = field(default_factory=dict)

    @staticmethod
    def of(view: HoldemView, habits: Mapping[int, Habits] | None = None) -> Story:
        seat = view.viewer
        assert seat is not None
        own = view.seats[seat].hole_cards
        assert own is not None
        story = Story(view, Starts.of(view.short_deck), seat, mask(own), habits=habits or {})
        story._read()
        return story

    def _read(self) -> None:
        view = self.view
        stacks = self._stacks_before()
        bets = [0] * len(view.seats)
        high = street = pot = 0
        in_hand: list[int] = []
        acted: set[int] = set()
        for line in view.log:
            args = line.args
            if line.key == "holdem.game_started":
                in_hand = list(args["seats"])
                self.bands = {seat: Band() for seat in in_hand}
            elif line.key == "holdem.posted":
                seat, amount = args["seat"], args["amount"]
                stacks[seat] -= amount
                pot += amount
                if not str(args["what"]).endswith(("ante", "dead_blind")):
                    bets[seat] += amount
                high = max(high, view.big_blind, *bets)
            elif line.key == "holdem.cards_dealt":
                street += 1
                bets, high, acted = [0] * len(view.seats), 0, set()
                self.boards.append(mask(args["community_cards"]))
            elif line.key == "holdem.left":
                in_hand = [seat for seat in in_hand if seat != args["seat"]]
            elif line.key == "holdem.player_acted":
                seat, did, amount, total = args["seat"], args["action"], args["amount"], args["total_bet"]
                all_in = did == "all_in"
                if all_in:
                    did = "raise" if total > high else "call"
                owed = max(0, high - bets[seat])
                behind = sum(other not in acted and other != seat for other in in_hand)
                stack = stacks[seat] + bets[seat]
                deed = Deed(seat, did, street, pot, owed, amount, max(0, total - high), all_in, stack, behind)
                if street == 0:
                    self._before_flop(deed)
                self.deeds.append(deed)
                stacks[seat] -= amount
                pot += amount
                bets[seat] = total
                high = max(high, total)
                acted = {seat} if did == "raise" else acted | {seat}
                if did == "fold":
                    in_hand.remove(seat)

    def _stacks_before(self) -> list[int]:
        """What each seat had before the hand: what it has now and what it has paid since."""
        found = [seat.chips for seat in self.view.seats]
        for line in self.view.log:
            if line.key in ("holdem.posted", "holdem.player_acted"):
                found[line.args["seat"]] += line.args["amount"]
        return found

    def _before_flop(self, deed: Deed) -> None:
        band, widths, habits = self.bands[deed.seat], self.widths, self.habit(deed.seat)
        big = max(1, self.view.big_blind)
        if deed.did == "raise":
            if self.raises == 0:
                part = widths.open(deed.behind) * habits.opens
            else:
                part = widths.reraise(self.raises) * habits.reraises
            part /= 1 + 0.06 * max(0.0, deed.size - 1)  # far beyond the pot there are fewer hands to do it with
            if deed.all_in and deed.stack <= 15 * big:
                part = max(part, 0.45 - 0.022 * deed.stack / big)
            said = min(1.0, deed.size / 0.6)
            band.high = band.high * (1 - said) + min(band.high, part) * said
            band.low = 0.0
            self.raises += 1
            self.raiser, self.callers = deed.seat, 0
        elif deed.did == "call":
            part = min(1.0, widths.call(self.raises) * habits.calls)
            if deed.seat == self.view.last_before_flop:
                part = min(1.0, 1.6 * part)
            said = 1.0 if self.raises == 0 else min(1.0, deed.size / 0.5)
            band.high = band.high * (1 - said) + min(band.high, part) * said
            band.low = max(band.low, min(0.25, 0.3 * widths.reraise(self.raises + 1)))
            self.callers += 1
        elif deed.did == "check":
            band.low = max(band.low, 0.1)

    @property
    def widths(self) -> Widths:
        return HEADS_UP if len(self.bands) == 2 else RING

    def habit(self, seat: int) -> Habits:
        return self.habits.get(seat, NEUTRAL)

    def most_folds(self) -> float:
        """The part of one's hands that may be folded to the last bet or raise; 1 where somebody else has called it.

        A bet that wins often enough with any two cards when all give up more than its price: whoever faces it must not
        fold more than that together, and shares the duty evenly. It is smaller against somebody who seldom bets.
        """
        at = next((at for at in reversed(range(len(self.deeds))) if self.deeds[at].did == "raise"), None)
        if at is None or self.deeds[at].street != self.street or self.deeds[at].seat == self.seat:
            return 1.0
        bet = self.deeds[at]
        since = self.deeds[at + 1 :]
        if any(deed.did == "call" for deed in since):
            return 1.0
        waiting = [seat for seat in self.opponents() if seat != bet.seat and self.view.seats[seat].chips]
        facing = 1 + len({*waiting, *(deed.seat for deed in since)})
        habits = self.habit(bet.seat)
        if bet.street:
            seldom = habits.raises if bet.owed else habits.bets
        else:
            seldom = habits.reraises if self.raises > 1 else habits.opens
        alone = bet.amount / max(1, bet.amount + bet.pot)
        return 1 - (1 - math.pow(alone, 1 / facing)) * min(1.0, seldom)

    @property
    def street(self) -> int:
        return len(self.boards) - 1

    def opponents(self) -> list[int]:
        """Seats that still contest the pot."""
        contesting = (PlayerStatus.ACTIVE, PlayerStatus.ALL_IN, PlayerStatus.AWAY)
        return [
            one.seat for one in self.view.seats if one.seat != self.seat and one.has_cards and one.status in contesting
        ]

    def calls(self, seat: int) -> int:
        """How often a seat has called after the flop: who called before is likely to call again."""
        return sum(deed.seat == seat and deed.did == "call" and deed.street > 0 for deed in self.deeds)

    def weights(self, seat: int, texture: Texture, *, narrowed: bool = True) -> list[float]:
        """What a seat may hold on this board, a weight for each of the texture's pairs of cards.

        Of this seat itself: what it might hold as the others see it.
        """
        band, place = self.bands[seat], self.starts.place
        dead = 0 if seat == self.seat else self.hole
        found = [0.0 if hole & dead else _within(band, place[hole]) for hole in texture.holes]
        if not narrowed:
            return found
        for deed in self.deeds:
            if deed.seat != seat or deed.street == 0:
                continue
            then = Texture.of(self.boards[deed.street], self.view.short_deck)
            found = _reweighed(found, texture, then, deed, self.habit(seat))
        return found

    def standing(self, texture: Texture) -> float:
        """The part of what this seat might hold that is worse than what it holds."""
        weights = self.weights(self.seat, texture)
        mine = texture.index[self.hole]
        score = texture.score
        worse = sum(weight for weight, one in zip(weights, score, strict=True) if one < score[mine])
        same = sum(weight for weight, one in zip(weights, score, strict=True) if one == score[mine])
        return (worse + same / 2) / (sum(weights) or 1.0)


def _within(band: Band, place: float) -> float:
    """Full weight inside the stretch, a quarter above it, and a soft end below."""
    if place < band.low:
        return 0.25
    if place <= band.high:
        return 1.0
    return max(0.0, 1 - (place - band.high) / (0.03 + 0.15 * band.high))


def _reweighed(
    weights: list[float], texture: Texture, then: Texture, deed: Deed, habits: Habits = NEUTRAL
) -> list[float]:
    """A range after one more deed, by how good its hands were on the board of that moment.

    Who bets or raises with nearly everything says nothing by it; who seldom does says more.
    """
    places = quantiles(texture.order(then), weights)
    if deed.did == "raise":
        often, always = (habits.raises, 6.0) if deed.owed else (habits.bets, 2.2)
        said = min(1.0, deed.size / 0.5) * min(1.0, max(0.0, (always - often) / (always - 1)))
        seldom = min(1.0, often)
        edge = 1 - (0.55 - 0.2 * min(1.5, deed.size)) * seldom
        bluffs = (0.22 if deed.street < 3 else 0.18) * seldom
        likely = [1 - said + said * (bluffs + (1 - bluffs) * step) for step in _steps(edge)]
    elif deed.did == "call":
        edge = min(0.85, 0.85 * deed.size * habits.folds)  # what is folded to a bet, by its price
        stays = zip(_steps(edge), _steps(0.92), strict=True)
        likely = [(0.03 + 0.97 * step) * (1 - 0.3 * best) for step, best in stays]
    elif deed.did == "check":
        likely = [1 - 0.45 * step for step in _steps(0.75)]
    else:
        return weights
    return [weight and weight * likely[int(GRID * place)] for weight, place in zip(weights, places, strict=True)]


def _steps(edge: float) -> tuple[float, ...]:
    """For each place on the grid: near 0 below an edge, near 1 above it."""
    first = GRID - round(GRID * edge)
    return STEPS[first : first + GRID + 1]


def quantiles(order: Sequence[int], weights: list[float]) -> list[float]:
    """For each hand the part of a range's weight that is worse, where `order` has the worst hand first."""
    total = sum(weights) or 1.0
    places = [0.0] * len(weights)
    below = 0.0
    for at in order:
        if weight := weights[at]:
            places[at] = below / total
            below += weight
    return places
