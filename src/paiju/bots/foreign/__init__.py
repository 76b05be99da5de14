"""Players that were written for other platforms, each by its own protocol: `botzone:`, `openguandan:`, `acpc:`, `rlcard:`.

An adapter tells such a player, in its own words, what its seat may see, and reads its answer. What lies outside the other
platform's rules (doubling, tribute) is answered with the safest choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, runtime_checkable

from paiju.bots.bot import Bot
from paiju.cards import Card
from paiju.games.climb.view import ClimbView, is_pass
from paiju.games.contract import AnyGame, Decision, Seat, View


@runtime_checkable
class Running(Protocol):
    """What runs something that has to be ended."""

    def close(self) -> None: ...


class Foreign(Bot, Running, Protocol):
    """A player of another platform."""


def _botzone(game: AnyGame, command: str) -> Foreign:
    from paiju.bots.foreign.botzone import Botzone

    return Botzone(game, command)


def _openguandan(game: AnyGame, command: str) -> Foreign:
    from paiju.bots.foreign.openguandan import OpenGuandan

    return OpenGuandan(game, command)


def _acpc(game: AnyGame, command: str) -> Foreign:
    from paiju.bots.foreign.acpc import Acpc

    return Acpc(game, command)


def _rlcard(game: AnyGame, command: str) -> Foreign:
    from paiju.bots.foreign.rlcard import RLCard

    return RLCard(game, command)


PLATFORMS: Final[dict[str, tuple[tuple[str, ...], Callable[[AnyGame, str], Foreign]]]] = {
    "botzone": (("doudizhu", "guandan"), _botzone),
    "openguandan": (("guandan",), _openguandan),
    "acpc": (("holdem",), _acpc),
    "rlcard": (("doudizhu", "holdem"), _rlcard),
}
"""By prefix: the games it has, and what plays there."""


def platform_of(name: str) -> str | None:
    """The platform that a name like `acpc:./player` names."""
    prefix, colon, _ = name.partition(":")
    return prefix if colon and prefix in PLATFORMS else None


def foreign(game_id: str, name: str, game: AnyGame) -> Foreign:
    """The player of a name such as `botzone:./bot`; `game_id` is one of its platform's."""
    prefix, _, command = name.partition(":")
    games, make = PLATFORMS[prefix]
    assert game_id in games
    return make(game, command)


def plays(view: View) -> Iterator[tuple[Seat, tuple[Card, ...]]]:
    """Every play of a climbing game so far, in order; a pass has no cards."""
    for line in view.log:
        if is_pass(line):
            yield line.args["seat"], ()
        elif "head" in line.args:
            yield line.args["seat"], line.args["cards"]


PLAYING: Final = frozenset(("lead", "open", "follow", "must_follow", "follow_few", "must_follow_few"))


def is_play(decision: Decision[Any]) -> bool:
    """Whether cards are asked for, and no word of an auction or tribute."""
    return decision.prompt.key.removeprefix("climb.ask.") in PLAYING


def own_cards(view: ClimbView) -> tuple[Card, ...]:
    """The hand of the seat that is asked."""
    assert view.viewer is not None
    cards = view.hands[view.viewer].cards
    assert isinstance(cards, tuple)
    return cards


def suit_letter(card: Card) -> str:
    assert card.suit is not None
    return card.suit.letter
