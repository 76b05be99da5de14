"""Deal anew what a viewer cannot see, consistent with what that viewer saw.

Kept: the viewer's hand, open hands, everything played, how many cards each seat holds, bottom cards once shown (those
not yet played stay in the landlord's hand), a face-up card, and the fact that no card dealt was smaller than the one
that decided who leads, cards that openly changed hands, and that nobody holds more than they could have kept when they
had to give their highest card. Not used: what a pass or a choice may suggest.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from paiju.cards import Card, Rng
from paiju.games.climb.layout import total
from paiju.games.climb.state import NOBODY, PLAYED, State, events

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb
    from paiju.games.contract import Seat


TRIES = 200  # hands dealt anew until they fit; they nearly always do at once


@runtime_checkable
class Secretive(Protocol):
    """A stage whose answers stay secret until all are in, and depend on the hands."""

    def fits(self, game: Climb, state: State) -> bool:
        """Whether these hands could have led to this stage."""

    def answer(self, game: Climb, state: State, seat: int) -> Any:
        """An answer that this seat could have given."""


def resampled(game: Climb, state: State, viewer: Seat | None, seed: int) -> State:
    if game.phase(state) == "Over":  # nothing is hidden any more
        return state
    rng, stage = Rng(seed), game.rules.stages[state.stage]
    twin = _redealt(game, state, viewer, rng)
    if isinstance(stage, Secretive):
        for _ in range(TRIES):
            if stage.fits(game, twin):
                break
            twin = _redealt(game, state, viewer, rng)
        answers = tuple(
            (seat, said if seat == viewer else stage.answer(game, twin, seat)) for seat, said in twin.setup.answers
        )
        twin = twin._replace(setup=twin.setup._replace(answers=answers))
    return twin


def _redealt(game: Climb, state: State, viewer: Seat | None, rng: Rng) -> State:
    layout, setup = game.layout, state.setup
    seats = range(len(state.hands))
    hidden = [seat for seat in seats if seat != viewer and not setup.shown >> seat & 1]
    kitty_hidden = bool(setup.kitty) and setup.landlord == NOBODY
    pile = state.draw.pile if state.draw else ()

    played: dict[int, list[Card]] = {seat: [] for seat in seats}
    for _, what, seat, thing in events(state.history):
        if what in PLAYED:
            played[seat] += thing.cards

    unseen = Counter(card for seat in hidden for card in layout.cards(state.hands[seat]))
    unseen.update(setup.kitty if kitty_hidden else ())
    unseen.update(pile)
    unseen.update(setup.aside)

    known: dict[int, list[Card]] = {seat: [] for seat in hidden}
    for seat, card in _known(game, state, played):
        if seat in known and unseen[card] > 0:
            known[seat].append(card)
            unseen[card] -= 1

    left = list(rng.shuffled(sorted(unseen.elements())))
    new: dict[int, list[Card]] = {}
    strict, floor = dict.fromkeys(hidden, 0), 0
    if setup.required is not None and game.rules.opening == "smallest":
        floor = layout.bit[setup.required]
        for seat in hidden:
            small = sum(layout.bit[card] < floor for card in played[seat])
            drawn = state.draw.drawn[seat] if state.draw else 0
            strict[seat] = max(0, total(state.counts[seat]) - len(known[seat]) - max(0, drawn - small))
    for seat in hidden:  # cards that were surely dealt, so not smaller than the one that led
        new[seat] = known[seat]
        fit = [card for card in left if layout.bit[card] >= floor][: strict[seat]]
        for card in fit:
            left.remove(card)
        new[seat] = new[seat] + fit
    ceilings = dict(setup.ceilings)
    for seat in sorted(hidden, key=lambda one: ceilings.get(one, len(layout.ranks))):  # the lowest ceiling first
        wanted = total(state.counts[seat]) - len(new[seat])
        if seat in ceilings:
            fit = [card for card in left if layout.point[card.rank] <= ceilings[seat] or card == game.rules.wild]
            fit = fit[:wanted]
            for card in fit:
                left.remove(card)
        else:
            fit, left = left[:wanted], left[wanted:]
        new[seat] = new[seat] + fit
    kitty = setup.kitty
    if kitty_hidden:
        kitty, left = tuple(left[: len(kitty)]), left[len(kitty) :]
    aside, left = tuple(left[: len(setup.aside)]), left[len(setup.aside) :]
    return state._replace(
        seed=sum(rng.word() << (32 * place) for place in range(8)),  # what a further deal would bring is hidden too
        hands=tuple(layout.mask(new[seat]) if seat in new else state.hands[seat] for seat in seats),
        counts=tuple(layout.counts(new[seat]) if seat in new else state.counts[seat] for seat in seats),
        setup=setup._replace(kitty=kitty, aside=aside),
        draw=state.draw._replace(pile=tuple(left)) if state.draw else None,
    )


def _known(game: Climb, state: State, played: dict[int, list[Card]]) -> list[tuple[int, Card]]:
    """Cards that everybody knows to be in a certain hand."""
    setup, found = state.setup, []
    gone_from = {seat: Counter(cards) for seat, cards in played.items()}
    for seat, card in setup.known:
        if gone_from[seat][card] > 0:
            gone_from[seat][card] -= 1
        else:
            found.append((seat, card))
    if setup.landlord != NOBODY:
        gone = Counter(played[setup.landlord])
        for card in setup.kitty:
            if gone[card] > 0:
                gone[card] -= 1
            else:
                found.append((setup.landlord, card))
    if setup.required is not None and state.top is None:
        found.append((state.turn, setup.required))
    if setup.marked is not None and setup.marked not in played[setup.first]:
        found.append((setup.first, setup.marked))
    return found
