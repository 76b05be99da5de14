"""`paiju play`: a table in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from paiju.bots import make
from paiju.bots.registry import UnknownLevel
from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.words import WORDS
from paiju.games import catalog
from paiju.games.contract import Line
from paiju.games.messages import Language, tell
from paiju.games.options import OptionError, read_pairs
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    bots: Annotated[str, typer.Option(help="Level of the bots: easy, normal or hard.")] = "normal",
    seats: Annotated[int | None, typer.Option(help="Table size; the recommended one by default.")] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same deals.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain text, also when there is no terminal.")] = False,
    save: Annotated[Path, typer.Option(help="Where `save` writes the record.")] = Path("game.paiju"),
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Play any game against bots in the terminal."""
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
    table = LocalTable(info, options, size, level=bots, seed=seed, names=seat_names(size, lang))
    open_table(table, lang, plain=plain, save=save)


def seat_names(seats: int, lang: Language) -> list[str]:
    bots = (tell(Line.of("play.bot", number=number), WORDS, lang) for number in range(1, seats))
    return [tell(Line.of("play.you"), WORDS, lang), *bots]


def open_table(table: LocalTable, lang: Language, *, plain: bool, save: Path) -> None:
    """The screen, or plain text where there is no terminal."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
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
