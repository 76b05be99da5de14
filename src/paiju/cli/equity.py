"""`paiju equity`: how often each hand or range wins."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.cards import NotationError, cards
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games.messages import Language, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paiju.solver.equity import Equity

app = typer.Typer(add_completion=False)

_PLAYER = Text("手牌", "hand")
_WIN = Text("胜", "win")
_TIE = Text("平", "tie")
_EQUITY = Text("胜率", "equity")
_EXACT = Text("穷举 {total:,.0f} 种牌面", "exact, {total:,.0f} boards")
_SAMPLED = Text(
    "随机 {total:,.0f} 次，95% 置信区间 ±{margin:.3%}", "{total:,.0f} samples, ±{margin:.3%} at 95 % confidence"
)
_WORKING = Text("计算中", "working")


@app.command("equity")
def command(
    players: Annotated[list[str], typer.Argument(help="Hands (AsKs) or ranges (QQ+,AKs,T9s-76s:0.5), two to ten.")],
    board: Annotated[str, typer.Option(help="Community cards that are known, as in Qs7h2d.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    short_deck: Annotated[bool, typer.Option("--short-deck", help="36 cards, flush above full house.")] = False,
    trips_beat_straight: Annotated[
        bool, typer.Option("--trips-beat-straight", help="Short deck: three of a kind above a straight.")
    ] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Enumerate every board, however long it takes.")] = False,
    samples: Annotated[int | None, typer.Option(help="Draw so many random boards.")] = None,
    precision: Annotated[
        float | None, typer.Option(help="Without --samples: draw until the margin is this small, as in 0.001.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the random boards.")] = 0,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Win, tie and equity of hold'em hands and ranges: exact where that is quick, sampled otherwise."""
    from paiju.solver.equity import equity

    try:
        with _progress(lang) as progress:
            result = equity(
                players,
                cards(board) if board else (),
                cards(dead) if dead else (),
                short_deck=short_deck,
                trips_beat_straight=trips_beat_straight,
                exact=exact,
                samples=samples,
                precision=precision,
                seed=seed,
                progress=progress,
            )
    except (NotationError, ValueError) as error:
        fail(error, lang)
    except KeyboardInterrupt:
        fail(Text("已停止", "stopped"), lang, code=130)
    if json:
        print_json(_data(players, result))
    else:
        _show(players, result, lang)


def _data(players: list[str], result: Equity) -> dict[str, object]:
    return {
        "exact": result.exact,
        "total": result.total,
        "margin": result.margin,
        "players": [
            {
                "hand": hand, "win": share.win, "tie": share.tie, "equity": share.equity,
                "wins": share.wins, "ties": share.ties, "margin": share.margin,
            }
            for hand, share in zip(players, result.players, strict=True)
        ],
    }  # fmt: skip


def _show(players: list[str], result: Equity, lang: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(_PLAYER[lang])
    for heading in (_WIN, _TIE, _EQUITY):
        table.add_column(heading[lang], justify="right")
    for hand, share in zip(players, result.players, strict=True):
        table.add_row(hand, f"{share.win:.2%}", f"{share.tie:.2%}", f"[bold]{share.equity:.4%}[/]")
    console = Console()
    console.print(table)
    note = _EXACT if result.exact else _SAMPLED
    console.print(note[lang].format(total=result.total, margin=result.margin), style="dim", highlight=False)


@contextmanager
def _progress(lang: Language) -> Iterator[Callable[[float], None] | None]:
    """A bar on a terminal, nothing elsewhere; it goes when the work is done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(_WORKING[lang], total=1.0)
        yield lambda part: bar.update(task, completed=part)
