"""Before the flop: by position and stack, and by equity against what the raisers may hold."""

from __future__ import annotations

from math import prod
from typing import Final

from paiju.bots.holdem.option import Option, Spot
from paiju.bots.holdem.story import HEADS_UP
from paiju.cards import Rng
from paiju.games.contract import Line
from paiju.games.holdem.action import CALL, CHECK, FOLD

STEALS: Final = 0.5  # how much of what others fold beyond the usual is opened more


def answer(spot: Spot, rng: Rng, *, loose: float = 0.0, mixed: bool = True) -> Option:
    """The answer before the flop. `loose` plays that many more hands; `mixed` raises now and then with worse ones."""
    story = spot.story
    place = story.starts.place[story.hole] - loose
    stay = Option(CHECK if not spot.pay else FOLD, 0.0, Line.of("bot.holdem.weak", percent=_percent(place)))
    if story.raises == 0:
        return _unraised(spot, place, stay)
    found = _raised(spot, place, stay, rng, loose=loose, mixed=mixed)
    if found.action == FOLD and _within(spot) >= (most := story.most_folds()):
        return Option(CALL, 0.0, Line.of("bot.holdem.defend", percent=round(100 * most)))
    return found


def _within(spot: Spot) -> float:
    """The part of what this seat might hold that is worse than what it holds."""
    story = spot.story
    high = max(0.01, story.bands[story.seat].high)
    return max(0.0, 1 - story.starts.place[story.hole] / high)


def _percent(place: float) -> int:
    return max(1, min(100, round(100 * place)))


def _unraised(spot: Spot, place: float, stay: Option) -> Option:
    story, bets = spot.story, spot.bets
    view = story.view
    behind = _behind(spot)
    limpers = story.callers
    width = story.widths.open(behind) * (1.25 if view.short_deck else 1.0) * _blinds(spot)
    if story.seat == view.last_before_flop:
        width = 0.25 if limpers < 2 else 0.16
    elif limpers:
        width *= 0.75
    why = Line.of("bot.holdem.open", percent=_percent(place))
    if spot.stack <= 10:
        width = max(width, 0.5 - 0.03 * spot.stack - 0.03 * behind)
        if place <= width and bets.high:
            return Option(spot.total(bets.high) or CALL, None, Line.of("bot.holdem.shove", big=round(spot.stack)))
    if place <= width:
        more = 1.3 if story.widths is HEADS_UP else 2.0 if behind <= 1 else 1.5
        raised = spot.total(bets.current + spot.big * (more + limpers))
        if raised is not None:
            return Option(raised, None, why)
        if spot.pay:
            return Option(CALL, None, why)
    price = spot.pay / max(1, spot.pot + spot.pay)
    if spot.pay and ((limpers and place <= width + 0.14) or price <= 0.2) and place <= 0.62 and spot.stack > 12:
        return Option(CALL, None, Line.of("bot.holdem.price", percent=round(100 * price)))
    return stay


def _blinds(spot: Spot) -> float:
    """How much more is opened where those still to act give up more often than sound players do, and the other way round."""
    story, widths = spot.story, spot.story.widths
    acted = {deed.seat for deed in story.deeds}
    waiting = [story.habit(seat) for seat in spot.opponents if seat not in acted]
    calls, reraises = widths.call(1), widths.reraise(1)
    stays = [(calls * habit.calls + reraises * habit.reraises) / (calls + reraises) for habit in waiting]
    return min(1.3, max(0.85, 1 + STEALS * (1 - sum(stays) / len(stays)))) if stays else 1.0


def _behind(spot: Spot) -> int:
    """Players who have not acted yet, this seat left out."""
    acted = {deed.seat for deed in spot.story.deeds}
    return sum(seat not in acted for seat in spot.opponents)


def _raised(spot: Spot, place: float, stay: Option, rng: Rng, *, loose: float, mixed: bool) -> Option:
    story, bets = spot.story, spot.bets
    starts, view = story.starts, story.view
    since = [seat for seat in spot.opponents if any(deed.seat == seat for deed in story.deeds)]
    raiser = story.raiser
    assert raiser is not None
    chances = {seat: starts.equity(story.hole, story.bands[seat].high) for seat in since}
    best = chances.get(raiser, min(chances.values(), default=0.5))
    equity = prod(chances.values()) ** 0.92 if len(chances) > 1 else best
    waiting = sum(not any(deed.seat == seat for deed in story.deeds) for seat in spot.opponents)
    price = spot.pay / max(1, spot.pot + spot.pay)
    all_in = spot.pay >= bets.chips or not bets.contested
    paired_or_suited = _plays_well(story.hole)
    realised = (
        1.0 if all_in else (0.9 if spot.is_last else 0.76) + (0.07 if paired_or_suited and spot.stack > 25 else 0.0)
    )
    margin = 0.015 * waiting + (0.01 if all_in else 0.03)
    # raise for value: far ahead of what the raiser may hold, the more so the more was raised before
    wanted = 0.575 if story.raises == 1 else 0.6 if story.raises == 2 else 0.575
    factor = 3.0 if spot.is_last else 3.8
    size = bets.current * factor + spot.big * story.callers
    if story.raises >= 2:
        size = bets.current * 2.3
    raised = spot.total(size)
    if raised is not None and not all_in:
        if best >= wanted and len(chances) <= 3:
            why = Line.of("bot.holdem.value", percent=round(100 * best))
            return Option(raised, None, why)
        light = mixed and story.raises == 1 and spot.stack > 20 and paired_or_suited and len(since) == 1
        if light and 0.12 < place < 0.4 and rng.below(100) < 12:
            return Option(raised, None, Line.of("bot.holdem.bluff"), bluff=True)
        short = spot.stack <= 14 and best >= 0.5 and equity > price
        if short and bets.high:
            return Option(spot.total(bets.high) or CALL, None, Line.of("bot.holdem.shove", big=round(spot.stack)))
    share = equity * realised
    if share >= price + margin - 0.5 * loose:
        why = Line.of("bot.holdem.odds", percent=round(100 * equity), price=round(100 * price))
        return Option(CALL if spot.pay else CHECK, share * (spot.pot + spot.pay) - spot.pay, why)
    if view.short_deck and share >= price - 0.01:
        return Option(CALL if spot.pay else CHECK, None, Line.of("bot.holdem.price", percent=round(100 * price)))
    return stay


def _plays_well(hole: int) -> bool:
    """Pairs, and cards of one suit: they win more than their share when they win."""
    places = [at for at in range(52) if hole >> at & 1]
    return places[0] // 4 == places[1] // 4 or places[0] % 4 == places[1] % 4
