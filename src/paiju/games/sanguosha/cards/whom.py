"""Whom a card aims at where there is nothing to choose; shared by several cards."""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Played, Targets
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.world import Player, World


def oneself(w: World, user: Player) -> list[Player]:
    return [user]


def all_others(w: World, user: Player) -> list[Player]:
    return w.others(user)


def everybody(w: World, user: Player) -> list[Player]:
    return w.living(user)


def always(w: World, user: Player, card: Played) -> Iterable[Targets]:
    """It can always be used: one empty group, nothing to choose."""
    return ((),)


def if_anybody(w: World, user: Player, card: Played) -> Iterable[Targets]:
    """Nothing to choose; one possible target is enough."""
    return ((),) if any(may_target(w, user, other, card) for other in w.others(user)) else ()
