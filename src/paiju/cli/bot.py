"""`paiju bot run`: let a program in any language play at a table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.games.messages import Text

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Programs that play.")

_PLAYED = Text("打完的局数：{deals}", "deals played: {deals}")


@app.callback()
def _about() -> None:
    """Programs that play."""


@app.command("run")
def run(
    table: Annotated[str, typer.Argument(help="The link of the table.")],
    command: Annotated[list[str], typer.Argument(help="The program and its arguments, after --.")],
    name: Annotated[str, typer.Option(help="Its name at the table.")] = "Bot",
    token_file: Annotated[
        Path | None, typer.Option(help="A file with the token of a player; without it a new guest comes.")
    ] = None,
    buy_in: Annotated[int | None, typer.Option(min=1, help="Chips to bring, where a game has them.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Leave after so many deals.")] = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Seat a program that reads and writes JSON lines at a table of a running server.

    The password of a locked table is read from the environment, PAIJU_TABLE_PASSWORD.
    """
    import asyncio

    from paiju.server.botclient import BotRunError, new_guest, play, table_of, token_in

    try:
        server, code = table_of(table)
        token = token_in(token_file) if token_file is not None else new_guest(server, name, lang)
        played = asyncio.run(
            play(
                server, code, token, command, password=os.environ.get("PAIJU_TABLE_PASSWORD"), buy_in=buy_in,
                deals=deals, language=lang, report=typer.echo,
            )
        )  # fmt: skip
    except BotRunError as error:
        fail(error, lang)
    except OSError as error:
        fail(f"{error.filename or command[0]}: {error.strerror or error}", lang)
    except KeyboardInterrupt:
        return
    typer.echo(_PLAYED[lang].format(deals=played))
