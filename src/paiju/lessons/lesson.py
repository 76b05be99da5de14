"""Lessons as data: a file for each game, read when first asked for.

    [[lesson]]
    id = "beats"
    title = ["谁大谁小", "What beats what"]
    position = "doudizhu 3K/4/5 0 landlord=0"     # or `holdem`, `stage`, `deal`: see spot.py
    seat = 0                                       # the learner's
    moves = ["2 5"]                                # made before the first question

    [[lesson.question]]
    task = ["…", "…"]
    right = ["K"]                                  # answers that do; `win = true` instead: whatever keeps the win
    praise = ["…", "…"]                            # why it is right
    wrong = [["pass", "…", "…"]]                   # answers that do not, and why; others are explained by solver or bot
    then = ["1 pass", "2 pass"]                    # what follows a right answer

Every text is a pair, Chinese and English. An answer is matched as it is written, `*` stands for anything, suits may be
left out, and `raise_to 60..120` is a range of amounts.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from paiju.games.climb.position import Position
from paiju.games.messages import Text
from paiju.games.sanguosha.staged import Stage
from paiju.lessons.spot import Dealt, Laid, Spot, of_deal, of_laid, of_position, of_stage

GAMES: Final = ("doudizhu", "guandan", "holdem", "sanguosha")

Pair = tuple[str, str]


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What a lesson asks: a task, what answers it, and what is said."""

    task: Pair
    praise: Pair
    right: tuple[str, ...] = ()
    win: bool = False
    wrong: tuple[tuple[str, str, str], ...] = ()
    then: tuple[str, ...] = ()

    def is_right(self, answer: str) -> bool:
        return any(matches(answer, one) for one in self.right)

    def fault(self, answer: str) -> Text | None:
        """What the lesson itself says against an answer."""
        return next((Text(zh, en) for one, zh, en in self.wrong if matches(answer, one)), None)


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """One thing to know. `guided`: a whole deal against bots, in which every answer is commented on and none refused."""

    id: str
    title: Pair
    question: tuple[Question, ...] = ()
    seat: int = 0
    moves: tuple[str, ...] = ()
    position: str | None = None
    holdem: Laid | None = None
    stage: Stage | None = None
    deal: Dealt | None = None
    guided: Pair | None = None
    """What a guided deal is about."""

    def spot(self, game: str) -> Spot:
        """Where it begins, before `moves`."""
        if self.position is not None:
            return of_position(Position.parse(self.position))
        if self.holdem is not None:
            return of_laid(game, self.holdem)
        if self.stage is not None:
            return of_stage(game, self.stage)
        assert self.deal is not None, f"{self.id} begins from nothing"
        return of_deal(game, self.deal)


class Book(msgspec.Struct, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


def matches(answer: str, pattern: str) -> bool:
    """Whether an answer is one that a lesson names.

    >>> matches("5s5d", "55"), matches("raise_to 80", "raise_to 60..120"), matches("use slash:7s > 1", "use slash:* > 1")
    (True, True, True)
    """
    span = re.fullmatch(r"(\w+) (\d+)\.\.(\d+)", pattern)
    if span is not None:
        verb, _, amount = answer.partition(" ")
        return verb == span[1] and amount.isdecimal() and int(span[2]) <= int(amount) <= int(span[3])
    return fnmatchcase(answer, pattern) or fnmatchcase(_SUITED.sub(r"\1", answer), pattern)


_SUITED: Final = re.compile("([2-9TJQKA])[cdhs]")


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order, the guided deal last; none where a game has none."""
    if game not in GAMES:
        return ()
    text = files("paiju.lessons").joinpath("sets", f"{game}.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Book).lesson


def find(name: str) -> tuple[str, Lesson] | None:
    """A lesson by `GAME.ID`, with its game."""
    game, _, name = name.partition(".")
    found = next((lesson for lesson in lessons(game) if lesson.id == name), None)
    return None if found is None else (game, found)
