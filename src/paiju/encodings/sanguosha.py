"""The encoding of Sanguosha: the table as facts, what happened as tokens, and a list of choices with features.

Names (of generals, cards, skills and messages) are numbers of a fixed hash, `code`: a network embeds them. Where a
question has more than `MOST_CHOICES` answers (arranging many cards), only the first of them are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final
from zlib import crc32

from paiju.encodings.encoding import Encoding, Field, IdTable, Observation, no_exact, one_hot, packed, relative
from paiju.games.contract import Decision, View
from paiju.games.sanguosha.card import NUMBERS, SUITS
from paiju.games.sanguosha.game import Sanguosha, State
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.view import PlayerView, SanguoshaView

VERSION = 1
CODES: Final = 1021
MOST_CHOICES: Final = 512
ROLES: Final = ("lord", "loyalist", "rebel", "renegade")
SLOTS: Final = ("weapon", "armor", "defensive", "offensive")
STAGES: Final = ("setup", "start", "judge", "draw", "play", "discard", "finish")
VERBS: Final = ("end", "yes", "no", "use", "respond", "choose", "skill", "discard", "arrange", "give")
BUCKETS: Final = 64
_FACE: Final = re.compile(r"([A2-9TJQK])([shcd])")


def code(name: str, codes: int = CODES) -> int:
    """A name as a number from 1 to `codes`; 0 is no name.

    >>> code("slash") == code("slash"), code("")
    (True, 0)
    """
    return crc32(name.encode()) % codes + 1 if name else 0


class SanguoshaEncoder:
    """See the module."""

    def __init__(self, game: Sanguosha, seats: int, history: int = 16) -> None:
        self.game, self.seats = game, seats
        self.encoding = Encoding(
            name="sanguosha",
            version=VERSION,
            seats=seats,
            rows=len(NUMBERS),
            columns=len(SUITS),
            history=history,
            planes=("own hand", "being used", "shown to the viewer", "last discarded"),
            hidden=tuple(f"hand of seat {seat}" for seat in range(1, seats)),
            facts=(
                Field("stage", len(STAGES), 1, ", ".join(STAGES)),
                Field("question", 1, CODES, "the code of the prompt"),
                Field("hand", 20, CODES, "codes of the names of the cards held, in order"),
                Field("current", seats, 1, "whose turn it is"),
                Field("lord", seats),
                Field("round", 1, 10),
                Field("draw_pile", 1, 108),
                Field("discard_pile", 1, 108),
                Field("roles_left", len(ROLES), 3, ", ".join(ROLES)),
                Field("alive", seats),
                Field("hp", seats, 4),
                Field("max_hp", seats, 4),
                Field("cards", seats, 5, "cards in hand"),
                Field("role", seats * len(ROLES), 1, "each seat's role, zeros where it is hidden"),
                Field("general", seats, CODES, "the code of its name"),
                Field("equipment", seats * len(SLOTS), CODES, "codes by slot: " + ", ".join(SLOTS)),
                Field("judged", seats, 1, "cards in the judge area"),
                Field("face_up", seats),
                Field("chained", seats),
                Field("reach", seats, 3, "attack range"),
                Field("distance", seats, 3, "from the observer; 0: none"),
            ),
            token=(
                Field("seat", about="1 for the observer, 2 for the next seat …; 0: nobody"),
                Field("line", 1, CODES, "the code of the message"),
                Field("target", about="as seat"),
                Field("card", 1, CODES, "the code of the card or skill named"),
            ),
            feature=(
                Field("verb", len(VERBS), 1, ", ".join(VERBS)),
                Field("what", BUCKETS, 1, f"the code of what is named, in {BUCKETS} classes"),
                Field("cards", len(NUMBERS) * len(SUITS), 1, "faces of the cards, as in a plane"),
                Field("number", 1, 4, "how many cards"),
                Field("seats", seats, 1, "targets"),
            ),
        )

    def observe(self, view: View, decision: Decision[Any] | None) -> Observation:
        assert isinstance(view, SanguoshaView) and view.viewer is not None
        me, seats = view.viewer, self.seats
        around = [view.players[(me + step) % seats] for step in range(seats)]
        hand = view.hands[me].cards
        held = tuple(hand) if isinstance(hand, tuple) else ()
        names = [code(text.partition(":")[0]) for text in held[:20]]
        facts = [
            *one_hot(STAGES.index(view.stage) if view.stage in STAGES else None, len(STAGES)),
            code(decision.prompt.key) if decision is not None else 0,
            *names, *[0] * (20 - len(names)),
            *one_hot(relative(view.current, me, seats), seats),
            *one_hot(relative(view.lord, me, seats), seats),
            view.round, view.draw_pile, view.discard_pile,
            *[number for _, number in view.role_counts],
            *[int(player.alive) for player in around],
            *[player.hp for player in around],
            *[player.max_hp for player in around],
            *[view.hands[player.seat].count or 0 for player in around],
            *[at for player in around for at in one_hot(ROLES.index(player.role) if player.role else None, len(ROLES))],
            *[code(player.general or "") for player in around],
            *[equipped for player in around for equipped in _equipment(player)],
            *[len(player.judge) for player in around],
            *[int(player.face_up) for player in around],
            *[int(player.chained) for player in around],
            *[player.reach for player in around],
            *[player.distance or 0 for player in around],
        ]  # fmt: skip
        planes = [_cells(cards) for cards in (held, view.processing, view.looking_at, view.last_discarded)]
        return packed(self.encoding, planes, facts, self._tokens(view, me))

    def _tokens(self, view: SanguoshaView, me: int) -> list[list[int]]:
        tokens = []
        for line in view.log[: -self.encoding.history - 1 : -1]:
            args = line.args
            seat = next(
                (args[key] for key in ("seat", "source", "user", "player") if isinstance(args.get(key), int)), None
            )
            target = next((args[key] for key in ("target", "to", "victim") if isinstance(args.get(key), int)), None)
            named = next((args[key] for key in ("card", "name", "skill", "what") if isinstance(args.get(key), str)), "")
            tokens.append([
                0 if seat is None else relative(seat, me, self.seats) + 1,
                code(line.key),
                0 if target is None else relative(target, me, self.seats) + 1,
                code(named.partition(":")[0]),
            ])  # fmt: skip
        return tokens

    def hidden(self, state: State, seat: int) -> bytes:
        players = state.machine().world.players
        around = [players[(seat + step) % self.seats] for step in range(1, self.seats)]
        return b"".join(_cells(card.text for card in player.hand) for player in around)

    def actions(self, view: View, decision: Decision[Any]) -> list[Action]:
        return list(islice(decision.choices, MOST_CHOICES))

    def features(self, view: View, decision: Decision[Any]) -> list[bytes]:
        assert view.viewer is not None
        return [self.feature(action, view.viewer) for action in self.actions(view, decision)]

    def feature(self, action: Action, me: int) -> bytes:
        what = bytearray(BUCKETS)
        if action.what:
            what[code(action.what, BUCKETS) - 1] = 1
        aimed = [0] * self.seats
        for seat in action.seats:
            if seat < self.seats:
                aimed[relative(seat, me, self.seats)] = 1
        cards = _cells(action.cards)
        return bytes(
            (*one_hot(VERBS.index(action.verb), len(VERBS)), *what, *cards, min(len(action.cards), 255), *aimed)
        )

    def exact(self, decision: Decision[Any], number: int) -> Action:
        raise no_exact(number)

    def ids(self) -> IdTable | None:
        return None


def _equipment(player: PlayerView) -> list[int]:
    worn = {one.slot: one.card for one in player.equip}
    return [code(worn[slot].partition(":")[0]) if slot in worn else 0 for slot in SLOTS]


def _cells(cards: Iterable[str]) -> bytes:
    """Faces as a plane: number by suit."""
    row = bytearray(len(NUMBERS) * len(SUITS))
    for card in cards:
        face = _FACE.search(card.rpartition(":")[2])
        if face is not None:
            row[NUMBERS.index(face[1]) * len(SUITS) + SUITS.index(face[2])] = 1
    return bytes(row)
