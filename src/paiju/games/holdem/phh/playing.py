"""A PHH document played through the engine.

Amounts may be decimals; the engine plays whole chips, so every amount is multiplied by the same power of ten on the way
in and divided on the way out. What the rules do not allow is a `PhhError` that names the action.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final, NamedTuple

from paiju.cards import DECK_52, Card, NotationError, cards, write
from paiju.games.contract import IllegalAction, Line, Seat
from paiju.games.holdem.action import CALL, CHECK, FOLD, Action, raise_to
from paiju.games.holdem.dealing import Plan, lay_out, plan
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.phh.document import HandHistory, PhhError, amount
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State
from paiju.games.options import OptionError, build, describe
from paiju.games.refusals import Worded

VARIANTS: Final = {"NT": ("no_limit", "standard"), "FT": ("limit", "standard"), "NS": ("no_limit", "short_deck")}
_ENDLESS: Final = 10**15  # chips of a stack that the file calls infinite


class Replayed(NamedTuple):
    """A hand after its last action. Amounts are in the file's own unit; `digits` is how many decimals that took."""

    game: Holdem
    state: State
    moves: tuple[tuple[int, Action], ...]
    finishing: tuple[Decimal, ...]
    winnings: tuple[Decimal, ...]
    digits: int


class _Table(NamedTuple):
    """What a document says before its actions, in whole chips."""

    options: HoldemOptions
    players: int
    scale: int
    digits: int


_CARDS: Final = {str(one): one for one in DECK_52.cards}
PLAYERS: Final = {f"p{number}": number - 1 for number in range(1, 11)}
_NUMBER: Final = re.compile(r"\d+(\.\d+)?")


def replay(hand: HandHistory, **overrides: Any) -> Replayed:
    """Play a hand through the engine. PhhError says which action the rules do not allow, and why.

    Hands whose cards are not known, and hands that the file says were mucked although they were best, win nothing.
    """
    _variant(hand)
    words = [_words(action) for action in _row(hand, "actions")]
    players = len(_row(hand, "starting_stacks"))
    if not 2 <= players <= 10:
        raise PhhError(None, "phh.players", players=players)
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
            raise PhhError(None, "phh.no_cards_known")
    if result.showdown and len(shown.board) < 5:
        raise PhhError(None, "phh.no_board")
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
        raise PhhError(None, "phh.action_text")
    return action.split("#", 1)[0].split() if "#" in action else action.split()


def _variant(hand: HandHistory) -> str:
    variant = hand.fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise PhhError(None, "phh.variant", variant=repr(variant))
    return variant


def _row(hand: HandHistory, name: str) -> list[Any]:
    value = hand.fields.get(name)
    if value is None:
        raise PhhError(None, "phh.missing", field=name)
    if not isinstance(value, (list, tuple)):
        raise PhhError(None, "phh.list", field=name)
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
                raise PhhError(number, "phh.three_cards", player=row[2])
        elif verb == "db" and size == 3 and row[0] == "d":
            self.board += self._new(number, _cards(number, row[2]))
            if len(self.board) > 5:
                raise PhhError(number, "phh.six_cards")
        elif verb == "sm" and size == 2:
            self.mucked.add(self._player(number, row[0]))
        elif verb == "sm" and size == 3:
            player = self._player(number, row[0])
            if row[2] != "-":
                self._show(number, player, row[0], row[2])
        elif row:
            raise PhhError(number, "phh.no_action", action=repr(" ".join(row)))

    def _new(self, number: int, found: list[Card | None]) -> list[Card | None]:
        """The cards, each of which must appear here for the first time."""
        for one in found:
            if one is not None and one in self._dealt:
                raise PhhError(number, "phh.twice", card=str(one))
            if one is not None:
                self._dealt.add(one)
        return found

    def _player(self, number: int, text: str) -> int:
        known = PLAYERS.get(text)
        if known is not None and known < len(self.holes):
            return known
        if text[:1] == "p" and text[1:].isdecimal() and 1 <= int(text[1:]) <= len(self.holes):
            return int(text[1:]) - 1
        raise PhhError(number, "phh.no_player", player=repr(text))

    def _show(self, number: int, player: int, name: str, text: str) -> None:
        hole = self.holes[player]
        found = _cards(number, text)
        if len(found) > 2:
            raise PhhError(number, "phh.shows_three", player=name)
        known = [one for one in hole if one is not None]
        if len(known) == 2 and any(one is not None and one not in known for one in found):
            raise PhhError(number, "phh.shows_other", player=name, shown=text, dealt=write(known))
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
    except (NotationError, IndexError):
        raise PhhError(number, "phh.no_cards", cards=repr(text)) from None


def _isamount(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return False
    return not (isinstance(value, Decimal) and value.is_nan()) and value > -_ENDLESS


def _digits(value: Any) -> int:
    """Decimals of a number as written."""
    if isinstance(value, Decimal) and value.is_finite():
        exponent = value.as_tuple().exponent
        return max(0, -exponent) if isinstance(exponent, int) else 0
    return 0


def _options(hand: HandHistory, words: list[list[str]], shown: _Cards, overrides: Mapping[str, Any]) -> _Table:
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
            raise PhhError(None, "phh.missing", field=name)
        sizes.append(fields[name])
    amounts = [*stacks, *antes, *blinds, *sizes]
    for value in amounts:
        if not _isamount(value):
            raise PhhError(None, "phh.no_amount", amount=repr(value))
    digits = max(map(_digits, amounts))
    for row in words:
        if len(row) == 3 and row[1] == "cbr" and "." in row[2]:
            digits = max(digits, len(row[2].partition(".")[2]))
    if digits > 6:
        raise PhhError(None, "phh.decimals")
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
        raise PhhError(None, "phh.forced")
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
        values["run_it_twice"] = "never"  # a file has one board, so nobody is asked again
        values |= overrides
        size = 36 if deck == "short_deck" else 52
        places = lay_out(players, size, values.get("burn_before_hole", True), values.get("fast_deal", False))
        options = HoldemOptions(**values, deck=shown.deck(places))
    except OptionError as error:
        raise PhhError(None, error.sentence) from None
    except TypeError as error:
        raise PhhError(None, "phh.options", why=str(error)) from None
    if any(one <= 0 for one in options.stacks):
        raise PhhError(None, "phh.no_chips")
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
        why = error.sentence if isinstance(error, Worded) else Line.of("phh.options", why=str(error))
        raise PhhError(None, why) from None
    moves: list[tuple[int, Action]] = []
    board = 0
    for number, row in enumerate(words, start=1):
        if not row or (row[0] == "d" and row[1] == "dh") or row[1] == "sm":
            continue
        if row[0] == "d":
            board += len(row[2]) // 2
            if board > len(state.board):
                raise PhhError(number, "phh.board_early")
            continue
        seat = PLAYERS[row[0]]
        if state.turn != seat:
            if state.turn < 0:
                raise PhhError(number, "phh.over", player=row[0])
            raise PhhError(number, "phh.turn", player=row[0], turn=f"p{state.turn + 1}")
        if board < len(state.board):
            raise PhhError(number, "phh.board_late")
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
        raise PhhError(None, "phh.ends_early", turn=f"p{state.turn + 1}")
    return game, state, tuple(moves)


def _action(number: int, row: list[str], table: _Table, owes: bool) -> Action:
    if row[1] == "f":
        return FOLD
    if row[1] == "cc":
        return CALL if owes else CHECK
    if not _NUMBER.fullmatch(row[2]):
        raise PhhError(number, "phh.no_amount", amount=repr(row[2]))
    return raise_to(int(Decimal(row[2]) * table.scale))


def _why(action: str, error: IllegalAction, table: _Table) -> Line:
    """A refusal in the file's own unit."""
    why = error.why
    args = {name: amount(one, table.digits) if isinstance(one, int) else one for name, one in why.args.items()}
    return Line.of("phh.illegal", action=action, why=Line(why.key, args))


def _mucked_winners(state: State, mucked: set[int]) -> set[int]:
    result = state.result
    assert result is not None
    if not mucked:
        return set()
    return {seat for won in result.won if won.strength for seat, _ in won.shares} & mucked
