"""Whole six-handed no-limit hands of random legal play. Goals: at least 10 times PokerKit's hands/s, 1.5 times texasholdem's.

Every engine plays hands of its own with the same policy: one of fold, check or call, and raise at random among those
that are legal, a raise by a random legal amount. Ours makes its deals with the documented generator and offers every
decision through the contract (`pending`, then `apply`); no view is built.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable

from harness import compare, report
from pokerkit import Automation, NoLimitTexasHoldem
from texasholdem import TexasHoldEm
from texasholdem.agents import random_agent

from paiju.games.holdem import Bets, Holdem, HoldemOptions, raise_to

GAME = Holdem(HoldemOptions(starting_chips=200, small_blind=1, big_blind=2))
AUTOMATIONS = tuple(one for one in Automation if one is not Automation.RUNOUT_COUNT_SELECTION)


def hands(play: Callable[[random.Random], None], count: int) -> Callable[[], int]:
    rng = random.Random(1)

    def run() -> int:
        for _ in range(count):
            play(rng)
        return count

    return run


def ours(rng: random.Random) -> None:
    state = GAME.deal(6, rng.getrandbits(256))
    while pending := GAME.pending(state):
        (decision,) = pending
        bets = decision.choices
        assert isinstance(bets, Bets)
        kind = rng.randrange(3 if bets.high else 2)
        action = raise_to(rng.randint(bets.low, bets.high)) if kind == 2 else bets[kind]
        state = GAME.apply(state, decision.seat, action)


def pokerkit(rng: random.Random) -> None:
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 6)
    while state.status:
        can = (state.can_fold(), state.can_check_or_call(), state.can_complete_bet_or_raise_to())
        kind = rng.choice([kind for kind, legal in enumerate(can) if legal])
        if kind == 0:
            state.fold()
        elif kind == 1:
            state.check_or_call()
        else:
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            assert low is not None
            assert high is not None
            state.complete_bet_or_raise_to(rng.randint(low, high))


def texasholdem(rng: random.Random) -> None:
    game = TexasHoldEm(buyin=200, big_blind=2, small_blind=1, max_players=6)
    game.start_hand()
    while game.is_hand_running():
        action, total = random_agent(game)
        game.take_action(action, total=total)


def main() -> None:
    warnings.simplefilter("ignore")
    contenders = {"pokerkit": hands(pokerkit, 20), "texasholdem": hands(texasholdem, 150), "paiju": hands(ours, 300)}
    figures = compare(contenders, reference="paiju")
    report("one six-handed no-limit hand, random play, pure Python", figures, reference="paiju")
    for figure in figures:
        print(f"  {figure.name}: {1 / figure.seconds:,.0f} hands/s; paiju is {figure.ratio:.1f} times as fast")


if __name__ == "__main__":
    main()
