"""Every game by name, with its options, presets and table sizes, as data.

A family is a package that exposes `GAMES`; naming it in `FAMILIES` puts its games on the table, in the command
line, on the page and under the law tests. Families are imported when first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from paiju.games.capabilities import (
    Answers,
    Archive,
    Chips,
    Daily,
    Exports,
    Leaving,
    PlainAnswers,
    PlainWords,
    SeatView,
    Secrecy,
    Stake,
    SteadyLimits,
    TimeLimits,
    Turns,
    Words,
)
from paiju.games.contract import AnyGame, Line, Series
from paiju.games.feats import Feats
from paiju.games.messages import COMMON, Messages, Text
from paiju.games.options import OptionInfo, build, describe
from paiju.games.refusals import Worded

if TYPE_CHECKING:
    from paiju.games.fairness import Shuffle
    from paiju.games.rulebook import Rulebook

FAMILIES: Final[tuple[str, ...]] = ("paiju.games.holdem", "paiju.games.climb", "paiju.games.sanguosha")

_LIMITS: Final = SteadyLimits()
_WORDS: Final = PlainWords()
_ANSWERS: Final = PlainAnswers(_WORDS)
_SECRECY: Final = Secrecy()


class UnknownGame(Worded, LookupError):
    """No game, or no preset of a game, has this name."""

    def __init__(self, sentence: Line) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """One game as the catalog knows it: its names and options, and the capabilities it has beyond the contract."""

    id: str
    title: Text
    summary: Text
    options: type[Any]
    make: Callable[[Any], AnyGame]
    series: Series[Any]
    recommended: int  # table size
    aliases: tuple[str, ...] = ()
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    default_preset: str | None = None
    usual_preset: str | None = None  # offered first, where most people know the game by another than the default
    messages: Messages = field(default_factory=dict)
    rules_version: str = "1"
    turns: Turns = "counter_clockwise"
    turns_of: Callable[[Any], Turns] | None = None  # where an option decides it
    zero_sum: bool = True  # what some seats win, others lose
    family: str = ""  # for the page: "climb", "holdem", "sanguosha"
    rulebook: Rulebook | None = None  # what the rules panel, the documents and `paiju rules` say

    seat_view: SeatView | None = None
    chips: Chips | None = None
    stake: Callable[[Any], Stake | None] = lambda options: None
    time_limits: TimeLimits = _LIMITS
    leaving: Leaving | None = None
    words: Words = _WORDS
    answers: Answers = _ANSWERS
    secrecy: Secrecy = _SECRECY
    archive: Archive | None = None
    exports: Exports = field(default_factory=dict)
    gained: Callable[[Any, Any], Line | None] | None = None  # two views of a seat: cards that came to it unseen
    trace: Callable[[Any], Iterator[str]] | None = None  # a Record event by event, for people who write rules
    shuffles: Callable[[Any], tuple[Shuffle, ...]] | None = None  # of a Record: the proof of its deal
    from_position: Callable[[str], AnyGame] | None = None  # text of a position: the game that begins from it
    daily: Daily | None = None
    feats: Feats = field(default_factory=dict)  # what a player can do in a deal that is worth keeping

    def build(self, values: Mapping[str, object] | None = None, preset: str | None = None) -> Any:
        """Checked options: those of the preset, then the given values on top."""
        chosen = preset or self.default_preset
        base: Mapping[str, object] = {}
        if chosen is not None:
            if chosen not in self.presets:
                there = ", ".join(self.presets) or "–"
                raise UnknownGame(Line.of("catalog.no_preset", game=self.id, name=repr(chosen), there=there))
            base = self.presets[chosen]
        return build(self.options, {**base, **(values or {})})

    def game(self, values: Mapping[str, object] | None = None, preset: str | None = None) -> AnyGame:
        """A ready game."""
        return self.make(self.build(values, preset))

    def begun(self, options: Any, position: str | None) -> AnyGame:
        """The game under these options, or the one that begins from a position, which says its own options.

        PositionError, a ValueError, for text that is no position of this game.
        """
        if position is None:
            return self.make(options)
        if self.from_position is None:
            raise ValueError(f"{self.id} knows no positions")
        game = self.from_position(position)
        if game.name != self.make(options).name:
            raise ValueError(f"a position of {game.name} is none of {self.id}")
        return game

    @cached_property
    def folded_names(self) -> frozenset[str]:
        """Every name it is found by, without spaces and case."""
        return frozenset(map(_fold, (self.id, self.title.zh, self.title.en, *self.aliases)))

    @cached_property
    def line_names(self) -> frozenset[str]:
        """Every message it has, by the last part of its key."""
        return frozenset(key.rpartition(".")[2] for key in self.messages)

    @property
    def seats(self) -> range:
        """Table sizes allowed under default options."""
        return self.game().seats

    def direction(self, options: Any) -> Turns:
        """Which way turns go round under these options."""
        return self.turns if self.turns_of is None else self.turns_of(options)

    def describe(self) -> tuple[OptionInfo, ...]:
        return describe(self.options)

    @property
    def all_messages(self) -> Messages:
        return {**COMMON, **self.messages}

    def data(self) -> dict[str, Any]:
        """Plain values: what the page, the command line and the API show of a game."""
        seats = self.seats
        return {
            "id": self.id,
            "title": asdict(self.title),
            "summary": asdict(self.summary),
            "aliases": list(self.aliases),
            "family": self.family,
            "seats": {"min": seats[0], "max": seats[-1], "recommended": self.recommended},
            "turns": self.turns,
            "presets": [{"name": name, "options": dict(values)} for name, values in self.presets.items()],
            "default_preset": self.default_preset,
            "options": [asdict(info) for info in self.describe() if not info.carried],
            "rules_version": self.rules_version,
        }


def infos() -> tuple[GameInfo, ...]:
    """The whole catalog, in the order of the families; games that were added come last."""
    return (*_own(), *_ADDED)


def add(games: Iterable[GameInfo]) -> None:
    """Put games of your own into the catalog of this process: whatever takes a game by name then knows them.

    ValueError where a name is taken. Games that are there already stay as they are.
    """
    for info in games:
        there = [other for other in infos() if other.folded_names & info.folded_names]
        if there == [info]:
            continue
        if there:
            raise ValueError(f"the name {info.id} is taken by {there[0].id}")
        _ADDED.append(info)


_ADDED: Final[list[GameInfo]] = []


@cache
def _own() -> tuple[GameInfo, ...]:
    found: list[GameInfo] = []
    for family in FAMILIES:
        found += import_module(family).GAMES
    return tuple(found)


def find(name: str) -> GameInfo:
    """A game by id, Chinese or English title, or alias, however it is spaced or cased.

    >>> find("nine men's morris")
    Traceback (most recent call last):
    ...
    paiju.games.catalog.UnknownGame: no game is called "nine men's morris"; `paiju games` lists them
    """
    wanted = _fold(name)
    for info in infos():
        if wanted in info.folded_names:
            return info
    raise UnknownGame(Line.of("catalog.no_game", name=name))


def game(name: str, preset: str | None = None, /, **options: object) -> AnyGame:
    """A ready game by name: `game("doudizhu", bidding="score")`."""
    return find(name).game(options, preset)


def all() -> Iterator[AnyGame]:
    """Every game under every preset (and its defaults where it has none): what the law tests run over."""
    for info in infos():
        for preset in info.presets or [None]:
            yield info.game(preset=preset)


def _fold(name: str) -> str:
    """Case, spaces and punctuation do not matter; the old program's spellings of Chinese names are understood."""
    folded = re.sub(r"[\s_\-’'·./]+", "", name).casefold()
    if folded.isascii():
        return folded
    for old, new in _SPELLINGS:
        folded = folded.replace(old, new)
    return folded


_SPELLINGS: Final = (
    ("扑克游戏", ""), ("扑克", ""), ("x", "拓展版"), ("d", "地"), ("王", "鬼"),
    *zip("0123456789", "零一二三四五六七八九", strict=True),
    ("三人斗地主", "斗地主"), ("欢乐斗地主", "斗地主"), ("竞技二打一", "斗地主"), ("二打一", "斗地主"),
    ("扩展版", "拓展版"), ("大老二", "锄大地"), ("锄大弟", "锄大地"),
)  # fmt: skip
