"""A table as one viewer sees it: the `game_state` of the wire, whole or as what changed.

What all viewers see is made once, as `Shared`, and keeps its objects for as long as they look the same: most of a
comparison with the state before is then done by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paiju.games.codec import encode
from paiju.games.contract import Decision, View
from paiju.games.options import describe, to_data
from paiju.server import wire
from paiju.server.delta import changes, fields, view_changes
from paiju.server.questions import asked
from paiju.table import Sitter, Table
from paiju.table.agenda import deals_at
from paiju.table.deal import Asked, Deal


class Shared(Struct, frozen=True):
    """What every viewer sees of a table, and the values that `table` and `fairness` were made from."""

    stage: str
    """Empty while a deal is played: then each view has its stage."""
    deadline: int | None
    deadlines: dict[str, int]
    players: tuple[wire.PlayerState, ...]
    result: wire.Result | None
    fairness: wire.Fairness
    table: wire.TableInfo
    options: Any
    deal: Deal | None
    """The deal in progress."""


class Seen(Struct, frozen=True):
    """A state as one viewer sees it. `asked` is the question that `state.decision` was made from."""

    state: wire.GameState
    asked: Decision[Any] | None


def share(table: Table, tiers: Mapping[str, str], watching: tuple[str, ...], before: Shared | None) -> Shared:
    """What all viewers see now; `before` is what they saw last."""
    deal = table.deal if table.is_dealing else None
    open_questions = table.deal.asked if table.deal is not None else {}
    times = {str(seat): one.deadline for seat, one in open_questions.items() if one.deadline is not None}
    if table.state.held_since is not None:
        times = {}
    next_deal = None if deal is not None else deals_at(table)
    deadline = min([*times.values(), *([] if next_deal is None else [next_deal])], default=None)
    players = tuple([_player(table, seat, sitter, tiers) for seat, sitter in table.state.sitters.items()])
    if before is None:
        info, proof = table_info(table, watching), fairness(table)
    else:
        same_table = (
            before.options is table.options
            and before.table.watching == watching
            and before.table.owner_id == table.state.owner
        )
        info = before.table if same_table else table_info(table, watching)
        proof = before.fairness if deal is not None and before.deal is deal else fairness(table)
        if players == before.players:
            players = before.players
    return Shared(
        stage="" if deal is not None else table.stage,
        deadline=deadline,
        deadlines={seat: time for seat, time in times.items() if time != deadline},
        players=players,
        result=_result(table),
        fairness=proof,
        table=info,
        options=table.options,
        deal=deal,
    )


def see(table: Table, shared: Shared, viewer: int | None, before: Seen | None = None) -> Seen:
    """The table as a seat sees it, or a spectator; `before` is what this viewer saw last."""
    view = table.view(viewer)
    sitter = table.state.sitters.get(viewer) if viewer is not None else None
    question = table.asked(view.viewer) if view is not None else None
    state = wire.GameState(
        game_id=table.id,
        game=table.info.id,
        seq=table.seq,
        time=0,
        stage=shared.stage or (view.stage if view is not None else "playing"),
        hand_number=table.state.hand,
        deadline=shared.deadline,
        deadlines=shared.deadlines,
        players=shared.players,
        you=wire.You(id=sitter.player, seat=viewer) if sitter is not None and viewer is not None else None,
        view=view,
        events=view.log if view is not None else (),
        decision=_decision(table, view, question, before) if question is not None and view is not None else None,
        result=shared.result,
        fairness=shared.fairness,
        table=shared.table,
    )
    return Seen(state, question.decision if question is not None else None)


def without_deal(state: wire.GameState) -> wire.GameState:
    """For somebody who may know the table, but not what is played there."""
    return replace(
        state,
        seq=0,
        hand_number=0,
        stage="waiting",
        deadline=None,
        deadlines={},
        players=tuple([replace(player, stack=None) for player in state.players]),
        you=None,
        view=None,
        events=(),
        decision=None,
        result=None,
    )


def full(state: wire.GameState, time: int) -> dict[str, Any]:
    """The whole state: what `GET /state` answers, and a message carries."""
    view: View | None = state.view
    return {**fields(state), "time": time, "view": fields(view) if view is not None else None}


def change(before: wire.GameState, now: wire.GameState) -> dict[str, Any] | None:
    """What is new for a client that has the state before; None if nothing is."""
    found = changes(before, now)
    for name in ("seq", "events"):
        found.pop(name, None)
    if "view" in found:
        view = found["view"] = view_changes(before.view, now.view)
        if view is not None and len(view) == 1:  # nothing but its type
            del found["view"]
    is_new_deal = now.hand_number != before.hand_number
    events = now.events if is_new_deal else now.events[len(before.events) :]
    if events:
        found["events"] = events
    return {"gameId": now.game_id, "seq": now.seq, "base": before.seq, **found} if found else None


def message(payload: dict[str, Any]) -> bytes:
    return encode({"type": "game_state", "payload": payload})


# --- parts --------------------------------------------------------------------------------------------------------------


def _player(table: Table, seat: int, sitter: Sitter, tiers: Mapping[str, str]) -> wire.PlayerState:
    return wire.PlayerState(
        id=sitter.player,
        name=sitter.name,
        seat=seat,
        avatar=sitter.avatar,
        bot=sitter.bot,
        connected=sitter.gone_since is None,
        auto=sitter.auto,
        sitting_out=sitter.sitting_out,
        leaving=sitter.leaving,
        ready=sitter.ready,
        score=sitter.score,
        bank=sitter.bank,
        tier=tiers.get(sitter.player, ""),
        stack=table.stack(seat) if table.chips is not None else None,
    )


def _decision(table: Table, view: View, question: Asked, before: Seen | None) -> wire.Decision:
    decision = question.decision
    if before is not None and before.asked is decision and before.state.decision is not None:
        return before.state.decision
    return asked(table.info, view, decision, question.since)


def _result(table: Table) -> wire.Result | None:
    deal, last = table.deal, table.state.result
    if deal is None or deal.outcome is None or last is None:
        return None
    return wire.Result(
        hand_number=last.hand,
        scores=tuple(last.scores),
        reason=last.reason,
        winners=winners(deal),
        match_over=last.match_over,
    )


def winners(deal: Deal) -> tuple[str, ...]:
    """Ids of the players who won a finished deal."""
    seats = deal.outcome.winners if deal.outcome is not None else ()
    return tuple([deal.players[seat] for seat in seats if deal.players[seat]])


def fairness(table: Table) -> wire.Fairness:
    """Of the deal at the table: its commitment, and its seeds once it is over and nothing in it stays secret."""
    deal, state = table.deal, table.state
    if deal is None:
        entropy = tuple([state.entropy.get(seat, "") for seat in range(table.settings.seats)])
        return wire.Fairness(commit=table.commit, hand_number=state.hand + 1, entropy=entropy)
    known = deal.outcome is not None and not table.info.secrecy.keeps_secrets
    return wire.Fairness(
        commit=deal.commit,
        hand_number=deal.number,
        entropy=tuple([part.hex() for part in deal.entropy]),
        server_seed=deal.server_seed.hex() if known else None,
        seed=str(deal.seed) if known else None,
        next=table.commit if not table.is_dealing else None,
    )


def table_info(table: Table, watching: tuple[str, ...]) -> wire.TableInfo:
    settings, info, hidden = table.settings, table.info, carried(table.info.options)
    buy_in = table.chips.buy_in(table.options) if table.chips is not None else None
    return wire.TableInfo(
        name=settings.name,
        preset=settings.preset,
        options={name: value for name, value in to_data(table.options).items() if name not in hidden},
        seats=settings.seats,
        owner_id=table.state.owner,
        private=settings.private,
        locked=settings.password is not None,
        spectators=settings.spectators,
        spectator_delay=settings.spectator_delay,
        chat=settings.chat,
        chips=buy_in is not None,
        min_buy_in=buy_in.low if buy_in is not None else 0,
        max_buy_in=buy_in.high if buy_in is not None else 0,
        turns=info.direction(table.options),
        autostart=settings.autostart,
        timeout=settings.timeout,
        daily=settings.daily,
        watching=watching,
    )


def carried(options: type[Any]) -> frozenset[str]:
    """Names of the options of a type that one deal leaves to the next, which are not for people to choose."""
    return frozenset(row.name for row in describe(options) if row.carried)
