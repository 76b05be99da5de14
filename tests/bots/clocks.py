"""Clocks that tests own, so that how much is thought does not depend on the machine."""

from __future__ import annotations


class Ticking:
    """Every look at it takes so long."""

    def __init__(self, step: float = 0.01) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now
