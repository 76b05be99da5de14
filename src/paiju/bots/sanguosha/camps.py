"""Who is probably friend, who foe: from the roles that are open and from what everybody was seen to do.

Each seat gets a leaning towards the lord, from -1 (a rebel) to 1 (the lord's own). Known roles fix it; others move
with every hostile or kind act, by as much as the leaning of whom it was done to is known.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.games.sanguosha.view import SanguoshaView

HOSTILE: Final = {
    "slash": 0.35,
    "duel": 0.4,
    "snatch": 0.25,
    "dismantlement": 0.25,
    "indulgence": 0.45,
    "fanjian": 0.35,
    "lijian": 0.3,
    "tuxi": 0.2,
}
KIND: Final = {"peach": 0.6, "rende": 0.5, "qingnang": 0.5, "jieyin": 0.5}
USES: Final = ("sgs.log.use_on", "sgs.log.use_as_on", "sgs.log.count_as_use_on", "sgs.log.skill_on")


def leanings(view: SanguoshaView, *, insight: float = 1.0) -> dict[int, float]:
    """Each seat's leaning. `insight` scales what is read out of acts: 0 knows open roles only."""
    fixed = {one.seat: _of_role(one.role) for one in view.players if one.role is not None}
    found: dict[int, float] = {one.seat: fixed.get(one.seat, 0.0) for one in view.players}
    for line in view.log if insight else ():
        if line.key not in USES:
            continue
        data = line.args
        seat = data["seat"]
        if seat in fixed:
            continue
        what = what_of(data)
        weight = KIND.get(what, 0.0) - HOSTILE.get(what, 0.0)
        targets = [target for target in data.get("targets", ()) if target != seat]
        for target in targets if weight else ():
            towards = found[target] if target != view.lord else 1.0
            shift = insight * weight * towards
            found[seat] = max(-0.95, min(0.95, found[seat] + shift))
    return found


def what_of(data: dict[str, Any]) -> str:
    """The card or the skill that a line tells of: `slash:7s`, `card.slash` or `skill.tuxi`."""
    text = str(data.get("card") or data.get("skill") or "")
    return text.partition(":")[0].removeprefix("card.").removeprefix("skill.")


def _of_role(role: str) -> float:
    return {"lord": 1.0, "loyalist": 1.0, "rebel": -1.0}.get(role, 0.0)


class Camps:
    """Friend and foe as one seat sees them: `foe(seat)` is 1 for a sure enemy, -1 for a sure friend."""

    def __init__(self, view: SanguoshaView, *, insight: float = 1.0) -> None:
        assert view.viewer is not None
        self.view, self.seat = view, int(view.viewer)
        self.role = view.players[self.seat].role or "rebel"
        self.leaning = leanings(view, insight=insight)
        self._left = dict(view.role_counts)
        self._others = [one.seat for one in view.players if one.alive and one.seat != self.seat]
        self._hidden = [one.seat for one in view.players if one.alive and one.role is None]
        self._prior = self._unknown()

    def _unknown(self) -> float:
        """How likely somebody unknown is to be on the other side, before they have done anything.

        Everybody can count: where the hidden roles are all of one side, 1 or -1 whatever was done.
        """
        if not self._hidden:
            return 0.0
        counts = dict(self._left)
        for one in self.view.players:
            if one.alive and one.role is not None:
                counts[one.role] = counts.get(one.role, 0) - 1
        loyal, rebels, total = counts.get("loyalist", 0), counts.get("rebel", 0), len(self._hidden)
        if self.role == "renegade":
            return 0.0
        friends, foes = (loyal, rebels) if self.role != "rebel" else (rebels, loyal)
        if friends == 0 or friends == total:
            return 1.0 if friends == 0 else -1.0
        return (foes + 0.3 * counts.get("renegade", 0) - friends) / total

    def foe(self, seat: int) -> float:
        if seat == self.seat:
            return -1.0
        leaning = self.leaning[seat]
        if self.role == "renegade":
            return self._for_renegade(seat, leaning)
        sign = 1.0 if self.role == "rebel" else -1.0
        if self.view.players[seat].role is not None and self.view.players[seat].role != "renegade":
            return sign * leaning
        if abs(self._prior) == 1:
            return self._prior
        known = min(1.0, abs(leaning) * 1.5)
        found = sign * leaning * 1.2 + (1 - known) * 0.6 * self._prior + self._impatience()
        return max(-1.0, min(1.0, found))

    def _impatience(self) -> float:
        """A game that does not end needs somebody to begin: after many rounds whoever is not known is suspected."""
        return min(0.8, 0.04 * max(0, self.view.round - 15))

    def _for_renegade(self, seat: int, leaning: float) -> float:
        """The lord last: until then whoever is stronger is the foe, and the lord must not fall early."""
        lord = int(self.view.lord)
        if len(self._others) == 1:
            return 1.0
        if seat == lord:
            return -0.5 if self._left.get("rebel", 0) else 0.2
        rebels, loyal = self._left.get("rebel", 0), 1 + self._left.get("loyalist", 0)
        if rebels >= loyal:
            return max(-0.2, min(1.0, 0.2 - leaning))
        return max(-0.2, min(1.0, 0.25 + leaning * (1 if rebels < loyal - 1 else -0.2)))
