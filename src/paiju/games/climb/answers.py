"""What chosen cards would be: every reading that may be played now."""

from __future__ import annotations

from typing import Any

from paiju.games.capabilities import PlainAnswers, Reading
from paiju.games.climb.actions import Play
from paiju.games.climb.plays import Plays
from paiju.games.contract import Decision, IllegalAction, View


class ClimbAnswers(PlainAnswers):
    def readings(self, view: View, decision: Decision[Any], action: Any, /) -> tuple[Reading, ...]:
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
        return tuple(Reading(text, self.words.name(view, play)) for text, play in found.items())
