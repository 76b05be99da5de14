"""Answers: their notation, what is legal, and why something is refused."""

from __future__ import annotations

from itertools import islice

import pytest

from paiju.games.contract import IllegalAction, Line, NotationError, Seat
from paiju.games.messages import tell
from paiju.games.sanguosha.ask import Arrangements, Offer, Offers
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.notation import Action, parse
from paiju.games.sanguosha.play import play_offers
from paiju.games.sanguosha.scene import Scene


@pytest.mark.parametrize(
    "text",
    [
        "end", "yes", "no", "use slash:7s > 2", "use zhangba:3s4h > 1", "use jijiang > 3", "use peach:3h",
        "respond jink:2d", "skill rende 3s4h > 2", "skill kurou", "choose caocao", "choose hand:2", "choose > 1 3", "choose 3s4h", "choose 3s(snatch)",
        "discard 3s4h", "discard 5h > 2", "arrange 3s4h / 5d", "arrange / 5d", "arrange 3s /", "give > 2 0",
        "skill zhiheng 3s(snatch)4h",
    ],
)  # fmt: skip
def test_canonical_text_reads_back(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("use slash:♠7 > 2", "use slash:7s > 2"),
        ("  use slash:7s >2 ", "use slash:7s > 2"),
        ("skill rende 3s 10h > 2", "skill rende 3sTh > 2"),
        ("skill rende 黑桃3，红桃4 > 2", "skill rende 3s4h > 2"),
        ("choose > 1,3", "choose > 1 3"),
        ("choose hand:02", "choose hand:2"),
    ],
)
def test_loose_spellings(loose: str, canonical: str) -> None:
    assert str(parse(loose)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", "jump", "end 3s", "yes > 1", "use", "use 7s > 2", "use slash:7s > x", "use slash:7x", "skill", "skill 3s",
     "choose", "choose hand:x", "arrange 3s4h", "discard L", "discard (snatch)", "use slash:7s > 1 > 2", "give 3s)", "x" * 3000],
)  # fmt: skip
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def offers(scene: Scene) -> Offers:
    scene.w.current = scene.p(1)
    scene.p(1).phase = "play"
    return play_offers(scene.w, scene.p(1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("use slash:8s > 1", "not_in_hand"),
        ("use slash:7s > 2", "bad_target"),  # out of range
        ("use slash:7s > 0", "bad_target"),
        ("use slash:7s", "bad_target"),
        ("use jink:2d", "bad_answer"),  # held, but not to be used now
        ("use peach:3h", "bad_answer"),  # unhurt
        ("skill rende 7s > 1", "skill_unavailable"),
        ("skill nonsense", "skill_unavailable"),
        ("skill zhiheng 8s", "not_in_hand"),
        ("skill zhiheng", "bad_answer"),
        ("skill zhiheng 3s", "ambiguous"),
        ("respond jink:2d", "wrong_phase"),
        ("yes", "wrong_phase"),
        ("use duel:As > 9", "bad_target"),
    ],
)
def test_refusals_say_why(text: str, code: str) -> None:
    scene = Scene(5, {1: "sunquan"}).hand(1, "slash:7s jink:2d peach:3h snatch:3s dismantlement:3s duel:As")
    with pytest.raises(IllegalAction) as refused:
        offers(scene).resolve(Seat(0), parse(text))
    assert refused.value.code == code


def test_the_same_face_twice_needs_the_name() -> None:
    scene = Scene(3, {1: "sunquan"}).hand(1, "snatch:3s dismantlement:3s slash:8s slash:8s")
    choices = offers(scene)
    assert parse("skill zhiheng 3s(snatch)8s8s") in choices
    assert parse("skill zhiheng 8s8s8s") not in choices
    texts = [str(action) for action in choices]
    assert len(texts) == len(set(texts))
    assert "skill zhiheng 8s" in texts
    assert "skill zhiheng 3s" not in texts
    assert texts[0] == "end"


def test_targets_in_any_order_unless_order_matters() -> None:
    scene = Scene(4).hand(1, "slash:7s").equip(1, "halberd:Qd")
    assert str(offers(scene).resolve(Seat(0), parse("use slash:7s > 3 1"))) == "use slash:7s > 1 3"
    scene = Scene(4, {1: "diaochan"}).hand(1, "peach:3h")
    assert str(offers(scene).resolve(Seat(0), parse("skill lijian 3h > 3 1"))) == "skill lijian 3h > 3 1"


def test_offers_are_a_snapshot() -> None:
    scene = Scene(3).hand(1, "slash:7s")
    choices = offers(scene)
    before = list(choices)
    scene.p(1).hand.cards.clear()
    assert list(choices) == before


def test_long_lists_are_lazy() -> None:
    scene = Scene(3, {1: "sunquan"}).hand(1, " ".join(card.text for card in Scene(2).w.draw_pile.cards[:40]))
    assert len(list(islice(offers(scene), 500))) == 500


def test_arrangements() -> None:
    cards = tuple(Scene(2).card(text) for text in ("peach:3h", "jink:2d", "slash:7s"))
    choices = Arrangements(cards)
    every = list(choices)
    assert str(every[0]) == "arrange 3h2d7s /"
    assert len(every) == 4 * 6
    assert all(action in choices for action in every)
    assert str(choices.resolve(Seat(0), parse("arrange 7s / 3h2d"))) == "arrange 7s / 3h2d"
    for text in ("arrange 7s / 3h", "arrange 7s7s / 3h", "end"):
        assert parse(text) not in choices
        with pytest.raises(IllegalAction):
            choices.resolve(Seat(0), parse(text))


def test_a_foreign_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        Offers((Offer("end"),)).resolve(Seat(0), "end")
    assert "end" not in Offers((Offer("end"),))
    assert Action("end") in Offers((Offer("end"),))


def test_everybody_alive_is_asked_for_nullification() -> None:
    scene = Scene(4).dead(4).hand(1, "ex_nihilo:7h")
    scene.phase(1, "play", "P1 use ex_nihilo:7h")
    assert [asked.split()[0] for asked in scene.questions("nullification")] == ["P1", "P2", "P3"]


@pytest.mark.parametrize(
    ("text", "zh"),
    [
        ("use slash:8s > 1", "出牌阶段只能使用一张【杀】，你已经用过了。"),
        ("use jink:2d", "闪 ♦2 不能在出牌阶段主动使用。"),
        ("use peach:3h", "桃 ♥3 现在没有合法目标。"),
        ("use peach:4h", "你没有桃 ♥4。"),
        ("use snatch:3s > 2", "可选目标：座位 2。"),
        ("use wusheng:3h > 1", "现在不能这样回答：use wusheng:3h > 1。"),
        ("skill zhiheng 3h", "【制衡】本阶段已经用过。"),
        ("skill rende 3h > 1", "你没有【仁德】。"),
        ("respond jink:2d", "现在可以：end, use。"),
    ],
)
def test_refusals_in_words(text: str, zh: str) -> None:
    scene = Scene(5, {1: "sunquan"}).hand(1, "slash:8s jink:2d peach:3h snatch:3s").hand(2, "jink:3d")
    scene.p(1).count_use("slash")
    scene.p(1).count_use("zhiheng")
    with pytest.raises(IllegalAction) as refused:
        offers(scene).resolve(Seat(0), parse(text))
    assert tell(refused.value.why, MESSAGES, "zh") == zh


def test_what_cannot_be_read_is_told_in_both_languages() -> None:
    for text in (
        "bogus",
        "use",
        "use slash > x",
        "end now",
        "skill 3",
        "arrange 3s",
        "discard (snatch)",
        "choose hand:x",
    ):
        with pytest.raises(NotationError) as unreadable:
            parse(text)
        assert unreadable.value.key in MESSAGES
        assert (
            tell(Line.of(unreadable.value.key, **unreadable.value.args_of_key), MESSAGES, "en") == unreadable.value.why
        )


def test_nullification_is_asked_in_plain_words() -> None:
    scene = Scene(3).judge(1, "indulgence:6s").hand(1, "ex_nihilo:7h").hand(2, "nullification:Js").top("peach:3h")
    scene.phase(1, "judge", "P2 use nullification:Js")
    told = [asked.split()[1] for asked in scene.asked]
    assert told[0] == "nullification_laid:"
    assert "nullification_again:" in told
    scene.phase(1, "play", "P1 use ex_nihilo:7h")
    assert scene.asked[-2].split()[1] == "nullification:"


def test_who_runs_out_of_time_keeps_what_saves_lives() -> None:
    scene = Scene(3).hp(1, 2).hand(1, "peach:3h nullification:Js jink:2d slash:7s axe:5d")
    scene.phase(1, "discard")
    assert scene.discarded == "slash:7s axe:5d jink:2d"


def test_copies_apart_in_a_hand_give_each_answer_one_spelling() -> None:
    scene = Scene(3, {1: "sunquan"}).hand(1, "slash:8s axe:5d slash:8s")
    choices = offers(scene)
    spelled = [action for action in choices if action.verb == "skill"]
    assert [str(choices.resolve(Seat(0), action)) for action in spelled] == [str(action) for action in spelled]
    assert len({tuple(sorted(action.cards)) for action in spelled}) == len(spelled) == 5
