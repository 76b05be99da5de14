"""The native evaluation against a brute force that shares nothing with it: the best of all five-card subsets."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from array import array
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement, pairwise
from pathlib import Path
from threading import Barrier

import pytest

from paiju import kernel
from paiju.envs import Batch, VecEnv
from paiju.solver.equity import equity

pytestmark = [pytest.mark.native, pytest.mark.needs_kernel]

RANKS, SUITS = "23456789TJQKA", "cdhs"


def mask(text: str) -> int:
    cards = text.split()
    return sum(1 << RANKS.index(card[0]) * 4 + SUITS.index(card[1]) for card in cards)


def five_card_value(five: tuple[int, ...]) -> tuple[int, list[int]]:
    """Order five cards the textbook way: shape of the groups, then ranks by group size and height."""
    counts = Counter(bit // 4 for bit in five)
    groups = sorted(((n, rank) for rank, n in counts.items()), reverse=True)
    shape, ranks = [n for n, _ in groups], [rank for _, rank in groups]
    flush = len({bit % 4 for bit in five}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        return 8, ranks
    if shape == [4, 1]:
        return 7, ranks
    if shape == [3, 2]:
        return 6, ranks
    if flush:
        return 5, ranks
    if straight:
        return 4, ranks
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), ranks


def brute_force(cards: list[int]) -> tuple[int, list[int]]:
    return max(five_card_value(five) for five in combinations(cards, 5))


@pytest.mark.parametrize(
    ("cards", "strength"),
    [
        ("As Ks Qs Js Ts 2c 3d", 7462),
        ("9h Kh Qh Jh Th 2c 3d", 7461),
        ("5d 4d 3d 2d Ad Ac As", 7453),  # the wheel, suited, is the lowest straight flush
        ("Ac Ad Ah As Kc Kd Kh", 7452),  # quads with the best kicker
        ("2c 2d 2h 2s 3c 3d 3h", 7297),  # the lowest quads of seven cards have a three beside them
        ("Ac Ad Ah Kc Kd Kh 2s", 7296),  # two triples: the lower is the pair
        ("As Ks Qs Js 9s 8s 7s", 7140),  # the best flush
        ("As Kd Qs Jd Ts 2c 2d", 5863),  # the best straight
        ("As 2d 3s 4d 5s 5c 5d", 5854),  # the wheel beats a triple
        ("Ac Ad Kc Kd Qc Qd Jh", 4995),  # three pairs: the third one is the kicker
        ("2c 3d 4h 5s 7c 8d 9h", 49),  # the worst seven cards
    ],
)
def test_known_strengths(cards: str, strength: int) -> None:
    assert kernel.native.evaluate7(mask(cards)) == strength
    assert kernel.native.evaluate(mask(cards)) == strength


def test_the_order_of_random_hands_is_the_brute_force_order() -> None:
    rng = random.Random(20)
    hands = [rng.sample(range(52), 7) for _ in range(4000)]
    # Suited and paired hands are rare in random deals: draw as many from a few suits and from a few ranks.
    hands += [rng.sample([bit for bit in range(52) if bit % 4 < 2], 7) for _ in range(3000)]
    hands += [rng.sample(range(16), 7) for _ in range(1500)] + [rng.sample(range(36, 52), 7) for _ in range(1500)]
    judged = sorted((brute_force(hand), kernel.native.evaluate7(sum(1 << bit for bit in hand))) for hand in hands)
    for (value, strength), (next_value, next_strength) in pairwise(judged):
        assert (value == next_value) == (strength == next_strength)
        assert strength <= next_strength


def test_every_five_card_class_has_its_own_strength() -> None:
    """Every multiset of five ranks once unsuited, every set of five ranks once suited: 7462 hands, no two alike."""
    hands: list[tuple[int, ...]] = list(combinations(range(0, 52, 4), 5))
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) <= 4:
            five = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]
            five[4] += len(set(ranks)) == 5  # five different ranks: one of them in another suit
            hands.append(tuple(five))
    in_order = sorted(hands, key=five_card_value)
    assert [kernel.native.evaluate(sum(1 << bit for bit in five)) for five in in_order] == list(range(1, 7463))


@pytest.mark.parametrize("seed", range(3))
def test_five_and_six_cards_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    for size in (5, 6):
        hands = [rng.sample(range(52), size) for _ in range(800)]
        judged = sorted((brute_force(hand), kernel.native.evaluate(sum(1 << bit for bit in hand))) for hand in hands)
        assert [strength for _, strength in judged] == sorted(strength for _, strength in judged)


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        (0, ValueError),
        ((1 << 6) - 1, ValueError),  # six cards
        ((1 << 8) - 1, ValueError),  # eight cards
        ((1 << 52) - 1, ValueError),
        (0b1111111 << 46, ValueError),  # a bit above the deck
        (1 << 64, ValueError),
        (-1, ValueError),
        ("As", TypeError),
        (None, TypeError),
        (127.0, TypeError),
    ],
)
def test_what_is_not_seven_cards_is_refused(argument: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        kernel.native.evaluate7(argument)  # type: ignore[arg-type]


@pytest.mark.parametrize(("setting", "there"), [("0", True), ("", True), ("1", False)])
def test_an_environment_variable_switches_the_kernel_off(setting: str, there: bool) -> None:
    source = Path(kernel.__file__).parents[1]
    environment = os.environ | {"PAIJU_NO_KERNEL": setting, "PYTHONPATH": str(source)}
    program = "from paiju import kernel; print(kernel.HAVE_KERNEL)"
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str(there)


def test_only_one_module_imports_the_kernel() -> None:
    package = Path(kernel.__file__).parent
    importers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"import _kernel|paiju\._kernel\b", path.read_text(encoding="utf-8"))
    }
    assert importers == {"kernel.py"}


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(8))
def test_long_runs_of_random_hands_keep_the_brute_force_order(seed: int) -> None:
    rng = random.Random(seed)
    hands = [rng.sample(range(52), rng.choice((5, 6, 7, 7, 7))) for _ in range(100_000)]
    judged = sorted((brute_force(hand), kernel.native.evaluate(sum(1 << bit for bit in hand))) for hand in hands)
    for (value, strength), (next_value, next_strength) in pairwise(judged):
        assert (value == next_value) == (strength == next_strength)
        assert strength <= next_strength


def test_its_tables_are_made_by_a_bare_interpreter(tmp_path: Path) -> None:
    """Before anything is installed, the kernel itself included: a build starts with them."""
    script = Path(__file__).parent.parent / "native" / "evaluate_tables.py"
    subprocess.run([sys.executable, "-I", "-S", str(script), str(tmp_path)], check=True, timeout=60)
    assert {one.name for one in tmp_path.iterdir()} == {"evaluate_tables.cpp", "evaluate_tables.hpp"}


def test_what_an_older_build_does_not_have_is_said_in_a_sentence() -> None:
    with pytest.raises(AttributeError, match="built before it had shuffled_twice: build it anew"):
        kernel.native.shuffled_twice  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(kernel.native, "shuffled_twice")


def test_two_threads_with_batches_of_their_own() -> None:
    """Long calls let go of the interpreter; threads that share nothing get what one thread gets."""

    def work(number: int) -> tuple[object, ...]:
        batch = Batch("doudizhu", 200, seats=3, fast_seed=number, native=True)
        played = batch.playout(number)
        lanes = VecEnv("holdem", 64, fast_seed=number, native=True)
        arrays, rewards = lanes.reset(), []
        for _ in range(60):
            arrays = lanes.step(array("q", [0] * 64))
            rewards.append(bytes(arrays.rewards))
        shares = equity(["AsAh", "random"], samples=20_000, seed=number).players
        return played, tuple(batch.all_scores()), tuple(rewards), shares

    alone = [work(number) for number in range(4)]
    start = Barrier(2)

    def together(number: int) -> tuple[object, ...]:
        if number < 2:
            start.wait(60)  # both are at work before either is through
        return work(number)

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(together, range(4))) == alone
    if hasattr(sys, "_is_gil_enabled"):
        assert sys._is_gil_enabled(), "the kernel does not declare itself safe without the GIL"
