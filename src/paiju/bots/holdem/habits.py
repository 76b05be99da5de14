"""What a bot remembers of the others at its table: how often each did what it might have done, hand after hand.

It is read off the views in which the bot itself was asked, when the next hand begins. A habit is what was done over what
a sound player does as often, starts at 1 and stays within its bounds; old hands fade.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from paiju.bots.holdem.story import BETS, RAISES, Deed, Habits, Story
from paiju.games.holdem.action import Action
from paiju.games.holdem.view import HoldemView

FADES: Final = 0.985  # what a hand counts for one hand later


class Bound(NamedTuple):
    """`weight` is how much of the expected must be seen until it counts as much as what was believed before."""

    low: float
    high: float
    weight: float


BOUNDS: Final = {
    "opens": Bound(0.5, 2.5, 1.0),
    "reraises": Bound(0.5, 12.0, 0.5),
    "calls": Bound(0.5, 3.0, 1.0),
    "bets": Bound(0.5, 2.5, 1.0),
    "raises": Bound(0.5, 8.0, 0.5),
    "folds": Bound(0.15, 2.5, 1.0),
}


@dataclass
class Tally:
    """What a sound player would have done so often, and how often it was done."""

    expected: float = 0.0
    done: float = 0.0

    def add(self, expected: float, done: bool) -> None:
        self.expected += expected
        self.done += done

    def ratio(self, bound: Bound) -> float:
        return min(bound.high, max(bound.low, (self.done + bound.weight) / (self.expected + bound.weight)))


@dataclass
class Memory:
    """The hands that one seat has seen from its own chair."""

    _tallies: dict[tuple[int, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    _last: HoldemView | None = None
    _did: Action | None = None

    def read(self, view: HoldemView) -> dict[int, Habits]:
        """What is known of each seat before this hand; a hand is added when a view of the next one comes."""
        last = self._last
        if last is not None and view.log[: len(last.log)] != last.log:
            self._add(Story.of(last))
            self._did = None
        self._last = view
        seats = {seat for seat, _ in self._tallies}
        return {
            seat: Habits(**{name: self._tallies[seat, name].ratio(bound) for name, bound in BOUNDS.items()})
            for seat in seats
        }

    def did(self, action: Action) -> None:
        """What the bot itself answered: a bet after which it was not asked again made the others fold."""
        self._did = action

    def _add(self, story: Story) -> None:
        for tally in self._tallies.values():
            tally.expected *= FADES
            tally.done *= FADES
        raises, limped = 0, set[int]()
        for deed in story.deeds:
            if deed.seat != story.seat:
                self._note(story, deed, raises, again=deed.seat in limped)
            if deed.street == 0 and deed.did == "call":
                limped.add(deed.seat)
            raises += deed.did == "raise" and deed.street == 0
        mine = self._did
        if mine is None or mine.kind != "raise_to" or story.street == 3:
            return  # on the river a bet that is called ends the hand too
        view = story.view
        me = view.seats[story.seat]
        if mine.amount >= me.bet + me.chips:
            return  # all-in: nobody asks again, whatever the others did
        for seat in story.opponents():
            them = view.seats[seat]
            if mine.amount >= them.bet + them.chips:
                continue
            if story.street:
                owed = mine.amount - them.bet
                pot = view.pot + mine.amount - me.bet
                self._note(story, Deed(seat, "fold", story.street, pot, owed, 0, 0, False, 0, 0), 0)
            else:
                deed = Deed(seat, "fold", 0, 0, 1, 0, 0, False, 0, 0)
                self._note(story, deed, raises + 1, again=seat in limped)

    def _note(self, story: Story, deed: Deed, raises: int, *, again: bool = False) -> None:
        """Add one deed. Who has called before the flop calls `again` more often than any hand would: that is no measure."""

        def add(name: str, expected: float, done: bool) -> None:
            self._tallies[deed.seat, name].add(expected, done)

        raised = deed.did == "raise"
        if deed.street == 0:
            widths = story.widths
            if raises:
                add("reraises", widths.reraise(raises), raised)
                if not again:
                    add("calls", widths.call(raises), deed.did == "call")
            elif deed.owed:
                add("opens", widths.open(deed.behind), raised)
        elif deed.owed:
            add("raises", RAISES, raised)
            add("folds", min(0.75, deed.owed / max(1, deed.pot)), deed.did == "fold")
        else:
            add("bets", BETS, raised)
