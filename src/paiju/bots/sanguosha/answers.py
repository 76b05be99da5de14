"""Answers to every question outside the play phase; a question nobody has thought of gets the safest answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from paiju.bots.sanguosha.spot import Spot
from paiju.bots.sanguosha.worth import FARED, GENERALS, cheapest, keep
from paiju.games.contract import Decision
from paiju.games.sanguosha.ask import Arrangements, Offer, Offers
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.notation import NO, YES, Action

Answering = Callable[[Spot, Offers, dict[str, Any]], Action | None]


def answer(spot: Spot, decision: Decision[Action]) -> Action:
    """An answer that makes sense; the first choice where there is no better idea."""
    choices: Any = decision.choices
    key = decision.prompt.key.removeprefix("sgs.ask.")
    found: Action | None = None
    if isinstance(choices, Arrangements):
        found = _guanxing(spot, choices)
    elif key in ANSWERS:
        found = ANSWERS[key](spot, choices, decision.prompt.args)
    return found if found is not None and found in choices else next(iter(choices))


def _spelled(offer: Offer, cards: list[Card], seats: tuple[int, ...] = ()) -> Action:
    ordered = sorted(cards, key=offer.pool.index)
    return Action(offer.verb, offer.what, tuple(offer.labels[card] for card in ordered), seats)


def _given(offers: Offers) -> list[Offer]:
    return [offer for offer in offers.offers if offer.verb not in ("no", "end", "yes")]


def _supply(spot: Spot, offers: Offers) -> Action | None:
    """The cheapest way to bring a card that is asked for; somebody else's card (护驾, 激将) is the cheapest."""
    ways: list[tuple[float, Action]] = []
    for offer in _given(offers):
        if offer.high == 0:
            ways.append((0.0, Action(offer.verb, offer.what)))
        elif len(offer.pool) >= offer.low:
            cards = cheapest(offer.pool, spot.names)[: max(1, offer.low)]
            ways.append((sum(keep(card.name) for card in cards), _spelled(offer, cards)))
    return min(ways, key=lambda way: way[0])[1] if ways else None


# --- being attacked --------------------------------------------------------------------------------------------------


def _jink(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    needed = data.get("count") or 1
    if needed > 1 and spot.names.count("jink") < needed and spot.me.hp > 1 and "qingguo" not in spot.me.skills:
        return NO
    return _supply(spot, offers)


def _duel(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    source = data.get("source")
    if source is not None and spot.foe(source) < -0.5 and spot.me.hp > 2:
        return NO
    if (data.get("count") or 1) > spot.names.count("slash") and spot.me.hp > 1 and (data.get("count") or 1) > 1:
        return NO
    return _supply(spot, offers)


def _respond(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(spot, offers)


def _peach(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """For oneself always; for friends, and for the lord if one needs them alive.

    A careful player wants to be sure of a friend, and that their own peaches are enough.
    """
    target = data["target"]
    foe = spot.foe(target)
    if spot.careful and target not in (spot.seat, spot.view.lord):
        enough = spot.names.count("peach") >= (data.get("count") or 1)
        return _supply(spot, offers) if foe < -0.6 and enough else NO
    if target == spot.seat or foe < -0.35:
        return _supply(spot, offers)
    if target == spot.view.lord and spot.camps.role != "rebel" and foe < 0.5:
        return _supply(spot, offers)
    return NO


HARM: Final = {
    "snatch": 1.2, "dismantlement": 0.9, "duel": 1.8, "savage_assault": 1.3, "archery_attack": 1.3, "indulgence": 2.2,
    "lightning": 1.5, "collateral": 1.0, "ex_nihilo": -1.4, "god_salvation": -1.0, "amazing_grace": -0.6,
}  # fmt: skip


def _nullification(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Against what hurts friends or helps foes, if that is worth a card."""
    name = str(data.get("card", "")).removeprefix("card.")
    target, source = data.get("target"), data.get("source")
    if target is None:  # it would answer another nullification
        foe = spot.foe(source) if source is not None else 0.0
        return _supply(spot, offers) if foe > 0.6 and spot.names.count("nullification") > 1 else NO
    one = spot.view.players[target]
    harm = HARM.get(name, 0.0)
    if name in ("snatch", "dismantlement") and source is not None and any(x.name == "indulgence" for x in one.judge):
        harm = -harm if spot.foe(source) * spot.foe(target) > 0 else harm
    if name in ("savage_assault", "archery_attack", "duel") and one.hp <= 1:
        harm *= 2.2
    if name == "god_salvation" and not spot.is_hurt(target):
        harm = 0.0
    if name in ("savage_assault", "archery_attack") and target == spot.seat:
        answered = "slash" if name == "savage_assault" else "jink"
        if answered in spot.names:
            harm = 0.2
    gain = -spot.foe(target) * harm * (1.3 if target in (spot.seat, spot.view.lord) else 1.0)
    return _supply(spot, offers) if gain > 1.15 else NO


def _liuli(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    best: tuple[float, Action] | None = None
    for offer in _given(offers):
        for card in cheapest(offer.pool, spot.names)[:4]:
            for seats in offer.groups((card,)):
                value = spot.foe(seats[0]) + 0.6 - 0.12 * keep(card.name)
                if spot.foe(seats[0]) > -0.2 and (best is None or value > best[0]):
                    best = value, _spelled(offer, [card], seats)
    return best[1] if best is not None and best[0] > 0 else NO


# --- own skills and weapons ------------------------------------------------------------------------------------------


def _skill(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Nearly every skill is worth using; those with a price are looked at."""
    name = str(data["skill"]).removeprefix("skill.")
    if name == "luoyi":
        ready = [one for one in spot.others if spot.foe(one.seat) > 0.3 and (one.distance or 9) <= spot.me.reach]
        return YES if ready and ("slash" in spot.names or "duel" in spot.names) and len(spot.hand) >= 2 else NO
    if name == "ice_sword":
        return NO
    if name == "ganglie":
        return YES
    return YES


def _blade(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(spot, offers) if spot.foe(data["target"]) > 0.1 else NO


def _axe(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    target = spot.view.players[data["target"]]
    strong, poor = (2, 3) if spot.careful else (1, 4)
    if spot.foe(target.seat) < 0.2 or (target.hp > strong and len(spot.hand) < poor):
        return NO
    (offer,) = _given(offers)
    return _spelled(offer, cheapest(offer.pool, spot.names)[:2])


def _collateral(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(spot, offers) if spot.foe(data["target"]) > -0.3 else NO


def _double_swords(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    if spot.foe(data["source"]) < 0 or len(spot.hand) < 2:
        return NO
    (offer,) = _given(offers)
    card = cheapest(offer.pool, spot.names)[0]
    return _spelled(offer, [card]) if keep(card.name) < 5 else NO


def _ganglie(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    if spot.me.hp > 2 and len(spot.hand) < 4:
        return NO
    (offer,) = _given(offers)
    cards = cheapest(offer.pool, spot.names)[:2]
    dear = any(card.name == "peach" for card in cards)
    return NO if dear and spot.me.hp > 1 else _spelled(offer, cards)


def _guicai(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Change a judgement that hurts a friend or spares a foe, if a card at hand does it."""
    reason = str(data["reason"]).rpartition(".")[2]
    if reason not in JUDGED:
        return NO
    good = JUDGED[reason]
    friend = spot.foe(data["target"]) < 0
    if abs(spot.foe(data["target"])) < 0.3 or good(str(data["card"]).rpartition(":")[2]) == friend:
        return NO
    for card in cheapest(tuple(offer.pool[0] for offer in _given(offers)), spot.names):
        if good(card.face) == friend and card.name != "peach":
            return Action("respond", card.name, (card.face,))
    return NO


JUDGED: Final[dict[str, Callable[[str], bool]]] = {
    "indulgence": lambda face: face[-1] == "h",
    "lightning": lambda face: not (face[-1] == "s" and face[0] in "23456789"),
    "eight_diagram": lambda face: face[-1] in "hd",
    "luoshen": lambda face: face[-1] in "sc",
    "tieqi": lambda face: face[-1] in "hd",
    "ganglie": lambda face: face[-1] != "h",
}
"""Which faces are good for the one who judges."""


def _tuxi(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = _given(offers)

    def gain(seats: tuple[int, ...]) -> float:
        return sum(0.9 if spot.foe(seat) > 0.3 else 0.4 if spot.foe(seat) > -0.1 else -1.0 for seat in seats)

    best = max(offer.targets, key=gain)
    return Action("choose", "", (), best) if gain(best) >= 1.3 else NO


def _lend(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """护驾 and 激将: for a lord on one's own side, if one can spare it."""
    if spot.foe(data["source"]) > -0.2:
        return NO
    return _supply(spot, offers)


# --- choosing cards and names ----------------------------------------------------------------------------------------


def _card_of(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    """From a foe the best that lies open, or a hidden card; from a friend what hurts them."""
    target = data["target"]
    friend = spot.foe(target) < -0.1
    judged = {laid.card for laid in spot.view.players[target].judge}

    def value(offer: Offer) -> float:
        if offer.what == "hand":
            return -3.0 if friend else 3.7
        text = offer.pool[0].text
        if text in judged:
            return 9.0 if friend else -5.0
        worn = keep(offer.what) + (0.5 if not friend else 0.0)
        return -worn if friend else worn

    best = max(offers.offers, key=value)
    return next(best.actions())


def _discard(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = offers.offers
    hurt = spot.me.hp <= 2

    def price(card: Card) -> float:
        bonus = 1.5 if hurt and card.name == "jink" else 0.0
        return keep(card.name) + bonus

    cards = sorted(cheapest(offer.pool, spot.names), key=price)
    kept: set[str] = set()
    ordered: list[Card] = []
    for card in sorted(cards, key=price, reverse=True):  # one of each answer is kept first
        if card.name in ("jink", "slash", "peach") and card.name not in kept:
            kept.add(card.name)
            ordered.append(card)
    spare = [card for card in cards if card not in ordered] + sorted(ordered, key=price)
    return _spelled(offer, spare[: offer.low])


def _grace(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    def value(offer: Offer) -> float:
        name = offer.pool[0].name if offer.pool else offer.what
        bonus = 3.0 if name == "peach" and spot.is_hurt(spot.seat) else 0.0
        return keep(name) + bonus

    best = max(offers.offers, key=value)
    return next(best.actions())


def _general(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    known = FARED if spot.careful else GENERALS
    return min(offers, key=lambda action: known.index(action.what) if action.what in known else len(known))


def _luck(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    return YES if sum(map(keep, spot.names)) < 4.0 * max(1, len(spot.names)) else NO


def _pindian(spot: Spot, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = _given(offers)
    return _spelled(offer, [max(offer.pool, key=lambda card: (card.number, -keep(card.name)))])


def _guanxing(spot: Spot, choices: Arrangements) -> Action:
    """Good cards on top, best first; what nobody wants to the bottom. A judgement to come gets what it needs."""
    left = sorted(choices.cards, key=lambda card: (-keep(card.name), card.text))
    top: list[Card] = []
    for laid in reversed(spot.me.judge):
        good = JUDGED.get(laid.name)
        fitting = [card for card in reversed(left) if good is None or good(card.face)]
        if fitting:
            top.append(fitting[0])
            left.remove(fitting[0])
    top += [card for card in left if keep(card.name) >= 3.0]
    bottom = [card for card in left if keep(card.name) < 3.0]
    return choices.spell(top, bottom)


ANSWERS: Final[dict[str, Answering]] = {
    "jink": _jink,
    "duel": _duel,
    "savage_assault": _respond,
    "archery_attack": _respond,
    "peach": _peach,
    "nullification": _nullification,
    "nullification_laid": _nullification,
    "nullification_again": _nullification,
    "liuli": _liuli,
    "skill": _skill,
    "blade": _blade,
    "axe": _axe,
    "collateral": _collateral,
    "double_swords": _double_swords,
    "ganglie": _ganglie,
    "guicai": _guicai,
    "tuxi": _tuxi,
    "hujia": _lend,
    "jijiang": _lend,
    "card_of": _card_of,
    "discard": _discard,
    "amazing_grace": _grace,
    "general": _general,
    "luck": _luck,
    "pindian": _pindian,
}
