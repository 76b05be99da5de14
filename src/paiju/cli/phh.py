"""`paiju phh`: check and convert poker hand histories."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from paiju.cli.output import JsonOption, fail, print_json

if TYPE_CHECKING:
    from paiju.games.holdem.phh import HandHistory
    from paiju.games.record import Record

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Check and convert poker hand histories (PHH).")

_SUFFIXES = (".phh", ".phhs")


_REFUSED = "refused"
_FAILURES = ("mismatched", _REFUSED)
_CONVENTIONS = ("winnings not told", "includes the uncalled bet")


class Finding(NamedTuple):
    """A hand that did not come out as its file says, or could not be played."""

    file: str
    hand: str
    kind: str  # one of the failures or conventions
    why: str

    @property
    def line(self) -> str:
        where = f"{self.file} hand {self.hand}" if self.hand else self.file
        return f"{where}: {self.kind}: {self.why}"


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
) -> None:
    """Replay every hand through our rules and compare finishing stacks and winnings where the file gives them.

    One line per mismatch or refusal, then the totals. Ends with 1 if there was any. Two conventions of other programs are
    counted apart: winnings that are all zero (not told), and winnings with the bet that nobody called.
    """
    files = list(_files(paths))
    failures = (*_FAILURES, *_CONVENTIONS) if strict else _FAILURES
    found: list[Finding] = []
    hands = 0
    for file in _with_progress(files):
        for name, outcome in _checked(file, strict):
            hands += 1
            if outcome is not None:
                found.append(Finding(str(file), name, *outcome))
                if not json and found[-1].kind in failures:
                    typer.echo(found[-1].line)
    counts = {kind: sum(one.kind == kind for one in found) for kind in (*_CONVENTIONS, *_FAILURES)}
    ok = hands - len(found)
    if json:
        numbers = {kind.replace(" ", "_"): count for kind, count in counts.items()}
        print_json({"hands": hands, "ok": ok, **numbers, "findings": [one._asdict() for one in found]})
    else:
        totals = [f"{count} {kind}" for kind, count in counts.items() if count or kind in _FAILURES]
        typer.echo(", ".join([f"{hands} hand{'s' if hands != 1 else ''}", f"{ok} ok", *totals]))
    if any(counts[kind] for kind in failures):
        raise typer.Exit(1)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.suffix in _SUFFIXES and one.is_file())
        elif path.exists():
            yield path
        else:
            fail(f"{path}: no such file or folder")


def _with_progress(files: list[Path]) -> Iterator[Path]:
    """The files, under a progress bar where somebody watches."""
    if not sys.stderr.isatty() or len(files) < 2:
        yield from files
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(files, description="PHH", console=Console(stderr=True), transient=True)


def _checked(file: Path, strict: bool) -> Iterator[tuple[str, tuple[str, str] | None]]:
    """Every hand of a file, with what is wrong with it if anything is."""
    from paiju.games.holdem import phh

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield "", (_REFUSED, f"cannot be read: {error}")
        return
    for name, part in phh.sections(text):
        try:
            verdict, why = phh.compare(phh.loads(part), strict)
        except phh.PhhError as error:
            yield name, (_REFUSED, str(error))
        else:
            yield name, None if verdict is phh.Verdict.AGREES else (verdict.value, why)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(help="A .phh or .phhs file, or a .paiju record of hold'em.")],
    target: Annotated[Path, typer.Argument(help="Where to write: .paiju from PHH; .phh or .phhs from .paiju.")],
    json: JsonOption = False,
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
                fail(f"{source} holds {len(hands)} hands; a .phh file holds one, write .phhs")
            text, count = phh.dumps(hands[0]) if target.suffix == ".phh" else phh.dumps_all(hands), len(hands)
        else:
            fail("convert reads .phh or .phhs and writes .paiju, or the other way round")
        target.write_text(text, encoding="utf-8")
    except (phh.PhhError, RecordError, UnicodeDecodeError) as error:
        fail(f"{source}: {error}")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}")
    summary: dict[str, Any] = {"source": str(source), "target": str(target), "hands": count}
    if json:
        print_json(summary)
    else:
        typer.echo(f"{target}: {count} hand{'s' if count != 1 else ''}")


def _recorded(name: str, hand: HandHistory) -> Record:
    from paiju.games.holdem import phh

    try:
        return phh.to_record(hand)
    except phh.PhhError as error:
        raise error.within(name) from None
