"""Hand after hand: stacks, button, blinds, and what seats that sit out have missed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from paiju.games.contract import Outcome
from paiju.games.holdem.game import HoldemOutcome
from paiju.games.holdem.rules import HoldemOptions


@dataclass(frozen=True)
class HoldemSeries:
    """Cash tables and tournaments. Everything it keeps is in the carried fields of the options.

    A cash table never ends; a tournament does when one player has all the chips. A seat with no chips is empty at a
    cash table and out of the tournament at the other.
    """

    def next(self, options: HoldemOptions, outcome: Outcome, /) -> HoldemOptions | None:
        """Stacks as they came out, the next hand number; the button moves when the next hand is dealt."""
        assert isinstance(outcome, HoldemOutcome)
        if outcome.tournament_over:
            return None
        missed_big, missed_small = self._missed(options, outcome)
        dealt = outcome.dealt
        return replace(
            options,
            stacks=outcome.stacks,
            places=outcome.places,
            hand_number=options.hand_number + 1,
            button=-1,
            last_button=outcome.button,
            last_small=outcome.small_at,
            last_big=outcome.big,
            waiting=tuple([seat for seat in options.waiting if seat not in dealt]),
            posting=tuple([seat for seat in options.posting if seat not in dealt]),
            missed_big=missed_big,
            missed_small=missed_small,
            deck="",
            antes=(),
            blinds=(),
        )

    def _missed(self, options: HoldemOptions, outcome: HoldemOutcome) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Blinds that passed over seats which sit out (or wait); a seat that was dealt in owes nothing more."""
        if options.tournament or not (
            options.sitting_out or options.waiting or options.missed_big or options.missed_small
        ):
            return (), ()
        absent = {*options.sitting_out, *options.waiting}.difference(outcome.dealt)
        big, small = set(options.missed_big), set(options.missed_small)
        seats = len(outcome.stacks)
        for last, now, missed in ((options.last_big, outcome.big, big), (options.last_small, outcome.small_at, small)):
            if last >= 0 and now >= 0:
                passed = {(last + offset) % seats for offset in range(1, (now - last) % seats)}
                missed |= absent & passed
        settled = set(outcome.dealt)
        return tuple(sorted(big - settled)), tuple(sorted(small - settled))
