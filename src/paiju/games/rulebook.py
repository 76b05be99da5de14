"""The rules of a game as data: one source for the page's rules panel, the documents, the API and the command line.

A `Rulebook` stands beside its game and is almost only text. It is made of parts, a part of clauses and tables:

    say("四带二不是炸弹。", "Four with two is no bomb.", surprise=True,
        examples=(fails("4s4h4c4d5s6h", on="3s3h3c3d"),))
    choose("pass_lock", {True: ("…", "…"), False: ("…", "…")})       one sentence for each value of an option
    amount("hand_size", "手牌 {hand_size} 张。", "{hand_size} cards in hand.")

A clause holds only at tables whose options meet its `when`. A clause about an option states that option's value. Text
may name an option or a fact in braces, and explain a word: `[[side_pot]]`, or `[[side_pot|side pots]]` to show it
otherwise. Examples are cards and a verdict, so that a test can put each of them to the engine. Tables are made from
the rule sheet itself, so that they cannot differ from what is played.

`rules_of(game_info, options)` gives what holds at one table: pure, in both languages.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, NamedTuple

from paiju.cards import cards
from paiju.games.catalog import GameInfo
from paiju.games.messages import LANGUAGES, Language, Text
from paiju.games.options import OptionInfo, describe

Verdict = Literal["legal", "illegal", "beats", "fails", "ties"]

_MARK: Final = re.compile(r"\[\[(\w+)(?:\|([^\]]*))?\]\]")
_ON: Final = Text("是", "yes")
_OFF: Final = Text("否", "no")
_NONE: Final = Text("无", "none")
_BETWEEN: Final = Text(" 或 ", " or ")
_EMPTY: Final = Text("", "")
_GLOSSARY: Final = Text("术语", "Words")


# --- what a rulebook is written in ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """A word of the trade and what it means."""

    title: Text
    meaning: Text


Glossary = Mapping[str, Term]


def words(glossary: Glossary) -> dict[str, Text]:
    """A glossary as messages, for whatever names a term outside the rules: `term.pot` and `term.pot.text`."""
    rows = [(f"term.{key}", term) for key, term in glossary.items()]
    return {key: term.title for key, term in rows} | {f"{key}.text": term.meaning for key, term in rows}


@dataclass(frozen=True)
class Example:
    """Cards and what the engine says of them: a play or none, or how they fare against the cards `on` the table.

    `reading` names one of several readings, as a player would declare it.
    """

    cards: str
    verdict: Verdict
    on: str = ""
    reading: str = ""
    note: Text | None = None


def legal(cards: str, reading: str = "", *, zh: str = "", en: str = "") -> Example:
    return Example(cards, "legal", reading=reading, note=_note(zh, en))


def illegal(cards: str, *, zh: str = "", en: str = "") -> Example:
    return Example(cards, "illegal", note=_note(zh, en))


def beats(cards: str, on: str, *, zh: str = "", en: str = "") -> Example:
    return Example(cards, "beats", on, note=_note(zh, en))


def fails(cards: str, on: str, *, zh: str = "", en: str = "") -> Example:
    return Example(cards, "fails", on, note=_note(zh, en))


def ties(cards: str, on: str, *, zh: str = "", en: str = "") -> Example:
    return Example(cards, "ties", on, note=_note(zh, en))


def _note(zh: str, en: str) -> Text | None:
    return Text(zh, en) if zh else None


class Not(NamedTuple):
    """A condition: any value but this one, or but these where it is a `OneOf`."""

    value: object


class OneOf(NamedTuple):
    """A condition: any of these values."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class Clause:
    """One statement. It holds where every option in `when` has the value named there."""

    text: Text
    when: Mapping[str, object] = field(default_factory=dict)
    surprise: bool = False  # said first: what a newcomer from another table would not expect
    examples: tuple[Example, ...] = ()
    about: str = ""  # the option whose value it states

    def holds(self, options: object) -> bool:
        return all(_meets(getattr(options, name), wanted) for name, wanted in self.when.items())


def _meets(value: object, wanted: object) -> bool:
    if isinstance(wanted, Not):
        return not _meets(value, wanted.value)
    if isinstance(wanted, OneOf):
        return value in wanted.values
    return value == wanted


def say(
    zh: str,
    en: str,
    *,
    when: Mapping[str, object] | None = None,
    surprise: bool = False,
    examples: tuple[Example, ...] = (),
    about: str = "",
) -> Clause:
    return Clause(Text(zh, en), when or {}, surprise, examples, about)


def choose(
    option: str,
    values: Mapping[Any, tuple[str, str]],
    *,
    when: Mapping[str, object] | None = None,
    surprise: tuple[object, ...] = (),
    examples: Mapping[Any, tuple[Example, ...]] | None = None,
) -> tuple[Clause, ...]:
    """One sentence for each value of an option; `surprise` names the values that must be said first."""
    shown = examples or {}
    return tuple(
        Clause(
            Text(zh, en), {option: value, **(when or {})}, _among(value, surprise), shown.get(value, ()), about=option
        )
        for value, (zh, en) in values.items()
    )


def _among(value: object, values: tuple[object, ...]) -> bool:
    return any(value is one or (value == one and type(value) is type(one)) for one in values)


def amount(
    option: str, zh: str, en: str, *, when: Mapping[str, object] | None = None, surprise: bool = False
) -> Clause:
    """A sentence with the option's value in it, as `{option}`."""
    return Clause(Text(zh, en), when or {}, surprise, about=option)


@dataclass(frozen=True)
class Cell:
    """One cell of a table: words, a remark below them, or cards."""

    text: Text = _EMPTY
    note: Text | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleTable:
    """Rows made from a game's own data. A folded one is long, and is opened when wanted."""

    headings: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: Text | None = None
    folded: bool = False


Item = Clause | Callable[[Any], RuleTable | None]


@dataclass(frozen=True)
class Part:
    """A section of the rulebook: clauses, and functions that make tables of the options."""

    key: str
    title: Text
    items: tuple[Item, ...]


def part(key: str, zh: str, en: str, *items: Item | Iterable[Item]) -> Part:
    """A part; groups of clauses, as `choose` gives them, are laid out flat."""
    flat: list[Item] = []
    for item in items:
        flat += [item] if isinstance(item, Clause) or callable(item) else item
    return Part(key, Text(zh, en), tuple(flat))


def _no_blanks(options: Any) -> Mapping[str, object]:
    return {}


def _unnamed(options: Any, example: Example) -> tuple[Text, ...]:
    return ()


@dataclass(frozen=True)
class Rulebook:
    """All that is said about a game. `blanks` are numbers and lists for the text, `names` what an example is called."""

    parts: tuple[Part, ...]
    blanks: Callable[[Any], Mapping[str, object]] = _no_blanks
    names: Callable[[Any, Example], tuple[Text, ...]] = _unnamed
    glossary: Glossary = field(default_factory=dict)
    whole_glossary: bool = False  # list every word, not only those that the text uses

    def clauses(self) -> Iterator[Clause]:
        for one in self.parts:
            yield from (item for item in one.items if isinstance(item, Clause))


# --- what holds at one table -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """An example with its cards one by one, and what they are called."""

    cards: tuple[str, ...]
    verdict: Verdict
    on: tuple[str, ...]
    name: Text | None
    note: Text | None


@dataclass(frozen=True)
class Stated:
    """A clause that holds here. `changed` if it states an option that differs from the default."""

    text: Text
    examples: tuple[Shown, ...] = ()
    option: str = ""
    changed: bool = False


@dataclass(frozen=True)
class Changed:
    """An option of this table that differs from the default, and what it means."""

    option: str
    help: Text
    value: Text
    says: tuple[Stated, ...]


@dataclass(frozen=True)
class Section:
    key: str
    title: Text
    clauses: tuple[Stated, ...]
    tables: tuple[RuleTable, ...]


@dataclass(frozen=True)
class Rules:
    """The rules of one table. Words to explain are still marked in the texts; `runs` takes them apart."""

    game: str
    title: Text
    summary: Text
    preset: str | None
    changed: tuple[Changed, ...]
    surprises: tuple[Stated, ...]
    sections: tuple[Section, ...]
    terms: Glossary


class Run(NamedTuple):
    """A stretch of text, and the term that it names, if any."""

    text: str
    term: str = ""


def runs(text: str) -> tuple[Run, ...]:
    """A text taken apart where it names a term.

    >>> runs("the rest makes [[side_pot|side pots]].")
    (Run(text='the rest makes ', term=''), Run(text='side pots', term='side_pot'), Run(text='.', term=''))
    """
    found, at = [], 0
    for mark in _MARK.finditer(text):
        found += [Run(text[at : mark.start()]), Run(mark[2] or mark[1], mark[1])]
        at = mark.end()
    return tuple(run for run in (*found, Run(text[at:])) if run.text)


def plain(text: str) -> str:
    """A text without the marks."""
    return "".join(run.text for run in runs(text))


def rules_of(game_info: GameInfo, options: Any) -> Rules:
    """The rules of this game under these options. A game without a rulebook has its summary and its options."""
    return _Teller(game_info, options).rules()


def fill(text: Text, blanks: Mapping[str, object]) -> Text:
    """Values put into a text; one that is a Text is put in its language."""
    return Text(*(_Filler(language).vformat(text[language], (), blanks) for language in LANGUAGES))


def filled_example(example: Example, blanks: Mapping[str, object]) -> Example:
    """An example whose cards may depend on the table: `{wild}` is the wild card of this deal."""
    return replace(example, cards=example.cards.format_map(blanks), on=example.on.format_map(blanks))


class _Filler(string.Formatter):
    def __init__(self, language: Language) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Text):
            return value[self.language]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return str(format(value, format_spec))


class _Teller:
    """Resolves one rulebook for one table."""

    def __init__(self, game_info: GameInfo, options: Any) -> None:
        self.game_info, self.options = game_info, options
        self.book = game_info.rulebook or Rulebook(())
        self.infos = {info.name: info for info in describe(type(options)) if not info.carried}
        usual = game_info.build()
        self.changed = [name for name in self.infos if getattr(options, name) != getattr(usual, name)]
        values = {one.name: getattr(options, one.name) for one in fields(options)}
        self.blanks = {**values, **self.book.blanks(options)}
        self.used: dict[str, None] = {}

    def rules(self) -> Rules:
        stated = [(part, clause, self.state(clause)) for part in self.book.parts for clause in self.held(part)]
        changed = tuple(self.change(self.infos[name], stated) for name in self.changed)
        surprises = tuple(said for _, clause, said in stated if clause.surprise and not said.changed)
        sections = []
        for part in self.book.parts:
            clauses = tuple(said for of, clause, said in stated if of is part and not clause.surprise)
            tables = tuple(self.tables(part))
            if clauses or tables:
                sections.append(Section(part.key, self.filled(part.title), clauses, tables))
        if words := self.words():
            sections.append(words)
        return Rules(
            game=self.game_info.id,
            title=self.game_info.title,
            summary=self.game_info.summary,
            preset=self.preset(),
            changed=changed,
            surprises=surprises,
            sections=tuple(sections),
            terms={key: self.book.glossary[key] for key in self.used},
        )

    def held(self, part: Part) -> list[Clause]:
        return [item for item in part.items if isinstance(item, Clause) and item.holds(self.options)]

    def state(self, clause: Clause) -> Stated:
        shown = tuple(self.show(example) for example in clause.examples)
        return Stated(self.filled(clause.text), shown, clause.about, clause.about in self.changed)

    def show(self, example: Example) -> Shown:
        example = filled_example(example, self.blanks)
        names = self.book.names(self.options, example)
        name = Text(*(_BETWEEN[language].join(one[language] for one in names) for language in LANGUAGES))
        note = self.filled(example.note) if example.note else None
        return Shown(_split(example.cards), example.verdict, _split(example.on), name if names else None, note)

    def change(self, info: OptionInfo, stated: list[tuple[Part, Clause, Stated]]) -> Changed:
        value = getattr(self.options, info.name)
        says = tuple(said for _, clause, said in stated if clause.about == info.name)
        return Changed(info.name, info.help, _worded(value), says)

    def tables(self, part: Part) -> Iterator[RuleTable]:
        for item in part.items:
            table = None if isinstance(item, Clause) else item(self.options)
            if table is not None:
                yield RuleTable(
                    tuple(self.filled(heading) for heading in table.headings),
                    tuple(tuple(self.cell(cell) for cell in row) for row in table.rows),
                    table.title and self.filled(table.title),
                    table.folded,
                )

    def cell(self, cell: Cell) -> Cell:
        return Cell(self.filled(cell.text), cell.note and self.filled(cell.note), cell.cards)

    def filled(self, text: Text) -> Text:
        """Values put in, and a mark without words of its own given the name of its term."""
        filled = fill(text, self.blanks)
        return Text(*(_MARK.sub(self.naming(language), filled[language]) for language in LANGUAGES))

    def naming(self, language: Language) -> Callable[[re.Match[str]], str]:
        def named(mark: re.Match[str]) -> str:
            self.used[mark[1]] = None
            return f"[[{mark[1]}|{mark[2] or self.book.glossary[mark[1]].title[language]}]]"

        return named

    def words(self) -> Section | None:
        """The glossary, as the last section."""
        keys = list(self.book.glossary) if self.book.whole_glossary else list(self.used)
        if not keys:
            return None
        terms = [self.book.glossary[key] for key in keys]
        rows = tuple((Cell(term.title), Cell(term.meaning)) for term in terms)
        return Section("terms", _GLOSSARY, (), (RuleTable((), rows, folded=True),))

    def preset(self) -> str | None:
        """The preset that this table follows in everything that a host chooses."""
        for name in self.game_info.presets:
            built = self.game_info.build(preset=name)
            if all(getattr(built, option) == getattr(self.options, option) for option in self.infos):
                return name
        return None


def _split(text: str) -> tuple[str, ...]:
    return tuple(str(card) for card in cards(text)) if text else ()


def _worded(value: object) -> Text:
    if isinstance(value, bool):
        return _ON if value else _OFF
    if value is None:
        return _NONE
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return Text(str(value), str(value))
