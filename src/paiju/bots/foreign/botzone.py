"""Bots of Botzone: a program that is started for every question with one line of JSON, all requests and its own responses so far.

    {"requests": […], "responses": […]}   ->   {"response": …}

FightTheLandlord2 (Dou Dizhu, with bids): cards are 0 to 53, ranks from 3 to 2 by four in the order ♥♦♠♣, then the small and the big
joker. The first request asks for a bid from 0 to 3, the next one adds the kitty and who is landlord, the others tell the last two plays.
Guandan: cards are 0 to 107, ranks from A to K by four in the same order, then the jokers, then the second deck; an answer is the cards
and what they are meant as. Single deals only: tribute and what a wild card stands for beyond its cards are not told.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from paiju.bots.external import BotFault
from paiju.bots.foreign import is_play, own_cards, plays, suit_letter
from paiju.cards import Card, card
from paiju.games.climb.actions import Play
from paiju.games.climb.view import ClimbView
from paiju.games.contract import AnyGame, Decision, IllegalAction, NotationError, View

SUITS: Final = "hdsc"
LANDLORD: Final = "3456789TJQKA2"
GUANDAN: Final = "A23456789TJQK"
DECK: Final = 54
ALLOWANCE: Final = 1.0
"""Seconds for a program to start, which it does at every question."""


def number(one: Card, ranks: str) -> int:
    """A card of the first deck.

    >>> [number(card(text), LANDLORD) for text in ("3h", "3c", "2s", "L", "R")]
    [0, 3, 50, 52, 53]
    """
    if one.rank.is_joker:
        return 52 + (one.rank.letter == "R")
    return 4 * ranks.index(one.rank.letter) + SUITS.index(suit_letter(one))


def card_of(code: int, ranks: str) -> Card:
    """The card of a number of either deck."""
    code %= DECK
    return card("LR"[code - 52] if code >= 52 else ranks[code // 4] + SUITS[code % 4])


def numbers(cards: Iterable[Card], ranks: str, used: Counter[int] | None = None) -> list[int]:
    """Numbers of cards; of two equal ones the second is of the second deck."""
    used = Counter() if used is None else used
    found = []
    for one in cards:
        code = number(one, ranks)
        found.append(code + DECK * used[code])
        used[code] += 1
    return found


class Botzone:
    """One seat."""

    quick = False

    def __init__(self, game: AnyGame, command: str) -> None:
        self.game, self.command = game, tuple(shlex.split(command))
        self.requests: list[Any] = []
        self.responses: list[Any] = []
        self._seen = 0

    def close(self) -> None:
        """Nothing runs between two questions."""

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        assert isinstance(view, ClimbView)
        if len(view.log) < self._seen:
            self.requests, self.responses = [], []
        self._seen = len(view.log)
        is_guandan, is_bid = len(view.teams) == 4, decision.prompt.key == "climb.ask.bid"
        if not (is_bid or is_play(decision)):
            return next(iter(decision.choices))
        request = self._auction(view) if is_bid else self._guandan(view) if is_guandan else self._landlord(view)
        return self._read(self._ask(request, limit), decision, GUANDAN if is_guandan else LANDLORD)

    def _auction(self, view: ClimbView) -> Any:
        bids = [
            line.args.get("bid", 0) for line in view.log if line.key.startswith("climb.log.") and "seat" in line.args
        ]
        return {"own": numbers(own_cards(view), LANDLORD), "bid": bids}

    def _landlord(self, view: ClimbView) -> Any:
        assert view.viewer is not None
        last = [[], [], *(numbers(cards, LANDLORD) for _, cards in plays(view))][-2:]
        if any("publiccard" in one for one in self.requests):
            return {"history": last}
        kitty = next(pile.cards for pile in view.centre if pile.name == "kitty")
        own = Counter(own_cards(view))
        own.update(card for seat, cards in plays(view) if seat == view.viewer for card in cards)
        return {
            "history": last,
            "publiccard": numbers(kitty if isinstance(kitty, tuple) else (), LANDLORD),
            "own": numbers(sorted(own.elements()), LANDLORD),
            "landlord": view.landlord,
            "pos": int(view.viewer),
            "finalbid": view.bid,
        }

    def _guandan(self, view: ClimbView) -> Any:
        assert view.viewer is not None
        everything: Counter[int] = Counter()
        told = [(int(seat), numbers(cards, GUANDAN, everything)) for seat, cards in plays(view)]
        if not self.requests:
            level = getattr(view, "level", 2)
            own = [*own_cards(view), *(card for seat, cards in plays(view) if seat == view.viewer for card in cards)]
            deal = {"stage": "deal", "deliver": numbers(own, GUANDAN), "your_id": int(view.viewer)}
            self.requests.append(deal | {"global": {"level": "  23456789TJQKA"[level]}})
            self.responses.append([])
        since = [{"player": seat, "response": [cards, cards]} for seat, cards in told][-3:]
        done = [int(seat) for seat in view.finished]
        return {"stage": "play", "history": since, "done": done, "pass_on": -1}

    def _ask(self, request: Any, limit: float) -> Any:
        self.requests.append(request)
        line = json.dumps({"requests": self.requests, "responses": self.responses})
        try:
            done = subprocess.run(
                self.command, input=line + "\n", capture_output=True, text=True, timeout=limit + ALLOWANCE
            )
        except subprocess.TimeoutExpired:
            raise BotFault("timeout", f"no answer within {limit:g} s") from None
        except OSError as error:
            raise BotFault("crash", f"{self.command[0]}: {error.strerror or error}") from None
        said = [text for text in done.stdout.splitlines() if text.strip()]
        if not said:
            words = done.stderr.strip().splitlines()
            raise BotFault("crash", f"the program ended with code {done.returncode}{': ' + words[-1] if words else ''}")
        try:
            response = json.loads(said[0])["response"]
        except (ValueError, KeyError, TypeError):
            raise BotFault("illegal", f"{said[0][:80]!r} has no response") from None
        self.responses.append(response)
        return response

    def _read(self, response: Any, decision: Decision[Any], ranks: str) -> Any:
        """The action that a response means."""
        try:
            action = self.game.parse(_text(response, ranks))
            if isinstance(action, Play):  # wild cards may have several readings: the first that is legal
                wanted = sorted(action.cards)
                alike = (one for one in decision.choices if isinstance(one, Play) and sorted(one.cards) == wanted)
                action = next(alike, action)
            return decision.choices.resolve(decision.seat, action)
        except (IllegalAction, NotationError, TypeError, ValueError, IndexError) as error:
            raise BotFault("illegal", f"{json.dumps(response)[:80]} is refused: {error}") from None


def _text(response: Any, ranks: str) -> str:
    """A bid, a pass or cards in our notation.

    >>> _text(2, LANDLORD), _text(0, LANDLORD), _text([], LANDLORD), _text([0, 1], LANDLORD), _text([[3, 57], [3, 57]], GUANDAN)
    ('bid 2', 'no', 'pass', '3h3d', 'AcAc')
    """
    if isinstance(response, int):
        return f"bid {response}" if response else "no"
    cards: Sequence[int] = response[0] if response and isinstance(response[0], list) else response
    return "".join(str(card_of(code, ranks)) for code in cards) or "pass"
