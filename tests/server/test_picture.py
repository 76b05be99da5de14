"""What the wire tells of a hand of hold'em is written directly; it is the same as what the views say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paiju.games.extras import Sheet
from paiju.games.holdem.extras import HoldemExtras
from paiju.kernel import HAVE_KERNEL
from paiju.server.payload import payload
from paiju.server.scene import look, picture
from paiju.server.telling import Picture, Scene
from paiju.server.viewsheet import ViewSheet
from paiju.table import FakeTime, Refused, Settings, Table
from paiju.table import entries as log
from tests.server.client import applied
from tests.server.shapes import SHAPES
from tests.table.driver import Driver


class ByViews(HoldemExtras):
    """Hold'em that writes nothing itself."""

    def sheet(self, game: Any, state: Any, players: tuple[str, ...], before: Sheet | None) -> None:
        return None


def scenes(table: Table, before: tuple[Scene, Scene] | None) -> tuple[Scene, Scene]:
    """The table as it is, told by the game's sheet and by its views."""
    by_sheet = look(table, {}, [], before[0] if before else None)
    assert not (HAVE_KERNEL and isinstance(by_sheet.sheet, ViewSheet))
    extras, table.extras = table.extras, ByViews()
    by_views = look(table, {}, [], before[1] if before else None)
    table.extras = extras
    assert table.deal is None or isinstance(by_views.sheet, ViewSheet)
    return by_sheet, by_views


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_the_sheet_says_what_the_views_say(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        follow(seats, options, random.Random(f"{seed} {seats} {options}"))


def follow(seats: int, options: dict[str, Any], rng: random.Random) -> None:
    """Play a few hands, with people leaving and showing cards; every viewer is told the same by both, and by deltas."""
    time = FakeTime()
    table = Table("t")
    settings = Settings(game="holdem", seats=seats, pause=0, options=options)
    table.apply(log.Opened(at=time.now(), settings=settings, owner="1"))
    for seat in range(seats):
        for row in table.join(str(seat + 11), f'P"{seat}', time.now()):
            table.apply(row)
    viewers: list[int | None] = [None, 0, 1, seats - 1]
    kinds = ((viewer, by_views) for viewer in viewers for by_views in (False, True))
    old: dict[tuple[int | None, bool], Any] = dict.fromkeys(kinds)
    state: dict[tuple[int | None, bool], Any] = {}
    deals = steps = 0
    now: tuple[Scene, Scene] | None = None
    while table.is_dealing or (deals < 6 and table.can_deal() and table.state.status != "finished"):
        now = scenes(table, now)
        steps += 1
        if not steps % 5:
            now = scenes(table, now)  # a scene that nobody was shown
        for viewer in viewers:
            both = []
            for by_views in (False, True):
                key = (viewer, by_views)
                before = old[key]
                seen = old[key] = picture(now[by_views], viewer, before)
                whole = payload(seen.full(table.seq, 0))
                both.append(whole)
                assert whole == payload(picture(now[by_views], viewer).full(table.seq, 0))  # nothing is stale
                if before is None:
                    state[key] = whole
                    continue
                change = seen.delta(before, state[key]["seq"], table.seq, 0)
                if change is not None:
                    state[key] = applied(state[key], payload(change))
                assert {**state[key], "full": True, "seq": 0, "base": 0} == {**whole, "seq": 0, "base": 0}
            assert both[0] == both[1]
        deal = table.deal
        if not table.is_dealing:
            if deal is not None and rng.random() < 0.5 and rows(table, f"{rng.randrange(seats) + 11}", "show", time):
                continue
            deals += 1
            for row in table.start(table.state.owner, time.now()):
                table.apply(row)
            continue
        assert deal is not None
        if rng.random() < 0.05 and rows(table, f"{rng.randrange(seats) + 11}", "leave", time):
            continue
        seat, asked = next(iter(deal.asked.items()))
        choices = list(asked.decision.choices)
        weights = [
            6 if str(one) in ("check", "call") else 3 if str(one) == "fold" else 8 / len(choices) for one in choices
        ]
        table.apply(table.answer(seat, str(rng.choices(choices, weights)[0]), time.now(), "player"))
        time.advance(1)
    assert deals


def rows(table: Table, player: str, what: str, time: FakeTime) -> bool:
    """Show cards after the hand, or leave within it; False where that cannot be."""
    seat = table.seat_of(player)
    if seat is None or table.deal is None:
        return False
    try:
        if what == "leave":
            for row in table.leave(player, time.now()):
                table.apply(row)
            return True
        holes = table.deal.state.setup.cards.holes[seat]
        table.apply(table.answer(seat, "show " + "".join(map(str, holes)), time.now(), "player"))
    except (Refused, IndexError):
        return False
    return True


def test_a_question_changes_when_somebody_leaves_out_of_turn() -> None:
    """Two are in, one of them all in: once the third has gone there is nobody left to raise against."""
    time, table = FakeTime(), Table("t")
    options = {"min_buy_in": 20, "max_buy_in": 200}
    table.apply(
        log.Opened(at=time.now(), settings=Settings(game="holdem", seats=3, pause=0, options=options), owner="11")
    )
    for seat, chips in enumerate((40, 200, 200)):
        for row in table.join(str(seat + 11), f"P{seat}", time.now(), chips=chips):
            table.apply(row)
    for row in table.start("11", time.now()):
        table.apply(row)
    assert table.deal is not None
    while all(made.seat != 0 for made in table.deal.moves):  # wherever the button lies
        (seat,) = table.deal.asked
        table.apply(table.answer(seat, "raise_to 40" if seat == 0 else "call", time.now(), "player"))
    (asked,) = table.deal.asked
    scene = look(table, {}, [])
    told = picture(scene, asked)
    assert any(choice.startswith("raise_to") for choice in question(told)["choices"])
    (third,) = {1, 2} - {asked}
    for row in table.leave(str(third + 11), time.now()):
        table.apply(row)
    for row in table._unasked(third, table.extras.leave_move, time.now()):
        table.apply(row)
    assert (asked,) == tuple(table.deal.asked)
    now = picture(look(table, {}, [], scene), asked, told)
    assert question(now)["choices"] == ["fold", "call"]


def question(seen: Picture) -> dict[str, Any]:
    found: dict[str, Any] = payload(seen.full(1, 0))["decision"]
    return found


# --- what is told again, and what is not ------------------------------------------------------------------------------------


def dealt(seats: int = 2, **settings: Any) -> Driver:
    """Hold'em with everybody's first hand dealt."""
    driver = Driver("holdem", seats=seats, pause=60, **settings)
    driver.sit(*(str(seat + 1) for seat in range(seats)), chips=1000)
    driver.start("1")
    return driver


def turn(driver: Driver) -> int:
    assert driver.table.deal is not None
    (seat,) = driver.table.deal.asked
    return seat


def answer(driver: Driver, text: str, by: log.By = "player") -> int:
    """Whoever is asked says this; who that was."""
    seat = turn(driver)
    driver.do([driver.table.answer(seat, text, driver.time.now(), by)])
    return seat


def row_of(scene: Scene, seat: int) -> dict[str, Any]:
    """What everybody is told of a player."""
    (found,) = [row for row in payload(picture(scene, None).full(1, 0))["players"] if row["seat"] == seat]
    return dict(found)


@pytest.mark.parametrize("by_views", [False, True])
def test_a_newcomer_gets_his_own_cards_with_the_next_hand(by_views: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between hands he sees nothing of his seat's last one, and that does not stay so."""
    if by_views:
        monkeypatch.setattr(HoldemExtras, "sheet", ByViews.sheet)
    driver = dealt()
    table = driver.table
    answer(driver, "fold")
    driver.leave("2")
    driver.join("3", "Cy", seat=1, chips=1000)
    scene = look(table, {}, [])
    old = picture(scene, 1)
    told = payload(old.full(table.seq, 0))
    assert told["you"] == {"id": "3", "seat": 1}
    driver.start("1")
    new = picture(look(table, {}, [], scene), 1, old)
    change = new.delta(old, table.seq - 1, table.seq, 0)
    assert change is not None and table.deal is not None
    told = applied({**told, "seq": table.seq - 1}, payload(change))
    cards = [str(card) for card in table.deal.state.setup.cards.holes[1]]
    assert told["you"] == {"id": "3", "seat": 1, "holeCards": cards}
    assert told["view"]["viewer"] == 1 and told["players"][1]["holeCards"] == cards
    assert "holeCards" not in told["players"][0]


def test_a_question_is_told_again_with_its_new_deadline() -> None:
    """After the server was away for a while everybody has the time that he had then."""
    driver = dealt(timeout=20)
    table, seat = driver.table, turn(driver)
    scene = look(table, {}, [])
    old = picture(scene, seat)
    deadline = question(old)["deadline"]
    assert deadline == driver.time.now() + 20_000
    driver.do([log.Resumed(at=driver.time.now(), gap=7000)])
    new = picture(look(table, {}, [], scene), seat, old)
    change = new.delta(old, 1, 2, 0)
    assert change is not None
    assert payload(change)["decision"] == question(new) == {**question(old), "deadline": deadline + 7000}


def test_a_question_that_stays_is_not_told_again() -> None:
    driver = dealt(timeout=20)
    seat = turn(driver)
    scene = look(driver.table, {}, [])
    old = picture(scene, seat)
    driver.say("1", "Ann", "hi")
    assert picture(look(driver.table, {}, [], scene), seat, old).delta(old, 1, 2, 0) is None


@pytest.mark.parametrize(
    ("seconds", "left"),
    [(5, 30_000), (20, 30_000), (26, 24_000), (49, 1000)],
)
def test_what_a_slow_move_took_from_the_time_bank_is_shown(seconds: int, left: int) -> None:
    driver = dealt(timeout=20, time_bank=30)
    scene = look(driver.table, {}, [])
    seat = turn(driver)
    assert row_of(scene, seat)["bank"] == 30_000
    driver.time.advance(seconds)
    answer(driver, "call")
    scene = look(driver.table, {}, [], scene, lasting=True)
    assert (row_of(scene, seat)["bank"], row_of(scene, 1 - seat)["bank"]) == (left, 30_000)


def test_who_moves_himself_is_no_longer_played_for() -> None:
    driver = dealt()
    seat = turn(driver)
    driver.automatic(str(seat + 1), True)
    scene = look(driver.table, {}, [])
    assert (row_of(scene, seat)["auto"], row_of(scene, seat)["status"]) == (True, "away")
    answer(driver, "call")
    row = row_of(look(driver.table, {}, [], scene, lasting=True), seat)
    assert (row["auto"], row["status"]) == (False, "active")


STATUS = [("nothing", "active"), ("disconnected", "disconnected"), ("sit_out", "sitting_out"), ("automatic", "away")]


@pytest.mark.parametrize("by_views", [False, True])
@pytest.mark.parametrize(("what", "status"), STATUS)
def test_what_the_table_knows_of_a_player_goes_before_active_but_not_before_folded(
    what: str, status: str, by_views: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by_views:
        monkeypatch.setattr(HoldemExtras, "sheet", ByViews.sheet)
    driver = dealt(3)
    seat = turn(driver)
    player = str(seat + 1)
    if what == "automatic":
        driver.automatic(player, True)
    elif what != "nothing":
        getattr(driver, what)(player)
    scene = look(driver.table, {}, [])
    assert row_of(scene, seat)["status"] == status
    answer(driver, "fold", "auto")
    assert driver.table.is_dealing
    assert row_of(look(driver.table, {}, [], scene, lasting=True), seat)["status"] == "folded"


@pytest.mark.parametrize("by_views", [False, True])
def test_chips_are_those_in_play_within_a_hand_and_those_of_the_table_after_it(
    by_views: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bought again within a hand they come with its end, between hands at once."""
    if by_views:
        monkeypatch.setattr(HoldemExtras, "sheet", ByViews.sheet)
    driver = dealt(options={"small_blind": 5, "big_blind": 10})
    table, small = driver.table, turn(driver)  # of two the button has the small blind and speaks first
    told: list[tuple[int, int]] = []
    scene: Scene | None = None

    def note(lasting: bool = False) -> None:
        nonlocal scene
        scene = look(table, {}, [], scene, lasting)
        told.append((row_of(scene, small)["chips"], row_of(scene, 1 - small)["chips"]))

    note()
    answer(driver, "raise_to 100")
    note(lasting=True)
    driver.rebuy(str(2 - small), 200)
    note()
    answer(driver, "fold")
    note()
    driver.rebuy(str(small + 1), 300)
    note()
    assert told == [(995, 990), (900, 990), (900, 990), (1010, 1190), (1310, 1190)]
