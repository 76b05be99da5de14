"""The play phase: what each card and skill is worth now, on whom; the best is done until nothing is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from paiju.bots.sanguosha.spot import Spot
from paiju.bots.sanguosha.worth import becomes, cheapest, keep
from paiju.games.sanguosha.ask import Offer, Offers, Seats
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.notation import END, Action

THRIFT: Final = 0.2  # how much of a card's worth is lost when it is used and need not be
LOSES: Final = 0.65  # how often whoever has to answer a duel first is the one it hurts
NEEDED: Final = 4.0  # what the first weapon that reaches a foe is worth


class Plan(NamedTuple):
    """An answer and what it is worth."""

    worth: float
    action: Action


def plans(spot: Spot, offers: Offers) -> list[Plan]:
    """Everything worth a thought, ending the phase included, best first."""
    found = [Plan(0.0, END)]
    for offer in offers.offers:
        if offer.verb == "use":
            found += _uses(spot, offer)
        elif offer.verb == "skill" and offer.what in SKILLS:
            plan = SKILLS[offer.what](spot, offer)
            if plan is not None:
                found.append(plan)
    return sorted(found, key=lambda plan: -plan.worth)


def _uses(spot: Spot, offer: Offer) -> Iterator[Plan]:
    """A card on its best targets. A converted card costs what the real one would have been worth."""
    name = becomes(offer.what, playing=True)
    if offer.low > 1 or not offer.pool:
        pool: list[tuple[Card, ...]] = [tuple(cheapest(offer.pool, spot.names)[: offer.low])]
    else:
        pool = [(card,) for card in cheapest(offer.pool, spot.names)[:3]]
    for cards in pool:
        groups = offer.groups(cards)
        if not groups:
            continue
        converted = offer.what != name
        price = sum(keep(card.name) for card in cards) * 0.4 if converted else 0.0
        price += _missed(spot, name, cards)
        black = bool(cards) and all(card.color == "black" for card in cards)
        best = max(((_worth(spot, name, seats, black), seats) for seats in groups), key=lambda one: one[0])
        if best[0] - price > 0:
            labels = offer.labels
            yield Plan(best[0] - price, Action("use", offer.what, tuple(labels[card] for card in cards), best[1]))


def _worth(spot: Spot, name: str, seats: Seats, black: bool) -> float:
    if name in WORTH:
        return WORTH[name](spot, seats, black)
    if KINDS[name].is_equipment:
        return _equipment(spot, name)
    return 0.0


def _missed(spot: Spot, name: str, cards: tuple[Card, ...]) -> float:
    """What it costs a careful player not to hold these cards any more; nothing if they would be discarded anyway."""
    if not spot.careful or len(spot.hand) > spot.me.hp or KINDS[name].is_equipment or name in ("ex_nihilo", "peach"):
        return 0.0
    return THRIFT * sum(keep(card.name) for card in cards)


# --- cards -----------------------------------------------------------------------------------------------------------


def _slash(spot: Spot, seats: Seats, black: bool) -> float:
    return sum((1 - spot.dodges(seat, black)) * 3.0 * spot.threat(seat) + 0.25 * spot.foe(seat) for seat in seats)


def _duel(spot: Spot, seats: Seats, black: bool) -> float:
    (seat,) = seats[:1]
    mine, theirs = spot.names.count("slash"), 0.35 * spot.held(seat)
    if spot.foe(seat) <= 0.1:
        return -1.0
    win = 0.5 + 0.22 * (mine - theirs)
    win = max(0.1, min(0.95, win))
    return win * 3.0 * spot.threat(seat) - (1 - win) * (2.5 if spot.me.hp > 1 else 6.0)


def _plunder(spot: Spot, seat: int, gain: float) -> float:
    one, foe = spot.view.players[seat], spot.foe(seat)
    bad = any(laid.name == "indulgence" for laid in one.judge)
    if foe < -0.2:
        return 3.0 * -foe if bad else -1.0
    if bad and not spot.held(seat) and not one.equip:
        return -1.0
    value = 1.2 + 0.9 * bool(one.equip) + (0.6 if any("eight_diagram" in worn.card for worn in one.equip) else 0.0)
    return foe * (value + gain)


def _snatch(spot: Spot, seats: Seats, black: bool) -> float:
    return _plunder(spot, seats[0], 1.6)


def _dismantlement(spot: Spot, seats: Seats, black: bool) -> float:
    return _plunder(spot, seats[0], 0.6)


def _mass(spot: Spot, answer: str) -> float:
    total = 0.0
    for one in spot.others:
        fails = (0.72 if answer == "slash" else 0.75) ** spot.held(one.seat)
        if answer == "jink" and spot.wears(one.seat, "eight_diagram"):
            fails *= 0.5
        weight = spot.threat(one.seat)
        if spot.foe(one.seat) < 0 and one.hp <= 1:
            weight *= 2.5
        total += 1.9 * max(fails, 0.3) * weight
    return total


def _savage(spot: Spot, seats: Seats, black: bool) -> float:
    return _mass(spot, "slash")


def _archery(spot: Spot, seats: Seats, black: bool) -> float:
    return _mass(spot, "jink")


def _salvation(spot: Spot, seats: Seats, black: bool) -> float:
    hurt = [one.seat for one in (spot.me, *spot.others) if spot.is_hurt(one.seat)]
    return sum(-2.0 * spot.foe(seat) for seat in hurt)


def _harvest(spot: Spot, seats: Seats, black: bool) -> float:
    return 1.2 + sum(-0.7 * spot.foe(one.seat) for one in spot.others)


def _peach(spot: Spot, seats: Seats, black: bool) -> float:
    if not spot.is_hurt(spot.seat):
        return -1.0
    spare = len(spot.hand) - spot.me.hp
    return 5.0 if spot.me.hp <= 2 else 2.0 + spare if spare > 0 or spot.names.count("peach") > 1 else 0.8


def _indulgence(spot: Spot, seats: Seats, black: bool) -> float:
    one = spot.view.players[seats[0]]
    return spot.foe(one.seat) * (2.2 + 0.3 * spot.held(one.seat))


def _lightning(spot: Spot, seats: Seats, black: bool) -> float:
    foes = sum(spot.foe(one.seat) > 0.3 for one in spot.others)
    return 0.4 if foes > len(spot.others) - foes + 1 else -1.0


def _collateral(spot: Spot, seats: Seats, black: bool) -> float:
    armed, victim = seats[:2]
    if spot.foe(armed) < 0.2 or victim == spot.seat:
        return -1.0
    return 1.6 * spot.foe(armed) + 0.6 * spot.foe(victim)


def _equipment(spot: Spot, name: str) -> float:
    kind = KINDS[name]
    worn = [worn.card.partition(":")[0] for worn in spot.me.equip]
    same = [other for other in worn if KINDS[other].category is kind.category]
    if not same and spot.careful and _brings_near(spot, kind.reach):
        return NEEDED
    if not same:
        value = 2.6 if kind.reach else 3.4 if keep(name) >= 4 else 2.4
        return value + (1.0 if name == "crossbow" and spot.names.count("slash") > 1 else 0.0)
    better = keep(name) - keep(same[0])
    if kind.reach and name != "crossbow":
        nearest = min((one.distance or 9 for one in spot.others if spot.foe(one.seat) > 0.2), default=9)
        if KINDS[same[0]].reach < nearest <= kind.reach:
            better = 1.5
    if name == "crossbow" and spot.names.count("slash") > 2:
        better = 2.5
    xiaoji = "xiaoji" in spot.me.skills
    return better + (3.0 if xiaoji else 0.0) if better > 0 or xiaoji else -1.0


def _brings_near(spot: Spot, reach: int) -> bool:
    """Whether a weapon reaches the nearest sure foe, whom one does not reach now."""
    nearest = min((one.distance or 9 for one in spot.others if spot.foe(one.seat) > 0.5), default=9)
    return spot.me.reach < nearest <= reach


Worth = Callable[[Spot, Seats, bool], float]
WORTH: Final[dict[str, Worth]] = {
    "slash": _slash,
    "duel": _duel,
    "snatch": _snatch,
    "dismantlement": _dismantlement,
    "savage_assault": _savage,
    "archery_attack": _archery,
    "god_salvation": _salvation,
    "amazing_grace": _harvest,
    "ex_nihilo": lambda spot, seats, black: 6.0,
    "peach": _peach,
    "indulgence": _indulgence,
    "lightning": _lightning,
    "collateral": _collateral,
}


# --- active skills ---------------------------------------------------------------------------------------------------


def _spelled(offer: Offer, cards: list[Card], seats: Seats = ()) -> Action:
    ordered = sorted(cards, key=offer.pool.index)
    return Action("skill", offer.what, tuple(offer.labels[card] for card in ordered), seats)


def _best(spot: Spot, groups: tuple[Seats, ...], worth: Callable[[int], float]) -> tuple[float, Seats]:
    return max(((sum(map(worth, seats)), seats) for seats in groups), key=lambda one: one[0])


def _rende(spot: Spot, offer: Offer) -> Plan | None:
    """What one cannot use goes to a sure friend; two cards given heal."""
    friend, seats = _best(spot, offer.targets, lambda seat: -spot.foe(seat))
    spare = len(spot.hand) - max(1, spot.me.hp)
    if friend < 0.5:
        return None
    number = 2 if spot.is_hurt(spot.seat) and len(offer.pool) >= 2 else max(0, spare)
    if number <= 0 or (spare <= 0 and spot.me.hp > 2):
        return None
    return Plan(0.6, _spelled(offer, cheapest(offer.pool, spot.names)[:number], seats))


def _zhiheng(spot: Spot, offer: Offer) -> Plan | None:
    cards = [card for card in cheapest(offer.pool, spot.names) if keep(card.name) < 4.5 and card.text in spot.hand]
    extra_jinks = [card for card in offer.pool if card.name == "jink" and card.text in spot.hand][2:]
    cards += extra_jinks
    return Plan(0.7, _spelled(offer, cards)) if cards else None


def _kurou(spot: Spot, offer: Offer) -> Plan | None:
    peaches = spot.names.count("peach")
    return Plan(1.5, _spelled(offer, [])) if spot.me.hp + peaches > 2 and spot.me.hp > 1 else None


def _fanjian(spot: Spot, offer: Offer) -> Plan | None:
    value, seats = _best(spot, offer.targets, spot.threat)
    cost = 0.5 if "peach" not in spot.names else 1.2
    return Plan(1.8 * value - cost, _spelled(offer, [], seats)) if value > 0.3 else None


def _qingnang(spot: Spot, offer: Offer) -> Plan | None:
    def need(seat: int) -> float:
        one = spot.view.players[seat]
        return -spot.foe(seat) * (3.0 if one.hp <= 2 else 2.0)

    value, seats = _best(spot, offer.targets, need)
    card = cheapest(offer.pool, spot.names)[0]
    worth = value - 0.3 * keep(card.name)
    return Plan(worth, _spelled(offer, [card], seats)) if value > 0.8 else None


def _jieyin(spot: Spot, offer: Offer) -> Plan | None:
    value, seats = _best(spot, offer.targets, lambda seat: -spot.foe(seat))
    cards = cheapest(offer.pool, spot.names)[:2]
    own = 2.0 if spot.is_hurt(spot.seat) else 0.0
    worth = 2.0 * value + own - 0.3 * sum(keep(card.name) for card in cards)
    return Plan(worth, _spelled(offer, cards, seats)) if value > -0.3 and worth > 0 else None


def _lijian(spot: Spot, offer: Offer) -> Plan | None:
    def gain(seats: Seats) -> float:
        first, second = map(spot.threat, seats)
        return 2 * (LOSES * first + (1 - LOSES) * second)

    value, seats = max(((gain(seats), seats) for seats in offer.targets), key=lambda one: one[0])
    card = cheapest(offer.pool, spot.names)[0]
    return Plan(1.6 * value - 0.3 * keep(card.name), _spelled(offer, [card], seats)) if value > 0.6 else None


SKILLS: Final[dict[str, Callable[[Spot, Offer], Plan | None]]] = {
    "rende": _rende,
    "zhiheng": _zhiheng,
    "kurou": _kurou,
    "fanjian": _fanjian,
    "qingnang": _qingnang,
    "jieyin": _jieyin,
    "lijian": _lijian,
}
