"""`paiju puzzles`: mine puzzles from bots' deals, and prove those of a file again."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import Annotated, Final

import typer

from paiju.cli.climbing import GameArgument, climbing_game
from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail, read_bytes
from paiju.games import catalog
from paiju.games.messages import Text
from paiju.puzzles.mine import Limits, likeness, mine_deal
from paiju.puzzles.puzzle import Puzzle, PuzzleError, load

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Mine and check puzzles (残局) of climbing games.")

HEAD: Final = (
    "# Paiju puzzles, {game}, deals of seed {seed}. CC0 1.0: no rights reserved. docs/puzzles.md has the format.\n"
)
_WRONG: Final = Text("第 {line} 行：{why}", "line {line}: {why}")
_RIGHT: Final = Text("{number} 题，全部重新证明", "{number} puzzles, all proved again")


@app.command("mine")
def mine(
    game: GameArgument,
    number: Annotated[int, typer.Option("--count", min=1, help="How many puzzles to find.")] = 10,
    deal: Annotated[int, typer.Option(min=1, help="The number of the first deal.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals.")] = 20,
    cards: Annotated[int, typer.Option(min=4, help="Cards in all hands, at most.")] = Limits.most,
    seconds: Annotated[float, typer.Option(min=0.001, help="For one question to the solver.")] = Limits.seconds,
    out: Annotated[Path | None, typer.Option(help="A file to add them to; it goes on after its last deal.")] = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Let bots play deals, and keep endings that exactly one move wins and that `normal` gives away. Ctrl-C ends it."""
    climbing_game(game, None, lang=lang)
    name = catalog.find(game).id
    kept = _kept(out, lang)
    seen, first = {likeness(one) for one in kept}, max([deal - 1, *(one.deal for one in kept)]) + 1
    limits = Limits(most=cards, seconds=seconds)
    if out is not None and not out.exists():
        out.write_text(HEAD.format(game=name, seed=seed), encoding="utf-8")
    found = 0
    try:
        for deal_number in count(first):
            puzzle = mine_deal(name, deal_number, limits, seed=seed)
            if puzzle is None or likeness(puzzle) in seen:
                continue
            seen.add(likeness(puzzle))
            found += 1
            if out is None:
                typer.echo(str(puzzle))
            else:
                with out.open("a", encoding="utf-8") as file:
                    file.write(f"{puzzle}\n")
            if found == number:
                break
    except KeyboardInterrupt:
        raise typer.Exit(0 if found else 1) from None


def _kept(out: Path | None, lang: str) -> tuple[Puzzle, ...]:
    if out is None or not out.exists():
        return ()
    return _read(out, "zh" if lang == "zh" else "en")


def _read(file: Path, lang: str) -> tuple[Puzzle, ...]:
    try:
        return load(read_bytes(file).decode("utf-8"))
    except (UnicodeDecodeError, PuzzleError) as error:
        fail(error, "zh" if lang == "zh" else "en", file=file)


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(help="A file of puzzles; - for standard input.")],
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Prove every puzzle of a file again: one first move wins, by a certificate that verifies. Exit 1 if any does not hold."""
    from paiju.puzzles.prove import wrong

    puzzles = _read(file, lang)
    bad = 0
    for number, puzzle in enumerate(puzzles, start=1):
        why = wrong(puzzle)
        if why is not None:
            bad += 1
            typer.echo(_WRONG[lang].format(line=number, why=f"{puzzle.text}: {why}"), err=True)
    if not bad:
        typer.echo(_RIGHT[lang].format(number=len(puzzles)))
    sys.exit(1 if bad else 0)
