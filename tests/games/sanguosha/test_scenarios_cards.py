"""Scenarios S20-S49 of the rules: using cards."""

from __future__ import annotations

import pytest

from paiju.games.sanguosha.reach import attack_range, distance, in_range
from paiju.games.sanguosha.scene import Scene
from tests.games.sanguosha.helpers import between, fired, plainly

USE = "PreCardUse({0}) AfterCardUseDeclared({0}) AfterCardTargetDeclared({0}) CardUsing({0})"


def test_s20_slash_hits_full_trace() -> None:
    scene = Scene(3).hand(1, "slash:7s")
    scene.turn(1, "P1 use slash:7s > P2")
    assert plainly(between(scene, "PreCardUse(P1)", "CardUseFinished(P1)")) == (
        f"{USE.format('P1')} TargetSpecifying(P1) TargetConfirming(P2) TargetSpecified(P1) TargetConfirmed(P2) "
        "BeforeCardUseEffect(P1) PreCardEffect(P1) AskForCardUse(P2) AfterAskForCardUse(P2) BeforeCardEffect(P2) "
        "CardEffecting(P2) PreDamage(P1) DamageCaused(P1) DetermineDamageCaused(P1) DamageInflicted(P2) "
        "DetermineDamageInflicted(P2) BeforeHpChanged(P2) HpChanged(P2) Damage(P1) Damaged(P2) DamageFinished(P2) "
        "CardEffectFinished(P2) CardUseFinished(P1)"
    )
    assert scene.hp_of(2) == "3/4"
    assert scene.discarded == "slash:7s"


def test_s21_slash_dodged() -> None:
    scene = Scene(3).hand(1, "slash:7s").hand(2, "jink:2d")
    scene.turn(1, "P1 use slash:7s > P2", "P2 use jink:2d")
    assert plainly(between(scene, "AskForCardUse(P2)", "CardUseFinished(P1)")) == (
        f"AskForCardUse(P2) AfterAskForCardUse(P2) {USE.format('P2')} BeforeCardUseEffect(P2) PreCardEffect(P2) "
        "BeforeCardEffect(-) CardEffecting(-) CardEffectFinished(-) CardUseFinished(P2) CardEffectCancelledOut(P1) "
        "CardEffectFinished(P2) CardUseFinished(P1)"
    )
    assert scene.discarded == "jink:2d slash:7s"
    assert scene.hp_of(2) == "4/4"


def test_s22_one_slash_in_a_play_phase() -> None:
    scene = Scene(3).hand(1, "slash:7s slash:8s slash:9s crossbow:Ac")
    scene.turn(
        1,
        "P1 use slash:7s > P2",
        "P1 cannot use slash:8s > P2",
        "P1 use crossbow:Ac",
        "P1 use slash:8s > P2",
        "P1 can use slash:9s > P2",
    )
    assert scene.hp_of(2) == "2/4"


def test_s22_the_permission_goes_with_the_crossbow() -> None:
    scene = Scene(3, {1: "sunquan"}).hand(1, "slash:7s slash:8s").equip(1, "crossbow:Ac")
    scene.turn(
        1, "P1 use slash:7s > P2", "P1 can use slash:8s > P2", "P1 skill zhiheng Ac", "P1 cannot use slash:8s > P2"
    )


def test_s23_distances() -> None:
    scene = Scene(5)

    def d(a: int, b: int) -> int:
        return distance(scene.w, scene.p(a), scene.p(b))

    assert [d(1, n) for n in (2, 3, 4, 5)] == [1, 2, 2, 1]
    scene.equip(3, "jueying:5s")
    assert (d(1, 3), d(3, 1)) == (3, 2)
    scene.equip(1, "chitu:5h")
    assert (d(1, 3), d(1, 4), d(1, 2)) == (2, 1, 1)
    scene = Scene(5, {1: "machao"}).equip(3, "jueying:5s").equip(1, "chitu:5h")
    assert (d(1, 3), d(1, 4)) == (1, 1)
    scene.dead(2)
    assert d(1, 3) == 1
    assert d(5, 3) == 3


def test_s24_range() -> None:
    scene = Scene(8).equip(1, "kylin_bow:5h").equip(5, "jueying:5s")
    assert all(in_range(scene.w, scene.p(1), scene.p(n)) for n in range(2, 9))
    scene = Scene(8).equip(1, "chitu:5h").equip(3, "jueying:5s")
    assert [n for n in range(2, 9) if in_range(scene.w, scene.p(1), scene.p(n))] == [2, 7, 8]


def test_s25_wusheng_with_the_own_weapon_or_mount() -> None:
    scene = Scene(5, {1: "guanyu"}).equip(1, "kylin_bow:5h")
    assert attack_range(scene.w, scene.p(1)) == 5
    scene.turn(1, "P1 cannot use wusheng:5h > P3", "P1 use wusheng:5h > P2")
    assert scene.hp_of(2) == "3/4"
    scene = Scene(5, {1: "guanyu"}).equip(1, "chitu:5h").hand(1, "jink:2h")
    scene.turn(1, "P1 cannot use wusheng:5h > P3", "P1 can use wusheng:2h > P3")


def test_s26_the_crossbow_does_not_permit_itself() -> None:
    scene = Scene(3, {1: "guanyu"}).equip(1, "crossbow:Ad").hand(1, "slash:7s").top("slash:8s jink:2h")
    scene.turn(1, "P1 use slash:7s > P2", "P1 cannot use wusheng:Ad > P2", "P1 can use slash:8s > P2")


def test_s27_lightning_passes_on() -> None:
    scene = Scene(3).judge(1, "lightning:As").judge(2, "lightning:Qh").top("peach:7h")
    scene.turn(1)
    assert (scene.judge_of(1), scene.judge_of(2), scene.judge_of(3)) == ("", "lightning:Qh", "lightning:As")
    scene.top("slash:9c")
    scene.turn(2)
    assert (scene.judge_of(1), scene.judge_of(2), scene.judge_of(3)) == ("lightning:Qh", "", "lightning:As")


def test_s28_lightning_comes_back() -> None:
    scene = Scene(2).judge(1, "lightning:As").judge(2, "lightning:Qh").top("jink:3d")
    scene.turn(1)
    assert scene.judge_of(1) == "lightning:As"
    assert fired(scene, "StartJudge") == "StartJudge(P1)"


def test_s29_lightning_on_caocao() -> None:
    scene = Scene(3, {1: "caocao"}).judge(1, "lightning:As").top("jueying:5s")
    scene.phase(1, "judge", "P1 yes")
    assert "PreDamage(-) DamageCaused(-) DetermineDamageCaused(-) DamageInflicted(P1)" in plainly(scene.timings)
    assert scene.hp_of(1) == "1/4"
    assert scene.hand_of(1) == "lightning:As"
    assert scene.discarded == "jueying:5s"


def test_s30_lightning_kills() -> None:
    scene = (
        Scene(3, roles={2: "rebel", 3: "renegade"}).hp(2, 2).hand(2, "jink:2h").judge(2, "lightning:As").top("slash:9s")
    )
    scene.turn(2)
    assert not scene.p(2).alive
    assert scene.discarded == "slash:9s jink:2h lightning:As"
    assert scene.hand_of(1) == scene.hand_of(3) == ""


def test_s31_nullification_against_nullification() -> None:
    scene = Scene(3, {1: "huangyueying"}).hand(1, "ex_nihilo:7h nullification:Qc").hand(2, "nullification:Js")
    scene.phase(
        1,
        "play",
        "P1 use ex_nihilo:7h",
        "P1 yes",
        "P2 use nullification:Js",
        "P1 use nullification:Qc",
        "P1 yes",
    )
    effects = between(scene, "PreCardEffect(P1)", "CardUseFinished(P1)")
    kept = [
        t
        for t in effects
        if t.split("(")[0]
        in ("PreCardEffect", "CardEffecting", "CardUseFinished", "CardEffectCancelledOut", "BeforeCardEffect")
    ]
    assert " ".join(kept) == (
        "PreCardEffect(P1) PreCardEffect(P2) PreCardEffect(P1) BeforeCardEffect(-) CardEffecting(-) CardUseFinished(P1) "
        "CardEffectCancelledOut(P2) CardUseFinished(P2) BeforeCardEffect(P1) CardEffecting(P1) CardUseFinished(P1)"
    )
    assert scene.discarded == "nullification:Qc nullification:Js ex_nihilo:7h"
    assert len(scene.p(1).hand) == 4
    races = [line for line in scene.trace.timings if line.startswith("AfterAskForNullification")]
    assert len(races) == 3


def test_s32_nullification_on_a_delayed_stratagem() -> None:
    scene = Scene(3).judge(1, "indulgence:6s").hand(3, "nullification:Js")
    scene.turn(1, "P3 use nullification:Js")
    assert "CardEffectCancelledOut(-)" in scene.timings
    assert fired(scene, "StartJudge") == ""
    assert scene.discarded == "nullification:Js indulgence:6s"
    assert len(scene.questions("play")) == 1
    scene = Scene(3).judge(1, "lightning:As").hand(3, "nullification:Js")
    scene.turn(1, "P3 use nullification:Js")
    assert scene.judge_of(2) == "lightning:As"
    assert fired(scene, "StartJudge") == ""


def test_s33_oath_of_the_peach_garden_passes_over_the_unhurt() -> None:
    scene = Scene(3).hp(2, 2, 4).hand(1, "god_salvation:Ah")
    scene.turn(1, "P1 use god_salvation:Ah")
    assert scene.timings.count("AfterAskForNullification(-)") == 1
    assert scene.hp_of(2) == "3/4"


def test_s34_bumper_harvest() -> None:
    scene = (
        Scene(3)
        .hand(2, "amazing_grace:3h")
        .hand(1, "nullification:Js")
        .top("jink:Kh jink:2h slash:7s peach:4h jink:2d")
    )
    scene.turn(
        2,
        "P2 use amazing_grace:3h",
        "P1 no",
        "P2 choose peach:4h",
        "P1 use nullification:Js",
        "P1 choose jink:2d",
    )
    assert "peach:4h" in scene.hand_of(2)
    assert scene.hand_of(3) == ""
    assert scene.hand_of(1) == "jink:2d"
    assert scene.discarded == "nullification:Js slash:7s amazing_grace:3h"


def test_s35_the_user_dies_during_savage_assault() -> None:
    roles = {1: "lord", 2: "rebel", 3: "renegade", 4: "loyalist"}
    scene = (
        Scene(4, {3: "xiahoudun"}, roles=roles)  # type: ignore[arg-type]
        .hp(2, 1, 4)
        .hand(1, "slash:8s")
        .hand(2, "savage_assault:Ks jink:2h")
        .top("slash:9s")
    )
    scene.phase(2, "play", "P2 use savage_assault:Ks", "P3 yes", "P1 respond slash:8s")
    targets = [t for t in scene.timings if t.startswith("Target")]
    assert " ".join(targets) == (
        "TargetSpecifying(P2) TargetSpecifying(P2) TargetSpecifying(P2) "
        "TargetConfirming(P3) TargetConfirming(P4) TargetConfirming(P1) "
        "TargetSpecified(P2) TargetSpecified(P2) TargetSpecified(P2) "
        "TargetConfirmed(P3) TargetConfirmed(P4) TargetConfirmed(P1)"
    )
    assert plainly(between(scene, "EnterDying(P2)", "DamageFinished(P3)")) == (
        "EnterDying(P2) "
        + " ".join(f"AskForPeaches({q}) AskForCardUse({q}) AfterAskForCardUse({q})" for q in ("P2", "P3", "P4", "P1"))
        + " AskForPeachesDone(P2) BeforeGameOverJudge(P2) GameOverJudge(P2) Death(P2) BuryVictim(P2) Deathed(P2) "
        "AfterDying(P2) Damage(P3) Damaged(P2) DamageFinished(P2) DamageFinished(P3)"
    )
    assert len(scene.p(3).hand) == 3
    assert "PreDamage(-)" in scene.timings
    assert (scene.hp_of(3), scene.hp_of(4), scene.hp_of(1)) == ("3/4", "3/4", "4/4")
    assert scene.discarded == "slash:9s jink:2h slash:8s savage_assault:Ks"
    assert plainly(scene.timings[-6:]) == "CardUseFinished(P2) EventPhaseEnd(P2) TurnEnd(P2) EventTurnChanging(P2)"


def test_s36_borrowed_sword_refused() -> None:
    scene = Scene(4, {2: "sunshangxiang"}).hand(1, "collateral:Qc").equip(2, "blade:5s")
    scene.turn(1, "P1 use collateral:Qc > P2 P3", "P2 no", "P2 yes")
    assert "blade:5s" in scene.hand_of(1)
    assert len(scene.p(2).hand) == 2
    assert attack_range(scene.w, scene.p(2)) == 1


def test_s37_borrowed_sword_accepted() -> None:
    scene = Scene(4).hand(1, "collateral:Qc").hand(2, "slash:7s").equip(2, "blade:5s")
    scene.turn(1, "P1 use collateral:Qc > P2 P3", "P2 use slash:7s")
    assert scene.hp_of(3) == "3/4"
    assert scene.p(2).used("slash", "game") == 0
    assert scene.equip_of(2) == "blade:5s"


def test_s38_duel_against_unrivalled() -> None:
    scene = Scene(3, {1: "lvbu"}).hand(1, "duel:As slash:7s").hand(2, "slash:8s slash:9s slash:8c")
    scene.turn(
        1,
        "P1 use duel:As > P2",
        "P2 respond slash:8s",
        "P2 respond slash:9s",
        "P1 respond slash:7s",
        "P2 respond slash:8c",
    )
    assert scene.hp_of(2) == "3/4"
    assert scene.discarded == "slash:8s slash:9s slash:7s slash:8c duel:As"


def test_s39_unrivalled_slash_wastes_a_single_jink() -> None:
    scene = Scene(3, {1: "lvbu"}).hand(1, "slash:7s").hand(2, "jink:2d")
    scene.turn(1, "P1 use slash:7s > P2", "P2 use jink:2d")
    assert scene.hp_of(2) == "3/4"
    assert scene.discarded == "jink:2d slash:7s"
    assert fired(scene, "CardEffectCancelledOut") == ""


def test_s40_nioh_shield_and_qinggang() -> None:
    scene = Scene(3).hand(1, "slash:7s").equip(2, "nioh_shield:2c")
    scene.turn(1, "P1 use slash:7s > P2")
    assert scene.questions("jink") == []
    assert scene.hp_of(2) == "4/4"
    scene = Scene(3).hand(1, "slash:Th").equip(2, "nioh_shield:2c")
    scene.turn(1, "P1 use slash:Th > P2")
    assert len(scene.questions("jink")) == 1
    scene = Scene(3).hand(1, "slash:7s slash:8s").equip(1, "qinggang_sword:6s").equip(2, "nioh_shield:2c")
    scene.turn(1, "P1 use slash:7s > P2")
    assert scene.hp_of(2) == "3/4"


@pytest.mark.parametrize(
    ("cards", "hit"),
    [
        ("snatch:3s dismantlement:4c", False),  # black: stopped
        ("snatch:3s peach:4h", True),  # colourless
        ("peach:3h jink:4d", True),  # red
    ],
)
def test_s41_colour_of_the_spears_slash(cards: str, hit: bool) -> None:
    scene = Scene(3).hand(1, cards).equip(1, "spear:Qs").equip(2, "nioh_shield:2c")
    faces = "".join(card.split(":")[1] for card in cards.split())
    scene.top("jink:Kh jink:2h")
    scene.turn(1, f"P1 use zhangba:{faces} > P2")
    assert scene.hp_of(2) == ("3/4" if hit else "4/4")


def test_s42_stone_axe() -> None:
    scene = Scene(3).hand(1, "slash:7s peach:3h peach:4h").equip(1, "axe:5d").hand(2, "jink:2d").top("jink:Kh jink:2h")
    scene.turn(1, "P1 use slash:7s > P2", "P2 use jink:2d", "P1 cannot discard 3h5d", "P1 discard 3h4h")
    assert plainly(between(scene, "CardEffectCancelledOut(P1)", "CardEffecting(P2)")) == (
        "CardEffectCancelledOut(P1) BeforeCardEffect(P2) CardEffecting(P2)"
    )
    assert scene.hp_of(2) == "3/4"


def test_s42_not_offered_with_one_other_card() -> None:
    from paiju.games.sanguosha.using import use_card

    scene = Scene(3).hand(1, "slash:7s peach:3h").equip(1, "axe:5d").hand(2, "jink:2d")
    scene.run(lambda w: use_card(w, scene.p(1), scene.p(1).hand.cards[0], [scene.p(2)]), "P2 use jink:2d")
    assert scene.questions("axe") == []


def test_s43_green_dragon_blade() -> None:
    scene = Scene(4).hand(1, "slash:7s slash:8s slash:9s").equip(1, "blade:5s").hand(3, "jink:2d jink:3d jink:4d")
    scene.turn(
        1,
        "P1 use slash:7s > P3", "P3 use jink:2d",
        "P1 use slash:8s", "P3 use jink:3d",
        "P1 use slash:9s", "P3 use jink:4d",
        "P1 no",
    )  # fmt: skip
    assert scene.discarded == "jink:2d jink:3d jink:4d slash:9s slash:8s slash:7s"
    assert scene.p(1).used("slash", "game") == 1


def test_s44_ice_sword() -> None:
    scene = (
        Scene(3, {2: "luxun"})
        .hand(1, "slash:7s")
        .equip(1, "ice_sword:2s")
        .hand(2, "peach:3h")
        .equip(2, "axe:5d")
        .top("jink:Kh jink:2h peach:4h")
    )
    scene.turn(1, "P1 use slash:7s > P2", "P2 no", "P1 yes", "P1 choose hand:0", "P2 yes", "P1 choose hand:0")
    assert plainly(between(scene, "DetermineDamageCaused(P1)", "DamageFinished(P2)")) == (
        "DetermineDamageCaused(P1) DamageFinished(P2)"
    )
    assert scene.hp_of(2) == "3/3"
    assert scene.equip_of(2) == "axe:5d"
    assert scene.discarded == "peach:3h peach:4h slash:7s"


def test_s45_kylin_bow() -> None:
    scene = Scene(3, {2: "sunshangxiang"}).hand(1, "slash:7s").equip(1, "kylin_bow:5h").equip(2, "jueying:5s")
    scene.turn(1, "P1 use slash:7s > P2", "P1 yes", "P2 yes")
    assert scene.equip_of(2) == ""
    assert scene.hp_of(2) == "2/3"
    timings = scene.timings
    assert timings.index("AfterSkillEffect(P2)") < timings.index("DamageInflicted(P2)")
    assert len(scene.p(2).hand) == 2


def test_s46_sky_halberd() -> None:
    from paiju.games.sanguosha.play import play_offers

    scene = Scene(5).hand(1, "slash:8s").equip(1, "halberd:Qd").hand(3, "jink:2d")
    targets = next(offer.targets for offer in play_offers(scene.w, scene.p(1)).offers if offer.what == "slash")
    assert max(map(len, targets)) == 3
    scene.hand(1, "peach:3h")
    targets = next(offer.targets for offer in play_offers(scene.w, scene.p(1)).offers if offer.what == "slash")
    assert max(map(len, targets)) == 1


def test_s46_targets_resolve_in_action_order() -> None:
    from paiju.games.sanguosha.using import use_card

    scene = Scene(5).hand(1, "slash:8s").equip(1, "halberd:Qd").hand(3, "jink:2d")
    chosen = [scene.p(5), scene.p(3), scene.p(2)]
    scene.run(lambda w: use_card(w, scene.p(1), scene.p(1).hand.cards[0], chosen), "P3 use jink:2d")
    assert [asked.split()[0] for asked in scene.questions("jink")] == ["P2", "P3", "P5"]
    assert (scene.hp_of(2), scene.hp_of(3), scene.hp_of(5)) == ("3/4", "4/4", "3/4")


def test_s47_twin_swords() -> None:
    scene = Scene(3, {2: "zhenji"}).hand(1, "slash:7s").equip(1, "double_swords:2s").top("jink:Kh jink:2h peach:3h")
    scene.turn(1, "P1 use slash:7s > P2", "P1 yes")
    assert "peach:3h" in scene.hand_of(1)
    scene = Scene(3, {2: "zhenji"}).hand(1, "slash:7s").equip(1, "double_swords:2s").hand(2, "peach:3h")
    scene.turn(1, "P1 use slash:7s > P2", "P1 yes", "P2 discard 3h")
    assert scene.discarded == "peach:3h slash:7s"
    scene = Scene(3).hand(1, "slash:7s").equip(1, "double_swords:2s")
    scene.turn(1, "P1 use slash:7s > P2")
    assert scene.questions("skill") == []


def test_s48_replacing_equipment() -> None:
    scene = Scene(3, {1: "sunshangxiang"}).hand(1, "kylin_bow:5h").equip(1, "qinggang_sword:6s")
    scene.turn(1, "P1 use kylin_bow:5h", "P1 yes")
    moves = [line.strip() for line in scene.trace.lines if "kylin_bow:5h" in line and "P1.equip" in line]
    assert moves == [
        "MoveCards kylin_bow:5h processing -> P1.equip (use), qinggang_sword:6s P1.equip -> discard (discard_pile)"
    ]
    assert scene.equip_of(1) == "kylin_bow:5h"
    assert len(scene.p(1).hand) == 3
    assert len(scene.questions("skill")) == 1


def test_s49_savage_assault_and_the_empty_city() -> None:
    scene = (
        Scene(3, {2: "zhugeliang"}).hand(1, "slash:7s duel:As savage_assault:Ks dismantlement:3s").equip(2, "axe:5d")
    )
    scene.turn(
        1,
        "P1 cannot use slash:7s > P2", "P1 cannot use duel:As > P2", "P1 can use dismantlement:3s > P2",
        "P1 use savage_assault:Ks",
    )  # fmt: skip
    assert scene.hp_of(2) == "2/3"


def test_s49_losing_the_last_card_afterwards_does_not_help() -> None:
    scene = (
        Scene(3, {1: "zhenji", 2: "zhugeliang"}).hand(1, "slash:7s").hand(2, "peach:3h").equip(1, "double_swords:2s")
    )
    scene.turn(1, "P1 use slash:7s > P2", "P1 yes", "P2 discard 3h")
    assert scene.hand_of(2) == ""
    assert scene.hp_of(2) == "2/3"
