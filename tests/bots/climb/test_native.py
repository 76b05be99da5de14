"""The kernel's policy against its twin: the same costs, the same answers, the same ends of deals; and deals imagined there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from paiju.bots.climb.native import WARMTH, Player
from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import game_of, position_of
from paiju.bots.climb.search import play_out
from paiju.cards import BIG_JOKER, SMALL_JOKER, Rng
from paiju.games.catalog import GameInfo, find, infos
from paiju.games.climb.actions import Play
from paiju.games.climb.plays import Plays
from paiju.games.climb.state import State
from tests.bots.test_laws import questions
from tests.contract.games import random_action

pytestmark = [pytest.mark.native, pytest.mark.needs_kernel]

GAMES = [info for info in infos() if info.family == "climb"]
each_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)


def player_of(game: Any, seats: int) -> Player:
    player = Player.of(game, seats)
    assert player is not None, "the kernel knows every sheet"
    return player


def states(game: Any, seats: int, seed: int) -> Iterator[tuple[Any, State]]:
    """Questions for plays, of deals in which every other answer is random and the others are the policy's.

    Each with its game as it is played in the tricks: what is wild may have been drawn.
    """
    rng = Rng(seed)
    while True:
        state = game.deal(seats, rng.word())
        while pending := game.pending(state):
            decision = pending[0]
            action = random_action(decision.choices, rng)
            if isinstance(decision.choices, Plays):
                begun = game_of(decision.choices.reader.rules)
                yield begun, state
                if rng.below(2):
                    action = Policy.of(begun).choose(state)
            state = game.apply(state, decision.seat, action)


def same(game: Any, seats: int, number: int, seed: int) -> None:
    """Every cost, also of leads that only a search looks at; and the same choice."""
    for begun, state in islice(states(game, seats, seed), number):
        player, policy = player_of(begun, seats), Policy.of(begun)
        ours = sorted((one.cost, str(one.action)) for one in policy.scored(state))
        theirs = [(one.cost, str(one.action)) for one in player.scored(state)]
        least: dict[Any, Any] = {}
        for cost, text in theirs:  # the kernel lists every play of a combination, the twin the cheapest
            least[text] = min(cost, least.get(text, cost))
        assert set(ours) <= {(cost, text) for text, cost in least.items()}, f"{state.hands} {state.counts} {state.top}"
        searched = {(str(one.action), one.cost) for one in player.scored(state, every=True)}
        assert {(str(one.action), one.cost) for one in policy.scored_all(state)} <= searched
        best = min(policy.scored(state), key=lambda one: one.cost)
        chosen = min(player.scored(state), key=lambda one: one.cost)
        assert (best.cost, str(best.action)) == (chosen.cost, str(chosen.action))


@each_game
def test_both_score_alike(info: GameInfo) -> None:
    same(info.game(), info.recommended, 120, 3)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("paodekuai", {"must_beat": False}),
        ("paodekuai", {"deck": "45", "last_hand": "lead", "opening": "holder"}),
        ("paodekuai", {"fours": "with_three", "ace_bomb": True, "last_hand": "off", "top_when_one_left": False}),
        ("doudizhu_laizi", {"wild": "7"}),
        ("doudizhu_laizi", {"soft_bombs": "by_rank", "wild_bomb": "highest", "wild_alone": "any_rank"}),
    ],
)
def test_both_score_alike_under_other_rules(name: str, options: dict[str, Any]) -> None:
    info = find(name)
    same(info.game(options), info.recommended, 60, 4)


@pytest.mark.fuzz
@each_game
def test_both_score_alike_in_many_states(info: GameInfo) -> None:
    same(info.game(), info.recommended, 20_000, 7)


@each_game
def test_both_split_alike(info: GameInfo) -> None:
    for game, state in islice(states(info.game(), info.recommended, 5), 60):
        player, policy = player_of(game, info.recommended), Policy.of(game)
        for hand, counts in zip(state.hands, state.counts, strict=True):
            standing, natural, wilds = policy.standing(counts, hand)
            assert player.native.cost(counts, 0) == policy.splitter.cost(counts)
            assert player.native.cost(counts, 2) == policy.splitter.cost(counts, 2)
            if wilds:
                level = game.layout.point[game.rules.wild[0].rank]
                assert player.native.placed(natural, wilds, level) == standing


@each_game
def test_both_play_a_deal_to_the_same_end(info: GameInfo) -> None:
    for game, state in islice(states(info.game(), info.recommended, 9), 0, 60, 6):
        player, policy = player_of(game, info.recommended), Policy.of(game)
        finished = play_out(policy, state)
        assert finished is not None
        assert player.played(state) == game.settle(finished).scores


@each_game
def test_deals_imagined_in_the_kernel_may_be(info: GameInfo) -> None:
    game: Any = info.game()
    for state, decision in islice(questions(game, info.recommended, 2, stride=5), 16):
        if not isinstance(decision.choices, Plays):
            continue
        position = position_of(game.view(state, decision.seat), decision.choices)
        player = player_of(position.game, info.recommended)
        deals = player.imagined(position, 7)
        for _ in range(3):
            hands, counts, pile, doubt = deals.next()
            assert hands[position.seat] == state.hands[position.seat]
            assert [game.size(one) for one in counts] == [game.size(one) for one in state.counts]
            assert [game.layout.counts(game.layout.cards(hand)) for hand in hands] == list(counts)
            assert doubt >= 0
            pack = game.rules.deck.cards
            theirs = Counter(card for hand in hands for card in game.layout.cards(hand))
            theirs += Counter(pack[place] for place in pile)
            ours = Counter(card for hand in state.hands for card in game.layout.cards(hand))
            ours += Counter(state.draw.pile if state.draw else ())
            aside = len(position.unseen) - sum(position.missing) - position.pile
            assert theirs <= Counter(pack) and theirs.total() == ours.total()
            assert aside or theirs == ours, "where every card is dealt, it is the same cards"


@pytest.mark.parametrize("finish", [[0, 1, 2, 3], [0, 2, 1, 3]], ids=["one payer", "two payers"])
def test_who_paid_tribute_has_nothing_above_it(finish: list[int]) -> None:
    """In the kernel's deals and in Python's: no payer holds a card above the one paid, and who was given a card has it."""
    game: Any = find("guandan").game({"finish": finish, "deal_no": 2, "declarer": 0})
    asked = 0
    for state, decision in islice(questions(game, 4, 3, stride=5), 60):
        view = game.view(state, decision.seat)
        if not isinstance(decision.choices, Plays) or not view.tributes:
            continue
        position = position_of(view, decision.choices)
        layout = position.game.layout
        deals = player_of(position.game, 4).imagined(position, 5)
        rng = Rng(5)
        for _ in range(10):
            for hands in (deals.next()[0], position.imagine(rng).hands):
                for paid in view.tributes:
                    held = layout.cards(hands[paid.payer])
                    ceiling = layout.point[(SMALL_JOKER if paid.card == BIG_JOKER else paid.card).rank]
                    above = [card for card in held if layout.point[card.rank] > ceiling and card != view.wild]
                    assert paid.payer == position.seat or not above, (paid, above)
                for seat, cards in enumerate(position.known):
                    assert not Counter(cards) - Counter(layout.cards(hands[seat]))
        asked += 1
    assert asked > 10


def late_positions(game: Any) -> Iterator[Any]:
    """What seats know near the end of deals that the policy played."""
    for seed in range(200):
        state = game.deal(3, seed)
        while not isinstance(game.pending(state)[0].choices, Plays):
            decision = game.pending(state)[0]
            state = game.apply(state, decision.seat, list(decision.choices)[-1])
        while asked := game.pending(state):
            if sum(map(game.size, state.counts)) < 20:
                yield position_of(game.view(state, asked[0].seat), asked[0].choices)
            state = game.apply(state, state.turn, Policy.of(game).choose(state))


def test_deals_are_imagined_as_often_as_what_was_done_makes_them_likely() -> None:
    """Every way the last cards may lie, by its distance to the policy, against how often a long walk comes to it."""
    game: Any = find("doudizhu").game()
    position = next(one for one in late_positions(game) if 10 < math.comb(sum(one.missing), max(one.missing)) < 300)
    deals = player_of(game, 3).imagined(position, 7)
    doubts: dict[Any, float] = {}
    times: Counter[Any] = Counter()
    for _ in range(20_000):
        hands, _, _, doubt = deals.next()
        doubts[hands] = doubt
        times[hands] += 1
    total = sum(math.exp(-doubt / WARMTH) for doubt in doubts.values())
    assert len(doubts) == math.comb(sum(position.missing), max(position.missing))
    assert max(doubts.values()) > min(doubts.values())
    for hands, doubt in doubts.items():
        expected = math.exp(-doubt / WARMTH) / total
        assert times[hands] / 20_000 == pytest.approx(expected, abs=0.02), doubt


def test_four_jokers_have_no_suit() -> None:
    game: Any = find("guandan").game()
    player = Player.of(game, 4)
    assert player is not None
    cards = (*[BIG_JOKER] * 2, *[SMALL_JOKER] * 2)
    (combo,) = game.reader.read(cards)
    pattern = game.layout.weigh(cards)[1]
    assert player.move(Play(cards, None, combo)) == (pattern, 0, combo.number, -1)
