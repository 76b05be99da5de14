"""What a seat knows, as numbers: documented, versioned observations and features of choices for every game.

    encoder = encoder_of(game, seats=3)
    decision = game.pending(state)[0]
    seen = encoder.observe(game.view(state, decision.seat), decision)
    rows = encoder.choices(game.view(state, decision.seat), decision)

An encoder looks at a `View` and a `Decision` and nothing else, so it cannot know more than the seat does; `hidden` is
for critics and reads the state. These encoders are the definition; the kernel's environments are held to them.
"""

from __future__ import annotations

from typing import Any

from paiju.encodings.climb import ClimbEncoder
from paiju.encodings.encoding import Encoder, Encoding, Field, IdTable, Observation
from paiju.encodings.holdem import HoldemEncoder
from paiju.encodings.sanguosha import SanguoshaEncoder
from paiju.games.climb.game import Climb
from paiju.games.contract import AnyGame
from paiju.games.holdem.game import Holdem
from paiju.games.sanguosha.game import Sanguosha

__all__ = ["ClimbEncoder", "Encoder", "Encoding", "Field", "HoldemEncoder", "IdTable", "Observation", "encoder_of"]

ENCODERS: dict[type, Any] = {Climb: ClimbEncoder, Holdem: HoldemEncoder, Sanguosha: SanguoshaEncoder}
"""The encoder of each family; a new family adds its own here."""


def encoder_of(game: AnyGame, seats: int, *, history: int = 16) -> Encoder:
    """The encoder of a game at a table of this size; `history` is how many tokens an observation has."""
    for family, make in ENCODERS.items():
        if isinstance(game, family):
            found: Encoder = make(game, seats, history)
            return found
    raise ValueError(f"{game.name} has no encoding")
