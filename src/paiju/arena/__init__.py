"""Honest measurement: bots against bots on the same deals, with confidence intervals."""

from paiju.arena.contest import Contest, DealResult, Faults, play_deal
from paiju.arena.stats import Estimate, Share, estimate, ratings, share

__all__ = ["Contest", "DealResult", "Estimate", "Faults", "Share", "estimate", "play_deal", "ratings", "share"]
