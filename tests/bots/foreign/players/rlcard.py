"""Takes the last of the raw actions."""

from __future__ import annotations

import json
from typing import Any

from tests.bots.foreign.players.heard import note


class Last:
    use_raw = True

    def eval_step(self, state: Any) -> tuple[str, list[Any]]:
        note(">", json.dumps(state["raw_obs"]))
        note("<", state["raw_legal_actions"][-1])
        return state["raw_legal_actions"][-1], []
