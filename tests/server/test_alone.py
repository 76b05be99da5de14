"""The table that needs no server, as the demo's page talks to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import demo
import msgspec
import pytest

from paiju.server.alone import Alone


class Time:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def ask(alone: Alone, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    found, text = alone.request(method, path, None if body is None else json.dumps(body))
    assert found == status, text
    return json.loads(text)


def heard(alone: Alone) -> list[Any]:
    return [json.loads(text) for text in alone.take()]


def seated(game: str, seats: int, time: Time) -> tuple[Alone, str]:
    """A person at a table with bots, following it, after the deal."""
    alone = Alone(("doudizhu", "holdem"), now=time)
    ask(alone, "POST", "/api/session", {"name": "小满"})
    bots = [{"level": "easy"}] * (seats - 1)
    table = ask(alone, "POST", "/api/games", {"game": game, "seats": seats, "timeout": 0, "pace": 100, "bots": bots})
    ask(alone, "POST", f"/api/games/{table['id']}/entropy", {"bytes": "00ff"})
    ask(alone, "POST", f"/api/games/{table['id']}/start")
    alone.hear(json.dumps({"type": "watch", "id": "w", "payload": {"gameId": table["id"], "seq": None}}))
    return alone, table["id"]


@pytest.mark.pure
@pytest.mark.parametrize(("game", "seats"), [("doudizhu", 3), ("holdem", 4)])
def test_a_deal_is_played_to_its_end_on_hints(game: str, seats: int) -> None:
    time = Time()
    alone, table = seated(game, seats, time)
    state: dict[str, Any] = {}
    for number in range(2_000):
        answered = False
        for message in heard(alone):
            assert message["type"] != "error", message
            if message["type"] == "game_state":
                state |= message["payload"]
            if message["type"] == "hint":
                text = message["payload"]["choices"][0]["text"]
                move = {"text": text, "seq": state["seq"]}
                alone.hear(json.dumps({"type": "action", "id": f"m{number}", "payload": move}))
                answered = True
        if state.get("result"):
            break
        if answered:
            continue
        if (question := state.get("decision")) is not None and question["since"] == state["seq"]:
            alone.hear(json.dumps({"type": "hint", "id": f"h{number}", "payload": {"limit": 5}}))
        when = alone.tick()
        time.now = max(time.now, when or 0)
    assert state["stage"] == "hand_end"
    assert len(state["result"]["scores"]) == seats
    assert sum(state["result"]["scores"]) == 0
    assert ask(alone, "GET", "/api/me")["games"] == [table]


def test_it_speaks_and_refuses_in_the_language_of_the_page() -> None:
    alone, _ = seated("doudizhu", 3, Time())
    for language in ("zh", "en"):
        alone.hear(json.dumps({"type": "hello", "payload": {"language": language}}))
        alone.take()
        alone.hear(json.dumps({"type": "action", "id": "x", "payload": {"text": "zzz", "seq": None}}))
        (refusal,) = heard(alone)
        assert refusal["type"] == "error"
        assert refusal["payload"]["re"] == "x"
        assert refusal["payload"]["message"]
        assert any("\u4e00" <= letter <= "\u9fff" for letter in refusal["payload"]["message"]) == (language == "zh")


def test_what_needs_a_server_is_not_found() -> None:
    alone = Alone(("doudizhu",))
    assert ask(alone, "GET", "/api/daily", status=404)["code"] == "not_found"
    assert [game["id"] for game in ask(alone, "GET", "/api/catalog")["games"]] == ["doudizhu"]
    assert ask(alone, "GET", "/api/catalog/doudizhu/rules?lang=en")["title"]


def test_what_is_packed_runs_with_msgspec_alone(tmp_path: Path) -> None:
    """The browser has nothing else."""
    demo.pack_library(tmp_path / "paiju.zip")
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    script = (
        f"import sys; sys.path += [{str(tmp_path / 'paiju.zip')!r}, {str(tmp_path / 'packages')!r}]\n"
        "from paiju.server.alone import Alone\n"
        "alone = Alone(('doudizhu', 'holdem'))\n"
        "for game, seats in (('doudizhu', 3), ('holdem', 6)):\n"
        "    alone.request('POST', '/api/session', '{\"name\": \"me\"}')\n"
        "    bots = ','.join(['{\"level\": \"hard\"}'] * (seats - 1))\n"
        '    body = f\'{{"game": "{game}", "seats": {seats}, "pace": 0, "bots": [{bots}]}}\'\n'
        "    status, text = alone.request('POST', '/api/games', body)\n"
        "    alone.request('POST', '/api/games/x/start', None)\n"
        "    alone.tick()\n"
        "    print(status, alone.request('GET', f'/api/catalog/{game}/rules', None)[0])"
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAIJU_")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout.split() == ["200"] * 4, done.stderr
