"""Scenes and pictures: what everybody and each viewer is sent."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest

from paiju.server.telling import Picture, Scene
from paiju.table.deal import Asked


class Sheet:
    """A game that tells what it is given."""

    def __init__(self, **told: Any) -> None:
        self.stage = "playing"
        self.own = b'"cards":2'
        self.parts = [b'"type":"V"', b'"a":1', b'"b":2']
        self.log = [b'{"n":0}']
        self.said: list[bytes] = [b'"pot":3']
        self.hole: bytes | None = b'["As"]'
        self.extra = b'"extra":{}'
        vars(self).update(told)

    def facts(self) -> Any:
        return self.said

    def view(self, viewer: int | None) -> Any:
        return self.parts

    def told(self, viewer: int | None) -> int:
        return len(self.log)

    def events(self, viewer: int | None, start: int) -> bytes:
        return b",".join(self.log[start:])

    def player(self, seat: int, viewer: int | None) -> Any:
        return "folded", 90, self.own if viewer == seat else b'"cards":0'

    def cards(self, viewer: int | None) -> bytes | None:
        return self.hole

    def question(self, decision: Any) -> Any:
        return b'"prompt":"?"', self.extra


IDS = ("7", "8")
AGAIN = (*IDS,)[:1] + IDS[1:]  # the same players, another deal
LASTING = (b'"handNumber":1', b'"table":{}')
ROWS = [(0, b'"id":"7"', "active", 100, None, True), (1, b'"id":"8"', "away", None, 5000, False)]


def scene(sheet: Any = None, **other: Any) -> Any:
    given = {
        "table": object(), "sheet": sheet, "ids": IDS, "head": b'"gameId":"t"', "stage": None, "deadline": 5000,
        "lasting": LASTING, "plates": {}, "rows": ROWS, **other,
    }  # fmt: skip
    return Scene(*given.values())


def asked(decision: Any = "q", deadline: int | None = 5000) -> Any:
    return Asked(decision, 4, 0, None, deadline, None)


START = (
    b'{"type":"game_state","payload":{"gameId":"t","seq":9,"full":true,"time":1,"stage":"playing","deadline":5000,"pot":3,'
    b'"handNumber":1,"table":{},"players":[{"id":"7","deadline":null,"status":"folded","chips":90,"cards":2},'
    b'{"id":"8","deadline":5000,"status":"away"}],"you":{"id":"7","seat":0,"holeCards":["As"]},'
    b'"decision":{"prompt":"?","deadline":5000,"since":4,"extra":{}},"view":{"type":"V","a":1,"b":2},"events":[{"n":0}]}}'
)


def test_everything_is_told_to_who_comes() -> None:
    assert Picture(scene(Sheet()), 0, 0, "7", asked()).full(9, 1) == START
    others = Picture(scene(Sheet(extra=b"")), None, None, None, None).full(9, 1)
    assert b'"status":"folded","chips":90,"cards":0}' in others and b'"you":null,"decision":null,"view":{' in others


def test_before_the_first_deal_there_is_no_view() -> None:
    made = Picture(scene(stage="waiting", ids=(), deadline=None), 1, 1, "8", asked()).full(1, 0)
    assert b'"stage":"waiting","deadline":null,"handNumber":1' in made
    assert made.endswith(b'"you":{"id":"8","seat":1},"decision":null,"view":null,"events":[]}}')
    assert b'"id":"7","deadline":null,"status":"active","chips":100}' in made


CHANGES: list[tuple[str, dict[str, Any], dict[str, Any], bytes | None]] = [
    ("nothing", {}, {}, None),
    ("a fact", {"said": [b'"pot":4']}, {}, b'"pot":4'),
    ("the stage", {"stage": "over"}, {}, b'"stage":"over"'),
    ("the deadline", {}, {"deadline": None}, b'"deadline":null'),
    ("a field of the view", {"parts": [b'"type":"V"', b'"a":1', b'"b":3']}, {}, b'"view":{"b":3}'),
    ("its first field", {"parts": [b'"type":"W"', b'"a":1', b'"b":2']}, {}, b'"view":{"type":"W"}'),
    ("a line of the log", {"log": [b'{"n":0}', b'{"n":1}']}, {}, b'"events":[{"n":1}]'),
    ("one's cards", {"hole": None}, {}, b'"you":{"id":"7","seat":0}'),
    ("what lasts", {}, {"lasting": (b'"handNumber":1', b'"table":{"x":1}')}, b'"table":{"x":1}'),
    (
        "a new deal",
        {},
        {"ids": AGAIN},
        b'"view":{"type":"V","a":1,"b":2},"events":[{"n":0}]',
    ),
]


@pytest.mark.parametrize(("told", "other", "news"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_only_what_changed_is_told_again(told: Any, other: Any, news: bytes | None) -> None:
    question = "q"
    old = Picture(scene(Sheet()), 0, 0, "7", asked(question))
    now = Picture(scene(Sheet(**told), **other), 0, 0, "7", asked(question), old)
    head = b'{"type":"game_state","payload":{"gameId":"t","seq":9,"full":false,"base":8,"time":1,%b}}'
    assert now.delta(old, 8, 9, 1) == (None if news is None else head % news)


def test_a_question_is_told_again_if_it_is_another_or_has_another_deadline() -> None:
    one, other = object(), object()
    now = scene(Sheet())
    old = Picture(now, 0, 0, "7", asked(one))
    for put, is_told in ((asked(one), False), (asked(one, 6000), True), (asked(other), False), (None, True)):
        change = Picture(now, 0, 0, "7", put, old).delta(old, 8, 9, 1)
        assert (change is not None and b'"decision"' in change) is is_told
    late = Asked(one, 5, 0, None, 5000, None)  # the same, put once more
    assert Picture(now, 0, 0, "7", late, old).delta(old, 8, 9, 1) is None


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("facts", lambda: [1]),
        ("view", lambda viewer: None),
        ("told", lambda viewer: "x"),
        ("events", lambda viewer, start: 7),
        ("player", lambda seat, viewer: ()),
        ("question", lambda decision: None),
    ],
)
def test_a_sheet_that_says_nonsense_is_an_error(what: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError, IndexError, RuntimeError)):
        Picture(scene(Sheet(**{what: value})), 0, 0, "7", asked()).full(9, 1)


def test_chips_may_be_any_number() -> None:
    rows = [(0, b'"id":"7"', "active", 2**70, None, False), (1, b'"id":"8"', "active", 1, None, True)]
    sheet = Sheet(player=lambda seat, viewer: (None, 2**80, b""))
    made = Picture(scene(sheet, rows=rows), None, None, None, None).full(9, 1)
    assert b'"chips":%d}' % 2**70 in made and b'"chips":%d}' % 2**80 in made


def test_what_a_sheet_raises_comes_through() -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("sheet")

    for what in ("facts", "view", "told", "events", "player", "cards", "question"):
        with pytest.raises(KeyError):
            Picture(scene(Sheet(**{what: broken})), 0, 0, "7", asked()).full(9, 1)
    with pytest.raises(AttributeError):
        scene(object())


def test_nothing_is_left_behind() -> None:
    """A server switches the collector off while people play, so nothing may wait for it."""
    kept = (Sheet(), object(), asked())
    counts = [sys.getrefcount(one) for one in kept]
    gc.collect()
    gc.disable()
    try:
        old = None
        for _ in range(3):
            now = Picture(scene(kept[0], table=kept[1]), 0, 0, "7", kept[2], old)
            old, made = now, now.delta(old, 1, 2, 3) if old is not None else now.full(1, 2)
        del old, now, made
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert [sys.getrefcount(one) for one in kept] == counts
