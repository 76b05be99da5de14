"""Deals that begin from a position: in the terminal, in records, and as lines of the original program."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app
from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.screen import TableScreen
from paiju.games import catalog
from paiju.games.climb.position import Placed, Position
from paiju.games.contract import Seat, play
from paiju.games.record import Move, RecordError, dump, game_of, load, of_game, replay, verify

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"


def paiju(*words: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


def test_a_position_is_played_with_open_hands_and_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.paiju"
    told = paiju("play", "--position", KNOWN, "--plain", "--lang", "en", input=f"5\nsave {kept}\nquit\n").stdout
    assert "Bot 1 holds: small joker, ♣K ♦J ♣10 ♣8 ♦8 ♥5 ♣4" in told and "Player leads a single: ♦5" in told
    record = load(kept.read_text(encoding="utf-8"))
    assert record.position == KNOWN and len(record.moves) >= 2
    assert paiju("verify", kept).exit_code == 0
    assert "small joker" in paiju("show", kept, "--lang", "en").stdout
    replayed = replay(record)
    assert game_of(record).outcome(replayed) is None and replayed.hands[2] == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (KNOWN, ["Bot 1 holds: small joker, ♣K ♦J ♣10 ♣8 ♦8 ♥5 ♣4"]),
        ("qigui_521 3s7d/9d9c 0 pile=4hKs", ["Bot 1 holds: ♣9 ♦9", "The pile, the next card first: ♠K ♥4"]),
    ],
)
def test_the_full_screen_shows_what_lies_open(text: str, shown: list[str]) -> None:
    position = Position.parse(text)
    info, seats = catalog.find(position.game), len(position.hands)
    names = ["Player", "Bot 1", "Bot 2"][:seats]
    table = LocalTable(info, info.build(position.options), seats, seed=0, seat=Seat(0), names=names, position=text)

    async def sit_down() -> str:
        screen = TableScreen(table, "en")
        async with screen.run_test(size=(140, 50)):
            return str(screen.query_one("#table").render())

    told = asyncio.run(sit_down())
    assert all(line in told for line in shown)


def test_the_seat_may_be_another_than_the_one_to_act() -> None:
    told = paiju("play", "--position", KNOWN, "--seat", "1", "--plain", "--lang", "en", input="quit\n").stdout
    assert "Your hand: small joker, ♣K" in told and "Bot 2 leads" in told
    assert paiju("play", "--position", KNOWN, "--seat", "3", "--plain").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("play",),
        ("play", "--position", "doudizhu 3/4 0 landlord=0"),
        ("play", "guandan", "--position", KNOWN),
        ("play", "--position", KNOWN, "--bots", "divine"),
    ],
)
def test_what_is_no_position_of_the_game_is_refused(words: tuple[str, ...]) -> None:
    assert paiju(*words).exit_code == 2


def test_a_deal_that_never_began_has_no_spring() -> None:
    """Farmers who have not played since the position began are not swept: 春天 is for whole deals."""
    position = Position.parse("doudizhu 34567/KK/2 0 landlord=0")
    game = Placed(position)
    state = play(game, game.deal(3, 0), Seat(0), "34567").state
    outcome = game.outcome(state)
    assert outcome is not None and outcome.scores == (2, -1, -1)
    began = Placed(Position.parse("doudizhu 34567/KK/2 0 landlord=0 plays=0/0/0"))
    outcome = began.outcome(play(began, began.deal(3, 0), Seat(0), "34567").state)
    assert outcome is not None and outcome.scores == (4, -2, -2)


def test_a_record_of_a_position_is_whole() -> None:
    info = catalog.find("doudizhu")
    banned = "doudizhu 34567/KK/2 0 landlord=0 ban=SingleStraight"
    moves = (Move(Seat(0), "3d"), Move(Seat(1), "pass"))
    record = of_game(info, info.build(), 3, 5, position=banned, moves=moves)
    again = load(dump(record))
    assert again == record and verify(again).outcome is None
    with pytest.raises(RecordError):
        verify(load(dump(of_game(info, info.build(), 3, 5, position=banned, moves=(Move(Seat(0), "7d6d5d4d3d"),)))))
    for wrong in ("doudizhu 3/4 0", "big_two 3d/4d/5d/6d 0"):
        with pytest.raises(RecordError):
            verify(of_game(info, info.build(), 3, 5, position=wrong))


@pytest.mark.parametrize(
    "text",
    [
        "doudizhu 34567/KK/22 0 landlord=0",
        "doudizhu 34567/KK/22 1 landlord=0 top=0:9",
        "doudizhu 34567/KK/22 2 landlord=0 top=0:9 passes=1",
        "big_two 3d4c/5d6c/7d8c/9dTc 2 top=0:2d passes=1",
        "qigui_521 3d4c/6c5d 0 pile=7d7c",
        "three_two_one 34/56/78/9T 0",
    ],
)
def test_import_goes_both_ways(text: str) -> None:
    rows = paiju("import", "-", input=text)
    assert rows.exit_code == 0 and rows.stdout.startswith("G\t")
    back = paiju("import", "-", "--position", input=rows.stdout)
    assert back.stdout.strip().partition(" plays=")[0] == text
    assert paiju("import", "-", "--position", input=f"{text}\n").stdout.strip() == text


@pytest.mark.parametrize("text", [KNOWN, "doudizhu 34567/KK/22 1 landlord=0", "doudizhu 34 0", "nonsense"])
def test_what_the_old_format_cannot_say_is_refused(text: str) -> None:
    refused = paiju("import", "-", "--lang", "en", input=text)
    assert refused.exit_code == 2 and refused.stderr.startswith("paiju: ")
