"""Packages that most users do not need: `pip install 'paiju[server]'` brings those of the server, and so on."""

from __future__ import annotations

from typing import Final

MODULES: Final = {
    "server": (
        "alembic",
        "argon2",
        "confusable_homoglyphs",
        "httptools",
        "jwt",
        "litestar",
        "precis_i18n",
        "prometheus_client",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "websockets",
    ),
    "terminal": ("textual",),
    "postgres": ("asyncpg",),
    "redis": ("redis",),
    "cluster": ("dask", "distributed"),
    "mcp": ("mcp",),
    "rl": ("gymnasium", "numpy", "pettingzoo"),
    "train": ("torch",),
    "onnx": ("onnx", "onnxruntime"),
}
"""The modules each extra brings, by the names under which they are imported."""


def extra_of(module: str) -> str | None:
    """The extra that brings a module: `extra_of("litestar.di")` is `"server"`; None for a module of no extra."""
    top = module.partition(".")[0]
    return next((extra for extra, modules in MODULES.items() if top in modules), None)
