"""`paiju solve` and `paiju verify` of its certificates, run as a person would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app
from paiju.cli import solve as command
from paiju.games.climb.position import Position
from paiju.games.contract import play
from paiju.games.messages import placeholders
from paiju.solver.endgame import Solver

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"
LOST = "doudizhu 3/4/5 0 landlord=0 top=1:6"


def paiju(*words: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(row) for row in result.stdout.splitlines()]


def test_a_known_endgame_in_words() -> None:
    chinese = paiju("solve", KNOWN, "--lang", "zh")
    assert chinese.exit_code == 0
    assert chinese.stdout.startswith("地主必胜。\n唯一解：5\n变化：地主 5，农民 ")
    english = paiju("solve", *KNOWN.split(), "--all", "--lang", "en").stdout  # also without quotes
    assert english.startswith("The landlord can force the win.\nOnly move: 5\n4 fails: the answer is 5\n")
    assert "\nK fails: the others pass\n" in english
    assert "Main line: the landlord 5, the farmer " in english


@pytest.mark.parametrize(
    ("position", "words", "zh", "en"),
    [
        (LOST, (), "农民必胜。", "The farmers can force the win."),
        (LOST, (), "地主怎么出都赢不了。", "The landlord: every move loses."),
        ("doudizhu 3/44/55 1 landlord=0", (), "正解：4 44", "Winning moves: 4 44"),
        (
            "doudizhu 33334/44/6 0 landlord=0",
            ("--goal", "score"),
            "地主最好能保证 +4 分。",
            "The landlord can force a score of +4.",
        ),
        ("big_two 3d4d/5s6s/7s8s/9s 0", (), "0 号位不能保证最先出完。", "Seat 0 cannot force being first out."),
        ("wuguapi 3s4s9h/5s6s/7s 1", (), "1 号位必胜：一定能最先出完。", "Seat 1 can force being first out."),
        ("wuguapi 3s4s/5s5h/7s 0", (), "0 号位最好能保证第", "The best place seat 0 can force is"),
        ("guandan 3d/4d/5d/6d 0", (), "0 号位、2 号位必胜。", "Seat 0 and seat 2 can force the win."),
        ("doudizhu 3/4/5 0 landlord=2", (), "变化：下家 3", "Main line: the first farmer 3"),
        ("doudizhu_4p 3/4/5/6 0 landlord=2", (), "变化：对家 3", "Main line: the middle farmer 3"),
    ],
)
def test_what_is_said(position: str, words: tuple[str, ...], zh: str, en: str) -> None:
    for language, expected in (("zh", zh), ("en", en)):
        found = paiju("solve", position, *words, "--lang", language)
        assert expected in found.stdout
        assert found.exit_code == 0


def test_json_has_one_object_a_line() -> None:
    found = paiju("solve", "-", "--json", "--all", input=f"# two\n{KNOWN}\n\n{LOST}\n")
    won, lost = objects(found)
    assert found.exit_code == 0
    assert set(won) == {
        "position", "winners", "side", "proved", "value", "place", "moves", "line", "nodes", "seconds",
    }  # fmt: skip
    assert (won["position"], won["winners"], won["side"], won["proved"]) == (KNOWN, [0], "landlord", True)
    assert [one["move"] for one in won["moves"] if one["wins"]] == ["5"]
    assert all(one["reply"] for one in won["moves"] if not one["wins"])
    position = Position.parse(won["position"])
    game, state = position.engine, position.state
    for step in won["line"]:
        state = play(game, state, step["seat"], step["move"]).state
    assert state.out == (0,)
    assert (lost["winners"], lost["side"]) == ([1, 2], "farmers")


def test_only_winning_moves_are_listed_unless_all_are_asked_for() -> None:
    (few,) = objects(paiju("solve", KNOWN, "--json"))
    assert [one["move"] for one in few["moves"]] == ["5"]


def test_a_file_of_positions(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{LOST}\ndoudizhu 3/4X/5 0 landlord=0\n{KNOWN}\n", encoding="utf-8-sig")  # as Windows writes it
    found = paiju("solve", file, "--json", "--lang", "en")
    assert found.exit_code == 2
    assert "line 2: character 13: 'X' is no rank, suit or joker" in found.stderr
    first, bad, last = objects(found)
    assert first["side"] == "farmers" and last["side"] == "landlord"
    assert (bad["at"], bad["position"]) == (12, "doudizhu 3/4X/5 0 landlord=0")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("doudizhu 3/4X/5 0 landlord=0",), "character 13"),
        (("nothing-here.txt",), "there is no file nothing-here.txt"),
        (("-",), "there is no position"),
        (("",), "there is no position"),
        (("/",), "/ is a folder, not a file"),
        ((KNOWN, "--goal", "glory"), "win or score"),
    ],
)
def test_bad_input_is_named(words: tuple[str, ...], said: str) -> None:
    found = paiju("solve", *words, "--lang", "en", input="")
    assert found.exit_code == 2 and said in found.stderr


def test_not_decided_is_an_answer() -> None:
    full = "doudizhu 33445678889TJQKKA222/334567799TJJQQKAR/45566789TTJQKAA2L 0 landlord=0"
    found = paiju("solve", full, "--limit", "0", "--memory", "16", "--lang", "zh")
    assert found.exit_code == 1 and found.stdout.startswith("没有算出结果")
    (data,) = objects(paiju("solve", full, "--limit", "0", "--memory", "16", "--json"))
    assert (data["proved"], data["side"], data["winners"], data["moves"]) == (False, None, [], [])


def test_an_interrupt_shows_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here between the answer and the main line."""

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "_line", interrupted)
    stopped = paiju("solve", "-", "--json", input=f"{KNOWN}\n{LOST}\n")
    assert stopped.exit_code == 1  # the second was not looked at
    (found,) = objects(stopped)
    assert (found["side"], found["line"], [one["move"] for one in found["moves"]]) == ("landlord", [], ["5"])


def test_progress_is_for_long_searches_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show = command._Progress("en")
    show(5)
    assert capsys.readouterr().err == ""
    show.start -= 3
    show(12_345)
    show.clear()
    assert "12,345 positions, 3 s" in capsys.readouterr().err
    assert "positions" not in paiju("solve", KNOWN, "--json").stderr


def test_a_certificate_is_written_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    assert str(file) in paiju("solve", KNOWN, "--certificate", file).stdout
    told = paiju("verify", file, "--lang", "zh")
    assert told.exit_code == 0 and "地主必胜，已验证" in told.stdout
    data = json.loads(paiju("verify", file, "--json").stdout)
    assert data["ok"] and data["position"] == KNOWN and data["claim"] == "claim 0 first"
    content = file.read_text(encoding="utf-8")
    file.write_text(content.replace(" > 5\n", " > 4\n", 1), encoding="utf-8")
    spoilt = paiju("verify", file, "--json", "--lang", "en")
    assert spoilt.exit_code == 2 and "the hash does not fit" in spoilt.stderr
    assert json.loads(spoilt.stdout)["ok"] is False


def test_a_certificate_is_for_one_position_that_is_decided(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    many = paiju("solve", "-", "--certificate", file, "--lang", "en", input=f"{KNOWN}\n{LOST}\n")
    assert many.exit_code == 2 and "for one position" in many.stderr
    none = paiju("solve", KNOWN, "--limit", "0", "--memory", "1", "--certificate", tmp_path / "no" / "file")
    assert none.exit_code in (1, 2) and not file.exists()


def test_both_languages_say_the_same() -> None:
    for key, text in command._WORDS.items():
        assert placeholders(text.zh) == placeholders(text.en), key
