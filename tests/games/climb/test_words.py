"""What the climbing games say: leads and bombs, refusals by their own words, results that explain themselves."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.climb.game import Climb
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.position import Position, leading
from paiju.games.climb.state import PLAYED, State, events
from paiju.games.contract import IllegalAction, Line, Seat, View, play
from paiju.games.messages import Language, tell
from tests.games.climb.guandan import game_at
from tests.games.climb.test_stages import answered, climb, hands, played

CLIMBING = tuple(info for info in catalog.infos() if info.family == "climb")


def by_chance(game: Climb, seats: int, seed: int) -> tuple[State, list[State]]:
    """A deal of random answers: its end, and every state."""
    rng, state = Rng(seed), game.deal(seats, seed)
    states = [state]
    while pending := game.pending(state):
        state = game.apply(state, pending[0].seat, rng.choice(list(pending[0].choices)))
        states.append(state)
    return state, states


def told(log: tuple[Line, ...], language: Language = "zh") -> list[str]:
    return [tell(line, catalog.find("guandan").all_messages, language) for line in log]


# -- leads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["doudizhu", "qigui_521", "big_two", "three_two_one"])
def test_every_lead_is_narrated_as_one(name: str) -> None:
    info = catalog.find(name)
    game: Any = info.game()
    leads = 0
    for seed in range(8):
        _, states = by_chance(game, info.recommended, seed)
        for before, after in pairwise(states):
            done = [event for event in events(after.history)[len(events(before.history)) :] if event.what in PLAYED]
            if done and game.rules.stages[before.stage].phase == "":
                (line,) = [line for line in _new(game, before, after) if "bomb" in line.args]
                leads += before.leading
                assert (line.key == "climb.log.lead") == before.leading
    assert leads > 20


def _new(game: Climb, before: State, after: State) -> tuple[Line, ...]:
    return game.view(after, None).log[len(game.view(before, None).log) :]


def test_a_lead_over_ones_own_play_is_a_lead_in_the_same_round() -> None:
    game = climb("doudizhu")
    state = played(game, leading(game, hands("3s5s8sKs", "4s6s", "4d6d"), leader=0), "0:3s", "1:pass", "2:pass", "0:5s")
    assert [line.key for line in game.view(state, None).log if "bomb" in line.args] == ["climb.log.lead"] * 2
    assert [event.what for event in events(state.history) if event.what in PLAYED] == ["lead", "again"]


def test_a_bomb_on_a_play_bombs_and_a_bomb_led_leads() -> None:
    game = climb("doudizhu")
    start = leading(game, hands("9s5s5d5c5h4s", "3s3d3c3h4d8d", "6s7s"), leader=0)
    log = game.view(played(game, start, "0:9s", "1:3333", "2:pass", "0:5555", "1:pass", "2:pass"), None).log
    assert told(log)[1] == "座位 2 炸：♠3 ♥3 ♣3 ♦3"
    assert told(log)[3] == "座位 1 炸：♠5 ♥5 ♣5 ♦5"
    assert told(log)[-1] == "都不要，座位 1 继续出"
    led = game.view(played(game, start, "0:5555"), None).log
    assert told(led, "en") == ["Seat 1 leads a bomb: ♠5 ♥5 ♣5 ♦5"]


def test_a_rocket_is_called_by_its_name() -> None:
    game = climb("doudizhu")
    log = game.view(played(game, leading(game, hands("9s5s4s", "LR4d3d", "6s7s"), leader=0), "0:9s", "1:LR"), None).log
    assert told(log)[1] == "座位 2 出王炸 大王 小王"
    assert told(log, "en")[1] == "Seat 2 plays a rocket: big joker, small joker"


def test_two_players_are_not_everybody() -> None:
    game = climb("wuguapi")
    state = leading(game, hands("3s9s", "4d6d"), leader=0)
    assert told(game.view(played(game, state, "0:9s", "1:pass"), None).log)[-1] == "对手不要，座位 1 继续出"


def test_a_trick_may_end_because_nobody_is_left_to_answer() -> None:
    """With passes locked, the last to hold out beats a play whose owner has run out: nothing was unbeatable."""
    game = climb("wuguapi", pass_lock=True)
    state = leading(game, hands("8s", "9d6d", "Qh9h"), leader=0)
    log = game.view(played(game, state, "0:8s", "1:pass", "2:Qh"), None).log
    assert told(log)[-1] == "没有人能再跟，座位 3 继续出"
    assert told(log, "en")[-1] == "Nobody is left to answer; Seat 3 leads next"


def test_a_trick_that_nothing_can_beat_has_no_passes() -> None:
    game = climb("doudizhu")
    state = played(game, leading(game, hands("LR9s", "3s4d", "6s7s"), leader=0), "0:LR")
    assert told(game.view(state, None).log)[-1] == "没有更大的牌，座位 1 继续出"


# -- declining --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "answers", "words"),
    [
        ({}, "no,call,no,rob,rob", ["no_call", "call", "no_rob"]),
        ({"bidding": "score"}, "no,bid 1,no", ["no_call", "bid 1", "no_call"]),
        (
            {"doubling": True},
            "call,no,no,double,no,no",
            ["call", "no_rob", "no_rob", "double", "no_double", "no_redouble"],
        ),
        ({"open_hand": True}, "call,no,no,no,show,no", ["call", "no_rob", "no_rob", "no_show", "show", "no_show"]),
    ],
)
def test_declining_says_what_was_declined(options: dict[str, object], answers: str, words: list[str]) -> None:
    """One word on the button, at the seat and in the log."""
    info = catalog.find("doudizhu")
    game = climb("doudizhu", **options)
    state = game.deal(3, 1)
    for answer in answers.split(",")[: len(words)]:
        decision = game.pending(state)[0]
        offered = {str(action): info.words.name(game.view(state, decision.seat), action) for action in decision.choices}
        assert None not in offered.values()
        after = play(game, state, decision.seat, answer).state
        if game.view(after, None).log[len(game.view(state, None).log) :]:
            spoken = game.view(after, None).answers[-1][1]
            said = offered[answer]
            assert said is not None
            assert spoken.startswith("bid") or said.key == f"climb.say.{spoken}"
        state = after
    assert sorted(word for _, word in game.view(state, None).answers) == sorted(words)
    for word in words:
        if not word.startswith("bid"):
            assert MESSAGES[f"climb.log.{word}"].zh == "{seat:seat}" + MESSAGES[f"climb.say.{word}"].zh
    for line in game.view(state, None).log:
        assert "climb." not in tell(line, info.all_messages, "zh")


# -- results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("doudizhu", {"base": 5}),
        ("doudizhu", {"bidding": "score", "doubling": True, "open_hand": True}),
        ("doudizhu_x", {}),
        ("doudizhu_4p", {}),
    ],
)
def test_the_factors_of_a_stake_multiply_to_the_scores(name: str, options: dict[str, object]) -> None:
    info = catalog.find(name)
    game = climb(name, **options)
    seen = set()
    for seed in range(40):
        state, _ = by_chance(game, info.recommended, seed)
        view, outcome = game.view(state, None), game.outcome(state)
        assert outcome is not None
        stake = prod(factor.args["times"] for factor in view.factors)
        for seat, score in enumerate(outcome.scores):
            assert seat == view.landlord or abs(score) == stake << view.doubles[seat]
        assert view.base * view.bid * view.multiplier == stake
        assert view.log[-1 - sum(map(bool, view.doubles))].args["factors"] == view.factors
        seen |= {factor.key for factor in view.factors}
    assert "climb.factor.play" in seen


def test_a_stake_reads_as_players_count_it() -> None:
    game = climb("doudizhu", base=3)
    state = game.deal(3, 3)
    state = answered(game, state, "call,rob,no,no")
    landlord = state.setup.landlord
    row = [hands("4s")[0]] * 3
    row[landlord] = hands("3s3d3c3h5s")[0]
    position = leading(game, row, leader=landlord)
    state = state._replace(hands=position.hands, counts=position.counts)
    state = played(game, state, "3333", "pass", "pass", "5s")
    view = game.view(state, None)
    assert told(view.log)[-1] == "每个农民的输赢：底分 3 × 抢 2 × 炸弹 2 × 春天 2 = 24"
    assert told(view.log, "en")[-1] == "Stake of each farmer: base 3 × rob 2 × bomb 2 × spring 2 = 24"
    assert view.multiplier == 8
    assert [score for seat, score in enumerate(game.outcome(state).scores) if seat != landlord] == [-24, -24]  # type: ignore[union-attr]


def test_a_stake_that_a_farmer_doubled_is_not_called_undoubled() -> None:
    game = climb("doudizhu", doubling=True)
    state, say = game.deal(3, 5), iter(("call", "no", "no", "double", "no", "no"))
    while game.pending(state):
        seat = game.pending(state)[0].seat
        state = play(game, state, seat, next(say, None) or str(list(game.pending(state)[0].choices)[-1])).state
    lines = [line.key for line in game.view(state, None).log]
    assert "climb.log.doubled" in lines
    assert "climb.log.stake_base" not in lines


def test_a_redoubled_stake_names_both() -> None:
    game = climb("doudizhu", doubling=True)
    state, say = game.deal(3, 5), iter(("call", "no", "no", "double", "no", "double"))
    while game.pending(state):
        seat = game.pending(state)[0].seat
        state = play(game, state, seat, next(say, None) or str(list(game.pending(state)[0].choices)[-1])).state
    assert any("加倍，地主再加倍：再 × 4" in sentence for sentence in told(game.view(state, None).log))


def test_a_pass_where_one_must_beat_is_no_choice() -> None:
    game = climb("paodekuai")
    state = played(game, leading(game, hands("9s3s3d", "4d6d", "5s7s"), leader=0), "0:9s", "1:pass", "2:pass")
    asked = game.pending(played(game, leading(game, hands("9s3s", "Td6d", "5s7s"), leader=0), "0:9s"))[0].prompt
    assert told((asked,)) == ["管上座位 1 的单张 9，管不上才能不出"]
    assert told(game.view(state, None).log)[1:] == ["座位 2 要不起", "座位 3 要不起", "都要不起，座位 1 继续出"]


def test_a_farmer_who_is_let_cards_is_told_how_many() -> None:
    position = Position.parse("doudizhu_2p 3456/789 1 landlord=0 handicap=2")
    log = position.engine.view(play(position.engine, position.state, Seat(1), "9").state, None).log
    assert "座位 2 只剩 2 张，地主让 2 张，不用再出" in told(log)


def test_refusing_to_call_is_a_pass_in_english() -> None:
    game = climb("doudizhu_4p")
    state = answered(game, game.deal(4, 1), "no")
    assert told(game.view(state, None).log, "en")[-1].endswith(" passes")
    assert told(game.view(state, None).log)[-1].endswith(" 不叫")


def test_a_deal_without_doubling_says_so() -> None:
    game = climb("doudizhu")
    start = leading(game, hands("5s9s3s3d", "8sTs4s", "6d7d"), leader=0)
    state = played(game, start, "0:5s", "1:8s", "2:pass", "0:9s", "1:Ts", "2:pass", "0:pass", "1:4s")
    assert told(game.view(state, None).log)[-1] == "没有翻倍，每个农民的输赢：底分 1"


@pytest.mark.parametrize(
    ("name", "row", "says"),
    [
        (
            "big_two",
            ("4s", "5d6s", "7s8s9sTsJsQsKsAs", "2sTs"),
            [
                "座位 2 剩 2 张，扣 2 分",
                "座位 3 剩 8 张，每张 2 分，扣 16 分",
                "座位 4 剩 2 张，每张 1 分，♠2 另加 50 分，扣 52 分",
            ],
        ),
        (
            "three_two_one",
            ("4s", "5d", "7s8s9s", "2sTsJdQdKdAd"),
            ["座位 2 剩 1 张，不扣分", "座位 3 剩 3 张，扣 1 分（2 到 5 张）", "座位 4 剩 6 张，扣 2 分（6 到 9 张）"],
        ),
        ("three_two_one", ("4s", "5d", "7s", "3d4d5s6d7d8d9dTdJdQdKdAd2d"), ["座位 4 一张没出，扣 5 分"]),
    ],
)
def test_who_is_not_out_is_told_what_it_costs(name: str, row: tuple[str, ...], says: list[str]) -> None:
    game = climb(name)
    state = played(game, leading(game, hands(*row), leader=0), "0:4s")
    sentences = told(game.view(state, None).log)
    assert set(says) <= set(sentences)
    assert not any("扣 0 分" in sentence or "得 0 分" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("penalty", "zh"),
    [
        ("additive", "座位 2 剩 9 张，每张 2 分，♠2 另加 50 分，扣 68 分"),
        ("spade_doubles", "座位 2 剩 9 张，每张 2 分，有 ♠2 翻倍，扣 36 分"),
        ("none", "座位 2 剩 9 张，每张 2 分，扣 18 分"),
    ],
)
def test_twos_are_told_where_they_cost(penalty: str, zh: str) -> None:
    game = climb("big_two", two_penalty=penalty)
    start = leading(game, hands("4s", "2s3s5s6s7s8s9sTsJs", "7d", "8d"), leader=0)
    assert zh in told(game.view(played(game, start, "0:4s"), None).log)


@pytest.mark.parametrize(
    ("leftover", "zh", "en"),
    [
        ("nobody", "座位 2 手里剩 ♥K，10 分不计", "Seat 2 still holds ♥K: 10 points that nobody gets"),
        ("owner", "座位 2 手里剩 ♥K，10 分归座位 2", "Seat 2 still holds ♥K: 10 points for Seat 2"),
        ("first_finisher", "座位 2 手里剩 ♥K，10 分归座位 1", "Seat 2 still holds ♥K: 10 points for Seat 1"),
    ],
)
def test_points_left_in_a_hand_are_told(leftover: str, zh: str, en: str) -> None:
    game = climb("qigui_521", leftover_points=leftover)
    log = game.view(played(game, leading(game, hands("4s", "Kh6h"), leader=0), "0:4s"), None).log
    assert told(log)[-1] == zh
    assert told(log, "en")[-1] == en


@pytest.mark.parametrize(("by", "says"), [("points", "得分最高的赢"), ("finish", "先出完的赢")])
def test_the_end_of_a_game_with_a_pile_says_who_wins(by: str, says: str) -> None:
    game = climb("qigui_521", rank_by=by)
    outcome = game.outcome(played(game, leading(game, hands("4s", "Kh6h"), leader=0), "0:4s"))
    assert outcome is not None
    assert tell(Line(outcome.reason), MESSAGES, "zh") == f"只剩一家有牌，{says}"


def test_bottom_cards_are_told_in_order() -> None:
    game = climb("doudizhu")
    for seed in range(5):
        state = game.deal(3, seed)
        for answer in ("call", "no", "no"):
            state = play(game, state, game.pending(state)[0].seat, answer).state
        (line,) = [line for line in game.view(state, None).log if line.key == "climb.log.landlord"]
        points = [game.layout.point[card.rank] for card in line.args["cards"]]
        assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(
    ("level", "cards", "zh"),
    [
        (8, "6c8h4c3c2c", "出同花顺 ♣6 ♥8 ♣4 ♣3 ♣2（逢人配当 ♣5）"),
        (10, "JcTcTh9c7c", "出同花顺 ♣J ♣10 ♣9 ♥10 ♣7（逢人配当 ♣8）"),
        (2, "AsAdKs2hQhQdJhJd", "出连对 ♠A ♦A ♠K ♥2 ♥Q ♦Q ♥J ♦J（逢人配当 K）"),
        (5, "5s5c5h", "出三张 ♠5 ♣5 ♥5"),
        (9, "KsKc9h7d7s", "出三带二 ♠K ♣K ♥9 ♠7 ♦7（逢人配当 K）"),
    ],
)
def test_wild_cards_are_told_as_what_they_stand_for(level: int, cards: str, zh: str) -> None:
    game = climb("guandan", level=level, tribute=False)
    start = leading(game, hands(cards + "3d", "4d4s", "4h4h", "6d6d"), leader=0)
    assert f"座位 1 {zh}" in told(game.view(played(game, start, f"0:{cards}"), None).log)


@pytest.mark.parametrize("name", ["wuguapi", "qigui_521", "qigui_523"])
def test_a_trick_without_points_has_none_in_words(name: str) -> None:
    game = climb(name)
    for seed in range(6):
        log = game.view(by_chance(game, 3, seed)[0], None).log
        assert not any(" 0 分" in sentence for sentence in told(log))
        assert not any(" 0 points" in sentence for sentence in told(log, "en"))


# -- names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("info", CLIMBING, ids=lambda info: info.id)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_type_can_be_declared_by_the_name_that_is_printed(info: GameInfo, language: Language) -> None:
    game: Any = info.game()
    for shape in game.rules.shapes:
        for run in range(shape.run[0], shape.run[1] + 1):
            title = MESSAGES[game.rules.title_of(shape.kind, shape.size(run))][language]
            assert game.declared(title, title) == game.rules.name_of(shape.kind)


@pytest.mark.parametrize(
    ("options", "zh", "en"),
    [
        ({}, "飞机带小翼、四带二对", "plane with single wings, four of a kind with two pairs"),
        ({"allow_lower_reading": True}, "飞机带小翼:4、四带二对:3、四带二对:4", "plane with single wings:4"),
    ],
)
def test_an_ambiguous_play_is_refused_with_each_name_once(options: dict[str, object], zh: str, en: str) -> None:
    game = climb("doudizhu_x", **options)
    start = leading(game, hands("3s3d3c3h4s4d4c4h9s", "5s", "7s"), leader=0)
    with pytest.raises(IllegalAction) as error:
        play(game, start, Seat(0), "44443333")
    chinese, english = (tell(error.value.why, MESSAGES, language) for language in ("zh", "en"))
    assert zh in chinese
    assert en in english
    assert all(chinese.count(name) == 1 for name in zh.split("、"))
    assert "TripleStraight" not in chinese + english
    for name in zh.split("、"):
        assert play(game, start, Seat(0), f"44443333={name}").state.top is not None


def test_bombs_have_an_article_that_fits() -> None:
    """Every kind can follow "a" in English."""
    for key, text in MESSAGES.items():
        if ".kind." in key:
            assert text.en[0] not in "aeiou"
            assert not text.en.startswith("four jokers")


def test_a_run_of_pairs_is_called_by_its_length() -> None:
    game = game_at(9)
    names = [
        game.rules.title_of(combo.kind, combo.size)
        for text in ("3s3d4s4d5s5d", "3s3d4s4d5s5d6s6d")
        for combo in game.reader.read(hands(text)[0])
    ]
    assert [MESSAGES[name].zh for name in names] == ["三连对", "连对"]


def test_views_of_other_games_have_no_factors() -> None:
    game = climb("big_two")
    view: View = game.view(by_chance(game, 4, 1)[0], None)
    assert view.factors == ()  # type: ignore[attr-defined]


# -- Guandan ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "finish", "gain", "says"),
    [
        ({"level": 5, "levels": (5, 4), "declarer": 0}, (0, 2, 3, 1), 3, ["座位 1、座位 3 升 3 级，从 5 到 8"]),
        ({"level": 13, "levels": (13, 4), "declarer": 0}, (0, 2, 3, 1), 1, ["座位 1、座位 3 升 1 级，从 K 到 A"]),
        ({"level": 4, "levels": (14, 4), "declarer": 1}, (0, 2, 3, 1), 0, []),
        ({"level": 14, "levels": (14, 4), "declarer": 0}, (0, 2, 3, 1), 0, ["座位 1、座位 3 赢得全场"]),
        ({"level": 14, "levels": (14, 4), "declarer": 0}, (0, 1, 3, 2), 0, ["座位 1、座位 3 打 A 没过，第 1 次"]),
        (
            {"level": 14, "levels": (14, 4), "declarer": 0, "a_fails": (2, 0)},
            (1, 0, 3, 2),
            2,
            ["座位 1、座位 3 从 A 降到 2", "座位 2、座位 4 升 2 级，从 4 到 6"],
        ),
    ],
)
def test_only_levels_that_were_won_are_announced(
    match: dict[str, Any], finish: tuple[int, ...], gain: int, says: list[str]
) -> None:
    info = catalog.find("guandan")
    game: Any = info.game({**match, "finish": (0, 1, 2, 3), "deal_no": 2, "tribute": False})
    state = game.deal(4, 1)
    state = state._replace(stage=len(game.rules.stages), out=finish, turn=-1)
    view = game.view(state, None)
    names = ("头游", "二游", "三游", "末游")
    order = "，".join(f"{name}座位 {seat + 1}" for name, seat in zip(names, finish, strict=True))
    sentences = told(view.log)
    assert sentences[sentences.index(order) + 1 :] == says
    assert view.gain == gain
    reason = tell(Line(game.outcome(state).reason), info.all_messages, "zh")
    assert "升" not in reason
