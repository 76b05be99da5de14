"""Random tables through the real Room and Audience, without sockets: what every connection was sent adds up to the table.

People come, look on, lose their connection, come back by seq, sit down, leave and play, while the store is quick or slow.
After every step each connection knows what one that came now would be told, and no card that it may not know.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
import pytest

from paiju.games import catalog
from paiju.server import audience
from paiju.server.payload import payload
from paiju.server.room import Room
from paiju.server.scene import look, picture
from paiju.server.store import Write
from paiju.table import FakeTime, Refused, Settings, Table
from paiju.table import entries as log
from paiju.table.deal import Asked
from paiju.table.happenings import Announced
from tests.server.shapes import SHAPES
from tests.server.sink import Sink

HOLDEM: Final[list[tuple[int, dict[str, Any]]]] = [
    *SHAPES,
    (10, {"max_players": 10, "run_it_twice": "ask"}),
    (4, {"auto_muck": False}),
    (4, {"leave_policy": "check_fold"}),
    (5, {"timeout_mode": "by_situation", "min_buy_in": 20}),
]

NAMES: Final = ["Ann", 'B"o', "C\\y", "张三", "E\n", "F\x01", "G", "H", "I", "J", "K", "L", "M"]

CARDS: Final = re.compile(r"(?<![0-9A-Za-z])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z])")

WHO_TOLD: Final = {"seq", "base", "time", "full"}
"""What of a state says how it was told."""

Make = Callable[[Table, int], Iterable[log.Entry]]


class Store:
    """Makes things durable at once, or later and together."""

    def __init__(self) -> None:
        self.is_slow = False
        self.waiting: list[Write] = []

    def submit(self, write: Write) -> Write:
        self.waiting.append(write)
        if not self.is_slow:
            self.settle()
        return write

    def settle(self) -> None:
        waiting, self.waiting = self.waiting, []
        for write in waiting:
            write.settle(None)


class Bus:
    wanted = False


class House:
    """As much of a house as a room needs."""

    def __init__(self, time: FakeTime) -> None:
        self.time, self.store, self.bus = time, Store(), Bus()
        self.thinking: list[tuple[int, int]] = []

    def later(self, room: Room, when: int) -> None:
        """Every step looks whether something is due."""

    def schedule(self, room: Room, when: int | None) -> None:
        room.alarm = when

    def forget(self, room: Room) -> None:
        raise AssertionError("table lost")

    def think(self, room: Room, bot: Any, view: Any, asked: Asked) -> None:
        self.thinking.append((int(asked.decision.seat), asked.since))


class Evening:
    """One table, and what everybody there was told."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = rng = random.Random(f"{game} {seed}")
        self.game, self.time = game, FakeTime()
        self.seats, options = rng.choice(HOLDEM if game == "holdem" else [(catalog.find(game).recommended, {})])
        self.delay = rng.choice((0, 0, 0, 5))
        settings = Settings(
            game=game,
            seats=self.seats,
            options=options,
            pause=rng.choice((0, 3)),
            spectators=rng.random() < 0.85,
            spectator_delay=self.delay,
            seating=rng.choice(("choose", "choose", "lot")),
            pace=10,
            time_bank=rng.choice((0, 30)),
            deals=rng.choice((None, None, 2)),
            timeout=rng.choice((None, None, 0)),
        )
        self.table = Learning("t", secret=lambda: rng.randbytes(32))
        self.table.apply(log.Opened(at=self.time.now(), settings=settings, owner="1"))
        self.house = House(self.time)
        self.room = Room(self.house, self.table, 1, 1)  # type: ignore[arg-type]
        self.room.audience.show = self.show  # type: ignore[method-assign]
        self.names = {str(n + 1): NAMES[n] for n in range(self.seats + 3)}
        self.people = list(self.names)
        self.sinks: list[Sink] = []
        self.gone: list[Sink] = []
        self.read: dict[Sink, int] = {}  # how much of what a connection heard was looked at
        self.told: list[Any] = []
        self.is_stale = False  # until something is shown: tiers
        self.moments: list[tuple[int, dict[str, Any]]] = []
        self.room.accept([], self.time.now())
        self.note()
        for player in self.people[: self.seats]:
            self.do(lambda table, now, player=player: table.join(player, self.names[player], now))  # type: ignore[misc]

    def show(self, moves: Sequence[Announced], others: Sequence[bytes], now: int) -> audience.Outbox:
        self.is_stale = False
        return audience.Audience.show(self.room.audience, moves, others, now)

    # --- what may happen -----------------------------------------------------------------------------------------------

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.time.advance(0.001)
            what = self.rng.choices(list(STEPS), list(STEPS.values()))[0]
            what(self, self.rng.choice(self.people))
            self.check()
            if self.room.is_closed:
                break

    def do(self, make: Make) -> None:
        now = self.time.now()
        try:
            rows = list(make(self.table, now))
        except Refused:
            return
        if rows:
            self.room.accept(rows, now)
            self.note()

    def moves(self, who: str) -> None:
        deal, rng = self.table.deal, self.rng
        if deal is None or not deal.asked:
            return
        seat = rng.choice(sorted(deal.asked))
        choices = [str(one) for one, _ in zip(deal.asked[seat].decision.choices, range(60), strict=False)]
        weights = [1.0] * len(choices)
        if self.game == "holdem" and rng.random() < 0.08:
            choices, weights = [str(list(deal.asked[seat].decision.choices)[-1])], [1.0]  # all in
        elif self.game == "holdem":
            often = {"check": 6.0, "call": 6.0, "twice": 6.0, "fold": 3.0}
            weights = [often.get(one, 6 / len(choices)) for one in choices]
        text = rng.choices(choices, weights)[0]
        self.do(lambda table, now: [table.answer(seat, text, now, "player")])

    def looks(self, who: str) -> None:
        player = self.rng.choice((who, who, None))
        self.follow(Sink(player, self.names[player] if player is not None else ""))

    def looks_again(self, who: str) -> None:
        """On a connection that follows already."""
        sink = self.rng.choice(self.sinks) if self.sinks else None
        if sink is not None and not sink.is_sent_away:
            is_settled = sink.state and not self.house.store.waiting
            self.follow(sink, self.rng.choice((None, sink.state["seq"])) if is_settled else None)

    def returns(self, who: str) -> None:
        """Somebody who was cut off goes on from where he was."""
        if self.gone:
            before = self.gone.pop(self.rng.randrange(len(self.gone)))
            sink = Sink(before.player, before.name)
            sink.state = before.state
            self.follow(sink, before.state["seq"])

    def follow(self, sink: Sink, seq: int | None = None) -> None:
        seat = self.seat_of(sink)
        if seat is None and not self.table.settings.spectators:
            return
        if sink not in self.sinks:
            self.sinks.append(sink)
        self.room.follow(sink, seq)
        self.note()

    def is_cut_off(self, who: str) -> None:
        if self.sinks:
            self.cut(self.rng.choice(self.sinks))

    def goes_away(self, who: str) -> None:
        for sink in [one for one in self.sinks if one.player == who]:
            self.cut(sink)
        self.do(lambda table, now: table.disconnected(who, now))

    def cut(self, sink: Sink) -> None:
        self.sinks.remove(sink)
        self.room.unfollow(sink)
        if sink.state and not sink.is_sent_away and not self.house.store.waiting:
            self.gone.append(sink)
        self.note()

    def sits_down(self, who: str) -> None:
        rng = self.rng
        seat = rng.choice((None, rng.randrange(self.seats)))
        bot = "random" if rng.random() < 0.1 else None
        player = who if bot is None else f"bot{rng.randrange(3)}"
        chips = rng.choice((None, 100, 150, 1000)) if self.table.has_chips else None
        name = self.names.get(player, "Bot")
        self.do(lambda table, now: table.join(player, name, now, seat=seat, chips=chips, bot=bot))

    def is_kicked(self, who: str) -> None:
        owner = self.table.state.owner
        self.do(lambda table, now: [*table.leave(who, now, owner), *table.unbar(who, owner, now)])

    def shows(self, who: str) -> None:
        """Cards, after a hand."""
        seat, deal = self.table.seat_of(who), self.table.deal
        if self.game != "holdem" or seat is None or deal is None or self.table.is_dealing:
            return
        cards = [str(card) for card in self.table.extras.hole_cards(deal.state, seat) or ()]
        self.rng.shuffle(cards)
        text = "show " + "".join(cards[: self.rng.choice((1, 2, 2))])
        if cards:
            self.do(lambda table, now: table.move(who, text, now))

    def ranks_change(self, who: str) -> None:
        if self.rng.random() < 0.3:
            self.room.tiers.clear()
        self.is_stale = True
        self.room.set_tiers({int(player): self.rng.randrange(3000) for player in self.people})

    def asks(self, who: str) -> None:
        """For the table as it is, without following it."""
        viewer = self.rng.choice((None, *self.table.state.sitters))
        made = self.room.audience.state(viewer, self.time.now())
        if viewer is not None or not self.delay:
            self.same(msgspec.json.decode(made), self.fresh(viewer), f"asked as {viewer}")

    def store_changes(self, who: str) -> None:
        store = self.house.store
        store.is_slow = not store.is_slow
        if not store.is_slow:
            store.settle()

    def bot_answers(self, who: str) -> None:
        if self.house.thinking:
            seat, since = self.house.thinking.pop(0)
            self.room.bot_answered(seat, since, None)
            self.note()

    def clock_strikes(self, who: str) -> None:
        item, now = self.table.agenda(), self.time.now()
        if item is not None and now < item.when < now + 400_000:
            self.time.advance((item.when - now) / 1000)
        self.room.pump(self.time.now())
        self.note()

    def time_passes(self, who: str) -> None:
        self.time.advance(self.rng.choice((1, 4, 40)))

    # --- what must be so -----------------------------------------------------------------------------------------------

    def seat_of(self, sink: Sink) -> int | None:
        """As whom a connection looks on."""
        seat = self.table.seat_of(sink.player) if sink.player is not None else None
        return None if seat is None or self.table.state.sitters[seat].leaving else seat

    def fresh(self, viewer: int | None) -> dict[str, Any]:
        """What one is told who comes now."""
        watching = sorted({sink.name for sink, seat in self.room.viewers.items() if seat is None and sink.name})
        now = look(self.table, self.room.tiers, watching[: audience.NAMES])
        return payload(picture(now, viewer).full(self.table.seq, self.time.now()))

    def note(self) -> None:
        if self.delay:
            self.moments.append((self.time.now(), bare(self.fresh(None))))
        for sink in self.sinks:
            self.no_leaks(sink)

    def no_leaks(self, sink: Sink) -> None:
        """Every card in what was sent is one that this connection may know."""
        new = sink.heard[self.read.get(sink, 0) :]
        self.read[sink] = len(sink.heard)
        self.told += [(sink.player, message) for message in new]
        for message in new:
            told = message["payload"]
            if self.game != "holdem" or message["type"] in ("chat", "notice"):
                continue
            known, own = self.table.known.get(told["seq"], (set(), {}))
            text = msgspec.json.encode({name: told[name] for name in told.keys() - {"fairness", "table"}}).decode()
            cards = {word[at : at + 2] for word in CARDS.findall(text) for at in range(0, len(word), 2)}
            assert cards <= known | own.get(sink.player or "", set()), f"told to {sink.player}: {message}"

    def check(self) -> None:
        now = self.time.now()
        if self.house.store.is_slow:
            return
        self.room.release_delayed(now)
        for sink in list(self.sinks):
            self.no_leaks(sink)
            if sink.is_sent_away:
                assert sink not in self.room.viewers
                self.sinks.remove(sink)
                continue
            viewer = self.room.viewers[sink]
            assert viewer == self.seat_of(sink)
            if viewer is None and self.delay:
                self.check_late(sink, now)
            else:
                self.same(sink.state, self.fresh(viewer), f"{sink.player} as {viewer}", sink)

    def check_late(self, sink: Sink, now: int) -> None:
        """Behind a delay the table is shown as it was at one of the moments that are old enough."""
        if sink.state["view"] is not None:
            old = [state for at, state in self.moments if at + 1000 * self.delay <= now]
            assert bare(sink.state) in old[-40:], f"late: {sink.player}"

    def same(self, told: dict[str, Any], right: dict[str, Any], who: str, sink: Sink | None = None) -> None:
        if sink is not None and self.is_stale:
            told, right = bare(told), bare(right)
        wrong = [name for name in told.keys() | right.keys() if told.get(name) != right.get(name)]
        wrong = sorted(set(wrong) - WHO_TOLD)
        assert not wrong, f"{who}: {[(name, told.get(name), right.get(name)) for name in wrong]}"


class Learning(Table):
    """A table of hold'em that notes after each entry which cards are open, and which each player holds."""

    def __init__(self, id: str, secret: Callable[[], bytes]) -> None:
        super().__init__(id, secret=secret)
        self.known: dict[int, tuple[set[str], dict[str, set[str]]]] = {}  # by seq

    def apply(self, entry: log.Entry) -> Any:
        seen = super().apply(entry)
        if self.deal is not None and self.entry.id == "holdem":
            state, players = self.deal.state, self.deal.players
            holes = [set(map(str, hole)) for hole in state.setup.cards.holes]
            known = set(map(str, state.board)).union(*(holes[seat] for seat in laid_open(state)))
            if state.result is not None:
                known.update(map(str, state.result.second))
            for done in state.history:
                if done.did == "show":
                    known.update(map(str, done.cards))
            self.known[self.seq] = known, {player: holes[seat] for seat, player in enumerate(players) if player}
        return seen


def laid_open(state: Any) -> Iterable[int]:
    """Seats whose hands everybody sees."""
    if state.result is not None:
        return tuple(state.result.shown)
    return tuple(state.live_seats) if state.asking else ()


def bare(state: dict[str, Any]) -> dict[str, Any]:
    """A state without what may be told later than it is so: who looks on, and tiers."""
    rows = [{name: value for name, value in row.items() if name != "tier"} for row in state["players"]]
    return {name: state[name] for name in state.keys() - WHO_TOLD - {"table", "players"}} | {"players": rows}


def plainly(command: Callable[[Evening, Table, str, int], Iterable[log.Entry]]) -> Callable[[Evening, str], None]:
    """A step that is no more than a command."""
    return lambda evening, who: evening.do(lambda table, now: command(evening, table, who, now))


STEPS: Final[dict[Callable[[Evening, str], None], float]] = {
    Evening.moves: 60,
    Evening.looks: 7,
    Evening.returns: 4,
    Evening.looks_again: 2,
    Evening.is_cut_off: 4,
    Evening.goes_away: 2,
    plainly(lambda evening, table, who, now: table.connected(who, now)): 2,
    Evening.sits_down: 8,
    plainly(lambda evening, table, who, now: table.leave(who, now)): 4,
    Evening.is_kicked: 1,
    plainly(lambda evening, table, who, now: table.sit_out(who, now)): 1,
    plainly(lambda evening, table, who, now: table.come_back(who, now, evening.rng.random() < 0.5)): 2,
    plainly(lambda evening, table, who, now: table.automatic(who, evening.rng.random() < 0.5, now)): 1,
    plainly(lambda evening, table, who, now: table.rebuy(who, evening.rng.choice((50, 100, 500)), now)): 1,
    plainly(lambda evening, table, who, now: table.start(table.state.owner, now)): 6,
    plainly(lambda evening, table, who, now: table.ready(who, evening.rng.random() < 0.7, now)): 1,
    plainly(lambda evening, table, who, now: table.say(who, evening.names[who], "hi", now)): 1,
    plainly(lambda evening, table, who, now: table.add_entropy(who, "abcd", now)): 1,
    plainly(lambda evening, table, who, now: [log.Resumed(at=now, gap=evening.rng.randrange(5000))]): 0.5,
    Evening.shows: 6,
    Evening.ranks_change: 1,
    Evening.asks: 4,
    Evening.store_changes: 2,
    Evening.bot_answers: 6,
    Evening.clock_strikes: 8,
    Evening.time_passes: 4,
}
"""What may happen, and how often."""


def evening(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The same one for the same seed."""
    monkeypatch.setattr(secrets, "SystemRandom", lambda: random.Random(seed))
    made = Evening(game, seed)
    made.run(250)
    return made


@pytest.mark.parametrize("game", ["holdem", "guandan"])
def test_what_was_sent_adds_up(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(evening(game, seed, monkeypatch).table.state.hand for seed in range(3))


@pytest.mark.fuzz
@pytest.mark.timeout(900)
@pytest.mark.parametrize("entry", catalog.infos(), ids=lambda entry: entry.id)
def test_what_was_sent_of_many_tables_adds_up(entry: catalog.GameInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(evening(entry.id, seed, monkeypatch).table.state.hand for seed in range(100, 120))
