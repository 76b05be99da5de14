"""Rules as Markdown, for the command line and the documents. The page draws the same `Rules` itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from paiju.cards import card
from paiju.games.catalog import GameInfo
from paiju.games.messages import Language, Text
from paiju.games.options import OptionError, OptionInfo
from paiju.games.rulebook import Cell, Rules, RuleTable, Shown, Stated, plain, rules_of

FIRST: Final = Text("先知道这些", "Know these first")
CHANGED: Final = Text("与默认不同", "Different from the default")
OPTIONS: Final = Text("选项", "Options")
PRESET: Final = Text("预设 `{name}`", "Preset `{name}`")
_OPTION_HEADS: Final = (Text("选项", "option"), Text("值", "value"), Text("意思", "what it means"))
_VERDICTS: Final = {
    "legal": Text("✓ {cards}：{name}", "✓ {cards}: {name}"),
    "illegal": Text("✗ {cards}：不成牌型", "✗ {cards}: no combination"),
    "beats": Text("✓ {cards} 大过 {on}", "✓ {cards} beats {on}"),
    "fails": Text("✗ {cards} 压不住 {on}", "✗ {cards} does not beat {on}"),
    "ties": Text("= {cards} 和 {on} 一样大", "= {cards} ties with {on}"),
}
_NOTED: Final = Text("{text}（{note}）", "{text} ({note})")
_JOKERS: Final = {"L": Text("小王", "small joker"), "R": Text("大王", "big joker")}


def markdown(rules: Rules, language: Language, level: int = 1) -> Iterator[str]:
    """The rules of one table, line by line; `level` is that of the title."""
    head = "#" * level
    yield f"{head} {rules.title[language]}"
    if rules.changed:
        yield from ("", f"{head}# {CHANGED[language]}", "")
        for change in rules.changed:
            if not change.says:
                yield f"- {change.help[language]}: {change.value[language]}"
            for said in change.says:
                yield from _stated(said, language)
    if rules.surprises:
        yield from ("", f"{head}# {FIRST[language]}", "")
        for said in rules.surprises:
            yield from _stated(said, language)
    for section in rules.sections:
        yield from ("", f"{head}# {section.title[language]}")
        if section.clauses:
            yield ""
        for said in section.clauses:
            yield from _stated(said, language)
        for table in section.tables:
            yield ""
            yield from _table(table, language)


def options_table(game_info: GameInfo, language: Language) -> Iterator[str]:
    """Every option with its values and what each means, as a table."""
    rows: list[tuple[str, str, str, str]] = []
    for info in game_info.describe():
        if not info.carried:
            for value, text in _values(game_info, info, language):
                name = f"`{info.name}`" if not rows or rows[-1][3] != info.name else ""
                rows.append((name, f"`{value}`", text, info.name))
    yield _row([heading[language] for heading in _OPTION_HEADS])
    yield _row(["---"] * 3)
    for name, shown, text, _ in rows:
        yield _row([name, shown, text])


def _values(game_info: GameInfo, info: OptionInfo, language: Language) -> Iterator[tuple[str, str]]:
    values: tuple[Any, ...] = (True, False) if info.type == "bool" else info.choices or (info.default,)
    default = getattr(game_info.build(), info.name)
    for value in sorted(values, key=lambda one: one != default):
        try:
            rules = rules_of(game_info, game_info.build({info.name: value}))
        except OptionError:
            continue
        said = [one for change in rules.changed for one in change.says if one.option == info.name]
        if value == default:
            every = (*rules.surprises, *(one for section in rules.sections for one in section.clauses))
            said = [one for one in every if one.option == info.name]
        text = " ".join(plain(one.text[language]) for one in said) or info.help[language]
        shown = str(value).lower() if value is None or isinstance(value, bool) else str(value)
        yield shown, text


def _stated(said: Stated, language: Language) -> Iterator[str]:
    yield f"- {plain(said.text[language])}"
    for example in said.examples:
        yield f"  - {_example(example, language)}"


def _example(example: Shown, language: Language) -> str:
    text = _VERDICTS[example.verdict][language].format(
        cards=faces(example.cards, language),
        on=faces(example.on, language),
        name=example.name[language] if example.name else "",
    )
    return _NOTED[language].format(text=text, note=plain(example.note[language])) if example.note else text


def _table(table: RuleTable, language: Language) -> Iterator[str]:
    if table.title:
        yield from (f"**{plain(table.title[language])}**", "")
    width = len(table.rows[0])
    if width == 1:  # a story
        yield from (f"{number}. {plain(row[0].text[language])}" for number, row in enumerate(table.rows, start=1))
        return
    headings = [plain(heading[language]) for heading in table.headings] or [""] * width
    yield _row(headings)
    yield _row(["---"] * width)
    for row in table.rows:
        yield _row([_cell(cell, language) for cell in row])


def _cell(cell: Cell, language: Language) -> str:
    text = faces(cell.cards, language) if cell.cards else plain(cell.text[language])
    return _NOTED[language].format(text=text, note=plain(cell.note[language])) if cell.note else text


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def faces(texts: tuple[str, ...], language: Language) -> str:
    """Cards as people write them.

    >>> faces(("As", "Td", "R"), "en")
    '♠A ♦10 big joker'
    """
    return " ".join(_JOKERS[text][language] if text in _JOKERS else _face(text) for text in texts)


def _face(text: str) -> str:
    one = card(text)
    assert one.suit is not None
    return one.suit.symbol + ("10" if one.rank.letter == "T" else one.rank.letter)
