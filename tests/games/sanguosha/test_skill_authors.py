"""What people who write skills rely on: names in answers, areas, piles, timings of the dead, and errors that say why."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from paiju.games.contract import IllegalAction, Seat
from paiju.games.messages import Text, tell
from paiju.games.sanguosha.answers import SanguoshaAnswers
from paiju.games.sanguosha.ask import choose_cards
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards.equipment import armor
from paiju.games.sanguosha.death import Death, die, revive
from paiju.games.sanguosha.events import Errors, GameResult, game_over
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.generals import General
from paiju.games.sanguosha.helper import SkillError
from paiju.games.sanguosha.hp import Damage, damage, recover
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.modes import IDENTITY
from paiju.games.sanguosha.moves import Move, MoveCards, discard, draw, move, move_cards, obtain, put_on_pile
from paiju.games.sanguosha.naming import name
from paiju.games.sanguosha.notation import parse
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.play import play_offers
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Active, Distance, Forbid, Refresh, Skill, Trigger, ViewAs, skill
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.state import abort_area, gain_skill, lose_skill, resume_area
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import DrawInitialData, InitialDeal, Phase
from paiju.games.sanguosha.view import view
from paiju.games.sanguosha.words import SanguoshaWords
from paiju.games.sanguosha.world import Player, World, Zone
from paiju.games.script import Asking, Machine, Tape
from tests.games.sanguosha.helpers import at, fired


def made(name: str, *effects: Any, **tags: bool) -> Skill:
    return skill(name, *effects, zh=("测试", "测试"), en=("Test", "test"), **tags)


def own_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return me.own_cards


# --- a conversion into several cards -----------------------------------------------------------------------------

JIWU = made("jiwu", ViewAs(("slash", "duel", "jink"), own_cards))


def offered(scene: Scene) -> list[str]:
    return [str(action) for action in play_offers(scene.w, scene.p(1))]


def test_an_answer_says_which_card_a_conversion_makes() -> None:
    scene = Scene(4).skill(1, JIWU).hand(1, "peach:3h")
    found = offered(scene)
    assert len(found) == len(set(found))
    assert [text for text in found if "jiwu" in text] == [
        "use jiwu.slash:3h > 1",
        "use jiwu.slash:3h > 3",
        "use jiwu.duel:3h > 1",
        "use jiwu.duel:3h > 2",
        "use jiwu.duel:3h > 3",
    ]
    scene.phase(1, "play", "P1 cannot use jiwu.slash:3h > P3", "P1 use jiwu.duel:3h > P3")
    assert [line.line.key for line in scene.w.log if "use" in line.line.key] == ["sgs.log.use_as_on"]
    assert next(said.line.args["card"] for said in scene.w.log if said.line.key == "sgs.log.use_as_on") == "card.duel"


def test_an_answer_that_leaves_it_open_is_refused_with_both_readings() -> None:
    scene = Scene(4).skill(1, JIWU).hand(1, "peach:3h")
    with pytest.raises(IllegalAction) as refused:
        play_offers(scene.w, scene.p(1)).resolve(Seat(0), parse("use jiwu:3h > 1"))
    assert refused.value.code == "ambiguous"
    assert "use jiwu.slash" in tell(refused.value.why, MESSAGES, "en")
    assert "use jiwu.duel" in tell(refused.value.why, MESSAGES, "zh")


def test_in_answer_to_a_question_the_name_is_known() -> None:
    scene = Scene(4).skill(2, JIWU).hand(1, "slash:7s").hand(2, "peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jiwu:3h")
    assert scene.hp_of(2) == "4/4"


def test_two_conversions_of_one_skill_keep_their_own_cards() -> None:
    def red(w: World, me: Player, name: str) -> Iterable[Card]:
        return [card for card in me.hand if card.color == "red"]

    def black(w: World, me: Player, name: str) -> Iterable[Card]:
        return [card for card in me.hand if card.color == "black"]

    both = made("both", ViewAs(("slash",), red), ViewAs(("duel",), black))
    scene = Scene(3).skill(1, both).hand(1, "peach:3h nullification:Js")
    scene.phase(1, "play", "P1 cannot use both.duel:3h > P2", "P1 use both.duel:Js > P2")
    assert scene.hp_of(2) == "3/4"


def test_the_range_of_two_cards_as_one_is_measured_without_them() -> None:
    """武圣's rule for two cards: the weapon that is used as 杀 gives that very 杀 no range."""
    two = made("two", ViewAs(("slash",), own_cards, count=2))
    scene = Scene(6).skill(1, two).hand(1, "peach:3h jink:2d").equip(1, "kylin_bow:5h")
    scene.phase(1, "play", "P1 cannot use two:3h5h > P4", "P1 can use two:3h5h > P2", "P1 use two:3h2d > P4")
    assert scene.hp_of(4) == "3/4"


def test_two_cards_that_may_not_be_used_together_are_not_offered() -> None:
    two = made("two", ViewAs(("jink",), own_cards, count=2))
    black = made("black", Forbid(use=lambda w, me, card: card.color == "black"))
    scene = Scene(3).skill(2, two, black).hand(1, "slash:7s").hand(2, "slash:8s slash:9s peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 cannot use two:8s9s", "P2 use two:8s3h")
    assert scene.hp_of(2) == "4/4"


def test_an_answer_with_a_named_card_has_words_and_a_detail() -> None:
    told = name(parse("use jiwu.duel:3h > 1"))
    assert told is not None
    words = {**MESSAGES, "skill.jiwu": Text("极武", "Prowess")}
    assert tell(told, words, "zh", ["甲", "乙"]) == "发动【极武】，将 ♥3 当【决斗】对乙使用"
    assert tell(told, words, "en", ["Ann", "Bo"]) == "use ♥3 as Duel on Bo (Prowess)"
    scene = Scene(4).skill(1, JIWU).hand(1, "peach:3h").equip(1, "axe:5d")
    tape: Any = Machine(scene.w, _play(scene))
    detail = SanguoshaAnswers(SanguoshaWords(), offered=40, listed=12).detail(
        view(scene.w, tape.pending, Seat(0)), tape.pending[0]
    )
    by_card = {offer.what: offer.targets_by_card for offer in detail.offers}
    assert by_card["jiwu.slash"] == (((1,), (2,), (3,)), ((1,), (3,)))  # with the axe in hand it does not reach
    assert by_card["jiwu.duel"] is None


def _play(scene: Scene) -> Asking[None]:
    from paiju.games.sanguosha.events import happen
    from paiju.games.sanguosha.turns import Turn

    yield from happen(scene.w, Turn(scene.p(1), phases=["play"]))


# --- one skill from two sources ----------------------------------------------------------------------------------


def test_equipment_that_goes_takes_only_what_it_brought() -> None:
    spear = Scene(3).equip(1, "spear:Qs")
    zhangba = spear.p(1).skills[0].skill
    scene = Scene(3).hand(1, "peach:3h jink:2d").equip(1, "spear:Qs").skill(1, zhangba)
    found = offered(scene)
    assert len(found) == len(set(found))
    scene.run(lambda w: discard(w, list(scene.p(1).equip.cards)))
    assert [one.source for one in scene.p(1).views] == [None]
    scene.phase(1, "play", "P1 use zhangba:3h2d > P2")


def test_refreshes_and_actives_know_their_source() -> None:
    noted: list[str] = []

    def note(w: World, me: Player, data: Any) -> None:
        noted.append(str(me))

    def nothing(w: World, me: Player, cards: tuple[Card, ...], targets: Any) -> None:
        noted.append("used")

    both = made("both", Refresh(Timing.DAMAGED, note), Active(nothing))
    scene = Scene(3)
    source = scene.card("axe:5d")
    scene.w.attach(scene.p(1), both)
    scene.w.attach(scene.p(1), both, source)
    assert offered(scene).count("skill both") == 1
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert noted == ["P1"]
    scene.w.detach(scene.p(1), both, source)
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert noted == ["P1", "P1"]
    assert offered(scene).count("skill both") == 1
    scene.w.detach(scene.p(1), both)
    assert "skill both" not in offered(scene)
    assert not scene.w.refreshes


def test_a_skill_worn_can_be_gained_and_lost_besides() -> None:
    scene = Scene(3).equip(1, "spear:Qs")
    zhangba = scene.p(1).skills[0].skill
    scene.run(lambda w: gain_skill(w, scene.p(1), zhangba))
    scene.run(lambda w: lose_skill(w, scene.p(1), zhangba))
    assert [owned.source for owned in scene.p(1).skills] == scene.p(1).equip.cards
    scene.run(lambda w: lose_skill(w, scene.p(1), zhangba))
    assert scene.p(1).has("zhangba")
    assert fired(scene, "EventAcquireSkill", "EventLoseSkill") == "EventAcquireSkill(P1) EventLoseSkill(P1)"


# --- areas -------------------------------------------------------------------------------------------------------


def test_one_slot_is_abolished_and_nothing_else() -> None:
    scene = Scene(3).equip(1, "blade:5s nioh_shield:2c").judge(1, "indulgence:6s").hand(1, "axe:5d chitu:5h")
    scene.run(lambda w: abort_area(w, scene.p(1), "weapon"))
    assert (scene.equip_of(1), scene.judge_of(1), scene.discarded) == ("nioh_shield:2c", "indulgence:6s", "blade:5s")
    scene.phase(1, "play", "P1 cannot use axe:5d", "P1 use chitu:5h")
    assert view(scene.w, (), None).players[0].abolished == ("weapon",)
    scene.run(lambda w: resume_area(w, scene.p(1), "weapon"))
    scene.phase(1, "play", "P1 use axe:5d")
    assert scene.equip_of(1) == "nioh_shield:2c chitu:5h axe:5d"
    told = [tell(said.line, MESSAGES, "zh") for said in scene.w.log if said.line.key.endswith(("abolish", "restore"))]
    assert told == ["座位 1 的武器栏被废除。", "座位 1 的武器栏恢复了。"]


def test_a_card_for_an_abolished_slot_goes_to_the_discard_pile_and_the_others_arrive() -> None:
    scene = Scene(3).equip(1, "blade:5s chitu:5h")
    scene.run(lambda w: abort_area(w, scene.p(2), "weapon"))
    scene.run(lambda w: move(w, list(scene.p(1).equip), scene.p(2).equip, "put"))
    assert (scene.equip_of(2), scene.discarded) == ("chitu:5h", "blade:5s")
    assert not scene.p(2).has("blade")


def test_the_whole_equip_area_and_the_judge_area() -> None:
    scene = Scene(3).equip(2, "blade:5s chitu:5h").hand(2, "dilu:5c").hand(1, "indulgence:6s")
    scene.run(lambda w: abort_area(w, scene.p(2), "equip"))
    scene.phase(2, "play", "P2 cannot use dilu:5c")
    scene.run(lambda w: abort_area(w, scene.p(2), "judge"))
    scene.phase(1, "play", "P1 cannot use indulgence:6s > P2")
    assert (scene.equip_of(2), scene.discarded) == ("", "blade:5s chitu:5h")
    scene.run(lambda w: abort_area(w, scene.p(2), "weapon"))
    assert scene.timings.count("AreaAborted(P2)") == 2  # it was gone already


def test_an_area_that_is_none_is_refused() -> None:
    scene = Scene(3)
    with pytest.raises(ValueError, match="'hat' is no area"):
        scene.run(lambda w: abort_area(w, scene.p(1), "hat"))  # type: ignore[arg-type]


# --- the end of the game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", ["lord+loyalist", "rebel", "renegade", ""])
def test_game_finished_carries_the_winner(winner: str) -> None:
    found: list[str] = []

    def look(w: World, me: Player, result: GameResult) -> None:
        found.append(result.winner)

    scene = Scene(3).skill(2, at(Timing.GAME_FINISHED, look, anyone=True))
    scene.run(lambda w: game_over(w, winner))
    assert found == [winner]
    assert scene.over


# --- death -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", [Timing.GAME_OVER_JUDGE, Timing.DEATH, Timing.BURY_VICTIM])
def test_a_skill_of_the_dead_works_at_their_death(timing: Timing) -> None:
    def avenge(w: World, me: Player, death: Death) -> Asking[None]:
        assert death.killer is not None
        yield from discard(w, list(death.killer.hand.cards), me)

    scene = Scene(4).skill(2, at(timing, avenge)).hand(1, "peach:3h")
    scene.run(lambda w: die(w, scene.p(2), scene.p(1)))
    assert scene.discarded == "peach:3h"


def test_the_dead_are_asked_about_a_skill_of_theirs() -> None:
    last = made("last", Trigger(Timing.DEATH, lambda w, me, death: draw(w, me, 1)))
    scene = Scene(4).skill(2, last)
    scene.run(lambda w: die(w, scene.p(2), None), "P2 yes")
    assert scene.hand_of(2) == ""
    assert len(scene.w.discard_pile) == 1


def test_a_skill_of_the_dead_sees_no_other_death_and_no_later_timing() -> None:
    seen: list[str] = []

    def note(w: World, me: Player, data: Any) -> None:
        seen.append(f"{me} {data.player}")

    scene = Scene(4).skill(2, made("all", Trigger(Timing.DEATH, note, anyone=True), compulsory=True))
    scene.skill(2, at(Timing.AFTER_DYING, note, anyone=True))
    scene.run(lambda w: die(w, scene.p(2), None))
    scene.run(lambda w: die(w, scene.p(3), None))
    assert seen == ["P2 P2"]


def test_a_skill_may_bring_its_owner_back() -> None:
    def back(w: World, me: Player, death: Death) -> Asking[None]:
        yield from revive(w, me)

    scene = Scene(4, {2: "machao"}).hp(2, 1).skill(2, at(Timing.DEATH, back)).hand(2, "peach:3h")
    scene.run(lambda w: damage(w, scene.p(1), scene.p(2)))
    assert (scene.p(2).alive, scene.hp_of(2), scene.hand_of(2)) == (True, "4/4", "peach:3h")
    assert [owned.skill.name for owned in scene.p(2).skills].count("mashu") == 1
    assert fired(scene, "BuryVictim", "Deathed", "Damaged") == "Damaged(P2)"


# --- equipment ---------------------------------------------------------------------------------------------------


def i_lost_it(w: World, me: Player, event: MoveCards) -> bool:
    return any(card.name == "silver_lion" for one in event.moves for card in one.lost_by(me, "equip"))


SILVER_LION = armor(
    "silver_lion",
    "白银狮子",
    "Silver Lion",
    made(
        "silver_lion",
        Trigger(Timing.AFTER_CARDS_MOVE, lambda w, me, event: recover(w, me), when=(i_lost_it,), anyone=True),
        compulsory=True,
        arms=True,
    ),
)


def lion(scene: Scene, number: int) -> Card:
    card = Card(500, SILVER_LION, "c", 1)
    zone = scene.p(number).equip
    zone.cards.append(card)
    scene.w.where[card], scene.w.seen[card], scene.w.epoch[card] = zone, 0, 0
    assert SILVER_LION.skill is not None
    scene.w.attach(scene.p(number), SILVER_LION.skill, card)
    return card


def test_equipment_reacts_to_its_own_loss_once() -> None:
    scene = Scene(3).hp(2, 1, 4)
    card = lion(scene, 2)
    scene.run(lambda w: discard(w, [card]))
    assert scene.hp_of(2) == "2/4"
    scene.run(lambda w: draw(w, scene.p(2), 1))
    assert scene.hp_of(2) == "2/4"
    assert not scene.p(2).has("silver_lion")


def test_equipment_handed_on_reacts_for_the_one_who_lost_it() -> None:
    scene = Scene(3).hp(2, 1, 4).hp(3, 1, 4)
    card = lion(scene, 2)
    scene.run(lambda w: move_cards(w, Move((card,), scene.p(3).equip, "put")))
    assert (scene.hp_of(2), scene.hp_of(3)) == ("2/4", "1/4")


def test_the_dead_get_nothing_for_the_equipment_they_leave() -> None:
    scene = Scene(4)
    lion(scene, 2)
    scene.run(lambda w: die(w, scene.p(2), None))
    assert fired(scene, "HpRecover") == ""


# --- private piles -----------------------------------------------------------------------------------------------


def census(scene: Scene) -> int:
    tape: Any = Tape(lambda: Machine(scene.w, (_ for _ in ())))
    return len(set(Sanguosha(SanguoshaOptions()).census(tape)))


@pytest.mark.parametrize("is_open", [True, False])
def test_a_private_pile_is_counted_and_shown(is_open: bool) -> None:
    scene = Scene(3).hand(2, "peach:3h jink:2d")
    scene.run(lambda w: put_on_pile(w, scene.p(2), "tuntian", list(scene.p(2).hand), is_open))
    assert census(scene) == 108
    seen = {viewer: view(scene.w, (), viewer).players[1].piles[0] for viewer in (None, Seat(0), Seat(1))}
    cards = ("peach:3h", "jink:2d")
    assert {viewer: pile.cards for viewer, pile in seen.items()} == {
        None: cards if is_open else 2,
        Seat(0): cards if is_open else 2,
        Seat(1): cards,
    }
    assert seen[None].name == "tuntian"
    told = {viewer: str(view(scene.w, (), viewer).log) for viewer in seen}
    assert ["peach:3h" in text for text in told.values()] == [is_open, is_open, True]
    scene.run(lambda w: obtain(w, scene.p(2), [scene.p(2).pile("tuntian").cards[0]]))
    assert scene.hand_of(2) == "peach:3h"


def test_a_pile_that_a_skill_made_itself_is_not_lost_either() -> None:
    scene = Scene(3).hand(2, "peach:3h")
    scene.run(lambda w: move(w, list(scene.p(2).hand), Zone("pile", scene.p(2), "mine"), "put"))
    assert census(scene) == 108
    assert view(scene.w, (), Seat(0)).players[1].piles[0].cards == 1


def test_a_private_pile_is_discarded_at_its_owners_death() -> None:
    scene = Scene(4).hand(2, "peach:3h")
    scene.run(lambda w: put_on_pile(w, scene.p(2), "tuntian", list(scene.p(2).hand)))
    scene.run(lambda w: die(w, scene.p(2), None))
    assert scene.discarded == "peach:3h"


# --- phases and the deal -----------------------------------------------------------------------------------------


def test_a_judge_phase_that_is_ended_judges_no_more() -> None:
    def enough(w: World, me: Player, data: Any) -> None:
        phase = w.find(Phase)
        assert phase is not None
        phase.phase_end = True

    scene = Scene(3).judge(1, "lightning:As indulgence:6s").top("peach:3h slash:9s")
    scene.skill(1, at(Timing.FINISH_JUDGE, enough))
    scene.phase(1, "judge")
    assert (scene.judge_of(1), scene.hp_of(1)) == ("lightning:As", "4/4")


def test_a_draw_phase_that_is_ended_draws_nothing() -> None:
    def enough(w: World, me: Player, data: Any) -> None:
        phase = w.find(Phase)
        assert phase is not None
        phase.phase_end = True

    scene = Scene(3).skill(1, at(Timing.DRAW_N_CARDS, enough))
    scene.phase(1, "draw")
    assert scene.hand_of(1) == ""


def test_a_first_hand_beyond_the_pile_is_a_drawn_game() -> None:
    def greed(w: World, me: Player, data: DrawInitialData) -> None:
        data.num = 109

    scene = Scene(3).skill(1, at(Timing.DRAW_INITIAL_CARDS, greed))
    scene.happen(InitialDeal())
    assert scene.over
    assert scene.w.winner == ""


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["", "Xiantu", "xian-tu", "献图", "xiantu2", "hand"])
def test_a_name_that_no_answer_can_write_is_refused(bad: str) -> None:
    with pytest.raises(SkillError):
        made(bad)
    with pytest.raises(ValueError, match="general"):
        General(bad, Text("", ""), "wei", 4, True, ())


def test_names_that_stand_for_two_things_are_refused() -> None:
    def general(name: str, *skills: Skill) -> General:
        return General(name, Text("", ""), "wei", 4, True, skills)

    def mode(*generals: General) -> None:
        replace(IDENTITY, generals=(*IDENTITY.generals, *generals))

    mode(general("newcomer", SKILLS["jianxiong"]))
    with pytest.raises(SkillError, match="jianxiong"):
        mode(general("newcomer", made("jianxiong")))
    with pytest.raises(SkillError, match="axe"):
        mode(general("newcomer", made("axe", ViewAs(("slash",), own_cards))))
    with pytest.raises(SkillError, match="a card has this name"):
        mode(general("newcomer", made("peach", ViewAs(("slash",), own_cards))))
    with pytest.raises(SkillError, match="slesh"):
        mode(general("newcomer", made("new", ViewAs(("slesh",), own_cards))))
    with pytest.raises(ValueError, match="caocao"):
        mode(general("caocao"))
    with pytest.raises(ValueError, match="two skills"):
        general("newcomer", SKILLS["jianxiong"], SKILLS["jianxiong"])
    with pytest.raises(ValueError, match="jianxiong"):
        Scene(3, {2: "caocao"}).skill(2, made("jianxiong"))


def test_a_skill_has_one_active_and_makes_each_card_once() -> None:
    with pytest.raises(SkillError, match="two Actives"):
        made("two", Active(lambda w, me, cards, targets: None), Active(lambda w, me, cards, targets: None))
    with pytest.raises(SkillError, match="the same card"):
        made("two", ViewAs(("slash",), own_cards), ViewAs(("slash", "duel"), own_cards))


# --- mistakes ----------------------------------------------------------------------------------------------------


def forgets(w: World, me: Player, data: Any) -> None:
    draw(w, me, 2)


def forgets_one_of_two(w: World, me: Player, data: Any) -> Asking[None]:
    yield from draw(w, me, 1)
    recover(w, me)


def forgets_and_keeps_it(w: World, me: Player, data: Any) -> Asking[None]:
    cards = choose_cards(w, me, None, me.hand.cards, 1, 1)  # type: ignore[arg-type]
    if cards is not None:
        yield from draw(w, me, 1)


@pytest.mark.parametrize(
    ("effect", "called"), [(forgets, "draw"), (forgets_one_of_two, "recover"), (forgets_and_keeps_it, "choose_cards")]
)
def test_a_forgotten_yield_from_is_an_error_that_names_the_skill(effect: Any, called: str) -> None:
    scene = Scene(3).skill(2, made("careless", Trigger(Timing.DAMAGED, effect), compulsory=True))
    with pytest.raises(SkillError, match=f"skill careless: its effect calls {called} without `yield from`"):
        scene.run(lambda w: damage(w, None, scene.p(2)))


def test_a_forgotten_yield_from_in_an_active_skill_or_a_cost() -> None:
    def use(w: World, me: Player, cards: tuple[Card, ...], targets: Any) -> None:
        draw(w, me, 2)

    scene = Scene(3).skill(1, made("careless", Active(use)))
    with pytest.raises(SkillError, match="careless: its use calls draw"):
        scene.phase(1, "play", "P1 skill careless")

    def cost(w: World, me: Player, hurt: Damage) -> Asking[Any]:
        yield from draw(w, me, 1)
        return choose_cards(w, me, None, me.hand.cards, 1, 1)  # type: ignore[arg-type]

    trigger = Trigger(Timing.DAMAGED, lambda w, me, hurt, paid: None, cost=cost)
    scene = Scene(3).skill(2, made("careless", trigger))
    with pytest.raises(SkillError, match="careless: its cost calls choose_cards"):
        scene.run(lambda w: damage(w, None, scene.p(2)))


def says_true(w: World, me: Player, data: Any) -> Any:
    return True


def asks_and_says_true(w: World, me: Player, data: Any) -> Any:
    yield from draw(w, me, 1)
    return True


@pytest.mark.parametrize("effect", [says_true, asks_and_says_true])
def test_a_returned_true_is_an_error_that_names_the_skill(effect: Any) -> None:
    scene = Scene(3).skill(2, made("old_style", Trigger(Timing.DAMAGED, effect), compulsory=True))
    with pytest.raises(SkillError, match="skill old_style: its effect returned True; .* flag"):
        scene.run(lambda w: damage(w, None, scene.p(2)))


def test_a_cost_that_asks_nobody_says_so() -> None:
    trigger = Trigger(Timing.DAMAGED, lambda w, me, hurt, paid: None, cost=says_true)
    scene = Scene(3).skill(2, made("free", trigger))
    with pytest.raises(SkillError, match="skill free: its cost returned True"):
        scene.run(lambda w: damage(w, None, scene.p(2)))


def test_what_an_effect_hands_over_to_a_helper_is_fine() -> None:
    scene = Scene(3).skill(
        2, made("lazy", Trigger(Timing.DAMAGED, lambda w, me, hurt: draw(w, me, 1)), compulsory=True)
    )
    scene.run(lambda w: damage(w, None, scene.p(2)))
    assert len(scene.p(2).hand) == 1


def asks(w: World, me: Player, *data: Any) -> Any:
    yield from draw(w, me, 1)


@pytest.mark.parametrize(
    "effect",
    [
        Trigger(Timing.DAMAGED, forgets, when=(asks,)),
        Trigger(Timing.DAMAGED, forgets, times=asks),
        Refresh(Timing.DAMAGED, asks),
        Active(forgets, when=asks),  # type: ignore[arg-type]
        Distance(fixed=asks),
    ],
)
def test_what_can_ask_nobody_is_refused_when_it_would(effect: Any) -> None:
    with pytest.raises(SkillError, match="skill curious: .* asks nobody"):
        made("curious", effect)


def test_a_refresh_that_hands_over_a_script_is_an_error() -> None:
    scene = Scene(3).skill(2, made("busy", Refresh(Timing.DAMAGED, lambda w, me, hurt: draw(w, me, 1))))  # type: ignore[arg-type]
    with pytest.raises(SkillError, match="skill busy"):
        scene.run(lambda w: damage(w, None, scene.p(2)))


def test_a_host_logs_the_mistake_and_plays_on(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(3).skill(2, made("careless", Trigger(Timing.DAMAGED, forgets), compulsory=True))
    Errors.raised = False
    with caplog.at_level(logging.ERROR):
        Machine(scene.w, damage(scene.w, None, scene.p(2)))  # type: ignore[arg-type]
    assert "skill careless: its effect calls draw without `yield from`" in caplog.text
    assert scene.w.called is None
