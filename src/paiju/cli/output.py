"""What every command needs to speak: languages, JSON, errors."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from paiju.cards import NotationError
from paiju.games.messages import COMMON, Language, Messages, Text, tell, why_unread
from paiju.games.refusals import REFUSALS, Refusal, Worded


def fail(
    message: str | Text | Exception,
    lang: Language | None = None,
    *,
    code: int = 2,
    file: object = None,
    messages: Messages = COMMON,
) -> NoReturn:
    """Print one sentence on standard error and exit: 2 for bad input. `messages` are those of the game at hand."""
    text = in_words(message, lang or SYSTEM_LANGUAGE, messages)
    typer.echo(f"paiju: {f'{file}: ' if file else ''}{text}", err=True)
    raise typer.Exit(code)


def in_words(message: str | Text | Exception, lang: Language, messages: Messages = COMMON) -> str:
    """The sentence of an error, or of a text in two languages."""
    if isinstance(message, Text):
        return message[lang]
    if isinstance(message, NotationError) and message.key:
        return tell(why_unread(message), {**REFUSALS, **messages}, lang)
    return message.worded(lang) if isinstance(message, Worded) else str(message)


def print_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.encode(value, enc_hook=str).decode() + "\n")


def _language(text: str | None) -> str:
    if text is None:
        text = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        return "zh" if text.startswith("zh") else "en"
    if text.lower() not in ("zh", "en", "zh-cn", "zh_cn"):
        raise typer.BadParameter("the languages are zh and en")
    return text.lower()[:2]


LanguageOption = Annotated[
    Language, typer.Option("--lang", parser=_language, metavar="zh|en", help="Language; that of the system by default.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
SYSTEM_LANGUAGE: Language = _language(None)  # type: ignore[assignment]


def read_bytes(path: Path, lang: Language | None = None, limit: int = 9 << 20) -> bytes:
    """A file's bytes; `-` is standard input."""
    if str(path) == "-":
        return sys.stdin.buffer.read(limit)
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except FileNotFoundError:
        fail(Refusal("arena.no_file", file=path), lang)
    except IsADirectoryError:
        fail(Refusal("arena.folder", file=path), lang)
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
