"""Certificates of solved positions, and their verifier: the game's own rules and no search. docs/notation.md has the format.

A certificate claims that a side forces something, and holds the side's move in every position that it can get into by these
moves and any moves of the others, except where it has only one answer. `verify` walks through all of them: a changed byte, a
missing entry, an illegal move, an entry that is never used and a move that gives the claim away are found and named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any, Final, cast

from paiju.cards import NotationError
from paiju.games.climb.actions import Action
from paiju.games.climb.game import Climb
from paiju.games.climb.position import ABSENT, Position, PositionError, written
from paiju.games.climb.state import State
from paiju.games.contract import Decision, IllegalAction, Line
from paiju.games.refusals import Worded

FIRST_LINE: Final = "paiju certificate 1"
MOST_ENTRIES: Final = 1_000_000
BETWEEN: Final = " > "
_HEADER: Final = 4  # lines before the first entry
_CLAIM: Final = re.compile(r"claim (\d\d?(?:,\d\d?)*) (?:first|points (\d\d?) (>=|<=) (-?\d{1,18}))")


class CertificateError(Worded):
    """A certificate that proves nothing. `line` is where, 0 where no line is to blame."""

    def __init__(self, line: int, key: str, /, **args: object) -> None:
        why = Line.of(f"certificate.{key}", **args)
        super().__init__(line, why)
        self.line, self.why = line, why
        self.sentence = Line.of("record.at", line=line, why=why) if line else why


@dataclass(frozen=True)
class Claim:
    """What a side forces: one of it is first out, or a seat's points are at least (at most) a number."""

    side: tuple[int, ...]
    seat: int | None = None
    relation: str = ">="
    points: int = 0

    def __str__(self) -> str:
        what = "first" if self.seat is None else f"points {self.seat} {self.relation} {self.points}"
        return f"claim {','.join(map(str, self.side))} {what}"

    @staticmethod
    def parse(text: str) -> Claim | None:
        found = _CLAIM.fullmatch(text)
        if found is None:
            return None
        side = tuple(map(int, found[1].split(",")))
        return Claim(side) if found[2] is None else Claim(side, int(found[2]), found[3], int(found[4]))

    def reached(self, game: Climb, state: State) -> bool | None:
        """None while it is open."""
        if self.seat is None and state.out:
            return state.out[0] in self.side
        outcome = game.outcome(state)
        if outcome is None:
            return None
        score = outcome.scores[self.seat or 0]
        return self.seat is not None and (score >= self.points if self.relation == ">=" else score <= self.points)


@dataclass(frozen=True)
class Certificate:
    """A certificate: the move of the side in each position, by its name."""

    position: Position
    claim: Claim
    entries: dict[str, str]

    def __str__(self) -> str:
        rows = [FIRST_LINE, f"position {self.position}", str(self.claim), f"entries {len(self.entries)}"]
        rows += (f"{key}{BETWEEN}{move}" for key, move in self.entries.items())
        text = "\n".join(rows) + "\n"
        return f"{text}end {sha256(text.encode()).hexdigest()}\n"

    @staticmethod
    def parse(text: str) -> Certificate:
        rows = text.split("\n")
        if rows[0] != FIRST_LINE:
            raise CertificateError(1, "first_line", wanted=FIRST_LINE)
        body, end, digest = text.rpartition("\nend ")
        if not end or len(rows) < _HEADER + 2:
            raise CertificateError(len(rows), "cut")
        if digest != sha256(f"{body}\n".encode()).hexdigest() + "\n":
            raise CertificateError(len(rows) - 1, "changed")
        try:
            position = Position.parse(rows[1].removeprefix("position "))
        except PositionError as error:
            raise CertificateError(2, "position", why=error.sentence) from None
        claim, seats = Claim.parse(rows[2]), range(len(position.hands))
        if claim is None or any(one not in seats for one in (*claim.side, claim.seat or 0)):
            raise CertificateError(3, "header")
        entries: dict[str, str] = {}
        for number, row in enumerate(rows[_HEADER:-2], start=_HEADER + 1):
            key, between, move = row.partition(BETWEEN)
            if not between or key in entries:
                raise CertificateError(number, "twice" if between else "entry")
            entries[key] = move
        if rows[3] != f"entries {len(entries)}" or len(entries) > MOST_ENTRIES:
            raise CertificateError(4, "count", entries=len(entries))
        return Certificate(position, claim, entries)


def verify(text: str) -> Certificate:
    """The certificate, if it proves its claim; CertificateError says why it does not."""
    found = Certificate.parse(text)
    game, lines = found.position.engine, {key: at for at, key in enumerate(found.entries, start=_HEADER + 1)}
    used: set[str] = set()

    def answer(key: str, decision: Decision[Any], state: State) -> Action:
        move = found.entries.get(key)
        if move is None:
            raise CertificateError(0, "missing", position=key)
        used.add(key)
        try:
            return cast(Action, decision.choices.resolve(decision.seat, game.parse(move)))
        except (IllegalAction, NotationError):
            raise CertificateError(lines[key], "illegal", position=key, move=move) from None

    for key, action in walk(found.position, found.claim, answer):
        raise CertificateError(lines.get(key, 0), "given_away", position=key, move=written(game, action))
    unused = next((key for key in found.entries if key not in used), None)
    if unused is not None:
        raise CertificateError(lines[unused], "unused", position=unused)
    return found


def walk(
    position: Position, claim: Claim, answer: Callable[[str, Decision[Any], State], Action]
) -> Iterator[tuple[str, Action]]:
    """Play the side's answers and every move of the others, each position once. Yields moves after which the claim fails."""
    game = position.engine
    name = Namer(game, points=claim.seat is not None)
    open_states, seen = [position.state], set()
    while open_states:
        state = open_states.pop()
        key = name(state)
        if key in seen:
            continue
        seen.add(key)
        (decision,) = game.pending(state)
        actions = list(islice(decision.choices, 2))
        if decision.seat not in claim.side:
            actions = list(decision.choices)
        elif len(actions) > 1:
            actions = [answer(key, decision, state)]
        for action in actions:
            after = game.apply(state, decision.seat, action)
            reached = claim.reached(game, after)
            if reached is False:
                yield key, action
            elif reached is None:
                open_states.append(after)


class Namer:
    """The text of all that the rest of a deal depends on: hands, turn, the play to beat, and what else counts."""

    def __init__(self, game: Climb, *, points: bool) -> None:
        self.game, self.rules, self.points = game, game.rules, points
        self.locks = game.rules.pass_lock != "off"
        self._hands: dict[int, str] = {}

    def __call__(self, state: State) -> str:
        rules, draw = self.rules, state.draw
        words, top = ["/".join(map(self._hand, state.hands)), str(state.turn)], state.top
        kept = self.locks and rules.self_cover_keeps_round  # a leader may have to beat their own play
        if top is not None and (kept or not state.leading):
            words.append(f"{state.top_by}:{rules.name_of(top.kind)}{top.size}:{top.head}" + " leads" * state.leading)
        if self.locks:
            words.append(f"passed={state.passed}")
        if draw:
            words.append(f"pile={len(draw.pile)}")
        if self.points:
            words.append(f"out={','.join(map(str, state.out)) or ABSENT} multiplier={state.multiplier}")
            if rules.counts_plays:  # 春天 and 反春 ask for no play and for one
                words.append("plays=" + "/".join(str(min(state.made(seat), 2)) for seat in range(len(state.hands))))
            if rules.bombs_paid != "none":
                words.append("bombs=" + "/".join(str(state.paid(seat)) for seat in range(len(state.hands))))
            if draw:
                words.append(f"pot={draw.pot} captured={'/'.join(map(str, draw.captured))}")
        return " ".join(words)

    def _hand(self, mask: int) -> str:
        if mask not in self._hands:
            cards, suits = self.game.layout.cards(mask)[::-1], self.rules.suits_matter
            self._hands[mask] = "".join(str(card) if suits else card.rank.letter for card in cards) or ABSENT
        return self._hands[mask]
