"""`paiju import`: positions and games in the format of the original climbing program, and back to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.climbing import OptionOption, climbing_game
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json, read_bytes
from paiju.compat.importing import exported, lines
from paiju.compat.loose import written
from paiju.compat.session import Display, Refused, Session, cards_of
from paiju.games.climb.position import Position, PositionError
from paiju.games.messages import Language, Text
from paiju.games.refusals import Refusal

app = typer.Typer(add_completion=False)
WHICH = Text(
    "请说明是哪个游戏：--game NAME，或在文件里写一行 G<TAB>NAME",
    "say which game it is: --game NAME, or a line G<TAB>NAME in the file",
)
NO_POSITION = Text("现在没有在出牌，没有局面", "no tricks are being played: there is no position")


@app.command("import")
def command(
    file: Annotated[
        Path, typer.Argument(help="A file of key<TAB>value lines, or of a position; - for standard input.")
    ],
    game: Annotated[str | None, typer.Option(help="The game, where the file has no G line.")] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, max=10, help="Players; as many as the file has hands for.")
    ] = None,
    viewer: Annotated[
        int | None, typer.Option(min=0, max=9, help="Show it as this player sees it; all hands by default.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="For a D line, which deals at random.")] = 0,
    position: Annotated[bool, typer.Option("--position", help="Print the position only, for `paiju solve -`.")] = False,
    option: OptionOption = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Replay a file of the original program and show where it leads; of a position, print the lines that lead to it.

    Nothing is imported if any line is illegal.
    """
    try:
        text = read_bytes(file, lang).decode("utf-8")
    except UnicodeDecodeError:
        fail(Refusal("record.no_text"), lang, file=file)
    if "\t" not in text and text.strip():
        _export(text, position, json, lang)
        return
    try:
        rows = lines(text)
        name = (
            game
            or next((value for _, key, value in rows if key == "G"), None)
            or _guess({key for _, key, _ in rows}, lang)
        )
        climbing_game(name, option, lang=lang)
        session = Session(name, seed, **dict(pair.partition("=")[::2] for pair in option or []))
        hands = [int(key) for _, key, _ in rows if key.isdigit()]
        session.initialize(seats or (max(hands) + 1 if hands else None))
        session.set(text, paths=False)
    except Refused as error:
        fail(error, lang)
    if position:
        if session.position is None:
            fail(NO_POSITION, lang)
        typer.echo(session.position)
        return
    shown = session.display(viewer, lang)
    if viewer is None:
        shown = Display(**{**shown.__dict__, "hands": session.players})
    if json:
        print_json(
            {
                "game": session.info.id,
                "status": session.status.name.title(),
                "multiplier": shown.multiplier,
                "stake": shown.stake,
                "hands": [written(hand) if isinstance(hand, tuple) else hand for hand in shown.hands],
                "deck": written(shown.deck) if isinstance(shown.deck, tuple) else shown.deck,
                "prepared": shown.prepared,
                "records": [
                    [{"player": hand.player, "cards": cards_of(hand), "type": hand.type} for hand in row]
                    for row in (shown.preparatory, *shown.rounds)
                ],
                "currentPlayer": shown.current_player,
                "captured": list(shown.captured),
                "amounts": list(shown.amounts),
            }
        )
    else:
        typer.echo(str(shown))


def _export(text: str, position: bool, json: bool, lang: Language) -> None:
    """A position, one line of text, as the lines of the original program; or as it is written here."""
    try:
        found = Position.parse(text.strip().partition(";")[0])
        rows = "" if position else exported(found)
    except (PositionError, Refused) as error:
        fail(error, lang)
    if json:
        print_json({"position": str(found), "lines": rows.splitlines() or None})
    else:
        typer.echo(str(found) if position else rows, nl=position)


def _guess(keys: set[str], lang: Language) -> str:
    """Decisions to call are Dou Dizhu's, bids the game's for four; other files must say."""
    if "A" in keys:
        return "doudizhu"
    if "L" in keys:
        return "doudizhu_4p"
    fail(WHICH, lang)
