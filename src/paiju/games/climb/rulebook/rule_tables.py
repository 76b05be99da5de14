"""Tables of the climbing rulebooks, made from the compiled sheet: shapes with examples, ladders, settlements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from paiju.cards import Card, Rank, Suit
from paiju.cards import cards as read_cards
from paiju.games.climb.classify import readings, spelled
from paiju.games.climb.endings import BigTwoScore
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.levels import gain, partner
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.rules import ClimbRules, Finish
from paiju.games.climb.shapes import Shape
from paiju.games.climb.sheets.doudizhu import DoudizhuOptions
from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.rulebook import Cell, Example, RuleTable, fill

Sheet = Callable[[Any], ClimbRules]

_SHAPE: Final = Text("牌型", "combination")
_CARDS: Final = Text("例", "example")
_SIZE: Final = Text("张数", "cards")
_LADDER: Final = Text("由小到大", "weak to strong")
_LEFT: Final = Text("剩牌", "cards left")
_COST: Final = Text("罚分", "penalty")
_CASE: Final = Text("情形", "case")
_TIMES: Final = Text("倍数", "stakes")
_FARMER: Final = Text("每个农民", "each farmer")
_LANDLORD: Final = Text("地主", "landlord")
_PLACES: Final = Text("头游和对家的名次", "places of the first and the partner")
_GAIN: Final = Text("升级", "levels")
_BOMB: Final = Text("[[bomb|炸弹]]", "a [[bomb]]")
_FACTOR: Final = Text("倍数 ×{factor}", "stakes ×{factor}")
_RUNS: Final = {
    1: Text("{least}–{most} 张连着", "{least} to {most} in a row"),
    2: Text("{least}–{most} 对连着", "{least} to {most} pairs in a row"),
    3: Text("{least}–{most} 个三张连着", "{least} to {most} triples in a row"),
    4: Text("{least}–{most} 个四张连着", "{least} to {most} fours in a row"),
}
_EXACT: Final = {
    1: Text("正好 {least} 张连着", "exactly {least} in a row"),
    2: Text("正好 {least} 对连着", "exactly {least} pairs in a row"),
    3: Text("正好 {least} 个三张连着", "exactly {least} triples in a row"),
    4: Text("正好 {least} 个四张连着", "exactly {least} fours in a row"),
}
_ONE_SUIT: Final = Text("{least}–{most} 张同花色", "{least} to {most} of one suit")
_ONE_SUIT_EXACT: Final = Text("{least} 张同花色", "{least} of one suit")
_WIDTHS: Final = Text("{least}–{most} 张同点数", "{least} to {most} of one rank")
_JOKERS: Final = {"L": Text("小王", "small joker"), "R": Text("大王", "big joker")}

_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_USUAL: Final = {1: "K", 2: "8", 3: "9", 4: "7"}
_CARRIED: Final = "3JKA4Q2T56789"


def names_of(sheet: Sheet) -> Callable[[Any, Example], tuple[Text, ...]]:
    """What the cards of an example are called under this sheet."""

    def names(options: Any, example: Example) -> tuple[Text, ...]:
        if example.verdict != "legal":
            return ()
        game = Climb(sheet(options))
        found = readings(game, spelled(game, example.cards), example.reading or None)
        keys = dict.fromkeys(game.rules.title_of(combo.kind, combo.size) for combo in found)
        return tuple(MESSAGES[key] for key in keys)

    return names


def order_text(rules: ClimbRules) -> Text:
    """The ranks of a sheet from strong to weak, as people write them."""
    letters = rules.order.text.split()[::-1]
    shown = [_JOKERS.get(letter) or _letter(letter) for letter in letters]
    return Text(" > ".join(one.zh for one in shown), " > ".join(one.en for one in shown))


def _letter(letter: str) -> Text:
    name = "10" if letter == "T" else letter
    return Text(name, name)


# --- shapes ----------------------------------------------------------------------------------------------------------


def shapes_table(sheet: Sheet, notes: Mapping[Kind, Text] | None = None) -> Callable[[Any], RuleTable]:
    """Every kind of play with a remark and an example; kinds of several widths are one row."""

    def made(options: Any) -> RuleTable:
        rules = sheet(options)
        rows = []
        for kind, group in groupby(_rows(rules), key=lambda shape: shape.kind):
            shapes = list(group)
            said = list(_remarks(rules, shapes))
            if notes and kind in notes:
                said.append(notes[kind])
            title = _called(rules, shapes)
            cards = tuple(map(str, sample(rules, shapes[0])))
            rows.append((Cell(title, _joined(said)), Cell(cards=cards)))
        return RuleTable((_SHAPE, _CARDS), tuple(rows))

    return made


def _called(rules: ClimbRules, shapes: list[Shape]) -> Text:
    """What plays of these shapes are called: by all their names where it depends on the number of cards."""
    sizes = [shape.size(run) for shape in shapes for run in range(shape.run[0], shape.run[1] + 1)]
    names = [MESSAGES[key] for key in dict.fromkeys(rules.title_of(shapes[0].kind, size) for size in sizes)]
    return Text("、".join(name.zh for name in names), ", ".join(name.en for name in names))


def _rows(rules: ClimbRules) -> Iterator[Shape]:
    """The shapes in order; a second shape of a kind already there (Guandan's mixed pair, its longer bombs) joins it."""
    first: dict[Kind, list[Shape]] = {}
    for shape in rules.shapes:
        first.setdefault(shape.kind, []).append(shape)
    for group in first.values():
        yield from group


def _remarks(rules: ClimbRules, shapes: list[Shape]) -> Iterator[Text]:
    shape = shapes[0]
    least, most = shape.run
    if most > 1:
        if shape.loose:
            wording = _ONE_SUIT if most > least else _ONE_SUIT_EXACT
        else:
            wording = (_RUNS if most > least else _EXACT)[shape.width]
        yield fill(wording, {"least": least, "most": most})
    widths = [one.width for one in shapes if not one.exactly]
    if len(set(widths)) > 1:
        yield fill(_WIDTHS, {"least": min(widths), "most": max(widths)})
    if shape.bomb and shape.kind is Kind.STRAIGHT_FLUSH:
        yield _BOMB  # the names of all others say so
    if shape.factor > 1:
        yield fill(_FACTOR, {"factor": shape.factor})


def _joined(said: list[Text]) -> Text | None:
    return Text("，".join(one.zh for one in said), ", ".join(one.en for one in said)) if said else None


def sample(rules: ClimbRules, shape: Shape) -> tuple[Card, ...]:
    """Cards that are this shape under this sheet: found by trying, and read back by the game's own reader."""
    game = Climb(rules)
    for cards in _tries(rules, shape):
        found = game.reader.read(cards)
        if any(combo.kind is shape.kind and combo.bomb == shape.bomb for combo in found):
            return cards
    raise LookupError(f"{rules.name} has no example of {shape}")


def _tries(rules: ClimbRules, shape: Shape) -> Iterator[tuple[Card, ...]]:
    if shape.exactly:
        left = list(rules.deck.cards)
        yield tuple(left.pop([card.rank.letter for card in left].index(letter)) for letter in shape.exactly[::-1])
        return
    level = rules.wild[0].rank.letter if rules.wild else ""
    for body in _bodies(rules, shape):
        if level in body and level:
            continue
        row = [
            _card(letter, (at + copy) if shape.suited is not True else 1)
            for at, letter in enumerate(body)
            for copy in range(min(shape.width, 4 * rules.deck.copies))
        ]
        if shape.wilds:
            row = [*row[: shape.width - shape.wilds[0]], *rules.wild[: shape.wilds[0]]]
        elif rules.wild:
            row += [rules.wild[0]] * (shape.width - 4 * rules.deck.copies)  # bombs beyond the cards of a rank
        carried = [letter for letter in _CARRIED if _free(letter, body, rules) and letter != level]
        if shape.carry:
            times = shape.run[0] if shape.carry.per_point else 1
            pairs, singles = shape.carry.pairs * times, shape.carry.singles * times
            for letter in carried[:pairs]:
                row += [_card(letter, 0), _card(letter, 1)]
            row += [_card(letter, at) for at, letter in enumerate(carried[pairs : pairs + singles])]
        yield tuple(row)


def _bodies(rules: ClimbRules, shape: Shape) -> Iterator[str]:
    """Ranks for the body: the usual ones first, then any."""
    least = shape.run[0]
    if shape.loose:
        yield "68JKA"[:least]
    elif least > 1:
        path = rules.path.replace(" ", "")
        for start in (*range(path.find("5"), len(path)), *range(len(path))):
            if start + least <= len(path):
                yield path[start : start + least]
    else:
        yield from (_USUAL.get(shape.width, "6"), *_CARRIED)


def _free(letter: str, body: str, rules: ClimbRules) -> bool:
    """Neither in the body nor next to it, where a triple would lengthen a plane."""
    path = rules.path.replace(" ", "") or _CARRIED
    near = {path[at] for at in range(len(path)) if any(abs(at - path.index(one)) <= 1 for one in body if one in path)}
    return letter not in near and letter not in body


def _card(letter: str, at: int) -> Card:
    return Card.of(next(rank for rank in Rank if rank.letter == letter), _SUITS[at % 4])


# --- ladders ---------------------------------------------------------------------------------------------------------


def size_ladder(sheet: Sheet) -> Callable[[Any], RuleTable]:
    """Where shapes of one size compete: the kinds of each size, weak to strong."""

    def made(options: Any) -> RuleTable:
        rules = sheet(options)
        sizes: dict[int, list[Shape]] = {}
        for shape in rules.shapes:
            for run in range(shape.run[0], shape.run[1] + 1):
                sizes.setdefault(shape.size(run), []).append(shape)
        rows = []
        for size, shapes in sorted(sizes.items()):
            if len(shapes) > 1:
                kinds = [MESSAGES[rules.title_of(one.kind)] for one in sorted(shapes, key=lambda one: one.tier)]
                ladder = Text(" < ".join(one.zh for one in kinds), " < ".join(one.en for one in kinds))
                rows.append((Cell(Text(str(size), str(size))), Cell(ladder)))
        return RuleTable((_SIZE, _LADDER), tuple(rows))

    return made


def bomb_ladder(rules: ClimbRules) -> Text:
    """The bombs of a sheet from weak to strong: 4 张 < 5 张 < 同花顺 < …"""
    bombs = sorted((shape for shape in rules.shapes if shape.bomb), key=lambda shape: shape.bomb)
    names = [_bomb_name(rules, shape) for shape in bombs]
    return Text(" < ".join(one.zh for one in names), " < ".join(one.en for one in names))


def _bomb_name(rules: ClimbRules, shape: Shape) -> Text:
    if shape.kind is Kind.BOMB:
        return Text(f"{shape.width} 张", f"{shape.width} of a kind")
    return MESSAGES[rules.title_of(shape.kind)]


# --- settlements -----------------------------------------------------------------------------------------------------


def landlord_table(sheet: Sheet) -> Callable[[Any], RuleTable]:
    """Three settlements as the game itself reckons them: a plain win, a loss after bombs, a spring."""

    def made(options: Any) -> RuleTable:
        rules = sheet(options)
        auction, base = (options.bidding, options.base) if isinstance(options, DoudizhuOptions) else ("score", 1)
        bomb = max(shape.factor for shape in rules.shapes)
        plain = (Text("抢一次，地主赢", "one rob, landlord wins"), 2, 0) if auction == "rob" else _BID_TWO
        doubled = (
            Text("抢一次、一个炸弹，农民赢", "one rob, one bomb, landlord loses")
            if auction == "rob"
            else Text("叫 2 分、一个大炸弹，农民赢", "bid 2, one big bomb, landlord loses")
        )
        spring = Text("没人抢，春天", "no rob, spring") if auction == "rob" else Text("叫 2 分，春天", "bid 2, spring")
        bid = 0 if auction == "rob" else 2
        cases = (
            (plain[0], plain[1] if auction == "rob" else 1, True, False),
            (doubled, (2 if auction == "rob" else 1) * bomb, False, False),
            (spring, 1, True, True),
        )
        rows = []
        for name, multiplier, won, no_answer in cases:
            scores = rules.score(_finish(rules, multiplier * max(bid, 1), won, no_answer)).scores
            times = abs(scores[1]) // (max(bid, 1) * base)
            rows.append((Cell(name), _text(f"×{times}"), _text(f"{scores[1]:+d}"), _text(f"{scores[0]:+d}")))
        return RuleTable((_CASE, _TIMES, _FARMER, _LANDLORD), tuple(rows))

    return made


_BID_TWO: Final = (Text("叫 2 分，地主赢", "bid 2, landlord wins"), 1, 2)


def _finish(rules: ClimbRules, multiplier: int, won: bool, no_answer: bool) -> Finish:
    """A deal that seat 0, the landlord, won or lost."""
    seats = rules.seats[0]
    return Finish(
        seats=seats,
        left=((),) * seats,
        plays=(5, *[0 if no_answer else 3] * (seats - 1)),
        out=(0,) if won else (1,),
        factors=(Line.of("climb.factor.start", times=multiplier),),
        landlord=0,
        doubles=(0,) * seats,
        captured=(0,) * seats,
        base=rules.base,
    )


def _text(value: str) -> Cell:
    return Cell(Text(value, value))


def big_two_bands(sheet: Sheet) -> Callable[[Any], RuleTable]:
    """What each number of cards left costs, and each 2, as the game's own scorer has it."""

    def made(options: Any) -> RuleTable:
        score = sheet(options).score
        assert isinstance(score, BigTwoScore)
        plain = read_cards("3d4d5d6d7d8d9dTdJdQdKdAd3c")
        costs = [score.penalty(plain[:count]) // count for count in range(1, 14)]
        rows = [(_text(_range(low, high)), _each(cost)) for low, high, cost in _bands(costs, 1)]
        for two in read_cards("2s2h2c2d"):
            extra = score.penalty((*plain[:1], two)) - score.penalty(plain[:2])
            if extra:
                rows.append((Cell(cards=(str(two),)), _text(f"+{extra}")))
        return RuleTable((_LEFT, _COST), tuple(rows))

    return made


def _each(cost: int) -> Cell:
    return Cell(Text(f"每张 {cost}", f"{cost} each"))


def _bands(costs: list[int], first: int) -> Iterator[tuple[int, int, int]]:
    """Stretches of equal numbers: (from, to, number)."""
    low = first
    for cost, group in groupby(costs):
        high = low + len(list(group)) - 1
        yield low, high, cost
        low = high + 1


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def counted_bands(sheet: Sheet) -> Callable[[Any], RuleTable]:
    """What each number of cards left costs where only the number counts."""

    def made(options: Any) -> RuleTable:
        rules = sheet(options)
        hand = read_cards("3d4d5d6d7d8d9dTdJdQdKdAd2d")
        costs = []
        for count in range(1, rules.hand + 1):
            finish = _finish(rules, 1, True, False)._replace(left=((), hand[:count], (), ()))
            costs.append(-rules.score(finish).scores[1])
        rows = [(_text(_range(low, high)), _text(str(cost))) for low, high, cost in _bands(costs, 1)]
        return RuleTable((_LEFT, _COST), tuple(rows))

    return made


def shed_table(sheet: Sheet) -> Callable[[Any], RuleTable]:
    """What some endings cost a loser, and what a bomb costs, as the game's own scorer has it."""

    def table(options: Any) -> RuleTable:
        rules = sheet(options)
        hand = rules.deck.cards

        def costs(count: int, plays: int, bombs: int) -> str:
            finish = _finish(rules, 1, True, False)._replace(
                left=((), hand[:count], hand[:1]), plays=(5, plays, 3), bombs=(0, 0, bombs)
            )
            return f"{rules.score(finish).scores[1]:+d}"

        cases = [
            (Text("剩 1 张", "one card left"), costs(1, 3, 0)),
            (Text("剩 5 张", "five cards left"), costs(5, 3, 0)),
            (Text(f"一张没出，剩 {rules.hand} 张", f"never played: {rules.hand} cards left"), costs(rules.hand, 0, 0)),
        ]
        if rules.bombs_paid != "none":
            cases.append(
                (Text("剩 5 张，别人一个炸弹", "five cards left, and a bomb of another player"), costs(5, 3, 1))
            )
        return RuleTable((_CASE, _COST), tuple((Cell(name), _text(cost)) for name, cost in cases))

    return table


_PLACE: Final = (
    Text("头游、二游", "first and second"),
    Text("头游、三游", "first and third"),
    Text("头游、末游", "first and last"),
)


def levels_table(options: Any) -> RuleTable:
    """What a finishing order of Guandan wins."""
    rows = []
    for place, name in enumerate(_PLACE, start=1):
        others = [1, 3]
        finish = [0, *others]
        finish.insert(place, partner(0))
        rows.append((Cell(name), _text(f"+{gain(tuple(finish))}")))
    return RuleTable((_PLACES, _GAIN), tuple(rows))
