"""A table without a server: commands and the clock, with the log kept so that it can be folded again."""

from __future__ import annotations

from collections.abc import Callable

from paiju.games import catalog
from paiju.table import FakeTime, Settings, Table, decode, encode
from paiju.table import entries as log
from paiju.table.happenings import Happening
from tests import toy
from tests.table import stakes

ENTRIES = {"duel": toy.ENTRY, "stakes": stakes.ENTRY}


def find(name: str) -> catalog.Entry:
    return ENTRIES.get(name) or catalog.find(name)


class Driver:
    def __init__(self, game: str = "duel", seats: int = 2, owner: str = "1", **settings: object) -> None:
        self.time = FakeTime()
        self.log: list[log.Entry] = []
        self.happened: list[Happening] = []
        self._secrets = 0
        self.table = self.new()
        options = {"pause": 5, **settings}
        self.do([log.Opened(at=self.time.now(), settings=Settings(game=game, seats=seats, **options), owner=owner)])  # type: ignore[arg-type]

    def new(self) -> Table:
        return Table("t", find=find, secret=self._secret)

    def _secret(self) -> bytes:
        self._secrets += 1
        return self._secrets.to_bytes(32, "big")

    def do(self, rows: list[log.Entry]) -> list[Happening]:
        happened: list[Happening] = []
        for row in rows:
            row = decode(encode(row)) if not isinstance(row, log.Moved) else row
            self.log.append(row)
            happened += self.table.apply(row)
        self.happened += happened
        return happened

    def __getattr__(self, name: str) -> Callable[..., list[Happening]]:
        """driver.join("1", "Ann") does what table.join("1", "Ann", now) says."""
        command = getattr(self.table, name)

        def call(*args: object, **more: object) -> list[Happening]:
            if name == "move":
                return self.do(command(args[0], args[1], self.time.now(), *args[2:], **more))
            return self.do(command(*args, self.time.now(), **more))

        return call

    def sit(self, *names: str, **more: object) -> None:
        for name in names:
            self.do(self.table.join(name, f"P{name}", self.time.now(), **more))  # type: ignore[arg-type]

    def tick(self, seconds: float = 0) -> list[Happening]:
        """Let time pass, and the clock do what is due; bots take their first choice."""
        end = self.time.now() + round(seconds * 1000)
        happened: list[Happening] = []
        while (item := self.table.agenda()) is not None and item.when <= end:
            self.time.ms = max(self.time.ms, item.when)
            if item.kind == "warn":
                self.table.warned(item.seat)
            elif item.kind == "bot":
                asked = self.table.asked(item.seat)
                assert asked is not None
                text = str(next(iter(asked.decision.choices)))
                happened += self.do([self.table.answer(item.seat, text, self.time.now(), "bot")])
            else:
                assert item.make is not None
                happened += self.do([item.make(self.time.now())])
        self.time.ms = end
        return happened

    def refold(self) -> Table:
        """The table from its log alone."""
        return Table.load("t", None, iter([decode(encode(row)) for row in self.log]), find=find, secret=self._secret)
