"""`paiju arena`: bots against bots on the same deals."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from paiju.arena.contest import Contest, DealResult, play_deal
from paiju.arena.executor import Executor, executor
from paiju.arena.journal import Journal, JournalError
from paiju.arena.plot import running_difference
from paiju.arena.standing import Standing, standing
from paiju.bots import make
from paiju.bots.external import is_external
from paiju.bots.registry import UnknownLevel
from paiju.cli.output import JsonOption, fail, print_json
from paiju.games import catalog
from paiju.games.options import OptionError

app = typer.Typer()


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    bots: Annotated[str, typer.Option(help='Levels, Python files or "cmd:…" programs, separated by commas.')],
    deals: Annotated[int, typer.Option(min=1, help="How many deals.")] = 100,
    duplicate: Annotated[bool, typer.Option(help="Play each deal with the bots in every seat.")] = True,
    seats: Annotated[
        int | None, typer.Option(min=2, max=10, help="Table size; the recommended one by default.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, name=value; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals.")] = 1,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds a bot may think.")] = 0.3,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes on this machine.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for records, results and the plot; resumes what is there.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Measure bots against each other: paired differences with 95 % intervals, ratings, faults counted apart."""
    contest = _contest(game, bots, deals, duplicate, seats, preset, option or [], seed, limit)
    try:
        results = _run(contest, executor(workers, cluster), Journal(out) if out else None, quiet=json)
    except (JournalError, RuntimeError, OSError) as error:
        fail(str(error))
    table = standing(contest, results)
    if out:
        _plots(contest, results, out)
    if json:
        print_json(table)
    else:
        _show(contest, table)


def _contest(
    game: str,
    bots: str,
    deals: int,
    duplicate: bool,
    seats: int | None,
    preset: str | None,
    option: list[str],
    seed: int,
    limit: float,
) -> Contest:
    named = tuple(name.strip() for name in bots.split(",") if name.strip())
    values = dict(pair.partition("=")[::2] for pair in option)
    try:
        entry = catalog.find(game)
        ready = entry.game(values, preset)
        for name in named:
            if name.endswith(".py") and not name.startswith("cmd:") and not Path(name).is_file():
                fail(f"there is no file {name}")
            if not is_external(name):
                make(entry.id, name)
    except (catalog.UnknownGame, OptionError, UnknownLevel) as error:
        fail(str(error))
    table = seats or entry.recommended
    if table not in ready.seats:
        fail(f"{entry.id} is not played by {table}")
    if not 2 <= len(named) <= table:
        fail(f"name 2 to {table} bots, separated by commas")
    return Contest(entry.id, named, deals, table, preset, values, seed, duplicate, limit)


def _run(contest: Contest, where: Executor, journal: Journal | None, quiet: bool) -> list[DealResult]:
    from rich.console import Console
    from rich.progress import Progress

    results = journal.open(contest) if journal else []
    done = {result.number for result in results}
    left = [number for number in range(contest.deals) if number not in done]
    console = Console(stderr=True)
    with Progress(console=console, disable=quiet or not console.is_terminal, transient=True) as progress:
        task = progress.add_task("deals", total=contest.deals, completed=len(done))
        for result in where.map(partial(play_deal, contest), left):
            results.append(result)
            if journal:
                journal.add(result)
            progress.advance(task)
    return sorted(results, key=lambda result: result.number)


def _plots(contest: Contest, results: list[DealResult], out: Path) -> None:
    first = contest.bots[0]
    for j, other in enumerate(contest.bots[1:], start=1):
        differences = [result.scores[0] - result.scores[j] for result in results]
        title = f"{contest.game}: {first} − {other}, points per deal and seat"
        (out / f"difference-{j}.svg").write_text(running_difference(differences, title), encoding="utf-8")


def _show(contest: Contest, table: Standing) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(
        f"{contest.game}, {table.deals} deals, {contest.table} seats, {len(contest.seatings(0))} seatings a deal"
    )
    rows = Table(box=None, pad_edge=False)
    for heading in ("bot", "score per deal and seat", "seats won", "rating", "crashes", "late", "illegal"):
        rows.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in sorted(table.bots, key=lambda one: -one.rating):
        faults = (one.faults.crash, one.faults.timeout, one.faults.illegal)
        rows.add_row(one.bot, str(one.score), str(one.wins), f"{one.rating:+.0f}", *map(str, faults))
    console.print(rows)
    for pair in table.pairs:
        console.print(
            f"{pair.first} − {pair.second}: {pair.difference}, better in {pair.better} of deals; 95 % intervals"
        )
    for one in table.bots:
        if one.faults.first:
            console.print(f"{one.bot}: first fault: {one.faults.first}", style="yellow")
