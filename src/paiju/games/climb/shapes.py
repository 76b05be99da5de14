"""Combinations as data.

A `Shape` says what a kind of play looks like: so many equal cards (`width`) at each of one or more consecutive
points (`run`), and what they carry. A `Combo` is one reading of some cards: which shape, how big, how strong.

    Shape(Kind.PAIR, width=2)                                      对子
    Shape(Kind.STRAIGHT, run=(5, 12))                              顺子, five to twelve cards
    Shape(Kind.PLANE_PAIRS, width=3, run=(2, 4), carry=Carry(pairs=1, per_point=True))      飞机带大翼
    Shape(Kind.FOUR, width=4, bomb=1)                              炸弹; the rocket is `bomb=2`
    Shape(Kind.ROCKET, exactly="LR", bomb=2)
    Shape(Kind.STRAIGHT_FLUSH, run=(5, 5), suited=True, tier=4)    in Big Two's ladder of five-card hands
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from paiju.games.climb.kinds import Kind


@dataclass(frozen=True)
class Carry:
    """What a body carries: so many loose cards and so many pairs, once or for each point of the body.

    Unless `free`, carried cards share no point with the body, hold neither both jokers nor four of a point, pairs are
    of different points, and no carried triple stands next to a plane (it would lengthen it). `rocket_pair` lets the
    two jokers serve as a pair; `jokers=False` keeps them out altogether.
    """

    singles: int = 0
    pairs: int = 0
    per_point: bool = False
    free: bool = False
    rocket_pair: bool = False
    jokers: bool = True

    def size(self, run: int) -> int:
        return (self.singles + 2 * self.pairs) * (run if self.per_point else 1)


@dataclass(frozen=True)
class Shape:
    """One kind of play. See the module for examples.

    `suited`: None where suits do not matter, True for one suit only, False for not all of one suit. `loose` drops the
    demand for consecutive points (a flush). `tier` orders the shapes of one size where they compete with each
    other; `bomb` > 0 beats everything that is no bomb, and every bomb of a lower tier. `factor` is what playing it
    does to the multiplier. `also_covers` names kinds of the same size that it covers too, head against head. A shape that
    is `last` may be played only as all that a hand still holds; one that is `short_of` a kind lacks some of what that
    kind carries, and competes with it as if it were whole.
    """

    kind: Kind
    width: int = 1
    run: tuple[int, int] = (1, 1)
    carry: Carry | None = None
    exactly: str = ""
    suited: bool | None = None
    loose: bool = False
    tier: int = 0
    bomb: int = 0
    factor: int = 1
    also_covers: tuple[Kind, ...] = ()
    last: bool = False
    short_of: Kind | None = None

    def size(self, run: int) -> int:
        """Cards in it when its body spans so many points."""
        if self.exactly:
            return len(self.exactly)
        return self.width * run + (self.carry.size(run) if self.carry else 0)


class Combo(NamedTuple):
    """One reading of some cards. A reader makes each combo once, so that comparing them is comparing integers.

    `line` says what it competes with: a stronger combo of the same line covers it. `head` is the text of the card or
    rank that decides, `key` its value in the game's order. `body` lists the ranks of the body as they are stored,
    highest of the run first; `final` marks what nothing can beat.
    """

    number: int  # which of its reader's combos it is
    kind: Kind
    size: int
    line: str
    strength: int
    bomb: int
    factor: int
    final: bool
    head: str
    key: float  # a whole number, but for Guandan's house rule of a single 2 between ace and level
    body: tuple[int, ...]  # points, in the order in which the body is stored
    width: int
    also: tuple[str, ...] = ()
    last: bool = False  # only as the last cards of a hand

    def beats(self, other: Combo) -> bool:
        """Whether this may be played on that. Equal strength never beats."""
        if self.line == other.line:
            return self.strength > other.strength
        if self.bomb:
            return not other.bomb
        return other.line in self.also and self.strength > other.strength
