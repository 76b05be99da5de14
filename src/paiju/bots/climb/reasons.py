"""What speaks for an answer in a climbing game, from what its seat can see."""

from __future__ import annotations

from typing import Any

from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import Position, position_of
from paiju.games.climb.actions import PASS, Play
from paiju.games.climb.plays import Plays
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Line


def of_plays(view: ClimbView, choices: Plays, actions: list[Any]) -> list[Line]:
    """For every play: what it beats, and what it leaves of the hand."""
    position = position_of(view, choices)
    return [_passing(view) if action == PASS else _playing(view, position, action) for action in actions]


def _passing(view: ClimbView) -> Line:
    winner = next((shown.seat for shown in view.trick if shown.wins and shown.cards), None)
    return Line.of("bot.hint.keep") if winner is None else Line.of("bot.hint.pass", seat=winner)


def _playing(view: ClimbView, position: Position, play: Play) -> Line:
    left = len(position.hand) - len(play.cards)
    if position.game.rules.drawing is not None:
        rest = Line.of("bot.hint.points", points=view.pot) if view.pot else Line.of("bot.hint.left", left=left)
    elif not left:
        rest = Line.of("bot.hint.out")
    else:
        rest = Line.of("bot.hint.rest", left=left, groups=_groups(position, play))
    if play.combo is not None and play.combo.bomb:
        return Line.of("bot.hint.bomb", rest=rest)
    beaten = next((shown for shown in view.trick if shown.wins and shown.cards), None)
    if view.leading or beaten is None:
        return rest
    return Line.of("bot.hint.beats", type=beaten.title, seat=beaten.seat, rest=rest)


def _groups(position: Position, play: Play) -> int:
    """Into how many combinations the rest of the hand falls."""
    rest = list(position.hand)
    for card in play.cards:
        rest.remove(card)
    policy = Policy.of(position.game)
    mask, counts = position.game.layout.weigh(tuple(rest))
    return len(policy.splitter.split(policy.standing(counts, mask)[0]).groups)
