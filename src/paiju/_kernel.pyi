"""Types of the native module; its sources are in native/. Import paiju.kernel, never this."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, final

from typing_extensions import Buffer

T = TypeVar("T")

def sha256(message: bytes, /) -> bytes:
    """The hash of a message, 32 bytes."""

def shuffled(items: Iterable[T], prefix: bytes, used: int) -> tuple[tuple[T, ...], int]:
    """A row shuffled by the documented generator, and how many of its words are used up then.

    The generator is known by seed and stream, 40 bytes, and by how many words are used already.
    """

def written(
    start: bytes, header: list[str], moves: tuple[tuple[int, str | None, int | None], ...], wide: bool = True
) -> str:
    """A record after its first line, each line with its hash behind it; the chain starts from these 32 bytes.

    Not `wide`, only instructions that every machine has are used.
    """

def differing(values: dict[str, Any], defaults: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    """Those of the values that differ from their defaults, in the order of these."""

@final
class Speller:
    """What games say, as the wire spells it: the twin of `paiju.server.spelling.camels`, which gives it all it knows."""

    def __init__(
        self,
        camel: Callable[[str], str],
        people: frozenset[str],
        texts: dict[int, str],
        card: type[Any],
        line: type[Any],
        plain: Callable[[Any], Any],
        /,
    ) -> None: ...
    def __call__(self, facts: Any, players: tuple[str, ...] = ()) -> dict[str, Any]: ...

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
    """For each player, on how many of all boards he is one of 1, 2, ... winners."""

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

    def facts(self, i: int, /) -> tuple[list[int], int, list[int], list[int], int, int]:
        """Hole cards and board as masks, stacks and bets by seat, the street (4: over) and the button."""

HOLDEM_FIELDS: dict[str, tuple[str, ...]]
"""The fields of the tuples and structs that are read and made by their places, by the name of their class."""

@final
class HoldemSettle:
    """The end of a hand of hold'em, whose board was not run twice."""

    def __init__(self, refund: type[Any], pot: type[Any], won: type[Any], result: type[Any]) -> None: ...
    def __call__(
        self, state: Any, tabled: bool, ruling: int, auto_muck: bool, from_button: bool, one_each: bool
    ) -> tuple[tuple[int, ...], Any] | None:
        """The stacks after it and what happened; None for what cannot be read."""

@final
class HoldemStep:
    """Answers and questions of hold'em's betting, without limits and caps; None where Python has to say what comes."""

    def __init__(
        self,
        state: type[Any],
        entry: type[Any],
        bets: type[Any],
        line: type[Any],
        decision: type[Any],
        pot: type[Any],
    ) -> None: ...
    def start(self, setup: Any, least_bet: int) -> Any | None:
        """The first state of a hand in which nothing but the blinds is posted."""

    def act(self, state: Any, action: Any, least_bet: int) -> Any | None:
        """The state after an answer of the seat to act, on the next street if it was the round's last.

        Nobody's turn: Python says how the hand goes on.
        """

    def bets(self, state: Any, floor: int, is_pot_limit: bool) -> Any | None:
        """The choices of the seat to act; `floor` is the least increment by option, or 0."""

    def ask(self, state: Any, floor: int, is_pot_limit: bool) -> tuple[Any, ...] | None:
        """What `Holdem.pending` asks of a seat that is to bet."""

    def amounts(self, state: Any, floor: int, is_pot_limit: bool) -> tuple[int, ...] | None:
        """What a view tells of chips while a seat is to bet."""

    def unpaid(self, state: Any) -> tuple[Any, ...] | None:
        """The pots of a hand that is not over, without the bets of this street; also of limit games."""

@final
class HoldemHand:
    """What stays the same in the text of a hand of hold'em. `ids` and `lasting` are JSON.

    `line` says in JSON what cards make, given their codes; neither it nor `word` may keep a sheet.
    """

    def __init__(
        self,
        options: Any,
        setup: Any,
        players: tuple[str, ...],
        ids: Sequence[bytes],
        lasting: Sequence[bytes],
        sitting_out: tuple[int, ...],
        bomb_pot: bool,
        line: Callable[[bytes], bytes],
        word: Callable[[int], str],
    ) -> None: ...
    @property
    def options(self) -> Any: ...
    @property
    def setup(self) -> Any: ...
    @property
    def players(self) -> tuple[str, ...]: ...

@final
class HoldemSheet:
    """A state of hold'em as its viewers are told: a `Sheet` of paiju.games.extras."""

    def __init__(
        self,
        hand: HoldemHand,
        state: Any,
        amounts: tuple[int, ...],
        pots: tuple[Any, ...],
        order: tuple[int, ...],
        before: HoldemSheet | None = None,
    ) -> None: ...
    @property
    def hand(self) -> HoldemHand: ...
    @property
    def state(self) -> Any: ...
    def hand_of(self, options: Any, state: Any, players: tuple[str, ...]) -> HoldemHand | None:
        """The hand, if that is what the state is of."""

    def pots_of(self, state: Any) -> tuple[Any, ...] | None:
        """The pots of a later state of the hand, if they are the same: bets join them at the end of a street."""
    @property
    def stage(self) -> str: ...
    def facts(self) -> list[bytes]: ...
    def view(self, viewer: int | None) -> list[bytes]: ...
    def told(self, viewer: int | None) -> int: ...
    def events(self, viewer: int | None, start: int) -> bytes: ...
    def player(self, seat: int, viewer: int | None) -> tuple[str | None, int | None, bytes]: ...
    def cards(self, viewer: int | None) -> bytes | None: ...
    def question(self, decision: Any) -> tuple[bytes, bytes]: ...
    def moved(self, viewer: int | None, seat: int, text: str) -> bytes: ...

class Scene:
    """What everybody is told of a table: the twin of that name in paiju.server.telling."""

    def __init__(
        self,
        table: Any,
        sheet: Any,
        ids: tuple[str, ...],
        head: bytes,
        stage: str | None,
        deadline: int | None,
        lasting: tuple[bytes, ...],
        plates: Any,
        rows: list[tuple[int, bytes, str, int | None, int | None, bool]],
    ) -> None: ...
    @property
    def table(self) -> Any: ...
    @property
    def sheet(self) -> Any: ...
    @property
    def ids(self) -> tuple[str, ...]: ...
    @property
    def head(self) -> bytes: ...
    @property
    def lasting(self) -> tuple[bytes, ...]: ...
    @property
    def plates(self) -> Any: ...

class Picture:
    """All that one viewer may know: the twin of that name in paiju.server.telling."""

    def __init__(
        self,
        scene: Scene,
        seat: int | None,
        viewer: int | None,
        player: str | None,
        asked: Any,
        old: Picture | None = None,
    ) -> None: ...
    @property
    def scene(self) -> Scene: ...
    @property
    def seat(self) -> int | None: ...
    def full(self, seq: int, time: int) -> bytes: ...
    def delta(self, old: Picture, base: int, seq: int, time: int) -> bytes | None: ...

class _ClimbDeals(_Deals):
    """Many running deals of a climbing game under one compiled sheet."""

    def __init__(self, table: dict[str, Any], size: int, /) -> None: ...
    def move(self, i: int, choice: int, /) -> tuple[int, tuple[int, int, int, int] | None]:
        """The kind of the running stage, and what a choice takes from the hand; None for words."""

    def said(self, i: int, /) -> list[int]:
        """The answers that the running stage has so far."""

    def top(self, i: int, /) -> tuple[int, int]:
        """The number of the combo to be beaten, -1 when leading, and whose it is."""

    def facts(self, i: int, /) -> tuple[list[int], list[int], list[int], list[int], int, int]:
        """Hands and counts by seat, points captured, who is out, the multiplier, and the landlord (-1: none)."""

class PointDeals(_ClimbDeals): ...
class SuitDeals(_ClimbDeals): ...
class WildDeals(_ClimbDeals): ...

class _Plays:
    """The plays of a hand under one compiled sheet."""

    def __init__(self, table: dict[str, Any], /) -> None: ...
    def plays(self, hand: int, counts: int, top: int, /) -> list[tuple[int, int, int, int]]: ...
    def beats(self, one: int, other: int, /) -> bool: ...

class PointPlays(_Plays): ...
class SuitPlays(_Plays): ...
class WildPlays(_Plays): ...

class _Endgame:
    """Whether a side can force its aim with open hands; what was found out is kept for the next question."""

    @property
    def nodes(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def wins(self, row: dict[str, Any], seconds: float) -> bool | None: ...

class _Aimed(_Endgame):
    def __init__(self, table: dict[str, Any], goal: int, side: int, seat: int, least: int, bytes: int) -> None: ...

class PointEndgame(_Aimed): ...
class SuitEndgame(_Aimed): ...
class WildEndgame(_Aimed): ...

class Race(_Endgame):
    """Which side runs out first, where suits do not matter and nobody is locked out."""

    def __init__(
        self, table: dict[str, Any], side: int, bytes: int, shortcuts: int, path: int, shortest: tuple[int, ...]
    ) -> None: ...
    @property
    def hands(self) -> int: ...
