"""What happened in a hand, as lines: the log of a view, and the events that go out on the wire.

`holdem.game_started`, `holdem.player_acted`, `holdem.cards_dealt` and `holdem.pot_won` are the published events; the
others (posts, refunds, shown and mucked hands) go with them. Hole cards are shown only to their owner, or to everybody
once they were shown at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.games.contract import Line, Seat
from paiju.games.holdem.places import place_of, places
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import BOARD_CARDS, STREETS, Act, State, Won

POSTS: Final = frozenset(("ante", "small_blind", "big_blind", "straddle", "post", "dead_blind"))
UNCONTESTED: Final = Line("holdem.hand.uncontested")
_ACTIONS: Final = {"fold": "fold", "check": "check", "call": "call", "raise_to": "raise"}


def log(options: HoldemOptions, state: State) -> tuple[Line, ...]:
    """Everything so far, as a spectator saw it. Each act keeps its lines, so that they are made once in a hand."""
    setup = state.setup
    begun = {"hand_number": options.hand_number, "dealer_button": setup.button, "seats": tuple(sorted(setup.order))}
    found = [Line("holdem.game_started", begun)]
    if options.is_bomb_pot:
        found.append(Line("holdem.bomb_pot", {"amount": setup.stakes.ante}))
    for at, act in enumerate(state.history):
        lines = act.lines
        if lines is None:
            lines = act.lines = _lines(options, state, at)
        found += lines
    if state.result is not None:
        found += _ending(options, state)
    return tuple(found)


def with_hole_cards(options: HoldemOptions, state: State, log: tuple[Line, ...], seat: Seat) -> tuple[Line, ...]:
    """The log of a seat: that of a spectator and its own hole cards, which come after the forced bets."""
    at = (2 if options.is_bomb_pot else 1) + posts(state)
    cards = Line("holdem.hole_cards", {"seat": seat, "cards": state.setup.cards.holes[seat]})
    return (*log[:at], cards, *log[at:])


def posts(state: State) -> int:
    """How many forced bets a hand began with; the log has a line for each."""
    count = 0
    for act in state.history:
        if act.did not in POSTS:
            break
        count += 1
    return count


def _lines(options: HoldemOptions, state: State, at: int) -> tuple[Line, ...]:
    """What the log says of one act. Cards shown after the hand come last, with the ending."""
    act = state.history[at]
    did, seat, amount, _, cards, street = act
    if did in _ACTIONS:
        return (_acted(state, at),)
    if did in POSTS:
        what = "button_blind" if did == "big_blind" and options.has_button_blind else did
        return (Line("holdem.posted", {"seat": seat, "what": f"holdem.post.{what}", "amount": amount}),)
    if did == "deal":
        board = state.setup.cards.board[: BOARD_CARDS[street]]
        stage = STREETS[street]
        args = {"stage": stage, "community_cards": board, "what": f"holdem.stage.{stage}"}
        return (Line("holdem.cards_dealt", args),)
    if did == "second":
        stage = STREETS[street]
        return (Line("holdem.second_dealt", {"stage": stage, "cards": cards, "what": f"holdem.stage.{stage}"}),)
    if did == "once" or did == "twice":
        return (Line("holdem.answered", {"seat": seat, "answer": did, "what": f"holdem.did.{did}"}),)
    if did == "table":
        return tuple(_shown(state, show_order(options, state)))
    return (Line("holdem.left", {"seat": seat}),) if did == "leave" else ()


def _acted(state: State, at: int) -> Line:
    """An answer to a question; `action` is all_in where it took the last chips, whatever they were put in for."""
    act = state.history[at]
    past = state.history[: at + 1]
    spent = sum([one.amount for one in past if one.seat == act.seat])
    all_in = act.amount > 0 and spent == state.setup.stacks[act.seat]
    verb = "bet" if act.did == "raise_to" and _opens(past[:-1]) else _ACTIONS[act.did]
    return Line(
        "holdem.player_acted",
        {
            "seat": act.seat,
            "action": "all_in" if all_in else _ACTIONS[act.did],
            "amount": act.amount,
            "total_bet": act.total,
            "what": f"holdem.all_in.{verb}" if all_in else f"holdem.did.{verb}",
        },
    )


def _opens(past: tuple[Act, ...]) -> bool:
    """Whether nothing was bet or posted on this street."""
    for act in reversed(past):
        if act.did == "deal":
            return True
        if act.did == "raise_to" or act.did in POSTS:
            return False
    return True


def _shown(state: State, seats: tuple[int, ...]) -> Iterator[Line]:
    for seat in seats:
        if not state.setup.unknown >> seat & 1:
            yield Line("holdem.shown", {"seat": seat, "cards": state.setup.cards.holes[seat]})


def _ending(options: HoldemOptions, state: State) -> Iterator[Line]:
    """How the hand was paid, and who showed cards after it."""
    result, ranking = state.result, options.ranking
    assert result is not None
    if result.refund:
        yield Line("holdem.refund", {"seat": result.refund.seat, "amount": result.refund.amount})
    if not any(act.did == "table" for act in state.history):
        yield from _shown(state, result.shown)
    for seat in result.mucked:
        yield Line("holdem.mucked", {"seat": seat})
    for won in sorted(result.won, key=lambda won: (-won.number, won.run)):  # side pots first, the last to begin with
        args = {
            "winners": tuple([seat for seat, _ in won.shares]),
            "amount": won.pot.amount,
            "hand_type": ranking.word(won.strength),
            "pot_index": won.number,
            "shares": won.shares,
            "best": ranking.named(won.strength) if won.strength else UNCONTESTED,
            "how": "holdem.won.uncontested"
            if not won.strength
            else f"holdem.won.{'shared' if won.shares[1:] else 'best'}",
            "what": _pot_name(result.won[-1].number, won),
        }
        yield Line("holdem.pot_won", args | {"run": won.run} if won.run else args)
    yield from _finishes(options, state)
    for act in state.history:
        if act.did == "show":
            yield Line("holdem.shown", {"seat": act.seat, "cards": act.cards})


def _pot_name(last: int, won: Won) -> str:
    """The message of a pot: there is one, or a main pot and one side pot, or side pots by number."""
    name = "only" if not last else "main" if not won.number else "side" if last == 1 else "side_numbered"
    return f"holdem.pot.{name}_of_run" if won.run else f"holdem.pot.{name}"


def _finishes(options: HoldemOptions, state: State) -> Iterator[Line]:
    """Who went out of a tournament in this hand, the lowest place first, and who won it."""
    standing = places(options, state)
    new = [(place, seat) for seat, place in enumerate(standing) if place and not place_of(options.places, seat)]
    for place, seat in sorted(new, reverse=True):
        if place > 1:
            yield Line("holdem.out", {"seat": seat, "place": place, "what": f"holdem.place.{place}"})
        else:
            yield Line("holdem.tournament_won", {"seat": seat})
