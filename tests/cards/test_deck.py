from __future__ import annotations

import pytest

from paiju.cards import DECK_36, DECK_52, DECK_54, DECK_108, Deck, Rank, RankOrder, cards, write


@pytest.mark.parametrize(
    ("deck", "size", "distinct"), [(DECK_36, 36, 36), (DECK_52, 52, 52), (DECK_54, 54, 54), (DECK_108, 108, 54)]
)
def test_sizes(deck: Deck, size: int, distinct: int) -> None:
    assert (len(deck), len(set(deck.cards))) == (size, distinct)


def test_the_order_before_the_shuffle() -> None:
    assert write(DECK_54.cards) == (
        "AdAcAhAs2d2c2h2s3d3c3h3s4d4c4h4s5d5c5h5s6d6c6h6s7d7c7h7s8d8c8h8s9d9c9h9sTdTcThTsJdJcJhJsQdQcQhQsKdKcKhKsLR"
    )
    assert DECK_108.cards == DECK_54.cards * 2
    assert write(DECK_36.cards[:8]) == "AdAcAhAs6d6c6h6s"


def test_rank_orders() -> None:
    order = RankOrder("3 4 5 6 7 8 9 T J Q K A 2 L R")
    assert write(order.sort(cards("3s2dLRAh3d"))) == "RL2dAh3s3d"
    assert Rank.TWO in order
    assert Rank.TWO not in RankOrder("3 4 5")
    with pytest.raises(KeyError):
        RankOrder("3 4 5").value(Rank.TWO)


@pytest.mark.parametrize("text", ["3 3", "3 X", "34 5"])
def test_bad_rank_orders(text: str) -> None:
    with pytest.raises(ValueError, match="each rank once"):
        RankOrder(text)
