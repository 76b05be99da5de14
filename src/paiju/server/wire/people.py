"""REST bodies about people: sessions, accounts, profiles, contacts, reports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

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
    hidden: bool = False


class Session(Wire):
    """`token` goes into `Authorization: Bearer …`; browsers also get it as a cookie they need not touch."""

    token: str
    player: Me


class NewPassword(Wire):
    """Another password for an account; its other sessions end."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class DeleteMe(Wire):
    """An account is deleted with its password; a guest needs none."""

    password: Annotated[str, Meta(max_length=200)] | None = None


class OpenSession(Wire):
    """One of the caller's sessions."""

    id: str
    created_at: str
    seen_at: str
    expires_at: str
    current: bool
    """Whether it is the one that asks."""


class SessionList(Wire):
    sessions: list[OpenSession]


class EndedSessions(Wire):
    ended: int


class EditMe(Wire):
    name: Name | None = None
    avatar: Annotated[str, Meta(max_length=20)] | None = None
    hidden: bool | None = None
    """Whether to have no public profile and to stand on no leaderboard."""


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


class FoundPlayer(Wire):
    """A player as an operator sees one."""

    id: str
    name: str
    login: str | None
    chips: int
    created_at: str
    seen_at: str
    deleted: bool
    ban: int | None
    """The number of the ban that holds."""


class FoundPlayers(Wire):
    players: list[FoundPlayer]


class NewBan(Wire):
    """A ban of a player, by number, or of an address or network."""

    subject: Annotated[str, Meta(min_length=1, max_length=60, pattern=PLAIN)]
    reason: Annotated[str, Meta(max_length=200, pattern=PLAIN)] = ""
    hours: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """None: until it is lifted."""


class BanTaken(Wire):
    id: int


class Ban(Wire):
    id: int
    player_id: str | None
    name: str | None
    network: str | None
    reason: str
    actor: str
    at: str
    until: str | None


class BanList(Wire):
    bans: list[Ban]
    total: int


class OpenTable(Wire):
    """A table as an operator sees one in the list."""

    id: str
    game: str
    name: str
    owner_id: str
    players: list[str]
    spectators: int
    private: bool
    updated_at: str


class TableList(Wire):
    tables: list[OpenTable]
    total: int


class AuditLine(Wire):
    id: int
    at: str
    actor: str
    action: str
    subject: str
    details: dict[str, Any]


class AuditLog(Wire):
    lines: list[AuditLine]
    total: int
