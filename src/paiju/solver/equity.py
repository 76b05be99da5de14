"""Equity: how much of the pot each hand or range wins on average.

Exact where that is quick, by enumerating every board with alike suits taken together; otherwise by random boards
until the answer is as sharp as asked. Each way of counting has a native function and, beside it here, its twin.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import Any, Final

from paiju import kernel
from paiju.cards import Card, write
from paiju.games.holdem.rank import Ranking
from paiju.games.refusals import BadValue
from paiju.solver.evaluate import CARDS, RANKINGS, VALUES, deck_of, ruling_of
from paiju.solver.quick import Quick, take
from paiju.solver.ranges import Range, mask, parse_range, row

__all__ = ["Equity", "ImpossibleDeal", "Share", "equity"]

MOST_PLAYERS: Final = 10
_Z: Final = 1.959964  # 95 %
_CHUNK: Final = 1 << 16 if kernel.HAVE_KERNEL else 1 << 11
_JUDGED_PER_SECOND: Final = 4e8 if kernel.HAVE_KERNEL else 4e5
_PATIENCE: Final = 1.0  # seconds that an exact answer may take when nobody asked for one
_DIGITS: Final = 6
_MOST_TRIES: Final = 1 << 20
_MOST_JOINT: Final = 200_000

Counts = list[list[int]]  # [player][k - 1]: boards on which the player is one of k winners
Progress = Callable[[float], None]


class ImpossibleDeal(BadValue):
    """Hands, board and dead cards that no deal can have."""


@dataclass(frozen=True)
class Share:
    """One player's part of `total` boards: won alone, shared, and the pots these are worth. Counts are weighed."""

    wins: float
    ties: float
    pots: float
    total: float
    margin: float = 0.0  # of the equity, at 95 % confidence; 0 when exact

    @property
    def win(self) -> float:
        return self.wins / self.total

    @property
    def tie(self) -> float:
        return self.ties / self.total

    @property
    def equity(self) -> float:
        return self.pots / self.total


@dataclass(frozen=True)
class Equity:
    """The answer: a share per player. `total` counts boards times the weight of the hands, or samples."""

    players: tuple[Share, ...]
    total: float
    exact: bool

    @property
    def margin(self) -> float:
        return max(share.margin for share in self.players)


def equity(
    players: Sequence[Range | str | Sequence[Card]],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    *,
    short_deck: bool = False,
    trips_beat_straight: bool = False,
    exact: bool = False,
    samples: int | None = None,
    precision: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """Equity of two to ten hands or ranges.

    Enumerates all boards where that takes about a second or where `exact` is asked for; draws `samples` random ones
    if that is given; draws until every margin is below `precision` (0.0005, without the kernel 0.005) otherwise.

    >>> from paiju.cards import cards
    >>> result = equity(["AsKs", "QhQd"], board=cards("Qs Js 2h"))
    >>> result.exact, [int(share.wins) for share in result.players], round(result.players[0].equity, 4)
    (True, [335, 655], 0.3384)
    """
    ruling = ruling_of(short_deck, trips_beat_straight)
    if exact and samples is not None:
        raise BadValue("equity.exact_or_sampled")
    if samples is not None and not 1 <= samples <= 10**12:
        raise BadValue("equity.samples")
    ranges, board_mask, dead_mask = _checked(players, board, dead, ruling)
    report = progress or (lambda part: None)
    if samples is None:
        plan = _plan(ranges, board_mask, dead_mask, ruling, report)
        if plan is not None and (exact or plan.seconds <= _PATIENCE):
            return plan.run()
        if exact:
            raise BadValue("equity.too_many")
    groups = _groups(ranges, deck_of(ruling) & ~(board_mask | dead_mask))
    target = precision if precision is not None else 0.0005 if kernel.HAVE_KERNEL else 0.005
    if not target > 0:
        raise BadValue("equity.precision")
    return _sampled(groups, len(ranges), board_mask, dead_mask, ruling, samples, target, seed, report)


# Reading and checking what is asked -----------------------------------------------------------------------------


def _checked(
    players: Sequence[Range | str | Sequence[Card]], board: Sequence[Card], dead: Sequence[Card], ruling: int
) -> tuple[list[Range], int, int]:
    """Ranges without the cards that are gone, board and dead cards as masks; ImpossibleDeal where it cannot be."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise ImpossibleDeal("equity.players_not", count=len(players))
    if len(board) > 5:
        raise ImpossibleDeal("equity.board_not", count=len(board))
    known = [*board, *dead]
    for at, card in enumerate(known):
        if card.is_joker or not deck_of(ruling) & mask([card]):
            raise ImpossibleDeal("equity.not_in_deck", card=card)
        if card in known[:at]:
            raise ImpossibleDeal("equity.in_two_places", card=card)
    gone = mask(known)
    ranges = []
    for number, player in enumerate(players, start=1):
        if isinstance(player, str):
            asked = parse_range(player, short_deck=ruling != 0)
        elif isinstance(player, Range):
            asked = player
        else:
            if len(set(player)) != 2 or len(player) != 2:
                raise ImpossibleDeal("equity.two_different", number=number)
            asked = Range.of(player)
        if any(hole & ~deck_of(ruling) for hole, _ in asked):
            raise ImpossibleDeal("equity.holds_foreign", number=number)
        left = asked.without(gone)
        if not len(left):
            if len(asked) == 1:
                raise ImpossibleDeal("equity.card_gone", number=number, cards=write(row(asked.combos[0][0] & gone)))
            raise ImpossibleDeal("equity.range_gone" if len(asked) else "equity.range_empty", number=number)
        ranges.append(left)
    seen: dict[int, int] = {}
    for number, one in enumerate(ranges, start=1):
        if len(one) == 1:
            for other, hole in seen.items():
                if hole & one.combos[0][0]:
                    both = write(row(hole & one.combos[0][0]))
                    raise ImpossibleDeal("equity.both_hold", other=other, number=number, cards=both)
            seen[number] = one.combos[0][0]
    if (deck_of(ruling) & ~gone).bit_count() < 2 * len(ranges) + 5 - len(board):
        raise ImpossibleDeal("equity.few_for_all")
    return ranges, mask(board), mask(dead)


# Exact answers --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    seconds: float  # a guess
    run: Callable[[], Equity]


def _plan(ranges: list[Range], board: int, dead: int, ruling: int, report: Progress) -> _Plan | None:
    """The quicker of the exact ways: deal by deal, or, for two ranges, board by board. None if neither will do."""
    missing = 5 - board.bit_count()
    left = (deck_of(ruling) & ~(board | dead)).bit_count()
    plans = []
    deals = _joint(ranges)
    if deals is not None:
        if not deals:
            raise ImpossibleDeal("equity.no_deal")
        classes = _alike_deals(deals, board, dead)
        seconds = len(classes) * comb(left - 2 * len(ranges), missing) * len(ranges) / _JUDGED_PER_SECOND
        plans.append(_Plan(seconds, lambda: _by_deals(classes, board, dead, ruling, report)))
    if len(ranges) == 2:
        suits = _alike_suits(ranges, board, dead)
        orders = {1: 24, 2: 6, 3: 2, 4: 1}[len(set(suits))]
        judged = comb(left, missing) / orders * sum(map(len, ranges))
        plans.append(_Plan(judged * 12 / _JUDGED_PER_SECOND, lambda: _by_boards(ranges, board, dead, suits, ruling)))
    return min(plans, key=lambda plan: plan.seconds, default=None)


def _joint(ranges: list[Range]) -> list[tuple[tuple[int, ...], float]] | None:
    """Every deal of one hand to each, no card twice, with its weight; None if there are too many."""
    deals: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for one in ranges:
        longer = []
        for holes, weight in deals:
            used = sum(holes)
            longer += [((*holes, hole), weight * more) for hole, more in one if not hole & used]
            if len(longer) > _MOST_JOINT:
                return None
        deals = longer
    return deals


def _suit_parts(cards: int) -> tuple[int, int, int, int]:
    """The ranks of each suit in a mask, spread out as in the mask."""
    spread = 0x1111111111111
    return cards & spread, cards >> 1 & spread, cards >> 2 & spread, cards >> 3 & spread


def _alike_deals(
    deals: list[tuple[tuple[int, ...], float]], board: int, dead: int
) -> list[tuple[tuple[int, ...], float]]:
    """One deal of each class that differs by names of suits only, with the weight of the class."""
    parts = {cards: _suit_parts(cards) for cards in {board, dead, *(hole for holes, _ in deals for hole in holes)}}
    found: dict[Any, tuple[tuple[int, ...], float]] = {}
    for holes, weight in deals:
        columns = [parts[board], parts[dead], *[parts[hole] for hole in holes]]
        key = tuple(sorted(zip(*columns, strict=True)))
        known = found.get(key)
        found[key] = (holes, weight) if known is None else (known[0], known[1] + weight)
    return list(found.values())


def _by_deals(
    classes: list[tuple[tuple[int, ...], float]], board: int, dead: int, ruling: int, report: Progress
) -> Equity:
    players = len(classes[0][0])
    sums = [[0.0] * players for _ in range(players)]
    for at, (holes, weight) in enumerate(classes):
        for row_, counts in zip(sums, enumerate_boards(holes, board, dead, ruling), strict=True):
            for k, count in enumerate(counts):
                row_[k] += weight * count
        report((at + 1) / len(classes))
    return _answer(sums, exact=True)


def _alike_suits(ranges: list[Range], board: int, dead: int) -> tuple[int, int, int, int]:
    """A number for each suit, equal where swapping two suits changes nothing."""

    def swapped(cards: int, a: int, b: int) -> int:
        spread = 0x1111111111111
        difference = (cards >> a ^ cards >> b) & spread
        return cards ^ (difference << a | difference << b)

    def alike(a: int, b: int) -> bool:
        if swapped(board, a, b) != board or swapped(dead, a, b) != dead:
            return False
        return all(
            all(weights.get(swapped(hole, a, b)) == weight for hole, weight in weights.items()) for weights in maps
        )

    maps = [dict(one.combos) for one in ranges]
    classes = [0, 1, 2, 3]
    for b in range(1, 4):
        classes[b] = next((classes[a] for a in range(b) if alike(a, b)), b)
    return classes[0], classes[1], classes[2], classes[3]


def _by_boards(ranges: list[Range], board: int, dead: int, suits: tuple[int, int, int, int], ruling: int) -> Equity:
    (holes, weights), (their_holes, their_weights) = (
        (array("Q", [hole for hole, _ in one]), array("d", [weight for _, weight in one])) for one in ranges
    )
    first, ties, second = enumerate_ranges(holes, weights, their_holes, their_weights, board, dead, *suits, ruling)
    if not first + ties + second > 0:
        raise ImpossibleDeal("equity.no_deal")
    return _answer([[first, ties], [second, ties]], exact=True)


# Sampled answers ------------------------------------------------------------------------------------------------

# Players, their holes row by row, an alias table over the rows, and whether it is every hand alike: such a player
# is dealt after the others, from what they leave, for that is as many hands whatever they hold.
Group = tuple[int, "array[int]", "array[int]", "array[int]", bool]


def _groups(ranges: list[Range], free: int) -> list[Group]:
    """Hands to draw: all players together where the deals can be listed, else each alone until they fit."""
    deals = _joint(ranges) if all(len(one) < 200 for one in ranges) else None
    if deals is not None:
        if not deals:
            raise ImpossibleDeal("equity.no_deal")
        holes = [hole for holes, _ in deals for hole in holes]
        return [_group(len(ranges), holes, [weight for _, weight in deals], any=False)]
    every = comb(free.bit_count(), 2)
    return [
        _group(
            1,
            [hole for hole, _ in one],
            [weight for _, weight in one],
            any=len(one) == every and len({weight for _, weight in one}) == 1,
        )
        for one in ranges
    ]


def _group(players: int, holes: list[int], weights: list[float], *, any: bool) -> Group:
    """Walker's alias table: row i is kept if the fraction is below keep[i], else its other is taken."""
    size, total = len(weights), sum(weights)
    scaled = [weight * size / total for weight in weights]
    small = [i for i, weight in enumerate(scaled) if weight < 1]
    large = [i for i, weight in enumerate(scaled) if weight >= 1]
    keep, other = [(1 << 64) - 1] * size, list(range(size))
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low], other[low] = int(scaled[low] * (1 << 64)), high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return players, array("Q", holes), array("Q", keep), array("I", other), any


def _sampled(
    groups: list[Group],
    players: int,
    board: int,
    dead: int,
    ruling: int,
    samples: int | None,
    precision: float,
    seed: int,
    report: Progress,
) -> Equity:
    seeds = Quick(seed)
    sums = [[0.0] * players for _ in range(players)]
    done = 0
    while True:
        size = _CHUNK if samples is None else min(_CHUNK, samples - done)
        try:
            chunk = sample_boards(groups, board, dead, ruling, size, seeds())
        except ValueError:
            raise ImpossibleDeal("equity.no_deal") from None
        for row_, counts in zip(sums, chunk, strict=True):
            for k, count in enumerate(counts):
                row_[k] += count
        done += size
        answer = _answer(sums, exact=False)
        if samples is not None:
            report(done / samples)
            if done >= samples:
                return answer
        else:
            report(min(1.0, (precision / answer.margin) ** 2) if answer.margin else 1.0)
            if answer.margin <= precision:
                return answer


def _answer(sums: Sequence[Sequence[float]], *, exact: bool) -> Equity:
    """Shares from the weight of boards with k winners: a board with k winners is counted by k players."""
    total = sum(sum(column) / k for k, column in enumerate(zip(*sums, strict=True), start=1))
    shares = []
    for counts in sums:
        pots = sum(count / (k + 1) for k, count in enumerate(counts))
        margin = 0.0
        if not exact:
            squares = sum(count / (k + 1) ** 2 for k, count in enumerate(counts))
            # One more board each way keeps the margin of a hand that never lost so far above zero.
            variance = max(squares / total - (pots / total) ** 2, 1 / (total + 2))
            margin = _Z * sqrt(variance / total)
        shares.append(Share(counts[0], sum(counts[1:]), pots, total, margin))
    return Equity(tuple(shares), total, exact)


# The twins ------------------------------------------------------------------------------------------------------


def _strengths(judge: Ranking, holes: Sequence[int], board: int) -> list[int]:
    on_board = [place for place in range(52) if board >> place & 1]
    total, cards = sum(VALUES[place] for place in on_board), tuple(CARDS[place] for place in on_board)
    return [
        judge.strength_of(total + VALUES[low] + VALUES[high], (CARDS[low], CARDS[high], *cards))
        for low, high in map(_places, holes)
    ]


def _places(hole: int) -> tuple[int, int]:
    low = (hole & -hole).bit_length() - 1
    return low, hole.bit_length() - 1


def _settle(strengths: list[int], weight: int, counts: Counts) -> None:
    best = max(strengths)
    winners = strengths.count(best)
    for player, strength in enumerate(strengths):
        if strength == best:
            counts[player][winners - 1] += weight


def _boards(deck: int, cards: int) -> Iterator[int]:
    for some in combinations([1 << place for place in range(52) if deck >> place & 1], cards):
        yield sum(some)


def _enumerate_boards(holes: Sequence[int], board: int, dead: int, ruling: int = 0) -> Counts:
    """For each player, on how many of all boards they are one of 1, 2, ... winners."""
    _check_deal(holes, board, dead, ruling)
    judge = RANKINGS[ruling]()
    counts = [[0] * len(holes) for _ in holes]
    free = deck_of(ruling) & ~(board | dead | sum(holes))
    for added in _boards(free, 5 - board.bit_count()):
        _settle(_strengths(judge, holes, board | added), 1, counts)
    return counts


def _check_deal(holes: Sequence[int], board: int, dead: int, ruling: int) -> None:
    deck = deck_of(ruling)
    if not 2 <= len(holes) <= MOST_PLAYERS:
        raise BadValue("equity.players")
    used = 0
    for cards in (board, dead, *holes):
        if cards & ~deck:
            raise BadValue("equity.no_card")
        if cards & used:
            raise BadValue("equity.card_twice")
        used |= cards
    if any(hole.bit_count() != 2 for hole in holes):
        raise BadValue("equity.two_cards")
    if board.bit_count() > 5:
        raise BadValue("equity.board")
    if (deck & ~used).bit_count() < 5 - board.bit_count():
        raise BadValue("equity.few_cards")


def _enumerate_ranges(
    holes_a: Any, weights_a: Any, holes_b: Any, weights_b: Any,
    board: int, dead: int, c: int, d: int, h: int, s: int, ruling: int = 0,
) -> tuple[float, float, float]:  # fmt: skip
    """Two weighted ranges over all boards: weight won by the first, tied, won by the second.

    c, d, h and s number the suits; suits with one number may be swapped without changing either range, which the
    native function uses to visit fewer boards.
    """
    first = ties = second = 0.0
    for hole, weight in zip(holes_a, weights_a, strict=True):
        for other, more in zip(holes_b, weights_b, strict=True):
            if not hole & other:
                (won, tied), (lost, _) = _enumerate_boards((hole, other), board, dead, ruling)
                first += weight * more * won
                ties += weight * more * tied
                second += weight * more * lost
    return first, ties, second


def _sample_boards(groups: Sequence[Group], board: int, dead: int, ruling: int, samples: int, seed: int) -> Counts:
    """The same counts as enumerate_boards over random hands and boards: draw for draw what the kernel draws."""
    judge, quick = RANKINGS[ruling](), Quick(seed)
    players = sum(group[0] for group in groups)
    counts = [[0] * players for _ in range(players)]
    fixed = all(len(keep) == 1 for _, _, keep, _, _ in groups)
    never = 0
    if fixed:
        for _, holes, _, _, _ in groups:
            for hole in holes:
                if never & hole:
                    raise BadValue("equity.no_deal")
                never |= hole
    free = deck_of(ruling) & ~(board | dead | never)
    deck = [place for place in range(52) if free >> place & 1]
    for _ in range(samples):
        held, used = _draw(groups, board, quick)
        cards, digits, fraction = board, 0, 0
        while cards.bit_count() < 5:
            if digits == 0:
                fraction, digits = quick(), _DIGITS
            digits -= 1
            at, fraction = take(fraction, len(deck))
            one = 1 << deck[at]
            if not used & one:
                used |= one
                cards |= one
        _settle(_strengths(judge, held, cards), 1, counts)
    return counts


def _draw(groups: Sequence[Group], board: int, quick: Quick) -> tuple[list[int], int]:
    """One hand for each, redrawn all together until no card is held twice; then those who may hold anything."""
    tries = 0
    while tries < _MOST_TRIES:
        tries += 1
        used, drawn = board, []
        for group in groups:
            held = [] if group[4] else _row(group, quick)
            if sum(held) & used:
                break
            used |= sum(held)
            drawn.append(held)
        if len(drawn) < len(groups):
            continue
        for at, group in enumerate(groups):
            while group[4] and tries <= _MOST_TRIES:
                held = _row(group, quick)
                if not sum(held) & used:
                    used |= sum(held)
                    drawn[at] = held
                    break
                tries += 1
        return [hole for held in drawn for hole in held], used
    raise BadValue("equity.no_deal")


def _row(group: Group, quick: Quick) -> list[int]:
    players, holes, keep, other, _ = group
    at = 0
    if len(keep) > 1:
        at, fraction = take(quick(), len(keep))
        at = at if fraction < keep[at] else other[at]
    return list(holes[at * players : (at + 1) * players])


enumerate_boards = kernel.native.enumerate_boards if kernel.HAVE_KERNEL else _enumerate_boards
enumerate_ranges = kernel.native.enumerate_ranges if kernel.HAVE_KERNEL else _enumerate_ranges
sample_boards = kernel.native.sample_boards if kernel.HAVE_KERNEL else _sample_boards
