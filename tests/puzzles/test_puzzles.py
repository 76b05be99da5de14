"""Puzzles: their text, the set that comes along, the perfect defender, the miner, ratings."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from paiju.games.climb.position import Position, written
from paiju.games.contract import IllegalAction, NotationError
from paiju.puzzles import book
from paiju.puzzles.attempt import Attempt
from paiju.puzzles.judge import Judge
from paiju.puzzles.mine import Limits, likeness, mine
from paiju.puzzles.prove import wrong
from paiju.puzzles.puzzle import GRADES, Puzzle, PuzzleError, dump, load
from paiju.puzzles.rating import STEADY, Rating, meeting, rated
from paiju.puzzles.themes import THEMES, themes

pytestmark = pytest.mark.needs_kernel

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"
EVERY = [puzzle for game in book.games() for puzzle in book.puzzles(game)]
SAMPLE = [one for game in book.games() for one in [one for one in book.puzzles(game) if one.proof < 25][::40][:3]]


def test_a_puzzle_is_one_line_of_text() -> None:
    puzzle = Puzzle(
        text=KNOWN, best="5", grade=2, rating=1390, line=("5", "pass"), themes=("split",), found=("hard",), points=3
    )
    assert Puzzle.parse(str(puzzle)) == puzzle
    assert load(dump([puzzle, puzzle], "two\nof them")) == (puzzle, puzzle)
    assert puzzle.game == "doudizhu" and str(puzzle.position) == KNOWN and len(puzzle.id) == 10


@pytest.mark.parametrize("text", [KNOWN, f"{KNOWN}; best 5; grade x; rating 1; line 5", f"{KNOWN}; best 5; grade 1"])
def test_what_is_no_puzzle_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        load(f"# head\n{text}")
    assert refused.value.number == 2 and refused.value.worded("en")


def test_the_set_is_whole() -> None:
    """Every line reads, and ids differ. `make fuzz` looks at every position."""
    assert "doudizhu" in book.games()
    assert len({puzzle.id for puzzle in EVERY}) == len(EVERY)
    for game in book.games():
        row = book.puzzles(game)
        assert all(puzzle.game == game for puzzle in row)
        assert [puzzle.rating for puzzle in row] == sorted(puzzle.rating for puzzle in row)
        assert all(puzzle.grade in GRADES and set(puzzle.themes) <= THEMES.keys() for puzzle in row)
        assert all(puzzle.best == puzzle.line[0] for puzzle in row)
        assert book.find(row[0].id) is row[0]
    assert book.chosen("doudizhu", theme="split", grade=3)
    assert all("split" in one.themes and one.grade == 3 for one in book.chosen("doudizhu", theme="split", grade=3))
    assert book.puzzles("holdem") == () and book.find("0" * 10) is None


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_a_sample_is_proved_again(puzzle: Puzzle) -> None:
    assert wrong(puzzle) is None


@pytest.mark.fuzz
@pytest.mark.native
@pytest.mark.parametrize("game", book.games())
@pytest.mark.timeout(7200)
def test_all_are_proved_again(game: str) -> None:
    """And no two of a game are near-doubles."""
    assert len({likeness(puzzle) for puzzle in book.puzzles(game)}) == len(book.puzzles(game))
    assert {puzzle.id: why for puzzle in book.puzzles(game) if (why := wrong(puzzle)) is not None} == {}


def test_a_false_puzzle_is_found_out() -> None:
    right = SAMPLE[0]
    other = next(
        text
        for action, _ in Judge(right.position).moves(right.position.state)
        if (text := written(right.position.engine, action)) != right.best
    )
    for false in (
        Puzzle(text=right.text, best=other, grade=1, rating=1, line=(other,)),
        Puzzle(text=right.text, best=right.best, grade=1, rating=1, line=right.line[:-1]),
        Puzzle(text=right.text, best=right.best, grade=1, rating=1, line=("3333", *right.line[1:])),
        Puzzle(text=right.text, best=right.best, grade=9, rating=1, line=right.line),
    ):
        assert wrong(false) is not None


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_harder_at_weekends() -> None:
    monday = date(2026, 11, 16)
    days = [monday + timedelta(days=number) for number in range(28)]
    chosen = [book.daily(day) for day in days]
    assert chosen == [book.daily(day) for day in days] and len({one.id for one in chosen}) == len(days)
    assert all((one.grade >= 4) == (day.weekday() >= 5) for one, day in zip(chosen, days, strict=True))


def test_the_nearest_puzzle_that_was_not_seen() -> None:
    first = book.near("doudizhu", 1500)
    assert first is not None and abs(first.rating - 1500) < 60
    second = book.near("doudizhu", 1500, frozenset({first.id}))
    assert second is not None and second != first
    assert book.near("doudizhu", 1500, frozenset(one.id for one in book.puzzles("doudizhu"))) is None


# --- the perfect defender --------------------------------------------------------------------------------------------


def test_a_wrong_move_is_refuted_and_the_right_one_answered() -> None:
    attempt = Attempt(Judge(Position.parse(KNOWN)))
    start = attempt.start()
    assert (start.moves, start.standing, start.over) == ((), "won", None)
    slip = attempt.answer((), "4")
    assert slip.gone and slip.better == "5" and slip.moves == ((0, "4"),) and slip.standing == "lost"
    end = attempt.state(["4", *(text for _, text in slip.refutation)])
    assert attempt.judge.over(end) is False  # the refutation is a whole line of play that the farmer wins
    right = attempt.answer((), "5")
    assert not right.gone and right.standing == "won" and right.moves[0] == (0, "5")
    assert attempt.judge.mine(right.state) or right.over


def test_the_defender_is_beaten_by_hints_alone() -> None:
    attempt = Attempt(Judge(Position.parse(KNOWN)))
    played: list[str] = [text for _, text in attempt.start().moves]
    for _ in range(30):
        move = attempt.hint(played)
        assert move is not None
        reply = attempt.answer(played, move)
        assert not reply.gone and reply.standing == "won"
        played += [text for _, text in reply.moves]
        if reply.over is not None:
            break
    assert reply.over is True
    assert attempt.judge.over(attempt.state(played)) is True


def test_a_lost_position_is_said_to_be_lost_and_can_be_played() -> None:
    attempt = Attempt(Judge(Position.parse("doudizhu 34/KK5/- 0 landlord=0")))
    assert attempt.start().standing == "lost" and attempt.hint(()) is None
    reply = attempt.answer((), "3")
    assert not reply.gone and reply.standing == "lost"


def test_partners_are_both_ours() -> None:
    attempt = Attempt(Judge(Position.parse("doudizhu 78JL/89KR/77TJK 0 landlord=1 top=2:9")))
    assert attempt.judge.ours == {0, 2}
    reply = attempt.answer((), "pass")
    assert reply.moves[1][0] == 1 and not reply.gone


@pytest.mark.parametrize(("move", "error"), [("3", IllegalAction), ("xyz", NotationError), ("pass", IllegalAction)])
def test_what_cannot_be_played_is_refused(move: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Attempt(Judge(Position.parse(KNOWN))).answer((), move)


def test_not_decided_is_an_allowed_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = Attempt(Judge(Position.parse(KNOWN)))
    monkeypatch.setattr(attempt.judge.solver, "ask", lambda *_: None)
    assert attempt.start().standing == "unknown" and attempt.hint(()) is None
    reply = attempt.answer((), "4")
    assert not reply.gone and reply.standing == "unknown" and len(reply.moves) == 2


@pytest.mark.parametrize(
    ("text", "best", "wanted"),
    [
        ("doudizhu 78JL/89KR/77TJK 0 landlord=1 top=2:9", "pass", "let_by"),
        ("doudizhu K2LR/78888QAA2/J22 1 landlord=0 top=0:T", "2", "block"),
        ("doudizhu 6789TTQKALR/46Q/7TQAAA2222 2 landlord=2 top=0:44 passes=1", "AA", "split"),
        ("doudizhu 55666888JQA/AA/58TTTTQKA2LR 2 landlord=2 top=1:KKK7", "RL", "bomb_first"),
        ("doudizhu KKLR/345667888KA/999 1 landlord=0", "888", "feed"),
    ],
)
def test_themes_are_read_off_the_proof(text: str, best: str, wanted: str) -> None:
    judge = Judge(Position.parse(text))
    state = judge.position.state
    moves = judge.moves(state)
    right = [move for move in moves if judge.holds(move[1])]
    assert [written(judge.game, action) for action, _ in right] == [best]
    losing = [move for move in moves if move not in right]
    line = [best, *(move for _, move in judge.line(right[0][1]))]
    assert wanted in themes(judge, state, right[0][0], losing, line)


# --- mining, ratings -------------------------------------------------------------------------------------------------


@pytest.mark.native
def test_the_miner_finds_what_holds() -> None:
    found = next(mine("doudizhu_4p", range(2, 200, 2), Limits(most=20, seconds=5.0, entries=200)))
    assert wrong(found) is None
    assert found.deal % 2 == 0 and found.proof > 0 and "normal" not in found.found


@pytest.mark.native
def test_where_points_are_captured_they_are_to_be_forced() -> None:
    found = next(mine("wuguapi", range(30002, 30200, 2), Limits(most=14, seconds=5.0, entries=200, think=0.05)))
    assert found.points is not None and found.points > 0 and wrong(found) is None
    assert Judge(found.position).forced() == found.points
    assert Judge(found.position, found.points + 1).holds(found.position.state) is False


def test_ratings_move_as_glicko_2_says() -> None:
    player, puzzle = meeting(Rating(), Rating(1500, 90), solved=True)
    assert player.value > 1500 > puzzle.value and player.deviation < 350
    worse, _ = meeting(Rating(), Rating(1500, 90), solved=False)
    assert round(player.value - 1500) == round(1500 - worse.value)
    assert rated(Rating(1500, 50), []).deviation > 50
    one = Rating(1500, 46)
    for _ in range(50):
        one, _ = meeting(one, Rating(1500, 60), solved=True)
    assert STEADY <= one.deviation < 90 and one.value > 1600
    assert meeting(Rating(1500, 10), Rating(1500, 10), solved=True)[0].deviation == STEADY
