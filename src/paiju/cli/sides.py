"""What players call the seats and sides of a position: landlord and farmers, else by the numbers of the position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from paiju.games.climb.position import Position
from paiju.games.messages import Language, Text

_NAMES: Final[dict[str, Text]] = {
    "landlord": Text("地主", "the landlord"),
    "farmer": Text("农民", "the farmer"),
    "farmers": Text("农民", "the farmers"),
    "after": Text("下家", "the first farmer"),
    "across": Text("对家", "the middle farmer"),
    "before": Text("上家", "the last farmer"),
    "seat": Text("{seat} 号位", "seat {seat}"),
}
_PASS: Final = Text("不要", "pass")


def seat_names(position: Position, lang: Language) -> list[str]:
    """Each seat by its place beside the landlord (in English, farmers in their order of play), else by its number."""
    seats, landlord = len(position.hands), position.landlord
    if landlord is None:
        return [_NAMES["seat"][lang].format(seat=seat) for seat in range(seats)]
    places = {landlord: "landlord", (landlord + 1) % seats: "after", (landlord - 1) % seats: "before"}
    keys = [places.get(seat, "across") for seat in range(seats)]
    if sum(bool(hand) for seat, hand in enumerate(position.hands) if seat != landlord) == 1:
        keys = ["landlord" if seat == landlord else "farmer" for seat in range(seats)]
    return [_NAMES[key][lang] for key in keys]


def side_name(position: Position, side: Collection[int], lang: Language) -> str:
    """A side: the landlord, the farmers, or its seats one after another."""
    names = seat_names(position, lang)
    if position.landlord is not None and position.landlord not in side:
        return _NAMES["farmers" if len(side) > 1 else "farmer"][lang]
    row = [names[seat] for seat in sorted(side)]
    if lang == "zh" or len(row) < 2:
        return "、".join(row)
    return f"{', '.join(row[:-1])} and {row[-1]}"


def move_text(move: str, lang: Language) -> str:
    """A move as it is said; bare ranks, as in notation."""
    return _PASS[lang] if move == "pass" else move


def line_text(position: Position, line: Sequence[tuple[int, str]], lang: Language) -> str:
    """A line of play, trick by trick. Passes that end a trick go without saying.

    >>> position = Position.parse("doudizhu 3K2/4A/- 0 landlord=0")
    >>> line_text(position, [(0, "K"), (1, "pass"), (0, "2"), (1, "pass"), (0, "3")], "en")
    'the landlord K; the landlord 2; the landlord 3'
    """
    names = seat_names(position, lang)
    active = sum(map(bool, position.hands))
    tricks: list[list[str]] = [[]]
    passes: list[str] = []
    for seat, move in line:
        said = f"{names[seat]} {move_text(move, lang)}"
        if move == "pass":
            passes.append(said)
        elif tricks[-1] and len(passes) >= active - 1:
            tricks.append([said])
            passes = []
        else:
            tricks[-1] += [*passes, said]
            passes = []
    comma, stop = ("，", "；") if lang == "zh" else (", ", "; ")
    return stop.join(comma.join(trick) for trick in tricks if trick)
