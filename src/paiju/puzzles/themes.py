"""Which tricks of the trade a puzzle shows, read off its proof: the solution, the moves that fail, and the main line.

split       拆牌   the solution takes a group of the hand apart, and leaves no fewer groups than before
block       顶牌   a smaller play of the same kind would do for the trick, and loses
let_by      让路   the solution is to pass although the play on the table could be beaten
keep_bomb   留炸   a bomb at hand, to play now is wrong; it is needed later
feed        送牌   the lead is meant for the partner, who takes it
bomb_first  先炸   the solution is a bomb
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.bots.climb.policy import Policy
from paiju.games.climb.actions import PASS, Action, Play
from paiju.games.climb.state import State
from paiju.games.messages import Text
from paiju.puzzles.judge import Child, Judge

THEMES: Final[dict[str, Text]] = {
    "split": Text("拆牌", "break up a group"),
    "block": Text("顶牌", "block with a higher play"),
    "let_by": Text("让路", "let it pass"),
    "keep_bomb": Text("留炸", "keep the bomb"),
    "feed": Text("送牌", "feed the partner"),
    "bomb_first": Text("先炸", "bomb first"),
}


def themes(
    judge: Judge, state: State, solution: Action, losing: Sequence[Child], line: Sequence[str]
) -> tuple[str, ...]:
    """The themes of a solution. `losing` are the first moves that fail, `line` is the main line, the solution first."""
    tests = {
        "split": _splits(judge, state, solution),
        "block": _blocks(solution, losing),
        "let_by": solution == PASS,
        "keep_bomb": _keeps_bomb(judge, solution, losing, line),
        "feed": _feeds(judge, state, line),
        "bomb_first": isinstance(solution, Play) and solution.combo is not None and solution.combo.bomb > 0,
    }
    return tuple(name for name in THEMES if tests[name])


def _splits(judge: Judge, state: State, solution: Action) -> bool:
    if not isinstance(solution, Play):
        return False
    policy, seat = Policy.of(judge.game), state.turn
    after = judge.game.layout.weigh(solution.cards)

    def groups(counts: int, hand: int) -> int:
        return len(policy.splitter.split(policy.standing(counts, hand)[0]).groups)

    before = groups(state.counts[seat], state.hands[seat])
    rest = groups(state.counts[seat] - after[1], state.hands[seat] - after[0])
    return rest >= before


def _blocks(solution: Action, losing: Sequence[Child]) -> bool:
    """The smallest play of the same kind and length loses, though it may be played."""
    combo = solution.combo if isinstance(solution, Play) else None
    if combo is None or combo.bomb:
        return False
    others = (move.combo for move, _ in losing if isinstance(move, Play) and move.combo is not None)
    return any(one.line == combo.line and one.size == combo.size and one.strength < combo.strength for one in others)


def _keeps_bomb(judge: Judge, solution: Action, losing: Sequence[Child], line: Sequence[str]) -> bool:
    if isinstance(solution, Play) and solution.combo is not None and solution.combo.bomb:
        return False
    if not any(isinstance(move, Play) and move.combo is not None and move.combo.bomb for move, _ in losing):
        return False
    first = judge.position.turn
    for _, seat, action in judge.walk(list(line)):
        if seat == first and isinstance(action, Play) and action.combo is not None and action.combo.bomb:
            return True
    return False


def _feeds(judge: Judge, state: State, line: Sequence[str]) -> bool:
    """A lead of ours that a partner takes as the next to play."""
    if not state.leading:
        return False
    steps = [(seat, action) for _, seat, action in judge.walk(list(line))]
    leader = steps[0][0]
    follower = next((seat for seat, action in steps[1:] if action != PASS), leader)
    return follower != leader and follower in judge.ours
