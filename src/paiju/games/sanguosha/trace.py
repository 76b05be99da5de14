"""The event tree of a game, line by line: every timing fired, what was answered, which skills looked at it and why not.

    UseCard P1 slash:7s -> P2
      PreCardUse(P1)
      …
          Damaged(P2)
            jianxiong P2: no, the card is on the table does not hold

`paiju show --trace FILE` prints it. It is the debugger for people who write skills ("why didn't 奸雄 trigger?").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paiju.games.contract import Line
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.timing import Timing

if TYPE_CHECKING:
    from paiju.games.record import Record
    from paiju.games.sanguosha.events import Event
    from paiju.games.sanguosha.skill import Skill, Trigger
    from paiju.games.sanguosha.world import InPlay, Player, World


class Trace:
    """Recorded while a world runs; `lines` for people, `timings` for tests."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.timings: list[str] = []
        self._depth = 0

    def _line(self, text: str, deeper: int = 0) -> None:
        self.lines.append("  " * (self._depth + deeper) + text)

    def enter(self, event: Event) -> None:
        self._line(str(event))
        self._depth += 1

    def leave(self, event: Event) -> None:
        self._depth -= 1
        if event.killed:
            self._line(f"({event} was killed)", 1)
        elif event.interrupted:
            self._line(f"({event} was broken off)", 1)

    def timing(self, timing: Timing, bearer: Player | None, data: Any, refresh_only: bool) -> None:
        text = f"{timing.value}({bearer or '-'})"
        self.timings.append(text)
        self._line(text + (" refresh only" if refresh_only else ""))

    def answered(self, player: Player, prompt: Line, action: Action) -> None:
        self._line(f"? {player} {prompt.key.removeprefix('sgs.ask.')}: {action}", 1)

    def considered(self, player: Player, skill: Skill, used: bool) -> None:
        self._line(f"{skill.name} {player}: {'yes' if used else 'declined'}", 1)

    def passed_over(self, w: World, hook: InPlay[Trigger], bearer: Player | None, data: Any, may_act: bool) -> None:
        """A skill that listens to this timing but had no occasion."""
        if not may_act:
            why = "its owner is dead"
        elif not hook.effect.anyone and hook.owner is not bearer:
            return  # somebody else's timing: not worth a line
        else:
            why = hook.effect.why_not(w, hook.owner, data) or "used up or disabled"
            why = f"not so: {why}"
        self._line(f"{hook.skill.name} {hook.owner}: no ({why})", 1)


def trace(record: Record) -> Iterator[str]:
    """The trace of a recorded game, as far as it was played."""
    from paiju.games.record import game_of
    from paiju.games.sanguosha.game import Sanguosha

    game = game_of(record)
    assert isinstance(game, Sanguosha)
    if record.seed is None:
        raise ValueError("the seed of this deal is not revealed yet, so it cannot be traced")
    machine = game.start(record.seats, record.seed, traced=True)()
    for move in record.moves:
        assert move.text is not None
        decision = next(one for one in machine.pending if one.seat == move.seat)
        machine.feed([(move.seat, decision.choices.resolve(move.seat, game.parse(move.text)))])
    found = machine.world.trace
    assert found is not None
    yield from found.lines
