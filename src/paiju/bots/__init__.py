"""Players that are programs: they see a View and a Decision, never a State."""

from paiju.bots.bot import Bot
from paiju.bots.registry import levels, make

__all__ = ["Bot", "levels", "make"]
