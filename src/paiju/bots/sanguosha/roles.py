"""Who is who: every way the hidden roles may lie, weighed by how well it explains what everybody was seen to do.

A spot of eight has a hundred ways at most, so all of them are looked at. What a seat did to another counts by how often
somebody of that role does such a thing to somebody of the other's: rebels go for the lord, the loyal never do, a
renegade strikes at everybody in turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from paiju.bots.sanguosha.camps import HOSTILE, KIND, USES, Camps, what_of
from paiju.games.sanguosha.view import SanguoshaView

SIDES: Final = ("loyalist", "rebel", "renegade")

# How readily each role strikes at each other one; how readily it helps is the mirror of that.
STRIKES: Final = {
    ("loyalist", "lord"): 0.03, ("loyalist", "loyalist"): 0.25, ("loyalist", "rebel"): 1.0, ("loyalist", "renegade"): 0.7,
    ("rebel", "lord"): 1.0, ("rebel", "loyalist"): 0.6, ("rebel", "rebel"): 0.12, ("rebel", "renegade"): 0.4,
    ("renegade", "lord"): 0.25, ("renegade", "loyalist"): 0.6, ("renegade", "rebel"): 0.6, ("renegade", "renegade"): 0.6,
}  # fmt: skip
DOUBT: Final = 0.12  # how often somebody acts for no reason at all
STRENGTH: Final = 2.2  # how much one such act says, in parts of the weight the act has


# What hurting somebody is worth if they are one of these, in parts of a sure foe; hurting a friend costs as much.
LOYALIST: Final = 0.5  # to rebels, who have to fell the lord
RENEGADE_TO_REBELS: Final = 0.3
RENEGADE_TO_LORD: Final = 0.25  # they fight the rebels too, as long as there are any
FRIEND_OF_LORD: Final = 1.3


class Suspects(Camps):
    """Friend and foe by what each seat's role most likely is."""

    def __init__(self, view: SanguoshaView) -> None:
        super().__init__(view, insight=1.0)
        self.chances = chances(view)
        for seat, one in self.chances.items():
            self.leaning[seat] = one["loyalist"] - one["rebel"]

    def foe(self, seat: int) -> float:
        if seat == self.seat:
            return -1.0
        if self.role == "renegade":
            return self._for_renegade(seat, self.leaning[seat])
        if seat == self.view.lord:
            return 1.0 if self.role == "rebel" else -1.0
        one = self.chances[seat]
        if self.role == "rebel":
            found = LOYALIST * one["loyalist"] + RENEGADE_TO_REBELS * one["renegade"] - one["rebel"]
        else:
            found = one["rebel"] + RENEGADE_TO_LORD * one["renegade"] - FRIEND_OF_LORD * one["loyalist"]
        return max(-1.0, min(1.0, found + self._impatience()))


def chances(view: SanguoshaView) -> dict[int, dict[str, float]]:
    """For every seat but the lord's, how likely each role is."""
    found = {int(one.seat): dict.fromkeys(SIDES, 0.0) for one in view.players if one.seat != view.lord}
    hidden = [int(one.seat) for one in view.players if one.role is None]
    for one in view.players:
        if one.seat in found and one.role in SIDES:
            found[one.seat][one.role] = 1.0
    acts = _acts(view)
    known = {int(one.seat): str(one.role) for one in view.players if one.role is not None}
    weighed = [(ways, _weight(acts, known | ways)) for ways in _ways(hidden, _hidden_counts(view))]
    most = max((weight for _, weight in weighed), default=0.0)
    total = sum(math.exp(weight - most) for _, weight in weighed) or 1.0
    for ways, weight in weighed:
        share = math.exp(weight - most) / total
        for seat, role in ways.items():
            found[seat][role] += share
    return found


def _hidden_counts(view: SanguoshaView) -> dict[str, int]:
    """How many of each role are still hidden: those in play less those that are seen."""
    counts: dict[str, int] = {role: number for role, number in view.role_counts if role in SIDES}
    for one in view.players:
        if one.role in SIDES and (one.alive or one.rest):
            counts[str(one.role)] -= 1
    return counts


def _ways(seats: list[int], counts: dict[str, int]) -> Iterator[dict[int, str]]:
    if not seats:
        yield {}
        return
    for role in SIDES:
        if counts.get(role, 0) > 0:
            for rest in _ways(seats[1:], {**counts, role: counts[role] - 1}):
                yield {seats[0]: role, **rest}


def _acts(view: SanguoshaView) -> dict[tuple[int, int], tuple[float, float]]:
    """What each seat did to each other: weights of hostile and of kind acts."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for line in view.log:
        if line.key not in USES:
            continue
        data = line.args
        what, seat = what_of(data), int(data["seat"])
        hostile, kind = HOSTILE.get(what, 0.0), KIND.get(what, 0.0)
        if seat == view.lord or not (hostile or kind):
            continue
        for target in data.get("targets", ()):
            if target != seat:
                bad, good = found.get((seat, target), (0.0, 0.0))
                found[seat, target] = bad + hostile, good + kind
    return found


def _weight(acts: dict[tuple[int, int], tuple[float, float]], roles: dict[int, str]) -> float:
    """The logarithm of how well these roles explain the acts."""
    total = 0.0
    for (seat, target), (bad, good) in acts.items():
        strikes = STRIKES[roles[seat], roles[target]]
        total += bad * math.log(DOUBT + strikes) + good * math.log(DOUBT + 1 - strikes)
    return STRENGTH * total
