"""What everybody is told of a table."""

from __future__ import annotations

from typing import Any

from paiju.server.payload import payload
from paiju.server.scene import look, picture
from paiju.table import FakeTime, Settings, Table
from paiju.table import entries as log


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
