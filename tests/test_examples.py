"""The scripts of examples/ run, and the one that learns does."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from paiju.arena.contest import Contest
from paiju.arena.roles import won_by_role
from paiju.own import games_of

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "size"), [("one_seat", 3), ("linear_policy", 20)])
def test_examples_run(name: str, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    script(name).main(size)
    assert capsys.readouterr().out


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"kuhn", "linear_policy", "one_seat"}


@pytest.mark.needs_kernel
def test_the_linear_policy_learns() -> None:
    one = script("linear_policy")
    weights = one.learn(1500)
    assert one.score(weights, 400) > one.score(0 * weights, 400) + 5


def test_the_network_wins_most_deals_against_random() -> None:
    network = EXAMPLES / "networks" / "doudizhu" / "doudizhu.net"
    contest = Contest("doudizhu", (str(network), "random"), 12, seed=4)
    assert sum(won_by_role(contest, number) for number in range(12)) > 9


KUHN = EXAMPLES / "kuhn.py"


def value(state: Any, chance: Callable[[Any, str], float]) -> float:
    """What seat 0 of Kuhn poker wins from here on average, if `chance(state, move)` says how often each move is made."""
    game = games_of(str(KUHN))[0].game()
    outcome = game.outcome(state)
    if outcome is not None:
        return float(outcome.scores[0])
    (decision,) = game.pending(state)
    return sum(chance(state, move) * value(game.apply(state, decision.seat, move), chance) for move in decision.choices)


def test_the_bot_of_kuhn_poker_plays_an_equilibrium() -> None:
    """Against itself it loses 1/18 chip a deal as the first player, and nobody does better against it from either seat."""
    (info,) = games_of(str(KUHN))
    module: Any = sys.modules[info.options.__module__]
    deals = [module.State(deck) for deck in permutations(module.DECK)]

    def steady(state: Any, move: str) -> float:
        bold = module.BOLD[str(state.card_of(state.turn))[0]][" ".join(state.moves)]
        return float(bold if move in ("bet", "call") else 1 - bold)

    def mean(chance: Callable[[Any, str], float]) -> float:
        return sum(value(state, chance) for state in deals) / len(deals)

    assert mean(steady) == pytest.approx(-1 / 18)
    places = [(card, moves) for card in "JQK" for moves in module.BOLD["J"]]
    for seat, sign in ((0, 1), (1, -1)):
        mine = [place for place in places if len(place[1].split()) % 2 == seat]
        for answers in product((0, 1), repeat=len(mine)):  # every way to play without chance
            plan = dict(zip(mine, answers, strict=True))

            def other(state: Any, move: str, plan: Any = plan, seat: int = seat) -> float:
                if state.turn != seat:
                    return steady(state, move)
                bold = plan[str(state.card_of(seat))[0], " ".join(state.moves)]
                return float(bold if move in ("bet", "call") else 1 - bold)

            assert sign * mean(other) <= sign * -1 / 18 + 1e-9


def paiju(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paiju", *arguments], input=typed, capture_output=True, text=True, timeout=120
    )


def test_a_game_of_one_file_is_played_by_every_command(tmp_path: Path) -> None:
    done = paiju("--games", str(KUHN), "play", "kuhn", "--seed", "3", "--plain", "--lang", "en", typed="check\nquit\n")
    assert "Player wins the pot of 2." in done.stdout, done.stderr
    bots = ("arena", "kuhn", "--bots", "easy,normal", "--deals", "20", "--workers", "2", "--json")
    done = paiju("--games", str(KUHN), *bots)
    assert done.returncode == 0 and json.loads(done.stdout)["deals"] == 20, done.stderr
    assert paiju("play", "kuhn").returncode == 2
    (tmp_path / "empty.py").write_text("")
    done = paiju("--games", str(tmp_path / "empty.py"), "games")
    assert done.returncode == 2 and "has no games" in done.stderr and done.stderr.count("\n") == 1
    (tmp_path / "again.py").write_text(KUHN.read_text(encoding="utf-8").replace('id="kuhn"', 'id="holdem"'))
    done = paiju("--games", str(tmp_path / "again.py"), "games")
    assert done.returncode == 2 and "the name holdem is taken" in done.stderr
