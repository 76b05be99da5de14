"""`paiju classify`, `moves` and `import`, run as a person would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app
from paiju.games.climb.position import Position


def paiju(*words: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


def test_classify_gives_every_reading() -> None:
    result = paiju("classify", "doudizhu_x", "44443333", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["beats"] is None
    assert {(one["type"], one["family"], one["size"], one["head"], one["weight"]) for one in found["readings"]} == {
        ("QuadrupleWithPairPair", "normal", 8, "4", None),
        ("TripleStraightWithSingles", "normal", 8, "4", None),
    }


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["doudizhu", "3334"], 0),
        (["doudizhu", "33345"], 1),
        (["doudizhu", "xyz"], 2),
        (["doudizhu", "33333"], 2),
        (["doudizhu", "3s3s"], 2),
        (["doudizhu_4p", "3s3s"], 0),
        (["big_two", "33"], 2),
        (["big_two", "3s3d"], 0),
        (["big_two", "L"], 2),
        (["doudizhu", "4444", "--declare", "Pair"], 1),
        (["doudizhu", "4444", "--declare", "Nonsense"], 2),
        (["nowhere", "3"], 2),
        (["holdem", "AsKs"], 2),
        (["doudizhu_x", "5", "--against", "44443333"], 2),
        (["doudizhu", "5", "--level", "5"], 2),
        (["doudizhu", "5", "--option", "nonsense=1"], 2),
    ],
)
def test_classify_exit_codes(words: list[str], code: int) -> None:
    result = paiju("classify", *words)
    assert result.exit_code == code, result.output
    assert result.output.strip()


@pytest.mark.parametrize(
    ("game", "cards", "against", "kind", "beats"),
    [
        ("doudizhu", "4444", "AAAA56", None, True),
        ("doudizhu", "444456", "3333", None, False),
        ("doudizhu_x", "66665555", "44443333", "QuadrupleWithPairPair", True),
        ("斗地主", "LR", "2222", None, True),
    ],
)
def test_classify_against_the_table(game: str, cards: str, against: str, kind: str | None, beats: bool) -> None:
    words = ["classify", game, cards, "--against", against, "--json"]
    found = json.loads(paiju(*words, *(["--against-type", kind] if kind else [])).stdout)
    assert found["beats"] is beats


def test_classify_options_change_the_rules() -> None:
    assert paiju("classify", "big_two", "3s3d3h3c").exit_code == 1
    assert paiju("classify", "big_two", "3s3d3h3c", "--option", "four_bare=true").exit_code == 0


def test_classify_reads_lines() -> None:
    rows = "3334\n44443333=QuadrupleWithPairPair | 33337788=QuadrupleWithPairPair\n99 | 88\nbad cards\n"
    result = paiju("classify", "doudizhu_x", "-", input=rows)
    assert result.exit_code == 0
    first, second, third, fourth = map(json.loads, result.stdout.splitlines())
    assert first["readings"][0]["type"] == "TripleWithSingle"
    assert (len(second["readings"]), second["beats"], third["beats"]) == (1, True, True)
    assert "error" in fourth


def test_moves_are_grouped_by_type() -> None:
    found = json.loads(paiju("moves", "doudizhu", "333444LR", "--json").stdout)
    counts = {one["type"]: one["count"] for one in found["types"]}
    assert counts == {
        "Single": 4, "Pair": 2, "Triple": 2, "TripleWithSingle": 6, "TripleWithPair": 2, "TripleStraight": 1, "PairJokers": 1,
    }  # fmt: skip
    assert found["count"] == sum(counts.values())
    assert found["pass"] is False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["classify", "doudizhu", "xyz"], "'x' 不是点数、花色或王（第 1 个字符）"),
        (["moves", "doudizhu", "xyz"], "'x' 不是点数、花色或王（第 1 个字符）"),
        (["classify", "big_two", "33"], "这里要看花色：3 缺花色，如 3s（第 1 个字符）"),
        (["moves", "big_two", "L"], "这个游戏的牌里没有小王（第 1 个字符）"),
        (["classify", "doudizhu", "33333"], "3 只有 4 张"),
        (["classify", "doudizhu", "3s3s"], "一副牌里只有 1 张 ♠3"),
        (["classify", "doudizhu", "4444", "--declare", "胡牌"], "'胡牌' 不是牌型（第 1 个字符）"),
        (["moves", "doudizhu", "5", "--against", "34"], "桌上的 34 不成牌型"),
        (["moves", "doudizhu_x", "5", "--against", "44443333"], "桌上的 44443333 可以是飞机带小翼、四带二对，请用 --against-type 声明"),
    ],
)  # fmt: skip
def test_errors_are_in_the_language_asked_for(words: list[str], says: str) -> None:
    result = paiju(*words, "--lang", "zh")
    assert (result.exit_code, result.output.strip()) == (2, f"paiju: {says}")


@pytest.mark.parametrize("name", ["飞机带小翼", "Plane with single wings", "TripleStraightWithSingles", "36"])
def test_a_type_is_declared_by_any_of_its_names(name: str) -> None:
    (reading,) = json.loads(paiju("classify", "斗地主拓展版", "44443333", "--declare", name, "--json").stdout)[
        "readings"
    ]
    assert reading["type"] == "TripleStraightWithSingles"


def test_moves_are_listed_weakest_first() -> None:
    found = json.loads(paiju("moves", "doudizhu", "3334445679", "--json").stdout)
    plays = {one["type"]: one["plays"] for one in found["types"]}
    assert plays["TripleStraightWithSingles"] == [f"444333{wings}" for wings in ("65", "75", "95", "76", "96", "97")]
    assert plays["Single"] == list("345679")
    assert next(iter(plays)) == "Single"
    assert list(plays)[-1] == "TripleStraightWithSingles"


def test_moves_against_the_table() -> None:
    result = paiju("moves", "doudizhu", "3s3d4h4cLR", "--against", "33", "--lang", "en")
    assert result.exit_code == 0
    assert "2 plays, or pass" in result.stdout
    assert "4h4c" in result.stdout
    assert paiju("moves", "doudizhu", "3s", "--against", "zz").exit_code == 2


POSITION = "G\t斗地主\n0\tS3D3H4\n1\tS5S6\n2\tS7\nW\t0\nB\tS8D8C8\nS\t33\nP\t/\nP\t/\n"


def test_import_shows_where_a_file_leads(tmp_path: Path) -> None:
    path = tmp_path / "endgame.txt"
    path.write_text(POSITION, encoding="utf-8")
    found = json.loads(paiju("import", path, "--json").stdout)
    assert found["game"] == "doudizhu"
    assert found["hands"] == ["H4", "S6 S5", "S7"]
    assert found["currentPlayer"] == 0
    assert found["records"][1][0] == {"player": 0, "cards": "S3 D3", "type": "Pair"}
    assert json.loads(paiju("import", path, "--json", "--viewer", "1").stdout)["hands"] == [1, "S6 S5", 1]
    assert "斗地主" in paiju("import", path, "--lang", "zh").stdout
    text = paiju("import", path, "--position").stdout
    assert str(Position.parse(text)) == text.strip() and text.startswith("doudizhu ")
    assert paiju("solve", "-", input=text).exit_code == 0


def test_import_refuses_whole_files(tmp_path: Path) -> None:
    assert paiju("import", "-", input=POSITION + "P\tS9\n").exit_code == 2
    assert paiju("import", "-", input="0\tS3\n").exit_code == 2
    assert paiju("import", tmp_path / "missing").exit_code == 2
    assert paiju("import", "-", "--game", "holdem", input="0\tS3\n").exit_code == 2
