"""Hold'em in the catalog, and what it offers a table beyond the rules: words, answers, time limits, what is kept."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from paiju.cards import Card
from paiju.games.capabilities import Absence, Daily, DealSummary, Leaving, PlainAnswers, Secrecy, Timing
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, View
from paiju.games.holdem.action import Action, raise_to
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.chips import HoldemChips, stake
from paiju.games.holdem.fairness import shuffles
from paiju.games.holdem.feats import FEATS
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.glossary import GLOSSARY
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.positions import draws_button
from paiju.games.holdem.rulebook import RULEBOOK
from paiju.games.holdem.rules import ABSENT, CHEAP, DEAR, DEAR_FROM, FREE, WHOLE_STACK, HoldemOptions
from paiju.games.holdem.series import HoldemSeries
from paiju.games.holdem.state import State
from paiju.games.holdem.view import HoldemView, SeatView, seat_view, shown_cards
from paiju.games.messages import Text
from paiju.games.record import Record
from paiju.games.rulebook import words

_NAMED: Final = ("fold", "check", "call", "all_in", "once", "twice")
_SHARES: Final = ((0.5, "half"), (0.66, "two_thirds"), (1.0, "pot"))


class HoldemWords:
    def name(self, view: View, action: Any, /) -> Line | None:
        assert isinstance(view, HoldemView)
        if action.kind == "raise_to":
            size = sizes(view).get(action.amount)
            return Line.of("holdem.say.raise_to", total=action.amount) if size is None else Line(f"holdem.say.{size}")
        return Line(f"holdem.say.{action.kind}") if action.kind in _NAMED else None

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, HoldemView)
        board = [Line.of("holdem.table.board", cards=view.community_cards)] if view.community_cards else []
        if view.second_board:
            board.append(Line.of("holdem.table.second", cards=view.second_board))
        if view.bomb_pot:
            board.insert(0, Line.of("holdem.table.bomb_pot", amount=view.ante))
        return (
            Line.of("holdem.table.pot", what=f"holdem.stage.{view.stage}", pot=view.pot, button=view.dealer_button),
            *board,
            *[_seat(seat) for seat in view.seats if seat.status is not None],
        )

    def hand_name(self, view: View, /) -> Line | None:
        assert isinstance(view, HoldemView)
        return view.made


def _seat(seat: SeatView) -> Line:
    if seat.place:
        return Line.of("holdem.table.placed", seat=seat.seat, what=f"holdem.place.{seat.place}")
    assert seat.status is not None
    status = f"holdem.status.{seat.status.value}"
    return Line.of("holdem.table.seat", seat=seat.seat, chips=seat.chips, bet=seat.bet, status=status)


def sizes(view: HoldemView) -> dict[int, str]:
    """The few raises worth offering by name: totals, rising, each with the last part of its message key; {} where no raise is legal.

    The least, half the pot, two thirds, the pot (as it would be after a call), and the most: the whole stack, or what
    the betting structure allows.
    """
    low, high = view.min_raise_to, view.max_raise_to
    if not high or view.current_player is None:
        return {}
    mover = view.seats[view.current_player]
    found = {high: "all_in" if high == mover.bet + mover.chips else "most"}
    found.setdefault(low, "least")
    for share, key in _SHARES:
        total = view.current_bet + int((view.pot + view.to_call) * share)
        if low < total < high:
            found.setdefault(total, key)
    return dict(sorted(found.items()))


class HoldemAnswers(PlainAnswers):
    """Of all the raises a few."""

    def offers(self, view: View, decision: Decision[Any], /) -> Iterator[Action]:
        """Fold, check or call; then the least raise, shares of the pot, and everything."""
        assert isinstance(view, HoldemView)
        if not isinstance(decision.choices, Bets):
            yield from decision.choices
            return
        yield decision.choices[0]
        yield decision.choices[1]
        for total in sizes(view):
            yield raise_to(total)


class HoldemLimits:
    def timing(self, options: HoldemOptions, decision: Decision[Any], /) -> Timing:
        """The same time for every decision, or by what it is about (rule 41).

        By situation: 20 s where checking is free or the call is at most ten big blinds, 60 for a dearer call, 30 where
        calling takes the whole stack.
        """
        bets = decision.choices
        if options.timeout_mode == "flat" or not isinstance(bets, Bets):
            return Timing(options.action_timeout, options.warning_time)
        if not bets.owes:
            seconds = FREE
        elif bets.owes >= bets.chips:
            seconds = WHOLE_STACK
        else:
            seconds = DEAR if bets.owes > DEAR_FROM * options.stakes.big_blind else CHEAP
        return Timing(seconds, options.warning_time)

    def absence(self, options: HoldemOptions, /) -> Absence:
        return Absence(
            asked=ABSENT if options.timeout_mode == "by_situation" else None,
            sit_out=options.max_leave_time,
            auto_fold=options.auto_fold_time,
            reconnect=options.reconnect_timeout,
        )


class HoldemArchive:
    def hole_cards(self, state: State, seat: int, /) -> Sequence[Card] | None:
        setup = state.setup
        return None if seat not in setup.order or setup.unknown >> seat & 1 else setup.cards.holes[seat]

    def summary(self, game: Holdem, state: State, /) -> DealSummary:
        result = state.result
        assert result is not None
        taken: dict[int, int] = {}
        for won in result.won:
            for seat, chips in won.shares:
                taken[seat] = taken.get(seat, 0) + chips
        return DealSummary(
            pot=sum(won.pot.amount for won in result.won),
            board=state.board,
            second_board=result.second,
            shown=shown_cards(state),
            ranks={seat: game.options.ranking.named(result.strengths[seat]) for seat in result.shown},
            taken=taken,
        )


def pinned(options: HoldemOptions, state: State) -> HoldemOptions:
    """The whole deck in its order, and the button where chance decided it."""
    setup = state.setup
    button = setup.button if draws_button(options) else options.button
    return replace(options, deck="".join(map(str, setup.cards.order)), button=button)


def phh(record: Record, visible: Container[int] | None, /) -> str:
    """PHH; hole cards of other seats than the visible ones are written as unknown. Its modules are loaded only then."""
    from paiju.games.holdem import phh

    hand = phh.of_record(record)
    if visible is not None:
        seats = hand.fields["seats"]
        hidden = {f"p{at + 1}" for at, seat in enumerate(seats) if seat - 1 not in visible}
        rows = [action.split() for action in hand.fields["actions"]]
        for row in rows:
            if row[:2] == ["d", "dh"] and row[2] in hidden:
                row[3] = "????"
        hand = phh.HandHistory({**hand.fields, "actions": [" ".join(row) for row in rows]})
    return phh.dumps(hand)


PRESETS: Final = {
    f"{name}/{variant}": {"game_type": game_type, "variant": variant}
    for variant in ("standard", "short_deck")
    for name, game_type in (("no_limit", "no_limit"), ("pot_limit", "pot_limit"), ("fixed_limit", "limit"))
}

WORDS: Final = HoldemWords()

GAMES: Final = (
    GameInfo(
        id="holdem",
        title=Text("德州扑克", "Texas Hold'em"),
        summary=Text(
            "两张底牌、五张公共牌，四轮下注；无限注、底池限注、固定限注，标准牌或短牌。",
            "Two hole cards, five on the board, four rounds of betting; no-limit, pot-limit or fixed-limit, 52 or 36 cards.",
        ),
        aliases=("德州", "德扑", "texas", "texas holdem", "poker"),
        options=HoldemOptions,
        make=Holdem,
        series=HoldemSeries(),
        recommended=6,
        presets=PRESETS,
        default_preset="no_limit/standard",
        messages={**MESSAGES, **words(GLOSSARY)},
        turns="clockwise",
        family="holdem",
        rulebook=RULEBOOK,
        seat_view=lambda game, state, spectator, seat: seat_view(game.options, state, spectator, seat),
        chips=HoldemChips(),
        stake=stake,
        time_limits=HoldemLimits(),
        leaving=Leaving(at_once="leave", absent="fold"),
        words=WORDS,
        answers=HoldemAnswers(WORDS, offered=4),  # the range of raises is in the view
        secrecy=Secrecy(open_moves=True, keeps_secrets=True, dealing_options=("deck",), pinned=pinned),
        archive=HoldemArchive(),
        exports={"phh": phh},
        shuffles=shuffles,
        daily=Daily(deals=5),
        feats=FEATS,
    ),
)
