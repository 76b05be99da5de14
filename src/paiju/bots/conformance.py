"""Does a program keep to the bot protocol? Whole deals in every game asked for, and the awkward moments between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paiju.bots.external import BotFault, External
from paiju.bots.registry import make
from paiju.games.catalog import GameInfo
from paiju.games.contract import Line

DEALS = 3


class Finding(NamedTuple):
    """One thing that was tried: `fault` is None where the program did well."""

    what: Line
    fault: str | None = None


def check(command: Sequence[str], infos: Sequence[GameInfo], *, limit: float, deals: int = DEALS) -> Iterator[Finding]:
    """Try a program: deals of every game in one process each, a message it cannot know, and the end of its input."""
    for info in infos:
        yield from _plays(command, info, limit, deals)
    yield from _strangers(command, infos[0], limit)


def _plays(command: Sequence[str], info: GameInfo, limit: float, deals: int) -> Iterator[Finding]:
    """Whole deals, with the program in another seat each time; the others are `easy`."""
    game = info.game()
    program = External(command, info.id, game.parse, info.all_messages)
    asked = 0
    try:
        for number in range(deals):
            own = number % info.recommended
            others = make(info.id, "easy", seed=number)
            state = game.deal(info.recommended, number + 1)
            while pending := game.pending(state):
                decision = pending[0]
                view = game.view(state, decision.seat)
                asked += decision.seat == own
                bot = program if decision.seat == own else others
                action = bot.choose(view, decision, limit=limit)
                state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
            outcome = game.outcome(state)
            assert outcome is not None
            program.over(outcome.scores)
    except BotFault as fault:
        yield Finding(Line.of("bot.check.plays", game=info.id, deals=deals, asked=asked), str(fault))
    else:
        yield Finding(Line.of("bot.check.plays", game=info.id, deals=deals, asked=asked))
    finally:
        program.close()


def _strangers(command: Sequence[str], info: GameInfo, limit: float) -> Iterator[Finding]:
    """A type of message from a later version, and the end of the input."""
    game = info.game()
    state = game.deal(info.recommended, 1)
    decision = game.pending(state)[0]
    program = External(command, info.id, game.parse, info.all_messages)
    try:
        program.send_text('{"type": "from_a_later_version", "field": [1, 2]}')
        program.choose(game.view(state, decision.seat), decision, limit=limit)
    except BotFault as fault:
        yield Finding(Line.of("bot.check.stranger"), str(fault))
    else:
        yield Finding(Line.of("bot.check.stranger"))
        code = program.end(limit)
        fault_text = None if code == 0 else "it goes on" if code is None else f"exit status {code}"
        yield Finding(Line.of("bot.check.end"), fault_text)
    finally:
        program.close()
