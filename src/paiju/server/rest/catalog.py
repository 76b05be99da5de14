"""The catalog: games, their options, words and rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get
from litestar.params import FromQuery, QueryParameter

from paiju.games import catalog
from paiju.games.codec import encode
from paiju.games.options import OptionError, read_pairs
from paiju.server import wire
from paiju.server.catalog_reply import catalog_reply, messages_reply
from paiju.server.documents import document, sent
from paiju.server.rest.asking import (
    GameCode,
    OptionPairs,
    Reader,
    context_of,
    language_of,
    unknown_game,
)
from paiju.server.rules_reply import rules_reply
from paiju.table import Refused


@get("/api/catalog", tags=["catalog"], sync_to_thread=False)
def games(request: Reader) -> Response[wire.CatalogReply]:
    """Every game that can be played, with its table sizes, presets and options."""
    context = context_of(request)
    return _kept(request, "catalog", lambda: catalog_reply(context.settings.catalog()))


def _kept(request: Reader, name: str, make: Callable[[], object]) -> Response[Any]:
    """A reply that is the same for everybody while the process lasts: made once."""
    documents = context_of(request).documents
    if name not in documents:
        documents[name] = document(encode(make()))
    return sent(documents[name], request, MediaType.JSON)


@get("/api/messages/{game:str}", tags=["catalog"], sync_to_thread=False)
def messages(request: Reader, game: GameCode) -> Response[wire.MessageTable]:
    """Message templates in both languages; of the server itself under the name `paiju`."""
    try:
        info = context_of(request).settings.find(game) if game != "paiju" else None
    except catalog.UnknownGame:
        raise unknown_game(context_of(request), game) from None
    return _kept(request, f"messages/{info.id if info is not None else game}", lambda: messages_reply(info))


@get("/api/catalog/{game:str}/rules", tags=["catalog"], sync_to_thread=False)
def rules(
    request: Reader,
    game: GameCode,
    preset: Annotated[str | None, QueryParameter(max_length=60)] = None,
    option: OptionPairs = None,
    lang: FromQuery[Literal["zh", "en"] | None] = None,
) -> wire.RulesReply:
    """The rules in words, for these options, in one language: that of `lang`, else of Accept-Language."""
    try:
        info = context_of(request).settings.find(game)
    except catalog.UnknownGame:
        raise unknown_game(context_of(request), game) from None
    try:
        return rules_reply(info, info.build(read_pairs(option or ()), preset), lang or language_of(request))
    except (OptionError, catalog.UnknownGame) as error:
        raise Refused("bad_request", "error.option", why=error.sentence) from None
