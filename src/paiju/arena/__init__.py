"""Honest measurement: bots against bots on the same deals, with confidence intervals."""

from paiju.arena.contest import Contest, DealResult, Faults, play_deal
from paiju.arena.stats import Estimate, estimate, ratings

__all__ = ["Contest", "DealResult", "Estimate", "Faults", "estimate", "play_deal", "ratings"]
