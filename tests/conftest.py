"""For all tests: how long an example takes depends on the machine, and is no reason to fail."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("paiju", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("paiju")
