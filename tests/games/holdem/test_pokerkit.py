"""Hold'em against PokerKit: evaluation, side pots, showdowns and PHH, in both directions.

Known differences, each marked by `_replay = false` in the files we write or avoided below:

* a short-posted big blind: PokerKit lowers the call and the least raise, here others owe the full blind (B11);
* short all-ins that together make a full raise: PokerKit reopens for everybody, here per player (B8);
* the limit cap: PokerKit does not count the big blind (B16), and knows no half-bet rule (B17, B18, B20, B21);
* odd chips: PokerKit gives the whole remainder to the first seat, and joins pots once the losers' hands are dead,
  so that it may have fewer odd chips (P11, P12);
* a straddle: PokerKit lets it be raised by a big blind, here by the straddle itself;
* three of a kind above a straight in short deck does not exist there (S4).
"""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

pokerkit = pytest.importorskip("pokerkit")

from paiju.cards import DECK_36, DECK_52, write  # noqa: E402
from paiju.games.contract import Seat  # noqa: E402
from paiju.games.holdem import Holdem, HoldemOptions, phh, raise_to, ranking  # noqa: E402

AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.HOLE_DEALING,
    pokerkit.Automation.BOARD_DEALING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


@pytest.mark.parametrize("short", [False, True])
def test_hands_compare_alike(short: bool) -> None:
    rng = random.Random(11)
    deck = list((DECK_36 if short else DECK_52).cards)
    order = ranking(short)
    theirs = pokerkit.ShortDeckHoldemHand if short else pokerkit.StandardHighHand
    for _ in range(400):
        row = rng.sample(deck, 9)
        board, one, two = row[:5], row[5:7], row[7:]
        ours = order.strength([*board, *one]) - order.strength([*board, *two])
        a, b = (theirs.from_game(write(hole), write(board)) for hole in (one, two))
        assert (ours > 0, ours == 0) == (a > b, a == b)


def random_hand(rng: random.Random, game: Holdem, seats: int) -> Any:
    state = game.deal(seats, rng.getrandbits(60))
    while state.turn >= 0:
        bets = game.bets(state)
        kind = rng.choice([0, 1, 1, 1, 2] if bets.high else [0, 1, 1])
        if kind == 2:
            high = bets.high if rng.random() < 0.3 else min(bets.high, 3 * bets.low)
            action = raise_to(rng.randint(bets.low, max(bets.low, high)))
        else:
            action = bets[kind]
        state = game.apply(state, Seat(state.turn), action)
    return state


@pytest.mark.parametrize("seed", range(12))
def test_pokerkit_replays_what_we_write(seed: int) -> None:
    rng = random.Random(seed)
    compared = straddles = 0
    for _ in range(40):
        seats = rng.randint(2, 9)
        game_type = rng.choice(["no_limit", "pot_limit", "limit"])
        variant = "standard" if game_type == "limit" else rng.choice(["standard", "short_deck"])
        stacks = (*(rng.choice([0, 30, 60, 200, 1000, rng.randint(1, 300)]) for _ in range(seats - 2)), 300, 1000)
        options = HoldemOptions(
            game_type=game_type,  # type: ignore[arg-type]
            variant=variant,  # type: ignore[arg-type]
            stacks=stacks,
            ante=rng.choice([0, 0, 3, 5]),
            ante_type=rng.choice(["all", "bb", "button"]),
            short_deck_structure=rng.choice(["blinds", "button_blind"]),
            straddle=rng.choice(["none", "utg"]),
        )
        game = Holdem(options)
        hand = phh.of_state(game, random_hand(rng, game, seats))
        if hand.fields.get("_replay") is False:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, last = pokerkit.HandHistory.loads(phh.dumps(hand))
        assert not last.status
        assert list(map(int, last.stacks)) == hand.fields["finishing_stacks"], phh.dumps(hand)
        compared += 1
        straddles += max(hand.fields["blinds_or_straddles"]) == 40
    assert compared > 20 and straddles > 3


CAPS: list[dict[str, Any]] = [
    {},
    {"max_raises": 7},
    {"cap_counts": "raises"},
    {"uncap_heads_up": True},
    {"max_raises": 2},
]


@pytest.mark.parametrize("cap", CAPS, ids=str)
def test_limit_hands_beyond_the_usual_cap_are_marked(cap: dict[str, Any]) -> None:
    """A hand that PokerKit refuses for its cap says so; all others replay."""
    rng = random.Random(str(cap))
    marked = replayed = 0
    for _ in range(25):
        seats = rng.randint(2, 4)
        game = Holdem(HoldemOptions(game_type="limit", stacks=(4000,) * seats, **cap))
        state = game.deal(seats, rng.getrandbits(60))
        while state.turn >= 0:
            bets = game.bets(state)
            action = raise_to(bets.low) if bets.high and rng.random() < 0.8 else bets[1 if bets.owes else 0]
            state = game.apply(state, Seat(state.turn), action)
        hand = phh.of_state(game, state)
        most = max(sum(act.did == "raise_to" and act.street == street for act in state.history) for street in range(4))
        assert (hand.fields.get("_replay") is False) == (most > 4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = pokerkit.HandHistory.loads(phh.dumps(hand))
            if most > 4:
                with pytest.raises(ValueError):
                    list(history)
                marked += 1
                continue
            *_, last = history
        assert list(map(int, last.stacks)) == hand.fields["finishing_stacks"]
        replayed += 1
    assert marked > 5 if cap in CAPS[1:4] else replayed == 25


@pytest.mark.parametrize("variant", ["NT", "FT", "NS"])
@pytest.mark.parametrize("seed", range(4))
def test_we_replay_what_pokerkit_writes(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    refusals = 0
    for _ in range(15):
        count = rng.randint(2, 8)
        stacks = [rng.choice([40, 75, 200, 1000, rng.randint(25, 300)]) for _ in range(count)]
        game = _pokerkit_game(variant, count, rng)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = game(tuple(stacks), count)
            _play_randomly(state, rng)
            theirs = pokerkit.HandHistory.from_game_state(game, state)
        if variant == "FT" and any(stack % 20 for stack in stacks):
            continue  # pieces of limit bets
        theirs.finishing_stacks = list(state.stacks)
        hand = phh.loads(theirs.dumps())
        try:
            assert phh.compare(hand).verdict is phh.Verdict.AGREES, theirs.dumps()
        except phh.PhhError as refused:
            assert "may not raise" in str(refused), theirs.dumps()  # reopened there and not here (B8, regression 2)
            refusals += 1
    assert refusals < 3


def _pokerkit_game(variant: str, count: int, rng: random.Random) -> Any:
    ante = rng.choice([0, 5])
    trims = rng.random() < 0.5
    if variant == "FT":
        return pokerkit.FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (10, 20), 20, 40)
    if variant == "NS":
        blinds = {count - 1: 20} if count > 2 else (20, 0)
        return pokerkit.NoLimitShortDeckHoldem(AUTOMATIONS, trims, ante, blinds, 20)
    return pokerkit.NoLimitTexasHoldem(AUTOMATIONS, trims, ante, (10, 20), 20)


def _play_randomly(state: Any, rng: random.Random) -> None:
    while state.status:
        kinds = [
            kind
            for kind, can in enumerate(
                (state.can_fold(), state.can_check_or_call(), state.can_complete_bet_or_raise_to())
            )
            if can
        ]
        kind = rng.choice(kinds)
        if kind == 0:
            state.fold()
        elif kind == 1:
            state.check_or_call()
        else:
            low, high = (
                state.min_completion_betting_or_raising_to_amount,
                state.max_completion_betting_or_raising_to_amount,
            )
            state.complete_bet_or_raise_to(rng.randint(low, high if rng.random() < 0.3 else min(high, 3 * low)))


@pytest.mark.parametrize("seed", range(8))
def test_boards_run_twice_pay_alike(seed: int) -> None:
    """Amounts divide by twelve, so that no odd chip, which the two give differently, decides anything."""
    rng = random.Random(seed)
    boards = 0
    for _ in range(25):
        count = rng.randint(2, 6)
        stacks = tuple(120 * rng.choice([2, 3, 5, 8, 13]) for _ in range(count))
        game = Holdem(
            HoldemOptions(
                stacks=stacks, button=count - 1, small_blind=60, big_blind=120, max_players=10, run_it_twice="ask",
                straddle=rng.choice(["none", "utg"]),
            )
        )  # fmt: skip
        ours = game.deal(count, rng.getrandbits(60))
        cards = ours.setup.cards
        blinds = [game.forced(ours.setup).blinds.get(seat, 0) for seat in range(count)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = pokerkit.NoLimitTexasHoldem.create_state(
                (pokerkit.Automation.BLIND_OR_STRADDLE_POSTING, *_SETTLING), True, 0,
                blinds[::-1] if count == 2 else blinds, 120, stacks, count, mode=pokerkit.Mode.CASH_GAME,
            )  # fmt: skip
            for seat in range(count):
                theirs.deal_hole(write(cards.holes[seat]))
            ours = _both(game, ours, theirs, rng)
        assert list(map(int, theirs.stacks)) == list(ours.stacks), (stacks, ours.history)
        boards += bool(ours.result.second)
    assert boards > 5


_SETTLING = (
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


def _both(game: Holdem, ours: Any, theirs: Any, rng: random.Random) -> Any:
    """The same hand in both engines: much is put in, and all want it twice."""
    while ours.result is None and not ours.asking:
        bets = game.bets(ours)
        kinds = ["call", "call", "fold"] + (["all_in"] * 2 if bets.high else [])
        kind = rng.choice(kinds) if bets.owes else rng.choice(["check", *kinds[3:]])
        action = bets.resolve(Seat(ours.turn), game.parse(kind))
        assert theirs.actor_index == ours.turn
        street = ours.street
        ours = game.apply(ours, Seat(ours.turn), action)
        if kind == "fold":
            theirs.fold()
        elif action.kind == "raise_to":
            theirs.complete_bet_or_raise_to(action.amount)
        else:
            theirs.check_or_call()
        if ours.street > street and not ours.asking and theirs.can_deal_board():
            theirs.deal_board(write(ours.board[{1: 0, 2: 3, 3: 4}[ours.street] :]))
    while theirs.actor_index is not None:
        theirs.check_or_call()  # it asks a blind that owes nothing even where nobody could answer a raise
    twice = rng.random() < 0.8
    while theirs.can_select_runout_count():
        theirs.select_runout_count(2 if twice else 1)
    while ours.asking:
        ours = game.apply(ours, Seat(ours.turn), game.parse("twice" if twice else "once"))
    for entry in ours.history:
        if entry.did in ("deal", "second") and theirs.can_deal_board():
            board = entry.cards or ours.board[: (0, 3, 4, 5)[entry.street]]
            new = board[(0, 0, 3, 4)[entry.street] :]
            if entry.did == "second" or len(list(theirs.get_board_cards(0))) < len(board):
                theirs.deal_board(write(new))
    assert not theirs.status
    return ours
