"""Poker hand histories in the PHH format: read, replay, compare, write.

A `.phh` file is one hand in TOML, a `.phhs` file many, each in its own table. Amounts may be decimals; the engine
plays whole chips, so every amount is multiplied by the same power of ten on the way in and divided on the way out.
`Hand` is the document as it stands; `replay` plays it through the engine; `of_state` makes a document of a hand that
was played here. What the rules do not allow is a `PhhError` that names the action.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final, NamedTuple

from paiju.cards import DECK_52, Card, NotationError, cards, write
from paiju.games.contract import IllegalAction, Seat
from paiju.games.holdem.action import CALL, CHECK, FOLD, Action, raise_to
from paiju.games.holdem.dealing import Plan, lay_out, plan
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import State
from paiju.games.messages import COMMON, tell
from paiju.games.options import OptionError, build, describe, to_data
from paiju.games.record import Move, Record, RecordError, game_of
from paiju.games.record import replay as replay_record

VARIANTS: Final = {"NT": ("no_limit", "standard"), "FT": ("limit", "standard"), "NS": ("no_limit", "short_deck")}
_ENDLESS: Final = 10**15  # chips of a stack that the file calls infinite


class PhhError(ValueError):
    """A hand that cannot be read or replayed; `action` counts from 1, None where no action is to blame."""

    def __init__(self, action: int | None, why: str) -> None:
        super().__init__(action, why)
        self.action, self.why = action, why

    def __str__(self) -> str:
        return f"action {self.action}: {self.why}" if self.action is not None else self.why

    def within(self, hand: str) -> PhhError:
        """The same of a file with many hands: which of them it is."""
        return PhhError(None, f"hand {hand}: {self}") if hand else self


@dataclass(frozen=True)
class Hand:
    """A hand as its file tells it: every field in its order, numbers as int or Decimal."""

    fields: Mapping[str, Any]

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(self.fields["actions"])

    @property
    def name(self) -> str:
        """What the hand is called in its file."""
        return str(self.fields.get("hand", ""))


class Replayed(NamedTuple):
    """A hand after its last action. Amounts are in the file's own unit; `digits` is how many decimals that took."""

    game: Holdem
    state: State
    moves: tuple[tuple[int, Action], ...]
    finishing: tuple[Decimal, ...]
    winnings: tuple[Decimal, ...]
    digits: int


# Reading documents


def loads(text: str) -> Hand:
    """One hand."""
    hands = list(loads_all(text))
    if len(hands) != 1:
        raise PhhError(None, f"one hand was expected, there are {len(hands)}")
    return hands[0][1]


_TABLE: Final = re.compile(r"^\[\s*([A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')\s*\]\s*$", re.MULTILINE)


def loads_all(text: str) -> Iterator[tuple[str, Hand]]:
    """Every hand of a `.phh` or `.phhs` text, with the name of its table ("" for a single hand)."""
    for name, part in sections(text):
        try:
            yield name, Hand(_table(part))
        except PhhError as error:
            raise error.within(name) from None


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The text of each hand with the name of its table, so that one that cannot be read spares the others."""
    marks = list(_TABLE.finditer(text))
    first = text[: marks[0].start()] if marks else text
    if first.strip() or not marks:
        yield "", first
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        yield mark[1].strip("\"'"), text[mark.end() : end]


def _table(text: str) -> dict[str, Any]:
    found = _quick(text)
    if found is None:
        try:
            found = tomllib.loads(text, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise PhhError(None, f"not TOML: {error}") from None
    return found


_read_value: Final = json.JSONDecoder(parse_float=Decimal).decode
_ROW: Final = re.compile(r"([A-Za-z0-9_]+)\s*=\s*(.*)")


def _quick(text: str) -> dict[str, Any] | None:
    """The plain TOML that nearly all files consist of, several times faster; None where the full reader is needed."""
    if "\\" in text or "#" in text or '"""' in text or "'''" in text:
        return None
    found: dict[str, Any] = {}
    lines = iter(text.splitlines())
    for line in lines:
        line = line.strip()
        if not line:
            continue
        row = _ROW.fullmatch(line)
        if row is None:
            return None
        key, value = row.groups()
        if value[:1] == "[":
            parts = [value]
            while parts[-1][-1:] != "]":
                more = next(lines, None)
                if more is None:
                    return None
                parts.append(more.strip())
            value = "".join(parts)
            if value[-2:-1] == ",":
                value = value[:-2] + "]"
        if value[:1] == "'" and value.count("'") == 2 and value[-1:] == "'":
            found[key] = value[1:-1]
            continue
        if "'" in value:
            if '"' in value:
                return None
            value = value.replace("'", '"')
        try:
            read = _read_value(value)
        except ValueError:
            return None
        if key in found or read is None or isinstance(read, dict):
            return None
        found[key] = read
    return found


def dumps(hand: Hand) -> str:
    """One hand as TOML; arrays of actions get a line each."""
    rows = []
    for key, value in hand.fields.items():
        if key == "actions":
            inner = "".join(f"  {_toml(one)},\n" for one in value)
            rows.append(f"actions = [\n{inner}]\n")
        else:
            rows.append(f"{key} = {_toml(value)}\n")
    return "".join(rows)


def dumps_all(hands: Iterable[Hand]) -> str:
    """Many hands, each in a numbered table."""
    return "\n".join(f"[{number}]\n{dumps(hand)}" for number, hand in enumerate(hands, start=1))


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if '"' in value and "'" not in value and value.isprintable():
            return f"'{value}'"
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Decimal):
        return "inf" if value.is_infinite() else f"{value:f}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(item)}" for key, item in value.items()) + "}"
    return str(value)


# Replaying


class _Table(NamedTuple):
    """What a document says before its actions, in whole chips."""

    options: HoldemOptions
    players: int
    scale: int
    digits: int


_CARDS: Final = {str(one): one for one in DECK_52.cards}
_PLAYERS: Final = {f"p{number}": number - 1 for number in range(1, 11)}
_NUMBER: Final = re.compile(r"\d+(\.\d+)?")


def replay(hand: Hand, **overrides: Any) -> Replayed:
    """Play a hand through the engine. PhhError says which action the rules do not allow, and why.

    Hands whose cards are not known, and hands that the file says were mucked although they were best, win nothing.
    """
    _variant(hand)
    words = [_words(action) for action in _row(hand, "actions")]
    players = len(_row(hand, "starting_stacks"))
    if not 2 <= players <= 10:
        raise PhhError(None, f"{players} players; hold'em is for 2 to 10")
    shown = _Cards(players)
    for number, row in enumerate(words, start=1):
        shown.read(number, row)
    table = _options(hand, words, shown, overrides)
    game, state, moves = _play(table, words)
    wrong = _mucked_winners(state, shown.mucked)
    if wrong:
        blind = replace(table.options, deck=shown.deck(plan(table.options, players), without=wrong))
        game, state, moves = _play(table._replace(options=blind), words)
    result = state.result
    assert result is not None
    for won in result.won:
        if won.strength == 0 and len(won.pot.eligible) > 1:
            raise PhhError(None, "nobody's cards are known at the showdown, so the pot cannot be given to anybody")
    if result.showdown and len(shown.board) < 5:
        raise PhhError(None, "the board is not known at the showdown")
    unit = Decimal(table.scale)
    collected = [0] * table.players
    for won in result.won:
        for seat, chips in won.shares:
            collected[seat] += chips
    return Replayed(
        game,
        state,
        moves,
        tuple([Decimal(chips) / unit for chips in state.stacks]),
        tuple([Decimal(chips) / unit for chips in collected]),
        table.digits,
    )


def _words(action: Any) -> list[str]:
    if not isinstance(action, str):
        raise PhhError(None, "every action is a text")
    return action.split("#", 1)[0].split() if "#" in action else action.split()


def _variant(hand: Hand) -> str:
    variant = hand.fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(None, f"variant {variant!r} is not hold'em; NT, FT and NS are")
    return variant


def _row(hand: Hand, name: str) -> list[Any]:
    value = hand.fields.get(name)
    if value is None:
        raise PhhError(None, f"the field {name} is missing")
    if not isinstance(value, (list, tuple)):
        raise PhhError(None, f"the field {name} should be a list")
    return list(value)


class _Cards:
    """The cards of a document: holes by player, the board, and who mucked."""

    def __init__(self, players: int) -> None:
        self.holes: list[list[Card | None]] = [[] for _ in range(players)]
        self.board: list[Card | None] = []
        self.mucked: set[int] = set()
        self._dealt: set[Card] = set()

    def read(self, number: int, row: list[str]) -> None:
        """One action: whom it names must exist, cards are noted, betting is left for later."""
        size = len(row)
        verb = row[1] if size > 1 else ""
        if (verb in ("cc", "f") and size == 2) or (verb == "cbr" and size == 3):
            self._player(number, row[0])
        elif verb == "dh" and size == 4 and row[0] == "d":
            hole = self.holes[self._player(number, row[2])]
            hole += self._new(number, _cards(number, row[3]))
            if len(hole) > 2:
                raise PhhError(number, f"{row[2]} is dealt more than two cards")
        elif verb == "db" and size == 3 and row[0] == "d":
            self.board += self._new(number, _cards(number, row[2]))
            if len(self.board) > 5:
                raise PhhError(number, "the board has more than five cards")
        elif verb == "sm" and size == 2:
            self.mucked.add(self._player(number, row[0]))
        elif verb == "sm" and size == 3:
            player = self._player(number, row[0])
            if row[2] != "-":
                self._show(number, player, row[0], row[2])
        elif row:
            raise PhhError(number, f"{' '.join(row)!r} is no action of hold'em")

    def _new(self, number: int, found: list[Card | None]) -> list[Card | None]:
        """The cards, each of which must appear here for the first time."""
        for one in found:
            if one is not None and one in self._dealt:
                raise PhhError(number, f"{one} is dealt twice")
            if one is not None:
                self._dealt.add(one)
        return found

    def _player(self, number: int, text: str) -> int:
        known = _PLAYERS.get(text)
        if known is not None and known < len(self.holes):
            return known
        if text[:1] == "p" and text[1:].isdecimal() and 1 <= int(text[1:]) <= len(self.holes):
            return int(text[1:]) - 1
        raise PhhError(number, f"there is no player {text!r}")

    def _show(self, number: int, player: int, name: str, text: str) -> None:
        hole = self.holes[player]
        found = _cards(number, text)
        if len(found) > 2:
            raise PhhError(number, f"{name} shows more than two cards")
        known = [one for one in hole if one is not None]
        if len(known) == 2 and any(one is not None and one not in known for one in found):
            raise PhhError(number, f"{name} shows {text}, but was dealt {write(known)}")
        if len(known) < 2 and len(found) == 2:
            self._new(number, [one for one in found if one not in known])
            self.holes[player] = list(found)

    def deck(self, places: Plan, without: Iterable[int] = ()) -> str:
        """The cards in dealing order, `??` for what the document does not tell."""
        deck = ["??"] * (max(places.board) + 1)
        for player, (hole, at) in enumerate(zip(self.holes, places.holes, strict=True)):
            if player not in without and len(hole) == 2 and hole[0] is not None and hole[1] is not None:
                deck[at[0]], deck[at[1]] = str(hole[0]), str(hole[1])
        for one, place in zip(self.board, places.board, strict=False):
            if one is not None:
                deck[place] = str(one)
        return "".join(deck)


def _cards(number: int, text: str) -> list[Card | None]:
    if text == "????":
        return [None, None]
    try:
        if len(text) == 4 and text[:2] in _CARDS and text[2:] in _CARDS:
            return [_CARDS[text[:2]], _CARDS[text[2:]]]
        if "?" not in text:
            return list(cards(text))
        return [None if pair == "??" else cards(pair)[0] for pair in re.findall("..", text)]
    except (NotationError, IndexError) as error:
        raise PhhError(number, f"{text!r} are no cards: {error}") from None


def _is_amount(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return False
    return not (isinstance(value, Decimal) and value.is_nan()) and value > -_ENDLESS


def _digits(value: Any) -> int:
    """Decimals of a number as written."""
    if isinstance(value, Decimal) and value.is_finite():
        exponent = value.as_tuple().exponent
        return max(0, -exponent) if isinstance(exponent, int) else 0
    return 0


def _options(hand: Hand, words: list[list[str]], shown: _Cards, overrides: Mapping[str, Any]) -> _Table:
    fields = hand.fields
    variant = _variant(hand)
    game_type, deck = VARIANTS[variant]
    stacks = _row(hand, "starting_stacks")
    players = len(stacks)
    antes, blinds = _row(hand, "antes"), _row(hand, "blinds_or_straddles")
    names = ("small_bet", "big_bet") if variant == "FT" else ("min_bet",)
    sizes = []
    for name in names:
        if name not in fields:
            raise PhhError(None, f"the field {name} is missing")
        sizes.append(fields[name])
    amounts = [*stacks, *antes, *blinds, *sizes]
    for value in amounts:
        if not _is_amount(value):
            raise PhhError(None, f"{value!r} is no amount")
    digits = max(map(_digits, amounts))
    for row in words:
        if len(row) == 3 and row[1] == "cbr" and "." in row[2]:
            digits = max(digits, len(row[2].partition(".")[2]))
    if digits > 6:
        raise PhhError(None, "amounts have more than six decimals")
    scale: int = 10**digits

    def chips(value: int | Decimal) -> int:
        if isinstance(value, int):
            return min(value * scale, _ENDLESS)
        return _ENDLESS if value >= _ENDLESS else int(value * scale)

    # A list shorter than the table, as PokerKit allows, leaves the rest at zero.
    by_seat = [[chips(value) for value in row] + [0] * (players - len(row)) for row in (antes, blinds)]
    if players == 2:  # with two players the file lists the button first
        by_seat = [row[::-1] for row in by_seat]
    paid, posted = by_seat
    if len(paid) > players or len(posted) > players or min(paid) < 0:
        raise PhhError(None, "antes and blinds should be one amount for each player")
    big = max(1, *posted, *(abs(one) for one in posted)) if any(posted) else chips(sizes[0]) or 1
    trims = bool(fields.get("ante_trimming_status", False))
    values: dict[str, Any] = {
        "game_type": "pot_limit" if fields.get("_betting_structure") == "pot_limit" else game_type,
        "variant": deck,
        "max_players": 10,
        "stacks": tuple([chips(value) for value in stacks]),
        "button": players - 1,
        "small_blind": 1,
        "big_blind": big,
        "antes": tuple(paid),
        "blinds": tuple(posted),
        "ante_type": "all" if trims else "bb",
        "cap_counts": "raises",
        "uncap_heads_up": True,
    }
    if variant == "FT":
        values |= {"small_bet": chips(sizes[0]), "big_bet": chips(sizes[1])}
    else:
        values["min_bet"] = chips(sizes[0])
    try:
        values |= _own_rules(fields)
        values |= overrides
        size = 36 if deck == "short_deck" else 52
        places = lay_out(players, size, values.get("burn_before_hole", True), values.get("fast_deal", False))
        options = HoldemOptions(**values, deck=shown.deck(places))
    except (OptionError, TypeError) as error:
        raise PhhError(None, str(error)) from None
    if any(one <= 0 for one in options.stacks):
        raise PhhError(None, "every player needs chips")
    return _Table(options, players, scale, digits)


def _own_rules(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a file of ours carries in `_rules`, checked."""
    text = fields.get("_rules")
    if not isinstance(text, str) or not text.startswith("{"):
        return {}
    try:
        values = json.loads(text)
    except ValueError:
        return {}
    carried = {info.name for info in describe(HoldemOptions) if info.carried}
    kept = {name: value for name, value in values.items() if name not in carried}
    checked = build(HoldemOptions, kept)
    return {name: getattr(checked, name) for name in kept if name not in ("small_blind", "big_blind", "ante")}


def _play(table: _Table, words: list[list[str]]) -> tuple[Holdem, State, tuple[tuple[int, Action], ...]]:
    game = Holdem(table.options)
    try:
        state = game.deal(table.players, 0)
    except ValueError as error:
        raise PhhError(None, str(error)) from None
    moves: list[tuple[int, Action]] = []
    board = 0
    for number, row in enumerate(words, start=1):
        if not row or (row[0] == "d" and row[1] == "dh") or row[1] == "sm":
            continue
        if row[0] == "d":
            board += len(row[2]) // 2
            if board > len(state.board):
                raise PhhError(number, "the board is dealt before the betting is over")
            continue
        seat = _PLAYERS[row[0]]
        if state.turn != seat:
            whose = f"it is the turn of p{state.turn + 1}" if state.turn >= 0 else "the hand is over"
            raise PhhError(number, f"{row[0]} cannot act, {whose}")
        if board < len(state.board):
            raise PhhError(number, "the board for this round of betting was not dealt")
        bets = game.bets(state)
        action = _action(number, row, table, bets.owes > 0)
        if action.kind == "raise_to" and not bets.contested and bets.owes and action.amount > bets.current:
            action = CALL  # some programs let a player bet more than anybody can call; the rest comes back anyway
        try:
            action = bets.resolve(Seat(seat), action)
        except IllegalAction as error:
            raise PhhError(number, _why(" ".join(row), error, table)) from None
        state = game.apply(state, Seat(seat), action)
        moves.append((seat, action))
    if state.result is None:
        raise PhhError(None, f"the actions end while p{state.turn + 1} is to act")
    return game, state, tuple(moves)


def _action(number: int, row: list[str], table: _Table, owes: bool) -> Action:
    if row[1] == "f":
        return FOLD
    if row[1] == "cc":
        return CALL if owes else CHECK
    if not _NUMBER.fullmatch(row[2]):
        raise PhhError(number, f"{row[2]!r} is no amount")
    return raise_to(int(Decimal(row[2]) * table.scale))


def _why(action: str, error: IllegalAction, table: _Table) -> str:
    """A refusal in the file's own unit."""
    data = {name: _amount(value, table.digits) if isinstance(value, int) else value for name, value in error.why.args}
    shown = replace(error.why, args=tuple(data.items()))
    return f"{action} is not allowed: {tell(shown, {**COMMON, **MESSAGES}, 'en')}"


def _mucked_winners(state: State, mucked: set[int]) -> set[int]:
    result = state.result
    assert result is not None
    if not mucked:
        return set()
    return {seat for won in result.won if won.strength for seat, _ in won.shares} & mucked


# Comparing


_FROM_A_HOUSE: Final = ("venue", "currency", "currency_symbol")


def mismatch(hand: Hand, strict: bool = False) -> str | None:
    """Replay a hand and compare what the file says came out; None if it agrees, or says nothing.

    Unless `strict`, odd chips of shared pots may have gone to another of the winners; and in a hand from a card room (the
    file names a venue or a currency) winners may have got up to a tenth of what they won less: the house's rake, which no
    field of the format tells.
    """
    fields = hand.fields
    found = replay(hand)
    return _difference(fields, found, strict)


def _difference(fields: Mapping[str, Any], found: Replayed, strict: bool) -> str | None:
    for name, ours in (("finishing_stacks", found.finishing), ("winnings", found.winnings)):
        given = fields.get(name)
        if given is None:
            continue
        try:
            theirs = [Decimal(value) for value in given]
        except (TypeError, ValueError, ArithmeticError):
            return f"{name} should be a list of amounts"
        if any(value.is_nan() for value in theirs):
            return f"{name} should be a list of amounts"
        if len(theirs) != len(ours):
            return f"{name} has {len(theirs)} amounts for {len(ours)} players"
        if name == "finishing_stacks" and any(value.is_infinite() for value in theirs):
            continue
        if list(ours) == theirs:
            continue
        raked = any(key in fields for key in _FROM_A_HOUSE) and _raked(ours, theirs, found)
        if strict or not (raked or _only_odd_chips(ours, theirs, found)):
            at = next(i for i, (own, other) in enumerate(zip(ours, theirs, strict=True)) if own != other)
            return f"{name} of p{at + 1} is {theirs[at]}, we get {ours[at].normalize():f}"
    return None


def _raked(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed) -> bool:
    rows = zip(ours, theirs, found.winnings, strict=True)
    return all(other == own or (won and 0 < own - other <= won / 10) for own, other, won in rows)


def _only_odd_chips(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed) -> bool:
    """Programs differ on odd chips: one each or all to the first, counted per pot or after joining pots."""
    result = found.state.result
    assert result is not None
    shared = [won for won in result.won if len(won.shares) > 1]
    odd = Decimal(sum(won.pot.amount % len(won.shares) for won in shared)).scaleb(-found.digits)
    sharers = {seat for won in shared for seat, _ in won.shares}
    moved = [other - own for own, other in zip(ours, theirs, strict=True)]
    return sum(moved) == 0 and all(not by or (seat in sharers and abs(by) <= odd) for seat, by in enumerate(moved))


# Writing


def of_state(
    game: Holdem, state: State, names: Sequence[str] = (), digits: int = 0, extra: Mapping[str, Any] | None = None
) -> Hand:
    """The document of a finished hand. Player 1 sits left of the button, the last is the button.

    `digits` says how many decimals a chip amount has (the engine's integers are divided again). `_replay = false`
    marks hands that a replayer with other rules would not settle alike. `extra` are further fields, of a document that
    this hand came from; without it the options of the table are written into `_rules`.
    """
    options, setup, result = game.options, state.setup, state.result
    if result is None:
        raise PhhError(None, "the hand is not over")
    order = setup.order
    number = {seat: at + 1 for at, seat in enumerate(order)}
    antes, blinds = _forced(game, state)
    limit = options.game_type == "limit"
    short = options.variant == "short_deck"
    if limit and short:
        raise PhhError(None, "the format has no code for fixed-limit short deck")

    def chips(row: Iterable[int]) -> list[Any]:
        return [_number(value, digits) for value in row]

    small, big = game.wagers
    fields: dict[str, Any] = {
        "variant": "FT" if limit else "NS" if short else "NT",
        "ante_trimming_status": _trims(options),
        "antes": chips(antes),
        "blinds_or_straddles": chips(blinds),
    }
    if limit:
        fields |= {"small_bet": _number(small, digits), "big_bet": _number(big, digits)}
    else:
        fields["min_bet"] = _number(game.least_bet, digits)
    fields |= {
        "starting_stacks": chips(setup.stacks[seat] for seat in order),
        "actions": _actions(options, state, number, digits),
        "hand": options.hand_number,
        "seats": [seat + 1 for seat in order],
        "seat_count": setup.seats,
        "finishing_stacks": chips(state.stacks[seat] for seat in order),
        "time_limit": options.action_timeout,
    }
    if names:
        fields["players"] = [names[seat] if seat < len(names) else "" for seat in order]
    fields |= extra or {}
    if options.game_type == "pot_limit":
        fields["_betting_structure"] = "pot_limit"
    carried = {info.name for info in describe(HoldemOptions) if info.carried}
    rules = {name: value for name, value in to_data(options).items() if name not in carried}
    if rules and extra is None:
        fields["_rules"] = json.dumps(rules, ensure_ascii=False)
    afterwards = [f"p{number[one.seat]} {write(one.cards)}" for one in state.history if one.did == "show"]
    if afterwards:
        fields["_shown"] = afterwards
    if not _replays(game, state):
        fields["_replay"] = False
    return Hand(fields)


def _trims(options: HoldemOptions) -> bool:
    return options.ante_type == "all" or options.has_button_blind


def _forced(game: Holdem, state: State) -> tuple[list[int], list[int]]:
    """Antes and blinds by player, in full even where a stack was short; with two players the button comes first."""
    setup = state.setup
    owed = game.forced(setup)
    antes = {seat: owed.antes.get(seat, 0) for seat in setup.order}
    blinds = {seat: owed.blinds.get(seat, 0) for seat in setup.order}
    rows = [list(antes.values()), list(blinds.values())]
    if len(setup.order) == 2:
        rows = [row[::-1] for row in rows]
    return rows[0], rows[1]


def _actions(options: HoldemOptions, state: State, number: Mapping[int, int], digits: int) -> list[str]:
    setup, result = state.setup, state.result
    assert result is not None
    holes = setup.cards.holes
    rows = [
        f"d dh p{number[seat]} {'????' if setup.unknown >> seat & 1 else write(holes[seat])}" for seat in setup.order
    ]
    tabled = False
    for entry in state.history:
        match entry.did:
            case "fold":
                rows.append(f"p{number[entry.seat]} f")
            case "check" | "call":
                rows.append(f"p{number[entry.seat]} cc")
            case "raise_to":
                rows.append(f"p{number[entry.seat]} cbr {_amount(entry.total, digits)}")
            case "table":
                tabled = True
                rows += _shows(state, show_order(options, state), number)
            case "deal":
                dealt = {1: slice(0, 3), 2: slice(3, 4), 3: slice(4, 5)}[entry.amount]
                rows.append(f"d db {write(setup.cards.board[dealt])}")
            case _:
                pass
    if result.showdown and not tabled:
        rows += _shows(state, show_order(options, state), number)
    return rows


def _shows(state: State, order: Iterable[int], number: Mapping[int, int]) -> list[str]:
    result = state.result
    assert result is not None
    return [
        f"p{number[seat]} sm {write(state.setup.cards.holes[seat])}" if seat in result.shown else f"p{number[seat]} sm"
        for seat in order
    ]


def _replays(game: Holdem, state: State) -> bool:
    """Whether a replayer without our options settles the hand alike."""
    options, setup, result = game.options, state.setup, state.result
    assert result is not None
    blinds = game.forced(setup).blinds
    posted = dict.fromkeys(setup.order, 0)
    for entry in state.history:
        if entry.did in ("small_blind", "big_blind", "straddle", "post"):
            posted[entry.seat] += entry.amount
    if max(posted.values()) < max(map(abs, blinds.values())):
        return False
    if options.variant == "short_deck" and options.trips_beat_straight:
        return False
    if any(entry.did in ("dead_blind", "leave") for entry in state.history):
        return False
    if not options.ante_first and any(not state.setup.stacks[seat] for seat in setup.order):
        return False
    if options.game_type == "limit" and _has_pieces(game, state):
        return False
    odd = [won.pot.amount % len(won.shares) for won in result.won]
    if sum(1 for chips in odd if chips) > 1:
        return False  # a replayer that joins pots once the losers' hands are dead has fewer odd chips to give
    return options.odd_chip_rule != "one_each" or max(odd, default=0) < 2


def _has_pieces(game: Holdem, state: State) -> bool:
    """In limit: an all-in raise for less than a full bet."""
    unit, high = game.wagers[0], state.setup.stakes.big_blind
    for entry in state.history:
        if entry.did == "deal":
            unit, high = game.wagers[0] if entry.amount == 1 else game.wagers[1], 0
        elif entry.did == "raise_to":
            if entry.total - high != unit:
                return True
            high = entry.total
    return False


def _number(chips: int, digits: int) -> int | Decimal:
    return chips if not digits else Decimal(chips).scaleb(-digits)


def _amount(chips: int, digits: int) -> str:
    return str(chips) if not digits else f"{Decimal(chips).scaleb(-digits):f}"


# Records

_KEPT: Final = "phh"


def to_record(hand: Hand) -> Record:
    """The hand as a `.paiju` record. Fields that records have no place for travel in a header line of their own."""
    found = replay(hand)
    ours = {"variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions"}
    ours |= {"ante_trimming_status", "_betting_structure", "_replay", "_shown", "players"}
    kept = {key: value for key, value in hand.fields.items() if key not in ours}
    header = json.dumps({"digits": found.digits, "fields": kept}, ensure_ascii=False, default=_plain)
    moves = [Move(Seat(seat), str(action)) for seat, action in found.moves]
    for row in _texts(hand, "_shown"):
        player, _, shown = row.partition(" ")
        if player not in _PLAYERS:
            raise PhhError(None, f"_shown names no player: {row!r}")
        moves.append(Move(Seat(_PLAYERS[player]), f"show {shown}"))
    return Record(
        game="holdem",
        seats=len(found.finishing),
        seed=0,
        moves=tuple(moves),
        options=to_data(found.game.options),
        names=_texts(hand, "players"),
        extra=((_KEPT, header),),
    )


def _texts(hand: Hand, name: str) -> tuple[str, ...]:
    value = hand.fields.get(name)
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


def _plain(value: Any) -> Any:
    """Numbers, dates and times as the TOML they were, so that they come back as what they are."""
    return {"toml": _toml(value)}


def _thaw(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"toml"}:
            return tomllib.loads(f"value = {value['toml']}", parse_float=Decimal)["value"]
        return {key: _thaw(item) for key, item in value.items()}
    return [_thaw(item) for item in value] if isinstance(value, list) else value


def of_record(record: Record) -> Hand:
    """The document of a finished record of hold'em."""
    if record.game != "holdem":
        raise PhhError(None, f"{record.game} is not hold'em; PHH holds poker hands only")
    try:
        game = game_of(record)
        assert isinstance(game, Holdem)
        state = replay_record(record, game)
    except RecordError as error:
        raise PhhError(None, str(error)) from None
    kept: dict[str, Any] | None = None
    digits = 0
    for key, text in record.extra:
        if key == _KEPT:
            try:
                header = json.loads(text)
                digits, kept = int(header["digits"]), dict(_thaw(header["fields"]))
            except (ValueError, TypeError, KeyError) as error:
                raise PhhError(None, f"the header line {_KEPT} cannot be read: {error}") from None
    return of_state(game, state, record.names, digits, kept)
