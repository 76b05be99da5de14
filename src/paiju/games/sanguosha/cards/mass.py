"""Shared by the cards that aim at everybody: whom they aim at, and what an attack on all others does."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from paiju.games.contract import Line
from paiju.games.sanguosha.card import Played, Targets
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.using import CardEffect, ask_response
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def all_others(w: World, user: Player) -> list[Player]:
    return w.others(user)


def everybody(w: World, user: Player) -> list[Player]:
    return w.living(user)


def if_anybody(w: World, user: Player, card: Played) -> Iterable[Targets]:
    """Nothing to choose; one possible target is enough."""
    return ((),) if any(may_target(w, user, other, card) for other in w.others(user)) else ()


def always(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return ((),)


def answer_or_suffer(name: str) -> Callable[[World, CardEffect], Asking[None]]:
    """Respond a card of this name, or take 1 damage from the user."""

    def effect(w: World, effect: CardEffect) -> Asking[None]:
        target, user = effect.target, effect.user
        assert target is not None
        seat = user.seat if user is not None else None
        prompt = Line.of(f"sgs.ask.{effect.card.name}", source=seat)
        if (yield from ask_response(w, target, name, prompt, effect)) is None:
            yield from damage(w, user, target, card=effect.card, by_effect=True)

    return effect
