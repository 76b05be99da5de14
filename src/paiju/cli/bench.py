"""`paiju bench`: players measured against what is proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Annotated, Final

import typer

from paiju.cli.contestant import with_model
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games.messages import Text
from paiju.games.refusals import Refusal

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Players measured against what is proved.")

_HEADINGS: Final = (
    Text("玩家", "player"),
    Text("对", "right"),
    Text("错", "wrong"),
    Text("运气不好", "unlucky"),
    Text("违规", "illegal"),
    Text("超时", "late"),
    Text("出错", "crash"),
    Text("没算出", "unsolved"),
    Text("平均损失", "mean regret"),
)
_FIRST: Final = Text("{bot} 的第一个错：{position}，出 {answer}", "{bot}: first mistake: {position}, played {answer}")


@app.callback()
def _about() -> None:
    """Players measured against what is proved."""


@app.command("positions")
def positions(
    bots: Annotated[str, typer.Option(help='Levels, Python files, networks or "cmd:…" programs, separated by commas.')],
    game: Annotated[str, typer.Option(help="A climbing game, by id or name.")] = "doudizhu",
    count: Annotated[int, typer.Option(min=1, help="How many positions, from the easiest to the hardest.")] = 50,
    hidden: Annotated[bool, typer.Option("--hidden", help="Show a player its own hand only.")] = False,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds for an answer.")] = 0.3,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same players and imagined deals.")] = 1,
    mcp_port: Annotated[int, typer.Option(min=0, max=65535, help="Where a language model joins as bot `mcp`.")] = 8765,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Ask players for a move where exactly one is proved to win, and say what their answers gave away.

    Counts right, wrong, illegal and late answers apart; with --hidden also those that were as good as any for
    what the player could see.
    """
    from rich.console import Console
    from rich.table import Table

    from paiju.bots.named import check_named
    from paiju.bots.registry import UnknownLevel
    from paiju.encodings.network import NetworkError
    from paiju.games import catalog
    from paiju.puzzles import book
    from paiju.puzzles.bench import VERDICTS, grade

    names = [name.strip() for name in bots.split(",") if name.strip()]
    found = []
    try:
        info = catalog.find(game)
        every = book.puzzles(info.id)
        if not every:
            fail(Refusal("bench.no_positions", game=info.id, there=", ".join(book.games())), lang)
        chosen = [every[number * len(every) // min(count, len(every))] for number in range(min(count, len(every)))]
        with with_model(game, bots, mcp_port, lang):
            for name in names:
                check_named(info.id, name)
            for one in grade(names, chosen, limit=limit, hidden=hidden, seed=seed):
                found.append(one)
                if json:
                    print_json(asdict(one))
    except (Refusal, catalog.UnknownGame, UnknownLevel, NetworkError, OSError) as error:
        fail(error, lang)
    if json:
        return
    table = Table(*(heading[lang] for heading in _HEADINGS))
    for name in names:
        rows = [one for one in found if one.bot == name]
        verdicts = Counter(one.verdict for one in rows)
        weighed = [one.regret for one in rows if one.regret is not None]
        mean = f"{sum(weighed) / len(weighed):.3f}" if weighed else "–"
        table.add_row(name, *(str(verdicts[verdict]) for verdict in VERDICTS), mean)
    console = Console()
    console.print(table)
    for name in names:
        first = next((one for one in found if one.bot == name and one.verdict == "wrong"), None)
        if first is not None:
            console.print(_FIRST[lang].format(bot=name, position=first.position, answer=first.answer), highlight=False)
