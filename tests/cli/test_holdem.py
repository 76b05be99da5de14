"""The hold'em commands: rank, odds, phh, and show with a hand history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.cli import app

pytestmark = pytest.mark.pure

runner = CliRunner()

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [300, 500, 100]
actions = ["d dh p1 QsQd", "d dh p2 KcKd", "d dh p3 AsAh", "p3 cbr 100", "p1 cbr 300", "p2 cc", "p1 sm QsQd",
  "p2 sm KcKd", "p3 sm AsAh", "d db 2c7d9h", "d db Js", "d db 3c"]
finishing_stacks = [0, 600, 300]
players = ["Ann", "Bo", "Cy"]
"""


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    result = runner.invoke(app, arguments, input=stdin)
    return result.exit_code, result.stdout, result.stderr


def test_rank() -> None:
    code, out, _ = run("rank", "AsAd KcKd9h9s2c")
    assert code == 0
    assert "两对 A 和 K，踢脚 9" in out
    assert "two pair, aces and kings, kicker 9" in out
    code, out, _ = run("rank", "--json", "--short-deck", "Ah6h 7h8h9s")
    assert json.loads(out)["category"] == "straight"


@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "AsKs"),
        ("rank", "AsAsKsQsJs"),
        ("rank", "nonsense"),
        ("rank", "--short-deck", "AsKsQsJs5s"),
        ("rank", "--trips-beat-straight", "AsKsQsJs5s"),
        ("odds", "As"),
        ("odds", "AsKs", "Qs"),
        ("odds", "AsKs", "AsQsJs"),
        ("odds", "AsKs", "QsJs2s", "--short-deck"),
        ("odds", "AsKs", "QsJs2s", "--pot", "5"),
        ("phh", "check", "nowhere"),
        ("phh", "convert", "a.txt", "b.txt"),
        ("phh", "convert", "missing.phh", "b.paiju"),
    ],
)
def test_bad_input(arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("paiju: ")


def test_rank_line_by_line() -> None:
    code, out, _ = run("rank", "-", stdin="AsKs 7s3s9d9h2c\n\n♠A♠K♠Q♠J♠10\n")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(row["category"], row["best"]) for row in rows] == [
        ("one_pair", "9d9hAsKs7s"),
        ("royal_flush", "AsKsQsJsTs"),
    ]
    code, out, _ = run("rank", "-", stdin="AsAs AsAsAs\n8c8d8h9s9d9cKh")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert "error" in rows[0]
    assert rows[1]["best"] == "9s9d9c8c8d"


def test_both_ways_of_ranking_agree() -> None:
    from paiju.cards import Rng
    from paiju.cards.deck import DECK_52

    hands = ["".join(map(str, Rng(seed).shuffled(DECK_52.cards)[: 5 + seed % 3])) for seed in range(200)]
    _, out, _ = run("rank", "-", stdin="\n".join(hands))
    for hand, line in zip(hands, out.splitlines(), strict=True):
        if int(hand.encode().hex(), 16) % 10 == 0:
            assert json.loads(line) == json.loads(run("rank", "--json", hand)[1])


UNCALLED = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [10, 20]
min_bet = 20
starting_stacks = [1000, 1000]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 50", "p1 f"]
winnings = WINNINGS
"""


def test_odds() -> None:
    code, out, _ = run("odds", "AhKh", "Qh7h2c", "--json", "--call", "50", "--pot", "150")
    data = json.loads(out)
    assert code == 0
    assert {word: len(row) for word, row in data["outs"]["by"].items()} == {"flush": 9, "one_pair": 6}
    assert {word: len(row) for word, row in data["allOuts"]["by"].items()} == {"flush": 9, "one_pair": 14}
    assert data["potOdds"] == 0.25
    assert "同花 9" in run("odds", "AhKh", "Qh7h2c", "--lang", "zh")[1]
    assert run("odds", "AsAd", "--lang", "en")[1] == "Made: a pair of aces\n"


def test_phh_check(tmp_path: Path) -> None:
    (tmp_path / "good.phh").write_text(HAND)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "many.phhs").write_text(
        f"[1]\n{HAND}\n[2]\n{HAND.replace('[0, 600, 300]', '[0, 500, 400]')}\n[3]\n{HAND.replace('cbr 300', 'cbr 110')}\n[4]\nnot toml\n"
    )
    code, out, _ = run("phh", "check", str(tmp_path))
    *lines, last = out.splitlines()
    assert code == 1
    assert last == "5 hands, 2 ok, 1 mismatched, 2 refused"
    assert [line.split(": ", 1)[1] for line in lines] == [
        "mismatched: finishing_stacks of p2 is 500, we get 600",
        "refused: action 5: p1 cbr 110 is not allowed: Make the total at least 180 and at most 300.",
        lines[2].split(": ", 1)[1],
    ]
    assert "many.phhs hand 4: refused: not TOML" in lines[2]
    assert run("phh", "check", str(tmp_path / "good.phh"))[:2] == (0, "1 hand, 1 ok, 0 mismatched, 0 refused\n")
    data = json.loads(run("phh", "check", "--json", str(tmp_path))[1])
    assert (data["hands"], data["ok"], len(data["findings"])) == (5, 2, 3)


def test_phh_speaks_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "many.phhs"
    wrong = HAND.replace("[0, 600, 300]", "[0, 500, 400]"), HAND.replace("cbr 300", "cbr 110"), "not toml"
    file.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate((HAND, *wrong))))
    code, out, _ = run("phh", "check", str(file), "--lang", "zh")
    lines = out.splitlines()
    assert code == 1
    assert lines[0].endswith("第 1 手：不符：p2 的 finishing_stacks 写作 500，算出的是 600")
    assert lines[1].endswith("第 2 手：打不通：第 5 个动作：不能 p1 cbr 110：总额应在 180 到 300 之间。")
    assert "第 3 手：打不通：不是 TOML：" in lines[2]
    assert lines[3] == "共 4 手，相符 1，不符 1，打不通 2"
    for arguments, says in (
        (("check", "nowhere"), "没有这个文件或文件夹"),
        (("convert", "a.txt", "b.txt"), "或者反过来"),
        (("convert", str(file), str(tmp_path / "out.paiju")), "第 2 手：第 5 个动作：不能 p1 cbr 110"),
    ):
        code, _, err = run("phh", *arguments, "--lang", "zh")
        assert (code, says in err) == (2, True), err


def test_phh_check_counts_other_conventions_apart(tmp_path: Path) -> None:
    hands = [UNCALLED.replace("WINNINGS", row) for row in ("[0, 40]", "[0, 0]", "[0, 70]", "[0, 55]")]
    file = tmp_path / "many.phhs"
    file.write_text("\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands[:3])))
    summary = "3 hands, 1 ok, 1 winnings not told, 1 includes the uncalled bet, 0 mismatched, 0 refused"
    assert run("phh", "check", str(file))[:2] == (0, summary + "\n")
    code, out, _ = run("phh", "check", "--strict", str(file))
    assert code == 1
    assert [line.split(": ", 1)[1] for line in out.splitlines()[:-1]] == [
        "winnings not told: winnings of p2 is 0, we get 40",
        "includes the uncalled bet: winnings of p2 is 70, we get 40",
    ]
    data = json.loads(run("phh", "check", "--json", str(file))[1])
    assert (data["winnings_not_told"], data["includes_the_uncalled_bet"], data["mismatched"]) == (1, 1, 0)
    file.write_text(hands[3])
    assert run("phh", "check", str(file))[0] == 1


def test_phh_convert_and_show(tmp_path: Path) -> None:
    source, record, back = (tmp_path / name for name in ("hand.phh", "hand.paiju", "back.phh"))
    source.write_text(HAND)
    assert run("phh", "convert", str(source), str(record))[0] == 0
    assert run("phh", "convert", str(record), str(back))[0] == 0
    assert run("phh", "check", str(back))[0] == 0
    assert run("verify", str(record))[0] == 0
    for file in (source, record):
        code, out, _ = run("show", str(file), "--lang", "en")
        assert code == 0
        assert "Bo raises" not in out
        assert "Ann raises to 300, all in" in out
        assert "Cy wins the main pot of 300 with a pair of aces, kickers J 9 7" in out
