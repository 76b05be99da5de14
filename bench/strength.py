"""How strong the bots are: each match on duplicate deals, with its 95 % interval; docs/strength.md keeps the table.

    python bench/strength.py                       every match, at most a minute each
    python bench/strength.py guandan holdem        matches of these games
    python bench/strength.py --deals 200 --workers 2 --limit 0.3
    python bench/strength.py --seconds 3600 --journal results   keeps every deal, takes up what is there
    python bench/strength.py --journal results --show           only the table of what is there
    python bench/strength.py --former ../before --against former    against `hard` of another tree, checked out there

In the landlord games the auction is skipped: each seat in turn is landlord, once with the first bot as landlord
against the second as farmers, once the other way round, on the same cards. In Sanguosha one bot plays a whole camp, once
the lord's, once the rebels'. RLCard's rule-based player of Dou Dizhu takes part where RLCard is installed.

Every match has deals of its own. Time limits are kept in processor time (`--wall` for the clock on the wall), so that a
busy machine makes the measurement slower and not the bots weaker.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from paiju.arena.contest import seatings
from paiju.arena.stats import Estimate, Share, estimate, share
from paiju.bots import make
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.climb.actions import PASS
from paiju.games.climb.plays import Plays
from paiju.games.contract import AnyGame, Decision, Seat

BIG_BLIND = 20
RUNOUTS = 24  # boards that the chips of an all-in are averaged over
BETTING = ("fold", "check", "call", "raise_to")
KEY = str.maketrans({" ": "-", "(": None, ")": None, ",": None, "/": "-"})

SCRIPTS = ("pot", "threebet", "stab", "barrel", "min_raise", "shove", "tag")  # of hold'em
ENDLESS = ("pot", "min_raise", "shove")  # those that never fold
SESSIONS = {2: {"stab": 40, "barrel": 40, "tag": 60, "normal": 40}, 6: {"stab": 24, "tag": 100}}
"""Of hold'em, by players, where it is not 16: large results need few, small ones many."""


@dataclass(frozen=True)
class Match:
    """Two bots at a game. `measure` says what counts and how seats are shared; `target` is what the first should reach."""

    game: str
    first: str
    second: str
    measure: str  # role, share, wins, alone, camp, bb
    target: float
    deals: int
    preset: str | None = None
    seats: int = 0
    hands: int = 1  # of a session, in which bots remember; each session is one sample

    @property
    def name(self) -> str:
        table = [
            self.preset,
            f"{self.seats} players" if self.seats else None,
            f"{self.hands} hands" if self.hands > 1 else None,
        ]
        return self.game + (f" ({', '.join(filter(None, table))})" if any(table) else "")

    @property
    def key(self) -> str:
        """A name for files, and what the match's deals are drawn from: two rows never share their luck."""
        return f"{self.name}-{self.first}-{self.second}".translate(KEY)

    def seed(self, number: int) -> int:
        """The seed of its deal of this number."""
        return Rng(int.from_bytes(hashlib.sha256(self.key.encode()).digest()[:8], "big"), stream=number).word()

    def ready(self) -> AnyGame:
        return find(self.game).game(preset=self.preset)


MATCHES = (
    Match("holdem", "hard", "easy", "bb", 20.0, 1500),
    Match("holdem", "hard", "random", "bb", 100.0, 1500),
    Match("holdem", "hard", "call", "bb", 100.0, 400),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="no_limit/short_deck"),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="pot_limit/standard"),
    Match("holdem", "hard", "easy", "bb", 0.0, 400, preset="fixed_limit/standard"),
    *(
        Match(
            "holdem",
            "hard",
            other,
            "bb",
            40.0 if other in ENDLESS else 0.0,
            8 if other in ENDLESS else SESSIONS[seats].get(other, 16),
            seats=seats,
            hands=hands,
        )
        for seats, hands in ((2, 100), (6, 50))
        for other in (*SCRIPTS, "easy", "normal", "former")
    ),
    Match("sanguosha", "normal", "random", "camp", 0.85, 100),
    Match("sanguosha", "hard", "easy", "camp", 0.5, 300),
    Match("sanguosha", "hard", "normal", "camp", 0.6, 300),
    Match("doudizhu", "hard", "rlcard", "role", 0.75, 100),
    Match("doudizhu", "hard", "former", "role", 0.58, 200),
    Match("guandan", "hard", "former", "wins", 0.65, 100, preset="competition"),
    Match("big_two", "hard", "former", "alone", 0.35, 100),
    Match("doudizhu_x", "hard", "former", "role", 0.55, 100),
    Match("doudizhu_4p", "hard", "former", "role", 0.55, 100),
    *(
        Match(game, "hard", "former", "share", 0.55, 100)
        for game in ("three_two_one", "wuguapi", "qigui_521", "qigui_523")
    ),
    Match("doudizhu", "hard", "thrifty", "role", 0.65, 100),
    Match("guandan", "hard", "thrifty", "wins", 0.65, 100, preset="competition"),
    *(Match(game, "hard", "thrifty", "share", 0.6, 100) for game in ("big_two", "three_two_one")),
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
                trace.append((line.args["seat"], self._written(line.args["cards"])))
            elif line.key == "climb.log.pass":
                trace.append((line.args["seat"], "pass"))
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


class Former:
    """`hard` of another tree, in a process of its own (bench/former.py), which replays the deal by its own rules."""

    tree: Path | None = None
    _child: subprocess.Popen[str] | None = None
    _deals = 0

    def __init__(self, match: Match, seats: int, seed: int, bot: int, moves: list[str]) -> None:
        if Former.tree is None:
            raise ImportError("no former tree: --former PATH")
        self.asked: dict[str, Any] = {
            "game": match.game,
            "preset": match.preset,
            "seats": seats,
            "seed": seed,
            "level": "hard",
            "bot": bot,
            "deal": Former._deals,
        }
        self.moves = moves

    def next_hand(self, seed: int, options: dict[str, Any]) -> None:
        """The same bot in another deal."""
        self.asked |= {"seed": seed, "options": options}

    @classmethod
    def begin(cls) -> None:
        """The deals to come are other ones, though the seed be the same."""
        cls._deals += 1

    def choose(self, view: Any, decision: Decision[Any], *, limit: float) -> Any:
        if Former._child is None:
            assert Former.tree is not None
            Former._child = subprocess.Popen(
                [sys.executable, str(Path(__file__).with_name("former.py")), str(Former.tree)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        child = Former._child
        assert child.stdin is not None and child.stdout is not None
        asked = self.asked | {"moves": self.moves, "seat": int(decision.seat), "limit": limit}
        child.stdin.write(json.dumps(asked) + "\n")
        child.stdin.flush()
        return (
            find(self.asked["game"])
            .game(preset=self.asked["preset"])
            .parse(json.loads(child.stdout.readline())["text"])
        )


class Thrifty:
    """A rule player of another kind, for every climbing game: the weakest play with most cards, bombs last, and never on a
    partner. It counts nothing and remembers nothing."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, view: Any, decision: Decision[Any], *, limit: float) -> Any:
        choices = decision.choices
        if not isinstance(choices, Plays):
            return next(iter(choices))
        plays: list[Any] = [one for one in islice(choices, 400) if one != PASS]
        if not plays:
            return PASS
        plain = [one for one in plays if not one.combo.bomb]
        if view.leading:
            return max(plain or plays, key=lambda one: (len(one.cards), -one.combo.strength))
        owner = next((shown.seat for shown in view.trick if shown.wins), None)
        mine = view.teams[decision.seat]
        if owner is not None and owner != decision.seat and view.teams[owner] == mine:
            return PASS
        few = any(
            pile.count is not None and 0 < pile.count <= 5 and view.teams[seat] != mine
            for seat, pile in enumerate(view.hands)
        )
        return min(plain, key=lambda one: one.combo.strength) if plain else plays[0] if few else PASS


@dataclass(frozen=True)
class Pace:
    """How long a bot may think, and by which clock."""

    limit: float = 0.3
    wall: bool = False


def player(match: Match, level: str, bot_seed: int, pace: Pace, seats: int, seed: int, moves: list[str]) -> Any:
    if level == "rlcard":
        return RlcardPlayer()
    if level == "former":
        return Former(match, seats, seed, bot_seed, moves)
    if level == "thrifty":
        return Thrifty(bot_seed)
    bot: Any = make(match.game, level, seed=bot_seed)
    if hasattr(bot, "clock") and not pace.wall:
        bot.clock = time.process_time
    return bot


def finish(
    match: Match, game: AnyGame, state: Any, levels: Sequence[str], seed: int, pace: Pace, made: Sequence[str] = ()
) -> Any:
    """The outcome when these bots play a deal to its end; `made` are the moves that led here, with their seats."""
    moves = list(made)
    bots = seated(match, levels, seed, pace, moves)
    return game.outcome(played(match, game, state, bots, pace, moves))


def seated(match: Match, levels: Sequence[str], seed: int, pace: Pace, moves: list[str]) -> list[Any]:
    Former.begin()
    return [
        player(match, level, Rng(seed, stream=seat).word(), pace, len(levels), seed, moves)
        for seat, level in enumerate(levels)
    ]


def played(match: Match, game: AnyGame, state: Any, bots: Sequence[Any], pace: Pace, moves: list[str]) -> Any:
    """The last state of a deal; an answer that is refused or fails stops the measurement."""
    while pending := game.pending(state):
        decision = pending[0]
        if match.measure == "role" and not isinstance(decision.choices, Plays):
            action = next(iter(decision.choices))
        else:
            action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=pace.limit)
        action = decision.choices.resolve(decision.seat, action)
        moves.append(f"{int(decision.seat)} {action}")
        state = game.apply(state, decision.seat, action)
    return state


def by_roles(match: Match, pace: Pace, number: int) -> float:
    """The share of two deals that the first bot won: once it is landlord, once the farmers."""
    game = match.ready()
    seats = find(match.game).recommended
    landlord = number % seats
    seed = match.seed(number)
    wins = 0
    for mine in (True, False):
        state, made = _auction(game, game.deal(seats, seed), landlord)
        levels = [match.first if (seat == landlord) == mine else match.second for seat in range(seats)]
        wins += (finish(match, game, state, levels, seed, pace, made).scores[landlord] > 0) == mine
    return wins / 2


def _auction(game: AnyGame, state: Any, landlord: int) -> tuple[Any, list[str]]:
    """The landlord-to-be wants everything, nobody else anything; and what was said."""
    made: list[str] = []
    while state.setup.landlord < 0:
        decision = game.pending(state)[0]
        words = list(decision.choices)
        word = words[-1] if decision.seat == landlord else words[0]
        made.append(f"{int(decision.seat)} {word}")
        state = game.apply(state, decision.seat, word)
    return state, made


def alone(match: Match, pace: Pace, number: int) -> float:
    """One deal with the first bot in each seat by turns, alone against the second: the share of deals it won."""
    game = match.ready()
    seats = match.seats or find(match.game).recommended
    seed = match.seed(number)
    won = 0.0
    for mine in range(seats):
        levels = [match.first if seat == mine else match.second for seat in range(seats)]
        scores = finish(match, game, game.deal(seats, seed), levels, seed, pace).scores
        won += (scores[mine] == max(scores)) / scores.count(max(scores))
    return won / seats


def by_seats(match: Match, pace: Pace, number: int) -> float:
    """One deal in every seating: the share of wins, of all points won, or big blinds a hundred hands."""
    game = match.ready()
    seats = match.seats or find(match.game).recommended
    seed = match.seed(number)
    bots = (match.first, match.second)
    won, every, chips, hands = 0.0, 0.0, 0, 0
    for seating in seatings(seats, 2):
        scores = finish(match, game, game.deal(seats, seed), [bots[who] for who in seating], seed, pace).scores
        for who, score in zip(seating, scores, strict=True):
            gain = max(0, score) if match.measure == "share" else score > 0
            every += gain
            won += gain * (who == 0)
            chips += score * (who == 0)
            hands += who == 0
    if match.measure == "bb":
        return 100 * chips / hands / BIG_BLIND
    return won / every if every else 0.5


def by_sessions(match: Match, pace: Pace, number: int) -> float:
    """Hold'em: big blinds a hundred hands in a session, in every seating. Bots stay seated and remember; every hand begins with
    full stacks, and the button moves on. Chips all-in before the river count by what they win on average."""
    seats = match.seats or find(match.game).recommended
    bots = (match.first, match.second)
    chips, hands = 0.0, 0
    for seating in seatings(seats, 2):
        moves: list[str] = []
        sitting = seated(match, [bots[who] for who in seating], match.seed(number), pace, moves)
        for hand in range(match.hands):
            seed = Rng(match.seed(number), stream=hand).word()
            options = {"button": hand % seats}
            game = find(match.game).game(options, match.preset)
            moves.clear()
            for bot in sitting:
                if isinstance(bot, Former):
                    bot.next_hand(seed, options)
            scores = expected(match, options, played(match, game, game.deal(seats, seed), sitting, pace, moves), moves)
            chips += sum(score for who, score in zip(seating, scores, strict=True) if who == 0)
            hands += seating.count(0)
    return 100 * chips / hands / BIG_BLIND


def expected(match: Match, options: dict[str, Any], state: Any, moves: list[str]) -> Sequence[float]:
    """What each seat won; where betting ended before the river, the mean over boards that go on from there."""
    ended = find(match.game).game(options, match.preset)
    live = len(state.live_seats)
    street = max((act.street for act in state.history if act.did in BETTING), default=0)
    if live < 2 or street == 3:
        return settled(ended, state)
    cards = state.setup.cards
    deck = "".join(str(card) for seat in state.setup.order for card in cards.holes[seat])
    deck += "".join(map(str, cards.board[: (0, 3, 4)[street]]))
    game = find(match.game).game(options | {"deck": deck, "fast_deal": True}, match.preset)
    seats = state.setup.seats
    totals = [0.0] * seats
    for number in range(RUNOUTS):
        again = game.deal(seats, number)
        for move in moves:
            who, _, text = move.partition(" ")
            again = game.apply(again, Seat(int(who)), game.parse(text))
        for seat, score in enumerate(settled(game, again)):
            totals[seat] += score / RUNOUTS
    return totals


def settled(game: AnyGame, state: Any) -> Sequence[float]:
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


def by_camps(match: Match, pace: Pace, number: int) -> float:
    """Sanguosha: the share of two games that the first bot's camp won, once the lord's side, once the rebels."""
    game = match.ready()
    seats = match.seats or find(match.game).recommended
    seed = match.seed(number)
    wins = 0
    for camp, winner in ((("lord", "loyalist"), "lord+loyalist"), (("rebel",), "rebel")):
        state: Any = game.deal(seats, seed)
        levels = [match.first if one.role in camp else match.second for one in state.world.players]
        wins += finish(match, game, state, levels, seed, pace).winner == winner
    return wins / 2


def timed(how: Callable[[Match, Pace, int], float], match: Match, pace: Pace, number: int) -> tuple[int, float, float]:
    """A deal's number, what it gave, and the seconds it took."""
    start = time.monotonic()
    return number, how(match, pace, number), time.monotonic() - start


def measured(match: Match, pace: Pace, workers: int, seconds: float, journal: Path | None) -> list[float]:
    """What each deal gave, until the deals or the seconds are used up; what the journal has is not played again."""
    how = {"role": by_roles, "camp": by_camps, "alone": alone}.get(match.measure, by_seats)
    if match.hands > 1:
        how = by_sessions
    path = journal / f"{match.key}.jsonl" if journal else None
    found = read(path)
    left = [number for number in range(match.deals) if number not in found]
    end = time.monotonic() + seconds
    for number, value, took in _results(partial(timed, how, match, pace), left, workers):
        found[number] = value
        if path:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"deal": number, "value": value, "seconds": round(took, 2)}) + "\n")
        if time.monotonic() > end:
            break
    return [value for number, value in sorted(found.items()) if number < match.deals]


def read(path: Path | None) -> dict[int, float]:
    """What a journal holds: values by number of deal."""
    if path is None or not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["deal"]: line["value"] for line in lines}


Result = tuple[int, float, float]


def _results(work: Callable[[int], Result], deals: Sequence[int], workers: int) -> Iterator[Result]:
    if workers <= 1:
        yield from map(work, deals)
        return
    pool = ProcessPoolExecutor(workers)
    try:
        yield from pool.map(work, deals, chunksize=1)
    finally:
        pool.shutdown(cancel_futures=True)  # out of time: what has not begun is not wanted any more


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("games", nargs="*", help="games to measure; all if none is named")
    parser.add_argument("--deals", type=int, help="deals in each match, in place of the built-in numbers")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1)))
    parser.add_argument("--limit", type=float, default=0.3, help="seconds a bot may think")
    parser.add_argument("--wall", action="store_true", help="keep limits by the clock on the wall")
    parser.add_argument("--seconds", type=float, default=60.0, help="most time spent on a match")
    parser.add_argument("--first", help="only matches of this bot")
    parser.add_argument("--against", help="only matches against this bot")
    parser.add_argument("--seats", type=int, help="only matches at a table of this size")
    parser.add_argument("--preset", help="only matches under this preset")
    parser.add_argument("--former", type=Path, help="another tree, whose `hard` plays as `former`")
    parser.add_argument("--journal", type=Path, help="folder that keeps every deal; what is there is taken up")
    parser.add_argument("--show", action="store_true", help="play nothing: the table of what the journal holds")
    given = parser.parse_args()
    if given.journal:
        given.journal.mkdir(parents=True, exist_ok=True)
    Former.tree = given.former
    pace = Pace(given.limit, given.wall)
    print("| game | bots | result | 95 % interval | target | deals |\n| --- | --- | ---: | --- | --- | ---: |")
    for match in MATCHES:
        if given.games and match.game not in given.games:
            continue
        if any(
            wanted and wanted != there
            for wanted, there in (
                (given.first, match.first),
                (given.against, match.second),
                (given.preset, match.preset),
                (given.seats, match.seats),
            )
        ):
            continue
        if given.deals:
            match = replace(match, deals=given.deals)
        try:
            if given.show:
                values = list(read(given.journal / f"{match.key}.jsonl").values()) if given.journal else []
            else:
                values = measured(match, pace, given.workers, given.seconds, given.journal)
        except ImportError as error:
            print(f"| {match.name} | {match.first} – {match.second} | not measured: {error} | | | |")
            continue
        print(row(match, estimate(values) if match.measure == "bb" else share(values)), flush=True)


def row(match: Match, found: Estimate | Share) -> str:
    if isinstance(found, Estimate):
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
