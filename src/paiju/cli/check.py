"""`paiju check`: is everything that a server has stored as it must be?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, print_json
from paiju.cli.stored import DATA, DatabaseOption, DataOption, with_store
from paiju.games.messages import COMMON, Language, Text, tell

app = typer.Typer(add_completion=False)

_GOOD = Text("没有发现问题", "nothing is wrong")


@app.command("check")
def check(
    data: DataOption = DATA,
    database: DatabaseOption = None,
    deep: Annotated[bool, typer.Option("--deep", help="Also replay every record and load every open table.")] = False,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Check that chips add up, logs have no gaps, records chain and every reference leads somewhere. Exit 1 if not."""
    from paiju.server.check import check

    wrong = with_store(data, database, lambda store: check(store.database, deep=deep))
    if as_json:
        print_json([tell(one, COMMON, lang) for one in wrong])
        raise typer.Exit(1 if wrong else 0)
    if wrong:
        report(wrong, lang)
    typer.echo(_GOOD[lang])


def report(wrong: Sequence[Any], lang: Language) -> NoReturn:
    """Print what is wrong, and end with 1."""
    for one in wrong:
        typer.echo(tell(one, COMMON, lang))
    raise typer.Exit(1)
