"""The server process is killed after every event; each client resumes from the last seq it saw to exactly the
acknowledged moves."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from paiju.games.record import load
from tests.server.client import applied
from tests.server.process import Process


class Player:
    """A client that survives its server: it reconnects and resumes by seq."""

    def __init__(self, server: Process, name: str) -> None:
        self.server = server
        made = httpx.post(f"{server.url}/api/session", json={"name": name}, timeout=20).json()
        self.token, self.id = made["token"], made["player"]["id"]
        self.state: dict[str, Any] = {}
        self.game = ""
        self.wire: ClientConnection | None = None
        self._stack = ExitStack()

    def connect(self) -> None:
        """Connect, anew if need be, and go on from the last seq: `applied` checks that what comes fits what is here."""
        headers = {"Authorization": f"Bearer {self.token}"}
        self.close()
        opened = connect(self.server.ws, additional_headers=headers, compression=None, proxy=None, close_timeout=0.1)
        self.wire = self._stack.enter_context(opened)
        payload: dict[str, Any] = {"gameId": self.game}
        if self.state:
            payload["seq"] = self.state["seq"]
        self.ask("watch", **payload)

    def close(self) -> None:
        with suppress(Exception):
            self._stack.close()
        self._stack = ExitStack()

    def hear(self) -> dict[str, Any]:
        assert self.wire is not None
        message: dict[str, Any] = json.loads(self.wire.recv(timeout=20))
        if message["type"] == "game_state":
            self.state = applied(self.state, message["payload"])
        return message

    def say(self, type: str, id: str | None = None, **payload: Any) -> None:
        assert self.wire is not None
        self.wire.send(json.dumps({"type": type, "payload": payload, **({"id": id} if id else {})}))

    def ask(self, type: str, **payload: Any) -> int:
        self.say(type, id="x", **payload)
        while True:
            message = self.hear()
            assert message["type"] != "error", message
            if message["type"] == "ack":
                return int(message["payload"]["seq"])

    def settled(self) -> dict[str, Any]:
        """The state this client has added up, once everything on its way has come: it is what a full state says."""
        for _ in range(200):
            whole = self.full()
            self.say("ping")
            while self.hear()["type"] != "pong":
                pass
            if seen(self.state) == seen(whole) and self.state["players"] == whole["players"]:
                return self.state
            time.sleep(0.01)
        assert (seen(self.state), self.state["players"]) == (seen(whole), whole["players"])
        raise AssertionError("unreachable")

    def text(self, path: str) -> str:
        answer = httpx.get(self.server.url + path, headers={"authorization": f"Bearer {self.token}"}, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.text

    def full(self) -> dict[str, Any]:
        state: dict[str, Any] = self.server.get(f"/api/games/{self.game}/state", self.token)
        return state


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """What must be the same before and after: everything but clocks, seq and who is connected."""
    kept = {name: state[name] for name in ("view", "events", "handNumber", "stage", "result", "you", "fairness")}
    decision = state["decision"]
    kept["decision"] = decision and {name: decision[name] for name in ("prompt", "choices", "more")}
    kept["players"] = [{k: v for k, v in row.items() if k != "connected"} for row in state["players"]]
    return kept


def deadline(state: dict[str, Any]) -> int:
    """When the time of the viewer's own seat runs out."""
    return int(state["deadlines"].get(str(state["you"]["seat"]), state["deadline"]))


def open_table(server: Process, game: str, seats: int, **options: Any) -> list[Player]:
    players = [Player(server, f"P{i}") for i in range(seats)]
    owner = players[0]
    body = {"game": game, "seats": seats, "pause": 60, "timeout": 600, **options}
    headers = {"authorization": f"Bearer {owner.token}"}
    made = httpx.post(f"{server.url}/api/games", json=body, headers=headers, timeout=20)
    assert made.status_code == 201, made.text
    for player in players:
        player.game = made.json()["id"]
        if player is not owner:
            path = f"{server.url}/api/games/{player.game}/players"
            joined = httpx.post(path, headers={"authorization": f"Bearer {player.token}"}, timeout=20)
            assert joined.status_code == 201, joined.text
        player.connect()
    owner.ask("start")
    return players


def pick(choices: list[str], step: int) -> str:
    """Different answers at different steps, so that hands go on for a while."""
    for word in ("call", "check"):
        if word in choices:
            return word
    return choices[min(len(choices) - 1, step % 3)]


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("game", "seats", "every"),
    [
        ("holdem", 3, 1),
        ("doudizhu", 3, 4),
        ("sanguosha", 4, 15),
        ("duel", 2, 1),
        pytest.param("doudizhu", 3, 1, marks=pytest.mark.fuzz),
        pytest.param("sanguosha", 4, 1, marks=pytest.mark.fuzz),
    ],
)
def test_killed_after_every_event(game: str, seats: int, every: int, tmp_path: Path) -> None:
    with Process(tmp_path, grace=0.0) as server:
        players = open_table(server, game, seats)
        step, kills, acked = 0, 0, 0
        moves: list[tuple[int, str]] = []
        while True:
            states = [player.full() for player in players]
            asked = [i for i, state in enumerate(states) if state["decision"]]
            if not asked:
                break
            actor = players[asked[0]]
            text = pick(states[asked[0]]["decision"]["choices"], step)
            acked = actor.ask("action", text=text, seq=states[asked[0]]["seq"])
            moves.append((states[asked[0]]["you"]["seat"], text))
            step += 1
            if step % every and step > 3:
                continue
            looked = time.monotonic()
            before = [player.full() for player in players]
            assert min(state["seq"] for state in before) >= acked
            server.restart()
            kills += 1
            for player, was in zip(players, before, strict=True):
                assert 0 < player.state["seq"] <= was["seq"]  # most have not read all of it yet
                player.connect()
                now = player.full()
                assert seen(player.state) == seen(was)
                assert seen(now) == seen(was)
                if was["decision"]:
                    left = deadline(was) - was["time"]
                    slow = round(1000 * (time.monotonic() - looked))  # on a busy machine all this takes seconds
                    assert left - 2500 - slow <= deadline(now) - now["time"] <= left + 1000
            for player, was in zip(players, before, strict=True):
                assert seen(player.settled()) == seen(was)
            if step >= 150:
                break
        assert kills >= min(step, 5)
        if not asked:  # the deal is over: its record tells the moves
            record = load(players[0].text(f"/api/games/{players[0].game}/records/1"))
            assert [(move.seat, move.text) for move in record.moves] == moves
        for player in players:
            player.close()


@pytest.mark.timeout(120)
def test_a_move_on_its_way_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with Process(tmp_path, grace=0.0) as server:
        players = open_table(server, "doudizhu", 3)
        outcomes = set()
        for step in range(6):
            states = [player.full() for player in players]
            asked = [i for i, state in enumerate(states) if state["decision"]]
            if not asked:
                break
            actor, was = players[asked[0]], states[asked[0]]
            text = pick(was["decision"]["choices"], step)
            actor.say("action", text=text, seq=was["seq"])
            if step % 3:
                actor.hear()  # some time passes
            server.restart()
            for player in players:
                player.connect()
            now = actor.settled()
            done = now["decision"] is None or now["decision"]["since"] != was["decision"]["since"]
            outcomes.add(done)
            if not done:
                assert seen(now) == seen(was)
                actor.ask("action", text=text, seq=now["seq"])
            else:
                assert now["view"] != was["view"]
        assert outcomes
        for player in players:
            player.close()
