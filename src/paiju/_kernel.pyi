"""Types of the native module; its sources are in native/. Import paiju.kernel, never this."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from typing_extensions import Buffer

def evaluate7(mask: int, /) -> int:
    """Strength of seven cards, 1 to 7462; higher wins, equal ties."""

def evaluate(*hand: Any) -> int:
    """Strength of the best five of five to seven cards: one mask, one bytes object, or the cards as integers."""

def evaluate_short(*hand: Any) -> int:
    """The same with the short deck."""

def evaluate_short_trips(*hand: Any) -> int:
    """The same with the short deck and three of a kind above a straight."""

def evaluate_many(hands: Buffer, out: Buffer, ruling: int = 0, threads: int = 1, wide: bool = True) -> None:
    """Strengths of many hands, as 64-bit masks or as rows of five to seven bytes, into 16-bit integers.

    Not `wide`, only instructions that every machine has are used.
    """

def frequencies(cards: int, ruling: int = 0) -> list[int]:
    """How many hands of so many cards have each strength; place 0 is unused."""

def enumerate_boards(holes: Sequence[int], board: int, dead: int, ruling: int = 0) -> list[list[int]]:
    """For each player, on how many of all boards they are one of 1, 2, ... winners."""

def enumerate_ranges(
    holes_a: Buffer,
    weights_a: Buffer,
    holes_b: Buffer,
    weights_b: Buffer,
    board: int,
    dead: int,
    c: int,
    d: int,
    h: int,
    s: int,
    ruling: int = 0,
) -> tuple[float, float, float]:
    """Two weighted ranges over all boards: weight won by the first, tied, won by the second."""

def sample_boards(
    groups: Sequence[tuple[int, Any, Any, Any, bool]], board: int, dead: int, ruling: int, samples: int, seed: int
) -> list[list[int]]:
    """The same counts as enumerate_boards over random hands and boards."""

def judge_runouts(holes: Buffer, runouts: Buffer, board: int, ruling: int, strengths: Buffer, scores: Buffer) -> None:
    """Strengths of hands on every run-out of a board, 0 where they share a card, and each hand's share of pots."""

def beaten(strengths: Buffer, holes: Buffer, runouts: Buffer, me: int, weights: Buffer) -> list[float]:
    """On each run-out that leaves a hand: the share of a range's weight that it beats."""

class _Deals:
    """Many running deals of one game; see paiju.envs.batch.Engine."""

    def __len__(self) -> int: ...
    def deal(self, seeds: Buffer, threads: int = 1) -> None: ...
    def deal_quick(self, seed: int, threads: int = 1) -> None: ...
    def turn(self, i: int, /) -> int: ...
    def count(self, i: int, /) -> int: ...
    def step(self, i: int, choice: int, /) -> int: ...
    def turns(self, out: Buffer, /) -> None: ...
    def counts(self, out: Buffer, threads: int = 1) -> None: ...
    def step_all(self, choices: Buffer, threads: int = 1) -> None: ...
    def playout(self, seed: int, threads: int = 1) -> int: ...
    def scores(self, out: Buffer, /) -> None: ...
    def score(self, i: int, /) -> tuple[int, ...] | None: ...
    def tally(self) -> list[tuple[float, float, int, int, int]]: ...
    def perft(self, i: int, depth: int, /) -> int: ...

class HoldemDeals(_Deals):
    """Many running hands of hold'em under one compiled table."""

    def __init__(self, table: dict[str, Any], size: int, /) -> None: ...
    def bounds(self, i: int, /) -> tuple[int, int, int]:
        """What is owed, and the least and largest total of a raise, 0 and 0 where there is none."""

    def snapshot(self, i: int, /) -> tuple[list[int], int, list[int], list[int], int, int]:
        """Hole cards and board as masks, stacks and bets by seat, the street (4: over) and the button."""

class _ClimbDeals(_Deals):
    """Many running deals of a climbing game under one compiled sheet."""

    def __init__(self, table: dict[str, Any], size: int, /) -> None: ...
    def move(self, i: int, choice: int, /) -> tuple[int, tuple[int, int, int, int] | None]:
        """The kind of the running stage, and what a choice takes from the hand; None for words."""

    def said(self, i: int, /) -> list[int]:
        """The answers that the running stage has so far."""

    def top(self, i: int, /) -> tuple[int, int]:
        """The number of the combo to be beaten, -1 when leading, and whose it is."""

    def wild(self, i: int, /) -> int:
        """Which of the ranks that may be drawn is wild, -1 while none was."""

    def snapshot(self, i: int, /) -> tuple[list[int], list[int], list[int], list[int], int, int]:
        """Hands and counts by seat, points captured, who is out, the multiplier, and the landlord (-1: none)."""

class PointDeals(_ClimbDeals): ...
class SuitDeals(_ClimbDeals): ...
class WildDeals(_ClimbDeals): ...

class _Lanes:
    """Many deals of one game as arrays; see paiju.envs.vector.Lanes."""

    def __init__(self, table: dict[str, Any], encoding: dict[str, Any], size: int, threads: int, /) -> None: ...
    def __len__(self) -> int: ...
    def deal(self, seed: bytes, /) -> None: ...
    def deal_quick(self, seed: int, /) -> None: ...
    def observe(
        self, planes: object, facts: object, tokens: object, hidden: object, seats: object, offsets: object, /
    ) -> int: ...
    def step(
        self,
        actions: object,
        rewards: object,
        dones: object,
        planes: object,
        facts: object,
        tokens: object,
        hidden: object,
        seats: object,
        offsets: object,
        /,
    ) -> int: ...
    def features(self, features: object, /) -> None: ...

class HoldemLanes(_Lanes): ...

class _ClimbLanes(_Lanes):
    def glances(self, policy: object, values: object, /) -> None: ...
    def play_outs(self, policy: object, rows: object, seed: int, values: object, /) -> None: ...

class PointLanes(_ClimbLanes): ...
class SuitLanes(_ClimbLanes): ...
class WildLanes(_ClimbLanes): ...

class Network:
    """A small network of whole numbers; see paiju.encodings.network."""

    def __init__(
        self,
        state: int,
        feature: int,
        first: int,
        second: int,
        weights: bytes,
        biases: list[int],
        first_shift: int,
        second_shift: int,
        /,
    ) -> None: ...
    def rate(self, state: bytes, rows: bytes, /) -> list[int]: ...

class _Plays:
    """The plays of a hand under one compiled sheet."""

    def __init__(self, table: dict[str, Any], /) -> None: ...
    def plays(self, hand: int, counts: int, top: int, /) -> list[tuple[int, int, int, int]]: ...
    def beats(self, one: int, other: int, /) -> bool: ...

class PointPlays(_Plays): ...
class SuitPlays(_Plays): ...
class WildPlays(_Plays): ...

class _Rules:
    """The compiled rules of a game, for searches."""

    def __init__(self, table: dict[str, Any], /) -> None: ...

class PointRules(_Rules): ...
class SuitRules(_Rules): ...
class WildRules(_Rules): ...

class _Endgame:
    """Whether a side can force its aim with open hands; what was found out is kept for the next question."""

    @property
    def nodes(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def wins(self, row: dict[str, Any], seconds: float, progress: Callable[[int], object] | None) -> bool | None: ...

class _Aimed(_Endgame):
    def __init__(self, rules: _Rules, goal: int, side: int, seat: int, least: int, bytes: int) -> None: ...

class PointEndgame(_Aimed): ...
class SuitEndgame(_Aimed): ...
class WildEndgame(_Aimed): ...

class Race(_Endgame):
    """Which side runs out first, where suits do not matter and nobody is locked out."""

    def __init__(
        self, rules: PointRules, side: int, bytes: int, shortcuts: int, path: int, shortest: tuple[int, ...], apart: int
    ) -> None: ...
    @property
    def hands(self) -> int: ...

_Answer = tuple[int, int, int, int] | None
"""A move: body, carried, number of its combo, what its reader adds; None: a pass."""

class _Policy:
    """What a sensible player does at a glance, under one compiled sheet."""

    def __init__(self, game: dict[str, Any], table: dict[str, Any]) -> None: ...
    def cost(self, counts: int, riders: int) -> int: ...
    def placed(self, natural: int, wilds: int, level: int) -> int: ...
    def scored(self, row: dict[str, Any], required: int, all: bool = False) -> list[tuple[int, _Answer]]: ...
    def played(self, row: dict[str, Any], required: int, other: Self | None, theirs: int) -> tuple[int, ...]: ...

class PointPolicy(_Policy): ...
class SuitPolicy(_Policy): ...
class WildPolicy(_Policy): ...

class _Imagined:
    """Deals imagined one after another from what a seat knows."""

    def __init__(self, player: _Policy, known: dict[str, Any], seed: int, warmth: float, steps: int) -> None: ...
    def next(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], float]:
        """Hands, counts, the pile, and by how much what the others did is unlike the policy."""

    def weigh(self, answers: list[_Answer], deals: int) -> tuple[list[float], list[float]]:
        """What each answer brought in all, and the sum of the products of every two."""

class PointImagined(_Imagined): ...
class SuitImagined(_Imagined): ...
class WildImagined(_Imagined): ...
