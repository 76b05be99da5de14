"""Hints: legal, few, each with a reason in both languages, and made from what the asker sees."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.advice import hints
from paiju.bots.messages import MESSAGES
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.climb.position import leading
from paiju.games.contract import Decision, Line, Resamples
from paiju.games.messages import tell
from tests.bots.clocks import Ticking
from tests.games.climb.test_stages import hands, played

every_game = pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
MOST = 40


def positions(info: GameInfo, number: int, seed: int = 3) -> list[tuple[Any, Any, Decision[Any]]]:
    """Game, state and question at some moments of a deal played by easy bots."""
    game = info.game()
    state = game.deal(info.recommended, seed)
    bots = [make(info.id, "easy", seed=seat) for seat in range(info.recommended)]
    found: list[tuple[Any, Any, Decision[Any]]] = []
    while len(found) < number and (pending := game.pending(state)):
        decision = pending[0]
        found.append((game, state, decision))
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.05)
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    return found


@every_game
def test_every_hint_is_legal_and_says_why_in_both_languages(info: GameInfo) -> None:
    table = {**info.all_messages, **MESSAGES}
    for game, state, decision in positions(info, 25):
        found = hints(info, game.view(state, decision.seat), decision, MOST, clock=Ticking())
        assert 0 < len(found) <= MOST
        assert all(hint.action in decision.choices for hint in found)
        assert len({str(hint.action) for hint in found}) == len(found)
        assert [hint.best for hint in found] == [True] + [False] * (len(found) - 1)
        for hint in found:
            assert hint.why is not None and hint.name is not None, str(hint.action)
            for line in (hint.why, hint.name):
                for language in ("zh", "en"):
                    told = tell(line, table, language)
                    assert told and "{" not in told and "bot." not in told and line.key not in told


@every_game
def test_hints_are_the_same_for_every_deal_that_looks_the_same(info: GameInfo) -> None:
    for number, (game, state, decision) in enumerate(positions(info, 16)[::4]):
        if not isinstance(info.game(), Resamples):
            pytest.skip("nothing to deal anew")
        twin = game.resample(state, decision.seat, 50 + number)
        asked = next(one for one in game.pending(twin) if one.seat == decision.seat)
        mine = hints(info, game.view(state, decision.seat), decision, MOST, clock=Ticking())
        assert hints(info, game.view(twin, decision.seat), asked, MOST, clock=Ticking()) == mine


@every_game
def test_the_best_answer_is_among_however_few(info: GameInfo) -> None:
    for game, state, decision in positions(info, 12):
        found = hints(info, game.view(state, decision.seat), decision, 1, clock=Ticking())
        assert [hint.best for hint in found] == [True]


def test_holdem_offers_a_few_sizes_with_their_price() -> None:
    info = catalog.find("holdem")
    game = info.game()
    state = game.deal(6, 1)
    (decision,) = game.pending(state)
    found = {str(hint.action): hint for hint in hints(info, game.view(state, decision.seat), decision, MOST)}
    assert {"fold", "call"} <= found.keys() and len(found) <= 8
    names = [hint.name.key.rpartition(".")[2] for hint in found.values() if hint.name]
    assert {"fold", "call", "least", "half", "two_thirds", "pot", "all_in"} <= set(names)
    reasons = {text: hint.why for text, hint in found.items() if hint.why and not hint.best}
    assert reasons["call"].args == {"pay": 20, "pot": 30, "percent": 40}
    assert reasons["raise_to 40"].args == {"cost": 40, "pot": 30, "percent": 57}


@pytest.mark.parametrize(("name", "only"), [("doudizhu", "pass"), ("paodekuai", "pass")])
def test_the_only_legal_answer_says_so(name: str, only: str) -> None:
    info = catalog.find(name)
    game: Any = info.game()
    state = played(game, leading(game, hands("9s9d3s", "4d5s6s", "7s8s8d"), leader=0), "0:9s9d")
    decision = game.pending(state)[0]
    (hint,) = hints(info, game.view(state, decision.seat), decision, MOST, clock=Ticking())
    assert (str(hint.action), hint.why) == (only, Line("bot.only"))
    assert tell(Line("bot.only"), MESSAGES, "zh") == "只能这样"


def test_a_play_says_what_it_beats_and_leaves() -> None:
    info = catalog.find("doudizhu")
    keys = {
        hint.why.key
        for game, state, decision in positions(info, 40)
        for hint in hints(info, game.view(state, decision.seat), decision, MOST, clock=Ticking())
        if hint.why is not None
    }
    assert {"bot.hint.beats", "bot.hint.rest", "bot.hint.pass", "bot.chance"} <= keys
