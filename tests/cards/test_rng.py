"""The generator is a promise: docs/fair-deals.md publishes these very numbers."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.cards import DECK_52, DECK_54, Rng, write
from paiju.cards.fair import commitment, deal_seed

SHUFFLE_52 = "9cJs5h7sTd6s8d4d2dQs7c4c7hTs5sAcJhAh9dKd3s9h9sTc5d3h5cQh3dTh8h4h8sAsKs7d8c6d2cJc2h3cJd2sKhKcQc4sAdQd6c6h"
SHUFFLE_54 = (
    "Qs7dTc2d6s7s9hAsQhTs7c5dJc2c8sAc3sKd7hRLAd5cQd4s6d4d9cQc9s3h6c4hKh3dTdThKs8cJd2h2sJh4cAh3c5s9d8dJs8h6hKc5h"
)
RIFFLE_52 = "2d6cKd2c7s5c9c5s3dKc7d4hQc2h9dJhQhTs4dJsAd5h6sAs8h9hTcKh8cQsJdQdAh7c2sAc7h3s9sTd4s6d8d8s4cJc5d3h6hKs3cTh"
COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
SEED = 91330382652805943011467406768803676191841926583575464600717849696375905864212


def independent_shuffle(seed: int, items: list[str], stream: int = 0) -> list[str]:
    """Written from the description alone, as a third party would."""
    block = 0
    words: list[int] = []

    def below(n: int) -> int:
        nonlocal block, words
        while True:
            if not words:
                digest = sha256(
                    seed.to_bytes(32, "big") + stream.to_bytes(8, "big") + block.to_bytes(8, "big")
                ).digest()
                words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % n:
                return word % n

    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@given(st.integers(0, 2**256 - 1), st.integers(0, 5))
def test_an_independent_reading_agrees(seed: int, stream: int) -> None:
    assert list(Rng(seed, stream).shuffled("abcdefghijklmnop")) == independent_shuffle(
        seed, list("abcdefghijklmnop"), stream
    )


@given(st.integers(0, 2**256 - 1), st.lists(st.integers(0, 20), max_size=12))
def test_words_and_shuffles_take_turns(seed: int, sizes: list[int]) -> None:
    mixed, words = Rng(seed), Rng(seed)
    for size in sizes:
        row = list(range(size))
        for n in range(size, 1, -1):
            at = words.below(n)
            row[n - 1], row[at] = row[at], row[n - 1]
        assert mixed.shuffled(range(size)) == tuple(row)
        assert mixed.word() == words.word()


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (0, [397440543, 2276491733, 3473962364, 3431592235]),
        (1, [3601028466, 1475526462, 1195770494, 1462429059]),
        (2**256 - 1, [1401329564, 3930402522, 3496271101, 1301002800]),
    ],
)
def test_published_words(seed: int, words: list[int]) -> None:
    rng = Rng(seed)
    assert [rng.word() for _ in range(4)] == words


def test_published_shuffles() -> None:
    assert write(Rng(1).shuffled(DECK_52.cards)) == SHUFFLE_52
    assert write(Rng(1).shuffled(DECK_54.cards)) == SHUFFLE_54
    assert write(Rng(1).riffled(DECK_52.cards)) == RIFFLE_52


def test_published_fair_seed() -> None:
    server = bytes(range(32))
    assert commitment(server) == COMMIT
    assert deal_seed(server, [b"", b"\x01\x02", b"table"]) == SEED


def test_every_permutation_is_about_as_likely() -> None:
    counts = Counter(Rng(seed).shuffled("abcd") for seed in range(4800))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 50  # chi-squared, 23 degrees, p about 0.001


def test_below_is_uniform_and_rejects_the_tail() -> None:
    rng = Rng(3)
    counts = Counter(rng.below(3 << 30) % 3 for _ in range(3000))  # a quarter of all words are thrown away
    assert min(counts.values()) > 850


@pytest.mark.parametrize("seed", [-1, 2**256])
def test_seeds_have_bounds(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is"):
        Rng(seed)


@pytest.mark.parametrize("n", [0, -5, 2**32 + 1])
def test_below_has_bounds(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(1).below(n)


def test_riffles_keep_the_deck() -> None:
    assert sorted(Rng(9).riffled(DECK_52.cards)) == sorted(DECK_52.cards)
    one = Rng(9).riffled(range(20), times=1)
    rising = sum(1 for i in range(19) if one.index(i) > one.index(i + 1)) + 1
    assert rising <= 2  # one riffle interleaves two runs


def test_fair_seeds_refuse_wrong_sizes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        deal_seed(b"short", [])
    with pytest.raises(ValueError, match="up to 32"):
        deal_seed(bytes(32), [bytes(33)])
