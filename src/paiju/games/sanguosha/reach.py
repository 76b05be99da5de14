"""Distances, attack range, limits and prohibitions (rules §4.2): plain functions, nothing is asked.

`without` names cards that do not count: a weapon used as 杀 gives neither range nor permission to that very 杀, and
a mount used so no longer shortens the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from paiju.games.sanguosha.card import Card, Category, Played, Targets
from paiju.games.sanguosha.skill import Distance, Freedom, HandLimit, Prohibit, Reach
from paiju.games.sanguosha.world import Player, World


def distance(w: World, source: Player, target: Player, without: Collection[Card] = ()) -> int:
    """How far the target is for the source: the shorter way round the living, mounts and skills, at least 1.

    Not symmetric: a +1 mount lengthens only the way to its owner.
    """
    if source is target:
        return 0
    living = w.alive
    apart = abs(living.index(source) - living.index(target)) if source.alive and target.alive else len(living)
    steps = min(apart, len(living) - apart) if apart < len(living) else apart
    for owner, effect, card in w.statuses.get(Distance, ()):
        if card is not None and card in without:
            continue
        if owner is source:
            steps += effect.outgoing
        elif owner is target:
            steps += effect.incoming
    return max(1, steps)


def attack_range(w: World, player: Player, without: Collection[Card] = ()) -> int:
    """攻击范围: the weapon's, 1 without one."""
    weapon = player.weapon
    reach = weapon.kind.reach if weapon is not None and weapon not in without else 1
    for owner, effect, card in w.statuses.get(Reach, ()):
        if owner is player and (card is None or card not in without):
            reach += effect.change
    return reach


def in_range(w: World, source: Player, target: Player, without: Collection[Card] = ()) -> bool:
    """Whether the target is in the source's attack range."""
    return (
        source is not target
        and target.alive
        and distance(w, source, target, without) <= attack_range(w, source, without)
    )


def may_target(w: World, user: Player, target: Player, card: Played) -> bool:
    """Whether no skill forbids this target; distance is another matter."""
    for status in w.statuses.get(Prohibit, ()):
        if status.owner is target and status.effect.forbids(w, user, target, card):
            return False
    return True


def any_distance(w: World, user: Player, card: Played) -> bool:
    """奇才: whether distance does not matter for this card."""
    return any(
        status.owner is user and status.effect.any_distance and status.effect.cards(card)
        for status in w.statuses.get(Freedom, ())
    )


def may_slash_again(w: World, user: Player, card: Played) -> bool:
    """One 杀 in each own play phase, unless 咆哮 or 诸葛连弩 (but not this very crossbow) allows more."""
    if user.used("slash") < 1:
        return True
    return any(
        owner is user and effect.any_number and effect.cards(card) and (source is None or source not in card.cards)
        for owner, effect, source in w.statuses.get(Freedom, ())
    )


def extra_targets(w: World, user: Player, card: Played) -> int:
    """方天画戟: how many targets more this card may have."""
    return sum(
        effect.extra_targets(w, user, card)
        for owner, effect, source in w.statuses.get(Freedom, ())
        if owner is user and effect.extra_targets is not None and effect.cards(card) and source not in card.cards
    )


def slash_targets(w: World, user: Player, card: Played, ignore_distance: bool = False) -> Iterator[Targets]:
    """Every group of targets a 杀 may have: one in range that no skill protects, more with 方天画戟."""
    reachable = [
        other
        for other in w.others(user)
        if (ignore_distance or in_range(w, user, other, card.cards)) and may_target(w, user, other, card)
    ]
    most = 1 + extra_targets(w, user, card) if w.statuses.get(Freedom) else 1
    for count in range(1, min(most, len(reachable)) + 1):
        yield from combinations(reachable, count)


def may_slash(w: World, user: Player, target: Player, card: Played) -> bool:
    """Whether this 杀 may be used on this player: in range and not protected; the number of uses is not looked at."""
    return in_range(w, user, target, card.cards) and may_target(w, user, target, card)


def hand_limit(w: World, player: Player) -> int:
    """手牌上限: the hp, changed by skills, never below 0."""
    limit = player.hp
    for owner, effect, _ in w.statuses.get(HandLimit, ()):
        if owner is player:
            limit += effect.change(w, player)
    return max(0, limit)


def counted_hand(w: World, player: Player) -> list[Card]:
    """The hand cards that count towards the limit."""
    excluding = [s.effect.excludes for s in w.statuses.get(HandLimit, ()) if s.owner is player and s.effect.excludes]
    return [card for card in player.hand.cards if not any(excludes(w, player, card) for excludes in excluding)]


def slots_free_for(w: World, player: Player, category: Category) -> bool:
    """Whether the player's equip area can take a card of this category."""
    return "equip" not in player.aborted
