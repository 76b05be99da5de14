"""Judging, changing a judgement, and comparing cards (rules §3.15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import Offer, Offers, ask_all
from paiju.games.sanguosha.card import Card, Played
from paiju.games.sanguosha.events import Break, Event, fire, happen
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.moves import Move, move, move_cards, to_discard_pile, top_cards
from paiju.games.sanguosha.reach import counted_as
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import respond_card
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


@dataclass(eq=False, slots=True)
class Judge(Event):
    """判定. `good` says which cards are a success for whoever asked for it; `reason` names the card or skill."""

    player: Player
    reason: str
    good: Callable[[Played], bool]
    card: Card | None = None
    succeeded: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.START_JUDGE, self.player, self)
        cards = yield from top_cards(w, 1)
        self.card = cards[0]
        yield from move(w, cards, w.processing, "judge", self.player)
        self._tell(w, "sgs.log.judge")
        yield from fire(w, Timing.ASK_FOR_RETRIAL, self.player, self)
        yield from fire(w, Timing.FINISH_RETRIAL, self.player, self)
        self.succeeded = self.good(counted_as(w, self.player, self.card))
        yield from fire(w, Timing.FINISH_JUDGE, self.player, self)

    def cleanup(self, w: World) -> Asking[None]:
        if self.card is not None:
            yield from to_discard_pile(w, self.card, "judge")

    def _tell(self, w: World, key: str) -> None:
        assert self.card is not None
        w.say(key, seat=self.player.seat, reason=self.reason, card=self.card.text)

    def __str__(self) -> str:
        return f"Judge {self.player} {self.reason}"


@helper
def judge(w: World, player: Player, reason: str, good: Callable[[Played], bool]) -> Asking[Judge]:
    """Judge for a card or skill, given by its message key. Ends with the event: its card and whether it succeeded."""
    event = Judge(player, reason, good)
    yield from happen(w, event)
    return event


@helper
def retrial(w: World, event: Judge, player: Player, card: Card) -> Asking[None]:
    """鬼才: a card is responded and becomes the judge card; the old one goes to the discard pile."""
    old = event.card
    assert old is not None
    if not (yield from respond_card(w, player, card, drop=False, silent=True)) or w.where[card] is not w.processing:
        return
    event.card = card
    yield from to_discard_pile(w, old, "judge")
    event._tell(w, "sgs.log.retrial")


@dataclass(eq=False, slots=True)
class Pindian(Event):
    """拼点: both show a hand card at once; the higher number wins, equal numbers nobody. Against several, one by one."""

    player: Player
    others: Sequence[Player]
    reason: str
    cards: dict[Player, Card] = field(default_factory=dict)
    winners: dict[Player, Player | None] = field(default_factory=dict)  # by opponent

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.START_PINDIAN, self.player, self)
        players = [player for player in (self.player, *self.others) if player.hand.cards]
        if self.player not in players or len(players) < 2:
            raise Break
        prompt = Line.of("sgs.ask.pindian", source=self.player.seat, reason=self.reason)
        questions = {
            player: (prompt, Offers((Offer("choose", "", player.hand.cards, 1, 1),), tuple(player.own_cards)))
            for player in players
        }
        answers = yield from ask_all(w, questions)
        self.cards = {player: answer.cards[0] for player, answer in answers.items()}
        yield from move_cards(
            w, *(Move((card,), w.processing, "pindian", player) for player, card in self.cards.items())
        )
        for player, card in self.cards.items():
            w.say("sgs.log.pindian", seat=player.seat, card=card.text)
        yield from fire(w, Timing.PINDIAN_CARDS_DISPLAYED, None, self)
        for other in self.others:
            if other not in self.cards:
                continue
            mine, theirs = self.cards[self.player].number, self.cards[other].number
            self.winners[other] = self.player if mine > theirs else other if theirs > mine else None
            yield from fire(w, Timing.PINDIAN_RESULT_CONFIRMED, None, self)
        yield from fire(w, Timing.PINDIAN_FINISHED, self.player, self)

    def cleanup(self, w: World) -> Asking[None]:
        for card in self.cards.values():
            yield from to_discard_pile(w, card, "pindian")

    def __str__(self) -> str:
        return f"Pindian {self.player} vs {' '.join(map(str, self.others))}"


@helper
def pindian(w: World, player: Player, others: Sequence[Player], reason: str) -> Asking[Pindian]:
    """Compare cards; ends with the event: who won against whom."""
    event = Pindian(player, others, reason)
    yield from happen(w, event)
    return event
