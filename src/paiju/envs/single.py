"""One deal at a time, for the interfaces of others: PettingZoo, Gymnasium and RLCard are thin around this.

A `Deal` shows what its seats see as dictionaries of NumPy arrays and takes positions in the list of choices. At most
`most` choices are offered, the first of the game's order; `left_out` says how many more there were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from paiju.encodings import Encoder, encoder_of
from paiju.games import catalog
from paiju.games.contract import Decision, Seat
from paiju.games.messages import tell
from paiju.games.record import Move, Record, dump, game_of, load, of_game, steps

MOST = 1024


class Deal:
    """One running deal of a game, dealt anew by `reset`.

    >>> deal = Deal("holdem", seats=2)
    >>> deal.reset(1)
    >>> str(deal.actions[0]), deal.seat, deal.observation(deal.seat)["planes"].shape
    ('fold', 0, (3, 13, 4))
    >>> deal.step(0)
    >>> deal.scores, Deal.deserialize(deal.serialize()).scores
    ((-10, 10), (-10, 10))
    """

    def __init__(
        self,
        game: str,
        *,
        preset: str | None = None,
        options: dict[str, object] | None = None,
        seats: int | None = None,
        most: int | None = None,
        history: int = 16,
    ) -> None:
        self.info = catalog.find(game)
        self.options = self.info.build(options, preset)
        self.game = self.info.make(self.options)
        self.seats = self.info.recommended if seats is None else seats
        self.encoder: Encoder = encoder_of(self.game, self.seats, history=history)
        self.encoding = self.encoder.encoding
        ids = self.encoder.ids() if self.info.family == "holdem" else None
        self.most = most or (MOST if ids is None else len(ids))
        self.record: Record = of_game(self.info, self.options, self.seats, 0)
        self.state: Any = None
        self.decision: Decision[Any] | None = None
        self.actions: list[Any] = []
        self.left_out = 0

    def reset(self, seed: int) -> None:
        self.record = of_game(self.info, self.options, self.seats, seed)
        self._at(self.game.deal(self.seats, seed))

    def _at(self, state: Any) -> None:
        self.state = state
        pending = self.game.pending(state)
        self.decision = pending[0] if pending else None
        every = (
            []
            if self.decision is None
            else self.encoder.actions(self.game.view(state, self.decision.seat), self.decision)
        )
        self.actions, self.left_out = every[: self.most], max(0, len(every) - self.most)

    @property
    def is_over(self) -> bool:
        return self.decision is None

    @property
    def seat(self) -> Seat:
        """Who is to act; 0 when nobody is."""
        return Seat(0) if self.decision is None else self.decision.seat

    @property
    def scores(self) -> tuple[int, ...]:
        """Zeros while the deal runs."""
        outcome = self.game.outcome(self.state)
        return (0,) * self.seats if outcome is None else outcome.scores

    def step(self, number: int) -> None:
        """Make a choice; in hold'em -x raises to exactly x chips."""
        decision = self.decision
        if decision is None or number >= len(self.actions):
            raise IndexError(f"there is no choice number {number}")
        self.play(self.actions[number] if number >= 0 else self.encoder.exact(decision, number))

    def play(self, action: Any) -> None:
        """Make a choice, by its action."""
        seat = self.seat
        self.record = replace(self.record, moves=(*self.record.moves, Move(seat, str(action))))
        self._at(self.game.apply(self.state, seat, action))

    def observation(self, seat: int) -> dict[str, Any]:
        """What a seat sees: planes, facts and tokens, and the features and mask of its choices if it is to act."""
        encoding, view = self.encoding, self.game.view(self.state, Seat(seat))
        decision = self.decision if self.decision is not None and self.decision.seat == seat else None
        seen = self.encoder.observe(view, decision)
        features = np.zeros((self.most, encoding.feature_size), np.uint8)
        mask = np.zeros(self.most, np.int8)
        if decision is not None:
            rows = self.encoder.features(view, decision)[: self.most]
            features[: len(rows)] = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
            mask[: len(rows)] = 1
        plane = (len(encoding.planes), encoding.rows, encoding.columns)
        return {
            "planes": np.frombuffer(seen.planes, np.uint8).reshape(plane),
            "facts": np.array(seen.facts, np.int32),
            "tokens": np.array(seen.tokens, np.int16).reshape(encoding.history, encoding.token_size),
            "features": features,
            "action_mask": mask,
        }

    def text(self) -> str:
        """The deal as a spectator saw it, one line for each event."""
        log = self.game.view(self.state, None).log
        return "\n".join(tell(line, self.info.all_messages, "en") for line in log)

    def serialize(self) -> str:
        """The deal as text: a record, from which it can go on."""
        return dump(self.record)

    @classmethod
    def deserialize(cls, text: str, **settings: Any) -> Deal:
        """The deal that was written, where it stood."""
        record = load(text)
        deal = cls(record.game, seats=record.seats, **settings)
        deal.game = game_of(record, deal.info)
        deal.options = deal.info.build(record.options)
        deal.encoder = encoder_of(deal.game, deal.seats, history=deal.encoding.history)
        deal.record = record
        assert record.seed is not None, "the record of a running deal has its seed"
        state: Any = deal.game.deal(record.seats, record.seed)
        for step in steps(record, deal.game):
            state = step.after
        deal._at(state)
        return deal


def spaces_of(deal: Deal) -> Any:
    """The Gymnasium space of an observation."""
    from gymnasium import spaces

    encoding, info = deal.encoding, np.iinfo
    plane = (len(encoding.planes), encoding.rows, encoding.columns)
    facts = (encoding.fact_size,)
    return spaces.Dict({
        "planes": spaces.Box(0, 1, plane, np.uint8),
        "facts": spaces.Box(info(np.int32).min, info(np.int32).max, facts, np.int32),
        "tokens": spaces.Box(info(np.int16).min, info(np.int16).max, (encoding.history, encoding.token_size), np.int16),
        "features": spaces.Box(0, 255, (deal.most, encoding.feature_size), np.uint8),
        "action_mask": spaces.Box(0, 1, (deal.most,), np.int8),
    })  # fmt: skip
