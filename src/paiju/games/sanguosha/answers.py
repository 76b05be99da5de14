"""Offers as data, so that cards and targets can be chosen by clicking instead of from a list of texts."""

from __future__ import annotations

from typing import Final

import msgspec

from paiju.games.capabilities import PlainAnswers
from paiju.games.contract import Decision, View
from paiju.games.sanguosha.ask import NOBODY, Arrangements, Offer, Offers, Slots
from paiju.games.sanguosha.generals import GENERALS
from paiju.games.sanguosha.notation import Action

NULLIFICATIONS: Final = ("sgs.ask.nullification", "sgs.ask.nullification_laid", "sgs.ask.nullification_again")
"""Questions that everybody is asked, whether or not they hold a card that answers it."""

_GENERALS: Final = {general.name: general for general in GENERALS}


class OfferDetail(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One sort of answer, `verb what`: with `low` to `high` of the cards, and one of the groups of targets."""

    verb: str
    what: str
    slots: int | None = None
    """How many hidden cards there are to choose from, by position."""
    cards: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """How each card is written in an answer."""
    low: int = 0
    high: int = 0
    targets: tuple[tuple[int, ...], ...] | None = None
    """Groups of seats, whichever card is chosen; None where no target is chosen, or it depends on the card."""
    targets_by_card: tuple[tuple[tuple[int, ...], ...], ...] | None = None
    in_order: bool = False
    """Whether the order in which cards are chosen matters."""


class GeneralDetail(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What somebody who chooses a general must know about it."""

    kingdom: str
    hp: int
    skills: tuple[str, ...]


class SanguoshaDetail(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Offers, or cards to arrange."""

    offers: tuple[OfferDetail, ...] = ()
    generals: dict[str, GeneralDetail] = {}
    """Those offered, where a general is chosen."""
    arrange: tuple[str, ...] | None = None
    """Cards to put in order (观星)."""


class SanguoshaAnswers(PlainAnswers):
    def forced(self, decision: Decision[Action], /) -> bool:
        """Everybody is asked for 无懈可击; a player who has none need not say so at their own terminal."""
        choices = decision.choices
        return decision.prompt.key in NULLIFICATIONS and isinstance(choices, Offers) and len(choices.offers) == 1

    def detail(self, view: View, decision: Decision[Action], /) -> SanguoshaDetail:
        choices = decision.choices
        if isinstance(choices, Offers):
            is_general = decision.prompt.key == "sgs.ask.general"
            return SanguoshaDetail(
                offers=tuple(_offer(offer) for offer in choices.offers),
                generals={offer.what: _general(offer.what) for offer in choices.offers} if is_general else {},
            )
        assert isinstance(choices, Arrangements)
        return SanguoshaDetail(arrange=tuple(card.text for card in choices.cards))


def _offer(offer: Offer) -> OfferDetail:
    if isinstance(offer, Slots):
        return OfferDetail(verb=offer.verb, what=offer.what, slots=offer.count)
    by_card = None
    targets = offer.targets
    if offer.by_cards is not None and offer.high == 1:
        by_card = tuple(tuple(map(tuple, offer.groups((card,)))) for card in offer.pool)
    elif offer.by_cards is not None:  # the page cannot tell which of several cards go together; the rules refuse
        targets = tuple(dict.fromkeys(group for groups in offer.by_cards.values() for group in groups))
    has_targets = by_card is None and targets != NOBODY
    return OfferDetail(
        verb=offer.verb,
        what=offer.what,
        cards=tuple(card.text for card in offer.pool),
        labels=tuple(offer.labels[card] for card in offer.pool),
        low=offer.low if offer.pool else 0,
        high=offer.high if offer.pool else 0,
        targets=tuple(map(tuple, targets)) if has_targets else None,
        targets_by_card=by_card,
        in_order=offer.in_order,
    )


def _general(name: str) -> GeneralDetail:
    general = _GENERALS[name]
    return GeneralDetail(kingdom=general.kingdom, hp=general.hp, skills=tuple(skill.name for skill in general.skills))
