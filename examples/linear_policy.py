"""A linear policy that learns Big Two by itself: `VecEnv`, NumPy, and nothing else.

    python examples/linear_policy.py [steps]

It rates each legal choice by its features, draws one, and makes the choices of won deals likelier (REINFORCE). After a
few seconds it beats random play clearly.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from paiju.envs import VecEnv

LANES = 128


def chances(weights: Any, features: Any, offsets: Any) -> Any:
    """The chance of every choice among those of its lane."""
    ratings = features @ weights
    counts = np.diff(offsets)
    exact = np.exp(ratings - np.repeat(np.maximum.reduceat(ratings, offsets[:-1]), counts))
    return exact / np.repeat(np.add.reduceat(exact, offsets[:-1]), counts)


def drawn(rng: Any, chance: Any, offsets: Any) -> Any:
    """One row for each lane."""
    total = np.cumsum(chance)
    before = total[offsets[:-1]] - chance[offsets[:-1]]
    rows = np.searchsorted(total, before + rng.random(len(offsets) - 1) * (1 - 1e-9), side="right")
    return np.clip(rows, offsets[:-1], offsets[1:] - 1)


def learn(steps: int, seed: int = 1) -> Any:
    """Weights after so many steps of all lanes."""
    rng = np.random.default_rng(seed)
    env = VecEnv("big_two", LANES, fast_seed=seed)
    arrays, scales = env.reset(), np.array(env.encoding.feature_scales)
    weights = np.zeros(env.encoding.feature_size)
    traces = np.zeros((LANES, env.seats, env.encoding.feature_size))  # what would make each seat's choices likelier
    lanes = np.arange(LANES)
    for _ in range(steps):
        features, offsets, seats = (
            arrays.features[: arrays.offsets[-1]] / scales,
            arrays.offsets.copy(),
            arrays.seats.copy(),
        )
        chance = chances(weights, features, offsets)
        rows = drawn(rng, chance, offsets)
        mean = np.add.reduceat(chance[:, None] * features, offsets[:-1])
        traces[lanes, seats] += features[rows] - mean
        env.step(rows - offsets[:-1])
        ended = arrays.dones.astype(bool)
        if ended.any():
            gains = np.tanh(arrays.rewards[ended] / 20)[:, :, None]
            weights += 0.02 * (gains * traces[ended]).mean((0, 1))
            traces[ended] = 0
    return weights


def score(weights: Any, deals: int, seed: int = 99) -> float:
    """The mean score of seat 0 by these weights against random play."""
    rng = np.random.default_rng(seed)
    env = VecEnv("big_two", LANES, fast_seed=seed)
    arrays, scales, total, ended = env.reset(), np.array(env.encoding.feature_scales), 0.0, 0
    while ended < deals:
        offsets = arrays.offsets
        best = np.repeat(arrays.seats == 0, np.diff(offsets))[:, None] * 10.0
        chance = chances(weights, arrays.features[: offsets[-1]] / scales * best, offsets)
        env.step(drawn(rng, chance, offsets) - offsets[:-1])
        total += float(arrays.rewards[:, 0].sum())
        ended += int(arrays.dones.sum())
    return total / ended


def main(steps: int = 6000) -> None:
    untrained = score(np.zeros(VecEnv("big_two", 1).encoding.feature_size), 500)
    trained = score(learn(steps), 500)
    print(f"mean score against random play: {untrained:+.1f} before, {trained:+.1f} after {steps * LANES:,} decisions")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
