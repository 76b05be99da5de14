"""Guandan read the slow way, straight from the rules page: try every card that a wild card may stand for.

Shares no code with the engine. Cards are (rank, suit) with rank 2 to 14, jokers (16, "") and (17, "").
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

Natural = tuple[int, str]
Reading = tuple[str, int, float]  # type, size, key

SMALL, BIG = (16, ""), (17, "")


class Table(NamedTuple):
    level: int
    long_sequences: bool = True
    mixed_joker_pair: bool = True
    max_bomb_size: int = 8
    bomb_level_elevated: bool = True
    single_two_high: bool = False
    full_house_joker_pair: bool = True
    wild_flush_as_straight: bool = False


def parse(text: str) -> list[Natural]:
    found: list[Natural] = []
    place = 0
    while place < len(text):
        if text[place] in "LR":
            found.append(SMALL if text[place] == "L" else BIG)
            place += 1
        else:
            found.append(("23456789TJQKA".index(text[place]) + 2, text[place + 1]))
            place += 2
    return found


def readings(cards: list[Natural], table: Table) -> set[Reading]:
    wild = (table.level, "h")
    natural = [card for card in cards if card != wild]
    wilds = len(cards) - len(natural)
    if wilds and all(rank == table.level for rank, _ in natural):  # rule 22
        return as_they_are([wild] * wilds + natural, table)
    suits = {suit for rank, suit in natural if rank < 15}
    some = next(iter(suits), "s")
    other = "c" if some != "c" else "d"
    identities = [(rank, suit) for rank in range(2, 15) for suit in (some, other)]
    found: set[Reading] = set()
    for chosen in combinations_with_replacement(identities, wilds):
        found |= as_they_are([*natural, *chosen], table)
    if wilds and len(suits) == 1 and not table.wild_flush_as_straight:  # rule 23
        found = {reading for reading in found if reading[0] != "straight"}
    return found


def as_they_are(cards: list[Natural], table: Table) -> set[Reading]:
    """What these cards are, none of them standing for another."""
    size = len(cards)
    counts = Counter(rank for rank, _ in cards)
    kinds = sorted(counts.values(), reverse=True)
    ranks = sorted(counts)
    found: set[Reading] = set()

    def order(rank: int) -> float:
        return 15 if rank == table.level else rank

    if len(counts) == 1:
        rank = ranks[0]
        if size == 1:
            high = table.single_two_high and rank == 2 and table.level != 2
            found.add(("single", 1, 14.5 if high else order(rank)))
        elif size == 2:
            found.add(("pair", 2, order(rank)))
        elif rank < 15 and size == 3:
            found.add(("triple", 3, order(rank)))
        elif rank < 15 and 4 <= size <= table.max_bomb_size:
            found.add(("normalBomb", size, order(rank) if table.bomb_level_elevated else rank))
    if counts == Counter({16: 1, 17: 1}) and table.mixed_joker_pair:
        found.add(("pair", 2, 17))
    if counts == Counter({16: 2, 17: 2}):
        found.add(("kingBomb", 4, 17))
    if size == 5:
        for rank in ranks:
            rest = counts - Counter({rank: counts[rank]})
            if counts[rank] == 3 and rank < 15:
                jokers = any(other > 15 for other in rest)
                mixed = rest == Counter({16: 1, 17: 1}) and table.mixed_joker_pair
                if (len(rest) == 1 or mixed) and (not jokers or table.full_house_joker_pair):
                    found.add(("tripleWithPair", 5, order(rank)))
    if ranks[-1] < 15 and len(set(kinds)) == 1:
        width, length = kinds[0], len(ranks)
        shapes = {1: ("straight", 5, 13), 2: ("pairStraight", 3, 13), 3: ("tripleStraight", 2, 9)}
        if width in shapes:
            name, least, most = shapes[width]
            if least <= length <= (most if table.long_sequences else least):
                for top in range(length, 15):
                    wanted = {14 if place == 1 else place for place in range(top - length + 1, top + 1)}
                    if len(wanted) == length and wanted == set(ranks):
                        one_suit = width == 1 and len({suit for _, suit in cards}) == 1
                        found.add(("straightFlush" if one_suit else name, size, top))
    return found


Play = tuple[tuple[int, ...], int, Reading, str]  # natural ranks, wild cards, reading, the suit of a one-suit run


def plays(hand: list[Natural], table: Table) -> set[Play]:
    """Every distinct play of a hand: all subsets, all readings; suits matter only in runs of one suit."""
    found: set[Play] = set()
    seen: dict[tuple[Natural, ...], set[Reading]] = {}
    for size in range(1, len(hand) + 1):
        for subset in combinations(sorted(hand), size):
            if subset not in seen:
                seen[subset] = readings(list(subset), table)
    for subset, reads in seen.items():
        for reading in reads:
            found.add(play_of(list(subset), reading, table.level))
    return found


def play_of(cards: list[Natural], reading: Reading, level: int) -> Play:
    natural = [card for card in cards if card != (level, "h")]
    suits = {suit for _, suit in natural}
    one_suit = reading[0] in ("straight", "straightFlush") and len(suits) == 1
    ranks = tuple(sorted(rank for rank, _ in natural))
    return ranks, len(cards) - len(natural), reading, next(iter(suits)) if one_suit else ""
