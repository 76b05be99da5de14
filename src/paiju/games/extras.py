"""What a game tells a table beyond the contract. All of it optional, none of it rules.

A game that has something to say subclasses `Extras` and names an instance in its catalog entry. Tables and servers
ask only through here, so they never ask which game they run. Every method sees what one viewer may know.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from paiju.games.contract import Decision, Line, View

Facts = Mapping[str, Any]


class Timing(NamedTuple):
    """How long a question may stay open, in seconds (None: for ever), and how long before the end to warn."""

    seconds: float | None = 30.0
    warning: float = 10.0


class Group(NamedTuple):
    """Some cards of a hand that belong together, and what they are."""

    cards: tuple[Any, ...]
    name: Line | None = None


class Sheet(Protocol):
    """A state as its viewers are told, in JSON. Pieces of text are fields of an object, `"name":value`.

    `viewer` is a seat of the deal, or None for who has none in it. A sheet goes on telling its own state.
    """

    @property
    def stage(self) -> str:
        """As `Extras.stage` says it of the public view."""

    def facts(self) -> Sequence[bytes]:
        """What `Extras.state` tells everybody, always in the same order."""

    def view(self, viewer: int | None) -> Sequence[bytes]:
        """The viewer's view but for its log, field by field, its type first; always in the same order."""

    def told(self, viewer: int | None) -> int:
        """How many lines his log has."""

    def events(self, viewer: int | None, start: int) -> bytes:
        """Its lines from one on, as events of the wire, joined by commas."""

    def player(self, seat: int, viewer: int | None) -> tuple[str | None, int | None, bytes]:
        """Status, chips, and whatever else `Extras.players` tells this viewer of a seat."""

    def cards(self, viewer: int | None) -> bytes | None:
        """The viewer's cards, where they are told as part of a player."""

    def question(self, decision: Decision[Any]) -> tuple[bytes, bytes]:
        """An open question: prompt, choices and `more`, and apart what `Extras.decision` adds."""

    def moved(self, viewer: int | None, seat: int, text: str) -> bytes:
        """What somebody did, to who sees this after it: `action`, and what `Extras.moved` adds."""


class Extras:
    """The neutral answers; a game overrides those it knows better."""

    offered: int = 24
    """How many choices to send along with a question."""

    listed: int = 0
    """How many choices a terminal lists with every question by itself: for games whose moves nobody knows by heart."""

    open_moves: bool = False
    """Whether every answer is announced to all as it was given, so that its text is no secret."""

    keeps_secrets: bool = False
    """Whether some cards stay unknown after the deal (mucked hands), so that a seed may not be revealed right away."""

    dealing_options: tuple[str, ...] = ()
    """Options that say which cards are dealt. They are as secret as the seed."""

    bets: bool = False
    """Whether fold, check, call, raise and all_in are moves."""

    leave_move: str = ""
    """What a seat whose player leaves for good does at once, asked or not; "" where it is only played for."""

    absent_move: str = ""
    """What it does when it has been away for long and was not asked since."""

    def timing(self, options: Any, decision: Decision[Any]) -> Timing:
        """Time for one decision. By default the options say: `action_timeout` or `turn_timeout`."""
        seconds = getattr(options, "action_timeout", getattr(options, "turn_timeout", Timing().seconds))
        return Timing(seconds or None, getattr(options, "warning_time", Timing().warning))

    def absent_seconds(self, options: Any) -> float | None:
        """Time for a seat whose player has lost the connection, where it differs."""
        return None

    def stage(self, view: View) -> str:
        """Where the deal is, as the wire calls it."""
        return view.stage

    def sheet(self, game: Any, state: Any, players: tuple[str, ...], before: Sheet | None) -> Sheet | None:
        """The state as text for all viewers, ids of players by seat; None: whoever tells it makes views.

        `before` is the sheet that was told last, of this deal or of another.
        """
        return None

    def state(self, view: View) -> Facts:
        """More fields of `game_state`, by their names in `wire.GameState`; told from the public view, to everybody.

        Seats stand for players.
        """
        return {}

    def decision(self, view: View, decision: Decision[Any]) -> Facts:
        """What a page needs to know about a question besides its first choices: ranges, targets."""
        return {}

    def players(self, view: View) -> Sequence[Facts]:
        """More fields of each seat's `players[]` entry, by their names in `wire.PlayerState`; () or one per seat.

        Others are told what the public view gives, a viewer what his own gives for his own seat.
        """
        return ()

    def moved(self, view: View, seat: int, text: str) -> Facts:
        """More fields of `player_action` for somebody who sees this view after the move."""
        return {}

    def published(self, line: Line) -> Facts:
        """What an event on the bus says besides the args of its line, under the names other programs expect. Seats stand for players."""
        return {}

    def hole_cards(self, state: Any, seat: int) -> Sequence[Any] | None:
        """The cards a seat was dealt, where they are kept with its part of a finished deal. Of the whole state: not for others."""
        return None

    def ended(self, game: Any, state: Any) -> Facts:
        """More fields of `winner` and of the stored deal: only what a spectator may know. Seats stand for players."""
        return {}

    def absent(self, decision: Decision[Any]) -> Any:
        """The answer of a seat whose player has left for good."""
        return next(iter(decision.choices))

    def forced(self, decision: Decision[Any]) -> bool:
        """Whether the only answer there is may be given without asking, at a table of one person and bots."""
        return False

    def readings(self, view: View, decision: Decision[Any], action: Any) -> tuple[tuple[str, Line | None], ...]:
        """What an answer would be: its canonical spelling and its name; several where it must be declared.

        Raises what `resolve` raises: a refusal says why.
        """
        found = decision.choices.resolve(decision.seat, action)
        return ((str(found), self.name(view, found)),)

    def offers(self, view: View, decision: Decision[Any]) -> Iterator[Any]:
        """The answers worth showing one by one, safest first: all of them, but of a range of amounts only a few."""
        return iter(decision.choices)

    def name(self, view: View, action: Any) -> Line | None:
        """What an offered action is, in words."""
        return None

    def told(self, view: View) -> tuple[Line, ...]:
        """The table as it stands, in sentences: for a terminal, and for people who listen. The viewer's hand is apart."""
        counts = tuple(
            Line.of("table.hand", seat=seat, count="?" if pile.count is None else pile.count)
            for seat, pile in enumerate(view.hands)
        )
        centre = tuple(
            Line.of(
                "table.pile", name=pile.name, cards=pile.cards if isinstance(pile.cards, tuple) else f"{pile.count}"
            )
            for pile in view.centre
        )
        return centre + counts

    def hand_name(self, view: View) -> Line | None:
        """What the viewer holds, in words."""
        return None

    def export(self, record: Any, format: str, visible: Container[int] | None) -> str | None:
        """A Record in another format than ours ("phh"), hands outside `visible` left out; None: no such format.

        `Told` says why this one deal cannot be written so.
        """
        return None

    def pinned(self, options: Any, state: Any) -> Any | None:
        """The options under which every seed deals the cards of this state; None where a game has no such options."""
        return None

    def tidy(self, game: Any, view: View) -> tuple[Group, ...]:
        """The viewer's hand in combinations, with their names in this game; () where that means nothing."""
        return ()
