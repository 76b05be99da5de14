"""The one door to a table: who may do and see what there, and how they are answered.

`submit` takes every change, `answer` also what is only read. REST, WebSocket, other processes and bots all come through
here, so that authorisation, presence, limits and the wording of refusals are stated once. What a room accepts, the clock's
own changes included, it counts and measures itself.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

import structlog
from msgspec import UNSET, Raw
from msgspec.structs import replace

from paiju import bots
from paiju.bots import brain
from paiju.bots.advice import hints
from paiju.bots.registry import UnknownLevel
from paiju.games.capabilities import Group
from paiju.games.codec import encode
from paiju.games.contract import View
from paiju.server import commands as asked
from paiju.server import daily, names, wire
from paiju.server.commands import BeginDaily, BotMove, Caller, CloseTable, Command, Detail, Done
from paiju.server.delta import fields
from paiju.server.game_state import fairness, full, without_deal
from paiju.server.limits import too_fast
from paiju.server.questions import checked, hinted
from paiju.server.replay_steps import steps
from paiju.server.room import Change, Room
from paiju.server.unreadable import no_field
from paiju.server.viewers import Sink
from paiju.solver.shares import open_shares
from paiju.table import Event, Refused, Table, commands, events
from paiju.table.deal import Asked

logger = structlog.get_logger("paiju.handlers")

BOT: Final = Caller(None)
"""In whose name bots answer."""


# --- the door ----------------------------------------------------------------------------------------------------------------


async def answer(room: Room, caller: Caller, command: Command, *, with_state: bool = False) -> Any:
    """Do what is asked, or answer it; Refused, in the caller's words, where it may not be.

    A change answers `Done`, with the state after it if that is wanted; what is read answers a value for JSON.
    """
    try:
        await try_password(room, caller, _password(command))
        read = READS.get(type(command))
        if read is not None:
            if seat_of(room, caller) is not None:
                room.used_at = room.rooms.time.now()
            return await read(room, caller, command)
        if isinstance(command, wire.JoinIn) and caller.player is not None:
            await room.learn_tiers(caller.player)
    except Refused as refused:
        raise worded(room, caller, refused) from None
    return await submit(room, caller, command, with_state=with_state)


def submit(room: Room, caller: Caller, command: Command, *, with_state: bool = False) -> asyncio.Future[Done]:
    """Make a change. The future is done once it is durable, or was refused in the caller's words."""
    done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
    kind = type(command)
    result = Done(seq=0)

    def make(table: Table, now: int) -> Sequence[Event]:
        if caller is not BOT:
            _be_present(room, caller, kind, now)
        rows = CHANGES[kind](room, caller, command, now)
        for row in rows:
            if type(row) is events.Moved:
                result.action = row.text
        return rows

    def applied() -> None:
        if with_state:
            result.state = Raw(room.state_json(caller.player))

    def settled(seq: int, error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            result.seq = min(seq, room.viewers.seq(seat_of(room, caller))) if room.viewers.has_delay else seq
            done.set_result(result)
        else:
            done.set_exception(worded(room, caller, error) if isinstance(error, Refused) else error)
            if caller is BOT:
                done.exception()  # nobody waits for it

    room.change(Change(make, applied, settled))
    return done


_BY_HAND: Final = frozenset(
    (wire.ActionIn, wire.ReadyIn, wire.StartIn, wire.BackIn, wire.RebuyIn, wire.EntropyIn, wire.ChatIn)
)
"""What only somebody who is there does."""


def _be_present(room: Room, caller: Caller, kind: type[Any], now: int) -> None:
    """A player who does something is there, also without a socket that could be lost or come back."""
    seat = seat_of(room, caller)
    if seat is None or caller.player is None:
        return
    room.used_at = now
    if kind in _BY_HAND and room.table.state.sitters[seat].gone_since is not None:
        room.accept(commands.connected(room.table, caller.player, now), now)


def worded(room: Room, caller: Caller, refused: Refused) -> Refused:
    """A refusal with its sentence, in the words of the game and with the names at the table."""
    if refused.text is None:
        refused.text = room.sentence(refused.why, caller.language)
        refused.seq = (
            room.viewers.seq(seat_of(room, caller)) if not room.dead else None
        )  # what is in memory then may never have been
    return refused


def _password(command: Command) -> str | None:
    if isinstance(command, asked.Read):
        return command.password
    return command.payload.password if isinstance(command, wire.JoinIn) else None


# --- who may come in ---------------------------------------------------------------------------------------------------------


def player_of(caller: Caller) -> str:
    if caller.player is None:
        raise Refused("unauthorized", "error.unauthorized")
    return caller.player


def seat_of(room: Room, caller: Caller) -> int | None:
    """The seat as which the caller sees the table; None for spectators and for players who have left during the deal."""
    return room.seat_of(caller.player)


def _needs_no_password(room: Room, caller: Caller) -> bool:
    """The owner, those who sit here or watch already, and admins."""
    if caller.admin or room.table.settings.password is None:
        return True
    return caller.player is not None and (
        caller.player == room.table.state.owner
        or room.table.seat_of(caller.player) is not None
        or room.has_connection(caller.player)
    )


async def try_password(room: Room, caller: Caller, password: str | None) -> None:
    """Try the password that came along, before `admit` asks for it."""
    hashed = room.table.settings.password
    if hashed is not None and password is not None and not _needs_no_password(room, caller):
        await room.password.attempt(password, hashed, room.rooms.limits, f"{caller.address} {room.code}")


def admit(room: Room, caller: Caller, password: str | None) -> None:
    """Refused if the caller may not come to this table at all."""
    if not _needs_no_password(room, caller) and not room.password.opens(password):
        raise Refused("forbidden", "error.locked" if password is None else "error.password")


def admit_spectator(room: Room, caller: Caller, password: str | None = None) -> None:
    """Refused if the caller may not see this table: where there are no spectators, only players and admins may."""
    admit(room, caller, password)
    _admit_without_seat(room, caller)


def _admit_without_seat(room: Room, caller: Caller) -> None:
    if not room.table.settings.spectators and seat_of(room, caller) is None and not caller.admin:
        raise Refused("forbidden", "error.no_spectators")


async def follow(
    room: Room, sink: Sink, caller: Caller, seq: int | None, password: str | None, trusted: bool = False
) -> int:
    """Let a connection follow the table. A player who was absent is back. `trusted`: it was admitted before."""
    try:
        if not trusted:
            await try_password(room, caller, password)
            admit(room, caller, password)
        _admit_without_seat(room, caller)
        room.check()
    except Refused as refused:
        raise worded(room, caller, refused) from None
    room.follow(sink, seq)
    player = caller.player
    if player is not None and room.table.seat_of(player) is not None:
        await change(room, lambda table, now: commands.connected(table, player, now))
    return room.viewers.seq(seat_of(room, caller))


def unfollow(room: Room, sink: Sink, grace: float) -> None:
    """A connection is gone. If it was a player's last, the table learns so, unless they are back in a moment."""
    room.unfollow(sink)
    player = sink.player
    if player is None or room.dead or room.table.seat_of(player) is None or room.has_connection(player):
        return

    async def mark_absent() -> None:
        await asyncio.sleep(grace)
        if not room.dead and not room.has_connection(player):
            with suppress(Refused):
                await change(room, lambda table, now: commands.disconnected(table, player, now))

    if not room.rooms.draining:
        room.rooms.spawn(mark_absent(), "absent")


async def change(room: Room, make: Callable[[Table, int], Sequence[Event]]) -> int:
    """A change that the server itself makes. The seq after it, once it is durable."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settled(seq: int, error: Exception | None) -> None:
        if not done.done():
            done.set_result(seq) if error is None else done.set_exception(error)

    room.change(Change(make, lambda: None, settled))
    return await done


# --- changes -----------------------------------------------------------------------------------------------------------------


def _join(room: Room, caller: Caller, command: wire.JoinIn, now: int) -> list[Event]:
    player, body, table = player_of(caller), command.payload, room.table
    admit(room, caller, body.password)
    name = own_name(table, player, body.player_name or caller.name)
    return commands.join(table, player, name, now, seat=body.seat, chips=body.buy_in, avatar=caller.avatar)


def _leave(room: Room, caller: Caller, command: wire.LeaveIn, now: int) -> list[Event]:
    return commands.leave(room.table, player_of(caller), now)


def _kick(room: Room, caller: Caller, command: wire.KickIn, now: int) -> list[Event]:
    return commands.leave(room.table, command.payload.player_id, now, by=_host(room, caller))


def _unbar(room: Room, caller: Caller, command: wire.UnbarIn, now: int) -> list[Event]:
    return commands.unbar(room.table, command.payload.player_id, _host(room, caller), now)


def _host(room: Room, caller: Caller) -> str:
    """In whose name the caller sends people away: an admin does it for the owner."""
    return room.table.state.owner if caller.admin else player_of(caller)


def _move(room: Room, caller: Caller, command: wire.ActionIn, now: int) -> list[Event]:
    body = command.payload
    return commands.move(room.table, player_of(caller), notation(body), now, body.seq)


def notation(action: wire.Action) -> str:
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


def _bot_move(room: Room, caller: Caller, command: BotMove, now: int) -> list[Event]:
    question = room.table.asked(command.seat)
    if question is None or question.since != command.since:
        return []
    sitter = room.table.state.sitters.get(command.seat)
    if command.by == "auto" and sitter is not None and not (sitter.auto or sitter.leaving):
        question.thinking = False  # the player has taken over meanwhile
        return []
    if command.text is not None:
        try:
            return [commands.answer(room.table, command.seat, command.text, now, command.by)]
        except Refused as refused:
            logger.warning("bot_refused", table=room.code, code=refused.code)  # its text may name its cards
    return [commands.safest(room.table, command.seat, now, command.by)]


def _chat(room: Room, caller: Caller, command: wire.ChatIn, now: int) -> list[Event]:
    player = player_of(caller)
    if wait := room.rooms.limits.take("chat", player):
        raise too_fast(wait)
    admit_spectator(room, caller)
    line = names.text(command.payload.text)
    if not line:
        raise no_field("text", "read.blank")
    seat = room.table.seat_of(player)
    name = room.table.state.sitters[seat].name if seat is not None else own_name(room.table, player, caller.name)
    return commands.say(room.table, player, name, line, now)


def own_name(table: Table, player: str, name: str) -> str:
    """The name at this table; with a number, if somebody else who sits here has it or one much like it."""
    taken = {_looks(sitter.name) for sitter in table.state.sitters.values() if sitter.player != player}
    if _looks(name) not in taken:
        return name
    return next(one for number in count(2) if _looks(one := f"{name} {number}") not in taken)


def _looks(name: str) -> str:
    """What two names have in common that look the same at a glance."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _sit_out(room: Room, caller: Caller, command: wire.SitOutIn, now: int) -> list[Event]:
    return commands.sit_out(room.table, player_of(caller), now)


def _back(room: Room, caller: Caller, command: wire.BackIn, now: int) -> list[Event]:
    return commands.come_back(room.table, player_of(caller), now, command.payload.post)


def _hold(room: Room, caller: Caller, command: wire.HoldIn, now: int) -> list[Event]:
    return commands.hold(room.table, player_of(caller), command.payload.on, now)


def _ready(room: Room, caller: Caller, command: wire.ReadyIn, now: int) -> list[Event]:
    return commands.ready(room.table, player_of(caller), command.payload.ready, now)


def _start(room: Room, caller: Caller, command: wire.StartIn, now: int) -> list[Event]:
    return commands.start(room.table, player_of(caller), now)


def _entropy(room: Room, caller: Caller, command: wire.EntropyIn, now: int) -> list[Event]:
    return commands.add_entropy(room.table, player_of(caller), command.payload.bytes, now)


def _rebuy(room: Room, caller: Caller, command: wire.RebuyIn, now: int) -> list[Event]:
    return commands.rebuy(room.table, player_of(caller), command.payload.chips, now)


def check_level(game: str, level: str) -> None:
    """Refused where no bot of this level plays the game."""
    try:
        bots.make(game, level)
    except UnknownLevel:
        there = ", ".join(bots.levels(game))
        raise Refused("bad_request", "error.no_bots", level=level, there=there) from None


def _add_bot(room: Room, caller: Caller, command: wire.AddBotIn, now: int) -> list[Event]:
    """Seat a bot under a name that nobody at the table has."""
    _check_owner(room, caller)
    table, body = room.table, command.payload
    check_level(table.info.id, body.level)
    taken = {sitter.name for sitter in table.state.sitters.values()}
    name = next((one for one in names.BOT_NAMES if one not in taken), f"Bot {table.seq}")
    return commands.join(table, f"b{table.seq}", name, now, seat=body.seat, bot=body.level)


def _close(room: Room, caller: Caller, command: CloseTable, now: int) -> list[Event]:
    _check_owner(room, caller)
    return commands.close(room.table, player_of(caller), now, in_deal=caller.admin)


def _begin_daily(room: Room, caller: Caller, command: BeginDaily, now: int) -> list[Event]:
    if player_of(caller) != room.table.state.owner:
        raise Refused("forbidden", "error.owner_only")
    return [] if room.table.state.hand else daily.opening(room.table, room.rooms.daily_key, caller, now)


def _check_owner(room: Room, caller: Caller) -> None:
    if player_of(caller) != room.table.state.owner and not caller.admin:
        raise Refused("forbidden", "error.owner_only")


CHANGES: Final[dict[type[Any], Callable[[Room, Caller, Any, int], list[Event]]]] = {
    wire.JoinIn: _join,
    wire.LeaveIn: _leave,
    wire.ActionIn: _move,
    wire.ChatIn: _chat,
    wire.SitOutIn: _sit_out,
    wire.BackIn: _back,
    wire.HoldIn: _hold,
    wire.ReadyIn: _ready,
    wire.StartIn: _start,
    wire.EntropyIn: _entropy,
    wire.RebuyIn: _rebuy,
    wire.KickIn: _kick,
    wire.UnbarIn: _unbar,
    wire.AddBotIn: _add_bot,
    CloseTable: _close,
    BeginDaily: _begin_daily,
    BotMove: _bot_move,
}


# --- reading -----------------------------------------------------------------------------------------------------------------


async def _state(room: Room, caller: Caller, command: asked.ReadState) -> Raw:
    admit_spectator(room, caller, command.password)
    state = room.state_json(caller.player)
    await room.durable()
    return Raw(state)


async def _detail(room: Room, caller: Caller, command: asked.ReadDetail) -> Detail:
    """The table for everybody who has the link; the state for those who may watch."""
    try:
        admit_spectator(room, caller, command.password)
        state = room.state(caller.player)
    except Refused:
        state = replace(without_deal(room.state(None)), players=())
    made = encode(full(state, room.rooms.time.now()))
    await room.durable()
    return Detail(state=Raw(made), watching=room.viewers.spectators)


async def _delay(room: Room, caller: Caller, command: asked.ReadDelay) -> int:
    admit_spectator(room, caller, command.password)
    return room.table.settings.spectator_delay if seat_of(room, caller) is None else 0


async def _earlier(room: Room, caller: Caller, command: asked.ReadEarlier) -> wire.Earlier:
    """The deal at the table so far, as the caller saw it or would have: their own views, one for each move.

    Spectators behind a delay get no steps: what they may know is not what has happened. Answers given in secret stay secret.
    """
    admit_spectator(room, caller, command.password)
    viewer, table = seat_of(room, caller), room.table
    record = table.record()
    found: list[wire.ReplayStep] = []
    is_late = viewer is None and table.settings.spectator_delay
    if record is not None and not is_late and (viewer is None or viewer < record.seats):
        found = await asyncio.to_thread(lambda: list(steps(table.info, record, viewer, frozenset(), with_moves=False)))
    return wire.Earlier(hand_number=table.state.hand, steps=found)


def _question(room: Room, caller: Caller) -> tuple[Asked, View]:
    """What the caller is asked; Refused where somebody else is asked, or nobody."""
    seat = room.table.seat_of(player_of(caller))
    if seat is None:
        raise Refused("not_seated", "error.not_seated")
    question, view, deal = room.table.asked(seat), room.table.view(seat), room.table.deal
    if question is not None and view is not None:
        return question, view
    if deal is None:
        raise Refused("wrong_phase", "error.no_deal")
    if not deal.asked:
        raise Refused("wrong_phase", "error.over")
    raise Refused("not_your_turn", "error.not_your_turn", seats=tuple(deal.asked))


async def _hint(room: Room, caller: Caller, command: wire.HintIn) -> wire.Hints:
    if room.table.settings.daily is not None:
        raise Refused("forbidden", "error.daily_hint")
    (question, view), seq = _question(room, caller), room.table.seq
    found = await asyncio.to_thread(hints, room.table.info, view, question.decision, command.payload.limit)
    return wire.Hints(
        game_id=room.code,
        seq=seq,
        choices=[hinted(hint) for hint in found],
        re=UNSET if command.id is None else command.id,
    )


async def _check(room: Room, caller: Caller, command: wire.CheckIn) -> wire.Checked:
    question, view = _question(room, caller)
    deal, table = room.table.deal, room.table
    assert deal is not None
    text = command.payload.text
    return checked(table.info, deal.game, view, question.decision, text, re=command.id, table=room.code, seq=table.seq)


def _own_view(room: Room, caller: Caller) -> View | None:
    seat = room.table.seat_of(player_of(caller))
    return room.table.view(seat) if seat is not None else None


async def _tidy(room: Room, caller: Caller, command: asked.ReadTidy) -> wire.Tidied:
    view, deal = _own_view(room, caller), room.table.deal
    if view is None or deal is None or view.viewer is None:
        raise Refused("wrong_phase", "error.no_deal")
    groups = brain.tidied(room.table.info.id, view, deal.game)
    if not groups:
        cards = view.hands[view.viewer].cards
        groups = (Group(cards),) if isinstance(cards, tuple) else ()
    return wire.Tidied(
        groups=[[str(card) for card in group.cards] for group in groups], names=[group.name for group in groups]
    )


async def _hand_name(room: Room, caller: Caller, command: asked.ReadHandName) -> wire.HandName:
    view = _own_view(room, caller)
    return wire.HandName(name=room.table.info.words.hand_name(view) if view is not None else None)


async def _equity(room: Room, caller: Caller, command: asked.ReadEquity) -> wire.Equity:
    admit_spectator(room, caller, command.password)
    is_late = seat_of(room, caller) is None and room.table.settings.spectator_delay
    view = room.table.view(None) if not is_late else None
    found = await asyncio.to_thread(open_shares, view, command.cards) if view is not None else None
    return wire.Equity(shares=list(found.shares) if found else None, exact=bool(found and found.exact))


async def _pot(room: Room, caller: Caller, command: asked.ReadPot) -> wire.PotReply:
    admit_spectator(room, caller, command.password)
    if room.table.chips is None:
        raise Refused("not_found", "error.no_bets")
    view = room.state(caller.player).view
    await room.durable()
    shown = fields(view) if view is not None else {}
    return wire.PotReply(pot=shown.get("pot", 0), pots=shown.get("pots", ()))


async def _fairness(room: Room, caller: Caller, command: asked.ReadFairness) -> wire.Fairness:
    admit_spectator(room, caller, command.password)
    if room.viewers.has_delay and seat_of(room, caller) is None:
        raise Refused("not_found", "error.no_deal")  # how many there were is not for spectators to know yet
    return fairness(room.table)


async def _chat_log(room: Room, caller: Caller, command: asked.ReadChat) -> wire.ChatLog:
    admit_spectator(room, caller, command.password)
    lines = await room.read_chat()
    if room.viewers.has_delay and seat_of(room, caller) is None:
        shown = room.viewers.seq(None)
        lines = [replace(line, seq=min(line.seq, shown)) for line in lines]
    return wire.ChatLog(lines=lines)


READS: Final[dict[type[Any], Callable[[Room, Caller, Any], Coroutine[Any, Any, Any]]]] = {
    wire.HintIn: _hint,
    wire.CheckIn: _check,
    asked.ReadState: _state,
    asked.ReadDetail: _detail,
    asked.ReadDelay: _delay,
    asked.ReadEarlier: _earlier,
    asked.ReadTidy: _tidy,
    asked.ReadHandName: _hand_name,
    asked.ReadEquity: _equity,
    asked.ReadPot: _pot,
    asked.ReadFairness: _fairness,
    asked.ReadChat: _chat_log,
}
