"""One deal of each game, kept line by line: when it changes, the difference is read.

`python -m tests.games.climb.test_record` plays and writes them again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from paiju.cards import Rng
from paiju.cli import app
from paiju.games import catalog
from paiju.games.record import Move, Record, dump_all, load_all, of_game, verify

DEALS = Path(__file__).parents[2] / "records" / "climbing.paiju"
NAMES = ("东", "南", "西", "北")
GAMES: list[tuple[str, dict[str, object], int]] = [
    ("doudizhu", {}, 3),
    ("doudizhu", {"bidding": "score", "doubling": True, "open_hand": True}, 3),
    ("doudizhu_x", {"base": 5}, 3),
    ("doudizhu_4p", {}, 4),
    ("big_two", {"pass_lock": True}, 4),
    ("three_two_one", {}, 4),
    ("wuguapi", {}, 3),
    ("qigui_521", {"settlement": "zero_sum"}, 2),
    ("qigui_523", {"hand_size": 5}, 4),
    ("paodekuai", {}, 3),
    ("doudizhu_2p", {"no_shuffle": True, "let_first": 3}, 2),
]


def played(name: str, values: dict[str, object], seats: int, seed: int) -> Record:
    """A deal by chance, in which nobody passes who has something larger to play than a single."""
    info = catalog.find(name)
    options = info.build(values)
    game: Any = info.make(options)
    rng, state, moves = Rng(seed, stream=7), game.deal(seats, seed), []
    while pending := game.pending(state):
        decision = rng.choice(pending)
        choices = list(decision.choices)
        large = [choice for choice in choices if len(str(choice)) > 4]
        action = rng.choice(large or choices)
        moves.append(Move(decision.seat, str(action)))
        state = game.apply(state, decision.seat, action)
    return replace(of_game(info, options, seats, seed), names=NAMES[:seats], moves=tuple(moves))


def test_the_deals_verify() -> None:
    text = DEALS.read_text(encoding="utf-8")
    records = load_all(text)
    assert dump_all(records) == text
    assert [record.game for record in records] == [name for name, _, _ in GAMES]
    for record in records:
        outcome = verify(record).outcome
        assert outcome is not None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_they_are_told_as_before(language: str) -> None:
    told = CliRunner().invoke(app, ["show", str(DEALS), "--lang", language])
    assert told.output == DEALS.with_suffix(f".{language}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    DEALS.write_text(dump_all([played(*game, seed) for seed, game in enumerate(GAMES, start=11)]), encoding="utf-8")
    for tongue in ("zh", "en"):
        output = CliRunner().invoke(app, ["show", str(DEALS), "--lang", tongue]).output
        DEALS.with_suffix(f".{tongue}.txt").write_text(output, encoding="utf-8")
