"""A database that the server of 0.1.0 wrote is served, played on and checked by this one.

paiju-0.1.0.sql.gz is a dump of such a database: two accounts and a guest, a finished deal of each of the eleven games of 0.1.0,
and tables left in mid-deal when the server was stopped.
"""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from paiju.cli import app as cli
from paiju.games import catalog
from paiju.games.record import load, verify
from paiju.server.check import check
from paiju.server.database import connect, sqlite_url
from tests.server.client import Guest, Running, serving

DUMP = Path(__file__).with_name("paiju-0.1.0.sql.gz")
TOKENS = {  # signed by 0.1.0, whose tokens named no session; the key is in the dump
    "Ann": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.2_S66s94IdEL8nPMUIMLJfLBsYPNLCdbX58A4nMA8q0",
    "Ben": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIyIn0.46uDOu-mCE-Fuc4I-DCYcgv0fx0XwXzZccY0zywPt0w",
    "彩云": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIzIn0.AL3WjDh1pyRGu6q9DI3PegsoWUSqY3Q9GoKd5sN9WdI",
}
FINISHED = {  # by game: the table of one deal (Hold'em: two hands, and closed)
    "doudizhu": "sw7k7qejsz5k",
    "doudizhu_x": "bm54ptr8etj3",
    "doudizhu_4p": "e83hjj7ek2j3",
    "big_two": "ragbcex2xujc",
    "three_two_one": "dkq7krnwrz8w",
    "wuguapi": "gjcdufbxtg2e",
    "qigui_521": "eujj4cjnvx3k",
    "qigui_523": "xsjptrzv52dv",
    "guandan": "63b4ncjc4f6y",
    "holdem": "d6gkh3tra5q9",
    "sanguosha": "nmup7t4futx2",
}
OPEN = {  # who sits at a table that was left in mid-deal
    "shhq5szkpw5q": ("Ann", "Ben"),  # Hold'em, third hand
    "fvhcvxmf3v36": ("Ben",),  # Guandan, second deal
    "cjzys6jzhpuu": ("彩云", "Ann"),  # Dou Dizhu, locked
    "m6s7chjx393b": ("彩云",),  # Sanguosha
}
WAITING = "h539gyj7a7a7"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "paiju.db") as file:
        file.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    file.close()
    return tmp_path


def present(data: Path) -> Any:
    return serving(data, find=catalog.find, catalog=catalog.infos)


def known(server: Running, name: str) -> Guest:
    http = httpx.AsyncClient(base_url=server.url, timeout=20, headers={"authorization": f"Bearer {TOKENS[name]}"})
    server.clients.append(http)
    return Guest(server, http, {"token": TOKENS[name], "player": {"id": str(list(TOKENS).index(name) + 1)}})


async def findings(data: Path) -> list[object]:
    database = connect(sqlite_url(data / "paiju.db"))
    try:
        return list(await check(database, deep=True))
    finally:
        await database.close()


async def test_people_are_who_they_were(data: Path) -> None:
    async with present(data) as server:
        ann, ben = known(server, "Ann"), known(server, "Ben")
        assert (await ann.get("/api/me"))["name"] == "Ann"
        (kept,) = (await ann.get("/api/people"))["people"]
        assert (kept["id"], kept["note"], kept["tag"], kept["friend"]) == (ben.id, "plays slowly", "jade", True)
        newcomer = await server.guest("Dai")
        back = await newcomer.post("/api/login", {"login": "ann", "password": "correct horse 1"})
        assert back["player"]["id"] == ann.id
        (line,) = (await ben.get("/api/games/shhq5szkpw5q/chat"))["lines"]
        assert line["text"] == "hello 你好"
        assert (await ann.get("/api/me/deals"))["total"] == 14
    assert await findings(data) == []


async def test_finished_deals(data: Path) -> None:
    """History, record, proof and replay of every deal."""
    async with present(data) as server:
        ann = known(server, "Ann")
        for game, code in FINISHED.items():
            path = f"/api/games/{code}"
            hands = (await ann.get(f"{path}/history"))["hands"]
            assert len(hands) == (2 if game == "holdem" else 1)
            for hand in hands:
                number = hand["handNumber"]
                record = load(await ann.get(f"{path}/records/{number}"))
                verdict = verify(record)
                assert verdict.outcome is not None and list(verdict.outcome.scores) == hand["scores"], game
                assert verdict.committed, game
                steps = (await ann.get(f"{path}/replay/{number}?open=true"))["steps"]
                assert steps[-1]["view"] and len(steps) > 3
                fairness = await ann.get(f"{path}/fairness/{number}")
                assert fairness["serverSeed"]


async def test_open_tables_go_on(data: Path) -> None:
    """Every deal that was under way is played to its end, and then the next is dealt."""
    async with present(data) as server:
        for code, names in OPEN.items():
            people = [known(server, name) for name in names]
            path = f"/api/games/{code}"
            number = (await people[0].get(f"{path}/state"))["handNumber"]
            while (state := await people[0].get(f"{path}/state"))["result"] is None:
                for one in people:
                    asked = (await one.get(f"{path}/state"))["decision"]
                    if asked is not None:
                        await one.post(f"{path}/action", {"text": asked["choices"][0]})
            assert state["handNumber"] == number
            record = load(await people[0].get(f"{path}/records/{number}"))
            assert len(record.moves) > 1
        waiting = await known(server, "Ben").get(f"/api/games/{WAITING}")
        assert waiting["status"] == "waiting"
        await known(server, "Ann").post(f"/api/games/{WAITING}/players", {}, 201)
    assert await findings(data) == []


def test_a_check_before_the_upgrade_says_what_to_do(data: Path) -> None:
    done = CliRunner().invoke(cli, ["check", "--data", str(data), "--lang", "en"])
    assert done.exit_code == 2
    assert "schema 0002" in done.output and "start the server" in done.output
