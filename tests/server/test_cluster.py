"""Several processes on one PostgreSQL and one Valkey."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from paiju.games.contract import Line
from tests.server import services
from tests.server.client import serving
from tests.server.process import Process
from tests.server.test_kill import Player, open_table, pick, seen

pytestmark = pytest.mark.services


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str, redis_url: str) -> tuple[Process, Process]:
    settings = {"database": postgres_url, "redis": redis_url, "grace": 0.2}
    return Process(tmp_path / "a", **settings), Process(tmp_path / "b", **settings)


def moved_to(player: Player, server: Process) -> Player:
    """The same player, talking to another process."""
    player.server = server
    player.state = {}
    player.connect()
    return player


def play(players: list[Player], steps: int) -> int:
    done = 0
    for step in range(steps):
        states = [player.full() for player in players]
        asked = [i for i, state in enumerate(states) if state["decision"]]
        if not asked:
            break
        players[asked[0]].ask("action", text=pick(states[asked[0]]["decision"]["choices"], step))
        done += 1
    return done


@pytest.mark.timeout(180)
def test_any_process_serves_any_table(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "holdem", 3)
        moved_to(players[1], two)
        assert play(players, 4) == 4
        assert seen(players[1].full())["events"]
        for player in players:  # everybody's stream adds up to the state, also across processes
            while player.state["seq"] < player.full()["seq"]:
                player.hear()
            assert player.state["view"] == player.full()["view"]
        wrong = httpx.post(
            f"{two.url}/api/games/{players[0].game}/action",
            json={"text": "dance"},
            headers={"authorization": f"Bearer {players[1].token}", "accept-language": "en"},
            timeout=20,
        )
        assert wrong.status_code in (400, 409) and wrong.json()["message"]
        assert httpx.get(f"{two.url}/api/games/nowhere/state", timeout=20).status_code == 404
        for player in players:
            player.close()


@pytest.mark.timeout(180)
def test_a_muted_player_is_silent_at_once_across_processes(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "holdem", 3)
        ann, bo, cy = players
        moved_to(bo, two)
        own = {"authorization": f"Bearer {bo.token}"}
        for words, heard in (
            (("loud", "first"), True), (("quiet", "second"), False), (("again", "third"), True),
            (("kept out", "fourth"), False), (("let in", "fifth"), True),
        ):  # fmt: skip
            if words[1] in ("second", "third"):
                bo.ask("mute", playerId=ann.id)  # and once more to hear her again
                time.sleep(0.5)
            elif words[1] in ("fourth", "fifth"):  # for good, sent to a process they are not connected to
                kept = httpx.put(f"{one.url}/api/people/{ann.id}", json={"muted": not heard}, headers=own, timeout=20)
                assert kept.status_code == 200
                time.sleep(0.5)
            ann.ask("chat", text=words[0])
            cy.ask("chat", text=words[1])
            said = []
            while words[1] not in said:
                message = bo.hear()
                if message["type"] == "chat":
                    said.append(message["payload"]["text"])
            assert (words[0] in said) == heard
        for player in players:
            player.close()


@pytest.mark.timeout(180)
def test_a_new_name_is_known_to_every_process(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        ann = Player(one, "Ann")
        own = {"authorization": f"Bearer {ann.token}"}

        def named() -> str:
            body = {"game": "doudizhu", "seats": 3}
            made = httpx.post(f"{two.url}/api/games", json=body, headers=own, timeout=20)
            assert made.status_code == 201, made.text
            return str(made.json()["state"]["players"][0]["name"])

        assert named() == "Ann"
        assert httpx.put(f"{one.url}/api/me", json={"name": "Zoe"}, headers=own, timeout=20).status_code == 200
        time.sleep(0.5)
        assert named() == "Zoe"


def test_a_refusal_crosses_processes_whole() -> None:
    from paiju.games.codec import encode
    from paiju.server.cluster import Answer, Refusal, _decode, _refused

    why = Line.of("error.guesses", seconds=20)
    letter = _decode(encode(Answer(from_="a", id=1, refused=Refusal("rate_limited", why, "Wait.", 7, 20.0))))
    assert isinstance(letter, Answer) and isinstance(letter.refused, Refusal)
    refused = _refused(letter.refused)
    assert (refused.code, refused.why, refused.text, refused.seq, refused.wait) == (
        "rate_limited",
        why,
        "Wait.",
        7,
        20.0,
    )


@pytest.mark.timeout(180)
def test_every_lobby_counts_all_spectators(pair: tuple[Process, Process], redis_url: str) -> None:
    """Wherever the table runs and they hang; also after Redis forgot the number, and when the table's process is gone."""
    import redis

    one, two = pair
    with one, two:
        table = open_table(one, "holdem", 3)
        dee, eve = Player(one, "Dee"), Player(two, "Eve")
        for guest in (dee, eve):
            guest.game = table[0].game
            guest.connect()

        def counted(server: Process) -> int:
            row = next(row for row in server.get("/api/games", dee.token)["games"] if row["id"] == table[0].game)
            return int(row["watching"])

        def until(server: Process, count: int, within: float = 5) -> None:
            end = time.monotonic() + within
            while (found := counted(server)) != count:
                assert time.monotonic() < end, f"{found} spectators, not {count}"
                time.sleep(0.1)

        for server in (one, two):
            until(server, 2)
        with redis.Redis.from_url(redis_url) as memory:
            assert memory.delete(*memory.keys("paiju:watched:*"))
        until(two, 2)
        dee.close()
        until(two, 1)
        dee.connect()
        until(two, 2)
        one.kill()  # with everybody who hung there
        until(two, 1, within=15)
        for player in (*table, dee, eve):
            player.close()


@pytest.mark.timeout(180)
def test_a_dead_owner_is_taken_over_within_five_seconds(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "holdem", 3)
        play(players, 2)
        moved_to(players[1], two)
        before = [player.full() for player in players]
        one.kill()
        killed = time.monotonic()
        watcher = players[1]
        while True:  # the client at the other process is shown the table again, without doing anything
            message = watcher.hear()
            if message["type"] == "game_state" and message["payload"]["full"]:
                break
        assert time.monotonic() - killed < 5 * _slack()
        for player, was in zip(players, before, strict=True):
            moved_to(player, two)
            assert seen(player.full()) == seen(was)
        assert play(players, 3) == 3
        for player in players:
            player.close()


@pytest.mark.timeout(180)
def test_a_process_that_slept_shows_no_stale_table(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "holdem", 3)
        play(players, 1)
        moved_to(players[1], two)
        with one.asleep():
            while True:  # the other process takes the table over
                message = players[1].hear()
                if message["type"] == "game_state" and message["payload"]["full"]:
                    break
            for player in players:
                moved_to(player, two)
            assert play(players, 3) == 3
            true = seen(players[1].full())
        for player in players:  # the first question after it woke up
            player.server = one
        assert seen(players[1].full()) == true
        assert play(players, 1) == 1
        tables = [httpx.get(f"{server.url}/ready", timeout=20).json()["tables"] for server in (one, two)]
        assert sum(tables) == 1
        for player in players:
            player.close()


@pytest.mark.timeout(180)
def test_redis_may_forget_everything(pair: tuple[Process, Process], redis_url: str) -> None:
    import redis

    one, two = pair
    memory = redis.Redis.from_url(redis_url)
    memory.flushall()
    with one, two:
        players = open_table(one, "holdem", 3)
        play(players, 1)
        before = [seen(player.full()) for player in players]
        servers = memory.smembers("paiju:servers")
        assert len(servers) == 2
        memory.flushall()
        moved_to(players[1], two)  # perhaps before one has said again that it runs the table
        assert seen(players[1].full()) == before[1]
        until = time.monotonic() + 5 * _slack()
        while not servers <= memory.smembers("paiju:servers"):  # both are in the list again
            assert time.monotonic() < until
            time.sleep(0.1)
        for player in players:
            moved_to(player, two)
        assert play(players, 2) == 2
        before = [seen(player.full()) for player in players]
        one.kill()  # and whoever dies now is missed
        time.sleep(4)
        for player in players:
            moved_to(player, two)
        assert [seen(player.full()) for player in players] == before
        assert play(players, 1) == 1
        for player in players:
            player.close()
    memory.close()


@pytest.mark.timeout(180)
def test_a_process_that_is_asked_to_stop_hands_over(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "duel", 2)
        play(players, 1)
        before = [player.full() for player in players]
        started = time.monotonic()
        one.kill(signal.SIGTERM)
        told = []
        try:
            while True:
                told.append(players[0].hear())
        except Exception as error:
            assert "1012" in str(error), error
        assert any(m["type"] == "notice" and m["payload"]["event"] == "reconnect" for m in told)
        for player, was in zip(players, before, strict=True):
            moved_to(player, two)
            assert seen(player.full()) == seen(was)
        assert time.monotonic() - started < 10 * _slack()
        assert play(players, 2) == 2
        for player in players:
            player.close()


@pytest.mark.asyncio
async def test_tables_are_opened_and_played_while_redis_is_away(tmp_path: Path) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(services.valkey())
        async with serving(tmp_path, redis=url) as server:
            ann = await server.guest("Ann")
            stack.close()
            code = (await ann.table(seats=2))["id"]
            await ann.post(f"/api/games/{code}/bots", {"level": "first"}, 201)
            await ann.post(f"/api/games/{code}/start")
            assert (await ann.get(f"/api/games/{code}/state"))["stage"] != "waiting"


@pytest.mark.asyncio
async def test_a_process_stops_in_good_order_without_redis(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What was accepted is in the database, and nothing is left running."""
    with ExitStack() as stack:
        url = stack.enter_context(services.valkey())
        async with serving(tmp_path, redis=url) as server:
            ann = await server.guest("Ann")
            code = (await ann.table())["id"]
            closed: list[bool] = []
            store = server.context.store
            finish = store.close

            async def close() -> None:
                await finish()
                closed.append(True)

            store.close = close
            stack.close()  # Redis is gone
            started = time.monotonic()
        assert time.monotonic() - started < 15 and closed
    assert "failed" not in capfd.readouterr().err
    async with serving(tmp_path) as server:
        assert await server.context.store.game(code) is not None


@pytest.mark.timeout(180)
def test_two_processes_asked_at_once_agree(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one, two:
        players = open_table(one, "duel", 2)
        game, token = players[0].game, players[0].token
        for player in players:
            player.close()
        one.kill()  # nobody owns the table now, and both are asked for it
        one.start()
        answers: list[int] = []

        def ask(server: Process) -> None:
            for _ in range(5):
                reply = httpx.get(
                    f"{server.url}/api/games/{game}/state", headers={"authorization": f"Bearer {token}"}, timeout=20
                )
                answers.append(reply.status_code)

        threads = [threading.Thread(target=ask, args=(server,)) for server in (one, two) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(answers) == {200}
        owners = [httpx.get(f"{server.url}/ready", timeout=20).json()["tables"] for server in (one, two)]
        assert sum(owners) == 1


def _slack() -> float:
    """This machine may be doing other things."""
    import os

    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
