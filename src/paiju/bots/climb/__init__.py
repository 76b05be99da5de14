"""Players for the climbing games and Guandan."""

from __future__ import annotations

from functools import partial

from paiju.bots.climb.bot import Easy, Hard, Normal
from paiju.bots.registry import register
from paiju.games.climb import GAMES

for _info in GAMES:
    register(_info.id, "easy", partial(Easy, _info.id))
    register(_info.id, "normal", partial(Normal, _info.id))
    register(_info.id, "hard", partial(Hard, _info.id))
