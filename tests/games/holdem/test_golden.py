"""A short session kept as a record, told in both languages: read the diff when it changes on purpose.

`PYTHONPATH=src:. python -m tests.games.holdem.test_golden` writes the files anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.cards import Rng
from paiju.cli import app
from paiju.games.catalog import find
from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, phh
from paiju.games.record import Move, Record, dump_all, load_all, of_game, verify

pytestmark = pytest.mark.pure

SESSION = Path(__file__).parents[2] / "records" / "holdem.paiju"
NAMES = ("Ann", "Bo", "", "Cy", "Di")


def session() -> list[Record]:
    """Four hands of a small tournament with antes, a short stack and an empty seat."""
    options = HoldemOptions(
        stacks=(900, 700, 0, 150, 800),
        tournament=True,
        button_rule="dead",
        ante=5,
        blind_increase_rounds=2,
        blind_increase_factor=2,
    )
    records = []
    for hand in range(4):
        game, seed = Holdem(options), 20261115 + hand
        state = game.deal(5, seed)
        rng = Rng(seed, stream=77)
        moves = []
        while state.turn >= 0:
            bets = game.bets(state)
            kinds = [1, 1, 1, 0] if bets.owes else [0]
            action = bets[rng.choice(kinds)]
            if bets.high and rng.below(4) == 0:
                action = game.parse(f"raise_to {min(bets.high, bets.low + 10 * rng.below(9))}")
            moves.append(Move(Seat(state.turn), str(action)))
            state = game.apply(state, Seat(state.turn), action)
        records.append(
            Record(**{**of_game(find("holdem"), options, 5, seed, names=NAMES).__dict__, "moves": tuple(moves)})
        )
        outcome = game.outcome(state)
        assert outcome is not None
        following = HoldemSeries().next(options, outcome)
        if following is None:
            break
        options = following
    return records


def told(lang: str) -> str:
    return CliRunner().invoke(app, ["show", str(SESSION), "--lang", lang]).stdout


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_it_is_told_as_it_was(lang: str) -> None:
    assert told(lang) == SESSION.with_suffix(f".{lang}.txt").read_text(encoding="utf-8")


def test_it_is_played_as_it_was() -> None:
    assert dump_all(session()) == SESSION.read_text(encoding="utf-8")
    for record in load_all(SESSION.read_bytes()):
        assert verify(record).outcome is not None
        assert phh.compare(phh.of_record(record), strict=True).verdict is phh.Verdict.AGREES


if __name__ == "__main__":
    SESSION.write_text(dump_all(session()), encoding="utf-8")
    for language in ("zh", "en"):
        SESSION.with_suffix(f".{language}.txt").write_text(told(language), encoding="utf-8")
