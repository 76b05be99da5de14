"""Evaluation: the kernel against its twin, and all hands counted by category."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import kernel
from paiju.games.holdem.rank import HandRank
from paiju.solver import evaluate as module
from paiju.solver.evaluate import RANKINGS, deck_of, evaluate, evaluate_many, frequencies, ruling_of

TWINS = (module._evaluate, module._evaluate_short, module._evaluate_short_trips)
pytestmark = [pytest.mark.native, pytest.mark.pure]

# rules/holdem.md §5.1: royal flush first, high card last.
FREQUENCIES = {
    (5, 0): (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    (7, 0): (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460),
    (5, 1): (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400),
    (7, 1): (1860, 8700, 44640, 633024, 175560, 1169940, 607200, 3157056, 2316600, 233100),
    (5, 2): (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400),
    (7, 2): (1860, 8700, 44640, 633024, 175560, 1139580, 637560, 3157056, 2316600, 233100),
}


def hands(ruling: int, size: int | None = None) -> st.SearchStrategy[list[int]]:
    places = st.integers(16 if ruling else 0, 51)
    low, high = (size, size) if size else (5, 7)
    # Many hands from few suits and few ranks: flushes and full houses are rare otherwise.
    suited = st.integers(0, 3).flatmap(
        lambda suit: st.lists(places.map(lambda place: place // 4 * 4 + suit), min_size=low, max_size=high, unique=True)
    )
    return st.one_of(
        st.lists(places, min_size=low, max_size=high, unique=True),
        st.lists(st.integers(36, 51), min_size=low, max_size=high, unique=True),
        suited,
    )


def by_category(counts: list[int], ruling: int) -> tuple[int, ...]:
    judge = RANKINGS[ruling]()
    found: Counter[HandRank] = Counter()
    for strength, count in enumerate(counts):
        if strength:
            found[judge.category(strength)] += count
        else:
            assert count == 0
    return tuple(found[category] for category in HandRank)


@pytest.mark.parametrize(
    ("cards", "ruling"),
    [pytest.param(*one, marks=[pytest.mark.needs_kernel] if one == (7, 0) else []) for one in FREQUENCIES],
)
def test_all_hands_by_category(cards: int, ruling: int) -> None:
    assert by_category(frequencies(cards, ruling), ruling) == FREQUENCIES[cards, ruling]


@pytest.mark.needs_kernel
@pytest.mark.parametrize(("cards", "ruling"), [(5, 1), (5, 2)])
def test_frequencies_are_those_of_the_twin(cards: int, ruling: int) -> None:
    assert frequencies(cards, ruling) == module._frequencies(cards, ruling)


@pytest.mark.needs_kernel
@pytest.mark.parametrize("ruling", range(3))
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_one_hand_in_each_form(ruling: int, data: st.DataObject) -> None:
    hand = data.draw(hands(ruling))
    expected = TWINS[ruling](*hand)
    mask = sum(1 << place for place in hand)
    for form in ((mask,), (bytes(hand),), tuple(hand)):
        assert evaluate(*form, ruling=ruling) == TWINS[ruling](*form) == expected
    if len(hand) == 7 and ruling == 0:
        assert kernel.native.evaluate7(mask) == expected


SEVEN = 0b1111111


@pytest.mark.needs_kernel
@pytest.mark.parametrize("ruling", range(3))
@pytest.mark.parametrize("threads", [1, 3])
def test_many_hands(ruling: int, threads: int) -> None:
    rng = random.Random(ruling)
    deck = [place for place in range(52) if deck_of(ruling) >> place & 1]
    rows = [rng.sample(deck, rng.choice((5, 6, 7))) for _ in range(2000)]
    masks = array("Q", [sum(1 << place for place in row) for row in rows] * 10)
    out, twin = array("H", bytes(2 * len(masks))), array("H", bytes(4000))
    evaluate_many(masks, out, ruling, threads)
    module._evaluate_many(masks[:2000], twin, ruling)
    assert out == twin * 10
    sevens = [row for row in rows if len(row) == 7]
    block = memoryview(bytes(place for row in sevens for place in row)).cast("B", (len(sevens), 7))
    out = array("H", bytes(2 * len(sevens)))
    evaluate_many(block, out, ruling, threads)
    assert list(out) == [TWINS[ruling](*row) for row in sevens]


@pytest.mark.needs_kernel
@pytest.mark.parametrize("ruling", range(3))
@pytest.mark.parametrize("wide", [True, False])
def test_many_hands_of_seven_cards(ruling: int, wide: bool) -> None:
    """Whatever instructions the machine has: blocks, what is left over after them, and flushes in every suit."""
    rng = random.Random(ruling)
    deck = [place for place in range(52) if deck_of(ruling) >> place & 1]
    rows = [rng.sample(deck, 7) for _ in range(900)]
    for suit in range(4):
        own = [place for place in deck if place % 4 == suit]
        for size in (5, 6, 7):
            others = [place for place in deck if place % 4 != suit]
            rows += [rng.sample(own, size) + rng.sample(others, 7 - size) for _ in range(15)]
    rng.shuffle(rows)
    masks = array("Q", [sum(1 << place for place in row) for row in rows])
    expected = array("H", [TWINS[ruling](mask) for mask in masks])
    for size in (*range(10), 255, 256, 257, 511, len(masks)):
        out = array("H", bytes(2 * size))
        evaluate_many(masks[:size], out, ruling, wide=wide)
        assert out == expected[:size]
    block = memoryview(bytes(place for row in rows for place in row)).cast("B", (len(rows), 7))
    out = array("H", bytes(2 * len(rows)))
    evaluate_many(block, out, ruling, wide=wide)
    assert out == expected


@pytest.mark.needs_kernel
@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize(
    "bad", [0, 1, (1 << 52) - 1, (1 << 64) - 1, SEVEN | 1 << 52, 0b1111, (1 << 23) - 1, 0xFF, 1 << 63]
)
def test_one_bad_hand_among_many(bad: int, wide: bool) -> None:
    for at in (*range(9), 255, 256, 300):
        masks = array("Q", [SEVEN] * 301)
        masks[at] = bad
        with pytest.raises(ValueError, match=f"hand {at} "):
            evaluate_many(masks, array("H", bytes(602)), wide=wide)


@pytest.mark.parametrize("function", [evaluate, *TWINS], ids=["chosen", "standard", "short", "trips"])
def test_integers_that_are_not_pythons(function: Any) -> None:
    numpy = pytest.importorskip("numpy")
    places = numpy.array([51, 47, 43, 39, 35, 30], dtype=numpy.uint8)
    mask = numpy.uint64(sum(1 << int(place) for place in places))
    assert function(mask) == function(int(mask)) == function(*places)
    with pytest.raises(ValueError, match="bits 0 to 51"):
        function(numpy.uint64(1 << 63))
    with pytest.raises(TypeError):
        function(numpy.float64(3.0))


def test_numpy_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    rows = numpy.array([[0, 5, 10, 15, 20], [51, 47, 43, 39, 35]], dtype=numpy.uint8)
    out = numpy.zeros(2, dtype=numpy.int16)
    evaluate_many(rows, out)
    assert out.tolist() == [1, 7462]
    with pytest.raises(ValueError, match="contiguous"):
        evaluate_many(rows[:, ::-1], out)
    with pytest.raises(TypeError):
        evaluate_many(rows.astype(numpy.float64), out)


BAD_ARRAYS: list[tuple[Any, Any, dict[str, int], type[Exception], str]] = [
    (array("Q", [SEVEN]), array("H", [0, 0]), {}, ValueError, "one place"),
    (array("Q", [SEVEN, SEVEN]), array("H", [0]), {}, ValueError, "one place"),
    (array("Q", [SEVEN, 1]), array("H", [0, 0]), {}, ValueError, "hand 1 "),
    (array("Q", [SEVEN, 1 << 52]), array("H", [0, 0]), {}, ValueError, "hand 1 "),
    (array("Q", [SEVEN]), array("H", [0]), {"ruling": 1}, ValueError, "hand 0 "),
    (array("Q", [SEVEN]), array("H", [0]), {"ruling": 3}, ValueError, "ruling"),
    (array("Q", [SEVEN]), array("H", [0]), {"ruling": -1}, ValueError, "ruling"),
    (array("Q", [SEVEN]), array("H", [0]), {"threads": 0}, ValueError, "threads"),
    (array("Q", [SEVEN]), array("H", [0]), {"threads": 1000}, ValueError, "threads"),
    (array("Q", [SEVEN]), array("I", [0]), {}, TypeError, "16-bit"),
    (array("d", [1.0]), array("H", [0]), {}, TypeError, "64-bit"),
    (array("I", [SEVEN]), array("H", [0]), {}, TypeError, "64-bit"),
    (b"1234567", array("H", [0]), {}, ValueError, "rows"),
    (memoryview(bytes(8)).cast("B", (1, 8)), array("H", [0]), {}, ValueError, "rows"),
    (memoryview(bytes(7)).cast("B", (1, 7)), array("H", [0]), {}, ValueError, "hand 0 "),
    (memoryview(bytes([0, 1, 2, 3, 4, 5, 52])).cast("B", (1, 7)), array("H", [0]), {}, ValueError, "hand 0 "),
    (memoryview(bytes([0, 1, 2, 3, 4, 5, 255])).cast("B", (1, 7)), array("H", [0]), {}, ValueError, "hand 0 "),
    (array("Q", [SEVEN]), bytes(2), {}, (TypeError, ValueError), ""),  # type: ignore[list-item]
    (7, array("H", [0]), {}, TypeError, ""),
    (array("Q", [SEVEN]), None, {}, TypeError, ""),
]


@pytest.mark.parametrize("function", [evaluate_many, module._evaluate_many], ids=["chosen", "twin"])
@pytest.mark.parametrize(("hands", "out", "more", "error", "why"), BAD_ARRAYS)
def test_arrays_that_are_refused(
    function: Any, hands: Any, out: Any, more: dict[str, int], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why or None):
        function(hands, out, **more)


@pytest.mark.needs_kernel
def test_overlapping_buffers_are_refused() -> None:
    shared = bytearray(64)
    with pytest.raises(ValueError, match="overlap"):
        evaluate_many(memoryview(shared)[:16].cast("Q"), memoryview(shared)[8:12].cast("H"))


@pytest.mark.parametrize("ruling", range(3))
@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ((), ValueError),
        ((1, 2), ValueError),
        ((20, 21, 22, 23, 24, 25, 26, 27), ValueError),
        ((20, 21, 22, 23, 23), ValueError),
        ((20, 21, 22, 23, 52), ValueError),
        ((20, 21, 22, 23, -1), ValueError),
        ((20, 21, 22, 23, 1 << 70), ValueError),
        ((20, 21, 22, 23, "24"), TypeError),
        (("AsKsQsJsTs",), TypeError),
        ((None,), TypeError),
        ((b"",), ValueError),
        ((bytes(7),), ValueError),
        ((bytes([20, 21, 22, 23, 255]),), ValueError),
        ((-1,), ValueError),
        ((1 << 64,), ValueError),
        ((0,), ValueError),
    ],
)
def test_hands_that_are_refused(ruling: int, hand: tuple[Any, ...], error: type[Exception]) -> None:
    for function in (lambda *cards: evaluate(*cards, ruling=ruling), TWINS[ruling]):
        with pytest.raises(error):
            function(*hand)  # type: ignore[no-untyped-call]


def test_a_short_deck_has_no_deuces() -> None:
    for function in (TWINS[1], lambda *cards: evaluate(*cards, ruling=1)):
        with pytest.raises(ValueError, match="short deck"):
            function(0, 20, 30, 40, 50)


def test_trips_above_straights_need_the_short_deck() -> None:
    with pytest.raises(ValueError, match="short deck"):
        ruling_of(trips_beat_straight=True)
