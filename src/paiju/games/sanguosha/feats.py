"""Feats of 三国杀, read off the log of a game."""

from __future__ import annotations

from typing import Final

from paiju.games.feats import Feat, Feats, Finished
from paiju.games.messages import Text
from paiju.games.sanguosha.view import PlayerView, SanguoshaView


def _me(deal: Finished) -> PlayerView:
    assert isinstance(deal.view, SanguoshaView)
    return deal.view.players[deal.seat]


def _won_as(role: str) -> Feat:
    titles = {
        "lord": Text("江山稳坐", "Long live the lord"),
        "renegade": Text("笑到最后", "The last laugh"),
    }
    texts = {
        "lord": Text("当主公获胜", "Win as the lord"),
        "renegade": Text("当内奸获胜", "Win as the renegade"),
    }
    return Feat(titles[role], texts[role], lambda deal: deal.won and _me(deal).role == role)


def _kills(deal: Finished) -> int:
    return sum(
        line.args.get("source") == deal.seat and line.args["seat"] != deal.seat for line in deal.lines("sgs.log.death")
    )


def _back_from_the_brink(deal: Finished) -> bool:
    dying = any(line.args["seat"] == deal.seat for line in deal.lines("sgs.log.dying"))
    return deal.won and dying and _me(deal).alive


FEATS: Final[Feats] = {
    "won_as_lord": _won_as("lord"),
    "won_as_renegade": _won_as("renegade"),
    "three_kills": Feat(
        Text("连斩三将", "Three in a row"),
        Text("一局里亲手杀死三名角色", "Kill three characters in one game"),
        lambda deal: _kills(deal) >= 3,
    ),
    "back_from_the_brink": Feat(
        Text("死里逃生", "Back from the brink"),
        Text("濒死后被救回，活到最后并获胜", "Be saved when dying, live to the end and win"),
        _back_from_the_brink,
    ),
}
