"""The match of Guandan: levels, attempts at A, who declares next. Pure functions on values.

A deal's result is its finishing order, seats by rank: 头游 first. Teams are 0 (seats 0 and 2) and 1 (seats 1 and 3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from paiju.cards import Card, Rank, Suit

ACE: Final = 14
LOWEST: Final = 2

Finish = tuple[int, ...]


def order(card: Card, level: int) -> int:
    """What a card is worth by itself: big joker 17, small joker 16, level cards 15, others their natural rank."""
    rank = card.rank
    return rank.value + 1 if rank.is_joker else 15 if rank.value == level else rank.value


def wild_of(level: int) -> Card:
    """逢人配: the heart of the level rank."""
    return Card.of(Rank(level), Suit.HEARTS)


def team(seat: int) -> int:
    return seat % 2


def partner(seat: int) -> int:
    return (seat + 2) % 4


def gain(finish: Finish) -> int:
    """Levels won: 3 if the partner of 头游 is second, 2 if third, 1 if last.

    >>> gain((0, 2, 3, 1)), gain((0, 1, 2, 3)), gain((0, 1, 3, 2))
    (3, 2, 1)
    """
    return 4 - finish.index(partner(finish[0]))


@dataclass(frozen=True)
class MatchRules:
    """What a match may be played with: rules 38 to 42."""

    partner_not_last: bool = True  # A is passed only with the partner of 头游 not last
    fail_limit: int = 3  # failed attempts at A that throw a team back; 0: never
    fail_reset: int = LOWEST
    max_deals: int | None = None


@dataclass(frozen=True)
class Match:
    """Where a match stands before a deal. `declarer` is the team of the last 头游; nobody declares the first deal."""

    levels: tuple[int, int] = (LOWEST, LOWEST)
    a_fails: tuple[int, int] = (0, 0)
    declarer: int | None = None
    deal: int = 1

    @property
    def level(self) -> int:
        """The level of the deal: that of the declaring team."""
        return LOWEST if self.declarer is None else self.levels[self.declarer]


@dataclass(frozen=True)
class Progress:
    """What a deal did to a match. `winner` is the team that won it; `over` without a winner is a draw."""

    match: Match
    gain: int
    over: bool = False
    winner: int | None = None


def after_deal(match: Match, finish: Finish, rules: MatchRules, level: int | None = None) -> Progress:
    """The match after a deal that ended in this order.

    The team of 头游 climbs by `gain`, but never past A. A deal played at A by the declaring team is an attempt: it
    wins the match if that team has 头游 and its partner is not last; otherwise it counts as failed, and after
    `fail_limit` failures the team falls back. A team at A that did not declare gains nothing and declares next.
    """
    level = match.level if level is None else level
    winner, won = team(finish[0]), gain(finish)
    levels, fails = list(match.levels), list(match.a_fails)
    declarer = match.declarer
    if levels[winner] < ACE:
        levels[winner] = min(ACE, levels[winner] + won)
    if declarer is not None and level == ACE and match.levels[declarer] == ACE:
        passed = declarer == winner and not (rules.partner_not_last and won == 1)
        if passed:
            done = replace(match, levels=(levels[0], levels[1]), declarer=winner, deal=match.deal + 1)
            return Progress(done, won, over=True, winner=winner)
        fails[declarer] += 1
        if rules.fail_limit and fails[declarer] >= rules.fail_limit:
            levels[declarer], fails[declarer] = rules.fail_reset, 0
    then = Match((levels[0], levels[1]), (fails[0], fails[1]), winner, match.deal + 1)
    if rules.max_deals is not None and match.deal >= rules.max_deals:
        best = None if levels[0] == levels[1] else levels.index(max(levels))
        return Progress(then, won, over=True, winner=best)
    return Progress(then, won)
