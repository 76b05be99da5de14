"""Exact solving: the kernel against the definition, the answers, the line, known endgames."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from paiju.cards import DECK_54, Rng
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position, PositionError
from paiju.games.climb.stages import DrawWild
from paiju.games.climb.state import State
from paiju.games.contract import play
from paiju.solver import endgame
from paiju.solver.endgame import SHORTCUTS, Aim, Native, OutOfTime, Plain, Sides, children, solve

LARGEST = 30_000  # positions that the definition may look at
QUICK = 500  # and where ten thousand are compared

CLIMBING = [info.id for info in catalog.infos() if isinstance(info.game(), Climb)]


def sizes(rng: random.Random, seats: int, most: int) -> list[int]:
    """Cards of each hand. Every fourth time one hand is long, for the long types of play, and the others are short."""
    if rng.randrange(4):
        return [rng.randint(0, most) for _ in range(seats)]
    found = [rng.randint(0, 2) for _ in range(seats)]
    found[rng.randrange(seats)] = rng.randint(most, 2 * most)
    return found


def positions(name: str, count: int, seed: int, most: int, *, bans: bool = False) -> Iterator[tuple[Position, State]]:
    """Random small positions of few ranks, so that every type of play comes up, and states some moves after them.

    Every second time the ranks are neighbours, for runs. With `bans`, every fourth position forbids some types: one of a few
    sets of them, since each is a game of its own to be compiled."""
    rng = random.Random(f"{name} {seed}")
    game = catalog.find(name).game()
    assert isinstance(game, Climb)
    seats = next(size for size in (3, 4, 2) if size in game.seats)
    types = sorted(dict(game.rules.names).values())
    order = list(game.layout.ranks)
    draws_wild = any(isinstance(stage, DrawWild) for stage in game.rules.stages)
    banned = [tuple(rng.sample(types, rng.randint(1, 3))) for _ in range(6)]
    while count:
        number = rng.randint(3, min(8, len(order)))
        first = rng.randint(0, len(order) - number)
        ranks = rng.sample(order, number) if rng.randrange(2) else order[first : first + number]
        deck = [card for card in game.rules.deck.cards if card.rank in ranks]
        rng.shuffle(deck)
        hands = tuple(tuple(deck.pop() for _ in range(min(len(deck), size))) for size in sizes(rng, seats, most))
        turn = rng.randrange(seats)
        if not hands[turn] or sum(map(bool, hands)) < 2:
            continue
        pile = tuple(deck[: rng.randint(0, 2)]) if game.rules.drawing else ()
        chief: dict[str, Any] = {}
        if game.rules.kitty:
            made = tuple(rng.randrange(3) for _ in range(seats)) if rng.randrange(2) else ()
            chief = {"landlord": rng.randrange(seats), "plays": made, "bid": rng.randint(1, 3)}
        ban = rng.choice(banned) if bans and not rng.randrange(4) else ()
        try:
            let = rng.randrange(3) if name == "doudizhu_2p" else 0
            wild = {"wild": rng.choice([rank for rank in order if not rank.is_joker]).letter} if draws_wild else {}
            position = Position(
                game=name, hands=hands, turn=turn, pile=pile, ban=ban, handicap=let, options=wild, **chief
            )
        except PositionError:
            continue
        state = position.state
        for _ in range(rng.randrange(4)):
            after = [one for _, one in children(position.engine, state) if position.engine.pending(one)]
            state = rng.choice(after) if after else state
        count -= 1
        yield position, state


class TooLarge(Exception):
    """The definition would take too long."""


def defined(game: Climb, aim: Aim, state: State, largest: int) -> bool | None:
    """What the definition says; None for a position that is too large for it."""

    def stop(nodes: int) -> None:
        if nodes > largest:
            raise TooLarge

    try:
        return Plain(game, aim).wins(state, 600, stop)
    except TooLarge:
        return None


def compare(name: str, count: int, seed: int, *, largest: int = LARGEST) -> None:
    """The kernel against the definition, with every aim that the game has."""
    game = catalog.find(name).game()
    assert isinstance(game, Climb)
    most = 3 if game.rules.drawing else 5 if game.rules.kitty and 3 in game.seats else 4
    if largest < LARGEST:
        most = min(most, 4 if game.rules.kitty else 3)
    for position, state in positions(name, 2 * count, seed, most, bans=True):
        game, seats = position.engine, len(position.hands)
        side = Sides.of(position).ours
        aims = [Aim(side), Aim(side, min(side), points=random.Random(state.turn).choice((-2, 1, 2, 4, 10)))]
        if len(side) == 1 and not game.rules.kitty:
            aims.append(Aim(side, min(side), place=2))
        answers = [(aim, defined(game, aim, state, largest)) for aim in aims]
        if any(answer is None for _, answer in answers):
            continue
        for aim, answer in answers:
            native = Native.of(game, seats, aim, 1 << 22, spare=any(state.setup.spare))
            assert native is not None
            assert native.wins(state, 60) is answer, (str(position), str(state), aim)
        count -= 1
        if count == 0:
            return
    raise AssertionError("too few positions are small enough")


@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize("name", CLIMBING)
def test_the_kernel_answers_as_the_definition_does(name: str) -> None:
    compare(name, 40, seed=1)


@pytest.mark.fuzz
@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", CLIMBING)
def test_ten_thousand_positions_are_answered_as_the_definition_does(name: str, part: int) -> None:
    compare(name, 500, seed=100 + part, largest=QUICK)


@pytest.mark.fuzz
@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize("name", ["doudizhu", "doudizhu_x", "doudizhu_4p"])
def test_all_shortcuts_together_answer_as_none_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that are too large for the definition."""
    for position, state in positions(name, 20_000, seed=4, most=10):
        aim, found = Aim(Sides.of(position).ours), set()
        for shortcuts in (0, SHORTCUTS):
            monkeypatch.setattr(endgame, "SHORTCUTS", shortcuts)
            native = Native.of(position.engine, len(position.hands), aim, 1 << 26)
            assert native is not None
            found.add(native.wins(state, 600))
        assert len(found) == 1, (str(position), state.turn, state.top)


@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize("shortcuts", [0, 1, 3, 4, 8, 16, 33, 64, 128, 160, 257, 516, 1024, 2047])
def test_every_shortcut_leaves_the_answer(shortcuts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "SHORTCUTS", shortcuts)
    for name in ("doudizhu", "doudizhu_x", "doudizhu_4p"):
        for position, state in positions(name, 60, seed=2, most=5):
            aim = Aim(Sides.of(position).ours)
            native = Native.of(position.engine, len(position.hands), aim, 1 << 22)
            assert native is not None
            assert native.wins(state, 60) is Plain(position.engine, aim).wins(state, 60), str(position)


@pytest.mark.parametrize("plain", [False, True])
def test_a_known_endgame(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The landlord wins with 5 alone."""
    if plain:
        monkeypatch.setattr(endgame, "search", lambda position, aim, memory: Plain(position.engine, aim))
    text = "doudizhu 5569A2/458TJL/- 0 landlord=0" if plain else "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"
    found = solve(Position.parse(text))
    assert found.proved and found.side == ("landlord" if not plain else found.side)
    if not plain:
        assert [answer.move for answer in found.moves if answer.wins] == ["5"]
        assert all(answer.reply for answer in found.moves if not answer.wins)


# Two hands, the first to lead, and whether it wins: the table by which three public solvers compare themselves, in the README
# of https://github.com/WZ403809264/doudizhu_solver. Hands and results are facts; nothing else was taken.
PUBLISHED = [
    ("KK5543", "225543", True),
    ("RA54333", "L222KQ", True),
    ("2KKTT77554", "AA8", False),
    ("RKKQJT9876633", "AAKQJT987", True),
    ("2AKT96554", "LKJT8854", True),
    ("RLAAKKQTT99", "2222JJTT", True),
    ("L2AK998553", "RQQJJT953", True),
    ("RAQQJJT999844", "L22AAT886633", True),
]


@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize(("first", "second", "wins"), PUBLISHED)
def test_a_published_endgame(first: str, second: str, wins: bool) -> None:
    found = solve(Position.parse(f"doudizhu {first}/{second}/- 0 landlord=0"), all_moves=False)
    assert found.proved and (found.side == "landlord") is wins


@pytest.mark.parametrize(
    ("text", "goal", "side", "value", "place"),
    [
        ("doudizhu 3456789/44/6 0 landlord=0", "win", "landlord", None, None),
        ("doudizhu 3/4/5 0 landlord=1", "win", "farmers", None, None),
        ("doudizhu 33334/44/6 0 landlord=0", "score", "landlord", 4, None),
        ("doudizhu 3/4/5 0 landlord=0 plays=1/0/0", "score", "landlord", 4, None),
        ("doudizhu 35/4/- 0 landlord=0 bid=2 multiplier=4", "score", "landlord", 16, None),
        ("big_two 3d4d/5s6s/7s8s/9s 0", "win", "others", None, None),
        ("paodekuai 5K/66/8T 0", "score", "seat", 4, None),
        ("paodekuai 56/66/9T 1 top=0:7777", "score", "others", -12, None),
        ("doudizhu_2p 339/4579 1 landlord=0 handicap=2", "win", "farmers", None, None),
        ("doudizhu_2p 339/4579 1 landlord=0 handicap=1", "win", "landlord", None, None),
        ("wuguapi 3s4s9h/5s6s/7s 1", "win", "seat", None, 1),
        ("guandan 5h5h7s8s9sTs/3d3c/KsKd/- 2 level=5 top=1:8d8c out=3", "win", "team 1", -1, None),
        ("doudizhu 3/4/- 0 landlord=0 top=1:5", "win", "farmers", None, None),
        ("doudizhu_laizi 3337/44/6 0 landlord=0 wild=7", "score", "landlord", 4, None),
        ("doudizhu_laizi 3337/4444/6 2 landlord=0 wild=7 top=1:5", "win", "farmers", None, None),
    ],
)
def test_what_a_position_comes_to(
    text: str, goal: endgame.Goal, side: str, value: int | None, place: int | None
) -> None:
    found = solve(Position.parse(text), goal)
    assert (found.side, found.value, found.place) == (side, value, place)


def test_the_line_is_played_by_the_rules_and_ends_as_it_says() -> None:
    for name in CLIMBING:
        for position, _ in positions(name, 4, seed=3, most=3):
            found = solve(position, limit=30)
            game, state = position.engine, position.state
            for seat, move in found.line:
                assert game.pending(state)[0].seat == seat
                state = play(game, state, game.pending(state)[0].seat, move).state
            assert state.out and (state.out[0] in found.winners) is True


def test_what_is_not_decided_is_not_guessed() -> None:
    deck = Rng(1).shuffled(DECK_54.cards)
    full = Position(game="doudizhu", hands=(deck[:20], deck[20:37], deck[37:]), turn=0, landlord=0)
    found = solve(full, limit=0.0)
    assert (found.proved, found.winners, found.side, found.moves) == (False, (), "", ())
    with pytest.raises(OutOfTime):
        Plain(full.engine, Aim(frozenset({0}))).wins(full.state, 0.0)
