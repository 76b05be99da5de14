"""Feats of hold'em, read off the log of a hand and what lies open at its end."""

from __future__ import annotations

from typing import Final

from paiju.games.feats import Feat, Feats, Finished
from paiju.games.holdem.rank import HandRank
from paiju.games.holdem.view import HoldemView
from paiju.games.messages import Text

UNCONTESTED: Final = "uncontested"


def _view(deal: Finished) -> HoldemView:
    assert isinstance(deal.view, HoldemView)
    return deal.view


def _strength(deal: Finished, seat: int) -> int:
    """What a hand that can be seen makes with the whole board; 0 for one that cannot."""
    view = _view(deal)
    cards = view.seats[seat].hole_cards
    if not cards or len(view.community_cards) < 5:
        return 0
    return int(deal.game.options.ranking.strength((*cards, *view.community_cards)))


def _made(deal: Finished, least: HandRank) -> bool:
    """Won a pot at the showdown with so good a hand."""
    shown = any(
        deal.seat in line.args["winners"] and line.args["hand_type"] != UNCONTESTED
        for line in deal.lines("holdem.pot_won")
    )
    strength = _strength(deal, deal.seat)
    return bool(shown and strength and deal.game.options.ranking.category(strength) <= least)


def _second_best(deal: Finished) -> bool:
    """Folded on the river what would have come second at the showdown, and had something to fold."""
    board = 0
    for line in deal.view.log:
        if line.key == "holdem.cards_dealt":
            board = len(line.args["community_cards"])
        if line.key == "holdem.player_acted" and line.args["seat"] == deal.seat and line.args["action"] == "fold":
            break
    else:
        return False
    own = _strength(deal, deal.seat)
    others = [
        _strength(deal, seat.seat) for seat in _view(deal).seats if seat.hand is not None and seat.seat != deal.seat
    ]
    if board < 5 or not own or len(others) < 2:
        return False
    has_something = deal.game.options.ranking.category(own) <= HandRank.TWO_PAIR
    return bool(has_something and sum(other > own for other in others) == 1)


def _all_in(deal: Finished) -> bool:
    """Everybody gave up before an all-in."""
    pushed = any(
        line.args["seat"] == deal.seat and line.args["action"] == "all_in" for line in deal.lines("holdem.player_acted")
    )
    pots = list(deal.lines("holdem.pot_won"))
    return pushed and all(
        line.args["winners"] == (deal.seat,) and line.args["hand_type"] == UNCONTESTED for line in pots
    )


FEATS: Final[Feats] = {
    "full_house": Feat(
        Text("葫芦开牌", "Full house"),
        Text("摊牌用葫芦或更大的牌赢下底池", "Win a pot at the showdown with a full house or better"),
        lambda deal: _made(deal, HandRank.FULL_HOUSE),
    ),
    "straight_flush": Feat(
        Text("同花顺", "Straight flush"),
        Text("摊牌用同花顺赢下底池", "Win a pot at the showdown with a straight flush"),
        lambda deal: _made(deal, HandRank.STRAIGHT_FLUSH),
    ),
    "second_best": Feat(
        Text("弃对了", "A good fold"),
        Text("河牌弃掉两对或更大的牌，摊牌时它只能排第二", "Fold two pair or better on the river that would have come second"),
        _second_best,
    ),
    "all_in_taken": Feat(
        Text("全下无人跟", "Nobody called"), Text("全下，所有人弃牌", "Go all in and make everybody fold"), _all_in
    ),
}  # fmt: skip
