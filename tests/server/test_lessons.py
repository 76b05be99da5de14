"""Lessons over REST: the list, answers right and wrong, guided deals, and progress that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.games.codec import encode
from tests.server.client import Guest, serving


async def through(ann: Guest, lesson: str, most: int = 200) -> dict[str, Any]:
    """Take hints until a lesson is done."""
    found: dict[str, Any] = await ann.post("/api/lessons/answer", {"lesson": lesson}, 200)
    for _ in range(most):
        if found["done"]:
            return found
        body = {"lesson": lesson, "moves": found["practice"]["moves"], "question": found["question"]}
        hints = await ann.post("/api/lessons/hint", body, 200)
        found = await ann.post("/api/lessons/answer", {**body, "move": hints["choices"][0]["text"]}, 200)
    raise AssertionError(f"{lesson} never ends")


@pytest.mark.asyncio
async def test_lessons_are_listed_answered_and_remembered(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        listed = await ann.get("/api/lessons")
        assert [book["game"] for book in listed["books"]] == ["doudizhu", "guandan", "holdem", "sanguosha"]
        assert all(len(book["lessons"]) == 11 and book["lessons"][-1]["guided"] for book in listed["books"])
        first = await ann.post("/api/lessons/answer", {"lesson": "doudizhu.beats"}, 200)
        assert (
            first["task"]["zh"] and first["task"]["en"] and first["practice"]["decision"]["choices"] == ["pass", "2d"]
        )
        assert len(first["practice"]["frames"]) == 1 and first["verdict"] is None

        wrong = await ann.post("/api/lessons/answer", {"lesson": "doudizhu.beats", "move": "pass"}, 200)
        assert wrong["verdict"] == "wrong" and wrong["say"]["en"] and wrong["line"] and wrong["question"] == 0
        assert wrong["why"] == {"key": "lesson.refuted", "args": {"seat": 2, "cards": ["K"]}}
        assert wrong["practice"]["moves"] == [] and wrong["practice"]["frames"] == []

        refused = await ann.post("/api/lessons/answer", {"lesson": "doudizhu.beats", "move": "5"}, 422)
        assert refused["code"]
        look = await ann.post("/api/lessons/check", {"lesson": "doudizhu.beats", "text": "2d"}, 200)
        assert look["readings"] and look["why"] is None

        right = await ann.post("/api/lessons/answer", {"lesson": "doudizhu.beats", "move": "2"}, 200)
        assert right["verdict"] == "right" and right["question"] == 1 and not right["done"]
        assert [frame["move"] for frame in right["practice"]["frames"]] == ["2d", "pass", "pass"]
        assert sum(len(frame["events"]) for frame in right["practice"]["frames"]) >= 3
        assert (await through(ann, "doudizhu.beats"))["done"]
        done = {
            one["id"] for book in (await ann.get("/api/lessons"))["books"] for one in book["lessons"] if one["done"]
        }
        assert done == {"doudizhu.beats"}
        bo = await server.guest("Bo")
        assert not any(one["done"] for book in (await bo.get("/api/lessons"))["books"] for one in book["lessons"])


@pytest.mark.asyncio
async def test_every_family_goes_over_the_wire(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        for lesson in ("guandan.wild", "holdem.ranks", "sanguosha.crossbow", "holdem.deal"):
            practice = (await through(ann, lesson))["practice"]
            assert practice["frames"][-1]["view"]["type"].endswith("View")
            assert (practice["result"] is None) == (lesson == "guandan.wild")


@pytest.mark.asyncio
async def test_nothing_of_other_hands_is_sent_in_a_guided_deal(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        found = await ann.post("/api/lessons/answer", {"lesson": "doudizhu.deal"}, 200)
        hands = found["practice"]["frames"][-1]["view"]["hands"]
        assert isinstance(hands[0]["cards"], list) and not any(isinstance(one["cards"], list) for one in hands[1:])
        assert b"774" not in encode(found["practice"])  # the seed


WRONG: list[tuple[dict[str, Any], int]] = [
    ({"lesson": "doudizhu.nothing"}, 404),
    ({"lesson": "chess"}, 404),
    ({"lesson": "doudizhu.beats", "move": "2", "question": 7}, 400),
    ({"lesson": "doudizhu.beats", "move": "rubbish"}, 400),
    ({"lesson": "doudizhu.beats", "moves": [{"seat": 1, "move": "K"}], "move": "2"}, 409),
    ({"lesson": "doudizhu.same", "moves": [{"seat": 0, "move": "TT"}, {"seat": 1, "move": "pass"}], "move": "A"}, 409),
]


@pytest.mark.asyncio
async def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        for body, status in WRONG:
            refused = await ann.post("/api/lessons/answer", body, status)
            assert refused["message"]


@pytest.mark.parametrize(("language", "said"), [("en", "You do not hold"), ("zh", "手里没有")])
async def test_what_the_rules_refuse_is_refused_in_words(language: str, said: str, tmp_path: Path) -> None:
    """A lesson, a puzzle and a study have no table to word a refusal, and no key of a message reaches a person."""
    position = "doudizhu 34567/KK/2 0 landlord=0"
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        for path, body in (
            ("/api/lessons/answer", {"lesson": "doudizhu.beats", "move": "As"}),
            ("/api/puzzles/attempt", {"position": position, "move": "A"}),
            ("/api/study", {"text": position, "move": "A"}),
        ):
            found = await ann.post(path, body, 422, headers={"accept-language": language})
            assert said in found["message"] and "climb." not in found["message"], path
