"""What must hold when skills misbehave: cleanups, secrets, and no game that hangs."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from paiju.games.contract import Seat
from paiju.games.sanguosha.death import die
from paiju.games.sanguosha.events import Errors, happen, kill
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.moves import Move, move_cards
from paiju.games.sanguosha.notation import parse
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase, PhaseName, Turn
from paiju.games.sanguosha.view import view
from paiju.games.sanguosha.words import SanguoshaWords
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking, Machine
from tests.games.sanguosha.helpers import at, fired


def end_the_turn(w: World, me: Player, data: Any) -> None:
    turn = w.find(Turn)
    assert turn is not None
    kill(w, turn)


def turn(scene: Scene, *phases: PhaseName) -> Asking[None]:
    yield from happen(scene.w, Turn(scene.p(1), phases=list(phases)))


def answer(machine: Machine[World, Any], wanted: str) -> None:
    """To the end: this answer where it is legal, else the first; no answer may be offered twice."""
    while machine.pending:
        decision = machine.pending[0]
        spelled = [str(action) for action in decision.choices]
        assert len(spelled) == len(set(spelled))
        action = parse(wanted if wanted in spelled else spelled[0])
        machine.feed([(decision.seat, decision.choices.resolve(decision.seat, action))])


# --- nothing is left on the table --------------------------------------------------------------------------------


def test_the_cards_of_bumper_harvest_do_not_stay_when_it_is_killed() -> None:
    scene = Scene(3).hand(1, "amazing_grace:3h").top("slash:7s peach:4h jink:2d")
    scene.skill(2, at(Timing.CARD_EFFECTING, end_the_turn))
    scene.phase(1, "play", "P1 use amazing_grace:3h", "P1 choose peach:4h")
    assert list(scene.w.processing) == []
    assert scene.discarded == "slash:7s jink:2d amazing_grace:3h"


def test_a_card_responded_for_somebody_does_not_stay_when_all_is_killed() -> None:
    scene = Scene(3, {2: "simayi"}).judge(1, "indulgence:6s").top("slash:7c").hand(2, "peach:3h")
    scene.skill(2, at(Timing.CARD_RESPONDING, end_the_turn))
    scene.turn(1, "P2 respond peach:3h")
    assert list(scene.w.processing) == []


@pytest.mark.parametrize("timing", [Timing.CARD_USE_FINISHED, Timing.CARD_EFFECT_FINISHED])
def test_an_error_in_a_condition_does_not_cost_the_cleanup(
    timing: Timing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(w: World, me: Player, data: Any) -> bool:
        raise RuntimeError("a bug")

    scene = Scene(3).hand(1, "slash:7s")
    effect = Trigger(timing, lambda w, me, data: None, when=(broken,), anyone=True)
    scene.skill(1, skill("test_broken", effect, zh=("", ""), en=("", "")))
    scene.w.current = scene.p(1)
    monkeypatch.setattr(Errors, "raised", False)
    machine: Machine[World, Any] = Machine(scene.w, turn(scene, "play"))
    with caplog.at_level(logging.CRITICAL):
        answer(machine, "use slash:7s > 1")
    assert scene.discarded == "slash:7s"
    assert list(scene.w.processing) == []


def test_a_game_that_an_error_ends_is_a_draw(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(event: Any, w: World) -> bool:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Errors, "raised", False)
    monkeypatch.setattr("paiju.games.sanguosha.turns.InitialDeal.prepare", broken)
    game = Sanguosha(SanguoshaOptions())
    state = game.deal(2, 1)
    with caplog.at_level(logging.CRITICAL):
        while pending := game.pending(state):
            state = game.apply(state, pending[0].seat, next(iter(pending[0].choices)))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winner == ""


# --- phases ------------------------------------------------------------------------------------------------------


def test_an_extra_phase_gained_after_a_skip_is_played() -> None:
    def one_more(w: World, me: Player, phase: Phase) -> None:
        if phase.phase == "draw":
            phase.turn.gain_extra_phase("play")

    scene = Scene(3).judge(1, "indulgence:6s").top("slash:7c")
    scene.skill(1, at(Timing.PHASE_START, one_more))
    scene.turn(1)
    assert len(scene.questions("play")) == 1
    assert fired(scene, "EventPhaseSkipped") == "EventPhaseSkipped(P1)"


# --- secrets -----------------------------------------------------------------------------------------------------


def test_a_mixed_gift_shows_only_its_open_cards() -> None:
    scene = Scene(3).hand(1, "peach:3h").equip(1, "axe:5d")
    one, two = scene.p(1), scene.p(2)
    scene.run(lambda w: move_cards(w, Move(tuple(one.own_cards), two.hand, "give", one)))
    told = {
        viewer: str([line.args for line in view(scene.w, (), viewer).log])
        for viewer in (None, Seat(0), Seat(1), Seat(2))
    }
    assert all("axe:5d" in text for text in told.values())
    assert [("peach:3h" in told[viewer]) for viewer in (None, Seat(0), Seat(1), Seat(2))] == [False, True, True, False]


def test_a_resting_player_keeps_his_secret() -> None:
    scene = Scene(4)
    before = view(scene.w, (), None).role_counts
    scene.run(lambda w: die(w, scene.p(3), None, rest=2))
    shown = view(scene.w, (), None)
    assert shown.role_counts == before
    assert shown.players[2].role is None
    assert "None" not in str([line.args for line in SanguoshaWords().describe(shown)])


# --- choices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scene",
    [
        Scene(3, {2: "simayi"}).judge(1, "indulgence:6s").hand(2, "slash:8s slash:8s"),
        Scene(3).hand(1, "amazing_grace:3h").top("slash:8s slash:8s peach:4h"),
    ],
)
def test_no_answer_is_offered_twice(scene: Scene) -> None:
    answer(Machine(scene.w, turn(scene, "judge", "play")), "use amazing_grace:3h")


def test_an_extra_turn_does_not_shorten_a_rest() -> None:
    scene = Scene(3).dead(2, rest=2)
    scene.happen(Turn(scene.p(2), "extra"))
    assert scene.p(2).rest == 2
