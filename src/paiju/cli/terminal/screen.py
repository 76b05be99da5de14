"""The table as a full screen: seats, centre, hand, choices, log and a line to type in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.containers import Horizontal, ItemGrid, Vertical
from textual.widgets import Button, Footer, Input, OptionList, RichLog, Static

from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.words import WORDS
from paiju.games.contract import IllegalAction, Line, NotationError
from paiju.games.messages import Language, tell
from paiju.games.record import dump

OFFERED = 60


class CardButton(Button):
    """One card of the hand; pressing it takes it into the selection or out of it."""

    def __init__(self, card: Any, place: int, label: str) -> None:
        super().__init__(label, classes="card red" if _is_red(card) else "card", id=f"card-{place}")
        self.card = card
        self.taken = False

    def take(self, taken: bool) -> None:
        self.taken = taken
        self.set_class(taken, "taken")


def _is_red(card: Any) -> bool:
    text = str(card)
    return text[-1:] in ("d", "h") or text == "R"


def _width(label: str) -> int:
    """Columns that a card's label wants, with its edges."""
    return max(6, cell_len(label) + 3)


class TableScreen(App[None]):
    """A textual table for any game of the catalog."""

    CSS = """
    #top { height: 1fr; }
    #table { width: 1fr; padding: 0 1; border: round $primary; }
    #log { width: 1fr; border: round $secondary; }
    #hand { height: auto; max-height: 9; padding: 0 1; overflow-y: auto; grid-rows: 3; }
    #bottom { height: 12; }
    #choices { width: 1fr; border: round $primary; }
    #presets { width: 34; overflow-y: auto; }
    #presets Button { width: 100%; margin-bottom: 1; }
    #message { height: auto; padding: 0 1; color: $warning; }
    #prompt { height: auto; padding: 0 1; text-style: bold; }
    Button.card { min-width: 6; width: 100%; height: 3; margin: 0; }
    Button.red { color: $error; }
    Button.taken { background: $accent; text-style: bold reverse; }
    """

    KEYS: ClassVar[dict[str, tuple[str, str]]] = {
        "hint": ("f1", "hint"),
        "clear": ("escape", "clear"),
        "play": ("f5", "play_selection"),
        "save": ("f6", "save"),
        "next": ("f8", "next_deal"),
        "quit": ("f10", "quit"),
    }
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: LocalTable, language: Language, file: Path = Path("game.paiju")) -> None:
        super().__init__()
        self.table, self.language, self.file = table, language, file
        self._logged = 0
        self._hint = 0
        for name, (key, action) in self.KEYS.items():
            self.bind(key, action, description=self._words(f"play.key.{name}"))

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Static(id="table")
            yield RichLog(id="log", wrap=True, markup=False, min_width=20)
        yield Static(id="prompt")
        yield ItemGrid(id="hand", min_column_width=6, stretch_height=False, regular=False)
        yield Static(id="message")
        with Horizontal(id="bottom"):
            yield OptionList(id="choices", markup=False)
            yield Vertical(id="presets")
        yield Input(placeholder=self._words("play.placeholder"), id="input")
        yield Footer()

    async def on_mount(self) -> None:
        self.title = self.table.info.title[self.language]
        await self._go_on()

    # --- what the person does ----------------------------------------------------------------------------------------

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.value = ""
        if text in ("help", "h"):
            self._message("\n".join(self.table.help(self.language)))
        elif text in ("quit", "exit"):
            self.exit()
        elif text:
            await self._answer(text)
        elif self.selection():
            await self.action_play_selection()
        elif self.table.outcome is not None:
            await self.action_next_deal()

    def on_input_changed(self, event: Input.Changed) -> None:
        """A question mark asks for a hint as soon as it is typed; it is part of no answer."""
        if event.value.endswith(("?", "？")):
            event.input.value = event.value[:-1]
            self.action_hint()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        hints = self.table.hints(OFFERED)
        if event.option_index < len(hints):
            await self._answer(str(hints[event.option_index]))

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        button = event.button
        if isinstance(button, CardButton):
            button.take(not button.taken)
            self._message(self._words("play.selection", cards="".join(map(str, self.selection()))))
        elif button.name:
            await self._answer(button.name)

    def selection(self) -> list[Any]:
        return [button.card for button in self.query(CardButton) if button.taken]

    async def action_play_selection(self) -> None:
        await self._answer("".join(map(str, self.selection())))

    def action_clear(self) -> None:
        for button in self.query(CardButton):
            button.take(False)
        self._message("")

    def action_hint(self) -> None:
        """The next answer, what a sensible player would do first: named, and its cards taken into the selection."""
        advice = self.table.advice()
        if not advice:
            self._message(self._words("play.no_hint"))
            return
        number = self._hint % len(advice)
        self._hint += 1
        action, why = advice[number].action, advice[number].why
        wanted = [str(card) for card in getattr(action, "cards", ())]
        for button in self.query(CardButton):
            taken = str(button.card) in wanted
            if taken:
                wanted.remove(str(button.card))
            button.take(taken)
        shown = self.table.hint_text(action, self.language, why)
        key = "play.advice" if advice[number].best else "play.hint"
        self._message(self._words(key, number=number + 1, of=len(advice), hint=shown))

    def action_save(self) -> None:
        try:
            self.file.write_text(dump(self.table.record()), encoding="utf-8")
        except OSError as error:
            self._message(self._words("play.not_saved", why=error.strerror or str(error)))
        else:
            self._message(self._words("play.saved", file=self.file))

    async def action_next_deal(self) -> None:
        if self.table.outcome is None:
            return
        if not self.table.next_deal():
            self._message(self._words("play.match_over"))
            return
        self._logged = 0
        self.query_one("#log", RichLog).clear()
        await self._go_on()

    # --- what the table does -----------------------------------------------------------------------------------------

    async def _answer(self, text: str) -> None:
        try:
            self.table.answer(text)
        except (NotationError, IllegalAction) as error:
            self._message(self.table.refusal(error, self.language))
            return
        self._hint = 0
        self._message("")
        await self._go_on()

    async def _go_on(self) -> None:
        """Bots think beside the screen, and each move is shown as it is made."""
        while await asyncio.to_thread(self.table.advance):
            self._draw_log()
        await self._draw()

    async def _draw(self) -> None:
        table, view = self.table, self.table.view
        self._draw_log()
        lines = [table.say(line, self.language) for line in table.info.words.describe(view)]
        lines += table.laid_open(self.language)
        name = table.info.words.hand_name(view)
        if name is not None:
            lines.append(self._words("play.hand_name", name=name))
        self.query_one("#table", Static).update("\n".join(lines))
        hand = self.query_one("#hand", ItemGrid)
        await hand.remove_children()
        labels = [self._words("play.card", cards=card) for card in table.hand()]
        hand.min_column_width = hand.max_column_width = max(map(_width, labels), default=6)
        await hand.mount_all(
            CardButton(card, place, label) for place, (card, label) in enumerate(zip(table.hand(), labels, strict=True))
        )
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        choices.add_options([table.hint_text(action, self.language) for action in table.hints(OFFERED)])
        await self._draw_presets()
        self._draw_prompt()

    def _draw_log(self) -> None:
        log, lines = self.query_one("#log", RichLog), self.table.view.log
        for line in lines[self._logged :]:
            log.write(self.table.say(line, self.language))
        self._logged = len(lines)

    async def _draw_presets(self) -> None:
        """Bet sizes as buttons, where the game has bets."""
        presets = self.query_one("#presets", Vertical)
        await presets.remove_children()
        decision = self.table.decision
        if decision is not None and self.table.info.chips is not None:
            bets = [action for action in self.table.hints() if action.amount]
            shown = [(str(action), self.table.hint_text(action, self.language)) for action in bets]
            await presets.mount_all(Button(label, name=text, compact=True) for text, label in shown)

    def _draw_prompt(self) -> None:
        table, outcome, decision = self.table, self.table.outcome, self.table.decision
        if outcome is not None:
            rows = [self._words("play.result", reason=outcome.reason)]
            for seat, score in enumerate(outcome.scores):
                total = f"{table.totals[seat] + score:+d}"
                rows.append(self._words("play.score", seat=seat, score=f"{score:+d}", total=total))
            self._prompt("\n".join([*rows, self._words("play.again")]))
        elif decision is not None:
            self._prompt(table.say(decision.prompt, self.language))

    def _prompt(self, text: str) -> None:
        self.query_one("#prompt", Static).update(_escape(text))

    def _message(self, text: str) -> None:
        self.query_one("#message", Static).update(_escape(text))

    def _words(self, key: str, **args: object) -> str:
        return tell(Line.of(key, **args), {**WORDS, **self.table.info.all_messages}, self.language, self.table.names)


def _escape(text: str) -> str:
    return text.replace("[", "\\[")
