"""进贡, 还贡, 抗贡: what the losers of one deal give the winners of the next, and who leads.

Two stages: `Tribute`, in which the losers pay, and `GiveBack`, in which the winners return a card. Both are secret
until all answers are in. With both big jokers on the paying side nothing is paid and the last 头游 leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, Rng
from paiju.cards.fair import CHANCE
from paiju.games.climb.actions import Action, Give
from paiju.games.climb.levels import Finish, order, partner, team, wild_of
from paiju.games.climb.state import Event, History, State
from paiju.games.contract import Decision, IllegalAction, Line, Seat

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

PartnerLast = Literal["last_pays", "third_pays"]
EqualTribute = Literal["seat", "random"]
ReturnRule = Literal["capped", "own_side_capped", "any"]

_SUITS: Final = "cdhs"


class Paid(NamedTuple):
    """One tribute; `returned` is None until it is given back."""

    payer: int
    receiver: int
    card: Card
    returned: Card | None = None


# -- the rules, as functions -----------------------------------------------------------------------------------


def payers(finish: Finish, partner_last: PartnerLast = "last_pays") -> tuple[int, ...]:
    """Who pays, in turn order after 头游: both losers after a 1&2, else the last, even if that is 头游's partner.

    >>> payers((0, 2, 3, 1)), payers((0, 1, 2, 3)), payers((0, 1, 3, 2)), payers((0, 1, 3, 2), "third_pays")
    ((1, 3), (3,), (2,), (3,))
    """
    first = finish[0]
    if finish[1] == partner(first):
        return ((first + 1) % 4, (first + 3) % 4)
    if partner_last == "third_pays" and finish[3] == partner(first):
        return (finish[2],)
    return (finish[3],)


def resists(hands: Mapping[int, tuple[Card, ...]], paying: tuple[int, ...]) -> bool:
    """抗贡: both big jokers are on the paying side."""
    return sum(hands[seat].count(BIG_JOKER) for seat in paying) == 2


def payable(hand: tuple[Card, ...], level: int) -> tuple[Card, ...]:
    """The cards of which one must be paid: the highest but for wild ones, every suit of them, ♣ ♦ ♥ ♠."""
    usable = [card for card in hand if card != wild_of(level)]
    best = max(order(card, level) for card in usable)
    return tuple(sorted({card for card in usable if order(card, level) == best}, key=_suit_place))


def matched(
    finish: Finish, paid: Mapping[int, Card], level: int, equal: EqualTribute = "seat", rng: Rng | None = None
) -> tuple[Paid, ...]:
    """Who receives what, the tribute to 头游 first.

    The higher card goes to 头游, the other to 二游. Equal cards: the payer who sits next after 头游 pays 头游, or
    chance decides.
    """
    first, second = finish[0], finish[1]
    giving = [seat for seat in ((first + offset) % 4 for offset in range(1, 4)) if seat in paid]
    if len(giving) == 1:
        return (Paid(giving[0], first, paid[giving[0]]),)
    near, far = giving
    one, other = order(paid[near], level), order(paid[far], level)
    if one < other or (one == other and equal == "random" and rng is not None and rng.below(2)):
        near, far = far, near
    return (Paid(near, first, paid[near]), Paid(far, second, paid[far]))


def returnable(
    hand: tuple[Card, ...],
    received: Card,
    level: int,
    rule: ReturnRule = "capped",
    most: int = 10,
    own_side: bool = False,
) -> tuple[Card, ...]:
    """The cards that may be given back, lowest first; never the one received.

    `capped`: a natural rank up to `most` that is not the level; if there is none, a card of the lowest order.
    `own_side_capped`: so only to one's own partner, any card to an opponent. `any`: any card.
    """
    others = list(hand)
    others.remove(received)
    allowed = set(others)
    if rule == "capped" or (rule == "own_side_capped" and own_side):
        low = {card for card in others if not card.is_joker and card.rank.value <= most and card.rank.value != level}
        least = min(order(card, level) for card in others)
        allowed = low or {card for card in others if order(card, level) == least}
    return tuple(sorted(allowed, key=lambda card: (order(card, level), _suit_place(card))))


def _suit_place(card: Card) -> int:
    return _SUITS.index(card.suit.letter) if card.suit else 0


# -- the stages ------------------------------------------------------------------------------------------------


class Gifts:
    """Cards of which one must be given; `verb` is `pay` or `return`."""

    __slots__ = ("cards", "code", "hand", "verb")

    def __init__(self, verb: str, cards: tuple[Card, ...], hand: tuple[Card, ...], code: str) -> None:
        self.verb, self.cards, self.hand, self.code = verb, cards, hand, code

    def __iter__(self) -> Iterator[Give]:
        return (Give(self.verb, card) for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, Give) and action.verb == self.verb and action.card in self.cards

    def resolve(self, seat: Seat, action: Any, /) -> Give:
        if not isinstance(action, Give) or action.verb != self.verb:
            raise IllegalAction(
                seat, action, "wrong_phase", Line.of(f"guandan.error.{self.verb}_now", cards=self.cards)
            )
        if action.card not in self.hand:
            why = Line.of("climb.error.not_in_hand", cards=(action.card,))
            raise IllegalAction(seat, action, "not_in_hand", why)
        if action.card not in self.cards:
            raise IllegalAction(seat, action, self.code, Line.of(f"guandan.error.{self.code}", cards=self.cards))
        return action


@dataclass(frozen=True)
class OpeningLead:
    """Who leads where no tribute decides it: the holder of a marked card, anybody, or a given seat.

    `draw`: a card that is neither joker nor wild is marked before the deal, each with the same chance, and whoever is
    dealt it leads. `random`: any seat. A number: that seat.
    """

    how: Literal["draw", "random"] | int
    level: int
    announce: Line

    @property
    def phase(self) -> str:
        return ""

    def begin(self, game: Climb, state: State) -> State:
        history: History = Event(state.history, "line", -1, self.announce)
        rng = game.rng(state.seed, CHANCE)
        setup = state.setup
        if self.how == "draw":
            seat, marked = rng.choice(self.candidates(game, state))
            setup = setup._replace(marked=marked)
            history = Event(history, "line", seat, Line.of("guandan.log.marked", seat=seat, cards=(marked,)))
        else:
            seat = rng.below(len(state.hands)) if self.how == "random" else self.how
        return game.advance(state._replace(turn=seat, setup=setup._replace(first=seat), history=history))

    def candidates(self, game: Climb, state: State) -> list[tuple[int, Card]]:
        """The cards one of which is marked, with the seats that hold them."""
        wild = wild_of(self.level)
        return [
            (seat, card)
            for seat, hand in enumerate(state.hands)
            for card in game.layout.cards(hand)
            if not card.is_joker and card != wild
        ]

    def pending(self, game: Climb, state: State) -> tuple[Decision[Action], ...]:
        return ()

    def apply(self, game: Climb, state: State, seat: Seat, action: Any) -> State:
        raise AssertionError("nobody is asked who leads")


@dataclass(frozen=True)
class Tribute:
    """进贡: the losers of the deal before pay their highest card, all at once."""

    finish: Finish
    level: int
    announce: Line
    partner_last: PartnerLast = "last_pays"
    equal: EqualTribute = "seat"

    @property
    def phase(self) -> str:
        return "Tribute"

    @property
    def payers(self) -> tuple[int, ...]:
        return payers(self.finish, self.partner_last)

    def begin(self, game: Climb, state: State) -> State:
        history: History = Event(state.history, "line", -1, self.announce)
        hands = {seat: game.layout.cards(state.hands[seat]) for seat in self.payers}
        first = self.finish[0]
        if not resists(hands, self.payers):
            receivers = self.finish[: len(self.payers)]
            required = Line.of("guandan.log.tribute_required", payers=self.payers, receivers=receivers)
            return state._replace(history=Event(history, "line", -1, required))
        held = tuple((seat, card) for seat, hand in hands.items() for card in hand if card == BIG_JOKER)
        holders = tuple(sorted({seat for seat, _ in held}))
        resisted = Line.of("guandan.log.tribute_resisted", reveals=held, seats=holders, leader=first)
        history = Event(history, "line", first, resisted)
        setup = state.setup._replace(first=first, known=held)
        return game.advance(state._replace(turn=first, setup=setup, history=history))

    def pending(self, game: Climb, state: State) -> tuple[Decision[Action], ...]:
        answered = {seat for seat, _ in state.setup.answers}
        return tuple(
            Decision(Seat(seat), Line.of("guandan.ask.pay"), self._choices(game, state, seat))
            for seat in self.payers
            if seat not in answered
        )

    def _choices(self, game: Climb, state: State, seat: int) -> Gifts:
        hand = game.layout.cards(state.hands[seat])
        return Gifts("pay", payable(hand, self.level), hand, "bad_tribute_card")

    def apply(self, game: Climb, state: State, seat: Seat, action: Give) -> State:
        answers = (*state.setup.answers, (int(seat), action))
        if len(answers) < len(self.payers):
            return state._replace(setup=state.setup._replace(answers=answers))
        rng = game.rng(state.seed, CHANCE)
        cards = {who: gift.card for who, gift in answers}
        done = matched(self.finish, cards, self.level, self.equal, rng)
        history: History = state.history
        for one in done:
            line = _gift("guandan.log.tribute_paid", one.payer, one.receiver, one.card)
            history = Event(history, "line", one.payer, line)
            state = moved(game, state, one.payer, one.receiver, one.card)
        setup = state.setup._replace(
            answers=(),
            first=done[0].payer,
            notes=done,
            known=tuple((one.receiver, one.card) for one in done),
            # a payer has nothing left above the card paid; with the second big joker there would be no tribute
            ceilings=tuple((one.payer, self._ceiling(game, one.card)) for one in done),
        )
        return game.advance(state._replace(turn=done[0].payer, setup=setup, history=history))

    def _ceiling(self, game: Climb, card: Card) -> int:
        below = SMALL_JOKER if card == BIG_JOKER else card
        return game.layout.point[below.rank]

    def fits(self, game: Climb, state: State) -> bool:
        """Whether hands dealt anew could have led here: tribute is owed, so the payers cannot resist."""
        return not resists({seat: game.layout.cards(state.hands[seat]) for seat in self.payers}, self.payers)

    def answer(self, game: Climb, state: State, seat: int) -> Give:
        """What a seat may have answered, from a hand dealt anew."""
        return next(iter(self._choices(game, state, seat)))


@dataclass(frozen=True)
class GiveBack:
    """还贡: who received a tribute gives a low card back, all at once."""

    level: int
    rule: ReturnRule = "capped"
    most: int = 10

    @property
    def phase(self) -> str:
        return "Return"

    def begin(self, game: Climb, state: State) -> State:
        return state if state.setup.notes else game.advance(state)

    def pending(self, game: Climb, state: State) -> tuple[Decision[Action], ...]:
        answered = {seat for seat, _ in state.setup.answers}
        return tuple(
            Decision(Seat(one.receiver), Line.of("guandan.ask.return", seat=one.payer), self._choices(game, state, one))
            for one in state.setup.notes
            if one.receiver not in answered
        )

    def _choices(self, game: Climb, state: State, one: Paid) -> Gifts:
        hand = game.layout.cards(state.hands[one.receiver])
        own_side = team(one.payer) == team(one.receiver)
        cards = returnable(hand, one.card, self.level, self.rule, self.most, own_side)
        return Gifts("return", cards, hand, "bad_return_card")

    def apply(self, game: Climb, state: State, seat: Seat, action: Give) -> State:
        setup = state.setup
        answers = (*setup.answers, (int(seat), action))
        if len(answers) < len(setup.notes):
            return state._replace(setup=setup._replace(answers=answers))
        given = {who: gift.card for who, gift in answers}
        done = tuple(one._replace(returned=given[one.receiver]) for one in setup.notes)
        history: History = state.history
        for one in done:
            line = _gift("guandan.log.tribute_returned", one.receiver, one.payer, one.returned)
            history = Event(history, "line", one.receiver, line)
            state = moved(game, state, one.receiver, one.payer, one.returned)
        known = (*setup.known, *((one.payer, one.returned) for one in done))
        return game.advance(
            state._replace(turn=setup.first, setup=setup._replace(answers=(), notes=done, known=known), history=history)
        )

    def fits(self, game: Climb, state: State) -> bool:
        return True

    def answer(self, game: Climb, state: State, seat: int) -> Give:
        """What a seat may have answered, from a hand dealt anew."""
        one = next(one for one in state.setup.notes if one.receiver == seat)
        return next(iter(self._choices(game, state, one)))


def _gift(key: str, giver: int, taker: int, card: Card) -> Line:
    return Line.of(key, seat=giver, **{"from": giver}, to=taker, card=card)


def moved(game: Climb, state: State, giver: int, taker: int, card: Card) -> State:
    """A card changes hands."""
    hands, counts = list(state.hands), list(state.counts)
    for seat, sign in ((giver, -1), (taker, 1)):
        hands[seat] += sign * game.layout.bit[card]
        counts[seat] += sign * game.layout.unit[card]
    return state._replace(hands=tuple(hands), counts=tuple(counts))
