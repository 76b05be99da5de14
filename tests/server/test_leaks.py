"""Nothing that goes over the wire depends on what its viewer may not know.

Two tables that look the same to one viewer (the second deals out anew what he cannot see) must send him the same
messages, byte for byte: states, deltas, questions, refusals.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from paiju.games import catalog
from paiju.server.picture import Picture, delta
from paiju.server.picture import full as whole_of
from paiju.server.scene import Scene
from paiju.table import FakeTime, Refused, Settings, Table
from paiju.table import entries as log
from tests.server.client import applied

GAMES = [entry for entry in catalog.entries() if hasattr(entry.game(), "resample")]


def opened(entry: catalog.Entry, time: FakeTime) -> Table:
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
    return dict(msgspec.json.decode(whole_of(Picture(Scene(table, {}, []), viewer), table.seq, time.now())))


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
def test_messages_depend_only_on_what_the_viewer_knows(entry: catalog.Entry) -> None:
    time = FakeTime()
    table = opened(entry, time)
    deal = table.deal
    assert deal is not None
    viewers: list[int | None] = [None, 0, entry.recommended - 1]
    scene = Scene(table, {}, [])
    before = {viewer: Picture(scene, viewer) for viewer in viewers}
    state = {viewer: full(table, viewer, time) for viewer in viewers}
    compared = 0
    for step in range(40):
        if not deal.asked:
            break
        seat = sorted(deal.asked)[step % len(deal.asked)]
        choices = [str(c) for _, c in zip(range(3), deal.asked[seat].decision.choices, strict=False)]
        row = table.answer(seat, choices[step % len(choices)], time.now(), "player")
        seq = table.seq
        table.apply(row)
        time.advance(1)
        scene = Scene(table, {}, [], scene)
        for viewer in viewers:
            now = Picture(scene, viewer, before[viewer])
            change = delta(before[viewer], now, seq, table.seq, time.now())
            if change is not None:
                state[viewer] = applied({**state[viewer], "seq": seq}, msgspec.json.decode(change))
            whole = full(table, viewer, time)
            for name in whole.keys() - {"seq", "time", "full"}:
                assert state[viewer][name] == whole[name], name  # deltas add up to the state
            before[viewer] = now
            if step % 8 == 0 and deal.outcome is None:
                twin = twin_of(table, viewer, 100 + step)
                assert msgspec.json.encode(full(twin, viewer, time)) == msgspec.json.encode(whole)
                if viewer is not None:
                    texts = ["pass", "3s", "AsAh", "fold", "raise_to 99999", "yes", "nonsense", "use slash:7s > 1"]
                    assert refusals(twin, viewer, time, texts) == refusals(table, viewer, time, texts)
                compared += 1
    assert compared >= 3


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
    other.deal = replace(
        deal,
        state=state,
        seen=(None, {}),
        facts=None,
        asked={seat: replace(one, decision=asked[seat]) for seat, one in deal.asked.items()},
    )
    return other


@pytest.mark.parametrize("entry", catalog.entries(), ids=lambda entry: entry.id)
def test_secrets_are_not_in_what_anybody_is_sent(entry: catalog.Entry) -> None:
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
