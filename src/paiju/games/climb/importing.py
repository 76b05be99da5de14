"""The original program's import format: lines of `key<TAB>value`, replayed from top to bottom.

    0 … 9  the hand of that player, exact cards      A  0 or 1: a decision to call or rob
    B      bottom cards or pile, bottom to top       L  0 to 3: a bid
    F      who is asked first                        S  the opening hand
    W      who leads: skips the preparation          P  a play, or a pass
    D      deal at random                            T  the type of the next S or P, by code or name
    G      the game, where a file should say so

Any line that cannot be followed refuses the whole import.
"""

from __future__ import annotations

from typing import Final

from paiju.cards import Card, NotationError
from paiju.games.climb.session import Reason, Refused, Session, exact, type_of_code

_PLACING: Final = frozenset("0123456789BFW")


def lines(text: str) -> list[tuple[int, str, str]]:
    """Line numbers, keys and values; blank lines are left out."""
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        key, tab, value = line.partition("\t")
        if len(key.strip()) != 1 or not (tab or key.strip() in "Dd"):  # D has no value, and editors cut trailing tabs
            raise Refused(Reason.BAD_DATA, f"line {number}: a key, a tab and a value were expected")
        found.append((number, key.strip().upper(), value.strip()))
    return found


def replayed(session: Session, text: str) -> None:
    """Follow every line on this session. It is left half-way if one is refused: callers work on a copy."""
    placing: dict[str, str] = {}
    declared: str | None = None
    rows = lines(text)
    for number, key, value in [*rows, (rows[-1][0] if rows else 0, "", "")]:
        try:
            if key in _PLACING:
                if key in placing:
                    raise Refused(Reason.BAD_DATA, f"{key} is given twice")
                placing[key] = value
                continue
            if placing:
                _place(session, placing)
                placing = {}
            if declared is not None and key not in ("S", "P"):
                raise Refused(Reason.BAD_DATA, "a type was told, and no hand follows")
            if key == "T":
                declared = _type(session, value)
            elif key:
                _follow(session, key, value, declared)
                declared = None
        except Refused as error:
            where = f"line {number}: " if number else ""
            raise Refused(error.reason, f"{where}{error.detail}", error.candidates) from None
        except ValueError as error:
            raise Refused(Reason.BAD_DATA, f"line {number}: {error}") from None


def _place(session: Session, given: dict[str, str]) -> None:
    count = len(session.players)
    extra = [key for key in given if key.isdigit() and int(key) >= count]
    if extra:
        raise Refused(Reason.WRONG_PLAYERS, f"there is no player {extra[0]}")
    hands: list[tuple[Card, ...]] = [exact(given.get(str(player), "")) for player in range(count)]
    leader = _index(given["W"]) if "W" in given else None
    first = _index(given["F"]) if "F" in given else (0 if session.game.rules.kitty else None)
    session.place(hands, exact(given.get("B", "")), first, leader)


def _follow(session: Session, key: str, value: str, declared: str | None) -> None:
    if key == "D":
        session.deal()
    elif key in ("A", "L"):
        number = _index(value)
        session.set_landlord(bool(number) if key == "A" and number in (0, 1) else number)
    elif key == "S":
        session.start(value, declared)
    elif key == "P":
        session.play(value, declared)
    elif key != "G":
        raise Refused(Reason.BAD_DATA, f"there is no key {key}")


def _type(session: Session, value: str) -> str:
    """The type that a code or a name means, one of this game."""
    try:
        return session.game.declared(value, type_of_code(value))
    except NotationError:
        raise Refused(Reason.BAD_DECLARATION, f"there is no type {value!r} in this game") from None


def _index(value: str) -> int:
    if not value.isdigit():
        raise Refused(Reason.BAD_DATA, f"a number was expected, not {value!r}")
    return int(value)
