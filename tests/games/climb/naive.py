"""The eight games' types once more, written naively and apart from the engine: what the engine is held to.

`types(game, cards)` gives (type, head) pairs, only the highest head of each type, straight from the rule text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from paiju.cards import Card

ORDERS = {
    "doudizhu": "3456789TJQKA2LR",
    "doudizhu_x": "3456789TJQKA2LR",
    "doudizhu_4p": "3456789TJQKA2LR",
    "big_two": "3456789TJQKA2",
    "three_two_one": "3456789TJQKA2",
    "wuguapi": "6789TJQKA2345LR",
    "qigui_521": "34689TJQKA25LR7",
    "qigui_523": "4689TJQKA325LR7",
}
OFAKIND = {
    1: "Single",
    2: "Pair",
    3: "Triple",
    4: "Quadruple",
    5: "Quintuple",
    6: "Sextuple",
    7: "Septuple",
    8: "Octuple",
}
RUNS = {1: "SingleStraight", 2: "PairStraight", 3: "TripleStraight", 4: "QuadrupleStraight"}


def types(game: str, cards: tuple[Card, ...]) -> set[tuple[str, str]]:
    found = {
        "doudizhu": lambda: _landlords(cards, extended=False),
        "doudizhu_x": lambda: _landlords(cards, extended=True),
        "doudizhu_4p": lambda: _landlords_4p(cards),
        "three_two_one": lambda: _three_two_one(cards),
        "big_two": lambda: _suited(game, cards, sizes={1, 2, 3, 5}),
        "wuguapi": lambda: _suited(game, cards, sizes={1, 2, 3, 4, 5}),
        "qigui_521": lambda: _equal(game, cards),
        "qigui_523": lambda: _equal(game, cards),
    }[game]()
    order = ORDERS[game]
    best: dict[str, str] = {}
    for kind, head in found:
        if kind not in best or _place(order, head) > _place(order, best[kind]):
            best[kind] = head
    return set(best.items())


def _place(order: str, head: str) -> tuple[int, int]:
    return order.index(head[0]), "dchs".index(head[1]) if len(head) > 1 else 0


def _stretches(path: str, least: int) -> Iterator[str]:
    for start in range(len(path)):
        for end in range(start + least, len(path) + 1):
            if len(set(path[start:end])) == end - start:
                yield path[start:end]


def _all(ranks: Counter[str], body: str, width: int) -> Counter[str] | None:
    """What is left when `width` cards of each rank of a body are taken away; None if they are not there."""
    if any(ranks[rank] < width for rank in body):
        return None
    rest = ranks.copy()
    for rank in body:
        rest[rank] -= width
    return +rest


def _landlords(cards: tuple[Card, ...], extended: bool) -> Iterator[tuple[str, str]]:
    ranks, n = Counter(card.rank.letter for card in cards), len(cards)
    order, path = ORDERS["doudizhu"], "3456789TJQKA"
    if len(ranks) == 1 and n <= 4:
        yield OFAKIND[n], cards[0].rank.letter
    if set(ranks) == {"L", "R"} and n == 2:
        yield "PairJokers", "R"
    for width, least in ((1, 5), (2, 3), (3, 2)):
        for body in _stretches(path, least):
            if _all(ranks, body, width) == Counter():
                yield RUNS[width], body[-1]
    for rank in order:
        rest = _all(ranks, rank, 3)
        if rest is not None and rank not in rest and len(rest) == 1:
            if sum(rest.values()) == 1:
                yield "TripleWithSingle", rank
            if list(rest.values()) == [2]:
                yield "TripleWithPair", rank
        rest = _all(ranks, rank, 4)
        if rest is not None:
            left = sum(rest.values())
            if left == 2 and (extended or set(rest) != {"L", "R"}):
                yield "QuadrupleWithSingleSingle", rank
            if left == 4 and all(v % 2 == 0 for v in rest.values()) and (extended or len(rest) == 2):
                yield "QuadrupleWithPairPair", rank
    for body in _stretches(path, 2):
        rest = _all(ranks, body, 3)
        if rest is None:
            continue
        left, k = sum(rest.values()), len(body)
        near = {path[i] for i in (path.index(body[0]) - 1, path.index(body[-1]) + 1) if 0 <= i < len(path)}
        clean = (
            not set(body) & set(rest)
            and not {"L", "R"} <= set(rest)
            and max(rest.values(), default=0) < 4
            and not any(rest[rank] == 3 for rank in near)
        )
        if left == k and (extended or clean):
            yield "TripleStraightWithSingles", body[-1]
        if left == 2 * k and all(v % 2 == 0 for v in rest.values()) and (extended or (clean and len(rest) == k)):
            yield "TripleStraightWithPairs", body[-1]


def _landlords_4p(cards: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    ranks, n = Counter(card.rank.letter for card in cards), len(cards)
    path = "3456789TJQKA"
    if len(ranks) == 1 and n <= 8:
        yield OFAKIND[n], cards[0].rank.letter
    if ranks == Counter("LLRR"):
        yield "QuadrupleJokers", "R"
    for width, least in ((1, 5), (2, 3), (3, 2)):
        for body in _stretches(path, least):
            if _all(ranks, body, width) == Counter():
                yield RUNS[width], body[-1]
    for body in [*path, "2", *_stretches(path, 2)]:
        rest = _all(ranks, body, 3)
        if rest is None or set(rest) & set(body) or {"L", "R"} <= set(rest):
            continue
        if len(rest) == len(body) and set(rest.values()) == {2}:
            yield "TripleWithPair" if len(body) == 1 else "TripleStraightWithPairs", body[-1]


def _three_two_one(cards: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    ranks, n = Counter(card.rank.letter for card in cards), len(cards)
    path = "A23456789TJQKA2"
    if len(ranks) == 1:
        yield OFAKIND[n], cards[0].rank.letter
    for width, least in ((1, 3), (2, 2), (3, 2), (4, 2)):
        for body in _stretches(path, least):
            rest = _all(ranks, body, width)
            if rest == Counter():
                yield RUNS[width], body[-1]
            if rest is not None and sum(rest.values()) == 1 and width > 1 and (width != 2 or len(body) >= 3):
                yield RUNS[width] + "WithSingle", body[-1]
    for rank in ranks:
        rest = _all(ranks, rank, 3)
        if rest is not None and n == 5 and list(rest.values()) == [2] and rank not in rest:
            yield "TripleWithPair", rank
        if rest is not None and n == 6 and any(v >= 2 and other != rank for other, v in rest.items()):
            yield "TripleWithPairSingle", rank
        if ranks[rank] == 4 and n == 5:
            yield "QuadrupleWithSingle", rank


def _suited(game: str, cards: tuple[Card, ...], sizes: set[int]) -> Iterator[tuple[str, str]]:
    order, n = ORDERS[game], len(cards)
    ranks = Counter(card.rank.letter for card in cards)
    if n not in sizes:
        return
    jokers = [card for card in cards if card.is_joker]
    high = str(max(cards, key=lambda card: _place(order, str(card))))
    if len(ranks) == 1 and (n < 4 or game == "wuguapi"):
        yield OFAKIND[n], high
    if n == 2 and len(jokers) == 2:
        yield "PairJokers", "R"
    if n >= (5 if game == "big_two" else 3) and not jokers:
        run = any(set(body) == set(ranks) for body in _stretches("A23456789TJQKA", n) if len(body) == n)
        one_suit = len({card.suit for card in cards}) == 1
        if run or one_suit:
            yield {(1, 0): "SingleStraight", (0, 1): "SingleFlush", (1, 1): "SingleFlushStraight"}[run, one_suit], high
    if n == 5:
        for rank, number in ranks.items():
            own = [card for card in cards if card.rank.letter == rank]
            head = str(max(own, key=lambda card: _place(order, str(card))))
            if number == 3 and (len(ranks) == 2 or len(jokers) == 2):
                yield "TripleWithPair", head
            if number == 4:
                yield "QuadrupleWithSingle", head


def _equal(game: str, cards: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    if len({card.rank for card in cards}) == 1:
        yield OFAKIND[len(cards)], str(max(cards, key=lambda card: _place(ORDERS[game], str(card))))
    if {str(card) for card in cards} == {"L", "R"}:
        yield "PairJokers", "R"


def covers(game: str, new: tuple[str, str, int], old: tuple[str, str, int]) -> bool:
    """Whether one (type, head, size) may be played on another, from the rule text."""
    (kind, head, size), (old_kind, old_head, old_size) = new, old
    order = ORDERS[game]
    higher = _place(order, head) > _place(order, old_head)
    if game.startswith("doudizhu"):
        bombs = ["Quadruple", "Quintuple", "Sextuple", "Septuple", "Octuple", "PairJokers", "QuadrupleJokers"]
        if kind in bombs or old_kind in bombs:
            rank, old_rank = (bombs.index(k) if k in bombs else -1 for k in (kind, old_kind))
            return rank > old_rank or (rank == old_rank and higher)
        return kind == old_kind and size == old_size and higher
    if game == "three_two_one":
        return kind == old_kind and size == old_size and higher
    if size != old_size:
        return False
    if game.startswith("qigui"):
        return higher
    ladder = [
        ["Single", "SingleStraight"], ["Pair", "SingleFlush"], ["PairJokers", "Triple", "Quadruple", "TripleWithPair"],
        ["QuadrupleWithSingle"], ["SingleFlushStraight"],
    ]  # fmt: skip
    rung, old_rung = (next(i for i, row in enumerate(ladder) if k in row) for k in (kind, old_kind))
    return rung > old_rung or (rung == old_rung and higher)
