"""What became of the positions of a shuffle, in deals that show one thing each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.contract import Line, Seat
from paiju.games.fairness import Place, Shuffle, check
from paiju.games.record import Move, Record, RecordError, game_of, of_game, replay


def record_of(game: str, seats: int, options: dict[str, Any], *answers: str, seed: int = 11) -> Record:
    """A deal in which whoever is asked first gives these answers; an empty one is the first choice."""
    info = find(game)
    record = of_game(info, info.build(options), seats, seed)
    for answer in answers:
        rules = game_of(record)
        decision = rules.pending(replay(record, rules))[0]
        record = replace(
            record, moves=(*record.moves, Move(decision.seat, answer or str(next(iter(decision.choices)))))
        )
    return record


def proof(record: Record) -> tuple[Shuffle, ...]:
    shuffles = find(record.game).shuffles
    assert shuffles is not None and record.seed is not None
    found = shuffles(record)
    check(record.seed, found)
    return found


def whats(shuffle: Shuffle) -> list[tuple[str, int | None, int]]:
    return [(place.what, place.seat, len(place.at)) for place in shuffle.places]


def hand_of(shuffle: Shuffle, seat: int) -> list[str]:
    return sorted(
        card for place in shuffle.places if place.what == "hand" and place.seat == seat for card in place.cards
    )


def test_a_deal_thrown_in_has_a_shuffle_of_its_own() -> None:
    record = record_of("doudizhu", 3, {}, "no", "no", "no", "call")
    shuffles = proof(record)
    assert [shuffle.number for shuffle in shuffles] == [0, 0, 1, 1]  # each the deck, then who is asked first
    dealt = [("hand", 0, 17), ("hand", 1, 17), ("hand", 2, 17), ("kitty", None, 3)]
    assert whats(shuffles[0]) == whats(shuffles[2]) == dealt
    game = game_of(record)
    state = replay(replace(record, moves=record.moves[:3]), game)
    hand = game.view(state, Seat(1)).hands[1].cards
    assert isinstance(hand, tuple)
    assert hand_of(shuffles[2], 1) == sorted(map(str, hand)) != hand_of(shuffles[0], 1)
    assert shuffles[3].places[0].seat == game.pending(state)[0].seat


def test_a_second_board_follows_the_river() -> None:
    record = record_of("holdem", 2, {"run_it_twice": "always", "button": 0}, "call", "check", "all_in", "call")
    (shuffle,) = proof(record)
    state = replay(record, game_of(record))
    board, second = shuffle.places[2], shuffle.places[4]
    assert (second.what, second.cards) == ("second_board", tuple(map(str, state.result.second[3:])))
    assert second.at == (board.at[-1] - 1, board.at[-1] - 2)


def test_cards_that_the_options_lay_come_from_no_shuffle() -> None:
    deck, button = proof(record_of("holdem", 2, {"deck": "??AsKh??AdKs"}))
    assert deck.places == ()
    assert whats(button) == [("button", button.places[0].seat, 1)]


def test_the_shuffles_of_sanguosha() -> None:
    record = record_of("sanguosha", 3, {}, "", "", "", "yes", "no", "no")
    shuffles = proof(record)
    world = replay(record, game_of(record)).world
    lord = world.first.seat
    others = [(lord + 1) % 3, (lord + 2) % 3]
    assert whats(shuffles[0]) == [("role", seat, 1) for seat in range(3)]
    assert whats(shuffles[1]) == [("generals", lord, 2)]
    assert whats(shuffles[2]) == [("generals", seat, 3) for seat in others]
    assert whats(shuffles[3]) == [*(("hand", seat, 4) for seat in (lord, *others)), ("pile", None, 96)]
    lucky = record.moves[3].seat
    assert whats(shuffles[4]) == [("hand", lucky, 4), ("pile", None, 96)]
    assert whats(shuffles[5]) == [("pile", None, 96)]
    kept = [card.text for card in world.players[lucky].hand.cards[:4]]
    assert hand_of(shuffles[4], lucky) == sorted(kept) != hand_of(shuffles[3], lucky)


def test_a_deal_that_is_still_secret_is_not_proven() -> None:
    shuffles = find("doudizhu").shuffles
    assert shuffles is not None
    with pytest.raises(RecordError):
        shuffles(replace(record_of("doudizhu", 3, {}), seed=None))


@pytest.mark.parametrize(
    ("shuffle", "why"),
    [
        (
            Shuffle(0, "shuffle", ("a", "b"), (Place("board", None, (1, 0), ("a", "c")),)),
            Line.of("record.place", number=0, what="board", cards="a c"),
        ),
        (Shuffle(1, "shuffle", ("a", "b"), ()), Line.of("record.shuffle", number=1)),
        (Shuffle(-1, "shuffle", ("a", "b"), ()), Line.of("record.shuffle", number=-1)),
    ],
)
def test_a_refusal_says_what_does_not_hold(shuffle: Shuffle, why: Line) -> None:
    with pytest.raises(RecordError) as error:
        check(1, [shuffle])
    assert error.value.why == why
    assert str(error.value)


def test_only_a_hand_may_be_in_any_order() -> None:
    turned = Rng(1).shuffled("abcd")[::-1]
    assert check(1, [Shuffle(0, "shuffle", tuple("abcd"), (Place("hand", Seat(0), (0, 1, 2, 3), turned),))]) == 4
    with pytest.raises(RecordError):
        check(1, [Shuffle(0, "shuffle", tuple("abcd"), (Place("pile", None, (0, 1, 2, 3), turned),))])
