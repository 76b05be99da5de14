"""The password of a locked table: hashed and tried in threads, so that no guess delays a move; and not guessed for long.

A hash that withstands guessing takes its time, so it is worked out only until somebody has come with the right password.
From then on the process knows a fingerprint of it, and decides at once.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from paiju.server.limits import Limits, too_fast

_hasher: Final = PasswordHasher(time_cost=1, memory_cost=19_456, parallelism=1)
"""For passwords of tables: enough against guessing, light enough for a join."""

_threads: Final = ThreadPoolExecutor(1, thread_name_prefix="password")
"""One at a time: a flood of guesses waits in line, and takes one processor at most."""

_KEY: Final = secrets.token_bytes(32)


async def hash_password(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_threads, _hasher.hash, password)


def _fits(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


class TablePassword:
    """Knows whether a password of one table is right, once somebody has come with the right one."""

    __slots__ = ("_right",)

    def __init__(self) -> None:
        self._right: bytes | None = None

    def opens(self, password: str | None) -> bool:
        """Whether the password is known to be right, by an earlier `attempt`."""
        return password is not None and self._right is not None and hmac.compare_digest(_print(password), self._right)

    async def attempt(self, password: str, hashed: str, limits: Limits, who: str) -> None:
        """Find out whether a password is right; `opens` says so afterwards. Refused, if `who` guessed wrong too often."""
        if self.opens(password):
            return
        wait = limits.take("guess", who)
        if wait:
            raise too_fast(wait, "error.guesses")
        if self._right is None and await asyncio.get_running_loop().run_in_executor(_threads, _fits, hashed, password):
            self._right = _print(password)


def _print(password: str) -> bytes:
    return blake2b(password.encode("utf-8", "surrogatepass"), key=_KEY, digest_size=16).digest()
