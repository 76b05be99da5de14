"""The play phase: what may be done now, and doing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import OFFER_END, Answer, Offer, Offers, Seats, ask
from paiju.games.sanguosha.card import Card, Played, Targets, Virtual
from paiju.games.sanguosha.events import SkillEffect, happen
from paiju.games.sanguosha.reach import counted_as, discardable, is_disabled, may
from paiju.games.sanguosha.skill import Active, CountsAs, Forbid, Skill, ViewAs
from paiju.games.sanguosha.using import supplied, use_card
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

if TYPE_CHECKING:
    from paiju.games.sanguosha.turns import Phase

_PROMPT: Final = Line.of("sgs.ask.play")


def play_phase(w: World, player: Player, phase: Phase) -> Asking[None]:
    """出牌阶段: cards and skills one after another, until the player ends it or it is ended for him."""
    while player.alive and not phase.phase_end:
        answer = yield from ask(w, player, _PROMPT, play_offers(w, player))
        if answer.verb == "end":
            return
        if answer.verb == "skill":
            yield from _use_skill(w, player, answer)
        else:
            yield from _use_card(w, player, answer)


def play_offers(w: World, player: Player) -> Offers:
    """Everything a player may do in the play phase, ending it first."""
    offers = [OFFER_END]
    seen = set()
    for card in player.hand.cards:
        if card.text not in seen:
            seen.add(card.text)
            copies = [one for one in player.hand.cards if one.text == card.text]
            played = counted_as(w, player, card) if w.statuses.get(CountsAs) else card
            groups = _targets(w, player, played)
            if groups:
                offers.append(Offer("use", played.name, copies, 1, 1, groups, in_order=played.kind.in_order))
    for skill, view in player.views:
        if view.when(w, player) and view.when_played(w, player) and not is_disabled(w, player, skill):
            offers += _conversions(w, player, skill, view)
    for skill, active in player.actives:
        offer = _active(w, player, skill, active)
        if offer is not None:
            offers.append(offer)
    skills = tuple([skill.name for skill, _ in (*player.views, *player.actives)])
    return Offers(tuple(offers), tuple(player.own_cards), skills, _spent(player))


def _spent(player: Player) -> tuple[str, ...]:
    """What is used up in this phase, for refusals."""
    spent = [skill.name for skill, active in player.actives if active.limit and player.used(skill.name, active.limit)]
    return (*spent, "slash") if player.used("slash") else tuple(spent)


def _targets(w: World, player: Player, card: Played) -> tuple[Seats, ...]:
    """Whom a card may be used on now; () where a skill forbids to use it at all."""
    if w.statuses.get(Forbid) and not may(w, player, "use", card):
        return ()
    return _seats(card.kind.targets(w, player, card))


def _seats(groups: Iterable[Targets]) -> tuple[Seats, ...]:
    return tuple([tuple([player.seat for player in group]) for group in groups])


def playable(w: World, player: Player, view: ViewAs) -> list[str]:
    """What a conversion can become in the play phase: names with rules for it."""
    return [name for name in view.makes if name not in ("jink", "nullification")]


def _conversions(w: World, player: Player, skill: Skill, view: ViewAs) -> list[Offer]:
    offers = []
    for name in playable(w, player, view):
        kind = w.kinds[name]
        if view.supply is not None:
            groups = _targets(w, player, Virtual(kind, (), skill.name))
            if groups:
                offers.append(Offer("use", skill.name, targets=groups))
        elif view.count == 1:
            by_card: dict[Card, tuple[Seats, ...]] = {}
            for card in view.cards(w, player, name):
                groups = _targets(w, player, Virtual(kind, (card,), skill.name))
                if groups:
                    by_card[card] = groups
            if by_card:
                offers.append(Offer("use", skill.name, tuple(by_card), 1, 1, by_card=by_card, in_order=kind.in_order))
        else:
            pool = tuple(view.cards(w, player, name))
            if len(pool) >= view.count:
                groups = _targets(w, player, Virtual(kind, pool[: view.count], skill.name))
                if groups:
                    offers.append(Offer("use", skill.name, pool, view.count, view.count, groups))
    return offers


def _active(w: World, player: Player, skill: Skill, active: Active) -> Offer | None:
    if active.limit is not None and player.used(skill.name, active.limit):
        return None
    if not active.when(w, player) or is_disabled(w, player, skill):
        return None
    pool = tuple(active.cards(w, player))
    if active.discards and w.statuses.get(Forbid):
        pool = tuple(discardable(w, player, pool))
    if len(pool) < active.low:
        return None
    groups = _seats(active.targets(w, player))
    if not groups:
        return None
    return Offer("skill", skill.name, pool, active.low, active.high, groups, in_order=active.in_order)


def _use_skill(w: World, player: Player, answer: Answer) -> Asking[None]:
    skill, active = next((skill, active) for skill, active in player.actives if skill.name == answer.what)
    targets = tuple([w.players[seat] for seat in answer.seats])
    key = "sgs.log.skill_on" if targets else "sgs.log.skill"
    w.say(key, seat=player.seat, skill=f"skill.{skill.name}", **({"targets": answer.seats} if targets else {}))
    effect = SkillEffect(player, skill.name, body=lambda: active.use(w, player, answer.cards, targets))
    yield from happen(w, effect)


def _use_card(w: World, player: Player, answer: Answer) -> Asking[None]:
    card: Played | None = counted_as(w, player, answer.cards[0]) if answer.cards else None
    if card is not None and card.name != answer.what:
        card = None
    if card is None or any(skill.name == answer.what for skill, _ in player.views):
        name = next(
            name for skill, view in player.views if skill.name == answer.what for name in playable(w, player, view)
        )
        card = yield from supplied(w, player, answer, name)
    if card is not None:
        yield from use_card(w, player, card, [w.players[seat] for seat in answer.seats])
