"""The options of a hold'em table, and the amounts that follow from them.

The first group is what a host chooses. The carried group is what one hand leaves to the next (stacks, hand number,
where the blinds were, who sits out) and, for hands that come from elsewhere, the exact forced bets and cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from paiju.cards import Card, NotationError, card
from paiju.games.contract import Line
from paiju.games.holdem.rank import Ranking, ranking
from paiju.games.options import OptionError, option

_MOST_CHIPS: Final = 10**15

# Seconds to decide by situation, where the option asks for it.
ABSENT: Final = 15
FREE: Final = 20
CHEAP: Final = 20
DEAR: Final = 60
WHOLE_STACK: Final = 30
DEAR_FROM: Final = 10  # big blinds


class Stakes(NamedTuple):
    """The forced bets of one hand."""

    small_blind: int
    big_blind: int
    ante: int


class Terms(NamedTuple):
    """What the options come to in the betting of one hand."""

    least_bet: int  # the opening bet and first increment of every street
    small_bet: int  # the fixed wager of a limit game before the turn
    big_bet: int  # and from the turn on
    is_limit: bool
    is_pot_limit: bool
    cap: int | None  # wagers per street, the first bet (before the flop: the big blind) included; None: no cap
    floor: int  # the least increment of a raise by option; 0: none

    def wager(self, street: int) -> int:
        """The fixed wager of a limit game on this street."""
        return self.small_bet if street < 2 else self.big_bet


@dataclass(frozen=True, kw_only=True)
class HoldemOptions:
    """Everything that can differ between two hold'em tables."""

    game_type: Literal["no_limit", "pot_limit", "limit", "fixed_limit"] = option(
        "no_limit",
        zh="下注结构：无限注、底池限注、固定限注（fixed_limit 同 limit）",
        en="betting structure (fixed_limit means limit)",
    )
    variant: Literal["standard", "short_deck"] = option(
        "standard", zh="牌副：52 张或短牌 36 张", en="52 cards, or 36 (6 to A)"
    )
    min_players: int = option(2, zh="最少人数", en="players needed to deal", low=2, high=10)
    max_players: int = option(9, zh="座位数上限", en="most seats", low=2, high=10)
    starting_chips: int = option(1000, zh="起始筹码", en="starting chips", low=1, high=_MOST_CHIPS)
    small_blind: int = option(10, zh="小盲注", en="small blind", low=1, high=_MOST_CHIPS)
    big_blind: int = option(20, zh="大盲注", en="big blind", low=1, high=_MOST_CHIPS)
    ante: int = option(0, zh="前注", en="ante", low=0, high=_MOST_CHIPS)
    ante_type: Literal["all", "bb", "button"] = option("all", zh="谁付前注：每人、大盲、庄家", en="who pays the ante")
    ante_round: int = option(0, zh="前若干手不收前注", en="hands before antes begin", low=0, high=10**9)
    ante_first: bool = option(True, zh="筹码不足时先付前注再付盲注", en="a short stack pays the ante before the blind")
    blind_increase_rounds: int = option(
        0, zh="每隔几手涨盲，0 为不涨", en="hands between blind increases; 0: never", low=0, high=10**9
    )
    blind_increase_factor: int = option(2, zh="涨盲倍数", en="factor of an increase", low=1, high=100)
    blind_schedule: tuple[tuple[int, int, int], ...] | None = option(
        None,
        zh="盲注表：[小盲, 大盲, 前注] 逐级",
        en="levels as [small blind, big blind, ante], in place of the factor",
        high=1000,
    )
    straddle: Literal["none", "utg"] = option(
        "none",
        zh="抓头：none 没有，utg 三人以上时大盲左边一位每手必抓两个大盲",
        en="straddle: none, or with three and more the seat after the big blind posts two big blinds in every hand",
    )
    bomb_pot: int = option(
        0, zh="每隔几手打一次炸弹底池，0 为不打", en="a bomb pot every so many hands; 0: never", low=0, high=1000
    )
    bomb_pot_ante: int = option(
        2, zh="炸弹底池每人前注（大盲数）", en="ante of a bomb pot, in big blinds", low=1, high=100
    )
    run_it_twice: Literal["never", "always", "ask"] = option(
        "never",
        zh="全下后余下的公共牌发两次：never 从不，always 总是，ask 问过都同意才发",
        en="deal the rest of the board twice once nobody can bet: never, always, or ask, and all must agree",
    )
    min_raise: int | None = option(
        None, zh="加注增量下限，空为按规则", en="least raise increment; none: by the rules", low=1, high=_MOST_CHIPS
    )
    max_raises: int = option(4, zh="每轮下注次数上限（限注）", en="wagers per round in limit games", low=1, high=1000)
    cap_counts: Literal["wagers", "raises"] = option(
        "wagers",
        zh="上限计数：wagers 含大盲或首注，raises 只计加注",
        en="what the cap counts: wagers with the first bet, or raises only",
    )
    cap_all_games: bool = option(False, zh="无限注与底池限注也设上限", en="cap no-limit and pot-limit too")
    uncap_heads_up: bool = option(False, zh="只剩两人时限注不封顶", en="no cap in limit while two contest the pot")
    small_bet: int | None = option(
        None, zh="限注小注，空为一个大盲", en="limit bet before the turn; none: big blind", low=1, high=_MOST_CHIPS
    )
    big_bet: int | None = option(
        None,
        zh="限注大注，空为两个小注",
        en="limit bet from the turn on; none: twice the small bet",
        low=1,
        high=_MOST_CHIPS,
    )
    trips_beat_straight: bool = option(
        False, zh="短牌：三条大于顺子", en="short deck: three of a kind beats a straight"
    )
    short_deck_structure: Literal["blinds", "button_blind"] = option(
        "blinds", zh="短牌下注结构：大小盲，或人人前注加庄家盲", en="short deck: blinds, or antes and a button blind"
    )
    button_rule: Literal["moving", "dead"] = option("moving", zh="庄位：移动庄，或死庄", en="moving or dead button")
    seating: Literal["choose", "random"] = option("choose", zh="入座：自选或随机", en="choose a seat, or be given one")
    odd_chip_rule: Literal["one_each", "first_left_of_button"] = option(
        "one_each",
        zh="零头筹码：依次各一枚，或全归庄家左手第一位",
        en="odd chips: one each, or all to the first left of the button",
    )
    showdown_order: Literal["aggressor", "button"] = option(
        "aggressor",
        zh="亮牌顺序：末轮最后加注者起，或庄家左手起",
        en="first to show: last aggressor, or left of the button",
    )
    auto_muck: bool = option(True, zh="赢不了的牌自动盖掉", en="muck hands that cannot win")
    burn_before_hole: bool = option(True, zh="发底牌前先烧一张", en="burn a card before the hole cards")
    fast_deal: bool = option(False, zh="快速发牌：不烧牌，每人连发两张", en="fast deal: no burns, two cards at a time")
    shuffle_method: Literal["fisher-yates", "riffle"] = option("fisher-yates", zh="洗牌方法", en="shuffle")
    deck_count: int = option(1, zh="牌副数（只能为 1）", en="decks (only 1)", low=1, high=1)
    tournament: bool = option(False, zh="锦标赛", en="tournament")
    min_buy_in: int = option(100, zh="最小买入", en="least buy-in", low=1, high=_MOST_CHIPS)
    max_buy_in: int = option(10000, zh="最大买入", en="largest buy-in", low=1, high=_MOST_CHIPS)
    action_timeout: int = option(30, zh="行动时限（秒）", en="seconds per decision", low=1, high=86400)
    warning_time: int = option(10, zh="剩余几秒时提醒", en="seconds left at the warning", low=0, high=86400)
    timeout_mode: Literal["flat", "by_situation"] = option(
        "flat", zh="时限：统一，或视情形", en="one time limit, or by situation"
    )
    leave_policy: Literal["seed_fold", "check_fold"] = option(
        "seed_fold", zh="中途离座：立即弃牌，或能过则过", en="leaving in mid-hand: fold, or check while free"
    )
    max_leave_time: int = option(60, zh="暂离上限（秒）", en="seconds away before sitting out", low=0, high=86400)
    auto_fold_time: int = option(
        120, zh="离座后自动弃牌（秒）", en="seconds until a player who left is folded", low=0, high=86400
    )
    reconnect_timeout: int = option(
        300, zh="断线保留座位（秒）", en="seconds a lost connection keeps its place", low=0, high=86400
    )

    stacks: tuple[int, ...] = option((), zh="各座位筹码，0 为空座", en="chips by seat; 0: empty", carried=True)
    hand_number: int = option(1, zh="第几手", en="hand number", low=1, carried=True)
    button: int = option(-1, zh="指定本手庄位", en="button of this hand; -1: by the rule", low=-1, high=9, carried=True)
    last_button: int = option(-1, zh="上一手庄位", en="button of the hand before", low=-1, high=9, carried=True)
    last_small: int = option(
        -1, zh="上一手小盲位", en="small blind's seat of the hand before", low=-1, high=9, carried=True
    )
    last_big: int = option(
        -1, zh="上一手大盲位", en="big blind's seat of the hand before", low=-1, high=9, carried=True
    )
    sitting_out: tuple[int, ...] = option((), zh="坐出的座位", en="seats that sit out", carried=True)
    waiting: tuple[int, ...] = option((), zh="等大盲的座位", en="seats back, waiting for the big blind", carried=True)
    posting: tuple[int, ...] = option((), zh="补盲入局的座位", en="seats back, posting what they missed", carried=True)
    missed_big: tuple[int, ...] = option((), zh="错过大盲的座位", en="seats that missed the big blind", carried=True)
    missed_small: tuple[int, ...] = option(
        (), zh="错过小盲的座位", en="seats that missed the small blind", carried=True
    )
    places: tuple[int, ...] = option(
        (), zh="锦标赛中各座位的名次，0 为未出局", en="tournament places by seat; 0: not out", carried=True
    )
    deck: str = option("", zh="指定的牌序", en="cards in the order they are dealt, ?? where unknown", carried=True)
    antes: tuple[int, ...] = option((), zh="指定的各座前注", en="antes by seat, in place of the rule", carried=True)
    blinds: tuple[int, ...] = option(
        (),
        zh="指定的各座盲注",
        en="blinds and straddles by seat, in place of the rule; below 0: a blind to come in",
        carried=True,
    )
    min_bet: int = option(0, zh="指定的最小下注", en="least bet, in place of the big blind", low=0, carried=True)

    def __post_init__(self) -> None:
        if self.game_type == "fixed_limit":
            object.__setattr__(self, "game_type", "limit")
        if self.small_blind > self.big_blind:
            raise OptionError("small_blind", self.small_blind, _exceeds("big_blind", self.big_blind))
        if self.min_players > self.max_players:
            raise OptionError("min_players", self.min_players, _exceeds("max_players", self.max_players))
        if self.min_buy_in > self.max_buy_in:
            raise OptionError("min_buy_in", self.min_buy_in, _exceeds("max_buy_in", self.max_buy_in))
        if self.small_bet is not None and self.big_bet is not None and self.small_bet > self.big_bet:
            raise OptionError("small_bet", self.small_bet, _exceeds("big_bet", self.big_bet))
        self._check_schedule()
        self._check_carried()

    def _check_schedule(self) -> None:
        rows: tuple[Any, ...] = self.blind_schedule or ()  # whatever a form or a record made of it
        for row in rows:
            if not isinstance(row, (tuple, list)) or len(row) != 3 or not all(type(chips) is int for chips in row):
                raise OptionError("blind_schedule", row, Line("option.levels_of_blinds"))
            small, big, ante = row
            if not (0 < small <= big <= _MOST_CHIPS and 0 <= ante <= _MOST_CHIPS):
                raise OptionError("blind_schedule", row, Line.of("option.order_of_blinds", most=_MOST_CHIPS))

    def _check_carried(self) -> None:
        for name in ("stacks", "antes", "blinds"):
            row = getattr(self, name)
            if len(row) > 10 or not all(type(chips) is int and (chips >= 0 or name == "blinds") for chips in row):
                raise OptionError(name, row, Line("option.chips_of_seats"))
        for name in ("sitting_out", "waiting", "posting", "missed_big", "missed_small"):
            row = getattr(self, name)
            if not all(type(seat) is int and 0 <= seat < 10 for seat in row):
                raise OptionError(name, row, Line("option.seats"))
        if len(self.places) > 10 or not all(type(place) is int and 0 <= place <= 10 for place in self.places):
            raise OptionError("places", self.places, Line("option.places"))
        if self.deck:
            fixed_deck(self.deck, self.variant == "short_deck")

    @property
    def stakes(self) -> Stakes:
        """Blinds and ante of this hand: growth and the hands without ante are already counted in."""
        steps = (self.hand_number - 1) // self.blind_increase_rounds if self.blind_increase_rounds else 0
        if self.blind_schedule:
            small, big, ante = self.blind_schedule[min(steps, len(self.blind_schedule) - 1)]
        else:
            factor = self.blind_increase_factor ** min(steps, 50)  # 2**50 is past the most chips there can be
            small, big = min(self.small_blind * factor, _MOST_CHIPS), min(self.big_blind * factor, _MOST_CHIPS)
            ante = min(self.ante * factor, _MOST_CHIPS)
        if self.is_bomb_pot:
            return Stakes(small, big, min(self.bomb_pot_ante * big, _MOST_CHIPS))
        if self.has_button_blind and not ante:
            ante = big
        return Stakes(small, big, ante if self.hand_number > self.ante_round else 0)

    @property
    def terms(self) -> Terms:
        """The betting structure of this hand, in chips."""
        is_limit = self.game_type == "limit"
        least = self.min_bet or self.stakes.big_blind
        small = self.small_bet or least
        return Terms(
            least_bet=least,
            small_bet=small,
            big_bet=self.big_bet or 2 * small,
            is_limit=is_limit,
            is_pot_limit=self.game_type == "pot_limit",
            cap=self.max_raises + (self.cap_counts == "raises") if is_limit or self.cap_all_games else None,
            floor=self.min_raise or 0,
        )

    @property
    def everybody_antes(self) -> bool:
        """Antes are contributions that make the pots; else one seat antes for the table, dead chips of the main pot."""
        return self.has_button_blind or self.is_bomb_pot or self.ante_type == "all"

    @property
    def has_button_blind(self) -> bool:
        """Everybody antes and only the button posts a blind: the usual short-deck structure."""
        return self.variant == "short_deck" and self.short_deck_structure == "button_blind"

    @property
    def is_bomb_pot(self) -> bool:
        """This hand has no blinds and no betting before the flop: everybody antes, and the flop is dealt at once."""
        return self.bomb_pot > 0 and self.hand_number % self.bomb_pot == 0 and not self.blinds

    @property
    def ranking(self) -> Ranking:
        short = self.variant == "short_deck"
        return ranking(short, short and self.trips_beat_straight)


def _exceeds(other: str, most: int) -> Line:
    return Line.of("option.exceeds", other=other, most=most)


@lru_cache(maxsize=256)
def fixed_deck(text: str, short_deck: bool) -> tuple[Card | None, ...]:
    """The cards of the `deck` option in dealing order; None where the text says `??`.

    OptionError for a card twice, or one that the deck does not hold.
    """
    found: list[Card | None] = []
    for at in range(0, len(text), 2):
        pair = text[at : at + 2]
        try:
            found.append(None if pair == "??" else card(pair))
        except NotationError as error:
            raise OptionError("deck", text, Line.of("option.deck_no_card", card=repr(pair))) from error
    known = [one for one in found if one is not None]
    pack = set(ranking(short_deck).deck.cards)
    for one in known:
        if one not in pack:
            raise OptionError("deck", text, Line.of("option.deck_not_in", card=str(one), size=len(pack)))
    if len(set(known)) < len(known):
        raise OptionError("deck", text, Line("option.deck_twice"))
    if len(found) > len(pack):
        raise OptionError("deck", text, Line.of("option.deck_more", size=len(pack)))
    return tuple(found)
