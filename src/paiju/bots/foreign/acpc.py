"""Players of the Annual Computer Poker Competition: programs that connect to a dealer and read match states, line by line.

    MATCHSTATE:position:hand:betting:cards     ->     the same line, a colon, and `f`, `c` or `r300`

The command is started with the dealer's host and port behind it. Positions count from the small blind; heads-up from the big
blind, as the protocol has it (reversed blinds). `r` names all that a player has put into the pot in this hand.
"""

from __future__ import annotations

import shlex
import socket
import subprocess
from typing import Any, Final

from paiju.bots.external import BotFault
from paiju.cards import Card
from paiju.games.contract import AnyGame, Decision, IllegalAction, NotationError, View
from paiju.games.holdem.view import HoldemView

VERSION: Final = "VERSION:2"
START: Final = 10.0
"""Seconds for a program to connect."""


def position(view: HoldemView, seat: int) -> int:
    """Where a seat sits for this protocol."""
    seats = [one.seat for one in view.seats]
    first = view.big_blind_seat if len(seats) == 2 else view.small_blind_seat
    assert first is not None
    return (seats.index(seat) - seats.index(first)) % len(seats)


def is_limit(view: HoldemView) -> bool:
    """Whether raises have one size, which is not told."""
    return view.game_type == "limit"


def match_state(view: HoldemView, hand: int = 0) -> str:
    """The line for a seat that is asked."""
    assert view.viewer is not None
    betting, paid, street = "", dict.fromkeys((one.seat for one in view.seats), 0), 0
    for line in view.log:
        kind = line.key.rpartition(".")[2]
        if kind == "posted":
            paid[line.args["seat"]] += line.args["amount"]
        elif kind == "cards_dealt":
            betting += "/"
            street += 1
        elif kind == "player_acted":
            seat, amount = line.args["seat"], line.args["amount"]
            paid[seat] += amount
            raises = paid[seat] > max((chips for other, chips in paid.items() if other != seat), default=0)
            sized = f"r{paid[seat]}" if not is_limit(view) else "r"
            betting += "f" if line.args["action"] == "fold" else sized if amount and raises else "c"
    own = view.seats[[one.seat for one in view.seats].index(view.viewer)].hole_cards
    assert own is not None
    hands = [""] * len(view.seats)
    hands[position(view, view.viewer)] = _cards(own)
    board = list(view.community_cards)
    dealt = [_cards(board[:3]), *(str(card) for card in board[3:])] if board else []
    return f"MATCHSTATE:{position(view, view.viewer)}:{hand}:{betting}:{'|'.join(hands)}{''.join('/' + one for one in dealt)}"


def _cards(cards: Any) -> str:
    return "".join(str(card) for card in cards if isinstance(card, Card))


class Acpc:
    """One seat: the program runs, and is connected, until it is closed."""

    quick = False

    def __init__(self, game: AnyGame, command: str) -> None:
        self.game, self.command = game, tuple(shlex.split(command))
        self._process: subprocess.Popen[bytes] | None = None
        self._stream: Any = None
        self._socket: socket.socket | None = None
        self._hand = -1
        self._seen = 1 << 30

    def close(self) -> None:
        for thing in (self._stream, self._socket):
            if thing is not None:
                thing.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
        self._process = self._stream = self._socket = None

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        assert isinstance(view, HoldemView)
        if len(view.log) < self._seen:
            self._hand += 1
        self._seen = len(view.log)
        if not decision.prompt.key.endswith("holdem.act"):
            return next(iter(decision.choices))
        line = match_state(view, self._hand)
        answer = self._exchange(line, limit)
        if not answer.startswith(line + ":"):
            raise BotFault("illegal", f"{answer[:80]!r} does not repeat the match state")
        return self._read(answer.removeprefix(line + ":"), view, decision)

    def _read(self, said: str, view: HoldemView, decision: Decision[Any]) -> Any:
        own = next(one for one in view.seats if one.seat == view.viewer)
        words = {"f": "fold", "c": "call" if view.to_call else "check"}
        before = own.total_bet - own.bet  # in earlier rounds
        try:
            if said in words:
                text = words[said]
            elif is_limit(view):
                text = f"raise_to {view.min_raise_to}"
            else:
                text = f"raise_to {int(said.removeprefix('r')) - before}"
            return decision.choices.resolve(decision.seat, self.game.parse(text))
        except (IllegalAction, NotationError, ValueError) as error:
            raise BotFault("illegal", f"{said[:20]!r} is refused: {error}") from None

    def _exchange(self, line: str, limit: float) -> str:
        try:
            if self._stream is None:
                self._connect()
            assert self._socket is not None and self._stream is not None
            self._socket.settimeout(limit)
            self._stream.write(line.encode() + b"\r\n")
            self._stream.flush()
            answer: bytes = self._stream.readline(1 << 12)
        except TimeoutError:
            self.close()
            raise BotFault("timeout", f"no answer within {limit:g} s") from None
        except OSError as error:
            self.close()
            raise BotFault("crash", str(error)) from None
        if not answer:
            self.close()
            raise BotFault("crash", "the program closed its connection")
        return answer.decode("ascii", "replace").strip()

    def _connect(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as dealer:
            dealer.settimeout(START)
            host, port = dealer.getsockname()
            self._process = subprocess.Popen(
                (*self.command, host, str(port)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self._socket, _ = dealer.accept()
        self._socket.settimeout(START)
        self._stream = self._socket.makefile("rwb")
        if not self._stream.readline(200).decode("ascii", "replace").startswith(VERSION):
            raise OSError("the program does not say its version")
