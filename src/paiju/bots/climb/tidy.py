"""A hand put in order (理牌): the combinations that it is split into when a play is thought about, with their names."""

from __future__ import annotations

from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import game_of
from paiju.cards import Card
from paiju.games.capabilities import Group
from paiju.games.climb.game import Climb
from paiju.games.climb.layout import total
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.laizi import LaiziView
from paiju.games.climb.view import ClimbView
from paiju.games.climb.words import named


def tidy(view: ClimbView, ready: Climb) -> tuple[Group, ...]:
    """The viewer's hand: bombs, then the longer combinations, the higher first; () where there is none to see."""
    hand = view.hands[view.viewer].cards if view.viewer is not None else ()
    if not isinstance(hand, tuple) or not hand:
        return ()
    wilds = view.wilds if isinstance(view, LaiziView) else ()
    game = game_of(ready.reader_for(wilds[0].rank).rules if wilds else ready.rules)
    order = {card: place for place, card in enumerate(hand)}
    found = [(cards, next(iter(game.reader.read(cards)), None)) for cards in _parts(game, hand)]
    found.sort(key=lambda one: (_rank(one[1]), -len(one[0]), min(order[card] for card in one[0])))
    return tuple(Group(cards, combo and named(game.rules, combo)) for cards, combo in found)


def _parts(game: Climb, hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The cheapest split, in cards: each takes its own out of what is left."""
    policy, layout = Policy.of(game), game.layout
    mask, counts = layout.weigh(hand)
    standing, natural, wilds = policy.standing(counts, mask)
    groups = policy.splitter.split(standing)
    found: list[tuple[Card, ...]] = []
    for one in policy.suited(mask, counts)[:1]:
        around = policy.splitter.split(policy.placed(natural - one.group.body, wilds))
        if around.cost + one.group.cost < groups.cost:
            groups = around
            found.append(one.play.cards)
            mask -= one.mask
            natural -= one.group.body
    for group in sorted(groups.groups, key=lambda one: (one.width < 4, -total(one.body))):
        play = policy.play(mask, natural, group.body, 0)
        if play is None:
            continue
        found.append(play.cards)
        taken, pattern = layout.weigh(play.cards)
        mask -= taken
        natural -= pattern - sum(layout.unit[card] for card in play.cards if card in game.rules.wild)
    return found + [(card,) for card in layout.cards(mask)]


def _rank(combo: Combo | None) -> int:
    """Bombs first, what is no combination last."""
    return 1 if combo is None else -combo.bomb
