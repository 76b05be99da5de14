"""Who somebody is: guests with a signed token for a name, accounts with a password on top.

A token names a session, and the session is a row in the database: without the row, or after its time, the token is worth nothing.
What the database said is believed for `FRESH` milliseconds; this process, and others by Redis, learn of changes at once.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import jwt
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from paiju.server.accounts import LIFE, Accounts
from paiju.server.commands import Caller
from paiju.server.operators import Bans
from paiju.server.store import Store
from paiju.table import Refused, SystemTime, TimeSource

COOKIE: Final = "paiju_session"

DAY: Final = 86_400_000
FRESH: Final = 30_000
"""Milliseconds for which a session that was found in the database is not looked up again."""

LONGEST: Final = 512
"""Letters of a token that is remembered; ours have half of them."""

AVATARS: Final = (
    "crane", "panda", "tiger", "fox", "koi", "owl", "rabbit", "ox", "horse", "goat", "monkey", "rooster",
    "dog", "dragon", "snake", "rat", "pig", "lotus", "bamboo", "plum", "peony", "moon", "sun", "cloud",
)  # fmt: skip

_hasher: Final = PasswordHasher()

_threads: Final = ThreadPoolExecutor(1, thread_name_prefix="login")
"""One at a time: a flood of logins waits in line, and takes neither the threads nor the memory (64 MB each) of anything else."""


class Claims(NamedTuple):
    """What a token says, signed by us."""

    player: str
    session: str


class Auth:
    """Tokens, sessions and passwords."""

    def __init__(self, store: Store, key: str, admins: tuple[str, ...] = (), *, time: TimeSource | None = None) -> None:
        self.accounts = Accounts(store)
        self.bans = Bans(store)
        self._store, self._key = store, key
        self._time: TimeSource = time or SystemTime()
        self._admins = frozenset(login.lower() for login in admins)
        self._names: dict[str, tuple[str, str, bool]] = {}
        self._tokens: dict[str, Claims] = {}
        self._sessions: dict[
            str, tuple[str, int]
        ] = {}  # by id: the player, and until when the database need not be asked

    # --- tokens and sessions ---------------------------------------------------------------------------------------------

    async def open(self, player: int) -> str:
        """A new session; the token that speaks for it."""
        session = await self.accounts.open_session(player, self._time.now())
        return self.token(player, session)

    def token(self, player: int, session: str) -> str:
        return jwt.encode({"sub": str(player), "sid": session}, self._key, algorithm="HS256")

    def claims(self, token: str) -> Claims:
        """Whom a token speaks for, if it is ours: Refused for a wrong one. Right ones stay right, and are read once."""
        known = self._tokens.get(token)
        if known is None:
            known = self._read(token)
            if len(self._tokens) > 50_000:
                self._tokens.clear()
            if len(token) <= LONGEST:
                self._tokens[token] = known
        return known

    def _read(self, token: str) -> Claims:
        try:
            claims: dict[str, Any] = jwt.decode(token, self._key, algorithms=["HS256"], options={"require": ["sub"]})
        except jwt.PyJWTError:
            raise Refused("unauthorized", "error.bad_token") from None
        player = str(claims["sub"])
        if not player.isdigit():
            raise Refused("unauthorized", "error.bad_token")
        return Claims(player, str(claims.get("sid", f"old-{player}")))  # tokens of 0.1 named no session

    async def _check(self, claims: Claims) -> None:
        """Refused if the session has ended. One that is used lives on."""
        now = self._time.now()
        known = self._sessions.get(claims.session)
        if known is not None and known[0] == claims.player and now < known[1]:
            return
        row = await self.accounts.session(claims.session)
        if row is None or str(row.player_id) != claims.player or row.expires_at <= now:
            self._sessions.pop(claims.session, None)
            raise Refused("unauthorized", "error.session_ended")
        if row.expires_at < now + LIFE - DAY:
            await self.accounts.extend_session(claims.session, row.player_id, now)
        if len(self._sessions) > 50_000:
            self._sessions.clear()
        self._sessions[claims.session] = (claims.player, min(row.expires_at, now + FRESH))

    async def caller(self, token: str | None, language: Any = "zh", address: str = "") -> Caller:
        if not token:
            return Caller(None, language=language, address=address)
        claims = self.claims(token)
        await self._check(claims)
        player = claims.player
        known = self._names.get(player)
        if known is None:
            row = await self._store.player(int(player))
            if row is None:
                raise Refused("unauthorized", "error.bad_token")
            known = (row.name, row.avatar, await self._is_admin(int(player)))
            if len(self._names) > 50_000:
                self._names.clear()
            self._names[player] = known
        if not known[2]:
            self.bans.check_player(player, self._time.now())
        return Caller(player, known[0], known[1], language, admin=known[2], address=address)

    async def log_out(self, token: str | None) -> str | None:
        """End the session of a token; whose it was. Without one, or with a wrong one, there is nothing to end."""
        if not token:
            return None
        try:
            claims = self.claims(token)
        except Refused:
            return None
        await self.accounts.end_session(claims.session, int(claims.player))
        self.forget(claims.player)
        return claims.player

    async def log_out_everywhere(self, player: int, but: str | None = None) -> int:
        """End all sessions of a player, `but` for that of one token; how many."""
        ended = await self.accounts.end_sessions(player, self.claims(but).session if but else None)
        self.forget(str(player))
        return ended

    def forget(self, player: str) -> None:
        """Name, avatar or sessions changed."""
        self._names.pop(player, None)
        self._sessions = {name: known for name, known in self._sessions.items() if known[0] != player}

    # --- accounts --------------------------------------------------------------------------------------------------------

    async def unclaimed(self) -> int:
        """How many logins the host has named that nobody has."""
        return sum([await self._store.account(login=login) is None for login in self._admins])

    async def _is_admin(self, player: int) -> bool:
        """Whether the player's account is one of those the host named."""
        if not self._admins:
            return False
        account = await self._store.account(player=player)
        return account is not None and account.login in self._admins

    async def register(self, player: int, login: str, password: str) -> None:
        """Make an account. A login that the host has named is not to be had: whoever came first would be the host."""
        if login.lower() in self._admins:
            raise Refused("forbidden", "error.login_taken")
        hashed = await _in_line(_hasher.hash, password)
        if not await self._store.new_account(player, login.lower(), hashed):
            raise Refused("forbidden", "error.login_taken")

    async def login(self, login: str, password: str) -> int:
        """The player of an account. It takes as long for an unknown login as for a wrong password."""
        row = await self._store.account(login=login.lower())
        if not await _matches(row.password if row is not None else _DUMMY, password) or row is None:
            raise Refused("unauthorized", "error.bad_login")
        return int(row.player_id)

    async def check_password(self, player: int, password: str | None) -> None:
        """Refused if the player has an account and this is not its password."""
        row = await self._store.account(player=player)
        if row is not None and not (password and await _matches(row.password, password)):
            raise Refused("forbidden", "error.wrong_password")

    async def change_password(self, player: int, old: str, new: str) -> None:
        """Give an account another password."""
        if await self._store.account(player=player) is None:
            raise Refused("not_found", "error.no_account")
        await self.check_password(player, old)
        await self.accounts.set_password(player, await _in_line(_hasher.hash, new))


async def _in_line(do: Any, *args: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(_threads, do, *args)


async def _matches(hashed: str, password: str) -> bool:
    try:
        await _in_line(_hasher.verify, hashed, password)
    except (VerificationError, InvalidHashError):
        return False
    return True


_DUMMY: Final = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$iXPPlBnzYjJ5SJM6kFmOcDTbVHVpV4T4hbYuKnMwV8g"
