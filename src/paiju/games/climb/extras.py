"""What a climbing game tells a table: what chosen cards would be, a hand put in order, and who has won on points."""

from __future__ import annotations

from typing import Any, Final

from paiju.cards import Card
from paiju.games.climb.actions import Give, Play, Say
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Decision, IllegalAction, Line, View
from paiju.games.extras import Extras, Facts, Group

_PATH: Final = "3456789TJQKA"
_SHORTEST: Final = 5


class ClimbExtras(Extras):
    open_moves = True

    def readings(self, view: View, decision: Decision[Any], action: Any) -> tuple[tuple[str, Line | None], ...]:
        """Every reading that may be played now, the preferred one first; each with its declaration where it needs one."""
        choices = decision.choices
        if not isinstance(choices, Plays) or not isinstance(action, Play) or action.declared is not None:
            return super().readings(view, decision, action)
        try:
            first = [choices.resolve(decision.seat, action)]
        except IllegalAction as refused:
            if refused.code != "ambiguous":
                raise
            first = []
        found = {str(play): play for play in first if isinstance(play, Play)}
        for combo in choices.fitting(action):
            declared = Play(action.spelled, f"{choices.rules.name_of(combo.kind)}:{combo.head}")
            try:
                play = choices.resolve(decision.seat, declared)
            except IllegalAction:
                continue
            if isinstance(play, Play):
                found.setdefault(str(play), play)
        if not found:
            return super().readings(view, decision, action)
        return tuple((text, _named(choices, play)) for text, play in found.items())

    def name(self, view: View, action: Any) -> Line | None:
        if isinstance(action, Play) and action.combo is not None:
            return Line.of(
                "climb.named",
                type=f"climb.kind.{action.combo.kind.value}",
                head=action.combo.head,
                bomb=action.combo.bomb,
            )
        if isinstance(action, Say):
            return Line.of("climb.say.bid", points=action.bid) if action.bid else Line(f"climb.say.{action.word}")
        if isinstance(action, Give):
            return Line.of(f"climb.say.{action.verb}", card=action.card)
        return None

    def told(self, view: View) -> tuple[Line, ...]:
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

    def ended(self, game: Climb, state: Any) -> Facts:
        """Where points are only taken and nobody loses any, who ranks first has won; a positive score alone says nothing."""
        outcome = game.outcome(state)
        if outcome is None or min(outcome.scores) < 0 or max(outcome.scores) == 0:
            return {}
        return {"winners": list(outcome.winners)}

    def tidy(self, game: Climb, view: View) -> tuple[Group, ...]:
        return tuple(Group(cards, _combination(game, cards)) for cards in self.groups(view))

    def groups(self, view: View) -> tuple[tuple[Card, ...], ...]:
        """Four and more of a rank, then long runs of what is left over, then triples, pairs and singles."""
        hand = view.hands[view.viewer].cards if view.viewer is not None else ()
        if not isinstance(hand, tuple):
            return ()
        ranks: dict[str, list[Card]] = {}
        for card in hand:
            ranks.setdefault(card.rank.letter, []).append(card)
        groups = [tuple(cards) for cards in ranks.values() if len(cards) >= 4]
        loose = {letter: cards for letter, cards in ranks.items() if len(cards) < 4}
        for run in _runs({letter for letter, cards in loose.items() if len(cards) == 1}):
            groups.append(tuple(loose.pop(letter)[0] for letter in reversed(run)))
        for size in (3, 2, 1):
            groups += [tuple(cards) for cards in loose.values() if len(cards) == size]
        return tuple(groups)


def _named(choices: Plays, play: Play) -> Line | None:
    assert play.combo is not None
    return Line.of(
        "climb.named", type=choices.rules.title_of(play.combo.kind), head=play.combo.head, bomb=play.combo.bomb
    )


def _combination(game: Climb, cards: tuple[Card, ...]) -> Line | None:
    """What these cards would be as a play; None where they are none."""
    for combo in game.reader.read(cards):
        return Line.of("climb.named", type=game.rules.title_of(combo.kind), head=combo.head, bomb=combo.bomb)
    return None


def _runs(singles: set[str]) -> list[str]:
    """Stretches of five or more neighbours.

    >>> _runs(set("3456789KA"))
    ['3456789']
    """
    found, run = [], ""
    for letter in [*_PATH, ""]:
        if letter and letter in singles:
            run += letter
            continue
        if len(run) >= _SHORTEST:
            found.append(run)
        run = ""
    return found
