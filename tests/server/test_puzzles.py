"""Puzzles over REST: the books, the puzzle of the day, and the perfect defender."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju import kernel
from paiju.puzzles import book
from paiju.server import defender
from tests.server.client import serving

pytestmark = pytest.mark.skipif(not kernel.HAVE_KERNEL, reason="the plain search takes minutes for these")

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"


@pytest.mark.asyncio
async def test_puzzles_are_listed_by_game_theme_and_grade(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        books = await ann.get("/api/puzzles/books")
        counts = {one["game"]: one["count"] for one in books["books"]}
        assert counts == {game: len(book.puzzles(game)) for game in book.games()}
        assert books["themes"]["split"]["zh"] == "拆牌"
        found = await ann.get("/api/puzzles?game=doudizhu&theme=split&grade=3")
        assert found["total"] == len(book.chosen("doudizhu", theme="split", grade=3)) and found["puzzles"]
        assert all(one["grade"] == 3 and "split" in one["themes"] for one in found["puzzles"])
        assert "best" not in found["puzzles"][0] and "line" not in found["puzzles"][0]
        one = await ann.get(f"/api/puzzles/{found['puzzles'][0]['id']}")
        assert one["position"] == found["puzzles"][0]["position"]
        today = await ann.get("/api/puzzles/daily")
        assert today == await (await server.guest("Bo")).get("/api/puzzles/daily")
        assert (await ann.get("/api/puzzles/daily?day=2026-01-05"))["id"]
        wrong = (("?game=holdem", 404), ("/0123456789", 404), ("/daily?day=9999-01-01", 403), ("?grade=9", 400))
        for path, status in wrong:
            await ann.get(f"/api/puzzles{path}", status)


@pytest.mark.asyncio
async def test_any_position_is_played_out_against_the_perfect_defender(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(defender, "SECONDS", 60.0)  # whatever else the machine does
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        path = "/api/puzzles/attempt"
        start = await ann.post(path, {"position": KNOWN}, 200)
        assert start["standing"] == "won" and start["side"] == [0] and start["moves"] == []
        assert [len(hand["cards"]) for hand in start["view"]["hands"]] == [9, 8, 0] and "5d" in start["choices"]
        slip = await ann.post(path, {"position": KNOWN, "move": "4"}, 200)
        assert slip["gone"] and slip["better"] == "5" and slip["refutation"][0]["seat"] == 1
        assert [len(hand["cards"]) for hand in slip["view"]["hands"]] == [9, 8, 0]  # it is not made
        moves: list[str] = []
        for _ in range(30):
            asked = await ann.post(path, {"position": KNOWN, "moves": moves, "hint": True}, 200)
            reply = await ann.post(path, {"position": KNOWN, "moves": moves, "move": asked["hint"]}, 200)
            assert not reply["gone"]
            moves += [step["move"] for step in reply["moves"]]
            if reply["over"] is not None:
                break
        assert reply["over"] is True and reply["standing"] == "won"
        puzzle = book.puzzles("doudizhu")[0]
        right = await ann.post(path, {"puzzle": puzzle.id, "move": puzzle.best}, 200)
        assert not right["gone"] and right["position"] == puzzle.text
        for body, status in (
            ({}, 400),
            ({"position": "doudizhu 3/4 0"}, 400),
            ({"puzzle": "0123456789"}, 404),
            ({"position": KNOWN, "move": "3"}, 422),
            ({"position": KNOWN, "move": "xyz"}, 400),
            ({"position": KNOWN, "moves": ["3"]}, 422),
        ):
            await ann.post(path, body, status)
