"""REST bodies about games and about the process: catalog, messages, rules, health."""

from __future__ import annotations

from typing import Any, Literal

from paiju.server.wire.base import OptionValues, Wire


class Option(Wire):
    name: str
    type: str
    default: Any
    help: dict[str, str]
    choices: list[Any]
    low: float | None
    high: float | None
    optional: bool


class CatalogGame(Wire):
    """One game of the catalog."""

    id: str
    title: dict[str, str]
    summary: dict[str, str]
    family: str
    aliases: list[str]
    seats: list[int]
    recommended: int
    turns: Literal["clockwise", "counter_clockwise"]
    chips: bool
    presets: dict[str, OptionValues]
    default_preset: str | None
    usual_preset: str | None
    """What a form offers first: the preset that most people know the game by."""
    options: list[Option]
    bots: list[str]
    rules_version: str


class CatalogReply(Wire):
    games: list[CatalogGame]


class MessageTable(Wire):
    """Templates by key, in both languages; docs/api.md says how to fill them."""

    game: str
    messages: dict[str, dict[str, str]]


class RuleRun(Wire):
    """A stretch of text. `term` names the word of `terms` that explains it, empty where there is none."""

    text: str
    term: str


class RuleExample(Wire):
    """Cards and what the game says of them: a play or none, or how they fare against the cards `on` the table."""

    cards: list[str]
    verdict: Literal["legal", "illegal", "beats", "fails", "ties"]
    on: list[str]
    name: str
    note: list[RuleRun]


class RuleClause(Wire):
    """One statement. `option` is the option whose value it states; `changed` where that differs from the default."""

    text: list[RuleRun]
    option: str
    changed: bool
    examples: list[RuleExample]


class RuleOption(Wire):
    """An option that differs from the default: its name in words, its value, and what follows."""

    name: str
    help: str
    value: str
    clauses: list[RuleClause]


class RuleCell(Wire):
    text: list[RuleRun]
    note: list[RuleRun]
    cards: list[str]


class RuleTable(Wire):
    """Rows made from the game's own data. `folded`: long, to be opened when wanted."""

    title: str
    headings: list[str]
    rows: list[list[RuleCell]]
    folded: bool


class RuleSection(Wire):
    key: str
    title: str
    clauses: list[RuleClause]
    tables: list[RuleTable]


class RuleTerm(Wire):
    title: str
    text: str


class RulesReply(Wire):
    """The rules of a game under some options, in one language: what differs and what may surprise come first."""

    game: str
    language: Literal["zh", "en"]
    title: str
    preset: str | None
    changed: list[RuleOption]
    surprises: list[RuleClause]
    sections: list[RuleSection]
    terms: dict[str, RuleTerm]


class Health(Wire):
    status: Literal["ok"]
    version: str
    kernel: bool


class Readiness(Wire):
    status: Literal["ready", "draining", "starting", "failing"]
    tables: int
    connections: int
    database: bool
    writing: bool
    bus: bool
