"""Players for Texas Hold'em."""

from __future__ import annotations

from paiju.bots.holdem.bot import AlwaysCall, Easy, Hard, Normal
from paiju.bots.registry import register

register("holdem", "easy", Easy)
register("holdem", "normal", Normal)
register("holdem", "hard", Hard)
register("holdem", "call", lambda seed: AlwaysCall())
