"""Scenarios S50-S70 of the rules: skills."""

from __future__ import annotations

import pytest

from paiju.games.messages import Text
from paiju.games.sanguosha.generals import General
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.moves import discard, top_cards
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.timing import Timing
from tests.games.sanguosha.helpers import at, between, fired, plainly


def test_s50_eight_diagrams_and_devilry() -> None:
    scene = (
        Scene(3, {3: "simayi"}).hand(1, "slash:7s").equip(2, "eight_diagram:2s").hand(2, "jink:2d").hand(3, "dayuan:Ks")
    )
    scene.top("peach:6h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P3 respond dayuan:Ks", "P2 can use jink:2d")
    assert plainly(between(scene, "StartJudge(P2)", "FinishJudge(P2)")) == (
        "StartJudge(P2) AskForRetrial(P2) PreCardRespond(P3) CardResponding(P3) CardRespondFinished(P3) "
        "FinishRetrial(P2) FinishJudge(P2)"
    )
    assert scene.discarded == "peach:6h dayuan:Ks slash:7s"


def test_s51_eight_diagrams_succeed() -> None:
    scene = Scene(3).hand(1, "slash:7s").equip(2, "eight_diagram:2s").hand(2, "jink:2d").top("jink:9d")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes")
    assert "PreCardUse(P2)" in scene.timings
    assert "CardUseFinished(P2)" in scene.timings
    assert "CardEffectCancelledOut(P1)" in scene.timings
    assert scene.hand_of(2) == "jink:2d"
    assert scene.discarded == "jink:9d slash:7s"


def test_s52_guojia_takes_the_judge_card() -> None:
    scene = Scene(3, {2: "guojia"}).hand(1, "slash:7s").equip(2, "eight_diagram:2s").top("slash:4c")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P2 yes")
    assert scene.hand_of(2) == "slash:4c"
    scene = Scene(3, {2: "guojia", 3: "simayi"}).hand(1, "slash:7s").equip(2, "eight_diagram:2s").hand(3, "dayuan:Ks")
    scene.top("slash:4c")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P3 respond dayuan:Ks", "P2 yes")
    assert scene.hand_of(2) == "dayuan:Ks"
    assert scene.discarded == "slash:4c slash:7s"


def test_s53_chain_of_camps() -> None:
    scene = Scene(3, {1: "luxun"}).hand(1, "slash:7s").top("ex_nihilo:7h peach:3h jink:2h dismantlement:3s")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes", "P1 use ex_nihilo:7h", "P1 yes")
    timings = scene.timings
    assert timings.index("AfterSkillEffect(P1)") < timings.index("AfterCardUseDeclared(P1)")
    assert scene.hand_of(1) == "peach:3h jink:2h dismantlement:3s"


def test_s54_chain_of_camps_out_of_turn() -> None:
    scene = Scene(3, {2: "luxun"}).hand(1, "slash:7s").hand(2, "jink:2d").top("peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d", "P2 yes")
    assert scene.hand_of(2) == "peach:3h"
    assert scene.hp_of(2) == "3/3"


def test_s55_villainous_hero() -> None:
    scene = Scene(3, {2: "caocao"}).hand(1, "slash:7s")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes")
    assert plainly(between(scene, "Damage(P1)", "CardUseFinished(P1)")).startswith(
        "Damage(P1) Damaged(P2) DamageFinished(P2)"
    )
    assert scene.hand_of(2) == "slash:7s"
    assert scene.discarded == ""
    scene = Scene(3, {2: "caocao"}).hand(1, "peach:3h jink:2h").equip(1, "spear:Qs")
    scene.phase(1, "play", "P1 use zhangba:3h2h > P2", "P2 yes")
    assert scene.hand_of(2) == "peach:3h jink:2h"
    scene = Scene(3, {1: "diaochan", 2: "caocao"}).hand(1, "peach:3h")
    scene.phase(1, "play", "P1 skill lijian 3h > P2 P3")
    assert scene.hp_of(2) == "3/4"
    assert scene.questions("skill") == []


def test_s56_two_skills_at_one_timing() -> None:
    both = General("both", Text("双", "both"), "wei", 4, True, (SKILLS["jianxiong"], SKILLS["fankui"]))
    scene = Scene(3, {2: both}).hand(1, "slash:7s peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 choose fankui", "P2 yes", "P2 yes")
    assert scene.hand_of(2) == "peach:3h slash:7s"
    scene = Scene(3, {2: both}).hand(1, "slash:7s peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 choose fankui", "P2 no", "P2 yes")
    assert scene.hand_of(2) == "slash:7s"


def test_s57_bare_chested_and_bequeathed_plans() -> None:
    scene = Scene(3, {1: "xuchu", 2: "guojia"}).hand(1, "slash:7s")
    scene.turn(1, "P1 yes", "P1 use slash:7s > P2", "P2 yes", "P2 give > P2 P3", "P2 yes", "P2 give > P2 P2")
    assert scene.hp_of(2) == "1/3"
    assert (len(scene.p(2).hand), len(scene.p(3).hand)) == (3, 1)
    assert len(scene.p(1).hand) == 1
    scene = Scene(3, {1: "xuchu", 2: "guojia"}).hand(1, "slash:7s")
    scene.turn(1, "P1 yes", "P1 use slash:7s > P2", "P2 no")
    assert len([asked for asked in scene.questions("skill") if asked.startswith("P2")]) == 1


@pytest.mark.parametrize(
    ("top", "reply", "hp", "cards"),
    [("peach:3h", None, "4/4", 2), ("slash:4c", "P1 discard 8s9s", "4/4", 0), ("slash:4c", "P1 no", "3/4", 2)],
)
def test_s58_staunch(top: str, reply: str | None, hp: str, cards: int) -> None:
    scene = Scene(3, {2: "xiahoudun"}).hand(1, "slash:7s slash:8s slash:9s").top(top)
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", *([reply] if reply else []))
    assert scene.hp_of(1) == hp
    assert len(scene.p(1).hand) == cards


def test_s58_staunch_against_staunch_nests() -> None:
    scene = Scene(3, {1: "xiahoudun", 2: "xiahoudun"}).hand(1, "slash:7s").top("slash:4c slash:5c")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P1 yes")
    assert (scene.hp_of(1), scene.hp_of(2)) == ("3/4", "2/4")
    effects = [line for line in scene.trace.lines if line.strip() == "SkillEffect ganglie"]
    assert len(effects) == 2
    assert effects[1].startswith(" " * (len(effects[0]) - len(effects[0].lstrip()) + 1))


def test_s59_displacement() -> None:
    scene = Scene(5, {2: "daqiao"}).hand(1, "slash:7s").hand(2, "peach:3h peach:4h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 cannot discard 3h > P1", "P2 discard 3h > P3")
    assert " ".join(t for t in scene.timings if t.startswith("Target")) == (
        "TargetSpecifying(P1) TargetConfirming(P2) TargetConfirming(P3) TargetSpecified(P1) TargetConfirmed(P3)"
    )
    assert scene.questions("jink") == ["P3 jink: no"]
    assert (scene.hp_of(2), scene.hp_of(3)) == ("3/3", "3/4")


def test_s60_displacement_measures_without_the_discarded_weapon() -> None:
    scene = Scene(6, {2: "daqiao"}).hand(1, "slash:7s").hand(2, "peach:3h").equip(2, "qinggang_sword:6s")
    scene.phase(
        1,
        "play",
        "P1 use slash:7s > P2",
        "P2 cannot discard 6s > P4",
        "P2 can discard 6s > P3",
        "P2 can discard 3h > P4",
    )


def test_s61_escort() -> None:
    wei = {1: "caocao", 3: "xuchu", 4: "zhangliao"}
    scene = Scene(4, wei).hand(2, "slash:7s").hand(4, "jink:2d")
    scene.phase(2, "play", "P2 use slash:7s > P1", "P1 yes", "P3 no", "P4 respond jink:2d")
    assert scene.questions("hujia") == ["P3 hujia: no", "P4 hujia: respond jink:2d"]
    assert fired(scene, "PreCardRespond", "CardResponding") == "PreCardRespond(P4) CardResponding(P4)"
    assert "PreCardUse(P1)" in scene.timings
    assert scene.discarded == "jink:2d slash:7s"
    assert scene.hp_of(1) == "4/4"
    scene = Scene(4, {2: "caocao", 3: "xuchu"}).hand(1, "slash:7s")
    scene.phase(1, "play", "P1 use slash:7s > P2")
    assert not scene.p(2).has("hujia")
    assert scene.questions("hujia") == []


def test_s62_rouse_refused() -> None:
    scene = Scene(3, {1: "liubei", 2: "guanyu"})
    scene.phase(1, "play", "P1 use jijiang > P2", "P2 no", "P1 cannot use jijiang > P2")
    assert scene.p(1).used("slash", "game") == 0


def test_s63_rescue() -> None:
    scene = Scene(3, {1: "sunquan", 2: "ganning"}).hp(1, 1, 5).hand(2, "peach:3h")
    scene.run(lambda w: damage(w, scene.p(3), scene.p(1)), "P2 use peach:3h")
    assert scene.hp_of(1) == "2/5"
    scene = Scene(3, {1: "sunquan", 2: "ganning"}).hp(1, 1, 5).hand(2, "peach:3h")
    scene.run(lambda w: damage(w, scene.p(3), scene.p(1), 2), "P2 use peach:3h")
    assert scene.hp_of(1) == "1/5"
    scene = Scene(3, {1: "sunquan", 2: "xuchu"}).hp(1, 1, 5).hand(2, "peach:3h")
    scene.run(lambda w: damage(w, scene.p(3), scene.p(1)), "P2 use peach:3h")
    assert scene.hp_of(1) == "1/5"
    scene = Scene(3, {1: "sunquan", 2: "huatuo"}).hp(1, 1, 5).hand(2, "jink:2d")
    scene.run(lambda w: damage(w, scene.p(3), scene.p(1)), "P2 use jijiu:2d")
    assert scene.hp_of(1) == "1/5"


def test_s64_asking_order_for_peaches() -> None:
    scene = Scene(4).hp(1, 1, 4).hand(4, "peach:3h peach:4h").current(3)
    scene.run(lambda w: damage(w, scene.p(3), scene.p(1), 2), "P4 use peach:3h", "P4 use peach:4h")
    assert fired(scene, "AskForPeaches", "AskForPeachesDone", "AfterDying", "Damage", "Damaged") == (
        "AskForPeaches(P3) AskForPeaches(P4) AskForPeachesDone(P1) AfterDying(P1) Damage(P3) Damaged(P1)"
    )
    assert scene.hp_of(1) == "1/4"


def test_s65_first_aid() -> None:
    scene = Scene(3, {2: "huatuo"}).hp(1, 1, 4).hand(2, "jink:2d").current(2)
    scene.run(lambda w: damage(w, None, scene.p(1)), "P2 cannot use jijiu:2d")
    assert not scene.p(1).alive
    scene = Scene(3, {2: "huatuo"}).hp(1, 1, 4).equip(2, "axe:5d").current(3)
    scene.run(lambda w: damage(w, None, scene.p(1)), "P2 use jijiu:5d")
    assert scene.hp_of(1) == "1/4"


def test_s66_stargazing_at_the_end_of_the_pile() -> None:
    scene = Scene(3, {1: "zhugeliang"}).discard_pile("slash:7s slash:8s slash:9s jink:2h jink:Kh peach:3h")
    scene.draw_pile("peach:4h jink:2d")
    scene.phase(1, "start", "P1 yes")
    assert "AfterDrawPileShuffle(-)" in scene.timings
    assert [card.text for card in scene.w.draw_pile.cards[-2:]] == ["jink:2d", "peach:4h"]
    assert len(scene.w.draw_pile) == 8


def test_s66_arranging() -> None:
    scene = Scene(3, {1: "zhugeliang"}).top("peach:4h jink:2d slash:7s")
    scene.phase(1, "start", "P1 yes", "P1 arrange 7s4h / 2d")
    pile = [card.text for card in scene.w.draw_pile.cards]
    assert pile[-2:] == ["peach:4h", "slash:7s"]
    assert pile[0] == "jink:2d"


def test_s67_goddess_of_the_luo_and_devilry() -> None:
    scene = Scene(3, {1: "zhenji", 2: "simayi"}).hand(2, "nioh_shield:2c").top("snatch:3s chitu:5h")
    scene.phase(1, "start", "P1 yes", "P2 no", "P1 yes", "P2 respond nioh_shield:2c", "P1 no")
    assert scene.hand_of(1) == "snatch:3s nioh_shield:2c"
    assert scene.discarded == "chitu:5h"


@pytest.mark.parametrize(("suit", "hp"), [("spade", "3/4"), ("heart", "4/4")])
def test_s68_sow_discord(suit: str, hp: str) -> None:
    scene = Scene(3, {1: "zhouyu"}).hand(1, "ex_nihilo:7h")
    scene.phase(1, "play", "P1 skill fanjian > P2", f"P2 choose {suit}", "P1 cannot skill fanjian > P2")
    assert scene.hand_of(2) == "ex_nihilo:7h"
    assert scene.hp_of(2) == hp


def test_s69_discord() -> None:
    scene = Scene(4, {1: "diaochan"}, roles={3: "renegade"}).hand(1, "peach:3h").hp(2, 1, 4)
    scene.phase(1, "play", "P1 skill lijian 3h > P2 P3")
    assert "AfterAskForNullification(-)" not in scene.timings
    assert scene.asked[1].startswith("P2 duel")
    assert not scene.p(2).alive
    scene = Scene(4, {1: "diaochan", 2: "zhugeliang"}).hand(1, "peach:3h")
    scene.phase(1, "play", "P1 cannot skill lijian 3h > P2 P3", "P1 can skill lijian 3h > P3 P2")


def test_s70_amazon_at_a_double_loss() -> None:
    scene = Scene(3, {1: "sunshangxiang"}).equip(1, "axe:5d nioh_shield:2c").hand(1, "peach:3h")
    scene.run(lambda w: discard(w, list(scene.p(1).equip)), "P1 yes", "P1 yes")
    assert len(scene.p(1).hand) == 5
    scene = Scene(3, {1: "sunshangxiang"}).equip(1, "axe:5d").hand(1, "peach:3h")
    scene.run(lambda w: discard(w, scene.p(1).own_cards), "P1 yes")
    assert len(scene.questions("skill")) == 1
    assert len(scene.p(1).hand) == 2


def test_a_skill_that_only_looks_at_the_pile_leaves_it() -> None:
    scene = Scene(2).top("peach:3h jink:2h")
    scene.run(lambda w: top_cards(w, 2))
    assert [card.text for card in scene.w.draw_pile.cards[-2:]] == ["jink:2h", "peach:3h"]


def test_skills_are_walked_from_the_current_actor() -> None:
    order: list[str] = []

    def note(w, me, hurt):  # type: ignore[no-untyped-def]
        order.append(repr(me))

    scene = Scene(4).current(3)
    for number in (1, 2, 3, 4):
        scene.skill(number, at(Timing.DAMAGED, note, anyone=True))
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert order == ["P3", "P4", "P1", "P2"]


def test_rouse_in_a_duel_then_by_hand() -> None:
    scene = (
        Scene(4, {1: "liubei", 2: "guanyu", 3: "zhaoyun"}).hand(4, "duel:As").hand(2, "peach:3h").hand(1, "slash:7s")
    )
    scene.phase(
        4,
        "play",
        "P4 use duel:As > P1",
        "P1 respond jijiang",
        "P2 no",
        "P3 no",
        "P1 cannot respond jijiang",
        "P1 respond slash:7s",
    )
    assert scene.discarded == "slash:7s duel:As"
    scene = Scene(4, {1: "liubei", 2: "guanyu"}).hand(4, "duel:As").hand(2, "peach:3h")
    scene.phase(4, "play", "P4 use duel:As > P1", "P1 respond jijiang", "P2 respond wusheng:3h")
    assert scene.hp_of(4) == "3/4"
    assert scene.discarded == "peach:3h duel:As"


def test_escort_against_archery() -> None:
    scene = Scene(3, {1: "caocao", 3: "zhenji"}).hand(2, "archery_attack:Ah").hand(3, "snatch:3s")
    scene.phase(2, "play", "P2 use archery_attack:Ah", "P3 no", "P1 yes", "P3 respond qingguo:3s")
    assert (scene.hp_of(1), scene.hp_of(3)) == ("4/4", "2/3")
    assert scene.discarded == "snatch:3s archery_attack:Ah"


def test_two_cards_as_one_slash_in_response() -> None:
    scene = Scene(3).hand(1, "savage_assault:Ks").hand(2, "peach:3h jink:2d").equip(2, "spear:Qs")
    scene.phase(1, "play", "P1 use savage_assault:Ks", "P2 respond zhangba:3h2d")
    assert (scene.hp_of(2), scene.hp_of(3)) == ("4/4", "3/4")
    assert scene.discarded == "peach:3h jink:2d savage_assault:Ks"


def test_a_converted_indulgence_is_one_until_it_leaves_the_judge_area() -> None:
    scene = Scene(3, {1: "daqiao"}).hand(1, "jink:2d jink:3d").hand(3, "dismantlement:3s")
    scene.phase(1, "play", "P1 use guose:2d > P2", "P1 cannot use guose:3d > P2")
    scene.phase(3, "play", "P3 use dismantlement:3s > P2")
    assert scene.discarded == "jink:2d dismantlement:3s"
    assert scene.w.acting == {}
