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

from paiju.games.codec import encode
from paiju.server import wire
from paiju.server.addresses import client_address
from paiju.server.auth import COOKIE
from paiju.server.commands import Caller, Command, Done
from paiju.server.context import CONTEXT_KEY, Context
from paiju.server.limits import too_fast
from paiju.server.messages import sentence
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
        name="X-Table-Password",
        max_length=800,
        description="Of a locked table, for callers who do not sit there; UTF-8.",
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
    """From the header, else from the cookie."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    return request.cookies.get(COOKIE)


def same_site(headers: Any, context: Context) -> bool:
    """Whether the request comes from one of our own pages, or from a program: those send neither Origin nor Sec-Fetch-Site."""
    origin, settings = headers.get("origin"), context.settings
    site = headers.get("sec-fetch-site")  # the browser's own word; a proxy may have changed the host, not this
    if origin is None or site == "same-origin":
        return site in (None, "none", "same-origin")
    return origin in settings.origins or origin == settings.public_url or _host_of(origin) == headers.get("host")


def _host_of(origin: str) -> str | None:
    """The host an Origin names; None for `null`, and for what is no address at all."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def refuse_foreign(request: Reader) -> None:
    """A change is refused where a page of another site asks for it, and where its body is not said to be JSON.

    Both hold for every request that changes something, with a session or without: a page must not be able to give its visitor
    another session either. What a form or a script of another site can send without being asked first (CORS) is never JSON.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not same_site(request.headers, context_of(request)):
        raise Refused("forbidden", "error.origin")
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("bad_request", "error.not_json")


def base_of(request: Reader) -> str:
    """The address of this server that the caller can give to others."""
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
    """What a caller without a session is counted by."""
    return client_address(request.scope, context_of(request).settings.proxies)


def throttle(context: Context, kind: str, client: str) -> None:
    wait = context.limits.take(kind, client)
    if wait:
        raise too_fast(wait)


def throttle_opening(request: Reader, player: str) -> None:
    """New tables are counted by player, and by address."""
    throttle(context_of(request), "open", player)
    throttle(context_of(request), "open_from", address_of(request))


async def known(context: Context, token: str | None, language: Literal["zh", "en"], address: str) -> Caller:
    """The caller that a token stands for. Wrong ones are refused; too many from one address are only counted."""
    try:
        return await context.auth.caller(token, language, address)
    except Refused:
        throttle(context, "token", address)
        raise


async def admit(request: Reader) -> None:
    """Before every request: foreign pages are refused; where no caller is asked for, addresses are counted."""
    context = context_of(request)
    context.auth.bans.check_address(address_of(request), context.rooms.time.now())
    refuse_foreign(request)
    if "caller" not in request.route_handler.parsed_fn_signature.parameters:
        throttle(context_of(request), "read" if request.method in ("GET", "HEAD") else "write", address_of(request))


def headers_of(refused: Refused, status: int) -> dict[str, str]:
    """Headers of a refusal: when to try again."""
    return {"Retry-After": str(max(1, math.ceil(refused.wait or 1)))} if status in (429, 503) else {}


def provide_password(said: PasswordHeader = None) -> str | None:
    """The password of a locked table. Headers come as bytes, which are UTF-8 beyond ASCII."""
    if said is None or said.isascii():
        return said
    try:
        return said.encode("latin-1").decode()
    except UnicodeError:
        return said


async def provide_caller(request: Reader) -> Caller:
    """Who asks, if they say so; refused if they ask too often."""
    context = context_of(request)
    address = address_of(request)
    caller = await known(context, token_of(request), language_of(request), address)
    throttle(context, "read" if request.method in ("GET", "HEAD") else "write", caller.player or address)
    return caller


def unknown_game(context: Context, name: str, code: str = "not_found") -> Refused:
    there = ", ".join(info.id for info in context.settings.catalog())
    return Refused(code, "error.unknown_game", name=name, there=there)


def reply(value: Any, status: int = 200) -> Response[Any]:
    return Response(encode(value), status_code=status, media_type=MediaType.JSON)


def encoded(body: bytes) -> Response[Any]:
    """An answer that is JSON already."""
    return Response(body, media_type=MediaType.JSON)


async def changed(request: Reader, game: str, caller: Caller, command: Command, status: int = 200) -> Response[Any]:
    """Change a table; the answer has the state after it."""
    return reply(await context_of(request).ask(game, caller, command, with_state=True), status)


async def changed_quietly(request: Reader, game: str, caller: Caller, command: Command) -> Response[Any]:
    """Change a table; the answer has only the seq after it."""
    done: Done = await context_of(request).ask(game, caller, command)
    return reply({"seq": done.seq})


async def read(request: Reader, game: str, caller: Caller, command: Command) -> Response[Any]:
    """Read something of a table."""
    return reply(await context_of(request).ask(game, caller, command))


def problem(refused: Refused, language: Literal["zh", "en"]) -> wire.Problem:
    """A refusal as the body of an answer."""
    return wire.Problem(
        code=refused.code,  # type: ignore[arg-type]
        message=sentence(refused, language),
        status=wire.STATUS.get(refused.code, 422),
        why=refused.why,
        seq=refused.seq,
    )
