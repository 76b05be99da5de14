"""What the rulebooks of all climbing games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiju.games.climb.rulebook.rule_tables import Sheet, bomb_ladder, order_text
from paiju.games.rulebook import Clause, Not, amount, choose, say

LEADING: Final = say(
    "[[lead]]的人必须出牌，什么牌型都行；[[follow|跟牌]]的人管得上也可以不出。",
    "The player who [[lead|leads]] must play, any combination; those who [[follow]] may pass even with something better in hand.",
)
SAME_KIND: Final = say(
    "跟牌要牌型相同、张数相同、[[head]]更大；一样大压不住。",
    "Follow with the same combination and number of cards and a higher [[head]]; equal never beats.",
)
TRICK_ENDS: Final = say(
    "其他人都不出，[[trick]]就结束，最后出牌的人重新领出。",
    "When everybody else has passed the [[trick]] is over and its last player leads again.",
)
SUITS_DO_NOT_MATTER: Final = say("花色不比大小。", "Suits never matter.")
SUITS_DECIDE: Final = say(
    "点数相同再比花色：♠ > ♥ > ♣ > ♦。", "Equal ranks are decided by suit: ♠ > ♥ > ♣ > ♦.", surprise=True
)


def shortcut(zh: str, en: str) -> tuple[Clause, ...]:
    """Which plays nothing can beat, and whether they end the trick at once."""
    return choose(
        "unbeatable_shortcut",
        {
            True: (
                f"没有牌能压的{zh}一出，这圈立刻结束，不再逐家询问。",
                f"{en} cannot be beaten: the trick ends at once, nobody is asked.",
            ),
            False: (
                f"就算出了没有牌能压的{zh}，也照样逐家询问。",
                f"{en} cannot be beaten, but everybody is asked all the same.",
            ),
        },
    )


NEXT_FIRST: Final = choose(
    "next_first",
    {
        "as_first_deal": ("每一局都按第一局的办法决定谁先。", "Every deal begins as the first one did."),
        "previous_winner": (
            "下一局由上一局的赢家先；这时第一手不必带指定的牌。",
            "The winner of a deal begins the next one, and no card is then required in the opening play.",
        ),
    },
)
NEXT_ASKED: Final = choose(
    "next_first",
    {
        "as_first_deal": ("每一局都按第一局的办法决定先问谁。", "In every deal it is decided anew who is asked first."),
        "previous_winner": ("下一局先问上一局的赢家。", "The winner of a deal is asked first in the next one."),
    },
)
NO_SHUFFLE: Final = choose(
    "no_shuffle",
    {
        True: (
            "不洗牌：牌切一次，分成两到五张的小叠，打乱小叠的次序，再切一次，然后成叠发给各家，所以炸弹多。",
            "Hardly shuffled: the deck is cut, broken into clumps of two to five cards, the clumps are mixed, the deck is cut "
            "again and dealt in packets, which makes many bombs.",
        ),
        False: ("每局都洗匀了再发。", "The deck is shuffled well for every deal."),
    },
    surprise=(True,),
)
TIME: Final = (
    amount(
        "turn_timeout",
        "每步限时 {turn_timeout} 秒；超时自动不出，轮到领出就替你出最小的一手。",
        "{turn_timeout} seconds for each move; then you pass, or lead your smallest play.",
        when={"turn_timeout": Not(0)},
    ),
    amount("turn_timeout", "每步不限时。", "There is no time limit for a move.", when={"turn_timeout": 0}),
)


def blanks_of(sheet: Sheet) -> Callable[[Any], Mapping[str, object]]:
    """Numbers and lists that the texts name: cards dealt, order of ranks, the ladder of bombs."""

    def blanks(options: Any) -> Mapping[str, object]:
        rules = sheet(options)
        seats = rules.seats
        players = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
        return {
            "players": players,
            "deck": len(rules.deck),
            "hand": rules.hand,
            "kitty": rules.kitty,
            "order": order_text(rules),
            "bombs": bomb_ladder(rules),
            "landlord_hand": rules.hand + rules.kitty,
            "aside": len(rules.deck) - rules.hand * seats[0] - rules.kitty,
        }

    return blanks
