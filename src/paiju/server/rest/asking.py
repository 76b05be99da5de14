"""How a request is read and answered: who asks, in which language, for which table, and how often."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from litestar import MediaType, Request, Response
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from msgspec import Meta

from paiju.games.codec import builtins as plain
from paiju.games.contract import Line
from paiju.games.messages import tell
from paiju.server import wire
from paiju.server.addresses import client_address
from paiju.server.asks import Caller
from paiju.server.auth import COOKIE
from paiju.server.context import CONTEXT_KEY, Context
from paiju.server.limits import too_fast
from paiju.server.messages import table_of
from paiju.server.wire.base import PLAIN
from paiju.table import Refused

Reader = Request[Any, Any, Any]
Asker = NamedDependency[Caller]

GameCode = Annotated[str, PathParameter(min_length=1, max_length=40, pattern=PLAIN, description="The id of the table.")]
PlayerCode = Annotated[
    str, PathParameter(min_length=1, max_length=20, pattern=PLAIN, description="The id of a player.")
]
Filter = Annotated[str | None, QueryParameter(max_length=60, pattern=PLAIN)]
HandNumber = Annotated[int, PathParameter(ge=1, le=1_000_000_000)]
PageNumber = Annotated[int, QueryParameter(ge=1, le=1_000_000)]
Stake = Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000_000)]
Password = NamedDependency[str | None]
PasswordHeader = Annotated[
    str | None,
    HeaderParameter(
        name="X-Table-Password", max_length=800, description="Of a locked table, for who sits not there; UTF-8."
    ),
]
OptionPairs = Annotated[
    list[Annotated[str, Meta(max_length=2_000)]] | None,
    QueryParameter(max_items=100, description="An option as name=value; may be repeated."),
]


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def context_of(request: Reader) -> Context:
    context: Context = request.scope[CONTEXT_KEY]  # type: ignore[typeddict-item]
    return context


def token_of(request: Reader) -> str | None:
    """From the header, else from the cookie; a cookie counts only where our own page asks."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    token = request.cookies.get(COOKIE)
    if token and request.method not in ("GET", "HEAD") and not same_site(request.headers, context_of(request)):
        raise Refused("forbidden", "error.origin")
    return token


def same_site(headers: Any, context: Context) -> bool:
    """Whether a browser says that one of our own pages asks. Programs send no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    settings = context.settings
    return origin in settings.origins or origin == settings.public_url or urlsplit(origin).netloc == headers.get("host")


def base_of(request: Reader) -> str:
    """The address of this server that the asker can give to others."""
    settings, asked_for = context_of(request).settings, request.base_url
    if settings.public_url is not None:
        return settings.public_url
    return f"{'https' if settings.https else asked_for.scheme}://{asked_for.netloc}"


def language_of(request: Reader) -> Literal["zh", "en"]:
    """The language of an answer."""
    return first_language(request.headers.get("accept-language", ""))


def first_language(accepted: str) -> Literal["zh", "en"]:
    """The first language of an Accept-Language that we speak; else English."""
    for part in accepted.split(","):
        word = part.strip()[:2].lower()
        if word in ("zh", "en"):
            return "zh" if word == "zh" else "en"
    return "en"


def address_of(request: Reader) -> str:
    """What the asker is counted by where nobody knows who he is."""
    return client_address(request.scope, context_of(request).settings.proxies)


def throttle(context: Context, kind: str, client: str) -> None:
    wait = context.limits.take(kind, client)
    if wait:
        raise too_fast(wait)


def throttle_opening(request: Reader, player: str) -> None:
    """New tables are counted by who opens them, and by where he comes from."""
    throttle(context_of(request), "open", player)
    throttle(context_of(request), "open_from", address_of(request))


async def known(context: Context, token: str | None, language: Literal["zh", "en"], address: str) -> Caller:
    """Who a token speaks for. Wrong ones are refused, and after some of them from one address only counted."""
    try:
        return await context.auth.caller(token, language, address)
    except Refused:
        throttle(context, "token", address)
        raise


async def limit_strangers(request: Reader) -> None:
    """Before every request: where nobody is asked who he is, addresses are counted."""
    if "caller" not in request.route_handler.parsed_fn_signature.parameters:
        throttle(context_of(request), "read" if request.method in ("GET", "HEAD") else "write", address_of(request))


def headers_of(refused: Refused, status: int) -> dict[str, str]:
    """What else a refusal tells: when to try again."""
    return {"Retry-After": str(max(1, math.ceil(refused.wait or 1)))} if status in (429, 503) else {}


def provide_password(said: PasswordHeader = None) -> str | None:
    """The password of a locked table as it was written. Headers come as bytes; who wrote none but Latin letters sees no difference."""
    if said is None or said.isascii():
        return said
    try:
        return said.encode("latin-1").decode()
    except UnicodeError:
        return said


async def provide_caller(request: Reader) -> Caller:
    """Who asks, as far as he says; and whether he asks too much."""
    context = context_of(request)
    address = address_of(request)
    caller = await known(context, token_of(request), language_of(request), address)
    throttle(context, "read" if request.method in ("GET", "HEAD") else "write", caller.player or address)
    return caller


def unknown_game(context: Context, name: str, code: str = "not_found") -> Refused:
    there = ", ".join(entry.id for entry in context.settings.catalog())
    return Refused(code, "error.unknown_game", name=name, there=there)


def reply(value: Any, status: int = 200) -> Response[Any]:
    return Response(value, status_code=status, media_type=MediaType.JSON)


async def asked(request: Reader, game: str, caller: Caller, ask: Any, status: int = 200) -> Response[Any]:
    """Ask a table and pass its answer on."""
    context = context_of(request)
    value = await context.ask(game, caller, ask)
    context.metrics.actions.inc()
    return reply(value, status)


def problem(refused: Refused, language: Literal["zh", "en"]) -> wire.Problem:
    """A refusal as the body of an answer."""
    why: Line = refused.why
    text = refused.text or tell(why, table_of(None), language)
    return wire.Problem(
        code=refused.code,  # type: ignore[arg-type]
        message=text,
        status=wire.STATUS.get(refused.code, 422),
        why=wire.Line(key=why.key, args={name: plain(value) for name, value in why.args.items()}),
        seq=refused.seq,
    )
