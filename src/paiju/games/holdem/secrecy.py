"""What others may learn of a hand: every move, but not the cards of a mucked hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from paiju.games.capabilities import Secrecy
from paiju.games.holdem.positions import draws_button
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State


def pinned(options: HoldemOptions, state: State) -> HoldemOptions:
    """The whole deck in its order, and the button where chance decided it."""
    setup = state.setup
    button = setup.button if draws_button(options) else options.button
    return replace(options, deck="".join(map(str, setup.cards.order)), button=button)


SECRECY: Final = Secrecy(open_moves=True, keeps_secrets=True, dealing_options=("deck",), pinned=pinned)
