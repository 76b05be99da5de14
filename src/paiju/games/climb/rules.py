"""A rule sheet: everything in which one climbing game differs from another, as one frozen value.

How a sheet is composed
-----------------------
1. Say what the cards are: `deck`, `order` (weakest rank first), `path` (the ranks as runs go through them; a rank
   named at both ends, as in "A 2 … K A", may stand low or high).
2. List the `shapes`. Bombs are shapes with a tier (`bomb=1, 2, …`); shapes of one size that compete with each
   other have a `tier`.
3. Choose the `reader`: `PointReader` where suits never matter, `SuitReader` where they break ties or make flushes.
   Another game may bring its own (Guandan: level cards are an `order` with the level moved up, hearts of the level
   are wild, so its reader tries what they may stand for): anything with the methods of `Reader`.
4. Compose `stages`, run from left to right: an auction, doubling, tribute, then `TakeTricks()`. A stage is any
   object with the methods of `stages.Stage`; it keeps what it has decided in `State.setup`.
5. Say when the deal is `over` and how it is settled: two functions.

A house rule is `dataclasses.replace(sheet, …)`. The engine never asks which game it is running.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from paiju.cards import Card, Deck, Rank, RankOrder
from paiju.games.climb.kinds import SHEDDING_NAMES, Kind, Names
from paiju.games.climb.shapes import Combo, Shape
from paiju.games.contract import Line

if TYPE_CHECKING:
    from paiju.games.climb.actions import Play
    from paiju.games.climb.layout import Layout
    from paiju.games.climb.stages import Stage
    from paiju.games.climb.view import Dress


class Reader(Protocol):
    """Reads cards and lists plays under one sheet. Made once per sheet; holds tables, never a play."""

    @property
    def rules(self) -> ClimbRules: ...

    @property
    def layout(self) -> Layout: ...
    def read(self, cards: tuple[Card, ...]) -> tuple[Combo, ...]:
        """Every legal reading, the preferred one first; of each kind only the strongest unless the sheet allows more."""

    def plays(self, hand: int, counts: int, top: Combo | None) -> Iterator[Play]:
        """Every distinct play of a hand that beats `top` (None: any), weakest kinds first, bombs last."""

    def arrange(self, cards: tuple[Card, ...], combo: Combo) -> tuple[Card, ...]:
        """The cards of a play in canonical order."""


class Finish(NamedTuple):
    """What a settlement may look at when a deal is over."""

    seats: int
    left: tuple[tuple[Card, ...], ...]  # cards still held, per seat
    plays: tuple[int, ...]  # real plays made, per seat
    out: tuple[int, ...]  # seats in the order in which they ran out
    factors: tuple[Line, ...]  # what multiplies the base: the bid, robs, open hands, bombs; see `stake`
    landlord: int  # -1: none
    doubles: tuple[int, ...]  # per seat: how many times the stakes with the landlord are doubled
    captured: tuple[int, ...]  # points taken in tricks, per seat
    base: int = 1
    bombs: tuple[int, ...] = ()  # bombs that are paid for, per seat; () where none are


_STARTS = frozenset({"climb.factor.base", "climb.factor.bid"})


def stake(factors: tuple[Line, ...]) -> int:
    """All of these factors together; each says its own as `times`."""
    return prod([line.args["times"] for line in factors])


def multiplier(factors: tuple[Line, ...]) -> int:
    """What a deal made of its base and bid: all the other factors together."""
    return stake(tuple(line for line in factors if line.key not in _STARTS))


class Settlement(NamedTuple):
    """Scores per seat and why, as a message key; `standing` are ranks 1, 2, 2, 4.

    `factors` are those of the stake in the landlord games, the base first; `lines` say how the scores came about.
    """

    scores: tuple[int, ...]
    reason: str
    standing: tuple[int, ...]
    factors: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A pile to draw from after every trick, and card points to capture."""

    hand: int
    order: Literal["fill_winner_first", "one_each"] = "fill_winner_first"
    points: tuple[tuple[Rank, int], ...] = ((Rank.FIVE, 5), (Rank.TEN, 10), (Rank.KING, 10))
    final_trick_scored: bool = True
    leftover: Literal["nobody", "first_finisher", "owner"] = "nobody"


@dataclass(frozen=True, kw_only=True)
class ClimbRules:
    """One climbing game. See the module for how a sheet is composed."""

    name: str
    seats: range
    deck: Deck
    order: RankOrder
    shapes: tuple[Shape, ...]
    reader: Callable[[ClimbRules], Reader]
    hand: int  # cards dealt to each
    stages: tuple[Stage, ...]
    over: Callable[
        [tuple[int, ...], tuple[int, ...]], bool
    ]  # (counts per seat, finish order), asked when a hand is empty
    score: Callable[[Finish], Settlement]

    path: str = ""
    wild: tuple[Card, ...] = ()  # of one rank; may stand for any card but a joker
    base: int = 1  # what the settlement multiplies
    counts_plays: bool = False  # the settlement asks how often each seat has played
    names: Names = SHEDDING_NAMES
    titles: tuple[tuple[Kind, str], ...] = ()  # message keys of kinds that this game calls otherwise
    sized_titles: tuple[tuple[Kind, int, str], ...] = ()  # of kinds that have another name with so many cards
    suits_matter: bool = False  # bare ranks are refused on input
    run_head: Literal["greatest", "top"] = "top"
    run_order: Literal["by_head", "a2345_top"] = "by_head"
    finals: frozenset[Kind] = frozenset()  # kinds whose strongest combo ends the trick at once
    unbeatable_shortcut: bool = True
    readings: Literal["declare", "first"] = "declare"  # several readings: ask, or take the reader's first
    lower_readings: bool = False  # offer every head of a kind, not only the highest
    ambiguous_sizes: frozenset[int] = frozenset()  # sizes at which one set of cards can have several readings

    shuffling: Literal["full", "clumps"] = "full"  # 不洗牌: the cards stay in clumps as they were gathered
    dealing: Literal["whole_hands", "one_by_one", "packets"] = "whole_hands"
    packets: int = 3  # rounds in which packets are dealt
    kitty: int = 0
    opening: Literal["landlord", "smallest", "card", "stage"] = "landlord"
    opening_card: Card | None = None  # whoever is dealt it leads
    opening_plays_it: bool = True  # and the opening play must hold it
    first_asked: Literal["random", "face_up_card"] = "random"
    first: int | None = None  # who is asked or leads first, if the deal before decided it
    must_beat: bool = False  # a seat that can beat a play may not pass
    bombs_paid: Literal["none", "every", "unbeaten"] = "none"  # bombs that the settlement pays for
    pass_lock: Literal["off", "trick", "round"] = "off"  # who passed may not come back in this trick, or round
    self_cover_keeps_round: bool = True  # a leader who covers their own last play goes on with the same round
    rank_rest: bool = False  # who still holds cards at the end is ranked too, in turn order
    jiefeng: Literal["next", "partner"] = "next"
    counts_shown: Literal["always", "at_most", "once", "on_request"] = "always"  # how many cards others hold
    counts_limit: int = 10  # where that is no secret any more, and is announced unless it has to be asked for
    dress: Dress | None = None  # shows the game's own fields and words its log
    top_when_one_left: bool = False
    drawing: Drawing | None = None

    def name_of(self, kind: Kind) -> str:
        """What the wire calls a kind."""
        return self._names[kind]

    def title_of(self, kind: Kind, size: int = 0) -> str:
        """The message key of a kind, or of a play of this kind with so many cards."""
        return self._sized.get((kind, size)) or self._titles[kind]

    def with_wild(self, rank: Rank) -> ClimbRules:
        """The sheet as it is played once a rank has been drawn: its cards are wild."""
        return replace(self, wild=tuple(card for card in self.deck.cards if card.rank is rank))

    @cached_property
    def _names(self) -> dict[Kind, str]:
        return dict(self.names)

    @cached_property
    def _titles(self) -> dict[Kind, str]:
        return {kind: f"climb.kind.{kind.value}" for kind in Kind} | dict(self.titles)

    @cached_property
    def _sized(self) -> dict[tuple[Kind, int], str]:
        return {(kind, size): title for kind, size, title in self.sized_titles}
