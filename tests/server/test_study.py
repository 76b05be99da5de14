"""Studies over REST: what is pasted, what solver and bot say, cards moved about, playing on, and what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.bots.registry import make
from paiju.games import catalog
from paiju.games.contract import AnyGame
from paiju.games.record import Move, Record, dump
from tests.server.client import serving

SMALL = "doudizhu 66JJ/55/49JQ 0 landlord=0 top=1:3 passes=1"
PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [10, 20]
min_bet = 20
starting_stacks = [1000, 1000]
actions = ['d dh p1 AsAd', 'd dh p2 KcKd', 'p2 cbr 60', 'p1 cbr 200', 'p2 f']
"""


def played(name: str, seats: int, seed: int) -> Record:
    """A deal that quick bots play to its end."""
    info = catalog.find(name)
    game: AnyGame = info.game({})
    state, moves = game.deal(seats, seed), []
    bots = [make(name, "easy", seat) for seat in range(seats)]
    while pending := game.pending(state):
        decision = pending[0]
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.01)
        moves.append(Move(decision.seat, str(decision.choices.resolve(decision.seat, action))))
        state = game.apply(state, decision.seat, action)
    return Record(name, seats, seed, tuple(moves), rules=info.rules_version)


@pytest.mark.asyncio
async def test_a_position_is_weighed_changed_and_played_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        found = await ann.post("/api/study", {"text": SMALL, "weigh": True}, 200)
        assert found["position"] == SMALL and found["last"] == 0 and found["practice"]["seat"] == 0
        assert [(one["text"][:1], one["wins"]) for one in found["answers"]] == [("J", True), ("6", False), ("p", False)]
        assert all(one["why"] for one in found["answers"])
        assert len(found["edit"]["spare"]) == 54 - 4 - 2 - 4 - 1
        hands = found["practice"]["frames"][0]["view"]["hands"]
        assert [len(one["cards"]) for one in hands] == [4, 2, 4]

        after = await ann.post("/api/study", {"text": SMALL, "move": "J"}, 200)
        assert after["practice"]["seat"] == 1 and after["position"].startswith("doudizhu 66J/55/49JQ 1")
        bots = await ann.post("/api/study", {"text": SMALL, "move": "J", "seat": 0}, 200)
        assert bots["practice"]["seat"] == 0 and len(bots["practice"]["frames"]) > 1
        again = {"text": SMALL, "moves": bots["practice"]["moves"]}
        assert (await ann.post("/api/study", again, 200))["position"] == bots["position"]
        look = await ann.post("/api/study/check", {"ask": {"text": SMALL}, "text": "JdJc"}, 200)
        assert look["readings"] == [] and look["why"]

        path, edit = "/api/study/edit", {"position": SMALL}
        card = found["edit"]["spare"][0]
        more = (await ann.post(path, {**edit, "card": card, "target": 1}, 200))["position"]
        assert more == "doudizhu 66JJ/55R/49JQ 0 landlord=0 top=1:3 passes=1"
        less = (await ann.post(path, {**edit, "card": "Jd", "source": 0}, 200))["position"]
        assert less.startswith("doudizhu 66J/")
        turned = (await ann.post(path, {**edit, "turn": 2}, 200))["position"]
        assert turned == "doudizhu 66JJ/55/49JQ 2 landlord=0 top=1:3"
        leads = (await ann.post(path, {**edit, "top": ""}, 200))["position"]
        assert leads == "doudizhu 66JJ/55/49JQ 0 landlord=0"
        topped = (await ann.post(path, {**edit, "topSeat": 2, "top": "88"}, 200))["position"]
        assert topped == "doudizhu 66JJ/55/49JQ 0 landlord=0 top=2:88"


@pytest.mark.asyncio
async def test_records_of_every_family_are_stepped_through_and_the_bot_is_asked(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        for name, seats in (("guandan", 4), ("sanguosha", 3), ("holdem", 3)):
            record = played(name, seats, 5)
            text = dump(record)
            middle = len(record.moves) // 2
            found = await ann.post("/api/study", {"text": text, "step": middle, "weigh": True}, 200)
            assert found["last"] == len(record.moves) and found["answers"] and found["answers"][0]["why"]
            assert found["practice"]["seat"] == record.moves[middle].seat
            assert (found["position"] is not None) == (name == "guandan")
            end = await ann.post("/api/study", {"text": text, "step": found["last"]}, 200)
            assert end["practice"]["result"] is not None and end["practice"]["decision"] is None
            hands = found["practice"]["frames"][0]["view"].get("hands") or []
            assert all(isinstance(one["cards"], list) for one in hands)
        hand = await ann.post("/api/study", {"text": PHH, "step": 1, "weigh": True}, 200)
        assert hand["last"] == 3 and hand["answers"][0]["why"] and hand["practice"]["seat"] == 0
        assert [seat["holeCards"] for seat in hand["practice"]["frames"][0]["view"]["seats"]] == [
            ["As", "Ad"],
            ["Kc", "Kd"],
        ]


@pytest.mark.asyncio
async def test_what_cannot_be_read_gets_one_sentence_that_says_where(tmp_path: Path) -> None:
    text = dump(played("holdem", 2, 3))
    broken = text.replace(" fold", " fald", 1) if " fold" in text else text.replace("call", "cull", 1)
    wrong: list[tuple[dict[str, Any], int, str]] = [
        ({"text": "guandan 5h/3d/Kd/- 9"}, 400, "20"),
        ({"text": "doudizhu 3x4/5/6 0 landlord=0"}, 400, "11"),
        ({"text": "hello"}, 400, "GAME HANDS TURN"),
        ({"text": broken}, 400, "line"),
        ({"text": PHH.replace("p2 cbr 60", "p2 cbr 5")}, 400, "1"),
        ({"text": PHH.replace("NT", "??")}, 400, ""),
        ({"text": SMALL, "step": 3}, 400, "step"),
        ({"text": SMALL, "move": "6666"}, 422, ""),
        ({}, 400, "Paste"),
        ({"table": "nowhere"}, 404, ""),
    ]
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        for body, status, said in wrong:
            refused = await ann.post("/api/study", body, status)
            assert said in refused["message"] and "\n" not in refused["message"], (body, refused)
        edits = [{"card": "3s", "source": 0}, {"card": "Jd", "target": 1}, {"turn": 9}, {"topSeat": 1, "top": "34"}]
        for edit in edits:
            refused = await ann.post("/api/study/edit", {"position": SMALL, **edit}, 400)  # type: ignore[dict-item]
            assert refused["message"]
