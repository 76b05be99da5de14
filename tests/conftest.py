"""For all tests: how long an example takes depends on the machine, and is no reason to fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from paiju.kernel import HAVE_KERNEL

settings.register_profile("paiju", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("paiju")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if HAVE_KERNEL:
        return
    for item in items:
        if item.get_closest_marker("needs_kernel"):
            item.add_marker(pytest.mark.skip(reason="there is no kernel"))


@pytest.fixture(scope="session", autouse=True)
def no_forced_end() -> Iterator[None]:
    """A server that was told to stop ends its process after some seconds by force: not the one that runs the tests."""
    from paiju.server.ending import Deadline

    made = Deadline.__init__

    def without_end(self: Deadline, seconds: float, end: Callable[[int], object] = lambda status: None) -> None:
        made(self, seconds, end)

    with patch.object(Deadline, "__init__", without_end):
        yield
