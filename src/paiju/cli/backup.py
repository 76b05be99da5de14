"""`paiju backup`: everything a server has stored, in one file, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, print_json
from paiju.cli.stored import DATA, DatabaseOption, DataOption, now, with_store
from paiju.games.messages import Text

app = typer.Typer(add_completion=False)

_DONE = Text("已备份到 {file}：{rows} 行", "backed up to {file}: {rows} rows")


@app.command("backup")
def backup(
    file: Annotated[
        Path, typer.Argument(dir_okay=False, help="The file to write; replaced when the new one is complete.")
    ],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Write a consistent backup to a file; `paiju restore` loads it into SQLite or PostgreSQL.

    It holds password hashes and the key that signs sessions: keep it as safe as the database.
    """
    from paiju.server.backup import back_up, summary

    manifest = with_store(data, database, lambda store: back_up(store.database, file, now()))
    if as_json:
        print_json(manifest)
    else:
        typer.echo(_DONE[lang].format(file=file, rows=sum(summary(manifest).values())))
