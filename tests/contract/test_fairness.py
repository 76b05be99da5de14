"""The proof of a deal, for every game of the catalog: the places that it names hold, cover what was dealt, and no others do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from paiju.games import catalog
from paiju.games.contract import Seat
from paiju.games.fairness import Place, Shuffle, check
from paiju.games.record import Record, RecordError
from tests.contract.games import CASES, Case, random_deal

MORE = [
    Case(catalog.find(game), None, seats, tuple(options.items()))
    for game, seats, options in (
        ("holdem", 5, {"shuffle_method": "riffle"}),
        ("holdem", 4, {"burn_before_hole": False}),
        ("holdem", 8, {"fast_deal": True}),
        ("holdem", 6, {"stacks": [500, 0, 800, 20, 0, 90], "last_button": 0, "last_small": 2, "last_big": 3}),
        ("holdem", 5, {"stacks": [100] * 5, "waiting": [3], "sitting_out": [1]}),
        ("doudizhu", 3, {"first_asked": "face_up_card"}),
        ("doudizhu_4p", 4, {"first_asked": "face_up_card"}),
        ("doudizhu_laizi", 3, {}),
        ("wuguapi", 5, {"hand_size": 8}),
        ("guandan", 4, {"first_lead": "random"}),
        ("guandan", 4, {"first_lead": "seat:2"}),
        ("sanguosha", 8, {"luck_times": 3, "general_choices": 2, "lord_extra_choices": 0}),
    )
]
NAMED = [case for case in CASES if case.info.shuffles is not None] + MORE
all_cases = pytest.mark.parametrize("case", NAMED, ids=lambda case: case.name)


def proof(case: Case, seed: int) -> tuple[Record, tuple[Shuffle, ...]]:
    _, record = random_deal(case, seed)
    assert case.info.shuffles is not None
    return record, case.info.shuffles(record)


def altered(shuffles: tuple[Shuffle, ...], at: int, **fields: object) -> tuple[Shuffle, ...]:
    return (*shuffles[:at], replace(shuffles[at], **fields), *shuffles[at + 1 :])


def tampered(shuffles: tuple[Shuffle, ...]) -> Iterator[tuple[Shuffle, ...]]:
    """Each shuffle with one thing changed in each of its places, and with another deck."""
    for at, shuffle in enumerate(shuffles):
        for number, place in enumerate(shuffle.places):
            if not place.at:
                continue
            other = next((card for card in shuffle.deck if card not in place.cards), "none")
            for wrong in (
                replace(place, cards=(*place.cards[1:], other)),
                replace(place, cards=place.cards[1:]),
                replace(place, at=(*place.at[1:], len(shuffle.deck))),
                replace(place, at=(*place.at[1:], place.at[0] - len(shuffle.deck))),
                replace(place, at=place.at * 2, cards=place.cards * 2),
            ):
                yield altered(shuffles, at, places=(*shuffle.places[:number], wrong, *shuffle.places[number + 1 :]))
            yield altered(shuffles, at, places=(*shuffle.places, place))
        if any(place.at for place in shuffle.places):
            yield altered(shuffles, at, deck=(*shuffle.deck[1:], "none"))
        yield altered(shuffles, at, number=shuffle.number + 2)


def test_every_game_proves_its_deals() -> None:
    assert [info.id for info in catalog.infos() if info.shuffles is None] == []


@all_cases
@pytest.mark.parametrize("seed", [3, 2**255 + 19])
def test_the_places_hold(case: Case, seed: int) -> None:
    record, shuffles = proof(case, seed)
    assert check(seed, shuffles) >= case.seats
    with pytest.raises(RecordError):
        check(seed + 1, shuffles)
    for wrong in tampered(shuffles[:6]):
        with pytest.raises(RecordError):
            check(seed, wrong)


@all_cases
@pytest.mark.parametrize("seed", range(4))
def test_every_card_of_the_first_view_has_a_place(case: Case, seed: int) -> None:
    game, (_, shuffles) = case.game, proof(case, seed)
    state = game.deal(case.seats, seed)
    first = [place for shuffle in shuffles if shuffle.number == 0 for place in shuffle.places]
    known = Counter(card for place in first for card in place.cards)
    for seat in map(Seat, range(case.seats)):
        view = game.view(state, seat)
        hand = view.hands[seat].cards or ()  # an empty seat has none
        assert isinstance(hand, tuple)
        assert sorted(map(str, hand)) == sorted(_cards(first, "hand", seat))
        open_piles = [pile.cards for pile in view.centre if isinstance(pile.cards, tuple)]
        assert Counter(str(card) for cards in open_piles for card in cards) <= known


def _cards(places: list[Place], what: str, seat: Seat | None) -> list[str]:
    return [card for place in places if (place.what, place.seat) == (what, seat) for card in place.cards]
