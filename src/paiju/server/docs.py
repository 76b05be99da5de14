"""A readable page of the OpenAPI document, without scripts from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get

from paiju.games import catalog
from paiju.server import wire
from paiju.server.asyncapi import asyncapi


@get("/docs", include_in_schema=False, sync_to_thread=False)
def docs(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Every route with its parameters, body and answers."""
    return Response(_kept(request.app, "docs_page", _page), media_type=MediaType.HTML)


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI 3.1 document, generated from the types."""
    return Response(_kept(request.app, "openapi_document", _document), media_type=MediaType.JSON)


@get("/api/asyncapi.json", include_in_schema=False, sync_to_thread=False)
def messages_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The AsyncAPI 3.0 document of the WebSocket, generated from the types."""
    return Response(_kept(request.app, "asyncapi_document", _messages), media_type=MediaType.JSON)


def _messages(_: Litestar) -> bytes:
    return msgspec.json.encode(asyncapi(catalog.infos()))


def _kept(app: Litestar, name: str, make: Callable[[Litestar], bytes]) -> bytes:
    """Made once: it takes long enough to keep players waiting, and never changes."""
    kept: bytes | None = app.state.get(name)
    if kept is None:
        kept = app.state[name] = make(app)
    return kept


def _document(app: Litestar) -> bytes:
    return msgspec.json.encode(openapi(app))


def _page(app: Litestar) -> bytes:
    schema = openapi(app)
    rows = [_route(path, method, spec) for path, item in schema["paths"].items() for method, spec in item.items()]
    parts = sorted(schema.get("components", {}).get("schemas", {}).items())
    types = "".join(f"<h3 id='{escape(name)}'>{escape(name)}</h3>{_fields(spec)}" for name, spec in parts)
    page = (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Paiju API</title>"
        "<meta name='viewport' content='width=device-width'><h1>Paiju API</h1>"
        "<p><a href='/api/openapi.json'>openapi.json</a>, <a href='/api/asyncapi.json'>asyncapi.json</a></p>"
        f"{''.join(rows)}<h2>Types</h2>{types}</html>"
    )
    return page.encode()


def openapi(app: Litestar) -> dict[str, Any]:
    """The framework's document, with our own body for refusals instead of the framework's."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    _, components = msgspec.json.schema_components([wire.Problem], ref_template="#/components/schemas/{name}")
    schema["components"]["schemas"].update(components)
    refusal = {
        "description": "A refusal, with its code.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for item in schema["paths"].values():
        for operation in item.values():
            operation["responses"].pop("400", None)
            operation["responses"]["default"] = refusal
    return schema


def _route(path: str, method: str, spec: dict[str, Any]) -> str:
    parameters = "".join(
        f"<li><code>{escape(one['name'])}</code> ({escape(one['in'])}{', required' if one.get('required') else ''})</li>"
        for one in spec.get("parameters", [])
    )
    body = spec.get("requestBody", {}).get("content", {})
    takes = "".join(f"<p>Body: {_type(one.get('schema', {}))}</p>" for one in body.values())
    gives = "".join(
        f"<li>{escape(status)}: {', '.join(_type(c.get('schema', {})) for c in one.get('content', {}).values())}</li>"
        for status, one in spec.get("responses", {}).items()
    )
    return (
        f"<h2><code>{escape(method.upper())} {escape(path)}</code></h2><p>{escape(spec.get('description', ''))}</p>"
        f"<ul>{parameters}</ul>{takes}<ul>{gives}</ul>"
    )


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    if "oneOf" in schema:
        return " | ".join(_type(one) for one in schema["oneOf"])
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]"
    return escape(str(schema.get("type", "any")))


def _fields(schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    rows = "".join(
        f"<li><code>{escape(name)}{'' if name in needed else '?'}</code>: {_type(spec)}</li>"
        for name, spec in schema.get("properties", {}).items()
    )
    return f"<p>{escape(schema.get('description', ''))}</p><ul>{rows}</ul>"
