"""``paiju serve``: the server in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import fail

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    data: Annotated[
        Path, typer.Option(help="Folder for the database and records; made if missing.", envvar="PAIJU_DATA")
    ] = Path("data"),
    database: Annotated[
        str | None, typer.Option(help="postgresql://… instead of SQLite.", envvar="PAIJU_DATABASE")
    ] = None,
    redis: Annotated[
        str | None, typer.Option(help="redis://…: several processes share the tables.", envvar="PAIJU_REDIS")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="A site whose pages may talk to this server, as https://example.org.", envvar="PAIJU_ORIGIN"),
    ] = None,
    admin: Annotated[
        list[str] | None,
        typer.Option(
            help="The login of an account that may close any table and send people away.", envvar="PAIJU_ADMIN"
        ),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option(help="A proxy in front speaks HTTPS and sets X-Forwarded-For.", envvar="PAIJU_BEHIND_PROXY")
    ] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of that proxy, and of each before it; by default one on this machine or in a private network.",
            envvar="PAIJU_TRUSTED_PROXY",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            help="Where people find this server, as https://example.org: for links to tables.",
            envvar="PAIJU_PUBLIC_URL",
        ),
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option(help="Bearer token without which /metrics is refused.", envvar="PAIJU_METRICS_TOKEN")
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Another port for /metrics alone.", envvar="PAIJU_METRICS_PORT"),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(help="The address of that port.", envvar="PAIJU_METRICS_HOST")
    ] = "127.0.0.1",
    rate_limits: Annotated[bool, typer.Option(help="Off only for load tests.", envvar="PAIJU_RATE_LIMITS")] = True,
) -> None:
    """Start the server: the page, the API, tables and bots."""
    from paiju.server.environment import configured
    from paiju.server.run import StartError, run

    try:
        settings = configured(
            data=data,
            database=database,
            redis=redis,
            origins=origin or (),
            admins=admin or (),
            behind_proxy=behind_proxy,
            trusted_proxies=trusted_proxy or (),
            public_url=public_url,
            rate_limits=rate_limits,
            metrics_token=metrics_token,
            metrics_port=metrics_port,
            metrics_host=metrics_host,
        )
        run(host=host, port=port, settings=settings)
    except StartError as error:
        fail(error)
