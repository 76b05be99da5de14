"""`paiju puzzle` and `paiju puzzles`, run as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app
from paiju.cli import puzzle as command
from paiju.games.messages import placeholders
from paiju.puzzles import book
from paiju.puzzles.puzzle import load

pytestmark = pytest.mark.needs_kernel

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"
EASY = next(one for one in book.puzzles("doudizhu") if one.proof < 10)


def paiju(*words: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


def test_a_puzzle_is_solved_by_its_line() -> None:
    """Our moves of the main line; the defender may answer otherwise, so hints help out."""
    first = paiju("puzzle", "--id", EASY.id, "--lang", "en", input=f"{EASY.best}\nquit\n")
    assert first.exit_code == 0 and EASY.id in first.stdout and "That gives the win away" not in first.stdout
    told = paiju("puzzle", "--id", EASY.id, "--lang", "zh", input="solution\nquit\n").stdout
    assert "答案：" in told and "解开 0 题，共 1 题" in told


def test_a_wrong_move_shows_why_and_is_taken_back() -> None:
    said = "4\nwhy\nmoves\n5\nmoves\n?\nretry\nnonsense\n3\nnext\n"
    told = paiju("puzzle", "--position", KNOWN, "--lang", "en", input=said).stdout
    assert told.count("That gives the win away: the landlord 4, the farmer ") == 2
    assert "Nothing has been played yet." in told and "keeps the win" in told
    assert ("could not be read" in told and "You do not hold" in told) or "hold" in told
    chinese = paiju("puzzle", "--position", KNOWN, "--lang", "zh", input="4\nquit\n").stdout
    assert "这样赢不了了：地主 4，农民 " in chinese and "* 地主：4 5 5 6 9 T K A 2" in chinese


def test_a_lost_position_is_said_to_be_lost() -> None:
    told = paiju("puzzle", "--position", "doudizhu 34/KK5/- 0 landlord=0", "--lang", "en", input="?\n3\nquit\n").stdout
    assert "cannot be won" in told and "No move wins any more." in told


@pytest.mark.parametrize(
    ("position", "moves", "end"),
    [
        ("doudizhu 3/4/5 0 landlord=0 top=1:6", "the landlord pass, the first farmer 4", "You lose."),
        ("doudizhu 3/4/5 0 landlord=0", "the landlord 3", "You win!"),
    ],
)
def test_a_position_without_a_choice_plays_itself(position: str, moves: str, end: str) -> None:
    told = paiju("puzzle", "--position", position, "--lang", "en").stdout.splitlines()
    assert told[-3].lower() == moves and told[-2:] == [end, "Goodbye."]


def test_the_commands_of_the_documents_find_puzzles() -> None:
    text = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    rows = [line.partition("#")[0].split()[1:] for line in text.splitlines() if line.startswith("paiju puzzle ")]
    assert len(rows) >= 3
    for words in [row for row in rows if "--position" not in row]:
        assert paiju(*words, input="quit\n").exit_code == 0, words


def test_puzzles_by_theme_grade_and_day() -> None:
    one = paiju("puzzle", "斗地主", "--theme", "拆牌", "--grade", "3", "--seed", "1", "--lang", "zh", input="quit\n")
    assert one.exit_code == 0 and "难度 ★★★ " in one.stdout
    assert "Puzzle 1 of 1" in paiju("puzzle", "--daily", "--lang", "en", input="quit\n").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("holdem",),
        ("chess",),
        ("--id", "ffffffffff"),
        ("--theme", "fork"),
        ("--position", "doudizhu 3/4 0"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(words: tuple[str, ...]) -> None:
    refused = paiju("puzzle", *words, "--lang", "en")
    assert refused.exit_code == 2 and refused.stderr.startswith("paiju: ")


def test_the_words_have_the_same_places_in_both_languages() -> None:
    for key, words in command.WORDS.items():
        assert placeholders(words.zh) == placeholders(words.en), key


@pytest.mark.native
def test_mining_goes_on_where_a_file_ends(tmp_path: Path) -> None:
    file = tmp_path / "mined.txt"
    words = ("puzzles", "mine", "四人斗地主", "--count", "1", "--cards", "20", "--out", file)
    assert paiju(*words).exit_code == 0 and paiju(*words).exit_code == 0
    first, second = load(file.read_text(encoding="utf-8"))
    assert first.deal < second.deal
    assert paiju("puzzles", "check", file, "--lang", "en").stdout == "2 puzzles, all proved again\n"
    file.write_text(str(first).replace(f"best {first.best};", "best LR;"), encoding="utf-8")
    assert paiju("puzzles", "check", file).exit_code == 1
    assert '"winners":[' in paiju("solve", file, "--json").stdout
