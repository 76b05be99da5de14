"""Whom a token speaks for."""

from __future__ import annotations

from typing import Any

import jwt
import pytest

from paiju.server.auth import Auth
from paiju.table import Refused

NOWHERE: Any = None


def test_a_token_that_was_right_makes_no_other_right() -> None:
    auth, stranger = Auth(NOWHERE, "k" * 40), Auth(NOWHERE, "j" * 40)
    token = auth.token(7, "abc")
    for _ in range(2):
        assert auth.claims(token) == ("7", "abc")
        for wrong in (token[:-2], token + "x", token.upper(), stranger.token(7, "abc"), "nonsense", ""):
            with pytest.raises(Refused):
                auth.claims(wrong)


def test_a_token_from_before_sessions_speaks_for_the_one_made_by_the_upgrade() -> None:
    auth = Auth(NOWHERE, "k" * 40)
    assert auth.claims(jwt.encode({"sub": "7"}, "k" * 40, algorithm="HS256")) == ("7", "old-7")
