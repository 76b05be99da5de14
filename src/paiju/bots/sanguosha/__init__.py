"""Players for Sanguosha."""

from __future__ import annotations

from paiju.bots.registry import register
from paiju.bots.sanguosha.bot import Easy, Hard, Normal

register("sanguosha", "easy", Easy)
register("sanguosha", "normal", Normal)
register("sanguosha", "hard", Hard)
