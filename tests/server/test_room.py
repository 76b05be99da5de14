"""One table on the server: what waits for the store, and who is told what."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.client import serving


async def test_a_refused_buy_in_is_nobody_elses_refusal(tmp_path: Path) -> None:
    """Who asks next for something that is so already is told so, not that somebody else has too few chips."""
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        await bo.table("stakes", seats=2, options={"max_buy_in": 1000}, buyIn=990)
        code = (await ann.table("stakes", seats=3, buyIn=50))["id"]
        async with ann.socket() as first, bo.socket() as second:
            await first.ask("watch", gameId=code)
            refused = await second.ask("join", gameId=code, buyIn=50)
            assert (refused["code"], refused["why"]["args"]) == ("amount_too_large", {"has": 10})
            assert (await first.ask("back"))["type"] == "ack"
            assert (await first.ask("join", gameId=code))["type"] == "ack"


async def test_a_bot_waits_while_chips_come_to_the_table(tmp_path: Path) -> None:
    """Its move comes after the buy-in; two entries of one number would cost everybody his connection."""
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", bots=[{"level": "random"}], pace=5000))["id"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.ask("start")
            while (asked := await socket.my_turn()) is not None:
                socket.state["decision"] = None
                await socket.ask("action", text=asked["choices"][0])
                if server.context.house.rooms[code].table.asked(1) is not None:
                    break
            room = server.context.house.rooms[code]
            question = room.table.asked(1)
            assert question is not None
            before = room.table.seq
            async with room._gate:
                room.bot_answered(1, question.since, None)
                await asyncio.sleep(0.05)
                assert room.table.seq == before
            await asyncio.sleep(0.05)
            assert room.table.seq > before and not room.dead
