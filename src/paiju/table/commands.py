"""What may be done at a table: commands check, and say which entries would do it. They change nothing."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from paiju.cards import fair
from paiju.games.contract import IllegalAction, Line, NotationError, Seat, play
from paiju.games.messages import unread
from paiju.table import entries as log
from paiju.table.standing import Standing


class Refused(Exception):
    """A command that cannot be done now. Nothing has changed."""

    def __init__(self, code: str, key: str, /, **args: Any) -> None:
        super().__init__(code, key)
        self.code, self.why = code, Line.of(key, **args)
        self.text: str | None = None  # the sentence, once somebody knows in which language
        self.seq: int | None = None
        self.wait: float | None = None  # seconds after which it may be tried again

    def __str__(self) -> str:
        return f"{self.code}: {self.why.key} {self.why.args or ''}"


class Commands(Standing):
    """Each command returns the entries to apply, none where everything is so already; `Refused` says why not."""

    def join(
        self,
        player: str,
        name: str,
        now: int,
        *,
        seat: int | None = None,
        chips: int | None = None,
        avatar: str = "",
        bot: str | None = None,
    ) -> list[log.Entry]:
        """Sit down. One who sits already stays as he is."""
        if self.state.status == "closed":
            raise Refused("wrong_phase", "error.closed")
        sits = self.seat_of(player)
        if sits is not None and not self.state.sitters[sits].leaving:
            return []
        if self.state.barred.get(player, 0) > now and player != self.state.owner:
            minutes = -(-(self.state.barred[player] - now) // 60_000)
            raise Refused("forbidden", "error.barred", minutes=minutes)
        if sits is not None:
            raise Refused("wrong_phase", "error.left")
        if self.settings.practice and self.has_chips and bot is None:
            raise Refused("forbidden", "error.practice")
        free = self.free_seats
        if not free:
            raise Refused("table_full", "error.table_full")
        if seat is not None and seat >= self.settings.seats:
            raise Refused("bad_request", "error.no_such_seat", seats=self.settings.seats)
        if seat is not None and seat not in free:
            raise Refused("table_full", "error.seat_taken")
        if self.has_chips:
            low, high = self.buy_in
            chips = self.default_buy_in if chips is None else chips
            self._bounded(chips, low, high)
        row = log.Sat(
            at=now, player=player, name=name, seat=free[0] if seat is None else seat,
            chips=(chips or 0) if self.has_chips else 0, avatar=avatar, bot=bot,
        )  # fmt: skip
        return [row]

    @staticmethod
    def _bounded(chips: int, low: int, high: int) -> None:
        if chips < low:
            raise Refused("amount_too_small", "error.buy_in", low=low, high=high)
        if chips > high:
            raise Refused("amount_too_large", "error.buy_in", low=low, high=high)

    def leave(self, player: str, now: int, by: str = "") -> list[log.Entry]:
        """Give up the seat; `by` somebody else: the owner sends a player away."""
        seat = self.seat_of(player)
        is_sent_away = by not in ("", player)
        if seat is None:
            raise Refused("not_seated", "error.not_here" if is_sent_away else "error.not_seated")
        if is_sent_away and by != self.state.owner:
            raise Refused("forbidden", "error.owner_only")
        if self.state.sitters[seat].leaving:
            return []
        rows: list[log.Entry] = [log.Left(at=now, player=player, by=by if by != player else "")]
        if self._plays(seat, player):
            rows += self._unasked(seat, self.extras.leave_move, now)
        return rows

    def unbar(self, player: str, by: str, now: int) -> list[log.Entry]:
        """Let somebody who was sent away sit down again, before his time is over: the owner may."""
        if by != self.state.owner:
            raise Refused("forbidden", "error.owner_only")
        return [log.Unbarred(at=now, player=player)] if self.state.barred.get(player, 0) > now else []

    def _plays(self, seat: int, player: str) -> bool:
        """Whether this player was dealt in at this seat, in the deal in progress."""
        deal = self.deal
        return self.is_dealing and deal is not None and seat < len(deal.players) and deal.players[seat] == player

    def _unasked(self, seat: int, text: str, now: int) -> list[log.Entry]:
        """What a seat does although it is not asked (leave, fold), where the game knows such a move and allows it."""
        deal = self.deal
        if not text or deal is None or not hasattr(deal.game, "unasked"):
            return []
        try:
            return [self.answer(seat, text, now, "auto")]
        except Refused:
            return []

    def _seated(self, player: str) -> int:
        seat = self.seat_of(player)
        if seat is None:
            raise Refused("not_seated", "error.not_seated")
        return seat

    def ready(self, player: str, ready: bool, now: int) -> list[log.Entry]:
        sitter = self.state.sitters[self._seated(player)]
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        return [log.ReadySet(at=now, player=player, ready=ready)] if sitter.ready != ready else []

    def start(self, player: str, now: int) -> list[log.Entry]:
        """Begin the next deal, or a rematch: by the owner, or by anybody seated while the owner is not there."""
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        owner = self.seat_of(self.state.owner)
        present = owner is not None and self.state.sitters[owner].gone_since is None
        if player != self.state.owner and (present or self.seat_of(player) is None):
            raise Refused("forbidden", "error.owner_only")
        if self.state.status == "closed":
            raise Refused("wrong_phase", "error.closed")
        if not self.can_deal():
            raise self._too_few()
        return [*self._preparations(now), log.Dealt(at=now)]

    def _too_few(self) -> Refused:
        """Why there is no deal yet: how many it takes, and how many there are."""
        if not self.has_chips:
            needed = self.settings.seats
            return Refused("wrong_phase", "error.too_few", needed=needed, here=needed - len(self.free_seats))
        needed = int(getattr(self.options, "min_players", 2))
        here = sum(self.stack(seat) > 0 and not sitter.sitting_out for seat, sitter in self.state.sitters.items())
        return Refused("wrong_phase", "error.too_few_chips", needed=needed, here=here)

    def _preparations(self, now: int) -> Iterator[log.Entry]:
        if self.settings.seating == "lot" and not self.state.drawn:
            yield self._lot(now)
        if not self.state.server_seed:
            yield self._commit(now)

    def _lot(self, now: int) -> log.Entry:
        places = list(range(self.settings.seats)) if not self.has_chips else list(self.state.sitters)
        secrets.SystemRandom().shuffle(places)
        return log.Lot(
            at=now, seats={s.player: place for s, place in zip(self.state.sitters.values(), places, strict=False)}
        )

    def _commit(self, now: int) -> log.Entry:
        return log.Committed(at=now, server_seed=self._secret().hex())

    def move(self, player: str, text: str, now: int, seq: int | None = None) -> list[log.Entry]:
        """Answer the open question. `seq` is the last entry the player saw: a click meant for an older question is refused."""
        seat = self._seated(player)
        if self.deal is None:
            raise Refused("wrong_phase", "error.no_deal")
        if seat >= len(self.deal.players) or self.deal.players[seat] != player:
            raise Refused("not_your_turn", "error.not_dealt_in")
        asked = self.deal.asked.get(seat)
        if seq is not None and asked is not None and seq < asked.since:
            raise Refused("stale_seq", "error.stale_seq")
        return [self.answer(seat, text, now, "player")]

    def answer(self, seat: int, text: str, now: int, by: log.By) -> log.Entry:
        """The entry of an answer, checked by the rules."""
        deal = self.deal
        assert deal is not None
        try:
            played = play(deal.game, deal.state, Seat(seat), text, deal.pending)
        except NotationError as error:
            unreadable = Refused("bad_notation", "error.bad_notation")
            unreadable.why = unread(error)
            raise unreadable from None
        except IllegalAction as error:
            refused = Refused(error.code, error.why.key)
            refused.why = error.why
            raise refused from None
        row = log.Moved(at=now, seat=seat, text=str(played.action), by=by)
        self._checked = (row, played)
        return row

    def automatic(self, player: str, on: bool, now: int) -> list[log.Entry]:
        """托管 on or off."""
        sitter = self.state.sitters[self._seated(player)]
        return [log.AutoSet(at=now, player=player, on=on)] if sitter.auto != on else []

    def sit_out(self, player: str, now: int) -> list[log.Entry]:
        """Sit out from the next deal on; 托管 where a game has no chips."""
        if not self.has_chips:
            return self.automatic(player, True, now)
        sitter = self.state.sitters[self._seated(player)]
        return [] if sitter.sitting_out else [log.SitOutSet(at=now, player=player)]

    def come_back(self, player: str, now: int, post: bool = False) -> list[log.Entry]:
        sitter = self.state.sitters[self._seated(player)]
        rows: list[log.Entry] = []
        if sitter.auto:
            rows.append(log.AutoSet(at=now, player=player, on=False))
        if sitter.sitting_out:
            rows.append(log.SitOutSet(at=now, player=player, out=False, post=post))
        return rows

    def rebuy(self, player: str, chips: int, now: int) -> list[log.Entry]:
        """Add chips before the next deal, up to the largest buy-in in all."""
        seat = self._seated(player)
        if not self.has_chips:
            raise Refused("wrong_phase", "error.no_chips")
        if self.settings.practice:
            raise Refused("forbidden", "error.practice")
        if getattr(self.options, "tournament", False):
            raise Refused("wrong_phase", "error.no_rebuy")
        low, high = self.buy_in
        stack = self.stack(seat)
        self._bounded(chips, max(1, low - stack), high - stack)
        return [log.Rebought(at=now, player=player, chips=chips)]

    def add_entropy(self, player: str, text: str, now: int) -> list[log.Entry]:
        """Mix bytes into the next deal."""
        self._seated(player)
        if len(text) > 2 * fair.ENTROPY_LIMIT:
            raise Refused("too_large", "error.entropy", limit=fair.ENTROPY_LIMIT)
        try:
            bytes.fromhex(text)
        except ValueError:
            raise Refused("bad_request", "error.hex") from None
        if not self.state.server_seed:  # the table must be bound before it sees them
            raise Refused("wrong_phase", "error.no_commitment")
        return [log.Entropy(at=now, player=player, bytes=text.lower())]

    def say(self, player: str, name: str, text: str, now: int) -> list[log.Entry]:
        if not self.settings.chat:
            raise Refused("forbidden", "error.no_chat")
        return [log.Said(at=now, player=player, name=name, text=text)]

    def disconnected(self, player: str, now: int) -> list[log.Entry]:
        seat = self.seat_of(player)
        if seat is None or self.state.sitters[seat].gone_since is not None:
            return []
        return [log.Gone(at=now, player=player)]

    def connected(self, player: str, now: int) -> list[log.Entry]:
        seat = self.seat_of(player)
        if seat is None or self.state.sitters[seat].gone_since is None:
            return []
        return [log.Back(at=now, player=player)]

    def close(self, by: str, now: int) -> list[log.Entry]:
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        return [log.Closed(at=now, by=by)] if self.state.status != "closed" else []
