"""One brain: what there is to answer a question with, ranked, for everybody who wants to know.

Bots of every level, hints, auto-play (托管), a clock that ran out and flagged mistakes all ask `think`. None of them has an
opinion of its own, so a hint is what the bot of that level would play, and an analysis never blames it. A hand is put in
order (理牌) as it is split for that: `tidied`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from paiju.bots.bot import Bot
from paiju.bots.registry import levels, make
from paiju.games.capabilities import Group
from paiju.games.contract import AnyGame, Decision, Line, View

Clock = Callable[[], float]

BEST: Final = "hard"  # the level that hints and analyses ask
SECONDS: Final = 0.25  # that they may think about a question
AUTOPLAY: Final = "normal"  # the level that plays for somebody who does not
SEED: Final = 1  # of advice: the same question has the same answer
KEPT: Final = 64  # answers listed where nobody knows the game
ONLY: Final = Line("bot.only")


class Answer(NamedTuple):
    """One answer, what it is worth and what speaks for it.

    `value` is what its seat may expect: from -1 (all is lost) to 1 (won) where a deal is won or lost, else the part of what is
    at stake, or chips; None where it was not weighed. `error` is the standard error of its distance to the best answer, and
    `exact` says that nothing was guessed: it wins or loses whatever the cards that cannot be seen are.
    """

    action: Any
    value: float | None
    why: Line
    exact: bool = False
    error: float = 0.0


@runtime_checkable
class Thinker(Bot, Protocol):
    """A bot that ranks answers and can speak about those that it would not give."""

    why: Line
    """The reason for what it chose last."""
    clock: Clock

    def rank(self, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()) -> list[Answer]:
        """Answers, the one it gives first; those of `also`, in their canonical spelling, are weighed whatever it thinks of them."""

    def reasons(self, view: View, decision: Decision[Any], actions: list[Any]) -> list[Line]:
        """What speaks for each of these answers. Asked after `rank`."""

    def tidy(self, view: View, game: AnyGame) -> tuple[Group, ...]:
        """The viewer's hand in combinations, with their names in this game; () for a spectator, or where there are none."""


def only_answer(decision: Decision[Any]) -> Any | None:
    """The answer to a question that has no other; None where there is a choice."""
    first = list(islice(decision.choices, 2))
    return first[0] if len(first) == 1 else None


class Ranking:
    """What bots that rank share: they give the first answer, and remember why."""

    why: Line

    def rank(self, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()) -> list[Answer]:
        raise NotImplementedError

    def tidy(self, view: View, game: AnyGame) -> tuple[Group, ...]:
        return ()

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        best = self.rank(view, decision, limit=limit)[0]
        self.why = best.why if only_answer(decision) is None else ONLY
        return best.action


def think(
    game: str,
    view: View,
    decision: Decision[Any],
    *,
    level: str = BEST,
    limit: float = SECONDS,
    also: tuple[Any, ...] = (),
    seed: int = SEED,
    clock: Clock = time.perf_counter,
) -> list[Answer]:
    """The answers to a question, best first, as a bot of this level ranks them within `limit` seconds.

    Seen from one seat: the same for every deal that looks the same to it. Where nobody knows the game they are the bare
    choices, safest first.
    """
    thinker = thinker_of(game, level, seed, clock)
    if thinker is None:
        return [Answer(action, None, Line("bot.none")) for action in islice(decision.choices, KEPT)]
    return ask(thinker, view, decision, limit=limit, also=also)


def ask(
    thinker: Thinker, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()
) -> list[Answer]:
    """What a thinker ranks, each answer in its canonical spelling. Where only one is legal there is nothing to weigh."""
    only = only_answer(decision)
    if only is not None:
        thinker.why = ONLY
        return [Answer(only, None, ONLY)]
    found = thinker.rank(view, decision, limit=limit, also=also)
    thinker.why = found[0].why
    return [one._replace(action=decision.choices.resolve(decision.seat, one.action)) for one in found]


def tidied(name: str, view: View, game: AnyGame) -> tuple[Group, ...]:
    """A hand as whoever advises splits it; () where nobody does."""
    thinker = thinker_of(name, BEST)
    return () if thinker is None else thinker.tidy(view, game)


def thinker_of(game: str, level: str, seed: int = SEED, clock: Clock = time.perf_counter) -> Thinker | None:
    """Who thinks about this game at this level; None if nobody does."""
    bot = make(game, level, seed) if level in levels(game) else None
    if not isinstance(bot, Thinker):
        return None
    bot.clock = clock
    return bot


def plays_for(game: str, autoplay: str) -> str | None:
    """The level that plays for an absent player where a table says `autoplay`; None: the safest answer is given."""
    return AUTOPLAY if autoplay == "normal" and AUTOPLAY in levels(game) else None
