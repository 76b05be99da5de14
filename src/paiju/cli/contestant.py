"""A language model in a contest: the bot `mcp` of `paiju arena` and `paiju bench`.

While the contest runs, this process serves the Model Context Protocol. Whoever connects is shown the questions to the seats of
`mcp`, one after the other, and answers them.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import typer

from paiju.bots.external import BotFault
from paiju.bots.registry import register
from paiju.cli.mcp import CHOICES
from paiju.games import catalog, codec
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, IllegalAction, Line, NotationError, View
from paiju.games.messages import Language, Text, tell, unread
from paiju.games.refusals import Refusal

if TYPE_CHECKING:
    from mcp.server import MCPServer

NAME: Final = "mcp"
_WAITING: Final = Text("语言模型请连到 {address}", "a language model may connect to {address}")
INSTRUCTIONS: Final = """\
You play in a contest of card games. Call `wait` for a question: it shows the view of your seat, what happened and legal answers.
Reply with `answer`, in the notation of the listed choices, within `limit` seconds. Then `wait` again, until it says `closed`."""


@dataclass
class Question:
    """What a seat is asked, and the answer once it is there."""

    view: View
    decision: Decision[Any]
    limit: float
    answer: Any = None


class Contestant:
    """The bot: it hands questions over, and waits for the answers of whoever is connected."""

    quick = False

    def __init__(self, info: GameInfo, language: Language) -> None:
        self.info, self.language = info, language
        self._parse = info.game().parse
        self._change = threading.Condition()
        self._question: Question | None = None
        self._closed = self._is_met = False

    # --- to the contest -----------------------------------------------------------------------------------------------------

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        with self._change:
            question = self._question = Question(view, decision, limit)
            self._change.notify_all()
            self._change.wait_for(lambda: self._is_met)  # the clock of the first question starts when somebody is there
            answered = self._change.wait_for(lambda: question.answer is not None, limit)
            self._question = None
        if not answered:
            raise BotFault("timeout", f"no answer within {limit:g} s")
        return question.answer

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()

    # --- to the model -------------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> dict[str, Any]:
        """The open question in words; or that there is none yet, or will be none any more."""
        with self._change:
            self._is_met = True
            self._change.notify_all()
            self._change.wait_for(lambda: self._is_open or self._closed, seconds)
            question = self._question
            if question is None or not self._is_open:
                return {"closed": True} if self._closed else {"waiting": True}
        view, decision = question.view, question.decision
        offers = [str(one) for one in islice(self.info.answers.offers(view, decision), CHOICES + 1)]
        return {
            "game": self.info.id,
            "seat": int(decision.seat),
            "events": [self._say(line) for line in view.log],
            "view": {"stage": view.stage, **codec.builtins(view.body)},
            "question": {
                "text": self._say(decision.prompt),
                "choices": offers[:CHOICES],
                "more": len(offers) > CHOICES,
            },
            "limit": question.limit,
        }

    @property
    def _is_open(self) -> bool:
        return self._question is not None and self._question.answer is None

    def answer(self, text: str) -> str | None:
        """Take an answer; why not, where it is none. A refused answer may be followed by another one in time."""
        with self._change:
            question = self._question
            if question is None or question.answer is not None:
                return "you are not asked anything now; call `wait`"
            decision = question.decision
            try:
                question.answer = decision.choices.resolve(decision.seat, self._parse(text))
            except IllegalAction as error:
                return self._say(error.why)
            except NotationError as error:
                return self._say(unread(error))
            self._change.notify_all()
            return None

    def _say(self, line: Line) -> str:
        return tell(line, self.info.all_messages, self.language)


def tools(contestant: Contestant) -> MCPServer[Any]:
    """What a model can do in a contest."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    from paiju import __version__

    found: MCPServer[Any] = MCPServer("paiju", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    @found.tool()
    def wait(seconds: float = 20.0) -> dict[str, Any]:
        """The question to you as soon as there is one; else `waiting`, or `closed` once the contest is over."""
        return contestant.wait(min(max(seconds, 0.0), 60.0))

    @found.tool()
    def answer(text: str) -> dict[str, Any]:
        """Answer the open question, in the notation of the listed choices. A refused answer says why; try another."""
        why = contestant.answer(text)
        if why is not None:
            raise ToolError(why)
        return {"sent": text.strip()}

    return found


@contextmanager
def served(info: GameInfo, language: Language, port: int) -> Iterator[str]:
    """Let `mcp` play this game while the contest runs; where a model connects."""
    contestant = Contestant(info, language)
    application = tools(contestant).streamable_http_app()
    import uvicorn  # comes with the SDK, so that is missed first

    register(info.id, NAME, lambda seed: contestant)
    with socket.create_server(("127.0.0.1", port)) as listener:  # OSError where the port is taken
        server = uvicorn.Server(uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=2))
        thread = threading.Thread(target=server.run, args=([listener],), name="mcp", daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        finally:
            contestant.close()  # clients that wait are answered
            server.should_exit = True
            thread.join(5)


@contextmanager
def with_model(game: str, bots: str, port: int, language: Language, *, alone: bool = True) -> Iterator[None]:
    """Serve where `mcp` is among the bots, and say where a model connects; else do nothing."""
    if NAME not in [name.strip() for name in bots.split(",")]:
        yield
        return
    if not alone:
        raise Refusal("arena.mcp_alone")
    with served(catalog.find(game), language, port) as address:
        typer.echo(_WAITING[language].format(address=address), err=True)
        yield
