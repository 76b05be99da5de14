"""A table without a server: commands and the clock, with the log kept so that it can be folded again."""

from __future__ import annotations

from collections.abc import Callable

from paiju.games import catalog
from paiju.table import Event, FakeTime, Settings, Table, agenda, commands, decode, encode, events
from paiju.table.happenings import Happening
from tests import toy
from tests.table import stakes

GAMES = {"duel": toy.INFO, "stakes": stakes.INFO}


def find(name: str) -> catalog.GameInfo:
    return GAMES.get(name) or catalog.find(name)


class Driver:
    def __init__(self, game: str = "duel", seats: int = 2, owner: str = "1", **settings: object) -> None:
        self.time = FakeTime()
        self.happened: list[Happening] = []
        self._secrets = 0
        options = {"pause": 5, **settings}
        opened = events.Opened(
            at=self.time.now(),
            settings=Settings(game=game, seats=seats, **options),  # type: ignore[arg-type]
            owner=owner,
        )
        self.log: list[Event] = [opened]
        self.table = Table.open("t", opened, find=find, secret=self._secret)

    def _secret(self) -> bytes:
        self._secrets += 1
        return self._secrets.to_bytes(32, "big")

    def do(self, made: list[Event]) -> list[Happening]:
        happened: list[Happening] = []
        for event in made:
            event = decode(encode(event))
            self.log.append(event)
            happened += self.table.apply(event)
        self.happened += happened
        return happened

    def __getattr__(self, name: str) -> Callable[..., list[Happening]]:
        """driver.leave("1") does what commands.leave(table, "1", now) says."""
        command = getattr(commands, name)

        def call(*args: object, **more: object) -> list[Happening]:
            if name == "move":
                return self.do(command(self.table, args[0], args[1], self.time.now(), *args[2:], **more))
            return self.do(command(self.table, *args, self.time.now(), **more))

        return call

    def sit(self, *names: str, **more: object) -> None:
        for name in names:
            self.do(commands.join(self.table, name, f"P{name}", self.time.now(), **more))  # type: ignore[arg-type]

    def answer(self, seat: int, text: str, by: events.By = "player") -> list[Happening]:
        return self.do([commands.answer(self.table, seat, text, self.time.now(), by)])

    def tick(self, seconds: float = 0) -> list[Happening]:
        """Let time pass, and the clock do what is due; bots take their first choice."""
        end = self.time.now() + round(seconds * 1000)
        happened: list[Happening] = []
        while (item := agenda.next_item(self.table)) is not None and item.when <= end:
            self.time.ms = max(self.time.ms, item.when)
            if item.make is not None:
                happened += self.do([item.make(self.time.now())])
                continue
            asked = self.table.asked(item.seat)
            assert asked is not None
            if item.kind == "warn":
                asked.warned = True
            else:
                happened += self.answer(item.seat, str(next(iter(asked.decision.choices))), item.by)
        self.time.ms = end
        return happened

    def refold(self) -> Table:
        """The table from its log alone."""
        return Table.load("t", None, [decode(encode(event)) for event in self.log], find=find, secret=self._secret)
