"""The original program's import format: lines of `key<TAB>value`, replayed from top to bottom.

Mirrors document 003 (the README of poker.cpp).

    0 … 9  the hand of that player, exact cards      A  0 or 1: a decision to call or rob
    B      bottom cards or pile, bottom to top       L  0 to 3: a bid
    F      who is asked first                        S  the opening hand
    W      who leads: skips the preparation          P  a play, or a pass
    D      deal at random                            T  the type of the next S or P, by code or any of its names
    G      the game, where a file should say so

Any line that cannot be followed refuses the whole import.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from paiju.cards import Card, NotationError
from paiju.compat.loose import written
from paiju.compat.session import Reason, Refused, Session, exact
from paiju.games.climb.position import Position
from paiju.games.contract import Line
from paiju.games.messages import unread

_PLACING: Final = frozenset("0123456789BFW")


def lines(text: str) -> list[tuple[int, str, str]]:
    """Line numbers, keys and values; blank lines are left out."""
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        key, tab, value = line.partition("\t")
        if len(key.strip()) != 1 or not (tab or key.strip() in "Dd"):  # D has no value, and editors cut trailing tabs
            raise Refused(Reason.BAD_DATA, Line.of("session.at_why", line=number, why=Line("session.row")))
        found.append((number, key.strip().upper(), value.strip()))
    return found


def is_data(text: str) -> bool:
    """Whether a text has the form of these lines, so that it is no name of a file."""
    try:
        return bool(lines(text))
    except Refused:
        return False


def replayed(session: Session, text: str) -> None:
    """Follow every line on this session. It is left half-way if one is refused: callers work on a copy."""
    placing: dict[str, str] = {}
    declared: str | None = None
    rows = lines(text)
    for number, key, value in [*rows, (rows[-1][0] if rows else 0, "", "")]:
        try:
            if key in _PLACING:
                if key in placing:
                    raise Refused(Reason.BAD_DATA, Line.of("session.twice", key=key))
                placing[key] = value
                continue
            if placing:
                _place(session, placing)
                placing = {}
            if declared is not None and key not in ("S", "P"):
                raise Refused(Reason.BAD_DATA, Line("session.no_hand"))
            if key == "T":
                declared = _type(session, value)
            elif key:
                _follow(session, key, value, declared)
                declared = None
        except Refused as error:
            raise Refused(error.reason, _at(number, error.detail), error.candidates, error.messages) from None
        except NotationError as error:
            raise Refused(Reason.BAD_DATA, _at(number, unread(error))) from None
        except ValueError as error:
            raise Refused(Reason.BAD_DATA, _at(number, Line.of("session.text", text=str(error)))) from None


def exported(position: Position) -> str:
    """The lines that lead to a position: the hands, who leads, and the plays of the trick under way.

    Refused where the format has no words for it: a landlord who did not lead, seats that are out or absent, counts of plays.

    >>> exported(Position.parse("doudizhu 34567/KK/22 1 landlord=0 top=0:9")).split("\\n")[:2]
    ['G\\tdoudizhu', '0\\tD9 D7 D6 D5 D4 D3']
    """
    hands = [list(hand) for hand in position.hands]
    leader = position.turn if position.top is None else position.top[0]
    plays: list[str] = []
    if position.top is not None:
        owner, cards, declared = position.top
        hands[owner] = [*cards, *hands[owner]]
        plays += [f"T\t{declared.partition(':')[0]}"] if declared else []
        plays.append(f"S\t{written(cards)}")
        seats = len(hands)
        plays += ["P\t/"] * ((position.turn - owner) % seats - 1)
    rows = [f"G\t{position.game}"]
    rows += [f"{seat}\t{written(hand)}" for seat, hand in enumerate(hands) if hand]
    if position.pile:
        rows.append(f"B\t{written(position.pile)}")
    rows += [f"W\t{leader}", *plays]
    text = "\n".join(rows) + "\n"
    if not _leads_to(position, text):
        raise Refused(Reason.BAD_DATA, Line("session.no_lines"))
    return text


def _leads_to(position: Position, text: str) -> bool:
    """Whether these lines, read again, give the same position."""
    options = {name: str(value) for name, value in position.options.items()}
    session = Session(position.game, 0, **options)
    try:
        session.initialize(len(position.hands))
        session.set(text, paths=False)
    except Refused:
        return False
    found = session.position
    return found is not None and str(replace(found, plays=position.plays)) == str(position)


def _at(number: int, why: Line | None) -> Line | None:
    """The same with the line of the file."""
    if not number:
        return why
    return Line.of("session.at", line=number) if why is None else Line.of("session.at_why", line=number, why=why)


def _place(session: Session, given: dict[str, str]) -> None:
    count = len(session.players)
    extra = [key for key in given if key.isdigit() and int(key) >= count]
    if extra:
        raise Refused(Reason.WRONG_PLAYERS, Line.of("session.no_player", player=extra[0]))
    hands: list[tuple[Card, ...]] = [exact(given.get(str(player), "")) for player in range(count)]
    leader = _index(given["W"]) if "W" in given else None
    first = _index(given["F"]) if "F" in given else None
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
        raise Refused(Reason.BAD_DATA, Line.of("session.no_key", key=key))


def _type(session: Session, value: str) -> str:
    """The type that a code or a name means, one of this game."""
    try:
        return session.game.declared(value, value)
    except NotationError:
        raise Refused(Reason.BAD_DECLARATION, Line.of("session.no_type", text=repr(value))) from None


def _index(value: str) -> int:
    if not value.isdigit():
        raise Refused(Reason.BAD_DATA, Line.of("session.number", text=repr(value)))
    return int(value)
