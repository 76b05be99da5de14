"""The store keeps what it said it would: on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError

from paiju.server.migrate import upgrade
from paiju.server.store import START_CHIPS, FinishedDeal, LostTable, NoChips, PlayerDeal, Store, Write, opened
from paiju.server.writer import LOST, WON

COLUMNS = {"game": "duel", "options": {}, "owner_id": "1", "private": False, "locked": False, "seats": 2}


async def table(store: Store, code: str = "abc") -> int:
    return await store.new_game(code, "s1", 1, **COLUMNS)


@pytest.mark.asyncio
async def test_entries_come_back_in_order(database: str) -> None:
    async with opened(database) as store:
        game = await table(store)
        writes = [store.submit(Write(game, 1, 1 + i, [(i, f'{{"n":{i}}}')])) for i in range(50)]
        await asyncio.gather(*writes)
        loaded = await store.take("abc", "s2")
        assert loaded is not None
        assert (loaded.fence, loaded.seq) == (2, 50)
        assert loaded.rows == [f'{{"n":{i}}}' for i in range(50)]
        assert store.writer.batches < 50  # many per flush


@pytest.mark.asyncio
async def test_an_old_owner_can_write_nothing(database: str) -> None:
    async with opened(database) as store:
        game = await table(store)
        await store.submit(Write(game, 1, 1, [(1, "{}")]))
        await store.take("abc", "s2")
        with pytest.raises(LostTable):
            await store.submit(Write(game, 1, 2, [(1, "{}")]))
        with pytest.raises(LostTable):
            await store.submit(Write(game, 2, 3, [(1, "{}")]))  # not the next entry
        await store.submit(Write(game, 2, 2, [(1, "{}")]))


@pytest.mark.asyncio
async def test_a_sign_of_life_is_kept_and_is_no_write_of_a_table(database: str) -> None:
    async with opened(database) as store:
        await table(store)
        for now in (5, 7):
            await store.alive("s1", now)
        assert (store.writer.batches, store.writer.written) == (0, 0)  # a pause of play is one all the same
        loaded = await store.take("abc", "s2")
        assert loaded is not None and loaded.alive_at == 7


@pytest.mark.asyncio
async def test_rows_that_are_not_taken_cost_only_their_own_table(database: str) -> None:
    async with opened(database) as store:
        good, bad, other = [await table(store, code) for code in ("good", "bad", "other")]
        ann = await store.new_player("Ann", "", 1)
        writes = [
            Write(good, 1, 1, [(1, "{}")], debit=(ann, 400), stacks={ann: 400}),
            Write(bad, 1, 1, [(1, "{}")], stacks={999_999: 5}),  # nobody is called that
            Write(bad, 1, 2, [(1, "{}")]),
            Write(other, 1, 1, [(1, "{}")]),
            Write(good, 1, 2, [(1, "{}")]),
        ]
        results = await asyncio.gather(*[store.submit(write) for write in writes], return_exceptions=True)
        assert [type(result) for result in results] == [type(None), IntegrityError, LostTable, type(None), type(None)]
        assert [(await store.game(code)).seq for code in ("good", "bad", "other")] == [2, 0, 1]
        assert (await store.player(ann)).chips == START_CHIPS - 400  # once


@pytest.mark.asyncio
async def test_chips_never_go_below_zero_and_add_up(database: str) -> None:
    async with opened(database) as store:
        game = await table(store)
        ann = await store.new_player("Ann", "", 1)
        tries = [store.submit(Write(game, 1, 1, [(1, "{}")], debit=(ann, 600), stacks={ann: 600})) for _ in range(3)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(r) for r in results].count(type(None)) == 1
        assert all(r is None or isinstance(r, (NoChips, LostTable)) for r in results)
        sums = await store.balances()
        assert sums == {"players": START_CHIPS - 600, "ledger": START_CHIPS - 600, "tables": 600}
        await store.submit(Write(game, 1, 2, [(1, "{}")], credits=[(ann, 700)], stacks={}))
        assert (await store.player(ann)).chips == START_CHIPS + 100
        assert (await store.balances())["ledger"] == START_CHIPS + 100


@pytest.mark.asyncio
async def test_refill_counts_chips_on_tables(database: str) -> None:
    async with opened(database) as store:
        game = await table(store)
        ann = await store.new_player("Ann", "", 1)
        await store.submit(Write(game, 1, 1, [(1, "{}")], debit=(ann, 900), stacks={ann: 900}))
        assert await store.refill(ann, 2) == 100
        await store.submit(Write(game, 1, 2, [(1, "{}")], stacks={}))  # lost them all
        assert await store.refill(ann, 2) == START_CHIPS


@pytest.mark.asyncio
async def test_finished_deals_and_standings(database: str) -> None:
    async with opened(database) as store:
        game = await table(store)
        ann, bo = await store.new_player("Ann", "", 1), await store.new_player("Bo", "", 1)
        for number, won in ((1, False), (2, True), (3, False)):
            score = 5 if won else -5
            deal = FinishedDeal(
                number, ["1"], [score, -score], "x", 3, {"a": 1}, "record", 9,
                [PlayerDeal(ann, 0, score, won, ["a"], ["As", "Kd"], "flush"), PlayerDeal(bo, 1, -score, not won, [])],
            )  # fmt: skip
            row = Write(game, 1, number, [(1, "{}")], deal=deal, game_name="duel", columns={"status": "active"})
            await store.submit(row)
        rows, total = await store.deals(game)
        assert total == 3 and [row.hand_number for row in rows] == [3, 2, 1]
        parts = await store.player_deals([rows[0].id])
        assert [(part.name, part.hole_cards) for part in parts] == [("Ann", ["As", "Kd"]), ("Bo", None)]
        assert [(part.bet_amount, part.won_amount) for part in parts] == [(5, 0), (0, 5)]
        (standing,) = await store.standings(ann)
        assert (standing.points, standing.hands_played, standing.hands_won, standing.total_winnings) == (5, 3, 1, -5)
        (other,) = await store.standings(bo)
        assert other.points == 15
        assert (await store.game("abc")).status == "active"


@pytest.mark.asyncio
async def test_deals_that_end_together_count_one_after_the_other(database: str) -> None:
    """Also for somebody at several tables: points are cut off at zero after each deal, not after all of them."""
    scores = (-5, -1, 0, 8, -2, 3, -4)
    async with opened(database) as store:
        games = [await table(store, f"t{number}") for number in range(len(scores))]
        ann, bo = await store.new_player("Ann", "", 1), await store.new_player("Bo", "", 1)
        writes = []
        for game, score in zip(games, scores, strict=True):
            parts = [PlayerDeal(ann, 0, score, score > 0, []), PlayerDeal(bo, 1, -score, score < 0, [])]
            deal = FinishedDeal(1, [], [score, -score], "x", 3, {}, "record", 9, parts)
            writes.append(store.submit(Write(game, 1, 1, [(1, "{}")], deal=deal, game_name="duel")))
        unrated = FinishedDeal(2, [], [9, -9], "x", 3, {}, "record", 9, [PlayerDeal(ann, 0, 9, True, [])], rated=False)
        writes.append(store.submit(Write(games[0], 1, 2, [(1, "{}")], deal=unrated, game_name="duel")))
        await asyncio.gather(*writes)
        assert store.writer.batches < len(writes)
        expected = {ann: 0, bo: 0}
        for score in scores:
            for player, mine in ((ann, score), (bo, -score)):
                expected[player] = max(0, expected[player] + (WON if mine > 0 else LOST if mine < 0 else 0))
        for player, won, total in ((ann, 2, -1), (bo, 4, 1)):
            (row,) = await store.standings(player)
            assert (row.points, row.hands_played, row.hands_won, row.total_winnings) == (
                expected[player], len(scores), won, total,
            )  # fmt: skip


@pytest.mark.asyncio
async def test_accounts_and_names(database: str) -> None:
    async with opened(database) as store:
        ann = await store.new_player("Ann", "crane", 1)
        assert await store.new_account(ann, "ann", "hash")
        assert not await store.new_account(await store.new_player("Bo", "", 1), "ann", "hash")
        assert (await store.account(login="ann")).player_id == ann
        assert await store.secret("signing_key") == await store.secret("signing_key") != await store.secret("daily_key")


@pytest.mark.asyncio
async def test_the_schema_goes_up_down_and_up(database: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    from paiju.server.migrate import config, head

    assert head() == ScriptDirectory.from_config(config()).get_current_head()
    store = Store(database)
    await store.database.write(upgrade)
    await store.database.write(upgrade)
    await store.database.write(lambda db: command.downgrade(config(db), "base"))
    await store.database.write(upgrade)
    assert (await store.first(text("SELECT count(*) FROM games")))[0] == 0
    await store.close()


@pytest.mark.asyncio
async def test_models_and_migrations_agree(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from paiju.server.models import metadata

    store = Store(database)
    await store.database.write(upgrade)
    differences = await store.database.read(lambda db: compare_metadata(MigrationContext.configure(db), metadata))
    assert differences == []
    await store.close()


@pytest.mark.asyncio
async def test_a_database_that_cannot_be_opened_is_refused() -> None:
    store = Store("sqlite:////dev/null/x.db")
    with pytest.raises(OperationalError, match="unable to open database file"):
        await store.open()
    await store.close()


@pytest.mark.asyncio
async def test_a_driver_in_the_address_does_not_matter_and_other_databases_do(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path}/test.db") as store:
        assert await store.ping()
    with pytest.raises(ArgumentError):
        Store("mysql://db/paiju")
