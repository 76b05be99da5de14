"""Write web/src/lib/shuffles.vectors.json: shuffles and places of real deals, which the page's tests must find true.

    python tools/shuffle_vectors.py

A test fails when the file has drifted from the engine.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec

from paiju.games.catalog import find
from paiju.games.record import Move, game_of, of_game, replay

FILE: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "shuffles.vectors.json"
DEALS: Final[tuple[tuple[str, str, int, dict[str, Any], str], ...]] = (
    # name, game, seats, options, answers of whoever is asked first (".": the first choice)
    ("hold'em", "holdem", 3, {}, ""),
    ("a riffled short deck", "holdem", 2, {"variant": "short_deck", "shuffle_method": "riffle", "button": 0}, ""),
    ("a board run twice", "holdem", 2, {"run_it_twice": "always", "button": 0}, "all_in call"),
    ("cards that the options lay", "holdem", 2, {"deck": "??AsKh??AdKs"}, ""),
    ("Dou Dizhu, thrown in once", "doudizhu", 3, {}, "no no no"),
    ("a card turned up", "doudizhu", 3, {"first_asked": "face_up_card"}, ""),
    ("a draw pile", "wuguapi", 2, {}, ""),
    ("one card at a time", "guandan", 4, {}, ""),
    ("Sanguosha with a luck card", "sanguosha", 2, {}, ". . yes no"),
    ("hardly shuffled", "doudizhu", 3, {"no_shuffle": True, "first_asked": "face_up_card"}, ""),
    ("cards that nobody is dealt", "doudizhu_2p", 2, {}, ""),
    ("the three of spades", "paodekuai", 3, {"no_shuffle": True}, ""),
)


def generate() -> str:
    """The text of the file: one line for each deal, so that a change can be read."""
    rows = [msgspec.json.encode(vector(number, *deal)).decode() for number, deal in enumerate(DEALS)]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def vector(number: int, name: str, game: str, seats: int, options: dict[str, Any], answers: str) -> dict[str, Any]:
    seed = int.from_bytes(bytes((7 * number + 31 * at) % 256 for at in range(32)), "big")  # as long as real ones
    info = find(game)
    record = of_game(info, info.build(options), seats, seed)
    for answer in answers.split():
        rules = game_of(record)
        decision = rules.pending(replay(record, rules))[0]
        text = str(next(iter(decision.choices))) if answer == "." else answer
        record = replace(record, moves=(*record.moves, Move(decision.seat, text)))
    assert info.shuffles is not None
    return {"name": name, "seed": f"{seed:064x}", "shuffles": info.shuffles(record)}


if __name__ == "__main__":
    FILE.write_text(generate(), encoding="utf-8")
