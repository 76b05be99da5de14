"""``paiju serve``: the server in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import fail

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    data: Annotated[Path, typer.Option(help="Folder for the database and records; made if missing.")] = Path("data"),
) -> None:
    """Start the server: the page, the API, tables and bots."""
    from paiju.server.run import ListenError, run

    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"cannot use {data} for data: {error.strerror or error}")
    try:
        run(host=host, port=port, data=data)
    except ListenError as error:
        fail(str(error))
