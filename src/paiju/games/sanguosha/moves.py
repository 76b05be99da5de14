"""Cards on the move (rules §3.9): draw, discard, obtain, give, and the event under all of them.

Moves of one event are simultaneous: 连营 and 枭姬 look at the whole event. A move is seen in full by the owners of
its two ends, and by everybody if either end is public; the rest see a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from paiju.games.contract import Line
from paiju.games.sanguosha.card import Card, Played
from paiju.games.sanguosha.events import Break, Event, fire, game_over, happen
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.reach import sees_hand
from paiju.games.sanguosha.skill import Sees, Trigger
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import EVERYBODY, InPlay, Player, World, Zone
from paiju.games.script import Asking

Reason = Literal[
    "none", "draw", "discard", "give", "put", "discard_pile", "prey", "exchange", "use", "respond", "judge", "recast", "pindian"
]  # fmt: skip


@dataclass(eq=False, slots=True)
class Move:
    """Some cards on their way to one zone. `origins` says where each came from."""

    cards: tuple[Card, ...]
    to: Zone
    reason: Reason = "none"
    by: Player | None = None
    skill: str = ""
    at_bottom: bool = False
    origins: tuple[Zone, ...] = ()

    def lost_by(self, player: Player, zone: str) -> list[Card]:
        """The cards that this player lost from a zone of theirs, not counting those that came back to it."""
        return [
            card
            for card, origin in zip(self.cards, self.origins, strict=True)
            if origin.owner is player and origin.name == zone and self.to is not origin
        ]


@dataclass(eq=False, slots=True)
class MoveCards(Event):
    """One or more simultaneous moves."""

    moves: list[Move]
    leaving: list[InPlay[Trigger]] = field(default_factory=list, init=False)  # of equipment that the moves take off

    def prepare(self, w: World) -> bool:
        """Where the cards come from; those on their way to an abolished area go to the discard pile instead."""
        where = w.where
        for move in list(self.moves):
            owner = move.to.owner
            if owner is not None and owner.aborted:
                lost = tuple([card for card in move.cards if not owner.can_hold(move.to, card)])
                if lost:
                    move.cards = tuple([card for card in move.cards if card not in lost])
                    self.moves.append(Move(lost, w.discard_pile, move.reason, move.by, move.skill))
        self.moves = [move for move in self.moves if move.cards]
        for move in self.moves:
            move.origins = tuple([where[card] for card in move.cards])
        return False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.BEFORE_CARDS_MOVE, None, self)
        self._drop_the_absent(w)
        if not self.moves:
            raise Break
        for move in self.moves:
            self._apply(w, move)
        yield from fire(w, Timing.AFTER_CARDS_MOVE, None, self, self.leaving)

    def _drop_the_absent(self, w: World) -> None:
        """Cards that a skill has taken away meanwhile do not move; a move without cards is none."""
        where = w.where
        for move in self.moves:
            if tuple([where[card] for card in move.cards]) != move.origins:
                pairs = [(c, o) for c, o in zip(move.cards, move.origins, strict=True) if where[c] is o]
                move.cards = tuple(card for card, _ in pairs)
                move.origins = tuple(origin for _, origin in pairs)
        self.moves = [move for move in self.moves if move.cards]

    def _apply(self, w: World, move: Move) -> None:
        to = move.to
        if to.name == "pile" and to.owner is not None and to not in to.owner.piles:
            to.owner.piles.append(to)
        seen_by = viewers(w, to)
        if w.statuses.get(Sees):
            for card, origin in zip(move.cards, move.origins, strict=True):
                w.seen[card] |= viewers(w, origin)
        for card, origin in zip(move.cards, move.origins, strict=True):
            cards = origin.cards
            if cards[-1] is card:
                cards.pop()
            else:
                cards.remove(card)
            if origin.name == "judge":
                w.acting.pop(card, None)
            if origin.name == "equip" and card.kind.skill is not None:
                assert origin.owner is not None
                hooks = w.hooks.get(Timing.AFTER_CARDS_MOVE, ())
                self.leaving += [hook for hook in hooks if hook.owner is origin.owner and hook.source is card]
                w.detach(origin.owner, card.kind.skill, card)
            if move.at_bottom:
                to.cards.insert(0, card)
            else:
                to.cards.append(card)
            w.where[card] = to
            if seen_by:
                w.seen[card] |= seen_by
            if to.name == "equip" and card.kind.skill is not None:
                assert to.owner is not None
                w.attach(to.owner, card.kind.skill, card)
        _tell(w, move)

    def __str__(self) -> str:
        return "MoveCards " + ", ".join(
            f"{' '.join(card.text for card in move.cards)} {'/'.join(dict.fromkeys(map(str, move.origins)))} -> {move.to}"
            f" ({move.reason})"
            for move in self.moves
        )


def viewers(w: World, zone: Zone) -> int:
    """Who sees the cards of a zone."""
    owner = zone.owner
    if zone.is_open:
        return EVERYBODY
    if owner is None:
        return 0
    if zone.name != "hand" or not w.statuses.get(Sees):
        return owner.bit
    return sum(player.bit for player in w.players if sees_hand(w, player, owner))


def _tell(w: World, move: Move) -> None:
    """A line for each move that is not already said by what caused it (a card used, responded, judged)."""
    reason, origin = move.reason, move.origins[0]
    cards = tuple([card.text for card in move.cards])
    if reason == "draw":
        owner = move.to.owner
        assert owner is not None
        w.whisper(
            viewers(w, move.to),
            Line.of("sgs.log.drew", seat=owner.seat, cards=cards),
            Line.of("sgs.log.draw", seat=owner.seat, count=len(cards)),
        )
    elif reason == "discard" and origin.owner is not None:
        if move.by is None or move.by is origin.owner:
            w.say("sgs.log.discard", seat=origin.owner.seat, cards=cards)
        else:
            w.say("sgs.log.discard_of", by=move.by.seat, seat=origin.owner.seat, cards=cards)
    elif reason in ("prey", "give", "exchange") and move.to.name == "hand":
        for zone in dict.fromkeys(move.origins):
            _tell_obtained(w, move, zone)
    elif move.to.name == "pile":
        owner = move.to.owner
        assert owner is not None
        args: dict[str, Any] = {"seat": owner.seat, "pile": f"skill.{move.to.label}"}
        w.whisper(
            viewers(w, move.to),
            Line.of("sgs.log.pile", **args, cards=cards),
            Line.of("sgs.log.pile_some", **args, count=len(cards)),
        )


def _tell_obtained(w: World, move: Move, zone: Zone) -> None:
    """A line for what came from one zone: an open card beside a hidden one does not open that."""
    to = move.to.owner
    assert to is not None
    cards = tuple([card.text for card, origin in zip(move.cards, move.origins, strict=True) if origin is zone])
    key, args = "obtain", {"seat": to.seat}
    giver = move.by if move.reason == "give" else zone.owner
    if giver is not None and giver is not to:
        args["source"] = giver.seat
        key = "give" if move.reason == "give" else "obtain_from"
    w.whisper(
        viewers(w, move.to) | viewers(w, zone),
        Line(f"sgs.log.{key}", {**args, "cards": cards}),
        Line(f"sgs.log.{key}_some", {**args, "count": len(cards)}),
    )


@helper
def move_cards(w: World, *moves: Move) -> Asking[bool]:
    """Several simultaneous moves as one event; those without cards are left out."""
    kept = [move for move in moves if move.cards]
    return bool(kept) and (yield from happen(w, MoveCards(kept)))


@helper
def move(
    w: World, cards: Sequence[Card], to: Zone, reason: Reason, by: Player | None = None, skill: str = ""
) -> Asking[bool]:
    """Cards to one zone."""
    return move_cards(w, Move(tuple(cards), to, reason, by, skill))


@helper
def discard(w: World, cards: Sequence[Card], by: Player | None = None, skill: str = "") -> Asking[bool]:
    """弃置: cards from a player's zones to the discard pile."""
    return move(w, cards, w.discard_pile, "discard", by, skill)


@helper
def obtain(w: World, player: Player, cards: Sequence[Card], skill: str = "") -> Asking[bool]:
    """获得: cards from anywhere into a hand."""
    return move(w, cards, player.hand, "prey", player, skill)


@helper
def give(w: World, giver: Player, to: Player, cards: Sequence[Card], skill: str = "") -> Asking[bool]:
    """交给: cards from one player to another's hand."""
    return move(w, cards, to.hand, "give", giver, skill)


@helper
def put_on_pile(w: World, player: Player, label: str, cards: Sequence[Card], is_open: bool = True) -> Asking[bool]:
    """置于武将牌上: cards onto the private pile of a skill, made when it is first used."""
    return move(w, cards, player.pile(label, is_open), "put", player, label)


@helper
def to_discard_pile(w: World, card: Played, reason: Reason = "discard_pile") -> Asking[bool]:
    """What is left of a card in the processing area goes to the discard pile."""
    left = [one for one in card.cards if w.where[one] is w.processing]
    return move(w, left, w.discard_pile, reason)


# --- the draw pile -----------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class DrawData:
    """About to draw: a skill may change the number."""

    player: Player
    num: int
    skill: str = ""
    drawn: tuple[Card, ...] = field(default=())

    def stops(self, timing: Timing) -> bool:
        return self.num < 1


def need(w: World, count: int) -> Asking[None]:
    """See to it that the draw pile has this many cards: the shuffled discard pile goes under it. Else a draw game."""
    pile = w.draw_pile.cards
    if len(pile) >= count:
        return
    spent = w.discard_pile.cards
    if spent:
        result = w.shuffled_cards(spent)
        pile[:0] = result
        for card in result:
            w.where[card] = w.draw_pile
        spent.clear()
        w.say("sgs.log.shuffle")
        yield from fire(w, Timing.AFTER_DRAW_PILE_SHUFFLE, None, None)
    if len(pile) < count:
        yield from game_over(w, "")


@helper
def top_cards(w: World, count: int) -> Asking[tuple[Card, ...]]:
    """The top cards of the draw pile, uppermost first, left where they are."""
    yield from need(w, count)
    return tuple(w.draw_pile.cards[: -count - 1 : -1])


@helper
def draw(w: World, player: Player, count: int, skill: str = "") -> Asking[tuple[Card, ...]]:
    """摸牌. Ends with the cards drawn."""
    data = DrawData(player, count, skill)
    yield from fire(w, Timing.BEFORE_DRAW_CARD, player, data)
    if data.num < 1:
        return ()
    cards = yield from top_cards(w, data.num)
    yield from move(w, cards, player.hand, "draw", player, skill)
    return cards
