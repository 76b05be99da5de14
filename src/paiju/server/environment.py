"""Settings as an operator writes them: options of `paiju serve`, or environment variables under any ASGI server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from paiju.server import addresses
from paiju.server.context import Settings, StartError
from paiju.server.limits import RATES


def configured(
    *,
    data: Path,
    database: str | None = None,
    redis: str | None = None,
    origins: Sequence[str] = (),
    admins: Sequence[str] = (),
    behind_proxy: bool = False,
    trusted_proxies: Sequence[str] = (),
    public_url: str | None = None,
    rate_limits: bool = True,
    metrics_token: str | None = None,
    metrics_port: int | None = None,
    metrics_host: str = "127.0.0.1",
) -> Settings:
    """The settings these options mean; a StartError names the one that cannot be."""
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartError("serve.data", folder=data, why=error.strerror or error) from None
    try:
        proxies = addresses.networks(trusted_proxies)
    except ValueError as error:
        raise StartError("serve.proxy", address=error) from None
    try:
        found_at = addresses.public_url(public_url) if public_url else None
        sites = tuple(map(addresses.public_url, origins))
    except ValueError as error:
        raise StartError("serve.public_url", address=error) from None
    if not proxies and behind_proxy:
        proxies = addresses.NEARBY
    return Settings(
        data=data,
        database=database,
        redis=redis,
        origins=sites,
        admins=tuple(admins),
        https=found_at.startswith("https:") if found_at else bool(proxies),
        public_url=found_at,
        proxies=proxies,
        metrics_token=metrics_token,
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        rates=dict(RATES) if rate_limits else dict.fromkeys(RATES, (0.0, 0.0)),
    )


def from_environment(environ: Mapping[str, str]) -> Settings:
    """The same by variables: PAIJU_ and the option's name, lists separated by spaces.

    >>> import tempfile
    >>> settings = from_environment({"PAIJU_DATA": tempfile.mkdtemp(), "PAIJU_ADMIN": "ann bo", "PAIJU_BEHIND_PROXY": "1"})
    >>> settings.admins, settings.https
    (('ann', 'bo'), True)
    """

    def said(name: str) -> str:
        return environ.get(f"PAIJU_{name}", "").strip()

    return configured(
        data=Path(said("DATA") or "data"),
        database=said("DATABASE") or None,
        redis=said("REDIS") or None,
        origins=said("ORIGIN").split(),
        admins=said("ADMIN").split(),
        behind_proxy=_is_true(said("BEHIND_PROXY")),
        trusted_proxies=said("TRUSTED_PROXY").split(),
        public_url=said("PUBLIC_URL") or None,
        rate_limits=_is_true(said("RATE_LIMITS") or "1"),
        metrics_token=said("METRICS_TOKEN") or None,
        metrics_port=_port(said("METRICS_PORT")),
        metrics_host=said("METRICS_HOST") or "127.0.0.1",
    )


def _port(text: str) -> int | None:
    """A slip must not leave the numbers where everybody can read them."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 1 << 16):
        raise StartError("serve.port", port=text)
    return int(text)


def _is_true(text: str) -> bool:
    return text.lower() in ("1", "true", "t", "yes", "y", "on")
