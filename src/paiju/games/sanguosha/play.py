"""The play phase: what may be done now, and doing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import OFFER_END, Answer, Offer, Offers, Seats, ask, offer_of
from paiju.games.sanguosha.card import Card, Kind, Played, Targets, Virtual
from paiju.games.sanguosha.events import SkillEffect, happen
from paiju.games.sanguosha.reach import counted_as, discardable, is_disabled, may
from paiju.games.sanguosha.skill import Active, CountsAs, Forbid, Skill, ViewAs
from paiju.games.sanguosha.using import conversions, supplied, use_card
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

if TYPE_CHECKING:
    from paiju.games.sanguosha.turns import Phase

_PROMPT: Final = Line.of("sgs.ask.play")
_ANSWERS: Final = ("jink", "nullification")  # cards that only answer others


def play_phase(w: World, player: Player, phase: Phase) -> Asking[None]:
    """出牌阶段: cards and skills one after another, until the player ends it or a skill does."""
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
    views, actives = conversions(player), _actives(player)
    for skill, view in views:
        if view.when(w, player) and view.when_played(w, player) and not is_disabled(w, player, skill):
            offers += _conversions(w, player, skill, view)
    for skill, active in actives:
        offer = _active(w, player, skill, active)
        if offer is not None:
            offers.append(offer)
    skills = tuple([skill.name for skill, _ in views] + [skill.name for skill, _ in actives])
    return Offers(tuple(offers), tuple(player.own_cards), skills, _spent(player, actives))


def _actives(player: Player) -> list[tuple[Skill, Active]]:
    """The active skills of a player, one that came from two sources once."""
    return list({one.effect: (one.skill, one.effect) for one in player.actives}.values())


def _spent(player: Player, actives: list[tuple[Skill, Active]]) -> tuple[str, ...]:
    """What is used up in this phase, for refusals."""
    spent = [skill.name for skill, active in actives if active.limit and player.used(skill.name, active.limit)]
    return (*spent, "slash") if player.used("slash") else tuple(spent)


def _targets(w: World, player: Player, card: Played) -> tuple[Seats, ...]:
    """Whom a card may be used on now; () where a skill forbids to use it at all."""
    if w.statuses.get(Forbid) and not may(w, player, "use", card):
        return ()
    return _seats(card.kind.targets(w, player, card))


def _seats(groups: Iterable[Targets]) -> tuple[Seats, ...]:
    return tuple([tuple([player.seat for player in group]) for group in groups])


def playable(skill: Skill) -> list[str]:
    """What the conversions of a skill can become in the play phase."""
    views = [effect for effect in skill.effects if isinstance(effect, ViewAs)]
    return [name for view in views for name in view.makes if name not in _ANSWERS]


def _conversions(w: World, player: Player, skill: Skill, view: ViewAs) -> list[Offer]:
    """An offer for each name; where the skill has several, the answer says which one: `use jiwu.duel:3h > 1`."""
    offers = []
    names = playable(skill)
    for name in view.makes:
        if name in _ANSWERS:
            continue
        kind = w.kinds[name]
        what = f"{skill.name}.{name}" if len(names) > 1 else skill.name

        def groups(cards: tuple[Card, ...], kind: Kind = kind) -> tuple[Seats, ...]:
            return _targets(w, player, Virtual(kind, cards, skill.name))

        if view.supply is not None:
            found = groups(())
            offer = Offer("use", what, targets=found) if found else None
        else:
            offer = offer_of("use", what, list(view.cards(w, player, name)), view.count, groups, kind.in_order)
        if offer is not None:
            offers.append(offer)
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
    skill, active = next((skill, active) for skill, active in _actives(player) if skill.name == answer.what)
    targets = tuple([w.players[seat] for seat in answer.seats])
    key = "sgs.log.skill"
    if targets:
        key = "sgs.log.skill_self" if targets == (player,) else "sgs.log.skill_on"
    w.say(key, seat=player.seat, skill=f"skill.{skill.name}", **({"targets": answer.seats} if targets else {}))
    effect = SkillEffect(player, skill.name, part="use", body=active.use, args=(w, player, answer.cards, targets))
    yield from happen(w, effect)


def _use_card(w: World, player: Player, answer: Answer) -> Asking[None]:
    what, _, name = answer.what.partition(".")
    skill = next((skill for skill, _ in conversions(player) if skill.name == what), None)
    if skill is None:
        card: Played | None = counted_as(w, player, answer.cards[0])
    else:
        card = yield from supplied(w, player, answer._replace(what=what), name or playable(skill)[0])
    if card is not None:
        yield from use_card(w, player, card, [w.players[seat] for seat in answer.seats])
