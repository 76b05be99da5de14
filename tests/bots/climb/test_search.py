"""Imagined deals agree with what a seat knows; the search keeps its time."""

from __future__ import annotations

import time
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.climb.native import Player
from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import position_of
from paiju.bots.climb.search import LOOKS, SAFETY, search
from paiju.cards import Rng
from paiju.games.catalog import GameInfo, find, infos
from paiju.games.climb.plays import Plays
from paiju.games.climb.position import Position
from paiju.games.contract import Seat
from paiju.solver.endgame import Solver
from tests.bots.clocks import Ticking
from tests.bots.test_laws import questions

GAMES = ("doudizhu", "doudizhu_4p", "big_two", "three_two_one", "wuguapi", "qigui_521", "guandan")


@pytest.mark.parametrize("game_id", GAMES)
def test_an_imagined_deal_is_one_that_may_be(game_id: str) -> None:
    info = find(game_id)
    game: Any = info.game()
    for state, decision in islice(questions(game, info.recommended, 2, stride=3), 40):
        if not isinstance(decision.choices, Plays):
            continue
        seat = decision.seat
        imagined = position_of(game.view(state, seat), decision.choices).imagine(Rng(9))
        assert imagined.hands[seat] == state.hands[seat] and imagined.counts[seat] == state.counts[seat]
        assert [game.size(one) for one in imagined.counts] == [game.size(one) for one in state.counts]
        assert (imagined.turn, imagined.leading, imagined.passed) == (state.turn, state.leading, state.passed)
        if not state.leading:
            assert (imagined.top, imagined.top_by) == (state.top, state.top_by)
        piles = state.draw.pile if state.draw else ()
        ours = Counter(card for hand in state.hands for card in game.layout.cards(hand)) + Counter(piles)
        piles = imagined.draw.pile if imagined.draw else ()
        theirs = Counter(card for hand in imagined.hands for card in game.layout.cards(hand)) + Counter(piles)
        assert ours == theirs


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("limit", [0.02, 0.1, 0.3])
def test_a_limit_is_a_limit(game_id: str, limit: float) -> None:
    """A clock that leaps: whatever happens, there is an answer, and nothing is begun after the end."""
    info = find(game_id)
    game: Any = info.game()
    asked = 0
    for state, decision in islice(questions(game, info.recommended, 4, stride=7), 8):
        if not isinstance(decision.choices, Plays):
            continue
        position = position_of(game.view(state, decision.seat), decision.choices)
        for step in (limit / 50, limit / 5, 10 * limit):
            clock = Ticking(step)
            found = search(position, Rng(1), limit, clock)
            assert found[0].action in decision.choices
            assert clock.now <= limit + 3 * step
        asked += 1
    assert asked


@pytest.mark.native
@pytest.mark.parametrize("game_id", ("doudizhu", "big_two", "guandan"))
def test_a_limit_is_kept_by_the_clock_of_the_processor(game_id: str) -> None:
    """Many leads at first, few and keenly played out later: no chunk of deals is begun that does not fit."""
    info = find(game_id)
    game: Any = info.game()
    for state, decision in islice(questions(game, info.recommended, 6, stride=9), 8):
        if isinstance(decision.choices, Plays):
            position = position_of(game.view(state, decision.seat), decision.choices)
            begun = time.process_time()
            search(position, Rng(1), 0.1, time.process_time)
            assert time.process_time() - begun < 0.13


@pytest.mark.needs_kernel
def test_time_is_used() -> None:
    """Four times the time, about four times the imagined deals: nothing stops a search but time and certainty."""
    game: Any = find("doudizhu").game()
    state = game.deal(3, 5)
    while not isinstance(game.pending(state)[0].choices, Plays):
        decision = game.pending(state)[0]
        state = game.apply(state, decision.seat, next(iter(decision.choices)))
    (decision,) = game.pending(state)
    position = position_of(game.view(state, decision.seat), decision.choices)
    deals = [max(one.deals for one in search(position, Rng(1), limit, Ticking(0.004))) for limit in (0.1, 0.4)]
    assert deals[0] > 24 and 2.5 * deals[0] < deals[1]


def test_tribute_gives_away_what_is_missed_least() -> None:
    game: Any = find("guandan").game({"finish": [0, 1, 2, 3], "deal_no": 2, "declarer": 0})
    for seed in range(6):
        state = game.deal(4, seed)
        for _ in range(4):
            pending = game.pending(state)
            if not pending or isinstance(pending[0].choices, Plays):
                break
            decision = pending[0]
            for level in ("easy", "hard"):
                bot = make("guandan", level, seed=1)
                action = bot.choose(game.view(state, decision.seat), decision, limit=0.3)
                assert action in decision.choices
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))


@pytest.mark.parametrize("game_id", ("guandan", "three_two_one"))
def test_a_slow_play_out_is_left_after_a_few_moves(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that take 20 ms each, as in Python with nothing in the cache: all that is played after the end is a few moves."""
    moves = [0]
    choose = Policy.choose

    def slow(policy: Policy, state: Any) -> Any:
        moves[0] += 1
        return choose(policy, state)

    monkeypatch.setattr(Policy, "choose", slow)
    monkeypatch.setattr(Player, "of", lambda *args: None)
    info = find(game_id)
    game: Any = info.game()
    for state, decision in islice(questions(game, info.recommended, 4, stride=5), 8):
        if not isinstance(decision.choices, Plays):
            continue
        position = position_of(game.view(state, decision.seat), decision.choices)
        moves[0] = 0
        search(position, Rng(1), 0.3, lambda: 0.02 * moves[0])
        assert 0.02 * moves[0] <= SAFETY * 0.3 + 0.02 * (LOOKS + 1) < 0.36


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("position", "wins"),
    [
        ("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0", True),
        ("doudizhu 33/4/5 0 landlord=0", True),
        ("doudizhu 35/4/6 0 landlord=0", False),
    ],
)
def test_open_hands_are_solved(position: str, wins: bool) -> None:
    """What is known is not imagined: the answer is proved, and a proof agrees with the solver."""
    parsed = Position.parse(position)
    game, state = parsed.engine, parsed.state
    state = state._replace(setup=state.setup._replace(shown=7))
    (decision,) = game.pending(state)
    best = search(position_of(game.view(state, Seat(0)), decision.choices), Rng(1), 2.0)[0]  # type: ignore[arg-type]
    assert best.exact and (best.value > 0) == wins
    solver = Solver(parsed, limit=5.0)
    assert solver.ask(state) is wins
    assert solver.ask(game.apply(state, Seat(0), best.action)) is wins


@pytest.mark.parametrize("info", [info for info in infos() if info.family == "climb"], ids=lambda info: info.id)
def test_every_play_and_pass_of_the_log_is_understood(info: GameInfo) -> None:
    """What others did, in whatever words the game has for it, tells what they hold."""
    game: Any = info.game()
    for seed in range(3):
        state, rng, done = game.deal(info.recommended, seed), Rng(seed), 0
        while (asked := game.pending(state)) and done < 20:
            if isinstance(asked[0].choices, Plays):
                seat = asked[0].seat
                position = position_of(game.view(state, seat), asked[0].choices)
                assert len(position.deeds) == done
                done += 1
            state = game.apply(state, asked[0].seat, rng.choice(list(islice(asked[0].choices, 8))))
