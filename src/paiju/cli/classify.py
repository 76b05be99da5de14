"""`paiju classify`: what some cards are, and whether they beat others."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from paiju.cards import NotationError
from paiju.cli.climbing import GameArgument, LevelOption, OptionOption, PresetOption, climbing_game
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, in_words, print_json
from paiju.games import catalog
from paiju.games.climb.classify import Ambiguous, Classified, classify
from paiju.games.climb.game import Climb
from paiju.games.contract import Line
from paiju.games.messages import Language, Text, tell

app = typer.Typer(add_completion=False)

_NONE = Text("不成牌型", "no combination of this game")
_BEATS = {True: Text("管得上", "beats it"), False: Text("管不上", "does not beat it")}


@app.command("classify")
def command(
    game: GameArgument,
    cards: Annotated[
        str, typer.Argument(help="Cards, as in 3s3d3c4h or 3334; - reads lines CARDS[=TYPE] [| AGAINST[=TYPE]].")
    ],
    against: Annotated[str | None, typer.Option(help="What lies on the table.")] = None,
    declare: Annotated[str | None, typer.Option(help="Read the cards as this type only.")] = None,
    against_type: Annotated[str | None, typer.Option(help="The type of what lies on the table.")] = None,
    option: OptionOption = None,
    preset: PresetOption = None,
    level: LevelOption = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Read cards into every combination they can be. Exit 0: there is one; 1: there is none; 2: not cards."""
    ready = climbing_game(game, option, preset, level, lang=lang)
    if cards == "-":
        _stream(ready, lang)
        return
    try:
        found = classify(ready, cards, declare, against, against_type)
    except (NotationError, Ambiguous) as error:
        fail(error, lang, messages=catalog.find(ready.name).all_messages)
    if json:
        print_json(found)
    else:
        _show(ready, found, lang)
    if not found.readings:
        raise typer.Exit(1)


def _show(game: Climb, found: Classified, lang: Language) -> None:
    messages = catalog.find(game.name).all_messages
    kinds = {name: kind for kind, name in game.rules.names}
    if not found.readings:
        typer.echo(_NONE[lang])
    for reading in found.readings:
        title = tell(Line(game.rules.title_of(kinds[reading.type], reading.size)), messages, lang)
        typer.echo(f"{reading.type}  {title}  {reading.size}  {reading.head}")
    if found.beats is not None:
        typer.echo(_BEATS[found.beats][lang])


def _stream(game: Climb, lang: Language) -> None:
    """One JSON line for each line of standard input; a line that is not cards answers with its error."""
    encode, messages = msgspec.json.encode, catalog.find(game.name).all_messages
    write = sys.stdout.write
    for line in sys.stdin:
        if not line.strip():
            continue
        mine, bar, beneath = line.partition("|")
        cards, _, declared = (part.strip() for part in mine.partition("="))
        top, _, top_declared = (part.strip() for part in beneath.partition("="))
        try:
            found = classify(game, cards, declared or None, top if bar else None, top_declared or None)
            write(encode(found).decode() + "\n")
        except (NotationError, Ambiguous) as error:
            write(encode({"error": in_words(error, lang, messages)}).decode() + "\n")
