from __future__ import annotations

import math

import pytest

from paiju.arena.plot import running_difference
from paiju.arena.stats import estimate, ratings, share, student
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


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (10, 2.228), (30, 2.042), (31, 2.040), (60, 2.000), (120, 1.980)]
)
def test_quantiles_of_students_t(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.001)


@pytest.mark.parametrize(
    ("values", "mean", "low", "high"),
    [
        ([], 0.5, 0.0, 1.0),
        ([1.0], 1.0, 0.006, 1.0),  # one value says next to nothing
        ([1.0] * 100, 1.0, 0.962, 1.0),  # Wilson: 1 / (1 + 1.984² / 100)
        ([0.0] * 100, 0.0, 0.0, 0.038),
        ([1.0] * 80 + [0.0] * 20, 0.8, 0.710, 0.867),  # textbook: 0.711 to 0.867 by the normal quantile
        ([0.5] * 100, 0.5, 0.486, 0.514),  # each deal shared evenly: much surer than 50 wins and 50 losses
    ],
)
def test_shares_of_known_samples(values: list[float], mean: float, low: float, high: float) -> None:
    found = share(values)
    assert found[:3] == pytest.approx((mean, low, high), abs=0.001)
    assert found.samples == len(values)


def test_shares_lie_between_0_and_1() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share([0.5, 1.2])


@pytest.mark.parametrize("number", [8, 20, 100])
@pytest.mark.parametrize(
    ("parts", "truth"),
    [
        ((1, 9), 0.9),  # a win or a loss in each deal
        ((1, 2, 7), 0.8),  # two games a deal: none, one or both won
        ((1, 1, 1, 1, 1, 1), 0.5),  # any share alike
        ((6, 3, 1), 0.25),
    ],
)
def test_the_interval_of_a_share_covers_the_truth(parts: tuple[int, ...], truth: float, number: int) -> None:
    """Toy games of known value; never outside 0 … 1, and about 95 times in 100 around the truth."""
    values = [place / (len(parts) - 1) for place, weight in enumerate(parts) for _ in range(weight)]
    inside = 0
    for seed in range(600):
        rng = Rng(seed, stream=number)
        found = share([rng.choice(values) for _ in range(number)])
        assert 0 <= found.low <= found.mean <= found.high <= 1
        inside += found.low <= truth <= found.high
    assert inside / 600 >= 0.93
