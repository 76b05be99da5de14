"""Backups: every row of one moment in one file, for SQLite and PostgreSQL alike, so that either restores into the other.

The file is a ZIP of `manifest.json` and one `TABLE.jsonl` each, a row a line. It is read in one transaction while the server runs.
It holds everything, password hashes and the key that signs sessions included: keep it as safe as the database.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, column, func, insert, inspect, select, table, text

from paiju import __version__
from paiju.games.refusals import Refusal
from paiju.server import models as m
from paiju.server.database import Database
from paiju.server.migrate import head, revision_of, upgrade

FORMAT: Final = 1
ROWS: Final = 500
"""Rows read or written at once."""


class Part(msgspec.Struct):
    """One table of a backup."""

    columns: list[str]
    rows: int
    sha256: str


class Manifest(msgspec.Struct, kw_only=True):
    """What is in a backup."""

    format: int
    version: str
    revision: str
    """The schema it was written with."""
    at: int
    tables: dict[str, Part]


class BackupError(Refusal):
    """A backup cannot be made, read or restored; the sentence says why."""


async def back_up(database: Database, path: Path, now: int) -> Manifest:
    """Write all rows as they are at one moment. The file appears when it is complete."""
    partial = path.with_name(path.name + ".part")
    try:
        file = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "wb") as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = await database.read(lambda db: _write(db, archive, now), long=True)
            archive.writestr("manifest.json", msgspec.json.format(msgspec.json.encode(manifest)))
        _flush(partial)
        partial.replace(path)
    except OSError as error:
        raise BackupError("backup.file", file=path, why=error.strerror or error) from None
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def _flush(path: Path) -> None:
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def _write(db: Connection, archive: zipfile.ZipFile, now: int) -> Manifest:
    if db.dialect.name == "postgresql":
        db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    revision = revision_of(db)
    if revision != head():
        raise BackupError("backup.revision", found=revision, known=head())
    parts = {str(one.name): _write_table(db, archive, one) for one in m.metadata.sorted_tables}
    return Manifest(format=FORMAT, version=__version__, revision=head(), at=now, tables=parts)


def _write_table(db: Connection, archive: zipfile.ZipFile, source: Table) -> Part:
    columns, digest, count = [str(one.name) for one in source.c], hashlib.sha256(), 0
    query = select(source).order_by(*source.primary_key.columns).execution_options(yield_per=ROWS)
    with archive.open(f"{source.name}.jsonl", "w", force_zip64=True) as file:
        for row in db.execute(query):
            line = msgspec.json.encode(list(row)) + b"\n"
            digest.update(line)
            file.write(line)
            count += 1
    return Part(columns=columns, rows=count, sha256=digest.hexdigest())


def read_manifest(path: Path) -> Manifest:
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = msgspec.json.decode(archive.read("manifest.json"), type=Manifest)
    except OSError as error:
        raise BackupError("backup.file", file=path, why=error.strerror or error) from None
    except (zipfile.BadZipFile, KeyError, msgspec.MsgspecError):
        raise BackupError("backup.no_backup", file=path) from None
    if manifest.format != FORMAT or manifest.revision > head():
        raise BackupError("backup.newer", file=path, version=manifest.version)
    return manifest


async def restore(database: Database, path: Path) -> Manifest:
    """Fill an empty database with a backup, all or nothing, and bring it to the schema of this version."""
    manifest = read_manifest(path)
    with zipfile.ZipFile(path) as archive:
        await database.write(lambda db: _restore(db, archive, manifest), long=True)
    return manifest


def _restore(db: Connection, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    if inspect(db).has_table("players") and db.scalar(select(func.count()).select_from(table("players"))):
        raise BackupError("backup.not_empty")
    upgrade(db, manifest.revision)
    for known in m.metadata.sorted_tables:
        if (part := manifest.tables.get(known.name)) is not None:
            _fill(db, known, part, archive)
    if db.dialect.name == "postgresql":
        for known in m.metadata.sorted_tables:
            if "id" in known.c and known.c.id.autoincrement is True:
                last = f"(SELECT coalesce(max(id), 0) + 1 FROM {known.name})"
                db.execute(text(f"SELECT setval(pg_get_serial_sequence('{known.name}', 'id'), {last}, false)"))
    upgrade(db)


def _fill(db: Connection, known: Table, part: Part, archive: zipfile.ZipFile) -> None:
    columns = [column(name, known.c[name].type) for name in part.columns]
    target = table(known.name, *columns)
    digest, count = hashlib.sha256(), 0
    db.execute(target.delete())  # rows that a migration made
    for lines in _lines(archive, known.name):
        for line in lines:
            digest.update(line)
        rows = [dict(zip(part.columns, msgspec.json.decode(line), strict=True)) for line in lines]
        db.execute(insert(target), rows)
        count += len(rows)
    if (count, digest.hexdigest()) != (part.rows, part.sha256):
        raise BackupError("backup.damaged", table=known.name)


def _lines(archive: zipfile.ZipFile, name: str) -> Iterator[list[bytes]]:
    """The rows of a table, some at a time."""
    try:
        with archive.open(f"{name}.jsonl") as file:
            lines: list[bytes] = []
            for line in file:
                lines.append(line)
                if len(lines) == ROWS:
                    yield lines
                    lines = []
            if lines:
                yield lines
    except (zipfile.BadZipFile, KeyError):
        raise BackupError("backup.damaged", table=name) from None


def summary(manifest: Manifest) -> dict[str, Any]:
    """What a backup holds, for people and programs."""
    return {name: part.rows for name, part in manifest.tables.items()}
