"""An answer as text: verb, what, `>` whom (docs/notation.md).

    end · yes · no
    use slash:7s > 2 · use zhangba:3s4h > 1 · use jink:2d      a card, or a skill and the cards it converts
    use jiwu.duel:3h > 1                                       a skill that makes several cards, and which of them
    respond jink:2d
    skill rende 3s4h > 2                                       an active skill, its cards, its targets
    choose caocao · choose hand:2 · choose blade:5s · choose 3s4h · choose > 1 3
    discard 3s4h · discard 5h > 2
    arrange 3s4h / 5d                                          top first, then what goes to the bottom
    give > 2 0                                                 each card in turn to a seat

Seats count from 0. A card inside a list is its suit and number; where the chooser holds two different cards of that
face, the name follows in brackets: `3s(snatch)`. Suit symbols and Chinese suits are understood on input.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from paiju.cards import NotationError, cards


class Action(NamedTuple):
    """One answer in canonical spelling; `rest` is the bottom row of `arrange`."""

    verb: str
    what: str = ""
    cards: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    rest: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = self.verb
        row = "".join(self.cards)
        if self.verb in _NAMED:
            named = f"{self.what}:{row}" if self.what and row else self.what or row
            text += f" {named}" if named else ""
        elif self.verb == "arrange":
            text += f" {row} / {''.join(self.rest)}".rstrip().replace("  ", " ")
        else:
            text += "".join(f" {part}" for part in (self.what, row) if part)
        return f"{text} > {' '.join(map(str, self.seats))}" if self.seats else text


END: Final = Action("end")
YES: Final = Action("yes")
NO: Final = Action("no")

_NAMED: Final = ("use", "respond", "choose")
_PLAIN: Final = {"end": END, "yes": YES, "no": NO}
_VERBS: Final = (*_PLAIN, *_NAMED, "skill", "discard", "arrange", "give")
_NAME: Final = re.compile(r"[a-z][a-z_]*")
_USED: Final = re.compile(r"[a-z][a-z_]*(?:\.[a-z][a-z_]*)?")
_CHUNK: Final = re.compile(r"([^()]+)(?:\(([a-z_]+)\))?")
_SEATS: Final = re.compile(r"\s*\d{1,2}(?:[\s,]+\d{1,2})*\s*")
_LONGEST: Final = 2000


def is_name(text: str) -> bool:
    """Whether an answer can write this as the name of a card, skill, general or choice; `hand:0` is a hidden card."""
    return _NAME.fullmatch(text) is not None and text != "hand"


@lru_cache(maxsize=4096)
def parse(text: str) -> Action:
    """Read an answer. NotationError for text that is no answer at all.

    >>> parse("use slash:♠7 > 2"), str(parse("skill rende 3s4h > 2"))
    (Action(verb='use', what='slash', cards=('7s',), seats=(2,), rest=()), 'skill rende 3s4h > 2')
    """
    if len(text) > _LONGEST:
        raise NotationError(text[:60], -1, "this is too long for an answer", "sgs.notation.long")
    head, arrow, tail = text.strip().partition(">")
    if arrow and not _SEATS.fullmatch(tail):
        raise NotationError(text, text.index(">"), "after > come seats, as in > 2 or > 0 3", "sgs.notation.seats")
    seats = tuple(int(seat) for seat in re.split(r"[\s,]+", tail.strip())) if arrow else ()
    verb, _, body = head.strip().partition(" ")
    body = body.strip()
    if verb not in _VERBS:
        words = ", ".join(_VERBS)
        raise NotationError(text, 0, f"an answer begins with one of {words}", "sgs.notation.verb", verbs=words)
    if verb in _PLAIN:
        if body or seats:
            raise NotationError(text, len(verb), f"nothing follows {verb}", "sgs.notation.nothing", verb=verb)
        return _PLAIN[verb]
    if verb in _NAMED:
        what, _, row = body.partition(":")
        what = what.strip()
        if what == "hand":
            if not re.fullmatch(r"\s*\d{1,3}\s*", row):
                raise NotationError(text, -1, "a hidden hand card is a number, as in hand:0", "sgs.notation.slot")
            return Action(verb, what, (str(int(row)),), seats)
        if verb == "choose" and body and not _NAME.fullmatch(what):
            return Action(verb, "", _cards(text, body), seats)
        if (what or not seats) and not (_USED if verb == "use" else _NAME).fullmatch(what):
            why = f"after {verb} comes a name, as in {verb} slash:7s"
            raise NotationError(text, len(verb), why, "sgs.notation.name", verb=verb)
        return Action(verb, what, _cards(text, row), seats)
    if verb == "skill":
        what, _, row = body.partition(" ")
        if not _NAME.fullmatch(what):
            why = "after skill comes its name, as in skill rende 3s > 2"
            raise NotationError(text, len(verb), why, "sgs.notation.skill")
        return Action(verb, what, _cards(text, row), seats)
    if verb == "arrange":
        top, slash, bottom = body.partition("/")
        if not slash:
            why = "write the cards for the top, a stroke, those for the bottom: 3s4h / 5d"
            raise NotationError(text, len(verb), why, "sgs.notation.arrange")
        return Action(verb, "", _cards(text, top), (), _cards(text, bottom))
    return Action(verb, "", _cards(text, body), seats)


def _cards(text: str, row: str) -> tuple[str, ...]:
    """Faces, each with its name in brackets if one was given."""
    row = row.strip()
    found: list[str] = []
    at = 0
    while at < len(row):
        chunk = _CHUNK.match(row, at)
        if chunk is None:
            why = "a card is a face, with its name in brackets if needed: 3s(snatch)"
            raise NotationError(text, -1, why, "sgs.notation.card")
        faces = cards(chunk[1])
        if any(card.is_joker for card in faces):
            raise NotationError(text, -1, "there are no jokers here", "sgs.notation.joker")
        if chunk[2] and not faces:
            raise NotationError(text, -1, "a name in brackets follows a card: 3s(snatch)", "sgs.notation.bracket")
        spelled = [str(card) for card in faces]
        if chunk[2]:
            spelled[-1] += f"({chunk[2]})"
        found += spelled
        at = chunk.end()
    return tuple(found)
