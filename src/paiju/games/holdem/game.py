"""Texas hold'em as a `Game`: one hand, from the forced bets to the last pot."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from paiju.cards import Card, Rng
from paiju.games.contract import Decision, Line, Listed, Outcome, Seat
from paiju.games.holdem import dealing
from paiju.games.holdem.action import FOLD, LEAVE, Action, parse
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.native import STEP
from paiju.games.holdem.positions import positions
from paiju.games.holdem.rules import HoldemOptions, Stakes
from paiju.games.holdem.runs import Runs, second_board
from paiju.games.holdem.showdown import settle, strengths
from paiju.games.holdem.state import BOARD_CARDS, Act, Setup, State
from paiju.games.holdem.view import HoldemView, view

STRADDLE: Final = 2  # big blinds


class HoldemOutcome(Outcome, frozen=True):
    """Chips won and lost, and what the next hand needs to know of this one."""

    stacks: tuple[int, ...] = ()
    button: int = -1
    small_at: int = -1
    big: int = -1
    dealt: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()  # who took chips out of a pot, if only some of their own


class Forced(NamedTuple):
    """Antes and blinds by seat, in full. A blind below 0 is posted to come in: the betting does not begin after it.

    `straddle` is the blind that the seat after the big blind posts under that option, 0 where there is none.
    """

    antes: dict[int, int]
    blinds: dict[int, int]
    straddle: int = 0


class Terms:
    """What the options come to in a hand."""

    _stakes: Stakes
    _least_bet: int  # the opening bet and first increment of every street
    _units: tuple[int, int, int, int]  # the fixed wager of each street
    _is_limit: bool
    _is_pot_limit: bool
    _has_cap: bool
    _cap: int  # wagers per street, the first bet (before the flop: the big blind) included
    _floor: int  # the least increment of a raise by option; 0: none
    _is_native: bool  # the kernel takes the plain steps: it knows neither limits nor caps
    _has_blinds_only: bool  # nothing else is posted, as far as the table has agreed
    _antes_count: bool  # as contributions that make the pots; else they are dead chips of the main pot


_TERMS: Final = attrgetter(
    "min_bet", "small_bet", "big_bet", "game_type", "min_raise", "cap_all_games", "max_raises", "cap_counts",
    "has_button_blind", "is_bomb_pot", "ante_type", "straddle",
)  # fmt: skip


@lru_cache(maxsize=1024)
def _terms(
    stakes: Stakes,
    min_bet: int,
    small_bet: int | None,
    big_bet: int | None,
    game_type: str,
    min_raise: int | None,
    cap_all_games: bool,
    max_raises: int,
    cap_counts: str,
    has_button_blind: bool,
    is_bomb_pot: bool,
    ante_type: str,
    straddle: str,
) -> dict[str, Any]:
    """The values of `Terms`, the same for all hands whose options agree in these."""
    least = min_bet or stakes.big_blind
    small = small_bet or least
    big = big_bet or 2 * small
    is_limit = game_type == "limit"
    return {
        "_stakes": stakes,
        "_least_bet": least,
        "_units": (small, small, big, big),
        "_is_limit": is_limit,
        "_is_pot_limit": game_type == "pot_limit",
        "_has_cap": is_limit or cap_all_games,
        "_cap": max_raises + (cap_counts == "raises"),
        "_floor": min_raise or 0,
        "_is_native": STEP is not None and not (is_limit or cap_all_games),
        "_has_blinds_only": not (stakes.ante or is_bomb_pot) and straddle == "none",
        "_antes_count": has_button_blind or is_bomb_pot or ante_type == "all",
    }


@dataclass(frozen=True)
class Holdem(Terms):
    """One hand of hold'em under one set of options.

    >>> game = Holdem(HoldemOptions(stacks=(1000, 1000), button=0))
    >>> state = game.deal(seats=2, seed=7)
    >>> state = game.apply(state, Seat(0), game.parse("fold"))
    >>> game.outcome(state).scores
    (-10, 10)
    """

    options: HoldemOptions = field(default_factory=HoldemOptions)

    @property
    def name(self) -> str:
        return "holdem"

    @property
    def seats(self) -> range:
        return range(2, self.options.max_players + 1)

    def __post_init__(self) -> None:
        self.__dict__.update(_terms(self.options.stakes, *_TERMS(self.options)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.options,)  # whether there is a kernel is another question where it is read

    @property
    def least_bet(self) -> int:
        """The smallest opening bet."""
        return self._least_bet

    @property
    def wagers(self) -> tuple[int, int]:
        """The fixed wagers of a limit game: before the turn, and from the turn on."""
        return self._units[0], self._units[2]

    # The contract.

    def deal(self, seats: int, seed: int) -> State:
        """Button, antes, blinds and hole cards; the first player to act is then asked."""
        options = self.options
        stacks = options.stacks or (options.starting_chips,) * seats
        if len(stacks) > seats or seats > options.max_players:
            raise ValueError(f"the options seat {len(stacks)} of at most {options.max_players}, not {seats}")
        if options.button >= seats:
            raise ValueError(f"seat {options.button} cannot have the button at a table for {seats}")
        if options.antes and len(options.antes) != seats:
            raise ValueError(f"antes are given for {len(options.antes)} seats of {seats}")
        if options.blinds and len(options.blinds) != seats:
            raise ValueError(f"blinds are given for {len(options.blinds)} seats of {seats}")
        stacks += (0,) * (seats - len(stacks))
        place = positions(options, stacks, seed)
        if len(place.dealt) < options.min_players:
            raise ValueError(f"{len(place.dealt)} players can be dealt in, {options.min_players} are needed")
        after = bisect(place.dealt, place.button % seats)
        order = place.dealt[after:] + place.dealt[:after]
        cards = dealing.deal(options, seats, order, seed)
        unknown = _bits(cards.unknown)
        setup = Setup(seats, order, place.button, place.small_at, place.big, self._stakes, stacks, cards, unknown)
        return self._start(setup)

    def _start(self, setup: Setup) -> State:
        """Post what is due; absent seats act by themselves."""
        options = self.options
        others = options.antes or options.blinds or options.posting or (options.tournament and options.sitting_out)
        if self._is_native and self._has_blinds_only and not others:
            started: State | None = STEP.start(setup, self._least_bet)
            if started is not None:
                return self._settled(started)
        posts = _Posts(setup)
        forced = self.forced(setup)
        if self.options.ante_first:
            self._post_antes(posts, forced)
        last = self._post_blinds(posts, forced)
        if not self.options.ante_first:
            self._post_antes(posts, forced)
        bet = max([abs(chips) for chips in forced.blinds.values()], default=0)
        away = 0
        if self.options.tournament:
            away = _bits([seat for seat in setup.order if seat in self.options.sitting_out])
        live = _bits(setup.order)
        nobody = (-1,) * setup.seats
        stacks, bets = tuple(posts.stacks), tuple(posts.bets)
        turn = -1 if self.options.is_bomb_pot else _next_turn(last, stacks, bets, live, nobody, bet)
        step, wagers = self._least_bet, 1
        if forced.straddle:
            step, wagers = max(step, forced.straddle), 2
        state = State(
            setup, 0, turn, stacks, bets, tuple(posts.paid), posts.dead, live, nobody, bet, step, bet,
            wagers, False, -1, away, tuple(posts.history), None,
        )  # fmt: skip
        return self._settled(state)

    def forced(self, setup: Setup) -> Forced:
        """What every seat has to post, whether or not its stack suffices."""
        options, stakes, order = self.options, setup.stakes, setup.order
        ante = stakes.ante
        if options.antes:
            antes = {seat: options.antes[seat] for seat in order}
        elif self._antes_count:
            antes = dict.fromkeys(order, ante)
        else:
            antes = {setup.big if options.ante_type == "bb" else setup.button: ante}
        if options.blinds:
            return Forced(antes, {seat: options.blinds[seat] for seat in order})
        if options.is_bomb_pot:
            return Forced(antes, {})
        blinds = {setup.big: stakes.big_blind}
        for seat in order:
            if seat in options.posting and seat != setup.big:
                blinds[seat] = -stakes.big_blind
            elif seat == setup.small_at and seat != setup.big:
                blinds[seat] = stakes.small_blind
        straddler = self._straddler(setup, antes)
        if straddler < 0:
            return Forced(antes, blinds)
        blinds[straddler] = STRADDLE * stakes.big_blind
        return Forced(antes, blinds, blinds[straddler])

    def _straddler(self, setup: Setup, antes: Mapping[int, int]) -> int:
        """The seat after the big blind, where the table straddles; -1 with two players, or if its stack is too short.

        A straddle is a habit of the table and no debt: nobody goes all-in for less than the whole of it.
        """
        options, order = self.options, setup.order
        if options.straddle == "none" or len(order) < 3 or options.has_button_blind:
            return -1
        seat = order[(order.index(setup.big) + 1) % len(order)]
        chips = setup.stacks[seat] - (antes.get(seat, 0) if options.ante_first else 0)
        return seat if chips >= STRADDLE * setup.stakes.big_blind else -1

    def _post_antes(self, posts: _Posts, forced: Forced) -> None:
        if not any(forced.antes.values()):
            return
        for seat in posts.setup.order:
            chips = forced.antes.get(seat, 0)
            if chips:
                posts.pay("ante", seat, chips, dead=not self._antes_count, live=False)

    def _post_blinds(self, posts: _Posts, forced: Forced) -> int:
        """Post the blinds; the seat after which the betting begins."""
        options, setup, big_blind = self.options, posts.setup, self._stakes.big_blind
        last, largest = setup.button, 0
        for seat in _from_small(setup):
            chips = forced.blinds.get(seat, 0)
            if chips > 0:
                posts.pay(_blind_name(chips, big_blind), seat, chips)
                if chips >= largest:
                    last, largest = seat, chips
        for seat in setup.order if options.posting or options.blinds else ():
            chips = forced.blinds.get(seat, 0)
            if chips < 0:
                posts.pay("post", seat, -chips)
            comes_in = chips < 0 or chips == forced.straddle > 0  # a straddle is more than the blind to come in
            if comes_in and seat in options.posting and seat in options.missed_small:
                posts.pay("dead_blind", seat, self._stakes.small_blind, dead=True, live=False)
        return last

    def pending(self, state: State) -> tuple[Decision[Action], ...]:
        if state.turn < 0:
            return ()
        if state.asking:
            return (Decision(Seat(state.turn), Line.of("holdem.run", left=5 - len(state.board)), Runs()),)
        if self._is_native:
            asked: tuple[Decision[Action], ...] | None = STEP.ask(state, self._floor, self._is_pot_limit)
            if asked is not None:
                return asked
        bets = self.bets(state)
        return (Decision(Seat(state.turn), Line("holdem.act"), bets),)

    def unasked(self, state: State, seat: Seat) -> Listed[Action]:
        """Leaving in mid-hand, folding a seat that left, and showing cards after the hand need no turn."""
        if seat not in state.setup.order:
            return Listed(())
        if state.result is None:
            if not state.is_live(seat):
                return Listed(())
            if state.away >> seat & 1:
                return Listed((FOLD,) if state.stacks[seat] and not state.asking else ())
            return Listed((LEAVE,))
        if seat in state.result.shown or any(one.did == "show" and one.seat == seat for one in state.history):
            return Listed(())
        if state.setup.unknown >> seat & 1:
            return Listed(())
        first, second = state.setup.cards.holes[seat]
        return Listed(tuple(Action("show", 0, row) for row in ((first, second), (second, first), (first,), (second,))))

    def bets(self, state: State) -> Bets:
        """The choices of the seat whose turn it is."""
        if self._is_native:
            found: Bets | None = STEP.bets(state, self._floor, self._is_pot_limit)
            if found is not None:
                return found
        seat = state.turn
        own, chips, current = state.bets[seat], state.stacks[seat], state.bet
        contested = False
        for other in state.setup.order:
            if other != seat and state.live >> other & 1 and state.stacks[other] + state.bets[other] > current:
                contested = True
                break
        low = high = 0
        if contested and own + chips > current and self._may_raise(state, seat):
            most = own + chips
            if self._is_limit:
                unit = self._units[state.street]
                low = high = min(state.level + unit, most)
            else:
                least = current + state.step
                if current and self._floor > state.step:
                    least = current + self._floor
                high = most
                if self._is_pot_limit:
                    high = min(most, current + state.pot + current - own)
                low = min(least, high)
        return Bets(own, chips, current, low, high, contested)

    def _may_raise(self, state: State, seat: int) -> bool:
        """Rule 20: a seat that acted may raise again only if it faces a full raise since then, and below the cap."""
        if self._has_cap and state.wagers >= self._cap:
            open_to_two = self.options.uncap_heads_up and not state.capped and _able(state.live, state.stacks) == 2
            if not open_to_two:
                return False
        before = state.acted[seat]
        if before < 0:
            return True
        return state.level > before if self._is_limit else state.bet - before >= state.step

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        kind = action.kind
        if kind == "show":
            return state._replace(history=(*state.history, Act("show", seat, cards=action.cards)))
        if kind == "leave" or seat != state.turn:
            return self._leave(state, seat, action)
        if state.asking:
            return self._settled(self._answered(state, seat, kind == "twice"))
        acted: State | None = STEP.act(state, action, self._least_bet) if self._is_native else None
        if acted is None:
            acted = self._act(state, seat, kind, action.amount)
        elif acted.turn >= 0 and not acted.away:
            return acted
        return self._settled(acted)

    def _act(self, state: State, seat: int, kind: str, total: int) -> State:
        """One answer of the seat to act, and whose turn is next (-1: the round is over)."""
        (setup, street, _, stacks, bets, paid, dead, live, acted, bet, step, level, wagers, capped, aggressor, away, history, _, _) = state  # fmt: skip
        if kind == "fold":
            live &= ~(1 << seat)
            entry = Act("fold", seat, 0, bets[seat])
        elif kind == "check":
            acted = _put(acted, seat, level if self._is_limit else bet)
            entry = Act("check", seat, 0, bets[seat])
        else:
            if kind == "call":
                chips = bet - bets[seat]
                if chips > stacks[seat]:
                    chips = stacks[seat]
            else:
                chips = total - bets[seat]
                more = total - bet
                if more >= step:
                    step = more
                if self._is_limit:
                    unit = self._units[street]
                    if 2 * (total - level) >= unit:
                        level = total
                        wagers += 1
                elif more >= state.step:
                    wagers += 1
                bet = total
                aggressor = seat
                if self._has_cap and wagers >= self._cap and _able(live, stacks) > 2:
                    capped = True
            stacks = _put(stacks, seat, stacks[seat] - chips)
            bets = _put(bets, seat, bets[seat] + chips)
            paid = _put(paid, seat, paid[seat] + chips)
            acted = _put(acted, seat, level if self._is_limit else bet)
            entry = Act("call" if kind == "call" else "raise_to", seat, chips, bets[seat])
        turn = -1 if not live & (live - 1) else _next_turn(seat, stacks, bets, live, acted, bet)
        return State(
            setup, street, turn, stacks, bets, paid, dead, live, acted, bet, step, level,
            wagers, capped, aggressor, away, (*history, entry), None,
        )  # fmt: skip

    def _settled(self, state: State) -> State:
        """Carry on without questions: absent seats act by themselves, streets are dealt, the hand is paid out."""
        while state.result is None:
            seat = state.turn
            if seat < 0:
                state = self._next_street(state)
            elif state.away >> seat & 1:
                if state.asking:
                    state = self._answered(state, seat, twice=False)
                    continue
                free = state.bets[seat] == state.bet
                checks = free and (self.options.leave_policy == "check_fold" or self.options.tournament)
                state = self._act(state, seat, "check" if checks else "fold", 0)
            else:
                break
        return state

    def _next_street(self, state: State) -> State:
        """The betting round is over: deal on, run out the board if nobody can bet any more, or settle."""
        if not state.live & (state.live - 1):
            return self._finish(state, tabled=False)
        if state.street == 3:
            return self._finish(state, tabled=False)
        setup = state.setup
        if _able(state.live, state.stacks) < 2:
            tabled = state._replace(history=(*state.history, Act("table", -1)))
            if self.options.run_it_twice == "ask":
                return tabled._replace(asking=True, turn=state.live_seats[0])
            return self._run_out(tabled, twice=self.options.run_it_twice == "always")
        nothing = (0,) * setup.seats
        nobody = (-1,) * setup.seats
        street = state.street + 1
        turn = _next_turn(setup.button, state.stacks, nothing, state.live, nobody, 0)
        return State(
            setup, street, turn, state.stacks, nothing, state.paid, state.dead, state.live, nobody, 0, self._least_bet, 0,
            0, False, -1, state.away, (*state.history, Act("deal", -1, street)), None,
        )  # fmt: skip

    def _answered(self, state: State, seat: int, twice: bool) -> State:
        """One answer to how often the rest of the board is dealt: the next is asked, or it is dealt."""
        state = state._replace(history=(*state.history, Act("twice" if twice else "once", seat)))
        following = state.live_seats[state.live_seats.index(seat) + 1 :]
        if twice and following:
            return state._replace(turn=following[0])
        return self._run_out(state, twice)

    def _run_out(self, state: State, twice: bool) -> State:
        """Nobody bets any more and all hands are open: deal the rest of the board, once or twice, and settle."""
        streets = range(state.street + 1, 4)
        deals = [Act("deal", -1, street) for street in streets]
        second: tuple[Card, ...] = ()
        if twice:
            second = second_board(state.setup.cards, BOARD_CARDS[state.street])
            deals += [Act("second", -1, street, 0, second[: BOARD_CARDS[street]]) for street in streets]
        state = state._replace(history=(*state.history, *deals), street=3, asking=False)
        return self._finish(state, tabled=True, second=second)

    def _finish(self, state: State, tabled: bool, second: tuple[Card, ...] = ()) -> State:
        stacks, result = settle(self.options, state, tabled, second)
        return state._replace(turn=-1, stacks=stacks, result=result)

    def _leave(self, state: State, seat: int, action: Action) -> State:
        """A player leaves in mid-hand (rule 42).

        All-in: nothing changes. Acted and owing nothing: stays until he must act, when he is folded (or checks while
        it is free, by option). Otherwise he is folded at once, or when his turn comes if checking may be free. Once hands
        are open nobody is folded: who left wants the board dealt once.
        """
        note = (*state.history, Act("leave", seat)) if action.kind == "leave" else state.history
        gone = state._replace(history=note, away=state.away | 1 << seat)
        if state.asking and seat == state.turn:
            return self._settled(gone)
        if not state.stacks[seat] or state.result is not None or state.asking:
            return gone
        owes = state.bets[seat] < state.bet
        stays = state.acted[seat] >= 0 and not owes
        if self.options.leave_policy == "check_fold":
            stays = stays or not owes
        if seat == state.turn:
            return self._settled(gone)
        if stays and action.kind == "leave":
            return gone
        live = state.live & ~(1 << seat)
        note = (*note, Act("fold", seat, 0, state.bets[seat]))
        turn = state.turn
        if not live & (live - 1):
            turn = -1
        elif _able(live, state.stacks) < 2 and state.bets[turn] == state.bet:
            turn = -1  # whoever was to act has nobody left to bet against
        return self._settled(gone._replace(live=live, history=note, turn=turn))

    def view(self, state: State, viewer: Seat | None) -> HoldemView:
        return view(self.options, state, viewer, self.bets)

    def outcome(self, state: State) -> HoldemOutcome | None:
        if state.result is None:
            return None
        setup = state.setup
        return HoldemOutcome(
            scores=tuple([after - before for after, before in zip(state.stacks, setup.stacks, strict=True)]),
            reason="holdem.end.showdown" if state.result.showdown else "holdem.end.uncontested",
            stacks=state.stacks,
            button=setup.button,
            small_at=setup.small_at,
            big=setup.big,
            dealt=tuple(sorted(setup.order)),
            winners=tuple(sorted({Seat(seat) for won in state.result.won for seat, _ in won.shares})),
        )

    def parse(self, text: str) -> Action:
        return parse(text)

    def census(self, state: State) -> tuple[Card, ...]:
        """Every card, wherever it is: in hands, on the board, burnt or still in the deck."""
        cards = state.setup.cards
        hands = tuple([one for hole in cards.holes for one in hole])
        out = {*hands, *state.board}
        return (*hands, *state.board, *[one for one in cards.order if one not in out])

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        """Deal anew what this viewer has not seen: other hands that were not shown, burns and the cards to come.

        Hands that were mucked at a showdown stay hands that would have been mucked.
        """
        setup, result = state.setup, state.result
        seen = set(state.board)
        shown = set(result.shown) if result else set(state.live_seats) if state.asking else set()
        for seat in setup.order:
            if seat == viewer or seat in shown:
                seen.update(setup.cards.holes[seat])
        for entry in state.history:
            seen.update(entry.cards)
        order = setup.cards.order
        free = [at for at, one in enumerate(order) if one not in seen]
        places = dealing.plan(self.options, len(setup.order))
        for attempt in range(100):
            drawn = Rng(seed, stream=2 + attempt).shuffled(order[at] for at in free)
            deck = list(order)
            for at, one in zip(free, drawn, strict=True):
                deck[at] = one
            holes = list(setup.cards.holes)
            for seat, (first, second) in zip(setup.order, places.holes, strict=True):
                holes[seat] = (deck[first], deck[second])
            cards = setup.cards._replace(
                order=tuple(deck), holes=tuple(holes),
                board=tuple([deck[at] for at in places.board]), burns=tuple([deck[at] for at in places.burns]),
            )  # fmt: skip
            fresh = setup._replace(cards=cards)
            if result is None or not result.mucked:
                return state._replace(setup=fresh)
            numbers = strengths(self.options.ranking, fresh, state.live, cards.board)
            again = state._replace(setup=fresh, result=result._replace(strengths=numbers))
            if settle(self.options, again, tabled=False)[1][:5] == result[:5]:
                return again
        return state


class _Posts:
    """Forced bets being paid, before there is a state."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.stacks = list(setup.stacks)
        self.bets = [0] * setup.seats
        self.paid = [0] * setup.seats
        self.dead = 0
        self.history: list[Act] = []

    def pay(self, did: str, seat: int, chips: int, dead: bool = False, live: bool = True) -> None:
        """`dead` chips belong to no level; an ante that is neither dead nor live counts as contribution only."""
        chips = min(chips, self.stacks[seat])
        if not chips:
            return
        self.stacks[seat] -= chips
        if dead:
            self.dead += chips
        else:
            self.paid[seat] += chips
        if live:
            self.bets[seat] += chips
        self.history.append(Act(did, seat, chips, self.bets[seat]))  # type: ignore[arg-type]


def _put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*row[:at], value, *row[at + 1 :])


def _bits(seats: Iterable[int]) -> int:
    """A set of seats as bits."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


def _able(live: int, stacks: tuple[int, ...]) -> int:
    """How many live seats have chips behind."""
    count = 0
    for seat, chips in enumerate(stacks):
        if chips and live >> seat & 1:
            count += 1
    return count


def _next_turn(
    last: int, stacks: tuple[int, ...], bets: tuple[int, ...], live: int, acted: tuple[int, ...], bet: int
) -> int:
    """The next seat that must act, -1 if the round is over.

    A seat that owes nothing is asked only while another seat with chips could answer it.
    """
    for at in _clockwise(last, len(stacks)):
        if live >> at & 1 and stacks[at]:
            if bets[at] < bet:
                return at
            if acted[at] < 0 and _able(live, stacks) > 1:
                return at
    return -1


def _blind_name(chips: int, big_blind: int) -> str:
    return "small_blind" if chips < big_blind else "big_blind" if chips == big_blind else "straddle"


@cache
def _clockwise(last: int, seats: int) -> tuple[int, ...]:
    """All seats, beginning after this one."""
    return (*range(last + 1, seats), *range(last + 1))


def _from_small(setup: Setup) -> tuple[int, ...]:
    """Seats in the order in which blinds are listed: with two players the button, who is small blind, first."""
    return setup.order if len(setup.order) > 2 else setup.order[::-1]
