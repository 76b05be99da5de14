"""The table as plain text: lines in, lines out. A screen reader can follow it and a script can drive it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.words import WORDS
from paiju.games.contract import IllegalAction, Line, NotationError
from paiju.games.messages import Language, tell
from paiju.games.record import dump

FEW = 4  # so many choices are shown after a refusal
Read = Callable[[str], str | None]  # shows a prompt, returns a line, or None at the end of the input
Write = Callable[[str], None]


class Plain:
    """A conversation about one table."""

    def __init__(self, table: LocalTable, language: Language, read: Read, write: Write) -> None:
        self.table, self.language, self.read, self.write = table, language, read, write
        self.shown = 0
        self.hint = 0
        self.listed: object = None  # the question whose hand and choices were shown last
        self.deals: list[str] = []

    def run(self) -> None:
        table = self.table
        self._say("play.welcome", game=table.info.title[self.language], seats=table.seats)
        while True:
            table.run()
            self._news()
            if table.outcome is not None:
                if not self._next_deal():
                    break
            elif not self._question():
                break
        self._say("play.bye")

    def _question(self) -> bool:
        """Ask once; False to leave."""
        decision = self.table.decision
        assert decision is not None
        question = (self.table.number, len(self.table.moves))
        if question != self.listed:
            self.listed = question
            self._hand()
            self._choices()
        line = self.read(self.table.say(decision.prompt, self.language) + "> ")
        if line is None:
            return False
        return self._command(line.strip())

    def _command(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit", "q"):
            return False
        if word in ("?", "？", "hint"):
            self._hint()
        elif word in ("help", "h"):
            for line in self.table.help(self.language):
                self.write(line)
        elif word == "hand":
            self._hand()
        elif word == "table":
            self._table()
        elif word == "log":
            for event in self.table.view.log:
                self.write(self.table.say(event, self.language))
        elif word == "save":
            self._save(rest.strip() or "game.paiju")
        elif line:
            try:
                self.table.answer(self._numbered(line))
                self.hint = 0
            except (NotationError, IllegalAction) as error:
                self.write(self.table.refusal(error, self.language))
                if isinstance(error, NotationError):
                    self._few()
        return True

    def _numbered(self, line: str) -> str:
        """A number stands for the choice listed under it, in the games that list them."""
        most = self.table.info.answers.listed
        choices = self.table.hints(most) if most and line.isdecimal() else []
        return str(choices[int(line) - 1]) if choices and 0 < int(line) <= len(choices) else line

    def _few(self) -> None:
        """After a refusal: what may be answered, where that is only a few words."""
        choices = self.table.hints(FEW + 1)
        if choices and len(choices) <= FEW and not self.table.info.answers.listed:
            for action in choices:
                self._say("play.choice", choice=self.table.hint_text(action, self.language))

    def _next_deal(self) -> bool:
        table, outcome = self.table, self.table.outcome
        assert outcome is not None
        self._say("play.result", reason=outcome.reason)
        for seat, score in enumerate(outcome.scores):
            self._say("play.score", seat=seat, score=f"{score:+d}", total=f"{table.totals[seat] + score:+d}")
        while True:
            line = self.read(self._words("play.again") + "> ")
            if line is None or line.strip() in ("quit", "exit", "q", "n", "no"):
                return False
            if line.strip().startswith("save"):
                self._save(line.strip().removeprefix("save").strip() or "game.paiju")
                continue
            self.shown = self.hint = 0
            if table.next_deal():
                return True
            self._say("play.match_over")
            return False

    def _news(self) -> None:
        log = self.table.view.log
        for line in log[self.shown :]:
            self.write(self.table.say(line, self.language))
        self.shown = len(log)

    def _hand(self) -> None:
        cards = self.table.hand()
        if cards:
            self._say("play.hand", cards=cards)
        for line in self.table.laid_open(self.language):
            self.write(line)
        name = self.table.info.words.hand_name(self.table.view)
        if name is not None:
            self._say("play.hand_name", name=name)

    def _choices(self) -> None:
        """What may be answered, for games that want it listed."""
        most = self.table.info.answers.listed
        choices = self.table.hints(most + 1) if most else []
        for number, action in enumerate(choices[:most], start=1):
            self._say("play.numbered", number=number, choice=self.table.hint_text(action, self.language))
        if len(choices) > most:
            self._say("play.more")

    def _table(self) -> None:
        for line in self.table.info.words.describe(self.table.view):
            self.write(self.table.say(line, self.language))

    def _hint(self) -> None:
        """The next answer: first what a sensible player would do and why, then all that is legal, safest first."""
        advice = self.table.advice()
        if not advice:
            self._say("play.no_hint")
            return
        number = self.hint % len(advice)
        self.hint += 1
        action, why = advice[number].action, advice[number].why
        shown = self.table.hint_text(action, self.language, why)
        self._say("play.advice" if advice[number].best else "play.hint", number=number + 1, of=len(advice), hint=shown)

    def _save(self, file: str) -> None:
        try:
            Path(file).write_text(dump(self.table.record()), encoding="utf-8")
        except OSError as error:
            self._say("play.not_saved", why=error.strerror or str(error))
        else:
            self._say("play.saved", file=file)

    def _words(self, key: str, **args: object) -> str:
        return tell(Line.of(key, **args), {**WORDS, **self.table.info.all_messages}, self.language, self.table.names)

    def _say(self, key: str, **args: object) -> None:
        self.write(self._words(key, **args))
