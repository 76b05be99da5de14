"""Dou Dizhu held to two other implementations, where the rules agree.

RLCard: its whole table of plays is ours, type by type, and so are its lists for a hand, leading and following. It has no
auction, no doubling and no spring, so nothing of that is compared.

OpenSpiel 2.0.2 differs in four ways: it has no four with two singles or two pairs (regression 4); a triple next to a plane
may be its wings; it lists no run of pairs or triples that breaks up four of a kind; and it lets a bomb be played on
the rocket.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from paiju.cards import Card, Rng
from paiju.games.climb.kinds import Kind
from paiju.games.climb.shapes import Combo
from tests.games.climb.test_vectors import climb, some_cards

DOUDIZHU = climb("doudizhu")
EXTENDED = climb("doudizhu_x")
RUNS = {"PairStraight", "TripleStraight"}
FOURS = {"QuadrupleWithSingleSingle", "QuadrupleWithPairPair"}


def ranks(cards: tuple[Card, ...]) -> str:
    return "".join(sorted(card.rank.letter for card in cards))


def listed(hand: tuple[Card, ...], top: Combo | None) -> dict[str, str]:
    """Our plays as sorted ranks, with their types."""
    found = DOUDIZHU.reader.plays(DOUDIZHU.layout.mask(hand), DOUDIZHU.layout.counts(hand), top)
    return {ranks(play.cards): DOUDIZHU.rules.name_of(play.combo.kind) for play in found if play.combo}


# -- RLCard -----------------------------------------------------------------------------------------------------

RLCARD_TYPES = {
    "solo": "Single", "pair": "Pair", "trio": "Triple", "bomb": "Quadruple", "rocket": "PairJokers",
    "trio_solo": "TripleWithSingle", "trio_pair": "TripleWithPair", "solo_chain": "SingleStraight",
    "pair_chain": "PairStraight", "trio_chain": "TripleStraight", "trio_solo_chain": "TripleStraightWithSingles",
    "trio_pair_chain": "TripleStraightWithPairs", "four_two_solo": "QuadrupleWithSingleSingle",
    "four_two_pair": "QuadrupleWithPairPair",
}  # fmt: skip


def from_rlcard(text: str) -> str:
    return "".join(sorted(text.replace("B", "L")))


def rlcard_table() -> dict[str, str]:
    utils = pytest.importorskip("rlcard.games.doudizhu.utils", reason="RLCard is not installed")
    found = {}
    for text, names in utils.CARD_TYPE[0].items():
        kinds = {RLCARD_TYPES[name.rstrip("0123456789").rstrip("_")] for name, _ in names}
        assert len(kinds) == 1, "one play has one type"
        found[from_rlcard(text)] = kinds.pop()
    return found


def test_rlcard_knows_the_same_plays_by_the_same_types() -> None:
    theirs = rlcard_table()
    ours = {text: name for text, name in listed(DOUDIZHU.rules.deck.cards, None).items() if len(text) <= 20}
    assert ours == theirs
    assert len(ours) == 27_471


@pytest.mark.parametrize("seed", range(40))
def test_rlcard_lists_the_same_plays_of_a_hand(seed: int) -> None:
    judger = pytest.importorskip("rlcard.games.doudizhu.judger", reason="RLCard is not installed")
    hand = Rng(seed).shuffled(DOUDIZHU.rules.deck.cards)[: 17 + 3 * (seed % 2)]
    order = "3456789TJQKA2LR"
    text = "".join(sorted((card.rank.letter for card in hand), key=order.index)).replace("L", "B")
    theirs = {from_rlcard(play) for play in judger.DoudizhuJudger.playable_cards_from_hand(text)}
    assert set(listed(hand, None)) == theirs


@pytest.mark.parametrize("seed", range(12))
def test_rlcard_follows_with_the_same_plays(seed: int) -> None:
    env_of: Any = pytest.importorskip("rlcard", reason="RLCard is not installed").make
    env = env_of("doudizhu", config={"seed": seed})
    rng = random.Random(seed)
    env.reset()
    game, compared = env.game, 0
    while not env.is_over():
        player = game.players[game.round.current_player]
        greater = game.round.greater_player
        actions = list(player.available_actions(greater, game.judger))
        top = None
        if greater is not None and greater is not player:
            top = DOUDIZHU.reader.read(some_cards(greater.played_cards.replace("B", "L")))[0]
        letters = [{"BJ": "L", "RJ": "R"}[card.suit] if card.rank == "" else card.rank for card in player.current_hand]
        hand = some_cards("".join(letters))
        assert set(listed(hand, top)) == {from_rlcard(text) for text in actions if text != "pass"}
        compared += 1
        game.step(rng.choice(actions))
    assert compared > 10


# -- OpenSpiel --------------------------------------------------------------------------------------------------


def from_open_spiel(text: str) -> str:
    return "".join(sorted(text.replace("(BWJ)", "L").replace("(CJ)", "R").replace("-", "")))


@pytest.mark.parametrize("seed", range(40))
def test_open_spiel_lists_the_same_plays_but_for_fours_and_wings(seed: int) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    rng = random.Random(seed)
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    state.apply_action(3 if 3 in state.legal_actions() else state.legal_actions()[-1])  # the highest bid
    top: Combo | None = None
    owner = state.current_player()
    while not state.is_terminal():
        player = state.current_player()
        if player == owner:
            top = None
        actions = {state.action_to_string(player, action): action for action in state.legal_actions()}
        theirs = {from_open_spiel(text) for text in actions if text not in ("Pass", "Bid 1", "Bid 2", "Bid 3")}
        held = state.observation_string(player).split("My hand ")[1].splitlines()[0]
        hand = some_cards(held.replace("(BWJ)", "L").replace("(CJ)", "R"))
        ours = listed(hand, top)
        fours = {rank for rank, number in Counter(ranks(hand)).items() if number == 4}
        for text in set(ours) - theirs:
            breaks = ours[text] in RUNS and fours & set(text)
            assert ours[text] in FOURS or breaks, f"{text} is missing there"
        for text in theirs - set(ours):
            kinds = {combo.kind for combo in EXTENDED.reader.read(some_cards(text))}
            on_rocket = top is not None and top.kind is Kind.ROCKET and Kind.FOUR in kinds
            assert Kind.PLANE_SINGLES in kinds or on_rocket, f"{text} is missing here"
        chosen = rng.choice(list(actions))
        if chosen != "Pass":
            cards = some_cards(from_open_spiel(chosen))
            readings = DOUDIZHU.reader.read(cards)
            if not readings or (top is not None and not readings[0].beats(top)):
                return  # what is no play here: the games part
            top, owner = readings[0], player
        state.apply_action(actions[chosen])
