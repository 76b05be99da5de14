"""Puzzles over REST: the books, the puzzle of the day, and the perfect defender."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paiju.games.climb.position import written
from paiju.puzzles import book
from paiju.puzzles.judge import Judge
from paiju.puzzles.puzzle import Puzzle
from paiju.server import defender
from paiju.server.accounts import Accounts
from paiju.server.puzzlers import Form, Puzzlers
from paiju.server.store import opened
from tests.server.client import Guest, serving

pytestmark = pytest.mark.needs_kernel

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


async def solve(player: Guest, puzzle: Puzzle) -> dict[str, Any]:
    """Play the solution out, by hints for the position of the puzzle, which count for nothing."""
    path = "/api/puzzles/attempt"
    moves = [step["move"] for step in (await player.post(path, {"puzzle": puzzle.id}, 200))["moves"]]
    while True:
        asked = await player.post(path, {"position": puzzle.text, "moves": moves, "hint": True}, 200)
        reply: dict[str, Any] = await player.post(
            path, {"puzzle": puzzle.id, "moves": moves, "move": asked["hint"]}, 200
        )
        moves += [step["move"] for step in reply["moves"]]
        if reply["over"] is not None:
            return {**reply, "all": moves}
        assert reply["player"] is None


@pytest.mark.asyncio
async def test_the_first_try_counts_for_player_and_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defender, "SECONDS", 60.0)
    first, second, third = [one for one in book.puzzles("doudizhu") if len(one.line) < 9][:3]
    path = "/api/puzzles/attempt"
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        fresh = {"rating": 1500, "deviation": 350, "solved": 0, "tried": 0, "streak": 0, "best": 0}
        assert await ann.get("/api/puzzles/me") == fresh
        done = await solve(ann, first)
        assert done["over"] is True and done["player"]["rating"] > 1500
        assert done["player"] | {"rating": 0, "deviation": 0} == fresh | {
            "rating": 0, "deviation": 0, "solved": 1, "tried": 1, "streak": 1, "best": 1,
        }  # fmt: skip
        assert (await solve(ann, first))["player"] is None  # no other try counts
        assert await ann.get("/api/puzzles/me") == done["player"]
        hinted = await ann.post(path, {"puzzle": second.id, "hint": True}, 200)
        assert hinted["player"]["rating"] < done["player"]["rating"]
        assert [hinted["player"][name] for name in ("solved", "tried", "streak", "best")] == [1, 2, 0, 1]
        told = {one.id: await ann.get(f"/api/puzzles/{one.id}") for one in (first, second, third)}
        assert [told[one.id]["solved"] for one in (first, second, third)] == [True, False, None]
        assert told[first.id]["rating"] < first.rating and told[second.id]["rating"] > second.rating
        listed = {one["id"]: one for one in (await ann.get("/api/puzzles?game=doudizhu"))["puzzles"]}
        assert listed[first.id] == told[first.id]
        assert (await bo.get(f"/api/puzzles/{first.id}"))["solved"] is None and await bo.get("/api/puzzles/me") == fresh
        lost = next(one for one in (await ann.post(path, {"puzzle": third.id}, 200))["choices"] if one != third.best)
        slip = await bo.post(path, {"puzzle": third.id, "move": lost}, 200)
        assert slip["gone"] and slip["player"]["streak"] == 0 and slip["player"]["tried"] == 1
        del bo.http.headers["authorization"]  # somebody without a session
        nobody = bo
        assert (await nobody.post(path, {"puzzle": first.id, "hint": True}, 200))["player"] is None
        assert await nobody.get("/api/puzzles/me") == fresh
        mine = await ann.get("/api/me/export")
        assert {one["puzzle"]: one["solved"] for one in mine["puzzles"]} == {first.id: True, second.id: False}


@pytest.mark.asyncio
async def test_a_defender_that_the_caller_invented_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(defender, "SECONDS", 60.0)
    alone = (one for one in book.puzzles("doudizhu") if one.position.turn == one.position.landlord)
    puzzle = next(one for one in alone if len(one.line) > 6 and one.line[1] != "pass")
    judge = Judge(puzzle.position)
    state, moves = puzzle.position.state, list[str]()
    while judge.over(state) is None:  # the others pass wherever they can
        choices = judge.winning(state, 1) if judge.mine(state) else judge.moves(state)
        action, state = min(choices, key=lambda one: str(one[0]) != "pass")
        moves.append(written(judge.game, action))
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        body = {"puzzle": puzzle.id, "moves": moves[:-1], "move": moves[-1]}
        reply = await ann.post("/api/puzzles/attempt", body, 200)
        assert reply["over"] is True and reply["player"] is None
        assert (await ann.get("/api/puzzles/me"))["tried"] == 0


@pytest.mark.asyncio
async def test_tries_at_the_same_time_count_once(database: str) -> None:
    first, second = book.puzzles("doudizhu")[:2]
    async with opened(database) as store:
        ann = await store.new_player("Ann", "", 1)
        puzzlers = Puzzlers(store)
        assert await puzzlers.form(ann) == Form()
        found = await asyncio.gather(*(puzzlers.met(ann, first, solved=True, now=2) for _ in range(5)))
        assert sorted(one is None for one in found) == [False, True, True, True, True]
        form = await puzzlers.met(ann, second, solved=False, now=3)
        assert form is not None and (form.solved, form.tried, form.streak, form.best) == (1, 2, 0, 1)
        assert form == await puzzlers.form(ann)
        assert await puzzlers.tries(ann, [first.id, second.id, "0"]) == {first.id: True, second.id: False}
        ratings = await puzzlers.ratings("doudizhu")
        assert ratings[first.id] < first.rating and ratings[second.id] > second.rating
        assert await puzzlers.ratings("guandan") == {}
        await Accounts(store).delete(ann, 4)
        assert await puzzlers.form(ann) == Form() and await puzzlers.tries(ann, [first.id]) == {}
