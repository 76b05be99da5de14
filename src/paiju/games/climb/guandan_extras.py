"""What Guandan tells a table: clocks for tribute and plays, where the deal stands, a hand put in order."""

from __future__ import annotations

from typing import Any, Final

from paiju.cards import Card, Rank, Suit
from paiju.games.climb.actions import Play
from paiju.games.climb.extras import ClimbExtras
from paiju.games.climb.sheets.guandan import TITLES, GuandanOptions, GuandanView, level_name
from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Timing

_TITLES: Final = dict(TITLES)
_FLUSH: Final = 5


class GuandanExtras(ClimbExtras):
    open_moves = False  # tribute is secret until everybody has paid

    def timing(self, options: GuandanOptions, decision: Decision[Any]) -> Timing:
        seconds = {
            "guandan.ask.pay": options.tribute_timeout,
            "guandan.ask.return": options.return_timeout,
        }.get(decision.prompt.key, options.turn_timeout)
        return Timing(seconds or None)

    def told(self, view: View) -> tuple[Line, ...]:
        assert isinstance(view, GuandanView)
        levels = Line.of(
            "guandan.table",
            level=level_name(view.level),
            ours=level_name(view.levels[0]),
            theirs=level_name(view.levels[1]),
        )
        return (levels, *super().told(view))

    def name(self, view: View, action: Any) -> Line | None:
        if isinstance(action, Play) and action.combo is not None and action.combo.kind in _TITLES:
            return Line.of(
                "climb.named", type=_TITLES[action.combo.kind], head=action.combo.head, bomb=action.combo.bomb
            )
        return super().name(view, action)

    def groups(self, view: View) -> tuple[tuple[Card, ...], ...]:
        """Wild cards, all four jokers, bombs, straight flushes out of the rest, then triples, pairs and singles."""
        hand = view.hands[view.viewer].cards if view.viewer is not None else ()
        if not isinstance(view, GuandanView) or not isinstance(hand, tuple):
            return ()
        left: list[Card] = [card for card in hand if card != view.wild]
        groups = [tuple(card for card in hand if card == view.wild)]
        jokers = tuple(card for card in left if card.is_joker)
        if len(jokers) == 4:
            groups.append(jokers)
        groups += [same for same in _same(left) if len(same) >= 4]
        used = {card.rank for group in groups[1:] for card in group}
        left = [card for card in left if card.rank not in used]
        while flush := _flush(left):
            groups.append(flush)
            for card in flush:
                left.remove(card)
        by_size = sorted(_same(left), key=len, reverse=True)
        return tuple(group for group in [*groups, *by_size] if group)


def _same(cards: list[Card]) -> list[tuple[Card, ...]]:
    """Cards by rank, in the order of the hand."""
    ranks: dict[Rank, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    return [tuple(same) for same in ranks.values()]


def _flush(cards: list[Card]) -> tuple[Card, ...]:
    """The highest straight flush of five natural cards, top first; () if there is none."""
    held = {(card.rank.value, card.suit): card for card in cards if card.suit is not None}
    for top in range(14, _FLUSH - 1, -1):
        for suit in Suit:
            ranks = [14 if rank == 1 else rank for rank in range(top, top - _FLUSH, -1)]
            if all((rank, suit) in held for rank in ranks):
                return tuple(held[rank, suit] for rank in ranks)
    return ()
