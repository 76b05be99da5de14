from __future__ import annotations

import math

import pytest

from paiju.arena.plot import running_difference
from paiju.arena.stats import estimate, ratings
from paiju.cards import Rng


def test_the_interval_covers_the_truth_about_95_times_in_100() -> None:
    """A toy game of known value: +1 with chance 0.6, else -1, so 0.2 on average."""
    inside = 0
    for seed in range(400):
        rng = Rng(seed)
        mark = estimate([1.0 if rng.below(10) < 6 else -1.0 for _ in range(60)])
        inside += mark.low <= 0.2 <= mark.high
    assert 0.92 <= inside / 400 <= 0.98


@pytest.mark.parametrize(
    ("values", "mean", "margin"),
    [
        ([], 0.0, math.inf),
        ([3.0], 3.0, math.inf),
        ([1.0, 3.0], 2.0, 12.706),  # one degree of freedom: sd 1.414, / sqrt 2 = 1
        ([0.0, 0.0, 3.0], 1.0, 4.303),
    ],
)
def test_small_samples_use_students_t(values: list[float], mean: float, margin: float) -> None:
    mark = estimate(values)
    assert mark.mean == pytest.approx(mean)
    assert mark.margin == pytest.approx(margin, abs=0.01)


def test_ratings_recover_known_strengths() -> None:
    strength = [400.0, 200.0, 0.0]
    wins = {}
    for i in range(3):
        for j in range(3):
            if i != j:
                wins[i, j] = 10_000 / (1 + 10 ** ((strength[j] - strength[i]) / 400))
    rated = ratings(wins, 3)
    assert rated[0] - rated[1] == pytest.approx(200, abs=2)
    assert rated[1] - rated[2] == pytest.approx(200, abs=2)
    assert sum(rated) == pytest.approx(0, abs=1e-6)


def test_who_never_lost_is_rated_high_not_infinitely_high() -> None:
    rated = ratings({(0, 1): 10, (1, 0): 0}, 2)
    assert 300 < rated[0] - rated[1] < 1200


def test_the_plot_is_a_picture_and_titles_are_text() -> None:
    picture = running_difference([1.0, -0.5, 0.25] * 200, "<b>a</b> − b")
    assert picture.startswith("<svg")
    assert "&lt;b&gt;" in picture
    assert picture.count(",") < 2000
    assert running_difference([], "none")
