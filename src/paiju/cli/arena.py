"""`paiju arena`: bots against bots on the same deals."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.arena.contest import Contest, DealResult, play_deal
from paiju.arena.executor import Executor, executor
from paiju.arena.journal import Journal, JournalError
from paiju.arena.plot import running_difference
from paiju.arena.standing import Standing, standing
from paiju.bots.named import check_named
from paiju.bots.registry import UnknownLevel
from paiju.cli.contestant import with_model
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.encodings.network import NetworkError
from paiju.games import catalog
from paiju.games.messages import Language, Text
from paiju.games.options import OptionError, read_pairs
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)

_HEAD = Text(
    "{game}，{deals} 局，{seats} 人，每局 {seatings} 种座次；得分按每局每座，区间 95 %",
    "{game}, deals: {deals}, seats: {seats}, seatings a deal: {seatings}; score per deal and seat, 95 % intervals",
)
_COLUMNS = (
    Text("机器人", "bot"),
    Text("得分", "score"),
    Text("赢的座次", "seats won"),
    Text("等级分", "rating"),
    Text("崩溃", "crashes"),
    Text("超时", "late"),
    Text("违规", "illegal"),
)
_PAIR = Text(
    "{first} − {second}：{difference}，更好的局占 {better}",
    "{first} − {second}: {difference}, better in {better} of the deals",
)
_FAULT = Text("{bot} 的第一次差错：{fault}", "{bot}: first fault: {fault}")
_PLOT = Text("{game}：{first} − {second}，每局每座得分", "{game}: {first} − {second}, points per deal and seat")


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    bots: Annotated[
        str, typer.Option(help='Levels, Python files, networks (.net, .onnx) or "cmd:…" programs, separated by commas.')
    ],
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
    mcp_port: Annotated[int, typer.Option(min=0, max=65535, help="Where a language model joins as bot `mcp`.")] = 8765,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Measure bots against each other: paired differences with 95 % intervals, ratings, faults counted apart."""
    try:
        with with_model(game, bots, mcp_port, lang, alone=workers == 1 and cluster is None):
            contest = _contest(game, bots, deals, duplicate, seats, preset, option or [], seed, limit, lang)
            results = _run(contest, executor(workers, cluster), Journal(out) if out else None, quiet=json)
    except typer.Exit:
        raise  # the sentence is said; for click this is a RuntimeError
    except (catalog.UnknownGame, JournalError, Refusal, RuntimeError, OSError) as error:
        fail(error, lang)
    except KeyboardInterrupt:
        fail(Refusal("arena.stopped", folder=out) if out else Refusal("arena.stopped_unkept"), lang, code=130)
    found = standing(contest, results)
    if out:
        _plots(contest, results, out, lang)
    if json:
        print_json(_named(asdict(found)))
    else:
        _show(contest, found, lang)


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
    lang: Language,
) -> Contest:
    named = tuple(name.strip() for name in bots.split(",") if name.strip())
    try:
        values = read_pairs(option)
        info = catalog.find(game)
        ready = info.game(values, preset)
        for name in named:
            check_named(info.id, name)
    except (Refusal, catalog.UnknownGame, OptionError, UnknownLevel, NetworkError, OSError) as error:
        fail(error, lang)
    count = seats or info.recommended
    if count not in ready.seats:
        fail(Refusal("record.seats", game=info.id, seats=count), lang)
    if not 2 <= len(named) <= count:
        fail(Refusal("arena.bots", most=count) if count > 2 else Refusal("arena.two_bots"), lang)
    return Contest(info.id, named, deals, count, preset, values, seed, duplicate, limit)


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


def _named(value: Any) -> Any:
    """Estimates and shares with the names of their fields; numbers by position would be a riddle."""
    if hasattr(value, "_asdict"):
        return value._asdict()
    if isinstance(value, dict):
        return {key: _named(one) for key, one in value.items()}
    return [_named(one) for one in value] if isinstance(value, (list, tuple)) else value


def _plots(contest: Contest, results: list[DealResult], out: Path, lang: Language) -> None:
    first = contest.bots[0]
    for j, other in enumerate(contest.bots[1:], start=1):
        differences = [result.scores[0] - result.scores[j] for result in results]
        title = _PLOT[lang].format(game=contest.game, first=first, second=other)
        (out / f"difference-{j}.svg").write_text(running_difference(differences, title), encoding="utf-8")


def _show(contest: Contest, found: Standing, lang: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True, highlight=False)
    seatings = len(contest.seatings(0))
    console.print(_HEAD[lang].format(game=contest.game, deals=found.deals, seats=contest.seat_count, seatings=seatings))
    rows = Table(box=None, pad_edge=False)
    for place, heading in enumerate(_COLUMNS):
        rows.add_column(heading[lang], justify="right" if place else "left", no_wrap=place > 0, overflow="fold")
    for one in sorted(found.bots, key=lambda one: -one.rating):
        faults = (one.faults.crash, one.faults.timeout, one.faults.illegal)
        rows.add_row(one.bot, str(one.score), str(one.wins), f"{one.rating:+.0f}", *map(str, faults))
    console.print(rows)
    for pair in found.pairs:
        data = {"first": pair.first, "second": pair.second, "difference": pair.difference, "better": pair.better}
        console.print(_PAIR[lang].format(**data))
    for one in found.bots:
        if one.faults.first:
            console.print(_FAULT[lang].format(bot=one.bot, fault=one.faults.first), style="yellow", markup=False)
