"""How the game reads: the table before the first round, and the sentences of the log in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from paiju.bots import registry
from paiju.games import catalog
from paiju.games.contract import Line, Seat
from paiju.games.messages import Language, tell
from paiju.games.record import Move, Record
from paiju.games.sanguosha.death import die
from paiju.games.sanguosha.events import game_over
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.moves import give
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.words import SanguoshaWords

GAME = Sanguosha(SanguoshaOptions())


def described(seat: Seat | None, state: Any, language: Language) -> list[str]:
    return [tell(line, MESSAGES, language) for line in SanguoshaWords().describe(GAME.view(state, seat))]


def test_a_game_does_not_begin_with_round_0_and_an_empty_pile() -> None:
    state = GAME.deal(4, 1)
    assert described(None, state, "zh")[0] == "选将"
    assert described(None, state, "en")[0] == "Choosing generals"
    while GAME.pending(state)[0].prompt.key == "sgs.ask.general":
        asked = GAME.pending(state)[0]
        state = GAME.apply(state, asked.seat, next(iter(asked.choices)))
    assert described(None, state, "zh")[0] == "分发手牌"
    while GAME.pending(state)[0].prompt.key == "sgs.ask.luck":
        asked = GAME.pending(state)[0]
        state = GAME.apply(state, asked.seat, next(iter(asked.choices)))
    assert described(None, state, "zh")[0].startswith("第 1 轮，牌堆 ")
    assert described(None, state, "en")[0].startswith("Round 1: ")


def _turn(scene: Scene, *replies: str) -> Scene:
    scene.phase(1, "play", *replies)
    return scene


def _run(scene: Scene, script: Callable[[Any], Any]) -> Scene:
    scene.run(script)
    return scene


def _given() -> Scene:
    scene = Scene(3).hand(1, "peach:3h jink:2d")
    return _run(scene, lambda w: give(w, scene.p(1), scene.p(2), list(scene.p(1).hand)))


def _stars(cards: str) -> Scene:
    scene = Scene(3, {1: "zhugeliang"}).top("slash:7s peach:3h jink:2d")
    scene.phase(1, "start", "P1 yes", f"P1 arrange {cards}")
    return scene


def _killed() -> Scene:
    scene = Scene(4)
    return _run(scene, lambda w: die(w, scene.p(3), scene.p(1)))


@pytest.mark.parametrize(
    ("lay", "zh", "en"),
    [
        (lambda: _turn(Scene(3)), "甲的回合", "Ann's turn"),
        (
            lambda: _turn(
                Scene(3, {1: "liubei", 2: "guanyu"}).hand(2, "slash:7s"), "P1 use jijiang > P3", "P2 respond slash:7s"
            ),
            "【激将】：视为甲对丙使用了【杀】。",
            "Rouse: Ann counts as using Slash on Cy.",
        ),
        (
            lambda: _turn(
                Scene(3, {1: "liubei", 2: "guanyu"}).hand(2, "slash:7s"), "P1 use jijiang > P3", "P2 respond slash:7s"
            ),
            "乙打出了杀 ♠7。",
            "Bo responds with Slash ♠7.",
        ),
        (lambda: _turn(Scene(3).hand(1, "axe:5d"), "P1 use axe:5d"), "甲装备了贯石斧 ♦5。", "Ann equips Stone Axe ♦5."),
        (
            lambda: _turn(Scene(3).hand(1, "savage_assault:7s"), "P1 use savage_assault:7s"),
            "甲使用了南蛮入侵 ♠7。",
            "Ann uses Savage Assault ♠7.",
        ),
        (
            lambda: _turn(
                Scene(3).hand(1, "dismantlement:3s").equip(2, "axe:5d"), "P1 use dismantlement:3s > P2"
            ),
            "甲弃置了乙的贯石斧 ♦5。",
            "Ann discards Bo's Stone Axe ♦5.",
        ),
        (
            lambda: _turn(
                Scene(3).hand(1, "snatch:3s").hand(2, "peach:3h"), "P1 use snatch:3s > P2"
            ),
            "甲获得了乙的 1 张牌。",
            "Ann takes 1 card from Bo.",
        ),
        (_given, "甲将 2 张牌交给乙。", "Ann gives 2 cards to Bo."),
        (
            lambda: _turn(
                Scene(3).hand(1, "duel:As").hand(3, "nullification:Js"),
                "P1 use duel:As > P2",
                "P3 use nullification:Js",
            ),
            "丙使用了无懈可击 ♠J，抵消甲的【决斗】对乙的效果。",
            "Cy uses Nullification ♠J to cancel Ann's Duel on Bo.",
        ),
        (
            lambda: _turn(Scene(3).hand(1, "duel:As").hand(2, "slash:7s"), "P1 use duel:As > P2", "P2 respond slash:7s"),
            "乙打出了杀 ♠7。",
            "Bo responds with Slash ♠7.",
        ),
        (
            lambda: _turn(Scene(3, {2: "huanggai"}).hand(1, "slash:7s"), "P1 use slash:7s > P2"),
            "甲对乙造成 1 点伤害。",
            "Ann deals 1 damage to Bo.",
        ),
        (
            lambda: _turn(Scene(3, {1: "huatuo"}).hp(1, 2).hand(1, "slash:7s"), "P1 skill qingnang 7s > P1"),
            "甲对自己发动了【青囊】。",
            "Ann uses Green Pouch on themselves.",
        ),
        (lambda: _stars("/ 7s 3h 2d"), "甲将 3 张牌都置于牌堆底。", "Ann puts the 3 cards at the bottom of the pile."),
        (lambda: _stars("7s 3h 2d /"), "甲将 3 张牌都放回牌堆顶。", "Ann puts the 3 cards back on top of the pile."),
        (
            lambda: _stars("7s / 3h 2d"),
            "甲将 1 张牌置于牌堆顶，2 张置于牌堆底。",
            "Ann puts 1 card on top of the pile and 2 at the bottom.",
        ),
        (_killed, "丙被甲杀死，身份是反贼。", "Ann kills Cy (rebel)."),
        (lambda: _run(Scene(3), lambda w: game_over(w, "rebel")), "丙的身份是内奸。", "Cy's identity: renegade."),
    ],
)  # fmt: skip
def test_a_sentence(lay: Callable[[], Scene], zh: str, en: str) -> None:
    log = [said.others or said.line for said in lay().w.log]
    assert zh in [tell(line, MESSAGES, "zh", ["甲", "乙", "丙", "丁"]) for line in log]
    assert en in [tell(line, MESSAGES, "en", ["Ann", "Bo", "Cy", "Dee"]) for line in log]


@pytest.mark.parametrize(("needs", "asked"), [(1, "是否使用【闪】？"), (2, "是否使用【闪】？（还需 2 张）")])
def test_a_question_counts_only_where_one_is_not_enough(needs: int, asked: str) -> None:
    scene = Scene(3, {1: "lvbu"} if needs > 1 else {}).hand(1, "slash:7s")
    seen: list[Line] = []
    answered = scene.trace.answered

    def note(player: Any, prompt: Line, action: Any) -> None:
        seen.append(prompt)
        answered(player, prompt, action)

    scene.trace.answered = note
    scene.phase(1, "play", "P1 use slash:7s > P2")
    (prompt,) = [line for line in seen if line.key == "sgs.ask.jink"]
    assert tell(prompt, MESSAGES, "zh").endswith(asked)


def _played(seats: int, seed: int) -> Record:
    bots = [registry.make("sanguosha", "easy", seed + seat) for seat in range(seats)]
    state, moves = GAME.deal(seats, seed), []
    while pending := GAME.pending(state):
        seat = pending[0].seat
        action = pending[0].choices.resolve(seat, bots[seat].choose(GAME.view(state, seat), pending[0], limit=0.01))
        moves.append(Move(seat, str(action)))
        state = GAME.apply(state, seat, action)
    return Record("sanguosha", seats, seed, tuple(moves))


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (5, 2)])
def test_whole_games_read_well(seats: int, seed: int) -> None:
    from paiju.games.record import replay

    messages = catalog.find("sanguosha").all_messages
    state = replay(_played(seats, seed), GAME)
    for viewer in (None, Seat(0)):
        log = GAME.view(state, viewer).log
        for line in log:
            zh, en = tell(line, messages, "zh"), tell(line, messages, "en")
            assert not re.search(r"\d[一-鿿]|[一-鿿]\d|  ", zh), zh
            assert en[0].isupper(), en
            assert not re.search(r"\b1 (cards|turns)\b|\ba [aeiou]|\{|  ", en), en
            assert zh.endswith("。") == en.endswith("."), (zh, en)
