"""Rules of a table as a body of the wire: one language, words to explain taken out of the text."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from paiju.games.catalog import GameInfo
from paiju.games.messages import Language, Text
from paiju.games.rulebook import Cell, Changed, Rules, RuleTable, Section, Shown, Stated, rules_of, runs
from paiju.server import wire

_MOST = 256  # tables whose rules are kept ready


class _Key:
    """A game and options to look up by: a GameInfo holds functions and mappings, and is known by its id."""

    def __init__(self, info: GameInfo, options: Any) -> None:
        self.info, self.options = info, options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and (self.info.id, self.options) == (other.info.id, other.options)

    def __hash__(self) -> int:
        return hash((self.info.id, self.options))


def rules_reply(info: GameInfo, options: Any, language: Language) -> wire.RulesReply:
    """Kept ready for those who ask again: making one takes some ten milliseconds."""
    return _reply(_Key(info, options), language)


@lru_cache(_MOST)
def _reply(key: _Key, language: Language) -> wire.RulesReply:
    rules: Rules = rules_of(key.info, key.options)
    return wire.RulesReply(
        game=rules.game,
        language=language,
        title=rules.title[language],
        preset=rules.preset,
        changed=[_changed(one, language) for one in rules.changed],
        surprises=[_clause(one, language) for one in rules.surprises],
        sections=[_section(one, language) for one in rules.sections],
        terms={
            name: wire.RuleTerm(title=term.title[language], text=term.meaning[language])
            for name, term in rules.terms.items()
        },
    )


def _changed(change: Changed, language: Language) -> wire.RuleOption:
    return wire.RuleOption(
        name=change.option,
        help=change.help[language],
        value=change.value[language],
        clauses=[_clause(one, language) for one in change.says],
    )


def _section(section: Section, language: Language) -> wire.RuleSection:
    return wire.RuleSection(
        key=section.key,
        title=section.title[language],
        clauses=[_clause(one, language) for one in section.clauses],
        tables=[_table(one, language) for one in section.tables],
    )


def _clause(said: Stated, language: Language) -> wire.RuleClause:
    return wire.RuleClause(
        text=_runs(said.text, language),
        option=said.option,
        changed=said.changed,
        examples=[_example(one, language) for one in said.examples],
    )


def _example(shown: Shown, language: Language) -> wire.RuleExample:
    return wire.RuleExample(
        cards=list(shown.cards),
        verdict=shown.verdict,
        on=list(shown.on),
        name=shown.name[language] if shown.name else "",
        note=_runs(shown.note, language),
    )


def _table(table: RuleTable, language: Language) -> wire.RuleTable:
    return wire.RuleTable(
        title=table.title[language] if table.title else "",
        headings=[heading[language] for heading in table.headings],
        rows=[[_cell(cell, language) for cell in row] for row in table.rows],
        folded=table.folded,
    )


def _cell(cell: Cell, language: Language) -> wire.RuleCell:
    return wire.RuleCell(text=_runs(cell.text, language), note=_runs(cell.note, language), cards=list(cell.cards))


def _runs(text: Text | None, language: Language) -> list[wire.RuleRun]:
    return [wire.RuleRun(text=run.text, term=run.term) for run in runs(text[language])] if text else []
