"""癞子斗地主: the numbered examples of docs/rules/doudizhu_laizi.md, and every play against substitution by brute force.

The brute force puts every rank in the place of each wild card and asks the reader of plain Dou Dizhu, which knows nothing
of wild cards.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from paiju.cards import DECK_54, Card, Rank
from paiju.games import catalog
from paiju.games.climb.classify import classify
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.position import Position, PositionError
from paiju.games.climb.sheets.doudizhu import DOUDIZHU
from paiju.games.climb.sheets.laizi import LaiziOptions, LaiziView, doudizhu_laizi
from paiju.games.climb.wild import WildOffer, WildReader
from paiju.games.contract import IllegalAction, Seat, play

pytestmark = pytest.mark.pure

LETTERS = "3456789TJQKA2"
PLAIN = PointReader(replace(DOUDIZHU, lower_readings=True, ambiguous_sizes=frozenset(range(4, 21))))
RUNS = {Kind.STRAIGHT, Kind.PAIR_RUN, Kind.TRIPLE_RUN, Kind.PLANE_SINGLES, Kind.PLANE_PAIRS}
PAIRS = {Kind.FULL_HOUSE, Kind.FOUR_PAIRS, Kind.PLANE_PAIRS}
CARRYING = {Kind.TRIPLE_SINGLE, Kind.FULL_HOUSE, Kind.FOUR_SINGLES, Kind.FOUR_PAIRS}

Reading = tuple[Kind, tuple[int, ...], int]


def game_of(**values: Any) -> Climb:
    return Climb(doudizhu_laizi(LaiziOptions(**{"wild": "7", **values})))


# --- the numbered examples -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "cards", "types"),
    [
        (1, "887", ["Triple:8"]),
        (2, "56897", ["SingleStraight:9"]),
        (3, "34567", ["SingleStraight:7"]),
        (4, "89TJ7", ["SingleStraight:Q", "SingleStraight:J"]),
        (5, "9997", ["SoftQuadruple:9", "TripleWithSingle:9"]),
        (6, "9977", ["SoftQuadruple:9", "TripleWithSingle:9"]),
        (7, "77", ["Pair:7"]),
        (8, "777", ["Triple:7"]),
        (9, "7777", ["WildQuadruple:7"]),
        (10, "7773", ["SoftQuadruple:3", "TripleWithSingle:7", "TripleWithSingle:3"]),
        (11, "R7", []),
        (12, "333R7", []),
        (13, "33337", []),
        (14, "9977755", []),
        (15, "99TTJ7", ["PairStraight:J"]),
        (16, "333447", ["TripleStraight:4", "QuadrupleWithSingleSingle:3"]),
        (17, "33344756", ["TripleStraightWithSingles:4"]),
        (18, "3337", ["SoftQuadruple:3", "TripleWithSingle:3"]),
        (19, "33377", ["TripleWithPair:3"]),
        (20, "87777", ["SingleStraight:Q", "SingleStraight:J", "SingleStraight:T", "SingleStraight:9", "SingleStraight:8", "TripleWithPair:8", "TripleWithPair:7"]),
        (21, "3333", ["Quadruple:3"]),
        (22, "LR", ["PairJokers:R"]),
    ],
)  # fmt: skip
def test_readings(number: int, cards: str, types: list[str]) -> None:
    """The sevens are wild; the strongest reading comes first."""
    found = [f"{one.type}:{one.head}" for one in classify(game_of(), cards).readings]
    assert found == types


@pytest.mark.parametrize(
    ("number", "cards", "on", "values", "beats"),
    [
        (30, "3337", "AKQJT", {}, True),
        (31, "2227", "3333", {}, False),  # soft below hard
        (32, "3333", "2227", {}, True),
        (33, "4447", "3337", {}, True),
        (34, "4777", "3337", {}, True),  # the number of wild cards does not matter
        (35, "3337", "3777", {}, False),
        (36, "7777", "2222", {}, True),
        (37, "LR", "7777", {}, True),
        (38, "7777", "LR", {}, False),
        (39, "77", "66", {}, True),
        (40, "77", "88", {}, False),
        (41, "77", "88", {"wild_alone": "any_rank"}, True),
        (42, "2227", "3333", {"soft_bombs": "by_rank"}, True),
        (43, "3337", "3333", {"soft_bombs": "by_rank"}, False),
        (44, "7777", "2222", {"wild_bomb": "own_rank"}, False),
        (45, "7777", "6666", {"wild_bomb": "own_rank"}, True),
        (46, "7777", "2226", {"wild_bomb": "own_rank", "wild": "7"}, True),
        (47, "89TJ7", "9TJQK", {}, False),
        (48, "TJQK7", "9TJQK", {}, True),
    ],
)
def test_what_beats_what(number: int, cards: str, on: str, values: dict[str, object], beats: bool) -> None:
    assert classify(game_of(**values), cards, against=on).beats is beats


def test_factors() -> None:
    """Rule 7: a soft bomb doubles; what the others pay is an option."""
    found = {shape.kind: shape.factor for shape in game_of(hard_factor=4).rules.shapes if shape.bomb}
    assert found == {Kind.SOFT_FOUR: 2, Kind.FOUR: 4, Kind.WILD_FOUR: 4, Kind.ROCKET: 4}


# --- a deal ----------------------------------------------------------------------------------------------------------


def test_the_rank_is_drawn_after_the_auction_and_shown_to_all() -> None:
    info = catalog.find("癞子斗地主")
    game: Any = info.make(info.build())
    drawn = set()
    for seed in range(60):
        state = game.deal(3, seed)
        view = game.view(state, Seat(0))
        assert isinstance(view, LaiziView)
        assert view.wild_rank is None
        assert view.wilds == ()
        state = play(game, state, game.pending(state)[0].seat, "call").state
        while state.setup.landlord < 0:
            state = play(game, state, game.pending(state)[0].seat, "no").state
        shown = [game.view(state, viewer) for viewer in (None, Seat(0), Seat(1), Seat(2))]
        assert len({(view.wild_rank, view.wilds) for view in shown}) == 1
        assert {card.rank.letter for card in shown[0].wilds} == {shown[0].wild_rank}
        assert shown[0].log[-1].key == "climb.log.wild"
        drawn.add(shown[0].wild_rank)
    assert drawn == set(LETTERS)


def test_a_declaration_says_which_reading_is_meant() -> None:
    position = Position.parse("doudizhu_laizi 99973/4445/KK 0 landlord=0 wild=7")
    game, state = position.engine, position.state
    nines = [str(action) for action in game.pending(state)[0].choices if str(action).startswith("9h9c9d7d")]
    assert nines == ["9h9c9d7d=TripleWithSingle:9", "9h9c9d7d"]
    after = play(game, state, Seat(0), "9997=三带一:9").state
    assert after.top is not None
    assert after.top.kind is Kind.TRIPLE_SINGLE
    after = play(game, state, Seat(0), "9997").state
    assert after.top is not None
    assert after.top.kind is Kind.SOFT_FOUR
    assert after.multiplier == 2
    with pytest.raises(IllegalAction, match="bad_declare"):
        play(game, state, Seat(0), "9997=硬炸")


def test_positions_name_the_wild_rank() -> None:
    text = "doudizhu_laizi 3799/4445/KK 1 landlord=0 wild=7 top=0:99"
    assert str(Position.parse(text)) == text
    assert str(Position.parse("癞子斗地主 3/4/5 0 landlord=0 wild=10")).split()[-1] == "wild=T"
    for wrong in (
        "doudizhu_laizi 3/4/5 0 landlord=0",
        "doudizhu_laizi 3/4/5 0 landlord=0 wild=L",
        "doudizhu 3/4/5 0 landlord=0 wild=7",
    ):
        with pytest.raises(PositionError):
            Position.parse(wrong)


def test_a_position_of_a_deal_keeps_what_was_drawn() -> None:
    info = catalog.find("doudizhu_laizi")
    game: Any = info.make(info.build({"bidding": "score"}))
    state = game.deal(3, 5)
    state = play(game, state, game.pending(state)[0].seat, "bid 3").state
    found = Position.of(state, "doudizhu_laizi", {"bidding": "score"})
    assert f"wild={state.setup.wild.letter}" in str(found)
    before = [str(action) for action in game.pending(state)[0].choices]
    assert [str(action) for action in found.engine.pending(found.state)[0].choices] == before
    assert str(Position.parse(str(found))) == str(found)


# --- brute force -----------------------------------------------------------------------------------------------------


def substituted(natural: tuple[int, ...], wilds: int, level: int, own: bool) -> set[Reading]:
    """Every reading that some ranks in the place of the wild cards give."""
    found: set[Reading] = set()
    for ranks in itertools.combinations_with_replacement(range(13), wilds):
        counts = list(natural)
        for rank in ranks:
            counts[rank] += 1
        if max(counts) > 4:
            continue
        for combo in PLAIN.read_pattern(sum(number << (4 * point) for point, number in enumerate(counts))):
            kind, head = combo.kind, combo.body[0]
            if kind is Kind.FOUR:
                kind = Kind.WILD_FOUR if wilds == 4 else Kind.SOFT_FOUR if wilds else Kind.FOUR
            alone = kind not in RUNS and head < 13 and not natural[head]
            pairs = [point for point in range(13) if counts[point] and not natural[point] and point not in combo.body]
            if own and (
                (alone and head != level)
                or (kind in CARRYING and not any(natural))
                or (kind in PAIRS and any(point != level for point in pairs))
            ):
                continue
            found.add((kind, combo.body, combo.size))
    return found


def hands(seed: int, number: int, size: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Wild points and hands, of which every second has wild cards for sure."""
    rng = random.Random(seed)
    for _ in range(number):
        level = rng.randrange(13)
        rest = rng.sample(DECK_54.cards, size)
        wild = [card for card in DECK_54.cards if card.rank.letter == LETTERS[level]]
        taken = wild[: rng.randint(1, 4)] if rng.random() < 0.5 else []
        others = [card for card in rest if not taken or card not in wild]
        yield level, (*taken, *others)[:size]


@pytest.mark.parametrize("alone", ["own_rank", "any_rank"])
@pytest.mark.parametrize(("seed", "number", "size"), [(1, 20, 7), (2, 6, 9)])
def test_plays_and_readings_are_those_of_substitution(seed: int, number: int, size: int, alone: str) -> None:
    layout = PLAIN.layout
    for level, hand in hands(seed, number, size):
        game = game_of(wild=LETTERS[level], wild_alone=alone)
        reader = game.reader
        assert isinstance(reader, WildReader)
        mask, counts = layout.weigh(hand)
        listed = []
        for offer in reader.plays(mask, counts, None):
            assert isinstance(offer, WildOffer)
            assert offer.combo is not None
            listed.append((*offer.taken, offer.combo.kind, offer.combo.body, offer.combo.size))
        held = [counts >> (4 * point) & 15 for point in range(15)]
        wilds, held[level] = held[level], 0
        expected = set()
        for natural in itertools.product(*[range(most + 1) for most in held]):
            pattern = sum(many << (4 * point) for point, many in enumerate(natural))
            for used in range(wilds + 1):
                if not pattern and not used:
                    continue
                readings = substituted(natural, used, level, alone == "own_rank")
                expected |= {(pattern, used, *one) for one in readings}
                cards = layout.pick(mask & ~(15 << (4 * level)), pattern, 0) + reader.wilds_of(mask, used)
                assert {(one.kind, one.body, one.size) for one in reader.read(cards)} == readings
        assert len(set(listed)) == len(listed)
        assert set(listed) == expected


@pytest.mark.parametrize(
    ("wild", "cards", "leads"),
    [
        (Rank.SEVEN, "3s4s5s6s7s7h8s8h9sTsJsQsKsAs2sLR", 665),
        (Rank.THREE, "3s3h3d3c4s5s6s7s8s9sTsJs", 1922),
        (Rank.TWO, "4s4h4d5s5h5d6s6h2s2h2dKsKhQs", 728),
    ],
)
def test_how_many_leads(wild: Rank, cards: str, leads: int) -> None:
    """Pinned, as the substitution above vouches for the way they are listed."""
    game = game_of(wild=wild.letter)
    spelled = game.parse(cards).cards  # type: ignore[union-attr]
    mask, counts = game.layout.weigh(spelled)
    assert sum(1 for _ in game.reader.plays(mask, counts, None)) == leads
