"""Exact solving: the kernel against the definition, the answers, the line, known endgames."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from paiju.cards import DECK_54, Rng
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position, PositionError
from paiju.games.climb.state import State
from paiju.games.contract import play
from paiju.solver import endgame
from paiju.solver.endgame import SHORTCUTS, Aim, Native, OutOfTime, Plain, Sides, children, solve

CLIMBING = [info.id for info in catalog.infos() if isinstance(info.game(), Climb)]


def positions(name: str, count: int, seed: int, most: int) -> Iterator[tuple[Position, State]]:
    """Random small positions of few ranks, so that every type of play comes up, and states some moves after them."""
    rng = random.Random(f"{name} {seed}")
    game = catalog.find(name).game()
    assert isinstance(game, Climb)
    seats = next(size for size in (3, 4, 2) if size in game.seats)
    while count:
        ranks = rng.sample(game.layout.ranks, rng.randint(3, min(8, len(game.layout.ranks))))
        deck = [card for card in game.rules.deck.cards if card.rank in ranks]
        rng.shuffle(deck)
        hands = tuple(tuple(deck.pop() for _ in range(min(len(deck), rng.randint(0, most)))) for _ in range(seats))
        turn = rng.randrange(seats)
        if not hands[turn] or sum(map(bool, hands)) < 2:
            continue
        pile = tuple(deck[: rng.randint(0, 2)]) if game.rules.drawing else ()
        landlord = rng.randrange(seats) if game.rules.kitty else None
        try:
            let = rng.randrange(3) if name == "doudizhu_2p" else 0
            position = Position(game=name, hands=hands, turn=turn, pile=pile, landlord=landlord, handicap=let)
        except PositionError:
            continue
        state = position.state
        for _ in range(rng.randrange(4)):
            after = [one for _, one in children(position.engine, state) if position.engine.pending(one)]
            state = rng.choice(after) if after else state
        count -= 1
        yield position, state


def compare(name: str, count: int, seed: int) -> None:
    """The kernel against the definition, with every aim that the game has."""
    game = catalog.find(name).game()
    assert isinstance(game, Climb)
    most = 3 if game.rules.drawing else 5 if game.rules.kitty and 3 in game.seats else 4
    for position, state in positions(name, count, seed, most):
        game, seats = position.engine, len(position.hands)
        side = Sides.of(position).ours
        aims = [Aim(side), Aim(side, min(side), points=random.Random(state.turn).choice((-2, 1, 2, 4, 10)))]
        if len(side) == 1 and not game.rules.kitty:
            aims.append(Aim(side, min(side), place=2))
        for aim in aims:
            native = Native.of(game, seats, aim, 1 << 22, spare=any(state.setup.spare))
            assert native is not None
            assert native.wins(state, 60) is Plain(game, aim).wins(state, 60), (str(position), aim)


@pytest.mark.native
@pytest.mark.parametrize("name", CLIMBING)
def test_the_kernel_answers_as_the_definition_does(name: str) -> None:
    compare(name, 40, seed=1)


@pytest.mark.fuzz
@pytest.mark.native
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", CLIMBING)
def test_ten_thousand_positions_are_answered_as_the_definition_does(name: str, part: int) -> None:
    compare(name, 500, seed=100 + part)


@pytest.mark.fuzz
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


@pytest.mark.native
@pytest.mark.parametrize("shortcuts", [0, 1, 3, 4, 8, 16, 33, 64, 128, 160, 255])
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
