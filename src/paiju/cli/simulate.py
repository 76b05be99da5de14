"""`paiju simulate`: many deals of a game by random play."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games import catalog
from paiju.games.messages import Language, Text
from paiju.games.options import OptionError, read_pairs
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)

_SEAT = Text("座位", "seat")
_MEAN = Text("平均得分", "mean score")
_DEVIATION = Text("标准差", "deviation")
_WON = Text("得分为正", "above 0")
_RANGE = Text("最低…最高", "least…most")
_RATE = Text(
    "{deals:,} 局，{choices:.1f} 次选择/局，{seconds:.2f} 秒，{rate:,.0f} 局/秒（{where}）",
    "{deals:,} deals, {choices:.1f} choices a deal, {seconds:.2f} s, {rate:,.0f} deals/s ({where})",
)
_NATIVE = Text("原生内核", "native kernel")
_PYTHON = Text("纯 Python", "pure Python")


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    deals: Annotated[int, typer.Option(min=1, max=10**12, help="How many deals.")] = 10_000,
    seats: Annotated[
        int | None, typer.Option(min=2, max=10, help="Table size; the recommended one by default.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option, name=value; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals.")] = 0,
    reference: Annotated[
        bool,
        typer.Option("--reference", help="Deal as the game does for seed, seed + 1 …, not by the quick generator."),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes on this machine.")] = 1,
    cluster: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Play deals at random and count: deals per second, scores of each seat."""
    from dataclasses import asdict

    from paiju.arena.executor import executor
    from paiju.envs.simulate import chunks, run, statistics

    try:
        values = read_pairs(option or [])
        ready = catalog.find(game).game(values, preset)
        if seats is not None and seats not in ready.seats:
            fail(Refusal("record.seats", game=ready.name, seats=seats), lang)
        work = list(chunks(game, deals, preset=preset, values=values, seats=seats, seed=seed, reference=reference))
        start = time.perf_counter()
        found = statistics(executor(workers, cluster).map(run, work))
    except (catalog.UnknownGame, OptionError, Refusal, ValueError, OSError) as error:
        fail(error, lang)
    except KeyboardInterrupt:
        fail(Refusal("cli.stopped"), lang, code=130)
    seconds = time.perf_counter() - start
    if json:
        data = asdict(found)
        print_json({"game": ready.name, **data, "seconds": seconds, "deals_per_second": found.deals / seconds})
        return
    _show(found, seconds, lang)


def _show(found: object, seconds: float, lang: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    from paiju.envs.simulate import Statistics

    assert isinstance(found, Statistics)
    table = Table(box=None, pad_edge=False)
    for heading in (_SEAT, _MEAN, _DEVIATION, _WON, _RANGE):
        table.add_column(heading[lang], justify="right")
    for seat, one in enumerate(found.seats, start=1):
        table.add_row(
            str(seat), f"{one.mean:+.3f} ±{one.margin:.3f}", f"{one.deviation:.2f}", f"{one.won:.2%}",
            f"{one.least}…{one.most}",
        )  # fmt: skip
    console = Console()
    console.print(table)
    where = (_NATIVE if found.native else _PYTHON)[lang]
    text = _RATE[lang].format(
        deals=found.deals, choices=found.choices / found.deals, seconds=seconds, rate=found.deals / seconds, where=where
    )
    console.print(text, style="dim", highlight=False)
