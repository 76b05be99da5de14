"""The trace: a golden full turn, why skills did not trigger, and the command that prints it."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from typer.testing import CliRunner

from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.record import Move, Record, dump, of_game
from paiju.games.sanguosha.scene import Scene

GOLDEN = Path(__file__).parents[2] / "records" / "sanguosha_turn.trace"


def full_turn() -> list[str]:
    """One turn with a bit of everything: a judgement, 集智, 无懈可击, 杀 with 八卦阵 and 奸雄, discarding."""
    scene = (
        Scene(4, {1: "huangyueying", 2: "caocao", 3: "simayi", 4: "daqiao"}, roles={3: "renegade"})
        .judge(1, "indulgence:6s")
        .hand(1, "slash:7s ex_nihilo:7h jink:2d axe:5d")
        .hand(2, "peach:3h")
        .equip(2, "eight_diagram:2s")
        .hand(3, "peach:4h nullification:Js")
        .hand(4, "jink:3d")
        .top("slash:8c slash:9c slash:Tc jink:Jd slash:4c")
    )
    scene.turn(
        1,
        "P3 respond peach:4h",
        "P1 use axe:5d",
        "P1 use ex_nihilo:7h",
        "P1 yes",
        "P3 use nullification:Js",
        "P1 use slash:7s > P2",
        "P2 yes",
        "P2 no",
        "P2 yes",
    )
    return scene.trace.lines


def test_a_full_turn_line_by_line() -> None:
    lines = full_turn()
    if os.environ.get("PAIJU_REGENERATE"):
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_it_says_why_a_skill_did_not_trigger() -> None:
    scene = Scene(3, {1: "diaochan", 2: "caocao"}).hand(1, "peach:3h")
    scene.phase(1, "play", "P1 skill lijian 3h > P2 P3")
    assert any(line.strip() == "jianxiong P2: no (not so: the card is on the table)" for line in scene.trace.lines)


def test_the_command_prints_it(tmp_path: Path) -> None:
    from paiju.cli import app

    info = find("sanguosha")
    options = info.build()
    game, rng = info.make(options), Rng(5)
    state, moves = game.deal(3, 5), []
    for _ in range(60):
        decision = rng.choice(game.pending(state))
        action = rng.choice(list(islice(decision.choices, 10)))
        state = game.apply(state, decision.seat, action)
        moves.append(Move(decision.seat, str(action)))
    record = of_game(info, options, 3, 5)
    file = tmp_path / "game.paiju"
    file.write_text(dump(Record(**{**record.__dict__, "moves": tuple(moves)})), encoding="utf-8")
    result = CliRunner().invoke(app, ["show", "--trace", str(file)])
    assert result.exit_code == 0, result.output
    assert "GamePrepared(-)" in result.output
    assert "Turn P1" in result.output
