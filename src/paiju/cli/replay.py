"""`paiju replay`: step through a record, forwards and backwards, and play on from any point."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.bots import make
from paiju.bots.registry import UnknownLevel
from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail, read_bytes
from paiju.cli.play import open_table, read_line
from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.words import WORDS
from paiju.games import catalog
from paiju.games.branch import redealt, unknown, without_seed
from paiju.games.catalog import GameInfo
from paiju.games.contract import Line, Seat
from paiju.games.messages import Language, Text, tell
from paiju.games.record import Record, RecordError, game_of, load_all, steps

app = typer.Typer(add_completion=False)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A .paiju record.")],
    start: Annotated[int, typer.Option("--from", min=0, help="Begin after this move.")] = 0,
    seat: Annotated[int | None, typer.Option(min=1, help="See only what this seat saw; all hands by default.")] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Play on from there at once, in that seat (1 by default).")
    ] = False,
    deal: Annotated[int, typer.Option(min=1, help="Which deal of a match.")] = 1,
    bots: Annotated[str, typer.Option(help="Level of the bots to play on against.")] = "normal",
    analyse: Annotated[
        bool, typer.Option("--analyse", help="Print the chances after every move and the mistakes, and stop.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain text for what is played on.")] = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Step through a record: n, b, a move number, s SEAT, play, quit."""
    try:
        records = load_all(read_bytes(file, lang))
        if deal > len(records):
            fail(Text(f"{file} 只有 {len(records)} 局", f"{file} holds {len(records)} deals"), lang)
        record = records[deal - 1]
        viewer = Replay(record, lang)
        make(viewer.info.id, bots)
    except UnknownLevel as error:
        fail(error, lang)
    except (RecordError, catalog.UnknownGame) as error:
        fail(error, lang, file=file)
    if seat is not None and seat > record.seats:
        fail(Text(f"记录只有 {record.seats} 个座位", f"the record has {record.seats} seats"), lang)
    viewer.seat = None if seat is None else Seat(seat - 1)
    viewer.go_to(start)
    if analyse:
        viewer.analyse()
        return
    if play or viewer.converse():
        mine = viewer.seat if viewer.seat is not None else Seat(0)
        table = LocalTable.from_record(viewer.info, viewer.playable(mine), viewer.at, seat=mine, level=bots)
        open_table(table, lang, plain=plain, save=Path("branch.paiju"))


class Replay:
    """A record opened at a move; every state is kept, so going back is as quick as going on."""

    def __init__(self, record: Record, language: Language) -> None:
        self.language = language
        self.info: GameInfo = catalog.find(record.game)
        self.game = game_of(record)
        self.record = record
        if record.seed is None:
            self.record = record = without_seed(record, lambda: secrets.randbits(256))
            self._say("replay.no_seed")
        assert record.seed is not None
        self.states: list[Any] = [self.game.deal(record.seats, record.seed)]
        self.states += [step.after for step in steps(record, self.game)]
        self.at = 0
        self.seat: Seat | None = None

    def playable(self, seat: Seat) -> Record:
        """The record to play on in this seat; cards it does not show are dealt again, and the player is warned."""
        if not (hidden := unknown(self.record, self.game)):
            return self.record
        self._say("replay.redealt", seats=hidden)
        return redealt(self.record, seat, lambda: secrets.randbits(256), self.info).record

    def go_to(self, move: int) -> None:
        self.at = max(0, min(move, len(self.record.moves)))

    def converse(self) -> bool:
        """Follow commands; True where the person wants to play on from here."""
        self._say("replay.help")
        self.show()
        while (line := read_line("> ")) is not None:
            word, _, rest = line.strip().partition(" ")
            if word in ("quit", "q", "exit"):
                return False
            if word == "play":
                return True
            if word in ("", "n", "next"):
                self.go_to(self.at + 1)
            elif word in ("b", "back"):
                self.go_to(self.at - 1)
            elif word in ("home", "end"):
                self.go_to(0 if word == "home" else len(self.record.moves))
            elif word.isdigit():
                self.go_to(int(word))
            elif word == "s" and rest.isdigit() and 1 <= int(rest) <= self.record.seats:
                self.seat = Seat(int(rest) - 1)
            elif word == "s" and rest == "all":
                self.seat = None
            else:
                self._say("replay.unknown")
                self._say("replay.help")
                continue
            self.show()
        return False

    def analyse(self) -> None:
        """The chances after every move and the moves that gave something away, as text."""
        from paiju.analysis import MESSAGES
        from paiju.analysis.analyse import analyse

        found = analyse(self.record, info=self.info)
        messages = {**self.info.all_messages, **MESSAGES}

        def say(line: Line) -> None:
            typer.echo(tell(line, messages, self.language, self.record.names))

        for point in found.points:
            chances = "  ".join(f"{100 * chance:3.0f}%" for chance in point.chances)
            say(Line.of("analysis.chances", step=point.step, chances=chances))
        for flag in found.flags:
            say(
                Line.of(
                    "analysis.flag", step=flag.step, seat=flag.seat, played=flag.played, better=flag.better,
                    grade=f"analysis.grade.{flag.grade}", percent=round(100 * flag.loss), why=flag.why,
                )
            )  # fmt: skip
        if found.points and not found.flags:
            say(Line.of("analysis.clean"))
        say(found.note)
        if not found.complete:
            say(Line.of("analysis.short"))

    def show(self) -> None:
        self._say("replay.at", at=self.at, of=len(self.record.moves))
        state = self.states[self.at]
        if self.at:
            self._news(self.states[self.at - 1], state)
        for line in self.info.words.describe(self.game.view(state, self.seat)):
            typer.echo(tell(line, self.info.all_messages, self.language, self.record.names))
        for seat in range(self.record.seats):
            if self.seat in (None, seat):
                cards = self.game.view(state, Seat(seat)).hands[seat].cards
                if isinstance(cards, tuple):
                    self._say("replay.hand", seat=seat, cards=cards)

    def _news(self, before: Any, after: Any) -> None:
        """What the last move brought, in sentences; where the log says nothing of it, the move itself."""
        lines = self.game.view(after, self.seat).log[len(self.game.view(before, self.seat).log) :]
        for line in lines:
            typer.echo(tell(line, self.info.all_messages, self.language, self.record.names))
        if not lines:
            move = self.record.moves[self.at - 1]
            self._say("replay.move", seat=move.seat, text=move.text)

    def _say(self, key: str, **args: object) -> None:
        typer.echo(tell(Line.of(key, **args), {**WORDS, **self.info.all_messages}, self.language, self.record.names))
