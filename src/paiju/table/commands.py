"""What may be done at a table: each command checks, and returns the events that would do it. Commands change nothing.

They return no events where everything is so already; `Refused` says why something cannot be done.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from paiju.cards import fair
from paiju.games.contract import IllegalAction, Line, NotationError, Seat, check
from paiju.games.messages import unread
from paiju.table import events
from paiju.table.events import By, Event
from paiju.table.state import Sitter
from paiju.table.table import Table


class Refused(Exception):
    """A command that cannot be done now. Nothing has changed."""

    def __init__(self, code: str, key: str, /, **args: Any) -> None:
        super().__init__(code, key)
        self.code, self.why = code, Line.of(key, **args)
        self.text: str | None = None  # the sentence, once the language is known
        self.seq: int | None = None
        self.wait: float | None = None  # seconds after which it may be tried again

    @classmethod
    def because(cls, code: str, why: Line) -> Refused:
        refused = cls(code, why.key)
        refused.why = why
        return refused

    def __str__(self) -> str:
        return f"{self.code}: {self.why.key} {self.why.args or ''}"


# --- seats ------------------------------------------------------------------------------------------------------------------


def join(
    table: Table,
    player: str,
    name: str,
    now: int,
    *,
    seat: int | None = None,
    chips: int | None = None,
    avatar: str = "",
    bot: str | None = None,
) -> list[Event]:
    """Sit down, on the first free seat unless one is named. A player who sits already stays."""
    state, settings = table.state, table.settings
    if state.status == "closed":
        raise Refused("wrong_phase", "error.closed")
    sits = table.seat_of(player)
    if sits is not None and not state.sitters[sits].leaving:
        return []
    if state.barred.get(player, 0) > now and player != state.owner:
        minutes = -(-(state.barred[player] - now) // 60_000)
        raise Refused("forbidden", "error.barred", minutes=minutes)
    if sits is not None:
        raise Refused("wrong_phase", "error.left")
    if settings.practice and (table.chips is not None or settings.daily is not None) and bot is None:
        raise Refused("forbidden", "error.practice")
    free = table.free_seats
    if not free:
        raise Refused("table_full", "error.table_full")
    if seat is not None and seat >= settings.seats:
        raise Refused("bad_request", "error.no_such_seat", seats=settings.seats)
    if seat is not None and seat not in free:
        raise Refused("table_full", "error.seat_taken")
    brought = 0
    if table.chips is not None:
        low, high, usual = table.chips.buy_in(table.options)
        brought = usual if chips is None else chips
        _check_amount(brought, low, high)
    place = free[0] if seat is None else seat
    return [events.Sat(at=now, player=player, name=name, seat=place, chips=brought, avatar=avatar, bot=bot)]


def _check_amount(chips: int, low: int, high: int) -> None:
    if chips < low:
        raise Refused("amount_too_small", "error.buy_in", low=low, high=high)
    if chips > high:
        raise Refused("amount_too_large", "error.buy_in", low=low, high=high)


def leave(table: Table, player: str, now: int, by: str = "") -> list[Event]:
    """Give up the seat; `by` somebody else: the owner sends a player away."""
    seat = table.seat_of(player)
    is_sent_away = by not in ("", player)
    if seat is None:
        raise Refused("not_seated", "error.not_here" if is_sent_away else "error.not_seated")
    if is_sent_away and by != table.state.owner:
        raise Refused("forbidden", "error.owner_only")
    if table.state.sitters[seat].leaving:
        return []
    if table.is_kept:  # nobody else plays a daily deal to its end: it is given up
        return [events.Closed(at=now, by=player)]
    left = events.Left(at=now, player=player, by=by if by != player else "")
    return [left, *leave_deal(table, seat, now)]


def leave_deal(table: Table, seat: int, now: int) -> list[Event]:
    """What a seat does at once when its player leaves the deal, where the game knows such a move and allows it now."""
    return [] if table.info.leaving is None else _unasked(table, seat, table.info.leaving.at_once, now)


def absent_move(table: Table, seat: int, now: int) -> list[Event]:
    """What a seat does after a long absence without being asked, where the game knows such a move and allows it now."""
    return [] if table.info.leaving is None else _unasked(table, seat, table.info.leaving.absent, now)


def _unasked(table: Table, seat: int, text: str, now: int) -> list[Event]:
    if not table.is_playing(seat):
        return []
    try:
        return [answer(table, seat, text, now, "auto")]
    except Refused:
        return []


def unbar(table: Table, player: str, by: str, now: int) -> list[Event]:
    """Let a player who was sent away sit down again before the time is over: the owner may."""
    if by != table.state.owner:
        raise Refused("forbidden", "error.owner_only")
    return [events.Unbarred(at=now, player=player)] if table.state.barred.get(player, 0) > now else []


def _seated(table: Table, player: str) -> tuple[int, Sitter]:
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "error.not_seated")
    return seat, table.state.sitters[seat]


def automatic(table: Table, player: str, on: bool, now: int) -> list[Event]:
    """托管 on or off."""
    _, sitter = _seated(table, player)
    return [events.AutoSet(at=now, player=player, on=on)] if sitter.auto != on else []


def hold(table: Table, player: str, on: bool, now: int) -> list[Event]:
    """Stop the clock, or let it run again, where nobody but bots waits for it."""
    _seated(table, player)
    if on and len(table.people) > 1:
        raise Refused("forbidden", "error.clock_shared")
    return [events.Held(at=now, player=player, on=on)] if (table.state.held_since is not None) != on else []


def sit_out(table: Table, player: str, now: int) -> list[Event]:
    """Sit out from the next deal on; 托管 where a game has no chips."""
    if table.chips is None:
        return automatic(table, player, True, now)
    _, sitter = _seated(table, player)
    return [] if sitter.sitting_out else [events.SitOutSet(at=now, player=player)]


def come_back(table: Table, player: str, now: int, post: bool = False) -> list[Event]:
    """Neither 托管 nor sitting out any more; `post` pays missed blinds now instead of waiting for the big blind."""
    _, sitter = _seated(table, player)
    found: list[Event] = []
    if sitter.auto:
        found.append(events.AutoSet(at=now, player=player, on=False))
    if sitter.sitting_out:
        found.append(events.SitOutSet(at=now, player=player, out=False, post=post))
    return found


def rebuy(table: Table, player: str, chips: int, now: int) -> list[Event]:
    """Add chips before the next deal, up to the largest buy-in in all."""
    seat, _ = _seated(table, player)
    if table.chips is None:
        raise Refused("wrong_phase", "error.no_chips")
    if table.settings.practice:
        raise Refused("forbidden", "error.practice")
    if table.chips.is_tournament(table.options):
        raise Refused("wrong_phase", "error.no_rebuy")
    low, high, _ = table.chips.buy_in(table.options)
    stack = table.stack(seat)
    _check_amount(chips, max(1, low - stack), high - stack)
    return [events.Rebought(at=now, player=player, chips=chips)]


# --- deals ------------------------------------------------------------------------------------------------------------------


def ready(table: Table, player: str, ready: bool, now: int) -> list[Event]:
    _, sitter = _seated(table, player)
    if table.is_dealing:
        raise Refused("wrong_phase", "error.during_deal")
    _check_again(table)
    return [events.ReadySet(at=now, player=player, ready=ready)] if sitter.ready != ready else []


def _check_again(table: Table) -> None:
    if table.settings.daily is not None and table.state.status == "finished":
        raise Refused("wrong_phase", "error.daily_once")


def start(table: Table, player: str, now: int) -> list[Event]:
    """Begin the next deal, or a rematch: by the owner, or by anybody seated while the owner is not there."""
    state = table.state
    if table.is_dealing:
        raise Refused("wrong_phase", "error.during_deal")
    owner = table.seat_of(state.owner)
    is_present = owner is not None and state.sitters[owner].gone_since is None
    if player != state.owner and (is_present or table.seat_of(player) is None):
        raise Refused("forbidden", "error.owner_only")
    if state.status == "closed":
        raise Refused("wrong_phase", "error.closed")
    _check_again(table)
    if not table.can_deal():
        raise _too_few(table)
    return [*preparations(table, now), events.Dealt(at=now)]


def _too_few(table: Table) -> Refused:
    """Why there is no deal yet: how many it takes, and how many there are."""
    sitters = table.state.sitters
    if table.chips is None:
        return Refused("wrong_phase", "error.too_few", needed=table.settings.seats, here=len(sitters))
    needed = table.chips.players_needed(table.options)
    here = sum(table.stack(seat) > 0 and not sitter.sitting_out for seat, sitter in sitters.items())
    return Refused("wrong_phase", "error.too_few_chips", needed=needed, here=here)


def preparations(table: Table, now: int) -> Iterator[Event]:
    """What comes before a deal: drawing seats, and the server's commitment."""
    if table.settings.seating == "lot" and not table.state.drawn:
        yield draw_seats(table, now)
    if not table.state.server_seed:
        yield commit(table, now)


def draw_seats(table: Table, now: int) -> Event:
    sitters = table.state.sitters
    places = list(range(table.settings.seats)) if table.chips is None else list(sitters)
    secrets.SystemRandom().shuffle(places)
    drawn = {sitter.player: place for sitter, place in zip(sitters.values(), places, strict=False)}
    return events.Lot(at=now, seats=drawn)


def commit(table: Table, now: int) -> Event:
    return events.Committed(at=now, server_seed=table.secret().hex())


def add_entropy(table: Table, player: str, text: str, now: int) -> list[Event]:
    """Mix bytes, in hexadecimal, into the next deal."""
    _seated(table, player)
    if table.settings.daily is not None:
        raise Refused("forbidden", "error.daily_entropy")
    if len(text) > 2 * fair.ENTROPY_LIMIT:
        raise Refused("too_large", "error.entropy", limit=fair.ENTROPY_LIMIT)
    try:
        bytes.fromhex(text)
    except ValueError:
        raise Refused("bad_request", "error.hex") from None
    if not table.state.server_seed:  # the table must be bound before it sees them
        raise Refused("wrong_phase", "error.no_commitment")
    return [events.Entropy(at=now, player=player, bytes=text.lower())]


def move(table: Table, player: str, text: str, now: int, seq: int | None = None) -> list[Event]:
    """Answer the open question. `seq` is the last event the player saw: a click meant for an older question is refused."""
    seat, _ = _seated(table, player)
    deal = table.deal
    if deal is None:
        raise Refused("wrong_phase", "error.no_deal")
    if seat >= len(deal.players) or deal.players[seat] != player:
        raise Refused("not_your_turn", "error.not_dealt_in")
    asked = deal.asked.get(seat)
    if seq is not None and asked is not None and seq < asked.since:
        raise Refused("stale_seq", "error.stale_seq")
    return [answer(table, seat, text, now, "player")]


def answer(table: Table, seat: int, text: str, now: int, by: By) -> Event:
    """The event of an answer that the rules allow, in its canonical spelling."""
    deal = table.deal
    assert deal is not None
    try:
        action = check(deal.game, deal.state, Seat(seat), text, deal.pending)
    except NotationError as error:
        raise Refused.because("bad_notation", unread(error)) from None
    except IllegalAction as error:
        raise Refused.because(error.code, error.why) from None
    return events.Moved(at=now, seat=seat, text=str(action), by=by)


def safest(table: Table, seat: int, now: int, by: By) -> Event:
    """The answer that gives least away, for a seat that does not answer itself."""
    asked = table.asked(seat)
    assert asked is not None
    return answer(table, seat, str(next(iter(asked.decision.choices))), now, by)


# --- presence, chat, the end ------------------------------------------------------------------------------------------------


def say(table: Table, player: str, name: str, text: str, now: int) -> list[Event]:
    if not table.settings.chat:
        raise Refused("forbidden", "error.no_chat")
    return [events.Said(at=now, player=player, name=name, text=text)]


def disconnected(table: Table, player: str, now: int) -> list[Event]:
    seat = table.seat_of(player)
    if seat is None or table.state.sitters[seat].gone_since is not None:
        return []
    return [events.Gone(at=now, player=player)]


def connected(table: Table, player: str, now: int) -> list[Event]:
    seat = table.seat_of(player)
    if seat is None or table.state.sitters[seat].gone_since is None:
        return []
    return [events.Back(at=now, player=player)]


def close(table: Table, by: str, now: int, *, in_deal: bool = False) -> list[Event]:
    """Close the table. `in_deal`: also in the middle of a deal, which is void then; chips go back as they were before it."""
    if table.is_dealing and not in_deal:
        raise Refused("wrong_phase", "error.during_deal")
    return [events.Closed(at=now, by=by)] if table.state.status != "closed" else []
