"""Many deals of one game at once, as arrays: observations, features of the legal choices, rewards.

    env = VecEnv("doudizhu", 256, seed=7)
    arrays = env.reset()
    while training:
        actions = policy(arrays)              # one position in the list of choices for each deal
        env.step(actions)                     # writes the same arrays again

Lane i plays one deal after the other: its k-th deal is number i + k × n of the seed, card for card the deal that
`game.deal(seats, seed + number)` gives. A deal that ends puts its scores into `rewards` and 1 into `dones`, and its lane
goes on with the next deal, so every lane always waits for somebody. `seats` says for whom.

The choices of lane i are the rows `offsets[i]` to `offsets[i + 1]` of `features`. An action is a position in that list;
in hold'em -x raises to exactly x chips. The kernel runs the games it knows, Python the others: same class, same numbers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, fields
from itertools import accumulate
from typing import Any, Final, Protocol

from paiju.encodings import Encoder, Encoding, IdTable, encoder_of
from paiju.envs.families import family_of
from paiju.games import catalog
from paiju.games.contract import AnyGame, Decision, View
from paiju.solver.quick import APART, Quick, quick_seed

__all__ = ["Arrays", "VecEnv"]

MOST_LANES = 1 << 22
_WORD: Final = (1 << 64) - 1
IDLE_DEALS = 1000  # deals in a row in which nobody is asked anything


@dataclass
class Arrays:
    """What an environment writes: NumPy arrays, or anything contiguous and writable with the buffer protocol or DLPack.

    planes    uint8 (n, planes, rows, columns)     what the seat to act sees; see its `Encoding`
    facts     int32 (n, facts)
    tokens    int16 (n, history, fields)
    hidden    uint8 (n, hidden, rows, columns)     what it does not see, for critics; None: not wanted
    seats     int8  (n)                            who is to act
    offsets   int64 (n + 1)                        the choices of lane i are rows offsets[i] to offsets[i + 1]
    features  uint8 (rows, features)               at least offsets[n] rows
    rewards   int64 (n, seats)                     scores of a deal that has just ended, else zeros
    dones     uint8 (n)                            whether the last step ended a deal
    """

    planes: Any
    facts: Any
    tokens: Any
    hidden: Any
    seats: Any
    offsets: Any
    features: Any
    rewards: Any
    dones: Any

    @classmethod
    def new(cls, encoding: Encoding, n: int, *, hidden: bool = False, rows: int = 0) -> Arrays:
        """New NumPy arrays, with room for so many choices."""
        try:
            import numpy as np
        except ModuleNotFoundError as error:
            error.add_note("a VecEnv needs it, or arrays of yours: pip install 'paiju[rl]'")
            raise

        plane = (encoding.rows, encoding.columns)
        return cls(
            planes=np.zeros((n, len(encoding.planes), *plane), np.uint8),
            facts=np.zeros((n, encoding.fact_size), np.int32),
            tokens=np.zeros((n, encoding.history, encoding.token_size), np.int16),
            hidden=np.zeros((n, len(encoding.hidden), *plane), np.uint8) if hidden else None,
            seats=np.zeros(n, np.int8),
            offsets=np.zeros(n + 1, np.int64),
            features=np.zeros((max(rows, 16 * n, 64), encoding.feature_size), np.uint8),
            rewards=np.zeros((n, encoding.seats), np.int64),
            dones=np.zeros(n, np.uint8),
        )

    def buffers(self) -> Arrays:
        """The same memory; what speaks only DLPack as NumPy arrays."""
        return Arrays(*[_buffer(getattr(self, field.name)) for field in fields(self)])


class Lanes(Protocol):
    """What runs the deals: a class of the kernel, or `TwinLanes`."""

    def deal(self, seed: bytes, /) -> None:
        """Begin anew with the deals of a reference seed of 32 bytes."""

    def deal_quick(self, seed: int, /) -> None: ...

    def observe(self, planes: Any, facts: Any, tokens: Any, hidden: Any, seats: Any, offsets: Any, /) -> int:
        """Write what the seats to act see; how many choices there are together."""

    def step(
        self, actions: Any, rewards: Any, dones: Any,
        planes: Any, facts: Any, tokens: Any, hidden: Any, seats: Any, offsets: Any, /,
    ) -> int:  # fmt: skip
        """One choice for each lane, then as `observe`. IndexError if any is impossible; then none was made."""

    def features(self, features: Any, /) -> None:
        """Write the features of all choices. ValueError if there are too few rows."""

    def glances(self, policy: Any, values: Any, /) -> None:
        """Write what is chosen in each lane: see `VecEnv.glances`."""

    def play_outs(self, policy: Any, rows: Any, seed: int, values: Any, /) -> None:
        """Write what each of these choices brings: see `VecEnv.play_outs`."""


class VecEnv:
    """See the module.

    >>> env = VecEnv("doudizhu", 2, seed=1)
    >>> arrays = env.reset()
    >>> arrays.planes.shape, arrays.seats.tolist(), arrays.offsets.tolist()
    ((2, 7, 15, 4), [0, 1], [0, 2, 4])
    >>> env.step([1, 1]).dones.tolist()
    [0, 0]
    """

    def __init__(
        self,
        game: AnyGame | str,
        n: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        fast_seed: int | None = None,
        history: int = 16,
        hidden: bool = False,
        threads: int = 1,
        native: bool | None = None,
        arrays: Arrays | None = None,
    ) -> None:
        """`fast_seed` deals with a quick generator instead of the documented one. `hidden` asks for what critics may see.
        `native`: True demands the kernel, False keeps out of it, None takes it where it can run this game."""
        if not 1 <= n <= MOST_LANES:
            raise ValueError(f"an environment has 1 to {MOST_LANES} lanes")
        if not 1 <= threads <= 256:
            raise ValueError("threads is a number from 1 to 256")
        if not 1 <= history <= 256:
            raise ValueError("history is a number from 1 to 256")
        self.game = catalog.find(game).game() if isinstance(game, str) else game
        self.seats = catalog.find(self.game.name).recommended if seats is None else seats
        if self.seats not in self.game.seats:
            raise ValueError(f"{self.game.name} is for {self.game.seats[0]} to {self.game.seats[-1]} players")
        self.n, self.seed, self.fast_seed = n, seed, fast_seed
        self.encoder: Encoder = encoder_of(self.game, self.seats, history=history)
        self.encoding: Encoding = self.encoder.encoding
        self.family = family_of(self.game)
        lanes = None if native is False else self.family.lanes(self.encoder, n, threads)
        if lanes is None and native:
            raise ValueError(f"the kernel cannot run {self.game.name} under these options")
        self.native = lanes is not None
        self.lanes: Lanes = lanes if lanes is not None else TwinLanes(self.game, self.encoder, n)
        self.is_own = arrays is None  # then they grow as needed
        self.arrays = Arrays.new(self.encoding, n, hidden=hidden) if arrays is None else arrays.buffers()
        self._ids: IdTable | None = None

    def reset(self, *, seed: int | None = None, fast_seed: int | None = None) -> Arrays:
        """Deal in every lane, by new seeds if they are given."""
        if seed is not None or fast_seed is not None:
            self.seed, self.fast_seed = seed or 0, fast_seed
        if self.fast_seed is not None:
            self.lanes.deal_quick(self.fast_seed & (1 << 64) - 1)
        elif 0 <= self.seed < 1 << 256:
            self.lanes.deal(self.seed.to_bytes(32, "big"))
        else:
            raise ValueError("a seed is an integer from 0 to 2**256 - 1")
        one = self.arrays
        for out in (one.rewards, one.dones):
            with memoryview(out) as row:
                row.cast("B")[:] = bytes(row.nbytes)
        self._features(self.lanes.observe(*self._seen))
        return one

    def step(self, actions: Any) -> Arrays:
        """One action for each lane: 64-bit integers. If any is impossible nothing has changed."""
        row = array("q", actions) if isinstance(actions, (list, tuple)) else _buffer(actions)
        one = self.arrays
        self._features(self.lanes.step(row, one.rewards, one.dones, *self._seen))
        return one

    @property
    def _seen(self) -> tuple[Any, ...]:
        one = self.arrays
        return one.planes, one.facts, one.tokens, one.hidden, one.seats, one.offsets

    def _features(self, rows: int) -> None:
        if self.is_own and len(self.arrays.features) < rows:
            import numpy as np

            self.arrays.features = np.zeros((2 * rows, self.encoding.feature_size), np.uint8)
        self.lanes.features(self.arrays.features)

    def write_features(self, features: Any) -> None:
        """Write the features once more, to this array from now on: after `step` found the caller's too small."""
        self.arrays.features = _buffer(features)
        self.lanes.features(self.arrays.features)

    @property
    def policy(self) -> Any | None:
        """Who plays at a glance, in the kernel or in Python; None: nobody can."""
        return self.family.policy(self.game, self.seats, self.native)

    def _asked_policy(self) -> Any:
        if (policy := self.policy) is None:
            raise ValueError(f"{self.game.name} has no bot that plays at a glance")
        return policy

    def glances(self) -> array[int]:
        """What is chosen in each lane at a glance, as `normal` chooses cards; -1 where words or gifts are asked for.

        ValueError for a game that nobody plays at a glance.
        """
        policy, found = self._asked_policy(), array("q", bytes(8 * self.n))
        self.lanes.glances(policy, found)
        return found

    def play_outs(self, rows: Any, seed: int = 0) -> array[int]:
        """What each of these choices (rows of `features`) brings to whose turn it is: its score if what is not cards is then
        said and given at random and everybody plays at a glance, as `normal` does, with the cards as they lie.

        Nothing is changed. Choices of one lane meet the same chance. ValueError for a game that nobody plays at a glance.
        """
        policy = self._asked_policy()
        wanted = array("q", rows) if isinstance(rows, (list, tuple, range)) else _buffer(rows)
        found = array("q", bytes(memoryview(wanted).nbytes))
        self.lanes.play_outs(policy, wanted, seed & _WORD, found)
        return found

    # -- fixed ids -------------------------------------------------------------------------------------------------

    @property
    def ids(self) -> IdTable:
        """A fixed number for every choice of the game. ValueError where there are too many to list."""
        if self._ids is None:
            self._ids = self.encoder.ids()
            if self._ids is None:
                raise ValueError(f"{self.game.name} has too many choices for a table of ids")
        return self._ids

    def row_ids(self) -> list[int]:
        """The id of every row of `features` that is in use."""
        ids, size = self.ids, self.encoding.feature_size
        with memoryview(self.arrays.features) as view, memoryview(self.arrays.offsets) as offsets:
            flat = view.cast("B")
            return [ids.id(bytes(flat[at * size : at * size + size])) for at in range(offsets[self.n])]

    def masks(self) -> Any:
        """Which ids are legal: uint8 (n, ids)."""
        import numpy as np

        found = np.zeros((self.n, len(self.ids)), np.uint8)
        offsets = np.asarray(self.arrays.offsets)
        found[np.repeat(np.arange(self.n), np.diff(offsets)), self.row_ids()] = 1
        return found

    def step_ids(self, ids: Any) -> Arrays:
        """One id for each lane, instead of a position in the list."""
        rows, offsets = self.row_ids(), memoryview(self.arrays.offsets)
        actions = []
        for lane, wanted in enumerate(ids):
            listed = rows[offsets[lane] : offsets[lane + 1]]
            if wanted not in listed:
                raise IndexError(f"lane {lane} has no choice with id {wanted}")
            actions.append(listed.index(wanted))
        return self.step(actions)


class TwinLanes:
    """Deals in Python, by the game and the encoder themselves."""

    def __init__(self, game: AnyGame, encoder: Encoder, n: int) -> None:
        self.game, self.encoder, self.n = game, encoder, n
        self.family = family_of(game)
        self.games: list[AnyGame] = [game] * n
        self.states: list[Any] = [None] * n
        self.numbers = [0] * n
        self.asked: list[tuple[View, Decision[Any], list[Any]]] = []
        self.seed, self.is_quick = 0, False

    def deal(self, seed: bytes, /) -> None:
        self._begin(int.from_bytes(seed, "big"), False)

    def deal_quick(self, seed: int, /) -> None:
        self._begin(seed, True)

    def _begin(self, seed: int, is_quick: bool) -> None:
        self.seed, self.is_quick = seed, is_quick
        self.numbers = list(range(self.n))
        self.asked = []
        for lane in range(self.n):
            self._next(lane)
            self.asked.append(self._ask(lane))

    def _next(self, lane: int) -> None:
        """The next deal of a lane in which somebody is asked something."""
        seats = self.encoder.encoding.seats
        for _ in range(IDLE_DEALS):
            number = self.numbers[lane]
            self.numbers[lane] += self.n
            if self.is_quick:
                game, state = self.family.quick_deal(self.game, seats, quick_seed(self.seed, number))
            else:
                game, state = self.game, self.game.deal(seats, (self.seed + number) % (1 << 256))
            if game.pending(state):
                self.games[lane], self.states[lane] = game, state
                return
        raise ValueError("nobody is ever asked anything in these deals")

    def _ask(self, lane: int) -> tuple[View, Decision[Any], list[Any]]:
        game, state = self.games[lane], self.states[lane]
        decision = game.pending(state)[0]
        view = game.view(state, decision.seat)
        return view, decision, self.encoder.actions(view, decision)

    def observe(self, planes: Any, facts: Any, tokens: Any, hidden: Any, seats: Any, offsets: Any, /) -> int:
        seen = [self.encoder.observe(view, decision) for view, decision, _ in self.asked]
        _fill(planes, b"".join(one.planes for one in seen))
        _fill(facts, b"".join(one.facts.tobytes() for one in seen))
        _fill(tokens, b"".join(one.tokens.tobytes() for one in seen))
        if hidden is not None:
            rows = zip(self.states, self.asked, strict=True)
            _fill(hidden, b"".join(self.encoder.hidden(state, asked[1].seat) for state, asked in rows))
        _fill(seats, array("b", [decision.seat for _, decision, _ in self.asked]).tobytes())
        ends = array("q", [0])
        for _, _, actions in self.asked:
            ends.append(ends[-1] + len(actions))
        _fill(offsets, ends.tobytes())
        return ends[-1]

    def step(
        self, actions: Any, rewards: Any, dones: Any,
        planes: Any, facts: Any, tokens: Any, hidden: Any, seats: Any, offsets: Any, /,
    ) -> int:  # fmt: skip
        with memoryview(actions) as row:
            if row.itemsize != 8 or row.format not in ("q", "l", "Q", "L"):
                raise TypeError("actions must hold 64-bit integers")
            chosen = list(row.cast("B").cast("q"))
        if len(chosen) != self.n:
            raise ValueError(f"the array must have {self.n} places, not {len(chosen)}")
        made = []
        for number, (_, decision, listed) in zip(chosen, self.asked, strict=True):
            if number >= len(listed):
                raise IndexError(f"there is no choice number {number}")
            made.append(listed[number] if number >= 0 else self.encoder.exact(decision, number))
        scores, ended = array("q"), bytearray(self.n)
        for lane, action in enumerate(made):
            game, seat = self.games[lane], self.asked[lane][1].seat
            self.states[lane] = game.apply(self.states[lane], seat, action)
            outcome = game.outcome(self.states[lane])
            ended[lane] = outcome is not None
            scores.extend((0,) * self.encoder.encoding.seats if outcome is None else outcome.scores)
            if outcome is not None:
                self._next(lane)
            self.asked[lane] = self._ask(lane)
        _fill(rewards, scores.tobytes())
        _fill(dones, ended)
        return self.observe(planes, facts, tokens, hidden, seats, offsets)

    def features(self, features: Any, /) -> None:
        rows = b"".join(row for view, decision, _ in self.asked for row in self.encoder.features(view, decision))
        with memoryview(features) as view:
            if view.nbytes < len(rows):
                raise ValueError(f"features needs {len(rows) // self.encoder.encoding.feature_size} rows")
            view.cast("B")[: len(rows)] = rows

    def glances(self, policy: Any, values: Any, /) -> None:
        for lane, (_, decision, listed) in enumerate(self.asked):
            chosen = self.family.glance(policy, decision, self.states[lane])
            values[lane] = listed.index(chosen) if chosen in listed else -1

    def play_outs(self, policy: Any, rows: Any, seed: int, values: Any, /) -> None:
        ends = list(accumulate(len(listed) for _, _, listed in self.asked))
        for place, row in enumerate(rows):
            if not 0 <= row < ends[-1]:
                raise IndexError(f"there is no row {row}")
            lane = bisect_right(ends, row)
            _, decision, listed = self.asked[lane]
            game, seat = self.games[lane], decision.seat
            state = game.apply(self.states[lane], seat, listed[row - ends[lane]])
            state = self.family.played(policy, game, state, Quick(seed + lane * APART))
            outcome = game.outcome(state)
            assert outcome is not None
            values[place] = outcome.scores[seat]


def _buffer(one: Any) -> Any:
    """An array that has the buffer protocol: itself, or a NumPy array on the same memory."""
    if one is None:
        return None
    try:
        memoryview(one).release()
    except TypeError:
        import numpy as np

        return one.numpy() if hasattr(one, "numpy") else np.from_dlpack(one)
    return one


def _fill(out: Any, values: bytes | bytearray) -> None:
    with memoryview(out) as row:
        if row.nbytes != len(values):
            raise ValueError(f"the array must have {len(values)} bytes, not {row.nbytes}")
        row.cast("B")[:] = values
