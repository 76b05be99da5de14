"""Who looks on at a table, and what each of them has been shown.

All connections of who sits at a seat are one viewer, and so are all spectators: they see the same stream of messages, numbered by
the table's seq, and the last of them are kept for who comes back after a short cut. Whoever changes his seat, takes one or
gives it up is another viewer from then on, on all his connections. Nothing here is sent: whoever runs the table sends it
once it is durable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec

from paiju.server import public
from paiju.server.payload import merge, payload, unwrapped, without_deal
from paiju.server.scene import look, picture
from paiju.server.telling import Picture, Scene
from paiju.table import Table
from paiju.table.happenings import Announced

RING: Final = 32
"""Moments whose messages are kept per viewer, for clients that come back after a short cut."""

CROWD: Final = 50
"""Spectators up to which everybody is told at once who comes and goes."""

KEEP: Final = 30_000
"""Milliseconds a viewer's messages are kept after the last connection is gone."""

NAMES: Final = 50
"""Spectators whose names are told."""

KNOWN: Final = 1000
"""Players of whom it is remembered as whom they looked on last; who was forgotten is shown everything anew."""

_json: Final = msgspec.json.Encoder().encode


class Sink(Protocol):
    """One connection that follows tables. `send` never waits."""

    @property
    def player(self) -> str | None: ...
    @property
    def name(self) -> str: ...
    @property
    def muted(self) -> set[str]: ...
    def send(self, data: bytes) -> None: ...
    def drop(self, code: int, why: str) -> None: ...


Outbox = list[tuple[tuple[Sink, ...], Sequence[bytes]]]
"""Messages, and who gets them."""


class Channel:
    """One viewer: the picture he has, and what led to it. `player` is None for spectators."""

    __slots__ = ("empty_since", "picture", "player", "ring", "seq", "sinks")

    def __init__(self, picture: Picture, seq: int, player: str | None) -> None:
        self.sinks: set[Sink] = set()
        self.player = player
        self.picture, self.seq = picture, seq
        self.ring: deque[tuple[int, list[bytes]]] = deque(maxlen=RING)  # what he had seen before, what came then
        self.empty_since = 0

    def since(self, seq: int) -> list[bytes] | None:
        """What a client missed that has seen everything up to `seq`; None if that is no longer known.

        Who looks on changes without a new seq: whether the client has seen that is not known, and it may hear it twice.
        """
        missed = [moment for moment in self.ring if moment[0] >= seq]
        if missed and missed[0][0] == seq:
            return [data for _, messages in missed for data in messages]
        return [] if seq == self.seq else None


class Delayed:
    """What spectators of a delayed table may see by now, and what waits for its time.

    Kept from the first moment on, whether anybody looks or not: who comes late sees no more than who was there.
    """

    def __init__(self, delay: int) -> None:
        self.delay = delay
        self.waiting: deque[tuple[int, Sequence[bytes], bytes | None]] = deque()
        self.shown: dict[str, Any] = {}


class Audience:
    """The viewers of one table. `later` asks for `release_delayed` to be called at some time."""

    def __init__(self, table: Table, tiers: dict[str, str], now: int, later: Callable[[int], None]) -> None:
        self.table, self.tiers, self._later = table, tiers, later
        self.channels: dict[int | None, Channel] = {}
        self.viewers: dict[Sink, int | None] = {}
        self._shown: Scene | None = None
        self._only_moves = False  # since then
        self._seen_as: dict[str, tuple[int | None, int]] = {}  # as whom each player looks on, and from which seq on
        delay = 1000 * table.settings.spectator_delay
        self._delayed = Delayed(delay) if delay else None
        if self._delayed is not None:
            self._delay_spectators(self._delayed, now)

    @property
    def is_told(self) -> bool:
        """Whether anybody's picture has to be kept up."""
        return bool(self.viewers or self.channels)

    @property
    def spectators(self) -> int:
        """How many connections look on without a seat."""
        return sum(1 for viewer in self.viewers.values() if viewer is None)

    def something_happened(self) -> None:
        """Something besides moves: what lasts through a deal may be another now."""
        self._only_moves = False

    # --- coming and going ------------------------------------------------------------------------------------------------

    def enter(self, sink: Sink, viewer: int | None, seq: int | None, now: int) -> Sequence[bytes]:
        """Let a connection see the table as this viewer does; what it needs for that, from `seq` on if that is still known.

        What he saw as another viewer is nothing to go on from.
        """
        if sink.player is not None:
            since = self._seen_as.get(sink.player)
            if since is None or since[0] != viewer:
                self._seen_as[sink.player] = (viewer, self.table.seq)
                if len(self._seen_as) > KNOWN:
                    del self._seen_as[next(iter(self._seen_as))]
                seq = None
            elif seq is not None and seq < since[1]:
                seq = None
        channel = self.channels.get(viewer) or self._open(viewer)
        self.viewers[sink] = viewer
        self._only_moves = False
        channel.sinks.add(sink)
        if viewer is None and self._delayed is not None:
            return [_json({"type": "game_state", "payload": {**self._delayed.shown, "time": now}})]
        missed = channel.since(seq) if seq is not None else None
        return missed if missed is not None else [channel.picture.full(channel.seq, now)]

    def leave(self, sink: Sink, now: int) -> None:
        viewer = self.viewers.pop(sink)
        self._only_moves = False
        channel = self.channels.get(viewer)
        if channel is not None and sink in channel.sinks:
            channel.sinks.discard(sink)
            if not channel.sinks:
                channel.empty_since = now
        if not self.viewers:
            self._shown = None

    def _open(self, viewer: int | None) -> Channel:
        channel = Channel(picture(self._scene(), viewer), self.table.seq, self._sitting.get(viewer))
        self.channels[viewer] = channel
        return channel

    @property
    def _sitting(self) -> dict[int | None, str]:
        """Who sits where, and has not given up his seat."""
        return {seat: one.player for seat, one in self.table.state.sitters.items() if not one.leaving}

    def _reseat(self) -> list[Sink]:
        """Make everybody the viewer he is by now; the connections for which that is news.

        Those of who sits here no more and may not look on are no viewers, and told so instead of a state.
        """
        sitting = self._sitting
        seats = {player: seat for seat, player in sitting.items()}
        for viewer, channel in list(self.channels.items()):
            if viewer is not None and channel.player != sitting.get(viewer):
                del self.channels[viewer]  # its messages were for somebody else
        moved: list[Sink] = []
        for sink, viewer in list(self.viewers.items()):
            seat = seats.get(sink.player) if sink.player is not None else None
            if seat != viewer or viewer not in self.channels:
                moved.append(sink)
                if viewer in self.channels:
                    self.channels[viewer].sinks.discard(sink)
                if seat is None and not self.table.settings.spectators:
                    del self.viewers[sink]
                else:
                    self.viewers[sink] = seat
        return moved

    # --- showing ---------------------------------------------------------------------------------------------------------

    def show(self, moves: Sequence[Announced], others: Sequence[bytes], now: int) -> Outbox:
        """What every viewer hears of these moves, those other messages, and how the table looks after them."""
        moved = [] if self._only_moves else self._reseat()
        table, scene = self.table, self._scene()
        seq = table.seq
        is_open = table.info.secrecy.open_moves and not any(one.secret for one in moves)
        heard = [public.moved(table, one, scene.sheet, None, True) for one in moves] if is_open else []
        outbox: Outbox = []
        for viewer, channel in tuple(self.channels.items()):
            is_late = viewer is None and self._delayed is not None
            if not channel.sinks and now - channel.empty_since > KEEP and not is_late:
                del self.channels[viewer]
                continue
            seen = picture(scene, viewer, channel.picture)
            if not is_open:
                heard = [self._heard(one, scene, viewer, seen.seat) for one in moves]
            messages = [*heard, *others]
            change = seen.delta(channel.picture, channel.seq, seq, now)
            if change is not None:
                messages.append(change)
            channel.picture = seen
            if is_late:
                self._hold_back(now, messages, change)
            elif messages:
                channel.ring.append((channel.seq, messages))
                outbox.append((tuple(channel.sinks), messages))
            if change is not None:
                channel.seq = seq
        for sink in moved:
            if sink in self.viewers:
                outbox.append(((sink,), [*others, *self.enter(sink, self.viewers[sink], None, now)]))
            else:
                left = _json({"type": "notice", "payload": {"event": "left", "gameId": table.id}})
                outbox.append(((sink,), [*others, left]))
        return outbox

    def _heard(self, one: Announced, scene: Scene, viewer: int | None, seat: int | None) -> bytes:
        """A move as one viewer hears it, who sees the deal as this seat: it may be a secret to him."""
        if one.secret or not self.table.info.secrecy.open_moves:
            return public.moved(self.table, one, scene.sheet, seat, viewer == one.seat)
        return public.moved(self.table, one, scene.sheet, None, True)

    def show_who_watches(self, now: int) -> Outbox:
        """The same after somebody came or went among the spectators; a crowd is told with the next move."""
        return self.show((), (), now) if self.spectators <= CROWD else []

    def state(self, viewer: int | None, now: int) -> bytes:
        """The table as it is, as JSON for one answer: true once everything until now is durable."""
        if viewer is None and self._delayed is not None:
            return _json({**self._delayed.shown, "time": now})
        return unwrapped(picture(self._scene(), viewer).full(self.table.seq, now))

    def _scene(self) -> Scene:
        """The table as it is now."""
        watching: list[str] = []
        if self._shown is None or not self._only_moves:
            watching = sorted({sink.name for sink, viewer in self.viewers.items() if viewer is None and sink.name})
        scene = look(self.table, self.tiers, watching[:NAMES], self._shown, self._only_moves)
        if self.viewers or self.table.is_dealing:
            self._shown, self._only_moves = scene, True
        else:
            self._shown = None
        return scene

    # --- spectators behind a delay -----------------------------------------------------------------------------------------

    def _delay_spectators(self, delayed: Delayed, now: int) -> None:
        """Begin to keep what they will see. A deal in progress is as secret as one to come until its time."""
        channel = self._open(None)
        made = channel.picture.full(channel.seq, now)
        delayed.shown = payload(made)
        if self.table.deal is not None:
            delayed.shown = without_deal(delayed.shown)
            self._hold_back(now, [made], made)

    def _hold_back(self, now: int, messages: Sequence[bytes], change: bytes | None) -> None:
        if messages and self._delayed is not None:
            due = now + self._delayed.delay
            self._delayed.waiting.append((due, messages, change))
            self._later(due)

    def release_delayed(self, now: int) -> Outbox:
        """What spectators may see by now."""
        delayed, outbox = self._delayed, Outbox()
        if delayed is None:
            return outbox
        channel = self.channels.get(None)
        while delayed.waiting and delayed.waiting[0][0] <= now:
            _, messages, change = delayed.waiting.popleft()
            if change is not None:
                delayed.shown = merge(delayed.shown, payload(change))
            outbox.append((tuple(channel.sinks) if channel is not None else (), messages))
        if delayed.waiting:
            self._later(delayed.waiting[0][0])
        return outbox
