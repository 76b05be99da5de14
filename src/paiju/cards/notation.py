"""Cards as text: one canonical spelling out, several common ones in.

Written: rank then lower-case suit, `As Td 3h`, jokers `L` (小王) and `R` (大王). Read besides: `10` for ten, the
older form with an upper-case suit in front (`SA D3`), suit symbols on either side (`♠A`, `A♠`), Chinese names
(`红桃3`, `大王`), and bare ranks where a game does not look at suits. A lower-case suit belongs to the rank before
it, an upper-case one to the rank after it, and one text may not use both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from paiju.cards.card import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit


class NotationError(ValueError):
    """Text that is not what it should be. Says where: `text[at]` is the offending character.

    `why` says it in English. `key` and `args` name the same sentence in the message tables, where there is one, for
    readers of other languages.
    """

    def __init__(self, text: str, at: int, why: str, key: str = "", **args: object) -> None:
        super().__init__(text, at, why, key)
        self.text, self.at, self.why, self.key, self.args_of_key = text, at, why, key, args

    def __str__(self) -> str:
        if not self.text.strip():
            return self.why
        shown, at = self.text, self.at
        if len(shown) > 60:
            start = max(0, at - 25)
            shown, at = shown[start : start + 60], at - start
        return f"{self.why} (at character {self.at + 1} of {shown!r})" if at >= 0 else f"{self.why}: {shown!r}"


class Token(NamedTuple):
    """One card as it was written: the suit is None for a joker, and where none was given."""

    rank: Rank
    suit: Suit | None
    at: int

    @property
    def is_exact(self) -> bool:
        return self.suit is not None or self.rank.is_joker


_RANK_WORDS: Final = {rank.letter: rank for rank in Rank if not rank.is_joker} | {
    rank.letter.lower(): rank for rank in Rank if not rank.is_joker
}
_JOKER_WORDS: Final = {
    "L": SMALL_JOKER, "l": SMALL_JOKER, "小王": SMALL_JOKER, "小鬼": SMALL_JOKER,
    "R": BIG_JOKER, "r": BIG_JOKER, "大王": BIG_JOKER, "大鬼": BIG_JOKER,
}  # fmt: skip
_LOWER: Final = {suit.letter: suit for suit in Suit}
_UPPER: Final = {suit.letter.upper(): suit for suit in Suit} | {
    "方块": Suit.DIAMONDS, "方片": Suit.DIAMONDS, "梅花": Suit.CLUBS, "草花": Suit.CLUBS,
    "红桃": Suit.HEARTS, "红心": Suit.HEARTS, "黑桃": Suit.SPADES,
}  # fmt: skip
_SYMBOLS: Final = {suit.symbol: suit for suit in Suit} | dict(zip("♧♢♡♤", Suit, strict=True))
_SEPARATORS: Final = frozenset(" \t,，、　\ufe0e\ufe0f")

# A lexeme is (kind, value, position); kinds: rank, joker, and a suit that binds backwards, forwards or either way.
_Lexeme = tuple[str, object, int]


def _lex(text: str) -> Iterator[_Lexeme]:
    at = 0
    while at < len(text):
        one, two = text[at], text[at : at + 2]
        if one in _SEPARATORS:
            yield "gap", None, at
            at += 1
        elif two == "10":
            yield "rank", Rank.TEN, at
            at += 2
        elif two in _JOKER_WORDS:
            yield "joker", _JOKER_WORDS[two], at
            at += 2
        elif two in _UPPER:
            yield "before", _UPPER[two], at
            at += 2
        elif one in _RANK_WORDS:
            yield "rank", _RANK_WORDS[one], at
            at += 1
        elif one in _JOKER_WORDS:
            yield "joker", _JOKER_WORDS[one], at
            at += 1
        elif one in _LOWER:
            yield "after", _LOWER[one], at
            at += 1
        elif one in _UPPER:
            yield "before", _UPPER[one], at
            at += 1
        elif one in _SYMBOLS:
            yield "symbol", _SYMBOLS[one], at
            at += 1
        else:
            raise NotationError(text, at, f"{one!r} is no rank, suit or joker", "notation.no_card", what=repr(one))


def tokens(text: str) -> tuple[Token, ...]:
    """Read a row of cards, suits optional: `333L` and `3s3d` alike.

    >>> [t.is_exact for t in tokens("3s3d L")], [str(t.rank.letter) for t in tokens("10JQ")]
    ([True, True, True], ['T', 'J', 'Q'])
    """
    lexemes = [lexeme for lexeme in _lex(text) if lexeme[0] != "gap"]
    kinds = {kind for kind, _, _ in lexemes}
    if {"after", "before"} <= kinds:
        at = next(at for kind, _, at in lexemes if kind == "before")
        why = "one text cannot mix suits before and after the rank; write As Kd or SA DK"
        raise NotationError(text, at, why, "notation.mixed")
    symbols_first = (
        "symbol" in kinds and lexemes[next(i for i, x in enumerate(lexemes) if x[0] != "joker")][0] == "symbol"
    )
    found: list[Token] = []
    waiting: tuple[Suit, int] | None = None
    for kind, value, at in lexemes:
        forwards = kind == "before" or (kind == "symbol" and symbols_first)
        if kind in ("rank", "joker"):
            if kind == "joker":
                assert isinstance(value, Card)
                if waiting:
                    raise NotationError(text, waiting[1], "a joker has no suit", "notation.joker_suit")
                found.append(Token(value.rank, None, at))
            else:
                assert isinstance(value, Rank)
                found.append(Token(value, waiting[0] if waiting else None, waiting[1] if waiting else at))
            waiting = None
        elif waiting:
            raise NotationError(text, at, "a suit follows a suit; each suit needs its rank", "notation.two_suits")
        else:
            assert isinstance(value, Suit)
            if forwards:
                waiting = (value, at)
            elif not found or found[-1].is_exact:
                raise NotationError(text, at, "this suit has no rank before it", "notation.no_rank_before")
            else:
                found[-1] = found[-1]._replace(suit=value)
    if waiting:
        why = "this suit has no rank after it; write the rank first, as in As"
        raise NotationError(text, waiting[1], why, "notation.no_rank_after")
    return tuple(found)


def cards(text: str) -> tuple[Card, ...]:
    """Read a row of exact cards.

    >>> cards("As 10d L") == cards("SA DT L") == cards("♠A ♦10 小王")
    True
    """
    found = _CANONICAL.get(text)  # one card spelled canonically, the common case in records
    if found is not None:
        return (found,)
    row = []
    for token in tokens(text):
        if not token.is_exact:
            rank = token.rank.letter
            raise NotationError(text, token.at, f"{rank} needs a suit, as in {rank}s", "notation.no_suit", rank=rank)
        row.append(Card.of(token.rank, token.suit))
    return tuple(row)


def card(text: str) -> Card:
    """Read exactly one card."""
    row = cards(text)
    if len(row) != 1:
        raise NotationError(text, -1, "one card was expected", "notation.one_card")
    return row[0]


def write(row: Iterable[Card]) -> str:
    """The canonical text of a row of cards: no spaces, `AsTd3hL`."""
    return "".join([str(one) for one in row])


_CANONICAL: Final = {
    str(one): one
    for one in [SMALL_JOKER, BIG_JOKER] + [Card.of(rank, suit) for rank in Rank if not rank.is_joker for suit in Suit]
}
