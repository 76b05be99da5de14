"""Equity: the published vectors, the kernel against its twins, weighted ranges against an enumerated reference."""

from __future__ import annotations

from array import array
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import kernel
from paiju.cards import NotationError, cards
from paiju.solver import equity as module
from paiju.solver.equity import ImpossibleDeal, equity
from paiju.solver.evaluate import _judge, deck_of
from paiju.solver.ranges import Range, mask, parse_range

pytestmark = [pytest.mark.native, pytest.mark.pure]
SHORT = {"short_deck": True}
TRIPS = {"short_deck": True, "trips_beat_straight": True}


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("hands", "options", "wins", "ties", "equities"),
    [
        pytest.param("AdAc KhKs", {}, (1388072, 317694), 6538, (0.812555,), id="E1"),
        pytest.param("AdAc KdKs", {}, (1399204, 305177), 7923, (0.819461,), id="E2"),
        pytest.param("AdAc KdKc", {}, (1410336, 292660), 9308, (0.826366,), id="E3"),
        pytest.param("AdAc Td9d", {}, (1338249, 367143), 6912, (0.783567,), id="E4"),
        pytest.param("AdAc QcJh", {}, (1450987, 254763), 6554, (0.849302,), id="E5"),
        pytest.param("AsKs QhQd", {}, (787966, 917606), 6732, (0.462145,), id="E6"),
        pytest.param("AsKs 2h2d", {}, (852207, 849322), 10775, (0.500842,), id="E7"),
        pytest.param("KsKh Kd2h", {}, (1612287, 73825), 26192, (0.949237,), id="E8"),
        pytest.param("AsAh KsKh QsQh", {}, (924864, 233476, 204228), 8186, (0.676703, 0.172317, 0.150980), id="E9"),
        pytest.param("AsAh KdKc", SHORT, (148200, 50502), 2674, (0.742576,), id="E10"),
        pytest.param("AsKs ThTd", SHORT, (104148, 95714), 1514, (0.520941,), id="E11"),
        pytest.param("AsKs ThTd", TRIPS, (99003, 101987), 386, (0.492591,), id="E12"),
    ],
)
def test_vectors(hands: str, options: Any, wins: tuple[int, ...], ties: int, equities: tuple[float, ...]) -> None:
    result = equity(hands.split(), **options, exact=True)
    assert result.exact
    assert result.margin == 0
    assert tuple(share.wins for share in result.players) == wins
    assert all(share.ties == ties for share in result.players)
    assert result.total == sum(wins) + ties
    for share, expected in zip(result.players, equities, strict=False):
        assert share.equity == pytest.approx(expected, abs=5e-7)


def reference(ranges: list[Range], board: int, dead: int, ruling: int) -> list[float]:
    """Equities by nothing but loops: every pair of hands, every board, best hand wins."""
    pots, total = [0.0] * len(ranges), 0.0

    def deal(at: int, holes: tuple[int, ...], used: int, weight: float) -> None:
        nonlocal total
        if at < len(ranges):
            for hole, more in ranges[at]:
                if not hole & used:
                    deal(at + 1, (*holes, hole), used | hole, weight * more)
            return
        free = [1 << place for place in range(52) if (deck_of(ruling) & ~used) >> place & 1]
        for added in combinations(free, 5 - board.bit_count()):
            strengths = [_judge(ruling, (hole | board | sum(added),)) for hole in holes]
            best = max(strengths)
            for player, strength in enumerate(strengths):
                if strength == best:
                    pots[player] += weight / strengths.count(best)
            total += weight

    deal(0, (), board | dead, 1.0)
    return [pot / total for pot in pots]


@pytest.mark.parametrize(
    ("players", "board", "dead", "options"),
    [
        (["AKs:0.5,QQ:0.25,7h7d", "JJ,AQs:0.1"], "Qs7h2d9c", "", {}),
        (["AA,KK:0.125", "AK:0.5"], "Ks7h2d8s", "Ac", {}),
        (["QQ+:0.5,AA", "QQ+", "T9s-76s:0.5"], "8s7d2c2hJc", "", {}),
        (["99:0.75,AKs", "T9s:0.5,88"], "9s8h7d7c", "Td", SHORT),
        (["99:0.75,AKs", "T9s:0.5,88"], "9s8h7d6c", "", TRIPS),
    ],
)
def test_weighted_ranges(players: list[str], board: str, dead: str, options: Any) -> None:
    ruling = 2 if options is TRIPS else 1 if options is SHORT else 0
    gone = mask(cards(board + dead))
    ranges = [parse_range(text).without(gone) for text in players]
    expected = reference(ranges, mask(cards(board)), mask(cards(dead)), ruling)
    result = equity(players, cards(board), cards(dead), exact=True, **options)
    assert [share.equity for share in result.players] == pytest.approx(expected, abs=1e-12)
    assert sum(share.equity for share in result.players) == pytest.approx(1)


def masks(ruling: int, count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(16 if ruling else 0, 51), min_size=count, max_size=count, unique=True)


@pytest.mark.needs_kernel
@given(
    data=st.data(), ruling=st.integers(0, 2), players=st.integers(2, 5), known=st.integers(3, 5), gone=st.integers(0, 4)
)
@settings(max_examples=40, deadline=None)
def test_enumeration_is_that_of_the_twin(data: st.DataObject, ruling: int, players: int, known: int, gone: int) -> None:
    row = data.draw(masks(ruling, 2 * players + known + gone))
    holes = [1 << row[2 * i] | 1 << row[2 * i + 1] for i in range(players)]
    board = sum(1 << place for place in row[2 * players : 2 * players + known])
    dead = sum(1 << place for place in row[2 * players + known :])
    if known == 3:
        holes = holes[:2]
    arguments = (holes, board, dead, ruling)
    assert kernel.native.enumerate_boards(*arguments) == module._enumerate_boards(*arguments)


@pytest.mark.needs_kernel
@pytest.mark.parametrize(("first", "second"), [("QQ+,AKs:0.5", "AK:0.5,KK"), ("A5s-A2s,22:0.3", "random")])
@pytest.mark.parametrize("board", ["AsKd7h2c", "9s8s7s6s", "Qc7d2h"])
def test_both_exact_ways_agree(first: str, second: str, board: str) -> None:
    """Deal by deal and board by board give the same, and so does the twin where it is quick enough."""
    on_board = mask(cards(board))
    ranges = [parse_range(text).without(on_board) for text in (first, second)]
    suits = module._alike_suits(ranges, on_board, 0)
    by_boards = module._by_boards(ranges, on_board, 0, suits, 0)
    deals = module._joint(ranges)
    assert deals is not None
    by_deals = module._by_deals(module._alike_deals(deals, on_board, 0), on_board, 0, 0, lambda part: None)
    assert by_boards.total == pytest.approx(by_deals.total)
    for one, other in zip(by_boards.players, by_deals.players, strict=True):
        assert (one.wins, one.ties) == pytest.approx((other.wins, other.ties))
    if board == "AsKd7h2c" and second != "random":
        columns = [
            column
            for one in ranges
            for column in (array("Q", [hole for hole, _ in one]), array("d", [weight for _, weight in one]))
        ]
        twin = module._enumerate_ranges(*columns, on_board, 0, *suits)  # type: ignore[arg-type, call-arg]
        assert kernel.native.enumerate_ranges(*columns, on_board, 0, *suits) == pytest.approx(twin)  # type: ignore[arg-type, call-arg]


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AsKs", "QhQd"], ""),
        (["AsKs", "QhQd", "7c2d"], "Qs7h2c"),
        (["QQ+,AKs:0.5", "JJ:0.1,AK"], ""),
        (["random", "QQ+", "random"], "2c"),
        (["random", "random"], "2c3c4c5c7d"),
        (["22+,A2s+,K9s+:0.5", "33+,A2+", "T2s+,KT+"], ""),
    ],
)
def test_samples_are_those_of_the_twin(players: list[str], board: str) -> None:
    """Draw for draw."""
    on_board = mask(cards(board)) if board else 0
    ranges = [parse_range(text).without(on_board) for text in players]
    groups = module._groups(ranges, deck_of(0) & ~on_board)
    arguments = (groups, on_board, 0, 0, 700, 42)
    assert kernel.native.sample_boards(*arguments) == module._sample_boards(*arguments)


def test_samples_meet_the_exact_answer() -> None:
    exact = equity(["QQ+,AKs:0.5", "JJ:0.1,AK"], cards("Qs7h2d"), exact=True)
    sampled = equity(["QQ+,AKs:0.5", "JJ:0.1,AK"], cards("Qs7h2d"), samples=20_000, seed=3)
    assert not sampled.exact
    assert sampled.total == 20_000
    for one, other in zip(exact.players, sampled.players, strict=True):
        assert abs(one.equity - other.equity) < 2 * other.margin
    again = equity(["QQ+,AKs:0.5", "JJ:0.1,AK"], cards("Qs7h2d"), samples=20_000, seed=3)
    assert again == sampled


def test_sampling_stops_when_it_is_sharp_enough() -> None:
    parts: list[float] = []
    result = equity(["random"] * 3, precision=0.02, progress=parts.append)
    assert not result.exact
    assert 0 < result.margin <= 0.02
    assert parts[-1] == 1.0


@pytest.mark.parametrize(
    ("players", "board", "dead", "options", "why"),
    [
        (["AsKs"], "", "", {}, "two to ten players"),
        (["random"] * 11, "", "", {}, "two to ten players"),
        (["AsKs", "AsQd"], "", "", {}, "players 1 and 2 both hold As"),
        (["AsKs", "QhQd"], "As2d3d", "", {}, "player 1 holds As"),
        (["AsKs", "QhQd"], "", "Qh", {}, "player 2 holds Qh"),
        (["AA", "QhQd"], "AsAdAc", "", {}, "player 1 has only hands"),
        (["AsKs", "QhQd"], "2c3c4c5c6c7c", "", {}, "at most five"),
        (["AsKs", "QhQd"], "2c3c2c", "", {}, "2c is in two places"),
        (["AsKs", "QhQd"], "2c3c4c", "4c", {}, "4c is in two places"),
        (["AsKs", "QhQd"], "L", "", {}, "not in the deck"),
        (["AA", "AA", "AA"], "", "", {}, "no way to deal"),
        (["AsKs", "QhQd"], "2c", "", SHORT, "2c is not in the deck"),
        (["random"] * 10, "", "6c6d6h6s7c7d7h7s8c8d8h8s", SHORT, "not enough cards"),
    ],
)
def test_impossible_deals(players: list[str], board: str, dead: str, options: Any, why: str) -> None:
    with pytest.raises(ImpossibleDeal, match=why):
        equity(players, cards(board) if board else (), cards(dead) if dead else (), **options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"exact": True, "samples": 10}, "not both"),
        ({"samples": 0}, "from 1"),
        ({"precision": 0.0, "samples": 10}, "positive"),
        ({"trips_beat_straight": True}, "short deck"),
    ],
)
def test_contradictions(options: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        equity(["AsKs", "QhQd"], **options)


def test_a_bad_range_is_a_notation_error() -> None:
    with pytest.raises(NotationError):
        equity(["AsKs", "Qz"])


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    "arguments",
    [
        ([3, 12], 0, 0, 5),
        ([3], 0, 0, 0),
        ([3] * 2, 0, 0, 0),
        ([3, 1 << 60 | 1 << 59], 0, 0, 0),
        ([3, 28], 0, 0, 0),
        ([3, 12], 0b111111 << 10, 0, 0),
        ([3, 12], 1, 0, 0),
        ([3, 12], 1 << 40, 1 << 40, 0),
        ([3, 12], 0, (1 << 52) - 1 - 15, 0),
    ],
)
def test_the_kernel_refuses_what_is_no_deal(arguments: Any) -> None:
    for function in (kernel.native.enumerate_boards, module._enumerate_boards):
        with pytest.raises(ValueError):
            function(*arguments)


GOOD = (1, array("Q", [3]), array("Q", [0]), array("I", [0]), False)


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("groups", "board", "error"),
    [
        ([GOOD], 0, ValueError),
        ([GOOD, GOOD], 0, ValueError),
        ([GOOD, GOOD[:4]], 0, ValueError),
        ([GOOD, 7], 0, (TypeError, RuntimeError)),
        ([GOOD, (1, array("Q", [12]), array("Q", [0]), array("I", [1]), False)], 0, ValueError),
        ([GOOD, (1, array("Q", [12, 12]), array("Q", [0]), array("I", [0]), False)], 0, ValueError),
        ([GOOD, (2, array("Q", [12, 12]), array("Q", [0]), array("I", [0]), False)], 0, ValueError),
        ([GOOD, (1, array("Q", [28]), array("Q", [0]), array("I", [0]), False)], 0, ValueError),
        ([GOOD, (1, array("d", [28]), array("Q", [0]), array("I", [0]), False)], 0, TypeError),
        ([GOOD, (0, array("Q"), array("Q"), array("I"), False)], 0, ValueError),
        ([GOOD, (1, array("Q", [12]), array("Q", [0]), array("I", [0]), False)], 0b111111 << 20, ValueError),
        ([GOOD, (1, array("Q", [12]), array("Q", [0]), array("I", [0]), False)], 1, ValueError),
    ],
)
def test_the_kernel_refuses_what_is_no_range(groups: Any, board: int, error: Any) -> None:
    with pytest.raises(error):
        kernel.native.sample_boards(groups, board, 0, 0, 10, 1)
