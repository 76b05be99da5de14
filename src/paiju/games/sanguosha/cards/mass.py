"""Shared by the attacks on all others: what each of them does to one."""

from __future__ import annotations

from collections.abc import Callable

from paiju.games.contract import Line
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.using import CardEffect, ask_response
from paiju.games.sanguosha.world import World
from paiju.games.script import Asking


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
