"""`paiju show`: a record in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json, read_bytes
from paiju.games import catalog
from paiju.games.contract import AnyGame, Line, Seat
from paiju.games.messages import Language, Text, tell
from paiju.games.options import build
from paiju.games.record import Record, RecordError, Step, game_of, load_all, steps
from paiju.games.refusals import Refusal
from paiju.games.rulebook import plain, rules_of

app = typer.Typer(add_completion=False)

_SHOW: dict[str, Text] = {
    "show.score": Text("{seat:seat}：{score}", "{seat:seat}: {score}"),
    "show.points": Text("{seat:seat}：{score} 分", "{seat:seat}: {score} point{score:s}"),
    "show.winners": Text("赢家：{seats:seat}", "Won by {seats:seat}"),
    "show.even": Text("各家都不得分，也不失分", "No points change hands"),
    "show.over": Text("结果：{reason:key}", "Result: {reason:key}"),
    "show.running": Text("记录在此结束，这一局尚未打完。", "The record ends here; the deal is not over."),
    "show.chips": Text("{seat:seat}有筹码 {chips}", "{seat:seat} has {chips} chip{chips:s}"),
    "show.rule": Text("规则：{rule}", "Rule: {rule}"),
}


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A .paiju record, or a .phh hand; - reads standard input.")],
    trace: Annotated[bool, typer.Option("--trace", help="Every event and timing, for games that have them.")] = False,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Print a record in sentences: what was dealt, what happened, how it ended."""
    try:
        records = _records(file, lang)
        if trace:
            _trace(records, lang)
        elif json:
            print_json([_data(record, lang) for record in records])
        else:
            for record in records:
                for sentence in _sentences(record, lang):
                    typer.echo(sentence)
                typer.echo("")
    except (RecordError, catalog.UnknownGame) as error:
        fail(error, lang, file=file)


def _records(file: Path, lang: Language) -> tuple[Record, ...]:
    if file.suffix not in (".phh", ".phhs"):
        return load_all(read_bytes(file, lang))
    from paiju.games.holdem import phh

    try:
        return tuple(phh.to_record(hand) for _, hand in phh.loads_all(read_bytes(file, lang).decode()))
    except (phh.PhhError, UnicodeDecodeError) as error:
        fail(error, lang, file=file)


def _trace(records: tuple[Record, ...], lang: Language) -> None:
    for record in records:
        info = catalog.find(record.game)
        if info.trace is None:
            fail(Refusal("record.no_trace", game=info.title[lang]), lang)
        for row in info.trace(record):
            typer.echo(row)


def _sentences(record: Record, lang: Language) -> Iterator[str]:
    info = catalog.find(record.game)
    names, table = record.names, {**_SHOW, **info.all_messages}
    yield f"{info.title[lang]} ({info.id})" + (f" · {record.time}" if record.time else "")
    for changed in rules_of(info, build(info.options, record.options)).changed:
        for said in changed.says:
            yield tell(Line.of("show.rule", rule=plain(said.text[lang])), table, lang)
    for line in _lines(record):
        yield tell(line, table, lang, names)


def _lines(record: Record) -> Iterator[Line]:
    game = game_of(record)
    if record.seed is None:
        raise RecordError(None, Line("record.untold"))
    info = catalog.find(record.game)
    gained, state = info.gained, game.deal(record.seats, record.seed)
    seats = tuple(map(Seat, range(record.seats)))
    for seat in seats:
        cards = game.view(state, seat).hands[seat].cards
        if info.chips is not None:
            if chips := info.chips.brought(state, seat):
                yield Line.of("show.chips", seat=seat, chips=chips)
        elif isinstance(cards, tuple) and cards:
            yield Line.of("table.holds", seat=seat, cards=cards)
    logs = _logs(game, state)
    yield from _merged(logs)
    for step in steps(record, game):
        state, shown = step.after, tuple(map(len, logs))
        logs = _logs(game, state)
        yield from _merged(tuple(log[start:] for log, start in zip(logs, shown, strict=True)))
        if gained is not None:
            yield from _gained(game, step, gained)
    outcome = game.outcome(state)
    if outcome is None:
        yield Line.of("show.running")
        return
    yield Line.of("show.over", reason=outcome.reason)
    against = info.zero_sum or min(outcome.scores) < 0
    if against and not any(outcome.scores):
        yield Line.of("show.even")
    for place, score in enumerate(outcome.scores):
        if score or not against:
            key, said = ("show.score", f"{score:+d}") if against else ("show.points", score)
            yield Line.of(key, seat=place, score=said)
    if not against:
        yield Line.of("show.winners", seats=outcome.winners)


def _logs(game: AnyGame, state: Any) -> tuple[tuple[Line, ...], ...]:
    """What a spectator reads of a deal, then what each seat reads."""
    public = game.view(state, None)
    return (public.log, *(game.view(state, Seat(seat)).log for seat in range(len(public.hands))))


def _merged(logs: tuple[tuple[Line, ...], ...]) -> Iterator[Line]:
    """The spectator's lines, each in the words of a seat that knows more, with the lines that only a seat reads."""
    public, *others = logs
    known: dict[int, list[Line]] = {at: [line] for at, line in enumerate(public)}
    extra: dict[int, list[Line]] = {}
    for log in others:
        for tag, start, end, first, last in SequenceMatcher(None, public, log, autojunk=False).get_opcodes():
            if tag == "replace" and end - start == last - first:
                known.update({start + at: [line] for at, line in enumerate(log[first:last])})
            elif tag == "insert":
                extra.setdefault(start, []).extend(log[first:last])
    for at in range(len(public) + 1):
        yield from extra.get(at, ())
        yield from known.get(at, ())


def _gained(game: AnyGame, step: Step, gained: Callable[[Any, Any], Line | None]) -> list[Line]:
    """What came to each seat unseen: new hands seat by seat, drawn cards from whoever leads next and draws first."""
    seats = tuple(map(Seat, range(len(game.view(step.after, None).hands))))
    asked = game.pending(step.after)
    first = asked[0].seat if asked else 0
    order = (*seats[first:], *seats[:first])
    found = [gained(game.view(step.before, seat), game.view(step.after, seat)) for seat in order]
    lines = [line for line in found if line is not None]
    return sorted(lines, key=lambda line: line.key == "table.holds" and line.args["seat"])


def _data(record: Record, lang: Language) -> dict[str, Any]:
    return {
        "game": record.game,
        "options": dict(record.options),
        "seats": record.seats,
        "names": list(record.names),
        "moves": [{"seat": move.seat, "text": move.text, "elapsed": move.elapsed} for move in record.moves],
        "log": list(_sentences(record, lang)),
    }
