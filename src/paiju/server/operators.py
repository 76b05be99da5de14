"""What operators do: find people, ban and unban them, look at tables; and the log of all of it."""

from __future__ import annotations

from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Any, Final

from sqlalchemy import Connection, func, insert, or_, select, update

from paiju.server import models as m
from paiju.server.addresses import Network, counted_network
from paiju.server.store import Store
from paiju.table import Refused

FRESH: Final = 15_000
"""Milliseconds after which bans are read again: another process, or the command line, may have changed them."""


WIDEST: Final = {4: 8, 6: 16}
"""Bits that a banned network has at least: a wider one is a slip that shuts everybody out, admins too."""


class Bans:
    """The bans that hold now, in memory: every request is compared with them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._players: dict[str, Any] = {}
        self._networks: list[tuple[Network, Any]] = []

    async def refresh(self) -> None:
        rows = await self._store.all(select(m.bans).where(m.bans.c.lifted_at.is_(None)))
        self._players = {str(row.player_id): row for row in rows if row.player_id is not None}
        self._networks = [(ip_network(row.network), row) for row in rows if row.network is not None]

    def check_player(self, player: str, now: int) -> None:
        """Refused if the player is banned."""
        if (row := self._players.get(player)) is not None:
            _refuse(row, now)

    def is_banned(self, player: str, now: int) -> bool:
        row = self._players.get(player)
        return row is not None and (row.until is None or row.until > now)

    def check_address(self, address: str, now: int) -> None:
        """Refused if the address, or the network of a household, lies in one that is banned."""
        if not self._networks:
            return
        try:
            asked = ip_network(address)
        except ValueError:
            return
        for network, row in self._networks:
            if network.version == asked.version and network.supernet_of(asked):  # type: ignore[arg-type]
                _refuse(row, now)


def _refuse(row: Any, now: int) -> None:
    if row.until is None:
        raise Refused("forbidden", "error.banned", reason=row.reason)
    if row.until > now:
        until = datetime.fromtimestamp(row.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        raise Refused("forbidden", "error.banned_until", until=until, reason=row.reason)


class Operators:
    """What operators do to one store. Each change leaves a line in the audit log, in the same transaction."""

    def __init__(self, store: Store, actor: str) -> None:
        self._store, self._actor = store, actor

    async def find(self, words: str, size: int = 50) -> list[Any]:
        """People by number, login, or a part of their name, with login and the ban that holds; most recently seen first."""
        like = m.players.c.name.icontains(words, autoescape=True)
        which = [like, m.accounts.c.login == words.lower()]
        if words.isascii() and words.isdigit() and len(words) < 19:
            which.append(m.players.c.id == int(words))
        banned = (m.bans.c.player_id == m.players.c.id) & m.bans.c.lifted_at.is_(None)
        query = (
            select(
                m.players, m.accounts.c.login, func.max(m.bans.c.id).label("ban"),
                func.max(m.bans.c.reason).label("ban_reason"),
            )
            .outerjoin(m.accounts, m.accounts.c.player_id == m.players.c.id)
            .outerjoin(m.bans, banned)
            .where(or_(*which))
            .group_by(m.players.c.id, m.accounts.c.login)
            .order_by(m.players.c.seen_at.desc())
            .limit(size)
        )  # fmt: skip
        return await self._store.all(query)

    async def ban(
        self,
        now: int,
        *,
        player: int | None = None,
        network: Network | None = None,
        reason: str = "",
        until: int | None = None,
    ) -> int:
        """Ban a player, who is logged out, or a network; the number of the ban. One before it is replaced."""
        if network is not None and network.prefixlen < (widest := WIDEST[network.version]):
            raise Refused("bad_request", "error.too_wide", network=str(network), widest=widest)
        address = str(network) if network is not None else None

        def ban(db: Connection) -> int:
            if player is not None and db.scalar(select(m.players.c.id).where(m.players.c.id == player)) is None:
                raise Refused("not_found", "error.no_player", player=player)
            same = m.bans.c.player_id == player if player is not None else m.bans.c.network == address
            db.execute(update(m.bans).where(same, m.bans.c.lifted_at.is_(None)).values(lifted_at=now))
            row = insert(m.bans).values(
                player_id=player, network=address, reason=reason[:200], actor=self._actor, at=now, until=until
            )
            number = int(db.execute(row.returning(m.bans.c.id)).scalar_one())
            details = {"reason": reason[:200], "until": until}
            note(db, now, self._actor, "ban", str(player) if player is not None else str(address), details)
            return number

        return await self._store.database.write(ban)

    async def unban(self, now: int, number: int) -> Any:
        """Lift a ban; its row. Refused if there is no such ban, or it does not hold any more."""

        def lift(db: Connection) -> Any:
            row = db.execute(select(m.bans).where(m.bans.c.id == number, m.bans.c.lifted_at.is_(None))).first()
            if row is None:
                raise Refused("not_found", "error.no_ban", ban=number)
            db.execute(update(m.bans).where(m.bans.c.id == number).values(lifted_at=now))
            note(db, now, self._actor, "unban", str(row.player_id or row.network), {})
            return row

        return await self._store.database.write(lift)

    async def bans(self, page: int = 1, size: int = 50) -> tuple[list[Any], int]:
        """Bans that hold, newest first."""
        query = select(m.bans, m.players.c.name).outerjoin(m.players, m.players.c.id == m.bans.c.player_id)
        return await self._store.page(
            query.where(m.bans.c.lifted_at.is_(None)).order_by(m.bans.c.id.desc()), page, size
        )

    async def tables(self, page: int = 1, size: int = 50) -> tuple[list[Any], int]:
        """Open tables, private ones too, most recently used first."""
        query = select(m.games).where(m.games.c.closed.is_(False)).order_by(m.games.c.updated_at.desc(), m.games.c.id)
        return await self._store.page(query, page, size)

    async def note(self, now: int, action: str, subject: str, **details: Any) -> None:
        """A line in the audit log."""
        await self._store.database.write(lambda db: note(db, now, self._actor, action, subject, details))

    async def log(self, page: int = 1, size: int = 50) -> tuple[list[Any], int]:
        """The audit log, newest first."""
        return await self._store.page(select(m.audit).order_by(m.audit.c.id.desc()), page, size)


def note(db: Connection, now: int, actor: str, action: str, subject: str, details: dict[str, Any]) -> None:
    row = {"at": now, "actor": actor[:60], "action": action, "subject": subject[:80], "details": details}
    db.execute(insert(m.audit).values(**row))


def read_subject(text: str) -> tuple[int | None, Network | None]:
    """A player's number, or an address or network, as an operator writes it; a ValueError for anything else.

    >>> read_subject("17"), read_subject("203.0.113.0/24")
    ((17, None), (None, IPv4Network('203.0.113.0/24')))
    >>> read_subject("2001:db8:1:2::9")
    (None, IPv6Network('2001:db8:1:2::/64'))
    """
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text), None
    return None, counted_network(ip_network(text, strict=False))
