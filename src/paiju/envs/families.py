"""How each family of games runs in the kernel: its options as numbers, and how to name a choice.

`engine` compiles a game for the kernel, or returns None where the kernel cannot run it; `quick_deal` is what the
kernel's quick deal is in Python; `pick` the random choice of a playout; `lanes` runs a `VecEnv`, or is None; `policy` is
who plays at a glance, in the kernel or in Python, or None where nobody does; `glance` is what it chooses, and `played` a
deal that it has ended.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Protocol

from paiju import kernel
from paiju.bots.climb.native import Player
from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import game_of
from paiju.bots.climb.search import play_out
from paiju.cards import Rng, write
from paiju.encodings import ClimbEncoder, HoldemEncoder
from paiju.games.climb import compiled
from paiju.games.climb.actions import BIDS, CALL, DOUBLE, NO, PASS, ROB, SHOW, Give
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays, holding
from paiju.games.climb.stages import DrawWild
from paiju.games.climb.state import State
from paiju.games.contract import AnyGame, Decision
from paiju.games.copied import Fields, is_accounted_for
from paiju.games.holdem import dealing
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.positions import certain, draws_button
from paiju.games.holdem.rules import HoldemOptions
from paiju.solver.evaluate import ruling_of
from paiju.solver.quick import Quick, QuickRng, take
from paiju.solver.ranges import bit

MOST_CHIPS: Final = 1 << 50

COPIED: Final[dict[type, Fields]] = {
    HoldemOptions: Fields(
        frozenset((
            "game_type", "variant", "min_players", "max_players", "starting_chips", "small_blind", "big_blind", "ante",
            "ante_type", "ante_round", "ante_first", "blind_increase_rounds", "blind_increase_factor", "blind_schedule",
            "straddle", "bomb_pot", "bomb_pot_ante", "run_it_twice", "min_raise", "max_raises", "cap_counts",
            "cap_all_games", "uncap_heads_up", "small_bet", "big_bet", "trips_beat_straight", "short_deck_structure",
            "button_rule", "odd_chip_rule", "burn_before_hole", "fast_deal", "shuffle_method", "tournament", "stacks",
            "hand_number", "button", "last_button", "last_small", "last_big", "sitting_out", "waiting", "posting",
            "missed_small", "deck", "antes", "blinds", "min_bet",
        )),
        frozenset((
            "seating", "deck_count", "min_buy_in", "max_buy_in", "missed_big", "places",  # before a hand and after it
            "showdown_order", "auto_muck",  # who shows, which moves no chip
            "action_timeout", "warning_time", "timeout_mode", "leave_policy", "max_leave_time", "auto_fold_time",
            "reconnect_timeout",  # nobody is slow or leaves
        )),
    )
}  # fmt: skip
"""The options of hold'em, as far as the kernel knows them."""


class Family(Protocol):
    """How one family of games runs in the kernel."""

    def engine(self, game: Any, seats: int, size: int) -> Any | None: ...

    def choice(self, game: Any, engine: Any, i: int, number: int) -> Any: ...

    def quick_deal(self, game: Any, seats: int, seed: int) -> tuple[AnyGame, Any]: ...

    def pick(self, count: int, quick: Quick) -> int: ...

    def lanes(self, encoder: Any, size: int, threads: int) -> Any | None: ...

    def policy(self, game: Any, seats: int, native: bool) -> Any | None: ...

    def glance(self, policy: Any, decision: Any, state: Any) -> Any: ...

    def played(self, policy: Any, game: Any, state: Any, quick: Quick) -> Any: ...


def family_of(game: AnyGame) -> Family:
    return HOLDEM if type(game) is Holdem else CLIMB if type(game) is Climb else OTHER


class _Other:
    """A game that the kernel does not know."""

    def engine(self, game: Any, seats: int, size: int) -> Any | None:
        return None

    def choice(self, game: Any, engine: Any, i: int, number: int) -> Any:
        raise AssertionError("without an engine nobody asks for its choices")

    def quick_deal(self, game: Any, seats: int, seed: int) -> tuple[AnyGame, Any]:
        return game, game.deal(seats, seed)

    def pick(self, count: int, quick: Quick) -> int:
        return take(quick(), count)[0]

    def lanes(self, encoder: Any, size: int, threads: int) -> Any | None:
        return None

    def policy(self, game: Any, seats: int, native: bool) -> Any | None:
        return None

    def glance(self, policy: Any, decision: Any, state: Any) -> Any:
        raise AssertionError("nobody plays this game at a glance")

    def played(self, policy: Any, game: Any, state: Any, quick: Quick) -> Any:
        raise AssertionError("nobody plays this game at a glance")


class _Holdem(_Other):
    """Hold'em: the state after the forced bets is compiled for each seat that may have the button."""

    def engine(self, game: Holdem, seats: int, size: int) -> Any | None:
        numbers = holdem_table(game, seats)
        return kernel.native.HoldemDeals(numbers, size) if kernel.HAVE_KERNEL and numbers is not None else None

    def choice(self, game: Holdem, engine: Any, i: int, number: int) -> Any:
        owes, low, high = engine.bounds(i)
        return Bets(0, 0, owes, low, high, True)[number]

    def lanes(self, encoder: HoldemEncoder, size: int, threads: int) -> Any | None:
        numbers = holdem_table(encoder.game, encoder.seats)
        if not kernel.HAVE_KERNEL or numbers is None:
            return None
        encoding = {"history": encoder.encoding.history, "blind": encoder.blind}
        return kernel.native.HoldemLanes(numbers, encoding, size, threads)

    def quick_deal(self, game: Holdem, seats: int, seed: int) -> tuple[AnyGame, Any]:
        options = game.options
        deck = QuickRng(seed).shuffled(options.ranking.deck.cards)[::-1]
        changes: dict[str, Any] = {"deck": write(deck)}
        if draws_button(options):
            changes["button"] = QuickRng(seed, stream=1).choice(certain(options, _stacks(options, seats)))
        game = Holdem(replace(options, **changes))
        return game, game.deal(seats, 0)

    def pick(self, count: int, quick: Quick) -> int:
        """Each kind of action alike, then each size of a raise."""
        kind, fraction = take(quick(), 3 if count > 2 else 2)
        return kind if kind < 2 else 2 + take(fraction, count - 2)[0]


def _stacks(options: HoldemOptions, seats: int) -> tuple[int, ...]:
    return options.stacks or (options.starting_chips,) * seats


def holdem_table(game: Holdem, seats: int) -> dict[str, Any] | None:
    """A hold'em table for the kernel; None where it needs what the kernel does not have: seats that act by themselves, a
    fixed or riffled deck, a board that may be run twice, chips beyond 2**50, or an option not listed in `COPIED`."""
    options, terms = game.options, game.terms
    if not is_accounted_for(options, COPIED):
        return None
    stacks = _stacks(options, seats)
    if options.deck or options.shuffle_method != "fisher-yates" or (options.tournament and options.sitting_out):
        return None
    if options.run_it_twice != "never":
        return None
    buttons = certain(options, stacks) if draws_button(options) else (options.button,)
    openings = []
    for button in buttons:
        one = Holdem(replace(options, button=button))
        setup = one.setup(seats, 0)
        state = one.opening(setup)
        places = dealing.plan(options, len(setup.order))
        openings.append(
            {
                "button": setup.button, "order": setup.order, "holes": places.holes, "board": places.board,
                "stacks": state.stacks, "bets": state.bets, "paid": state.paid, "dead": state.dead, "bet": state.bet,
                "least_raise": state.least_raise, "level": state.level, "wagers": state.wagers, "turn": state.turn,
            }
        )  # fmt: skip
    numbers = {
        "seats": seats,
        "ruling": ruling_of(options.ranking.short_deck, options.ranking.trips_beat_straight),
        "is_limit": terms.is_limit, "is_pot_limit": terms.is_pot_limit,
        "has_cap": terms.cap is not None, "cap": terms.cap or 0,
        "uncap_heads_up": options.uncap_heads_up, "odd_to_first": options.odd_chip_rule == "first_left_of_button",
        "least_bet": terms.least_bet, "floor": terms.floor, "units": [terms.wager(street) for street in range(4)],
        "stacks": stacks,
        "pack": [bit(card) for card in options.ranking.deck.cards], "openings": openings,
    }  # fmt: skip
    amounts = [*stacks, terms.least_bet, terms.floor, terms.small_bet, terms.big_bet]
    amounts += [opening[key] for opening in openings for key in ("bet", "least_raise", "level", "dead")]  # type: ignore[misc]
    return numbers if max(amounts) < MOST_CHIPS else None


class _QuickClimb(Climb):
    """A climbing game dealt by the quick generator."""

    def rng(self, seed: int, stream: int) -> Rng:
        return QuickRng(seed, stream)  # type: ignore[return-value]  # all that a deal asks of one


class _Climb(_Other):
    """Climbing games: the sheet is compiled into tables."""

    def engine(self, game: Climb, seats: int, size: int) -> Any | None:
        found = compiled.kernel_table(game, seats) if kernel.HAVE_KERNEL else None
        return None if found is None else getattr(kernel.native, f"{found[0]}Deals")(found[1], size)

    def choice(self, game: Climb, engine: Any, i: int, number: int) -> Any:
        stage, move = engine.move(i, number)
        if stage == compiled.TRICKS:
            if move is None:
                return PASS
            hand, (top, owner), rules = engine.snapshot(i)[0][engine.turn(i)], engine.top(i), game.rules
            reader = compiled.reader_at(game, engine.wild(i))
            play = compiled.play_of(reader, hand, move, top)
            if owner < 0 and rules.first is None and rules.opening_card is not None and rules.opening_plays_it:
                return holding(reader, play, rules.opening_card)
            return play
        if stage in (compiled.PAY, compiled.GIVE_BACK):
            return Give("pay" if stage == compiled.PAY else "return", game.layout.by_bit[1 << move[3]])
        said = engine.said(i)
        if stage in (compiled.ROB, compiled.DUEL):
            return (NO, ROB if any(said) else CALL)[number]
        if stage == compiled.BID:
            return (NO, *BIDS[max(said, default=0) :])[number]
        return (NO, DOUBLE if stage == compiled.DOUBLE else SHOW)[number]

    def lanes(self, encoder: ClimbEncoder, size: int, threads: int) -> Any | None:
        found = compiled.kernel_table(encoder.game, encoder.seats) if kernel.HAVE_KERNEL else None
        return (
            None
            if found is None
            else getattr(kernel.native, f"{found[0]}Lanes")(found[1], encoder.table(), size, threads)
        )

    def quick_deal(self, game: Climb, seats: int, seed: int) -> tuple[AnyGame, Any]:
        quick = _QuickClimb(game.rules)
        return quick, quick.deal(seats, seed)

    def policy(self, game: Climb, seats: int, native: bool) -> Any | None:
        if any(isinstance(stage, DrawWild) for stage in game.rules.stages):
            return None  # what is wild is known only once there is something to play
        if not native:
            return Policy.of(game_of(game.rules))
        player = Player.of(game_of(game.rules), seats)
        return None if player is None else player.native

    def glance(self, policy: Policy, decision: Decision[Any], state: State) -> Any:
        """What is played at a glance; None where no cards are asked for."""
        if not isinstance(decision.choices, Plays):
            return None
        return decision.choices.resolve(decision.seat, policy.choose(state))

    def played(self, policy: Policy, game: Climb, state: State, quick: Quick) -> State:
        """What is not cards is said and given at random; then everybody plays at a glance."""
        while (pending := game.pending(state)) and state.stage < len(game.rules.stages) - 1:
            choices = list(pending[0].choices)
            state = game.apply(state, pending[0].seat, choices[self.pick(len(choices), quick)])
        found = play_out(policy, state)
        assert found is not None
        return found


HOLDEM = _Holdem()
CLIMB = _Climb()
OTHER = _Other()
