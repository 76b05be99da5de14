"""How strong the bots are: each match on duplicate deals, with its 95 % interval; docs/strength.md keeps the table.

    python bench/strength.py                       every match, at most a minute each
    python bench/strength.py guandan holdem        matches of these games
    python bench/strength.py --deals 200 --workers 2 --limit 0.3

In the landlord games the auction is skipped: each seat in turn is landlord, once with the first bot as landlord
against the second as farmers, once the other way round, on the same cards. In Sanguosha one bot plays a whole camp, once
the lord's, once the rebels'. RLCard's rule-based player of Dou Dizhu takes part where RLCard is installed.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from paiju.arena.contest import seatings
from paiju.arena.stats import Estimate, estimate
from paiju.bots import make
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.climb.actions import PASS
from paiju.games.climb.plays import Plays
from paiju.games.contract import AnyGame, Decision

BIG_BLIND = 20


@dataclass(frozen=True)
class Match:
    """Two bots at a game. `measure` says what counts and how seats are shared; `target` is what the first should reach."""

    game: str
    first: str
    second: str
    measure: str  # role, share, wins, bb
    target: float
    deals: int
    preset: str | None = None
    seats: int = 0

    @property
    def name(self) -> str:
        return f"{self.game}{f' ({self.preset})' if self.preset else ''}"


MATCHES = (
    Match("holdem", "hard", "easy", "bb", 20.0, 1500),
    Match("holdem", "hard", "random", "bb", 100.0, 1500),
    Match("holdem", "hard", "call", "bb", 100.0, 400),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="no_limit/short_deck"),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="pot_limit/standard"),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="fixed_limit/standard"),
    Match("sanguosha", "normal", "random", "camp", 0.85, 100),
    Match("sanguosha", "hard", "easy", "camp", 0.5, 100),
    Match("doudizhu", "hard", "rlcard", "role", 0.75, 100),
    *(
        match
        for game, target in (("doudizhu", 0.65), ("doudizhu_x", 0.6), ("doudizhu_4p", 0.6))
        for match in (Match(game, "hard", "easy", "role", target, 100), Match(game, "easy", "random", "role", 0.6, 100))
    ),
    *(
        match
        for preset in ("competition", "seed")
        for match in (
            Match("guandan", "hard", "easy", "wins", 0.75, 60, preset=preset),
            Match("guandan", "easy", "random", "wins", 0.6, 60, preset=preset),
        )
    ),
    *(
        match
        for game in ("big_two", "three_two_one", "wuguapi", "qigui_521", "qigui_523")
        for match in (Match(game, "hard", "easy", "share", 0.6, 100), Match(game, "easy", "random", "share", 0.6, 100))
    ),
)


class RlcardPlayer:
    """RLCard's `doudizhu-rule-v1`: the position is told in its words, its answer is looked up in ours."""

    def __init__(self) -> None:
        import numpy
        from rlcard.games.doudizhu.utils import CARD_TYPE, INDEX
        from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

        numpy.random.seed(1)  # noqa: NPY002 - the generator that RLCard itself draws from
        self._types, self._index = CARD_TYPE[0], INDEX
        self._agent = DouDizhuRuleAgentV1()

    def _written(self, cards: Iterable[Any]) -> str:
        """Cards as RLCard writes them: ranks only, weakest first, B the small joker and R the big one."""
        letters = [str(card)[0].replace("L", "B") for card in cards]
        return "".join(sorted(letters, key=self._index.__getitem__))

    def choose(self, view: Any, decision: Decision[Any], *, limit: float) -> Any:
        legal: dict[str, Any] = {}
        for action in decision.choices:
            text = "pass" if action == PASS else self._written(action.cards)
            if text == "pass" or text in self._types:
                legal.setdefault(text, action)
        trace = []
        for line in view.log:
            if line.key in ("climb.log.lead", "climb.log.play"):
                trace.append((line.data["seat"], self._written(line.data["cards"])))
            elif line.key == "climb.log.pass":
                trace.append((line.data["seat"], "pass"))
        answer = self._agent.step(
            {
                "raw_obs": {
                    "trace": trace,
                    "current_hand": self._written(view.hands[decision.seat].cards),
                    "actions": sorted(legal),
                    "landlord": view.landlord,
                    "self": int(decision.seat),
                }
            }
        )
        return legal.get(answer) or next(iter(legal.values()))


def player(game: str, level: str, seed: int) -> Any:
    return RlcardPlayer() if level == "rlcard" else make(game, level, seed=seed)


def finish(match: Match, game: AnyGame, state: Any, levels: Sequence[str], seed: int, limit: float) -> Sequence[int]:
    """The scores when these bots play a deal to its end; an answer that is refused or fails stops the measurement."""
    bots = [player(match.game, level, Rng(seed, stream=seat).word()) for seat, level in enumerate(levels)]
    while pending := game.pending(state):
        decision = pending[0]
        if match.measure == "role" and not isinstance(decision.choices, Plays):
            action = next(iter(decision.choices))
        else:
            action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=limit)
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


def by_roles(match: Match, limit: float, number: int) -> float:
    """The share of two deals that the first bot won: once it is landlord, once the farmers."""
    game = find(match.game).game(preset=match.preset)
    seats = find(match.game).recommended
    landlord = number % seats
    seed = Rng(1, stream=number).word()
    wins = 0
    for mine in (True, False):
        state = _auction(game, game.deal(seats, seed), landlord)
        levels = [match.first if (seat == landlord) == mine else match.second for seat in range(seats)]
        wins += (finish(match, game, state, levels, seed, limit)[landlord] > 0) == mine
    return wins / 2


def _auction(game: AnyGame, state: Any, landlord: int) -> Any:
    """The landlord-to-be wants everything, nobody else anything."""
    while state.setup.landlord < 0:
        decision = game.pending(state)[0]
        words = list(decision.choices)
        state = game.apply(state, decision.seat, words[-1] if decision.seat == landlord else words[0])
    return state


def by_seats(match: Match, limit: float, number: int) -> float:
    """One deal in every seating: the share of wins, of all points won, or big blinds a hundred hands."""
    entry = find(match.game)
    game = entry.game(preset=match.preset)
    seats = match.seats or entry.recommended
    seed = Rng(1, stream=number).word()
    bots = (match.first, match.second)
    won, every, chips, hands = 0.0, 0.0, 0, 0
    for seating in seatings(seats, 2):
        scores = finish(match, game, game.deal(seats, seed), [bots[who] for who in seating], seed, limit)
        for who, score in zip(seating, scores, strict=True):
            gain = max(0, score) if match.measure == "share" else score > 0
            every += gain
            won += gain * (who == 0)
            chips += score * (who == 0)
            hands += who == 0
    if match.measure == "bb":
        return 100 * chips / hands / BIG_BLIND
    return won / every if every else 0.5


def by_camps(match: Match, limit: float, number: int) -> float:
    """Sanguosha: the share of two games that the first bot's camp won, once the lord's side, once the rebels."""
    game = find(match.game).game(preset=match.preset)
    seats = match.seats or find(match.game).recommended
    seed = Rng(1, stream=number).word()
    wins = 0
    for camp, winner in ((("lord", "loyalist"), "lord+loyalist"), (("rebel",), "rebel")):
        state: Any = game.deal(seats, seed)
        roles = [one.role for one in state.world.players]
        levels = [match.first if role in camp else match.second for role in roles]
        bots = [player(match.game, level, Rng(seed, stream=seat).word()) for seat, level in enumerate(levels)]
        while pending := game.pending(state):
            decision = pending[0]
            action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=limit)
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
        outcome: Any = game.outcome(state)
        wins += outcome.winner == winner
    return wins / 2


def measured(match: Match, limit: float, workers: int, seconds: float) -> Estimate:
    how = {"role": by_roles, "camp": by_camps}.get(match.measure, by_seats)
    work: Callable[[int], float] = partial(how, match, limit)
    values: list[float] = []
    end = time.monotonic() + seconds
    for value in _results(work, match.deals, workers):
        values.append(value)
        if time.monotonic() > end:
            break
    return estimate(values)


def _results(work: Callable[[int], float], deals: int, workers: int) -> Iterator[float]:
    if workers <= 1:
        yield from map(work, range(deals))
        return
    pool = ProcessPoolExecutor(workers)
    try:
        yield from pool.map(work, range(deals), chunksize=1)
    finally:
        pool.shutdown(cancel_futures=True)  # out of time: what has not begun is not wanted any more


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("games", nargs="*", help="games to measure; all if none is named")
    parser.add_argument("--deals", type=int, help="deals in each match, in place of the built-in numbers")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1)))
    parser.add_argument("--limit", type=float, default=0.3, help="seconds a bot may think")
    parser.add_argument("--seconds", type=float, default=60.0, help="most time spent on a match")
    parser.add_argument("--against", help="only matches of the first bot against this one")
    given = parser.parse_args()
    print("| game | bots | result | 95 % interval | target | deals |\n| --- | --- | ---: | --- | --- | ---: |")
    for match in MATCHES:
        if (given.games and match.game not in given.games) or (given.against and match.second != given.against):
            continue
        if given.deals:
            match = Match(**{**match.__dict__, "deals": given.deals})
        try:
            found = measured(match, given.limit, given.workers, given.seconds)
        except ImportError as error:
            print(f"| {match.name} | {match.first} – {match.second} | not measured: {error} | | | |")
            continue
        print(row(match, found), flush=True)


def row(match: Match, found: Estimate) -> str:
    if match.measure == "bb":
        shown, interval, target = (
            f"{found.mean:+.0f} bb/100",
            f"{found.low:+.0f} to {found.high:+.0f}",
            f"{match.target:+.0f}",
        )
    else:
        shown = f"{100 * found.mean:.1f} %"
        interval = f"{100 * found.low:.1f} to {100 * found.high:.1f} %"
        target = f"{100 * match.target:.0f} %"
    return f"| {match.name} | {match.first} – {match.second} | {shown} | {interval} | ≥ {target} | {found.samples} |"


if __name__ == "__main__":
    main()
