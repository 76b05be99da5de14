"""`paiju games`: the catalog."""

from __future__ import annotations

from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.messages import Language, Text
from paiju.games.options import OptionInfo

app = typer.Typer(add_completion=False)

_TITLE = Text("游戏", "game")
_PLAYERS = Text("人数", "players")
_ABOUT = Text("简介", "about")
_PRESETS = Text("预设", "presets")
_OPTION = Text("选项", "option")
_DEFAULT = Text("默认", "default")
_VALUES = Text("可选值", "values")


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(help="A game, by id or name: its options and presets.")] = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """List the games, or the options and presets of one."""
    try:
        found = [catalog.find(name)] if name else list(catalog.infos())
    except catalog.UnknownGame as error:
        fail(error, lang)
    if json:
        print_json([game_info.data() for game_info in found])
    elif name:
        _show_one(found[0], lang)
    else:
        _show_all(found, lang)


def _show_all(found: list[GameInfo], lang: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("id", _TITLE[lang], _PLAYERS[lang], _PRESETS[lang], _ABOUT[lang]):
        table.add_column(heading, overflow="fold")
    for game_info in found:
        presets = ", ".join(game_info.presets)
        table.add_row(game_info.id, game_info.title[lang], _players(game_info), presets, game_info.summary[lang])
    Console().print(table)


def _show_one(game_info: GameInfo, lang: Language) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    console.print(f"[bold]{game_info.title[lang]}[/] ({game_info.id}) · {_PLAYERS[lang]} {_players(game_info)}")
    console.print(game_info.summary[lang])
    for name, values in game_info.presets.items():
        shown = ", ".join(f"{key}={value}" for key, value in values.items())
        console.print(f"{_PRESETS[lang]} [bold]{name}[/]  {shown}")
    table = Table(box=None, pad_edge=False)
    for heading in (_OPTION[lang], _DEFAULT[lang], _VALUES[lang], ""):
        table.add_column(heading, overflow="fold")
    for info in game_info.describe():
        if not info.carried:
            table.add_row(info.name, str(info.default), _values(info), escape(info.help[lang]))
    console.print(table)


def _players(game_info: GameInfo) -> str:
    low, high = game_info.seats[0], game_info.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def _values(info: OptionInfo) -> str:
    if info.choices:
        return " | ".join(map(str, info.choices))
    if info.low is None and info.high is None:
        return info.type
    return f"{'' if info.low is None else info.low}…{'' if info.high is None else info.high}"
