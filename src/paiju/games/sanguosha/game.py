"""三国杀 behind the contract: a state is a tape of answers, and re-dealing is replaying it with edited shuffles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paiju.cards import Rng
from paiju.games.contract import Decision, Outcome, Seat
from paiju.games.sanguosha.ask import Arrangements, Offers
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.events import GameOver, game_over, happen
from paiju.games.sanguosha.generals import General
from paiju.games.sanguosha.modes import IDENTITY, scores
from paiju.games.sanguosha.notation import Action, parse
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.reach import sees_hand, sees_role
from paiju.games.sanguosha.trace import Trace
from paiju.games.sanguosha.turns import GameEvent
from paiju.games.sanguosha.view import SanguoshaView, view
from paiju.games.sanguosha.world import SPECTATOR, World, Zone
from paiju.games.script import Asking, Chance, Machine, Tape

State = Tape[World, Action]


class SanguoshaOutcome(Outcome, frozen=True):
    """Who won: "lord+loyalist", "rebel", "renegade", or "" for a draw."""

    winner: str = ""


@dataclass(frozen=True)
class Start:
    """How a game begins: a value, so that tapes compare."""

    options: SanguoshaOptions
    seats: int
    seed: int
    edits: tuple[tuple[Any, ...], ...] = ()  # the first shuffles, where they are not those of the seed
    traced: bool = False

    @property
    def game(self) -> Sanguosha:
        return Sanguosha(self.options)

    def __call__(self) -> Machine[World, Action]:
        chance = Chance(self.seed, dict(enumerate(self.edits)))
        w = World(self.options, IDENTITY, self.seats, chance)
        if self.traced:
            w.trace = Trace()
        return Machine(w, story(w))


def story(w: World) -> Asking[None]:
    """A whole game; one that an error has ended is a draw."""
    try:
        yield from happen(w, GameEvent())
        yield from game_over(w, "")
    except GameOver:
        w.history.clear()  # nobody can ask any more
        w.stack.clear()


@dataclass(frozen=True)
class Sanguosha:
    """The identity mode for two to eight players."""

    options: SanguoshaOptions

    name = "sanguosha"
    seats = range(2, 9)

    def start(self, seats: int, seed: int, traced: bool = False) -> Start:
        if seats not in self.seats:
            raise ValueError(f"sanguosha is played by {self.seats[0]} to {self.seats[-1]}, not by {seats}")
        return Start(self.options, seats, seed, traced=traced)

    def deal(self, seats: int, seed: int) -> State:
        return Tape(self.start(seats, seed))

    def pending(self, state: State) -> tuple[Decision[Action], ...]:
        return state.pending

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        return state.advance(seat, action)

    def view(self, state: State, viewer: Seat | None) -> SanguoshaView:
        return view(state.world, state.pending, viewer)

    def outcome(self, state: State) -> SanguoshaOutcome | None:
        won = state.world.winner
        if won is None:
            return None
        roles = [player.role for player in state.world.players]
        return SanguoshaOutcome(scores(won, roles), f"sgs.won.{won or 'nobody'}", won)

    def parse(self, text: str) -> Action:
        return parse(text)

    def census(self, state: State) -> list[Card]:
        """Every card, wherever it lies; none before the draw pile is built."""
        w = state.world
        table = [w.draw_pile, w.discard_pile, w.processing, w.void]
        zones = table + [zone for player in w.players for zone in player.zones]
        return [card for zone in zones for card in zone.cards] or list(w.mode.deck)

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        """The same game with identities, generals and cards that the viewer never saw exchanged.

        Every shuffle so far gets an edited result; answers that named unseen cards name their counterparts, so the
        viewer sees the very same game. Shuffles still to come are those of the new seed.
        """
        start = state.build
        assert isinstance(start, Start)
        results = _edited(state.world, viewer, Rng(seed % (1 << 256)))
        fresh = Rng(seed % (1 << 256), stream=1).word()
        twin_start = Start(start.options, start.seats, fresh, tuple(results))
        one, two = start(), twin_start()
        moves = []
        for seat, action in state.moves:
            twin = _translated(one, two, seat, action)
            one.feed([(seat, action)])
            two.feed([(seat, twin)])
            moves.append((seat, twin))
        return Tape(twin_start, tuple(moves), [two])


def _edited(w: World, viewer: Seat | None, rng: Rng) -> list[tuple[Any, ...]]:
    """Every shuffle so far, with what the viewer has not seen of it shuffled anew."""
    bit = 1 << viewer if viewer is not None else SPECTATOR
    me = w.players[viewer] if viewer is not None else None
    open_hands = {card for p in w.players if me and sees_hand(w, me, p) for card in p.hand}
    counterpart: dict[Card, Card] = {}
    edited: list[tuple[Any, ...]] = []
    draft = 0
    for number, shuffle in enumerate(w.shuffles):
        result = w.chance.results[number]
        if shuffle.purpose == "slots":
            edited.append(result)
            continue
        if shuffle.purpose == "roles":
            free = [int(p.seat) for p in w.players if not p.role_shown and not (me and sees_role(w, me, p))]
        elif shuffle.purpose == "generals":
            free = _unseen_generals(w, viewer, result, draft)
            draft += 1
        else:
            result_before, seen = result, _seen_since(w, number, bit) | open_hands
            free = [at for at, card in enumerate(result) if card not in seen]
            result = tuple(counterpart.get(card, card) for card in result)
        row = list(result)
        for at, item in zip(free, rng.shuffled([row[at] for at in free]), strict=True):
            row[at] = item
        if shuffle.purpose == "cards":
            counterpart.update(zip(result_before, row, strict=True))
        edited.append(tuple(row))
    return edited


def _seen_since(w: World, shuffle: int, bit: int) -> set[Card]:
    """Cards that the viewer has seen after this shuffle or a later one: they stay what they are."""
    seen = {glimpse.card for glimpse in w.glimpses if glimpse.shuffle >= shuffle and glimpse.seen_by & bit}
    seen.update(card for card, mask in w.seen.items() if mask & bit and w.epoch[card] >= shuffle)
    return seen


def _unseen_generals(w: World, viewer: Seat | None, result: tuple[General, ...], draft: int) -> list[int]:
    """Places of a general draft of which the viewer knows nothing: 0 is the lord's, 1 the others'."""
    known = {player.general for player in w.players if player.general is not None}
    if viewer is not None and (w.players[viewer] is w.first) == (draft == 0):
        known.update(w.players[viewer].offered)
    return [at for at, general in enumerate(result) if general not in known]


def _translated(one: Machine[World, Action], two: Machine[World, Action], seat: Seat, action: Action) -> Action:
    """An answer of the original as the twin understands it: the cards that lie where the named ones lie, by id."""
    ours = next(decision for decision in one.pending if decision.seat == seat)
    other = _Counterparts(one.world, two.world)
    if isinstance(ours.choices, Arrangements):
        top, bottom = (tuple(f"#{other[card].id}" for card in row) for row in ours.choices.read(action))
        return Action("arrange", "", top, (), bottom)
    assert isinstance(ours.choices, Offers)
    if ours.prompt.key == "sgs.ask.general":
        place = [offer.what for offer in ours.choices.offers].index(action.what)
        return Action("choose", two.world.players[seat].offered[place].name)
    answer = ours.choices.read(action)
    if not answer.cards:
        return action
    cards = tuple(other[card] for card in answer.cards)
    what = cards[0].name if answer.what == answer.cards[0].name else answer.what
    return Action(answer.verb, what, tuple(f"#{card.id}" for card in cards), answer.seats)


class _Counterparts:
    """Card by card, what lies in the twin's world where a card lies in the original's."""

    def __init__(self, one: World, two: World) -> None:
        self.one, self.two = one, two

    def __getitem__(self, card: Card) -> Card:
        zone = self.one.where[card]
        place = zone.cards.index(card)
        if zone.owner is None:
            return _table_zone(self.two, zone.name).cards[place]
        at = zone.owner.zones.index(zone)
        return self.two.players[zone.owner.seat].zones[at].cards[place]


def _table_zone(w: World, name: str) -> Zone:
    return {"draw": w.draw_pile, "discard": w.discard_pile, "processing": w.processing, "void": w.void}[name]
