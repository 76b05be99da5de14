"""A small made-up duel, to prove the frame before and beside the real games.

Each of 2 to 4 seats holds three cards; three times all seats choose one at the same moment, and the highest single
rank takes as many points as there are seats. After each round the winner is offered, openly, to give a point back.
"""

from __future__ import annotations

from dataclasses import dataclass

from paiju.bots.registry import LEVELS, register
from paiju.bots.simple import RandomChoice
from paiju.cards import DECK_52, Card, NotationError, Rng, cards
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, Listed, Outcome, Pile, Seat, View
from paiju.games.messages import Text
from paiju.games.options import option
from paiju.games.script import Ask, Asking, Chance, Machine, Tape, run


@dataclass(frozen=True, kw_only=True)
class DuelOptions:
    rounds: int = option(3, zh="回合数", en="rounds", low=1, high=5)
    generous: bool = option(True, zh="可以让分", en="winners may give a point back")
    scores: tuple[int, ...] | None = option(None, zh="累计得分", en="running scores", carried=True)


@dataclass(frozen=True)
class Show:
    card: Card

    def __str__(self) -> str:
        return f"show {self.card}"


@dataclass(frozen=True)
class Give:
    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


Answer = Show | Give


class World:
    def __init__(self, seats: int, chance: Chance) -> None:
        self.chance = chance
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.rest: list[Card] = []
        self.shown: list[Card] = []
        self.scores = [0] * seats
        self.log: list[Line] = []
        self.over = False


def story(world: World, options: DuelOptions) -> Asking[None]:
    deck = list(world.chance.shuffled(DECK_52.cards))
    for hand in world.hands:
        hand += [deck.pop() for _ in range(options.rounds)]
    world.rest = deck
    for number in range(options.rounds):
        yield from run(one_round(world, number, options))
    world.over = True


def one_round(world: World, number: int, options: DuelOptions) -> Asking[None]:
    prompt = Line.of("duel.show", number=number + 1)
    asked = tuple(
        Decision(Seat(seat), prompt, Listed(tuple(Show(card) for card in hand)))
        for seat, hand in enumerate(world.hands)
    )
    answers: dict[Seat, Show] = yield Ask(asked)
    for seat, answer in sorted(answers.items()):
        world.hands[seat].remove(answer.card)
        world.shown.append(answer.card)
        world.log.append(Line.of("duel.shown", seat=seat, cards=answer.card))
    best = max(answer.card.rank for answer in answers.values())
    winners = [seat for seat in sorted(answers) if answers[seat].card.rank == best]
    if len(winners) == 1:
        yield from run(win(world, winners[0], options))


def win(world: World, seat: Seat, options: DuelOptions) -> Asking[None]:
    world.scores[seat] += len(world.hands)
    if options.generous:
        question = Decision(seat, Line.of("duel.give"), Listed((Give(False), Give(True))))
        answers: dict[Seat, Give] = yield Ask((question,))
        if answers[seat].yes:
            world.scores[seat] -= 1
    world.log.append(Line.of("duel.won", seat=seat))


class DuelView(View, frozen=True):
    hands: tuple[Pile, ...]
    centre: tuple[Pile, ...]
    waiting_on: tuple[Seat, ...]


State = Tape[World, Answer]


@dataclass(frozen=True)
class Start:
    """How a duel begins: a value, so that tapes compare."""

    options: DuelOptions
    seats: int
    seed: int
    deck: tuple[Card, ...] | None = None

    def __call__(self) -> Machine[World, Answer]:
        world = World(self.seats, Chance(self.seed, {0: self.deck} if self.deck else None))
        return Machine(world, story(world, self.options))


@dataclass(frozen=True)
class Duel:
    options: DuelOptions

    name = "duel"
    seats = range(2, 5)

    def deal(self, seats: int, seed: int) -> State:
        return Tape(Start(self.options, seats, seed))

    def pending(self, state: State) -> tuple[Decision[Answer], ...]:
        return state.pending

    def apply(self, state: State, seat: Seat, action: Answer) -> State:
        return state.advance(seat, action)

    def view(self, state: State, viewer: Seat | None) -> DuelView:
        world = state.world
        hands = tuple(
            Pile("hand", tuple(hand) if seat == viewer else len(hand)) for seat, hand in enumerate(world.hands)
        )
        waiting = tuple(decision.seat for decision in state.pending)
        stage = "over" if world.over else "playing"
        return DuelView(viewer=viewer, stage=stage, log=tuple(world.log), hands=hands, centre=(), waiting_on=waiting)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(tuple(state.world.scores), "duel.over") if state.world.over else None

    def census(self, state: State) -> list[Card]:
        world = state.world
        return [card for pile in (*world.hands, world.rest, world.shown) for card in pile]

    def parse(self, text: str) -> Answer:
        if text in ("yes", "no"):
            return Give(text == "yes")
        verb, _, rest = text.partition(" ")
        row = cards(rest)
        if verb != "show" or len(row) != 1:
            raise NotationError(text, 0, "say `show` and one card, `yes` or `no`")
        return Show(row[0])

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        """Every unseen place of the deck is filled anew; what was shown, or lies in the viewer's hand, stays."""
        start = state.build
        assert isinstance(start, Start)
        deck = state.world.chance.results[0]
        seats, rounds = start.seats, self.options.rounds
        places = {seat: [len(deck) - 1 - seat * rounds - i for i in range(rounds)] for seat in range(seats)}
        hidden = [
            place
            for place in range(len(deck))
            if not any(
                place in mine and (seat == viewer or deck[place] not in state.world.hands[seat])
                for seat, mine in places.items()
            )
        ]
        pending = {decision.seat for decision in state.pending}
        answered = {seat: action for seat, action in state.moves if seat not in pending}
        kept = {
            answered[Seat(seat)].card  # type: ignore[union-attr]
            for seat in range(seats)
            if seat != viewer and len(pending) and isinstance(answered.get(Seat(seat)), Show)
        }
        hidden = [place for place in hidden if deck[place] not in kept]  # an answer not yet opened stays an answer
        drawn = Rng(seed).shuffled(deck[place] for place in hidden)
        again = list(deck)
        for place, card in zip(hidden, drawn, strict=True):
            again[place] = card
        return Tape(Start(start.options, start.seats, start.seed, tuple(again)), state.moves)


class DuelSeries:
    def next(self, options: DuelOptions, outcome: Outcome, /) -> DuelOptions | None:
        before = options.scores or (0,) * len(outcome.scores)
        scores = tuple(a + b for a, b in zip(before, outcome.scores, strict=True))
        return (
            DuelOptions(rounds=options.rounds, generous=options.generous, scores=scores) if max(scores) < 20 else None
        )


INFO = GameInfo(
    id="duel",
    title=Text("对决", "Duel"),
    summary=Text("人人同时亮一张牌，最大的得分。", "All show a card at once; the highest scores."),
    options=DuelOptions,
    make=Duel,
    series=DuelSeries(),
    recommended=2,
    zero_sum=False,
    aliases=("showdown duel",),
    presets={"long": {"rounds": 5}, "strict": {"generous": False}},
    messages={
        "duel.show": Text("第{number}回合：亮一张牌。", "Round {number}: show a card."),
        "duel.give": Text("让一分吗？", "Give a point back?"),
        "duel.shown": Text("{seat:seat}亮出{cards:cards}。", "{seat:seat} shows {cards:cards}."),
        "duel.won": Text("{seat:seat}赢得这一回合。", "{seat:seat} wins the round."),
        "duel.over": Text("全部回合结束。", "All rounds are played."),
    },
)

for _level in LEVELS:
    register("duel", _level, RandomChoice)
