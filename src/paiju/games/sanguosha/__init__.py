"""三国杀, identity mode: an event engine, the 108 cards of the standard deck and its 25 generals.

world.py    the table                        events.py   the life of an event, firing of timings
timing.py   every moment                     skill.py    what a skill is
turns.py moves.py using.py hp.py death.py judging.py state.py   the events
ask.py notation.py play.py                   questions and answers
modes.py generals.py cards/ skills/          what is played
"""

from __future__ import annotations

from paiju.games.sanguosha.info import GAMES

__all__ = ["GAMES"]
