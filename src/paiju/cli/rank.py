"""`paiju rank`: what a poker hand is."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from paiju.cards import Card, NotationError, cards, write
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.rank import HandRank, Made, describe, ranking
from paiju.games.messages import Text, tell
from paiju.games.refusals import BadValue

app = typer.Typer(add_completion=False)


@app.command("rank")
def command(
    hand: Annotated[str, typer.Argument(help="Five to seven cards, as in 'AsKs 7s3s9d9h2c'; - reads a hand a line.")],
    short_deck: Annotated[bool, typer.Option("--short-deck", help="36 cards, flush above full house.")] = False,
    trips_beat_straight: Annotated[
        bool, typer.Option("--trips-beat-straight", help="Short deck: three of a kind above a straight.")
    ] = False,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Name a poker hand: category, best five cards, and a number that orders hands (higher wins, equal ties).

    With - it reads one hand a line from standard input and answers one line of JSON each, errors included.
    """
    if trips_beat_straight and not short_deck:
        fail(
            Text("--trips-beat-straight 要和 --short-deck 一起用", "--trips-beat-straight goes with --short-deck"), lang
        )
    if hand == "-":
        raise typer.Exit(_stream(short_deck, trips_beat_straight))
    try:
        row = cards(hand)
        made = _read(row, short_deck, trips_beat_straight)
    except (NotationError, ValueError) as error:
        fail(error, lang)
    if json:
        print_json(_data(write(row), made))
        return
    typer.echo(f"{tell(made.line, MESSAGES, 'zh')} · {tell(made.line, MESSAGES, 'en')}")
    typer.echo(f"{' '.join(map(str, made.cards))}  {made.category.word}  {made.strength}")


def _read(row: tuple[Card, ...], short_deck: bool, trips: bool) -> Made:
    order = ranking(short_deck, trips)
    if not 5 <= len(row) <= 7:
        raise BadValue("rank.size", count=len(row))
    if len(set(row)) < len(row):
        raise BadValue("rank.twice")
    pack = order.deck.cards
    for one in row:
        if one not in pack:
            raise BadValue("odds.not_in_deck", card=one, size=len(pack))
    return order.read(row)


def _data(text: str, made: Made) -> dict[str, Any]:
    return {
        "hand": text,
        "best": write(made.cards),
        "category": made.category.word,
        "strength": made.strength,
        "zh": tell(made.line, MESSAGES, "zh"),
        "en": tell(made.line, MESSAGES, "en"),
    }


class _Class(NamedTuple):
    """What all hands of one strength share: the end of their JSON, the ranks of the five cards, whether suited."""

    tail: str
    ranks: tuple[str, ...]
    suited: bool


def _stream(short_deck: bool, trips: bool) -> int:
    """Answer line after line; 2 if any line was no hand."""
    answer = _answerer(short_deck, trips)
    code = 0
    for lines in _lines_as_they_come():
        for line in lines:
            text = line.strip()
            if not text:
                continue
            try:
                sys.stdout.write(answer(text))
            except (NotationError, ValueError) as error:
                sys.stdout.write(json_module.dumps({"hand": text, "error": str(error)}, ensure_ascii=False) + "\n")
                code = 2
        sys.stdout.flush()
    return code


def _lines_as_they_come() -> Iterator[list[str]]:
    """Standard input, as many lines at a time as are there: a program that asks line by line is answered at once."""
    rest = b""
    source: Any = sys.stdin.buffer
    while chunk := source.read1(1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line.decode("utf-8", "replace") for line in lines]
    yield [rest.decode("utf-8", "replace")]


def _answerer(short_deck: bool, trips: bool) -> Callable[[str], str]:
    """A quick way from one line of text to one line of JSON. Canonical cards take it; other spellings the long one."""
    from paiju.solver.evaluate import evaluate, ruling_of

    order, ruling = ranking(short_deck, trips), ruling_of(short_deck, trips)
    places = {str(one): 1 << ((one >> 4) - 2) * 4 + (one & 15) for one in order.deck.cards}
    known: dict[int, _Class] = {}

    def class_of(strength: int) -> _Class:
        category, ranks = order.classes[strength - 1]
        line = describe(category, ranks)
        tail = {
            "category": category.word, "strength": strength,
            "zh": tell(line, MESSAGES, "zh"), "en": tell(line, MESSAGES, "en"),
        }  # fmt: skip
        made = order.example(strength)
        suited = category in (HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH, HandRank.FLUSH)
        text = json_module.dumps(tail, ensure_ascii=False)[1:] + "\n"
        return _Class(text, tuple(str(one)[0] for one in made), suited)

    def answer(text: str) -> str:
        plain = text.replace(" ", "")
        row = [plain[at : at + 2] for at in range(0, len(plain), 2)]
        mask = 0
        try:
            for one in row:
                mask |= places[one]
        except KeyError:
            found = cards(text)
            return json_module.dumps(_data(write(found), _read(found, short_deck, trips)), ensure_ascii=False) + "\n"
        if not 5 <= len(row) <= 7 or mask.bit_count() != len(row):
            _read(cards(text), short_deck, trips)  # says what is wrong
        strength = evaluate(mask, ruling=ruling)
        kind = known.get(strength)
        if kind is None:
            kind = known[strength] = class_of(strength)
        left = row
        if kind.suited:
            suits = [one[1] for one in row]
            suit = max("cdhs", key=suits.count)
            left = [one for one in row if one[1] == suit]
        best = ""
        last, nth = "", 0
        for rank in kind.ranks:  # equal ranks follow each other, so the n-th of them is the n-th card of that rank
            nth = nth + 1 if rank == last else 0
            last = rank
            skip = nth
            for one in left:
                if one[0] == rank:
                    if not skip:
                        best += one
                        break
                    skip -= 1
        return f'{{"hand": "{plain}", "best": "{best}", {kind.tail}'

    return answer
