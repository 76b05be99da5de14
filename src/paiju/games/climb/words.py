"""Climbing games in words: what an action is, and how the table stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from paiju.games.climb.actions import Give, Play, Say
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.guandan import GuandanView, level_name
from paiju.games.climb.sheets.laizi import LaiziView
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Line, View


def named(rules: ClimbRules, combo: Combo) -> Line:
    """What a game calls a combination; `bomb` is its rank among bombs, 0 for any other."""
    return Line.of("climb.named", type=rules.title_of(combo.kind, combo.size), head=combo.head, bomb=combo.bomb)


@dataclass(frozen=True)
class ClimbWords:
    """Under the names that a sheet gives to combinations."""

    rules: ClimbRules

    def name(self, view: View, action: Any, /) -> Line | None:
        if isinstance(action, Play) and action.combo is not None:
            return named(self.rules, action.combo)
        if isinstance(action, Say):
            return Line.of("climb.say.bid", points=action.bid) if action.bid else Line(f"climb.say.{action.spoken}")
        if isinstance(action, Give):
            return Line.of(f"climb.say.{action.verb}", card=action.card)
        return None

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, ClimbView)
        lines = [
            Line.of("climb.table.trick", seat=shown.seat, type=shown.title, cards=shown.cards)
            for shown in view.trick
            if shown.cards
        ]
        for pile in view.centre:
            if isinstance(pile.cards, tuple):
                lines.append(Line.of(f"climb.table.{pile.name}", cards=pile.cards))
            else:
                lines.append(Line.of(f"climb.table.{pile.name}_hidden", count=pile.cards))
        if view.landlord is not None:
            lines.append(Line.of("climb.table.landlord", seat=view.landlord, multiplier=view.multiplier))
        for seat, hand in enumerate(view.hands):
            if hand.count is None:
                lines.append(Line.of("climb.table.unsaid", seat=seat))
            elif view.captured:
                lines.append(Line.of("climb.table.points", seat=seat, count=hand.count, points=view.captured[seat]))
            else:
                lines.append(Line.of("table.hand", seat=seat, count=hand.count))
        return tuple(lines)

    def hand_name(self, view: View, /) -> Line | None:
        return None


def gained(before: ClimbView, after: ClimbView, /) -> Line | None:
    """Cards that came to the viewer unseen by others: a new hand after a redeal, or cards drawn from the pile."""
    seat = after.viewer
    assert seat is not None
    held, hand = before.hands[seat].cards, after.hands[seat].cards
    assert isinstance(held, tuple)
    assert isinstance(hand, tuple)
    if any(line.key == "climb.log.redeal" for line in after.log[len(before.log) :]):
        return Line.of("table.holds", seat=seat, cards=hand)
    if not after.captured or not (drawn := tuple((Counter(hand) - Counter(held)).elements())):
        return None
    return Line.of("climb.log.drawn", seat=seat, cards=drawn)


class LaiziWords(ClimbWords):
    """With the rank that is wild."""

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, LaiziView)
        wild = (Line.of("climb.table.wild", rank=view.wild_rank),) if view.wild_rank else ()
        return (*wild, *super().describe(view))


class GuandanWords(ClimbWords):
    """With the levels of both teams."""

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, GuandanView)
        levels = Line.of(
            "guandan.table",
            level=level_name(view.level),
            ours=level_name(view.levels[0]),
            theirs=level_name(view.levels[1]),
        )
        return (levels, *super().describe(view))
