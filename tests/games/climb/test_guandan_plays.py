"""Listed plays and readings against the brute force: all subsets, all substitutions, in all presets."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from paiju.cards import Card, Rng, cards, write
from paiju.games.climb.actions import PASS, Play
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.shapes import Combo
from paiju.games.contract import Seat
from tests.games.climb import guandan_brute as brute
from tests.games.climb.guandan import PRESETS, game_at, options_of


def brute_table(level: int, preset: str, **options: Any) -> brute.Table:
    built = options_of(preset, **options)
    names = [name for name in brute.Table._fields if name != "level"]
    return brute.Table(level, **{name: getattr(built, name) for name in names})


def random_hand(rng: Rng, level: int, size: int) -> tuple[Card, ...]:
    """Cards from a few neighbouring ranks, jokers and wild cards, so that combinations abound."""
    start = rng.below(11)
    ranks = {14 if rank == 1 else rank for rank in range(start + 1, start + 5)} | {level}
    some = [card for card in game_at(level).rules.deck.cards if card.is_joker or card.rank.value in ranks]
    (wild,) = game_at(level).rules.wild
    hand = [card for card in rng.shuffled(some) if card != wild][: size - 2]
    return tuple(hand) + (wild,) * rng.below(3)


def reading_of(game: Climb, combo: Combo) -> brute.Reading:
    return game.rules.name_of(combo.kind), combo.size, combo.key


def listed(game: Climb, hand: tuple[Card, ...], top: Combo | None = None) -> list[Play]:
    offers = list(game.reader.plays(game.layout.mask(hand), game.layout.counts(hand), top))
    for offer in offers:
        assert isinstance(offer, Play)
    return offers


CASES = [(preset, level, seed) for seed, level in enumerate((2, 5, 9, 14)) for preset in PRESETS]
HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("seed", {"wild_flush_as_straight": True}),
    ("competition", {"full_house_joker_pair": False, "max_bomb_size": 5}),
]


def check_hand(preset: str, level: int, seed: int, options: dict[str, Any], size: int) -> None:
    game, table = game_at(level, preset, **options), brute_table(level, preset, **options)
    hand = random_hand(Rng(seed, stream=level), level, size)
    expected = brute.plays(brute.parse(write(hand)), table)
    found = []
    for offer in listed(game, hand):
        combo = offer.combo
        assert combo is not None
        assert not [card for card in offer.cards if offer.cards.count(card) > hand.count(card)]
        assert combo in game.reader.read(offer.cards)
        found.append(brute.play_of(brute.parse(write(offer.cards)), reading_of(game, combo), level))
    assert len(found) == len(set(found)), "a play is listed twice"
    assert set(found) == expected


@pytest.mark.parametrize(("preset", "level", "seed"), CASES)
def test_plays_are_those_of_the_brute_force(preset: str, level: int, seed: int) -> None:
    check_hand(preset, level, seed, {}, 9)


@pytest.mark.parametrize(("preset", "options"), HOUSES)
def test_plays_under_house_rules(preset: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        check_hand(preset, 6, seed, options, 8)


@pytest.mark.fuzz
@pytest.mark.parametrize("preset", PRESETS)
def test_many_hands_of_ten(preset: str) -> None:
    for seed in range(60):
        check_hand(preset, 2 + seed % 13, 1000 + seed, {}, 10)


@pytest.mark.parametrize("preset", PRESETS)
def test_readings_are_those_of_the_brute_force(preset: str) -> None:
    rng = Rng(11)
    for number in range(150):
        level = 2 + rng.below(13)
        game, table = game_at(level, preset), brute_table(level, preset)
        hand = random_hand(rng, level, 12)
        some = rng.shuffled(hand)[: 1 + rng.below(8)]
        found = [reading_of(game, combo) for combo in game.reader.read(some)]
        assert set(found) == brute.readings(brute.parse(write(some)), table), (number, write(some), level)
        assert len(found) == len(set(found))


@pytest.mark.parametrize("preset", PRESETS)
def test_readings_of_long_runs(preset: str) -> None:
    """Runs of every width and length, with cards taken out and wild cards put in, read as the brute force reads them."""
    rng = Rng(12)
    for _ in range(60):
        level = 2 + rng.below(13)
        game, table = game_at(level, preset), brute_table(level, preset)
        width = 1 + rng.below(3)
        length = 2 + rng.below(12 if width == 1 else 6)
        bottom = 1 + rng.below(15 - length)
        ranks = [14 if rank == 1 else rank for rank in range(bottom, bottom + length)]
        one_suit = width == 1 and rng.below(2)
        suits = "ssssss" if one_suit else "scdscd"
        wilds = rng.below(3)
        row = [f"{'23456789TJQKA'[rank - 2]}{suits[copy + rank % 3]}" for rank in ranks for copy in range(width)]
        text = "".join(rng.shuffled(row)[: len(row) - wilds]) + str(game.rules.wild[0]) * wilds
        found = {reading_of(game, combo) for combo in game.reader.read(cards(text))}
        assert found == brute.readings(brute.parse(text), table), (text, level)


@pytest.mark.parametrize("preset", PRESETS)
def test_plays_of_a_hand_that_is_one_long_run(preset: str) -> None:
    game, table = game_at(6, preset), brute_table(6, preset)
    hand = cards("As2s3s4s5d7s8s6h6h")
    expected = brute.plays(brute.parse(write(hand)), table)
    found = [
        brute.play_of(brute.parse(write(offer.cards)), reading_of(game, offer.combo), 6)
        for offer in listed(game, hand)
        if offer.combo
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_followers_are_the_listed_plays_that_beat(preset: str) -> None:
    """Following lists exactly what leading lists and beats the table, in the same order within a type."""
    rng = Rng(5)
    for _ in range(25):
        level = 2 + rng.below(13)
        game = game_at(level, preset)
        hand = random_hand(rng, level, 14)
        everything = listed(game, hand)
        other = listed(game, random_hand(rng, level, 12))
        for top in {offer.combo.number: offer.combo for offer in rng.shuffled(other)[:12] if offer.combo}.values():
            wanted = [(offer.cards, offer.combo) for offer in everything if offer.combo and offer.combo.beats(top)]
            assert [(offer.cards, offer.combo) for offer in listed(game, hand, top)] == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_every_offer_is_text_that_resolves_to_itself(preset: str) -> None:
    rng = Rng(3)
    for _ in range(12):
        level = 2 + rng.below(13)
        game = game_at(level, preset)
        hand = random_hand(rng, level, 13)
        tops = [None, *(offer.combo for offer in rng.shuffled(listed(game, random_hand(rng, level, 9)))[:3])]
        for top in tops:
            choices = Plays(game.reader, game.layout.mask(hand), game.layout.counts(hand), top, 1)
            for offer in choices:
                assert offer in choices
                assert choices.resolve(Seat(0), game.parse(str(offer))) == offer


def test_pass_is_first_and_a_leader_begins_with_his_lowest_single() -> None:
    game = game_at(5)
    hand = cards("5h5s3c7dLAs")
    choices = Plays(game.reader, game.layout.mask(hand), game.layout.counts(hand), None, -1)
    assert [str(offer) for offer in choices][:6] == ["3c", "7d", "As", "5s", "L", "5h"]
    top = game.reader.read(cards("7s"))[0]
    choices = Plays(game.reader, game.layout.mask(hand), game.layout.counts(hand), top, 0)
    assert next(iter(choices)) == PASS


def test_any_suits_are_accepted_though_one_choice_is_listed() -> None:
    game = game_at(5)
    hand = cards("9s9d9c9h3s")
    choices = Plays(game.reader, game.layout.mask(hand), game.layout.counts(hand), None, -1)
    for pair in combinations(["9s", "9d", "9c", "9h"], 2):
        assert game.parse("".join(pair)) in choices
    assert sum(offer.combo is not None and offer.combo.size == 2 for offer in choices if isinstance(offer, Play)) == 1


@pytest.mark.parametrize(
    ("preset", "level", "seed", "leads", "replies"),
    [
        ("seed", 2, 1, 675, 4221),
        ("seed", 5, 2, 382, 5169),
        ("seed", 10, 3, 129, 5227),
        ("seed", 14, 4, 91, 1408),
        ("seed_literal", 10, 3, 129, 5229),
        ("competition", 2, 1, 245, 2266),
        ("competition", 5, 2, 280, 3260),
        ("competition", 10, 3, 76, 3439),
        ("competition", 14, 4, 63, 1103),
    ],
)
def test_perft(preset: str, level: int, seed: int, leads: int, replies: int) -> None:
    """Pinned numbers of leads of a dealt hand, and of all answers to all of them."""
    game = game_at(level, preset, first_lead="seat:0")
    state = game.deal(4, seed)
    (decision,) = game.pending(state)
    offers = list(decision.choices)
    assert len(offers) == leads
    after = [game.pending(game.apply(state, decision.seat, offer))[0].choices for offer in offers]
    assert sum(1 for choices in after for _ in choices) == replies
