"""Vectors K1 to K25 of the rules: may X be played on Y. Whoever follows is asked through the choices of the game."""

from __future__ import annotations

import pytest

from paiju.games.climb.actions import Play
from paiju.games.climb.plays import Plays
from paiju.games.contract import IllegalAction, Seat
from tests.games.climb.guandan import PRESETS, game_at, name, row

ALL = PRESETS
SEED = ("seed", "seed_literal")
LITERAL = ("seed_literal",)
COMP = ("competition",)
BOTH = ("seed", "competition")


@pytest.mark.parametrize(
    ("vector", "new", "table", "level", "presets", "beats"),
    [
        ("K1", "L", "5s", 5, ALL, True),
        ("K1", "5s", "As", 5, ALL, True),
        ("K1", "5h", "5s", 5, ALL, False),
        ("K2", "2s", "As", 5, BOTH, False),
        ("K2", "2s", "As", 5, LITERAL, True),
        ("K2", "2s", "As", 2, ALL, True),
        ("K3", "2s2d", "AsAd", 5, LITERAL, False),
        ("K4", "5s5d", "AsAd", 5, ALL, True),
        ("K4", "LL", "5s5d", 5, ALL, True),
        ("K4", "RR", "LL", 5, ALL, True),
        ("K5", "LR", "LL", 5, SEED, True),
        ("K5", "RR", "LR", 5, SEED, False),
        ("K5", "LR", "RR", 5, SEED, False),
        ("K6", "4s4d4c9s9d", "3s3d3cAsAd", 5, ALL, True),
        ("K7", "5s5d5c3s3d", "AsAdAcKsKd", 5, ALL, True),
        ("K8", "2s3d4s5d6c", "As2d3s4d5c", 5, ALL, True),
        ("K9", "AsAd2s2d3s3d", "2s2d3c3h4s4d", 7, ALL, False),
        ("K10", "2s2d2c3s3d3c", "AsAdAc2s2d2h", 7, ALL, True),
        ("K11", "3s3d3c3h", "AsAdAcKsKd", 5, ALL, True),
        ("K12", "R", "AsAd", 5, ALL, False),
        ("K13", "5555", "AAAA", 5, BOTH, True),
        ("K13", "5555", "AAAA", 5, LITERAL, False),
        ("K14", "2222", "AAAA", 5, ALL, False),
        ("K14", "2222", "AAAA", 2, BOTH, True),
        ("K15", "33333", "AAAA", 5, ALL, True),
        ("K16", "As2s3s4s5s", "AAAAA", 7, ALL, True),
        ("K16", "AAAAA", "As2s3s4s5s", 7, ALL, False),
        ("K17", "222222", "TsJsQsKsAs", 7, ALL, True),
        ("K17", "TsJsQsKsAs", "222222", 7, ALL, False),
        ("K18", "LLRR", "KsKsKdKdKcKcKhKh5h5h", 5, COMP, True),
        ("K19", "6h7h8h9hTh", "6s7s8s9sTs", 2, ALL, False),
        ("K19", "7h8h9hThJh", "6s7s8s9sTs", 2, ALL, True),
        ("K20", "3s4d5s6d7c8s", "4s5d6s7d8c", 2, SEED, True),
        ("K21", "3s4d5s6d7c8s", "5s6d7s8d9c", 2, SEED, False),
        ("K21", "5s6d7s8d9c", "3s4d5s6d7c8s", 2, SEED, True),
        ("K22", "3s4s5s6s7s8s", "9sTsJsQsKs", 2, SEED, True),
        ("K23", "333333", "3s4s5s6s7s8s9s", 2, SEED, True),
        ("K24", "KsKdKc5h5h", "QsQdQc3s3d", 5, ALL, True),
        ("K25", "6s6d5h", "5s5d5c", 5, ALL, False),
    ],
)
def test_may_be_played_on(vector: str, new: str, table: str, level: int, presets: tuple[str, ...], beats: bool) -> None:
    for preset in presets:
        game = game_at(level, preset)
        top = game.reader.read(row(table))[0]
        cards = row(new)
        choices = Plays(game.reader, game.layout.mask(cards), game.layout.counts(cards), top, 0)
        assert (Play(cards) in choices) is beats, (vector, preset)
        listed = {offer.cards for offer in choices if isinstance(offer, Play)}
        whole = {tuple(sorted(offer)) for offer in listed}
        assert (tuple(sorted(cards)) in whole) is beats, (vector, preset)


def test_k24_the_strongest_reading_that_beats_is_taken() -> None:
    game = game_at(5)
    top = game.reader.read(row("QsQdQc3s3d"))[0]
    cards = row("KsKdKc5h5h")
    choices = Plays(game.reader, game.layout.mask(cards), game.layout.counts(cards), top, 0)
    taken = choices.resolve(Seat(0), Play(cards))
    assert isinstance(taken, Play)
    assert taken.combo is not None
    assert name(game, taken.combo) == "normalBomb[5] 13"
    assert taken.declared is None
    declared = choices.resolve(Seat(0), game.parse("KsKdKc5h5h=tripleWithPair"))
    assert str(declared) == "KsKcKd5h5h=tripleWithPair:K"
    assert choices.resolve(Seat(0), game.parse("KsKdKc5h5h=tripleWithPair:13")) == declared
    assert choices.resolve(Seat(0), game.parse("KsKdKc5h5h=TRIPLEWITHPAIR:k")) == declared


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("KsKdKc5h5h=straight", "bad_declare"),
        ("KsKdKc5h5h=tripleWithPair:12", "bad_declare"),
        ("KsKd", "cannot_beat"),
        ("KsKdKc", "cannot_beat"),
        ("KsKdKcKh", "not_in_hand"),
        ("Kc5h", "cannot_beat"),
        ("pay Ks", "wrong_phase"),
        ("call", "wrong_phase"),
    ],
)
def test_refusals_while_following(text: str, code: str) -> None:
    game = game_at(5)
    top = game.reader.read(row("QsQdQc3s3d"))[0]
    cards = row("KsKdKc5h5h")
    choices = Plays(game.reader, game.layout.mask(cards), game.layout.counts(cards), top, 0)
    with pytest.raises(IllegalAction) as refused:
        choices.resolve(Seat(0), game.parse(text))
    assert refused.value.code == code


def test_lengths_must_match_where_the_option_says_so() -> None:
    game = game_at(2, "seed", sequence_length_must_match=True)
    six, five, higher = (game.reader.read(row(text))[0] for text in ("3s4d5s6d7c8s", "4s5d6s7d8c", "5s6d7s8d9c"))
    assert not six.beats(five)
    assert not higher.beats(six)
    assert higher.beats(five)
