"""Clients of OpenGuanDan and the NJUPT Guandan platform: WebSocket, JSON, `notify` and `act` with a list of actions.

    {"type": "act", "handCards": […], "actionList": [["PASS", "PASS", "PASS"], …], "indexRange": 7, …}   ->   {"actIndex": 3}

The command is started with the address of its table behind it, as in `ws://127.0.0.1:40123/game/client0`. Cards are the suit and
the rank, `H2`, with `SB` and `HR` for the jokers. Tribute is answered with the safest choice, and not told.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from importlib.util import find_spec
from typing import Any, Final

from paiju.bots.external import BotFault
from paiju.bots.foreign import is_play, own_cards, plays, suit_letter
from paiju.cards import Card
from paiju.games.climb.actions import Play
from paiju.games.climb.kinds import Kind
from paiju.games.climb.view import ClimbView
from paiju.games.contract import AnyGame, Decision, View
from paiju.games.refusals import Refusal

KINDS: Final = {
    Kind.SINGLE: "Single",
    Kind.PAIR: "Pair",
    Kind.TRIPLE: "Trips",
    Kind.PAIR_RUN: "ThreePair",
    Kind.FULL_HOUSE: "ThreeWithTwo",
    Kind.TRIPLE_RUN: "TwoTrips",
    Kind.STRAIGHT: "Straight",
    Kind.STRAIGHT_FLUSH: "StraightFlush",
    Kind.BOMB: "Bomb",
    Kind.FOUR_JOKERS: "Bomb",
}
NONE: Final = [None, None, None]
PASS: Final = ["PASS", "PASS", "PASS"]
HAND: Final = 27
RANKS: Final = "  23456789TJQKA"
START: Final = 10.0


def text_of(one: Card) -> str:
    """
    >>> from paiju.cards import card
    >>> [text_of(card(one)) for one in ("2h", "Ts", "L", "R")]
    ['H2', 'ST', 'SB', 'HR']
    """
    return {"L": "SB", "R": "HR"}.get(str(one)) or f"{suit_letter(one).upper()}{one.rank.letter}"


def action_of(action: Any) -> list[Any]:
    """A choice as an entry of `actionList`."""
    if not isinstance(action, Play) or action.combo is None:
        return list(PASS)
    combo = action.combo
    head = {"L": "B"}.get(combo.head[:1], combo.head[:1]) if combo.kind is not Kind.FOUR_JOKERS else "JOKER"
    return [KINDS[combo.kind], head, [text_of(card) for card in action.cards]]


def act(view: ClimbView, choices: list[Any]) -> dict[str, Any]:
    """The question to a seat."""
    assert view.viewer is not None
    top = next((one for one in reversed(view.trick) if one.cards), None)
    last = view.trick[-1] if view.trick else None
    levels, team = getattr(view, "levels", (2, 2)), view.teams[view.viewer]
    entry = {str(action): action_of(action) for action in choices}

    def shown(one: Any) -> list[Any]:
        cards = [text_of(card) for card in one.cards] if one is not None else []
        return (
            [_NAMES.get(one.type, "Bomb"), one.head[:1], cards]
            if one is not None and cards
            else list(PASS if one else NONE)
        )

    moves = list(plays(view))
    played = {int(seat): cards for seat, cards in moves}
    rest = [HAND - sum(len(cards) for who, cards in moves if who == seat) for seat in range(len(view.hands))]
    return {
        "type": "act",
        "stage": "play",
        "handCards": [text_of(card) for card in own_cards(view)],
        "publicInfo": [
            {"rest": rest[seat], "playArea": [text_of(card) for card in played.get(seat, ())] or None}
            for seat in range(len(view.hands))
        ],
        "selfRank": RANKS[levels[team]],
        "oppoRank": RANKS[levels[1 - team]],
        "curRank": RANKS[getattr(view, "level", 2)],
        "curPos": int(last.seat) if last else -1,
        "curAction": shown(last),
        "greaterPos": int(top.seat) if top else -1,
        "greaterAction": shown(top),
        "actionList": list(entry.values()),
        "indexRange": len(entry) - 1,
    }


_NAMES: Final = {
    "single": "Single", "pair": "Pair", "triple": "Trips", "tripleStraight": "ThreePair", "fullHouse": "ThreeWithTwo",
    "doubleTriple": "TwoTrips", "straight": "Straight", "straightFlush": "StraightFlush",
}  # fmt: skip


class OpenGuandan:
    """One seat: the client runs, and is connected, until it is closed."""

    quick = False

    def __init__(self, game: AnyGame, command: str) -> None:
        if find_spec("websockets") is None:
            raise Refusal("extra.missing", extra="server")
        self.game, self.command = game, tuple(shlex.split(command))
        self._process: subprocess.Popen[bytes] | None = None
        self._server: Any = None
        self._socket: Any = None
        self._said: queue.Queue[str] = queue.Queue()
        self._seen = 1 << 30
        self._told = 0

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
        self._process = self._server = self._socket = None

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        assert isinstance(view, ClimbView)
        if not is_play(decision):
            return next(iter(decision.choices))
        try:
            if self._socket is None:
                self._connect()
            self._notify(view)
            choices = list(decision.choices)
            self._socket.send(json.dumps(act(view, choices)))
            said = json.loads(self._said.get(timeout=limit))
            return choices[int(said["actIndex"])]
        except (queue.Empty, TimeoutError):
            self.close()
            raise BotFault("timeout", f"no answer within {limit:g} s") from None
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise BotFault("illegal", f"no action of the list: {error}") from None
        except OSError as error:
            self.close()
            raise BotFault("crash", str(error)) from None

    def _notify(self, view: ClimbView) -> None:
        """Tell the deal, then every play since the last question."""
        assert view.viewer is not None
        moves = list(plays(view))
        if len(view.log) < self._seen:
            own = [*own_cards(view), *(card for seat, cards in moves if seat == view.viewer for card in cards)]
            deal = {"handCards": [text_of(card) for card in own], "myPos": int(view.viewer)}
            self._socket.send(json.dumps({"type": "notify", "stage": "beginning", **deal}))
            self._told = 0
        self._seen = len(view.log)
        for seat, cards in moves[self._told :]:
            done = ["", "", [text_of(card) for card in cards]] if cards else list(PASS)
            self._socket.send(json.dumps({"type": "notify", "stage": "play", "curPos": int(seat), "curAction": done}))
        self._told = len(moves)

    def _connect(self) -> None:
        from websockets.exceptions import ConnectionClosed
        from websockets.sync.server import serve

        there = threading.Event()

        def listen(socket: Any) -> None:
            self._socket = socket
            there.set()
            try:
                for message in socket:
                    self._said.put(message)
            except ConnectionClosed:
                return

        self._server = serve(listen, "127.0.0.1", 0)
        threading.Thread(target=self._server.serve_forever, name="guandan", daemon=True).start()
        port = self._server.socket.getsockname()[1]
        address = f"ws://127.0.0.1:{port}/game/client0"
        self._process = subprocess.Popen((*self.command, address), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not there.wait(START):
            raise TimeoutError
