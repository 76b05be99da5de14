"""Contests on a made-up game of known value, with good, crashing, hanging and cheating bots."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from paiju.arena.contest import Contest, play_deal, seatings
from paiju.arena.executor import Cluster, Processes, executor
from paiju.arena.standing import standing
from paiju.bots import external, registry
from paiju.bots.external import External
from paiju.cli import app
from paiju.games import catalog
from paiju.games.contract import Decision, View
from paiju.games.record import load
from tests import toy

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        {body}
"""
GOOD = 'print(json.dumps({"text": message["decision"]["choices"][0]}), flush=True)'
CRASH = "raise SystemExit(3)"
HANG = "import time; time.sleep(60)"
CHEAT = 'print(json.dumps({"text": "show 2c2d2h2s"}), flush=True)'
NOISE = 'print("hello", flush=True)'


class HighestCard:
    """Shows its best card first and gives nothing back: never worse than random."""

    quick = False

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return max(decision.choices, key=lambda action: getattr(getattr(action, "card", None), "rank", 0))


class Breaks:
    quick = False

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        raise LookupError("no idea")


class Cheats:
    quick = False

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return toy.Give(True)


class Slow:
    quick = False

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return next(iter(decision.choices))


@pytest.fixture(autouse=True)
def _duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalog, "infos", lambda: (toy.INFO,))
    for name, bot in (("high", HighestCard), ("breaks", Breaks), ("cheats", Cheats), ("slow", Slow)):
        monkeypatch.setitem(registry._MAKERS, ("duel", name), lambda seed, bot=bot: bot())  # type: ignore[misc]
    yield


def program(tmp_path: Path, body: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(BOT.replace("{body}", body))
    return str(path)


def test_seatings_are_balanced() -> None:
    for seats in range(2, 11):
        for bots in range(2, seats + 1):
            rows = seatings(seats, bots)
            for seat in range(seats):
                held = [row[seat] for row in rows]
                assert len({held.count(bot) for bot in range(bots)}) == 1, (seats, bots)


def test_a_bot_against_itself_on_duplicate_deals_is_exactly_even() -> None:
    contest = Contest("duel", ("high", "high"), 20, seats=2)
    table = standing(contest, [play_deal(contest, number) for number in range(20)])
    assert table.pairs[0].difference.mean == 0
    assert table.pairs[0].difference.margin == 0


def test_the_same_contest_gives_the_same_deals() -> None:
    contest = Contest("duel", ("high", "random"), 3, seats=3)
    one, two = play_deal(contest, 1), play_deal(contest, 1)
    assert [load(text).seed for text in one.records] == [load(text).seed for text in two.records]
    assert one.scores == two.scores
    assert load(one.records[0]).seed != load(play_deal(contest, 2).records[0]).seed


@pytest.mark.parametrize(("name", "kind"), [("breaks", "crash"), ("cheats", "illegal")])
def test_faults_of_built_in_bots_are_counted_and_the_deal_goes_on(name: str, kind: str) -> None:
    contest = Contest("duel", (name, "high"), 1, seats=2, preset="strict")
    result = play_deal(contest, 0)
    assert getattr(result.faults[0], kind) == 6  # three rounds, two seatings
    assert result.faults[1].total == 0
    assert load(result.records[0]).moves


def test_late_answers_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10**6))
    contest = Contest("duel", ("slow", "high"), 1, seats=2, preset="strict", limit=0.3)
    result = play_deal(contest, 0, clock=lambda: float(next(now)))
    assert result.faults[0].timeout == 6


@pytest.mark.parametrize(
    ("body", "kind"), [(GOOD, None), (CRASH, "crash"), (HANG, "timeout"), (CHEAT, "illegal"), (NOISE, "illegal")]
)
def test_external_bots_are_contained(
    tmp_path: Path, body: str, kind: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.bots.external.START_ALLOWANCE", 1.0 if body == HANG else 20.0)
    contest = Contest("duel", (program(tmp_path, body), "high"), 1, seats=2, options={"rounds": 1}, limit=0.3)
    result = play_deal(contest, 0)
    if kind is None:
        assert result.faults[0].total == 0
    else:
        assert getattr(result.faults[0], kind) == result.faults[0].total > 0
        assert kind in result.faults[0].first


def test_a_program_that_is_not_there_is_a_crash() -> None:
    contest = Contest("duel", ("cmd:/nowhere/at-all", "high"), 1, seats=2)
    assert play_deal(contest, 0).faults[0].crash > 0


def _square(number: int) -> int:
    return number * number


def test_processes_give_the_same_results() -> None:
    assert sorted(Processes(2).map(_square, range(20))) == sorted(executor(1).map(_square, range(20)))


def test_a_real_cluster_gives_the_same_results() -> None:
    distributed = pytest.importorskip("distributed", reason="the cluster extra is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, processes=True
    ) as cluster:
        assert sorted(Cluster(cluster.scheduler_address).map(_square, range(20))) == [n * n for n in range(20)]


def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["arena", "duel", "--bots", "high,random", "--deals", "12", "--out", str(out)]
    first = CliRunner().invoke(app, words)
    assert first.exit_code == 0, first.output
    assert "high − random" in first.stdout
    assert (out / "difference-1.svg").read_text().startswith("<svg")
    assert len(list((out / "records").iterdir())) == 12


def test_it_resumes_where_it_was_cut_off(tmp_path: Path) -> None:
    words = ["arena", "duel", "--bots", "high,random", "--json", "--out", str(tmp_path), "--deals"]
    whole = json.loads(CliRunner().invoke(app, [*words[:-3], "--deals", "20"]).stdout)
    assert CliRunner().invoke(app, [*words, "8"]).exit_code == 0
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"number": 8, "sco')  # the power failed here
    again = CliRunner().invoke(app, [*words, "20"])
    assert json.loads(again.stdout) == whole
    other = CliRunner().invoke(app, ["arena", "duel", "--bots", "high,high", "--out", str(tmp_path)])
    assert other.exit_code == 2
    assert "another contest" in other.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "--bots", "easy,hard"], "no game is called"),
        (["duel", "--bots", "easy"], "name two bots"),
        (["duel", "--bots", "easy,cmd:"], "a program is expected after cmd:"),
        (["duel", "--bots", "easy,genius"], "no bot of level"),
        (["duel", "--bots", "easy,nowhere.py"], "no file nowhere.py"),
        (["duel", "--bots", "easy,nowhere.onnx"], "no file nowhere.onnx"),
        (["duel", "--bots", "easy,acpc:./player"], "acpc does not have duel"),
        (["duel", "--bots", "easy,easy", "--seats", "9"], "not played by 9"),
        (["duel", "--bots", "easy,easy", "--option", "rounds=99"], "option rounds"),
        (["duel", "--bots", "easy,easy", "--preset", "odd"], "no preset"),
    ],
)
def test_bad_input(words: list[str], says: str) -> None:
    result = CliRunner().invoke(app, ["arena", *words])
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr
    assert result.stderr.count("paiju: ") == 1


def test_external_program_needs_no_paiju(tmp_path: Path) -> None:
    contest = Contest("duel", (f"cmd:{sys.executable} {program(tmp_path, GOOD)}", "high"), 1, seats=2)
    assert play_deal(contest, 0).faults[0].total == 0


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("def choose(view, decision, limit):\n    print('hm')\n    return decision['choices'][0]\n", None, ""),
        (
            "import helper\nclass Bot:\n    def choose(self, view, decision, *, limit):\n"
            "        return helper.first(decision)\n",
            None,
            "",
        ),
        ("def choose(view, decision, limit):\n    raise KeyError('oh')\n", "crash", "KeyError: 'oh'"),
        ("x = 1\n", "crash", "neither reads questions nor defines choose"),
        ("def choose(view, decision, limit):\n    return 7\n", "illegal", "an answer is"),
        ("import nothing_of_this_name\n", "crash", "No module named"),
    ],
    ids=["function", "class beside a module", "raises", "neither", "no text", "import"],
)
def test_a_python_file_may_define_how_to_choose(tmp_path: Path, text: str, kind: str | None, says: str) -> None:
    (tmp_path / "helper.py").write_text("def first(decision):\n    return decision['choices'][0]\n")
    (tmp_path / "bot.py").write_text(text)
    contest = Contest("duel", (str(tmp_path / "bot.py"), "high"), 1, seats=2, options={"rounds": 1}, limit=2.0)
    faults = play_deal(contest, 0).faults[0]
    assert faults.total == (getattr(faults, kind) if kind else 0)
    assert says in faults.first


def test_a_program_that_hangs_is_not_waited_for_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "START_ALLOWANCE", 1.0)
    monkeypatch.setattr(external, "SECOND_ALLOWANCE", 0.1)
    monkeypatch.setattr(external, "_SILENT", silent := set[tuple[str, ...]]())
    contest = Contest("duel", (program(tmp_path, HANG), "high"), 1, seats=2, preset="strict", limit=0.1)
    started: list[object] = []
    monkeypatch.setattr(External, "_start", lambda self, start=External._start: (started.append(self), start(self))[1])
    assert play_deal(contest, 0).faults[0].timeout == 6
    assert len(silent) == 1
    assert len(started) <= 2 * external.STRIKES


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes are POSIX's")
def test_what_a_hanging_program_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_ALLOWANCE", 0.5)
    (tmp_path / "prog.sh").write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {tmp_path}/pid\nwait\n")
    contest = Contest("duel", (f"cmd:sh {tmp_path}/prog.sh", "high"), 1, seats=2, options={"rounds": 1}, limit=0.1)
    assert play_deal(contest, 0).faults[0].timeout > 0
    child = int((tmp_path / "pid").read_text())
    for _ in range(100):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child is still there")
