"""What everybody is told of a table."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.server.payload import payload
from paiju.server.scene import look, picture
from paiju.server.telling import Scene
from paiju.table import FakeTime, Settings, Table
from paiju.table import entries as log
from tests.table.driver import Driver


def players(table: Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = payload(picture(look(table, {}, []), None).full(table.seq, 0))["players"]
    return rows


def test_who_sits_where_another_played_is_told_nothing_of_that() -> None:
    time, table = FakeTime(), Table("t")
    table.apply(log.Opened(at=time.now(), settings=Settings(game="holdem", seats=2, pause=0), owner="11"))
    for player in ("11", "12"):
        for row in table.join(player, player, time.now()):
            table.apply(row)
    for row in table.start("11", time.now()):
        table.apply(row)
    assert table.deal is not None
    (seat,) = table.deal.asked
    table.apply(table.answer(seat, "fold", time.now(), "player"))
    assert [row["status"] for row in players(table) if row["seat"] == seat] == ["folded"]
    for row in table.leave(str(11 + seat), time.now()):
        table.apply(row)
    for row in table.join("13", "13", time.now(), seat=seat):
        table.apply(row)
    (newcomer,) = [row for row in players(table) if row["seat"] == seat]
    assert newcomer["id"] == "13" and newcomer["status"] == "active" and "hasCards" not in newcomer


class Onlooker:
    """A spectator who is told what is new, as a room tells it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.picture = picture(look(table, {}, []), None)
        self.knows = payload(self.picture.full(table.seq, 0))

    def look(self, lasting: bool = False) -> Any:
        """The table's deadline as he knows it now, which is that of the table; `lasting`: there were only moves."""
        before: Scene = self.picture.scene
        seen = picture(look(self.table, {}, [], before, lasting), None, self.picture)
        change = seen.delta(self.picture, 0, 1, 0)
        self.picture, self.knows = seen, {**self.knows, **(payload(change) if change is not None else {})}
        assert self.knows["deadline"] == payload(picture(look(self.table, {}, []), None).full(1, 0))["deadline"]
        return self.knows["deadline"]


def between_deals(game: str) -> Driver:
    """Two people after their first deal, within the pause."""
    driver = Driver(game, pause=5)
    driver.sit("1", "2")
    driver.start("1")
    while (deal := driver.table.deal) is not None and deal.asked:
        seat, asked = next(iter(deal.asked.items()))
        driver.move(str(seat + 1), str(next(iter(asked.decision.choices))))
    assert driver.table.state.next_deal_at == driver.time.now() + 5000
    return driver


@pytest.mark.parametrize(
    ("game", "done", "comes"),
    [
        ("duel", [], True),
        ("duel", [("automatic", "1", True)], True),
        ("duel", [("automatic", "1", True), ("automatic", "2", True)], False),
        ("duel", [("automatic", "1", True), ("automatic", "2", True), ("come_back", "1")], True),
        ("duel", [("automatic", "1", True), ("automatic", "2", True), ("ready", "2", True)], True),
        ("duel", [("automatic", "1", True), ("disconnected", "2")], False),
        ("duel", [("disconnected", "1"), ("disconnected", "2"), ("connected", "2")], True),
        ("duel", [("leave", "2")], False),
        ("stakes", [("sit_out", "1")], False),
        ("stakes", [("sit_out", "1"), ("come_back", "1")], True),
        ("stakes", [("disconnected", "1"), ("disconnected", "2")], False),
        ("stakes", [("leave", "2")], False),
        ("stakes", [("close", "1")], False),
    ],
)
def test_the_next_deal_has_a_deadline_only_if_it_comes_then(
    game: str, done: list[tuple[Any, ...]], comes: bool
) -> None:
    driver = between_deals(game)
    onlooker = Onlooker(driver.table)
    for command, *args in done:
        getattr(driver, command)(*args)
        onlooker.look()
    assert (onlooker.look() is not None) is comes
    driver.tick(4.9)
    assert not driver.table.is_dealing
    driver.tick(0.2)
    assert driver.table.is_dealing is comes


@pytest.mark.parametrize("late", [2, 60])
def test_no_deal_is_promised_to_a_busted_table_until_somebody_buys_in(late: int) -> None:
    driver = Driver("holdem", pause=5)
    driver.sit("1", "2")
    driver.start("1")
    onlooker = Onlooker(driver.table)
    while 0 not in driver.table.state.stacks.values():
        while (deal := driver.table.deal) is not None and deal.asked:
            (seat,) = deal.asked
            driver.move(str(seat + 1), "all_in" if not deal.moves else "call")
            told = onlooker.look(lasting=True)
        driver.tick(5 if driver.table.can_deal() else 0)
    assert onlooker.knows["stage"] == "hand_end" and told is None
    ends = driver.time.now() + 5000
    driver.tick(late)
    (busted,) = [seat for seat, chips in driver.table.state.stacks.items() if not chips]
    driver.rebuy(str(busted + 1), 1000)
    assert onlooker.look() == ends
    driver.tick(max(0, 5 - late))
    assert driver.table.is_dealing
