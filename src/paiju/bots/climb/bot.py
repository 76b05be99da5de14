"""The climbing games' players: easy, normal and hard.

`easy` plays at a glance and errs as people do; `normal` plays at a glance; `hard` plays its best answers out on
imagined deals. All bid by what they hold, `hard` by playing imagined deals as landlord.
"""

from __future__ import annotations

import time
from typing import Any, Final

from paiju.bots.brain import Answer, Ranking
from paiju.bots.climb.policy import Policy, Scored
from paiju.bots.climb.position import game_of, position_of
from paiju.bots.climb.reasons import of_plays
from paiju.bots.climb.search import SAFETY, Clock, Found, play_out, search, value
from paiju.bots.climb.tidy import tidy
from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, Rng
from paiju.games.capabilities import Group
from paiju.games.catalog import find
from paiju.games.climb.actions import PASS, Give, Play, Say
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.sheets.guandan import GuandanView
from paiju.games.climb.state import NOBODY, Setup, State
from paiju.games.climb.tribute import Gifts
from paiju.games.climb.view import ClimbView
from paiju.games.contract import AnyGame, Decision, Line, Seat, View

BIDDING_DEALS: Final = 16
NOT_THOUGHT_OF: Final = -9.0  # what an answer is worth at a glance that the glance missed
MISTAKES: Final = 0.35  # how often `easy` takes any sensible answer instead of the best
NOISE: Final = 0.7

BIDS: Final = (0.45, 0.6, 0.72)  # chance to win from which 1, 2, 3 are bid, and a landlord's part is wanted at all
DOUBLE: Final = 0.64
LET: Final = 0.05  # what each card that a landlord lets the farmer takes from the chance to win


class ClimbBot(Ranking):
    """What the levels share: who is asked what, and how answers are ranked.

    `clock` is what time limits are kept by; a measurement on a busy machine may set it to the processor's time.
    """

    quick = False

    def __init__(self, game: str, seed: int = 0) -> None:
        self.game = game
        self.clock: Clock = time.perf_counter
        self.rng = Rng(seed)
        self.why = Line.of("bot.none")

    def rank(self, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()) -> list[Answer]:
        assert isinstance(view, ClimbView)
        choices = decision.choices
        if isinstance(choices, Plays):
            ranked = self._plays(view, choices, limit, also)
            return [one for one in ranked if one.action in choices] or [_safest(choices)]
        if isinstance(choices, Gifts):
            return self._gifts(view, choices)
        let = decision.prompt.args.get("cards", 0) if decision.prompt.key == "climb.ask.rob_let" else 0
        return self._words(view, list(choices), limit, let)

    def reasons(self, view: View, decision: Decision[Any], actions: list[Any]) -> list[Line]:
        """What speaks for each answer; of words, and cards given away, what was thought of last."""
        assert isinstance(view, ClimbView)
        choices = decision.choices
        if isinstance(choices, Plays):
            return of_plays(view, choices, actions)
        if isinstance(choices, Gifts):
            return [Line.of("bot.hint.gift", groups=self._rest(view, action)[1]) for action in actions]
        return [self.why] * len(actions)

    def tidy(self, view: View, game: AnyGame) -> tuple[Group, ...]:
        assert isinstance(view, ClimbView) and isinstance(game, Climb)
        return tidy(view, game)

    # --- tricks ------------------------------------------------------------------------------------------------------

    def _plays(self, view: ClimbView, choices: Plays, limit: float, also: tuple[Any, ...]) -> list[Answer]:
        """At a glance: the costs are turns to go, and a turn more is some part of what is at stake."""
        position = position_of(view, choices)
        policy = Policy.of(position.game)
        scored = self._sorted(policy.scored(position.imagine(Rng(1))), policy.unit)
        best = min(one.cost for one in scored)
        found = [Answer(one.action, (best - one.cost) / policy.unit, reason(view, one.action)) for one in scored]
        known = {one.action for one in scored}
        return found + [Answer(one, NOT_THOUGHT_OF, reason(view, one)) for one in also if one not in known]

    def _sorted(self, scored: list[Scored], unit: float) -> list[Scored]:
        return sorted(scored, key=lambda one: one.cost)

    # --- tribute -----------------------------------------------------------------------------------------------------

    def _gifts(self, view: ClimbView, choices: Gifts) -> list[Answer]:
        """The card whose loss hurts the rest of the hand least comes first."""
        costs = [(self._rest(view, one)[0], place, one) for place, one in enumerate(choices)]
        return [Answer(one, -cost, Line.of("bot.gift")) for cost, _, one in sorted(costs, key=lambda row: row[:2])]

    def _rest(self, view: ClimbView, gift: Give) -> tuple[float, int]:
        """What the hand costs without this card, and into how many combinations it falls."""
        level = {"level": view.level} if isinstance(view, GuandanView) else {}
        ready = find(self.game).game(level)
        assert isinstance(ready, Climb) and view.viewer is not None
        game = game_of(ready.rules)
        policy = Policy.of(game)
        hand = view.hands[view.viewer].cards
        assert isinstance(hand, tuple)
        rest = list(hand)
        rest.remove(gift.card)
        mask, counts = game.layout.weigh(tuple(rest))
        placed = policy.standing(counts, mask)[0]
        return policy.splitter.cost(placed), len(policy.splitter.split(placed).groups)

    # --- words -------------------------------------------------------------------------------------------------------

    def _words(self, view: ClimbView, words: list[Say], limit: float, let: int) -> list[Answer]:
        chance = self._chance(view, limit, let)
        why = Line.of("bot.chance", percent=round(100 * chance))
        best = self._word(chance, words)
        return [Answer(one, chance if one == best else None, why) for one in (best, *(w for w in words if w != best))]

    def _word(self, chance: float, words: list[Say]) -> Say:
        texts = {str(word): word for word in words}
        if "double" in texts:
            return texts["double"] if chance >= DOUBLE else texts["no"]
        if "show" in texts:
            return texts["no"]
        for wanted in ("bid 3", "bid 2", "bid 1"):
            if wanted in texts and chance >= BIDS[int(wanted[-1]) - 1]:
                return texts[wanted]
        if ("call" in texts or "rob" in texts) and chance >= (BIDS[0] if "call" in texts else BIDS[0] + 0.05):
            return texts.get("call") or texts["rob"]
        return words[0]

    def _chance(self, view: ClimbView, limit: float, let: int) -> float:
        """The chance to win, judged by the high cards alone: as landlord who lets so many cards, or against one who is
        known already."""
        return _glance(view) - LET * let


class Easy(ClimbBot):
    """Errs as people do: misjudges, and now and then just plays something."""

    def _sorted(self, scored: list[Scored], unit: float) -> list[Scored]:
        if self.rng.below(1000) < 1000 * MISTAKES:
            return list(self.rng.shuffled(scored))
        noise = NOISE * unit / 1000
        noisy = [(one.cost + noise * (self.rng.below(2001) - 1000), place) for place, one in enumerate(scored)]
        return [scored[place] for _, place in sorted(noisy)]


class Normal(ClimbBot):
    """Plays at a glance."""


class Hard(ClimbBot):
    """Plays its best answers out on imagined deals."""

    def _plays(self, view: ClimbView, choices: Plays, limit: float, also: tuple[Any, ...]) -> list[Answer]:
        found = search(position_of(view, choices), self.rng, limit, self.clock, also)
        return [
            Answer(
                one.action,
                one.value,
                _searched(view, one),
                one.exact,
                one.error,
            )
            for one in found
        ]

    def _chance(self, view: ClimbView, limit: float, let: int) -> float:
        rules = find(self.game).game()
        assert isinstance(rules, Climb)
        return _landlord_chance(game_of(rules.rules), view, self.rng, limit, self.clock, let)


def _searched(view: ClimbView, found: Found) -> Line:
    """Why, in words; and what that rests on."""
    why = reason(view, found.action)
    if found.exact:
        return Line.of("bot.proved" if found.value > 0 else "bot.lost", what=why)
    return Line.of("bot.searched", deals=found.deals, percent=round(50 + 50 * found.value), what=why)


def _safest(choices: Plays) -> Answer:
    """Should the rules refuse whatever was thought of."""
    return Answer(next(iter(choices)), None, Line.of("bot.none"))


def _glance(view: ClimbView) -> float:
    """High cards and bombs, as people count them."""
    assert view.viewer is not None
    hand = view.hands[view.viewer].cards
    assert isinstance(hand, tuple)
    twos = sum(card.rank is Rank.TWO for card in hand)
    aces = sum(card.rank is Rank.ACE for card in hand)
    fours = sum(hand.count(card) == 0 or _same(hand, card) >= 4 for card in set(hand)) // 4
    strength = 3.0 * hand.count(BIG_JOKER) + 2.0 * hand.count(SMALL_JOKER) + 1.3 * twos + 0.5 * aces + 2.5 * fours
    strength = strength * 17 / max(17, len(hand))
    chance = min(0.95, 0.18 + 0.06 * strength)
    is_farmer = view.landlord is not None and view.landlord != view.viewer
    return 1 - max(0.25, 0.75 - chance) if is_farmer else chance


def _same(hand: tuple[Card, ...], card: Card) -> int:
    return sum(other.rank is card.rank for other in hand)


def _landlord_chance(game: Climb, view: ClimbView, rng: Rng, limit: float, clock: Clock, let: int) -> float:
    """Imagine the bottom cards and the others' hands, and play: as landlord, unless somebody else is."""
    end = clock() + SAFETY * limit
    layout, rules, policy = game.layout, game.rules, Policy.of(game)
    seat = view.viewer
    assert seat is not None
    own = view.hands[seat].cards
    assert isinstance(own, tuple)
    landlord = seat if view.landlord is None else view.landlord
    seats = len(view.hands)
    kitty = next((pile.cards for pile in view.centre if pile.name == "kitty"), ())
    shown = kitty if isinstance(kitty, tuple) else ()
    rest = list(rules.deck.cards)
    for card in own:
        rest.remove(card)
    fixed: tuple[Card, ...] = ()
    if shown and landlord != seat:
        fixed = shown
        for card in shown:
            rest.remove(card)
    wins = deals = 0
    for _ in range(BIDDING_DEALS):
        cards = list(rng.shuffled(rest))
        masks, counts = [], []
        for other in range(seats):
            size = rules.hand + (rules.kitty if other == landlord else 0)
            held = own if other == seat else (fixed if other == landlord else ())
            drawn = cards[: size - len(held)]
            cards = cards[size - len(held) :]
            mask, pattern = layout.weigh((*held, *drawn))
            masks.append(mask)
            counts.append(pattern)
        spare = tuple(0 if other == landlord else let for other in range(seats)) if let else view.spare
        setup = Setup(landlord=landlord, bid=1, doubles=(0,) * seats, spare=spare)
        state = State(
            0,
            len(rules.stages) - 1,
            tuple(masks),
            tuple(counts),
            landlord,
            None,
            NOBODY,
            True,
            0,
            0,
            1,
            setup,
            None,
            (),
            None,
        )
        finished = play_out(policy, state, end, clock)
        if finished is None:
            break
        wins += value(policy, finished, Seat(seat)) > 0
        deals += 1
    return wins / deals if deals else _glance(view)


def reason(view: ClimbView, action: Any) -> Line:
    """Why one would answer so, in a line."""
    if action == PASS:
        return Line.of("bot.pass")
    if isinstance(action, Play) and action.combo is not None and action.combo.bomb:
        return Line.of("bot.bomb")
    return Line.of("bot.lead" if view.leading else "bot.follow")
