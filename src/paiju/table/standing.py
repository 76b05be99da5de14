"""A table as it stands: everything that can be asked of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from paiju.cards import fair
from paiju.games import catalog
from paiju.games.contract import Played, Seat, View
from paiju.games.extras import Extras, Facts
from paiju.games.options import build, to_data
from paiju.games.record import Record
from paiju.table import entries as log
from paiju.table.deal import Asked, Deal
from paiju.table.state import Settings, Sitter, TableState


class Standing:
    """What is known of a table between two entries. Nothing here changes it but `_restore`."""

    state: TableState

    def __init__(
        self,
        id: str,
        find: Callable[[str], catalog.Entry] = catalog.find,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.id = id
        self.deal: Deal | None = None
        self._find, self._secret = find, secret
        self._checked: tuple[log.Moved, Played[Any, Any]] | None = None
        self._spoke: set[tuple[int, int]] = set()
        self.thinking: set[tuple[int, int]] = set()
        self._plain: tuple[Any, dict[str, Any]] = (None, {})

    def snapshot(self) -> bytes:
        """The table between deals: the state before the entry `dealt` that comes next."""
        self.state.options = self.plain_options(self.options)
        return msgspec.json.encode(self.state)

    def _restore(self, state: TableState) -> None:
        self.state = state
        self._know(state.settings)
        self.options = build(self.entry.options, state.options)

    def _know(self, settings: Settings) -> None:
        self.entry = self._find(settings.game)
        self.extras: Extras = self.entry.extras
        self.has_chips = hasattr(self.entry.series, "sit")

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is in progress."""
        return self.deal is not None and self.deal.outcome is None

    @property
    def stage(self) -> str:
        if self.state.status == "closed":
            return "finished"
        if self.is_dealing:
            return "playing"
        if self.state.status == "finished":
            return "finished"
        return "hand_end" if self.deal is not None else "waiting"

    def seat_of(self, player: str) -> int | None:
        for seat, sitter in self.state.sitters.items():
            if sitter.player == player:
                return seat
        return None

    def seen_as(self, seat: int | None) -> int | None:
        """As whom a seat sees the deal: as a spectator, where somebody else sat when the cards were dealt."""
        deal, sitter = self.deal, self.state.sitters.get(seat) if seat is not None else None
        if deal is None or seat is None or sitter is None or seat >= len(deal.players):
            return seat
        return seat if deal.players[seat] in ("", sitter.player) else None

    def view(self, seat: int | None) -> View | None:
        """What a viewer may know of the deal; worked out once per state."""
        deal, seat = self.deal, self.seen_as(seat)
        if deal is None or (seat is not None and seat >= len(deal.players)):
            return None
        views = self.views()
        found = views.get(seat)
        if found is None:
            found = views[seat] = deal.game.view(deal.state, None if seat is None else Seat(seat))
        return found

    def views(self) -> dict[int | None, View]:
        """The views of the deal's state that were made so far, by seats as they see it."""
        deal = self.deal
        assert deal is not None
        if deal.seen[0] is not deal.state:
            deal.seen = (deal.state, {})
        return deal.seen[1]

    def ended(self) -> Facts:
        """What the game has to say about how the deal on the table ended."""
        deal = self.deal
        if deal is None or deal.outcome is None:
            return {}
        if deal.facts is None or deal.facts[0] is not deal.state:
            deal.facts = (deal.state, self.extras.ended(deal.game, deal.state))
        return deal.facts[1]

    def asked(self, seat: int | None) -> Asked | None:
        return self.deal.asked.get(seat) if self.deal is not None and seat is not None else None

    def stack(self, seat: int) -> int:
        """Chips in front of a seat between deals, and those waiting to be added."""
        stack = self.state.stacks.get(seat, 0)
        if self.state.waiting_ops:
            stack += sum(op.chips for op in self.state.waiting_ops if op.seat == seat and op.op == "sit")
        return stack

    @property
    def buy_in(self) -> tuple[int, int]:
        if not self.has_chips:
            return 0, 0
        return getattr(self.options, "min_buy_in", 1), getattr(self.options, "max_buy_in", 1_000_000_000)

    @property
    def default_buy_in(self) -> int:
        low, high = self.buy_in
        return min(max(getattr(self.options, "starting_chips", low), low), high)

    @property
    def free_seats(self) -> list[int]:
        return [seat for seat in range(self.settings.seats) if seat not in self.state.sitters]

    @property
    def people(self) -> list[Sitter]:
        return [sitter for sitter in self.state.sitters.values() if sitter.bot is None]

    @property
    def commit(self) -> str:
        """The commitment of the deal in progress, else of the next one."""
        if self.is_dealing and self.deal is not None:
            return self.deal.commit
        return fair.commitment(bytes.fromhex(self.state.server_seed)) if self.state.server_seed else ""

    def can_deal(self) -> bool:
        """Whether enough people sit for the next deal."""
        if self.state.status == "closed" or self.is_dealing:
            return False
        if self.has_chips:
            return bool(self.entry.series.ready(self._next_options()))  # type: ignore[attr-defined]
        return not self.free_seats

    def record(self) -> Record | None:
        """The deal in progress or just ended, in full: seed and all. Not for anybody's eyes until it may be known."""
        deal = self.deal
        if deal is None:
            return None
        return Record(
            game=self.entry.id,
            seats=len(deal.players),
            seed=deal.seed,
            moves=tuple(deal.moves),
            options=self.plain_options(deal.options),
            rules=self.entry.rules_version,
            names=deal.names,
            time=_written(deal.started // 1000),
            commit=deal.commit,
            entropy=deal.entropy,
            server_seed=deal.server_seed,
        )

    # --- the options of the next deal ---------------------------------------------------------------------------------------

    def plain_options(self, options: Any) -> dict[str, Any]:
        """Options as `to_data` gives them, to be read only; those asked for last, mostly of one deal, are worked out once."""
        if self._plain[0] is not options:
            self._plain = (options, to_data(options))
        return self._plain[1]

    def _next_options(self) -> Any:
        """The options of the next deal: those carried over, or fresh ones for a rematch."""
        if self.state.status != "finished":
            return self.options
        options = self._fresh_options()
        if self.has_chips:
            series: Any = self.entry.series
            for seat in self.state.sitters:
                if self.state.stacks.get(seat, 0) > 0:
                    options = series.sit(options, Seat(seat), self.state.stacks[seat])
        return options

    def _fresh_options(self) -> Any:
        """The options the table was opened with; where chips sit at seats, with all its seats, still empty."""
        options = build(self.entry.options, self.settings.options)
        if self.has_chips:
            series: Any = self.entry.series
            options = series.sit(options, Seat(self.settings.seats - 1), 0)
        return options


@lru_cache(maxsize=16)
def _written(second: int) -> str:
    """A second since 1970 as records write it; many deals begin within one."""
    return datetime.fromtimestamp(second, UTC).isoformat()
