"""Odds by counting: how frequent each category is, which cards improve a hand, and what a call must win.

Counts are exact. There is no adjustment for the number of players: it does not change what a player's own cards become.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Literal

from paiju.cards import Card
from paiju.games.holdem.rank import HandRank, Made, Ranking, ranking
from paiju.games.refusals import BadValue
from paiju.solver.evaluate import frequencies, ruling_of

__all__ = ["Outs", "category_frequencies", "chances", "ev", "outs", "pot_odds", "rule_of_4_and_2"]

Deck = Literal["standard", "short_deck"]
_NEXT_STREET: Final = (3, 4)  # cards on a board that another card is still to join


@cache
def _frequencies(cards: int, short: bool, trips: bool) -> tuple[tuple[HandRank, int], ...]:
    order = ranking(short, trips)
    counts = dict.fromkeys(reversed(order.order), 0)
    for strength, count in enumerate(frequencies(cards, ruling_of(short, trips))):
        if strength:
            counts[order.category(strength)] += count
    return tuple(counts.items())


def category_frequencies(
    n_cards: int = 7, deck: Deck | int = "standard", *, trips_beat_straight: bool = False
) -> dict[HandRank, int]:
    """How many of all hands of five, six or seven cards have each category, best first. `deck` may be its size, 52 or 36.

    >>> counts = category_frequencies(5)
    >>> counts[HandRank.ROYAL_FLUSH], counts[HandRank.FULL_HOUSE], sum(counts.values())
    (4, 3744, 2598960)
    """
    if deck not in ("standard", "short_deck", 52, 36):
        raise BadValue("odds.deck", deck=repr(deck))
    return dict(_frequencies(n_cards, deck in ("short_deck", 36), trips_beat_straight))


@dataclass(frozen=True)
class Outs:
    """The next cards that improve a hand to a better category, by that category, best first."""

    made: Made
    cards: Mapping[HandRank, tuple[Card, ...]]

    @property
    def counts(self) -> dict[HandRank, int]:
        return {category: len(row) for category, row in self.cards.items()}

    @property
    def total(self) -> int:
        return sum(map(len, self.cards.values()))


def outs(
    hole: Iterable[Card],
    board: Iterable[Card],
    *,
    own: bool = False,
    short_deck: bool = False,
    trips_beat_straight: bool = False,
) -> Outs:
    """The cards that would improve the best category, each under what it makes. The board has three or four cards.

    With `own`, only cards that improve the hand by more than they improve the board itself, for those help everybody:
    it is what people mean by outs.

    >>> from paiju.cards import cards
    >>> {c.word: n for c, n in outs(cards("AhKh"), cards("Qh7h2c")).counts.items()}
    {'flush': 9, 'one_pair': 14}
    >>> {c.word: n for c, n in outs(cards("AhKh"), cards("Qh7h2c"), own=True).counts.items()}
    {'flush': 9, 'one_pair': 6}
    """
    order, hole, board, unseen = _checked(hole, board, short_deck, trips_beat_straight)
    if len(board) not in _NEXT_STREET:
        raise BadValue("odds.outs_board")
    place = {category: at for at, category in enumerate(order.order)}
    made = order.read((*hole, *board))
    before, board_before = place[made.category], place[order.read(board).category]
    found: dict[HandRank, list[Card]] = {}
    for one in unseen:
        category = order.read((*hole, *board, one)).category
        gain = place[category] - before
        if gain <= 0:
            continue
        if own and gain <= place[order.read((*board, one)).category] - board_before:
            continue
        found.setdefault(category, []).append(one)
    best_first = sorted(found, key=lambda category: place[category], reverse=True)
    return Outs(made, {category: tuple(found[category]) for category in best_first})


def chances(
    hole: Iterable[Card], board: Iterable[Card], *, short_deck: bool = False, trips_beat_straight: bool = False
) -> dict[HandRank, float]:
    """How likely each category is once the board is complete, best first. The board has three to five cards."""
    order, hole, board, unseen = _checked(hole, board, short_deck, trips_beat_straight)
    if not 3 <= len(board) <= 5:
        raise BadValue("odds.river_board")
    counts = dict.fromkeys(reversed(order.order), 0)
    total = 0
    for rest in combinations(unseen, 5 - len(board)):
        counts[order.category(order.strength((*hole, *board, *rest)))] += 1
        total += 1
    return {category: count / total for category, count in counts.items() if count}


def _checked(
    hole: Iterable[Card], board: Iterable[Card], short_deck: bool, trips_beat_straight: bool
) -> tuple[Ranking, tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    hole, board = tuple(hole), tuple(board)
    order = ranking(short_deck, trips_beat_straight)
    pack = order.deck.cards
    seen = {*hole, *board}
    if len(hole) != 2:
        raise BadValue("odds.hole_cards", count=len(hole))
    if len(seen) < len(hole) + len(board):
        raise BadValue("odds.twice")
    foreign = [one for one in (*hole, *board) if one not in pack]
    if foreign:
        raise BadValue("odds.not_in_deck", card=foreign[0], size=len(pack))
    return order, hole, board, tuple(one for one in pack if one not in seen)


def pot_odds(call: float, pot: float) -> float:
    """The share of the pot that a call pays, and so the chance of winning at which it breaks even.

    `pot` includes the bet that is faced.

    >>> pot_odds(call=50, pot=150)
    0.25
    """
    if call < 0 or pot < 0 or call + pot == 0:
        raise BadValue("odds.amounts")
    return call / (pot + call)


def ev(chance: float, gain: float, loss: float) -> float:
    """Expected value: `gain` with this chance, minus `loss` otherwise.

    >>> ev(0.25, gain=300, loss=100)
    0.0
    """
    if not 0 <= chance <= 1:
        raise BadValue("odds.chance")
    return chance * gain - (1 - chance) * loss


def rule_of_4_and_2(outs: int, cards_to_come: int) -> float:
    """A quick estimate of hitting one of some outs: 4 % each with two cards to come, 2 % each with one.

    >>> rule_of_4_and_2(9, cards_to_come=2), rule_of_4_and_2(9, cards_to_come=1)
    (0.36, 0.18)
    """
    if cards_to_come not in (1, 2):
        raise BadValue("odds.to_come")
    return min(1.0, outs * (4 if cards_to_come == 2 else 2) / 100)
