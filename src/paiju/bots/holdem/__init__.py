"""Players for Texas Hold'em, and scripts to measure them by."""

from __future__ import annotations

from functools import partial

from paiju.bots.holdem.bot import AlwaysCall, Easy, Hard, Normal
from paiju.bots.holdem.scripts import SCRIPTS, Script
from paiju.bots.registry import register

register("holdem", "easy", Easy)
register("holdem", "normal", Normal)
register("holdem", "hard", Hard)
register("holdem", "call", lambda seed: AlwaysCall())
for script in SCRIPTS:
    register("holdem", script, partial(Script.named, script))
