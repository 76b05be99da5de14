"""How players do: profiles, ratings and their graph, feats, decisions, leaderboards."""

from __future__ import annotations

from typing import Literal

from paiju.server.wire.base import Wire
from paiju.server.wire.parts import Line


class GameRating(Wire):
    """A Glicko-2 rating in one game, after so many deals."""

    game: str
    rating: int
    deviation: int
    deals: int


class PlayerFeat(Wire):
    """Something a player did, or can do: then `times` is 0."""

    game: str
    name: str
    title: dict[str, str]
    text: dict[str, str]
    times: int
    at: str | None
    game_id: str | None
    hand_number: int | None
    """The deal in which it was done last."""


class Profile(Wire):
    """A player as everybody may see them who may see them at all."""

    id: str
    name: str
    avatar: str
    created_at: str
    hidden: bool
    """Only the player themselves sees this profile, and no leaderboard has them."""
    ratings: list[GameRating]
    standings: list[PlayerStanding]
    feats: list[PlayerFeat]


class PlayerStanding(Wire):
    game: str
    hands_played: int
    hands_won: int


class RatingPoint(Wire):
    at: str
    rating: int
    game_id: str
    hand_number: int


class RatingGraph(Wire):
    game: str
    points: list[RatingPoint]
    """After each of the last deals, oldest first."""


class MoveText(Wire):
    text: str
    name: Line | None
    """The move in words, where the game has them."""


class StandingOut(Wire):
    """A decision that stood out."""

    game: str
    game_id: str
    hand_number: int
    step: int
    played_at: str
    gain: float
    """Of 1: by how much the chances rose, or what was given away (below zero)."""
    played: MoveText
    better: MoveText | None


class Decisions(Wire):
    best: list[StandingOut]
    worst: list[StandingOut]


class Leader(Wire):
    player_id: str
    name: str
    avatar: str
    place: int
    value: int
    """The rating; or what a week brought."""
    deals: int


class Leaders(Wire):
    game: str
    week: str | None
    """As 2026-W05; null for ratings of all time."""
    this_week: str
    by: Literal["rating", "gain"]
    needed: int
    """Deals it takes to stand here."""
    places: list[Leader]
