"""What the game tells a table beyond the contract: how long questions stay open, and what a page may click."""

from __future__ import annotations

from typing import Final

from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Extras, Facts, Timing
from paiju.games.sanguosha.ask import Arrangements, Offer, Offers, Slots
from paiju.games.sanguosha.generals import GENERALS
from paiju.games.sanguosha.naming import name
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.view import SanguoshaView

_RACES: Final = ("sgs.ask.nullification", "sgs.ask.nullification_laid", "sgs.ask.nullification_again")
_SECONDS: Final = {"sgs.ask.general": 60.0, "sgs.ask.play": 45.0, "sgs.ask.luck": 20.0} | dict.fromkeys(_RACES, 10.0)
_USUAL: Final = 20.0
_GENERALS: Final = {general.name: general for general in GENERALS}


class SanguoshaExtras(Extras):
    """Offers as data, so that cards and targets can be chosen by clicking instead of from a list of texts."""

    offered = 40
    listed = 12

    def timing(self, options: object, decision: Decision[Action]) -> Timing:
        """By the sort of question alone: how long a seat may think says nothing about what it holds."""
        return Timing(_SECONDS.get(decision.prompt.key, _USUAL), 5.0)

    def decision(self, view: View, decision: Decision[Action]) -> Facts:
        choices = decision.choices
        if isinstance(choices, Offers):
            facts: dict[str, object] = {"offers": [_offer(offer) for offer in choices.offers]}
            if decision.prompt.key == "sgs.ask.general":
                facts["generals"] = {offer.what: _general(offer.what) for offer in choices.offers}
            return facts
        assert isinstance(choices, Arrangements)
        return {"arrange": [card.text for card in choices.cards]}

    def forced(self, decision: Decision[Action]) -> bool:
        """Everybody is asked for 无懈可击; who has none need not say so at his own terminal."""
        return (
            decision.prompt.key in _RACES and isinstance(decision.choices, Offers) and len(decision.choices.offers) == 1
        )

    def name(self, view: View, action: Action) -> Line | None:
        assert isinstance(view, SanguoshaView)
        return name(action)

    def told(self, view: View) -> tuple[Line, ...]:
        assert isinstance(view, SanguoshaView)
        piles = Line.of("sgs.table.piles", round=view.round, draw=view.draw_pile, discard=view.discard_pile)
        return (piles, *(_told(view, seat) for seat in range(len(view.players))))


def _offer(offer: Offer) -> Facts:
    facts: dict[str, object] = {"verb": offer.verb, "what": offer.what}
    if isinstance(offer, Slots):
        return {**facts, "slots": offer.count}
    if offer.pool:
        facts |= {"cards": [card.text for card in offer.pool], "low": offer.low, "high": offer.high}
        facts["labels"] = [offer.labels[card] for card in offer.pool]
    if offer.by_card is not None:
        facts["targetsByCard"] = [[list(group) for group in offer.by_card[card]] for card in offer.pool]
    elif offer.targets != ((),):
        facts["targets"] = [list(group) for group in offer.targets]
    if offer.in_order:
        facts["inOrder"] = True
    return facts


def _general(name: str) -> Facts:
    """What somebody who chooses a general must know about it."""
    general = _GENERALS[name]
    return {"kingdom": general.kingdom, "hp": general.hp, "skills": [skill.name for skill in general.skills]}


def _told(view: SanguoshaView, seat: int) -> Line:
    player = view.players[seat]
    if not player.alive:
        return Line.of("sgs.table.dead", seat=seat, role=f"sgs.role.{player.role}" if player.role else "sgs.unknown")
    role = f"sgs.role.{player.role}" if player.role else "sgs.unknown"
    if player.general is None:
        return Line.of("sgs.table.choosing", seat=seat, role=role)
    known = {
        "seat": seat,
        "general": f"general.{player.general}",
        "role": role,
        "hp": player.hp,
        "max_hp": player.max_hp,
        "hand": view.hands[seat].count,
    }
    before = (*(worn.card for worn in player.equip), *(laid.card for laid in player.judge))
    return Line.of("sgs.table.armed", **known, cards=before) if before else Line.of("sgs.table.player", **known)
