"""The scripts to measure by: each follows its rule, and none is a level."""

from __future__ import annotations

import pytest

from paiju.arena.contest import Contest, play_deal
from paiju.bots import levels, make
from paiju.bots.holdem.scripts import SCRIPTS
from paiju.bots.registry import LEVELS, UnknownLevel
from tests.bots.holdem.test_bot import ask

pytestmark = pytest.mark.pure

WEAK = "2c3d" + "4c5d" + "7s2h"  # the button holds the last
BOARD = "QsJsTs" + "4h" + "5h"


@pytest.mark.parametrize(
    ("script", "moves", "answer"),
    [
        ("pot", "", "raise_to 70"),
        ("pot", "call, fold, check, check", "raise_to 50"),
        ("min_raise", "", "raise_to 40"),
        ("min_raise", "raise_to 60", "raise_to 100"),
        ("shove", "", "raise_to 1000"),
        ("threebet", "", "raise_to 50"),
        ("threebet", "raise_to 50", "raise_to 200"),
        ("stab", "", "fold"),
        ("stab", "call, call, check, check, check", "raise_to 30"),
        ("barrel", "", "raise_to 50"),
        ("barrel", "raise_to 50, call, call, check, check", "raise_to 99"),
        ("tag", "", "fold"),
        ("call", "", "call"),
    ],
)
def test_a_script_follows_its_rule(script: str, moves: str, answer: str) -> None:
    deck = WEAK + BOARD if moves.count("check") else WEAK
    assert ask(script, deck, moves) == answer


def test_scripts_are_no_levels_and_others_are_refused() -> None:
    assert levels("holdem") == LEVELS
    assert all(script.__doc__ and "\n" not in script.__doc__ for script in SCRIPTS.values())
    with pytest.raises(UnknownLevel):
        make("holdem", "limp")
    with pytest.raises(UnknownLevel):
        make("doudizhu", "pot")


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_play_in_the_arena(script: str) -> None:
    for seats in (2, 6):
        found = play_deal(Contest("holdem", (script, "call"), 1, seats), 0)
        assert not any(fault.total for fault in found.faults)
