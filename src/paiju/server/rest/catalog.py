"""The catalog: games, their options, words and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get
from litestar.params import FromQuery, QueryParameter

from paiju import bots
from paiju.games import catalog
from paiju.games.codec import encode
from paiju.games.messages import COMMON
from paiju.games.options import OptionError, OptionInfo, read_pairs
from paiju.server import wire
from paiju.server.documents import document, sent
from paiju.server.messages import ASKED, SERVER
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
    own = {**COMMON, **ASKED, **SERVER}
    if game == "paiju":
        table = own
    else:
        try:
            info = context_of(request).settings.find(game)
        except catalog.UnknownGame:
            raise unknown_game(context_of(request), game) from None
        game, table = info.id, {**own, **info.messages}
    return _kept(
        request,
        f"messages/{game}",
        lambda: wire.MessageTable(game=game, messages={key: asdict(text) for key, text in table.items()}),
    )


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


def catalog_reply(infos: Iterable[catalog.GameInfo]) -> wire.CatalogReply:
    return wire.CatalogReply(games=[_game(info) for info in infos])


def _game(info: catalog.GameInfo) -> wire.CatalogGame:
    return wire.CatalogGame(
        id=info.id,
        title=asdict(info.title),
        summary=asdict(info.summary),
        family=info.family,
        aliases=list(info.aliases),
        seats=list(info.seats),
        recommended=info.recommended,
        turns=info.turns,
        chips=info.chips is not None,
        presets={name: dict(values) for name, values in info.presets.items()},
        default_preset=info.default_preset,
        usual_preset=info.usual_preset or info.default_preset,
        options=[_option(option) for option in info.describe() if not option.carried],
        bots=list(bots.levels(info.id)),
        rules_version=info.rules_version,
    )


def _option(info: OptionInfo) -> wire.Option:
    return wire.Option(
        name=info.name,
        type=info.type,
        default=info.default,
        help=asdict(info.help),
        choices=list(info.choices),
        low=info.low,
        high=info.high,
        optional=info.optional,
    )
