"""跑得快: 48 cards, the ♠3 opens, a play that can be beaten must be, and bombs are paid by every seat. Rules: docs/rules/paodekuai.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import Card, Deck, Rank, RankOrder, Suit, cards
from paiju.games.climb.endings import ShedScore, first_out
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_3_TO_A, DealOptions, unshuffled
from paiju.games.climb.stages import TakeTricks
from paiju.games.options import option

DECK_48: Final = Deck(jokers=False, missing=frozenset(cards("2h2c2dAs")))
DECK_45: Final = Deck(jokers=False, missing=frozenset(cards("2h2c2dAsAhAcKs")))

SHAPES: Final = (
    Shape(Kind.SINGLE),
    Shape(Kind.PAIR, width=2),
    Shape(Kind.TRIPLE_TWO, width=3, carry=Carry(singles=2, free=True)),
    Shape(Kind.STRAIGHT, run=(5, 12)),
    Shape(Kind.PAIR_RUN, width=2, run=(2, 8)),
    Shape(Kind.PLANE_TWOS, width=3, run=(2, 3), carry=Carry(singles=2, per_point=True, free=True)),
    Shape(Kind.FOUR, width=4, bomb=1),
)


def _short(follows: bool) -> Iterator[Shape]:
    """Triples and planes that carry too little: the last cards of a hand, competing as if they were whole."""
    triple, plane = (Kind.TRIPLE_TWO, Kind.PLANE_TWOS) if follows else (None, None)
    yield Shape(Kind.TRIPLE, width=3, last=True, short_of=triple)
    yield Shape(Kind.TRIPLE_SINGLE, width=3, carry=Carry(singles=1, free=True), last=True, short_of=triple)
    yield Shape(Kind.TRIPLE_RUN, width=3, run=(2, 5), last=True, short_of=plane)
    for carried in range(1, 6):
        carry = Carry(singles=carried, free=True)
        yield Shape(
            Kind.PLANE_FEWER, width=3, run=(max(2, carried // 2 + 1), 5), carry=carry, last=True, short_of=plane
        )


PAODEKUAI: Final = ClimbRules(
    name="paodekuai",
    seats=range(3, 4),
    deck=DECK_48,
    order=RankOrder("3 4 5 6 7 8 9 T J Q K A 2"),
    path=RUN_3_TO_A,
    shapes=(*SHAPES, *_short(follows=True)),
    reader=PointReader,
    readings="first",
    finals=frozenset({Kind.FOUR}),
    hand=16,
    opening="card",
    opening_card=Card.of(Rank.THREE, Suit.SPADES),
    must_beat=True,
    bombs_paid="unbeaten",
    stages=(TakeTricks(),),
    over=first_out,
    score=ShedScore(),
    counts_plays=True,
)


@dataclass(frozen=True, kw_only=True)
class PaodekuaiOptions(DealOptions):
    deck: Literal["48", "45"] = option(
        "48", zh="用多少张牌：48（每人 16 张）或 45（每人 15 张）", en="cards: 48, sixteen each, or 45, fifteen each"
    )
    must_beat: bool = option(True, zh="有大必压", en="a play that can be beaten must be")
    opening: Literal["with_it", "holder"] = option(
        "with_it",
        zh="♠3 先出：首出必须带♠3，或随便出",
        en="the ♠3 leads: the opening play must hold it, or may be anything",
    )
    last_hand: Literal["follow", "lead", "off"] = option(
        "follow",
        zh="最后一手三张、飞机少带：领出和跟牌都行，只能领出，或不行",
        en="triples and planes with too few cards as one's last play: leading and following, leading only, or never",
    )
    fours: Literal["bomb", "with_two", "with_three"] = option(
        "bomb",
        zh="四张：只作炸弹，或也可四带二、四带三",
        en="four of a kind: a bomb only, or also with two, with three cards",
    )
    ace_bomb: bool = option(False, zh="三个 A 是最大的炸弹（48 张）", en="three aces are the highest bomb (48 cards)")
    top_when_one_left: bool = option(
        True,
        zh="报单：下家剩一张时单张必须出最大",
        en="singles must be one's highest when the next player has one card",
    )
    bombs_paid: Literal["unbeaten", "every", "none"] = option(
        "unbeaten",
        zh="炸弹赔付：没被压的炸弹，每个炸弹，或不赔",
        en="bombs are paid: those that nobody beat, every one, or none",
    )
    bomb: int = option(10, zh="每个炸弹每家付几分", en="points that every seat pays for a bomb", low=1, high=1_000)
    shut: int = option(
        2, zh="一张没出的人付几倍", en="how many times over a player pays who never played", low=1, high=10
    )
    last_free: bool = option(True, zh="剩一张不扣分", en="one card left costs nothing")
    base: int = option(1, zh="每张几分", en="points a card", low=1, high=1_000_000)


_FOURS: Final = {
    "with_two": Shape(Kind.FOUR_SINGLES, width=4, carry=Carry(singles=2, free=True)),
    "with_three": Shape(Kind.FOUR_THREE, width=4, carry=Carry(singles=3, free=True)),
}


def paodekuai(options: PaodekuaiOptions) -> ClimbRules:
    shapes, finals = list(SHAPES), {Kind.FOUR}
    if options.fours in _FOURS:
        shapes.insert(-1, _FOURS[options.fours])
    if options.ace_bomb and options.deck == "48":
        shapes.append(Shape(Kind.THREE_ACES, exactly="AAA", bomb=2))
        finals = {Kind.THREE_ACES}
    if options.last_hand != "off":
        shapes += _short(options.last_hand == "follow")
    rules = replace(
        PAODEKUAI,
        deck=DECK_48 if options.deck == "48" else DECK_45,
        hand=16 if options.deck == "48" else 15,
        packets=4 if options.deck == "48" else 3,
        shapes=tuple(shapes),
        finals=frozenset(finals),
        must_beat=options.must_beat,
        opening_plays_it=options.opening == "with_it",
        top_when_one_left=options.top_when_one_left,
        bombs_paid=options.bombs_paid,
        base=options.base,
        score=ShedScore(options.last_free, options.shut, options.bomb),
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )
    return unshuffled(rules, options)
