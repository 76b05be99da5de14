"""Mining puzzles: bots play deals, and where one gives a won ending away that only one move wins, that is a puzzle.

    for puzzle in mine("doudizhu", deals=range(1, 100)):
        print(puzzle)

A puzzle is kept only with a certificate that `solver.checking.verify` accepts. The same deals give the same puzzles, as long
as the bots play the same and the time limits are not reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import log2
from typing import Any, Final

from paiju.bots import make
from paiju.bots.climb.policy import Policy
from paiju.bots.climb.search import play_out
from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.climb.actions import Action
from paiju.games.climb.game import Climb
from paiju.games.climb.layout import total
from paiju.games.climb.position import Position, leading, written
from paiju.games.climb.state import State
from paiju.games.contract import Seat
from paiju.puzzles.judge import Child, Judge, alike
from paiju.puzzles.puzzle import Puzzle
from paiju.puzzles.themes import themes
from paiju.solver.certificate import certificate
from paiju.solver.checking import CertificateError, verify
from paiju.solver.endgame import OutOfTime, Solver, key_of

SEED: Final = 20
WILD: Final = "3456789TJQKA2"
BASE_RATING: Final = 1000
GRADE_STEP: Final = (1250, 1400, 1550, 1700)  # ratings from which on a puzzle is of grade 2, 3, 4, 5


@dataclass(frozen=True)
class Limits:
    """What is looked at, and how long."""

    fewest: int = 8  # cards in all hands together
    most: int = 28
    choices: int = 3  # different first moves there must be, at least
    seconds: float = 0.1  # for one question to the solver
    entries: int = 4000  # of a certificate
    think: float = 0.3  # seconds that `hard` may think when a puzzle is graded


@dataclass(frozen=True)
class Slip:
    """A moment of a deal in which a bot gave a win away or, where points are captured, some that it could have forced."""

    state: State
    action: Action
    points: int | None = None


def mine(game: str, deals: Iterable[int], limits: Limits | None = None, *, seed: int = SEED) -> Iterator[Puzzle]:
    """The puzzles of these deals, at most one of each, without near-doubles among them."""
    seen: set[str] = set()
    for number in deals:
        puzzle = mine_deal(game, number, limits or Limits(), seed=seed)
        if puzzle is not None and (name := likeness(puzzle)) not in seen:
            seen.add(name)
            yield puzzle


def mine_deal(game: str, number: int, limits: Limits, *, seed: int = SEED) -> Puzzle | None:
    """The hardest puzzle of one deal of bots, if there is any."""
    info = catalog.find(game)
    options = _options(game, number)
    played = info.game(options)
    assert isinstance(played, Climb)
    slips = list(_slips(info.id, options, played, list(_deal(info.id, played, info.recommended, number, seed)), limits))
    found = [puzzle for one in slips if (puzzle := _puzzle(played, options, one, number, limits)) is not None]
    return max(found, key=lambda puzzle: puzzle.rating, default=None)


def _options(game: str, number: int) -> dict[str, Any]:
    """What a deal is played under: where there are levels or wild ranks, each in its turn."""
    names = {one.name for one in catalog.find(game).describe()}
    turns = {"level": 2 + number % 13, "wild": WILD[number % 13]}
    return {name: value for name, value in turns.items() if name in names}


def _deal(name: str, game: Climb, seats: int, number: int, seed: int) -> Iterator[Slip]:
    """A deal of `normal` bots: each moment of its tricks, and what was played. Every second one is a short deal."""
    rng = Rng(seed, stream=number)
    if number % 2:
        state = game.deal(seats, int.from_bytes(b"".join(rng.word().to_bytes(4, "big") for _ in range(8)), "big"))
    else:
        state = _short(game, seats, rng)
    bots = [make(name, "normal", seed=seat) for seat in range(seats)]
    policy, tricks = Policy.of(game), len(game.rules.stages) - 1
    while pending := game.pending(state):
        seat = pending[0].seat
        if state.stage == tricks:
            action = policy.choose(state)
            yield Slip(state, action)
        else:
            action = bots[seat].choose(game.view(state, seat), pending[0], limit=1.0)
        state = game.apply(state, seat, action)


def _short(game: Climb, seats: int, rng: Rng) -> State:
    """A deal of a few cards each: in whole deals of two packs somebody is often out while the others hold many."""
    cards = rng.shuffled(game.rules.deck.cards)
    each = (5 if seats > 3 else 7) + rng.below(4)
    leader = rng.below(seats)
    hands = [list(cards[each * seat : each * (seat + 1)]) for seat in range(seats)]
    if game.rules.kitty:
        hands[leader] += cards[each * seats : each * seats + 2]
    return leading(game, hands, leader)


def _slips(name: str, options: Mapping[str, Any], game: Climb, deal: list[Slip], limits: Limits) -> Iterator[Slip]:
    """Moments in which the seat to act could win and did not, from the last on as far back as the solver reaches."""
    judges: dict[frozenset[int], Judge] = {}
    for one in reversed(deal):
        state = one.state
        cards = sum(map(total, state.counts)) + (len(state.draw.pile) if state.draw else 0)
        if cards > limits.most:
            break
        if cards < limits.fewest or state.out or (state.top is None and state.setup.required is not None):
            continue
        if game.rules.drawing:
            points = _points_lost(Position.of(state, name, options), one.action, limits)
            if points is None:
                break
            if points:
                yield replace(one, points=points)
            continue
        judge = next((judge for side, judge in judges.items() if state.turn in side), None)
        if judge is None:
            judge = Judge(Position.of(state, name, options), limit=limits.seconds)
            judges[judge.ours] = judge
        try:
            if judge.holds(state) and not judge.holds(game.apply(state, Seat(state.turn), one.action)):
                yield one
        except OutOfTime:
            break


def _points_lost(position: Position, action: Action, limits: Limits) -> int | None:
    """The points that could be forced, if this move no longer forces them; 0 if it does, None if that is not decided."""
    position = replace(position, captured=())
    try:
        judge = Judge(position, Judge(position, limit=limits.seconds).forced(), limit=limits.seconds)
        lost = not judge.holds(judge.game.apply(position.state, Seat(position.turn), action))
    except OutOfTime:
        return None
    return judge.points if lost else 0


def _position(name: str, options: Mapping[str, Any], state: State) -> Position | None:
    """The position of a state, without what does not matter for who wins; None if it says less than the state."""
    full = Position.of(state, name, options)
    position = replace(full, plays=(), captured=(), bid=1, multiplier=1)
    aim = Judge(position).aim
    return position if key_of(position.engine, position.state, aim) == key_of(position.engine, state, aim) else None


def _puzzle(game: Climb, options: Mapping[str, Any], slip: Slip, number: int, limits: Limits) -> Puzzle | None:
    """The puzzle of a slip: None where several moves win, or it is too easy, too long or cannot be proved in time."""
    position = _position(game.name, options, slip.state)
    if position is None:
        return None
    judge = Judge(position, slip.points, limit=limits.seconds)
    state = position.state
    try:
        moves = judge.moves(state)
        if len({alike(action) for action, _ in moves}) < limits.choices:
            return None
        right: list[Child] = []
        losing: list[Child] = []
        for move in moves:
            (right if judge.holds(move[1]) else losing).append(move)
        if len({alike(action) for action, _ in right}) != 1:
            return None
        best, after = right[0]
        if judge.over(after) is not None:
            return None
        line = [(state.turn, written(judge.game, best)), *judge.line(after)]
        nodes = judge.solver.nodes
        only = _only_moves(judge, [text for _, text in line])
        if only < 2:
            return None
        proof = _proved(position, slip.points, limits)
    except OutOfTime:
        return None
    if proof is None:
        return None
    texts = tuple(text for _, text in line)
    wanted = alike(best)
    if _finds(game, "normal", slip.state, wanted, judge, limits):
        return None
    found = tuple(level for level in ("easy", "hard") if _finds(game, level, slip.state, wanted, judge, limits))
    decoys = sum(_looks_won(judge, after) for _, after in losing)
    rating = _rating(only, decoys, len(moves), found, nodes)
    return Puzzle(
        text=str(position),
        best=texts[0],
        grade=1 + sum(rating >= step for step in GRADE_STEP),
        rating=rating,
        line=texts,
        themes=themes(judge, state, best, losing, texts),
        points=slip.points,
        found=found,
        nodes=nodes,
        proof=proof,
        deal=number,
    )


def _only_moves(judge: Judge, line: list[str]) -> int:
    """How many moves of ours in a line are the only ones that hold."""
    only = 0
    for state, seat, _ in judge.walk(line):
        if seat in judge.ours and len({alike(one) for one, _ in judge.moves(state)}) > 1:
            only += len({alike(one) for one, _ in judge.winning(state)}) == 1
    return only


def _proved(position: Position, points: int | None, limits: Limits) -> int | None:
    """The entries of a certificate that the verifier accepts."""
    solver = Solver(position, limit=limits.seconds, memory=64 << 20)
    solver.solve("win" if points is None else "score", all_moves=False)
    try:
        return len(verify(str(certificate(solver, most=limits.entries))).entries)
    except CertificateError:
        return None


def _finds(game: Climb, level: str, state: State, wanted: str, judge: Judge, limits: Limits) -> bool:
    """Whether a bot of this level, which sees its own cards only, plays the solution; `easy`, which errs, most of the time."""
    (decision,) = game.pending(state)
    view = game.view(state, decision.seat)
    tries = 5 if level == "easy" else 1
    right = 0
    for seed in range(tries):
        answer = make(game.name, level, seed=seed).choose(view, decision, limit=limits.think)
        right += alike(decision.choices.resolve(decision.seat, answer)) == wanted
    return 2 * right > tries


def _looks_won(judge: Judge, state: State) -> bool:
    """Whether a move that fails would win if everybody went on at a glance."""
    end = play_out(Policy.of(judge.game), state)
    return end is not None and judge.over(end) is True


def _rating(only: int, decoys: int, moves: int, found: tuple[str, ...], nodes: int) -> int:
    """A first guess at how hard a puzzle is: only moves to find, failing moves that look good, choice, and search."""
    rating = BASE_RATING + 70 * min(only - 1, 5) + 45 * min(decoys, 6) + 6 * min(moves, 20)
    rating += 12 * min(15, round(log2(1 + nodes)))
    return rating + (0 if "easy" in found else 60) + (0 if "hard" in found else 120)


def likeness(puzzle: Puzzle) -> str:
    """The same for near-doubles: ranks that nobody holds are left out of the order, and suits."""
    position, layout = puzzle.position, puzzle.position.engine.layout
    top = position.top[1] if position.top else ()
    held = sorted({layout.point[card.rank] for hand in (*position.hands, top) for card in hand})
    place = {point: at for at, point in enumerate(held)}

    def name(cards: Iterable[Any]) -> str:
        return ",".join(map(str, sorted(place[layout.point[card.rank]] for card in cards)))

    hands = "/".join(map(name, position.hands))
    return f"{puzzle.game} {hands} {position.turn} {position.landlord} {name(top)} {position.options}"
