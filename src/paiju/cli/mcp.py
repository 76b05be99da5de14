"""``paiju mcp``: a language model sits at a table, through the Model Context Protocol.

A table lives in this process: one seat for the model, bots in the others. The model is shown the view of its own seat and
what happened in words, gets the legal answers, and the reason why an answer is refused; nothing else reaches it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from paiju.bots.registry import UnknownLevel, make
from paiju.cli.output import in_words
from paiju.cli.terminal.local import LocalTable
from paiju.games import catalog, codec
from paiju.games.climb.position import Position, PositionError
from paiju.games.contract import IllegalAction, Line, NotationError, Seat
from paiju.games.messages import Language
from paiju.games.options import OptionError
from paiju.games.refusals import Refusal

if TYPE_CHECKING:
    from mcp.server import MCPServer

app = typer.Typer(add_completion=False)

MOST_TABLES: Final = 64
"""Tables kept at once; the one that was not asked for the longest goes first."""
CHOICES: Final = 60
"""Legal answers listed with a question."""
SOLVING: Final = 10.0
"""Seconds for a position."""

INSTRUCTIONS: Final = """\
Card games against bots. Call `games`, then `sit_down`; every reply shows what happened since the last one, the view of your
seat, and the question you are asked with legal answers. Reply with `answer`, in the notation of the listed choices. A refused
answer changes nothing and says why. `rules` tells how a game is played; `solve` analyses open positions of climbing games."""


@dataclass
class Seated:
    """A table with what the model was shown of it."""

    table: LocalTable
    language: Language
    shown: int = 0

    def state(self, **more: Any) -> dict[str, Any]:
        """What the model may know now: news in words, the view of its seat, and its question or the result."""
        table, language = self.table, self.language
        table.run()
        view, decision, outcome = table.view, table.decision, table.outcome
        news, self.shown = view.log[self.shown :], len(view.log)
        reply = {
            **more,
            "seat": int(table.seat),
            "deal": table.number + 1,
            "events": [table.say(line, language) for line in news],
            "view": {"stage": view.stage, **codec.builtins(view.body)},
        }
        if decision is not None:
            offers = [str(one) for one in islice(table.info.answers.offers(view, decision), CHOICES + 1)]
            question = table.say(decision.prompt, language)
            reply["question"] = {"text": question, "choices": offers[:CHOICES], "more": len(offers) > CHOICES}
        if outcome is not None:
            reply["result"] = {"scores": list(outcome.scores), "reason": table.say(Line(outcome.reason), language)}
        return reply


class Tables:
    """The tables of one process, by a short name each."""

    def __init__(self) -> None:
        self._seated: OrderedDict[str, Seated] = OrderedDict()
        self._opened = 0

    def open(self, table: LocalTable, language: Language) -> dict[str, Any]:
        self._opened += 1
        name = f"t{self._opened}"
        self._seated[name] = Seated(table, language)
        if len(self._seated) > MOST_TABLES:
            self._seated.popitem(last=False)
        return self._seated[name].state(table=name)

    def find(self, name: str) -> Seated:
        if name not in self._seated:
            refuse(f"there is no table {name}; `sit_down` opens one")
        self._seated.move_to_end(name)
        return self._seated[name]

    def close(self, name: str) -> None:
        self.find(name)
        del self._seated[name]


def refuse(why: str | Exception, language: Language = "en") -> NoReturn:
    """Answer the model with one sentence: what is wrong with its request."""
    from mcp.server.mcpserver.exceptions import ToolError

    raise ToolError(in_words(why, language)) from None


def server() -> MCPServer[Any]:
    """The tools, over tables of their own."""
    from mcp.server import MCPServer

    from paiju import __version__

    tables = Tables()
    found: MCPServer[Any] = MCPServer("paiju", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    @found.tool()
    def games(language: Language = "en") -> list[dict[str, Any]]:
        """List the games: id, name, numbers of players, and options with their values."""
        return [
            {
                "id": info.id,
                "name": info.title[language],
                "players": list(info.make(info.build()).seats),
                "options": {one.name: one.help[language] for one in info.describe()},
                "presets": sorted(info.presets),
            }
            for info in catalog.infos()
        ]

    @found.tool()
    def rules(game: str, language: Language = "en", options: dict[str, Any] | None = None) -> str:
        """Tell the rules of a game under some options, as Markdown."""
        from paiju.games.rulebook import rules_of
        from paiju.games.ruletext import markdown

        info, chosen = _game(game, options, language)
        return "\n".join(markdown(rules_of(info, chosen), language))

    @found.tool()
    def sit_down(
        game: str,
        bots: str = "normal",
        players: int | None = None,
        seat: int = 0,
        options: dict[str, Any] | None = None,
        seed: int | None = None,
        language: Language = "en",
    ) -> dict[str, Any]:
        """Open a table and take a seat; bots of a level (easy, normal, hard) take the others. The same seed deals the same cards."""
        info, chosen = _game(game, options, language)
        try:
            make(info.id, bots)
        except UnknownLevel as error:
            refuse(error, language)
        allowed, size = info.make(chosen).seats, players or info.recommended
        if size not in allowed:
            refusal = Refusal("catalog.seats", game=info.id, low=allowed[0], high=allowed[-1], seats=size)
            refuse(refusal, language)
        if not 0 <= seat < size:
            refuse(Refusal("position.no_seat", seat=seat, high=size - 1), language)
        table = LocalTable(info, chosen, size, level=bots, seed=seed, seat=Seat(seat), names=_names(size, seat))
        return tables.open(table, language)

    @found.tool()
    def look(table: str) -> dict[str, Any]:
        """Show a table again: events since the last reply, the view of your seat, and your question or the result."""
        return tables.find(table).state(table=table)

    @found.tool()
    def answer(table: str, text: str) -> dict[str, Any]:
        """Answer the question you are asked, as in `3s3d`, `pass`, `raise_to 120`. If it is refused, `refused` says why and nothing has changed."""
        seated = tables.find(table)
        if seated.table.decision is None:
            refuse("you are not asked anything: the deal is over; call `next_deal`")
        try:
            seated.table.answer(text)
        except (NotationError, IllegalAction) as error:
            return seated.state(table=table, refused=seated.table.refusal(error, seated.language))
        return seated.state(table=table)

    @found.tool()
    def next_deal(table: str) -> dict[str, Any]:
        """Deal again once a deal is over, with what carries over (stacks, levels); `over` is true when the match has ended."""
        seated = tables.find(table)
        if seated.table.outcome is None:
            refuse("the deal is not over: `answer` the question first")
        if not seated.table.next_deal():
            return {"table": table, "over": True}
        seated.shown = 0
        return seated.state(table=table)

    @found.tool()
    def leave(table: str) -> dict[str, Any]:
        """Leave a table; it is closed."""
        tables.close(table)
        return {"table": table, "left": True}

    @found.tool()
    def solve(position: str, language: Language = "en") -> dict[str, Any]:
        """Solve a position of a climbing game in which every hand is known, as in
        `doudizhu 34567/KK/2 0 landlord=0`: who wins with best play, the winning moves, the main line, and whether that is proved."""
        from paiju.cli.solve import solution_data
        from paiju.solver.endgame import Solver

        try:
            read = Position.parse(position)
        except PositionError as error:
            refuse(error, language)
        return solution_data(Solver(read, limit=SOLVING).solve("win", all_moves=True))

    return found


def _game(name: str, options: dict[str, Any] | None, language: Language) -> tuple[catalog.GameInfo, Any]:
    try:
        info = catalog.find(name)
        return info, info.build(options or {})
    except (catalog.UnknownGame, OptionError) as error:
        refuse(error, language)


def _names(size: int, own: int) -> list[str]:
    return ["You" if seat == own else f"Bot {seat}" for seat in range(size)]


@app.command("mcp")
def command(
    http: Annotated[bool, typer.Option(help="Serve streamable HTTP instead of standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="With --http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --http: the port.")] = 8765,
) -> None:
    """Let a language model play, through the Model Context Protocol."""
    if http:
        server().run("streamable-http", host=host, port=port)
    else:
        server().run("stdio")
