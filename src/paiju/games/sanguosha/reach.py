"""Distances, attack range, limits and prohibitions (rules §4.2): plain functions, nothing is asked.

`without` names cards that do not count: a weapon used as 杀 gives neither range nor permission to that very 杀, and
a mount used so no longer shortens the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

from paiju.games.sanguosha.card import Card, Played, Targets, Virtual
from paiju.games.sanguosha.skill import (
    CountsAs,
    Disable,
    Distance,
    Forbid,
    Freedom,
    HandLimit,
    Prohibit,
    Reach,
    Sees,
    Skill,
)
from paiju.games.sanguosha.world import InPlay, Player, World


def is_disabled(w: World, player: Player, skill: Skill) -> bool:
    """Whether some status takes a player's skill out of effect."""
    return any(status.effect.disables(w, status.owner, player, skill) for status in w.statuses.get(Disable, ()))


def statuses(w: World, kind: type) -> Sequence[InPlay[Any]]:
    """The status effects of a kind that are in force."""
    found = w.statuses.get(kind, ())
    if not found or not w.statuses.get(Disable):
        return found
    return [status for status in found if not is_disabled(w, status.owner, status.skill)]


def distance(w: World, source: Player, target: Player, without: Collection[Card] = ()) -> int:
    """How far the target is for the source: the shorter way round the living, mounts and skills, at least 1.

    Not symmetric: a +1 mount lengthens only the way to its owner.
    """
    if source is target:
        return 0
    living = w.alive
    apart = abs(living.index(source) - living.index(target)) if source.alive and target.alive else len(living)
    steps = min(apart, len(living) - apart) if apart < len(living) else apart
    for owner, effect, card, _ in statuses(w, Distance):
        if card is not None and card in without:
            continue
        if owner is source and effect.fixed is not None and (fixed := effect.fixed(w, source, target)) is not None:
            return int(fixed)
        if owner is source:
            steps += effect.outgoing
        elif owner is target:
            steps += effect.incoming
    return max(1, steps)


def attack_range(w: World, player: Player, without: Collection[Card] = ()) -> int:
    """攻击范围: the weapon's, 1 without one."""
    weapon = player.weapon
    reach = weapon.kind.reach if weapon is not None and weapon not in without else 1
    for owner, effect, card, _ in statuses(w, Reach):
        if owner is player and (card is None or card not in without):
            if effect.fixed is not None and (fixed := effect.fixed(w, player)) is not None:
                return int(fixed)
            reach += effect.change
    return reach


def in_range(w: World, source: Player, target: Player, without: Collection[Card] = ()) -> bool:
    """Whether the target is in the source's attack range."""
    if source is target or not target.alive:
        return False
    if distance(w, source, target, without) <= attack_range(w, source, without):
        return True
    return any(
        owner is source and effect.within is not None and effect.within(w, source, target)
        for owner, effect, _, _ in statuses(w, Reach)
    )


def may_target(w: World, user: Player, target: Player, card: Played) -> bool:
    """Whether no skill forbids this target; distance is another matter."""
    for status in statuses(w, Prohibit):
        if status.owner is target and status.effect.forbids(w, user, target, card):
            return False
    return True


def any_distance(w: World, user: Player, card: Played) -> bool:
    """奇才: whether distance does not matter for this card."""
    return any(
        status.owner is user and status.effect.any_distance and status.effect.cards(card)
        for status in statuses(w, Freedom)
    )


def may_slash_again(w: World, user: Player, card: Played) -> bool:
    """One 杀 in each own play phase, unless 咆哮 or 诸葛连弩 (but not this very crossbow) allows more."""
    allowed = 1
    if user.used("slash") < allowed:
        return True
    for owner, effect, source, _ in statuses(w, Freedom):
        if owner is user and effect.cards(card) and (source is None or source not in card.cards):
            if effect.any_number:
                return True
            allowed += effect.extra_uses(w, user) if effect.extra_uses is not None else 0
    return user.used("slash") < allowed


def extra_targets(w: World, user: Player, card: Played) -> int:
    """方天画戟: how many targets more this card may have."""
    return sum(
        effect.extra_targets(w, user, card)
        for owner, effect, source, _ in statuses(w, Freedom)
        if owner is user and effect.extra_targets is not None and effect.cards(card) and source not in card.cards
    )


def slash_targets(w: World, user: Player, card: Played, ignore_distance: bool = False) -> Iterator[Targets]:
    """Every group of targets a 杀 may have: one in range that no skill protects, more with 方天画戟."""
    freed = bool(w.statuses.get(Freedom))
    ignore_distance = ignore_distance or (freed and any_distance(w, user, card))
    reachable = [
        other
        for other in w.others(user)
        if (ignore_distance or in_range(w, user, other, card.cards)) and may_target(w, user, other, card)
    ]
    most = 1 + extra_targets(w, user, card) if freed else 1
    for count in range(1, min(most, len(reachable)) + 1):
        yield from combinations(reachable, count)


def may_slash(w: World, user: Player, target: Player, card: Played) -> bool:
    """Whether this 杀 may be used on this player: in range and not protected; the number of uses is not looked at."""
    near = in_range(w, user, target, card.cards) or any_distance(w, user, card)
    return near and may_target(w, user, target, card)


def hand_limit(w: World, player: Player) -> int:
    """手牌上限: the hp, changed by skills, never below 0."""
    base, change = player.hp, 0
    for owner, effect, _, _ in statuses(w, HandLimit):
        if owner is player:
            change += effect.change(w, player)
            if effect.fixed is not None and (fixed := effect.fixed(w, player)) is not None:
                base = fixed
    return max(0, base + change)


def counted_hand(w: World, player: Player) -> list[Card]:
    """The hand cards that count towards the limit."""
    excluding = [s.effect.excludes for s in statuses(w, HandLimit) if s.owner is player and s.effect.excludes]
    return [card for card in player.hand.cards if not any(excludes(w, player, card) for excludes in excluding)]


def may(w: World, player: Player, verb: Literal["use", "respond", "discard"], card: Played) -> bool:
    """Whether no skill forbids a player to use, respond or discard this card."""
    for owner, effect, _, _ in statuses(w, Forbid):
        forbids = getattr(effect, verb)
        if owner is player and forbids is not None and forbids(w, player, card):
            return False
    return True


def discardable(w: World, player: Player, cards: Sequence[Card]) -> list[Card]:
    """Those of some cards that a player may discard."""
    return [card for card in cards if may(w, player, "discard", card)]


def counted_as(w: World, player: Player, card: Card) -> Played:
    """What a card in a player's hand, or their judge card, counts as: itself, unless a skill of theirs says otherwise."""
    for owner, effect, _, skill in statuses(w, CountsAs):
        if owner is player and effect.cards(w, player, card):
            return Virtual(w.kinds[effect.name or card.name], (card,), skill.name, effect.suit)
    return card


def sees_hand(w: World, viewer: Player, player: Player) -> bool:
    """Whether a viewer knows somebody's hand: their own, or by a skill."""
    return viewer is player or any(
        owner is viewer and effect.hand is not None and effect.hand(w, viewer, player)
        for owner, effect, _, _ in statuses(w, Sees)
    )


def sees_role(w: World, viewer: Player, player: Player) -> bool:
    """Whether a viewer knows somebody's identity: their own, or by a skill."""
    return viewer is player or any(
        owner is viewer and effect.role is not None and effect.role(w, viewer, player)
        for owner, effect, _, _ in statuses(w, Sees)
    )
