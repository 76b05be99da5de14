"""`make universe`: run universes, print what was reached and what is wrong.

make universe                                        200 universes from seed 0 on
make universe ARGS="--first 5000 --count 2000"       others
make universe ARGS="--minutes 20"                    as many as fit
make universe ARGS="--seed 17"                       one, with its trace; a failing seed prints the line that repeats it
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace

from tests.universe.plan import FAULTS, Fault, drawn
from tests.universe.shrink import shrunk
from tests.universe.world import Result, run_plan

STATES = (
    "starting", "loading", "no table", "waiting", "buying in", "in a deal", "writing", "between deals", "stopping", "down",
)  # fmt: skip


def coverage(found: Counter[tuple[str, str]]) -> str:
    """How often each fault met each state of the server."""
    width = max(map(len, FAULTS))
    head = " " * width + "".join(f"{state:>14}" for state in STATES)
    rows = [f"{fault:<{width}}" + "".join(f"{found[state, fault] or '·':>14}" for state in STATES) for fault in FAULTS]
    return "\n".join((head, *rows))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make universe", description="The real server in a simulated world.")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="how many universes")
    parser.add_argument("--minutes", type=float, help="as many as fit, instead of --count")
    parser.add_argument("--seed", type=int, help="this one only")
    parser.add_argument("--game", help="with --seed: another game")
    parser.add_argument("--seconds", type=float, default=6.0, help="virtual seconds before the calm")
    parser.add_argument("--tables", type=int, default=0, help="tables of bots beside the one of people")
    parser.add_argument("--faults", help='with --seed: other faults, as "cut@1.5:0.2 sigterm@3:0"; none: "none"')
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        return _one(chosen)
    end = time.perf_counter() + 60 * chosen.minutes if chosen.minutes else None
    started, seed, failed = time.perf_counter(), chosen.first, []
    games, total, operations = Counter[str](), Counter[tuple[str, str]](), Counter[str]()
    while time.perf_counter() < end if end is not None else seed < chosen.first + chosen.count:
        result = run_plan(drawn(seed, chosen.seconds, chosen.tables))
        total += result.coverage
        operations += result.operations
        games += result.hands
        if result.violations:
            failed.append(result)
            _tell(result, shrinks=len(failed) < 3)
        seed += 1
    took = time.perf_counter() - started
    print(coverage(total))
    with_people = games.pop("people", 0)
    print(f"seeds {chosen.first} to {seed - 1}: {seed - chosen.first} universes in {took:.0f} s ({time.process_time():.0f} s of a core),"
          f" {sum(games.values())} hands ({with_people} with people), {len(failed)} with violations")  # fmt: skip
    print("hands:", ", ".join(f"{game} {count}" for game, count in sorted(games.items())))
    print("operations:", ", ".join(f"{name} {count}" for name, count in sorted(operations.items())))
    return 1 if failed else 0


def _tell(result: Result, shrinks: bool) -> None:
    print(f"seed {result.plan.seed} ({result.plan.game}), trace {result.trace}:")
    for one in result.violations[:5]:
        print("   ", one)
    plan = shrunk(result.plan, lambda plan: bool(run_plan(plan).violations)) if shrinks else result.plan
    print("    smallest:" if shrinks else "    plan:", plan, flush=True)


def _one(chosen: argparse.Namespace) -> int:
    plan = drawn(chosen.seed, chosen.seconds, chosen.tables)
    if chosen.game:
        plan = replace(plan, game=chosen.game)
    if chosen.faults is not None:
        texts = [] if chosen.faults == "none" else chosen.faults.split()
        plan = replace(plan, faults=tuple(sorted(map(Fault.parse, texts))))
    result = run_plan(plan)
    print(plan)
    print(f"trace {result.trace}, {result.turns} turns, hands: {dict(result.hands)}, {dict(result.operations)}")
    for one in result.violations:
        print("   ", one)
    return 1 if result.violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
