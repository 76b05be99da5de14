"""`paiju play`: a table in the terminal."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from paiju.bots import make
from paiju.bots.registry import UnknownLevel
from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.words import WORDS
from paiju.games import catalog
from paiju.games.contract import Line, Seat
from paiju.games.messages import Language, Text, tell
from paiju.games.options import OptionError, read_pairs
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)

_WHICH = Text(
    "请说明玩什么：paiju play 游戏，或 --position 局面", "say what to play: paiju play GAME, or --position POSITION"
)
_NO_SCREEN = Text(
    "纯文本牌桌；全屏的要 pip install 'paiju[terminal]'",
    "A table in plain text; pip install 'paiju[terminal]' for the full screen.",
)
_OTHER = Text("这个局面是另一个游戏的", "the position is of another game")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="A game, by id or name; a position names its own.")] = None,
    bots: Annotated[str, typer.Option(help="Level of the bots: easy, normal or hard.")] = "normal",
    seats: Annotated[int | None, typer.Option(help="Table size; the recommended one by default.")] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same deals.")] = None,
    position: Annotated[
        str | None,
        typer.Option(help="Begin from a position of a climbing game, with open hands; see docs/notation.md."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Your seat: with a position that of its turn, else the first.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain text, also when there is no terminal.")] = False,
    save: Annotated[Path, typer.Option(help="Where `save` writes the record.")] = Path("game.paiju"),
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Play any game against bots in the terminal."""
    if position is not None:
        _from_position(position, game, bots, seat, lang, plain=plain, save=save)
        return
    if game is None:
        fail(_WHICH, lang)
    try:
        info = catalog.find(game)
        options = info.build(read_pairs(option or []), preset)
        make(info.id, bots)
    except (catalog.UnknownGame, OptionError, UnknownLevel) as error:
        fail(error, lang)
    allowed = info.make(options).seats
    size = seats or info.recommended
    if size not in allowed:
        key = "catalog.seats" if len(allowed) > 1 else "catalog.seats_only"
        fail(Refusal(key, game=info.id, low=allowed[0], high=allowed[-1], seats=size), lang)
    own = _seat(seat or 0, size, lang)
    table = LocalTable(info, options, size, level=bots, seed=seed, seat=own, names=seat_names(size, lang, own))
    open_table(table, lang, plain=plain, save=save)


def _from_position(
    text: str, game: str | None, bots: str, seat: int | None, lang: Language, *, plain: bool, save: Path
) -> None:
    """A table that begins from a position; it begins there again for every deal."""
    from paiju.games.climb.position import Position, PositionError

    try:
        position = Position.parse(text)
        if game is not None and catalog.find(game).id != position.game:
            fail(_OTHER, lang)
        make(position.game, bots)
    except (PositionError, catalog.UnknownGame, UnknownLevel) as error:
        fail(error, lang)
    info, seats = catalog.find(position.game), len(position.hands)
    own = _seat(position.turn if seat is None else seat, seats, lang)
    options = info.build(position.options)
    names = seat_names(seats, lang, own)
    table = LocalTable(info, options, seats, level=bots, seed=0, seat=own, names=names, position=str(position))
    open_table(table, lang, plain=plain, save=save)


def _seat(number: int, seats: int, lang: Language) -> Seat:
    if number >= seats:
        fail(Refusal("position.no_seat", seat=number, high=seats - 1), lang)
    return Seat(number)


def seat_names(seats: int, lang: Language, own: int = 0) -> list[str]:
    """You, and the bots by number in the order in which they play after you."""
    you = tell(Line.of("play.you"), WORDS, lang)
    bots = [tell(Line.of("play.bot", number=number), WORDS, lang) for number in range(1, seats)]
    return [you if seat == own else bots[(seat - own) % seats - 1] for seat in range(seats)]


def open_table(table: LocalTable, lang: Language, *, plain: bool, save: Path) -> None:
    """The screen; or plain text, where there is no terminal or the packages for the screen are not installed."""
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    has_screen = find_spec("textual") is not None
    if on_terminal and not has_screen and not plain:
        typer.echo(_NO_SCREEN[lang])
    if plain or not on_terminal or not has_screen:
        from paiju.cli.terminal.plain import Plain

        Plain(table, lang, read_line, typer.echo).run()
    else:
        from paiju.cli.terminal.screen import TableScreen

        TableScreen(table, lang, save).run()


def read_line(prompt: str) -> str | None:
    typer.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        typer.echo(line.rstrip("\n"))
    return line if line else None
