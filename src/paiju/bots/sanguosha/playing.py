"""The play phase: what each card and skill is worth now, on whom; the best is done until nothing is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from paiju.bots.sanguosha.table import Table
from paiju.bots.sanguosha.worth import becomes, cheapest, keep
from paiju.games.sanguosha.ask import Offer, Offers, Seats
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.notation import END, Action

THRIFT: Final = 0.2  # how much of a card's worth is lost when it is used and need not be
NEEDED: Final = 4.0  # what the first weapon that reaches a foe is worth


class Plan(NamedTuple):
    """An answer and what it is worth."""

    worth: float
    action: Action


def plans(table: Table, offers: Offers) -> list[Plan]:
    """Everything worth a thought, ending the phase included, best first."""
    found = [Plan(0.0, END)]
    for offer in offers.offers:
        if offer.verb == "use":
            found += _uses(table, offer)
        elif offer.verb == "skill" and offer.what in SKILLS:
            plan = SKILLS[offer.what](table, offer)
            if plan is not None:
                found.append(plan)
    return sorted(found, key=lambda plan: -plan.worth)


def _uses(table: Table, offer: Offer) -> Iterator[Plan]:
    """A card on its best targets. A converted card costs what the real one would have been worth."""
    name = becomes(offer.what, playing=True)
    if offer.low > 1 or not offer.pool:
        pool: list[tuple[Card, ...]] = [tuple(cheapest(offer.pool, table.names)[: offer.low])]
    else:
        pool = [(card,) for card in cheapest(offer.pool, table.names)[:3]]
    for cards in pool:
        groups = offer.groups(cards)
        if not groups:
            continue
        converted = offer.what != name
        price = sum(keep(card.name) for card in cards) * 0.4 if converted else 0.0
        price += _missed(table, name, cards)
        black = bool(cards) and all(card.color == "black" for card in cards)
        best = max(((_worth(table, name, seats, black), seats) for seats in groups), key=lambda one: one[0])
        if best[0] - price > 0:
            labels = offer.labels
            yield Plan(best[0] - price, Action("use", offer.what, tuple(labels[card] for card in cards), best[1]))


def _worth(table: Table, name: str, seats: Seats, black: bool) -> float:
    if name in WORTH:
        return WORTH[name](table, seats, black)
    if KINDS[name].is_equipment:
        return _equipment(table, name)
    return 0.0


def _missed(table: Table, name: str, cards: tuple[Card, ...]) -> float:
    """What it costs a careful player not to hold these cards any more; nothing if they would be discarded anyway."""
    if not table.careful or len(table.hand) > table.me.hp or KINDS[name].is_equipment or name in ("ex_nihilo", "peach"):
        return 0.0
    return THRIFT * sum(keep(card.name) for card in cards)


# --- cards -----------------------------------------------------------------------------------------------------------


def _slash(table: Table, seats: Seats, black: bool) -> float:
    return sum((1 - table.dodges(seat, black)) * 3.0 * table.threat(seat) + 0.25 * table.foe(seat) for seat in seats)


def _duel(table: Table, seats: Seats, black: bool) -> float:
    (seat,) = seats[:1]
    mine, theirs = table.names.count("slash"), 0.35 * table.held(seat)
    if table.foe(seat) <= 0.1:
        return -1.0
    win = 0.5 + 0.22 * (mine - theirs)
    win = max(0.1, min(0.95, win))
    return win * 3.0 * table.threat(seat) - (1 - win) * (2.5 if table.me.hp > 1 else 6.0)


def _plunder(table: Table, seat: int, gain: float) -> float:
    one, foe = table.view.players[seat], table.foe(seat)
    bad = any(laid.name == "indulgence" for laid in one.judge)
    if foe < -0.2:
        return 3.0 * -foe if bad else -1.0
    if bad and not table.held(seat) and not one.equip:
        return -1.0
    value = 1.2 + 0.9 * bool(one.equip) + (0.6 if any("eight_diagram" in worn.card for worn in one.equip) else 0.0)
    return foe * (value + gain)


def _snatch(table: Table, seats: Seats, black: bool) -> float:
    return _plunder(table, seats[0], 1.6)


def _dismantlement(table: Table, seats: Seats, black: bool) -> float:
    return _plunder(table, seats[0], 0.6)


def _mass(table: Table, answer: str) -> float:
    total = 0.0
    for one in table.others:
        fails = (0.72 if answer == "slash" else 0.75) ** table.held(one.seat)
        if answer == "jink" and table.wears(one.seat, "eight_diagram"):
            fails *= 0.5
        weight = table.threat(one.seat)
        if table.foe(one.seat) < 0 and one.hp <= 1:
            weight *= 2.5
        total += 1.9 * max(fails, 0.3) * weight
    return total


def _savage(table: Table, seats: Seats, black: bool) -> float:
    return _mass(table, "slash")


def _archery(table: Table, seats: Seats, black: bool) -> float:
    return _mass(table, "jink")


def _salvation(table: Table, seats: Seats, black: bool) -> float:
    hurt = [one.seat for one in (table.me, *table.others) if table.is_hurt(one.seat)]
    return sum(-2.0 * table.foe(seat) for seat in hurt)


def _harvest(table: Table, seats: Seats, black: bool) -> float:
    return 1.2 + sum(-0.7 * table.foe(one.seat) for one in table.others)


def _peach(table: Table, seats: Seats, black: bool) -> float:
    if not table.is_hurt(table.seat):
        return -1.0
    spare = len(table.hand) - table.me.hp
    return 5.0 if table.me.hp <= 2 else 2.0 + spare if spare > 0 or table.names.count("peach") > 1 else 0.8


def _indulgence(table: Table, seats: Seats, black: bool) -> float:
    one = table.view.players[seats[0]]
    return table.foe(one.seat) * (2.2 + 0.3 * table.held(one.seat))


def _lightning(table: Table, seats: Seats, black: bool) -> float:
    foes = sum(table.foe(one.seat) > 0.3 for one in table.others)
    return 0.4 if foes > len(table.others) - foes + 1 else -1.0


def _collateral(table: Table, seats: Seats, black: bool) -> float:
    armed, victim = seats[:2]
    if table.foe(armed) < 0.2 or victim == table.seat:
        return -1.0
    return 1.6 * table.foe(armed) + 0.6 * table.foe(victim)


def _equipment(table: Table, name: str) -> float:
    kind = KINDS[name]
    worn = [worn.card.partition(":")[0] for worn in table.me.equip]
    same = [other for other in worn if KINDS[other].category is kind.category]
    if not same and table.careful and _brings_near(table, kind.reach):
        return NEEDED
    if not same:
        value = 2.6 if kind.reach else 3.4 if keep(name) >= 4 else 2.4
        return value + (1.0 if name == "crossbow" and table.names.count("slash") > 1 else 0.0)
    better = keep(name) - keep(same[0])
    if kind.reach and name != "crossbow":
        nearest = min((one.distance or 9 for one in table.others if table.foe(one.seat) > 0.2), default=9)
        if KINDS[same[0]].reach < nearest <= kind.reach:
            better = 1.5
    if name == "crossbow" and table.names.count("slash") > 2:
        better = 2.5
    xiaoji = "xiaoji" in table.me.skills
    return better + (3.0 if xiaoji else 0.0) if better > 0 or xiaoji else -1.0


def _brings_near(table: Table, reach: int) -> bool:
    """Whether a weapon reaches the nearest sure foe, whom one does not reach now."""
    nearest = min((one.distance or 9 for one in table.others if table.foe(one.seat) > 0.5), default=9)
    return table.me.reach < nearest <= reach


Worth = Callable[[Table, Seats, bool], float]
WORTH: Final[dict[str, Worth]] = {
    "slash": _slash,
    "duel": _duel,
    "snatch": _snatch,
    "dismantlement": _dismantlement,
    "savage_assault": _savage,
    "archery_attack": _archery,
    "god_salvation": _salvation,
    "amazing_grace": _harvest,
    "ex_nihilo": lambda table, seats, black: 6.0,
    "peach": _peach,
    "indulgence": _indulgence,
    "lightning": _lightning,
    "collateral": _collateral,
}


# --- active skills ---------------------------------------------------------------------------------------------------


def _spelled(offer: Offer, cards: list[Card], seats: Seats = ()) -> Action:
    ordered = sorted(cards, key=offer.pool.index)
    return Action("skill", offer.what, tuple(offer.labels[card] for card in ordered), seats)


def _best(table: Table, groups: tuple[Seats, ...], worth: Callable[[int], float]) -> tuple[float, Seats]:
    return max(((sum(map(worth, seats)), seats) for seats in groups), key=lambda one: one[0])


def _rende(table: Table, offer: Offer) -> Plan | None:
    """What one cannot use goes to a sure friend; two cards given heal."""
    friend, seats = _best(table, offer.targets, lambda seat: -table.foe(seat))
    spare = len(table.hand) - max(1, table.me.hp)
    if friend < 0.5:
        return None
    number = 2 if table.is_hurt(table.seat) and len(offer.pool) >= 2 else max(0, spare)
    if number <= 0 or (spare <= 0 and table.me.hp > 2):
        return None
    return Plan(0.6, _spelled(offer, cheapest(offer.pool, table.names)[:number], seats))


def _zhiheng(table: Table, offer: Offer) -> Plan | None:
    cards = [card for card in cheapest(offer.pool, table.names) if keep(card.name) < 4.5 and card.text in table.hand]
    extra_jinks = [card for card in offer.pool if card.name == "jink" and card.text in table.hand][2:]
    cards += extra_jinks
    return Plan(0.7, _spelled(offer, cards)) if cards else None


def _kurou(table: Table, offer: Offer) -> Plan | None:
    peaches = table.names.count("peach")
    return Plan(1.5, _spelled(offer, [])) if table.me.hp + peaches > 2 and table.me.hp > 1 else None


def _fanjian(table: Table, offer: Offer) -> Plan | None:
    value, seats = _best(table, offer.targets, table.threat)
    cost = 0.5 if "peach" not in table.names else 1.2
    return Plan(1.8 * value - cost, _spelled(offer, [], seats)) if value > 0.3 else None


def _qingnang(table: Table, offer: Offer) -> Plan | None:
    def need(seat: int) -> float:
        one = table.view.players[seat]
        return -table.foe(seat) * (3.0 if one.hp <= 2 else 2.0)

    value, seats = _best(table, offer.targets, need)
    card = cheapest(offer.pool, table.names)[0]
    worth = value - 0.3 * keep(card.name)
    return Plan(worth, _spelled(offer, [card], seats)) if value > 0.8 else None


def _jieyin(table: Table, offer: Offer) -> Plan | None:
    value, seats = _best(table, offer.targets, lambda seat: -table.foe(seat))
    cards = cheapest(offer.pool, table.names)[:2]
    own = 2.0 if table.is_hurt(table.seat) else 0.0
    worth = 2.0 * value + own - 0.3 * sum(keep(card.name) for card in cards)
    return Plan(worth, _spelled(offer, cards, seats)) if value > -0.3 and worth > 0 else None


def _lijian(table: Table, offer: Offer) -> Plan | None:
    value, seats = max(((sum(map(table.threat, seats)), seats) for seats in offer.targets), key=lambda one: one[0])
    card = cheapest(offer.pool, table.names)[0]
    return Plan(1.6 * value - 0.3 * keep(card.name), _spelled(offer, [card], seats)) if value > 0.6 else None


SKILLS: Final[dict[str, Callable[[Table, Offer], Plan | None]]] = {
    "rende": _rende,
    "zhiheng": _zhiheng,
    "kurou": _kurou,
    "fanjian": _fanjian,
    "qingnang": _qingnang,
    "jieyin": _jieyin,
    "lijian": _lijian,
}
