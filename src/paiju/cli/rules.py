"""`paiju rules`: how a game is played, under the options that one likes."""

from __future__ import annotations

from typing import Annotated

import typer

from paiju.cli.climbing import OptionOption, PresetOption
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games import catalog
from paiju.games.options import OptionError, read_pairs
from paiju.games.rulebook import rules_of
from paiju.games.ruletext import markdown

app = typer.Typer(add_completion=False)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    option: OptionOption = None,
    preset: PresetOption = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Print the rules of a game: what may surprise first, then everything, under the options given.

    --json prints what GET /api/catalog/{game}/rules answers.
    """
    try:
        info = catalog.find(game)
        options = info.build(read_pairs(option or ()), preset)
        found = rules_of(info, options)
    except (catalog.UnknownGame, OptionError) as error:
        fail(error, lang)
    if json:
        from paiju.server.rules_reply import rules_reply

        print_json(rules_reply(info, options, lang))
        return
    text = "\n".join(markdown(found, lang))
    from rich.console import Console

    console = Console()
    if console.is_terminal:
        from rich.markdown import Markdown

        console.print(Markdown(text))
    else:
        typer.echo(text)
