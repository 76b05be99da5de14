"""What a sound hold'em player does in plain situations, in every betting structure."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.holdem.starts import Starts
from paiju.bots.holdem.texture import Texture
from paiju.cards import cards
from paiju.games.catalog import find
from paiju.games.contract import play
from paiju.solver.ranges import mask

pytestmark = pytest.mark.pure


def ask(level: str, deck: str, moves: str = "", **options: Any) -> str:
    """What a bot answers after these moves; cards in the order they are dealt: hole cards from the left of the button,
    two at a time, then the board. Three players, 50 big blinds, seat 0 is the button and acts first."""
    stacks = options.pop("stacks", (1000, 1000, 1000))
    given = {"button": 0, "fast_deal": True, "stacks": stacks, "deck": deck, **options}
    game = find("holdem").game(given)
    state = game.deal(len(stacks), 1)
    for move in moves.split(",") if moves else ():
        state, _ = play(game, state, game.pending(state)[0].seat, move.strip())
    (decision,) = game.pending(state)
    action = make("holdem", level, seed=1).choose(game.view(state, decision.seat), decision, limit=1.0)
    return str(decision.choices.resolve(decision.seat, action))


LIMITS = ("no_limit", "pot_limit", "limit")


@pytest.mark.parametrize("game_type", LIMITS)
@pytest.mark.parametrize("level", ("normal", "hard"))
@pytest.mark.parametrize(
    ("hole", "moves", "wanted"),
    [
        ("AsAh", "", "raise_to"),
        ("7s2h", "", "fold"),
        ("KsKh", "", "raise_to"),
        ("JsTs", "", "raise_to"),
        ("9s4d", "", "fold"),
    ],
)
def test_the_button_opens_by_its_cards(level: str, game_type: str, hole: str, moves: str, wanted: str) -> None:
    deck = "2c3d" + "4c5d" + hole + "??" * 5
    assert ask(level, deck, moves, game_type=game_type).split()[0] == wanted


@pytest.mark.parametrize("level", ("normal", "hard"))
def test_a_short_stack_puts_everything_in(level: str) -> None:
    deck = "2c3d" + "4c5d" + "As8s" + "??" * 5
    assert ask(level, deck, stacks=(160, 1000, 1000)) == "raise_to 160"


@pytest.mark.parametrize("level", ("normal", "hard"))
@pytest.mark.parametrize("game_type", LIMITS)
def test_the_nuts_are_bet_on_the_river(level: str, game_type: str) -> None:
    deck = "AsKs" + "9c8d" + "2c3d" + "QsJsTs" + "4h" + "5h"
    moves = "fold, call, check, check, check, check, check"
    assert ask(level, deck, moves, game_type=game_type).startswith("raise_to")


@pytest.mark.parametrize("level", ("normal", "hard"))
def test_nothing_is_folded_to_a_large_bet(level: str) -> None:
    deck = "AsKs" + "7c2d" + "2c3d" + "QsJsTs" + "4h" + "5h"
    moves = "fold, call, check, check, check, check, check, raise_to 120"
    assert ask(level, deck, moves) == "fold"


@pytest.mark.parametrize("level", ("easy", "normal", "hard"))
def test_free_cards_are_never_folded(level: str) -> None:
    deck = "AsKs" + "7c2d" + "2c3d" + "QsJsTs" + "4h" + "5h"
    assert ask(level, deck, "fold, call") == "check"


def test_starting_hands_are_in_order() -> None:
    starts = Starts.of(False)
    rising = [starts.place[mask(cards(one))] for one in ("AsAh", "QsQh", "AsKs", "JsTs", "7s2h")]
    assert rising == sorted(rising)
    assert len(starts.place) == 1326 and len(Starts.of(True).place) == 630
    equities = [starts.equity(mask(cards("JsJh")), width) for width in (0.03, 0.1, 0.3, 1.0)]
    assert equities == sorted(equities)


@pytest.mark.parametrize(("board", "short_deck"), [("As7h2c", False), ("As7h2c9d", False), ("AsKh9c6dTd", True)])
def test_a_texture_shares_out_whole_pots(board: str, short_deck: bool) -> None:
    texture = Texture.of(mask(cards(board)), short_deck)
    mean = sum(texture.score) / len(texture.score)
    assert abs(mean - 0.5) < 0.02
    best = mask(cards("AhAd"))
    beaten = texture.beaten(best, [1.0] * len(texture.holes))
    assert all(0 <= share <= 1 for share in beaten) and sum(beaten) / len(beaten) > 0.75


@pytest.mark.parametrize("level", ("easy", "normal", "hard", "call"))
def test_bots_run_it_twice(level: str) -> None:
    deck = "2c3d" + "4c5d" + "AsAh"
    assert ask(level, deck, "all_in, call, fold", run_it_twice="ask") == "twice"


@pytest.mark.parametrize("level", ("easy", "normal", "hard"))
def test_a_straddle_is_opened_over_and_may_be_checked(level: str) -> None:
    """Four players: the button is first to act, the straddle last."""
    deck = "2c7d" + "3c8d" + "9c4d" + "AsAh"
    stacks = (1000,) * 4
    assert int(ask(level, deck, stacks=stacks, straddle="utg").removeprefix("raise_to ")) >= 80
    assert ask(level, deck, "call, fold, fold", stacks=stacks, straddle="utg") == "check"


@pytest.mark.parametrize("level", ("easy", "normal", "hard"))
def test_bomb_pots_are_played_from_the_flop(level: str) -> None:
    found = ask(level, "AcAd" + "2c7d" + "3c8d" + "AhKs2s", bomb_pot=1)
    assert found.split()[0] in ("check", "raise_to")
