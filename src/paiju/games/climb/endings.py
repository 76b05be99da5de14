"""When a deal is over, and how it is settled: functions for rule sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from paiju.cards import Card, Rank
from paiju.games.climb.rules import Finish, Settlement, stake
from paiju.games.contract import Line

_BANDS: Final = ((1, 1, 0), (2, 5, 1), (6, 9, 2), (10, 12, 3), (13, 13, 5))  # cards left: from, to, cost


def first_out(counts: tuple[int, ...], out: tuple[int, ...]) -> bool:
    """Over as soon as one hand is empty."""
    return bool(out)


def last_holder(counts: tuple[int, ...], out: tuple[int, ...]) -> bool:
    """Over when at most one seat holds cards (asked only once the pile is empty)."""
    return sum(map(bool, counts)) <= 1


def standing(scores: Sequence[int]) -> tuple[int, ...]:
    """Ranks by score, equal scores sharing the better one.

    >>> standing((40, 30, 30, 0))
    (1, 2, 2, 4)
    """
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


@dataclass(frozen=True)
class LandlordScore:
    """One against the rest: every farmer pays, or gets, base × multiplier, and the landlord the sum of them.

    The multiplier is what the auction and the plays made of it, doubled for 春天 (the landlord wins and no farmer
    ever played) and for 反春 (a farmer wins and the landlord played only the opening), and per farmer for 加倍.
    """

    def __call__(self, finish: Finish) -> Settlement:
        landlord, winner = finish.landlord, finish.out[0]
        farmers = [seat for seat in range(finish.seats) if seat != landlord]
        landlord_wins = winner == landlord
        spring = landlord_wins and not any(finish.plays[seat] for seat in farmers)
        anti_spring = not landlord_wins and finish.plays[landlord] == 1
        alone = len(farmers) == 1
        reason = "spring" if spring else "landlord" if landlord_wins else "anti_spring" if anti_spring else "farmers"
        factors = (Line("climb.factor.base", {"times": finish.base}), *finish.factors)
        if spring or anti_spring:
            factors = (*factors, Line(f"climb.factor.{reason}", {"times": 2}))
        each = stake(factors)
        plain = "climb.log.stake_plain" if any(finish.doubles) else "climb.log.stake_base"
        key = "climb.log.stake" if len(factors) > 1 else plain
        if alone:
            key += "_one"
        lines = [Line(key, {"factors": factors, "stake": each})]
        scores = [0] * finish.seats
        for seat in farmers:
            amount = each << finish.doubles[seat]
            scores[seat] = -amount if landlord_wins else amount
            if finish.doubles[seat]:
                key = "climb.log.doubled" if finish.doubles[seat] == 1 else "climb.log.redoubled"
                lines.append(Line(key, {"seat": seat, "times": 1 << finish.doubles[seat]}))
        scores[landlord] = -sum(scores)
        ending = "farmer" if alone and reason == "farmers" else reason
        return Settlement(tuple(scores), f"climb.over.{ending}", standing(scores), factors, tuple(lines))


@dataclass(frozen=True)
class BigTwoScore:
    """Everybody settles with everybody by penalties: cards left, more per card from 8, 10 and 13 on, and for each 2."""

    two_penalty: Literal["additive", "spade_doubles", "none"] = "additive"

    def penalty(self, left: Sequence[Card]) -> int:
        points: int = self._held(0, left).args["points"]
        return points

    def _held(self, seat: int, left: Sequence[Card]) -> Line:
        """What a hand costs, and how that comes about."""
        count = len(left)
        each = 1 if count < 8 else 2 if count < 10 else 3 if count < 13 else 4
        args = {"seat": seat, "count": count, "each": each, "points": count * each}
        twos = tuple(card for card in left if card.rank is Rank.TWO)
        if self.two_penalty == "additive" and twos:
            more = sum({"2s": 50, "2h": 30, "2c": 20, "2d": 10}[str(two)] for two in twos)
            return Line("climb.log.held_twos", {**args, "twos": twos, "more": more, "points": count * each + more})
        spade = tuple(two for two in twos if str(two) == "2s")
        if self.two_penalty == "spade_doubles" and spade and count >= 8:
            return Line("climb.log.held_spade", {**args, "twos": spade, "points": count * each * 2})
        return Line("climb.log.held" if each == 1 else "climb.log.held_each", args)

    def __call__(self, finish: Finish) -> Settlement:
        held = [self._held(seat, left) for seat, left in enumerate(finish.left)]
        penalties = [line.args["points"] for line in held]
        scores = tuple(sum(penalties) - len(penalties) * mine for mine in penalties)
        winner = finish.out[0]
        lines = (_collects(winner, scores[winner]), *(line for line in held if line.args["count"]))
        return Settlement(scores, "climb.over.penalties", standing(scores), lines=lines)


@dataclass(frozen=True)
class ShedScore:
    """Each card left costs its holder one base, which the first player out gets; and every bomb is paid by everybody.

    `last_free` spares who holds one card; who never played pays `shut` times as much; each bomb that counts brings its
    owner `bomb` bases from every other seat, the winner too.
    """

    last_free: bool = True
    shut: int = 2
    bomb: int = 10

    def __call__(self, finish: Finish) -> Settlement:
        winner, seats = finish.out[0], finish.seats
        scores, lines = [0] * seats, []
        for seat, left in enumerate(finish.left):
            if seat == winner:
                continue
            shut = finish.plays[seat] == 0 and self.shut > 1
            cost = finish.base * (0 if len(left) == 1 and self.last_free else len(left)) * (self.shut if shut else 1)
            scores[seat] -= cost
            scores[winner] += cost
            key = "climb.log.shut" if shut else "climb.log.held" if cost else "climb.log.held_free"
            times = {"times": self.shut} if shut else {}
            lines.append(Line(key, {"seat": seat, "count": len(left), "points": cost, **times}))
        lines.insert(0, _collects(winner, scores[winner]))
        for seat, bombs in enumerate(finish.bombs):
            pay = finish.base * self.bomb * bombs
            if pay:
                scores = [mine + pay * (seats - 1 if one == seat else -1) for one, mine in enumerate(scores)]
                lines.append(Line("climb.log.bombs", {"seat": seat, "count": bombs, "points": pay}))
        return Settlement(tuple(scores), "climb.over.first_out", standing(scores), lines=tuple(lines))


def three_two_one_score(finish: Finish) -> Settlement:
    """Bands by cards left: 1 costs nothing, 2–5 one, 6–9 two, 10–12 three, all 13 five; the winner takes the sum."""
    scores, lines = [0] * finish.seats, []
    for seat, left in enumerate(finish.left):
        count = len(left)
        if not count:
            continue
        low, high, cost = next(band for band in _BANDS if count <= band[1])
        scores[seat] = -cost
        key = "climb.log.held_free" if not cost else "climb.log.held_all" if low == high else "climb.log.held_band"
        lines.append(Line(key, {"seat": seat, "count": count, "points": cost, "low": low, "high": high}))
    winner = finish.out[0]
    scores[winner] = -sum(scores)
    lines.insert(0, _collects(winner, scores[winner]))
    return Settlement(tuple(scores), "climb.over.first_out", standing(scores), lines=tuple(lines))


def _collects(winner: int, points: int) -> Line:
    return Line("climb.log.collects", {"seat": winner, "points": points})


@dataclass(frozen=True)
class CaptureScore:
    """Captured points, as they are or against the average; ranked by points or by the order of running out."""

    settlement: Literal["points", "zero_sum"] = "points"
    rank_by: Literal["points", "finish"] = "points"

    def __call__(self, finish: Finish) -> Settlement:
        points = finish.captured
        scores = points
        if self.settlement == "zero_sum":
            scores = tuple(finish.seats * mine - sum(points) for mine in points)
        ranks = standing(points)
        if self.rank_by == "finish":
            ranks = tuple(finish.out.index(seat) + 1 for seat in range(finish.seats))
        lines = (
            tuple(Line("climb.log.captured", {"seat": seat, "points": mine}) for seat, mine in enumerate(points))
            if self.settlement == "zero_sum"
            else ()
        )
        reason = "climb.over.captured" if self.rank_by == "points" else "climb.over.captured_in_turn"
        return Settlement(scores, reason, ranks, lines=lines)
