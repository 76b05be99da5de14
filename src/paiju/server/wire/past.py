"""REST bodies about finished deals: history, replay, analysis."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from paiju.server.wire.base import Level, OptionValues, SeatNumber, Wire
from paiju.server.wire.parts import Fairness, Line
from paiju.server.wire.tables import GameDetail


class PastHand(Wire):
    """One finished deal. Cards that were never shown are shown to nobody else."""

    hand_number: int
    played_at: str
    players: list[PastPlayer]
    winners: list[str]
    scores: list[int]
    reason: str
    moves: int
    pot_amount: int | None = None
    community_cards: list[str] | None = None
    second_board: list[str] | None = None
    """Where the board was run twice."""
    record: str = ""
    """Where its record can be downloaded."""
    revealed: bool = False


class PastPlayer(Wire):
    id: str
    name: str
    seat: int
    score: int
    hole_cards: list[str] | None = None
    final_hand_rank: str | None = None


class History(Wire):
    hands: list[PastHand]
    total: int
    page: int
    pages: int


class PastDeal(Wire):
    """One finished deal of the caller, wherever it was played."""

    game_id: str
    game: str
    hand_number: int
    played_at: str
    players: list[str]
    seat: int
    score: int


class PastDeals(Wire):
    deals: list[PastDeal]
    total: int
    page: int
    pages: int


class ReplayStep(Wire):
    """The deal after one move. The `view` of the first step is whole; that of a later one changes it as in a `GameChange`."""

    seat: int | None
    action: str | None
    elapsed: int
    """Milliseconds since the deal began."""
    view: dict[str, Any]
    events: tuple[Line, ...]


class Earlier(Wire):
    """The deal on the table so far, as the caller saw it."""

    hand_number: int
    steps: list[ReplayStep]


class Replay(Wire):
    """A finished deal, step by step, as the caller may see it now."""

    game_id: str
    game: str
    hand_number: int
    played_at: str
    names: list[str]
    options: OptionValues
    turns: Literal["clockwise", "counter_clockwise"]
    viewer: int | None
    """The seat whose eyes are used; None: everything that may be known."""
    seat: int | None
    """Where the caller sat."""
    scores: list[int]
    winners: list[int]
    """Seats."""
    reason: str
    fairness: Fairness | None
    steps: list[ReplayStep]


class Branch(Wire):
    """Play on from a step of a finished deal: a private table with the same cards, the other seats with bots."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNumber | None = None  # one's own, or the first that played
    level: Level = "normal"
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 800


class AnalysisPoint(Wire):
    """How the deal stood after a step of its replay: a number from 0 to 1 for each seat."""

    step: int
    chances: list[float]


class AnalysisFlag(Wire):
    """A move that gave something away, and what would have been better."""

    step: int
    seat: int
    played: str
    played_name: Line | None
    """The move in words, where the game has them."""
    better: str
    better_name: Line | None
    loss: float
    """Of 1: winning chance, or part of the pot."""
    grade: Literal["inaccuracy", "mistake", "blunder"]
    why: Line


class Analysis(Wire):
    """Chances after every move of a finished deal, and its mistakes."""

    measure: Literal["win", "pot", "none"]
    """Chances to win, shares of the pot with all cards open, or nothing: `note` says why."""
    points: list[AnalysisPoint]
    flags: list[AnalysisFlag]
    note: Line
    complete: bool
    """False where time ran out before every move was looked at."""


class PlayedOn(GameDetail, kw_only=True):
    """The table at which one plays on."""

    redealt: list[int]
    """Seats whose cards the caller may not know: they hold others than in the deal itself."""
    note: Line
    """Says so."""
