"""Texas hold'em: no-limit, pot-limit and fixed-limit, standard and short deck. Rules: docs/rules/holdem.md."""

from paiju.games.holdem.action import ALL_IN, CALL, CHECK, FOLD, LEAVE, ONCE, TWICE, Action, raise_to
from paiju.games.holdem.betting import Bets, Runs
from paiju.games.holdem.game import Holdem, HoldemOutcome
from paiju.games.holdem.info import GAMES
from paiju.games.holdem.pots import Pot, pots, refund, shares
from paiju.games.holdem.rank import HandRank, Made, Ranking, ranking
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.series import HoldemSeries
from paiju.games.holdem.state import State
from paiju.games.holdem.view import HoldemView, PlayerStatus, PotView, SeatView

__all__ = [
    "ALL_IN",
    "CALL",
    "CHECK",
    "FOLD",
    "GAMES",
    "LEAVE",
    "ONCE",
    "TWICE",
    "Action",
    "Bets",
    "HandRank",
    "Holdem",
    "HoldemOptions",
    "HoldemOutcome",
    "HoldemSeries",
    "HoldemView",
    "Made",
    "PlayerStatus",
    "Pot",
    "PotView",
    "Ranking",
    "Runs",
    "SeatView",
    "State",
    "pots",
    "raise_to",
    "ranking",
    "refund",
    "shares",
]
