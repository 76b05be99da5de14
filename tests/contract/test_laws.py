"""Laws that hold for every game in the catalog, present and future."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paiju.games.codec import builtins
from paiju.games.contract import IllegalAction, NotationError, Resamples, Seat, play
from paiju.games.messages import LANGUAGES, placeholders, tell
from paiju.games.options import build, describe, to_data
from paiju.games.record import dump, load, replay, verify
from tests.contract.games import CASES, Case, is_checked, random_action, random_deal, states

all_cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
few = settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**64 - 1)


@all_cases
@given(seed=seeds)
@few
def test_it_ends_and_says_how(case: Case, seed: int) -> None:
    state, _ = random_deal(case, seed)
    outcome = case.game.outcome(state)
    assert outcome is not None
    assert len(outcome.scores) == case.seats
    assert outcome.reason in case.info.all_messages


@all_cases
@given(seed=seeds)
@few
def test_scores_add_up(case: Case, seed: int) -> None:
    state, _ = random_deal(case, seed)
    outcome = case.game.outcome(state)
    assert outcome is not None
    assert not case.info.zero_sum or sum(outcome.scores) == 0


@all_cases
@given(seed=seeds)
@few
def test_cards_are_conserved(case: Case, seed: int) -> None:
    game: Any = case.game
    if not hasattr(game, "census"):
        pytest.fail(f"{game.name} has no census, so nobody can tell whether it loses cards")
    counts = [Counter(map(str, game.census(state))) for state, _ in states(game, case.seats, seed)]
    assert counts[0]
    assert all(count == counts[0] for count in counts)


@all_cases
@given(seed=seeds)
@few
def test_it_is_over_exactly_when_nobody_is_asked(case: Case, seed: int) -> None:
    for state, _ in states(case.game, case.seats, seed):
        pending = case.game.pending(state)
        assert (case.game.outcome(state) is None) == bool(pending)
        asked = [decision.seat for decision in pending]
        assert len(set(asked)) == len(asked), "a seat is asked two things at once"


@all_cases
@given(seed=seeds)
@few
def test_the_same_seed_is_the_same_deal(case: Case, seed: int) -> None:
    one, two = case.game.deal(case.seats, seed), case.game.deal(case.seats, seed)
    for viewer in _viewers(case):
        assert case.game.view(one, viewer) == case.game.view(two, viewer)


@all_cases
@given(seed=seeds, data=st.data())
@few
def test_every_choice_is_text_that_reads_back_and_applies(case: Case, seed: int, data: st.DataObject) -> None:
    game = case.game
    for number, (state, _) in enumerate(states(game, case.seats, seed)):
        if not is_checked(state, number, 5):
            continue
        for decision in game.pending(state):
            offered = _first(decision.choices, 8)
            assert offered, "a question without an answer"
            for action in offered:
                assert action in decision.choices
                assert decision.choices.resolve(decision.seat, action) == action
                assert game.parse(str(action)) == action
                played = play(game, state, decision.seat, str(action))
                assert played.action == action


@all_cases
@given(seed=seeds)
@few
def test_a_record_replays(case: Case, seed: int) -> None:
    state, record = random_deal(case, seed)
    text = dump(record)
    again = load(text)
    assert dump(again) == text
    assert case.game.outcome(replay(again, case.game)) == case.game.outcome(state)
    assert verify(again, case.game).outcome == case.game.outcome(state)


@all_cases
@given(seed=seeds)
@settings(few, max_examples=3)
def test_old_states_stay_as_they_were(case: Case, seed: int) -> None:
    game = case.game
    seen: list[tuple[Any, list[Any]]] = []
    for number, (state, _) in enumerate(states(game, case.seats, seed)):
        if is_checked(state, number, 9):
            seen.append((state, [game.view(state, viewer) for viewer in _viewers(case)]))
    for state, views in seen[:12]:
        assert [game.view(state, viewer) for viewer in _viewers(case)] == views


@all_cases
@given(seed=seeds)
@settings(few, max_examples=3)
def test_views_are_sent_as_they_are_typed(case: Case, seed: int) -> None:
    """JSON holds every field but stage and log once, under the type's name; both are never empty of meaning."""
    for number, (state, _) in enumerate(states(case.game, case.seats, seed)):
        if not is_checked(state, number, 9):
            continue
        for viewer in _viewers(case):
            view = case.game.view(state, viewer)
            assert view.stage
            assert len(view.hands) == case.seats
            assert view.waiting_on == tuple(decision.seat for decision in case.game.pending(state))
            kind = type(view)
            sent = builtins(view.body)
            assert sent["type"] == kind.__name__
            assert {*sent} == {"type", *kind.__struct_encode_fields__} - {"stage", "log"}
            assert builtins(view.log) == [{"key": line.key, "args": builtins(line.args)} for line in view.log]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.info.seat_view is not None], ids=lambda case: case.name
)
def test_a_seat_view_made_from_the_spectators_is_the_view_of_the_seat(case: Case) -> None:
    """Tables make one spectator's view per state and every seat's from it: the game itself must see the same."""
    make = case.info.seat_view
    assert make is not None
    for number, (state, _) in enumerate(states(case.game, case.seats, seed=5)):
        if number % 3 and case.game.pending(state):
            continue
        spectator = case.game.view(state, None)
        made = [make(case.game, state, spectator, Seat(seat)) for seat in range(case.seats)]
        assert made == [case.game.view(state, Seat(seat)) for seat in range(case.seats)]
        assert spectator == case.game.view(state, None)


@all_cases
@given(seed=seeds)
@settings(few, max_examples=3)
def test_logs_only_grow(case: Case, seed: int) -> None:
    logs: dict[Seat | None, Any] = dict.fromkeys(_viewers(case), ())
    for state, _ in states(case.game, case.seats, seed):
        for viewer, before in logs.items():
            now = case.game.view(state, viewer).log
            assert now[: len(before)] == before
            logs[viewer] = now


@all_cases
@given(seed=seeds)
@settings(few, max_examples=3)
def test_no_view_leaks(case: Case, seed: int) -> None:
    """Re-deal what a viewer cannot see: view, questions, prompts and offered hints must not change."""
    game = case.game
    if not isinstance(game, Resamples):
        pytest.fail(f"{case.name} has no resample, so nobody can tell whether it leaks")
    for number, (state, _) in enumerate(states(game, case.seats, seed)):
        if not is_checked(state, number, 7):
            continue
        for viewer in _viewers(case):
            twin = game.resample(state, viewer, seed ^ number)
            assert game.view(twin, viewer) == game.view(state, viewer)
            assert _questions(game, twin, viewer) == _questions(game, state, viewer)


@all_cases
@given(seed=seeds)
@settings(few, max_examples=3)
def test_refusals_change_nothing(case: Case, seed: int) -> None:
    game = case.game
    for number, (state, _) in enumerate(states(game, case.seats, seed)):
        if not is_checked(state, number, 11):
            continue
        before = [game.view(state, viewer) for viewer in _viewers(case)]
        asked = {decision.seat for decision in game.pending(state)}
        legal = [str(a) for decision in game.pending(state) for a in _first(decision.choices, 2)]
        for text in ["", "nonsense", "42 ♠", "pass pass", "🂡", "\x00", *legal]:
            for seat in range(case.seats):
                if text in legal and seat in asked:
                    continue
                with pytest.raises((IllegalAction, NotationError)) as refused:
                    play(game, state, Seat(seat), text)
                assert str(refused.value)
                if isinstance(refused.value, IllegalAction):
                    for language in LANGUAGES:
                        assert tell(refused.value.why, case.info.all_messages, language)
        assert [game.view(state, viewer) for viewer in _viewers(case)] == before


@all_cases
@given(seed=seeds)
@few
def test_everything_said_has_words_in_both_languages(case: Case, seed: int) -> None:
    game, table = case.game, case.info.all_messages
    state: Any = None
    prompts: set[Any] = set()
    for state, _ in states(game, case.seats, seed):
        prompts.update(decision.prompt for decision in game.pending(state))
    lines = [*prompts, *(line for viewer in _viewers(case) for line in game.view(state, viewer).log)]
    for line in lines:
        assert line.key in table, line.key
        for language in LANGUAGES:
            assert tell(line, table, language)


@pytest.mark.parametrize(
    "game_info", {case.info.id: case.info for case in CASES}.values(), ids=lambda game_info: game_info.id
)
def test_catalog_entries_describe_themselves(game_info: Any) -> None:
    for info in describe(game_info.options):
        assert info.help.zh
        assert info.help.en
    for preset in [*game_info.presets] or [None]:
        options = game_info.build(preset=preset)
        assert build(game_info.options, to_data(options)) == options
        hash(game_info.make(options))
        assert game_info.recommended in game_info.make(options).seats
    for key, text in game_info.all_messages.items():
        assert text.zh, key
        assert text.en, key
        assert placeholders(text.zh) == placeholders(text.en), key


def _viewers(case: Case) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(case.seats))]


def _first(choices: Any, count: int) -> list[Any]:
    return [action for action, _ in zip(choices, range(count), strict=False)]


def _questions(game: Any, state: Any, viewer: Seat | None) -> list[Any]:
    """Who is asked, and what the viewer sees of it: his own prompt and offers."""
    return [
        (decision.seat, decision.prompt, _first(decision.choices, 30)) if decision.seat == viewer else decision.seat
        for decision in game.pending(state)
    ]


def test_a_random_action_is_one_of_those_offered() -> None:
    from paiju.cards import Rng

    assert {random_action(range(100), Rng(seed), reach=3) for seed in range(30)} == {0, 1, 2}
