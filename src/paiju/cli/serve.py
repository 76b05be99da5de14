"""``paiju serve``: the server in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import fail
from paiju.games.messages import Text
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    data: Annotated[Path, typer.Option(help="Folder for the database and records; made if missing.")] = Path("data"),
    database: Annotated[
        str | None, typer.Option(help="postgresql+asyncpg://… instead of SQLite.", envvar="PAIJU_DATABASE")
    ] = None,
    redis: Annotated[
        str | None, typer.Option(help="redis://…: several processes share the tables.", envvar="PAIJU_REDIS")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="A site whose pages may talk to this server, as https://example.org.")
    ] = None,
    admin: Annotated[
        list[str] | None, typer.Option(help="The login of an account that may close any table and send people away.")
    ] = None,
    behind_proxy: Annotated[bool, typer.Option(help="A proxy in front speaks HTTPS and sets X-Forwarded-For.")] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of that proxy, and of each before it; by default one on this machine or in a private network."
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="Where people find this server, as https://example.org: for links to tables.")
    ] = None,
    rate_limits: Annotated[bool, typer.Option(help="Off only for load tests.")] = True,
) -> None:
    """Start the server: the page, the API, tables and bots."""
    from paiju.server import addresses
    from paiju.server.context import Settings
    from paiju.server.limits import RATES
    from paiju.server.run import StartError, run

    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(Refusal("serve.data", folder=data, why=error.strerror or error))
    try:
        proxies = addresses.networks(trusted_proxy) if trusted_proxy else addresses.NEARBY if behind_proxy else ()
    except ValueError as error:
        fail(Text(f"{error} 不是地址或网段", f"{error} is no address and no network"))
    try:
        found_at = addresses.public_url(public_url) if public_url else None
    except ValueError as error:
        fail(Text(f"{error} 不像 https://example.org", f"{error} does not look like https://example.org"))
    try:
        settings = Settings(
            data=data,
            database=database,
            redis=redis,
            origins=tuple(origin or ()),
            admins=tuple(admin or ()),
            https=found_at.startswith("https:") if found_at else bool(proxies),
            public_url=found_at,
            proxies=proxies,
            rates=dict(RATES) if rate_limits else dict.fromkeys(RATES, (0.0, 0.0)),
        )
        run(host=host, port=port, settings=settings)
    except StartError as error:
        fail(error)
