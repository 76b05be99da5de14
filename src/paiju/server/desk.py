"""Who may do what at a table, and what he is told. One place for REST, WebSocket and other processes."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import Any, Final

import msgspec

from paiju import bots
from paiju.bots.advice import Hint, hints
from paiju.bots.registry import UnknownLevel
from paiju.games.capabilities import Group
from paiju.games.codec import builtins as plain
from paiju.games.contract import IllegalAction, NotationError
from paiju.games.messages import unread
from paiju.server import asks, auth, wire
from paiju.server.asks import Caller
from paiju.server.audience import Sink
from paiju.server.payload import without_deal
from paiju.server.public import fairness
from paiju.server.room import Room
from paiju.server.steps import steps
from paiju.server.unreadable import no_field
from paiju.solver.shares import open_shares
from paiju.table import Refused, Table, commands
from paiju.table import events as log

_read: Final = msgspec.json.Decoder(dict[str, Any]).decode

BOT_NAMES: Final = ("墨竹", "青松", "白鹭", "云雀", "秋水", "寒梅", "晴川", "流萤", "听雨", "望舒", "知鱼", "鸣蝉")


async def answer(room: Room, caller: Caller, ask: Any) -> Any:
    """Do or tell what is asked; Refused where it may not be. The answer is ready for JSON."""
    try:
        await knock(room, caller, getattr(getattr(ask, "payload", ask), "password", None))
        seat = seat_of(room, caller)
        if seat is not None:
            room.used_at = room.house.time.now()
            if type(ask) in _BY_HAND and room.table.state.sitters[seat].gone_since is not None:
                await _be_there(room, player_of(caller))
        return await ANSWERS[type(ask)](room, caller, ask)
    except Refused as refused:
        raise worded(room, caller, refused) from None


_BY_HAND: Final = frozenset(
    (wire.ActionIn, wire.ReadyIn, wire.StartIn, wire.BackIn, wire.RebuyIn, wire.EntropyIn, wire.ChatIn)
)
"""What only somebody who is there does."""


async def _be_there(room: Room, player: str) -> None:
    """Who does something is there, also if he has no socket that could be lost or come back."""
    await room.do(lambda t, now: commands.connected(t, player, now))


def worded(room: Room, caller: Caller, refused: Refused) -> Refused:
    """A refusal with its sentence, in the words of the game and the names at the table."""
    if refused.text is None:
        refused.text = room.sentence(refused.why, caller.language)
        refused.seq = room.table.seq if not room.dead else None  # what is in memory then may never have been
    return refused


async def follow(
    room: Room, sink: Sink, caller: Caller, seq: int | None, password: str | None, trusted: bool = False
) -> int:
    """Let a connection follow the table. A player who was away is back. `trusted`: it was admitted before."""
    if not trusted:
        await knock(room, caller, password)
        admit(room, caller, password)
    _admit_look(room, caller)
    room.follow(sink, seq)
    if caller.player is not None and room.table.seat_of(caller.player) is not None:
        player = caller.player
        await room.do(lambda t, now: commands.connected(t, player, now))
    return room.table.seq


def unfollow(room: Room, sink: Sink, grace: float) -> None:
    """A connection is gone. If it was a player's last, the table is told, unless he is back in a moment."""
    room.unfollow(sink)
    player = sink.player
    if player is None or room.dead or room.table.seat_of(player) is None or room.has_connection(player):
        return

    async def tell_table() -> None:
        await asyncio.sleep(grace)
        if not room.dead and not room.has_connection(player):
            with suppress(Refused):
                await room.do(lambda t, now: commands.disconnected(t, player, now))

    if not room.house.draining:
        room.house.spawn(tell_table(), "gone")


def player_of(caller: Caller) -> str:
    if caller.player is None:
        raise Refused("unauthorized", "error.unauthorized")
    return caller.player


def _has_key(room: Room, caller: Caller) -> bool:
    """Whether the caller needs no password: the owner, who sits here or looks on already, and admins."""
    if caller.admin or room.table.settings.password is None:
        return True
    return caller.player is not None and (
        caller.player == room.table.state.owner
        or room.table.seat_of(caller.player) is not None
        or room.has_connection(caller.player)
    )


async def knock(room: Room, caller: Caller, password: str | None) -> None:
    """Try the password that came along, before `admit` asks for it."""
    hashed = room.table.settings.password
    if hashed is not None and password is not None and not _has_key(room, caller):
        await room.door.attempt(password, hashed, room.house.limits, f"{caller.address} {room.code}")


def admit(room: Room, caller: Caller, password: str | None = None) -> None:
    """Whether the caller may look at this table at all."""
    if not _has_key(room, caller) and not room.door.opens(password):
        raise Refused("forbidden", "error.locked" if password is None else "error.password")


def admit_spectator(room: Room, caller: Caller, password: str | None = None) -> None:
    admit(room, caller, password)
    _admit_look(room, caller)


def _admit_look(room: Room, caller: Caller) -> None:
    """Where there are no spectators: who sits here, and admins."""
    seated = caller.player is not None and room.table.seat_of(caller.player) is not None
    if not room.table.settings.spectators and not seated and not caller.admin:
        raise Refused("forbidden", "error.no_spectators")


def seat_of(room: Room, caller: Caller) -> int | None:
    return room.table.seat_of(caller.player) if caller.player is not None else None


async def _accepted(room: Room, caller: Caller, seq: int) -> dict[str, Any]:
    return {"seq": seq, "action": None, "state": await room.state(seat_of(room, caller))}


# --- doing -------------------------------------------------------------------------------------------------------------------


async def _join(room: Room, caller: Caller, ask: wire.JoinIn) -> Any:
    player, body = player_of(caller), ask.payload
    admit(room, caller, body.password)
    table = room.table
    seat = table.seat_of(player)
    if seat is None or table.state.sitters[seat].leaving:
        chips = body.buy_in
        debit = (
            (int(player), table.chips.buy_in(table.options).usual if chips is None else chips)
            if table.chips is not None
            else None
        )
        await room.do(
            lambda t, now: commands.join(
                t,
                player,
                own_name(t, player, body.player_name or caller.name),
                now,
                seat=body.seat,
                chips=chips,
                avatar=caller.avatar,
            ),
            debit=debit,
        )
        await room.learn_tiers()
    return await _accepted(room, caller, room.table.seq)


async def _leave(room: Room, caller: Caller, ask: wire.LeaveIn) -> Any:
    player = player_of(caller)
    seq = await room.do(lambda t, now: commands.leave(t, player, now))
    return await _accepted(room, caller, seq)


async def _kick(room: Room, caller: Caller, ask: wire.KickIn) -> Any:
    by, player = _host(room, caller), ask.payload.player_id
    return await _accepted(room, caller, await room.do(lambda t, now: commands.leave(t, player, now, by=by)))


async def _unbar(room: Room, caller: Caller, ask: wire.UnbarIn) -> Any:
    by, player = _host(room, caller), ask.payload.player_id
    return await _accepted(room, caller, await room.do(lambda t, now: commands.unbar(t, player, by, now)))


def _host(room: Room, caller: Caller) -> str:
    """In whose name the caller sends people away: an admin does it for the owner."""
    return room.table.state.owner if caller.admin else player_of(caller)


def notation(action: wire.Action | wire.ActionRequest) -> str:
    """The text of a move, also where it was given as action and amount."""
    verb = action.action
    if (verb is None) == (action.text is None):
        raise Refused("bad_request", "error.text_or_action")
    if verb is None:
        assert action.text is not None
        return action.text
    if verb in ("raise", "bet"):
        if (action.amount is None) == (action.to is None):
            raise Refused("bad_request", "error.amount_or_to")
        return f"raise_to {action.to}" if action.to is not None else f"{verb} {action.amount}"
    return verb


async def _action(room: Room, caller: Caller, ask: wire.ActionIn) -> Any:
    player, text, action = player_of(caller), notation(ask.payload), ask.payload
    done: list[str] = []

    def make(table: Any, now: int) -> list[log.Event]:
        rows: list[log.Event] = commands.move(table, player, text, now, action.seq)
        done.extend(row.text for row in rows if isinstance(row, log.Moved))
        return rows

    seq, state = await room.move(make, player)
    return {"seq": seq, "action": done[0], "state": state}


async def act(room: Room, caller: Caller, action: wire.Action) -> int:
    """A move, durable. The seq after it."""
    player, text = player_of(caller), notation(action)
    try:
        return await room.do(lambda table, now: commands.move(table, player, text, now, action.seq))
    except Refused as refused:
        raise worded(room, caller, refused) from None


def act_now(room: Room, caller: Caller, action: wire.Action, then: Callable[[int, Exception | None], None]) -> bool:
    """The same without waiting: `then` is called with the seq once it is durable. False: the table is busy, try `act`."""
    player, text = player_of(caller), notation(action)
    try:
        return room.act(lambda table, now: commands.move(table, player, text, now, action.seq), then)
    except Refused as refused:
        raise worded(room, caller, refused) from None


async def _chat(room: Room, caller: Caller, ask: wire.ChatIn) -> Any:
    player = player_of(caller)
    admit_spectator(room, caller)
    line = auth.text(ask.payload.text)
    if not line:
        raise no_field("text", "read.blank")
    seat = room.table.seat_of(player)
    name = room.table.state.sitters[seat].name if seat is not None else own_name(room.table, player, caller.name)
    seq = await room.do(lambda t, now: commands.say(t, player, name, line, now))
    return {"seq": seq}


def own_name(table: Table, player: str, name: str) -> str:
    """The name at this table; with a number, if somebody else who sits here is called so or much like it."""
    taken = {_sound(sitter.name) for sitter in table.state.sitters.values() if sitter.player != player}
    if _sound(name) not in taken:
        return name
    return next(one for number in count(2) if _sound(one := f"{name} {number}") not in taken)


def _sound(name: str) -> str:
    """What two names have in common that a glance takes for the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


async def _sit_out(room: Room, caller: Caller, ask: wire.SitOutIn) -> Any:
    player = player_of(caller)
    return await _accepted(room, caller, await room.do(lambda t, now: commands.sit_out(t, player, now)))


async def _back(room: Room, caller: Caller, ask: wire.BackIn) -> Any:
    player = player_of(caller)
    return await _accepted(
        room, caller, await room.do(lambda t, now: commands.come_back(t, player, now, ask.payload.post))
    )


async def _ready(room: Room, caller: Caller, ask: wire.ReadyIn) -> Any:
    player = player_of(caller)
    return await _accepted(
        room, caller, await room.do(lambda t, now: commands.ready(t, player, ask.payload.ready, now))
    )


async def _start(room: Room, caller: Caller, ask: wire.StartIn) -> Any:
    player = player_of(caller)
    return await _accepted(room, caller, await room.do(lambda t, now: commands.start(t, player, now)))


async def _entropy(room: Room, caller: Caller, ask: wire.EntropyIn) -> Any:
    player = player_of(caller)
    return await _accepted(
        room, caller, await room.do(lambda t, now: commands.add_entropy(t, player, ask.payload.bytes, now))
    )


async def _rebuy(room: Room, caller: Caller, ask: wire.RebuyIn) -> Any:
    player, chips = player_of(caller), ask.payload.chips
    seq = await room.do(lambda t, now: commands.rebuy(t, player, chips, now), debit=(int(player), chips))
    return await _accepted(room, caller, seq)


async def _add_bot(room: Room, caller: Caller, ask: wire.AddBotIn) -> Any:
    player = player_of(caller)
    if player != room.table.state.owner and not caller.admin:
        raise Refused("forbidden", "error.owner_only")
    seq = await add_bot(room, ask.payload.level, ask.payload.seat)
    return await _accepted(room, caller, seq)


async def add_bot(room: Room, level: str, seat: int | None) -> int:
    """Sit a bot down, with a name nobody at the table has."""
    try:
        bots.make(room.table.info.id, level)
    except UnknownLevel:
        there = ", ".join(bots.levels(room.table.info.id))
        raise Refused("bad_request", "error.no_bots", level=level, there=there) from None

    def make(table: Any, now: int) -> list[log.Event]:
        taken = {sitter.name for sitter in table.state.sitters.values()}
        name = next((one for one in BOT_NAMES if one not in taken), f"Bot {table.seq}")
        rows: list[log.Event] = commands.join(table, f"b{table.seq}", name, now, seat=seat, bot=level)
        return rows

    return await room.do(make)


async def _close(room: Room, caller: Caller, ask: asks.CloseAsk) -> Any:
    player = player_of(caller)
    if player != room.table.state.owner and not caller.admin:
        raise Refused("forbidden", "error.owner_only")
    return {"seq": await room.do(lambda t, now: commands.close(t, player, now))}


# --- telling -----------------------------------------------------------------------------------------------------------------


async def _state(room: Room, caller: Caller, ask: asks.StateAsk) -> Any:
    admit_spectator(room, caller, ask.password)
    return _read(await room.state(seat_of(room, caller)))


async def _detail(room: Room, caller: Caller, ask: asks.DetailAsk) -> Any:
    """Lobby row and table settings for everybody who has the link; the state for who may look."""
    try:
        admit_spectator(room, caller, ask.password)
    except Refused:
        state = {**without_deal(_read(await room.state(None))), "players": []}
    else:
        state = _read(await room.state(seat_of(room, caller)))
    return {"state": state, "watching": room.spectators}


async def _earlier(room: Room, caller: Caller, ask: asks.EarlierAsk) -> Any:
    """The deal on the table so far, as the caller saw it or would have: his own views, one for each move.

    Spectators behind a delay are told nothing: what they may know is not what has happened.
    """
    admit_spectator(room, caller, ask.password)
    viewer, table = seat_of(room, caller), room.table
    record = table.record()
    told: list[Any] = []
    if (
        record is not None
        and (viewer is None or viewer < record.seats)
        and not (viewer is None and table.settings.spectator_delay)
    ):
        shown = await asyncio.to_thread(lambda: list(steps(table.info, record, viewer, frozenset())))
        told = [{**step, "action": None} for step in shown]  # answers given in secret stay so until the deal is over
    return {"handNumber": table.state.hand, "steps": told}


async def _hint(room: Room, caller: Caller, ask: wire.HintIn) -> Any:
    player = player_of(caller)
    seat = room.table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "error.not_seated")
    asked, view = room.table.asked(seat), room.table.view(seat)
    if asked is None or view is None:
        raise _not_asked(room)
    seq = room.table.seq
    found = await asyncio.to_thread(hints, room.table.info, view, asked.decision, ask.payload.limit)
    return {"gameId": room.code, "seq": seq, "choices": [_hinted(hint) for hint in found]}


def _not_asked(room: Room) -> Refused:
    """Somebody else is asked, or nobody."""
    deal = room.table.deal
    if deal is None:
        return Refused("wrong_phase", "error.no_deal")
    if not deal.asked:
        return Refused("wrong_phase", "error.over")
    return Refused("not_your_turn", "error.not_your_turn", seats=tuple(deal.asked))


def _hinted(hint: Hint) -> dict[str, Any]:
    lines = {"name": hint.name, "why": hint.why}
    told = {key: plain(line) for key, line in lines.items() if line is not None}
    return {"text": str(hint.action), **told, **({"best": True} if hint.best else {})}


async def _check(room: Room, caller: Caller, ask: wire.CheckIn) -> Any:
    """What a text would be as a move now. Tells the asker no more than trying it would."""
    seat = room.table.seat_of(player_of(caller))
    if seat is None:
        raise Refused("not_seated", "error.not_seated")
    asked, view, deal = room.table.asked(seat), room.table.view(seat), room.table.deal
    if asked is None or view is None or deal is None:
        raise _not_asked(room)
    told: dict[str, Any] = {
        "re": ask.id, "gameId": room.code, "seq": room.table.seq, "text": ask.payload.text,
        "readings": [], "code": None, "why": None,
    }  # fmt: skip
    try:
        found = room.table.info.answers.readings(view, asked.decision, deal.game.parse(ask.payload.text))
    except NotationError as error:
        return {**told, "code": "bad_notation", "why": plain(unread(error))}
    except IllegalAction as error:
        return {**told, "code": error.code, "why": plain(error.why)}
    rows = [{"text": text} if name is None else {"text": text, "name": plain(name)} for text, name in found]
    return {**told, "readings": rows}


async def _tidy(room: Room, caller: Caller, ask: asks.TidyAsk) -> Any:
    seat = room.table.seat_of(player_of(caller))
    view = room.table.view(seat) if seat is not None else None
    if seat is None or view is None:
        raise Refused("wrong_phase", "error.no_deal")
    deal = room.table.deal
    tidy = room.table.info.tidy
    groups = tidy(deal.game, view) if deal is not None and tidy is not None else ()
    if not groups:
        cards = view.hands[seat].cards
        groups = (Group(cards),) if isinstance(cards, tuple) else ()
    return {"groups": [plain(group.cards) for group in groups], "names": [plain(group.name) for group in groups]}


async def _hand_name(room: Room, caller: Caller, ask: asks.HandNameAsk) -> Any:
    seat = room.table.seat_of(player_of(caller))
    view = room.table.view(seat) if seat is not None else None
    return {"name": plain(room.table.info.words.hand_name(view)) if view is not None else None}


async def _equity(room: Room, caller: Caller, ask: asks.EquityAsk) -> Any:
    admit_spectator(room, caller, ask.password)
    late = seat_of(room, caller) is None and room.table.settings.spectator_delay
    view = room.table.view(None) if not late else None
    found = await asyncio.to_thread(open_shares, view, ask.cards) if view is not None else None
    return {"shares": list(found.shares) if found else None, "exact": bool(found and found.exact)}


async def _pot(room: Room, caller: Caller, ask: asks.PotAsk) -> Any:
    admit_spectator(room, caller, ask.password)
    if room.table.chips is None:
        raise Refused("not_found", "error.no_bets")
    state = _read(await room.state(seat_of(room, caller)))
    return {"pot": state.get("pot", 0), "pots": state.get("pots", [])}


async def _fairness(room: Room, caller: Caller, ask: asks.FairnessAsk) -> Any:
    admit_spectator(room, caller, ask.password)
    return fairness(room.table)


async def _chat_log(room: Room, caller: Caller, ask: asks.ChatAsk) -> Any:
    admit_spectator(room, caller, ask.password)
    return {"lines": await room.talk()}


ANSWERS: Final[dict[type[msgspec.Struct], Callable[[Room, Caller, Any], Coroutine[Any, Any, Any]]]] = {
    wire.JoinIn: _join,
    wire.LeaveIn: _leave,
    wire.ActionIn: _action,
    wire.ChatIn: _chat,
    wire.SitOutIn: _sit_out,
    wire.BackIn: _back,
    wire.ReadyIn: _ready,
    wire.StartIn: _start,
    wire.EntropyIn: _entropy,
    wire.HintIn: _hint,
    wire.CheckIn: _check,
    wire.RebuyIn: _rebuy,
    wire.KickIn: _kick,
    wire.UnbarIn: _unbar,
    wire.AddBotIn: _add_bot,
    asks.StateAsk: _state,
    asks.DetailAsk: _detail,
    asks.EarlierAsk: _earlier,
    asks.TidyAsk: _tidy,
    asks.HandNameAsk: _hand_name,
    asks.EquityAsk: _equity,
    asks.PotAsk: _pot,
    asks.FairnessAsk: _fairness,
    asks.ChatAsk: _chat_log,
    asks.CloseAsk: _close,
}
