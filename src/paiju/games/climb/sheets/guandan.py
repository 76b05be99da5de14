"""掼蛋 Guandan: two decks, two teams of two, level cards and wild cards, tribute, a match from 2 to A.

Rules: docs/rules/guandan.md. The presets are `seed` (the source documents, the default), `seed_literal` (to the
letter where they contradict themselves) and `competition`; every contested ruling is an option.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from paiju.cards import DECK_108, Card, RankOrder
from paiju.games.climb.actions import ASK
from paiju.games.climb.endings import standing
from paiju.games.climb.game import ClimbOutcome
from paiju.games.climb.kinds import Kind, Names
from paiju.games.climb.levels import ACE, LOWEST, Match, MatchRules, Progress, after_deal, gain, partner, team, wild_of
from paiju.games.climb.rules import ClimbRules, Finish, Settlement
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_A_TO_A
from paiju.games.climb.stages import Stage, TakeTricks
from paiju.games.climb.state import PLAYED, Event, State
from paiju.games.climb.tribute import GiveBack, OpeningLead, Tribute
from paiju.games.climb.view import ClimbView, Dress, ending, log_of, manner, played, view_of
from paiju.games.climb.wild import Wild, WildReader
from paiju.games.contract import Line, Outcome, Seat
from paiju.games.options import OptionError, option

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

NAMES: Final[Names] = (
    (Kind.EMPTY, "empty"),
    (Kind.SINGLE, "single"),
    (Kind.PAIR, "pair"),
    (Kind.TRIPLE, "triple"),
    (Kind.FULL_HOUSE, "tripleWithPair"),
    (Kind.STRAIGHT, "straight"),
    (Kind.PAIR_RUN, "pairStraight"),
    (Kind.TRIPLE_RUN, "tripleStraight"),
    (Kind.BOMB, "normalBomb"),
    (Kind.STRAIGHT_FLUSH, "straightFlush"),
    (Kind.FOUR_JOKERS, "kingBomb"),
)
TITLES: Final = (
    (Kind.TRIPLE_RUN, "climb.kind.triple_run_321"),
    (Kind.FOUR_JOKERS, "guandan.kind.four_jokers"),
)
SIZED_TITLES: Final = (
    (Kind.PAIR_RUN, 6, "guandan.kind.three_pairs"),
    (Kind.TRIPLE_RUN, 6, "guandan.kind.two_triples"),
)
FLUSH_TIER: Final = 3  # 4-bomb 1, 5-bomb 2, straight flush 3, 6-bomb 4 … 10-bomb 8, four jokers 9
JOKERS_TIER: Final = 9
_PLACES: Final = tuple(f"guandan.place.{place}" for place in range(1, 5))
_NOBODY: Final[tuple[int | None, ...]] = (None,) * 4
_REVEALED: Final = "guandan.log.hand_count_revealed"
_STAGES: Final = {"Tribute": "tribute", "Return": "return"}


@dataclass(frozen=True, kw_only=True)
class GuandanOptions:
    """Every option of the rules page; the defaults are the preset `seed`."""

    long_sequences: bool = option(
        True,
        zh="顺子、连对、钢板、同花顺可以更长",
        en="straights, runs of pairs and triples, straight flushes may be longer",
    )
    sequence_length_must_match: bool = option(
        False, zh="顺子类必须张数相同才能压", en="a run is beaten only by one of its own length"
    )
    mixed_joker_pair: bool = option(True, zh="大小王可以作对子", en="a small and a big joker are a pair")
    max_bomb_size: int = option(8, zh="炸弹最多几张", en="most cards in a bomb", low=4, high=10)
    bomb_level_elevated: bool = option(True, zh="级牌炸弹大于 A 炸弹", en="a bomb of level cards is above one of aces")
    single_two_high: bool = option(False, zh="单张 2 大于 A", en="a single 2 is above an ace")
    pass_lock: bool = option(True, zh="不出之后本圈不能再出", en="who has passed is out of the trick")
    full_house_joker_pair: bool = option(True, zh="三带二可以带对王", en="a full house may carry a pair of jokers")
    wild_flush_as_straight: bool = option(
        False,
        zh="含逢人配的同花顺可以当普通顺子出",
        en="a straight flush with a wild card may be played as a plain straight",
    )
    card_count_visibility: Literal["at_most_10", "once_at_10", "always", "on_request"] = option(
        "at_most_10", zh="剩牌数何时公开", en="when the number of cards in a hand is public"
    )
    jiefeng: Literal["partner", "next"] = option(
        "partner", zh="接风：对家或下家", en="who leads when the winner of a trick is out"
    )
    first_lead: Literal["draw", "random", "seat:0", "seat:1", "seat:2", "seat:3"] = option(
        "draw",
        zh="首局谁先出：翻牌、随机或指定座位",
        en="who leads the first deal: whoever is dealt a marked card, anybody, or a seat",
    )
    tribute: bool = option(True, zh="进贡", en="losers pay tribute")
    partner_last_tribute: Literal["last_pays", "third_pays"] = option(
        "last_pays", zh="头游的对家末游时谁进贡", en="who pays when the partner of the first is last"
    )
    equal_tribute: Literal["seat", "random"] = option(
        "seat", zh="双贡相同：按座位或随机", en="equal double tribute: by seat or by chance"
    )
    return_max_rank: int = option(10, zh="还贡最大点数", en="highest rank that may be returned", low=2, high=14)
    return_rule: Literal["capped", "own_side_capped", "any"] = option(
        "capped", zh="还贡限制：一律、仅对家、不限", en="that limit holds always, towards one's partner only, or never"
    )
    a_requires_partner_not_last: bool = option(
        True, zh="过 A 时对家不能是末游", en="A is passed only with one's partner not last"
    )
    a_fail_limit: int = option(
        3,
        zh="打 A 失败几次后降级，0 为不降",
        en="failed attempts at A before falling back, 0 for never",
        low=0,
        high=99,
    )
    a_fail_reset: int = option(2, zh="降到几级", en="level to which a team falls back", low=2, high=14)
    max_deals: int | None = option(None, zh="最多打几局", en="most deals in a match", low=1, high=10_000)
    turn_direction: Literal["clockwise", "counterclockwise"] = option(
        "clockwise", zh="出牌方向（仅显示）", en="direction of play, for drawing only"
    )
    turn_timeout: float = option(30.0, zh="出牌时限（秒）", en="seconds to play", low=0, high=86_400)
    tribute_timeout: float = option(30.0, zh="进贡时限（秒）", en="seconds to pay tribute", low=0, high=86_400)
    return_timeout: float = option(30.0, zh="还贡时限（秒）", en="seconds to return a card", low=0, high=86_400)

    level: int = option(LOWEST, zh="本局级牌", en="level of this deal", low=LOWEST, high=ACE, carried=True)
    levels: tuple[int, ...] = option((LOWEST, LOWEST), zh="两队的级", en="levels of both teams", carried=True)
    a_fails: tuple[int, ...] = option(
        (0, 0), zh="两队打 A 失败次数", en="failed attempts at A of both teams", carried=True
    )
    declarer: int | None = option(
        None, zh="本局打级的一队", en="team whose level is played", low=0, high=1, carried=True
    )
    deal_no: int = option(1, zh="第几局", en="number of the deal", low=1, carried=True)
    finish: tuple[int, ...] = option((), zh="上一局的名次", en="finishing order of the deal before", carried=True)

    def __post_init__(self) -> None:
        for name in ("levels", "a_fails"):
            value = getattr(self, name)
            low, high = (LOWEST, ACE) if name == "levels" else (0, 10**9)
            if len(value) != 2 or not all(isinstance(one, int) and low <= one <= high for one in value):
                raise OptionError(name, value, Line.of("option.two_numbers", low=low, high=high))
        if self.finish and sorted(self.finish) != [0, 1, 2, 3]:
            raise OptionError("finish", self.finish, Line("option.four_seats"))

    @property
    def match(self) -> Match:
        return Match((self.levels[0], self.levels[1]), (self.a_fails[0], self.a_fails[1]), self.declarer, self.deal_no)

    @property
    def match_rules(self) -> MatchRules:
        return MatchRules(self.a_requires_partner_not_last, self.a_fail_limit, self.a_fail_reset, self.max_deals)

    def after(self, finish: tuple[int, ...]) -> Progress:
        """What a deal that ended in this order does to the match."""
        return after_deal(self.match, finish, self.match_rules, self.level)


PRESETS: Final[dict[str, dict[str, object]]] = {
    "seed": {},
    "seed_literal": {"bomb_level_elevated": False, "single_two_high": True},
    "competition": {
        "long_sequences": False,
        "sequence_length_must_match": True,
        "mixed_joker_pair": False,
        "max_bomb_size": 10,
        "pass_lock": False,
        "card_count_visibility": "once_at_10",
        "a_fail_limit": 0,
        "turn_direction": "counterclockwise",
        "tribute_timeout": 15.0,
    },
}


class GuandanSeries:
    """A match: levels, attempts at A and the finishing order go on to the next deal, until a team has passed A."""

    def next(self, options: GuandanOptions, outcome: Outcome, /) -> GuandanOptions | None:
        assert isinstance(outcome, ClimbOutcome)
        finish = tuple(map(int, outcome.out))
        progress = options.after(finish)
        if progress.over:
            return None
        match = progress.match
        return replace(
            options,
            level=match.level,
            levels=match.levels,
            a_fails=match.a_fails,
            declarer=match.declarer,
            deal_no=match.deal,
            finish=finish,
        )


class TributeView(msgspec.Struct, frozen=True):
    """One tribute; `returned` is None until it is given back."""

    payer: Seat
    receiver: Seat
    card: Card
    returned: Card | None


class GuandanView(ClimbView, frozen=True):
    """What the table shows besides: levels, tribute, announced numbers of cards.

    `stage` is tribute, return, playing, deal_end or match_end.
    """

    level: int
    wild: Card
    levels: tuple[int, ...]  # of team 0 (seats 0 and 2) and team 1
    declarer: int | None
    a_fails: tuple[int, ...]
    deal_no: int
    tributes: tuple[TributeView, ...]
    announced: tuple[int | None, ...]  # how many cards each seat last said it had, once or when asked
    may_ask: bool  # the viewer is to play and somebody has to answer 问牌
    gain: int | None  # levels by which the team of the first rose, when the deal is over
    match_winner: int | None
    match_over: bool


def order_of(level: int) -> RankOrder:
    """Weakest first: the level rank stands between the ace and the jokers.

    >>> order_of(5).text
    '2 3 4 6 7 8 9 T J Q K A 5 L R'
    """
    ranks = RUN_A_TO_A.split()[1:]
    letter = ranks.pop(level - 2)
    return RankOrder(" ".join([*ranks, letter, "L", "R"]))


def shapes(options: GuandanOptions) -> tuple[Shape, ...]:
    """The ten types, weakest first as they are offered."""
    longest = 13 if options.long_sequences else 0
    straight = (5, max(5, longest))
    bombs = [
        Shape(Kind.BOMB, width=size, bomb=size - 3 if size < 6 else size - 2)
        for size in range(4, options.max_bomb_size + 1)
    ]
    return (
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        *([Shape(Kind.PAIR, exactly="LR")] if options.mixed_joker_pair else []),
        Shape(Kind.TRIPLE, width=3),
        Shape(
            Kind.FULL_HOUSE,
            width=3,
            carry=Carry(pairs=1, jokers=options.full_house_joker_pair, rocket_pair=options.mixed_joker_pair),
        ),
        Shape(Kind.STRAIGHT, run=straight, suited=False),
        Shape(Kind.PAIR_RUN, width=2, run=(3, max(3, longest))),
        Shape(Kind.TRIPLE_RUN, width=3, run=(2, 9 if longest else 2)),
        *bombs[:2],
        Shape(Kind.STRAIGHT_FLUSH, run=straight, suited=True, bomb=FLUSH_TIER),
        *bombs[2:],
        Shape(Kind.FOUR_JOKERS, exactly="LLRR", bomb=JOKERS_TIER),
    )


def team_out(counts: tuple[int, ...], out: tuple[int, ...]) -> bool:
    """Over as soon as both members of a team are out."""
    return any(partner(seat) in out for seat in out)


def score(finish: Finish) -> Settlement:
    """The levels won, for both of the winning team; as many lost by the others."""
    won, winners = gain(finish.out), team(finish.out[0])
    scores = tuple(won if team(seat) == winners else -won for seat in range(finish.seats))
    return Settlement(scores, f"guandan.over.{won}", standing(scores))


def _stages(options: GuandanOptions) -> tuple[Stage, ...]:
    declarer: tuple[int, ...] = () if options.declarer is None else (options.declarer, options.declarer + 2)
    announce = Line.of(
        "guandan.log.deal_started" if declarer else "guandan.first.deal_started",
        dealNo=options.deal_no,
        level=options.level,
        name=level_name(options.level),
        declarer=options.declarer,
        seats=declarer,
    )
    if not options.finish:
        how: Any = options.first_lead
        if how.startswith("seat:"):
            how = int(how[5:])
        return OpeningLead(how, options.level, announce), TakeTricks()
    if not options.tribute:
        return OpeningLead(options.finish[0], options.level, announce), TakeTricks()
    return (
        Tribute(options.finish, options.level, announce, options.partner_last_tribute, options.equal_tribute),
        GiveBack(options.level, options.return_rule, options.return_max_rank),
        TakeTricks(),
    )


def level_name(level: int) -> str:
    """A level as it is spoken of.

    >>> level_name(5), level_name(10), level_name(14)
    ('5', '10', 'A')
    """
    return str(level) if level < 11 else "JQKA"[level - 11]


_COUNTS: Final[dict[str, Literal["always", "at_most", "once", "on_request"]]] = {
    "at_most_10": "at_most",
    "once_at_10": "once",
    "always": "always",
    "on_request": "on_request",
}


@dataclass(frozen=True)
class GuandanDress(Dress):
    """Adds levels and tribute to the view, and words the log under the event names of the rules."""

    options: GuandanOptions

    def spectator_view(self, game: Climb, state: State) -> GuandanView:
        options, over = self.options, game.is_over(state)
        log = log_of(game, state.history)
        progress = options.after(state.out) if over else None
        stage = _STAGES.get(game.phase(state), "playing")
        if progress is not None:
            log += _closing(options, state.out, progress)
            stage = "match_end" if progress.over else "deal_end"
        return view_of(
            GuandanView,
            game,
            state,
            stage=stage,
            log=log,
            places=_PLACES,
            level=options.level,
            wild=wild_of(options.level),
            levels=options.levels,
            declarer=options.declarer,
            a_fails=options.a_fails,
            deal_no=options.deal_no,
            tributes=tuple([TributeView(*one) for one in state.setup.notes]),
            announced=_announced(log) if game.rules.counts_shown in ("once", "on_request") else _NOBODY,
            may_ask=False,
            gain=_risen(options, progress, team(state.out[0])) if progress else None,
            match_winner=progress.winner if progress else None,
            match_over=bool(progress and progress.over),
        )

    def seat_view(self, game: Climb, state: State, spectator: Any, seat: Seat) -> Any:
        view = super().seat_view(game, state, spectator, seat)
        if game.rules.counts_shown != "on_request":
            return view
        may_ask = any(decision.seat == seat and ASK in decision.choices for decision in game.pending(state))
        return msgspec.structs.replace(view, may_ask=may_ask)

    def teams(self, state: State) -> tuple[int, ...]:
        return tuple([team(seat) for seat in range(len(state.hands))])

    def lines(self, game: Climb, event: Event) -> tuple[Line, ...]:
        """The last part of a key is the event's name on the rules page."""
        older, what, seat, thing = event
        if what in PLAYED:
            more = {"reading": game.rules.name_of(thing.combo.kind), "key": thing.combo.key}
            reader = game.reader
            assert isinstance(reader, WildReader)
            stands = reader.stand_ins(thing.cards, thing.combo)
            if not stands:
                return (played(game, f"guandan.{manner(what, thing)}.played", seat, thing, **more),)
            return (played(game, f"guandan.{manner(what, thing)}_wild.played", seat, thing, stands=stands, **more),)
        if what == "pass":
            return (Line("guandan.log.passed", {"seat": seat}),)
        if what == "trick":
            jiefeng = thing is not None
            how = "jiefeng" if jiefeng else "last" if ending(game, older) == "nobody_left" else "log"
            key = f"guandan.{how}.trick_ended"
            return (Line(key, {"winner": seat, "leader": thing if jiefeng else seat, "jiefeng": jiefeng}),)
        if what == "finish":
            return (Line("guandan.log.player_finished", {"seat": seat, "rank": thing, "place": _PLACES[thing - 1]}),)
        if what == "ask":
            return (Line("guandan.log.hand_count_requested", {"seat": seat}),)
        if what == "count":
            return (Line(_REVEALED, {"seat": seat, "count": thing}),)
        return (thing,) if what == "line" else ()  # the end of the trick says who leads in the winner's place


def _announced(log: tuple[Line, ...]) -> tuple[int | None, ...]:
    found = list(_NOBODY)
    for line in log:
        if line.key == _REVEALED:
            found[line.args["seat"]] = line.args["count"]
    return tuple(found)


def _closing(options: GuandanOptions, finish: tuple[int, ...], progress: Progress) -> tuple[Line, ...]:
    """How the deal ended, which levels changed, and the end of the match."""
    winners = tuple(Seat(seat) for seat in sorted((finish[0], partner(finish[0]))))
    risen = _risen(options, progress, team(finish[0]))
    first, second, third, last = finish
    places = {"first": first, "second": second, "third": third, "last": last}
    ended = {"rankList": tuple(finish), "winner": team(first), "seats": winners, "gain": progress.gain}
    lines = [Line.of("guandan.log.deal_ended", **places, **ended)]
    for side in (0, 1):
        before = options.levels[side], options.a_fails[side]
        now = progress.match.levels[side], progress.match.a_fails[side]
        if before != now:
            how = "rose" if before[0] < now[0] else "fell" if before[0] > now[0] else "failed"
            levels = {"from": before[0], "to": now[0], "before": level_name(before[0]), "after": level_name(now[0])}
            more = {"team": side, "aFails": now[1], "levels": risen}
            lines.append(Line.of(f"guandan.{how}.level_changed", seats=(side, side + 2), **levels, **more))
    if progress.over and progress.winner is not None:
        lines.append(
            Line.of("guandan.log.match_ended", seats=(progress.winner, progress.winner + 2), winner=progress.winner)
        )
    elif progress.over:
        lines.append(Line.of("guandan.drawn.match_ended", winner=None))
    return tuple(lines)


def _risen(options: GuandanOptions, progress: Progress, side: int) -> int:
    """The levels that a team really rose: none beyond A, and none by the deal that wins the match."""
    return max(0, progress.match.levels[side] - options.levels[side])


def guandan(options: GuandanOptions) -> ClimbRules:
    return ClimbRules(
        name="guandan",
        seats=range(4, 5),
        deck=DECK_108,
        order=order_of(options.level),
        path=RUN_A_TO_A,
        wild=(wild_of(options.level),),
        shapes=shapes(options),
        reader=Wild(
            two_high=options.single_two_high,
            bombs_elevated=options.bomb_level_elevated,
            flush_as_straight=options.wild_flush_as_straight,
            lengths_must_match=options.sequence_length_must_match,
        ),
        names=NAMES,
        titles=TITLES,
        sized_titles=SIZED_TITLES,
        suits_matter=True,
        readings="first",
        lower_readings=True,
        hand=27,
        dealing="one_by_one",
        opening="stage",
        stages=_stages(options),
        pass_lock="trick" if options.pass_lock else "off",
        self_cover_keeps_round=False,
        rank_rest=True,
        jiefeng=options.jiefeng,
        counts_shown=_COUNTS[options.card_count_visibility],
        over=team_out,
        score=score,
        dress=GuandanDress(options),
    )
