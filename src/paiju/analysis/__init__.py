"""What a finished deal was worth at every move, and which moves gave something away: `analyse.analyse`.

This module itself imports no bot, so that its sentences and types cost nothing.
"""

from paiju.analysis.messages import MESSAGES
from paiju.analysis.model import Analysis, Flag, Grade, Point

__all__ = ["MESSAGES", "Analysis", "Flag", "Grade", "Point"]
