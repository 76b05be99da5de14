from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from paiju.games import catalog
from paiju.games.options import OptionError, build, describe, option, to_data


@dataclass(frozen=True, kw_only=True)
class Sample:
    blind: int = option(10, zh="盲注", en="blind", low=1, high=100)
    factor: float = option(2.0, zh="倍率", en="factor", low=1)
    open: bool = option(False, zh="明牌", en="open")
    mode: Literal["rob", "score"] = option("rob", zh="叫牌", en="bidding")
    title: str = option("", zh="名", en="name", high=5)
    floor: int | None = option(None, zh="下限", en="floor", low=0)
    stacks: tuple[int, ...] | None = option(None, zh="筹码", en="stacks", carried=True)


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("blind", 20, 20), ("blind", "20", 20), ("blind", 20.0, 20),
        ("factor", "1.5", 1.5), ("open", "yes", True), ("open", False, False),
        ("mode", "SCORE", "score"), ("title", "abc", "abc"),
        ("floor", None, None), ("floor", "none", None), ("floor", "3", 3),
        ("stacks", [1, 2], (1, 2)), ("stacks", "[1, 2]", (1, 2)),
    ],
)  # fmt: skip
def test_values_from_json_and_from_text(name: str, given: object, read: object) -> None:
    assert getattr(build(Sample, {name: given}), name) == read


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("blind", 0, "a whole number from 1 to 100, not 0"),
        ("blind", 101, "from 1 to 100"),
        ("blind", "ten", "a whole number"),
        ("blind", 1.5, "a whole number"),
        ("blind", True, "a whole number"),
        ("blind", None, "a whole number"),
        ("factor", 0.5, "at least 1"),
        ("open", "maybe", "true or false"),
        ("mode", "auction", "must be one of rob, score"),
        ("title", "abcdef", "length at most 5"),
        ("title", 5, "a text"),
        ("stacks", "{", "a list"),
        ("nothing", 1, "no such option; there are blind, factor, open, mode, title, floor"),
    ],
)
def test_each_bad_value_gets_one_clear_sentence(name: str, given: object, says: str) -> None:
    with pytest.raises(OptionError) as refused:
        build(Sample, {name: given})
    assert says in str(refused.value)
    assert refused.value.name == name


def test_only_what_differs_is_stored_and_reads_back() -> None:
    sample = build(Sample, {"blind": 20, "stacks": [5, 6]})
    assert to_data(sample) == {"blind": 20, "stacks": [5, 6]}
    assert build(Sample, to_data(sample)) == sample


def test_described_as_data_for_a_form() -> None:
    rows = {info.name: info for info in describe(Sample)}
    assert (rows["blind"].type, rows["blind"].low, rows["blind"].high, rows["blind"].default) == ("int", 1, 100, 10)
    assert (rows["mode"].type, rows["mode"].choices) == ("choice", ("rob", "score"))
    assert rows["floor"].optional
    assert rows["stacks"].carried
    assert rows["open"].help["zh"] == "明牌"


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_a_choice_has_something_to_choose(info: catalog.GameInfo) -> None:
    """An option with one value, as `tribute_visibility` was, is a promise of another that nobody keeps."""
    assert not [one.name for one in info.describe() if one.type == "choice" and len(one.choices) < 2]


def test_an_option_that_is_gone_is_refused() -> None:
    with pytest.raises(OptionError, match="tribute_visibility"):
        catalog.find("guandan").build({"tribute_visibility": "public"})
