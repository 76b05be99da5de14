"""What a player can do: put down cards, or say a word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paiju.cards import Card, Rank

if TYPE_CHECKING:
    from paiju.games.climb.layout import Layout
    from paiju.games.climb.shapes import Combo


@dataclass(frozen=True)
class Say:
    """A word: `pass`, `call`, `rob`, `no`, `double`, `show`, `bid 2`, `ask`. `meant` says it as people do."""

    word: str
    meant: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.word

    @property
    def bid(self) -> int:
        """The number bid; 0 for any other word.

        >>> Say("bid 2").bid, Say("no").bid
        (2, 0)
        """
        return int(self.word[4:]) if self.word.startswith("bid ") else 0

    @property
    def spoken(self) -> str:
        """The word as people say it: declining to call and declining to rob are different words, and so is redoubling.

        >>> Say("no", meant="no_rob").spoken, Say("rob").spoken
        ('no_rob', 'rob')
        """
        return self.meant or self.word


@dataclass(frozen=True)
class Give:
    """One card for another player: `pay Ks` (进贡), `return 9s` (还贡)."""

    verb: str
    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


PASS: Final = Say("pass")
CALL: Final = Say("call")
ROB: Final = Say("rob")
NO: Final = Say("no")
DOUBLE: Final = Say("double")
SHOW: Final = Say("show")
ASK: Final = Say("ask")
BIDS: Final = (Say("bid 1"), Say("bid 2"), Say("bid 3"))


class Play:
    """Cards put down. `declared` names the reading where the cards alone leave several: `TripleStraight`, or with its
    key where one kind has several heads, `TripleStraight:9`.

    Two plays are equal if their text is. Text from outside may name ranks without suits; what `Choices` offers or
    resolves is exact cards in canonical order and knows its `combo`.
    """

    __slots__ = ("_cards", "combo", "declared", "weight")

    _cards: tuple[Card | Rank, ...] | None
    combo: Combo | None
    declared: str | None
    weight: tuple[int, int] | None  # mask and counts of the cards, where they are known already

    def __init__(self, cards: tuple[Card | Rank, ...], declared: str | None = None, combo: Combo | None = None) -> None:
        self._cards, self.declared, self.combo, self.weight = cards, declared, combo, None

    @property
    def spelled(self) -> tuple[Card | Rank, ...]:
        """The cards as written; a bare rank is any card of that rank."""
        assert self._cards is not None
        return self._cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """The exact cards. Only for a play that a game has offered or resolved."""
        return self.spelled  # type: ignore[return-value]

    def __str__(self) -> str:
        text = "".join([one.letter if isinstance(one, Rank) else str(one) for one in self.spelled])
        return f"{text}={self.declared}" if self.declared else text

    def __repr__(self) -> str:
        return f"<Play {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and self.spelled == other.spelled and self.declared == other.declared

    def __hash__(self) -> int:
        return hash((self.spelled, self.declared))

    def __reduce__(self) -> tuple[object, ...]:
        return Play, (self.spelled, self.declared, self.combo)


class Offer(Play):
    """A play offered by point pattern, whose cards are picked from the hand when somebody looks at them."""

    __slots__ = ("_body", "_carried", "_hand", "_layout")

    def __init__(self, layout: Layout, hand: int, body: int, carried: int, combo: Combo, declared: str | None) -> None:
        self._layout = layout
        self._hand = hand
        self._body = body
        self._carried = carried
        self.combo = combo
        self.declared = declared
        self._cards = self.weight = None

    @property
    def spelled(self) -> tuple[Card | Rank, ...]:
        cards = self._cards
        if cards is None:
            picked = self._layout.pick(self._hand, self._body, self._carried)
            combo = self.combo
            assert combo is not None
            if combo.body[0] < combo.body[-1]:  # a run that climbs from A or 2 at its bottom
                picked = arranged(picked, combo, self._layout)
            cards = self._cards = picked
        return cards

    @property
    def pattern(self) -> int:
        """Counts per point."""
        return self._body + self._carried


class Exact(Play):
    """A play of exactly these cards, as masks of a layout for one deck, spelled out when somebody looks at them."""

    __slots__ = ("_body", "_carried", "_layout")

    def __init__(self, layout: Layout, body: int, carried: int, combo: Combo) -> None:
        self._layout = layout
        self._body = body
        self._carried = carried
        self.combo = combo
        self._cards = self.declared = self.weight = None

    @property
    def spelled(self) -> tuple[Card | Rank, ...]:
        cards = self._cards
        if cards is None:
            cards = self._cards = self._layout.cards(self._body) + self._layout.cards(self._carried)
        return cards


Action = Say | Play | Give


def arranged(cards: tuple[Card, ...], combo: Combo, layout: Layout) -> tuple[Card, ...]:
    """Cards in canonical order: the body as its run goes, from the top down, then what it carries; greatest first."""
    rest = sorted(cards, key=layout.bit.__getitem__, reverse=True)
    body: list[Card] = []
    for point in combo.body:
        rank = layout.ranks[point]
        same = [card for card in rest if card.rank is rank][: combo.width]
        for card in same:
            rest.remove(card)
        body += same
    return tuple(body + rest)
