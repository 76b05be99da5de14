"""`paiju restore`: a backup into a new database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.cli.stored import DATA, DatabaseOption, DataOption, address_of, finished
from paiju.games.messages import Text
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)

_DONE = Text("已恢复 {rows} 行；没有发现问题", "restored {rows} rows; nothing is wrong with them")


@app.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(help="What `paiju backup` wrote.")],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Restore a backup into an empty database, all or nothing, and check it. No server may be running on it."""
    from paiju.cli.check import report
    from paiju.server.backup import restore, summary
    from paiju.server.check import check
    from paiju.server.database import connect
    from paiju.server.lock import InUse, Lock, sqlite_file

    address = address_of(data, database)
    path = sqlite_file(address)
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path) if path is not None else None
    except InUse as used:
        fail(Refusal("serve.in_use", file=path, pid=used.pid))
    except OSError as error:
        fail(Refusal("serve.data", folder=data, why=error.strerror or error))

    async def run() -> tuple[int, list[object]]:
        found = connect(address)
        try:
            manifest = await restore(found, file)
            return sum(summary(manifest).values()), list(await check(found))
        finally:
            await found.close()

    try:
        rows, wrong = finished(run())
    finally:
        if lock is not None:
            lock.release()
    if wrong:
        report(wrong, lang)
    typer.echo(_DONE[lang].format(rows=rows))
