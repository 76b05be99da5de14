"""What the commands about climbing games share: naming a game and its options."""

from __future__ import annotations

from typing import Annotated

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, fail
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.messages import Language
from paiju.games.options import OptionError, read_pairs
from paiju.games.refusals import Refusal

GameArgument = Annotated[str, typer.Argument(help="A climbing game, by id or name.")]
OptionOption = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the game, name=value; may be repeated.")
]
PresetOption = Annotated[str | None, typer.Option(help="A preset of the game.")]
LevelOption = Annotated[
    str | None, typer.Option(help="The level of the deal, 2 to 14 or J Q K A, where a game has levels.")
]


def climbing_game(
    name: str,
    options: list[str] | None,
    preset: str | None = None,
    level: str | None = None,
    lang: Language = SYSTEM_LANGUAGE,
) -> Climb:
    """The game that a command line names, or one sentence and out."""
    try:
        values = read_pairs(options or [])
        game_info = catalog.find(name)
        if level is not None:
            if all(info.name != "level" for info in game_info.describe()):
                fail(Refusal("catalog.no_levels", game=game_info.id), lang)
            values["level"] = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}.get(level.upper(), level)
        game = game_info.game(values, preset)
    except (catalog.UnknownGame, OptionError) as error:
        fail(error, lang)
    if not isinstance(game, Climb):
        fail(Refusal("catalog.no_climbing", game=game_info.id), lang)
    return game
