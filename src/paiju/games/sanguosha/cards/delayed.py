"""Shared by the delayed stratagems: a judge area holds one of each name."""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.world import Player, World


def may_hold(w: World, player: Player, card: Played) -> bool:
    """Whether this judge area can take the card: alive, not abolished, none of that name there."""
    return (
        player.alive
        and "judge" not in player.aborted
        and all(w.judged_as(one).name != card.name for one in player.judge.cards)
    )
