"""The table: its data, and what can be asked of it.

Commands (`table/commands.py`) check and return events, and change nothing. `Table.apply` changes the table by one event
and trusts it (`table/reduce.py`). `table/agenda.py` says what the clock does next. The same events always give the same
table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from paiju.cards import fair
from paiju.games import catalog
from paiju.games.capabilities import DealSummary
from paiju.games.contract import Seat, View
from paiju.games.options import build, to_data
from paiju.games.record import Record
from paiju.table import reduce
from paiju.table.deal import Asked, Deal
from paiju.table.events import Event, Opened
from paiju.table.happenings import Happening
from paiju.table.state import Sitter, TableState

Find = Callable[[str], catalog.GameInfo]
Secret = Callable[[], bytes]


def _secret() -> bytes:
    return secrets.token_bytes(32)


class Table:
    """One table of one game. Only `apply` changes it."""

    def __init__(self, state: TableState, *, find: Find = catalog.find, secret: Secret = _secret) -> None:
        self.state, self.id, self.settings = state, state.id, state.settings
        self.info = find(state.settings.game)
        self.chips = self.info.chips
        self.options: Any = build(self.info.options, state.options)
        """Of the deal in progress, or of the next one."""
        self.deal: Deal | None = None
        self.secret = secret

    @classmethod
    def open(cls, id: str, event: Opened, *, find: Find = catalog.find, secret: Secret = _secret) -> Table:
        """A new table, after the first event of its log."""
        state = TableState(id=id, settings=event.settings, owner=event.owner, idle_since=event.at, seq=1)
        table = cls(state, find=find, secret=secret)
        table.options = table.fresh_options()
        return table

    @classmethod
    def load(
        cls,
        id: str,
        snapshot: bytes | None,
        events: Iterable[Event],
        *,
        find: Find = catalog.find,
        secret: Secret = _secret,
    ) -> Table:
        """A table from its snapshot, if there is one, and the events after it."""
        rest = iter(events)
        if snapshot is not None:
            table = cls(msgspec.json.decode(snapshot, type=TableState), find=find, secret=secret)
        else:
            first = next(rest)
            assert isinstance(first, Opened)
            table = cls.open(id, first, find=find, secret=secret)
        for event in rest:
            table.apply(event)
        return table

    def apply(self, event: Event) -> list[Happening]:
        """Change the table by the next event of its log."""
        self.state.seq += 1
        return reduce.apply(self, event)

    def snapshot(self) -> bytes:
        """The table between deals: the state before the event `dealt` that comes next."""
        self.state.options = to_data(self.options)
        return msgspec.json.encode(self.state)

    @property
    def seq(self) -> int:
        return self.state.seq

    # --- seats --------------------------------------------------------------------------------------------------------------

    def seat_of(self, player: str) -> int | None:
        for seat, sitter in self.state.sitters.items():
            if sitter.player == player:
                return seat
        return None

    @property
    def free_seats(self) -> list[int]:
        return [seat for seat in range(self.settings.seats) if seat not in self.state.sitters]

    @property
    def people(self) -> list[Sitter]:
        return [sitter for sitter in self.state.sitters.values() if sitter.bot is None]

    def stack(self, seat: int) -> int:
        """Chips in front of a seat between deals, and those waiting to be added."""
        stack = self.state.stacks.get(seat, 0)
        if self.state.waiting_ops:
            stack += sum(op.chips for op in self.state.waiting_ops if op.seat == seat and op.op == "sit")
        return stack

    # --- the deal -----------------------------------------------------------------------------------------------------------

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is in progress; one that is left when the table closes is void."""
        return self.deal is not None and self.deal.outcome is None and self.state.status != "closed"

    @property
    def is_kept(self) -> bool:
        """Whether the seat waits for its player, however long they are away: a daily deal that is not over."""
        return self.settings.daily is not None and self.state.status not in ("finished", "closed")

    @property
    def stage(self) -> str:
        if self.state.status == "closed":
            return "finished"
        if self.is_dealing:
            return "playing"
        if self.state.status == "finished":
            return "finished"
        return "hand_end" if self.deal is not None else "waiting"

    def is_playing(self, seat: int) -> bool:
        """Whether whoever sits here was dealt in at this seat, in the deal in progress."""
        deal, sitter = self.deal, self.state.sitters.get(seat)
        return (
            deal is not None
            and deal.outcome is None
            and sitter is not None
            and seat < len(deal.players)
            and deal.players[seat] == sitter.player
        )

    def seen_as(self, seat: int | None) -> int | None:
        """As whom a seat sees the deal: as a spectator, where somebody else sat when the cards were dealt."""
        deal, sitter = self.deal, self.state.sitters.get(seat) if seat is not None else None
        if deal is None or seat is None or sitter is None or seat >= len(deal.players):
            return seat
        return seat if deal.players[seat] in ("", sitter.player) else None

    def view(self, seat: int | None) -> View | None:
        """What a viewer may know of the deal; made once per state."""
        deal, seat = self.deal, self.seen_as(seat)
        if deal is None or (seat is not None and seat >= len(deal.players)):
            return None
        found = deal.views.get(seat)
        if found is None:
            make, viewer = self.info.seat_view, None if seat is None else Seat(seat)
            if viewer is None or make is None:
                found = deal.game.view(deal.state, viewer)
            else:
                found = make(deal.game, deal.state, deal.views.get(None) or self.view(None), viewer)
            deal.views[seat] = found
        return found

    def asked(self, seat: int | None) -> Asked | None:
        return self.deal.asked.get(seat) if self.deal is not None and seat is not None else None

    @property
    def commit(self) -> str:
        """The commitment of the deal in progress, else of the next one."""
        if self.is_dealing and self.deal is not None:
            return self.deal.commit
        return fair.commitment(bytes.fromhex(self.state.server_seed)) if self.state.server_seed else ""

    def summary(self) -> DealSummary | None:
        """What is stored of the deal that has just ended, where the game has more to say than its scores."""
        deal, archive = self.deal, self.info.archive
        if deal is None or deal.outcome is None or archive is None:
            return None
        return archive.summary(deal.game, deal.state)

    def record(self) -> Record | None:
        """The deal in progress or just ended, in full, with its seed: secret until the seed may be known."""
        deal = self.deal
        if deal is None:
            return None
        return Record(
            game=self.info.id,
            seats=len(deal.players),
            seed=deal.seed,
            moves=tuple(deal.moves),
            options=to_data(deal.options),
            rules=self.info.rules_version,
            names=deal.names,
            time=datetime.fromtimestamp(deal.started // 1000, UTC).isoformat(),
            commit=deal.commit,
            entropy=deal.entropy,
            server_seed=deal.server_seed,
            position=self.settings.position,
        )

    # --- the next deal ------------------------------------------------------------------------------------------------------

    def can_deal(self) -> bool:
        """Whether enough people sit for the next deal."""
        if self.state.status == "closed" or self.is_dealing:
            return False
        return self.chips.ready(self.next_options()) if self.chips is not None else not self.free_seats

    def next_options(self) -> Any:
        """The options of the next deal: those carried over, or fresh ones for a rematch."""
        if self.state.status != "finished":
            return self.options
        options = self.fresh_options()
        if self.chips is not None:
            for seat in self.state.sitters:
                if self.state.stacks.get(seat, 0) > 0:
                    options = self.chips.sit(options, Seat(seat), self.state.stacks[seat])
        return options

    def fresh_options(self) -> Any:
        """The options the table was opened with; where chips sit at seats, with all its seats, still empty."""
        options = build(self.info.options, self.settings.options)
        if self.chips is not None:
            options = self.chips.sit(options, Seat(self.settings.seats - 1), 0)
        return options
