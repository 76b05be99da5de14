"""PHH: vectors H1-H4 of the rules, what other programs write, refusals, and export-import identity (regression 13)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games.contract import Seat, play
from paiju.games.holdem import Holdem, HoldemOptions, phh
from paiju.games.record import dump, load, verify
from tests.contract.games import random_action
from tests.games.holdem.hands import act, start, table


def document(actions: str, **fields: Any) -> phh.HandHistory:
    """Actions one a line; blinds 10/20 and 1000 chips each unless said."""
    rows = [line.strip() for line in actions.strip().splitlines()]
    count = len(fields.get("starting_stacks", (1000,) * 3))
    base: dict[str, Any] = {
        "variant": "NT",
        "antes": [0] * count,
        "blinds_or_straddles": [10, 20] + [0] * (count - 2),
        "min_bet": 20,
        "starting_stacks": [1000] * count,
    }
    return phh.HandHistory({**base, **fields, "actions": rows})


H1 = document(
    """d dh p1 QsQd
    d dh p2 KcKd
    d dh p3 AsAh
    p3 cbr 100
    p1 cbr 300
    p2 cc
    p1 sm QsQd
    p2 sm KcKd
    p3 sm AsAh
    d db 2c7d9h
    d db Js
    d db 3c""",
    starting_stacks=[300, 500, 100],
)
H2 = document("d dh p1 ????\nd dh p2 ????\np2 cbr 50\np1 f", starting_stacks=[1000, 1000])
H3 = document(
    """d dh p1 AsKs
    d dh p2 8c3d
    d dh p3 7h7d
    p3 cbr 40
    p1 cbr 60
    p2 f
    p3 cc
    d db 7s2d9c
    p1 cbr 20
    p3 cbr 40
    p1 cc
    d db Kd
    p1 cc
    p3 cbr 40
    p1 cc
    d db 4h
    p1 cc
    p3 cbr 40
    p1 cc
    p3 sm 7h7d
    p1 sm""",
    variant="FT",
    small_bet=20,
    big_bet=40,
)
H4 = document(
    """d dh p1 Ah6h
    d dh p2 9c9d
    d dh p3 KsQc
    p1 cbr 40
    p2 cc
    p3 f
    d db 7h8h9s
    p1 cc
    p2 cbr 450
    p1 cc
    p2 sm 9c9d
    p1 sm Ah6h
    d db Th
    d db Tc""",
    variant="NS",
    antes=[10, 10, 10],
    ante_trimming_status=True,
    blinds_or_straddles=[0, 0, 10],
    min_bet=10,
    starting_stacks=[500] * 3,
)


@pytest.mark.parametrize(
    ("number", "hand", "finishing"),
    [
        ("H1", H1, (0, 600, 300)),
        ("H2", H2, (980, 1020)),
        ("H3", H3, (820, 980, 1200)),
        ("H4", H4, (1020, 0, 480)),
    ],
)
def test_vectors(number: str, hand: phh.HandHistory, finishing: tuple[int, ...]) -> None:
    assert phh.replay(hand).finishing == finishing
    assert phh.replay(phh.loads(phh.dumps(hand))).finishing == finishing
    told = phh.HandHistory({**hand.fields, "finishing_stacks": list(finishing)})
    assert phh.compare(told).verdict is phh.Verdict.AGREES
    wrong = phh.HandHistory({**hand.fields, "finishing_stacks": [finishing[0] + 1, *finishing[1:]]})
    assert "finishing_stacks of p1" in phh.compare(wrong).why


@pytest.mark.parametrize(
    ("what", "hand", "finishing"),
    [
        (
            "decimals",
            document(
                "d dh p1 ????\nd dh p2 ????\np2 cbr 1.25\np1 cc\nd db 2c3c4c\np1 cc\np2 cbr 1.125\np1 f",
                blinds_or_straddles=[Decimal("0.25"), Decimal("0.5")],
                min_bet=Decimal("0.50"),
                starting_stacks=[Decimal("100.00"), 50],
            ),
            ("98.75", "51.25"),
        ),
        (
            "a straddle: the next seat opens, the straddler closes",
            document("p4 cc\np1 f\np2 f\np3 cc\nd db 2c3c4c\np3 cc\np4 cbr 40\np3 f",
                     blinds_or_straddles=[10, 20, 40, 0], starting_stacks=[1000] * 4),
            ("990", "980", "960", "1070"),
        ),
        (
            "a blind posted to come in",
            document("p3 cc\np4 cc\np1 f\np2 cc\nd db 2c3c4c\np2 cc\np3 cc\np4 cbr 40\np2 f\np3 f",
                     blinds_or_straddles=[10, 20, 0, -20], starting_stacks=[1000] * 4),
            ("990", "980", "980", "1050"),
        ),
        (
            "the board in one line, after the betting",
            document("d dh p1 AsAh\nd dh p2 KsKh\np2 cbr 1000\np1 cc\np2 sm KsKh\np1 sm AsAh\nd db 2c7d9hJs3c",
                     starting_stacks=[1000, 1000]),
            ("2000", "0"),
        ),
        (
            "an unknown hand at the showdown was mucked",
            document("d dh p1 ????\nd dh p2 KsKh\np2 cc\np1 cc\nd db 2c7d9h\np1 cc\np2 cc\nd db Js\np1 cc\np2 cc\n"
                     "d db 3c\np1 cc\np2 cc\np1 sm\np2 sm KsKh", starting_stacks=[1000, 1000]),
            ("980", "1020"),
        ),
        (
            "cards told only at the showdown, hole by hole, with a comment",
            document("d dh p1 ????\nd dh p2 Ks\nd dh p2 Kh\np2 cc # limps\np1 cc\nd db 2c7d9h\np1 cc\np2 cc\nd db Js\n"
                     "p1 cc\np2 cc\nd db 3c\np1 cc\np2 cc\np1 sm AsAh", starting_stacks=[1000, 1000]),
            ("1020", "980"),
        ),
        (
            "a hand that was mucked wins nothing, were it the best",
            document("d dh p1 AsAh\nd dh p2 KsKh\np2 cc\np1 cc\nd db 2c7d9h\np1 cc\np2 cc\nd db Js\np1 cc\np2 cc\n"
                     "d db 3c\np1 cc\np2 cc\np1 sm\np2 sm KsKh", starting_stacks=[1000, 1000]),
            ("980", "1020"),
        ),
        (
            "antes that are trimmed: a short one wins only what it matches",
            document("d dh p1 AsAh\nd dh p2 KsKh\nd dh p3 QsQh\np1 cc\np2 cc\nd db 2c7d9h\np1 cbr 980\np2 cc\np1 sm AsAh\n"
                     "p2 sm KsKh\np3 sm QsQh\nd db JsQc", antes=[20, 20, 20], ante_trimming_status=True,
                     blinds_or_straddles=[0, 20, 0], starting_stacks=[1020, 1020, 5]),
            ("2030", "0", "15"),
        ),
        (
            "antes that are not trimmed go to the main pot",
            document("d dh p1 AsAh\nd dh p2 KsKh\nd dh p3 QsQh\np1 cc\np2 cc\nd db 2c7d9h\np1 cbr 980\np2 cc\np1 sm AsAh\n"
                     "p2 sm KsKh\np3 sm QsQh\nd db JsQc", antes=[20, 20, 20], ante_trimming_status=False,
                     blinds_or_straddles=[0, 20, 0], starting_stacks=[1020, 1020, 5]),
            ("2000", "0", "45"),
        ),
        (
            "a bet of more than anybody can call",
            document("d dh p1 AsAh\nd dh p2 KsKh\np2 cbr 100\np1 cbr 1000\np2 sm KsKh\np1 sm AsAh\nd db 2c7d9hJs3c",
                     starting_stacks=[1000, 100]),
            ("1100", "0"),
        ),
    ],
)  # fmt: skip
def test_what_others_write(what: str, hand: phh.HandHistory, finishing: tuple[str, ...]) -> None:
    assert phh.replay(hand).finishing == tuple(map(Decimal, finishing))


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (document("p3 f\np1 f", variant="PO"), "variant 'PO' is not hold'em"),
        (document("p1 f"), "action 1: p1 cannot act, it is the turn of p3"),
        (document("p3 f\np1 f\np2 f"), "action 3: p2 cannot act, the hand is over"),
        (document("p3 cbr 30"), "action 1: p3 cbr 30 is not allowed: Make the total at least 40"),
        (document("p3 cbr 3000"), "at most 1000"),
        (document("p3 cbr -5"), "action 1: '-5' is no amount"),
        (document("p3 dance"), "action 1: 'p3 dance' is no action of hold'em"),
        (document("p9 f"), "action 1: there is no player 'p9'"),
        (document("p3 f\nd db 2c3c4c"), "action 2: the board is dealt before the betting is over"),
        (document("p3 cc\np1 cc\np2 cc\np1 cc"), "action 4: the board for this round of betting was not dealt"),
        (document("p3 f"), "the actions end while p1 is to act"),
        (document("d dh p1 AsAs\np3 f\np1 f"), "action 1: As is dealt twice"),
        (document("d dh p1 AsXx"), "action 1: 'AsXx' are no cards"),
        (document("d dh p1 AsKsQs"), "more than two cards"),
        (document("p3 f\np1 f", starting_stacks=[1000]), "1 players"),
        (document("p3 f\np1 f", starting_stacks=[1000, "x", 1000]), "'x' is no amount"),
        (document("p3 f\np1 f", starting_stacks=[1000, 0, 1000]), "every player needs chips"),
        (document("p3 f\np1 f", min_bet=None), "None is no amount"),
        (
            document("p3 f\np1 cc\np2 cc\nd db 2c3c4c\np1 cc\np2 cc\nd db 5c\np1 cc\np2 cc\nd db 9d\np1 cc\np2 cc"),
            "nobody's cards are known at the showdown",
        ),
    ],
)
def test_refusals(hand: phh.HandHistory, why: str) -> None:
    with pytest.raises(phh.PhhError) as refused:
        phh.replay(hand)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "variant = ",
        "x",
        "variant = 'NT'\nactions = [1]\nstarting_stacks = [1, 2]",
        "actions = 5",
        "[1]\n[2]",
        "\x00",
    ],
)
def test_text_that_is_no_hand(text: str) -> None:
    with pytest.raises(phh.PhhError):
        for _, hand in phh.loads_all(text):
            phh.replay(hand)


def test_both_readers_agree() -> None:
    import tomllib

    texts = [phh.dumps(hand) for hand in (H1, H2, H3, H4)]
    texts.append(
        "variant = 'NT'\nantes = [0,\n 0,]\nblinds_or_straddles = [0.25, 0.50]\nyear = 2026\nflag = true\nactions = ['p1 f',\n'p2 f',\n]\n"
    )
    for text in texts:
        assert dict(phh.loads(text).fields) == tomllib.loads(text, parse_float=Decimal)


def test_many_hands_in_one_file() -> None:
    text = phh.dumps_all([H1, H2, H3])
    assert [(name, dict(hand.fields)) for name, hand in phh.loads_all(text)] == [
        ("1", dict(H1.fields)), ("2", dict(H2.fields)), ("3", dict(H3.fields)),
    ]  # fmt: skip


def test_rake_is_not_a_mismatch_unless_strict() -> None:
    hand = phh.HandHistory({**H2.fields, "winnings": [0, 39], "currency_symbol": "$"})
    assert phh.compare(hand).verdict is phh.Verdict.AGREES
    assert phh.compare(hand, strict=True).verdict is phh.Verdict.MISMATCH
    assert phh.compare(phh.HandHistory({**H2.fields, "winnings": [0, 40]}), strict=True).verdict is phh.Verdict.AGREES


@pytest.mark.parametrize(
    ("winnings", "house", "verdict"),
    [
        ([0, 40], {}, "ok"),
        ([0, 0], {}, "winnings not told"),
        ([0, 70], {}, "includes the uncalled bet"),
        ([0, 69], {}, "mismatched"),
        ([0, 69], {"currency_symbol": "$"}, "includes the uncalled bet"),  # and less the rake
        ([0, 0], {"finishing_stacks": [980, 1020]}, "winnings not told"),
        ([0, 0], {"finishing_stacks": [1000, 1000]}, "mismatched"),
        ([40, 0], {}, "mismatched"),
    ],
)
def test_conventions_are_told_apart_from_mismatches(winnings: list[int], house: dict[str, Any], verdict: str) -> None:
    """p2 makes it 50, p1 folds with 20 in: the pot is 40, and 30 of the bet come back."""
    hand = phh.HandHistory({**H2.fields, "winnings": winnings, **house})
    assert phh.compare(hand).verdict.value == verdict


@pytest.mark.parametrize("wrong", [[979, 1020], [980, 1019], [980, 1021], [981, 1020]])
def test_without_a_house_a_single_chip_is_a_mismatch(wrong: list[int]) -> None:
    assert phh.compare(phh.HandHistory({**H2.fields, "finishing_stacks": [980, 1020]})).verdict is phh.Verdict.AGREES
    assert phh.compare(phh.HandHistory({**H2.fields, "finishing_stacks": wrong})).verdict is phh.Verdict.MISMATCH


@pytest.mark.parametrize(
    ("actions", "at", "why"),
    [
        (["d dh p1 AsAh", "d dh p2 AsKd", "p2 f"], 2, "As is dealt twice"),
        (["d dh p1 AsAs", "d dh p2 QsKd", "p2 f"], 1, "As is dealt twice"),
        (["d dh p1 AsAh", "d dh p2 QsKd", "p2 cc", "p1 cc", "d db 2cQs3c"], 5, "Qs is dealt twice"),
        (["d dh p1 AsAh", "d dh p2 ????", "p2 cc", "p1 cc", "d db 2c4s3c", "p2 sm 2cKd"], 6, "2c is dealt twice"),
    ],
)
def test_a_card_dealt_twice_names_the_action(actions: list[str], at: int, why: str) -> None:
    with pytest.raises(phh.PhhError, match=why) as found:
        phh.replay(phh.HandHistory({**H2.fields, "actions": actions}))
    assert found.value.action == at


def test_another_game_is_named_before_anything_else() -> None:
    with pytest.raises(phh.PhhError, match="'PO' is not hold'em"):
        phh.replay(phh.HandHistory({"variant": "PO"}))


@pytest.mark.parametrize("seed", range(60))
def test_export_import_export(seed: int) -> None:
    """Regression 13: nothing is lost or doubled on the way out and back in."""
    rng = Rng(seed, stream=3)
    game_type = rng.choice(["no_limit", "pot_limit", "limit"])
    variant = "standard" if game_type == "limit" else rng.choice(["standard", "short_deck"])
    stacks = (*(rng.choice([0, 35, 200, 1000]) for _ in range(rng.below(5) + 2)), 400, 500)
    options: dict[str, Any] = {"ante": rng.choice([0, 5]), "ante_type": rng.choice(["all", "bb", "button"])}
    game = Holdem(HoldemOptions(stacks=stacks, game_type=game_type, variant=variant, **options))  # type: ignore[arg-type]
    state = game.deal(len(stacks), seed)
    while state.turn >= 0:
        state = game.apply(state, Seat(state.turn), random_action(game.bets(state), rng, reach=60))
    names = [f"player {seat}" for seat in range(len(stacks))]
    hand = phh.of_state(game, state, names)
    text = phh.dumps(hand)
    again = phh.loads(text)
    assert phh.compare(again, strict=True).verdict is phh.Verdict.AGREES
    record = phh.to_record(again)
    assert phh.dumps(phh.of_record(load(dump(record)))) == _sorted_as(text, phh.dumps(phh.of_record(record)))
    assert dict(phh.of_record(record).fields) == dict(again.fields)
    assert sum(again.fields["finishing_stacks"]) == sum(again.fields["starting_stacks"])
    assert verify(load(dump(record))).outcome is not None


def _sorted_as(text: str, other: str) -> str:
    """The same rows in another order of fields."""
    assert sorted(text.splitlines()) == sorted(other.splitlines())
    return other


def test_decimals_come_back_as_they_were() -> None:
    hand = document(
        "d dh p1 AsAh\nd dh p2 KsKh\np2 cbr 1.25\np1 f",
        blinds_or_straddles=[Decimal("0.25"), Decimal("0.50")], min_bet=Decimal("0.50"), starting_stacks=[Decimal("100.00"), Decimal("50.25")],
    )  # fmt: skip
    back = phh.of_record(phh.to_record(hand))
    for name in ("blinds_or_straddles", "min_bet", "starting_stacks", "actions"):
        assert back.fields[name] == hand.fields[name]
    assert back.fields["finishing_stacks"] == [Decimal("99.50"), Decimal("50.75")]


def test_heads_up_lists_the_small_blind_first_and_deals_the_big_blind_first() -> None:
    game = table((1000, 900), button=1)
    hand = phh.of_state(game, start(game, "raise_to 60, fold"))
    assert hand.fields["blinds_or_straddles"] == [10, 20]
    assert hand.fields["starting_stacks"] == [1000, 900]
    assert hand.actions[2:] == ("p2 cbr 60", "p1 f")


@pytest.mark.parametrize(
    ("what", "game", "actions"),
    [
        ("a short big blind", table((1000, 1000, 5)), "fold, call"),
        ("three of a kind above straights", table((1000,) * 2, variant="short_deck", trips_beat_straight=True), "fold"),
        ("a limit all-in of half a bet", table((1000, 1000, 1000, 30), game_type="limit"), "all_in, fold, fold, fold"),
        (
            "a limit street of five raises",
            table((1000,) * 2, game_type="limit", max_raises=6),
            "raise_to 40, raise_to 60, raise_to 80, raise_to 100, raise_to 120, fold",
        ),
    ],
)
def test_hands_that_others_settle_differently_are_marked(what: str, game: Holdem, actions: str) -> None:
    assert phh.of_state(game, start(game, actions)).fields["_replay"] is False


def test_a_limit_street_of_four_raises_is_replayed_by_others() -> None:
    game = table((1000,) * 2, game_type="limit", max_raises=6)
    state = start(game, "raise_to 40, raise_to 60, raise_to 80, raise_to 100, fold")
    assert "_replay" not in phh.of_state(game, state).fields


def test_pot_limit_and_shown_cards_have_fields_of_their_own() -> None:
    game = table((1000,) * 2, game_type="pot_limit")
    state = start(game, "fold")
    shown = state.setup.cards.holes[1]
    state = play(game, state, Seat(1), f"show {shown[0]}").state
    hand = phh.of_state(game, state)
    assert hand.fields["_betting_structure"] == "pot_limit"
    assert hand.fields["_shown"] == [f"p1 {shown[0]}"]
    assert phh.of_record(phh.to_record(hand)).fields["_shown"] == hand.fields["_shown"]


def test_records_of_other_games_and_unfinished_hands_are_refused() -> None:
    game = table((1000,) * 2)
    with pytest.raises(phh.PhhError, match="not over"):
        phh.of_state(game, act(game, game.deal(2, 1), "call"))
    with pytest.raises(phh.PhhError, match="no code for fixed-limit short deck"):
        limit = table((1000,) * 2, game_type="limit", variant="short_deck")
        phh.of_state(limit, start(limit, "fold"))


VALUES = (
    "-1", "0", "1.5", '"x"', "[]", "{}", "inf", "nan", "-inf", "1e400", "[1]", "[1, 2, 3, 4]", '["a"]', "true", "[[1]]",
    "999999999999999999999999", "2026-01-01", "[inf, 5, 5]", "[nan, 5, 5]", "[0.1, 1e-9, 3]", '""', '["p1 As"]', '["p9"]',
    "'{\"ante\": 5, \"x\": 1}'", "'{\"stacks\": [1]}'", "'{\"min_players\": 9}'", "'[]'",
)  # fmt: skip
WORDS = (
    "f",
    "cc",
    "cbr",
    "sm",
    "d",
    "db",
    "dh",
    "p1",
    "p2",
    "p3",
    "p0",
    "??",
    "AsAs",
    "As",
    "100",
    "1e5",
    "-",
    "#",
    "p²",
    "٣",
)


def spoiled(text: str, rng: Rng) -> str:
    """A document with one field, line, action or character gone wrong."""
    lines = text.split("\n")
    at = rng.below(len(lines))
    match rng.below(5):
        case 0:
            lines[at] = f"{lines[at].split('=')[0]}= {rng.choice(VALUES)}"
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, '  "' + " ".join(rng.choice(WORDS) for _ in range(rng.below(5))) + '",')
        case 3:
            name = rng.choice(["finishing_stacks", "winnings", "_rules", "_shown", "players", "time"])
            lines.append(f"{name} = {rng.choice(VALUES)}")
        case _:
            place = rng.below(len(text))
            return text[:place] + chr(rng.below(0x250)) + text[place + rng.below(3) :]
    return "\n".join(lines)


def survive(seeds: range) -> None:
    for seed in seeds:
        rng = Rng(seed, stream=11)
        text = phh.dumps(rng.choice([H1, H2, H3, H4]))
        for _ in range(1 + rng.below(2)):
            text = spoiled(text, rng)
        try:
            hand = phh.loads(text)
            phh.compare(hand)
            phh.of_record(phh.to_record(hand))
        except phh.PhhError as refused:
            assert str(refused)


def test_spoiled_documents_are_refused_and_never_crash() -> None:
    survive(range(1500))


@pytest.mark.fuzz
def test_many_spoiled_documents() -> None:
    survive(range(1500, 200_000))


def test_dates_and_times_survive_conversion() -> None:
    text = phh.dumps(H2) + 'time = 12:30:00\nday = 5\n_at = 2026-11-15\nauthor = "O\'Neil \\"x\\""\n'
    hand = phh.loads(text)
    back = phh.of_record(load(dump(phh.to_record(hand))))
    for name in ("time", "day", "_at", "author"):
        assert back.fields[name] == hand.fields[name]
    assert phh.loads(phh.dumps(back)).fields["time"] == hand.fields["time"]
