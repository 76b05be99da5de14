"""Positions as text: read, written, refused with a place; played on from."""

from __future__ import annotations

import doctest
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.games import catalog
from paiju.games.climb.game import Climb, ClimbOutcome
from paiju.games.climb.position import Position, PositionError
from paiju.games.climb.rules import multiplier
from paiju.games.climb.state import State
from paiju.games.contract import Seat, play
from paiju.games.messages import Language
from paiju.games.refusals import Refusal
from paiju.solver.endgame import Solver, solve

DOCS = Path(__file__).parents[3] / "docs"
(EXAMPLES,) = re.findall(r"```position\n(.*?)```", (DOCS / "notation.md").read_text(encoding="utf-8"), re.DOTALL)
CLIMBING = [entry.id for entry in catalog.infos() if isinstance(entry.game(), Climb)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("doudizhu 34567/KK/2 0 landlord=0 top=1:99 passes=1 bid=2 multiplier=4", None),
        ("doudizhu 999JJLR/33334567TTAAAA/- 1 landlord=0 ban=TripleWithPair", "doudizhu 999JJLR/33334567TTAAAA/- 1 landlord=0 ban=TripleWithPair"),
        ("guandan 5h5h7s8s9sTs/3d3c/KsKd/- 2 level=5 top=1:8d8c out=3", "guandan 7s8s9sTs5h5h/3d3c/KdKs/- 2 level=5 top=1:8c8d out=3"),
        ("big_two 3d4d/5s6s/7s8s/9s 0 top=3:2s", None),
        ("qigui_521 7s7d/5sKs 0 pile=3s4sL pot=5 captured=5/10", "qigui_521 7d7s/Ks5s 0 pile=3s4sL pot=5 captured=5/10"),
        ("doudizhu 3/4/5 0 landlord=1 option.base=5", None),
        ("three_two_one 39/4/8/5 0 top=0:7 locked=1,2,3", None),
        ("doudizhu_x 3/4/5 0 landlord=0 top=2:77776666=QuadrupleWithPairPair passes=0", None),
        (" 斗地主  3 4 5/ KK / -  0   landlord=0", "doudizhu 345/KK/- 0 landlord=0"),
        ("guandan 2d/3d/4d/5d 1 level=A", "guandan 2d/3d/4d/5d 1 level=14"),
        ("three_two_one 59TK/K/-/9T 1 top=1:Q locked=0,3", None),
        ("wuguapi -/-/TsJh 2 top=1:5s pile=9c9d pot=10", None),
    ],
)  # fmt: skip
def test_a_position_reads_back(text: str, canonical: str | None) -> None:
    found = Position.parse(text.replace(" passes=0", ""))
    assert str(found) == (canonical or text).replace(" passes=0", "")
    assert Position.parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "key", "what"),
    [
        ("", "position.form", None),
        ("doudizhu", "position.form", None),
        ("doudizhu 3/4/5", "position.no_turn", "3/4/5"),
        ("doudizhu 3/4/5 x landlord=0", "position.no_turn", "x landlord"),
        ("doudizhu 3/4/5 0 landlord", "position.no_turn", "landlord"),
        ("doudizhu 3/4/5 landlord=0", "position.no_turn", "3/4/5 landlord"),
        ("doudizhu landlord=0", "position.form", None),
        ("mahjong 3/4/5 0", "catalog.no_game", "mahjong"),
        ("hello", "position.form", None),
        ("holdem AsKs/QdQh 0", "position.no_climbing", "holdem"),
        ("doudizhu 3/4 0 landlord=0", "position.hands_only", "3/4 0"),
        ("big_two 3d 0", "position.hands", "3d 0"),
        ("doudizhu 33333/4/5 0 landlord=0", "position.rank_often", "3/4"),
        ("big_two 3d/3d/4d/5d 0", "position.card_often", "3d/4d"),
        ("big_two 3/4d/5d/6d 0", "position.no_suit", "3/4d"),
        ("doudizhu 3/4X/5 0 landlord=0", "notation.no_card", "X/5"),
        ("doudizhu 3//5 0 landlord=0", "position.no_cards", "/5"),
        ("doudizhu 3/4/5 3 landlord=0", "position.no_seat", "3 landlord"),
        ("doudizhu 3/4/5 \u0662 landlord=0", "position.no_turn", "\u0662"),
        ("doudizhu 3/4/5 0 landlord=4", "position.no_seat", "4"),
        ("doudizhu 3/4/5 0 landlord=", "position.no_seat", ""),
        ("doudizhu 3/4/5 0", "position.no_landlord", None),
        ("big_two 3d/4d/5d/6d 0 landlord=0", "position.landlord_here", "0"),
        ("doudizhu -/4/5 0 landlord=0", "position.empty_turn", "0 landlord"),
        ("doudizhu 3/-/- 0 landlord=0", "position.one_hand", None),
        ("doudizhu 3/4/- 0 landlord=0 out=2", "position.over", "2"),
        ("doudizhu 3/4/- 0 landlord=0 out=1", "position.not_out", "1"),
        ("guandan 3d/4d/-/- 0", "position.absent", "3d/4d"),
        ("guandan 3d/4d/5d/- 0 out=3,3", "position.twice", "3"),
        ("guandan 3d/4d/5d/- 0 out=3,7", "position.no_seat", "7"),
        ("guandan 3d/4d/5d/6d 0 level=15", "option.between", "15"),
        ("three_two_one 39/4/8/5 0 locked=2,2", "position.twice", "2"),
        ("three_two_one 39/4/8/5 0 locked=1,0", "position.not_locked", "0"),
        ("three_two_one 39/4/8/5 0 top=2:7 locked=2", "position.not_locked", "2"),
        ("big_two 3d/4d/5d/6d 0 locked=1", "position.locked_here", "1"),
        ("doudizhu 3/4/5 0 landlord=0 top=0:6", "position.own_top", "0:6"),
        ("three_two_one 3s/4s/5s/7s 0 top=0:6s option.self_cover_keeps_round=false", "position.own_top", "0:6s"),
        ("doudizhu 3/4/5 0 landlord=0 top=6", "position.top", "6"),
        ("doudizhu 3/4/5 0 landlord=0 top=7:9", "position.no_seat", "7:9"),
        ("doudizhu 3/4/- 0 landlord=0 top=2:22", "position.absent_top", "2:22"),
        ("doudizhu 3/4/5 0 landlord=0 top=1:67", "position.no_play", "67"),
        ("doudizhu_x 3/4/5 0 landlord=0 top=1:66667777=Pair", "position.no_play", "66667777"),
        ("doudizhu_x 3/4/5 0 landlord=0 top=1:66667777", "position.ambiguous", "66667777"),
        ("paodekuai 3445/9TJ/QK 1 top=0:6666 bombs=0/0/1", "position.bombs", "0/0/1"),
        ("doudizhu 3/4/5 0 landlord=0 top=1:6=Sextet", "position.no_type", "Sextet"),
        ("doudizhu 3/4/5 0 landlord=0 top=1:6 passes=2", "position.passes", "2"),
        ("doudizhu 3/4/5 0 landlord=0 ban=Sextet", "position.no_type", "Sextet"),
        ("doudizhu 3/4/5 0 landlord=0 ban=Single", "position.ban_single", "Single"),
        ("doudizhu 3/4/5 0 landlord=0 ban=Pair,Single", "position.ban_single", "Single"),
        ("doudizhu 3/4/5 0 landlord=0 ban=Pair,Sextet", "position.no_type", "Sextet"),
        ("doudizhu 3/4/5 0 landlord=0 colour=red", "position.no_key", "colour"),
        ("doudizhu 3/4/5 0 landlord=0 landlord=1", "position.twice", "landlord=1"),
        ("doudizhu 3/4/5 0 landlord=0 bid=x", "position.number", "x"),
        ("doudizhu 3/4/5 0 landlord=0 bid=\u0663", "position.number", "\u0663"),
        ("doudizhu 3/4/5 0 landlord=0 bid=0", "position.number", "0"),
        ("doudizhu 3/4/5 0 landlord=0 bid=101", "position.number", "101"),
        ("doudizhu 3/4/5 0 landlord=0 multiplier=-1", "position.number", "-1"),
        ("doudizhu 3/4/5 0 landlord=0 multiplier=65537", "position.number", "65537"),
        ("doudizhu_2p 345/456 0 landlord=0 handicap=3", "position.over", "3"),
        ("doudizhu_2p 345/456 0 landlord=0 handicap=99999999999999999999", "position.number", "9"),
        ("doudizhu 3/4/5 0 landlord=0 plays=1/2", "position.row", "1/2"),
        ("doudizhu 3/4/5 0 landlord=0 plays=256/0/0", "position.row", "256/0/0"),
        ("paodekuai 3445/9TJ/QK 1 bombs=1/0/14", "position.row", "1/0/14"),
        ("qigui_523 5s7s/KdTd 0 captured=20/1001", "position.row", "20/1001"),
        ("qigui_523 5s7s/KdTd 0 pot=1001", "position.number", "1001"),
        ("doudizhu 3/4/5 0 landlord=0 pot=10", "position.pile_here", "10"),
        ("doudizhu 3/4/5 0 landlord=0 captured=0/5/0", "position.pile_here", "0/5/0"),
        ("big_two 3d/4d/5d/6d 0 bid=2", "position.landlord_here", "2"),
        ("doudizhu 3/4/5 0 landlord=0 pile=6", "position.pile_here", "6"),
        ("doudizhu 3/4/5 0 landlord=0 option.colour=red", "option.unknown", "option.colour"),
        ("doudizhu 3/4/5 0 landlord=0 option.base=x", "option.between", "x"),
        ("doudizhu 3/4/5 0 landlord=0 level=5", "option.unknown", "level"),
    ],
)
def test_a_refusal_says_what_and_where(text: str, key: str, what: str | None) -> None:
    with pytest.raises(PositionError) as refused:
        Position.parse(text)
    error = refused.value
    assert key in repr(error.why), error.why
    assert (error.at == -1) if what is None else text[error.at :].startswith(what)
    languages: tuple[Language, ...] = ("zh", "en")
    for language in languages:
        assert "position." not in error.worded(language)


@pytest.mark.parametrize(
    "text", ["doudizhu 3/4/5 {}", "doudizhu 3/4/5 0 landlord={}", "doudizhu 3/4/5 0 landlord=0 bid={}"]
)
def test_a_number_may_be_of_any_length(text: str) -> None:
    with pytest.raises(PositionError) as refused:
        Position.parse(text.format("9" * 5000))
    assert refused.value.at == text.index("{")


@pytest.mark.parametrize(
    "text",
    [
        "doudizhu 34/5/6 0 landlord=0 bid=100 multiplier=65536 plays=255/255/255",
        "qigui_523 5s7s/KdTd 0 pot=1000 captured=1000/1000",
        "paodekuai 34/5/6 0 bombs=13/13/13",
    ],
)
def test_the_largest_numbers_can_be_solved(text: str) -> None:
    for goal in ("win", "score"):
        assert solve(Position.parse(text), goal).proved


KEYS = (
    "out=1",
    "out=0,1",
    "locked=0,1",
    "pot=5",
    "captured=5/5/5",
    "plays=0/0/0",
    "bombs=1/1/1",
    "handicap=3",
    "ban=Bomb",
)
TOPS = (
    "top=0:3",
    "top=1:3s",
    "top=2:22",
    "top=2:LR",
    "top=1:3333",
    "top=0:",
    "top=3:3d3s3h3c",
    "pile=3s4s",
    "passes=1",
)


def test_a_text_with_slips_is_refused_or_solved() -> None:
    """A character more, less or other, a word more or less: a sentence, or a position that is written and solved."""
    rng = random.Random(22)
    written = EXAMPLES.splitlines()
    refused = solved = 0
    for _ in range(2500):
        text = rng.choice(written)
        for _ in range(rng.randint(1, 3)):
            at, kind = rng.randrange(len(text) + 1), rng.random()
            if kind < 0.5:
                text = text[:at] + rng.choice("3459TJQKA2LRdshc/-0123 =:,") * (kind < 0.4) + text[at + (kind > 0.2) :]
            elif kind < 0.9:
                text = f"{text} {rng.choice(KEYS + TOPS)}"
            else:
                words = text.split(" ")
                words.pop(rng.randrange(len(words)))
                text = " ".join(words)
        try:
            position = Position.parse(text)
        except PositionError as error:
            assert error.worded("zh") and error.at <= len(text)
            refused += 1
            continue
        assert str(Position.parse(str(position))) == str(position)
        for goal in ("win", "score"):
            Solver(position, limit=0.05, memory=1 << 20).solve(goal)
        solved += 1
    assert refused > 1000 and solved > 100


@pytest.mark.parametrize("name", CLIMBING)
def test_positions_of_a_deal_play_on_as_the_deal_does(name: str) -> None:
    """From any moment of the tricks, the position offers the same answers and leads to the same scores."""
    entry = catalog.find(name)
    game: Any = entry.game()
    rng = random.Random(name)
    for seed in range(4):
        state = game.deal(entry.recommended, seed)
        while (asked := game.pending(state)) and state.stage != len(game.rules.stages) - 1:
            state = game.apply(state, asked[0].seat, next(iter(asked[0].choices)))
        moments = [state]
        while asked := game.pending(state):
            answers = list(islice(asked[0].choices, 1, 12)) or list(islice(asked[0].choices, 1))
            state = game.apply(state, asked[0].seat, rng.choice(answers))
            moments.append(state)
        for moment in [one for one in moments[1:-1] if one.top is not None][:: max(1, len(moments) // 6)]:
            position = Position.of(moment, name)
            again = Position.parse(str(position))
            ours = [str(answer) for decision in game.pending(moment) for answer in decision.choices]
            theirs = [str(answer) for decision in again.engine.pending(again.state) for answer in decision.choices]
            assert [_ranks(text, game) for text in theirs] == [_ranks(text, game) for text in ours]
            one, other = moment, position.state
            while asked := game.pending(one):
                answer = rng.choice(list(islice(asked[0].choices, 6)))
                one = game.apply(one, asked[0].seat, answer)
                other = play(position.engine, other, asked[0].seat, str(answer)).state
            ended, expected = position.engine.outcome(other), game.outcome(one)
            assert isinstance(ended, ClimbOutcome) and isinstance(expected, ClimbOutcome)
            # A position knows its multiplier, not how it came about.
            assert multiplier(ended.factors) == multiplier(expected.factors)
            assert replace(ended, factors=()) == replace(expected, factors=())


@pytest.mark.parametrize("name", CLIMBING)
def test_every_moment_of_a_deal_is_kept(name: str) -> None:
    """Each answer leads from the position to where it leads from the deal: next seat, who is locked out, pile, places."""
    entry = catalog.find(name)
    game: Any = entry.game()
    rng = random.Random(name)
    moments = 0
    for seed in range(4):
        state = game.deal(entry.recommended, seed)
        while asked := game.pending(state):
            answers = list(islice(asked[0].choices, 6))
            if state.stage == len(game.rules.stages) - 1 and state.top is not None:
                position = Position.of(state, name)
                assert Position.of(position.state, name, position.options) == position
                for answer in answers:
                    ours = game.apply(state, asked[0].seat, answer)
                    theirs = position.engine.apply(position.state, asked[0].seat, answer)
                    assert _place(theirs) == _place(ours), (str(position), str(answer))
                moments += 1
            state = game.apply(state, asked[0].seat, rng.choice(answers))
    assert moments > 40


def _place(state: State) -> object:
    pile = state.draw._replace(drawn=()) if state.draw else None
    return state.turn, state.leading, state.passed, state.hands, state.out, state.multiplier, pile


def test_a_seat_that_beats_its_own_play_keeps_the_others_out() -> None:
    """三两一: who passed stays out until the leader leads something else, and the position says so."""
    game = catalog.find("three_two_one").game()
    kept, fresh = (Position.parse(f"three_two_one 3s9s/4s/8sTs/5s 0{more}") for more in (" top=0:7s locked=1,2,3", ""))
    assert kept.state.leading and kept.state.passed == 0b1110
    turns = [play(game, one.state, Seat(0), "9s").state.turn for one in (kept, fresh)]
    assert turns == [0, 1]  # nobody may answer the nine; without the seven before it, the next seat may
    assert play(game, kept.state, Seat(0), "3s").state.turn == 1  # a lower lead opens a round for everybody
    # The nine keeps the others out and the three goes out after it; with a free round it would be answered by the ten.
    assert solve(kept).winners == (0,)
    assert solve(fresh).winners == (1, 2, 3)


def _ranks(text: str, game: Climb) -> str:
    """A move without suits where they do not matter: a position in bare ranks holds other cards of the same ranks."""
    if game.rules.suits_matter or not text[0].isalnum() or text == "pass":
        return text
    cards, equals, declared = text.partition("=")
    return cards.translate(str.maketrans("", "", "cdhs")) + equals + declared


def test_an_absent_seat_is_never_first_out() -> None:
    """The landlord who goes out wins, also where one farmer is not there; and it is no spring."""
    position = Position.parse("doudizhu 34/5/- 0 landlord=0")
    game, state = position.engine, position.state
    for seat, text in ((0, "4"), (1, "5")):
        state = play(game, state, Seat(seat), text).state
    outcome = game.outcome(state)
    assert outcome is not None and outcome.scores == (-2, 1, 1) and outcome.reason == "climb.over.farmers"
    position = Position.parse("doudizhu 3/5/- 0 landlord=0")
    outcome = game.outcome(play(game, position.state, Seat(0), "3").state)
    assert outcome is not None and outcome.scores == (2, -1, -1) and outcome.reason == "climb.over.landlord"


def test_spring_counts_where_the_position_says_who_has_played() -> None:
    position = Position.parse("doudizhu 3/5/6 0 landlord=0 plays=3/0/0")
    outcome = position.engine.outcome(play(position.engine, position.state, Seat(0), "3").state)
    assert outcome is not None and outcome.reason == "climb.over.spring"


def test_a_banned_type_is_not_offered() -> None:
    free, banned = (Position.parse(f"doudizhu 99944/5/6 0 landlord=0{more}") for more in ("", " ban=TripleWithPair"))
    offered = [{str(one.combo.kind) for one in p.engine.pending(p.state)[0].choices} for p in (free, banned)]  # type: ignore[union-attr]
    assert offered[0] - offered[1] == {"Kind.FULL_HOUSE"}


@pytest.mark.parametrize(
    ("ban", "cards", "kinds"),
    [
        ("straight", "3d4d5c6d7d", []),
        ("straight", "3d4d5d6d7d", ["straight_flush"]),
        ("straightFlush", "3d4d5c6d7d", ["straight"]),
        ("straightFlush", "3d4d5d6d7d", []),
        ("straight,straightFlush", "3d4d5d6d7d", []),
    ],
)
def test_guandan_without_straights_or_straight_flushes(ban: str, cards: str, kinds: list[str]) -> None:
    """Banning one of them leaves the other as it is."""
    position = Position.parse(f"guandan {cards}/9d9c/KsKd/8s8d 0 level=2 ban={ban}")
    assert [str(combo.kind.value) for combo in position.engine.reader.read(position.hands[0])] == kinds
    played = {one.combo.kind.value for one in position.engine.pending(position.state)[0].choices}  # type: ignore[union-attr]
    assert {kind for kind in played if "straight" in kind} == set(kinds)


def test_a_leader_keeps_the_own_play_where_covering_it_counts() -> None:
    """In 三两一 a leader who covers their own last play keeps the others locked out."""
    kept = Position.parse("three_two_one 59TK/K/-/9T 1 top=1:Q locked=0,3")
    assert kept.state.leading and kept.state.top is not None
    assert str(Position.of(kept.state, "three_two_one", kept.options)) == str(kept)


def test_refusals_are_sentences() -> None:
    assert Refusal("position.form").worded("zh").startswith("局面")


def test_the_examples_of_the_documents() -> None:
    """docs/notation.md: every position is read and written back; docs/solving.md: the examples run."""
    assert len(EXAMPLES.splitlines()) > 5
    for text in EXAMPLES.splitlines():
        position = Position.parse(text)
        assert position.engine.pending(position.state)
        assert Position.parse(str(position)) == position
    assert doctest.testfile(str(DOCS / "solving.md"), module_relative=False, encoding="utf-8").failed == 0
