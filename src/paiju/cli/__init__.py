"""The command `paiju`.

Each command is a module with a typer app called `app`, named in COMMANDS, and is imported only when asked for or when
help is printed: heavy imports (the server, NumPy, rich tables) belong inside the command's function.
Errors go to standard error in one sentence: `fail` ends with code 2, as for any bad input.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from paiju import __version__, own
from paiju.extras import extra_of

COMMANDS: Final = {
    "serve": "paiju.cli.serve",
    "admin": "paiju.cli.admin",
    "check": "paiju.cli.check",
    "backup": "paiju.cli.backup",
    "restore": "paiju.cli.restore",
    "equity": "paiju.cli.equity",
    "simulate": "paiju.cli.simulate",
    "odds": "paiju.cli.odds",
    "rank": "paiju.cli.rank",
    "phh": "paiju.cli.phh",
    "games": "paiju.cli.games",
    "rules": "paiju.cli.rules",
    "show": "paiju.cli.show",
    "verify": "paiju.cli.verify",
    "classify": "paiju.cli.classify",
    "moves": "paiju.cli.moves",
    "solve": "paiju.cli.solve",
    "puzzle": "paiju.cli.puzzle",
    "puzzles": "paiju.cli.puzzles",
    "import": "paiju.cli.import_",
    "play": "paiju.cli.play",
    "replay": "paiju.cli.replay",
    "arena": "paiju.cli.arena",
    "bench": "paiju.cli.bench",
    "train": "paiju.cli.train",
    "bot": "paiju.cli.bot",
    "mcp": "paiju.cli.mcp",
}


class _Commands(TyperGroup):
    """Commands by name, each imported at first use."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(import_module(COMMANDS[cmd_name]).app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    help="牌局 Paiju: fourteen card games to play, analyse and host.",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"paiju {__version__}")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    games: Annotated[
        list[str] | None,
        typer.Option(
            help="A Python file or module with games of your own (`GAMES`), for any command; may be repeated.",
        ),
    ] = None,
) -> None:
    """牌局 Paiju: fourteen card games to play, analyse and host."""
    try:
        own.add_games([*(games or ()), *own.inherited()])
    except ValueError as error:
        from paiju.cli.output import fail

        fail(error)


def main() -> None:
    try:
        app(prog_name="paiju")
    except ModuleNotFoundError as error:
        extra = extra_of(error.name or "")
        if extra is None:
            raise
        from paiju.cli.output import SYSTEM_LANGUAGE
        from paiju.games.refusals import Refusal

        typer.echo(f"paiju: {Refusal('extra.missing', extra=extra).worded(SYSTEM_LANGUAGE)}", err=True)
        raise SystemExit(2) from None
