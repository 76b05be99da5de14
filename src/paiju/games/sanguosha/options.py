"""The options of a game (rules §6.1)."""

from __future__ import annotations

from dataclasses import dataclass

from paiju.games.options import option


@dataclass(frozen=True, kw_only=True)
class SanguoshaOptions:
    """What a table may decide before the game."""

    max_rounds: int = option(9999, zh="到达此轮时平局", en="the game is drawn when this round begins", low=2, high=9999)
    luck_times: int = option(1, zh="每人手气卡次数", en="luck cards each player may use at the start", low=0, high=3)
    general_choices: int = option(3, zh="每人候选武将数", en="generals offered to each player", low=1, high=3)
    lord_extra_choices: int = option(
        2, zh="主公在三名主公武将之外的候选数", en="generals offered to the lord beside the three lords", low=0, high=4
    )
    ask_skill_first: bool = option(
        False, zh="需要【闪】时先问武将技能，再问防具", en="when a Jink is needed, ask general skills before armor"
    )
    lord_bonus_from: int = option(
        5, zh="几人起主公体力加一", en="table size from which the lord has one more hp", low=2, high=9
    )
