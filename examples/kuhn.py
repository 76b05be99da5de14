"""Kuhn poker, a whole game in one file: the one to copy for a game of your own.

Two players, three cards, one bet. Each antes a chip and gets one of J, Q and K. The first may check or bet a chip; a bet is
called or folded, and after a check the other may check or bet in turn. The higher card wins the pot unless somebody folds.

    paiju --games examples/kuhn.py play kuhn
    paiju --games examples/kuhn.py arena kuhn --bots easy,normal --deals 500

Top to bottom: options, state and view, the game (the contract of `paiju.games.contract`), what carries over, messages, a bot, and
the entry in the catalog. `tests/test_examples.py` holds it to the laws that hold for every game of the catalog.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from paiju.bots.registry import register
from paiju.bots.simple import RandomChoice
from paiju.cards import Card, NotationError, Rng, card
from paiju.games.capabilities import PlainWords
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, Listed, Outcome, Pile, Seat, View
from paiju.games.messages import Text
from paiju.games.options import option

DECK: Final = (card("Js"), card("Qs"), card("Ks"))

ASKED: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    (): ("check", "bet"),
    ("check",): ("check", "bet"),
    ("bet",): ("fold", "call"),
    ("check", "bet"): ("fold", "call"),
}
"""The whole game tree: what may be answered after which moves, safest first. Any other history is the end."""


# --- options, state, view ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class KuhnOptions:
    """Forms, checks and help are made from these fields."""

    ante: int = option(1, zh="底注", en="ante", low=1, high=100)
    bet: int = option(1, zh="下注", en="bet", low=1, high=100)


class State(NamedTuple):
    """A value: `apply` makes a new one. The deck lies as it was shuffled, its top at the end."""

    deck: tuple[Card, ...]
    moves: tuple[str, ...] = ()

    def card_of(self, seat: int) -> Card:
        return self.deck[-1 - seat]

    @property
    def turn(self) -> Seat:
        return Seat(len(self.moves) % 2)

    @property
    def is_over(self) -> bool:
        return self.moves not in ASKED

    @property
    def shows(self) -> bool:
        """Whether the cards lie open: a deal that ends with a fold keeps them hidden."""
        return self.is_over and self.moves[-1] != "fold"


class KuhnView(View, frozen=True):
    """What one viewer knows, built up from nothing."""

    hands: tuple[Pile, ...]
    centre: tuple[Pile, ...]
    waiting_on: tuple[Seat, ...]
    pot: int


# --- the rules ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kuhn:
    """The game under its options. It holds no play; actions are plain words."""

    options: KuhnOptions

    name = "kuhn"
    seats = range(2, 3)

    def deal(self, seats: int, seed: int) -> State:
        return State(Rng(seed).shuffled(DECK))

    def pending(self, state: State) -> tuple[Decision[str], ...]:
        if state.is_over:
            return ()
        prompt = Line("kuhn.facing_bet" if state.moves[-1:] == ("bet",) else "kuhn.first")
        return (Decision(state.turn, prompt, Listed(ASKED[state.moves])),)

    def apply(self, state: State, seat: Seat, action: str) -> State:
        return state._replace(moves=(*state.moves, action))

    def paid(self, state: State) -> tuple[int, int]:
        """What each seat has put into the pot."""
        bets = [0, 0]
        for number, move in enumerate(state.moves):
            bets[number % 2] += self.options.bet if move in ("bet", "call") else 0
        return self.options.ante + bets[0], self.options.ante + bets[1]

    def outcome(self, state: State) -> Outcome | None:
        if not state.is_over:
            return None
        if state.shows:
            winner = 0 if state.card_of(0).rank > state.card_of(1).rank else 1
        else:
            winner = len(state.moves) % 2  # the one who did not fold
        won = self.paid(state)[1 - winner]
        return Outcome((won, -won) if winner == 0 else (-won, won), "kuhn.showdown" if state.shows else "kuhn.folded")

    def view(self, state: State, viewer: Seat | None) -> KuhnView:
        hands = (state.card_of(seat) if seat == viewer or state.shows else None for seat in range(2))
        return KuhnView(
            viewer=viewer,
            stage="over" if state.is_over else "playing",
            log=tuple(self.log(state)),
            hands=tuple(Pile("hand", (held,) if held else 1) for held in hands),
            centre=(),
            waiting_on=() if state.is_over else (state.turn,),
            pot=sum(self.paid(state)),
        )

    def log(self, state: State) -> list[Line]:
        """What everybody saw."""
        lines = [Line.of(f"kuhn.{move}", seat=number % 2) for number, move in enumerate(state.moves)]
        if state.shows:
            lines += [Line.of("kuhn.shows", seat=seat, cards=state.card_of(seat)) for seat in range(2)]
        outcome = self.outcome(state)
        if outcome is not None:
            (winner,) = outcome.winners
            lines.append(Line.of("kuhn.won", seat=winner, pot=sum(self.paid(state))))
        return lines

    def parse(self, text: str) -> str:
        if text not in ("check", "bet", "fold", "call"):
            raise NotationError(text, 0, "say check, bet, fold or call")
        return text

    # Two methods that the contract does not ask for. The first lets bots imagine deals and the laws look for leaks;
    # the second lets the laws count the cards.

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        """The cards that this viewer has not seen, dealt again."""
        if state.shows:
            return state
        hidden = [at for at in range(len(DECK)) if viewer is None or at != len(DECK) - 1 - viewer]
        drawn = Rng(seed).shuffled(state.deck[at] for at in hidden)
        deck = list(state.deck)
        for at, there in zip(hidden, drawn, strict=True):
            deck[at] = there
        return state._replace(deck=tuple(deck))

    def census(self, state: State) -> tuple[Card, ...]:
        return state.deck


class KuhnSeries:
    """Nothing carries over: the next deal has the same options."""

    def next(self, options: KuhnOptions, outcome: Outcome, /) -> KuhnOptions | None:
        return options


# --- words --------------------------------------------------------------------------------------------------------------

MESSAGES: Final = {
    "kuhn.first": Text("过牌还是下注？", "Check or bet?"),
    "kuhn.facing_bet": Text("弃牌还是跟注？", "Fold or call?"),
    "kuhn.check": Text("{seat:seat}过牌。", "{seat:seat} checks."),
    "kuhn.bet": Text("{seat:seat}下注。", "{seat:seat} bets."),
    "kuhn.fold": Text("{seat:seat}弃牌。", "{seat:seat} folds."),
    "kuhn.call": Text("{seat:seat}跟注。", "{seat:seat} calls."),
    "kuhn.shows": Text("{seat:seat}亮牌：{cards:cards}。", "{seat:seat} shows {cards:cards}."),
    "kuhn.won": Text("{seat:seat}赢得底池 {pot}。", "{seat:seat} wins the pot of {pot}."),
    "kuhn.showdown": Text("比牌", "showdown"),
    "kuhn.folded": Text("有人弃牌", "a fold"),
    "kuhn.pot": Text("底池 {pot}", "The pot: {pot}"),
}


class KuhnWords(PlainWords):
    """The table in sentences, for terminals and for people who listen."""

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, KuhnView)
        return (Line.of("kuhn.pot", pot=view.pot), *super().describe(view))


# --- a bot --------------------------------------------------------------------------------------------------------------

BOLD: Final[dict[str, dict[str, float]]] = {
    "J": {"": 1 / 3, "check": 1 / 3, "bet": 0, "check bet": 0},
    "Q": {"": 0, "check": 0, "bet": 1 / 3, "check bet": 2 / 3},
    "K": {"": 1, "check": 1, "bet": 1, "check bet": 1},
}
"""How often to bet or call, by card and moves so far: an equilibrium for an ante and a bet of one chip."""


class Steady:
    """Plays the equilibrium: nobody wins more than 1/18 chip a deal against it."""

    quick = True

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        own = view.hands[decision.seat].cards
        assert isinstance(own, tuple)  # one's own hand is never a number
        moves = " ".join(line.key.removeprefix("kuhn.") for line in view.log)
        quiet, bold = decision.choices
        return bold if self._rng.below(3) < round(3 * BOLD[str(own[0])[0]][moves]) else quiet


register("kuhn", "easy", RandomChoice)
register("kuhn", "normal", Steady)


# --- the catalog --------------------------------------------------------------------------------------------------------

INFO: Final = GameInfo(
    id="kuhn",
    title=Text("库恩扑克", "Kuhn poker"),
    summary=Text("两人、三张牌、一次下注。", "Two players, three cards, one bet."),
    options=KuhnOptions,
    make=Kuhn,
    series=KuhnSeries(),
    recommended=2,
    presets={"standard": {}, "high": {"bet": 2}},
    default_preset="standard",
    messages=MESSAGES,
    words=KuhnWords(),
)

GAMES: Final = (INFO,)
