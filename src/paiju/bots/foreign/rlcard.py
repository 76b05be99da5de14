"""Agents written for RLCard that play by raw observations: its rule-based models and others with `use_raw`.

`rlcard:package.module:Name` is imported, and made without arguments if it is a class. Its games are Dou Dizhu (plays, not the auction) and
limit and no-limit hold'em. An agent that reads arrays plays in `paiju.envs.rlcard`.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any, Final

from paiju.bots.external import BotFault
from paiju.bots.foreign import is_play, own_cards, plays, suit_letter
from paiju.cards import Card
from paiju.games.climb.view import ClimbView
from paiju.games.contract import AnyGame, Decision, View
from paiju.games.holdem.view import HoldemView
from paiju.games.refusals import Refusal

ORDER: Final = "3456789TJQKA2BR"


def letters(cards: Any) -> str:
    """Cards of Dou Dizhu as RLCard writes them: ranks in order, `B` and `R` for the jokers.

    >>> from paiju.cards import card
    >>> letters([card("R"), card("3s"), card("L"), card("Th")])
    '3TBR'
    """
    return "".join(sorted((card.rank.letter.replace("L", "B") for card in cards), key=ORDER.index))


class RLCard:
    """One seat."""

    quick = False

    def __init__(self, game: AnyGame, command: str) -> None:
        module, _, name = command.partition(":")
        try:
            found = getattr(import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise Refusal("arena.no_agent", name=command, error=error) from None
        self.agent = found() if isinstance(found, type) else found

    def close(self) -> None:
        """Nothing runs."""

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        if isinstance(view, HoldemView):
            offers = self._bets(decision)
            state = _holdem(view, list(offers))
        elif isinstance(view, ClimbView) and is_play(decision):
            offers = {}
            for action in decision.choices:
                offers.setdefault("pass" if str(action) == "pass" else letters(action.cards), action)
            state = _landlord(view, list(offers))
        else:
            return next(iter(decision.choices))
        chosen = str(self.agent.eval_step(state)[0])
        if chosen in offers:
            return offers[chosen]
        raise BotFault("illegal", f"{chosen!r} is not among the choices")

    @staticmethod
    def _bets(decision: Decision[Any]) -> dict[str, Any]:
        """RLCard's words, each with our least answer of that kind."""
        offers: dict[str, Any] = {}
        for action in decision.choices:
            offers.setdefault(str(action).partition(" ")[0].replace("raise_to", "raise"), action)
            if len(offers) > 3 or "raise" in offers:
                break
        return offers


def _landlord(view: ClimbView, actions: list[str]) -> dict[str, Any]:
    assert view.viewer is not None
    own = letters(own_cards(view))
    trace = [(int(seat), letters(cards) or "pass") for seat, cards in plays(view)]
    kitty = next(pile.cards for pile in view.centre if pile.name == "kitty")
    unseen = Counter({rank.replace("L", "B"): count for rank, count in view.counter})
    raw = {
        "self": int(view.viewer),
        "landlord": view.landlord,
        "current_hand": own,
        "others_hand": "".join(sorted(unseen.elements(), key=ORDER.index)),
        "trace": trace,
        "played_cards": [
            "".join(sorted("".join(word for seat, word in trace if seat == who and word != "pass"), key=ORDER.index))
            for who in range(len(view.hands))
        ],
        "seen_cards": letters(kitty) if isinstance(kitty, tuple) else "",
        "num_cards_left": [pile.count for pile in view.hands],
        "actions": actions,
    }
    return {"raw_obs": raw, "raw_legal_actions": actions, "legal_actions": {}, "action_record": []}


def _holdem(view: HoldemView, actions: list[str]) -> dict[str, Any]:
    own = next(one for one in view.seats if one.seat == view.viewer)

    def written(cards: Any) -> list[str]:
        return [f"{suit_letter(card).upper()}{card.rank.letter}" for card in cards if isinstance(card, Card)]

    raw = {
        "hand": written(own.hole_cards),
        "public_cards": written(view.community_cards),
        "all_chips": [one.total_bet for one in view.seats],
        "my_chips": own.total_bet,
        "legal_actions": actions,
    }
    return {"raw_obs": raw, "raw_legal_actions": actions, "legal_actions": {}, "action_record": []}
