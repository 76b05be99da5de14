"""What hold'em tells a table: the fields of the wire's messages, clocks by situation, leaving in mid-hand."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from paiju.cards import Card
from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Extras, Facts, Timing
from paiju.games.holdem import clock
from paiju.games.holdem.action import Action, raise_to
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.positions import draws_button
from paiju.games.holdem.rank import Ranking
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.sizes import sizes
from paiju.games.holdem.state import State, Won
from paiju.games.holdem.view import HoldemView, shown_cards

_WORDS: Final = ("fold", "check", "call", "all_in", "once", "twice")


class HoldemExtras(Extras):
    offered = 4  # fold, check or call, the two smallest raises: the range of raises is in `extra`
    open_moves = True
    keeps_secrets = True  # mucked hands
    dealing_options = ("deck",)
    bets = True
    leave_move = "leave"
    absent_move = "fold"

    def timing(self, options: HoldemOptions, decision: Decision[Any]) -> Timing:
        """One time for every decision, or by what it is about (rule 41): free or cheap 20 s, dear 60 s, all-in 30 s."""
        bets = decision.choices
        if options.timeout_mode == "flat" or not isinstance(bets, Bets):
            return Timing(options.action_timeout, options.warning_time)
        if not bets.owes:
            seconds = clock.FREE
        elif bets.owes >= bets.chips:
            seconds = clock.WHOLE_STACK
        else:
            seconds = clock.DEAR if bets.owes > clock.DEAR_FROM * options.stakes.big_blind else clock.CHEAP
        return Timing(seconds, options.warning_time)

    def absent_seconds(self, options: HoldemOptions) -> float | None:
        return clock.ABSENT if options.timeout_mode == "by_situation" else None

    def state(self, view: View) -> Facts:
        assert isinstance(view, HoldemView)
        return {
            "pot": view.pot,
            "pots": [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in view.pots],
            "community_cards": view.community_cards,
            "current_player": view.current_player,
            "min_bet": view.min_bet,
            "max_bet": view.max_bet,
            "dealer_button": view.dealer_button,
            "to_call": view.to_call,
            "min_raise_to": view.min_raise_to,
            "max_raise_to": view.max_raise_to,
        }

    def decision(self, view: View, decision: Decision[Any]) -> Facts:
        assert isinstance(view, HoldemView)
        return {
            "to_call": view.to_call, "min_raise_to": view.min_raise_to, "max_raise_to": view.max_raise_to,
            "pot": view.pot, "big_blind": view.big_blind,
        }  # fmt: skip

    def players(self, view: View) -> Sequence[Facts]:
        assert isinstance(view, HoldemView)
        found = []
        for seat in view.seats:
            facts: dict[str, Any] = {"chips": seat.chips, "bet": seat.bet, "has_cards": seat.has_cards}
            facts |= {"status": seat.status} if seat.status is not None else {}
            found.append(facts | ({"hole_cards": seat.hole_cards} if seat.hole_cards is not None else {}))
        return found

    def moved(self, view: View, seat: int, text: str) -> Facts:
        """Verb, chips added, total on the street, chips left and the pot, as everybody saw them."""
        if text.split()[0] in ("show", "leave", "once", "twice"):
            return {"action": text.split()[0]}
        for line in reversed(view.log):
            if line.key == "holdem.player_acted" and line.args["seat"] == seat:
                return {name: line.args[name] for name in ("action", "amount", "total_bet")}
        return {"action": text.split()[0]}

    def hole_cards(self, state: State, seat: int) -> Sequence[Card] | None:
        setup = state.setup
        return None if seat not in setup.order or setup.unknown >> seat & 1 else setup.cards.holes[seat]

    def ended(self, game: Any, state: State) -> Facts:
        """As the public view tells it, without making one."""
        ranking, result = game.options.ranking, state.result
        assert result is not None
        shown: list[Facts] = []
        for seat, cards in sorted(shown_cards(state).items()):
            hand = ranking.named(result.strengths[seat]) if seat in result.shown else None
            shown.append({"player_id": seat, "seat": seat, "cards": cards, "hand": hand})
        facts = {
            "winners": sorted({seat for won in result.won for seat, _ in won.shares}),
            "pots": [_pot(ranking, won) for won in result.won],
            "shown": shown,
            "pot": sum([won.pot.amount for won in result.won]),
            "community_cards": state.board,
        }
        if result.second:
            facts["second_board"] = result.second
        return facts

    def pinned(self, options: HoldemOptions, state: State) -> HoldemOptions:
        """The whole deck in its order, and the button where chance decided it."""
        setup = state.setup
        button = setup.button if draws_button(options) else options.button
        return replace(options, deck="".join(map(str, setup.cards.order)), button=button)

    def told(self, view: View) -> tuple[Line, ...]:
        assert isinstance(view, HoldemView)
        board = [Line.of("holdem.table.board", cards=view.community_cards)] if view.community_cards else []
        if view.second_board:
            board.append(Line.of("holdem.table.second", cards=view.second_board))
        if view.bomb_pot:
            board.insert(0, Line.of("holdem.table.bomb_pot", amount=view.ante))
        return (
            Line.of("holdem.table.pot", what=f"holdem.stage.{view.stage}", pot=view.pot, button=view.dealer_button),
            *board,
            *(
                Line.of(
                    "holdem.table.seat",
                    seat=seat.seat,
                    chips=seat.chips,
                    bet=seat.bet,
                    status=f"holdem.status.{seat.status.value}",
                )
                for seat in view.seats
                if seat.status is not None
            ),
        )

    def export(self, record: Any, format: str, visible: Container[int] | None) -> str | None:
        """PHH; hole cards of other seats than the visible ones are written as unknown. Untellable says why it cannot be."""
        from paiju.games.holdem import phh

        if format != "phh":
            return None
        try:
            hand = phh.of_record(record)
        except phh.Untellable:
            raise
        except phh.PhhError:
            return None
        if visible is not None:
            seats = hand.fields["seats"]
            hidden = {f"p{at + 1}" for at, seat in enumerate(seats) if seat - 1 not in visible}
            rows = [action.split() for action in hand.fields["actions"]]
            for row in rows:
                if row[:2] == ["d", "dh"] and row[2] in hidden:
                    row[3] = "????"
            hand = phh.Hand({**hand.fields, "actions": [" ".join(row) for row in rows]})
        return phh.dumps(hand)

    def offers(self, view: View, decision: Decision[Any]) -> Iterator[Action]:
        """Fold, check or call; then the least raise, shares of the pot, and everything."""
        assert isinstance(view, HoldemView)
        if not isinstance(decision.choices, Bets):
            yield from decision.choices
            return
        yield decision.choices[0]
        yield decision.choices[1]
        for total in sizes(view):
            yield raise_to(total)

    def name(self, view: View, action: Any) -> Line | None:
        assert isinstance(view, HoldemView)
        if action.kind == "raise_to":
            size = sizes(view).get(action.amount)
            return Line.of("holdem.say.raise_to", total=action.amount) if size is None else Line(f"holdem.say.{size}")
        return Line(f"holdem.say.{action.kind}") if action.kind in _WORDS else None

    def hand_name(self, view: View) -> Line | None:
        assert isinstance(view, HoldemView)
        return view.made


def _pot(ranking: Ranking, won: Won) -> Facts:
    facts = {
        "amount": won.pot.amount,
        "winners": [seat for seat, _ in won.shares],
        "shares": [{"player_id": seat, "amount": chips} for seat, chips in won.shares],
        "hand_type": ranking.word(won.strength),
    }
    if won.run:
        facts |= {"pot": won.number, "run": won.run}
    return facts
