"""The event engine: nesting, breaking, killing, errors, priorities, history."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

import pytest

from paiju.games.sanguosha import events
from paiju.games.sanguosha.death import Death
from paiju.games.sanguosha.events import Errors, GameOver, SkillEffect, happen
from paiju.games.sanguosha.hp import Damage, change_max_hp, damage, lose_hp, recover
from paiju.games.sanguosha.judging import judge, pindian
from paiju.games.sanguosha.moves import MoveCards, discard, draw, obtain
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Disable, Distance, HandLimit, Reach, Refresh, Skill, Trigger, skill
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.state import (
    abort_area,
    chain,
    change_property,
    gain_skill,
    lose_skill,
    resume_area,
    show_cards,
    turn_over,
)
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase, Turn
from paiju.games.sanguosha.using import CardUse, use_card
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking, Machine
from tests.games.sanguosha.helpers import at, fired


def named(name: str, *effects: Any, **tags: bool) -> Skill:
    return skill(name, *effects, zh=("测试", "测试"), en=("test", "test"), **tags)


# --- depth -------------------------------------------------------------------------------------------------------


def nesting(depth: int) -> tuple[Scene, list[int]]:
    """A skill that answers each damage with another, so many times."""
    deepest = [0]

    def again(w: World, me: Player, hurt: Damage) -> Asking[None]:
        deepest[0] = max(deepest[0], len(w.stack))
        if len(w.stack) < depth:
            yield from damage(w, None, me)

    scene = Scene(2).hp(1, 9000).skill(1, at(Timing.DAMAGED, again))
    scene.w.trace = None
    return scene, deepest


def test_ten_thousand_nested_events_do_not_overflow() -> None:
    scene, deepest = nesting(9_990)
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert deepest[0] >= 9_990
    assert scene.w.stack == []


def test_an_endless_chain_is_a_drawn_game() -> None:
    scene, _ = nesting(1_000_000)
    with pytest.raises(RecursionError):
        scene.run(lambda w: damage(w, None, scene.p(1)))
    scene, _ = nesting(1_000_000)
    Errors.raised = False

    def script(w: World) -> Asking[None]:
        with contextlib.suppress(GameOver):
            yield from damage(w, None, scene.p(1))

    Machine(scene.w, script(scene.w))
    assert scene.w.winner == ""


# --- ending early ------------------------------------------------------------------------------------------------


def test_prevented_damage_still_has_its_after_part() -> None:
    def prevent(w: World, me: Player, hurt: Damage) -> None:
        hurt.prevented = True

    scene = Scene(2).skill(2, at(Timing.DAMAGE_INFLICTED, prevent))
    scene.run(lambda w: damage(w, scene.p(1), scene.p(2)))
    assert scene.hp_of(2) == "4/4"
    assert fired(scene, "HpChanged", "Damaged", "DamageFinished") == "DamageFinished(P2)"


@pytest.mark.parametrize(
    ("timing", "act"),
    [
        (Timing.BEFORE_HP_CHANGED, lambda w, p: damage(w, None, p)),
        (Timing.PRE_HP_LOST, lambda w, p: lose_hp(w, p)),
        (Timing.PRE_HP_RECOVER, lambda w, p: recover(w, p)),
        (Timing.BEFORE_MAX_HP_CHANGED, lambda w, p: change_max_hp(w, p, 1)),
        (Timing.BEFORE_TURN_OVER, lambda w, p: turn_over(w, p)),
        (Timing.BEFORE_CHAIN_STATE_CHANGE, lambda w, p: chain(w, p)),
        (Timing.BEFORE_PROPERTY_CHANGE, lambda w, p: change_property(w, p, "kingdom", "shu")),
    ],
)
def test_a_change_can_be_prevented(timing: Timing, act: Any) -> None:
    def prevent(w: World, me: Player, data: Any) -> None:
        data.prevented = True

    scene = Scene(2).hp(1, 2, 4).skill(1, at(timing, prevent))
    scene.run(lambda w: act(w, scene.p(1)))
    p = scene.p(1)
    assert (p.hp, p.max_hp, p.face_up, p.chained, p.kingdom) == (2, 4, True, False, "")


def test_a_use_can_be_refused_and_a_move_dropped() -> None:
    def refuse(w: World, me: Player, use: CardUse) -> None:
        use.refused = True

    scene = Scene(2).hand(1, "slash:7s").skill(1, at(Timing.PRE_CARD_USE, refuse))
    scene.run(lambda w: use_card(w, scene.p(1), scene.p(1).hand.cards[0], [scene.p(2)]))
    assert scene.hand_of(1) == "slash:7s"
    assert fired(scene, "CardUsing", "CardUseFinished") == "CardUseFinished(P1)"

    def keep(w: World, me: Player, event: MoveCards) -> None:
        event.moves.clear()

    scene = Scene(2).hand(1, "slash:7s").skill(1, at(Timing.BEFORE_CARDS_MOVE, keep, anyone=True))
    scene.run(lambda w: discard(w, scene.p(1).hand.cards))
    assert scene.hand_of(1) == "slash:7s"
    assert fired(scene, "AfterCardsMove") == ""


def test_draws_can_be_changed_and_skill_effects_prevented() -> None:
    def nothing(w: World, me: Player, data: Any) -> None:
        data.num = 0

    scene = Scene(2).skill(1, at(Timing.BEFORE_DRAW_CARD, nothing))
    scene.run(lambda w: draw(w, scene.p(1), 2))
    assert scene.hand_of(1) == ""

    def it_is_kurou(w: World, me: Player, effect: SkillEffect) -> bool:
        return effect.skill == "kurou"

    def prevent(w: World, me: Player, effect: SkillEffect) -> None:
        effect.prevented = True

    hinder = Trigger(Timing.SKILL_EFFECT, prevent, when=(it_is_kurou,), anyone=True)
    scene = Scene(2, {1: "huanggai"}).skill(2, named("hinder", hinder, compulsory=True))
    scene.phase(1, "play", "P1 skill kurou")
    assert scene.hp_of(1) == "4/4"


def test_an_error_in_a_skill_ends_only_its_event(caplog: pytest.LogCaptureFixture) -> None:
    def fail(w: World, me: Player, hurt: Damage) -> None:
        raise ZeroDivisionError

    scene = Scene(2).skill(2, at(Timing.DAMAGED, fail))
    with pytest.raises(ZeroDivisionError):
        scene.run(lambda w: damage(w, scene.p(1), scene.p(2)))
    scene = Scene(2).skill(2, at(Timing.DAMAGED, fail))
    Errors.raised = False
    with caplog.at_level(logging.ERROR):
        Machine(scene.w, damage(scene.w, scene.p(1), scene.p(2)))  # type: ignore[arg-type]
    assert "SkillEffect test_damaged" in caplog.text
    assert scene.w.log[-1].line.key == "sgs.log.error"
    assert fired(scene, "Damaged", "DamageFinished") == "Damaged(P2) DamageFinished(P2)"
    assert scene.w.stack == []


# --- order -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("skill_first", "asked"), [(True, False), (False, True)])
def test_general_skills_and_armor_at_the_ask_timings(skill_first: bool, asked: bool) -> None:
    scene = (
        Scene(3, {1: "caocao", 3: "xuchu"}, ask_skill_first=skill_first)
        .equip(1, "eight_diagram:2s")
        .hand(2, "slash:7s")
    )
    scene.top("slash:4c")
    scene.phase(2, "play", "P2 use slash:7s > P1", *(["P1 choose eight_diagram"] if asked else []), "P1 yes", "P1 yes")
    first = next(
        line.strip() for line in scene.trace.lines if line.strip().startswith(("hujia P1", "eight_diagram P1"))
    )
    assert first == ("eight_diagram P1: yes" if asked else "hujia P1: yes")


def test_levels_are_finished_before_the_next_begins() -> None:
    order: list[str] = []

    def note(name: str) -> Any:
        def effect(w: World, me: Player, hurt: Damage) -> None:
            order.append(f"{name} {me}")

        return effect

    scene = Scene(2)
    scene.skill(1, named("arms_one", Trigger(Timing.DAMAGED, note("arms"), anyone=True), compulsory=True, arms=True))
    scene.skill(2, named("general_two", Trigger(Timing.DAMAGED, note("general"), anyone=True), compulsory=True))
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert order == ["general P2", "arms P1"]


def test_refreshes_come_first_and_run_even_in_killed_events() -> None:
    order: list[str] = []

    def refresh(w: World, me: Player, turn: Turn) -> None:
        order.append(f"refresh {me}")

    def skilled(w: World, me: Player, turn: Turn) -> None:
        order.append(f"skill {me}")

    scene = (
        Scene(2).skill(2, named("bookkeeper", Refresh(Timing.TURN_END, refresh))).skill(1, at(Timing.TURN_END, skilled))
    )
    scene.turn(1)
    assert order == ["refresh P2", "skill P1"]

    def stop(w: World, me: Player, turn: Turn) -> None:
        events.kill(w, turn)

    order.clear()
    scene = (
        Scene(2).skill(2, named("bookkeeper", Refresh(Timing.TURN_END, refresh))).skill(1, at(Timing.TURN_END, skilled))
    )
    scene.skill(1, at(Timing.TURN_START, stop))
    scene.turn(1)
    assert order == ["refresh P2"]


def test_a_declined_skill_is_not_offered_again_at_the_same_occurrence() -> None:
    scene = Scene(3, {2: "guojia"}).hand(1, "slash:7s")
    scene.phase(1, "play", "P1 use slash:7s > P2")
    assert scene.questions("skill") == ["P2 skill: no"]


# --- history -----------------------------------------------------------------------------------------------------


def test_history_is_scoped() -> None:
    scene = Scene(3).hand(1, "slash:7s").hand(2, "slash:8s")
    scene.rounds(1, "P1 use slash:7s > P2", "P2 use slash:8s > P3")
    w = scene.w
    turns = w.happened(Turn)
    assert [turn.player for turn in turns] == [scene.p(1), scene.p(2), scene.p(3)]
    assert [use.card.text for use in w.happened(CardUse, turns[1])] == ["slash:8s"]
    assert len(w.happened(Damage)) == 2
    played = [phase for phase in w.happened(Phase, turns[0]) if phase.phase == "play"]
    assert [use.card.text for use in w.happened(CardUse, played[0])] == ["slash:7s"]
    assert w.happened(Death) == []


def test_an_event_that_did_not_happen_is_not_remembered() -> None:
    scene = Scene(2)
    scene.run(lambda w: damage(w, None, scene.p(1), 0))
    assert scene.w.happened(Damage) == []


def test_uses_are_counted_by_scope() -> None:
    scene = Scene(3).hand(1, "slash:7s").equip(1, "crossbow:Ac")
    counts: list[int] = []

    def look(w: World, me: Player, phase: Phase) -> None:
        counts.append(me.used("slash"))

    scene.skill(1, at(Timing.PHASE_END, look))
    scene.turn(1, "P1 use slash:7s > P2")
    assert counts == [0, 0, 0, 1, 0, 0]
    assert scene.p(1).used("slash", "game") == 1


# --- the other events --------------------------------------------------------------------------------------------


def test_judge_and_pindian() -> None:
    scene = Scene(3).top("peach:3h").hand(1, "jink:Kh").hand(2, "jink:2h").hand(3, "slash:9s")
    found: list[Any] = []

    def script(w: World) -> Asking[None]:
        found.append((yield from judge(w, scene.p(1), "skill.tieqi", lambda card: card.color == "red")))
        found.append((yield from pindian(w, scene.p(1), [scene.p(2), scene.p(3)], "skill.tieqi")))

    scene.run(script)
    assert found[0].succeeded
    assert found[1].winners == {scene.p(2): scene.p(1), scene.p(3): scene.p(1)}
    assert fired(scene, "StartPindian", "PindianCardsDisplayed", "PindianResultConfirmed", "PindianFinished") == (
        "StartPindian(P1) PindianCardsDisplayed(-) PindianResultConfirmed(-) PindianResultConfirmed(-) PindianFinished(P1)"
    )
    assert scene.discarded == "peach:3h jink:Kh jink:2h slash:9s"


def test_states_of_a_player() -> None:
    scene = Scene(2).hand(1, "axe:5d").equip(1, "blade:5s")

    def script(w: World) -> Asking[None]:
        p = scene.p(1)
        yield from turn_over(w, p)
        yield from chain(w, p)
        yield from change_property(w, p, "kingdom", "shu")
        yield from gain_skill(w, p, SKILLS["paoxiao"])
        yield from lose_skill(w, p, SKILLS["paoxiao"])
        yield from show_cards(w, p, p.hand.cards)
        yield from abort_area(w, p, "equip")
        yield from use_card(w, p, p.hand.cards[0])
        yield from resume_area(w, p, "equip")
        yield from change_max_hp(w, p, -1)

    scene.run(script)
    p = scene.p(1)
    assert (p.face_up, p.chained, p.kingdom, p.hp, p.max_hp) == (False, True, "shu", 3, 3)
    assert scene.discarded == "blade:5s axe:5d"
    for name in ("TurnedOver", "ChainStateChanged", "PropertyChange", "AfterPropertyChange", "EventAcquireSkill",
                 "EventLoseSkill", "CardShown", "AreaAborted", "AreaResumed", "MaxHpChanged"):  # fmt: skip
        assert f"{name}(P1)" in scene.timings, name


def test_a_maximum_of_zero_is_death() -> None:
    scene = Scene(3)
    scene.run(lambda w: change_max_hp(w, scene.p(2), -4))
    assert not scene.p(2).alive


def test_statuses() -> None:
    from paiju.games.sanguosha.reach import attack_range, counted_hand, distance, hand_limit

    wide = named(
        "wide",
        Reach(2),
        Distance(incoming=1),
        HandLimit(lambda w, me: 3, excludes=lambda w, me, card: card.color == "red"),
        compulsory=True,
    )
    scene = Scene(4).skill(1, wide).hand(1, "peach:3h slash:7s")
    w, p = scene.w, scene.p(1)
    assert (attack_range(w, p), hand_limit(w, p)) == (3, 7)
    assert [card.text for card in counted_hand(w, p)] == ["slash:7s"]
    assert (distance(w, scene.p(2), p), distance(w, p, scene.p(2))) == (2, 1)


def test_skills_can_be_disabled() -> None:
    silence = named("silence", Disable(lambda w, me, holder, skill: holder is not me), compulsory=True)
    scene = Scene(3, {2: "caocao"}).skill(1, silence).hand(1, "slash:7s")
    scene.phase(1, "play", "P1 use slash:7s > P2")
    assert scene.questions("skill") == []


def test_a_card_taken_meanwhile_does_not_move() -> None:
    scene = Scene(2).hand(1, "peach:3h jink:2h")

    def snatch_one(w: World, me: Player, event: MoveCards) -> Asking[None]:
        if event.moves[0].reason == "discard":
            yield from obtain(w, me, [scene.w.players[0].hand.cards[0]])

    scene.skill(2, at(Timing.BEFORE_CARDS_MOVE, snatch_one, anyone=True))
    scene.run(lambda w: discard(w, list(scene.p(1).hand.cards)))
    assert scene.hand_of(2) == "peach:3h"
    assert scene.discarded == "jink:2h"


def test_every_timing_of_the_enum_has_its_own_name() -> None:
    assert len({timing.value for timing in Timing}) == len(Timing)


def test_happen_reports_what_became_of_an_event() -> None:
    scene = Scene(2)
    results: list[bool] = []

    def script(w: World) -> Asking[None]:
        results.append((yield from happen(w, Damage(None, scene.p(1)))))
        results.append((yield from happen(w, Damage(None, scene.p(1), 0))))

    scene.run(script)
    assert results == [True, False]
