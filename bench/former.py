"""A bot of another tree, for bench/strength.py: `python former.py TREE` answers JSON lines.

    {"game", "preset", "seats", "seed", "level", "bot", "moves": ["0 3s3d", ...], "seat", "limit"}  ->  {"text": "4s4d"}

It replays the moves by its own rules and shows its bot the view of the seat, no more. Limits are kept in processor time.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(sys.argv[1]) / "src"))
sys.meta_path.sort(
    key=lambda finder: finder is not PathFinder
)  # an editable installation of this tree would come first

from paiju.bots import make  # noqa: E402
from paiju.games.catalog import find  # noqa: E402
from paiju.games.contract import Seat, play  # noqa: E402


class Deal:
    """The deal that was asked about last, as far as it was told."""

    def __init__(self, asked: dict[str, Any], bots: dict[int, Any]) -> None:
        self.bots = bots  # they stay for a session
        self.key, self.session = key_of(asked), asked["deal"]
        self.game: Any = find(asked["game"]).game(asked.get("options") or {}, asked["preset"])
        self.state: Any = self.game.deal(asked["seats"], asked["seed"])
        self.told = 0

    def answer(self, asked: dict[str, Any]) -> str:
        for move in asked["moves"][self.told :]:
            seat, _, text = move.partition(" ")
            self.state = play(self.game, self.state, Seat(int(seat)), text).state
            self.told += 1
        seat = asked["seat"]
        if seat not in self.bots:
            self.bots[seat] = make(asked["game"], asked["level"], seed=asked["bot"])
            if hasattr(self.bots[seat], "clock"):
                self.bots[seat].clock = time.process_time
        decision = next(one for one in self.game.pending(self.state) if one.seat == seat)
        action = self.bots[seat].choose(self.game.view(self.state, Seat(seat)), decision, limit=asked["limit"])
        return str(decision.choices.resolve(Seat(seat), action))


def key_of(asked: dict[str, Any]) -> tuple[Any, ...]:
    return asked["game"], asked["preset"], asked["seats"], asked["seed"], asked["deal"]


def main() -> None:
    deal: Deal | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if deal is None or deal.key != key_of(asked) or deal.told > len(asked["moves"]):
            is_same = deal is not None and deal.session == asked["deal"]
            deal = Deal(asked, deal.bots if is_same and deal is not None else {})
        print(json.dumps({"text": deal.answer(asked)}), flush=True)


if __name__ == "__main__":
    main()
