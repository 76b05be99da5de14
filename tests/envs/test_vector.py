"""Vector environments: the kernel against the twin, number for number, and everything that must be refused."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest

from paiju.envs import Arrays, VecEnv
from paiju.games import catalog
from paiju.solver.quick import Quick, take
from tests.envs.test_batch import TABLES, game_of, table_id

pytestmark = [pytest.mark.native, pytest.mark.pure]
EITHER = [pytest.param(True, marks=pytest.mark.needs_kernel), False]
NAMES = [info.id for info in catalog.infos()]
FIELDS = ("planes", "facts", "tokens", "hidden", "seats", "offsets", "rewards", "dones")


def random_actions(env: VecEnv, quick: Quick) -> Any:
    counts = np.diff(env.arrays.offsets)
    return np.array([take(quick(), int(count))[0] for count in counts], np.int64)


def rows(env: VecEnv) -> Any:
    return env.arrays.features[: env.arrays.offsets[-1]]


@pytest.mark.parametrize("name", NAMES)
def test_deals_follow_each_other_in_a_lane(name: str) -> None:
    """Lane i plays the deals i, i + n, i + 2n … of the seed, and each end brings the scores of the game."""
    n, ends = 2, 2 if name == "sanguosha" else 4
    env = VecEnv(name, n, seed=40)
    env.reset()
    game, quick = env.game, Quick(1)
    states = [game.deal(env.seats, 40 + lane) for lane in range(n)]
    played = [0] * n
    for _ in range(20_000):
        asked = [game.pending(state)[0] for state in states]
        assert env.arrays.seats.tolist() == [decision.seat for decision in asked]
        actions = random_actions(env, quick)
        wanted = []
        for lane, decision in enumerate(asked):
            view = game.view(states[lane], decision.seat)
            action = env.encoder.actions(view, decision)[actions[lane]]
            states[lane] = game.apply(states[lane], decision.seat, action)
            outcome = game.outcome(states[lane])
            wanted.append((0,) * env.seats if outcome is None else outcome.scores)
            if outcome is not None:
                played[lane] += 1
                states[lane] = game.deal(env.seats, 40 + lane + n * played[lane])
        arrays = env.step(actions)
        assert arrays.rewards.tolist() == [list(one) for one in wanted]
        if sum(played) >= ends:
            return
    raise AssertionError("no deal ended")


@pytest.mark.parametrize("name", ["doudizhu", "holdem", "sanguosha"])
def test_the_same_seed_gives_the_same_numbers(name: str) -> None:
    one, two = VecEnv(name, 3, seed=9), VecEnv(name, 3, fast_seed=1)
    one.reset()
    two.reset(seed=9)
    for _ in range(30):
        actions = random_actions(one, Quick(int(one.arrays.offsets[-1])))
        one.step(actions)
        two.step(actions)
        for field in ("planes", "facts", "tokens", "seats", "offsets", "rewards", "dones"):
            assert np.array_equal(getattr(one.arrays, field), getattr(two.arrays, field))
        assert np.array_equal(rows(one), rows(two))


@pytest.mark.needs_kernel
@pytest.mark.parametrize("name", ["doudizhu", "big_two", "guandan", "paodekuai", "wuguapi"])
def test_choices_are_played_out_as_the_twin_plays_them_out(name: str) -> None:
    """In auctions and tribute too; nothing changes by it."""
    one, two = VecEnv(name, 3, fast_seed=2, threads=2), VecEnv(name, 3, fast_seed=2, native=False)
    for env in (one, two):
        env.reset()
    quick = Quick(5)
    for number in range(12):
        wanted = [take(quick(), int(one.arrays.offsets[-1]))[0] for _ in range(3)]
        found = one.play_outs(wanted, number)
        assert found == two.play_outs(np.array(wanted, np.int64), number)
        assert found == one.play_outs(wanted, number)
        actions = random_actions(one, Quick(number))
        for env in (one, two):
            env.step(actions)


@pytest.mark.needs_kernel
@pytest.mark.parametrize("name", ["doudizhu", "big_two", "guandan", "paodekuai", "wuguapi"])
def test_glances_are_those_of_the_twin(name: str) -> None:
    one, two = VecEnv(name, 4, fast_seed=8, threads=2), VecEnv(name, 4, fast_seed=8, native=False)
    for env in (one, two):
        env.reset()
    seen = 0
    for number in range(20):
        found, actions = one.glances(), random_actions(one, Quick(number))
        assert found == two.glances()
        seen += sum(choice >= 0 for choice in found)
        for env in (one, two):
            env.step(np.where(np.array(found) >= 0, found, actions))
    assert seen > 10


@pytest.mark.needs_kernel
def test_the_last_cards_are_worth_the_deal() -> None:
    """A choice that ends the deal brings its score, whatever the seed."""
    env = VecEnv("doudizhu", 4, seed=3)
    env.reset()
    ended = 0
    for number in range(400):
        actions, seats = random_actions(env, Quick(number)), env.arrays.seats.tolist()
        brought = env.play_outs(
            [int(first + action) for first, action in zip(env.arrays.offsets, actions, strict=False)]
        )
        env.step(actions)
        for lane in np.flatnonzero(env.arrays.dones):
            ended += 1
            if env.arrays.rewards[lane].any():  # else nobody called: the words of the others were drawn anew
                assert brought[lane] == env.arrays.rewards[lane][seats[lane]]
    assert ended > 3


@pytest.mark.parametrize("name", ["holdem", "sanguosha", "doudizhu_laizi"])
def test_what_nobody_plays_at_a_glance_is_not_played_out(name: str) -> None:
    env = VecEnv(name, 1)
    env.reset()
    with pytest.raises(ValueError, match="no bot that plays at a glance"):
        env.play_outs([0])
    with pytest.raises(ValueError, match="no bot that plays at a glance"):
        env.glances()


@pytest.mark.parametrize("wanted", EITHER)
def test_rows_that_are_not_there_are_not_played_out(wanted: bool) -> None:
    env = VecEnv("big_two", 2, native=wanted)
    env.reset()
    for row in (-1, int(env.arrays.offsets[-1])):
        with pytest.raises(IndexError, match="no row"):
            env.play_outs([row])


def test_the_callers_arrays_are_written_in_place() -> None:
    encoding = VecEnv("doudizhu", 1).encoding
    mine = Arrays.new(encoding, 5, rows=5000)
    env = VecEnv("doudizhu", 5, arrays=mine)
    assert env.reset() is not None
    assert mine.planes[:, 0].sum() == 5 * 17
    env.step([0] * 5)
    assert mine.facts[:, encoding.fact("said")].any()


def test_too_few_rows_can_be_mended() -> None:
    mine = Arrays.new(VecEnv("big_two", 1).encoding, 4)
    mine.features = mine.features[:3]
    env = VecEnv("big_two", 4, arrays=mine)
    with pytest.raises(ValueError, match="rows"):
        env.reset()
    more = np.zeros((5000, env.encoding.feature_size), np.uint8)
    env.write_features(more)
    assert more.any()
    env.step([0] * 4)


@pytest.mark.parametrize("wanted", EITHER)
@pytest.mark.parametrize(("action", "name"), [(99999, "doudizhu"), (-1, "doudizhu"), (7, "holdem"), (-1, "holdem")])
def test_an_impossible_action_changes_nothing(action: int, name: str, wanted: bool) -> None:
    env = VecEnv(name, 3, seed=2, native=wanted)
    env.reset()
    before = env.arrays.facts.copy()
    with pytest.raises(IndexError, match="choice"):
        env.step([0, 0, action])
    assert np.array_equal(env.arrays.facts, before)
    env.step([0, 0, 0])


@pytest.mark.parametrize("wanted", EITHER)
def test_exact_raises(wanted: bool) -> None:
    env = VecEnv("holdem", 2, seats=2, seed=3, native=wanted)
    env.reset()
    env.step([-77, -123])
    assert env.arrays.facts[:, env.encoding.fact("bet")].max(axis=1).tolist() == [77, 123]


@pytest.mark.parametrize("wanted", EITHER)
@pytest.mark.parametrize("bad", [[0], [0, 0, 0], array("i", [0, 0]), np.zeros(2, np.float64)])
def test_bad_arrays_of_actions_are_refused(bad: Any, wanted: bool) -> None:
    env = VecEnv("doudizhu", 2, native=wanted)
    env.reset()
    with pytest.raises((ValueError, TypeError)):
        env.step(bad)


def test_ids_and_masks() -> None:
    env = VecEnv("paodekuai", 4, seed=5)
    env.reset()
    masks = env.masks()
    assert masks.sum(axis=1).tolist() == np.diff(env.arrays.offsets).tolist()
    first = [int(np.flatnonzero(mask)[-1]) for mask in masks]
    env.step_ids(first)
    with pytest.raises(IndexError, match="no choice with id"):
        env.step_ids([int(np.flatnonzero(mask == 0)[0]) for mask in env.masks()])
    with pytest.raises(ValueError, match="too many choices"):
        _ = VecEnv("guandan", 1).ids


@pytest.mark.parametrize(
    "settings", [{"n": 0}, {"n": 1, "threads": 0}, {"n": 1, "history": 0}, {"n": 1, "seats": 9}, {"n": 1, "seed": -1}]
)
def test_bad_settings_are_refused(settings: Any) -> None:
    with pytest.raises(ValueError):
        VecEnv("doudizhu", **settings).reset()


@pytest.mark.needs_kernel
@pytest.mark.parametrize("quick", [False, True], ids=["reference", "quick"])
@pytest.mark.parametrize("table", TABLES, ids=table_id)
def test_the_kernel_writes_what_the_twin_writes(table: Any, quick: bool) -> None:
    """Every number of every step, over several deals in a row, with two threads in the kernel."""
    n = 2
    seed: dict[str, Any] = {"fast_seed": 77} if quick else {"seed": 1 << 200}
    make = {"seats": table[1], "hidden": True, **seed}
    ours = VecEnv(game_of(table), n, native=True, threads=2, **make)
    twin = VecEnv(game_of(table), n, native=False, **make)
    ours.reset()
    twin.reset()
    choose, ends = Quick(5), 0
    for _ in range(3000):
        for field in FIELDS:
            one, two = getattr(ours.arrays, field), getattr(twin.arrays, field)
            assert np.array_equal(one, two), (field, np.argwhere(one != two)[:5])
        assert np.array_equal(rows(ours), rows(twin))
        actions = random_actions(twin, choose)
        ends += int(ours.step(actions).dones.sum())
        twin.step(actions)
        if ends >= 3:
            return
    raise AssertionError("no deal ended")
