"""Texas hold'em as a library: the game, its evaluator, equity, odds, ranges and hand histories under one import path.

What is named here is promised; the modules behind it may move. docs/holdem.md shows how the names are used.

>>> from paiju import cards, holdem
>>> holdem.ranking().read(cards("AsKs QsJsTs 2h3d")).category
<HandRank.ROYAL_FLUSH: 1>
>>> [round(share.equity, 3) for share in holdem.equity(["AsAh", "KsKh"], cards("Kd7c2h")).players]
[0.086, 0.914]
"""

from paiju.games.holdem import (
    ALL_IN,
    CALL,
    CHECK,
    FOLD,
    Action,
    Bets,
    HandRank,
    Holdem,
    HoldemOptions,
    HoldemOutcome,
    HoldemSeries,
    HoldemView,
    Made,
    PlayerStatus,
    Pot,
    Ranking,
    State,
    phh,
    pots,
    raise_to,
    ranking,
    refund,
    shares,
)
from paiju.games.holdem.state import STREETS, Act
from paiju.solver.equity import Equity, ImpossibleDeal, Share, equity
from paiju.solver.evaluate import evaluate, evaluate_many, frequencies
from paiju.solver.odds import Outs, category_frequencies, chances, ev, outs, pot_odds, rule_of_4_and_2
from paiju.solver.ranges import Range, parse_range

__all__ = [
    "ALL_IN",
    "CALL",
    "CHECK",
    "FOLD",
    "STREETS",
    "Act",
    "Action",
    "Bets",
    "Equity",
    "HandRank",
    "Holdem",
    "HoldemOptions",
    "HoldemOutcome",
    "HoldemSeries",
    "HoldemView",
    "ImpossibleDeal",
    "Made",
    "Outs",
    "PlayerStatus",
    "Pot",
    "Range",
    "Ranking",
    "Share",
    "State",
    "category_frequencies",
    "chances",
    "equity",
    "ev",
    "evaluate",
    "evaluate_many",
    "frequencies",
    "outs",
    "parse_range",
    "phh",
    "pot_odds",
    "pots",
    "raise_to",
    "ranking",
    "refund",
    "rule_of_4_and_2",
    "shares",
]
