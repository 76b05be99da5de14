"""The original program's operations, states, refusals, records and imports."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import pytest

from paiju.cards import cards
from paiju.compat.session import Cover, Hand, Reason, Refused, Session, Status
from paiju.games.catalog import UnknownGame, find


def lines(*rows: str) -> str:
    """`0 S3D3` as `0<TAB>S3D3`."""
    return "\n".join(row.replace(" ", "\t", 1) for row in rows) + "\n"


def snapshot(session: Session) -> dict[str, Any]:
    return dict(session.__dict__)


def refused(session: Session, operation: str, *words: Any, **named: Any) -> Refused:
    """The refusal of an operation, which must leave the session exactly as it was."""
    before = snapshot(session)
    with pytest.raises(Refused) as error:
        getattr(session, operation)(*words, **named)
    assert snapshot(session) == before
    assert str(error.value)
    return error.value


def endgame(game: str, *rows: str, players: int | None = None) -> Session:
    session = Session(game)
    session.initialize(players)
    session.set(lines(*rows))
    return session


NAMES = [
    ("Landlords", "doudizhu"), ("landlordsx", "doudizhu_x"), ("LANDLORDS4P", "doudizhu_4p"), ("BigTwo", "big_two"),
    ("ThreeTwoOne", "three_two_one"), ("Wuguapi", "wuguapi"), ("Qiguiwueryi", "qigui_521"), ("Qiguiwuersan", "qigui_523"),
    ("斗地主", "doudizhu"), ("三人斗地主", "doudizhu"), ("欢乐斗地主", "doudizhu"), ("竞技二打一", "doudizhu"), ("二打一", "doudizhu"),
    ("斗地主X", "doudizhu_x"), ("斗地主扩展版", "doudizhu_x"), ("四人斗地主扑克游戏", "doudizhu_4p"), ("锄大D", "big_two"),
    ("大老二", "big_two"), ("锄大弟", "big_two"), ("3两1", "three_two_one"), ("5瓜皮", "wuguapi"), ("7王521", "qigui_521"),
    ("七 鬼 五 二 三", "qigui_523"), ("7鬼523扑克", "qigui_523"), ("4人斗地主", "doudizhu_4p"), ("3人斗地主", "doudizhu"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "game"), NAMES)
def test_names_are_recognised(name: str, game: str) -> None:
    assert find(name).id == game


def test_other_games_have_no_session() -> None:
    with pytest.raises(UnknownGame):
        Session("holdem")


def test_the_states_of_a_landlord_game() -> None:
    session = Session("斗地主", seed=7)
    assert (session.status, session.players, session.records) == (Status.READY, (), ())
    assert refused(session, "deal").reason is Reason.WRONG_STATE
    session.initialize()
    assert session.status is Status.INITIALIZED
    assert session.players == ((), (), ())
    session.deal()
    assert session.status is Status.DEALT
    assert [len(hand) for hand in session.players] == [17, 17, 17]
    assert len(session.deck) == 3
    assert session.dealer is None
    first = session.current_player
    assert first is not None
    session.set_landlord(True)
    session.set_landlord(False)
    session.set_landlord(False)
    assert session.status is Status.ASSIGNED
    assert session.dealer == session.current_player == first
    assert session.records[0] == (
        Hand(first, (Cover(),), "Single"),
        Hand((first + 1) % 3, (), "Empty"),
        Hand((first + 2) % 3, (), "Empty"),
    )
    assert refused(session, "play", "/").reason is Reason.WRONG_STATE
    assert refused(session, "start", "/").reason is Reason.MAY_NOT_PASS
    assert refused(session, "set_landlord", True).reason is Reason.WRONG_STATE
    smallest = session.players[first][-1]
    session.start([smallest])
    assert session.status is Status.STARTED
    assert session.last_hand == Hand(first, (smallest,), "Single")
    assert refused(session, "start", [smallest]).reason is Reason.WRONG_STATE
    while session.status is Status.STARTED:
        asked = next(iter(session.game.pending(session._state)[0].choices))
        if str(asked) == "pass":
            session.play()
        else:
            session.play(str(asked)[1].upper() + str(asked)[0] if len(str(asked)) == 2 else str(asked))
    assert session.status is Status.OVER
    assert session.current_player is None
    assert sum(session.amounts) == 0
    assert any(session.amounts)
    assert refused(session, "play", "/").reason is Reason.WRONG_STATE
    session.deal()
    assert session.status is Status.DEALT


def test_dealing_again_is_another_deal_and_the_seed_repeats_it() -> None:
    one, two = Session("锄大地", seed=3), Session("锄大地", seed=3)
    for session in (one, two):
        session.initialize()
        session.deal()
    first = one.players
    assert one.players == two.players
    one.deal()
    assert one.players != first


def test_the_number_of_players() -> None:
    session = Session("七鬼五二一")
    assert refused(session, "initialize", 8).reason is Reason.WRONG_PLAYERS
    session.initialize(7)
    session.deal()
    assert session.status is Status.ASSIGNED
    assert len(session.deck) == 5


def test_bids() -> None:
    session = Session("四人斗地主", seed=1)
    session.initialize()
    session.deal()
    assert refused(session, "set_landlord", True).reason is Reason.ILLEGAL_BID
    assert refused(session, "set_landlord", 4).reason is Reason.ILLEGAL_BID
    session.set_landlord(2)
    assert refused(session, "set_landlord", 2).reason is Reason.ILLEGAL_BID
    session.set_landlord(0)
    session.set_landlord(3)
    assert session.status is Status.ASSIGNED
    assert [hand.cards for hand in session.records[0]] == [(Cover(2),), (), (Cover(3),)]


def test_three_fruitless_deals_inside_set_landlord() -> None:
    session = Session("斗地主", seed=5)
    session.initialize()
    session.deal()
    for _ in range(2):
        hands = session.players
        for _ in range(3):
            session.set_landlord(False)
        assert session.status is Status.DEALT
        assert session.players != hands
        assert session.records == ((),)
    first = session.current_player
    for _ in range(3):
        session.set_landlord(False)
    assert (session.status, session.dealer) == (Status.ASSIGNED, first)


def test_values() -> None:
    assert Session("斗地主").values["R"] == 15
    assert Session("锄大地").values == {letter: n for n, letter in enumerate("3456789TJQKA2", start=1)}
    wuguapi = Session("五瓜皮").values
    assert (wuguapi["6"], wuguapi["5"], wuguapi["L"], wuguapi["R"]) == (1, 13, 14, 14)
    qigui = Session("七鬼五二三").values
    assert (qigui["4"], qigui["A"], qigui["3"], qigui["5"], qigui["R"], qigui["7"]) == (1, 9, 10, 12, 13, 14)


def test_the_preparatory_round_of_the_smallest_cards() -> None:
    session = Session("七鬼五二三")
    session.initialize(3)
    session.set(
        lines("0 C4D8D9DTDJDQDK", "1 D4C8C9CTCJCQCK", "2 D6H8H9HTHJHQHK", "B SKSQ"),
    )
    assert [(hand.player, str(hand.cards[0])) for hand in session.records[0]] == [(2, "6d"), (0, "4c"), (1, "4d")]
    assert session.dealer == 1
    assert refused(session, "start", "C8").reason is Reason.REQUIRED_CARD_MISSING
    session.start("D4")


def test_rounds_are_grouped_as_the_records_say() -> None:
    session = endgame(
        "斗地主", "0 S3D3S5S8SK", "1 S4S6", "2 D4D6", "W 0", "S 5", "P /", "P /", "P 8", "P /", "P /", "P 33"
    )
    shown = [[(hand.player, "".join(map(str, hand.cards))) for hand in row] for row in session.records]
    assert shown == [
        [(0, "")],
        [(0, "5s"), (1, ""), (2, ""), (0, "8s"), (1, ""), (2, "")],
        [(0, "3s3d")],
    ]


def test_text_is_read_against_the_hand() -> None:
    session = endgame("斗地主", "0 S3H3D3DAR", "1 S4S6", "2 D4D6", "W 0")
    session.start("3 s3")
    assert session.last_hand is not None
    assert session.last_hand.cards == cards("3s3d")
    again = endgame("斗地主", "0 S3H3D3DAR", "1 S4S6", "2 D4D6", "W 0")
    again.start("方块")  # a suit alone is its smallest card
    assert again.last_hand is not None
    assert again.last_hand.cards == cards("3d")
    assert refused(again, "play", "5").reason is Reason.NOT_YOUR_CARDS
    assert refused(again, "play", "?!").reason is Reason.NO_TYPE
    again.play("S4")


@pytest.mark.parametrize("text", ["5h", "5H", "5♥"])
def test_a_text_with_two_readings_is_refused_with_both(text: str) -> None:
    session = endgame("斗地主", "0 5h5d9s", "1 S6", "2 S7", "W 0")
    error = refused(session, "start", text)
    assert error.reason is Reason.AMBIGUOUS
    assert error.worded("zh").startswith(f"有歧义：{text} 可以是 D5 H5，也可以是 H5；")
    assert error.worded("en").startswith(f"ambiguous: {text} can be D5 H5, or H5; ")
    session.start("9s")  # the hand has no second spade, so this is ♠9 only
    assert session.last_hand is not None
    assert session.last_hand.cards == cards("9s")


@pytest.mark.parametrize("text", ["H5", "h5", "♥5", "红桃5"])
def test_a_suit_in_front_has_one_reading(text: str) -> None:
    session = endgame("斗地主", "0 5h5d9s", "1 S6", "2 S7", "W 0", f"S {text}")
    assert session.last_hand is not None
    assert session.last_hand.cards == cards("5h")


@pytest.mark.parametrize(("game", "seed"), [("斗地主", 3), ("锄大地", 4), ("七鬼五二一", 5)])
def test_what_is_displayed_is_read_back(game: str, seed: int) -> None:
    """Every card as `display` prints it plays that card."""
    session = Session(game, seed=seed)
    session.initialize()
    session.deal()
    while session.status is Status.DEALT:
        session.set_landlord(True)
    player = session.current_player
    assert player is not None
    shown = next(line for line in str(session.display(player)).splitlines() if line.startswith(f"玩家 {player + 1} "))
    texts = shown.split("  ")[1].split()
    assert len(texts) == len(session.players[player])
    for text, card in zip(texts, session.players[player], strict=True):
        trial = copy(session)
        try:
            trial.start(text)
        except Refused as error:
            assert error.reason is Reason.REQUIRED_CARD_MISSING
        else:
            assert trial.last_hand is not None
            assert trial.last_hand.cards == (card,)


def test_refusals_of_plays() -> None:
    session = endgame("斗地主拓展版", "0 S4H4C4D4S3H3C3D3S9", "1 S5H5C5D5S6H6C6D6", "2 S7", "W 0")
    error = refused(session, "start", "44443333")
    assert error.reason is Reason.AMBIGUOUS
    assert set(error.candidates) == {"QuadrupleWithPairPair", "TripleStraightWithSingles"}
    assert refused(session, "start", "49").reason is Reason.NO_TYPE
    assert refused(session, "start", [cards("Ks")[0]]).reason is Reason.NOT_YOUR_CARDS
    assert refused(session, "start", "44443333", "Pair").reason is Reason.BAD_DECLARATION
    assert refused(session, "start", "44443333", "nonsense").reason is Reason.BAD_DECLARATION
    session.start("44443333", "QuadrupleWithPairPair")
    assert refused(session, "play", "5").reason is Reason.DOES_NOT_COVER
    session.play("55556666")
    assert session.last_hand is not None
    assert session.last_hand.type == "QuadrupleWithPairPair"
    assert session.status is Status.OVER


def test_display_hides_what_a_viewer_may_not_see() -> None:
    session = Session("斗地主", seed=2)
    session.initialize()
    session.deal()
    shown = session.display(1)
    assert shown.hands[0] == shown.hands[2] == 17
    assert shown.hands[1] == session.players[1]
    assert shown.deck == 3
    session.set_landlord(True)
    session.set_landlord(True)
    session.set_landlord(False)
    session.set_landlord(False)
    shown = session.display()
    assert shown.deck == session.deck
    assert shown.multiplier == 2
    assert all(isinstance(hand, int) for hand in shown.hands)
    for language in ("zh", "en"):
        assert str(session.display(0, language))


def test_the_preparatory_round_is_displayed_in_words() -> None:
    rob = Session("斗地主", seed=2)
    rob.initialize()
    rob.deal()
    first = rob.current_player
    assert first is not None
    for answer in (True, True, False, False):
        rob.set_landlord(answer)
    one, two, three = ((first + step) % 3 + 1 for step in range(3))
    assert f"0  {one}:叫地主 {two}:抢地主 {three}:不抢 {one}:不抢" in str(rob.display())
    bid = Session("四人斗地主", seed=1)
    bid.initialize()
    bid.deal()
    bid.set_landlord(0)
    bid.set_landlord(2)
    assert "不叫" in str(bid.display()) and "叫 2 分" in str(bid.display())
    assert "pass" in str(bid.display(language="en")) and "bid 2" in str(bid.display(language="en"))
    smallest = Session("锄大地", seed=1)
    smallest.initialize()
    smallest.deal()
    assert f"{smallest.current_player + 1}:D3，玩家 {smallest.current_player + 1} 先出" in str(smallest.display())  # type: ignore[operator]
    assert "[+]" not in str(rob.display())


def test_display_shows_counts_as_the_rules_allow() -> None:
    session = Session("掼蛋", seed=1)
    session.initialize()
    session.deal()
    assert session.display(0).hands[1:] == (None, None, None)
    assert "27" not in str(session.display(0)).split()
    shown = Session("掼蛋", seed=1, card_count_visibility="always")
    shown.initialize()
    shown.deal()
    assert shown.display(0).hands[1:] == (27, 27, 27)


def test_the_result_says_how_it_came_about() -> None:
    session = endgame("斗地主", "0 S3D3", "1 S4", "2 S5", "W 0", "S 33")
    shown = session.display()
    assert shown.amounts == (4, -2, -2)
    assert shown.multiplier == 2
    assert shown.stake == "底分 1 × 春天 2"
    assert "每个农民 底分 1 × 春天 2" in str(shown)
    assert session.display(language="en").stake == "base 1 × spring 2"


def test_an_ambiguous_hand_is_refused_with_each_type_once() -> None:
    session = endgame("斗地主拓展版", "0 S4H4C4D4S3H3C3D3S9", "1 S5H5C5D5S6H6C6D6", "2 S7", "W 0")
    error = refused(session, "start", "44443333")
    assert error.worded("zh") == "有歧义：这几张牌可以是飞机带小翼、四带二对，请声明是哪一种。"
    assert "Triple" not in error.worded("en")
    session.start("44443333", "四带二对")


def test_display_never_shows_the_order_of_a_pile() -> None:
    session = Session("五瓜皮", seed=2)
    session.initialize(2)
    session.deal()
    assert session.display(0).deck == 44
    assert session.display(0).multiplier is None


IMPORTS_REFUSED = [
    (["0 S3S3", "1 S4", "2 S5", "W 0"], Reason.BAD_DATA),  # one deck has one ♠3
    (["0 3", "1 S4", "2 S5", "W 0"], Reason.BAD_DATA),  # needs its suit
    (["0 S3", "1 S4", "2 S5"], Reason.BAD_DATA),  # no full deal, and nobody leads
    (["0 S3", "1 S4", "2 S5", "W 3"], Reason.BAD_DATA),
    (["0 S3", "1 S4", "2 S5", "W x"], Reason.BAD_DATA),
    (["0 S3", "1 S4", "2 S5", "3 S6", "W 0"], Reason.WRONG_PLAYERS),
    (["0 S3", "0 S4", "W 0"], Reason.BAD_DATA),
    (["0 S3S7", "1 S4", "2 S5", "W 0", "S S3", "P S9"], Reason.NOT_YOUR_CARDS),
    (["0 S3S7", "1 S4", "2 S5", "W 0", "S /"], Reason.MAY_NOT_PASS),
    (["0 S3S7", "1 S4", "2 S5", "W 0", "P S3"], Reason.WRONG_STATE),
    (["Z 1"], Reason.BAD_DATA),
    (["nonsense"], Reason.BAD_DATA),
]


@pytest.mark.parametrize(("rows", "reason"), IMPORTS_REFUSED)
def test_an_import_is_all_or_nothing(rows: list[str], reason: Reason) -> None:
    session = Session("斗地主", seed=4)
    session.initialize()
    session.deal()
    assert refused(session, "set", lines(*rows), paths=False).reason is reason


def test_import_of_a_whole_deal_with_its_auction() -> None:
    game = Session("斗地主").game
    deck = game.rules.deck.cards
    old = [
        "".join(f"{str(c)[1].upper()}{str(c)[0]}" if len(str(c)) == 2 else str(c) for c in deck[i : i + 17])
        for i in (0, 17, 34)
    ]
    session = Session("斗地主")
    session.initialize()
    session.set(lines(*(f"{n} {hand}" for n, hand in enumerate(old)), "F 1", "A 0", "A 1", "A 1", "A 0"))
    assert session.status is Status.ASSIGNED
    assert session.dealer == 0
    assert session.deck == deck[51:]
    assert len(session.players[0]) == 20
    assert session.display().multiplier == 2


def test_import_from_a_file_and_at_random(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(lines("D 1", "A 1", "A 0", "A 0"), encoding="utf-8")
    session = Session("斗地主", seed=9)
    session.initialize()
    session.set(path)
    assert session.status is Status.ASSIGNED
    assert refused(session, "set", str(tmp_path / "missing.txt")).reason is Reason.BAD_DATA
    assert refused(session, "set", str(path), paths=False).reason is Reason.BAD_DATA


def test_import_with_declared_types() -> None:
    session = endgame(
        "斗地主拓展版", "0 S4H4C4D4S3H3C3D3S9", "1 S5", "2 S7", "W 0", "T 43", "S 44443333", "P /", "P 不出", "P S9"
    )
    assert session.status is Status.OVER
    assert session.records[1][0].type == "QuadrupleWithPairPair"
    assert session.amounts == (4, -2, -2)
    assert session.display(1).hands == ((), cards("5s"), cards("7s"))


@pytest.mark.parametrize(
    ("rows", "reason", "says"),
    [
        (["T\t99", "D\t"], Reason.BAD_DECLARATION, "line 1"),  # no such code
        (["D\t", "T\t20"], Reason.BAD_DATA, "line 2"),  # nothing follows that could be of this type
        (["T\t20", "D\t"], Reason.BAD_DATA, "line 2"),
        (["0\tS3H3", "1\tD4", "2\tS5", "W\t0", "T\t20", "S\tS3"], Reason.BAD_DECLARATION, "line 6"),
        (["0\tS3H3", "1\tD4", "W\t0"], Reason.BAD_DATA, "player 2 has no cards"),  # the deal would be over
        (["D\t", "A\t2"], Reason.ILLEGAL_BID, "line 2"),
    ],
)
def test_a_refused_import_names_the_line(rows: list[str], reason: Reason, says: str) -> None:
    session = Session("斗地主")
    session.initialize()
    error = refused(session, "set", lines(*rows))
    assert error.reason is reason
    assert says in str(error)


def test_an_end_game_of_a_pile_game_is_not_over() -> None:
    session = Session("七鬼五二三")
    session.initialize(3)
    assert refused(session, "set", lines("0\tS7", "W\t0")).reason is Reason.BAD_DATA
    session.set(lines("0\tS7", "1\tD5", "W\t0", "B\tD6 D8"))  # player 2 waits for the draw
    session.start("S7")
    assert session.current_player == 0
    session.set(lines("0\tSA", "1\tD9 D8", "W\t0"))  # player 2 is out
    session.start("SA")
    assert session.status is Status.OVER


def test_a_path_is_tried_before_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session("斗地主", seed=1)
    session.initialize()
    session.set("D")
    assert session.status is Status.DEALT
    (tmp_path / "D").write_text(lines("0 S3", "1 S4", "2 S5", "W 0"), encoding="utf-8")
    session.set("D")
    assert session.players == (cards("3s"), cards("4s"), cards("5s"))
    error = refused(session, "set", "nowhere.txt")
    assert error.worded("en") == "bad data: nowhere.txt is neither data nor a file that can be opened"


def test_who_is_asked_first_and_who_leads_exclude_each_other() -> None:
    session = Session("斗地主")
    session.initialize()
    error = refused(session, "set", lines("0 S3", "1 S4", "2 S5", "W 0", "F 1"))
    assert "F" in error.worded("zh") and "W" in error.worded("zh")


def test_a_deal_at_random_needs_no_value() -> None:
    session = Session("斗地主")
    session.initialize()
    session.set("D\nA\t1\nA\t0\nA\t0\n")
    assert session.status is Status.ASSIGNED


@pytest.mark.parametrize("answer", [2.0, None, "1", -1, 4, True])
def test_only_bids_are_bids(answer: Any) -> None:
    session = Session("四人斗地主")
    session.initialize()
    session.deal()
    assert refused(session, "set_landlord", answer).reason is Reason.ILLEGAL_BID


def test_an_answer_that_is_no_word_is_refused() -> None:
    session = Session("斗地主", doubling=True)
    session.initialize()
    session.set("D\t\nA\t1\nA\t0\nA\t0\n")
    assert refused(session, "answer", 0, "perhaps").reason is Reason.BAD_DATA


@pytest.mark.parametrize(
    ("rows", "zh", "en"),
    [
        (["X"], "数据有误：第 1 行：应为键、制表符、值", "bad data: line 1: a key, a tab and a value were expected"),
        (["Z\t1"], "数据有误：第 1 行：没有键 Z", "bad data: line 1: there is no key Z"),
        (["0\tS3", "0\tS4"], "数据有误：第 2 行：0 给了两次", "bad data: line 2: 0 is given twice"),
        (["T\t99", "D\t"], "声明的牌型不符：第 1 行：", "declaration does not fit: line 1: there is no type '99'"),
        (["P\tS3"], "现在不能这样做：第 1 行：还没有发牌", "wrong state: line 1: no cards are dealt yet"),
        (["0\t99"], "数据有误：第 1 行：", "bad data: line 1: "),
        (["D\t", "A\t2"], "叫分不合规则：第 2 行：2", "illegal bid: line 2: 2"),
        (
            ["0\tS3H3", "1\tD4D7", "2\tS5", "W\t0", "S\tS3", "P\tD4", "P\tS6"],
            "不是当前玩家的牌：第 7 行：",
            "not the cards of the current player: line 7: ",
        ),
    ],
)
def test_refusals_are_told_in_both_languages(rows: list[str], zh: str, en: str) -> None:
    session = Session("斗地主")
    session.initialize()
    error = refused(session, "set", lines(*rows), paths=False)
    assert error.worded("zh").startswith(zh)
    assert error.worded("en").startswith(en) and str(error) == error.worded("en")


def test_a_refused_play_says_what_would_be_right_in_both_languages() -> None:
    session = endgame("斗地主", "0 S3H3C5", "1 D4S4", "2 S5D6", "W 0", "S C5")
    for operation, said in (("D4", ("压不住：", "does not cover: ")), ("?!", ("没有这种牌型：?!", "no such type: ?!"))):
        error = refused(session, "play", operation)
        told = error.worded("zh"), error.worded("en")
        assert told[0].startswith(said[0]) and told[1].startswith(said[1])
        assert "climb." not in "".join(told) and "error." not in "".join(told)
