"""Players, actions, pots and the table they belong to, under the names of the data model.

Mirrors document 002 (the Texas hold'em handbook), chapter 10. `players` and `actions` read one view, so they hold what
that viewer may know and nothing more. `Game` plays hand after hand and also knows what no view does: who is connected,
when somebody acted, which attempts were refused, and how many hands a player has played and won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from paiju.cards import Card
from paiju.compat.holdem_machine import GameEvent, GameStateMachine, Situation
from paiju.games import catalog
from paiju.games.contract import IllegalAction, Line, Seat, play
from paiju.games.holdem.action import ActionType
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.pots import Pot as LayeredPot
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.series import HoldemSeries
from paiju.games.holdem.state import State
from paiju.games.holdem.view import HoldemView, PlayerStatus
from paiju.games.messages import Language, tell

NOT_DEALT_IN: Final = -1


@dataclass(frozen=True)
class PlayerAction:
    """One action of a player, or an attempt that was refused; `amount` is the chips it added, or should have added."""

    player_id: int
    action_type: ActionType
    amount: int = 0
    timestamp: datetime | None = None
    is_valid: bool = True
    error_message: str = ""


@dataclass(frozen=True)
class Player:
    """A player at the table. `position` counts clockwise from the button among those dealt in: 0 is the button, 1 the
    next player, `NOT_DEALT_IN` somebody without cards in this hand. `total_winnings` are chips won less chips lost."""

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
    disconnect_time: datetime | None = None
    has_acted_current_round: bool = False


@dataclass(frozen=True)
class Pot:
    """A pot; `contributors` says what each player put into it."""

    amount: int
    eligible_players: tuple[int, ...]
    side_pot: bool = False
    contributors: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """What a table knows of a player beyond the hand."""

    hands_played: int = 0
    hands_won: int = 0
    total_winnings: int = 0
    disconnect_time: datetime | None = None  # None: connected


class Game:
    """A table: hands follow each other, and every attempt to act is kept with its time.

    `machine` follows the hands through the states of the handbook. The hand in progress is `hand`, None before the first.

    >>> table = Game(HoldemOptions(stacks=(1000, 1000), button=0), ["Ann", "Bo"])
    >>> table.start_hand(seed=7)
    >>> table.act(0, "raise 5").error_message
    'Add at least 30 and at most 990 chips.'
    >>> table.act(0, "fold").is_valid, table.players()[1].hands_won, table.machine.state.name
    (True, 1, 'HAND_END')
    """

    def __init__(
        self,
        options: HoldemOptions,
        names: Sequence[str] = (),
        *,
        now: Callable[[], datetime] = datetime.now,
        language: Language = "en",
        machine: GameStateMachine | None = None,
    ) -> None:
        self.options = options
        self.names = tuple(names)
        self.machine = machine or GameStateMachine()
        self.hand: State | None = None
        self.standings: dict[int, Standing] = {}
        self.attempts: list[PlayerAction] = []
        """Of the hand in progress, refused ones included."""
        self._now, self._language = now, language
        self._rules = Holdem(options)
        self._is_over = False
        for seat, chips in enumerate(options.stacks):
            if chips:
                self.standings[seat] = Standing()
                self.machine.fire(GameEvent.PLAYER_JOIN, Situation())

    def start_hand(self, seed: int) -> None:
        """Deal the next hand. ValueError while one is in progress, and after the last of a tournament."""
        if self.hand is not None and self.hand.result is None:
            raise ValueError("the hand is not over")
        if self._is_over:
            raise ValueError("the tournament is over")
        self._rules = Holdem(self.options)
        self.attempts = []
        self._moved(self._rules.deal(len(self.options.stacks), seed))

    def act(self, player_id: int, text: str) -> PlayerAction:
        """One of the five betting actions, in the game's notation. A refused one comes back with its reason.

        NotationError for text that is no action of hold'em.
        """
        if self.hand is None:
            raise ValueError("no hand has begun")
        asked = self._rules.parse(text)
        kind = "raise" if asked.kind == "raise_to" else asked.kind
        paid = self.hand.bets[player_id] if asked.kind == "raise_to" else 0
        attempt = PlayerAction(player_id, ActionType(kind), asked.amount - paid, self._now())
        done = len(actions(self.view()))
        try:
            played = play(self._rules, self.hand, Seat(player_id), text)
        except IllegalAction as error:
            refusal = tell(error.why, catalog.find("holdem").all_messages, self._language, self.names)
            attempt = replace(attempt, is_valid=False, error_message=refusal)
            self.attempts.append(attempt)
            return attempt
        self._moved(played.state)
        for one in actions(self.view())[done:]:  # the action itself, and those of players who are away
            self.attempts.append(replace(one, timestamp=attempt.timestamp))
        return next(one for one in self.attempts[::-1] if one.player_id == player_id)

    def disconnect(self, player_id: int) -> None:
        self.standings[player_id] = replace(self.standings[player_id], disconnect_time=self._now())

    def reconnect(self, player_id: int) -> None:
        self.standings[player_id] = replace(self.standings[player_id], disconnect_time=None)

    def view(self, viewer: int | None = None) -> HoldemView:
        """What a player, or a spectator, sees of the hand."""
        if self.hand is None:
            raise ValueError("no hand has begun")
        return self._rules.view(self.hand, None if viewer is None else Seat(viewer))

    def players(self, viewer: int | None = None) -> tuple[Player, ...]:
        """The players as one of them, or a spectator, sees them."""
        return players(self.view(viewer), self.names, self.standings, self.attempts)

    def pots(self) -> tuple[Pot, ...]:
        return pots(self.hand.pots) if self.hand is not None else ()

    def _moved(self, state: State) -> None:
        self.hand = state
        self.machine.follow(self.options, state)
        outcome = self._rules.outcome(state)
        if outcome is None:
            return
        for seat in outcome.dealt:
            before = self.standings[seat]
            self.standings[seat] = replace(
                before,
                hands_played=before.hands_played + 1,
                hands_won=before.hands_won + (seat in outcome.winners),
                total_winnings=before.total_winnings + outcome.scores[seat],
            )
        following = HoldemSeries().next(self.options, outcome)
        self._is_over = following is None
        self.options = following or self.options


def actions(view: HoldemView) -> tuple[PlayerAction, ...]:
    """Everything the players did in this hand, in order. A view has no times."""
    found = []
    for line in view.log:
        if line.key == "holdem.player_acted":
            args = line.args
            found.append(PlayerAction(args["seat"], ActionType(args["action"]), args["amount"]))
    return tuple(found)


def players(
    view: HoldemView,
    names: Sequence[str] = (),
    standings: Mapping[int, Standing] | None = None,
    attempts: Sequence[PlayerAction] | None = None,
) -> tuple[Player, ...]:
    """The occupied seats. A view knows nothing beyond its hand: `standings` and `attempts` add what a table keeps."""
    history = actions(view) if attempts is None else attempts
    this_round = {line.args["seat"] for line in _since_the_last_deal(view) if line.key == "holdem.player_acted"}
    positions = _positions(view)
    found = []
    for seat in view.seats:
        if seat.status is None:
            continue
        standing = (standings or {}).get(seat.seat, Standing())
        is_connected = standing.disconnect_time is None
        tried = tuple(one for one in history if one.player_id == seat.seat)
        done = [one for one in tried if one.is_valid]
        found.append(
            Player(
                id=seat.seat,
                name=names[seat.seat] if seat.seat < len(names) else "",
                chips=seat.chips,
                position=positions.get(seat.seat, NOT_DEALT_IN),
                is_active=seat.status in (PlayerStatus.ACTIVE, PlayerStatus.ALL_IN),
                has_folded=seat.status is PlayerStatus.FOLDED,
                is_all_in=seat.status is PlayerStatus.ALL_IN,
                has_acted=bool(done),
                is_connected=is_connected,
                hole_cards=seat.hole_cards or (),
                current_bet=seat.bet,
                total_bet_this_hand=seat.total_bet,
                action_history=tried,
                hands_played=standing.hands_played,
                hands_won=standing.hands_won,
                total_winnings=standing.total_winnings,
                status=seat.status,
                last_action=done[-1].action_type if done else None,
                disconnect_time=standing.disconnect_time,
                has_acted_current_round=seat.seat in this_round,
            )
        )
    return tuple(found)


def _positions(view: HoldemView) -> dict[int, int]:
    """Positions of the seats that were dealt in; a dead button at an empty seat still counts as 0."""
    dealt: tuple[int, ...] = view.log[0].args["seats"]
    button, seats = view.dealer_button, len(view.seats)
    order = sorted(dealt, key=lambda seat: (seat - button) % seats)
    return {seat: at for at, seat in enumerate(order, start=0 if button in dealt else 1)}


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
