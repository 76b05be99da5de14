"""Scenarios S01-S19 of the rules: the flow of a game."""

from __future__ import annotations

import pytest

from paiju.games.sanguosha.events import happen, kill
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Refresh, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import InitialDeal, Phase, Turn, gain_extra_turn
from tests.games.sanguosha.helpers import at, between, fired, plainly

TURN = ("TurnStart", "TurnEnd", "EventTurnChanging", "PreTurnStart", "BeforeTurnStart")


def test_s01_start_of_the_game() -> None:
    scene = Scene(3, {2: "luxun"}, luck_times=0)
    scene.happen(InitialDeal())
    assert " ".join(scene.timings) == (
        "DrawInitialCards(P1) DrawInitialCards(P2) DrawInitialCards(P3) "
        "AfterDrawInitialCards(P1) AfterDrawInitialCards(P2) AfterDrawInitialCards(P3)"
    )
    assert [len(player.hand) for player in scene.w.players] == [4, 4, 4]
    assert len(scene.w.draw_pile) == 96
    assert scene.asked == []


def test_s01_order_of_a_dealt_game() -> None:
    game = Sanguosha(SanguoshaOptions(luck_times=0))
    machine = game.start(3, 1, traced=True)()
    while machine.world.round == 0 or not machine.world.current.phase:
        decision = machine.pending[0]
        machine.feed([(decision.seat, next(iter(decision.choices)))])
    trace = machine.world.trace
    assert trace is not None
    timings = [t for t in trace.timings if not t.startswith("EventAcquireSkill")]
    assert " ".join(timings[:14]) == (
        "GamePrepared(-) DrawInitialCards(P1) DrawInitialCards(P2) DrawInitialCards(P3) AfterDrawInitialCards(P1) "
        "AfterDrawInitialCards(P2) AfterDrawInitialCards(P3) GameStart(P1) RoundStart(P1) PreTurnStart(P1) "
        "BeforeTurnStart(P1) TurnStart(P1) EventPhaseChanging(P1) EventPhaseStart(P1)"
    )


def test_s02_one_idle_turn() -> None:
    scene = Scene(3).hand(1, "slash:7s slash:8s slash:9s jink:2h")
    scene.turn(1)
    phase = "EventPhaseChanging(P1) EventPhaseStart(P1) EventPhaseProceeding(P1)"
    assert plainly(scene.timings) == (
        "PreTurnStart(P1) BeforeTurnStart(P1) TurnStart(P1) "
        f"{phase} EventPhaseEnd(P1) {phase} EventPhaseEnd(P1) "
        f"{phase} DrawNCards(P1) AfterDrawNCards(P1) EventPhaseEnd(P1) "
        f"{phase} EventPhaseEnd(P1) {phase} EventPhaseEnd(P1) {phase} EventPhaseEnd(P1) "
        "TurnEnd(P1) EventTurnChanging(P1)"
    )
    assert [asked.split(":")[0] for asked in scene.asked] == ["P1 play", "P1 discard"]
    assert len(scene.p(1).hand) == 4


def test_s03_round_end_with_a_dead_seat_in_the_middle() -> None:
    scene = Scene(3).dead(2)
    scene.rounds(2)
    assert fired(scene, "RoundStart", "RoundEnd", "AfterRoundEnd", "TurnStart", "PreTurnStart") == (
        "RoundStart(P1) PreTurnStart(P1) TurnStart(P1) PreTurnStart(P3) TurnStart(P3) RoundEnd(P3) AfterRoundEnd(P3) "
        "RoundStart(P1) PreTurnStart(P1) TurnStart(P1) PreTurnStart(P3) TurnStart(P3) RoundEnd(P3) AfterRoundEnd(P3)"
    )
    assert scene.w.round == 2


def test_s04_the_last_seat_is_dead() -> None:
    scene = Scene(3, roles={2: "renegade", 3: "rebel"}).dead(3)
    scene.rounds(1)
    assert fired(scene, "RoundEnd", "TurnStart") == "TurnStart(P1) TurnStart(P2) RoundEnd(P3)"


def test_s05_face_down() -> None:
    scene = Scene(3).judge(2, "indulgence:6s")
    scene.p(2).face_up = False
    scene.rounds(1)
    passed = between(scene, "PreTurnStart(P2)", "PreTurnStart(P3)")
    assert " ".join(passed) == "PreTurnStart(P2) BeforeTurnOver(P2) TurnedOver(P2) PreTurnStart(P3)"
    assert scene.p(2).face_up
    assert scene.judge_of(2) == "indulgence:6s"


def test_s06_a_turn_broken_off_leaves_a_player_face_down() -> None:
    def end_it(w, me, turn):  # type: ignore[no-untyped-def]
        turn.turn_end = True

    scene = Scene(3).skill(2, at(Timing.PRE_TURN_START, end_it, once=True))
    scene.p(2).face_up = False
    scene.rounds(3)
    starts = [t for t in scene.timings if t in ("PreTurnStart(P2)", "TurnedOver(P2)", "TurnStart(P2)")]
    assert starts == ["PreTurnStart(P2)", "PreTurnStart(P2)", "TurnedOver(P2)", "PreTurnStart(P2)", "TurnStart(P2)"]


def test_s07_a_rest_ends_with_a_full_turn() -> None:
    scene = Scene(3).dead(2, rest=2).hp(2, 0)
    scene.rounds(2)
    mine = [t for t in scene.timings if t.endswith("(P2)") and t.split("(")[0] in (*TURN, "AfterPlayerRevived")]
    assert " ".join(mine) == (
        "AfterPlayerRevived(P2) PreTurnStart(P2) BeforeTurnStart(P2) TurnStart(P2) TurnEnd(P2) EventTurnChanging(P2)"
    )
    assert scene.hp_of(2) == "4/4"
    assert len(scene.p(2).hand) == 2


def test_s07_a_temporary_death_has_no_win_check_and_no_reward() -> None:
    from paiju.games.sanguosha.death import die

    scene = Scene(3, roles={2: "rebel", 3: "loyalist"}).hand(2, "slash:7s")
    scene.run(lambda w: die(w, scene.p(2), scene.p(1), rest=2))
    assert not scene.over
    assert scene.w.winner is None
    assert not scene.p(2).role_shown
    assert scene.hand_of(1) == ""
    assert scene.discarded == "slash:7s"


def test_s08_indulgence_hits() -> None:
    scene = Scene(3).judge(1, "indulgence:6s").top("slash:7c")
    scene.turn(1)
    judged = between(scene, "PreCardEffect(-)", "CardEffectFinished(P1)")
    assert plainly(judged) == (
        "PreCardEffect(-) BeforeCardEffect(P1) CardEffecting(P1) StartJudge(P1) AskForRetrial(P1) FinishRetrial(P1) "
        "FinishJudge(P1) CardEffectFinished(P1)"
    )
    assert fired(scene, "EventPhaseChanging").count("P1") == 5
    assert fired(scene, "EventPhaseSkipping", "EventPhaseSkipped") == "EventPhaseSkipping(P1) EventPhaseSkipped(P1)"
    assert scene.questions("play") == []
    assert scene.discarded == "slash:7c indulgence:6s"


def test_s09_indulgence_with_a_heart() -> None:
    scene = Scene(3).judge(1, "indulgence:6s").top("jink:2h")
    scene.turn(1)
    assert len(scene.questions("play")) == 1
    assert scene.discarded == "jink:2h indulgence:6s"


def test_s10_a_skipped_phase_is_saved() -> None:
    def save(w, me, phase):  # type: ignore[no-untyped-def]
        phase.skipped = False

    scene = Scene(3).judge(1, "indulgence:6s").top("slash:7c").skill(1, at(Timing.PHASE_SKIPPING, save))
    scene.turn(1)
    assert len(scene.questions("play")) == 1
    assert fired(scene, "EventPhaseSkipped") == ""
    assert fired(scene, "EventPhaseChanging").count("P1") == 5


def test_s11_keji() -> None:
    six = "jink:2h jink:Kh jink:3d jink:4d"
    scene = Scene(3, {1: "lvmeng"}).hp(1, 2).hand(1, six)
    scene.turn(1, "P1 yes")
    assert len(scene.p(1).hand) == 6
    assert fired(scene, "EventPhaseSkipping", "EventPhaseSkipped") == "EventPhaseSkipping(P1) EventPhaseSkipped(P1)"


def test_s11_keji_is_lost_by_responding_slash_to_the_own_duel() -> None:
    scene = (
        Scene(3, {1: "lvmeng"}).hp(1, 2).hand(1, "duel:As slash:7s jink:2h jink:Kh jink:3d jink:4d").hand(2, "slash:8s")
    )
    scene.turn(1, "P1 use duel:As > P2", "P2 respond slash:8s", "P1 respond slash:7s", "P2 no")
    assert scene.questions("skill") == []
    assert len(scene.p(1).hand) == 2


def test_s12_keji_after_indulgence() -> None:
    scene = Scene(3, {1: "lvmeng"}).hp(1, 1).hand(1, "jink:2h jink:Kh").judge(1, "indulgence:6s").top("slash:7c")
    scene.turn(1, "P1 yes")
    assert len(scene.p(1).hand) == 4


def test_s13_tuxi() -> None:
    scene = Scene(3, {1: "zhangliao"}).hand(2, "jink:2h jink:Kh jink:3d").hand(3, "peach:3h")
    scene.turn(1, "P1 choose > P2 P3", "P1 choose hand:1")
    assert [len(player.hand) for player in scene.w.players] == [2, 2, 0]
    assert fired(scene, "DrawNCards", "AfterDrawNCards") == ""
    assert fired(scene, "EventPhaseProceeding").count("P1") == 5
    assert fired(scene, "EventPhaseEnd").count("P1") == 6


def test_s14_the_judge_phase_is_skipped() -> None:
    def skip(w, me, phase):  # type: ignore[no-untyped-def]
        if phase.phase == "judge" and w.round == 1:
            phase.skipped = True

    scene = Scene(2).judge(1, "indulgence:6s lightning:As").skill(1, at(Timing.PHASE_CHANGING, skip))
    scene.w.round = 1
    scene.turn(1)
    assert scene.judge_of(1) == "indulgence:6s lightning:As"
    assert len(scene.questions("play")) == 1
    scene.w.round = 2
    scene.top("jink:2h jink:Kh")
    scene.turn(1)
    judged = [line.strip() for line in scene.trace.lines if line.strip().startswith("Judge ")]
    assert judged == ["Judge P1 card.lightning", "Judge P1 card.indulgence"]


def test_s15_two_delayed_stratagems_newest_first() -> None:
    scene = Scene(3).judge(1, "lightning:As indulgence:6h").top("jueying:5s qinggang_sword:6s")
    scene.turn(1)
    assert scene.hp_of(1) == "1/4"
    assert scene.questions("play") == []
    assert scene.discarded.startswith("jueying:5s indulgence:6h qinggang_sword:6s lightning:As")
    assert "PreDamage(-) DamageCaused(-)" in plainly(scene.timings)


def test_s16_extra_turn() -> None:
    def once_more(w, me, turn):  # type: ignore[no-untyped-def]
        gain_extra_turn(w, w.players[0])

    scene = Scene(3).skill(2, at(Timing.TURN_START, once_more))
    scene.rounds(1)
    assert fired(scene, "TurnStart", "EventTurnChanging") == (
        "TurnStart(P1) EventTurnChanging(P1) TurnStart(P2) EventTurnChanging(P2) TurnStart(P1) TurnStart(P3) "
        "EventTurnChanging(P3)"
    )


def test_the_next_seat_can_be_redirected_without_ending_the_round() -> None:
    redirected: list[bool] = []

    def back_to_the_lord(w, me, turn):  # type: ignore[no-untyped-def]
        if turn.player is w.players[1] and not redirected:
            redirected.append(True)
            turn.to, turn.skip_round_plus = w.players[0], True

    rule = skill("redirect", Refresh(Timing.TURN_CHANGING, back_to_the_lord), zh=("测", "测"), en=("t", "t"))
    scene = Scene(3).skill(1, rule)
    scene.rounds(1)
    assert fired(scene, "TurnStart", "RoundEnd") == (
        "TurnStart(P1) TurnStart(P2) TurnStart(P1) TurnStart(P2) TurnStart(P3) RoundEnd(P3)"
    )


def test_s17_round_limit() -> None:
    scene = Scene(3, max_rounds=3)
    scene.rounds(9)
    assert scene.over
    assert scene.w.winner == ""
    assert fired(scene, "RoundStart", "GameFinished") == "RoundStart(P1) RoundStart(P1) GameFinished(-)"


def test_s18_death_in_the_own_turn() -> None:
    scene = Scene(5, {3: "huanggai"}, roles={3: "rebel"}).hp(3, 1).hand(3, "jink:2h")
    scene.current(3)
    scene.run(lambda w: happen(w, Turn(scene.p(3))), "P3 skill kurou")
    assert plainly(between(scene, "PreHpLost(P3)", "EventTurnChanging(P3)")) == (
        "PreHpLost(P3) BeforeHpChanged(P3) HpChanged(P3) EnterDying(P3) "
        "AskForPeaches(P3) AskForCardUse(P3) AfterAskForCardUse(P3) AskForPeaches(P4) AskForCardUse(P4) "
        "AfterAskForCardUse(P4) AskForPeaches(P5) AskForCardUse(P5) AfterAskForCardUse(P5) AskForPeaches(P1) "
        "AskForCardUse(P1) AfterAskForCardUse(P1) AskForPeaches(P2) AskForCardUse(P2) AfterAskForCardUse(P2) "
        "AskForPeachesDone(P3) BeforeGameOverJudge(P3) GameOverJudge(P3) Death(P3) BuryVictim(P3) Deathed(P3) "
        "AfterDying(P3) HpLost(P3) EventPhaseEnd(P3) TurnEnd(P3) EventTurnChanging(P3)"
    )
    assert scene.hand_of(3) == ""
    assert not any(player.hand for player in scene.w.players)


def test_s19_kill_everything_down_to_the_turn() -> None:
    def end_this_turn(w, me, hurt):  # type: ignore[no-untyped-def]
        turn = w.find(Turn)
        assert turn is not None
        kill(w, turn)

    scene = Scene(3).hand(1, "slash:7s").skill(1, at(Timing.DAMAGE, end_this_turn))
    scene.rounds(1, "P1 use slash:7s > P2")
    seen = between(scene, "Damage(P1)", "PreTurnStart(P2)")
    assert plainly(seen) == (
        "Damage(P1) CardEffectFinished(P2) CardUseFinished(P1) EventPhaseEnd(P1) TurnEnd(P1) EventTurnChanging(P1) "
        "PreTurnStart(P2)"
    )
    assert scene.hp_of(2) == "3/4"
    assert scene.discarded == "slash:7s"
    refreshed = [line.strip() for line in scene.trace.lines if line.endswith("refresh only")]
    assert "TurnEnd(P1) refresh only" in refreshed
    assert scene.w.stack == []


@pytest.mark.parametrize("size", range(2, 9))
def test_numbers_run_from_the_lord(size: int) -> None:
    game = Sanguosha(SanguoshaOptions())
    w = game.deal(size, 5).world
    assert w.first.role == "lord"
    assert w.first.number == 1
    assert [player.number for player in w.order(w.first)] == list(range(1, size + 1))


def test_phases_can_be_added_to_a_turn() -> None:
    def again(w, me, phase):  # type: ignore[no-untyped-def]
        if phase.phase == "draw" and len(phase.turn.phases) == 6:
            phase.turn.gain_extra_phase("draw")

    scene = Scene(2).skill(1, at(Timing.PHASE_START, again))
    scene.turn(1)
    assert [phase.phase for phase in scene.w.happened(Phase)][2:5] == ["draw", "draw", "play"]
    assert len(scene.p(1).hand) == 4
