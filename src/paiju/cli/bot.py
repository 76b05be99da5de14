"""`paiju bot`: programs in any language that play: at a table of a server, under test, and what they read and write."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail, print_json
from paiju.games.messages import Messages, Text, tell

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Programs that play.")

MESSAGES: Final[Messages] = {
    "bot.check.plays": Text(
        "{game}：{deals} 局，{asked} 个问题", "{game}: {deals} deal{deals:s}, {asked} question{asked:s}"
    ),
    "bot.check.stranger": Text("不认识的消息不理会", "ignores a message that it does not know"),
    "bot.check.end": Text("输入结束时自己退出", "ends when its input ends"),
}

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


@app.command("check")
def check(
    command: Annotated[list[str], typer.Argument(help="The program and its arguments, after --; or a Python file.")],
    game: Annotated[
        list[str] | None, typer.Option(help="A game to play, by id or name; all of them if none is named.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals of each game.")] = 3,
    limit: Annotated[float, typer.Option(min=0.01, metavar="SECONDS", help="Time for each answer.")] = 1.0,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """See whether a program keeps to the bot protocol. Exit 0: it does; 1: it does not."""
    from paiju.bots.conformance import check
    from paiju.bots.external import command_of, is_external
    from paiju.games import catalog

    try:
        infos = [catalog.find(name) for name in game] if game else list(catalog.infos())
    except catalog.UnknownGame as error:
        fail(error, lang)
    words = command_of(command[0]) if len(command) == 1 and is_external(command[0]) else command
    failed = False
    for finding in check(words, infos, limit=limit, deals=deals):
        failed |= finding.fault is not None
        mark = "✗" if finding.fault else "✓"
        typer.echo(f"{mark} {tell(finding.what, MESSAGES, lang)}" + (f": {finding.fault}" if finding.fault else ""))
    raise typer.Exit(int(failed))


@app.command("schema")
def schema(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")], lang: LanguageOption = SYSTEM_LANGUAGE
) -> None:
    """Print a JSON Schema of the lines that a bot of a game reads and writes."""
    from paiju.bots.protocol import schema
    from paiju.games import catalog

    try:
        print_json(schema(catalog.find(game)))
    except catalog.UnknownGame as error:
        fail(error, lang)
