"""The encoding of hold'em. Chips are as many as they are; divided by their scale they are big blinds.

The choices offered are a few sizes out of all that are legal (`paiju.games.holdem.info`): fold where something is
owed, check or call, and raises of the least, half, two thirds of the pot, the pot, and the most. An environment also
takes the exact total of any other raise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from paiju.cards import Card
from paiju.encodings.encoding import Encoding, Field, IdTable, Observation, no_exact, one_hot, packed, relative
from paiju.games.contract import Decision, View
from paiju.games.holdem.action import CALL, CHECK, FOLD, ONCE, TWICE, Action, raise_to
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.info import sizes
from paiju.games.holdem.state import STREETS, State
from paiju.games.holdem.view import HoldemView

VERSION = 1
MENU: Final = ("fold", "check_call", "least", "half", "two_thirds", "pot", "most", "once", "twice")
DID: Final = ("", "fold", "check", "call", "raise")
MOST_TOKEN: Final = (1 << 15) - 1
MOST_CHIPS: Final = (1 << 31) - 1


class HoldemEncoder:
    """See the module."""

    def __init__(self, game: Holdem, seats: int, history: int = 16) -> None:
        self.game, self.seats = game, seats
        self.blind = blind = max(1, game.options.big_blind)
        if sum(game.options.stacks or (game.options.starting_chips,) * seats) > MOST_CHIPS:
            raise ValueError(f"an encoding counts up to {MOST_CHIPS} chips at a table")
        others = [f"of seat {seat}" for seat in range(1, seats)]
        self.encoding = Encoding(
            name="holdem",
            version=VERSION,
            seats=seats,
            rows=13,
            columns=4,
            history=history,
            planes=("own cards", "board", "own cards and board"),
            hidden=(*[f"cards {of}" for of in others], "board cards to come"),
            facts=(
                Field("street", len(STREETS), 1, ", ".join(STREETS)),
                Field("button", seats, 1, "who has it"),
                Field("live", seats, 1, "has not folded"),
                Field("all_in", seats),
                Field("stack", seats, blind, "chips behind"),
                Field("bet", seats, blind, "chips bet on this street"),
                Field("paid", seats, blind, "chips put in during the hand"),
                Field("pot", 1, blind, "every chip in the middle"),
                Field("to_call", 1, blind),
                Field("least", 1, blind, "total of the smallest raise; 0: none is legal"),
                Field("most", 1, blind, "total of the greatest raise"),
            ),
            token=(
                Field("seat", about="1 for the observer, 2 for the next seat …; 0: no token"),
                Field("street", 1, 4, "1 before the flop … 4 on the river"),
                Field("did", 1, 4, "1 fold, 2 check, 3 call, 4 bet or raise"),
                Field("chips", 1, 4, f"put in, in quarters of a big blind, at most {MOST_TOKEN}"),
            ),
            feature=(
                Field("choice", len(MENU), 1, ", ".join(MENU)),
                Field("of_pot", 1, 16, "chips put in, in sixteenths of the pot, at most 255"),
                Field("of_stack", 1, 255, "chips put in, in 255ths of the stack"),
            ),
        )

    def observe(self, view: View, decision: Decision[Any] | None) -> Observation:
        assert isinstance(view, HoldemView) and view.viewer is not None
        me, seats = view.viewer, self.seats
        around = [view.seats[(me + step) % seats] for step in range(seats)]
        own, board = around[0].hole_cards or (), view.community_cards
        street = STREETS.index(view.stage) if view.stage in STREETS else None
        asked = decision is not None and view.current_player == me
        facts = [
            *one_hot(street, len(STREETS)),
            *one_hot(relative(view.dealer_button, me, seats) if view.dealer_button >= 0 else None, seats),
            *[int(seat.has_cards) for seat in around],
            *[int(seat.has_cards and not seat.chips) for seat in around],
            *[seat.chips for seat in around],
            *[seat.bet for seat in around],
            *[seat.total_bet for seat in around],
            view.pot,
            *((view.to_call, view.min_raise_to, view.max_raise_to) if asked else (0, 0, 0)),
        ]
        planes = [_cells(own), _cells(board), _cells((*own, *board))]
        return packed(self.encoding, planes, facts, self._tokens(view, me))

    def _tokens(self, view: HoldemView, me: int) -> list[list[int]]:
        tokens: list[list[int]] = []
        street = 1
        for line in view.log:
            if line.key == "holdem.cards_dealt":
                street = STREETS.index(line.args["stage"]) + 1
            elif line.key == "holdem.player_acted":
                did = line.args["what"].rpartition(".")[2].replace("bet", "raise")
                chips = min(4 * line.args["amount"] // self.blind, MOST_TOKEN)
                tokens.append([relative(line.args["seat"], me, self.seats) + 1, street, DID.index(did), chips])
        tokens.reverse()
        return tokens

    def hidden(self, state: State, seat: int) -> bytes:
        cards = state.setup.cards
        around = [(seat + step) % self.seats for step in range(1, self.seats)]
        held = [_cells(cards.holes[other] if other in state.setup.order else ()) for other in around]
        return b"".join((*held, _cells(cards.board[len(state.board) :])))

    def actions(self, view: View, decision: Decision[Any]) -> list[Action]:
        return [action for action, _, _ in self._menu(view)]

    def features(self, view: View, decision: Decision[Any]) -> list[bytes]:
        assert isinstance(view, HoldemView) and view.current_player is not None
        stack = view.seats[view.current_player].chips
        return [
            bytes(
                (
                    *one_hot(MENU.index(name), len(MENU)),
                    min(16 * chips // max(view.pot, 1), 255),
                    255 * chips // max(stack, 1),
                )
            )
            for _, name, chips in self._menu(view)
        ]

    @staticmethod
    def _menu(view: View) -> list[tuple[Action, str, int]]:
        """Each choice, its name and the chips it puts in."""
        assert isinstance(view, HoldemView) and view.current_player is not None
        if view.asking:
            return [(ONCE, "once", 0), (TWICE, "twice", 0)]
        menu = [(FOLD, "fold", 0), (CALL, "check_call", view.to_call)] if view.to_call else [(CHECK, "check_call", 0)]
        bet = view.seats[view.current_player].bet
        for total, name in sizes(view).items():
            menu.append((raise_to(total), "most" if name == "all_in" else name, total - bet))
        return menu

    def exact(self, decision: Decision[Any], number: int) -> Action:
        """-x raises to exactly x chips."""
        if raise_to(-number) not in decision.choices:
            raise no_exact(number)
        return raise_to(-number)

    def ids(self) -> IdTable | None:
        """The names of the menu: here an id is a choice whatever its amount, so it is not found by all its features."""
        return _Menu(bytes(one_hot(at, len(MENU))) for at in range(len(MENU)))


class _Menu(IdTable):
    """Choices by their names alone."""

    def id(self, row: bytes) -> int:
        return super().id(row[: len(MENU)])


def _cells(cards: Iterable[Card]) -> bytes:
    row = bytearray(52)
    for card in cards:
        row[((card >> 4) - 2) * 4 + (card & 15)] = 1
    return bytes(row)
