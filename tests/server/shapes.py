"""Tables of hold'em under options that change what viewers are sent: how many sit there, and the options."""

from __future__ import annotations

from typing import Any, Final

SHAPES: Final[list[tuple[int, dict[str, Any]]]] = [
    (2, {}),
    (3, {"ante": 5, "ante_type": "all"}),
    (6, {"game_type": "limit"}),
    (6, {"game_type": "pot_limit"}),
    (9, {"variant": "short_deck"}),
    (4, {"tournament": True}),
    (5, {"straddle": "utg"}),
    (3, {"bomb_pot": 2}),
    (3, {"run_it_twice": "ask", "starting_chips": 200}),
    (4, {"run_it_twice": "always", "starting_chips": 100, "bomb_pot": 1}),
]
