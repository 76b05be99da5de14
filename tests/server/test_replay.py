"""Finished deals step by step, playing on from one, and what chosen cards would be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.server.delta import merge_view
from tests.server.client import Guest, serving, shown_cards
from tests.server.test_play import play_deal

pytestmark = pytest.mark.asyncio


async def finished(ann: Guest, game: str, seats: int) -> tuple[str, dict[str, Any]]:
    """A deal of Ann against bots, played to its end: the table's id and its last state.

    Ann had something to say in it: one in a hundred hands of Hold'em is hers because everybody folds to her big blind.
    """
    while True:
        made = await ann.table(game, seats=seats, bots=[{"level": "easy"}] * (seats - 1), pause=60)
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await socket.ask("start")
            if await play_deal(socket):
                return made["id"], socket.state
        await ann.delete(f"/api/games/{made['id']}")


def first_question(replay: dict[str, Any], seat: int, after: int = -1) -> int:
    """The first step at which this seat alone is asked."""
    for at, view in enumerate(views(replay)):
        asked = [view["currentPlayer"]] if "currentPlayer" in view else view["waitingOn"]
        if at > after and asked == [seat]:
            return at
    raise AssertionError(f"seat {seat} was never asked")


def views(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """The view after each step: the first is whole, the others say what changed."""
    found: list[dict[str, Any]] = []
    for step in replay["steps"]:
        view = merge_view(found[-1] if found else None, step["view"])
        assert view is not None
        found.append(view)
    return found


def last_view(replay: dict[str, Any]) -> dict[str, Any]:
    return views(replay)[-1]


@pytest.mark.parametrize(("game", "seats"), [("doudizhu", 3), ("big_two", 4), ("sanguosha", 2)])
async def test_a_replay_ends_where_the_deal_did(game: str, seats: int, tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code, state = await finished(ann, game, seats)
        mine = await ann.get(f"/api/games/{code}/replay/1?open=false")
        assert mine["viewer"] == mine["seat"] == state["you"]["seat"]
        assert last_view(mine) == state["view"]
        assert [event["key"] for step in mine["steps"] for event in step["events"]] == [
            e["key"] for e in state["events"]
        ]
        laid_open = await ann.get(f"/api/games/{code}/replay/1")
        assert None not in shown_cards(last_view(laid_open))
        won = [mine["seat"]] if state["you"]["id"] in state["result"]["winners"] else []
        assert [seat for seat in laid_open["winners"] if seat == mine["seat"]] == won
        assert laid_open["fairness"]["serverSeed"]
        deals = await ann.get("/api/me/deals")
        assert [(deal["gameId"], deal["handNumber"]) for deal in deals["deals"]] == [(code, 1)]
        assert deals["deals"][0]["score"] == state["result"]["scores"][state["you"]["seat"]]


async def test_a_replay_shows_no_mucked_hand(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code, state = await finished(ann, "holdem", 3)
        replay = await bo.get(f"/api/games/{code}/replay/1")
        shown = {seat["seat"] for seat in state["view"]["seats"] if seat["hand"] is not None}
        for view in views(replay):
            assert {seat for seat, cards in enumerate(shown_cards(view)) if cards is not None} <= shown
        assert replay["fairness"]["serverSeed"] is None


async def test_one_plays_on_from_the_middle(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code, state = await finished(ann, "doudizhu", 3)
        seat = state["you"]["seat"]
        replay = await ann.get(f"/api/games/{code}/replay/1?open=false")
        step = first_question(replay, seat, after=3)
        made = await ann.post(
            f"/api/games/{code}/replay/1/branch", {"step": step, "seat": seat, "level": "easy", "pace": 0}, 201
        )
        assert made["private"]
        then = views(replay)[step]
        now = made["state"]["view"]
        assert now["hands"][seat] == then["hands"][seat]
        assert now["trick"] == then["trick"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await play_deal(socket)
            assert socket.state["result"] is not None
        await ann.post(f"/api/games/{code}/replay/1/branch", {"step": 10_000}, status=400)
        refused = await ann.post(f"/api/games/{code}/replay/1/branch", {"step": 0, "level": "banana"}, status=400)
        assert refused["why"] == {"key": "error.no_bots", "args": {"level": "banana", "there": "easy, normal, hard"}}


@pytest.mark.parametrize("closed", [False, True])
async def test_one_plays_on_from_a_hand_of_holdem(closed: bool, tmp_path: Path) -> None:
    """While the table goes on, hands that nobody showed are others; once it is closed, the cards are the same."""
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code, state = await finished(ann, "holdem", 4)
        seat = state["you"]["seat"]
        mine = shown_cards(state["view"])[seat]
        chips = (await ann.get("/api/me"))["chips"]
        if closed:
            await ann.delete(f"/api/games/{code}")
            chips = (await ann.get("/api/me"))["chips"]
        before = await ann.get(f"/api/games/{code}/replay/1")
        step = first_question(before, seat)
        body = {"step": step, "seat": seat, "level": "easy", "pace": 0}
        made = await ann.post(f"/api/games/{code}/replay/1/branch", body, 201)
        hidden = [at for at, cards in enumerate(shown_cards(last_view(before))) if at != seat and cards is None]
        assert made["redealt"] == ([] if closed else hidden)
        assert made["note"]["key"] == ("branch.redealt" if made["redealt"] else "branch.same")
        then = views(before)[step]
        now = made["state"]["view"]
        assert shown_cards(now)[seat] == mine
        for name in ("communityCards", "dealerButton", "pot", "currentPlayer", "toCall"):
            assert now[name] == then[name]
        assert [one["chips"] for one in now["seats"]] == [one["chips"] for one in then["seats"]]
        assert "deck" not in made["state"]["table"]["options"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await play_deal(socket)
            board = socket.state["view"]["communityCards"]
            seen = last_view(before)["communityCards"]
            assert board[: len(seen)] == seen[: len(board)]  # what was seen of the board is its own again
        bo = await server.guest("Bo")
        await bo.post(f"/api/games/{made['id']}/players", {}, status=403)
        assert "deck" not in (await bo.get(f"/api/games/{made['id']}/replay/1"))["options"]
        assert '"deck"' not in str(await ann.get(f"/api/games/{made['id']}/records/1"))  # nor in the record itself
        await ann.delete(f"/api/games/{made['id']}")
        after = await ann.get("/api/me")
        assert after["chips"] == chips  # practice chips are nobody's
        again = await ann.get(f"/api/games/{made['id']}/replay/1")
        if closed:
            assert shown_cards(again["steps"][0]["view"]) == shown_cards(before["steps"][0]["view"])


async def test_practice_counts_for_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code, state = await finished(ann, "big_two", 4)
        standing = (await ann.get("/api/me"))["standings"]
        seat = state["you"]["seat"]
        made = await ann.post(
            f"/api/games/{code}/replay/1/branch", {"step": 3, "seat": seat, "level": "easy", "pace": 0}, 201
        )
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await play_deal(socket)
        assert (await ann.get("/api/me"))["standings"] == standing


async def test_only_finished_deals_are_replayed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        made = await ann.table("doudizhu", bots=[{"level": "easy"}] * 2)
        await ann.post(f"/api/games/{made['id']}/start")
        await ann.get(f"/api/games/{made['id']}/replay/1", status=404)


async def test_chosen_cards_are_named_or_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        made = await ann.table("big_two", bots=[{"level": "easy"}] * 3)
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await socket.ask("start")
            decision = await socket.my_turn()
            assert decision is not None
            while not (plays := [text for text in decision["choices"] if text != "pass"]):  # nothing beats that
                await socket.ask("action", text="pass")
                socket.state["decision"] = None
                decision = await socket.my_turn()
                assert decision is not None
            play = plays[0]
            await socket.say("check", id="c", text=play)
            told = await socket.until("checked")
            assert [one["text"] for one in told["readings"]] == [play]
            assert told["readings"][0]["name"]["key"] == "climb.named"
            for text, code in (("nonsense!", "bad_notation"), ("3s3d3c4h5h6h", None)):
                await socket.say("check", id="c", text=text)
                told = await socket.until("checked")
                assert told["readings"] == [] and told["why"]["key"]
                assert code is None or told["code"] == code
            assert socket.state["decision"]["since"] == decision["since"]


async def test_cards_shown_after_a_hand_are_in_its_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("holdem", seats=2, pause=60, buyIn=1000))["id"]
        await bo.post(f"/api/games/{code}/players", {"buyIn": 1000}, 201)
        async with ann.socket() as one, bo.socket() as two:
            for socket in (one, two):
                await socket.ask("watch", gameId=code)
            await one.ask("start")
            for socket in (one, two):
                while "view" not in socket.state or socket.state["view"] is None:
                    await socket.hear()
            folder, winner = (one, two) if one.state["decision"] else (two, one)
            await folder.ask("action", text="fold")
            while winner.state["stage"] != "hand_end":
                await winner.hear()
            seat = winner.state["you"]["seat"]
            cards = shown_cards(winner.state["view"])[seat]
            assert cards and shown_cards(folder.state["view"])[seat] is None
            await winner.ask("action", text="show " + "".join(cards))
            seen = folder.state["seq"]
            while folder.state["seq"] == seen or not folder.state["result"]:
                await folder.hear()
            while not (seen_by_other := shown_cards(folder.state["view"])[seat]):
                await folder.hear()
            assert seen_by_other == cards
        record = await bo.get(f"/api/games/{code}/records/1")
        assert "show " + "".join(cards) in str(record)


@pytest.mark.parametrize(("game", "seats"), [("doudizhu", 3), ("guandan", 4), ("holdem", 3), ("sanguosha", 2)])
async def test_the_running_deal_is_told_again_as_it_was_seen(game: str, seats: int, tmp_path: Path) -> None:
    """For who loads the page again: the views that were sent to this seat, in order, and nothing more."""
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        made = await ann.table(game, seats=seats, bots=[{"level": "easy"}] * (seats - 1), pause=60)
        path = f"/api/games/{made['id']}/earlier"
        assert await ann.get(path) == {"handNumber": 0, "steps": []}
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await socket.ask("start")
            while not (socket.state.get("view") and socket.state.get("decision")) and not socket.state.get("result"):
                await socket.hear()
            told = await ann.get(path)
            state = await ann.get(f"/api/games/{made['id']}/state")
        assert told["handNumber"] == 1
        assert last_view(told) == state["view"]
        assert [e["key"] for step in told["steps"] for e in step["events"]] == [e["key"] for e in state["events"]]
        assert all(step["action"] is None for step in told["steps"])
        seat = state["you"]["seat"]
        for view in views(told):
            assert not any(cards for at, cards in enumerate(shown_cards(view)) if at != seat), "another hand"
        bo = await server.guest("Bo")
        seen = await bo.get(path)  # a spectator: only what lies open
        for view in views(seen):
            assert not any(shown_cards(view))


async def test_spectators_behind_a_delay_are_not_told_of_the_present(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        made = await ann.table("doudizhu", seats=3, bots=[{"level": "easy"}] * 2, spectatorDelay=30)
        await ann.post(f"/api/games/{made['id']}/start", {}, 200)
        assert (await ann.get(f"/api/games/{made['id']}/earlier"))["steps"]
        assert (await bo.get(f"/api/games/{made['id']}/earlier"))["steps"] == []


async def test_who_names_no_seat_plays_on_in_his_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, eve = [await server.guest(name) for name in ("Ann", "Bo", "Eve")]
        code = (await ann.table("holdem", seats=4, pause=60, buyIn=500, join=False))["id"]
        for guest, seat in ((ann, 1), (bo, 2)):
            await guest.post(f"/api/games/{code}/players", {"buyIn": 500, "seat": seat}, 201)
        await ann.post(f"/api/games/{code}/start")
        for guest in (ann, bo):
            if (await guest.get(f"/api/games/{code}/state"))["decision"]:
                await guest.post(f"/api/games/{code}/fold")
                break
        for guest, seat in ((ann, 1), (bo, 2), (eve, 1)):
            made = await guest.post(f"/api/games/{code}/replay/1/branch", {"step": 0}, 201)
            assert made["state"]["you"]["seat"] == seat
