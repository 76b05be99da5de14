"""The lines that a bot in a process of its own reads and writes: JSON, one message a line, as types.

A program reads `Ask` and `Over`, told apart by `type`, and writes an `Answer` to each `Ask`. It leaves alone what it does not
know: other types of messages, and other fields of these.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line

VERSION = 1
"""Of this protocol. A field may be added without a new number; one that is renamed or means something else takes one."""


CHOICES = 64
"""Answers listed with a question."""


class Question(msgspec.Struct, frozen=True):
    """What is asked, and answers that are legal: the first of them is the safest."""

    prompt: Line
    choices: list[str]
    more: bool
    """There are other legal answers that are not listed."""

    @classmethod
    def of(cls, decision: Decision[Any]) -> Question:
        first = [str(one) for one in islice(decision.choices, CHOICES + 1)]
        return cls(decision.prompt, first[:CHOICES], len(first) > CHOICES)


class Ask(msgspec.Struct, frozen=True, tag_field="type", tag="ask"):
    """A question to the program's seat. `events` are those since the last question of this deal."""

    game: str
    stage: str
    view: Any
    events: tuple[Line, ...]
    decision: Question
    limit: float
    """Seconds for the answer."""


class Over(msgspec.Struct, frozen=True, tag_field="type", tag="over"):
    """A deal has ended, with the scores of all seats. It needs no answer; the next `Ask` belongs to another deal."""

    scores: list[int]


class Answer(msgspec.Struct, frozen=True):
    """In the notation of the choices."""

    text: str


def schema(info: GameInfo) -> dict[str, Any]:
    """A JSON Schema of the lines for one game: `$defs` has `Ask`, `Over`, `Answer` and what they are made of."""
    game = info.game()
    view = type(game.view(game.deal(info.recommended, 1), None))
    fields = [("view", view)]
    ask = msgspec.defstruct("Ask", fields, bases=(Ask,), tag_field="type", tag="ask", frozen=True, kw_only=True)
    (asked, over, answer), parts = msgspec.json.schema_components(
        (ask, Over, Answer), schema_hook=lambda _: {"type": "string"}, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Lines between Paiju and a bot: {info.id}, protocol {VERSION}",
        "description": "The program reads `Ask` and `Over` and writes an `Answer` to each `Ask`.",
        "oneOf": [asked, over, answer],
        "$defs": parts,
    }
