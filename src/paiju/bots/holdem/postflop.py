"""After the flop: the value of checking, calling and each size of bet against what the others may hold.

A bet of some size makes each opponent give up the worst part of their range; what stays is what the hand must beat. The
hand wins when all give up, or when it beats those who stay, taken run-out by run-out.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from collections.abc import Callable
from typing import Final, NamedTuple

from paiju.bots.holdem.option import Option, Spot
from paiju.bots.holdem.story import BETS, quantiles
from paiju.bots.holdem.texture import Texture
from paiju.games.contract import Line
from paiju.games.holdem.action import CALL, CHECK, FOLD, Action

SIZES: Final = (0.33, 0.66, 1.0, 1.5)  # of the pot
RAISES: Final = (0.8, 0.5, 1.4)  # of the pot after calling
EVEN: Final = 0.01  # chips: what a call is worth that only keeps bluffs from paying
AHEAD: Final = (0.0, 0.5, 0.35, 0.0)  # on each street: of its lead in equity, what a hand wins in bets to come
POSITION: Final = (0.0, 0.04, 0.03, 0.0)  # and the part of the pot that acting last is worth
LIKELY: Final = 0.6  # of the pot: the bet that is expected of others
ALWAYS: Final = 0.95  # who bets this often says nothing by it


class Foe(NamedTuple):
    """One opponent: their range, its order, how far they are from folding, and what they can still pay on this street."""

    seat: int
    weights: list[float]
    places: list[float]
    scores: list[float]  # of the weighted hands, in rising order
    calls: int
    folds: float  # how much more often than a sound player they fold
    room: int  # largest total they can match
    beaten: list[float]


def options(
    spot: Spot,
    *,
    end: float = math.inf,
    narrowed: bool = True,
    sizes: tuple[float, ...] = SIZES,
    also: tuple[Action, ...] = (),
    clock: Callable[[], float] = time.perf_counter,
) -> list[Option]:
    """Every answer worth a thought, with its value in chips beyond folding; no more bets are weighed after `end`.

    `also` are bets to weigh whatever their size.
    """
    story = spot.story
    texture = Texture.of(story.boards[-1], story.view.short_deck)
    foes = [_foe(spot, seat, texture, narrowed=narrowed) for seat in spot.opponents]
    equity = _together([foe.beaten for foe in foes])
    percent = round(100 * equity)
    found: list[Option] = []
    if spot.pay:
        price = spot.pay / max(1, spot.pot + spot.pay)
        value = _kept(spot, equity, spot.pot + spot.pay, spot.pay) - spot.pay
        why = Line.of("bot.holdem.odds", percent=percent, price=round(100 * price))
        if value < 0 and narrowed and story.standing(texture) >= story.most_folds():
            value, why = EVEN, Line.of("bot.holdem.defend", percent=round(100 * story.most_folds()))
        found.append(Option(FOLD, 0.0, Line.of("bot.holdem.fold", percent=percent, price=round(100 * price))))
        found.append(Option(CALL, value, why))
    else:
        value = _check(spot, texture, foes, equity)
        found.append(Option(CHECK, value, Line.of("bot.holdem.check", percent=percent)))
    for action in dict.fromkeys((*_sizes(spot, sizes), *also)):
        if clock() > end:
            break
        value, called = _bet(spot, texture, foes, action, equity)
        bluff = called < 0.42 and equity < 0.5
        key = "bot.holdem.bluff" if bluff else "bot.holdem.value"
        args = {} if bluff else {"percent": round(100 * called)}
        found.append(Option(action, value, Line.of(key, **args), bluff))
    return found


def _kept(spot: Spot, equity: float, pot: float, paid: float) -> float:
    """What a hand wins of a pot that is played on, once so much is paid.

    Who is ahead wins bets to come, who is behind folds to them: the more, the more streets and chips are left.
    """
    street = spot.story.street
    behind = max(0.0, spot.most - spot.bets.bet - paid)
    lead = equity - 1 / (1 + len(spot.opponents))
    place = POSITION[street] if spot.is_last else -POSITION[street]
    return pot * max(0.0, equity + min(1.0, behind / max(1.0, pot)) * (AHEAD[street] * lead + place))


def _check(spot: Spot, texture: Texture, foes: list[Foe], equity: float) -> float:
    """The value of a check. One opponent who acts after it bets with the better part of their range, or with nearly all."""
    waiting = [foe for foe in foes if foe.room > spot.bets.bet and spot.story.view.seats[foe.seat].chips]
    if spot.is_last or len(waiting) != 1:
        return _kept(spot, equity, spot.pot, 0)
    (foe,) = waiting
    often = min(1.0, BETS * spot.story.habit(foe.seat).bets)
    facing, free = equity, equity
    if often < ALWAYS:
        edge = 1 - 0.7 * often  # the best hands bet, and some of the others
        bluffs = 0.3 * often / edge
        bets = [
            weight * (1.0 if place >= edge else bluffs) for weight, place in zip(foe.weights, foe.places, strict=True)
        ]
        beaten = texture.beaten(spot.story.hole, bets)
        facing = _together([beaten if one is foe else one.beaten for one in foes])
        free = min(1.0, max(0.0, (equity - often * facing) / (1 - often)))
    bet = min(LIKELY * spot.pot, foe.room - spot.bets.bet)
    call = _kept(spot, facing, spot.pot + 2 * bet, bet) - bet
    return often * max(0.0, call) + (1 - often) * _kept(spot, free, spot.pot, 0)


def _foe(spot: Spot, seat: int, texture: Texture, *, narrowed: bool) -> Foe:
    story = spot.story
    weights = story.weights(seat, texture, narrowed=narrowed)
    places = quantiles(texture.order(texture), weights)
    them = story.view.seats[seat]
    scores = [texture.score[at] for at in texture.order(texture) if weights[at] > 0.3]
    beaten = texture.beaten(story.hole, weights)
    folds = story.habit(seat).folds
    return Foe(seat, weights, places, scores, story.calls(seat), folds, them.bet + them.chips, beaten)


def _together(beaten: list[list[float]]) -> float:
    """The chance to beat everybody, run-out by run-out."""
    if not beaten or not beaten[0]:
        return 0.5 if beaten else 1.0
    total = 0.0
    for shares in zip(*beaten, strict=True):
        chance = 1.0
        for share in shares:
            chance *= share
        total += chance
    return total / len(beaten[0])


def _sizes(spot: Spot, sizes: tuple[float, ...]) -> list[Action]:
    bets = spot.bets
    if not bets.high:
        return []
    after_call = spot.pot + spot.pay
    wanted = [bets.current + size * after_call for size in (sizes if not spot.pay else RAISES[: len(sizes)])]
    if spot.most - bets.current <= 2.5 * after_call:
        wanted.append(spot.most)
    found: list[Action] = []
    for total in wanted:
        action = spot.total(total)
        if action is not None and action not in found:
            found.append(action)
    return found


def _bet(spot: Spot, texture: Texture, foes: list[Foe], action: Action, equity: float) -> tuple[float, float]:
    """The value of a bet, and the equity when somebody stays."""
    bets = spot.bets
    cost = action.amount - bets.bet
    pot = spot.pot
    all_fold, paid = 1.0, 0.0
    mixed: list[list[float]] = []
    for foe in foes:
        them = spot.story.view.seats[foe.seat]
        owes = min(action.amount, foe.room) - them.bet
        if owes <= 0 or not them.chips:  # all-in already, or has matched it
            mixed.append(foe.beaten)
            all_fold = 0.0
            continue
        fold = _fold(foe, owes, pot + cost)
        edge = fold
        stay = [weight if place >= edge else 0.0 for weight, place in zip(foe.weights, foe.places, strict=True)]
        beaten = texture.beaten(spot.story.hole, stay)
        mixed.append([fold + (1 - fold) * share for share in beaten])
        all_fold *= fold
        paid += (1 - fold) * owes
    wins = _together(mixed)
    stays = 1 - all_fold
    called = (wins - all_fold) / stays if stays > 1e-6 else equity
    risk = min(cost, max((foe.room for foe in foes), default=cost) - bets.bet)
    kept = _kept(spot, called, pot + risk + paid / max(stays, 1e-6), risk)
    value = all_fold * pot + stays * (kept - risk)
    return value, called


def _fold(foe: Foe, owes: int, pot: int) -> float:
    """The part of their range an opponent gives up: between what keeps bluffs even and what their cards are worth."""
    defended = owes / (pot + owes)
    needed = owes / (pot + owes) + 0.17
    worse = bisect_left(foe.scores, needed) / max(1, len(foe.scores))
    sound = min(0.9, (0.45 * defended * 1.6 + 0.55 * worse) * 0.8**foe.calls)
    odds = (
        sound / (1 - sound) * math.pow(foe.folds, 1.5)
    )  # who folds twice as much to small bets cannot do so to large ones
    return min(0.9, max(0.02, odds / (1 + odds)))
