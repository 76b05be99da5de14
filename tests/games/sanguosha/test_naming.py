"""Answers in words."""

from __future__ import annotations

from itertools import islice

import pytest

from paiju.games.messages import tell
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.naming import name
from paiju.games.sanguosha.notation import parse
from tests.games.sanguosha.test_game import GAME, random_states


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("end", "结束出牌阶段", "end your play phase"),
        ("no", "不", "decline"),
        ("use slash:7s > 1 2", "对座位 2、座位 3 使用杀 ♠7", "use Slash ♠7 on Seat 2 and Seat 3"),
        ("use peach:3h", "使用桃 ♥3", "use Peach ♥3"),
        ("respond jink:2d", "打出闪 ♦2", "respond with Jink ♦2"),
        ("use collateral:Qc > 1 2", "对座位 2 使用借刀杀人 ♣Q，令其对座位 3 使用【杀】", "use Borrowed Sword ♣Q on Seat 2, who must use Slash on Seat 3"),
        ("use wusheng:3h > 1", "以 ♥3 对座位 2 发动【武圣】", "God of War with ♥3 on Seat 2"),
        ("skill kurou", "发动【苦肉】", "Self-Injury"),
        ("choose hand:0", "第 1 张手牌", "hand card 1"),
        ("choose axe:5d", "贯石斧 ♦5", "Stone Axe ♦5"),
        ("choose spade", "黑桃", "spades"),
        ("choose jianxiong", "奸雄", "Villainous Hero"),
        ("choose > 1", "座位 2", "Seat 2"),
        ("discard 3h > 2", "弃置 ♥3，转移给座位 3", "discard ♥3 and redirect to Seat 3"),
        ("give > 0 2", "依次交给座位 1、座位 3", "in turn to Seat 1 and Seat 3"),
        ("arrange 3h / 4c", "牌堆顶：3h；牌堆底：4c", "top: 3h; bottom: 4c"),
    ],
)  # fmt: skip
def test_an_answer_in_words(text: str, zh: str, en: str) -> None:
    line = name(parse(text))
    assert line is not None
    assert (tell(line, MESSAGES, "zh"), tell(line, MESSAGES, "en")) == (zh, en)


def test_a_general_tells_its_skills() -> None:
    line = name(parse("choose caocao"))
    assert line is not None
    told = tell(line, MESSAGES, "zh")
    assert told.startswith("曹操，魏，体力 4。【奸雄】")
    assert "【护驾】" in told


def test_every_offered_answer_has_words() -> None:
    for state in islice(random_states(5, 11), 0, 400, 7):
        for decision in GAME.pending(state):
            for action in islice(decision.choices, 30):
                line = name(action)
                assert line is not None
                for language in ("zh", "en"):
                    told = tell(line, MESSAGES, language)
                    assert "sgs." not in told
                    assert "skill." not in told
