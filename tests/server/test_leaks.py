"""Nothing that goes over the wire depends on what its viewer may not know.

Two tables that look the same to one viewer (the second deals out anew what he cannot see) must send him the same
messages, byte for byte and so in their sizes: states, deltas, moves, questions, refusals, and what he asks for.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
import pytest

from paiju.bots import advice
from paiju.games import catalog
from paiju.server import asks, desk, wire
from paiju.server.asks import Caller
from paiju.server.audience import Audience
from paiju.server.payload import payload
from paiju.server.public import moved
from paiju.server.scene import look, picture
from paiju.table import FakeTime, Refused, Settings, Table
from paiju.table import entries as log
from paiju.table.happenings import Announced
from tests.server.client import applied
from tests.server.sink import Sink

GAMES = [entry for entry in catalog.infos() if hasattr(entry.game(), "resample")]

STEPS: Final = 40
TEXTS: Final = ["pass", "3s", "AsAh", "fold", "raise_to 99999", "yes", "nonsense", "use slash:7s > 1"]


def opened(entry: catalog.GameInfo, time: FakeTime) -> Table:
    table = Table("t", secret=lambda: bytes(32))
    seats = entry.recommended
    table.apply(log.Opened(at=time.now(), settings=Settings(game=entry.id, seats=seats, pause=60), owner="1"))
    for seat in range(seats):
        for row in table.join(str(seat + 1), f"P{seat}", time.now()):
            table.apply(row)
    for row in table.start("1", time.now()):
        table.apply(row)
    return table


def full(table: Table, viewer: int | None, time: FakeTime) -> dict[str, Any]:
    return payload(picture(look(table, {}, []), viewer).full(table.seq, time.now()))


class Asked(NamedTuple):
    """As much of a room as a question about a deal needs."""

    table: Table
    code: str = "t"


async def replies(table: Table, viewer: int) -> list[Any]:
    """What one gets to see who asks for hints, for the meaning of cards, or to have his hand put in order."""
    caller = Caller(str(viewer + 1))
    asked = [
        wire.HintIn(payload=wire.HintRequest(limit=12)),
        *(wire.CheckIn(payload=wire.CheckRequest(text=text)) for text in TEXTS),
        asks.TidyAsk(),
        asks.HandNameAsk(),
    ]
    room: Any = Asked(table)
    found: list[Any] = []
    for ask in asked:
        try:
            found.append(msgspec.json.encode(await desk.ANSWERS[type(ask)](room, caller, ask)))
        except Refused as refused:
            found.append((refused.code, str(refused.why)))
    return found


def heard(table: Table, viewer: int | None, seat: int, text: str) -> bytes:
    """The `player_action` of a move."""
    knows = viewer == seat or table.extras.open_moves
    one = Announced(seat, str(seat + 1), text, "player")
    return moved(table, one, look(table, {}, []).sheet, viewer, knows)


def refusals(table: Table, viewer: int, time: FakeTime, texts: list[str]) -> list[tuple[str, str]]:
    found = []
    for text in texts:
        try:
            table.answer(viewer, text, time.now(), "player")
            found.append(("ok", text))
        except Refused as refused:
            found.append((refused.code, str(refused.why)))
    return found


@pytest.mark.timeout(120)
@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.id)
async def test_messages_depend_only_on_what_the_viewer_knows(
    entry: catalog.GameInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = FakeTime()
    table = opened(entry, time)
    deal = table.deal
    assert deal is not None
    viewers: list[int | None] = [None, 0, entry.recommended - 1]
    scene = look(table, {}, [])
    before = {viewer: picture(scene, viewer) for viewer in viewers}
    state = {viewer: full(table, viewer, time) for viewer in viewers}
    compared = hinted = 0
    monkeypatch.setattr(advice, "LIMIT", 60.0)  # the busier the machine, the less would be thought
    for step in range(STEPS):
        if not deal.asked:
            break
        seat = sorted(deal.asked)[step % len(deal.asked)]
        choices = [str(c) for _, c in zip(range(3), deal.asked[seat].decision.choices, strict=False)]
        row = table.answer(seat, choices[step % len(choices)], time.now(), "player")
        seq = table.seq
        twins = {viewer: picture(look(twin_of(table, viewer, 500 + step), {}, []), viewer) for viewer in viewers}
        table.apply(row)
        time.advance(1)
        scene = look(table, {}, [], scene)
        for viewer in viewers:
            now = picture(scene, viewer, before[viewer])
            change = now.delta(before[viewer], seq, table.seq, time.now())
            if change is not None:
                state[viewer] = applied({**state[viewer], "seq": seq}, payload(change))
            whole = full(table, viewer, time)
            for name in whole.keys() - {"seq", "time", "full"}:
                assert state[viewer][name] == whole[name], name  # deltas add up to the state
            if deal.outcome is None:
                twin = twin_of(table, viewer, 100 + step)
                then, after = twins[viewer], picture(look(twin, {}, [], twins[viewer].scene), viewer, twins[viewer])
                assert after.delta(then, seq, table.seq, time.now()) == change
                assert after.full(table.seq, time.now()) == now.full(table.seq, time.now())
                assert heard(twin, viewer, seat, row.text) == heard(table, viewer, seat, row.text)
                if viewer is not None:
                    assert refusals(twin, viewer, time, TEXTS) == refusals(table, viewer, time, TEXTS)
                    told = await replies(table, viewer)
                    assert await replies(twin, viewer) == told
                    hinted += isinstance(told[0], bytes)
                compared += 1
            before[viewer] = now
    assert compared >= 9 and hinted >= 2


def twin_of(table: Table, viewer: int | None, seed: int) -> Table:
    """A table that this viewer cannot tell from the first."""
    deal = table.deal
    assert deal is not None
    game: Any = deal.game
    other = Table("t")
    other.__dict__.update(table.__dict__)
    state = game.resample(deal.state, viewer, seed)
    asked = {decision.seat: decision for decision in game.pending(state)}
    assert asked.keys() == deal.asked.keys()
    other.deal = msgspec.structs.replace(
        deal,
        state=state,
        seen=(None, {}),
        facts=None,
        asked={seat: msgspec.structs.replace(one, decision=asked[seat]) for seat, one in deal.asked.items()},
    )
    return other


@pytest.mark.parametrize("entry", catalog.infos(), ids=lambda entry: entry.id)
def test_secrets_are_not_in_what_anybody_is_sent(entry: catalog.GameInfo) -> None:
    """Neither the seed, nor the server's bytes, nor another hand, while the deal runs."""
    time = FakeTime()
    table = opened(entry, time)
    deal = table.deal
    assert deal is not None
    for viewer in (None, *range(entry.recommended)):
        made = full(table, viewer, time)
        text = msgspec.json.encode(made).decode()
        assert str(deal.seed) not in text and deal.server_seed.hex() not in text.replace(deal.commit, "")
        for seat, pile in enumerate(made["view"]["hands"]):
            assert ("cards" in pile) <= (seat == viewer or pile.get("cards") == [])


SECRETS: Final = [
    ("guandan", "pay "),  # two losers pay tribute
    ("sanguosha", "choose "),  # generals
]


@pytest.mark.parametrize("open_moves", [False, True])
@pytest.mark.parametrize(("game", "words"), SECRETS)
def test_an_answer_given_in_secret_is_heard_by_nobody_else(
    game: str, words: str, open_moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several are asked at once: what one says before the last is known to him alone, even where moves are open."""
    time = FakeTime()
    entry = catalog.find(game)
    table = opened(entry, time)
    monkeypatch.setattr(type(table.extras), "open_moves", open_moves)
    ask_several(table, time)
    deal = table.deal
    assert deal is not None
    audience = Audience(table, {}, time.now(), lambda when: None)
    sinks: dict[int | None, Sink] = {None: Sink(None)}
    sinks |= {seat: Sink(str(seat + 1)) for seat in range(entry.recommended)}
    for viewer, sink in sinks.items():
        audience.enter(sink, viewer, None, time.now())
    for left in reversed(range(len(deal.asked))):
        seat = min(deal.asked)
        text = str(next(iter(deal.asked[seat].decision.choices)))
        assert text.startswith(words)
        (one,) = table.apply(table.answer(seat, text, time.now(), "player"))
        assert isinstance(one, Announced) and one.secret is bool(left)
        sent = {sink: messages for to, messages in audience.show([one], [], time.now()) for sink in to}
        for viewer, sink in sinks.items():
            told = msgspec.json.decode(sent[sink][0])
            assert (told["type"], told["payload"]["seat"]) == ("player_action", seat)
            knows = viewer == seat or (open_moves and not left)
            assert told["payload"]["action"] == (text if knows else None)
            assert knows or not [data for data in sent[sink] if text.encode() in data]


def ask_several(table: Table, time: FakeTime) -> None:
    """Play until several are asked at once."""
    for step in range(1000):
        assert table.deal is not None
        if len(table.deal.asked) > 1:
            return
        if not table.deal.asked:
            for row in table.start("1", time.now()):
                table.apply(row)
            continue
        (asked,) = table.deal.asked.values()
        choices = [str(choice) for _, choice in zip(range(3), asked.decision.choices, strict=False)]
        table.apply(table.answer(asked.decision.seat, choices[step % len(choices)], time.now(), "player"))
    raise AssertionError("nobody was asked together with others")
