"""What a sensible player does at a glance: the fast policy that `normal` plays by and `hard` plays out with."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from paiju.bots.climb.split import Group, Splitter
from paiju.games.climb.actions import PASS, Action, Offer, Play
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import total
from paiju.games.climb.plays import holding
from paiju.games.climb.state import NOBODY, State
from paiju.games.climb.wild import WildOffer

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

CONSIDERED: Final = 40  # plays looked at when following; there are rarely more
CARRYING: Final = 160  # where triples carry any two cards


POINTS: Final = 10.0  # costs are turns to go; in the games with a pile they are points, some ten of which weigh a turn


class Scored(NamedTuple):
    """An answer and what it leaves to be done: lower is better."""

    cost: float
    action: Action


class Temper(NamedTuple):
    """What play depends on beside the split of a hand: found by self-play, apart for one deck and for two."""

    wide: float = 0.015  # what each card more makes a lead cheaper
    strong: float = 0.04  # what leading a sure winner costs, unless one is about to go out
    bomb: float = 0.35  # what spending a bomb costs beyond the bomb itself: something better may be caught with it
    bomb_lead: float = 0.25  # what leading a bomb costs
    partner: float = 0.3  # what beating a partner costs, and more the surer the play
    partner_control: float = 0.9
    trust: float = 0.5  # what it is worth to let a partner have the trick
    alarm: float = 0.9  # what it costs to pass where an opponent is nearly out
    help: float = 0.8  # what it is worth to feed a partner who is nearly out
    late: float = 0.05  # what following with a sure winner costs
    near: float = 2.0  # cards with which an opponent is nearly out


ONE_DECK: Final = Temper()
TWO_DECKS: Final = Temper(wide=-0.02, strong=0.2, bomb=-0.2)  # bombs are plenty, and losers the trouble


class Policy:
    """Answers for any seat of a state it may see wholly: of its own position, or of a deal imagined from a view."""

    def __init__(self, game: Climb) -> None:
        self.game = game
        self.rules = game.rules
        self.splitter = Splitter.of(game.rules, game.layout)
        self.temper = ONE_DECK if game.rules.deck.copies == 1 else TWO_DECKS
        self.unit = POINTS if game.rules.drawing is not None else 1.0
        wild = game.rules.wild
        self._wild = wild
        self._wild_bit = game.layout.bit[wild] if wild else 0
        self._wild_shift = self._wild_bit.bit_length() - 1 if wild else 0
        self._wild_unit = game.layout.unit[wild] if wild else 0
        self._level = game.layout.point[wild.rank] if wild else 0

    @staticmethod
    @lru_cache(maxsize=32)
    def of(game: Climb) -> Policy:
        return Policy(game)

    def choose(self, state: State) -> Action:
        return min(self.scored(state), key=lambda one: one.cost).action

    def scored(self, state: State) -> list[Scored]:
        """The answers worth a thought, each with its cost."""
        seat = state.turn
        if self.rules.drawing is not None:
            return self._for_points(state, seat)
        if state.leading:
            return self._leads(state, seat)
        return self._follows(state, seat)

    def standing(self, counts: int, hand: int) -> tuple[int, int, int]:
        """Counts with the wild cards where they help most, counts without them, and how many they are."""
        if not self._wild_bit:
            return counts, counts, 0
        wilds = hand >> self._wild_shift & 3
        natural = counts - wilds * self._wild_unit
        return self.splitter.placed(natural, wilds, self._level) if wilds else natural, natural, wilds

    def _taken(self, play: Play) -> tuple[int, int]:
        """What a play takes from a hand: counts of natural cards, and wild cards."""
        if isinstance(play, WildOffer):
            return play.taken
        if isinstance(play, Offer):
            return play.pattern, 0
        _, pattern = play.weight or self.game.layout.weigh(play.cards)
        return pattern, 0

    # --- games with a pile, where tricks bring points ------------------------------------------------------------------

    def _for_points(self, state: State, seat: int) -> list[Scored]:
        """Spend little, unless there are points to win; cards come again from the pile."""
        draw, counts, hand = state.draw, state.counts[seat], state.hands[seat]
        assert draw is not None
        highest = len(self.game.layout.ranks) - 1
        required = state.setup.required if state.top is None else None
        found = [] if state.leading else [Scored(0.5 * draw.pot, PASS)]
        top = None if state.leading else state.top
        scarce = 12.0 if draw.pile else 5.0  # strong cards matter less when nothing is left to come
        for number, play in enumerate(self.game.reader.plays(hand, counts, top)):
            if number >= CONSIDERED and found:
                break
            if required is not None and required not in play.cards:
                continue
            combo = play.combo
            assert combo is not None
            share = max(combo.body) / highest if combo.body else 0.5
            control = min(0.98, share * share + 0.12 * (combo.size - 1)) if not combo.final else 1.0
            points = sum(self.game.points.get(card.rank, 0) for card in play.cards)
            spent = sum((self.game.layout.point[card.rank] / highest) ** 3 for card in play.cards)
            # the weights were tuned in self-play: cards are to be used, every card played is one more to draw
            cost = (
                scarce * spent - control * (draw.pot + points + 3.0) + 0.5 * (1 - control) * points - 8.0 * combo.size
            )
            found.append(Scored(cost, play))
        return found

    # --- leading -----------------------------------------------------------------------------------------------------

    def _leads(self, state: State, seat: int) -> list[Scored]:
        hand = state.hands[seat]
        counts, natural, _ = self.standing(state.counts[seat], hand)
        split = self.splitter.split(counts)
        losers = sum(1 - group.control for group in split.groups if group.control < 1)
        closing = losers < 1.2  # nearly every play wins: keep the lead, the loser goes last
        danger = self._danger(state, seat)
        helping = self._partner_nearly_out(state, seat)
        required = state.setup.required if state.top is None else None
        temper = self.temper
        found: list[Scored] = []
        seen: set[int] = set()
        for group in split.groups:
            for pattern, carried in self._dressed(group, split.groups):
                if pattern + carried in seen:
                    continue
                seen.add(pattern + carried)
                play = self._play(hand, natural, pattern, carried)
                if play is None or not self._is_allowed(state, seat, play):
                    continue
                if required is not None and required not in play.cards:
                    if self.rules.suits_matter or all(card.rank is not required.rank for card in play.cards):
                        continue
                    play = holding(self.game.reader, play, required)
                rest = counts - pattern - carried
                if rest and _is_out(state, seat, rest):
                    return [Scored(-99.0, play)]
                cost = (
                    self.splitter.cost(rest) - group.control + (temper.bomb_lead if group.width >= 4 and rest else 0.0)
                )
                size = total(pattern + carried)
                cost += (-0.06 if closing else temper.strong) * group.control - temper.wide * size
                if danger and size <= danger and rest:
                    cost += (1 - group.control) * (1.2 if size == danger else 0.5)
                if helping and size == helping:
                    cost -= temper.help * (1 - group.control)
                found.append(Scored(cost, play))
        if not found:
            decision = self.game.pending(state)[0]
            found.append(Scored(0.0, next(iter(decision.choices))))
        return found

    def _dressed(self, group: Group, groups: tuple[Group, ...]) -> list[tuple[int, int]]:
        """A body with what it may carry: the smallest loose cards, or pairs, of the split; bare as well."""
        splitter = self.splitter
        if group.width == 4 and splitter.four_carries:
            loose = [other.body for other in groups if other.width == 1 and other.run == 1]
            return [(group.body, loose[0])] if loose else [(group.body, 0)]
        if group.width != 3:
            return [(group.body, 0)]
        found = [(group.body, 0)]
        if splitter.two_each:
            others = sorted((other for other in groups if other is not group), key=_clinging)
            loose = [unit for other in others for unit in _cards(other.body)]
            return [*found, (group.body, sum(loose[: 2 * group.run]))]
        singles = [other.body for other in groups if other.width == 1 and other.run == 1 and other.control < 0.6]
        pairs = [other.body for other in groups if other.width == 2 and other.run == 1 and other.control < 0.6]
        allowed_single = splitter.wings if group.run > 1 else splitter.carries_single
        allowed_pair = splitter.pair_wings if group.run > 1 else splitter.carries_pair
        if allowed_single and len(singles) >= group.run:
            found.append((group.body, sum(singles[: group.run])))
        elif allowed_single and group.run == 2 and pairs:
            found.append((group.body, pairs[0]))  # two equal cards are two loose ones as well
        if allowed_pair and len(pairs) >= group.run:
            found.append((group.body, sum(pairs[: group.run])))
        return found

    def _play(self, hand: int, natural: int, body: int, carried: int) -> Play | None:
        """The play of this body, with wild cards where natural ones are missing; None if it is not one."""
        reader, layout = self.game.reader, self.game.layout
        if self._wild is None:
            cards = layout.pick(hand, body, carried)
            for combo in reader.read(cards):
                if not combo.last or body + carried == natural:
                    return Play(reader.arrange(cards, combo), None, combo)
            return None
        pattern, missing = body + carried, 0
        wanted = pattern
        while wanted:
            shift = (wanted.bit_length() - 1) & ~3
            lacking = (wanted >> shift) - (natural >> shift & 15)
            if lacking > 0:
                missing += lacking
                pattern -= lacking << shift
            wanted &= (1 << shift) - 1
        wilds = hand >> self._wild_shift & 3
        if missing > wilds:
            return None
        cards = layout.pick(hand - wilds * self._wild_bit, pattern, 0) + (self._wild,) * missing
        top = body.bit_length() - 1 >> 2
        readings = reader.read(cards)
        for combo in readings:
            if combo.bomb or top in combo.body:
                declared = None if combo is readings[0] else f"{self.rules.name_of(combo.kind)}:{combo.head}"
                return Play(reader.arrange(cards, combo), declared, combo)
        return None

    # --- following ---------------------------------------------------------------------------------------------------

    def _follows(self, state: State, seat: int) -> list[Scored]:
        hand, top = state.hands[seat], state.top
        assert top is not None
        splitter = self.splitter
        counts, natural, wilds = self.standing(state.counts[seat], hand)
        now = splitter.cost(counts)
        by_partner = self._partners(state, seat, state.top_by)
        danger = self._danger(state, seat)
        temper = self.temper
        # what passing gives away: the lead, and more so when somebody may go out
        passing = now
        if by_partner:
            passing -= temper.trust + (0.6 if total(state.counts[state.top_by]) <= 2 else 0.0)
        elif total(state.counts[state.top_by]) <= temper.near or danger:
            passing += temper.alarm
        best: dict[tuple[int, int], Scored] = {}
        for number, play in enumerate(self.game.reader.plays(hand, state.counts[seat], top)):
            if number >= (CARRYING if splitter.two_each else CONSIDERED):
                break
            if not self._is_allowed(state, seat, play):
                continue
            combo = play.combo
            assert combo is not None
            pattern, used = self._taken(play)
            left = natural - pattern
            if used == wilds and _is_out(state, seat, left):
                return [Scored(-99.0, play)]
            rest = splitter.cost(left if used == wilds else splitter.placed(left, wilds - used, self._level))
            control = 1.0 if combo.bomb else self._control(combo.body, combo.width)
            cost = rest - control + temper.late * control
            if by_partner:
                cost += temper.partner + temper.partner_control * control
            if combo.bomb:
                cost += temper.bomb
            one = Scored(cost, play)
            key = (combo.number, 0)
            if key not in best or cost < best[key].cost:
                best[key] = one
        if best and self.rules.must_beat:
            return list(best.values())
        return [Scored(passing, PASS), *best.values()]

    def _is_allowed(self, state: State, seat: int, play: Play) -> bool:
        """Whether a play is no low single where the next seat has one card left."""
        combo = play.combo
        if not self.rules.top_when_one_left or combo is None or combo.kind is not Kind.SINGLE:
            return True
        if total(state.counts[(seat + 1) % len(state.counts)]) != 1:
            return True
        best = self.game.reader.read(self.game.layout.cards(state.hands[seat])[:1])[0]
        return combo.strength == best.strength

    def _control(self, body: tuple[int, ...], width: int) -> float:
        points = sum(width << (4 * point) for point in body)
        return self.splitter.control(points, min(width, 3), len(body))

    # --- who is who --------------------------------------------------------------------------------------------------

    def _partners(self, state: State, one: int, other: int) -> bool:
        landlord = state.setup.landlord
        if one == other:
            return True
        if landlord != NOBODY:
            return landlord not in (one, other)
        return self.rules.jiefeng == "partner" and (one - other) % 2 == 0

    def _danger(self, state: State, seat: int) -> int:
        """How few cards the most dangerous opponent holds, if nearly out; else 0."""
        least = min(
            (
                total(counts) - (state.setup.spare[other] if state.setup.spare else 0)
                for other, counts in enumerate(state.counts)
                if counts and not self._partners(state, seat, other)
            ),
            default=9,
        )
        return least if least <= self.temper.near else 0

    def _partner_nearly_out(self, state: State, seat: int) -> int:
        """How few cards the partner who plays next holds, if that is one or two; else 0."""
        following = (seat + 1) % len(state.counts)
        if following == seat or not self._partners(state, seat, following):
            return 0
        left = total(state.counts[following])
        return left if 0 < left <= 2 else 0


def _is_out(state: State, seat: int, rest: int) -> bool:
    """Whether a seat is out with this rest of its hand."""
    spare = state.setup.spare
    return not rest or bool(spare and total(rest) <= spare[seat])


def _clinging(group: Group) -> tuple[bool, bool, float]:
    """How unwillingly cards are carried by a triple: loose small cards and pairs first, then high ones, then runs and bombs."""
    return group.width >= 3 or group.run > 1, group.control >= 0.6, group.control


def _cards(body: int) -> list[int]:
    """The cards of a pattern one by one, lowest first."""
    units = []
    while body:
        low = 1 << ((body & -body).bit_length() - 1 & ~3)
        units.append(low)
        body -= low
    return units
