"""`paiju phh`: check and convert poker hand histories."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games.messages import Language, Text, tell
from paiju.games.refusals import REFUSALS, Refusal

if TYPE_CHECKING:
    from paiju.games.holdem.phh import HandHistory
    from paiju.games.record import Record

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Check and convert poker hand histories (PHH).")

_SUFFIXES = (".phh", ".phhs")


_REFUSED = "refused"
_FAILURES = ("mismatched", _REFUSED)
_CONVENTIONS = ("winnings not told", "includes the uncalled bet")
_ZH = {
    "mismatched": "不符",
    _REFUSED: "打不通",
    "winnings not told": "没写赢了多少",
    "includes the uncalled bet": "把退回的下注也算作赢",
}


def _kind(kind: str, lang: Language) -> str:
    return _ZH[kind] if lang == "zh" else kind


class Finding(NamedTuple):
    """A hand that did not come out as its file says, or could not be played."""

    file: str
    hand: str
    kind: str  # one of the failures or conventions
    why: str

    def line(self, lang: Language) -> str:
        hand = Text(f" 第 {self.hand} 手", f" hand {self.hand}")[lang] if self.hand else ""
        colon = Text("：", ": ")[lang]
        return f"{self.file}{hand}{colon}{_kind(self.kind, lang)}{colon}{self.why}"


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders; folders are searched for .phh and .phhs.")],
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Count rake, and odd chips given to another winner, as mismatches; list and fail other conventions too.",
        ),
    ] = False,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Replay every hand through our rules and compare finishing stacks and winnings where the file gives them.

    One line per mismatch or refusal, then the totals. Ends with 1 if there was any. Two conventions of other programs are
    counted apart: winnings that are all zero (not told), and winnings with the bet that nobody called.
    """
    files = list(_files(paths, lang))
    failures = (*_FAILURES, *_CONVENTIONS) if strict else _FAILURES
    found: list[Finding] = []
    hands = 0
    for file in _with_progress(files):
        for name, outcome in _checked(file, strict, lang):
            hands += 1
            if outcome is not None:
                found.append(Finding(str(file), name, *outcome))
                if not json and found[-1].kind in failures:
                    typer.echo(found[-1].line(lang))
    counts = {kind: sum(one.kind == kind for one in found) for kind in (*_CONVENTIONS, *_FAILURES)}
    ok = hands - len(found)
    if json:
        numbers = {kind.replace(" ", "_"): count for kind, count in counts.items()}
        print_json({"hands": hands, "ok": ok, **numbers, "findings": [one._asdict() for one in found]})
    else:
        shown = {kind: count for kind, count in counts.items() if count or kind in _FAILURES}
        if lang == "zh":
            totals = [f"{_kind(kind, lang)} {count}" for kind, count in shown.items()]
            typer.echo("，".join([f"共 {hands} 手", f"相符 {ok}", *totals]))
        else:
            totals = [f"{count} {kind}" for kind, count in shown.items()]
            typer.echo(", ".join([f"{hands} hand{'s' if hands != 1 else ''}", f"{ok} ok", *totals]))
    if any(counts[kind] for kind in failures):
        raise typer.Exit(1)


def _files(paths: Iterable[Path], lang: Language) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.suffix in _SUFFIXES and one.is_file())
        elif path.exists():
            yield path
        else:
            fail(Refusal("phh.no_path"), lang, file=path)


def _with_progress(files: list[Path]) -> Iterator[Path]:
    """The files, under a progress bar where somebody watches."""
    if not sys.stderr.isatty() or len(files) < 2:
        yield from files
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(files, description="PHH", console=Console(stderr=True), transient=True)


def _checked(file: Path, strict: bool, lang: Language) -> Iterator[tuple[str, tuple[str, str] | None]]:
    """Every hand of a file, with what is wrong with it if anything is."""
    from paiju.games.holdem import phh

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield "", (_REFUSED, Refusal("phh.unreadable", why=error).worded(lang))
        return
    for name, part in phh.sections(text):
        try:
            verdict, difference = phh.compare(phh.loads(part), strict)
        except phh.PhhError as error:
            yield name, (_REFUSED, error.worded(lang))
        else:
            yield name, (verdict.value, tell(difference, REFUSALS, lang)) if difference is not None else None


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A .phh or .phhs file, or a .paiju record of hold'em.")],
    target: Annotated[Path, typer.Argument(help="Where to write: .paiju from PHH; .phh or .phhs from .paiju.")],
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Convert hands between PHH and .paiju, in the direction that the names say."""
    from paiju.games.holdem import phh
    from paiju.games.record import RecordError, dump_all, load_all

    try:
        if source.suffix in _SUFFIXES and target.suffix == ".paiju":
            records = [_recorded(name, hand) for name, hand in phh.loads_all(source.read_text(encoding="utf-8"))]
            text, count = dump_all(records), len(records)
        elif source.suffix == ".paiju" and target.suffix in _SUFFIXES:
            hands = [phh.of_record(record) for record in load_all(source.read_bytes())]
            if target.suffix == ".phh" and len(hands) != 1:
                fail(Refusal("phh.hands", source=source, hands=len(hands)), lang)
            text, count = phh.dumps(hands[0]) if target.suffix == ".phh" else phh.dumps_all(hands), len(hands)
        else:
            fail(Refusal("phh.direction"), lang)
        target.write_text(text, encoding="utf-8")
    except (phh.PhhError, RecordError, UnicodeDecodeError) as error:
        fail(error, lang, file=source)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        fail(Refusal("phh.no_path") if missing else str(error.strerror), lang, file=error.filename)
    summary: dict[str, Any] = {"source": str(source), "target": str(target), "hands": count}
    if json:
        print_json(summary)
    else:
        typer.echo(Text(f"{target}：{count} 手", f"{target}: {count} hand{'s' if count != 1 else ''}")[lang])


def _recorded(name: str, hand: HandHistory) -> Record:
    from paiju.games.holdem import phh

    try:
        return phh.to_record(hand)
    except phh.PhhError as error:
        raise error.within(name) from None
