"""In tests an error inside a skill is raised instead of ending its event."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paiju.games.sanguosha.events import Errors


@pytest.fixture(autouse=True)
def raised_errors() -> Iterator[None]:
    before, Errors.raised = Errors.raised, True
    yield
    Errors.raised = before
