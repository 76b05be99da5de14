"""Sentences for people, in Chinese and English, as data.

`Messages` map a message key to its two templates. Rules name keys and arguments (`Line`); only here, and in the page
that reads the same messages, do they become sentences. A placeholder says how its argument is shown:

    {seat:seat}    a seat, or several: the player's name where there is one, else 座位 1 / Seat 1 (counted from one)
    {cards:cards}  cards with suit symbols, `slash:7s` as 杀 ♠7, the letter of a rank as it is printed (T as 10, L as 小王);
                   any other text as it is; several side by side, named ones as a list: Slash ♠7 and Jink ♥2
    {type:key}     the argument is itself a message key, whose sentence has the arguments of the same line, or a Line with
                   arguments of its own
    {factors:times}  the same for several, joined by ×
    {count:s}      the ending of an English plural: nothing where the argument is 1
    {amount}       anything else, as it is

Chinese text is set apart from the figures and letters of an argument beside it: 座位 1 的牌, 小明的牌.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from paiju.cards import Card, NotationError, cards
from paiju.games.contract import Line

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Text:
    """One sentence or name in both languages."""

    zh: str
    en: str

    def __getitem__(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


Messages = Mapping[str, Text]

_WRITTEN = re.compile("[2-9TJQKA][shcd]")
_SEAT = Text("座位 {0}", "Seat {0}")
_NOBODY = Text("无人", "nobody")
_JOIN = Text("、", ", ")
_AND = Text("、", " and ")
_BETWEEN = {"times": Text(" × ", " × ")}
# An argument of a Chinese sentence stands between these two marks until the sentence is whole.
_OPEN, _CLOSE = "\x02", "\x03"
_EDGES = re.compile("(?<=[一-鿿])[\x02\x03]+(?=[0-9A-Za-z♠♥♦♣+−])|(?<=[0-9A-Za-z])[\x02\x03]+(?=[一-鿿])")
_MARKS = re.compile("[\x02\x03]")
_JOKERS = {"L": Text("小王", "small joker"), "R": Text("大王", "big joker")}

COMMON: Messages = {
    "error.over": Text("这一局已经结束。", "This deal is over."),
    "error.not_your_turn": Text("现在轮到{seats:seat}。", "It is the turn of {seats:seat}."),
    "error.bad_answer": Text("请选择其中之一：{answers}。", "Answer with one of: {answers}."),
    "table.hand": Text("{seat:seat}：{count} 张", "{seat:seat}: {count} card{count:s}"),
    "table.holds": Text("{seat:seat}的手牌：{cards:cards}", "{seat:seat} holds {cards:cards}"),
    "table.pile": Text("{name}：{cards:cards}", "{name}: {cards:cards}"),
    "table.seen_by": Text("{seat:seat}所见", "as {seat:seat} sees it"),
    "table.seen_by_all": Text("旁观者所见", "as spectators see it"),
    "table.open": Text("明牌", "all hands open"),
    "table.asked": Text("轮到{seats:seat}", "To answer: {seats:seat}"),
    "table.score": Text("{seat:seat}：{score}", "{seat:seat}: {score}"),
    "table.record": Text("{seats} 人，{moves} 步", "{seats} seats, {moves} move{moves:s}"),
    "error.bad_notation": Text("看不懂这一步：{why:key}。", "This move could not be read: {why:key}."),
    "notation.at": Text("{why:key}（第 {at} 个字符）", "{why:key} (at character {at})"),
    "notation.no_card": Text("{what} 不是点数、花色或王", "{what} is no rank, suit or joker"),
    "notation.mixed": Text(
        "花色在前和在后不能混用，请写 As Kd 或 SA DK",
        "one text cannot mix suits before and after the rank; write As Kd or SA DK",
    ),
    "notation.joker_suit": Text("王没有花色", "a joker has no suit"),
    "notation.two_suits": Text(
        "两个花色连在一起，每个花色都要有点数", "a suit follows a suit; each suit needs its rank"
    ),
    "notation.no_rank_before": Text("这个花色前面没有点数", "this suit has no rank before it"),
    "notation.no_rank_after": Text(
        "这个花色后面没有点数，请先写点数，如 As", "this suit has no rank after it; write the rank first, as in As"
    ),
    "notation.no_suit": Text("{rank} 缺花色，如 {rank}s", "{rank} needs a suit, as in {rank}s"),
    "notation.one_card": Text("这里只要一张牌", "one card was expected"),
}


class _Formatter(string.Formatter):
    def __init__(self, messages: Messages, language: Language, names: Sequence[str], args: Mapping[str, Any]) -> None:
        self.messages, self.language, self.names, self.args = messages, language, names, args

    def format_field(self, value: Any, format_spec: str) -> str:
        text = self._shown(value, format_spec)
        return f"{_OPEN}{text}{_CLOSE}" if self.language == "zh" else text

    def _shown(self, value: Any, format_spec: str) -> str:
        shown: dict[str, Callable[[Any], str]] = {
            "": str,
            "seat": self._seat,
            "cards": self._card,
            "key": self._sentence,
            "times": self._sentence,
            "s": lambda number: "" if str(number) == "1" else "s",
        }
        if format_spec not in shown:
            return str(format(value, format_spec))
        if not isinstance(value, (tuple, list)):
            return shown[format_spec](value)
        if not value and format_spec == "seat":
            return _NOBODY[self.language]
        named = any(isinstance(item, str) and ":" in item for item in value)
        found = [shown[format_spec](item) for item in value]
        if format_spec == "cards" and not named:
            return self._row(found)
        if (format_spec == "seat" or named) and len(found) > 1:
            *found, before, last = found
            found.append(before + _AND[self.language] + last)
        return _BETWEEN.get(format_spec, _JOIN)[self.language].join(found)

    def _row(self, faces: list[str]) -> str:
        """Cards side by side; a joker's English name, two words, is set apart: big joker, ♠A ♥A."""
        row = ""
        for before, face in zip(["", *faces], faces, strict=False):
            row += (", " if " " in before + face else " ") * bool(before) + face
        return row

    def _sentence(self, value: Any) -> str:
        if isinstance(value, Line):
            return tell(value, self.messages, self.language, self.names)
        text = self.messages.get(value) or COMMON.get(value)
        return str(value) if text is None else self.vformat(text[self.language], (), self.args)

    def _seat(self, value: Any) -> str:
        if value is None:
            return _NOBODY[self.language]
        if 0 <= value < len(self.names) and self.names[value]:
            return str(self.names[value])
        return _SEAT[self.language].format(value + 1)

    def _card(self, value: Any) -> str:
        if not isinstance(value, Card):
            return self._named_card(str(value))
        if value.suit is None:
            return _JOKERS[str(value)][self.language]
        return value.suit.symbol + ("10" if value.rank.letter == "T" else value.rank.letter)

    def _named_card(self, text: str) -> str:
        """`slash:7s`, a card with a name of its own: 杀 ♠7. A card as text, `7s`: ♠7. Any other text stays as it is."""
        if _WRITTEN.fullmatch(text):
            return self._card(*cards(text))
        name, colon, face = text.partition(":")
        title = self.messages.get(f"card.{name}") if colon else None
        if title is None:
            return _JOKERS[text][self.language] if text in _JOKERS else "10" if text == "T" else text
        return " ".join([title[self.language], *(self._card(card) for card in cards(face))])


def tell(line: Line, messages: Messages, language: Language, names: Sequence[str] = ()) -> str:
    """The sentence of a line. A key without a template shows as itself, so nothing is ever silent.

    >>> tell(Line.of("error.not_your_turn", seats=(0, 2)), COMMON, "en", ["Ann", "Bo", ""])
    'It is the turn of Ann and Seat 3.'
    """
    text = messages.get(line.key) or COMMON.get(line.key)
    if text is None:
        return f"{line.key} {line.args}" if line.args else line.key
    said = _Formatter(messages, language, names, line.args).vformat(text[language], (), line.args)
    return said if language == "en" else _MARKS.sub("", _EDGES.sub(" ", said))


def unread(error: NotationError) -> Line:
    """The answer to a move that could not be read: why, and at which character.

    >>> try:
    ...     cards("3s4x")
    ... except NotationError as error:
    ...     tell(unread(error), COMMON, "en")
    "This move could not be read: 'x' is no rank, suit or joker (at character 4)."
    """
    return Line.of("error.bad_notation", why=why_unread(error) if error.key else str(error))


def why_unread(error: NotationError) -> Line:
    """Why a text could not be read, and at which character. Only for an error that has a message key."""
    why = Line.of(error.key, **error.args_of_key)
    return Line.of("notation.at", why=why, at=error.at + 1) if error.at >= 0 and error.text.strip() else why


def placeholders(template: str) -> frozenset[str]:
    """The argument names a template uses: both languages of a message should use the same.

    >>> sorted(placeholders("{seat:seat} plays {cards:cards}"))
    ['cards', 'seat']
    """
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)
