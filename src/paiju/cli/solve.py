"""`paiju solve`: who wins a position of a climbing game with open hands, and by which moves."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json, read_bytes
from paiju.cli.sides import line_text, move_text, seat_names, side_name
from paiju.games.climb.position import Position, PositionError
from paiju.games.contract import Line
from paiju.games.messages import Language, Text, tell
from paiju.games.refusals import Refusal
from paiju.solver.certificate import certificate
from paiju.solver.checking import CertificateError
from paiju.solver.endgame import Solution, Solver

app = typer.Typer(add_completion=False)

SOLVED, UNDECIDED, BAD = 0, 1, 2
_EMPTY = Text("没有局面", "there is no position")

_WORDS: dict[str, Text] = {
    "solve.side": Text("{side}必胜。", "{side} can force the win."),
    "solve.seat": Text("{turn:seat}必胜：一定能最先出完。", "{turn:seat} can force being first out."),
    "solve.others": Text("{turn:seat}不能保证最先出完。", "{turn:seat} cannot force being first out."),
    "solve.place": Text("{turn:seat}最好能保证第 {place} 名。", "The best place {turn:seat} can force is {place}."),
    "solve.value": Text("{turn:seat}最好能保证 {value} 分。", "{turn:seat} can force a score of {value}."),
    "solve.undecided": Text(
        "没有算出结果：用时 {seconds} 秒，看了 {nodes} 个局面。", "Not decided: {nodes} positions in {seconds} s."
    ),
    "solve.only": Text("唯一解：{moves}", "Only move: {moves}"),
    "solve.best": Text("正解：{moves}", "Winning moves: {moves}"),
    "solve.keeps": Text("最好的出法：{moves}", "Best moves: {moves}"),
    "solve.loses": Text("{turn:seat}怎么出都赢不了。", "{turn:seat}: every move loses."),
    "solve.open": Text("没有算清的出法：{moves}", "Moves not decided: {moves}"),
    "solve.refuted": Text("{move} 不行：对方{reply}", "{move} fails: the answer is {reply}"),
    "solve.refuted_pass": Text("{move} 不行：对方不要", "{move} fails: the others pass"),
    "solve.fails": Text("{move} 不行", "{move} fails"),
    "solve.line": Text("变化：{line}", "Main line: {line}"),
    "solve.work": Text("（{nodes} 个局面，{seconds} 秒）", "({nodes} positions, {seconds} s)"),
    "solve.proof": Text("证书：{file}（{entries} 条）", "Certificate: {file}, entries: {entries}"),
    "solve.progress": Text("看了 {nodes} 个局面，{seconds} 秒", "{nodes} positions, {seconds} s"),
    "solve.at_line": Text("第 {line} 行：{why}", "line {line}: {why}"),
}  # fmt: skip


@app.command("solve")
def command(
    what: Annotated[
        list[str], typer.Argument(metavar="POSITION|FILE|-", help="A position; a file, or -, of one position a line.")
    ],
    everything: Annotated[bool, typer.Option("--all", help="Also the moves that fail, and what refutes them.")] = False,
    goal: Annotated[str, typer.Option(metavar="win|score", help="Who wins, or by how many points.")] = "win",
    limit: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Time for each position.")] = 60.0,
    memory: Annotated[int, typer.Option(min=1, metavar="MB", help="Memory of a search.")] = 1024,
    proof: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="Write a proof for `paiju verify`.")
    ] = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Solve positions of climbing games with open hands. Exit 0: solved; 1: not decided, or stopped; 2: bad input."""
    if goal not in ("win", "score"):
        raise typer.BadParameter("win or score", param_hint="--goal")
    rows = list(_positions(what, lang))
    if not rows:
        fail(_EMPTY, lang, file=" ".join(what))
    if proof is not None and len(rows) > 1:
        fail(Refusal("certificate.one"), lang)
    result = SOLVED
    for number, text in rows:
        try:
            position = Position.parse(text)
        except PositionError as error:
            _refuse(error, text, number, json, lang)
            result = BAD
            continue
        show = _Progress(lang)
        solver = Solver(position, limit=limit, memory=memory << 20, progress=show if sys.stderr.isatty() else None)
        stopped = False
        try:
            found = solver.solve("score" if goal == "score" else "win", all_moves=everything)
        except KeyboardInterrupt:
            assert solver.known is not None
            found, stopped = solver.known, True
        show.clear()
        if json:
            print_json(solution_data(found))
        else:
            typer.echo("\n".join(_answer(found, lang)))
        result = max(result, SOLVED if found.proved and not stopped else UNDECIDED)
        if stopped:
            break
        if proof is not None:
            _prove(solver, proof, json, lang)
    raise typer.Exit(result)


def _positions(what: list[str], lang: Language) -> Iterator[tuple[int, str]]:
    """Each position with the number of its line, 0 for one of the command line. Empty lines and # comments are skipped, and
    what follows a semicolon: the notes of a puzzle."""
    text = " ".join(what)
    if not text.strip():
        return
    if text != "-" and " " in text and not Path(text).exists():
        yield 0, text.partition(";")[0].rstrip()
        return
    try:
        rows = read_bytes(Path(text), lang).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        fail(Refusal("record.no_text"), lang, file=text)
    for number, row in enumerate(rows, start=1):
        if row.strip() and not row.lstrip().startswith("#"):
            yield number, row.partition(";")[0].rstrip()


def _refuse(error: PositionError, text: str, number: int, json: bool, lang: Language) -> None:
    """One sentence on standard error, with the line where there is one; programs get an object in its place."""
    why = error.worded(lang)
    if json:
        print_json({"position": text, "error": why, "at": error.at if error.at >= 0 else None})
    if number:
        why = _tell(Line.of("solve.at_line", line=number, why=why), lang)
    typer.echo(f"paiju: {why}", err=True)


def _prove(solver: Solver, file: Path, json: bool, lang: Language) -> None:
    """Write the certificate, or say in a sentence why there is none."""
    try:
        found = certificate(solver)
        file.write_text(str(found), encoding="utf-8")
    except CertificateError as error:
        fail(error, lang, code=UNDECIDED)
    except OSError as error:
        fail(f"{file}: {error.strerror or error}")
    if not json:
        typer.echo(_tell(Line.of("solve.proof", file=str(file), entries=len(found.entries)), lang))


class _Progress:
    """One line on the terminal while a search takes longer than a second."""

    def __init__(self, lang: Language) -> None:
        self.lang, self.start, self.shown = lang, time.monotonic(), False

    def __call__(self, nodes: int) -> None:
        seconds = time.monotonic() - self.start
        if seconds >= 1:
            text = _tell(Line.of("solve.progress", nodes=f"{nodes:,}", seconds=f"{seconds:.0f}"), self.lang)
            typer.echo(f"\r{text}\033[K", err=True, nl=False)
            self.shown = True

    def clear(self) -> None:
        if self.shown:
            typer.echo("\r\033[K", err=True, nl=False)


def solution_data(found: Solution) -> dict[str, Any]:
    return {
        "position": str(found.position),
        "winners": found.winners,
        "side": found.side or None,
        "proved": found.proved,
        "value": found.value,
        "place": found.place,
        "moves": [{"move": one.move, "wins": one.wins, "reply": one.reply} for one in found.moves],
        "line": [{"seat": seat, "move": move} for seat, move in found.line],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def _tell(line: Line, lang: Language, names: list[str] | None = None) -> str:
    return tell(line, _WORDS, lang, names or ())


def _answer(found: Solution, lang: Language) -> Iterator[str]:
    """The answer in sentences."""
    names = seat_names(found.position, lang)
    for line in _lines(found, lang):
        sentence = _tell(line, lang, names)
        moves = ("solve.refuted", "solve.refuted_pass", "solve.fails")
        yield sentence[:1].upper() + sentence[1:] if lang == "en" and line.key not in moves else sentence


def _lines(found: Solution, lang: Language) -> Iterator[Line]:
    turn = found.position.turn
    work = {"nodes": f"{found.nodes:,}", "seconds": f"{found.seconds:.3g}"}
    if not found.proved:
        yield Line.of("solve.undecided", **work)
        return
    if found.side not in ("seat", "others"):
        yield Line.of("solve.side", side=side_name(found.position, found.winners, lang))
    elif found.value is None:
        yield Line.of(f"solve.{found.side}", turn=turn)
    if found.value is not None:
        yield Line.of("solve.value", turn=turn, value=f"{found.value:+d}" if found.value else "0")
    if found.place not in (None, 1):
        yield Line.of("solve.place", turn=turn, place=found.place)
    keep = [move_text(one.move, lang) for one in found.moves if one.wins]
    unknown = [move_text(one.move, lang) for one in found.moves if one.wins is None]
    if keep:
        single = len(keep) == 1 and not unknown
        key = "solve.keeps" if found.value is not None else "solve.only" if single else "solve.best"
        yield Line.of(key, moves=" ".join(keep))
    elif not unknown and found.side != "others":
        yield Line.of("solve.loses", turn=turn)
    if unknown:
        yield Line.of("solve.open", moves=" ".join(unknown))
    for one in found.moves:
        if one.wins is False and one.reply is not None:
            key = "solve.refuted_pass" if one.reply == "pass" else "solve.refuted"
            reply = f" {one.reply}" if lang == "zh" else one.reply
            yield Line.of(key, move=move_text(one.move, lang), reply=reply)
        elif one.wins is False:
            yield Line.of("solve.fails", move=move_text(one.move, lang))
    if found.line:
        yield Line.of("solve.line", line=line_text(found.position, found.line, lang))
    yield Line.of("solve.work", **work)
