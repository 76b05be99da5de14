"""Whom a token speaks for."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.server.auth import Auth
from paiju.table import Refused

NOWHERE: Any = None


def test_a_token_that_was_right_makes_no_other_right() -> None:
    auth, stranger = Auth(NOWHERE, "k" * 40), Auth(NOWHERE, "j" * 40)
    token = auth.token(7)
    for _ in range(2):
        assert auth.player(token) == "7"
        assert auth.player(None) is None
        for wrong in (token[:-2], token + "x", token.upper(), stranger.token(7), "nonsense"):
            with pytest.raises(Refused):
                auth.player(wrong)
