"""`paiju show` of climbing games: redealt hands, drawn cards, results. And the help of the commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from paiju.cards import Rng
from paiju.cli import COMMANDS, app
from paiju.games import catalog
from paiju.games.contract import play
from paiju.games.record import Move, dump, of_game


def show(
    folder: Path, name: str, seed: int, opening: Iterable[str] = (), lang: str = "zh"
) -> tuple[list[str], Any, Any]:
    """The sentences of a deal with these first answers and random ones after them; the game and its last state."""
    info = catalog.find(name)
    game: Any = info.game()
    rng, state, moves, words = Rng(seed), game.deal(info.recommended, seed), [], list(opening)
    while pending := game.pending(state):
        seat, choices = pending[0].seat, list(pending[0].choices)
        text = words.pop(0) if words else str(rng.choice(choices))
        played = play(game, state, seat, text)
        moves.append(Move(seat, str(played.action)))
        state = played.state
    record = replace(of_game(info, info.build(), info.recommended, seed), moves=tuple(moves))
    path = folder / "deal.paiju"
    path.write_text(dump(record), encoding="utf-8")
    result = CliRunner().invoke(app, ["show", str(path), "--lang", lang])
    assert result.exit_code == 0, result.output
    return result.output.splitlines(), game, state


def shown(cards: Iterable[Any]) -> str:
    letters = {"L": "小王", "R": "大王"}
    faces = (letters.get(str(card)) or card.suit.symbol + card.rank.letter.replace("T", "10") for card in cards)
    return " ".join(faces)


def test_the_hands_of_a_redeal_are_listed(tmp_path: Path) -> None:
    sentences, game, state = show(tmp_path, "doudizhu", 5, ["no"] * 6 + ["call", "no", "no"])
    again = [at for at, sentence in enumerate(sentences) if "重新发牌" in sentence]
    assert [sentences[at] for at in again] == ["都不叫，第 1 次重新发牌", "都不叫，第 2 次重新发牌"]
    for number, at in enumerate(again, start=2):
        dealt = game.dealt(state.seed, 3, number)
        assert sentences[at + 1 : at + 4] == [
            f"座位 {seat + 1} 的手牌：{shown(game.layout.cards(hand))}" for seat, hand in enumerate(dealt.hands)
        ]
    assert sum("的手牌：" in sentence for sentence in sentences) == 9


@pytest.mark.parametrize("name", ["wuguapi", "qigui_521"])
def test_cards_drawn_from_the_pile_are_listed(tmp_path: Path, name: str) -> None:
    sentences, game, _ = show(tmp_path, name, 3)
    dealt = sum(len(line.partition("：")[2].split()) for line in sentences if "的手牌：" in line)
    drawn = [line.partition("摸")[2].split() for line in sentences if "摸" in line]
    assert all(drawn)
    assert dealt + sum(map(len, drawn)) == len(game.rules.deck.cards)


def test_no_sentence_jars(tmp_path: Path) -> None:
    for info in catalog.infos():
        if info.family != "climb":
            continue
        for lang in ("zh", "en"):
            sentences, _, _ = show(tmp_path, info.id, 8, lang=lang)
            text = "\n".join(sentences)
            for wrong in (
                "说不",
                "收圈",
                "跟炸弹",
                "得 0 分",
                "says no",
                "a eight",
                "a four jokers",
                "1 cards",
                "climb.",
                "guandan.",
                "第 1 名",
            ):
                assert wrong not in text, (info.id, wrong)
            assert not any(sentence[:1].islower() for sentence in sentences)


def told(
    folder: Path, name: str, lang: str, answers: Iterable[str] = (), seed: int = 4, **options: object
) -> list[str]:
    """The sentences of a deal in which these answers are given first, and after them the first one offered."""
    info = catalog.find(name)
    built = info.build(options)
    game: Any = info.make(built)
    state, moves, words = game.deal(info.recommended, seed), [], list(answers)
    while pending := game.pending(state):
        seat = pending[0].seat
        state, action = play(game, state, seat, words.pop(0) if words else str(next(iter(pending[0].choices))))
        moves.append(Move(seat, str(action)))
    path = folder / "deal.paiju"
    path.write_text(dump(replace(of_game(info, built, info.recommended, seed), moves=tuple(moves))), encoding="utf-8")
    return CliRunner().invoke(app, ["show", str(path), "--lang", lang]).output.splitlines()


@pytest.mark.parametrize(
    ("name", "options", "zh", "en"),
    [
        ("doudizhu", {"base": 3}, "规则：底分 3。", "Rule: The base is 3."),
        ("holdem", {"starting_chips": 300}, "规则：每人起始筹码 300，合 15 个大盲。", "Rule: Everybody starts with 300 chips, 15 big blinds."),
    ],
)  # fmt: skip
def test_rules_that_differ_are_said_in_words(
    tmp_path: Path, name: str, options: dict[str, Any], zh: str, en: str
) -> None:
    assert told(tmp_path, name, "zh", **options)[1] == zh
    assert told(tmp_path, name, "en", **options)[1] == en


def test_a_hand_begins_with_the_chips_it_was_dealt_with(tmp_path: Path) -> None:
    """A record that carries no stacks is played with the starting chips."""
    assert [line[-7:] for line in told(tmp_path, "holdem", "zh")[1:7]] == ["筹码 1000"] * 6


def test_a_button_blind_is_no_big_blind(tmp_path: Path) -> None:
    options: dict[str, Any] = {"variant": "short_deck", "short_deck_structure": "button_blind"}
    assert any(line.endswith("posts the button blind of 20") for line in told(tmp_path, "holdem", "en", **options))
    assert not any("大盲" in line for line in told(tmp_path, "holdem", "zh", **options)[2:])


SHORT: dict[str, Any] = {
    "stacks": (1000, 1000, 10, 1000, 1000, 1000),
    "hand_number": 2,
    "last_button": 0,
    "last_small": 1,
    "last_big": 2,
}


BUTTON_FIRST = {"hand_number": 3, "last_button": 5, "last_small": 0, "last_big": 1}


def test_a_blind_that_takes_the_last_chips_is_all_in(tmp_path: Path) -> None:
    assert "座位 3 下小盲 10，全下" in told(tmp_path, "holdem", "zh", **SHORT)
    sentences = told(tmp_path, "holdem", "en", **SHORT)
    assert "Seat 3 posts the small blind of 10, all in" in sentences
    assert "Seat 4 posts the big blind of 20" in sentences


def test_chips_that_nobody_called_go_back_before_the_rest_of_the_board(tmp_path: Path) -> None:
    sentences = told(tmp_path, "holdem", "en", ["fold"] * 4, **SHORT)
    back = sentences.index("Seat 4 takes back the uncalled 10")
    shown = [at for at, sentence in enumerate(sentences) if " shows " in sentence]
    board = [at for at, sentence in enumerate(sentences) if sentence.startswith(("Flop", "Turn", "River"))]
    assert len(shown) == 2 and len(board) == 3
    assert back < min(shown) and max(shown) < min(board)
    assert sum("uncalled" in sentence for sentence in sentences) == 1


def test_a_deal_without_winner_ends_with_a_sentence(tmp_path: Path) -> None:
    """A split pot, and a deal that nobody calls: no heading stands without anything under it."""
    stacks = (698, 10, 1000, 1302, 950, 2040)
    sentences = told(tmp_path, "holdem", "zh", ["fold"] * 4, seed=702, **{**SHORT, "stacks": stacks, **BUTTON_FIRST})
    assert sentences[-3:] == ["摊牌，各家输赢：", "没有输赢", ""]
    assert told(tmp_path, "doudizhu", "en", ["no"] * 3, no_call="abandon")[-2:] == ["No points change hands", ""]


@pytest.mark.parametrize(
    ("settlement", "ends"), [("points", ("分", "point", "points")), ("zero_sum", tuple("0123456789"))]
)
def test_captured_points_are_points_and_differences_have_signs(
    tmp_path: Path, settlement: str, ends: tuple[str, ...]
) -> None:
    for lang, colon in (("zh", "："), ("en", ": ")):
        sentences = [line for line in told(tmp_path, "qigui_521", lang, settlement=settlement) if line]
        last = next(line for line in reversed(sentences) if line.startswith(("座位", "Seat")))
        assert last.endswith(ends)
        assert ("+" in last or "-" in last) == (settlement == "zero_sum")
        assert colon in last


def test_the_winner_of_a_trick_draws_first(tmp_path: Path) -> None:
    sentences, _, _ = show(tmp_path, "qigui_521", 5)
    checked = 0
    for before, after in pairwise(sentences):
        if "继续出" in before and "摸" in after:
            winner = before.removesuffix("，继续出").rpartition("，")[2]
            leader = next(line for line in sentences[sentences.index(before) :] if "出" in line and "继续" not in line)
            checked += 1
            assert after.split()[:2] == leader.replace("出", " 出").split()[:2], (before, winner, after)
    assert checked > 3


@pytest.mark.parametrize(("lang", "says"), [("zh", "斗地主没有事件记录"), ("en", "Dou Dizhu has no event trace")])
def test_a_trace_that_is_not_there_is_refused_in_both_languages(tmp_path: Path, lang: str, says: str) -> None:
    told(tmp_path, "doudizhu", lang)
    result = CliRunner().invoke(app, ["show", str(tmp_path / "deal.paiju"), "--trace", "--lang", lang])
    assert result.exit_code == 2 and says in result.output


def test_completion_is_offered_once() -> None:
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).output
    for name in COMMANDS:
        assert "completion" not in CliRunner().invoke(app, [name, "--help"]).output, name


def test_a_game_of_points_names_every_seat_and_who_won(tmp_path: Path) -> None:
    shown = 0
    for seed in range(8):
        lines, game, state = show(tmp_path, "qigui_523", seed, lang="en")
        outcome = game.outcome(state)
        for seat, score in enumerate(outcome.scores):
            assert f"Seat {seat + 1}: {score} point{'s' * (score != 1)}" in lines
        winners = " and ".join(f"Seat {seat + 1}" for seat in outcome.winners)
        shown += f"Won by {winners}" in lines
    assert shown == 8


def test_one_opponent_who_passes_is_not_everybody(tmp_path: Path) -> None:
    """Also where a third player ran out in the same trick."""
    for seed in range(30):
        lines, *_ = show(tmp_path, "qigui_523", seed, lang="en")
        passes = 0
        for line in lines:
            if line.startswith(("Nobody beats it", "It stands")):
                assert line.startswith("It stands") == (passes == 1), line
            passes = passes + 1 if line.endswith(" passes") else 0


def lines_of(name: str, folder: Path, lang: str, seeds: Iterable[int], **options: object) -> list[str]:
    """The sentences of several deals with random answers."""
    info = catalog.find(name)
    built = info.build(options)
    game: Any = info.make(built)
    found = []
    for seed in seeds:
        rng, state, moves = Rng(seed), game.deal(info.recommended, seed), []
        while pending := game.pending(state):
            seat, action = pending[0].seat, str(rng.choice(list(pending[0].choices)))
            state, made = play(game, state, seat, action)
            moves.append(Move(seat, str(made)))
        path = folder / "deal.paiju"
        record = replace(of_game(info, built, info.recommended, seed), moves=tuple(moves))
        path.write_text(dump(record), encoding="utf-8")
        found += CliRunner().invoke(app, ["show", str(path), "--lang", lang]).output.splitlines()
    return found


def test_the_bid_is_a_factor_of_its_own(tmp_path: Path) -> None:
    told_of = told(tmp_path, "doudizhu", "zh", ["no", "bid 2", "bid 3"], bidding="score", base=5)
    assert any("底分 5 × 叫分 3" in line for line in told_of)
    assert any(
        "base 5 × bid 3" in line for line in told(tmp_path, "doudizhu", "en", ["bid 3"], bidding="score", base=5)
    )


def test_the_landlord_redoubles(tmp_path: Path) -> None:
    """再加倍 is another word than 加倍, and declining it another than declining to double."""
    answers = ["call", "no", "no", "double", "no"]
    for last, zh, en in (("double", "再加倍", "redoubles"), ("no", "不再加倍", "does not redouble")):
        sentences = told(tmp_path, "doudizhu", "zh", [*answers, last], doubling=True)
        assert sum(line.endswith(zh) for line in sentences) == 1
        assert sum(line.endswith(en) for line in told(tmp_path, "doudizhu", "en", [*answers, last], doubling=True)) == 1


@pytest.mark.parametrize(("name", "who"), [("doudizhu", "farmers win"), ("doudizhu_2p", "farmer wins")])
def test_farmers_are_counted(tmp_path: Path, name: str, who: str) -> None:
    sentences = lines_of(name, tmp_path, "en", range(6))
    assert f"Result: The {who}" in sentences
    assert not any("farmer side" in line for line in sentences)


@pytest.mark.parametrize("name", ["paodekuai", "big_two", "three_two_one"])
def test_who_was_first_out_and_what_they_collect(tmp_path: Path, name: str) -> None:
    for lang, says in (("zh", "最先出完，收"), ("en", "was first out and collects")):
        assert sum(says in line for line in lines_of(name, tmp_path, lang, range(3))) == 3


@pytest.mark.parametrize("name", ["doudizhu", "paodekuai", "big_two", "doudizhu_2p"])
def test_one_card_left_is_announced(tmp_path: Path, name: str) -> None:
    """报单: once for a play that leaves one card, before anybody else moves."""
    sentences = lines_of(name, tmp_path, "zh", range(8))
    said = [at for at, line in enumerate(sentences) if line.endswith("报单，只剩 1 张")]
    assert said
    for at in said:
        assert sentences[at - 1].startswith(sentences[at].partition("报单")[0])


def test_sanguosha_says_whom_a_nullification_protects(tmp_path: Path) -> None:
    sentences = lines_of("sanguosha", tmp_path, "zh", range(4))
    used = [line for line in sentences if "使用了无懈可击" in line]
    assert used and all("，抵消座位" in line for line in used)
    assert any("对座位" in line and line.endswith("的效果。") for line in used)


def test_sanguosha_tells_hands_draws_and_replaced_equipment(tmp_path: Path) -> None:
    sentences = lines_of("sanguosha", tmp_path, "zh", range(4))
    assert sum("的起始手牌是" in line for line in sentences) >= 20
    assert any("摸到" in line for line in sentences)
    assert not any(" 张牌。" in line and "摸了" in line for line in sentences)
    assert any("，换下" in line for line in sentences)


def test_a_changed_judgement_is_told_once(tmp_path: Path) -> None:
    sentences = lines_of("sanguosha", tmp_path, "zh", (3, 5))
    changed = [at for at, line in enumerate(sentences) if "判定改为" in line]
    assert changed
    assert all(sentences[at - 1].endswith("发动了【鬼才】。") for at in changed)
