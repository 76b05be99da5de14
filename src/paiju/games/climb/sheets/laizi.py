"""癞子斗地主: Dou Dizhu in which the four cards of a drawn rank are wild.

Rules: docs/rules/doudizhu_laizi.md. Contested rulings are options: whether wild cards by themselves may be another rank,
whether soft bombs are below all hard ones, what four wild cards are, and what a bomb without wild cards pays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import Card, Rank
from paiju.games.climb.actions import Play
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Shape
from paiju.games.climb.sheets.doudizhu import SHAPES, DoudizhuOptions, doudizhu
from paiju.games.climb.stages import DrawWild
from paiju.games.climb.state import PLAYED, Event, State
from paiju.games.climb.view import ClimbView, Dress, log_of, manner, played, view_of
from paiju.games.climb.wild import Wild, WildReader
from paiju.games.contract import Line
from paiju.games.options import option

_RANKS: Final = {rank.letter: rank for rank in Rank}
TITLES: Final = ((Kind.FOUR, "climb.kind.hard_four"),)


@dataclass(frozen=True, kw_only=True)
class LaiziOptions(DoudizhuOptions):
    wild: Literal["drawn", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"] = option(
        "drawn", zh="癞子：每局翻出，或固定的点数", en="the wild rank: drawn in every deal, or always the same"
    )
    wild_alone: Literal["own_rank", "any_rank"] = option(
        "own_rank",
        zh="只有癞子的单张、对子、三张：只能是本来的点数，或可以当别的点数",
        en="wild cards by themselves: their own rank only, or any that is declared",
    )
    soft_bombs: Literal["below_hard", "by_rank"] = option(
        "below_hard",
        zh="软炸：比任何硬炸都小，或同硬炸只比点数",
        en="bombs with wild cards: below every bomb without, or compared with them by rank",
    )
    wild_bomb: Literal["highest", "own_rank"] = option(
        "highest",
        zh="四张癞子：只比王炸小，或当作本点数的硬炸",
        en="four wild cards: below the rocket only, or a plain bomb of their rank",
    )
    hard_factor: int = option(
        2,
        zh="硬炸、四张癞子和王炸的倍数（软炸总是 2）",
        en="what bombs pay but soft ones, which always double",
        low=2,
        high=4,
    )


class LaiziView(ClimbView, frozen=True):
    """What the table shows besides: the rank that is wild, once it is known, and its cards."""

    wild_rank: str | None
    wilds: tuple[Card, ...]


@dataclass(frozen=True)
class LaiziDress(Dress):
    """Adds the wild cards to the view, and says what they stand for in a play."""

    def spectator_view(self, game: Climb, state: State) -> LaiziView:
        over = game.is_over(state)
        settled = game.settle(state) if over else None
        wilds = game.reader_at(state).rules.wild
        return view_of(
            LaiziView,
            game,
            state,
            stage="over" if over else "playing",
            log=log_of(game, state.history) + (settled.lines if settled else ()),
            factors=settled.factors if settled else (),
            wild_rank=wilds[0].rank.letter if wilds else None,
            wilds=wilds,
        )

    def lines(self, game: Climb, event: Event) -> tuple[Line, ...]:
        _, what, seat, thing = event
        if what not in PLAYED:
            return super().lines(game, event)
        stands = _stands(game, event, thing)
        if not stands:
            return super().lines(game, event)
        return (played(game, f"climb.log.{manner(what, thing)}_wild", seat, thing, stands=stands),)


def _stands(game: Climb, event: Event, play: Play) -> tuple[str, ...]:
    """What the wild cards of a play stand for; () where each is what it says."""
    wild = _wild_of(game, event)
    if wild is None or play.combo is None or all(card.rank is not wild for card in play.cards):
        return ()
    reader = game.reader_for(wild)
    assert isinstance(reader, WildReader)
    return reader.stand_ins(play.cards, play.combo)


def _wild_of(game: Climb, event: Event) -> Rank | None:
    """The rank that is wild in the deal of an event."""
    if game.rules.wild:
        return game.rules.wild[0].rank
    older: Event | None = event
    while older is not None:
        if older.what == "wild":
            rank: Rank = older.thing
            return rank
        older = older.older
    return None


def shapes(options: LaiziOptions) -> tuple[Shape, ...]:
    """Those of Dou Dizhu; fours are soft, hard or wild bombs, and the rocket is above them."""
    hard = options.hard_factor
    soft_tier, hard_tier = (1, 1) if options.soft_bombs == "by_rank" else (1, 2)
    wild_tier = 3 if options.wild_bomb == "highest" else hard_tier
    plain = tuple(shape for shape in SHAPES if not shape.bomb)
    return (
        *plain,
        Shape(Kind.SOFT_FOUR, width=4, bomb=soft_tier, factor=2, wilds=(1, 3)),
        Shape(Kind.FOUR, width=4, bomb=hard_tier, factor=hard, wilds=(0, 0)),
        Shape(Kind.WILD_FOUR, width=4, bomb=wild_tier, factor=hard, wilds=(4, 4)),
        Shape(Kind.ROCKET, exactly="LR", bomb=4, factor=hard),
    )


def doudizhu_laizi(options: LaiziOptions) -> ClimbRules:
    rules = doudizhu(options)
    rules = replace(
        rules,
        name="doudizhu_laizi",
        shapes=shapes(options),
        reader=Wild(keys="order", alone=options.wild_alone, lengths_must_match=True),
        titles=TITLES,
        readings="first",
        lower_readings=True,
        dress=LaiziDress(),
    )
    if options.wild != "drawn":
        return rules.with_wild(_RANKS[options.wild])
    return replace(rules, stages=(rules.stages[0], DrawWild(), *rules.stages[1:]))
