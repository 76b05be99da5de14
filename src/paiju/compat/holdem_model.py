"""Players, actions and pots under the names of the data model, for programs that store or show them by those names.

Mirrors document 002 (the Texas hold'em handbook), chapter 10. They are read off a view, so they hold what that viewer may know and nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paiju.cards import Card
from paiju.games.contract import Line
from paiju.games.holdem.action import ActionType
from paiju.games.holdem.pots import Pot as LayeredPot
from paiju.games.holdem.view import HoldemView, PlayerStatus


@dataclass(frozen=True)
class PlayerAction:
    """One action of a player; `amount` is the chips it added."""

    player_id: int
    action_type: ActionType
    amount: int = 0
    timestamp: float | None = None
    is_valid: bool = True
    error_message: str = ""


@dataclass(frozen=True)
class Player:
    """A player at the table. What only the table knows (connection, statistics) has its default here."""

    id: int
    name: str
    chips: int = 1000
    position: int = 0
    is_active: bool = True
    has_folded: bool = False
    is_all_in: bool = False
    has_acted: bool = False
    is_connected: bool = True
    hole_cards: tuple[Card, ...] = ()
    current_bet: int = 0
    total_bet_this_hand: int = 0
    action_history: tuple[PlayerAction, ...] = ()
    hands_played: int = 0
    hands_won: int = 0
    total_winnings: int = 0
    status: PlayerStatus | None = PlayerStatus.ACTIVE
    last_action: ActionType | None = None
    disconnect_time: float | None = None
    has_acted_current_round: bool = False


@dataclass(frozen=True)
class Pot:
    """A pot; `contributors` says what each player put into it."""

    amount: int
    eligible_players: tuple[int, ...]
    side_pot: bool = False
    contributors: dict[int, int] = field(default_factory=dict)


def actions(view: HoldemView) -> tuple[PlayerAction, ...]:
    """Everything the players did in this hand, in order."""
    found = []
    for line in view.log:
        if line.key == "holdem.player_acted":
            args = line.args
            found.append(PlayerAction(args["seat"], ActionType(args["action"]), args["amount"]))
    return tuple(found)


def players(view: HoldemView, names: Sequence[str] = ()) -> tuple[Player, ...]:
    """The occupied seats."""
    history = actions(view)
    this_round = {line.args["seat"] for line in _since_the_last_deal(view) if line.key == "holdem.player_acted"}
    found = []
    for seat in view.seats:
        if seat.status is None:
            continue
        done = tuple(one for one in history if one.player_id == seat.seat)
        found.append(
            Player(
                id=seat.seat,
                name=names[seat.seat] if seat.seat < len(names) else "",
                chips=seat.chips,
                position=seat.seat,
                is_active=seat.status in (PlayerStatus.ACTIVE, PlayerStatus.ALL_IN),
                has_folded=seat.status is PlayerStatus.FOLDED,
                is_all_in=seat.status is PlayerStatus.ALL_IN,
                has_acted=bool(done),
                hole_cards=seat.hole_cards or (),
                current_bet=seat.bet,
                total_bet_this_hand=seat.total_bet,
                action_history=done,
                total_winnings=seat.won,
                status=seat.status,
                last_action=done[-1].action_type if done else None,
                has_acted_current_round=seat.seat in this_round,
            )
        )
    return tuple(found)


def _since_the_last_deal(view: HoldemView) -> list[Line]:
    found: list[Line] = []
    for line in view.log:
        found = [] if line.key == "holdem.cards_dealt" else [*found, line]
    return found


def pots(layers: Sequence[LayeredPot]) -> tuple[Pot, ...]:
    """Pots under their stored names: the first is the main pot, the others are side pots."""
    return tuple(
        Pot(pot.amount, tuple(sorted(pot.eligible)), side_pot=index > 0, contributors=dict(pot.contributors))
        for index, pot in enumerate(layers)
    )
