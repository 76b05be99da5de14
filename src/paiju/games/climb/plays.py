"""The choices of a player whose turn it is: cards that may be put down, and passing.

`in` and `resolve` read the given cards and never list; `iter` lists lazily, the safest answer first: a follower's
pass, a leader's smallest single.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from paiju.cards import Card, Rank
from paiju.games.climb.actions import ASK, PASS, Action, Give, Play, Say
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import Layout, total
from paiju.games.climb.shapes import Combo
from paiju.games.contract import IllegalAction, Line, Seat

if TYPE_CHECKING:
    from paiju.games.climb.rules import ClimbRules, Reader


_PASS_FIRST = (PASS,)


class Plays:
    """Legal answers in a trick. `top` is what must be beaten, None when leading."""

    __slots__ = ("counts", "hand", "owner", "reader", "top")

    required: Card | None = None  # the play must hold it
    top_single: bool = False  # singles must be the highest card held
    may_ask: bool = False  # others have to say how many cards they hold; asking is no turn, so it is not listed

    def __init__(self, reader: Reader, hand: int, counts: int, top: Combo | None, owner: int) -> None:
        self.reader = reader
        self.hand = hand
        self.counts = counts
        self.top = top
        self.owner = owner  # whose play `top` is

    @property
    def rules(self) -> ClimbRules:
        return self.reader.rules

    def __iter__(self) -> Iterator[Action]:
        plays = self._plays()
        if self.top is None:
            return plays
        if not self.rules.must_beat:
            return chain(_PASS_FIRST, plays)
        return chain((next(plays, PASS),), plays)

    def _plays(self) -> Iterator[Play]:
        """All that may be put down."""
        return self.reader.plays(self.hand, self.counts, self.top)

    def __contains__(self, action: object, /) -> bool:
        try:
            self.resolve(Seat(0), action)
        except IllegalAction:
            return False
        return True

    def resolve(self, seat: Seat, action: Any, /) -> Action:
        """Exact cards in canonical order with the reading they are played as. Each refusal says what would be legal."""
        if isinstance(action, Say):
            return self._pass(seat, action)
        if isinstance(action, Give):
            raise IllegalAction(seat, action, "wrong_phase", Line.of("climb.error.not_now", word=str(action)))
        if not isinstance(action, Play):
            raise IllegalAction(seat, action, "unknown_action", Line.of("climb.error.unknown_action"))
        cards = self._cards(seat, action)
        combo, several = self._reading(seat, action, cards)
        if self.required is not None and self.required not in cards:
            raise IllegalAction(
                seat, action, "required_card_missing", Line.of("climb.error.required", cards=(self.required,))
            )
        if self._is_low_single(combo):
            best = self.reader.layout.cards(self.hand)[0]
            raise IllegalAction(seat, action, "required_card_missing", Line.of("climb.error.top_single", cards=(best,)))
        declared = declaration(combo, self.rules) if several else None
        return Play(self.reader.arrange(cards, combo), declared, combo)

    def _pass(self, seat: Seat, action: Say) -> Say:
        if action == ASK and self.rules.counts_shown == "on_request":
            if not self.may_ask:
                raise IllegalAction(seat, action, "no_answer", Line.of("climb.error.no_answer"))
            return ASK
        if action != PASS:
            raise IllegalAction(seat, action, "wrong_phase", Line.of("climb.error.not_now", word=action.word))
        if self.top is None:
            raise IllegalAction(seat, action, "must_lead", Line.of("climb.error.must_lead"))
        play = next(self._plays(), None) if self.rules.must_beat else None
        if play is not None:
            raise IllegalAction(seat, action, "must_beat", Line.of("climb.error.must_beat", cards=play.cards))
        return PASS

    def _cards(self, seat: Seat, action: Play) -> tuple[Card, ...]:
        """The exact cards meant: a bare rank takes the smallest suits held that are not named otherwise."""
        spelled = action.spelled
        if not spelled:
            raise IllegalAction(seat, action, "illegal_combo", Line.of("climb.error.no_cards"))
        cards, missing = take(self.reader.layout, self.hand, spelled)
        if missing:
            raise IllegalAction(seat, action, "not_in_hand", Line.of("climb.error.not_in_hand", cards=tuple(missing)))
        return cards

    def fitting(self, action: Play) -> tuple[Combo, ...]:
        """Every reading of these cards that may be played now, however it must be declared."""
        readings = self._readings(self._cards(Seat(0), action))
        return tuple(combo for combo in readings if self.top is None or combo.beats(self.top))

    def _readings(self, cards: tuple[Card, ...]) -> tuple[Combo, ...]:
        """The readings of these cards, without those for the last cards of a hand if others stay behind."""
        readings = self.reader.read(cards)
        if any(combo.last for combo in readings) and len(cards) < total(self.counts):
            return tuple(combo for combo in readings if not combo.last)
        return readings

    def _reading(self, seat: Seat, action: Play, cards: tuple[Card, ...]) -> tuple[Combo, bool]:
        """The reading played, and whether it has to be declared."""
        top, rules = self.top, self.rules
        readings = self._readings(cards)
        if not readings:
            key = "climb.error.only_last" if self.reader.read(cards) else "climb.error.no_combo"
            why = Line.of(key, cards=cards)
            raise IllegalAction(seat, action, "illegal_combo", why)
        fitting = tuple(combo for combo in readings if combo.beats(top)) if top is not None else readings
        if action.declared is not None:
            named = [combo for combo in readings if action.declared in spellings(combo, rules)]
            if not named:
                raise IllegalAction(seat, action, "bad_declare", self._candidates("climb.error.bad_declare", readings))
            fitting_named = [combo for combo in named if combo in fitting]
            if fitting_named:
                return fitting_named[0], len(fitting) > 1 and fitting_named[0] != self._automatic(fitting)
        elif len(fitting) == 1 or (fitting and rules.readings == "first"):
            return fitting[0], False
        elif fitting:
            raise IllegalAction(seat, action, "ambiguous", self._candidates("climb.error.ambiguous", fitting))
        assert top is not None
        raise IllegalAction(seat, action, "cannot_beat", self._must_beat(top))

    def _automatic(self, fitting: tuple[Combo, ...]) -> Combo | None:
        """The reading taken without a declaration, where there is one."""
        return fitting[0] if self.rules.readings == "first" or len(fitting) == 1 else None

    def _must_beat(self, top: Combo) -> Line:
        return Line.of(
            "climb.error.cannot_beat",
            seat=self.owner,
            type=self.rules.title_of(top.kind, top.size),
            size=top.size,
            head=top.head,
        )

    def _candidates(self, key: str, readings: tuple[Combo, ...]) -> Line:
        return Line.of(
            key,
            types=tuple(candidate(combo, self.rules) for combo in readings),
            candidates=tuple(declaration(combo, self.rules) for combo in readings),
        )

    def _is_low_single(self, combo: Combo | None) -> bool:
        if not self.top_single or combo is None or combo.kind is not Kind.SINGLE:
            return False
        best = self.reader.read(self.reader.layout.cards(self.hand)[:1])[0]
        return combo.strength < best.strength


class RestrictedPlays(Plays):
    """Plays that must hold a required card, or may not be a low single, or where one may ask for numbers of cards."""

    __slots__ = ("may_ask", "required", "top_single")

    def __init__(
        self,
        reader: Reader,
        hand: int,
        counts: int,
        top: Combo | None,
        owner: int,
        required: Card | None,
        top_single: bool,
        may_ask: bool,
    ) -> None:
        super().__init__(reader, hand, counts, top, owner)
        self.required = required
        self.top_single = top_single
        self.may_ask = may_ask

    def _plays(self) -> Iterator[Play]:
        required = self.required
        for play in self.reader.plays(self.hand, self.counts, self.top):
            if self._is_low_single(play.combo):
                continue
            if required is None or required in play.cards:
                yield play
            elif not self.rules.suits_matter and any(card.rank is required.rank for card in play.cards):
                yield holding(self.reader, play, required)


def holding(reader: Reader, play: Play, required: Card) -> Play:
    """The play with a required card in the place of the greatest card of its rank."""
    cards, combo = list(play.cards), play.combo
    assert combo is not None
    greatest = max((card for card in cards if card.rank is required.rank), key=reader.layout.bit.__getitem__)
    cards[cards.index(greatest)] = required
    return Play(reader.arrange(tuple(cards), combo), play.declared, combo)


def declaration(combo: Combo, rules: ClimbRules) -> str:
    """How a reading is declared: its type, with the head where one type may have several."""
    name = rules.name_of(combo.kind)
    return f"{name}:{combo.head}" if rules.lower_readings else name


def candidate(combo: Combo, rules: ClimbRules) -> Line | str:
    """A reading as people declare it: the name of its type, with the head where one type may have several."""
    title = rules.title_of(combo.kind, combo.size)
    return Line("climb.candidate", {"type": title, "head": combo.head}) if rules.lower_readings else title


def spellings(combo: Combo, rules: ClimbRules) -> tuple[str, ...]:
    """The declarations that name a reading."""
    name = rules.name_of(combo.kind)
    return name, f"{name}:{combo.head}", f"{name}:{combo.key}"


def take(layout: Layout, hand: int, spelled: tuple[Card | Rank, ...]) -> tuple[tuple[Card, ...], list[Card | Rank]]:
    """The cards of a hand that a spelling means, and what it names but the hand has not."""
    left = list(layout.cards(hand))
    found: dict[int, Card] = {}
    missing: list[Card | Rank] = []
    for place, one in enumerate(spelled):
        if isinstance(one, Card):
            if one in left:
                left.remove(one)
                found[place] = one
            else:
                missing.append(one)
    for place, one in enumerate(spelled):
        if not isinstance(one, Card):
            of_rank = [card for card in left if card.rank is one]
            if of_rank:
                left.remove(of_rank[-1])  # sorted by suit, the smallest last
                found[place] = of_rank[-1]
            else:
                missing.append(one)
    return tuple(found[place] for place in sorted(found)), missing
