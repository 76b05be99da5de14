"""A rule sheet as tables of numbers, for the kernel.

Everything that the kernel knows of a game is here: bodies, groups and combos of the reader, the stages, how a deal
ends and is settled. `kernel_table` returns None for a sheet that holds what the kernel has no numbers for: a reader, a stage,
an end or a settlement of its own, or a field that is not listed in `COPIED`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from paiju.cards import Card, Deck, RankOrder, Suit
from paiju.games.climb.actions import Exact, Offer, Play
from paiju.games.climb.endings import (
    BigTwoScore,
    CaptureScore,
    LandlordScore,
    ShedScore,
    first_out,
    last_holder,
    three_two_one_score,
)
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import SUITS
from paiju.games.climb.levels import order, wild_of
from paiju.games.climb.points import Body, Group, PointReader
from paiju.games.climb.rules import ClimbRules, Drawing, Reader
from paiju.games.climb.shapes import Carry, Combo, Shape
from paiju.games.climb.sheets import guandan
from paiju.games.climb.stages import (
    BidAuction,
    Doubling,
    DrawWild,
    DuelAuction,
    OpenHands,
    RobAuction,
    Stage,
    TakeTricks,
)
from paiju.games.climb.suits import TIER, SuitReader
from paiju.games.climb.tribute import GiveBack, OpeningLead, Tribute
from paiju.games.climb.wild import Wild, WildOffer, WildReader
from paiju.games.copied import Fields, is_accounted_for

KernelTable = dict[str, Any]

POINTS, SUITED, WILD = "Point", "Suit", "Wild"  # the readers, by the first word of the kernel's classes

# The numbers of native/climb_game.hpp.
ROB, BID, DOUBLE, SHOW, TRICKS, LEAD_DRAW, LEAD_RANDOM, LEAD_SEAT, PAY, GIVE_BACK, DUEL, DRAW_WILD = range(12)
_OVER: Final = {first_out: 0, last_holder: 1, guandan.team_out: 2}
_LOCKS: Final = {"off": 0, "trick": 1, "round": 2}
_PAID: Final = {"none": 0, "every": 1, "unbeaten": 2}
_LEFTOVER: Final = {"nobody": 0, "first_finisher": 1, "owner": 2}

READ: Final = frozenset((
    "deck", "order", "shapes", "reader", "path", "wild", "run_head", "run_order", "finals", "unbeatable_shortcut",
    "lower_readings", "ambiguous_sizes", "top_when_one_left",
))  # fmt: skip
"""Fields of a sheet that the plays of a hand depend on."""

DEALT: Final = frozenset((
    "seats", "hand", "stages", "over", "score", "shuffling", "dealing", "packets", "kitty", "opening", "opening_card",
    "opening_plays_it", "first_asked", "first", "must_beat", "bombs_paid", "pass_lock", "self_cover_keeps_round", "rank_rest",
    "jiefeng", "drawing", "base",
))  # fmt: skip
"""Fields of a sheet that the course of a deal depends on besides."""

COPIED: Final[dict[type, Fields]] = {
    ClimbRules: Fields(
        READ | DEALT,
        # what things are called, how input is read, and what a viewer sees
        frozenset(("name", "names", "titles", "sized_titles", "suits_matter", "readings", "counts_shown", "counts_limit", "counts_plays", "dress")),
    ),
    Deck: Fields(frozenset(("copies", "jokers", "without", "missing"))),
    RankOrder: Fields(frozenset(("text",))),
    Shape: Fields(frozenset((
        "kind", "width", "run", "carry", "exactly", "suited", "loose", "tier", "bomb", "factor", "also_covers",
        "last", "short_of", "wilds",
    ))),
    Carry: Fields(frozenset(("singles", "pairs", "per_point", "free", "rocket_pair", "jokers"))),
    Wild: Fields(frozenset(("keys", "alone", "two_high", "bombs_elevated", "flush_as_straight", "lengths_must_match"))),
    Drawing: Fields(frozenset(("hand", "order", "points", "final_trick_scored", "leftover"))),
    RobAuction: Fields(frozenset(("deals", "no_call"))),
    BidAuction: Fields(frozenset(("deals", "no_call"))),
    DuelAuction: Fields(frozenset(("deals", "no_call", "robs", "lets", "starts", "doubles"))),
    Doubling: Fields(frozenset()),
    OpenHands: Fields(frozenset()),
    TakeTricks: Fields(frozenset()),
    DrawWild: Fields(frozenset()),
    OpeningLead: Fields(frozenset(("how", "level")), frozenset(("announce",))),
    Tribute: Fields(frozenset(("finish", "level", "partner_last", "equal")), frozenset(("announce",))),
    GiveBack: Fields(frozenset(("level", "rule", "most"))),
    LandlordScore: Fields(frozenset()),
    BigTwoScore: Fields(frozenset(("two_penalty",))),
    ShedScore: Fields(frozenset(("last_free", "shut", "bomb"))),
    CaptureScore: Fields(frozenset(("settlement",)), frozenset(("rank_by",))),  # ranks are no scores
}  # fmt: skip
"""Every class that a sheet is made of, as far as the kernel knows it."""


@lru_cache(maxsize=64)
def reader_table(rules: ClimbRules) -> tuple[str, KernelTable] | None:
    """The kind of reader that lists the plays of a sheet, and its tables."""
    if not is_accounted_for(rules, COPIED, READ):
        return None
    reader = Climb(rules).reader
    if type(reader) is PointReader:
        return POINTS, _points(reader)
    if type(reader) is SuitReader:
        return SUITED, _suits(reader)
    if type(reader) is WildReader and not rules.top_when_one_left:
        return WILD, _wild(reader)
    return None


def kernel_table(game: Climb, seats: int) -> tuple[str, KernelTable] | None:
    """The kind of reader, and all that the kernel must know to run deals of a game at a table of this size."""
    rules = game.rules
    reader = reader_table(rules)
    if reader is None or not is_accounted_for(rules, COPIED, DEALT):
        return None
    stages = [_stage(stage) for stage in rules.stages]
    draws = [stage for stage in rules.stages if isinstance(stage, DrawWild)]
    if draws and (len(draws) > 1 or rules.wild):
        return None
    drawn = [reader_table(rules.with_wild(rank)) for stage in draws for rank in stage.candidates(game)]
    score = _score(rules.score)
    if score is None or rules.over not in _OVER or None in stages or not _has_one_level(rules):
        return None
    drawing = rules.drawing
    return reader[0], {
        "reader": reader[1],
        "drawn": [one[1] for one in drawn if one is not None],
        "seats": seats,
        "hand": rules.hand,
        "base": rules.base,
        "stride": game.layout.stride,
        "clumps": rules.shuffling == "clumps",
        "places": [*game.hand_places(seats), game.rest_places(seats)],
        "must_beat": rules.must_beat,
        "bombs_paid": _PAID[rules.bombs_paid],
        "opening_bit": _place(game, rules.opening_card) if rules.opening_card else -1,
        "opening_plays_it": rules.opening_plays_it,
        "opening_smallest": rules.opening == "smallest",
        "opening_landlord": rules.opening == "landlord",
        "face_up": rules.first_asked == "face_up_card",
        "first": -1 if rules.first is None else rules.first,
        "lock": _LOCKS[rules.pass_lock],
        "self_cover": rules.self_cover_keeps_round,
        "rank_rest": rules.rank_rest,
        "to_partner": rules.jiefeng == "partner",
        "top_single": rules.top_when_one_left,
        "kitty": rules.kitty,
        "draws": drawing is not None,
        "draw_hand": drawing.hand if drawing else 0,
        "winner_fills_first": drawing is None or drawing.order == "fill_winner_first",
        "final_trick_scored": drawing is None or drawing.final_trick_scored,
        "leftover": _LEFTOVER[drawing.leftover] if drawing else 0,
        "over": _OVER[rules.over],
        "stages": stages,
        "pack": [_card(game, card) for card in rules.deck.cards],
        **score,
    }


def _has_one_level(rules: ClimbRules) -> bool:
    """Whether tribute and lead go by the level that the wild card names: the kernel knows no other."""
    stages = [stage for stage in rules.stages if isinstance(stage, (OpeningLead, Tribute, GiveBack))]
    return all(rules.wild == (wild_of(stage.level),) for stage in stages)


def _card(game: Climb, card: Card) -> tuple[Any, ...]:
    """Point, place within it, points captured, penalty for holding it; what it is worth in tribute, whether it is a
    joker, wild, low enough to be given back, and its suit in the order in which tribute lists them."""
    rules, score = game.rules, game.rules.score
    worth, low = 0, False
    for stage in rules.stages:
        if isinstance(stage, Tribute):
            worth = order(card, stage.level)
        if isinstance(stage, GiveBack):
            low = not card.is_joker and card.rank.value <= stage.most and card.rank.value != stage.level
    point = game.layout.point[card.rank]
    place = SUITS.index(card.suit) if card.suit else 0
    penalty = 0
    if isinstance(score, BigTwoScore) and score.two_penalty == "additive":
        penalty = score.penalty([card]) - 1
    suit = card.suit.value if card.suit else 0
    return (
        point, place, game.points.get(card.rank, 0), penalty, worth, card.is_joker, card in rules.wild, low, suit
    )  # fmt: skip


def _place(game: Climb, card: Card) -> int:
    return game.layout.bit[card].bit_length() - 1


def _stage(stage: Stage) -> KernelTable | None:
    match stage:
        case RobAuction() | BidAuction():
            kind = ROB if isinstance(stage, RobAuction) else BID
            return {"kind": kind, "deals": stage.deals, "abandon": stage.no_call == "abandon"}
        case DuelAuction():
            return {
                "kind": DUEL, "deals": stage.deals, "abandon": stage.no_call == "abandon", "robs": stage.robs,
                "lets": stage.lets, "starts": stage.starts, "doubles": stage.doubles,
            }  # fmt: skip
        case Doubling():
            return {"kind": DOUBLE}
        case OpenHands():
            return {"kind": SHOW}
        case DrawWild():
            return {"kind": DRAW_WILD}
        case TakeTricks():
            return {"kind": TRICKS}
        case OpeningLead(how="draw"):
            return {"kind": LEAD_DRAW}
        case OpeningLead(how="random"):
            return {"kind": LEAD_RANDOM}
        case OpeningLead(how=seat):
            return {"kind": LEAD_SEAT, "seat": seat}
        case Tribute():
            chance = stage.equal == "random"
            return {"kind": PAY, "finish": stage.finish, "payers": stage.payers, "equal_by_chance": chance}
        case GiveBack():
            own_side = stage.rule == "own_side_capped"
            return {"kind": GIVE_BACK, "capped": stage.rule == "capped", "own_side_only": own_side}
    return None


def _score(score: Any) -> KernelTable | None:
    found: KernelTable = {
        "score": 0, "zero_sum": False, "doubling_bit": -1, "last_free": True, "shut": 1, "bomb": 0
    }  # fmt: skip
    if isinstance(score, LandlordScore):
        return found
    if isinstance(score, BigTwoScore):
        spade = 4 * 12 + 3  # the two of spades is the greatest card
        return found | {"score": 1, "doubling_bit": spade if score.two_penalty == "spade_doubles" else -1}
    if score is three_two_one_score:
        return found | {"score": 2}
    if isinstance(score, CaptureScore):
        return found | {"score": 3, "zero_sum": score.settlement == "zero_sum"}
    if score is guandan.score:
        return found | {"score": 4}
    if isinstance(score, ShedScore):
        own = {"last_free": score.last_free, "shut": score.shut, "bomb": score.bomb}
        return found | {"score": 5, **own}
    return None


# Readers --------------------------------------------------------------------------------------------------------


def _points(reader: PointReader) -> KernelTable:
    lines: dict[str, int] = {}

    def line(name: str) -> int:
        return lines.setdefault(name, len(lines))

    numbers = {body.combo.number: at for at, (_, body) in enumerate(reader._bodies)}
    chains = _Chains()
    groups: dict[tuple[Any, ...], int] = {}  # in the order of their numbers
    answers = [
        [groups.setdefault(_group(group, numbers, chains), len(groups)) for group in found]
        for found in (reader._leads, *(reader.followers(combo) for combo in reader.combos))
    ]
    return {
        "both": reader._both,
        "lower_readings": reader.rules.lower_readings,
        "combos": [_combo(combo, line) for combo in reader.combos],
        "bodies": [
            (body.need, body.pattern, reader._next_to(body.combo) if len(body.combo.body) > 1 else 0,
             body.combo.number, len(body.combo.body))
            for _, body in reader._bodies
        ],
        "chains": chains.rows,
        "groups": list(groups),
        "lasts": _lasts(reader),
        "answers": answers,
    }  # fmt: skip


def bodies(reader: PointReader) -> list[tuple[int, int, int, int, bool]]:
    """Every body with what it carries: its pattern, so many singles, so many pairs; its number, and whether it is only for
    the last cards of a hand."""
    found = []
    for shape, body in reader._bodies:
        carry = shape.carry or Carry()
        times = len(body.combo.body) if carry.per_point else 1
        found.append((body.pattern, times * carry.singles, times * carry.pairs, body.combo.number, shape.last))
    return found


def _lasts(reader: PointReader) -> list[list[int]]:
    """The bodies of plays for the last cards of a hand: those of one kind and line together, the strongest first."""
    rows: dict[tuple[Kind, str], list[int]] = {}
    for shape, body in sorted(reader._bodies, key=lambda pair: -pair[1].combo.strength):
        if shape.last:
            rows.setdefault((shape.kind, body.combo.line), []).append(body.combo.number)
    return list(rows.values())


class _Chains:
    """Rows of chains, each end of a row kept once: what beats a strong combo is the end of what beats a weaker one."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self._known: dict[tuple[tuple[int, ...], ...], int] = {}

    def add(self, row: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
        if row not in self._known:
            for start in range(len(row)):
                self._known.setdefault(row[start:], len(self.rows) + start)
            self.rows += row
        first = self._known[row]
        return first, first + len(row)


def _combo(combo: Combo, line: Any) -> tuple[Any, ...]:
    also = tuple(map(line, combo.also))
    single = combo.kind is Kind.SINGLE
    return line(combo.line), combo.strength, combo.bomb, combo.factor, combo.size, combo.final, single, also


def _group(group: Group, numbers: dict[int, int], known: _Chains) -> tuple[Any, ...]:
    """Bodies of one shape: 0 that carry nothing, 1 one single or pair, 2 wings, 3 wings that may be anything."""
    carry = group.carry or Carry()
    mode = 0 if group.carry is None else 1 if group.copies else 3 if carry.free else 2
    chains: list[tuple[Body, ...]] = list(group.chains)
    if group.soles:  # shared by all groups of the shape: this one reaches some of them
        chains = [(sole.body,) for bit, sole in group.soles.by_bit.items() if bit & group.reach]
    return (
        group.width, group.fewest, group.reach, mode, carry.singles, carry.pairs, carry.per_point,
        *known.add(tuple(tuple(numbers[body.combo.number] for body in chain) for chain in chains)),
    )  # fmt: skip


def _suits(reader: SuitReader) -> KernelTable:
    rules = reader.rules
    return {
        "rocket": reader._rocket,
        "greatest_head": rules.run_head == "greatest",
        "a2345_top": rules.run_order == "a2345_top",
        "stretches": [(one.start, one.points) for row in reader._stretches.values() for one in row],
        "shapes": [
            (place, size, _mode(shape), shape.width, shape.tier, shape.bomb, shape.factor,
             {None: 0, True: 1, False: 2}[shape.suited],
             bool(shape.carry and shape.carry.pairs), bool(shape.carry is None or shape.carry.jokers),
             bool(shape.carry and shape.carry.rocket_pair),
             reader._strongest.get((shape.kind, size), -1), shape.kind is Kind.SINGLE)
            for place, shape, size in reader._sizes
        ],
    }  # fmt: skip


def _mode(shape: Shape) -> int:
    """How plays of a shape are listed: exactly these cards, a flush, a run, equal cards, equal cards that carry."""
    if shape.exactly:
        return 0
    if shape.loose:
        return 1
    if shape.run[1] > 1:
        return 2
    return 3 if shape.carry is None else 4


def _wild(reader: WildReader) -> KernelTable:
    lines: dict[str, int] = {}
    kinds = {kind: number for number, kind in enumerate(Kind)}
    return {
        "stride": reader.layout.stride,
        "level": reader._level,
        "wild_suit": SUITS.index(Suit.HEARTS),
        "own_rank": reader._is_own,
        "two_high": reader.says.two_high,
        "flush_as_straight": reader.says.flush_as_straight,
        "combos": [
            (lines.setdefault(combo.line, len(lines)), combo.strength, combo.bomb, combo.factor, combo.size,
             kinds[combo.kind], combo.final, combo.kind is Kind.SINGLE)
            for combo in reader.combos
        ],
        "path": reader._path,
        "windows": [(window.top, window.points) for window in reader._windows],
        "listers": [_lister(reader, shape, kinds) for shape in reader.rules.shapes],
    }  # fmt: skip


def _lister(reader: WildReader, shape: Shape, kinds: dict[Kind, int]) -> tuple[Any, ...]:
    """How the plays of a shape are listed: exact cards, straights, straight flushes, runs, bodies that carry, equal cards."""
    carry, (least, most) = shape.carry or Carry(), shape.wilds or (0, 8)
    if shape.exactly:
        mode, combos = 0, reader._exact[shape]
    elif shape.carry:
        mode, combos = 4, reader._runs.get(shape) or reader._bodies[shape]
    elif shape.run[1] > 1:
        mode = 1 if shape is reader._straight else 2 if shape is reader._flush else 3
        combos = reader._runs[shape]
    else:
        mode, combos = 5, reader._equals[shape]
    return (
        mode, kinds[shape.kind], shape.bomb, 0 if shape.exactly else shape.width, shape.width, *shape.run,
        [(place, combo.number) for place, combo in combos.items()],
        reader._joker_pairs(shape) if shape.carry else (),
        least, most, carry.singles, carry.pairs, carry.per_point,
    )  # fmt: skip


Move = tuple[int, int, int, int]  # body, carried, the number of the combo, and what a reader adds


def reader_at(game: Climb, wild: int) -> Reader:
    """The reader of a deal of the kernel, in which this one of the ranks that may be drawn is wild; -1: none was."""
    if wild < 0:
        return game.reader
    (stage,) = (stage for stage in game.rules.stages if isinstance(stage, DrawWild))
    return game.reader_for(stage.candidates(game)[wild])


def play_of(reader: Reader, hand: int, move: Move, top: int) -> Play:
    """The play that a move of the kernel is; `top` is the number of the combo to be beaten, -1 when leading."""
    body, carried, number, suit = move
    if isinstance(reader, PointReader):
        shape, _ = reader._bodies[number]
        combo, declared = reader.combos[number], None
        if combo.size in reader.rules.ambiguous_sizes and (shape.carry is None or shape.carry.free):
            declared = reader._declaration(body + carried, combo, None if top < 0 else reader.combos[top])
        return Offer(reader.layout, hand, body, carried, combo, declared)
    if isinstance(reader, WildReader):
        held = reader.held(hand, reader.layout.counts(reader.layout.cards(hand)))
        return WildOffer(
            reader, held, body, carried, reader.combos[number], None if top < 0 else reader.combos[top], suit
        )
    assert isinstance(reader, SuitReader)
    cards = reader.layout.cards(body | carried)
    combo = next(reading for reading in reader.read(cards) if reading.number == number)
    return Exact(reader.layout, body, carried, combo)


assert TIER == 1 << 12
