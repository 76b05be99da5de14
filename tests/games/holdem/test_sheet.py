"""The kernel tells a hand as its views do: every member of a sheet, for every viewer, in every kind of hand."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from paiju import kernel
from paiju.games.contract import Seat
from paiju.games.extras import Sheet
from paiju.games.holdem.extras import HoldemExtras
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.sheet import write
from paiju.games.holdem.state import State
from paiju.server.viewsheet import ViewSheet
from paiju.table import Table
from tests.games.holdem.hands import SHAPES, fixed, some_states, start, table

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(not kernel.HAVE_KERNEL, reason="without the kernel hands are told by views"),
]

NAMES = ("p0", 'with "quotes"', "\\back\n", "张三", "p4", "p5", "", "p7", "p8", "p9")
WORDS = ("fold", "check", "call", "raise_to 40", "show AsKs", "leave", "once", "twice")


def sheet_of(game: Holdem, state: State, players: tuple[str, ...], before: Sheet | None = None) -> Sheet:
    found = HoldemExtras().sheet(game, state, players, before)
    assert found is not None
    return found


def by_views(game: Holdem, state: State, players: tuple[str, ...]) -> Sheet:
    """The sheet that says what is right."""
    deal = SimpleNamespace(game=game, state=state, players=players)
    return ViewSheet(cast(Table, SimpleNamespace(deal=deal, extras=HoldemExtras(), views=dict)))


def values(*fields: bytes) -> Any:
    return msgspec.json.decode(b"{%b}" % b",".join(fields))


def names(fields: Sequence[bytes]) -> list[str]:
    """What the fields are called, in their order."""
    return list(values(*fields))


def lines(events: bytes) -> Any:
    return msgspec.json.decode(b"[%b]" % events)


def everything(game: Holdem, state: State, sheet: Sheet, seats: int) -> Any:
    """All that a sheet says, decoded, in its order."""
    viewers = (None, *range(seats))
    said: dict[Any, Any] = {"stage": sheet.stage, "facts": list(values(*sheet.facts()).items())}
    for viewer in viewers:
        cards = sheet.cards(viewer)
        said[viewer] = {
            "view": list(values(*sheet.view(viewer)).items()),
            "told": sheet.told(viewer),
            "events": [lines(sheet.events(viewer, start)) for start in (0, 2, 5, sheet.told(viewer), 1000)],
            "players": [(*row[:2], values(row[2])) for seat in range(seats) for row in (sheet.player(seat, viewer),)],
            "cards": None if cards is None else msgspec.json.decode(cards),
            "moved": [values(sheet.moved(viewer, seat, text)) for seat in range(seats) for text in WORDS],
        }
    said["asked"] = [list(map(values, sheet.question(decision))) for decision in game.pending(state)]
    return said


def shaped(seats: int, options: dict[str, Any], seed: int) -> tuple[Holdem, list[State], random.Random]:
    rng = random.Random(f"{seed} {seats} {options}")
    stacks = tuple(rng.choice((3, 60, 200, 1000)) for _ in range(seats))
    game = Holdem(HoldemOptions(stacks=stacks, button=0, **options))
    return game, some_states(game, seats, rng), rng


MORE: list[tuple[int, dict[str, Any]]] = [
    *SHAPES,
    (10, {"max_players": 10, "run_it_twice": "ask"}),
    (4, {"auto_muck": False, "showdown_order": "button"}),
    (4, {"run_it_twice": "always", "showdown_order": "button"}),
    (4, {"posting": (3,), "missed_small": (3,), "ante": 3}),
    (4, {"tournament": True, "sitting_out": (2,)}),
    (4, {"variant": "short_deck", "trips_beat_straight": True, "run_it_twice": "ask"}),
]


@pytest.mark.parametrize(("seats", "options"), MORE, ids=str)
def test_a_sheet_says_what_the_views_say(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        game, states, rng = shaped(seats, options, seed)
        players = NAMES[:seats]
        before = None
        for state in [*states, *rng.sample(states, len(states))]:
            before = sheet_of(game, state, players, before)
            right = by_views(game, state, players)
            assert everything(game, state, before, seats) == everything(game, state, right, seats)


def test_cards_that_nobody_knows_are_not_told() -> None:
    options = HoldemOptions(stacks=(500, 500, 500), button=0)
    deck = fixed(options, ["AsKs", "????", "QdQh"], "2c3d4h5s9c")
    game = table((500, 500, 500), deck=deck)
    for actions in ("", "call,call,check", "raise_to 500,call,call", "fold,raise_to 60,fold"):
        state = start(game, actions)
        assert state.setup.unknown
        said = everything(game, state, sheet_of(game, state, NAMES[:3]), 3)
        assert said == everything(game, state, by_views(game, state, NAMES[:3]), 3)


def test_seats_without_players_are_told_by_their_number() -> None:
    game, states, _ = shaped(3, {"run_it_twice": "ask"}, 1)
    for state in states:
        sheet, right = sheet_of(game, state, ("p0", "p1")), by_views(game, state, ("p0", "p1"))
        if state.turn < 2:
            assert everything(game, state, sheet, 3) == everything(game, state, right, 3)


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_sheets_of_a_hand_can_be_compared_piece_by_piece(seats: int, options: dict[str, Any]) -> None:
    game, states, rng = shaped(seats, options, 3)
    players = NAMES[:seats]
    sheets = [sheet_of(game, state, players) for state in states]
    for _ in range(60):
        old, new = sorted(rng.sample(range(len(states)), 2))
        before, after = sheets[old], sheets[new]
        for since in (before, by_views(game, states[old], players)):
            assert names(since.facts()) == names(after.facts())
            for viewer in (None, *range(seats)):
                assert names(since.view(viewer)) == names(after.view(viewer))
        if states[new].history[: len(states[old].history)] == states[old].history and states[old].result is None:
            told, viewer = before.told(0), 0
            assert lines(before.events(viewer, 0)) + lines(after.events(viewer, told)) == lines(after.events(viewer, 0))


def test_a_sheet_goes_on_telling_its_own_state() -> None:
    game, states, _ = shaped(4, {"run_it_twice": "ask"}, 2)
    sheet, sheets = None, []
    for state in states:
        sheet = sheet_of(game, state, NAMES[:4], sheet)
        sheets.append(sheet)
    for state, one in zip(states, sheets, strict=True):
        assert everything(game, state, one, 4) == everything(game, state, by_views(game, state, NAMES[:4]), 4)


def test_the_question_is_the_one_that_is_open() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        stacks = tuple(rng.choice((3, 21, 22, 23, 200)) for _ in range(4))
        kind = rng.choice(("no_limit", "pot_limit", "limit"))
        game = table(stacks, game_type=kind, run_it_twice="ask")
        for state in some_states(game, 4, rng):
            for decision in game.pending(state):
                asked = sheet_of(game, state, NAMES[:4]).question(decision)
                right = by_views(game, state, NAMES[:4]).question(decision)
                assert list(map(values, asked)) == list(map(values, right))


def test_the_sheet_before_is_used_where_it_fits() -> None:
    game = table((500, 500))
    players = NAMES[:2]
    one = start(game)
    first = sheet_of(game, one, players)
    assert sheet_of(game, one, players, first) is first
    second = cast(Any, sheet_of(game, start(game, "call"), players, first))
    assert second.hand is not cast(Any, first).hand  # dealt anew, though of the same cards
    two = game.apply(one, Seat(0), game.parse("call"))
    later = cast(Any, sheet_of(game, two, players, first))
    assert later.hand is cast(Any, first).hand
    other = ("p0", "p1")
    assert cast(Any, sheet_of(game, two, other, later)).hand.players is other
    assert everything(game, two, sheet_of(game, two, players, by_views(game, one, players)), 2) == everything(
        game, two, later, 2
    )


@pytest.mark.parametrize("viewer", [None, -1, 1, 2, 3, 63, 64, 2**62, -(2**62)])
def test_whoever_has_no_cards_is_told_what_everybody_is(viewer: int | None) -> None:
    game = table((500, 0, 500))
    for actions in ("", "call,check", "raise_to 500,call"):
        state = start(game, actions)
        sheet = sheet_of(game, state, NAMES[:3])
        if viewer == 2:
            assert sheet.cards(viewer) is not None
            continue
        assert sheet.cards(viewer) is None
        assert sheet.view(viewer)[1] == b'"viewer":%b' % msgspec.json.encode(viewer)
        assert sheet.view(viewer)[2:] == sheet.view(None)[2:]
        assert sheet.told(viewer) == sheet.told(None)
        assert sheet.events(viewer, 0) == sheet.events(None, 0) == sheet.events(None, -5)
        assert sheet.events(viewer, 10**12) == b""
        assert sheet.player(0, viewer) == sheet.player(0, None)
        if viewer is not None and not 0 <= viewer < 3:
            assert sheet.player(viewer, viewer) == (None, None, b"")
            assert sheet.moved(viewer, viewer, "call") == b'"action":"call"'


@pytest.mark.parametrize("text", ["", "  ", "\n", 'a"b c', " 张 三", "\x00", "call\x1f", "\\"])
def test_odd_moves_are_json_too(text: str) -> None:
    game = table((500, 500))
    said = values(sheet_of(game, start(game), NAMES[:2]).moved(None, 1, text))
    assert said == {"action": (text.split() or [""])[0]}


def test_what_python_raises_comes_through() -> None:
    game = table((500, 500))
    state = start(game)
    sheet = cast(Any, sheet_of(game, state, NAMES[:2]))
    good = sheet.hand

    def broken(codes: Any) -> Any:
        raise KeyError("line")

    table_of = (good.options, good.setup, good.players, [b'"a"', b'"b"'], [b'"x":1'] * 11, (), False)
    lines: tuple[tuple[Any, type[Exception]], ...] = (
        (broken, KeyError),
        (lambda codes: "text", TypeError),
        (lambda codes: None, TypeError),
    )
    for line, error in lines:
        hand = kernel.native.HoldemHand(*table_of, line, lambda one: "x")
        other = kernel.native.HoldemSheet(hand, state, (0,) * 7, (), ())
        for _ in range(3):
            with pytest.raises(error):
                other.view(0)
        assert other.view(None)


def test_what_is_no_hand_is_refused() -> None:
    game = table((500, 500))
    state = start(game, "raise_to 500,call")
    sheet = cast(Any, sheet_of(game, state, NAMES[:2]))
    make: Any = kernel.native.HoldemSheet
    but: Any = state._replace
    result = state.result
    assert result is not None
    for bad in (
        (), (1, 2), state[:5], but(street=4), but(turn=2), but(stacks=(1,)),
        but(history=[]), but(history=((),)), but(history=(("jump", 0, 0, 0, ()),)),
        but(history=(("fold", -1, 0, 0, ()),)), but(history=(("fold", 2, 0, 0, ()),)),
        but(history=(("deal", -1, 4, 0, ()),)), but(history=(("show", 0, 0, 0, (1,)),)),
        but(history=(("show", 0, 0, 0, (32,) * 6),)), but(paid=(1, "x")),
        but(stacks=(2**70, 0)), but(result=result._replace(shown=(7,))),
        but(result=result._replace(won=(result.won[0]._replace(shares=()),))),
        but(setup=state.setup._replace(button=1)), None, 7, "text",
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError, OverflowError)):
            make(sheet.hand, bad, (0,) * 7, (), ())
    for arguments in (
        (None, state, (0,) * 7, (), ()), (sheet, state, (0,) * 7, (), ()), (sheet.hand, state, (0,) * 6, (), ()),
        (sheet.hand, state, (0,) * 7, (), (2,)), (sheet.hand, start(game), (0,) * 7, ((1, (5,)),), ()),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError)):
            make(*arguments)


def test_a_hand_for_more_chips_than_the_kernel_counts_is_left_to_views() -> None:
    """Bots at a table for 10^15 chips each are given new ones again and again."""
    few = table((500, 500))
    told = sheet_of(few, start(few), NAMES[:2])
    for chips in (2**57, 10**20):
        game = table((chips, chips))
        state = start(game)
        for before in (None, told):
            assert write(game.options, state, game.amounts, NAMES[:2], before) is None


def test_sheets_leave_nothing_behind() -> None:
    """A server switches the collector off while people play, so nothing may wait for it."""
    players = NAMES[:3]
    game = table((300, 300, 300), run_it_twice="ask")
    states = some_states(game, 3, random.Random(6))
    for state in states:
        everything(game, state, sheet_of(game, state, players), 3)
    counts = [sys.getrefcount(state) for state in states]
    gc.collect()
    gc.disable()
    try:
        sheet = None
        for state in states:
            sheet = sheet_of(game, state, players, sheet)
            for viewer in (None, 0, 1, 2):
                sheet.view(viewer), sheet.events(viewer, 0), sheet.player(0, viewer), sheet.facts()
        del sheet
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert [sys.getrefcount(state) for state in states] == counts


def test_without_the_kernel_there_is_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "HAVE_KERNEL", False)
    game = table((500, 500))
    assert write(game.options, start(game), game.amounts, NAMES[:2], None) is None
