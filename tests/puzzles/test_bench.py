"""Players graded on proved positions: right, wrong, unlucky, illegal and late are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju.puzzles import book
from paiju.puzzles.bench import grade
from paiju.puzzles.puzzle import Puzzle, load

ONLY_FIVE = load(
    "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0; best 5; grade 2; rating 1390; line 5 8 pass 4 5 8 9 T pass J 2"
)[0]
"""Published; the landlord wins with 5 alone."""

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        time.sleep({sleep})
        print(json.dumps({{"text": "{text}"}}), flush=True)
"""


def verdict(puzzle: Puzzle, bot: str, *, hidden: bool = False) -> tuple[str, float | None]:
    (found,) = grade([bot], [puzzle], limit=0.3, hidden=hidden)
    return found.verdict, found.regret


def program(folder: Path, text: str, sleep: float = 0) -> str:
    file = folder / "program.py"
    file.write_text(PROGRAM.format(text=text, sleep=sleep), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("rank", "expected"), [("5", ("right", 0.0)), ("4", ("wrong", 1.0)), ("2", ("wrong", 1.0))])
def test_a_move_with_open_hands(rank: str, expected: tuple[str, float], tmp_path: Path) -> None:
    hand = ONLY_FIVE.position.hands[0]
    card = next(str(card) for card in hand if card.rank.letter == rank)
    assert verdict(ONLY_FIVE, program(tmp_path, card)) == expected


def test_faults_are_no_wrong_moves(tmp_path: Path) -> None:
    assert verdict(ONLY_FIVE, program(tmp_path, "pass")) == ("illegal", None)
    assert verdict(ONLY_FIVE, program(tmp_path, "zzz")) == ("illegal", None)
    assert verdict(ONLY_FIVE, "cmd:false")[0] == "crash"


def test_a_late_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.bots.external.START_ALLOWANCE", 0.3)
    assert verdict(ONLY_FIVE, program(tmp_path, "5h", sleep=30)) == ("late", None)


@pytest.mark.needs_kernel
def test_with_hidden_hands_bad_luck_is_told_apart() -> None:
    """Whoever sees one hand only is not blamed for what nobody could know; regret is what the best move would have won more."""
    chosen = book.puzzles("doudizhu")[::50]
    found = list(grade(["normal", "random"], chosen, limit=1, hidden=True))
    assert {one.verdict for one in found} <= {"right", "wrong", "unlucky"}
    assert "unlucky" in {one.verdict for one in found}
    for one in found:
        assert one.regret is not None and 0 <= one.regret <= 1
        assert (one.verdict == "wrong") == (one.regret > 0)
    mean = {bot: sum(one.regret or 0 for one in found if one.bot == bot) for bot in ("normal", "random")}
    assert mean["normal"] < mean["random"]


@pytest.mark.parametrize("game", ["guandan", "big_two", "qigui_521"])
def test_other_games(game: str) -> None:
    found = list(grade(["random"], book.puzzles(game)[:3], limit=0.1))
    assert all(one.verdict in ("right", "wrong", "unsolved") for one in found)
