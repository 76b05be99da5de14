"""A hand that was played here as a PHH document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from paiju.cards import write
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.phh.document import HandHistory, PhhError, Untellable, amount
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import State
from paiju.games.options import describe, to_data

USUAL_CAP: Final = 4  # bets and raises on one street of a limit game, blinds not counted, as PokerKit has it


def of_state(
    game: Holdem, state: State, names: Sequence[str] = (), digits: int = 0, extra: Mapping[str, Any] | None = None
) -> HandHistory:
    """The document of a finished hand; Untellable for one that the format has no words for.

    Player 1 sits left of the button, the last is the button.
    `digits` says how many decimals a chip amount has (the engine's integers are divided again). `_replay = false`
    marks hands that a replayer with other rules would not settle alike. `extra` are further fields, of a document that
    this hand came from; without it the options of the table are written into `_rules`.
    """
    options, setup, result = game.options, state.setup, state.result
    if result is None:
        raise PhhError(None, "phh.not_over")
    if options.is_bomb_pot:
        raise Untellable("phh.bomb_pot")
    if result.second:
        raise Untellable("phh.run_twice")
    order = setup.order
    number = {seat: at + 1 for at, seat in enumerate(order)}
    antes, blinds = _forced(game, state)
    limit = options.game_type == "limit"
    short = options.variant == "short_deck"
    if limit and short:
        raise Untellable("phh.limit_short_deck")

    def chips(row: Iterable[int]) -> list[Any]:
        return [_number(value, digits) for value in row]

    terms = game.terms
    fields: dict[str, Any] = {
        "variant": "FT" if limit else "NS" if short else "NT",
        "ante_trimming_status": _trims(options),
        "antes": chips(antes),
        "blinds_or_straddles": chips(blinds),
    }
    if limit:
        fields |= {"small_bet": _number(terms.small_bet, digits), "big_bet": _number(terms.big_bet, digits)}
    else:
        fields["min_bet"] = _number(terms.least_bet, digits)
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
    return HandHistory(fields)


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
    for act in state.history:
        match act.did:
            case "fold":
                rows.append(f"p{number[act.seat]} f")
            case "check" | "call":
                rows.append(f"p{number[act.seat]} cc")
            case "raise_to":
                rows.append(f"p{number[act.seat]} cbr {amount(act.total, digits)}")
            case "table":
                tabled = True
                rows += _shows(state, show_order(options, state), number)
            case "deal":
                dealt = {1: slice(0, 3), 2: slice(3, 4), 3: slice(4, 5)}[act.street]
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
    for act in state.history:
        if act.did in ("small_blind", "big_blind", "straddle", "post"):
            posted[act.seat] += act.amount
    if max(posted.values()) < max(map(abs, blinds.values())):
        return False
    if options.variant == "short_deck" and options.trips_beat_straight:
        return False
    if any(act.did in ("dead_blind", "leave") for act in state.history):
        return False
    if not options.ante_first and any(not state.setup.stacks[seat] for seat in setup.order):
        return False
    if options.game_type == "limit" and (_has_pieces(game, state) or _exceeds_cap(state)):
        return False
    odd = [won.pot.amount % len(won.shares) for won in result.won]
    if sum(1 for chips in odd if chips) > 1:
        return False  # a replayer that joins pots once the losers' hands are dead has fewer odd chips to give
    return options.odd_chip_rule != "one_each" or max(odd, default=0) < 2


def _has_pieces(game: Holdem, state: State) -> bool:
    """In limit: an all-in raise for less than a full bet."""
    unit, high = game.terms.small_bet, max(map(abs, game.forced(state.setup).blinds.values()))
    for act in state.history:
        if act.did == "deal":
            unit, high = game.terms.wager(act.street), 0
        elif act.did == "raise_to":
            if act.total - high != unit:
                return True
            high = act.total
    return False


def _exceeds_cap(state: State) -> bool:
    """In limit: a street with more bets and raises than replayers allow, as a table without the usual cap has."""
    raises = [act.street for act in state.history if act.did == "raise_to"]
    return any(raises.count(street) > USUAL_CAP for street in range(4))


def _number(chips: int, digits: int) -> int | Decimal:
    return chips if not digits else Decimal(chips).scaleb(-digits)
