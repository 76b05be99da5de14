"""The interfaces of PettingZoo, Gymnasium and RLCard, by their own tests."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from paiju.envs.gym import OneSeat, OneSeatVector
from paiju.envs.pettingzoo import aec
from paiju.envs.rlcard import make
from paiju.envs.single import Deal
from paiju.games import catalog

NAMES = [info.id for info in catalog.infos()]


@pytest.fixture(autouse=True)
def _others_warn() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo and Gymnasium advise on shapes of observations
        yield


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    make_env = partial(aec, name, most=128)
    api_test(make_env(), num_cycles=60)
    seed_test(make_env, num_cycles=10)
    render_test(make_env)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(OneSeat(name, most=64), skip_render_check=True)


def test_a_vector_of_tables() -> None:
    env = OneSeatVector("big_two", 3, bots=("random", "first", "easy"), most=64)
    seen, _ = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    rewards, over = np.zeros(3), 0
    for _ in range(80):
        actions = (
            env.action_space.sample(mask=tuple(seen["action_mask"])) if over < 0 else seen["action_mask"].sum(1) - 1
        )
        seen, reward, done, cut, _ = env.step(actions)
        assert env.observation_space.contains(seen)
        assert not cut.any()
        assert (reward[~done] == 0).all()
        rewards += reward
        over += int(done.sum())
    assert over >= 3
    again = OneSeatVector("big_two", 3, bots=("random", "first", "easy"), most=64)
    assert np.array_equal(again.reset(seed=4)[0]["planes"], env.reset(seed=4)[0]["planes"])


def test_the_number_of_bots_is_checked() -> None:
    with pytest.raises(ValueError, match="3 bots are needed"):
        OneSeat("big_two", bots=["random"])


class RandomAgent:
    """As RLCard has them."""

    use_raw = False

    def __init__(self) -> None:
        self.rng = np.random.default_rng(3)

    def step(self, state: Any) -> Any:
        return self.rng.choice(list(state["legal_actions"]))

    def eval_step(self, state: Any) -> tuple[Any, dict[str, Any]]:
        return self.step(state), {}


@pytest.mark.parametrize("name", ["doudizhu", "limit-holdem", "no-limit-holdem"])
def test_rlcard(name: str) -> None:
    import rlcard

    theirs, ours = rlcard.make(name, {"seed": 1}), make(name, {"seed": 1})
    ours.set_agents([RandomAgent()] * ours.num_players)
    assert ours.num_players == theirs.num_players
    assert set(ours.reset()[0]) >= set(theirs.reset()[0])
    first = ours.run(is_training=True)
    for trajectory in first[0]:
        states = trajectory[0::2]
        assert all(state["obs"].shape == tuple(ours.state_shape[0]) for state in states)
        assert all(action in state["legal_actions"] for state, action in zip(states, trajectory[1::2], strict=False))
    assert sum(first[1]) == 0
    again = make(name, {"seed": 1})
    again.set_agents([RandomAgent()] * again.num_players)
    again.reset()
    assert again.run()[1].tolist() == first[1].tolist()
    with pytest.raises(ValueError, match="there are doudizhu"):
        make("uno")


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_goes_on_from_its_text(name: str) -> None:
    deal = Deal(name, most=64)
    deal.reset(5)
    for _ in range(7):
        if not deal.is_over:
            deal.step(len(deal.actions) // 2)
    twin = Deal.deserialize(deal.serialize(), most=64)
    assert twin.serialize() == deal.serialize()
    assert twin.text() == deal.text()
    for seat in range(deal.seats):
        one, two = deal.observation(seat), twin.observation(seat)
        assert all(np.array_equal(one[key], two[key]) for key in one)


def test_choices_beyond_the_most_are_left_out() -> None:
    deal = Deal("big_two", most=2)
    deal.reset(3)
    assert len(deal.actions) == 2
    assert deal.left_out > 0
    with pytest.raises(IndexError):
        deal.step(2)
