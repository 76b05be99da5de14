"""Players of other platforms: what they are told and say in whole deals, held to recorded transcripts.

`python -m tests.bots.foreign.test_transcripts` records them again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from paiju.bots.named import bot_named, check_named, close
from paiju.bots.registry import make
from paiju.games import catalog
from paiju.games.refusals import Refusal

HERE = Path(__file__).parent
PLAYERS = HERE / "players"

CASES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "botzone-doudizhu": ("doudizhu", {"bidding": "score"}, 3, f"botzone:{sys.executable} {PLAYERS / 'botzone.py'}"),
    "botzone-guandan": ("guandan", {}, 4, f"botzone:{sys.executable} {PLAYERS / 'botzone.py'}"),
    "openguandan": ("guandan", {}, 4, f"openguandan:{sys.executable} {PLAYERS / 'openguandan.py'}"),
    "acpc": ("holdem", {}, 3, f"acpc:{sys.executable} {PLAYERS / 'acpc.py'}"),
    "acpc-limit-heads-up": (
        "holdem",
        {"game_type": "limit"},
        2,
        f"acpc:{sys.executable} {PLAYERS / 'acpc.py'} limit",
    ),
    "rlcard-doudizhu": ("doudizhu", {}, 3, "rlcard:tests.bots.foreign.players.rlcard:Last"),
    "rlcard-limit": ("holdem", {"game_type": "limit"}, 2, "rlcard:tests.bots.foreign.players.rlcard:Last"),
}


def transcript(name: str, folder: Path) -> str:
    """What the player in seat 1 hears and says in one deal against random answers; in hold'em the others call."""
    game_id, options, seats, player = CASES[name]
    info = catalog.find(game_id)
    game = info.game(options)
    file = folder / "heard.txt"
    os.environ["PAIJU_TRANSCRIPT"] = str(file)
    bot = bot_named(info.id, player, game, 7, 1)
    others = make(info.id, "call" if game_id == "holdem" else "random", seed=5)
    try:
        state, limit = game.deal(seats, 11), 30.0
        for _ in range(60):
            pending = game.pending(state)
            if not pending:
                break
            decision = pending[0]
            who = bot if decision.seat == 1 else others
            action = who.choose(game.view(state, decision.seat), decision, limit=limit)
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    finally:
        close(bot)
        del os.environ["PAIJU_TRANSCRIPT"]
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_a_recorded_deal(name: str, tmp_path: Path) -> None:
    recorded = (HERE / "transcripts" / f"{name}.txt").read_text(encoding="utf-8")
    found = transcript(name, tmp_path)
    assert found.count("\n<") > 2
    assert found == recorded, "record it again: python -m tests.bots.foreign.test_transcripts"


@pytest.mark.parametrize(
    ("game", "name", "why"),
    [
        ("holdem", "botzone:./x", "does not have holdem; it has doudizhu, guandan"),
        ("holdem", "acpc:", "a program is expected after acpc:"),
        ("doudizhu", "cmd: ", "a program is expected after cmd:"),
        ("doudizhu", "./none.py", "there is no file"),
    ],
)
def test_what_cannot_play_is_refused(game: str, name: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_named(game, name)
    assert why in refused.value.worded("en")


def test_an_agent_that_cannot_be_imported_is_refused() -> None:
    game = catalog.find("doudizhu").game()
    with pytest.raises(Refusal) as refused:
        bot_named("doudizhu", "rlcard:nowhere:Agent", game, 1, 0)
    assert "cannot load nowhere:Agent: No module named 'nowhere'" in refused.value.worded("en")


def test_rlcards_own_agents_play_whole_deals_without_a_fault() -> None:
    from paiju.arena.contest import Contest, play_deal

    landlord = "rlcard:rlcard.models.doudizhu_rule_models:DouDizhuRuleAgentV1"
    holdem = "rlcard:rlcard.models.limitholdem_rule_models:LimitholdemRuleAgentV1"
    for contest in (
        Contest("doudizhu", ("easy", landlord), 1),
        Contest("holdem", ("easy", holdem), 1, 2, options={"game_type": "limit"}),
    ):
        assert [faults.total for faults in play_deal(contest, 0).faults] == [0, 0]


if __name__ == "__main__":
    for case in CASES:
        with TemporaryDirectory() as where:
            (HERE / "transcripts" / f"{case}.txt").write_text(transcript(case, Path(where)), encoding="utf-8")
