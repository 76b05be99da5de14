"""Texas hold'em as a `Game`: one hand, from the forced bets to the last pot."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replace_options
from functools import cached_property

from msgspec.structs import replace

from paiju.cards import Card, Rng
from paiju.games.contract import Decision, Line, Listed, Outcome, Seat
from paiju.games.holdem import dealing
from paiju.games.holdem.action import CHECK, FOLD, LEAVE, Action, parse
from paiju.games.holdem.betting import Bets, Runs
from paiju.games.holdem.dealing import second_board
from paiju.games.holdem.forced import Forced, forced, post
from paiju.games.holdem.positions import positions
from paiju.games.holdem.rules import HoldemOptions, Terms
from paiju.games.holdem.showdown import places, settle, strengths
from paiju.games.holdem.state import BOARD_CARDS, Act, Setup, State, bits, put
from paiju.games.holdem.view import HoldemView, view


class HoldemOutcome(Outcome, frozen=True):
    """Chips won and lost, and what the next hand needs to know of this one."""

    stacks: tuple[int, ...] = ()
    button: int = -1
    small_at: int = -1
    big: int = -1
    dealt: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()  # who took chips out of a pot, if only some of their own
    places: tuple[int, ...] = ()  # in a tournament, by seat: 1 has won it, 0 is still in; () while nobody is out

    @property
    def tournament_over(self) -> bool:
        """Whether this hand left one player with all the chips of a tournament."""
        return 1 in self.places


@dataclass(frozen=True)
class Holdem:
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

    @cached_property
    def terms(self) -> Terms:
        """What the options come to in the betting."""
        return self.options.terms

    def deal(self, seats: int, seed: int) -> State:
        """Button, antes, blinds and hole cards; the first player to act is then asked."""
        return self._continued(self.opening(self.setup(seats, seed)))

    def with_cards(
        self,
        holes: Mapping[int, str | Iterable[Card]],
        board: str | Iterable[Card] = (),
        *,
        seats: int | None = None,
        seed: int = 0,
    ) -> Holdem:
        """The same game with a known deck: these hole cards by seat, and this board as far as it is named.

        The seed decides the other cards, and the button where chance does. OptionError for a card twice, or one that the
        deck does not hold; ValueError for a seat that is not dealt in, or cards that are too few or too many.

        >>> game = Holdem(HoldemOptions(stacks=(1000, 1000), button=0)).with_cards({1: "AsKs"}, board="QsJs2h")
        >>> state = game.deal(seats=2, seed=0)
        >>> str(state.hole_cards[1][0]), len(state.setup.cards.board)
        ('As', 5)
        """
        if seats is None:
            seats = len(self.options.stacks) or max(2, *(seat + 1 for seat in holes))
        setup = self.setup(seats, seed)
        order = dealing.arranged(self.options, setup.order, setup.cards, holes, board)
        return Holdem(replace_options(self.options, deck="".join(map(str, order)), button=setup.button))

    def setup(self, seats: int, seed: int) -> Setup:
        """Who is dealt which cards, and where the button and the blinds are."""
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
        return Setup(
            seats,
            order,
            place.button,
            place.small_at,
            place.big,
            options.stakes,
            stacks,
            cards,
            bits(cards.unknown),
            self,
        )

    def opening(self, setup: Setup) -> State:
        """The state after the forced bets, whoever has the turn then."""
        options, owed = self.options, self.forced(setup)
        nothing, nobody = (0,) * setup.seats, (-1,) * setup.seats
        bet = max([abs(chips) for chips in owed.blinds.values()], default=0)
        state = State(
            setup=setup, street=0, turn=-1, stacks=setup.stacks, bets=nothing, paid=nothing, dead=0,
            live=bits(setup.order), acted=nobody, bet=bet, least_raise=max(self.terms.least_bet, owed.straddle), level=bet,
            wagers=2 if owed.straddle else 1, capped=False, aggressor=-1,
            away=bits(set(setup.order) & set(options.sitting_out)) if options.tournament else 0, history=(),
        )  # fmt: skip
        state, last = post(options, owed, state)
        return state if options.is_bomb_pot else state.passes(after=last)

    def forced(self, setup: Setup) -> Forced:
        """What every seat has to post, whether or not its stack suffices."""
        return forced(self.options, setup)

    def pending(self, state: State) -> tuple[Decision[Action], ...]:
        if state.turn < 0:
            return ()
        if state.asking:
            return (Decision(Seat(state.turn), Line.of("holdem.run", left=5 - len(state.board)), Runs()),)
        return (Decision(Seat(state.turn), Line("holdem.act"), self.bets(state)),)

    def unasked(self, state: State, seat: Seat) -> Listed[Action]:
        """Leaving in mid-hand, folding a seat that left, and showing cards after the hand need no turn."""
        if seat not in state.setup.order:
            return Listed(())
        if state.result is None:
            if not state.is_live(seat):
                return Listed(())
            if state.is_away(seat):
                return Listed((FOLD,) if state.stacks[seat] and not state.asking else ())
            return Listed((LEAVE,))
        if seat in state.result.shown or any(act.did == "show" and act.seat == seat for act in state.history):
            return Listed(())
        if state.setup.unknown >> seat & 1:
            return Listed(())
        first, second = state.setup.cards.holes[seat]
        return Listed(tuple(Action("show", 0, row) for row in ((first, second), (second, first), (first,), (second,))))

    def bets(self, state: State) -> Bets:
        """The choices of the seat whose turn it is."""
        seat, current = state.turn, state.bet
        own, chips = state.bets[seat], state.stacks[seat]
        contested = _could_be_answered(state, seat)
        low = high = 0
        if contested and own + chips > current and self._may_raise(state, seat):
            low, high = self._raises(state, seat)
        return Bets(own, chips, current, low, high, contested)

    def _raises(self, state: State, seat: int) -> tuple[int, int]:
        """The least and the largest total of a raise."""
        terms, current, own = self.terms, state.bet, state.bets[seat]
        most = own + state.stacks[seat]
        if terms.is_limit:
            total = min(state.level + terms.wager(state.street), most)
            return total, total
        if terms.is_pot_limit:
            most = min(most, current + state.pot + current - own)
        least = max(state.least_raise, terms.floor) if current else state.least_raise
        return min(current + least, most), most

    def _may_raise(self, state: State, seat: int) -> bool:
        """Rule 20: a seat that acted may raise again only if it faces a full raise since then, and below the cap."""
        cap = self.terms.cap
        if cap is not None and state.wagers >= cap:
            open_to_two = self.options.uncap_heads_up and not state.capped and state.able == 2
            if not open_to_two:
                return False
        before = state.acted[seat]
        if before < 0:
            return True
        return state.level > before if self.terms.is_limit else state.bet - before >= state.least_raise

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        kind = action.kind
        if kind == "show":
            return state.notes("show", seat, cards=action.cards)
        if kind == "leave" or seat != state.turn:
            return self._leave(state, seat, action)
        if state.asking:
            return self._continued(self._choose_runs(state, seat, twice=kind == "twice"))
        return self._continued(self._act(state, seat, action))

    def _act(self, state: State, seat: int, action: Action) -> State:
        """One answer of the seat to act, and whose turn is next."""
        if action.kind == "fold":
            return state.folds(seat).passes(after=seat)
        if action.kind == "check":
            state = state.notes("check", seat, 0, state.bets[seat])
        elif action.kind == "call":
            state = state.pays("call", seat, min(state.owes(seat), state.stacks[seat]))
        else:
            state = self._raised(state, seat, action.amount).pays("raise_to", seat, action.amount - state.bets[seat])
        answered = state.level if self.terms.is_limit else state.bet
        return replace(state, acted=put(state.acted, seat, answered)).passes(after=seat)

    def _raised(self, state: State, seat: int, total: int) -> State:
        """The bet to match becomes this total. An all-in may be less than a full wager: that counts as none, but in limit
        games half of one does."""
        terms, more = self.terms, total - state.bet
        if terms.is_limit:
            is_full = 2 * (total - state.level) >= terms.wager(state.street)
        else:
            is_full = more >= state.least_raise
        wagers = state.wagers + is_full
        return replace(
            state,
            bet=total,
            least_raise=max(state.least_raise, more),
            level=total if is_full else state.level,
            wagers=wagers,
            capped=state.capped or (terms.cap is not None and wagers >= terms.cap and state.able > 2),
            aggressor=seat,
        )

    def _continued(self, state: State) -> State:
        """Carry on without questions: absent seats act by themselves, streets are dealt, the hand is paid out."""
        while state.result is None:
            seat = state.turn
            if seat < 0:
                state = self._next_street(state)
            elif not state.is_away(seat):
                break
            elif state.asking:
                state = self._choose_runs(state, seat, twice=False)
            else:
                checks = self.options.leave_policy == "check_fold" or self.options.tournament
                state = self._act(state, seat, FOLD if state.owes(seat) or not checks else CHECK)
        return state

    def _next_street(self, state: State) -> State:
        """The betting round is over: deal on, run out the board if nobody can bet any more, or settle."""
        if not state.is_contested or state.street == 3:
            return self._finish(state, tabled=False)
        if state.able > 1:
            return state.deals(self.terms.least_bet)
        state = state.notes("table")
        if self.options.run_it_twice == "ask":
            return replace(state, asking=True, turn=state.live_seats[0])
        return self._run_out(state, twice=self.options.run_it_twice == "always")

    def _choose_runs(self, state: State, seat: int, twice: bool) -> State:
        """One answer to how often the rest of the board is dealt: the next seat is asked, or it is dealt."""
        state = state.notes("twice" if twice else "once", seat)
        following = state.live_seats[state.live_seats.index(seat) + 1 :]
        if twice and following:
            return replace(state, turn=following[0])
        return self._run_out(state, twice)

    def _run_out(self, state: State, twice: bool) -> State:
        """Nobody bets any more and all hands are open: deal the rest of the board, once or twice, and settle."""
        streets = range(state.street + 1, 4)
        deals = [Act("deal", street=street) for street in streets]
        second: tuple[Card, ...] = ()
        if twice:
            second = second_board(state.setup.cards, BOARD_CARDS[state.street])
            deals += [Act("second", cards=second[: BOARD_CARDS[street]], street=street) for street in streets]
        state = replace(state, history=(*state.history, *deals), street=3, asking=False)
        return self._finish(state, tabled=True, second=second)

    def _finish(self, state: State, tabled: bool, second: tuple[Card, ...] = ()) -> State:
        stacks, result = settle(self.options, state, tabled, second)
        return replace(state, turn=-1, stacks=stacks, result=result)

    def _leave(self, state: State, seat: int, action: Action) -> State:
        """A player leaves in mid-hand (rule 42), or the table folds one who left.

        All-in: nothing changes. Acted and owing nothing: they stay until they must act, when they are folded (or check
        while it is free, by option). Otherwise they are folded at once, or when their turn comes if checking may be free.
        Once hands are open nobody is folded: a player who left wants the board dealt once.
        """
        is_leaving = action.kind == "leave"
        if is_leaving:
            state = state.notes("leave", seat)
        state = replace(state, away=state.away | 1 << seat)
        if seat == state.turn and (state.asking or state.stacks[seat]):
            return self._continued(state)
        if state.asking or state.result is not None or not state.stacks[seat]:
            return state
        may_check = state.acted[seat] >= 0 or self.options.leave_policy == "check_fold"
        if is_leaving and may_check and not state.owes(seat):
            return state
        state = state.folds(seat)
        has_rival = state.able > 1 or state.owes(state.turn)
        return self._continued(state if state.is_contested and has_rival else replace(state, turn=-1))

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
            places=places(self.options, state),
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
        state = replace(state, history=tuple([Act(*act) for act in state.history]))  # their lines name other cards
        setup, result = state.setup, state.result
        seen = set(state.board)
        shown = set(result.shown) if result else set(state.live_seats) if state.asking else set()
        for seat in setup.order:
            if seat == viewer or seat in shown:
                seen.update(setup.cards.holes[seat])
        for act in state.history:
            seen.update(act.cards)
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
                return replace(state, setup=fresh)
            numbers = strengths(self.options.ranking, fresh, state.live, cards.board)
            again = replace(state, setup=fresh, result=result._replace(strengths=numbers))
            if settle(self.options, again, tabled=False)[1][:5] == result[:5]:
                return again
        return state


def _could_be_answered(state: State, seat: int) -> bool:
    """Whether another live seat could put in more than the bet to match."""
    for other in state.setup.order:
        if other != seat and state.live >> other & 1 and state.stacks[other] + state.bets[other] > state.bet:
            return True
    return False
