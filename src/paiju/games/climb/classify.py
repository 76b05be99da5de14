"""What some cards are, and whether they beat others, outside any deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from paiju.cards import Card, NotationError, Rank, Token, tokens
from paiju.games.climb.game import Climb
from paiju.games.climb.layout import SUITS
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.plays import candidate, spellings
from paiju.games.climb.shapes import Combo
from paiju.games.climb.wild import WildReader
from paiju.games.contract import Line
from paiju.games.messages import Language, tell
from paiju.games.refusals import Worded


@dataclass(frozen=True)
class Reading:
    """One reading as data. `key` compares within a type; `weight` is null where a game has no such figure."""

    type: str
    family: str  # "normal" or "bomb"
    size: int
    head: str
    key: float
    weight: int | None


@dataclass(frozen=True)
class Classified:
    readings: tuple[Reading, ...]
    beats: bool | None  # None where there was nothing to beat


class Ambiguous(Worded, ValueError):
    """The cards on the table are no play, or have several readings so that one must be declared."""

    def __init__(self, sentence: Line) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def worded(self, language: Language) -> str:
        return tell(self.sentence, MESSAGES, language)


def spelled(game: Climb, text: str) -> tuple[Card, ...]:
    """Cards of a text. Bare ranks are any cards of that rank, where suits do not matter; the deck must have them all."""
    rules, exact, bare = game.rules, [], []
    written = tokens(text)
    needs_suits = rules.suits_matter and (rules.wild is None or _may_be_one_suit(written))
    for token in written:
        if token.rank not in game.layout.point:
            why = f"{token.rank.letter} is not in the deck of this game"
            raise NotationError(text, token.at, why, "climb.notation.not_in_deck", rank=token.rank.letter)
        if token.is_exact:
            exact.append(Card.of(token.rank, token.suit))
        elif needs_suits:
            letter = token.rank.letter
            why = f"suits matter here: {letter} needs one, as in {letter}s"
            raise NotationError(text, token.at, why, "climb.notation.no_suit", rank=letter)
        else:
            bare.append(token.rank)
    copies = rules.deck.copies
    if len(set(exact)) < len(exact):
        for card, number in Counter(exact).items():
            if number > copies:
                why = f"the deck has {card} {'once' if copies == 1 else 'twice'} only"
                raise NotationError(text, -1, why, "climb.notation.copies", card=card, copies=copies)
    return (*exact, *_filled(text, bare, exact, copies, rules.wild)) if bare else tuple(exact)


def _may_be_one_suit(written: tuple[Token, ...]) -> bool:
    """Whether suits could make a straight flush of these cards: with wild cards, three different ranks are enough."""
    ranks = [token.rank for token in written]
    return len(ranks) >= 3 and len(set(ranks)) == len(ranks)


def _filled(text: str, ranks: list[Rank], exact: list[Card], copies: int, wild: Card | None) -> list[Card]:
    """A card for each bare rank, none more often than the deck has it."""
    free: dict[Rank, list[Card]] = {}
    found = []
    for rank in ranks:
        if rank not in free:
            free[rank] = [card for card in _OF_RANK[rank] for _ in range(copies - exact.count(card))]
            free[rank].sort(key=lambda card: card != wild)  # a bare rank is a wild card only if nothing else is left
        if not free[rank]:
            why = f"there are only {4 * copies} cards of rank {rank.letter} in the deck"
            raise NotationError(text, -1, why, "climb.notation.of_rank", rank=rank.letter, copies=4 * copies)
        found.append(free[rank].pop())
    return found


_OF_RANK = {rank: tuple(Card.of(rank, suit) for suit in SUITS) for rank in Rank if not rank.is_joker}


def readings(game: Climb, cards: tuple[Card, ...], declared: str | None = None) -> tuple[Combo, ...]:
    """Every reading of the cards, or the declared one."""
    found = game.reader.read(cards)
    if declared is None:
        return found
    wanted = game.declared(declared, declared)
    return tuple(combo for combo in found if wanted in spellings(combo, game.rules))


def as_data(game: Climb, combo: Combo) -> Reading:
    return Reading(
        type=game.rules.name_of(combo.kind),
        family="bomb" if combo.bomb else "normal",
        size=combo.size,
        head=combo.head,
        key=combo.key,
        weight=game.reader.weight(combo) if isinstance(game.reader, WildReader) else None,
    )


def table_combo(game: Climb, text: str, declared: str | None) -> Combo:
    """The one reading of the cards on the table."""
    tops = readings(game, spelled(game, text), declared)
    if not tops:
        raise Ambiguous(Line.of("climb.error.no_table", text=text))
    if len(tops) > 1 and game.rules.readings == "declare":
        types = tuple(candidate(combo, game.rules) for combo in tops)
        raise Ambiguous(Line.of("climb.error.which_table", text=text, types=types))
    return tops[0]


def classify(
    game: Climb,
    cards: str,
    declared: str | None = None,
    against: str | None = None,
    against_declared: str | None = None,
) -> Classified:
    """The readings of some cards, and whether any of them beats what lies on the table."""
    found = readings(game, spelled(game, cards), declared)
    beats = None
    if against is not None:
        top = table_combo(game, against, against_declared)
        beats = any(combo.beats(top) for combo in found)
    return Classified(tuple(as_data(game, combo) for combo in found), beats)
