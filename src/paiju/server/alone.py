"""A table for one person in this process: no store, no sockets, nobody else.

The page of `make demo` talks to it in place of a server, in a worker of the browser. It speaks the same protocol: `request`
answers the routes that a table needs, `hear` takes what the page writes to its socket, and `take` gives what the page is to
read. Whoever runs it calls `tick` when the clock or a bot is due.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import msgspec

from paiju import __version__, bots
from paiju.bots import brain
from paiju.bots.advice import hints
from paiju.games import catalog
from paiju.games.codec import encode
from paiju.games.contract import View
from paiju.games.messages import Language, tell
from paiju.games.options import OptionError, read_pairs
from paiju.server import wire
from paiju.server.catalog_reply import catalog_reply, messages_reply
from paiju.server.game_state import winners
from paiju.server.messages import messages_of, sentence
from paiju.server.names import BOT_NAMES
from paiju.server.questions import checked, hinted
from paiju.server.rules_reply import rules_reply
from paiju.server.table_settings import table_settings
from paiju.server.viewers import Viewers
from paiju.solver.shares import open_shares
from paiju.table import Event, Refused, Table, agenda, commands, events
from paiju.table import happenings as happened
from paiju.table.deal import Asked

ME: Final = "1"
"""The player: there is no other."""

HEARTBEAT: Final = 3600
THINKING: Final = 0.3
"""Seconds for a bot's move."""
CHIPS: Final = 100_000

_message: Final = msgspec.json.Decoder(wire.ClientMessage).decode


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


@dataclass(eq=False)
class Alone:
    """One person, and at most one table; a new one takes the place of the last."""

    games: Sequence[str]
    """What can be played."""
    now: Callable[[], int] = milliseconds
    language: Language = "zh"
    name: str = ""
    received: list[str] = field(default_factory=list)
    """Messages for the page that were not taken yet."""
    muted: set[str] = field(default_factory=set)
    _table: Table | None = None
    _viewers: Viewers | None = None
    _bots: dict[int, bots.Bot] = field(default_factory=dict)

    # --- as a connection of the table -------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        return ME

    def send(self, *messages: bytes) -> None:
        self.received += [one.decode() for one in messages]

    def drop(self, code: int, why: str) -> None:
        """Nobody is cut off here."""

    def take(self) -> list[str]:
        """The messages for the page since it was asked last."""
        found, self.received = self.received, []
        return found

    # --- routes -----------------------------------------------------------------------------------------------------------

    def request(self, method: str, address: str, body: str | None) -> tuple[int, str]:
        """Answer a request of the page: status and JSON."""
        try:
            return 200, encode(self._answer(method, address, body or "{}")).decode()
        except Refused as refused:
            status = wire.STATUS.get(refused.code, 422)
            problem = wire.Problem(
                code=refused.code,  # type: ignore[arg-type]
                message=self._sentence(refused),
                status=status,
                why=refused.why,
            )
            return status, encode(problem).decode()

    def _answer(self, method: str, address: str, body: str) -> Any:
        url = urlsplit(address)
        query, parts = parse_qs(url.query), url.path.strip("/").split("/")[1:]
        match method, parts:
            case "GET", ["me"] | ["session"]:
                return self._me()
            case "POST", ["session"]:
                self.name = msgspec.json.decode(body, type=wire.NewSession).name
                return wire.Session(token="", player=self._me())
            case "PUT", ["me"]:
                self.name = msgspec.json.decode(body, type=dict[str, str]).get("name", self.name)
                return self._me()
            case "GET", ["catalog"]:
                return catalog_reply(catalog.find(one) for one in self.games)
            case "GET", ["messages", game]:
                return messages_reply(catalog.find(game) if game != "paiju" else None)
            case "GET", ["catalog", game, "rules"]:
                return self._rules(game, query)
            case "GET", ["people"]:
                return {"people": []}
            case "POST", ["games"]:
                return self._open(msgspec.json.decode(body, type=wire.NewGame))
            case "POST", ["games", _, "start"]:
                return self._do(lambda table, now: commands.start(table, ME, now))
            case "POST", ["games", _, "entropy"]:
                data = msgspec.json.decode(body, type=dict[str, str])
                return self._do(lambda table, now: commands.add_entropy(table, ME, data.get("bytes", ""), now))
            case "GET", ["games", _, "chat"]:
                return wire.ChatLog(lines=[])
            case "GET", ["games", _, "earlier"]:
                return wire.Earlier(hand_number=self._here().state.hand, steps=[])
            case "GET", ["games", _, "tidy"]:
                return self._tidied()
            case "GET", ["games", _, "hand_name"]:
                view = self._view()
                return wire.HandName(name=self._here().info.words.hand_name(view) if view is not None else None)
            case "GET", ["games", _, "equity"]:
                shared = self._here().view(None)
                shares = open_shares(shared, int(query["cards"][0]) if "cards" in query else None) if shared else None
                return wire.Equity(shares=list(shares.shares) if shares else None, exact=bool(shares and shares.exact))
        raise Refused("not_found", "error.not_found")

    def _me(self) -> wire.Me:
        table = [self._table.id] if self._table is not None else []
        return wire.Me(
            id=ME, name=self.name, avatar="", avatars=[], chips=CHIPS, account=False, created_at="", standings=[],
            games=table,
        )  # fmt: skip

    def _rules(self, game: str, query: dict[str, list[str]]) -> wire.RulesReply:
        info = catalog.find(game)
        try:
            options = info.build(read_pairs(query.get("option", ())), query.get("preset", [None])[0])
        except OptionError as error:
            raise Refused("bad_request", "error.option", why=error.sentence) from None
        return rules_reply(info, options, "en" if query.get("lang", [self.language]) == ["en"] else "zh")

    def _tidied(self) -> wire.Tidied:
        table, view = self._here(), self._view()
        groups = brain.tidied(table.info.id, view, table.deal.game) if view is not None and table.deal else ()
        return wire.Tidied(
            groups=[[str(card) for card in group.cards] for group in groups], names=[group.name for group in groups]
        )

    def _open(self, wanted: wire.NewGame) -> dict[str, str]:
        """A table with the person on the first seat and bots on the others."""
        info = catalog.find(wanted.game)
        now, settings = self.now(), table_settings(wanted, info)
        self._table = table = Table.open(f"demo{now}", events.Opened(at=now, settings=settings, owner=ME))
        self._viewers, self._bots = Viewers(table, {}, now, lambda _: None), {}
        self._do(lambda table, now: commands.join(table, ME, self.name or "?", now, chips=wanted.buy_in))
        for number, bot in enumerate(wanted.bots):
            name = BOT_NAMES[number % len(BOT_NAMES)]
            self._do(lambda table, now, b=bot, n=name, i=number: commands.join(table, f"b{i}", n, now, bot=b.level))  # type: ignore[misc]
        return {"id": table.id}

    # --- the socket -------------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Take a message that the page wrote to its socket."""
        message = _message(text)
        try:
            self._do_message(message)
        except Refused as refused:
            body = wire.ErrorBody(
                code=refused.code,  # type: ignore[arg-type]
                message=self._sentence(refused),
                why=refused.why,
                seq=self._table.seq if self._table is not None else None,
                re=message.id,
            )
            self.send(encode(wire.ErrorOut(payload=body)))

    def _do_message(self, message: Any) -> None:
        body = message.payload
        match message:
            case wire.HelloIn():
                self.language = body.language or self.language
                welcome = wire.Welcome(
                    protocol=wire.PROTOCOL, server=__version__, time=self.now(), player_id=ME, name=self.name,
                    games=self._me().games, heartbeat=HEARTBEAT,
                )  # fmt: skip
                self.send(encode(wire.WelcomeOut(payload=welcome)))
                return
            case wire.PingIn():
                self.send(encode(wire.PongOut(payload=wire.Pong(time=self.now()))))
                return
            case wire.WatchIn():
                if body.game_id != self._here().id:
                    raise Refused("not_found", "error.not_found")
                self._follow()
            case wire.HintIn():
                self._hint(message)
                return
            case wire.CheckIn():
                (question, view), table = self._question(), self._here()
                assert table.deal is not None
                found = checked(
                    table.info, table.deal.game, view, question.decision, body.text,
                    re=message.id, table=table.id, seq=table.seq,
                )  # fmt: skip
                self.send(encode(wire.CheckedOut(payload=found)))
                return
            case wire.ActionIn():
                self._do(lambda table, now: commands.move(table, ME, body.text or "", now, body.seq))
            case wire.ReadyIn():
                self._do(lambda table, now: commands.ready(table, ME, body.ready, now))
            case wire.HoldIn():
                self._do(lambda table, now: commands.hold(table, ME, body.on, now))
            case wire.EntropyIn():
                self._do(lambda table, now: commands.add_entropy(table, ME, body.bytes, now))
            case wire.RebuyIn():
                self._do(lambda table, now: commands.rebuy(table, ME, body.chips, now))
            case wire.SitOutIn():
                self._do(lambda table, now: commands.sit_out(table, ME, now))
            case wire.BackIn():
                self._do(lambda table, now: commands.come_back(table, ME, now, body.post))
            case wire.StartIn():
                self._do(lambda table, now: commands.start(table, ME, now))
            case wire.ChatIn():
                self._do(lambda table, now: commands.say(table, ME, self.name, body.text, now))
            case wire.LeaveIn():
                self._table = self._viewers = None
            case _:
                raise Refused("not_found", "error.not_found")
        if message.id is not None:
            now = self._table
            ack = wire.Ack(
                id=message.id, game_id=now.id if now is not None else "", seq=now.seq if now is not None else 0
            )
            self.send(encode(wire.AckOut(payload=ack)))

    def _follow(self) -> None:
        table, viewers = self._here(), self._viewers
        assert viewers is not None
        if self in viewers.sinks:
            viewers.leave(self, self.now())
        first = viewers.enter(self, table.seat_of(ME), None, self.now())
        self.send(*[one() if callable(one) else one for one in first])

    def _hint(self, message: wire.HintIn) -> None:
        (question, view), table = self._question(), self._here()
        found = hints(table.info, view, question.decision, message.payload.limit)
        body = wire.Hints(
            game_id=table.id,
            seq=table.seq,
            choices=[hinted(one) for one in found],
            re=msgspec.UNSET if message.id is None else message.id,
        )
        self.send(encode(wire.HintOut(payload=body)))

    # --- the table --------------------------------------------------------------------------------------------------------

    def tick(self) -> int | None:
        """Do what is due, at most one bot's move; when there is more to do, in milliseconds since 1970."""
        table = self._table
        item = agenda.next_item(table) if table is not None else None
        if table is not None and item is not None and item.when <= self.now():
            if item.kind == "bot":
                self._answer_for(item)
            elif item.make is not None:
                make = item.make
                self._do(lambda _, now: [make(now)])
            elif (asked := table.asked(item.seat)) is not None:
                asked.warned = True
            item = agenda.next_item(table)
        return item.when if item is not None else None

    def _answer_for(self, item: agenda.Item) -> None:
        table = self._here()
        question, view = table.asked(item.seat), table.view(item.seat)
        if question is None or view is None:
            return
        if item.seat not in self._bots:
            self._bots[item.seat] = bots.make(table.info.id, item.level, self.now())
        action = self._bots[item.seat].choose(view, question.decision, limit=THINKING)
        text = str(question.decision.choices.resolve(question.decision.seat, action))
        self._do(lambda table, now: [commands.answer(table, item.seat, text, now, item.by)])

    def _do(self, make: Callable[[Table, int], Sequence[Event]]) -> dict[str, int]:
        """Make a change, and show the page what came of it."""
        table, viewers, now = self._here(), self._viewers, self.now()
        assert viewers is not None
        seen = [one for row in make(table, now) for one in table.apply(row)]
        while (item := agenda.next_item(table)) is not None and item.make is not None and item.when == 0:
            seen += table.apply(item.make(now))
        moves = [one for one in seen if isinstance(one, happened.Announced)]
        others = [body for one in seen if (body := self._notice(table, one)) is not None]
        for _, messages in viewers.show(moves, others, now) if self in viewers.sinks else ():
            self.send(*[one() if callable(one) else one for one in messages])
        return {"seq": table.seq}

    @staticmethod
    def _notice(table: Table, one: happened.Happening) -> bytes | None:
        """What is sent besides the state: who won, and what was said."""
        if isinstance(one, happened.Ended) and table.deal is not None:
            won = wire.Winner(game_id=table.id, seq=table.seq, hand_number=one.result.hand, winners=winners(table.deal))
            return encode(wire.WinnerOut(payload=won))
        if isinstance(one, happened.Spoken):
            said = wire.ChatSaid(
                game_id=table.id, player_id=one.player, name=one.name, text=one.text, time=one.at, seq=table.seq
            )
            return encode(wire.ChatOut(payload=said))
        return None

    def _here(self) -> Table:
        if self._table is None:
            raise Refused("not_found", "error.not_found")
        return self._table

    def _view(self) -> View | None:
        table = self._here()
        return table.view(table.seat_of(ME))

    def _question(self) -> tuple[Asked, View]:
        table = self._here()
        question, view = table.asked(table.seat_of(ME)), self._view()
        if question is None or view is None:
            raise Refused("wrong_phase", "error.no_deal")
        return question, view

    def _sentence(self, refused: Refused) -> str:
        """A refusal in the person's language, with the names at the table."""
        if self._table is None:
            return sentence(refused, self.language)
        sitters = self._table.state.sitters
        names = tuple(sitters[seat].name if seat in sitters else "" for seat in range(self._table.settings.seats))
        return tell(refused.why, messages_of(self._table.info), self.language, names)
