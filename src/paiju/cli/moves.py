"""`paiju moves`: the plays of a hand."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from paiju.cards import NotationError, tokens
from paiju.cli.climbing import GameArgument, LevelOption, OptionOption, PresetOption, climbing_game
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games import catalog
from paiju.games.climb.actions import Play
from paiju.games.climb.classify import Ambiguous, spelled, table_combo
from paiju.games.climb.game import Climb
from paiju.games.contract import Line
from paiju.games.messages import Language, Text, tell

app = typer.Typer(add_completion=False)

_TOTAL = Text("共 {0} 种出法", "{0} plays")
_ONE = Text("只有一种出法", "1 play")
_PASS = Text("，或不出", ", or pass")


@app.command("moves")
def command(
    game: GameArgument,
    hand: Annotated[str, typer.Argument(help="The hand, as in 3s3d4h or 334.")],
    against: Annotated[str | None, typer.Option(help="What lies on the table.")] = None,
    against_type: Annotated[str | None, typer.Option(help="The type of what lies on the table.")] = None,
    option: OptionOption = None,
    preset: PresetOption = None,
    level: LevelOption = None,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """List every distinct play of a hand, grouped by type."""
    ready = climbing_game(game, option, preset, level, lang=lang)
    try:
        cards = spelled(ready, hand)
        top = table_combo(ready, against, against_type) if against is not None else None
        bare = not all(token.is_exact for token in tokens(hand))
    except (NotationError, Ambiguous) as error:
        fail(error, lang, messages=catalog.find(ready.name).all_messages)
    groups: dict[str, list[str]] = {}
    plays = list(ready.reader.plays(ready.layout.mask(cards), ready.layout.counts(cards), top))
    for play in sorted(plays, key=lambda one: _weakness(ready, one)):
        assert play.combo is not None
        groups.setdefault(ready.rules.name_of(play.combo.kind), []).append(_text(play, bare))
    order = dict.fromkeys(ready.rules.name_of(play.combo.kind) for play in plays if play.combo is not None)
    groups = {name: groups[name] for name in order}
    if json:
        print_json(_data(groups, top is not None))
    else:
        _show(ready, groups, top is not None, lang)


def _weakness(game: Climb, play: Play) -> tuple[Any, ...]:
    """Weakest first: fewer cards, the lower head, then the lower cards carried along."""
    combo = play.combo
    assert combo is not None
    return combo.size, combo.strength, sorted(map(game.layout.bit.__getitem__, play.cards))


def _text(play: Play, bare: bool) -> str:
    """As the hand was given: with suits, or ranks only."""
    if not bare:
        return str(play)
    letters = "".join(card.rank.letter for card in play.cards)
    return f"{letters}={play.declared}" if play.declared else letters


def _data(groups: dict[str, list[str]], may_pass: bool) -> dict[str, Any]:
    return {
        "count": sum(map(len, groups.values())),
        "pass": may_pass,
        "types": [{"type": name, "count": len(plays), "plays": plays} for name, plays in groups.items()],
    }


def _show(game: Climb, groups: dict[str, list[str]], may_pass: bool, lang: Language) -> None:
    messages = catalog.find(game.name).all_messages
    titles = {name: game.rules.title_of(kind) for kind, name in game.rules.names}
    count = sum(map(len, groups.values()))
    total = _ONE[lang] if count == 1 else _TOTAL[lang].format(count)
    typer.echo(total + (_PASS[lang] if may_pass else ""))
    for name, plays in groups.items():
        title = tell(Line(titles[name]), messages, lang)
        typer.echo(f"{name}  {title}  {len(plays)}: {' '.join(plays)}")
