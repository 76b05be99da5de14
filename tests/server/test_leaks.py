"""Nothing that goes over the wire depends on what its viewer may not know.

Two tables that look the same to one viewer (the second deals anew what that viewer cannot see) must send the same
messages, byte for byte and so in their sizes: states, changes, moves, questions, refusals, and answers to what is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from paiju.bots import advice
from paiju.games import catalog
from paiju.games.codec import builtins, encode
from paiju.games.contract import Resamples
from paiju.server import handlers, wire
from paiju.server.commands import Caller, ReadHandName, ReadTidy
from paiju.server.game_state import Seen, change, full, message, see, share
from paiju.server.viewers import Viewers
from paiju.table import FakeTime, Refused, Settings, Table, commands, events
from paiju.table.happenings import Announced
from tests.bots.clocks import Ticking
from tests.server.client import applied, shown_cards
from tests.server.sink import Sink

GAMES = [info for info in catalog.infos() if isinstance(info.game(), Resamples)]

STEPS: Final = 40
TEXTS: Final = ["pass", "3s", "AsAh", "fold", "raise_to 99999", "yes", "nonsense", "use slash:7s > 1"]


def opened(info: catalog.GameInfo, time: FakeTime) -> Table:
    seats = info.recommended
    first = events.Opened(at=time.now(), settings=Settings(game=info.id, seats=seats, pause=60), owner="1")
    table = Table.open("t", first, secret=lambda: bytes(32))
    for seat in range(seats):
        for event in commands.join(table, str(seat + 1), f"P{seat}", time.now()):
            table.apply(event)
    for event in commands.start(table, "1", time.now()):
        table.apply(event)
    return table


def look(table: Table, viewer: int | None) -> Seen:
    return see(table, share(table, {}, (), None), viewer)


def state_of(table: Table, viewer: int | None, time: FakeTime) -> dict[str, Any]:
    state: dict[str, Any] = builtins(full(look(table, viewer).state, time.now()))
    return state


class Asked(NamedTuple):
    """As much of a room as a question about a deal needs."""

    table: Table
    code: str = "t"


async def replies(table: Table, viewer: int) -> list[Any]:
    """Answers to a viewer who asks for hints, for the meaning of cards, or to have their hand put in order."""
    caller = Caller(str(viewer + 1))
    asked = [
        wire.HintIn(payload=wire.HintRequest(limit=12)),
        *(wire.CheckIn(payload=wire.CheckRequest(text=text)) for text in TEXTS),
        ReadTidy(),
        ReadHandName(),
    ]
    room: Any = Asked(table)
    found: list[Any] = []
    for command in asked:
        try:
            found.append(encode(await handlers.READS[type(command)](room, caller, command)))
        except Refused as refused:
            found.append((refused.code, str(refused.why)))
    return found


def refusals(table: Table, viewer: int, time: FakeTime, texts: list[str]) -> list[tuple[str, str]]:
    found = []
    for text in texts:
        try:
            commands.answer(table, viewer, text, time.now(), "player")
            found.append(("ok", text))
        except Refused as refused:
            found.append((refused.code, str(refused.why)))
    return found


def changed(before: Seen, now: Seen) -> bytes | None:
    found = change(before.state, now.state)
    return None if found is None else message(found)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)
async def test_messages_depend_only_on_what_the_viewer_knows(
    info: catalog.GameInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = FakeTime()
    table = opened(info, time)
    deal = table.deal
    assert deal is not None
    viewers: list[int | None] = [None, 0, info.recommended - 1]
    shared = share(table, {}, (), None)
    before = {viewer: see(table, shared, viewer) for viewer in viewers}
    state = {viewer: state_of(table, viewer, time) for viewer in viewers}
    compared = hinted = 0
    # the busier the machine, the less would be thought
    monkeypatch.setattr(handlers, "hints", lambda *asked: advice.hints(*asked, clock=Ticking(0.05)))
    for step in range(STEPS):
        if not deal.asked:
            break
        seat = sorted(deal.asked)[step % len(deal.asked)]
        choices = [str(c) for _, c in zip(range(3), deal.asked[seat].decision.choices, strict=False)]
        event = commands.answer(table, seat, choices[step % len(choices)], time.now(), "player")
        twins = {viewer: look(twin_of(table, viewer, 500 + step), viewer) for viewer in viewers}
        table.apply(event)
        time.advance(1)
        shared = share(table, {}, (), shared)
        for viewer in viewers:
            now = see(table, shared, viewer, before[viewer])
            found = changed(before[viewer], now)
            if found is not None:
                state[viewer] = applied(state[viewer], msgspec.json.decode(found)["payload"])
                before[viewer] = now
            whole = state_of(table, viewer, time)
            for name in whole.keys() - {"seq", "time"}:
                assert state[viewer][name] == whole[name], name  # changes add up to the state
            if deal.outcome is None:
                twin = twin_of(table, viewer, 100 + step)
                after = look(twin, viewer)
                assert changed(twins[viewer], after) == changed(twins[viewer], now)
                assert encode(full(after.state, 0)) == encode(full(now.state, 0))
                if viewer is not None:
                    assert refusals(twin, viewer, time, TEXTS) == refusals(table, viewer, time, TEXTS)
                    answered = await replies(table, viewer)
                    assert await replies(twin, viewer) == answered
                    hinted += isinstance(answered[0], bytes)
                compared += 1
    assert compared >= 9 and hinted >= 2


def twin_of(table: Table, viewer: int | None, seed: int) -> Table:
    """A table that this viewer cannot tell from the first."""
    deal = table.deal
    assert deal is not None
    game: Any = deal.game
    other = Table(table.state)
    other.options = table.options
    state = game.resample(deal.state, viewer, seed)
    pending = game.pending(state)
    asked = {decision.seat: decision for decision in pending}
    assert asked.keys() == deal.asked.keys()
    other.deal = msgspec.structs.replace(
        deal,
        state=state,
        pending=pending,
        views={},
        asked={seat: msgspec.structs.replace(one, decision=asked[seat]) for seat, one in deal.asked.items()},
    )
    return other


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_secrets_are_not_in_what_anybody_is_sent(info: catalog.GameInfo) -> None:
    """Neither the seed, nor the server's bytes, nor another hand, while the deal runs."""
    time = FakeTime()
    table = opened(info, time)
    deal = table.deal
    assert deal is not None
    for viewer in (None, *range(info.recommended)):
        made = state_of(table, viewer, time)
        text = encode(made).decode()
        assert str(deal.seed) not in text and deal.server_seed.hex() not in text.replace(deal.commit, "")
        assert [seat for seat, cards in enumerate(shown_cards(made["view"])) if cards] in ([], [viewer])


SECRETS: Final = [
    ("guandan", "pay "),  # two losers pay tribute
    ("sanguosha", "choose "),  # generals
]


@pytest.mark.parametrize("open_moves", [False, True])
@pytest.mark.parametrize(("game", "words"), SECRETS)
def test_an_answer_given_in_secret_is_sent_to_nobody_else(game: str, words: str, open_moves: bool) -> None:
    """Several are asked at once: an answer before the last one is sent to its seat alone, even where moves are open."""
    time = FakeTime()
    info = catalog.find(game)
    table = opened(info, time)
    table.info = replace(info, secrecy=replace(info.secrecy, open_moves=open_moves))
    ask_several(table, time)
    deal = table.deal
    assert deal is not None
    viewers = Viewers(table, {}, time.now(), lambda when: None)
    sinks: dict[int | None, Sink] = {None: Sink(None)}
    sinks |= {seat: Sink(str(seat + 1)) for seat in range(info.recommended)}
    for seat, sink in sinks.items():
        viewers.enter(sink, seat, None, time.now())
    for left in reversed(range(len(deal.asked))):
        mover = min(deal.asked)
        text = str(next(iter(deal.asked[mover].decision.choices)))
        assert text.startswith(words)
        (one,) = table.apply(commands.answer(table, mover, text, time.now(), "player"))
        assert isinstance(one, Announced) and one.secret is bool(left)
        sent = {sink: messages for to, messages in viewers.show([one], [], time.now()) for sink in to}
        for seat, sink in sinks.items():
            first = msgspec.json.decode(sent[sink][0])  # type: ignore[arg-type]
            assert (first["type"], first["payload"]["seat"]) == ("player_action", mover)
            knows = seat == mover or (open_moves and not left)
            assert first["payload"]["action"] == (text if knows else None)
            assert knows or not [data for data in sent[sink] if text.encode() in data]  # type: ignore[operator]


def ask_several(table: Table, time: FakeTime) -> None:
    """Play until several are asked at once."""
    for step in range(1000):
        assert table.deal is not None
        if len(table.deal.asked) > 1:
            return
        if not table.deal.asked:
            for event in commands.start(table, "1", time.now()):
                table.apply(event)
            continue
        (asked,) = table.deal.asked.values()
        choices = [str(choice) for _, choice in zip(range(3), asked.decision.choices, strict=False)]
        table.apply(commands.answer(table, asked.decision.seat, choices[step % len(choices)], time.now(), "player"))
    raise AssertionError("nobody was asked together with others")
