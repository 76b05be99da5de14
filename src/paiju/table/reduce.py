"""What each event of the log does to a table: one function per event.

A reducer trusts its event, changes the table and yields what came of it. `commands` has checked the event before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from paiju.cards import fair
from paiju.games.contract import Decision, Outcome, Seat, play
from paiju.games.options import build
from paiju.games.record import Move
from paiju.table import events
from paiju.table.deal import Asked, Deal
from paiju.table.happenings import (
    Announced,
    Began,
    Cashed,
    Ended,
    Happening,
    Issued,
    Presence,
    Removed,
    Shut,
    Spoken,
)
from paiju.table.state import BARRED, Result, Seating, Sitter

if TYPE_CHECKING:
    from paiju.table.table import Table

EXPIRIES: Final = 2
"""So many expiries in a row switch 托管 on."""

WAKING: Final = 2_000
"""Milliseconds before the next deal for somebody who comes back after the pause was over."""


def apply(table: Table, event: events.Event) -> list[Happening]:
    return list(_REDUCERS[type(event)](table, event))


def _seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    assert seat is not None
    return seat


# --- seats ------------------------------------------------------------------------------------------------------------------


def _sat(table: Table, event: events.Sat) -> Iterator[Happening]:
    state = table.state
    state.sitters[event.seat] = Sitter(
        player=event.player,
        name=event.name,
        avatar=event.avatar,
        bot=event.bot,
        bank=1000 * table.settings.time_bank,
    )
    state.sitters = dict(sorted(state.sitters.items()))
    if table.chips is not None:
        _reseat(table, Seating(op="sit", seat=event.seat, chips=event.chips))
        if event.bot is not None and not table.settings.practice:
            yield Issued(event.player, event.chips)
    if event.bot is None:
        _release(table, event.at)
        state.idle_since = None
        if state.owner_left:
            state.owner, state.owner_left = event.player, False
    if (
        table.chips is None
        and table.deal is not None
        and not table.is_dealing
        and state.status == "waiting"
        and not table.free_seats
    ):
        state.next_deal_at = event.at + 1000 * table.settings.pause
        state.status = "active"


def _left(table: Table, event: events.Left) -> Iterator[Happening]:
    state, seat = table.state, _seat(table, event.player)
    sitter = state.sitters[seat]
    _release(table, event.at)
    if table.is_playing(seat):
        sitter.leaving = True
        sitter.gone_since = event.at
    else:
        yield from _remove(table, seat)
    if event.by not in ("", "clock") and sitter.is_person:
        still = {player: until for player, until in state.barred.items() if until > event.at}
        state.barred = {**still, event.player: event.at + BARRED}
    if event.player == state.owner:
        heirs = [person for person in table.people if not person.leaving]
        state.owner_left = not heirs
        if heirs:
            state.owner = heirs[0].player
    _note_idle(table, event.at)


def _unbarred(table: Table, event: events.Unbarred) -> Iterable[Happening]:
    table.state.barred = {player: until for player, until in table.state.barred.items() if player != event.player}
    return ()


def _remove(table: Table, seat: int) -> Iterator[Happening]:
    """A seat becomes empty; its chips go with the player."""
    state = table.state
    sitter = state.sitters.pop(seat)
    state.entropy.pop(seat, None)
    if table.chips is not None:
        chips = table.stack(seat)
        state.waiting_ops = [op for op in state.waiting_ops if op.seat != seat]
        if not table.is_dealing:
            table.options = table.chips.leave(table.options, Seat(seat))
        state.stacks.pop(seat, None)
        if not table.settings.practice:
            yield Cashed(sitter.player, chips) if sitter.is_person else Issued(sitter.player, -chips)
    elif not table.is_dealing:
        state.next_deal_at = None
        if state.status == "active":
            state.status = "waiting"
    yield Removed(sitter.player)


def _reseat(table: Table, op: Seating) -> None:
    """Change who is dealt in: now, or when the running deal is over."""
    state, chips = table.state, table.chips
    assert chips is not None
    if table.is_dealing:
        state.waiting_ops.append(op)
        return
    seat = Seat(op.seat)
    if op.op == "sit":
        table.options = chips.sit(table.options, seat, op.chips)
        state.stacks[seat] = state.stacks.get(seat, 0) + op.chips
    elif op.op == "leave":
        table.options = chips.leave(table.options, seat)
    else:
        table.options = chips.sit_out(table.options, seat, op.op == "out", op.post)


def _ready(table: Table, event: events.ReadySet) -> Iterable[Happening]:
    table.state.sitters[_seat(table, event.player)].ready = event.ready
    return ()


def _drawn(table: Table, event: events.Lot) -> Iterable[Happening]:
    state = table.state
    old = {sitter.player: seat for seat, sitter in state.sitters.items()}
    state.sitters = dict(sorted((event.seats[sitter.player], sitter) for sitter in state.sitters.values()))
    if table.chips is not None:
        stacks, state.stacks = state.stacks, {}
        table.options = table.fresh_options()
        for seat, sitter in state.sitters.items():
            _reseat(table, Seating(op="sit", seat=seat, chips=stacks.get(old[sitter.player], 0)))
    entropy = {seat: state.entropy.get(old[sitter.player], "") for seat, sitter in state.sitters.items()}
    state.entropy = {seat: text for seat, text in entropy.items() if text}
    state.drawn = True
    return ()


def _automatic(table: Table, event: events.AutoSet) -> Iterable[Happening]:
    sitter = table.state.sitters[_seat(table, event.player)]
    sitter.auto, sitter.expiries = event.on, 0
    _wake(table, event.at)
    return ()


def _held(table: Table, event: events.Held) -> Iterable[Happening]:
    if event.on:
        table.state.held_since = event.at
    else:
        _release(table, event.at)
    return ()


def _release(table: Table, at: int) -> None:
    """Let a clock that stands run again, with the time that was left."""
    since, table.state.held_since = table.state.held_since, None
    if since is None:
        return
    for asked in table.deal.asked.values() if table.deal is not None else ():
        asked.postpone(at - max(since, asked.at))
    _wake(table, at)


def _sat_out(table: Table, event: events.SitOutSet) -> Iterable[Happening]:
    seat = _seat(table, event.player)
    sitter = table.state.sitters[seat]
    sitter.sitting_out, sitter.away = event.out, event.out and event.by == "clock"
    if table.chips is not None:
        _reseat(table, Seating(op="out" if event.out else "back", seat=seat, post=event.post))
    _wake(table, event.at)
    return ()


def _rebought(table: Table, event: events.Rebought) -> Iterable[Happening]:
    _reseat(table, Seating(op="sit", seat=_seat(table, event.player), chips=event.chips))
    return ()


# --- the deal ---------------------------------------------------------------------------------------------------------------


def _committed(table: Table, event: events.Committed) -> Iterable[Happening]:
    table.state.server_seed = event.server_seed
    return ()


def _entropy(table: Table, event: events.Entropy) -> Iterable[Happening]:
    table.state.entropy[_seat(table, event.player)] = event.bytes
    return ()


def _dealt(table: Table, event: events.Dealt) -> Iterator[Happening]:
    state = table.state
    if state.status == "finished":  # a rematch: options as the table was opened with, people and chips as they are
        table.options = table.next_options()
        state.match_deals = 0
        state.result = None
    if event.options is not None:
        table.options = build(table.info.options, event.options)
    seats = range(table.settings.seats)
    server_seed = bytes.fromhex(state.server_seed)
    entropy = tuple(bytes.fromhex(state.entropy.get(seat, "")) for seat in seats)
    seed = fair.deal_seed(server_seed, entropy)
    game = table.info.begun(table.options, table.settings.position)
    sitters = [state.sitters.get(seat) for seat in seats]
    state.status, state.next_deal_at, state.server_seed, state.entropy = "active", None, "", {}
    state.hand += 1
    state.match_deals += 1
    for sitter in state.sitters.values():
        sitter.ready = False
        if sitter.gone_since is None:  # 托管 lasts for one deal
            sitter.auto, sitter.expiries = False, 0
    table.deal = deal = Deal(
        number=state.hand,
        game=game,
        options=table.options,
        state=game.deal(len(seats), seed),
        seed=seed,
        server_seed=server_seed,
        entropy=entropy,
        players=tuple(sitter.player if sitter else "" for sitter in sitters),
        names=tuple(sitter.name if sitter else "" for sitter in sitters),
        started=event.at,
    )
    yield Began(state.hand)
    yield from _continue(table, deal, event.at)


def _moved(table: Table, event: events.Moved) -> Iterator[Happening]:
    deal = table.deal
    assert deal is not None
    seat = Seat(event.seat)
    deal.state = play(deal.game, deal.state, seat, event.text, deal.pending).state
    deal.views = {}
    asked = deal.asked.pop(seat, None)
    deal.moves.append(Move(seat, event.text, max(0, event.at - asked.at) if asked else 0))
    sitter = table.state.sitters.get(seat)
    if sitter is not None:
        _count_time(sitter, event, asked)
        leaving = table.info.leaving
        if leaving is not None and event.by == "auto" and event.text == leaving.at_once:
            sitter.auto = True
    yield Announced(seat, deal.players[seat], event.text, event.by, secret=bool(deal.asked))
    yield from _continue(table, deal, event.at)


def _count_time(sitter: Sitter, event: events.Moved, asked: Asked | None) -> None:
    if sitter.bank and asked is not None and asked.base is not None and event.by in ("player", "clock"):
        sitter.bank = max(0, sitter.bank - max(0, event.at - asked.base))
    if event.by == "player":
        sitter.expiries, sitter.auto = 0, False
    elif event.by == "clock":
        sitter.expiries += 1
        if sitter.expiries >= EXPIRIES:
            sitter.auto = True


def _continue(table: Table, deal: Deal, at: int) -> Iterator[Happening]:
    """Put the next questions, or end the deal. Seats asked together keep their clocks until all have answered."""
    pending = deal.pending = deal.game.pending(deal.state)
    others = deal.asked
    if others and others.keys() == {decision.seat for decision in pending}:
        for decision in pending:
            others[decision.seat].decision = decision
    else:
        deal.asked = {decision.seat: _ask(table, deal, decision, at) for decision in pending}
    if not pending and deal.outcome is None:
        deal.outcome = deal.game.outcome(deal.state)
        if deal.outcome is not None:
            yield from _settle(table, deal, deal.outcome, at)


def _ask(table: Table, deal: Deal, decision: Decision[Any], at: int) -> Asked:
    state, asked = table.state, Asked(decision, table.state.seq, at)
    sitter = state.sitters.get(decision.seat)
    if sitter is None or sitter.bot is not None:
        return asked
    limits = table.info.time_limits
    seconds, warning = limits.timing(deal.options, decision)
    if sitter.gone_since is not None:
        seconds = limits.absence(deal.options).asked or seconds
    if table.settings.timeout is not None:
        seconds = table.settings.timeout or None
    if seconds is not None:
        asked.base = at + round(1000 * seconds)
        asked.deadline = asked.base + sitter.bank
        asked.warn_at = asked.deadline - round(1000 * warning) if seconds > warning else None
    return asked


def _settle(table: Table, deal: Deal, outcome: Outcome, at: int) -> Iterator[Happening]:
    """The deal is over: scores, chips, who stays, and whether there is another."""
    state = table.state
    for seat, score in enumerate(outcome.scores):
        if seat in state.sitters:
            state.sitters[seat].score += score
    following = table.info.series.next(deal.options, outcome)
    limit = table.settings.deals if table.people else (table.settings.deals or 1)
    over = following is None or (limit is not None and state.match_deals >= limit)
    table.options = deal.options if following is None else following
    _carry_chips(table, deal, outcome)
    for seat, sitter in list(state.sitters.items()):
        if sitter.leaving:
            yield from _remove(table, seat)
    yield from _refill(table)
    state.result = Result(
        hand=deal.number,
        scores=list(outcome.scores),
        reason=outcome.reason,
        players=list(deal.players),
        match_over=over,
    )
    state.status = "finished" if over else "active"
    if not over and table.chips is None and table.free_seats:
        state.status = "waiting"
    state.next_deal_at = at + 1000 * table.settings.pause if state.status == "active" else None
    _note_idle(table, at)
    yield Ended(state.result)


def _carry_chips(table: Table, deal: Deal, outcome: Outcome) -> None:
    """Stacks as the deal left them, then what waited for its end."""
    state, chips = table.state, table.chips
    if chips is None:
        return
    for seat, score in enumerate(outcome.scores):
        left = chips.stack(deal.options, Seat(seat)) + score
        if left or seat in state.stacks:
            state.stacks[seat] = left
    waiting, state.waiting_ops = state.waiting_ops, []
    for op in waiting:
        _reseat(table, op)


def _refill(table: Table) -> Iterator[Happening]:
    """A bot without chips gets new ones from the house, except in a tournament; so does the player of a daily deal."""
    if table.chips is None or table.chips.is_tournament(table.options):
        return
    for seat, sitter in table.state.sitters.items():
        if (sitter.bot is not None or table.is_kept) and table.state.stacks.get(seat, 0) == 0:
            chips = table.chips.buy_in(table.options).usual
            _reseat(table, Seating(op="sit", seat=seat, chips=chips))
            if not table.settings.practice:
                yield Issued(sitter.player, chips)


# --- presence, chat, the end ------------------------------------------------------------------------------------------------


def _gone(table: Table, event: events.Gone) -> Iterator[Happening]:
    seat = _seat(table, event.player)
    _release(table, event.at)
    table.state.sitters[seat].gone_since = event.at
    _note_idle(table, event.at)
    yield Presence(seat, event.player, False)


def _back(table: Table, event: events.Back) -> Iterator[Happening]:
    seat = _seat(table, event.player)
    sitter = table.state.sitters[seat]
    since, sitter.gone_since = sitter.gone_since, None
    table.state.idle_since = None
    limit = 1000 * table.info.time_limits.absence(table.options).reconnect
    if table.chips is not None and sitter.away and since is not None and event.at - since < limit:
        sitter.sitting_out = sitter.away = False  # in time: the seat is as it was left
        _reseat(table, Seating(op="back", seat=seat))
    _wake(table, event.at)
    yield Presence(seat, event.player, True)


def _wake(table: Table, at: int) -> None:
    """Give somebody who is back a moment before the next deal."""
    state = table.state
    if not table.is_dealing and state.next_deal_at is not None and state.next_deal_at < at + WAKING:
        state.next_deal_at = at + WAKING


def _note_idle(table: Table, at: int) -> None:
    if any(person.gone_since is None for person in table.people):
        table.state.idle_since = None
    elif table.state.idle_since is None:
        table.state.idle_since = at


def _said(table: Table, event: events.Said) -> Iterable[Happening]:
    return (Spoken(event.player, event.name, event.text, event.at),)


def _resumed(table: Table, event: events.Resumed) -> Iterable[Happening]:
    state, gap = table.state, event.gap
    _release(table, event.at - gap)
    if table.deal is not None:
        for asked in table.deal.asked.values():
            asked.at += gap
            asked.postpone(gap)
    if state.next_deal_at is not None:
        state.next_deal_at += gap
    for person in table.people:
        person.gone_since = event.at if person.gone_since is None else person.gone_since + gap
    if state.idle_since is not None:
        state.idle_since += gap
    _note_idle(table, event.at)
    return ()


def _closed(table: Table, event: events.Closed) -> Iterator[Happening]:
    table.state.status = "closed"
    table.state.next_deal_at = None
    if table.deal is not None:
        table.deal.asked = {}  # a deal in progress is void: nobody answers any more
    for seat in list(table.state.sitters):
        yield from _remove(table, seat)
    yield Shut()


_REDUCERS: Final[dict[type[Any], Callable[[Table, Any], Iterable[Happening]]]] = {
    events.Sat: _sat,
    events.Left: _left,
    events.Unbarred: _unbarred,
    events.ReadySet: _ready,
    events.Lot: _drawn,
    events.Committed: _committed,
    events.Entropy: _entropy,
    events.Dealt: _dealt,
    events.Moved: _moved,
    events.AutoSet: _automatic,
    events.Held: _held,
    events.SitOutSet: _sat_out,
    events.Rebought: _rebought,
    events.Gone: _gone,
    events.Back: _back,
    events.Said: _said,
    events.Resumed: _resumed,
    events.Closed: _closed,
}
