"""A question and what can be said about answers to it, as the wire has them: for tables, lessons and studies alike."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import UNSET

from paiju.bots.advice import Hint
from paiju.games.catalog import GameInfo
from paiju.games.contract import AnyGame, Decision, IllegalAction, NotationError, View
from paiju.games.messages import unread
from paiju.server import wire


def asked(info: GameInfo, view: View, decision: Decision[Any], since: int) -> wire.Decision:
    """What a viewer is asked."""
    answers = info.answers
    first = [str(choice) for choice in islice(decision.choices, answers.offered + 1)]
    detail = answers.detail(view, decision)
    return wire.Decision(
        prompt=decision.prompt,
        choices=tuple(first[: answers.offered]),
        more=len(first) > answers.offered,
        since=since,
        detail=UNSET if detail is None else detail,
    )


def checked(
    info: GameInfo,
    game: AnyGame,
    view: View,
    decision: Decision[Any],
    text: str,
    *,
    re: str | None,
    table: str,
    seq: int,
) -> wire.Checked:
    """What a text would be as a move now. Says no more than trying it would."""
    found = wire.Checked(re=re, game_id=table, seq=seq, text=text, readings=[])
    try:
        readings = info.answers.readings(view, decision, game.parse(text))
    except NotationError as error:
        found.code, found.why = "bad_notation", unread(error)
    except IllegalAction as error:
        found.code, found.why = error.code, error.why  # type: ignore[assignment]
    else:
        found.readings = [wire.Choice(text=one.text, name=UNSET if one.name is None else one.name) for one in readings]
    return found


def hinted(hint: Hint) -> wire.Choice:
    return wire.Choice(
        text=str(hint.action),
        name=UNSET if hint.name is None else hint.name,
        why=UNSET if hint.why is None else hint.why,
        best=True if hint.best else UNSET,
    )
