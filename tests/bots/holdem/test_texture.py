"""Boards as judged by the kernel are those that the Python twin judges, to the last bit."""

from __future__ import annotations

from array import array

import pytest

from paiju.bots.holdem import texture as module
from paiju.bots.holdem.texture import Texture
from paiju.cards import cards
from paiju.solver.evaluate import SHORT, STANDARD
from paiju.solver.ranges import mask


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("board", "short_deck"), [("As7h2c", False), ("As7h2c9d", False), ("AsKsQsJsTs", False), ("AsKh9c6d", True)]
)
def test_the_kernel_judges_as_its_twin(board: str, short_deck: bool) -> None:
    found = Texture(mask(cards(board)), short_deck)
    runouts = found.runouts[:5]
    size = len(found.holes)
    strengths, scores = array("H", bytes(2 * size * len(runouts))), array("d", bytes(8 * size))
    twins, twin_scores = strengths[:], scores[:]
    for judge, out, shares in (
        (module.judge_runouts, strengths, scores),
        (module._judge_runouts, twins, twin_scores),
    ):
        judge(found.holes, runouts, found.board, SHORT if short_deck else STANDARD, out, shares)
    assert (strengths, scores) == (twins, twin_scores)
    weights = array("d", [(at * 7919 % 1000) / 1000 for at in range(size)])
    for me in range(0, size, 97):
        native = module.beaten(strengths, found.holes, runouts, me, weights)
        assert native == module._beaten(strengths, found.holes, runouts, me, weights)


@pytest.mark.needs_kernel
def test_the_kernel_refuses_what_is_no_board() -> None:
    board, holes = mask(cards("As7h2c9dTd")), array("Q", [mask(cards("AsKs"))])
    out, scores = array("H", [0]), array("d", [0.0])
    with pytest.raises(ValueError, match="two cards that the board leaves"):
        module.judge_runouts(holes, array("Q", [0]), board, 0, out, scores)
    holes[0] = mask(cards("AhKs"))
    with pytest.raises(ValueError, match="five cards of the deck"):
        module.judge_runouts(holes, array("Q", [holes[0]]), board, 0, out, scores)
    with pytest.raises(ValueError, match="a place for each hand"):
        module.beaten(array("H"), holes, array("Q", [0]), 0, scores)
