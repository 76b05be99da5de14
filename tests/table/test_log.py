"""Logs and snapshots in databases: every event as it was written, byte for byte, and the table that comes of it."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from paiju.table import Event, Table, decode, encode

LOG = """\
{"t":"opened","at":1790000000000,"settings":{"game":"holdem","seats":3,"options":{"small_blind":5,"big_blind":10},"name":"桌","spectator_delay":1,"seating":"lot","time_bank":20},"owner":"1"}
{"t":"sat","at":1790000000000,"player":"1","name":"P1","seat":0,"chips":500}
{"t":"sat","at":1790000000000,"player":"2","name":"P2","seat":1,"chips":500}
{"t":"sat","at":1790000000000,"player":"3","name":"P3","seat":2,"chips":500,"avatar":"fox","bot":"easy"}
{"t":"committed","at":1790000000000,"server_seed":"0000000000000000000000000000000000000000000000000000000000000001"}
{"t":"ready","at":1790000000000,"player":"1"}
{"t":"entropy","at":1790000000000,"player":"1","bytes":"00ff"}
{"t":"lot","at":1790000000000,"seats":{"1":0,"2":2,"3":1}}
{"t":"dealt","at":1790000000000}
{"t":"said","at":1790000000000,"player":"2","name":"P2","text":"hi"}
{"t":"gone","at":1790000000000,"player":"2"}
{"t":"moved","at":1790000000800,"seat":1,"text":"fold","by":"bot"}
{"t":"moved","at":1790000001000,"seat":2,"text":"call"}
{"t":"back","at":1790000001000,"player":"2"}
{"t":"moved","at":1790000001000,"seat":0,"text":"check"}
{"t":"moved","at":1790000001000,"seat":2,"text":"check"}
{"t":"moved","at":1790000001000,"seat":0,"text":"check"}
{"t":"sit_out","at":1790000001000,"player":"2"}
{"t":"moved","at":1790000001000,"seat":2,"text":"check"}
{"t":"moved","at":1790000001000,"seat":0,"text":"check"}
{"t":"moved","at":1790000001000,"seat":2,"text":"check"}
{"t":"moved","at":1790000001000,"seat":0,"text":"check"}
{"t":"sit_out","at":1790000001000,"player":"2","out":false,"post":true}
{"t":"sit_out","at":1790000001000,"player":"2"}
{"t":"rebought","at":1790000001000,"player":"1","chips":200}
{"t":"auto","at":1790000001000,"player":"1"}
{"t":"resumed","at":1790000001000,"gap":700}
{"t":"committed","at":1790000001000,"server_seed":"0000000000000000000000000000000000000000000000000000000000000002"}
{"t":"dealt","at":1790000001000,"options":{"small_blind":5,"big_blind":10,"stacks":[690,500,510],"hand_number":2,"last_button":1,"last_small":2,"last_big":0,"sitting_out":[2],"deck":"","ante":1}}
{"t":"left","at":1790000001000,"player":"2","by":"1"}
{"t":"unbarred","at":1790000001000,"player":"2"}
{"t":"held","at":1790000001000,"player":"1"}
{"t":"held","at":1790000001000,"player":"1","on":false}
{"t":"moved","at":1790000001000,"seat":0,"text":"call"}
{"t":"moved","at":1790000001800,"seat":1,"text":"check","by":"bot"}
{"t":"moved","at":1790000002600,"seat":1,"text":"check","by":"bot"}
{"t":"moved","at":1790000003000,"seat":0,"text":"check"}
{"t":"moved","at":1790000003800,"seat":1,"text":"check","by":"bot"}
{"t":"moved","at":1790000004000,"seat":0,"text":"check"}
{"t":"moved","at":1790000004800,"seat":1,"text":"check","by":"bot"}
{"t":"moved","at":1790000005000,"seat":0,"text":"check"}
{"t":"closed","at":1790000005000,"by":"1"}"""

BETWEEN = """\
{"id":"t","settings":{"game":"holdem","seats":3,"options":{"small_blind":5,"big_blind":10},"name":"桌","spectator_delay":1,"seating":"lot","time_bank":20},"owner":"1","seq":41,"status":"active","hand":2,"options":{"small_blind":5,"big_blind":10,"ante":1,"stacks":[679,511,0],"hand_number":3,"last_button":0,"last_small":0,"last_big":1},"sitters":{"0":{"player":"1","name":"P1","gone_since":1790000001000,"bank":20000,"score":-21},"1":{"player":"3","name":"P3","avatar":"fox","bot":"easy","bank":20000,"score":11}},"next_deal_at":1790000010000,"result":{"hand":2,"scores":[-11,11,0],"reason":"holdem.end.showdown","players":["1","3","2"]},"stacks":{"0":679,"1":511},"match_deals":2,"drawn":true,"idle_since":1790000001000}"""
"""The snapshot after all of it but the last event."""

CLOSED = """\
{"id":"t","settings":{"game":"holdem","seats":3,"options":{"small_blind":5,"big_blind":10},"name":"桌","spectator_delay":1,"seating":"lot","time_bank":20},"owner":"1","seq":42,"status":"closed","hand":2,"options":{"small_blind":5,"big_blind":10,"ante":1,"stacks":[0,0,0],"hand_number":3,"last_button":0,"last_small":0,"last_big":1},"result":{"hand":2,"scores":[-11,11,0],"reason":"holdem.end.showdown","players":["1","3","2"]},"match_deals":2,"drawn":true,"idle_since":1790000001000}"""


def test_the_log_has_every_event() -> None:
    assert {type(decode(line)) for line in LOG.splitlines()} == set(get_args(Event))


@pytest.mark.parametrize("line", LOG.splitlines(), ids=lambda line: msgspec.json.decode(line)["t"])
def test_an_event_is_written_as_ever(line: str) -> None:
    assert encode(decode(line)).decode() == line


def test_a_log_gives_the_same_table_as_ever() -> None:
    events = [decode(line) for line in LOG.splitlines()]
    table = Table.load("t", None, events[:-1])
    assert table.snapshot().decode() == BETWEEN
    table.apply(events[-1])
    assert table.snapshot().decode() == CLOSED


def test_a_snapshot_loads_and_is_written_as_ever() -> None:
    table = Table.load("t", BETWEEN.encode(), [])
    assert table.snapshot().decode() == BETWEEN
    assert [sitter.name for sitter in table.state.sitters.values()] == ["P1", "P3"]
    table.apply(decode(LOG.splitlines()[-1]))
    assert table.snapshot().decode() == CLOSED
