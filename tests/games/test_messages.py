"""Text that cannot be read is explained in both languages, and says the same in both."""

from __future__ import annotations

import pytest

from paiju.cards import NotationError, card
from paiju.games import catalog
from paiju.games.contract import IllegalAction, Line, play
from paiju.games.messages import COMMON, Text, tell, unread

UNREADABLE = [
    ("holdem", "jump", "没有这个动作"),
    ("holdem", "raise", "多少"),
    ("holdem", "show AsAs", "两张不同"),
    ("holdem", "show As Kx", "不是点数"),
    ("doudizhu", "", "请说"),
    ("doudizhu", "bid much", "叫分是"),
    ("doudizhu", "3s3d=Foo", "不是牌型"),
    ("doudizhu", "3sD3", "不能混用"),
    ("doudizhu", "sL", "前面没有点数"),
    ("doudizhu", "SL", "王没有花色"),
    ("doudizhu", "SS3", "连在一起"),
    ("doudizhu", "3S", "后面没有点数"),
    ("big_two", "334", "要看花色"),
    ("guandan", "pay 3", "缺花色"),
    ("guandan", "pay 3s4s", "只要一张"),
]


@pytest.mark.parametrize(("game", "text", "zh"), UNREADABLE)
def test_why_a_text_cannot_be_read_in_both_languages(game: str, text: str, zh: str) -> None:
    info = catalog.find(game)
    with pytest.raises(NotationError) as found:
        info.game().parse(text)
    error = found.value
    line = unread(error)
    assert zh in tell(line, info.all_messages, "zh")
    assert error.why in tell(line, info.all_messages, "en")
    assert ("第 " in tell(line, info.all_messages, "zh")) == (error.at >= 0 and bool(text.strip()))


def test_an_error_without_a_key_tells_what_it_has() -> None:
    assert tell(unread(NotationError("x{y}", 1, "odd {thing}")), COMMON, "zh") == (
        "看不懂这一步：odd {thing} (at character 2 of 'x{y}')。"
    )
    with pytest.raises(NotationError):
        card("")


@pytest.mark.parametrize("bid", ["bid 4", "bid 99", "bid  7"])
def test_a_bid_out_of_range_is_a_bad_bid(bid: str) -> None:
    game = catalog.find("doudizhu_4p").game()
    state = game.deal(4, 1)
    with pytest.raises(IllegalAction) as found:
        play(game, state, game.pending(state)[0].seat, bid)
    assert found.value.code == "bad_bid"


@pytest.mark.parametrize(
    ("text", "en"),
    [
        ("2c", "♣2"),
        ("Ts", "♠10"),
        ("T", "10"),
        ("L", "small joker"),
        ("3", "3"),
        ("Kx", "Kx"),
        (("9h", "Ad"), "♥9 ♦A"),
        (("R", "L", "Ad", "3h"), "big joker, small joker, ♦A ♥3"),
        (("3h", "L"), "♥3, small joker"),
        (("L",), "small joker"),
    ],
)
def test_cards_written_as_text_are_shown_as_cards(text: object, en: str) -> None:
    assert tell(Line.of("x", cards=text), {"x": Text("{cards:cards}", "{cards:cards}")}, "en") == en


@pytest.mark.parametrize(
    ("cards", "zh", "en"),
    [
        (("slash:7s",), "杀 ♠7", "Slash ♠7"),
        (("slash:7s", "jink:2h"), "杀 ♠7、闪 ♥2", "Slash ♠7 and Jink ♥2"),
        (("slash:7s", "jink:2h", "peach:3h"), "杀 ♠7、闪 ♥2、桃 ♥3", "Slash ♠7, Jink ♥2 and Peach ♥3"),
    ],
)
def test_cards_with_names_are_a_list(cards: tuple[str, ...], zh: str, en: str) -> None:
    table = {**catalog.find("sanguosha").all_messages, "x": Text("{cards:cards}", "{cards:cards}")}
    line = Line.of("x", cards=cards)
    assert (tell(line, table, "zh"), tell(line, table, "en")) == (zh, en)


def test_a_message_key_among_the_arguments_has_the_arguments_of_its_line() -> None:
    table = {
        "did": Text("{seat:seat}{what:key}", "{seat:seat} {what:key}"),
        "raised": Text("加注到 {total}", "raises to {total}"),
    }
    line = Line.of("did", seat=0, what="raised", total=40)
    assert tell(line, table, "zh", ["安"]) == "安加注到 40"
    assert tell(line, table, "zh", ["Ann"]) == "Ann 加注到 40"
    assert tell(line, table, "en") == "Seat 1 raises to 40"
    inner = Line.of("did", seat=0, what=Line.of("raised", total=60), total=40)
    assert tell(inner, table, "en") == "Seat 1 raises to 60"  # a line has arguments of its own
    assert tell(Line.of("did", seat=0, what="no key"), table, "en") == "Seat 1 no key"


def test_equal_lines_are_one_in_a_set() -> None:
    assert len({Line.of("did", seat=0, total=4), Line.of("did", total=4, seat=0), Line.of("did", seat=0)}) == 2


@pytest.mark.parametrize(
    ("names", "zh"),
    [((), "座位 1 的牌给座位 2"), (("小明", "Bo"), "小明的牌给 Bo"), (("Ann", "小红"), "Ann 的牌给小红")],
)
def test_chinese_is_set_apart_from_figures_and_letters(names: tuple[str, ...], zh: str) -> None:
    table = {"x": Text("{seat:seat}的牌给{to:seat}", "{seat:seat} to {to:seat}")}
    assert tell(Line.of("x", seat=0, to=1), table, "zh", names) == zh


def test_plurals_and_products() -> None:
    table = {"x": Text("{n} 张", "{n} card{n:s}"), "y": Text("{all:times}", "{all:times}")}
    assert [tell(Line.of("x", n=n), table, "en") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    factors = Line.of("y", all=(Line.of("x", n=3), Line.of("x", n=2)))
    assert (tell(factors, table, "zh"), tell(factors, table, "en")) == ("3 张 × 2 张", "3 cards × 2 cards")
