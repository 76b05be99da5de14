"""Every kind of status skill (rules §2.4), each with a skill made here."""

from __future__ import annotations

from typing import Any

from paiju.games.contract import Seat
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.reach import attack_range, distance, hand_limit, in_range
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import (
    CountsAs,
    Disable,
    Distance,
    Forbid,
    Freedom,
    HandLimit,
    Reach,
    Sees,
    Skill,
    skill,
)
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.view import view


def status(*effects: Any) -> Skill:
    return skill("test_status", *effects, compulsory=True, zh=("测试", "测试"), en=("test", "test"))


def test_a_fixed_distance_and_a_fixed_range() -> None:
    scene = Scene(6).skill(1, status(Distance(fixed=lambda w, me, other: 1 if other.number == 4 else None)))
    assert [distance(scene.w, scene.p(1), scene.p(n)) for n in (3, 4)] == [2, 1]
    assert distance(scene.w, scene.p(4), scene.p(1)) == 3
    scene = Scene(6).skill(1, status(Reach(fixed=lambda w, me: 3))).equip(1, "crossbow:Ac")
    assert attack_range(scene.w, scene.p(1)) == 3


def test_somebody_counts_as_within_range() -> None:
    scene = Scene(6).skill(1, status(Reach(within=lambda w, me, other: other.number == 4))).hand(1, "slash:7s")
    assert in_range(scene.w, scene.p(1), scene.p(4))
    scene.phase(1, "play", "P1 cannot use slash:7s > P3", "P1 use slash:7s > P4")


def test_a_fixed_hand_limit() -> None:
    scene = Scene(3).hp(1, 1, 4).skill(1, status(HandLimit(fixed=lambda w, me: me.max_hp)))
    assert hand_limit(scene.w, scene.p(1)) == 4


def test_one_slash_more_and_no_distance() -> None:
    free = status(Freedom(lambda card: card.name == "slash", extra_uses=lambda w, me: 1, any_distance=True))
    scene = Scene(6).skill(1, free).hand(1, "slash:7s slash:8s slash:9s")
    scene.phase(1, "play", "P1 use slash:7s > P4", "P1 use slash:8s > P2", "P1 cannot use slash:9s > P2")


def test_cards_that_cannot_be_used_responded_or_discarded() -> None:
    red = status(Forbid(use=lambda w, me, card: card.color == "red"))
    scene = Scene(3).skill(2, red).hand(1, "slash:7s").hand(2, "jink:2d")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 cannot use jink:2d")
    assert scene.hp_of(2) == "3/4"
    scene.hand(2, "ex_nihilo:7h slash:8s").phase(2, "play", "P2 cannot use ex_nihilo:7h", "P2 can use slash:8s > P3")

    no_slash = status(Forbid(respond=lambda w, me, card: card.name == "slash"))
    scene = Scene(3).skill(2, no_slash).hand(1, "duel:As").hand(2, "slash:7s")
    scene.phase(1, "play", "P1 use duel:As > P2", "P2 cannot respond slash:7s")

    keep = status(Forbid(discard=lambda w, me, card: card.name == "peach"))
    scene = Scene(3, {1: "sunquan"}).hp(1, 1).skill(1, keep).hand(1, "peach:3h peach:4h slash:7s")
    scene.phase(1, "play", "P1 cannot skill zhiheng 3h", "P1 can skill zhiheng 7s")
    scene.phase(1, "discard")
    assert scene.hand_of(1) == "peach:3h peach:4h"


def test_a_card_counts_as_another() -> None:
    peaches_strike = status(CountsAs(lambda w, me, card: card.name == "peach", name="slash"))
    scene = Scene(3).hp(1, 2).skill(1, peaches_strike).hand(1, "peach:3h peach:4h duel:As")
    scene.phase(1, "play", "P1 cannot use peach:3h", "P1 use slash:3h > P2", "P1 use duel:As > P2")
    assert scene.hp_of(2) == "2/4"
    scene = Scene(3).skill(2, peaches_strike).hand(1, "duel:As").hand(2, "peach:3h")
    scene.phase(1, "play", "P1 use duel:As > P2", "P2 respond slash:3h")
    assert scene.hp_of(1) == "3/4"


def test_a_suit_counts_as_another_in_judgements() -> None:
    spades_are_hearts = status(CountsAs(lambda w, me, card: card.suit == "s", suit="h"))
    scene = Scene(3).skill(1, spades_are_hearts).judge(1, "lightning:As").top("slash:7s")
    scene.phase(1, "judge")
    assert (scene.hp_of(1), scene.judge_of(2)) == ("4/4", "lightning:As")

    def script(w: Any) -> Any:
        result = yield from judge(w, scene.p(2), "card.lightning", lambda card: card.suit == "h")
        assert not result.succeeded

    scene.top("slash:8s").run(script)


def test_a_disabled_status_does_not_count() -> None:
    scene = Scene(4, {1: "machao"}).skill(2, status(Disable(lambda w, me, holder, one: one is SKILLS["mashu"])))
    assert distance(scene.w, scene.p(1), scene.p(3)) == 2


def test_seeing_a_hand_and_an_identity() -> None:
    spy = status(Sees(hand=lambda w, me, other: other.number == 3, role=lambda w, me, other: other.number == 4))
    scene = Scene(4).skill(2, spy).hand(3, "peach:3h").top("jink:2d")
    scene.run(lambda w: draw(w, scene.p(3), 1))
    spying, other = view(scene.w, (), Seat(1)), view(scene.w, (), Seat(0))
    assert spying.hands[2].cards == ("peach:3h", "jink:2d")
    assert other.hands[2].cards == 2
    assert [player.role for player in spying.players] == ["lord", "loyalist", None, "renegade"]
    assert "sgs.log.drew" in [line.key for line in spying.log]
    assert "sgs.log.drew" not in [line.key for line in other.log]
