"""Feats of the climbing games, read off the log of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.games.climb.view import ClimbView
from paiju.games.contract import Line
from paiju.games.feats import Feat, Feats, Finished
from paiju.games.messages import Text

BIG_STAKE: Final = 8


def _plays(deal: Finished) -> Iterator[Line]:
    """Every play in order; passes are none."""
    return (line for line in deal.view.log if "bomb" in line.args and "cards" in line.args)


def _leads(line: Line) -> bool:
    return ".lead" in line.key


def _bomb_over_bomb(deal: Finished) -> bool:
    before: Line | None = None
    for line in _plays(deal):
        follows = before is not None and not _leads(line) and before.args["bomb"] and before.args["seat"] != deal.seat
        if follows and line.args["seat"] == deal.seat and line.args["bomb"]:
            return True
        before = line
    return False


def _out_with_a_bomb(deal: Finished) -> bool:
    own = [line for line in _plays(deal) if line.args["seat"] == deal.seat]
    return bool(deal.won and own and own[-1].args["bomb"] and not deal.view.hands[deal.seat].count)


def _without_bombs(deal: Finished) -> bool:
    bombers = {line.args["seat"] for line in _plays(deal) if line.args["bomb"]}
    return deal.won and deal.seat not in bombers and any(deal.outcome.scores[seat] < 0 for seat in bombers)


def _spring(deal: Finished) -> bool:
    return deal.won and deal.outcome.reason.endswith(".spring")


def _anti_spring(deal: Finished) -> bool:
    return deal.won and deal.outcome.reason.endswith(".anti_spring")


def _big_stake(deal: Finished) -> bool:
    assert isinstance(deal.view, ClimbView)
    return deal.won and deal.view.multiplier >= BIG_STAKE


BOMBS: Final[Feats] = {
    "bomb_over_bomb": Feat(
        Text("以炸压炸", "Bomb over bomb"), Text("用炸弹压过别人的炸弹", "Beat a bomb with a bigger one"), _bomb_over_bomb
    ),
    "out_with_a_bomb": Feat(
        Text("一炸收官", "Out with a bang"), Text("最后一手出炸弹并获胜", "Win with a bomb as the last play"), _out_with_a_bomb
    ),
    "without_bombs": Feat(
        Text("以柔克刚", "Without a bomb"),
        Text("对手出了炸弹，自己一个没出，照样获胜", "Win without a bomb against somebody who had one"),
        _without_bombs,
    ),
}  # fmt: skip

LANDLORDS: Final[Feats] = {
    **BOMBS,
    "spring": Feat(
        Text("春天", "Spring"),
        Text("当地主打出春天：农民一张没出", "Win as landlord before any farmer plays a card"),
        _spring,
    ),
    "anti_spring": Feat(
        Text("反春", "Anti-spring"),
        Text("当农民打出反春：地主只出过一手", "Win as farmer against a landlord who played only once"),
        _anti_spring,
    ),
    "big_stake": Feat(
        Text("八倍", "Eightfold"),
        Text("在八倍或更高的一局里获胜", "Win a deal with a multiplier of eight or more"),
        _big_stake,
    ),
}

TEAMS: Final[Feats] = {
    **BOMBS,
    "double_win": Feat(
        Text("双下", "One and two"),
        Text("和对家包下头游、二游", "Finish first and second with your partner"),
        lambda deal: deal.outcome.scores[deal.seat] >= 3,
    ),
}
