"""What a sensible player does at a glance: the fast policy that `normal` plays by and `hard` plays out with.

All numbers are thousandths of a turn (of a point in the games with a pile), whole, so that the kernel's twin
(native/climb_policy.hpp) chooses the same. Which plays a policy sees comes from the rule sheet alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from paiju.bots.climb.split import BOMB, LONGER, SURE, TURN, Group, Splitter
from paiju.games.climb.actions import PASS, Action, Offer, Play
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import ONES, at_least, total
from paiju.games.climb.plays import holding
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.guandan import team_out
from paiju.games.climb.state import NOBODY, State
from paiju.games.climb.suits import SuitReader
from paiju.games.climb.wild import MIXED, WildOffer, WildReader

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

CONSIDERED: Final = 40  # plays looked at when following; there are rarely more
CARRYING: Final = 160  # the same where triples carry any two cards
POINTS: Final = (
    10_000  # costs are turns to go; in the games with a pile they are points, some ten of which weigh a turn
)
OUT: Final = -99_000  # what going out costs
LOOSE: Final = 600  # cards and pairs with less control than this may be carried
CLOSING: Final = 1200  # with fewer losers than this nearly every play wins
LOOKED_AT: Final = 400  # leads that are listed for a search
SUITED: Final = 48  # plays of one suit that are looked at
KEPT_SUITED: Final = 2  # and those of them that a hand is kept together for
SUITED_BOMB: Final = BOMB - 3 * LONGER // 2  # what a straight flush costs that is a bomb, between bombs of five and six
SUITED_CONTROL: Final = 200  # how much surer a flush is than a run of mixed suits


class Scored(NamedTuple):
    """An answer and what it leaves to be done: lower is better."""

    cost: int
    action: Action


class Suited(NamedTuple):
    """A flush or a straight flush: no count of ranks shows it."""

    mask: int
    group: Group
    play: Play


class Temper(NamedTuple):
    """What play depends on beside the split of a hand: found by self-play, apart for each way to win."""

    wide: int = 0  # what each card more makes a lead cheaper
    strong: int = 650  # what leading a sure winner costs, unless one is about to go out
    bomb: int = 500  # what spending a bomb costs beyond the bomb itself: something better may be caught with it
    bomb_lead: int = 250  # what leading a bomb costs
    partner: int = 300  # what beating a partner costs, and more the surer the play
    partner_control: int = 900
    partner_bomb: int = 1500  # what bombing a partner costs besides
    trust: int = 300  # what it is worth to let a partner have the trick
    alarm: int = 900  # what it costs to pass where an opponent is nearly out
    tempo: int = 320  # what it costs to pass an opponent's play
    last: int = 300  # the same, if nobody else can beat it any more
    help: int = 800  # what it is worth to feed a partner who is nearly out
    late: int = 150  # what following with a sure winner costs
    near: int = 9  # cards with which an opponent is nearly out


LANDLORD: Final = Temper()
ALONE: Final = Temper(
    wide=15, strong=600, bomb=750, bomb_lead=350, alarm=1650, tempo=500, last=600, late=600, near=5
)  # no teams: another player may do it
TEAMS: Final = Temper(
    wide=-20, strong=350, bomb=150, trust=500, tempo=400, last=800, late=100, near=2
)  # two decks: bombs are plenty, and losers the trouble


class Policy:
    """Answers for any seat of a state it may see wholly: of its own position, or of a deal imagined from a view."""

    def __init__(self, game: Climb, temper: Temper | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.splitter = Splitter.of(game.rules, game.layout)
        self._teams = game.rules.over is team_out
        self.temper = temper or (LANDLORD if game.rules.kitty else TEAMS if self._teams else ALONE)
        self.unit = POINTS if game.rules.drawing is not None else SURE
        reader = game.reader
        self._wild = reader if isinstance(reader, WildReader) and game.rules.wild else None
        self._level = game.layout.point[game.rules.wild[0].rank] if game.rules.wild else 0
        self._suited_reader = reader if isinstance(reader, (SuitReader, WildReader)) else None
        highest = len(game.layout.ranks) - 1
        self.squares = tuple(1000 * point * point // (highest * highest) for point in range(highest + 1))
        self.cubes = tuple(1000 * point**3 // highest**3 for point in range(highest + 1))
        """How sure a card of each point is to win, and how much it is missed, where cards are drawn again."""

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

    def scored_all(self, state: State) -> list[Scored]:
        """With them every other lead that the rules allow, though it break up the hand: what a search may look at."""
        found = self.scored(state)
        if self.rules.drawing is not None or not state.leading or found[0].cost == OUT:
            return found
        seat = state.turn
        _, natural, wilds = self.standing(state.counts[seat], state.hands[seat])
        danger, helping = self._danger(state, seat), self._partner_nearly_out(state, seat)
        known = {one.action for one in found}
        for play in islice(self._allowed(state), LOOKED_AT):
            combo = play.combo
            assert combo is not None
            if play in known:
                continue
            pattern, used = self.taken(play)
            rest = self.placed(natural - pattern, wilds - used)
            control = SURE if combo.bomb else self.control(combo, pattern)
            group = Group(0, control, 0, 4 if combo.bomb else 1, 1)
            cost = self._lead_cost(group, len(play.cards), rest, False, danger, helping)
            found.append(Scored(self.splitter.cost(rest) + cost, play))
        return found

    def standing(self, counts: int, hand: int) -> tuple[int, int, int]:
        """Counts with the wild cards where they help most, counts without them, and how many they are."""
        if self._wild is None:
            return counts, counts, 0
        wilds = self._wild.count(hand)
        natural = counts - (wilds << (4 * self._level))
        return self.placed(natural, wilds), natural, wilds

    def placed(self, natural: int, wilds: int) -> int:
        """Counts with so many wild cards where they help most."""
        return self.splitter.placed(natural, wilds, self._level) if wilds else natural

    def taken(self, play: Play) -> tuple[int, int]:
        """What a play takes from a hand: counts of natural cards, and wild cards."""
        if isinstance(play, WildOffer):
            return play.taken
        if isinstance(play, Offer):
            return play.pattern, 0
        _, pattern = play.weight or self.game.layout.weigh(play.cards)
        return pattern, 0

    def _allowed(self, state: State) -> Iterator[Play]:
        """The plays that the rules allow, in their order."""
        (decision,) = self.game.pending(state)
        return (play for play in decision.choices if isinstance(play, Play))

    # --- games with a pile, where tricks bring points ------------------------------------------------------------------

    def _for_points(self, state: State, seat: int) -> list[Scored]:
        """Spend little, unless there are points to win; cards come again from the pile."""
        draw = state.draw
        assert draw is not None
        found = [] if state.leading else [Scored(500 * draw.pot, PASS)]
        scarce = 12 if draw.pile else 5  # strong cards matter less when nothing is left to come
        for play in islice(self._allowed(state), CONSIDERED):
            combo = play.combo
            assert combo is not None
            pattern, _ = self.taken(play)
            share = self.squares[max(_points(combo, pattern))]
            control = SURE if combo.final else min(980, share + 120 * (combo.size - 1))
            points = spent = 0
            for point, rank in enumerate(self.game.layout.ranks):
                number = pattern >> (4 * point) & 15
                points += number * self.game.points.get(rank, 0)
                spent += number * self.cubes[point]
            # the weights were tuned in self-play: cards are to be used, every card played is one more to draw
            cost = scarce * spent - control * (draw.pot + points + 3) + (SURE - control) * points // 2
            found.append(Scored(cost - 8 * SURE * combo.size, play))
        return found

    # --- leading -----------------------------------------------------------------------------------------------------

    def _leads(self, state: State, seat: int) -> list[Scored]:
        """The plays of the cheapest split, bare and with what they may carry; the first there is where none is allowed."""
        hand = state.hands[seat]
        counts, natural, wilds = self.standing(state.counts[seat], hand)
        suited = self.suited(hand, state.counts[seat])
        groups, closing = self._lead_groups(counts, natural, wilds, suited)
        danger = self._danger(state, seat)
        helping = self._partner_nearly_out(state, seat)
        required = state.setup.required if state.top is None else None
        found: list[Scored] = []
        seen: set[int] = set()
        for group, apart, whole in groups:
            for body, carried in self._dressed(group, apart):
                if body + carried in seen:
                    continue
                seen.add(body + carried)
                play = self.play(hand, natural, body, carried)
                if play is None or not self._is_allowed(state, seat, play):
                    continue
                if required is not None and required not in play.cards:
                    if self.rules.suits_matter or all(card.rank is not required.rank for card in play.cards):
                        continue
                    play = holding(self.game.reader, play, required)
                rest = whole - body - carried
                if rest and _is_out(state, seat, rest):
                    return [Scored(OUT, play)]
                cost = self.splitter.cost(rest)
                if suited:
                    cost += self._kept(suited, hand - self.game.layout.mask(play.cards), rest, 0, cost)
                size = total(body + carried)
                found.append(Scored(cost + self._lead_cost(group, size, rest, closing, danger, helping), play))
        for one in suited:
            if required is not None and required not in one.play.cards:
                continue
            group = one.group
            rest = self.placed(natural - group.body, wilds)
            cost = self._lead_cost(group, total(group.body), rest, closing, danger, helping)
            found.append(Scored(self.splitter.cost(rest) + cost, one.play))
        return found or [Scored(0, next(self._allowed(state)))]

    def _lead_groups(
        self, counts: int, natural: int, wilds: int, suited: list[Suited]
    ) -> tuple[list[tuple[Group, tuple[Group, ...], int]], bool]:
        """The plays to think of, each with the split that it is of and the counts that this splits (wild cards stand where
        they help there), and whether nearly all of the hand wins.

        Where a suit saves turns, first those of the split around it."""
        blind = self.splitter.split(counts)
        best, splits = blind.groups, [(blind.groups, counts)]
        if suited:
            one = suited[0]
            left = self.placed(natural - one.group.body, wilds)
            around = self.splitter.split(left)
            if around.cost + one.group.cost < blind.cost:
                best = (*around.groups, one.group)
                splits.insert(0, (around.groups, left + one.group.body))
        closing = sum([SURE - group.control for group in best]) < CLOSING  # keep the lead, the loser goes last
        return [(group, groups, whole) for groups, whole in splits for group in groups], closing

    def _lead_cost(self, group: Group, size: int, rest: int, closing: bool, danger: int, helping: int) -> int:
        """What leading a group of so many cards costs beside the rest of the hand."""
        temper = self.temper
        cost = -group.control - temper.wide * size
        cost += -(60 * group.control // SURE) if closing else temper.strong * group.control // SURE
        if group.width >= 4 and rest:
            cost += temper.bomb_lead
        if danger and size <= danger and rest:
            cost += (SURE - group.control) * (1200 if size == danger else 500) // SURE
        if helping and size == helping:
            cost -= temper.help * (SURE - group.control) // SURE
        return cost

    # --- one suit ----------------------------------------------------------------------------------------------------

    def suited(self, hand: int, counts: int) -> list[Suited]:
        """The plays of one suit that save a hand most turns, the best first."""
        reader = self._suited_reader
        if reader is None:
            return []
        found: list[tuple[int, int, Suited]] = []
        _, natural, wilds = self.standing(counts, hand)
        for place, play in enumerate(islice(reader.suited(hand, counts), SUITED)):
            mask, body = self.game.layout.weigh(play.cards)
            assert play.combo is not None
            if play.combo.bomb:
                group = Group(body, SURE, SUITED_BOMB, play.combo.size, 1)
            else:
                control = min(980, self.control(play.combo, body) + SUITED_CONTROL)
                group = Group(body, control, TURN + SURE - control, 1, play.combo.size)
            rest = self.placed(natural - body, wilds)
            found.append((self.splitter.cost(rest) + group.cost, place, Suited(mask, group, play)))
        return [one for _, _, one in sorted(found)[:KEPT_SUITED]]

    def _kept(self, suited: list[Suited], hand: int, rest: int, wilds: int, cost: int) -> int:
        """By how much one of these plays makes a hand cheaper that costs so much without, as far as it is still there."""
        have = hand if self.game.layout.copies == 1 else hand | hand >> 1
        best = cost
        for mask, group, _ in suited:
            if have & mask == mask:
                best = min(best, self.splitter.cost(self.placed(rest - group.body, wilds)) + group.cost)
        return best - cost

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
        apart = [
            other for other in groups if other.run == 1 and other.control < LOOSE and not _share_a_point(group, other)
        ]
        singles = [other.body for other in apart if other.width == 1]
        pairs = [other.body for other in apart if other.width == 2]
        allowed_single = splitter.wings if group.run > 1 else splitter.carries_single
        allowed_pair = splitter.pair_wings if group.run > 1 else splitter.carries_pair
        if allowed_single and len(singles) >= group.run:
            found.append((group.body, sum(singles[: group.run])))
        elif allowed_single and group.run == 2 and pairs:
            found.append((group.body, pairs[0]))  # two equal cards are two loose ones as well
        if allowed_pair and len(pairs) >= group.run:
            found.append((group.body, sum(pairs[: group.run])))
        return found

    def play(self, hand: int, natural: int, body: int, carried: int) -> Play | None:
        """The play of this body, with wild cards where natural ones are missing; None if it is not one."""
        reader, layout, wild = self.game.reader, self.game.layout, self._wild
        points = {point for point in range(len(layout.ranks)) if body >> (4 * point) & 15}
        if wild is None:
            cards = layout.pick(hand, body, carried)
            for combo in reader.read(cards):
                if set(combo.body or points) == points and (not combo.last or body + carried == natural):
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
        wilds = wild.count(hand)
        if missing > wilds:
            return None
        held = wild.held(hand, natural + (wilds << (4 * self._level)))
        mixed = self.rules.suits_matter and len(points) > 1 and not pattern & ~ONES  # a plain run, no flush
        suit = MIXED if mixed else -1
        cards = wild.pick(held, pattern, suit) + wild.wilds_of(hand, missing)
        readings = reader.read(cards)
        for combo in readings:
            if combo.bomb or points <= set(combo.body):
                declared = None if combo is readings[0] else f"{self.rules.name_of(combo.kind)}:{combo.head}"
                return Play(reader.arrange(cards, combo), declared, combo)
        return None

    # --- following ---------------------------------------------------------------------------------------------------

    def _follows(self, state: State, seat: int) -> list[Scored]:
        """Passing, and the cheapest play of each combination."""
        splitter, temper, hand = self.splitter, self.temper, state.hands[seat]
        counts, natural, wilds = self.standing(state.counts[seat], hand)
        by_partner = self.is_partner(state, seat, state.top_by)
        suited = self.suited(hand, state.counts[seat])
        passing = splitter.cost(counts)
        if suited:
            passing += self._kept(suited, hand, natural, wilds, passing)
        # what passing gives away: the lead, and more so when somebody may go out
        left = total(state.counts[state.top_by])
        if by_partner:
            passing -= temper.trust + (600 if left <= 2 else 0)
        else:
            passing += temper.last if self._is_last(state, seat) else temper.tempo
            if left <= temper.near or self._danger(state, seat):
                passing += temper.alarm
        best: dict[int, tuple[int, int, Play]] = {}
        most = CARRYING if splitter.two_each else CONSIDERED
        for number, play in enumerate(islice(self._allowed(state), most)):
            combo = play.combo
            assert combo is not None
            pattern, used = self.taken(play)
            rest = natural - pattern
            if used == wilds and _is_out(state, seat, rest):
                return [Scored(OUT, play)]
            control = SURE if combo.bomb else self.control(combo, pattern)
            cost = splitter.cost(self.placed(rest, wilds - used))
            if suited:
                cost += self._kept(suited, hand - self.game.layout.mask(play.cards), rest, wilds - used, cost)
            cost += temper.late * control // SURE - control
            if by_partner:
                cost += temper.partner + temper.partner_control * control // SURE
            if combo.bomb:
                cost += temper.bomb + (temper.partner_bomb if by_partner else 0)
            known = best.get(combo.number)
            if known is None or cost < known[0]:
                best[combo.number] = cost, number, play
        plays = sorted(best.values(), key=lambda one: one[1])
        found = [Scored(cost, play) for cost, _, play in plays]
        return found if found and self.rules.must_beat else [Scored(passing, PASS), *found]

    def _is_allowed(self, state: State, seat: int, play: Play) -> bool:
        """Whether a play is no low single where the next seat has one card left."""
        combo = play.combo
        if not self.rules.top_when_one_left or combo is None or combo.kind is not Kind.SINGLE:
            return True
        if total(state.counts[(seat + 1) % len(state.counts)]) != 1:
            return True
        best = self.game.reader.read(self.game.layout.cards(state.hands[seat])[:1])[0]
        return combo.strength == best.strength

    def control(self, combo: Combo, pattern: int = 0) -> int:
        """How sure a combination is to win its trick; `pattern` are its cards, where it does not know its points."""
        body = _points(combo, pattern)
        return self.splitter.control(max(body), min(combo.width, 3), len(body))

    # --- who is who --------------------------------------------------------------------------------------------------

    def is_partner(self, state: State, one: int, other: int) -> bool:
        landlord = state.setup.landlord
        if one == other:
            return True
        if landlord != NOBODY:
            return landlord not in (one, other)
        return self._teams and (one - other) % 2 == 0

    def _is_last(self, state: State, seat: int) -> bool:
        """Whether nobody may beat the top play after this seat."""
        seats = len(state.counts)
        turn = (seat + 1) % seats
        while turn != state.top_by:
            if state.counts[turn] and not state.passed >> turn & 1:
                return False
            turn = (turn + 1) % seats
        return True

    def _danger(self, state: State, seat: int) -> int:
        """How few cards the most dangerous opponent holds, if that is nearly none; else 0."""
        others = [
            total(counts) - (state.setup.spare[other] if state.setup.spare else 0)
            for other, counts in enumerate(state.counts)
            if counts and not self.is_partner(state, seat, other)
        ]
        least = min(others, default=99)
        return least if least <= self.temper.near else 0

    def _partner_nearly_out(self, state: State, seat: int) -> int:
        """How few cards the partner who plays next holds, if that is one or two; else 0."""
        following = (seat + 1) % len(state.counts)
        if following == seat or not self.is_partner(state, seat, following):
            return 0
        left = total(state.counts[following])
        return left if 0 < left <= 2 else 0


def _points(combo: Combo, pattern: int) -> tuple[int, ...]:
    """The points of a body; where suits matter, runs and flushes are all body."""
    return combo.body or tuple(point for point in range(16) if pattern >> (4 * point) & 15)


def _share_a_point(one: Group, other: Group) -> bool:
    return bool(at_least(one.body, 1) & at_least(other.body, 1))


def _is_out(state: State, seat: int, rest: int) -> bool:
    """Whether a seat is out with this rest of its hand."""
    spare = state.setup.spare
    return not rest or bool(spare and total(rest) <= spare[seat])


def _clinging(group: Group) -> tuple[bool, bool, int]:
    """How unwillingly cards are carried by a triple: loose small cards and pairs first, then high ones, then runs and bombs."""
    return group.width >= 3 or group.run > 1, group.control >= LOOSE, group.control


def _cards(body: int) -> list[int]:
    """The cards of a pattern one by one, lowest first."""
    units = []
    while body:
        low = 1 << ((body & -body).bit_length() - 1 & ~3)
        units.append(low)
        body -= low
    return units
