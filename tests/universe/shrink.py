"""The smallest plan that still fails: fewer faults, then less time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.universe.plan import Plan


def shrunk(plan: Plan, fails: Callable[[Plan], bool], tries: int = 60) -> Plan:
    """Leave out faults, half of them or one at a time, and cut the end off, for as long as the plan still fails."""
    left = tries

    def still(smaller: Plan) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and fails(smaller)

    size = max(1, len(plan.faults) // 2)
    while size:
        at = 0
        while at < len(plan.faults):
            smaller = plan.without(*plan.faults[at : at + size])
            if still(smaller):
                plan = smaller
            else:
                at += size
        size //= 2
    last = max((fault.at for fault in plan.faults), default=0.0)
    for seconds in (1.0, 2.0, 4.0, 8.0):
        if last <= seconds < plan.seconds and still(replace(plan, seconds=seconds)):
            return replace(plan, seconds=seconds)
    return plan
