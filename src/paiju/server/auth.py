"""Who somebody is: guests with a signed token for a name, accounts with a password on top."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import jwt
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from paiju.server.commands import Caller
from paiju.server.store import Store
from paiju.server.unreadable import no_field
from paiju.table import Refused

COOKIE: Final = "paiju_session"
DAYS: Final = 400

LONGEST: Final = 512
"""Letters of a token that is remembered; ours have a quarter of them."""

AVATARS: Final = (
    "crane", "panda", "tiger", "fox", "koi", "owl", "rabbit", "ox", "horse", "goat", "monkey", "rooster",
    "dog", "dragon", "snake", "rat", "pig", "lotus", "bamboo", "plum", "peony", "moon", "sun", "cloud",
)  # fmt: skip

_hasher: Final = PasswordHasher()

_threads: Final = ThreadPoolExecutor(1, thread_name_prefix="login")
"""One at a time: a flood of logins waits in line, and takes neither the threads nor the memory (64 MB each) of anything else."""


def text(words: str) -> str:
    """Words as text: no control or direction marks, no runs of spaces."""
    spaced = unicodedata.normalize("NFC", words.replace("\n", " ").replace("\t", " "))
    kept = "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
    return " ".join(kept.split())


def clean(name: str) -> str:
    """A name as text. Refused if nothing is left."""
    kept = text(name)
    if not kept:
        raise no_field("name", "read.blank")
    return kept


class Auth:
    """Tokens and passwords."""

    def __init__(self, store: Store, key: str, admins: tuple[str, ...] = ()) -> None:
        self._store, self._key = store, key
        self._admins = frozenset(login.lower() for login in admins)
        self._names: dict[str, tuple[str, str, bool]] = {}
        self._tokens: dict[str, str] = {}

    def token(self, player: int) -> str:
        return jwt.encode({"sub": str(player)}, self._key, algorithm="HS256")

    def player(self, token: str | None) -> str | None:
        """The player a token speaks for; None for none, Refused for a wrong one. Right ones stay right, and are read once."""
        if not token:
            return None
        known = self._tokens.get(token)
        if known is None:
            known = self._read(token)
            if len(self._tokens) > 50_000:
                self._tokens.clear()
            if len(token) <= LONGEST:
                self._tokens[token] = known
        return known

    def _read(self, token: str) -> str:
        try:
            claims: dict[str, Any] = jwt.decode(token, self._key, algorithms=["HS256"], options={"require": ["sub"]})
        except jwt.PyJWTError:
            raise Refused("unauthorized", "error.bad_token") from None
        player = str(claims["sub"])
        if not player.isdigit():
            raise Refused("unauthorized", "error.bad_token")
        return player

    async def caller(self, token: str | None, language: Any = "zh", address: str = "") -> Caller:
        player = self.player(token)
        if player is None:
            return Caller(None, language=language, address=address)
        known = self._names.get(player)
        if known is None:
            row = await self._store.player(int(player))
            if row is None:
                raise Refused("unauthorized", "error.bad_token")
            known = (row.name, row.avatar, await self._is_admin(int(player)))
            if len(self._names) > 50_000:
                self._names.clear()
            self._names[player] = known
        return Caller(player, known[0], known[1], language, admin=known[2], address=address)

    async def unclaimed(self) -> int:
        """How many logins the host has named that nobody has."""
        return sum([await self._store.account(login=login) is None for login in self._admins])

    async def _is_admin(self, player: int) -> bool:
        """Whether the player's account is one of those the host named."""
        if not self._admins:
            return False
        account = await self._store.account(player=player)
        return account is not None and account.login in self._admins

    def forget(self, player: str) -> None:
        """Name or avatar changed."""
        self._names.pop(player, None)

    async def register(self, player: int, login: str, password: str) -> None:
        """Make an account. A login that the host has named is not to be had: whoever came first would be the host."""
        if login.lower() in self._admins:
            raise Refused("forbidden", "error.login_taken")
        hashed = await asyncio.get_running_loop().run_in_executor(_threads, _hasher.hash, password)
        if not await self._store.new_account(player, login.lower(), hashed):
            raise Refused("forbidden", "error.login_taken")

    async def login(self, login: str, password: str) -> int:
        """The player of an account. It takes as long for an unknown login as for a wrong password."""
        row = await self._store.account(login=login.lower())
        hashed = row.password if row is not None else _DUMMY
        try:
            await asyncio.get_running_loop().run_in_executor(_threads, _hasher.verify, hashed, password)
        except (VerificationError, InvalidHashError):
            row = None
        if row is None:
            raise Refused("unauthorized", "error.bad_login")
        return int(row.player_id)


_DUMMY: Final = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$iXPPlBnzYjJ5SJM6kFmOcDTbVHVpV4T4hbYuKnMwV8g"
