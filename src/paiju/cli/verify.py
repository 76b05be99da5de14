"""`paiju verify`: is this record whole, was its deal committed to, does it replay, did the seed deal its cards? Or does
this certificate prove its claim?"""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json, read_bytes
from paiju.games.catalog import find
from paiju.games.fairness import check
from paiju.games.messages import Language, Text
from paiju.games.record import SIZE_LIMIT, Record, RecordError, Verdict, load_all, verify

app = typer.Typer(add_completion=False)

FIRST_LINE = b"paiju certificate"
CERTIFICATE_LIMIT = 512 << 20  # a million entries of the longest

_OK = Text("{moves} 步，哈希链完整，复盘一致", "{moves} moves, chain whole, replays")
_COMMITTED = Text("发牌事先有承诺，且相符", "the deal is the one committed to")
_NOT_COMMITTED = Text("发牌事先没有承诺", "no commitment was made before the deal")
_CERTIFICATE = {
    "first": Text("{side}必胜，已验证（{entries} 条）", "{side} can force the win; proved, entries: {entries}"),
    ">=": Text(
        "{side}能保证{seat}至少 {points} 分，已验证（{entries} 条）",
        "{side} can force at least {points} points for {seat}; proved, entries: {entries}",
    ),
    "<=": Text(
        "{side}能保证{seat}至多 {points} 分，已验证（{entries} 条）",
        "{side} can hold {seat} to at most {points} points; proved, entries: {entries}",
    ),
}
_PLACED = Text("{places} 个位置与种子洗出的一致", "all {places} places are as the seed shuffles them")
_UNFINISHED = Text("尚未打完", "not finished")


@app.command("verify")
def command(
    file: Annotated[
        str, typer.Argument(help="A .paiju record, a certificate, or the address of one; - reads standard input.")
    ],
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Check the hash chain, the seed commitment, the replay and the shuffles of a record; or a certificate of `paiju solve`."""
    content = _read(file, lang)
    if content.startswith(FIRST_LINE):
        _check(content, file, json, lang)
        return
    try:
        rows = [(record, verify(record), _placed(record)) for record in load_all(content)]
    except RecordError as error:
        if json:
            print_json([{"ok": False, "line": error.line, "error": error.why}])
        fail(error, lang, file=file)
    if json:
        print_json(
            [
                {
                    "ok": True,
                    "game": record.game,
                    "moves": len(record.moves),
                    "committed": verdict.committed,
                    "placed": placed,
                    "scores": list(verdict.outcome.scores) if verdict.outcome else None,
                }
                for record, verdict, placed in rows
            ]
        )
        return
    for row in rows:
        typer.echo(_sentence(*row, lang))


def _placed(record: Record) -> int | None:
    """How many places were checked against the shuffles of the seed; None where a game does not name its shuffles."""
    shuffles = find(record.game).shuffles if record.position is None else None  # a position was not dealt
    assert record.seed is not None  # `verify` refuses a record without it
    return None if shuffles is None else check(record.seed, shuffles(record))


def _sentence(record: Record, verdict: Verdict, placed: int | None, lang: Language) -> str:
    parts = [_OK[lang].format(moves=len(record.moves)), (_COMMITTED if verdict.committed else _NOT_COMMITTED)[lang]]
    if placed is not None:
        parts.append(_PLACED[lang].format(places=placed))
    parts.append(", ".join(f"{score:+d}" for score in verdict.outcome.scores) if verdict.outcome else _UNFINISHED[lang])
    return f"{record.game}: {'; '.join(parts)}"


def _check(content: bytes, file: str, json: bool, lang: Language) -> None:
    from paiju.cli.sides import seat_names, side_name
    from paiju.solver.checking import CertificateError, verify

    try:
        found = verify(content.decode("utf-8", "replace"))
    except CertificateError as error:
        if json:
            print_json({"ok": False, "line": error.line or None, "error": error.worded("en")})
        fail(error, lang, file=file)
    claim = found.claim
    if json:
        print_json({"ok": True, "position": str(found.position), "claim": str(claim), "entries": len(found.entries)})
        return
    words = _CERTIFICATE["first" if claim.seat is None else claim.relation][lang]
    text = words.format(
        side=side_name(found.position, claim.side, lang),
        seat=seat_names(found.position, lang)[claim.seat or 0],
        points=claim.points,
        entries=len(found.entries),
    )
    typer.echo(f"{found.position}: {text}")


def _read(file: str, lang: Language) -> bytes:
    """A record from a file, or from a server: `http://…/api/games/ID/records/1`."""
    if not file.startswith(("http://", "https://")):
        return read_bytes(Path(file), lang, CERTIFICATE_LIMIT)
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    try:
        with urlopen(Request(file, headers={"Accept-Language": lang}), timeout=30) as answer:
            return bytes(answer.read(SIZE_LIMIT + 1))
    except HTTPError as error:
        with error:
            fail(f"{file}: {_message(error.read(1 << 16)) or error.reason}")
    except (URLError, OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        fail(f"{file}: {getattr(why, 'strerror', None) or why}")


def _message(body: bytes) -> str | None:
    """The sentence with which a server of ours refuses."""
    try:
        return str(loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return None
