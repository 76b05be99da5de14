"""Feats: each predicate on a deal that has it and on one that has not, and all of them on deals that bots play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from paiju import bots
from paiju.cards.notation import cards
from paiju.games import catalog
from paiju.games.contract import Line, Outcome, Pile, Seat
from paiju.games.feats import Finished, done
from paiju.games.messages import Text


def played(seat: int, bomb: int = 0, key: str = "climb.log.play") -> Line:
    return Line(key, {"seat": seat, "cards": ("3s",), "bomb": bomb})


def finished(
    game: str, log: list[Line], scores: tuple[int, ...], reason: str = "", left: int = 0, **view: Any
) -> tuple[str, ...]:
    """The feats of seat 0 in a deal that had this log, with so many cards left."""
    info = catalog.find(game)
    ready = info.game()
    whole: Any = ready.view(ready.deal(info.recommended, 1), Seat(0))
    if "hands" in whole.__struct_fields__:
        view["hands"] = tuple(Pile("hand", left) for _ in scores)
    if "players" in view:
        view["players"] = tuple(replace(one, **view["players"]) for one in whole.players)
    if "seats" in view:
        view["seats"] = tuple(replace(one, **changed) for one, changed in zip(whole.seats, view["seats"], strict=True))
    shown = replace(whole, log=tuple(log), **view)
    return done(info.feats, Finished(ready, shown, Outcome(scores, reason), 0, scores[0] > 0))


LEAD = "climb.log.lead"


@pytest.mark.parametrize(
    ("log", "scores", "reason", "left", "found"),
    [
        ([played(1, 1), played(0, 1)], (2, -1, -1), "", 3, {"bomb_over_bomb"}),
        ([played(1, 1), played(0, 1, LEAD)], (2, -1, -1), "", 3, set()),  # another trick
        ([played(0, 1), played(0, 1)], (2, -1, -1), "", 3, set()),  # one's own
        ([played(0, 1)], (2, -1, -1), "", 0, {"out_with_a_bomb"}),
        ([played(0, 1)], (-2, 1, 1), "", 0, set()),
        ([played(1, 1), played(0)], (2, -1, -1), "", 0, {"without_bombs"}),
        ([played(1, 1), played(0)], (2, 2, -4), "", 0, set()),  # a partner's bomb
        ([played(0)], (2, -1, -1), "climb.over.spring", 0, {"spring"}),
        ([played(0)], (-2, 1, 1), "climb.over.spring", 0, set()),
        ([played(0)], (2, -4, 2), "climb.over.anti_spring", 0, {"anti_spring"}),
    ],
)
def test_landlord_games(log: list[Line], scores: tuple[int, ...], reason: str, left: int, found: set[str]) -> None:
    assert set(finished("doudizhu", log, scores, reason, left)) == found


def test_eightfold_and_double_win() -> None:
    assert finished("doudizhu", [played(0)], (8, -8, 0), multiplier=8) == ("big_stake",)
    assert finished("guandan", [played(0)], (3, -3, 3, -3)) == ("double_win",)
    assert finished("guandan", [played(0)], (2, -2, 2, -2)) == ()


def _holdem(log: list[Line], holes: dict[int, str], shown: set[int], scores: tuple[int, ...]) -> tuple[str, ...]:
    seats = [
        {"hole_cards": cards(holes[seat]) if seat in holes else None, "hand": Line("x") if seat in shown else None}
        for seat in range(6)
    ]
    return finished("holdem", log, scores, seats=seats, community_cards=cards("AsKdKc7h2c"))


def _acted(seat: int, action: str) -> Line:
    return Line("holdem.player_acted", {"seat": seat, "action": action})


RIVER = Line("holdem.cards_dealt", {"community_cards": cards("AsKdKc7h2c")})


def _pot(winner: int, hand: str) -> Line:
    return Line("holdem.pot_won", {"winners": (winner,), "hand_type": hand})


def test_holdem() -> None:
    won, lost = (50, -50, 0, 0, 0, 0), (-50, 100, -50, 0, 0, 0)
    assert _holdem([RIVER, _pot(0, "full_house")], {0: "AhAd"}, {0}, won) == ("full_house",)
    assert _holdem([RIVER, _pot(0, "two_pair")], {0: "AhQd"}, {0}, won) == ()
    fold = [RIVER, _acted(0, "fold"), _pot(1, "full_house")]
    three = {0: "KhQd", 1: "AhAd", 2: "QsJs"}
    assert _holdem(fold, three, {1, 2}, lost) == ("second_best",)
    assert _holdem([_acted(0, "fold"), RIVER, _pot(1, "full_house")], three, {1, 2}, lost) == ()  # before the river
    assert _holdem(fold, three | {0: "3s4s"}, {1, 2}, lost) == ()  # nothing to fold
    assert _holdem(fold, three, {1}, lost) == ()  # second of two
    assert _holdem([_acted(0, "all_in"), _pot(0, "uncontested")], {0: "3s4s"}, set(), won) == ("all_in_taken",)
    assert _holdem([_acted(0, "all_in"), _pot(0, "pair")], {0: "3s4s"}, {0}, won) == ()


def test_sanguosha() -> None:
    def at_the_end(role: str, log: list[Line], won: bool, alive: bool = True) -> set[str]:
        scores = (1, -1, -1, -1, -1) if won else (-1, 1, 1, 1, 1)
        return set(finished("sanguosha", log, scores, players={"role": role, "alive": alive}))

    kills = [Line("sgs.log.death", {"seat": seat, "source": 0, "role": "x"}) for seat in (1, 2, 3)]
    assert at_the_end("lord", [], True) == {"won_as_lord"}
    assert at_the_end("renegade", kills, True) == {"won_as_renegade", "three_kills"}
    assert at_the_end("rebel", kills[:2], True) == set()
    assert at_the_end("rebel", [Line("sgs.log.dying", {"seat": 0})], True) == {"back_from_the_brink"}
    assert at_the_end("rebel", [Line("sgs.log.dying", {"seat": 0})], True, alive=False) == set()
    assert at_the_end("lord", [], False) == set()


@pytest.mark.parametrize("name", [info.id for info in catalog.infos() if info.feats])
def test_bots_earn_feats_and_none_fails(name: str) -> None:
    info = catalog.find(name)
    game = info.game()
    for seed in range(6 if name != "sanguosha" else 2):
        state = game.deal(info.recommended, seed)
        players = [bots.make(name, "easy", seat) for seat in range(info.recommended)]
        while pending := game.pending(state):
            decision = pending[0]
            action = players[decision.seat].choose(game.view(state, decision.seat), decision, limit=1)
            state = game.apply(state, decision.seat, action)
        outcome = game.outcome(state)
        assert outcome is not None
        for seat in range(info.recommended):
            deal = Finished(game, game.view(state, Seat(seat)), outcome, seat, outcome.scores[seat] > 0)
            assert set(done(info.feats, deal)) <= info.feats.keys()
    for feat in info.feats.values():
        assert isinstance(feat.title, Text) and feat.title.zh and feat.title.en and feat.text.zh and feat.text.en
