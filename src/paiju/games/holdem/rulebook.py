"""The rules of hold'em for players: the source of the rules panel, the document and the answer of the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from paiju.cards import cards
from paiju.games.contract import Seat
from paiju.games.holdem.action import ALL_IN, CALL, FOLD
from paiju.games.holdem.dealing import plan
from paiju.games.holdem.forced import STRADDLE
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.glossary import GLOSSARY
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.pots import pots
from paiju.games.holdem.rank import HandRank
from paiju.games.holdem.rules import ABSENT, CHEAP, DEAR, DEAR_FROM, FREE, WHOLE_STACK, HoldemOptions
from paiju.games.messages import Text
from paiju.games.rulebook import (
    Cell,
    Example,
    Not,
    OneOf,
    Rulebook,
    RuleTable,
    amount,
    beats,
    choose,
    fails,
    legal,
    part,
    say,
    ties,
)  # fmt: skip

_HANDS: Final = (
    "AsKsQsJsTs", "JhTh9h8h7h", "8s8h8d8cKs", "JsJhJd8c8s", "AdJd9d8d6d",
    "Ts9h8d7c6s", "7s7h7dKcQs", "AsAh9d9cKs", "AsAh9d8c6s", "AsJh9d8c6s",
)  # fmt: skip
_NOTES: Final = {
    HandRank.ROYAL_FLUSH: Text("同花的 10 到 A", "10 to A of one suit"),
    HandRank.STRAIGHT_FLUSH: Text("同花的顺子", "a straight of one suit"),
    HandRank.FULL_HOUSE: Text("先比三张，再比一对", "by the three, then the pair"),
    HandRank.FLUSH: Text("五张同花色，从最大一张比起", "five of one suit, highest card first"),
    HandRank.STRAIGHT: Text("五张连着，比最大一张", "five in a row, by the top"),
    HandRank.TWO_PAIR: Text("大对、小对、[[kicker]]依次比", "higher pair, lower pair, [[kicker]]"),
    HandRank.ONE_PAIR: Text("对子相同比[[kicker]]", "equal pairs go by the [[kicker|kickers]]"),
}
_TWICE: Final = ("As", "Ah", "Kc", "Kd", "6h", "7s", "9d", "Jc", "Qd")  # two hands and the first board
_SECOND: Final = "Kh8c6dJdQc"
_LIMIT: Final = {"game_type": "limit"}
_SHORT: Final = {"variant": "short_deck"}


def _blanks(options: HoldemOptions) -> Mapping[str, object]:
    stakes = options.stakes
    blind = stakes.big_blind
    small = options.small_bet or blind
    raised = 3 * blind
    pot = stakes.small_blind + blind
    return {
        "deck": len(options.ranking.deck),
        "post_small": stakes.small_blind,
        "post_big": blind,
        "post_ante": stakes.ante or options.ante,
        "raised": raised,
        "again": raised + max(raised - blind, options.min_raise or 0),
        "before": pot,
        "pot_raise": blind + pot + blind,
        "bet_small": small,
        "bet_big": options.big_bet or 2 * small,
        "straddle_to": STRADDLE * blind,
        "straddled": 2 * STRADDLE * blind,
        "bomb_ante": options.bomb_pot_ante * blind,
        "deep": options.starting_chips // blind,
        "levels": " → ".join(
            f"{small}/{big}" + (f" ({ante})" if ante else "") for small, big, ante in options.blind_schedule or ()
        ),
        "free": FREE, "cheap": CHEAP, "dear": DEAR, "dear_from": DEAR_FROM, "absent": ABSENT, "stack_time": WHOLE_STACK,
    }  # fmt: skip


def _names(options: HoldemOptions, example: Example) -> tuple[Text, ...]:
    if example.verdict != "legal":
        return ()
    made = options.ranking.read(cards(example.cards))
    return (MESSAGES[f"holdem.category.{made.category.word}"],)


def hand_ranks(options: HoldemOptions) -> RuleTable:
    """The ten kinds of hands as this table orders them, best first, each example read by the evaluator."""
    ranking = options.ranking
    rows: dict[HandRank, tuple[Cell, ...]] = {}
    for text in _HANDS:
        made = ranking.read(cards(text))
        name = MESSAGES[f"holdem.category.{made.category.word}"]
        rows[made.category] = Cell(name, _NOTES.get(made.category)), Cell(cards=tuple(map(str, made.cards)))
    headings = Text("牌型，由大到小", "hand, best first"), Text("例", "example")
    return RuleTable(headings, tuple(rows[category] for category in reversed(ranking.order)))


def side_pots(options: Any) -> RuleTable:
    """Three players all-in for 100, 300 and 500: the pots as the engine makes them."""
    names = "ABC"
    paid = (100, 300, 300)  # 200 of C's 500 were matched by nobody and went back
    rows = []
    for number, pot in enumerate(pots(paid, live=(0, 1, 2))):
        name = Text("主池", "main pot") if number == 0 else Text(f"边池 {number}", f"side pot {number}")
        who = "、".join(names[seat] for seat in pot.eligible), ", ".join(names[seat] for seat in pot.eligible)
        rows.append((Cell(name), Cell(Text(str(pot.amount), str(pot.amount))), Cell(Text(*who))))
    title = Text(
        "A 全下 100，B 全下 300，C 全下 500：C 多出的 200 退回",
        "A is all-in for 100, B for 300, C for 500: 200 of C's go back",
    )
    return RuleTable((Text("池", "pot"), Text("筹码", "chips"), Text("谁能赢", "who can win")), tuple(rows), title)


def two_boards(options: HoldemOptions) -> RuleTable | None:
    """Aces against kings all-in for 100 each, with a folded small blind of 5, as the engine runs it twice."""
    if options.run_it_twice == "never":
        return None
    table = HoldemOptions(
        variant=options.variant, stacks=(100, 100, 100), button=0, small_blind=5, big_blind=10, run_it_twice="always"
    )
    places = plan(table, 3)
    deck = ["??"] * (places.board[4] + 1)
    for at, text in zip((*places.holes[1], *places.holes[2], *places.board), _TWICE, strict=True):
        deck[at] = text
    game = Holdem(replace(table, deck="".join(deck) + _SECOND))
    state = game.deal(3, 0)
    for action in (ALL_IN, FOLD, CALL):
        state = game.apply(state, Seat(state.turn), game.bets(state).resolve(Seat(state.turn), action))
    result = state.result
    assert result is not None
    rows = []
    for won, board in zip(result.won, (state.board, result.second), strict=True):
        winner = {0: Text("K 一对", "the kings"), 2: Text("A 一对", "the aces")}[won.shares[0][0]]
        chips = Text(str(won.pot.amount), str(won.pot.amount))
        rows.append((Cell(cards=tuple(map(str, board))), Cell(winner), Cell(chips)))
    title = Text(
        "♠A ♥A 和 ♣K ♦K 翻牌前各全下 100，小盲弃牌留下 5：底池 205",
        "♠A ♥A and ♣K ♦K are all-in for 100 each before the flop, a folded small blind left 5: the pot is 205",
    )
    return RuleTable((Text("公共牌", "board"), Text("赢家", "winner"), Text("筹码", "chips")), tuple(rows), title)


RULEBOOK: Final = Rulebook(
    parts=(
        part(
            "goal", "目标", "The aim",
            say(
                "用自己的两张[[hole_cards]]和五张[[board]]凑出最大的五张，或者让别人都[[fold]]，赢得[[pot]]。",
                "Make the best five cards of your two [[hole_cards]] and the five on the [[board]], or make everybody else "
                "[[fold]], and win the [[pot]].",
            ),
            choose(
                "variant",
                {
                    "standard": ("一副 52 张，没有王。", "One deck of 52 cards, no jokers."),
                    "short_deck": ("短牌：只用 6 到 A，共 36 张。", "Short deck: only 6 to A, 36 cards."),
                },
                surprise=("short_deck",),
            ),
            say(
                "「加注到」说的是这一轮的总数，不是再加多少。",
                "“Raise to” is your total on this street, not what you add.",
                surprise=True,
            ),
            say(
                "筹码不够也不会被赶出去：[[all_in]]之后照样看到底，只能赢和每个人对等的那部分，其余进[[side_pot]]。",
                "Too few chips do not put you out: [[all_in]], you see the hand through and can win as much from each player "
                "as you put in; the rest makes [[side_pot|side pots]].",
                surprise=True,
            ),
            say(
                "两张底牌可以用两张、一张，也可以一张不用。",
                "You may use both of your cards, one, or none.",
                surprise=True,
                examples=(
                    ties(
                        "AsKd" "QhJhThKhAh", on="6s6c" "QhJhThKhAh",
                        zh="公共牌就是最大的，平分底池", en="the board is the best hand for both: they share",
                    ),
                ),
            ),
        ),
        part(
            "blinds", "盲注和前注", "Blinds and antes",
            amount(
                "small_blind",
                "[[button]]左边第一位放[[small_blind|小盲]] {post_small}。",
                "The seat left of the [[button]] posts the [[small_blind|small blind]], {post_small}.",
                when={"short_deck_structure": "blinds"},
            ),
            amount(
                "big_blind",
                "再左边一位放[[big_blind|大盲]] {post_big}。只有两个人时，庄位放小盲。",
                "The next one posts the [[big_blind|big blind]], {post_big}. With two players the button posts the small one.",
                when={"short_deck_structure": "blinds"},
            ),
            amount(
                "small_blind", "小盲 {post_small}。", "The small blind is {post_small}.",
                when={"short_deck_structure": "button_blind", "variant": "standard"},
            ),
            amount(
                "big_blind", "大盲 {post_big}。", "The big blind is {post_big}.",
                when={"short_deck_structure": "button_blind", "variant": "standard"},
            ),
            choose(
                "short_deck_structure",
                {
                    "blinds": ("短牌也用大小盲。", "Short deck is played with the usual blinds."),
                    "button_blind": (
                        "没有大小盲：每人都放[[ante]] {post_ante}，只有庄位放一个盲注 {post_big}；每一轮都由庄位左边先行动。",
                        "No small and big blind: everybody posts an [[ante]] of {post_ante} and only the button a blind of "
                        "{post_big}; the seat left of the button acts first on every street.",
                    ),
                },
                when=_SHORT,
                surprise=("button_blind",),
            ),
            amount("ante", "没有[[ante]]。", "There is no [[ante]].", when={"ante": 0, "short_deck_structure": "blinds"}),
            amount("ante", "[[ante]] {ante}，不算在跟注里。", "The [[ante]] is {ante} and does not count towards a call.", when={"ante": Not(0)}),
            choose(
                "ante_type",
                {
                    "all": ("每个人都付前注。", "Everybody pays it."),
                    "bb": ("前注由大盲一个人替全桌付。", "The big blind pays it for the whole table."),
                    "button": ("前注由庄位一个人替全桌付。", "The button pays it for the whole table."),
                },
                when={"ante": Not(0)},
                surprise=("bb", "button"),
            ),
            amount("ante_round", "头 {ante_round} 手不收前注。", "The first {ante_round} hands are played without antes.", when={"ante_round": Not(0)}),
            choose(
                "ante_first",
                {
                    True: ("筹码不够付全时，先付前注再付盲注。", "A stack too short for both pays the ante before the blind."),
                    False: ("筹码不够付全时，先付盲注再付前注。", "A stack too short for both pays the blind before the ante."),
                },
                when={"ante": Not(0)},
            ),
            amount("blind_increase_rounds", "盲注不涨。", "The blinds stay as they are.", when={"blind_increase_rounds": 0, "blind_schedule": None}),
            amount("blind_increase_rounds", "每 {blind_increase_rounds} 手升一级盲注。", "The blinds go up every {blind_increase_rounds} hands.", when={"blind_increase_rounds": Not(0)}, surprise=True),
            amount("blind_increase_factor", "每次乘 {blind_increase_factor}，前注也一样。", "Each time they are multiplied by {blind_increase_factor}, the ante too.", when={"blind_increase_rounds": Not(0), "blind_schedule": None}),
            amount("blind_schedule", "盲注表：{levels}。", "The levels: {levels}.", when={"blind_schedule": Not(None)}),
            choose(
                "straddle",
                {
                    "none": ("没有[[straddle]]。", "There is no [[straddle]]."),
                    "utg": (
                        "[[straddle]]：三人以上时，大盲左边一位每手先放 {straddle_to}，这就是翻牌前要跟的注；筹码不够整数的人不抓，单挑也不抓。",
                        "[[straddle|Straddle]]: with three or more players the seat after the big blind posts {straddle_to} in every "
                        "hand, and that is the bet to match before the flop; whoever cannot post the whole of it posts none, and "
                        "there is none heads-up.",
                    ),
                },
                surprise=("utg",),
            ),
            say(
                "抓头是第三个盲注：翻牌前第一次加注至少到 {straddled}。",
                "The straddle is a third blind: the first raise before the flop is to at least {straddled}.",
                when={"straddle": "utg", "game_type": OneOf(("no_limit", "pot_limit"))},
            ),
            say(
                "抓头在限注里算一次加注，计入每轮的上限。",
                "In limit the straddle counts as a raise, towards the cap too.",
                when={"straddle": "utg", "game_type": "limit"},
            ),
            say(
                "只有庄家盲的短牌桌不抓头。",
                "Where only the button posts a blind nobody straddles.",
                when={"straddle": "utg", "short_deck_structure": "button_blind", "variant": "short_deck"},
            ),
            amount("bomb_pot", "没有[[bomb_pot]]。", "There are no [[bomb_pot|bomb pots]].", when={"bomb_pot": 0}),
            amount("bomb_pot", "每手都是[[bomb_pot]]：没有盲注，人人放前注，不经翻牌前下注就发翻牌，从庄位左边开始下注。", "Every hand is a [[bomb_pot]]: no blinds, everybody antes, and the flop is dealt without any betting before it; the seat left of the button begins.", when={"bomb_pot": 1}, surprise=True),
            amount("bomb_pot", "每 {bomb_pot} 手有一手[[bomb_pot]]：没有盲注，人人放前注，不经翻牌前下注就发翻牌，从庄位左边开始下注。", "Every {bomb_pot} hands there is a [[bomb_pot]]: no blinds, everybody antes, and the flop is dealt without any betting before it; the seat left of the button begins.", when={"bomb_pot": Not(OneOf((0, 1)))}, surprise=True),
            amount("bomb_pot_ante", "炸弹底池每人放 {bomb_ante}，合 {bomb_pot_ante} 个大盲，代替平时的前注；筹码不够就全下，只能赢对等的部分。庄位照常移动。", "Everybody puts {bomb_ante} into a bomb pot, {bomb_pot_ante} big blinds, in place of the usual ante; a shorter stack is all-in and can win as much from each player. The button moves on as ever.", when={"bomb_pot": Not(0)}),
            choose(
                "button_rule",
                {
                    "moving": ("每手之后庄位移到下一个参加发牌的人。", "After each hand the button moves to the next seat that is dealt in."),
                    "dead": ("死庄：大盲总是往下一位走，庄位和小盲跟在后面，可能落在空座上。", "Dead button: the big blind always moves on by one, button and small blind follow and may lie at empty seats."),
                },
            ),
        ),
        part(
            "streets", "一手牌的经过", "How a hand goes",
            say(
                "每人两张底牌，下注一轮；[[flop]]三张，下注一轮；[[turn]]一张，下注一轮；[[river]]一张，最后一轮；还有两人以上就[[showdown]]。",
                "Two cards each and a round of betting; the [[flop]], three cards, and another; the [[turn]] and another; the "
                "[[river]] and the last; then, with two or more left, the [[showdown]].",
            ),
            say(
                "翻牌前由大盲左边先行动，之后每轮由庄位左边先行动。",
                "Before the flop the seat after the big blind acts first, on later streets the seat left of the button.",
                when={"short_deck_structure": "blinds", "straddle": "none"},
            ),
            say(
                "翻牌前由抓头左边先行动，抓头的人最后；之后每轮由庄位左边先行动。",
                "Before the flop the seat after the straddle acts first and the straddle last, on later streets the seat left of the "
                "button begins.",
                when={"short_deck_structure": "blinds", "straddle": "utg"},
            ),
            say(
                "一轮在所有人都行动过、注额补平时结束；没人再加注，盲注最大的那位在翻牌前还能加。",
                "A round ends when all have acted and matched the bet; if nobody raised before the flop, whoever posted the largest "
                "blind may still.",
            ),
            say(
                "最多一人还有筹码可下时，亮牌，把公共牌发完。",
                "When at most one player has chips left to bet, hands are opened and the board is run out.",
            ),
            choose(
                "run_it_twice",
                {
                    "never": ("余下的公共牌只发一次。", "The rest of the board is dealt once."),
                    "always": (
                        "河牌前已没人能再下注时，余下的公共牌总是[[run_it_twice]]：已发的牌两副共用，每个池分成两半，各由一副公共牌定输赢，零头归第一副。",
                        "When nobody can bet any more before the river, the board is always [[run_it_twice|run twice]]: the cards that lie "
                        "there belong to both boards, every pot is halved, each half goes by one board, and an odd chip by the first.",
                    ),
                    "ask": (
                        "河牌前已没人能再下注时，先亮牌，再从庄位左边起逐个问要不要[[run_it_twice]]。都同意才发两次，有一人不同意或超时就只发一次；发两次时已发的牌两副共用，每个池分成两半，各由一副公共牌定输赢，零头归第一副。",
                        "When nobody can bet any more before the river, hands are opened and everybody in the hand is asked in turn from "
                        "the left of the button whether to [[run_it_twice]]. All must agree; one who does not, or is too slow, makes it "
                        "once. Run twice, the cards that lie there belong to both boards, every pot is halved, each half goes by one "
                        "board, and an odd chip by the first.",
                    ),
                },
                surprise=("always", "ask"),
            ),
            two_boards,
            choose(
                "burn_before_hole",
                {
                    True: ("发底牌、翻牌、转牌、河牌之前各[[burn|烧]]一张。", "A card is [[burn|burnt]] before the hole cards, the flop, the turn and the river."),
                    False: ("翻牌、转牌、河牌之前各[[burn|烧]]一张，发底牌前不烧。", "A card is [[burn|burnt]] before the flop, the turn and the river, none before the hole cards."),
                },
                when={"fast_deal": False},
            ),
            choose(
                "fast_deal",
                {
                    True: ("快速发牌：不烧牌，每人一次发两张。", "Fast deal: nothing is burnt, and two cards are dealt at a time."),
                    False: ("从庄位左边起一张一张发，庄位最后。", "Cards are dealt one at a time from the left of the button, the button last."),
                },
            ),
            choose(
                "shuffle_method",
                {
                    "fisher-yates": ("每手一副新牌，均匀洗乱。", "Every hand has a fresh deck, shuffled evenly."),
                    "riffle": ("每手一副新牌，交错洗七次，像用手洗那样。", "Every hand has a fresh deck and seven riffles, as by hand."),
                },
            ),
            amount("deck_count", "只用一副牌。", "One deck only."),
        ),
        part(
            "betting", "下注", "Betting",
            choose(
                "game_type",
                {
                    "no_limit": (
                        "[[no_limit]]：轮到你可以[[fold]]、[[check|过牌]]或[[call]]、[[raise]]，最多可以一次全下。",
                        "[[no_limit|No-limit]]: on your turn [[fold]], [[check]] or [[call]], or [[raise]], up to all you have.",
                    ),
                    "pot_limit": (
                        "[[pot_limit]]：一次最多加到跟注之后底池那么大。例：盲注 {post_small}/{post_big}，底池 {before}，第一个人最多加注到 {pot_raise}。",
                        "[[pot_limit|Pot-limit]]: a raise is at most the pot as it is after your call. With blinds of "
                        "{post_small} and {post_big} the first player may raise to at most {pot_raise}.",
                    ),
                    "limit": (
                        "固定限注：每次只能按固定的数下注或加注。",
                        "Fixed limit: every bet and raise is of a fixed size.",
                    ),
                },
                surprise=("pot_limit", "limit"),
            ),
            say(
                "加注至少要加上一次那么多，不是翻倍：大盲 {post_big}，有人加注到 {raised}，再加注至少到 {again}。",
                "A raise is at least as large as the last one, not twice the bet: with a big blind of {post_big} and a raise to "
                "{raised}, the next is to at least {again}.",
                when={"game_type": OneOf(("no_limit", "pot_limit"))},
                surprise=True,
            ),
            amount("min_raise", "加注的增量至少 {min_raise}。", "A raise adds at least {min_raise}.", when={"min_raise": Not(None)}),
            amount("min_raise", "加注的下限就是这条规则，没有另设。", "No other least raise is set.", when={"min_raise": None}),
            say(
                "不够一次加注的全下可以，但已经行动过的人不能因此再加注，除非几次加起来够了。",
                "An all-in of less than a raise is allowed, but does not let those raise again who have already acted, unless "
                "several of them add up to one.",
                when={"game_type": OneOf(("no_limit", "pot_limit"))},
            ),
            amount("small_bet", "翻牌前和翻牌圈每注 {bet_small}。", "Before the turn a wager is {bet_small}.", when=_LIMIT),
            amount("big_bet", "转牌和河牌圈每注 {bet_big}。", "From the turn on a wager is {bet_big}.", when=_LIMIT),
            amount("max_raises", "每轮最多 {max_raises} 次。", "There are at most {max_raises} in a round.", when=_LIMIT),
            amount("max_raises", "每轮最多 {max_raises} 次下注或加注。", "There are at most {max_raises} wagers in a round.", when={"game_type": OneOf(("no_limit", "pot_limit")), "cap_all_games": True}),
            choose(
                "cap_counts",
                {
                    "wagers": ("大盲或第一注也算一次。", "The big blind or the first bet counts as one of them."),
                    "raises": ("只数加注，大盲和第一注不算。", "Only raises are counted, not the big blind or the first bet."),
                },
                when=_LIMIT,
            ),
            choose(
                "uncap_heads_up",
                {
                    True: ("只剩两人争底池时不[[cap]]。", "While only two contest the pot there is no [[cap]]."),
                    False: ("只剩两人时也一样[[cap]]。", "The [[cap]] also holds when only two are left."),
                },
                when=_LIMIT,
            ),
            choose(
                "cap_all_games",
                {
                    True: ("无限注和底池限注也有次数上限。", "No-limit and pot-limit have that cap too."),
                    False: ("加注的次数不限。", "The number of raises is not limited."),
                },
                when={"game_type": OneOf(("no_limit", "pot_limit"))},
                surprise=(True,),
            ),
        ),
        part(
            "pots", "底池和边池", "Pots and side pots",
            say(
                "没人跟上的那部分先退回；其余按全下的多少分层，每一层由出够了的人去争。",
                "What nobody matched goes back first; the rest is layered by the all-ins, and each layer is contested by those who paid for it.",
            ),
            say("弃牌的人投入的筹码留在池里。", "Chips of players who folded stay in."),
            choose(
                "odd_chip_rule",
                {
                    "one_each": ("牌一样大平分；分不尽的零头从庄位左边起一人一枚。", "Equal hands share; odd chips go one each from the left of the button."),
                    "first_left_of_button": ("牌一样大平分；分不尽的零头全归庄位左边第一位。", "Equal hands share; all odd chips go to the first left of the button."),
                },
            ),
            side_pots,
        ),
        part(
            "ranks", "牌型大小", "Ranking of hands",
            say("花色不比大小。", "Suits never decide."),
            say(
                "A 可以当 1：A2345 是最小的顺子。",
                "The ace may stand low: A2345 is the lowest straight.",
                when={"variant": "standard"},
                examples=(beats("6s5h4d3c2s", on="As2h3d4c5s"),),
            ),
            say(
                "短牌里同花大于葫芦。",
                "In short deck a flush beats a full house.",
                when=_SHORT,
                surprise=True,
                examples=(beats("AdJd9d8d6d", on="JsJhJd8c8s"),),
            ),
            say(
                "短牌里 A6789 是最小的顺子。",
                "In short deck A6789 is the lowest straight.",
                when=_SHORT,
                examples=(legal("9s8h7d6cAs"), beats("Ts9h8d7c6s", on="9s8h7d6cAs")),
            ),
            choose(
                "trips_beat_straight",
                {
                    True: ("这张桌子三条大于顺子。", "At this table three of a kind beats a straight."),
                    False: ("顺子仍大于三条。", "A straight still beats three of a kind."),
                },
                when=_SHORT,
                surprise=(True,),
                examples={True: (beats("7s7h7dKcQs", on="Ts9h8d7c6s"),), False: (fails("7s7h7dKcQs", on="Ts9h8d7c6s"),)},
            ),
            say(
                "对子相同比[[kicker]]，只比到五张为止。",
                "Equal pairs go by the [[kicker]], and only five cards count.",
                examples=(
                    beats("AsKh" "AdJc8s7h6d", on="AhQs" "AdJc8s7h6d", zh="都是一对 A，K 大过 Q", en="a pair of aces each; the king is above the queen"),
                ),
            ),
            hand_ranks,
        ),
        part(
            "showdown", "摊牌", "Showdown",
            choose(
                "showdown_order",
                {
                    "aggressor": ("最后一轮最后下注或加注的人先亮牌；没人下注就从庄位左边起。", "The last to bet or raise on the last round shows first; if nobody did, the first left of the button."),
                    "button": ("从庄位左边起依次亮牌。", "Hands are shown in turn from the left of the button."),
                },
            ),
            choose(
                "auto_muck",
                {
                    True: ("已经赢不了任何池的牌自动[[muck]]，别人看不到。", "A hand that can win no pot any more is [[muck|mucked]] unseen."),
                    False: ("到摊牌的人都要亮牌。", "Everybody who reaches the showdown shows."),
                },
            ),
            say("别人都弃牌，赢的人不用亮；想亮随时可以亮一张或两张。", "If all others fold the winner need not show, but may show one card or both."),
        ),
        part(
            "table", "筹码和座位", "Chips and seats",
            amount("starting_chips", "每人起始筹码 {starting_chips}，合 {deep} 个大盲。", "Everybody starts with {starting_chips} chips, {deep} big blinds."),
            amount("min_buy_in", "[[buy_in]]最少 {min_buy_in}。", "The least [[buy_in]] is {min_buy_in}.", when={"tournament": False}),
            amount("max_buy_in", "[[buy_in]]最多 {max_buy_in}。", "The largest [[buy_in]] is {max_buy_in}.", when={"tournament": False}),
            choose(
                "tournament",
                {
                    True: (
                        "锦标赛：输光出局，剩下的一人获胜；同一手有几人出局，这手开始时筹码多的名次在前。离开的人照样发牌、下盲注，自动过牌或弃牌。",
                        "Tournament: a player without chips is out, and the last one wins; of several who go out in one hand, the one who began it with more chips is placed higher. Players who are away are still dealt in, post, and check or fold by themselves.",
                    ),
                    False: (
                        "现金桌：可以随时坐下、离开；暂离的人从下一手起不发牌，错过大盲要等大盲或补盲再回来。",
                        "Cash table: come and go as you like; a player who sits out is not dealt in from the next hand on and, having missed the big blind, waits for it or posts it to come back.",
                    ),
                },
                surprise=(True,),
            ),
            amount("min_players", "满 {min_players} 人发牌。", "It takes {min_players} players to deal."),
            amount("max_players", "最多 {max_players} 个座位。", "There are at most {max_players} seats."),
            choose(
                "seating",
                {
                    "choose": ("座位自己选。", "Players choose their seats."),
                    "random": ("座位由抽签决定。", "Seats are given by lot."),
                },
            ),
        ),
        part(
            "time", "时间和离开", "Time and absence",
            amount("action_timeout", "每步 {action_timeout} 秒；超时能过牌就过牌，否则弃牌。", "{action_timeout} seconds for a decision; then you check if that is free, else fold.", when={"timeout_mode": "flat"}),
            amount("action_timeout", "通常每步 {action_timeout} 秒。", "Usually {action_timeout} seconds for a decision.", when={"timeout_mode": "by_situation"}),
            choose(
                "timeout_mode",
                {
                    "flat": ("每一步时限都一样。", "Every decision has the same time."),
                    "by_situation": (
                        "时限看情形：能免费过牌 {free} 秒，跟注不超过 {dear_from} 个大盲 {cheap} 秒，更多 {dear} 秒，跟注要全下 {stack_time} 秒，离开或断线 {absent} 秒；到时能过牌就过牌，否则弃牌。",
                        "Time goes by the situation: {free} seconds where checking is free, {cheap} for a call of up to {dear_from} big "
                        "blinds, {dear} for more, {stack_time} for the whole stack, {absent} when away; then you check or fold.",
                    ),
                },
            ),
            amount("warning_time", "剩 {warning_time} 秒时提醒。", "You are warned with {warning_time} seconds left."),
            amount("max_leave_time", "暂离超过 {max_leave_time} 秒，从下一手起坐出。", "Away for more than {max_leave_time} seconds you sit out from the next hand."),
            choose(
                "leave_policy",
                {
                    "seed_fold": ("中途离座，除非已经行动过又不欠注，否则立即弃牌。", "Leaving in mid-hand folds at once, unless you have acted and owe nothing."),
                    "check_fold": ("中途离座，能过牌就一直过牌，要补注才弃牌。", "Leaving in mid-hand you check while that is free, and fold when it is not."),
                },
            ),
            amount("auto_fold_time", "离座而不欠注的人，最多等 {auto_fold_time} 秒后弃牌。", "A player who left owing nothing is folded after {auto_fold_time} seconds at the latest."),
            amount("reconnect_timeout", "断线保留座位 {reconnect_timeout} 秒。", "A lost connection keeps its place for {reconnect_timeout} seconds."),
            say("全下的人不会被任何时限弃牌。", "All-in players are never folded by a clock."),
        ),
    ),
    blanks=_blanks,
    names=_names,
    glossary=GLOSSARY,
    whole_glossary=True,
)  # fmt: skip
