"""Options that every climbing game has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.games.climb.rules import ClimbRules
from paiju.games.options import option

RUN_3_TO_A: Final = "3 4 5 6 7 8 9 T J Q K A"
RUN_A_TO_A: Final = "A 2 3 4 5 6 7 8 9 T J Q K A"


@dataclass(frozen=True, kw_only=True)
class CommonOptions:
    """What every climbing game may be asked for."""

    unbeatable_shortcut: bool = option(
        True, zh="出了最大的牌就继续出，不再问其他人", en="a play that nothing can beat ends the trick at once"
    )
    next_first: Literal["as_first_deal", "previous_winner"] = option(
        "as_first_deal",
        zh="下一局谁先：同首局，或上局赢家",
        en="who begins the next deal: as in the first, or the previous winner",
    )
    turn_timeout: float = option(
        30.0, zh="每步时限（秒，0 为不限）", en="seconds for each move, 0 for no limit", low=0, high=86_400
    )
    first: int | None = option(None, zh="本局谁先", en="who begins this deal", low=0, high=9, carried=True)
    scores: tuple[int, ...] | None = option(None, zh="累计得分", en="running scores", carried=True)


@dataclass(frozen=True, kw_only=True)
class DealOptions(CommonOptions):
    """Those of the games that may be played without shuffling."""

    no_shuffle: bool = option(
        False, zh="不洗牌（成叠发牌，炸弹多）", en="hardly shuffled and dealt in packets: many bombs"
    )


def unshuffled(rules: ClimbRules, options: DealOptions) -> ClimbRules:
    """The sheet with the deal that the options ask for."""
    return replace(rules, shuffling="clumps", dealing="packets") if options.no_shuffle else rules
