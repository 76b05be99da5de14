"""The climbing engine: one class for every sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from paiju.cards import Card, NotationError, Rank, Rng, card, clumped, tokens
from paiju.games.climb.actions import ASK, BIDS, CALL, DOUBLE, NO, PASS, ROB, SHOW, Action, Give, Play, Say
from paiju.games.climb.kinds import SHEDDING_CODES
from paiju.games.climb.layout import Layout, total
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.resample import resampled
from paiju.games.climb.rules import ClimbRules, Finish, Reader, Settlement, multiplier
from paiju.games.climb.shapes import Combo
from paiju.games.climb.stages import YES, Decisions
from paiju.games.climb.state import NOBODY, PLAYED, Draw, Setup, State, events
from paiju.games.climb.view import ClimbView, Dress, seat_view
from paiju.games.contract import Line, Outcome, Seat

T = TypeVar("T")


class ClimbOutcome(Outcome, frozen=True):
    """Scores, and what the next deal may depend on: the order of finishing, and the standing."""

    out: tuple[Seat, ...] = ()
    standing: tuple[int, ...] = ()
    factors: tuple[Line, ...] = ()  # of the stake in the landlord games

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Who ranks first."""
        best = min(self.standing)
        return tuple(Seat(seat) for seat, rank in enumerate(self.standing) if rank == best)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Seats above zero; where points are only captured and nobody loses any, who ranks first."""
        is_capturing = min(self.scores) >= 0 and max(self.scores) > 0
        return self.leaders if is_capturing else super().winners


_WORDS = {
    str(word): word for word in (PASS, CALL, ROB, NO, DOUBLE, SHOW, ASK, YES, *BIDS)
} | {
    "/": PASS, "\\": PASS, "-": PASS, "--": PASS, "要不起": PASS, "不出": PASS, "不打": PASS, "不要": PASS, "过": PASS,
    "叫地主": CALL, "抢地主": ROB, "不叫": NO, "不抢": NO, "不加倍": NO, "不明牌": NO, "加倍": DOUBLE, "明牌": SHOW, "问牌": ASK, "叫": CALL, "抢": ROB,
    "0": NO, "bid 0": NO, "1分": BIDS[0], "2分": BIDS[1], "3分": BIDS[2],
}  # fmt: skip


_GIFTS = (("pay ", "pay"), ("return ", "return"), ("进贡", "pay"), ("还贡", "return"))


def _type_names(rules: ClimbRules) -> dict[str, str]:
    """The types of a sheet by all that they are called: on the wire, by the old program's code, in both languages."""
    found: dict[str, str] = {}
    played = {shape.kind for shape in rules.shapes}
    for kind, name in sorted(rules.names, key=lambda pair: pair[0] in played):  # the sheet's own kinds last: they count
        titles = [rules.title_of(kind), *(title for one, _, title in rules.sized_titles if one is kind)]
        code = [SHEDDING_CODES[kind][0]] if SHEDDING_CODES.get(kind, ("", ""))[1] == name else []
        for text in (name, *code, *(text for title in titles for text in (MESSAGES[title].zh, MESSAGES[title].en))):
            found[text.lower()] = name
    return found


@lru_cache(maxsize=256)
def reader_of(rules: ClimbRules) -> Reader:
    """The compiled tables of a sheet."""
    return rules.reader(rules)


class Climb:
    """A climbing game under one sheet. Holds no play; equal if the sheets are equal."""

    def __init__(self, rules: ClimbRules) -> None:
        self.rules = rules
        self.reader = reader_of(rules)
        self.layout: Layout = self.reader.layout
        self.units = frozenset(self.layout.unit.values())
        self.points = dict(rules.drawing.points) if rules.drawing else {}
        self.dress: Dress = rules.dress or Dress()
        self._stages = rules.stages
        self.prompts: dict[tuple[int, int], Line] = {}
        self._by_wild: dict[Rank, Reader] = {}
        self._hash = hash(rules)

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def seats(self) -> range:
        return self.rules.seats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Climb) and other.rules == self.rules

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Climb, (self.rules,)

    def __repr__(self) -> str:
        return f"Climb({self.rules.name})"

    def reader_at(self, state: State) -> Reader:
        """Reads and lists the plays of a deal: wild cards may have been drawn in it."""
        return self.reader if state.setup.wild is None else self.reader_for(state.setup.wild)

    def reader_for(self, wild: Rank) -> Reader:
        """The reader under which the cards of this rank are wild."""
        found = self._by_wild.get(wild)
        if found is None:
            found = self._by_wild[wild] = reader_of(self.rules.with_wild(wild))
        return found

    @cached_property
    def _type_names(self) -> dict[str, str]:
        return _type_names(self.rules)

    # -- the contract ------------------------------------------------------------------------------------------

    def deal(self, seats: int, seed: int) -> State:
        if seats not in self.rules.seats:
            raise ValueError(f"{self.name} is for {self.rules.seats.start} to {self.rules.seats.stop - 1} players")
        if self.rules.first is not None and self.rules.first >= seats:
            raise ValueError(f"seat {self.rules.first} cannot begin at a table for {seats}")
        return self.rules.stages[0].begin(self, self.dealt(seed, seats, 1))

    def pending(self, state: State) -> Decisions:
        stage = state.stage
        return self._stages[stage].pending(self, state) if stage < len(self._stages) else ()

    def apply(self, state: State, seat: Seat, action: Any) -> State:
        return self._stages[state.stage].apply(self, state, seat, action)

    def view(self, state: State, viewer: Seat | None) -> ClimbView:
        shown = self.dress.spectator_view(self, state)
        return shown if viewer is None else seat_view(self, state, shown, viewer)

    def outcome(self, state: State) -> ClimbOutcome | None:
        if state.stage < len(self.rules.stages):
            return None
        settled = self.settle(state)
        out = tuple(Seat(seat) for seat in state.out)
        return ClimbOutcome(settled.scores, settled.reason, out, settled.standing, settled.factors)

    def parse(self, text: str) -> Action:
        """A word, a card to give, or cards with an optional `=Type` or `=Type:head`."""
        text = text.strip()
        word = _WORDS.get(text) or _WORDS.get(" ".join(text.lower().split()))
        if word is not None:
            return word
        if text.lower().startswith("bid"):
            number = text[3:].strip()
            if number.isdecimal() and len(number) < 10:
                return Say(f"bid {int(number)}")  # out of range, which the auction says
            raise NotationError(text, 3, "a bid is 1, 2 or 3", "climb.notation.bid")
        for spelling, verb in _GIFTS:
            if text.lower().startswith(spelling):
                return Give(verb, card(text[len(spelling) :]))
        written, equals, declared = text.partition("=")
        if not written.strip():
            raise NotationError(text, 0, "say `pass`, or name cards", "climb.notation.nothing")
        spelled: list[Card | Rank] = []
        for token in tokens(written):
            if token.is_exact:
                spelled.append(Card.of(token.rank, token.suit))
            elif self.rules.suits_matter:
                rank = token.rank.letter
                why = f"suits matter here: {rank} needs one, as in {rank}s"
                raise NotationError(text, token.at, why, "climb.notation.no_suit", rank=rank)
            else:
                spelled.append(token.rank)
        return Play(tuple(spelled), self.declared(text, declared) if equals else None)

    def declared(self, text: str, declared: str) -> str:
        """The canonical text of a declaration: a type by any of its names, in any case, and a head if given."""
        name, colon, head = (part.strip() for part in declared.replace("：", ":").partition(":"))
        known = self._type_names.get(name.lower())
        if known is None:
            at = len(text) - len(declared)
            raise NotationError(text, at, f"{name!r} is no type of play", "climb.notation.no_type", name=repr(name))
        return f"{known}:{head.upper()}" if colon else known

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        return resampled(self, state, viewer, seed)

    # -- for stages --------------------------------------------------------------------------------------------

    def rng(self, seed: int, stream: int) -> Rng:
        """All the chance of a deal. Simulations may put a quicker generator in its place."""
        return Rng(seed, stream)

    def dealt(self, seed: int, seats: int, number: int) -> State:
        """Deal number `number` of a seed (1 unless earlier ones were thrown in), before anybody is asked anything.

        Stream `number - 1` of the seed shuffles the deck, then decides who is first, where chance decides it.
        """
        rules = self.rules
        rng = self.rng(seed, number - 1)
        deck = self.shuffled(rng, rules.deck.cards)
        each = [tuple([deck[at] for at in places]) for places in self.hand_places(seats)]
        rest = tuple([deck[at] for at in self.rest_places(seats)])
        first, marked = rules.first if number == 1 else None, None
        if rules.opening == "landlord" and first is None:
            if rules.first_asked == "random":
                first = rng.below(seats)
            else:
                at = rng.below(rules.hand * seats)
                marked, first = each[at // rules.hand][at % rules.hand], at // rules.hand
        return self.placed(seed, each, rest, number, first, marked)

    def shuffled(self, rng: Rng, items: Sequence[T]) -> tuple[T, ...]:
        """A deck as this game shuffles it."""
        return clumped(rng, items) if self.rules.shuffling == "clumps" else rng.shuffled(items)

    def hand_places(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The positions in the shuffled deck that become each hand, from its end; those before them are left over."""
        return _hand_places(self.rules, seats)

    def rest_places(self, seats: int) -> tuple[int, ...]:
        """The positions in the shuffled deck that become nobody's hand: the kitty first, then what is put aside."""
        dealt = {at for places in self.hand_places(seats) for at in places}
        return tuple(at for at in range(len(self.rules.deck.cards)) if at not in dealt)

    def placed(
        self,
        seed: int,
        each: list[tuple[Card, ...]] | tuple[tuple[Card, ...], ...],
        rest: tuple[Card, ...],
        number: int = 1,
        first: int | None = None,
        marked: Card | None = None,
    ) -> State:
        """The state in which these hands have been dealt and `rest` is left over."""
        rules, layout, seats = self.rules, self.layout, len(each)
        setup = Setup(deal=number, marked=marked, game=self)
        turn = first if first is not None else 0
        if rules.opening == "smallest":
            lowest = [
                (layout.bit[card], seat, card)
                for seat, hand in enumerate(each)
                if hand  # in a position somebody may be out already
                for card in (_lowest(layout, hand),)
            ]
            smallest = tuple((seat, card) for _, seat, card in sorted(lowest, reverse=True))
            setup = setup._replace(smallest=smallest)
            if first is None:
                turn = smallest[-1][0]
                setup = setup._replace(required=smallest[-1][1])
        if rules.opening_card is not None and first is None:
            holders = [seat for seat, hand in enumerate(each) if rules.opening_card in hand]
            turn = holders[0] if holders else turn
            if holders and rules.opening_plays_it:
                setup = setup._replace(required=rules.opening_card)
            elif holders:
                setup = setup._replace(marked=rules.opening_card)
        asked = NOBODY if rules.opening == "stage" and first is None else turn  # a stage decides it
        setup = setup._replace(first=asked, kitty=rest[: rules.kitty], doubles=(0,) * seats)
        if rules.drawing is None:
            setup = setup._replace(aside=rest[rules.kitty :])
        draw = Draw(rest, 0, (0,) * seats, (0,) * seats) if rules.drawing else None
        return State(
            seed=seed,
            stage=0,
            hands=tuple(layout.mask(hand) for hand in each),
            counts=tuple(layout.counts(hand) for hand in each),
            turn=turn,
            top=None,
            top_by=NOBODY,
            leading=True,
            passed=0,
            plays=0,
            multiplier=1,
            setup=setup,
            draw=draw,
            out=(),
            history=None,
        )

    def advance(self, state: State) -> State:
        """On to the next stage."""
        state = state._replace(stage=state.stage + 1)
        return self.rules.stages[state.stage].begin(self, state)

    def size(self, counts: int) -> int:
        return total(counts)

    def follow_prompt(self, top: Combo, owner: int) -> Line:
        """The question to a follower; made once for each combo and owner."""
        title = self.rules.title_of(top.kind, top.size)
        key = "climb.ask.must_follow" if self.rules.must_beat else "climb.ask.follow"
        key += "" if top.size > 3 else "_few"  # a pair says how many cards it has
        prompt = Line.of(key, seat=owner, type=title, size=top.size, head=top.head)
        self.prompts[top.number, owner] = prompt
        return prompt

    # -- the end -----------------------------------------------------------------------------------------------

    def settle(self, state: State) -> Settlement:
        """The settlement of a deal that is over."""
        seats = len(state.hands)
        if state.turn == NOBODY and state.top is None:
            return Settlement((0,) * seats, "climb.over.abandoned", (1,) * seats)
        return self.rules.score(
            Finish(
                seats=seats,
                left=tuple(map(self.layout.cards, state.hands)),
                plays=tuple(state.made(seat) for seat in range(seats)),
                out=state.out,
                factors=factors_of(self, state),
                landlord=state.setup.landlord,
                doubles=state.setup.doubles,
                captured=state.draw.captured if state.draw else (0,) * seats,
                base=self.rules.base,
                bombs=tuple(state.paid(seat) for seat in range(seats)),
            )
        )

    def census(self, state: State) -> list[Card]:
        """Every card of the deal, wherever it is."""
        found = [card for hand in state.hands for card in self.layout.cards(hand)]
        found += state.setup.aside
        if state.setup.landlord == NOBODY:
            found += state.setup.kitty
        if state.draw is not None:
            found += state.draw.pile
        for _, what, _, thing in events(state.history):
            if what in PLAYED:
                found += thing.cards
        return found

    def is_over(self, state: State) -> bool:
        return state.stage >= len(self._stages)

    def phase(self, state: State) -> str:
        """`Dealt`, `Assigned` (the first leader is known), `Started`, `Over`, or what the stage calls itself."""
        if self.is_over(state):
            return "Over"
        named = self.rules.stages[state.stage].phase
        return named or ("Assigned" if state.top is None else "Started")


@lru_cache(maxsize=256)
def _hand_places(rules: ClimbRules, seats: int) -> tuple[tuple[int, ...], ...]:
    hand, end = rules.hand, len(rules.deck.cards)
    if rules.dealing == "one_by_one":
        return tuple(tuple(end - 1 - seat - seats * at for at in range(hand)) for seat in range(seats))
    if rules.dealing == "packets":
        # Every seat's places are those of the seat before, one packet on: cutting the deck makes all hands alike.
        packet = end // (rules.packets * seats)
        sizes = [(hand + step) // rules.packets for step in reversed(range(rules.packets))]
        return tuple(
            tuple(
                end - 1 - packet * (seats * number + seat) - at
                for number, size in enumerate(sizes)
                for at in range(size)
            )
            for seat in range(seats)
        )
    return tuple(tuple(range(end - hand * (seat + 1), end - hand * seat)) for seat in range(seats))


def factors_of(game: Climb, state: State) -> tuple[Line, ...]:
    """What made the stake of a deal: the bid, robs, open hands, each kind of bomb, and what a position began with."""
    setup = state.setup
    found: dict[str, int] = {}
    for _, what, _, thing in events(state.history):
        if what in PLAYED and thing.combo is not None and thing.combo.factor > 1:
            title = game.rules.title_of(thing.combo.kind, thing.combo.size)
            found[title] = found.get(title, 1) * thing.combo.factor
    factors = [
        Line(f"climb.factor.{name}", {"times": 1 << number})
        for name, number in (("rob", setup.robs), ("show", setup.shown.bit_count()))
        if number
    ]
    factors += [Line("climb.factor.play", {"type": title, "times": times}) for title, times in found.items()]
    before = state.multiplier // multiplier(tuple(factors))
    first = (("bid", setup.bid), ("start", before))
    return (*[Line(f"climb.factor.{name}", {"times": times}) for name, times in first if times > 1], *factors)


def _lowest(layout: Layout, hand: tuple[Card, ...]) -> Card:
    return min(hand, key=layout.bit.__getitem__)
