"""REST bodies about people: sessions, accounts, profiles, contacts, reports."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from paiju.server.wire.base import LOGIN, PLAIN, Name, Wire


class NewSession(Wire):
    """A guest needs only a name."""

    name: Name
    avatar: Annotated[str, Meta(max_length=20)] | None = None


class NewAccount(Wire):
    """Turn the guest into an account, to come back from another browser."""

    login: Annotated[str, Meta(min_length=3, max_length=40, pattern=LOGIN)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Login(Wire):
    login: Annotated[str, Meta(max_length=40, pattern=PLAIN)]
    password: Annotated[str, Meta(max_length=200)]


class Standing(Wire):
    """A player's statistics in one game."""

    game: str
    points: int
    tier: str
    hands_played: int
    hands_won: int
    total_winnings: int


class Me(Wire):
    id: str
    name: str
    avatar: str
    avatars: list[str]
    chips: int
    account: bool
    created_at: str
    standings: list[Standing]
    games: list[str]
    """Ids of the tables at which this player sits."""


class Session(Wire):
    """`token` goes into `Authorization: Bearer …`; browsers also get it as a cookie they need not touch."""

    token: str
    player: Me


class EditMe(Wire):
    name: Name | None = None
    avatar: Annotated[str, Meta(max_length=20)] | None = None


Tag = Literal["", "jade", "red", "blue", "amber", "violet"]


class Contact(Wire):
    """What the caller keeps about another player; nobody else ever sees it."""

    id: str
    name: str
    avatar: str
    note: str
    tag: Tag
    friend: bool
    muted: bool
    mutual: bool
    """Each keeps the other as a friend: then both may know whether the other is here."""
    online: bool
    games: list[str]
    """Public tables at which a friend sits."""


class ContactList(Wire):
    people: list[Contact]


class EditContact(Wire):
    """What is left out stays as it is."""

    note: Annotated[str, Meta(max_length=500)] | None = None
    tag: Tag | None = None
    friend: bool | None = None
    muted: bool | None = None


Reason = Literal["chat", "name", "cheating", "stalling", "other"]


class NewReport(Wire):
    """A complaint about a player, for the host. What was said at the table goes along."""

    reason: Reason
    text: Annotated[str, Meta(max_length=500)] = ""
    game_id: Annotated[str, Meta(max_length=40, pattern=PLAIN)] | None = None


class ReportTaken(Wire):
    id: int


class Report(Wire):
    """A complaint as the host reads it."""

    id: int
    at: str
    author_id: str
    author: str
    about_id: str
    about: str
    reason: Reason
    text: str
    game_id: str | None
    said: list[str]
    """What the other said lately at that table."""
    status: Literal["open", "done"]


class ReportList(Wire):
    reports: list[Report]
    total: int


class SettleReport(Wire):
    status: Literal["open", "done"]
