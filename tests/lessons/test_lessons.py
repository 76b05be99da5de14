"""Every lesson of every game: its own solution solves it, everything else is refused with a reason, in both languages."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from paiju.games import catalog
from paiju.games.contract import IllegalAction, NotationError
from paiju.games.messages import LANGUAGES, tell
from paiju.lessons.coach import Coach, Feedback
from paiju.lessons.lesson import GAMES, Lesson, find, lessons, matches
from paiju.server.messages import messages_of

ALL = [(game, lesson) for game in GAMES for lesson in lessons(game)]
TASKS = [pytest.param(game, lesson, id=f"{game}.{lesson.id}") for game, lesson in ALL if lesson.guided is None]
DEALS = [pytest.param(game, lesson, id=game) for game, lesson in ALL if lesson.guided is not None]
SHOWN = 100  # answers tried at a question that has hundreds


def sentences(game: str, told: Feedback) -> list[str]:
    """What is said, in both languages."""
    found = []
    for language in LANGUAGES:
        said = told.say[language] if told.say is not None else ""
        why = tell(told.why, messages_of(catalog.find(game)), language) if told.why is not None else ""
        found.append(f"{said} {why}".strip())
    return found


def choices(coach: Coach, state: Any) -> list[str]:
    """Answers to try: the first ones, the last, and what a page offers of a range."""
    decision = coach.decision(state)
    assert decision is not None
    offered = coach.spot.info.answers.offers(coach.view(state), decision)
    return list(dict.fromkeys(str(one) for one in (*islice(decision.choices, SHOWN), *islice(offered, SHOWN))))


def test_ten_lessons_and_a_whole_deal_for_each_of_the_four() -> None:
    for game in GAMES:
        rows = lessons(game)
        assert [row.guided is None for row in rows] == [True] * 10 + [False]
        assert len({row.id for row in rows}) == len(rows)
    assert find("doudizhu.beats") is not None
    assert find("doudizhu.nothing") is None and find("chess.beats") is None


@pytest.mark.parametrize(("game", "lesson"), TASKS)
def test_a_lesson_is_solved_by_its_solution_and_refuses_the_rest(game: str, lesson: Lesson) -> None:
    coach = Coach(game, lesson)
    told = coach.begin()
    moves = [move for move, _ in told.row]
    refused = 0
    for _ in range(12):
        right = coach.solution(moves, told.question)
        for text in choices(coach, told.state):
            found = coach.answer(moves, told.question, text)
            assert all(sentences(game, found)) or (found.verdict == "right" and not found.done), text
            if found.verdict == "wrong":
                refused += 1
                assert found.question == told.question and not found.row and not found.done
                assert not any("{" in said or "lesson." in said or "bot." in said for said in sentences(game, found))
            else:
                assert found.row[0][0] == (lesson.seat, text)
        told = coach.answer(moves, told.question, right)
        assert told.verdict == "right"
        moves += [move for move, _ in told.row]
        assert coach.state(moves) is not None  # what was sent back can be sent again
        if told.done:
            break
    assert told.done, "never solved"
    assert refused, "nothing is wrong here: there is no lesson in it"


@pytest.mark.parametrize(("game", "lesson"), TASKS)
def test_every_fault_that_a_lesson_names_can_be_made(game: str, lesson: Lesson) -> None:
    """A sentence for an answer that nobody can give would never be read."""
    coach = Coach(game, lesson)
    told = coach.begin()
    moves = [move for move, _ in told.row]
    left = [{pattern for pattern, _, _ in asked.wrong} for asked in lesson.question]
    while not told.done:
        number, asked = told.question, lesson.question[told.question]
        for text in choices(coach, told.state):
            said = asked.fault(text)
            if not asked.is_right(text) and said is not None:
                left[number] -= {one for one, zh, _ in asked.wrong if zh == said.zh}
        told = coach.answer(moves, number, coach.solution(moves, number))
        moves += [move for move, _ in told.row]
    assert not any(left), left


@pytest.mark.parametrize(("game", "lesson"), DEALS)
def test_a_guided_deal_is_played_to_its_end_with_a_comment_on_every_answer(game: str, lesson: Lesson) -> None:
    coach = Coach(game, lesson, seconds=0.01)
    told = coach.begin()
    moves = [move for move, _ in told.row]
    said = set()
    for _ in range(400):
        if told.done:
            break
        told = coach.answer(moves, 0, coach.solution(moves, 0))
        moves += [move for move, _ in told.row]
        assert told.verdict in ("same", "close", "better")
        said.add(told.verdict)
        assert all(sentences(game, told))
    assert told.done and coach.spot.game.outcome(told.state) is not None
    assert "same" in said


def test_a_bad_play_in_a_guided_deal_is_made_and_told_what_was_better() -> None:
    game, lesson = find("doudizhu.deal") or pytest.fail()
    coach = Coach(game, lesson)
    moves = [move for move, _ in coach.begin().row]
    told = coach.answer(moves, 0, "no")
    assert told.row and told.verdict in ("close", "better")
    assert "bid" in sentences(game, told)[1]


@pytest.mark.parametrize("text", ["K", "99", "4444", "nonsense"])
def test_what_the_rules_forbid_is_refused_by_the_rules(text: str) -> None:
    game, lesson = find("doudizhu.beats") or pytest.fail()
    with pytest.raises((IllegalAction, NotationError)):
        Coach(game, lesson).answer([], 0, text)


@pytest.mark.parametrize(
    ("answer", "pattern", "same"),
    [
        ("5s5d", "55", True),
        ("5s5d", "5s*", True),
        ("5s5d", "5", False),
        ("raise_to 60", "raise_to 60..120", True),
        ("raise_to 121", "raise_to 60..120", False),
        ("use slash:7s > 1", "use slash:* > 1", True),
        ("use slash:7s > 2", "use slash:* > 1", False),
    ],
)
def test_answers_are_matched_as_written_or_without_suits(answer: str, pattern: str, same: bool) -> None:
    assert matches(answer, pattern) is same


def test_games_of_lessons_are_in_the_catalog() -> None:
    assert all(catalog.find(game) for game in GAMES)
