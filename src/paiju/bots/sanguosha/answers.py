"""Answers to every question outside the play phase; a question nobody has thought of gets the safest answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from paiju.bots.sanguosha.table import Table
from paiju.bots.sanguosha.worth import FARED, GENERALS, cheapest, keep
from paiju.games.contract import Decision
from paiju.games.sanguosha.ask import Arrangements, Offer, Offers
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.notation import NO, YES, Action

Answering = Callable[[Table, Offers, dict[str, Any]], Action | None]


def answer(table: Table, decision: Decision[Action]) -> Action:
    """An answer that makes sense; the first choice where there is no better idea."""
    choices: Any = decision.choices
    key = decision.prompt.key.removeprefix("sgs.ask.")
    found: Action | None = None
    if isinstance(choices, Arrangements):
        found = _guanxing(table, choices)
    elif key in ANSWERS:
        found = ANSWERS[key](table, choices, decision.prompt.args)
    return found if found is not None and found in choices else next(iter(choices))


def _spelled(offer: Offer, cards: list[Card], seats: tuple[int, ...] = ()) -> Action:
    ordered = sorted(cards, key=offer.pool.index)
    return Action(offer.verb, offer.what, tuple(offer.labels[card] for card in ordered), seats)


def _given(offers: Offers) -> list[Offer]:
    return [offer for offer in offers.offers if offer.verb not in ("no", "end", "yes")]


def _supply(table: Table, offers: Offers) -> Action | None:
    """The cheapest way to bring a card that is asked for; somebody else's card (护驾, 激将) is the cheapest."""
    ways: list[tuple[float, Action]] = []
    for offer in _given(offers):
        if offer.high == 0:
            ways.append((0.0, Action(offer.verb, offer.what)))
        elif len(offer.pool) >= offer.low:
            cards = cheapest(offer.pool, table.names)[: max(1, offer.low)]
            ways.append((sum(keep(card.name) for card in cards), _spelled(offer, cards)))
    return min(ways, key=lambda way: way[0])[1] if ways else None


# --- being attacked --------------------------------------------------------------------------------------------------


def _jink(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    needed = data.get("count") or 1
    if needed > 1 and table.names.count("jink") < needed and table.me.hp > 1 and "qingguo" not in table.me.skills:
        return NO
    return _supply(table, offers)


def _duel(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    source = data.get("source")
    if source is not None and table.foe(source) < -0.5 and table.me.hp > 2:
        return NO
    if (data.get("count") or 1) > table.names.count("slash") and table.me.hp > 1 and (data.get("count") or 1) > 1:
        return NO
    return _supply(table, offers)


def _respond(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(table, offers)


def _peach(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """For oneself always; for friends, and for the lord whoever needs him alive.

    A careful player wants to be sure of a friend, and that his own peaches are enough.
    """
    target = data["target"]
    foe = table.foe(target)
    if table.careful and target not in (table.seat, table.view.lord):
        enough = table.names.count("peach") >= (data.get("count") or 1)
        return _supply(table, offers) if foe < -0.6 and enough else NO
    if target == table.seat or foe < -0.35:
        return _supply(table, offers)
    if target == table.view.lord and table.camps.role != "rebel" and foe < 0.5:
        return _supply(table, offers)
    return NO


HARM: Final = {
    "snatch": 1.2, "dismantlement": 0.9, "duel": 1.8, "savage_assault": 1.3, "archery_attack": 1.3, "indulgence": 2.2,
    "lightning": 1.5, "collateral": 1.0, "ex_nihilo": -1.4, "god_salvation": -1.0, "amazing_grace": -0.6,
}  # fmt: skip


def _nullification(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Against what hurts friends or helps foes, if that is worth a card."""
    name = str(data.get("card", "")).removeprefix("card.")
    target, source = data.get("target"), data.get("source")
    if target is None:  # it would answer another nullification
        foe = table.foe(source) if source is not None else 0.0
        return _supply(table, offers) if foe > 0.6 and table.names.count("nullification") > 1 else NO
    one = table.view.players[target]
    harm = HARM.get(name, 0.0)
    if name in ("snatch", "dismantlement") and source is not None and any(x.name == "indulgence" for x in one.judge):
        harm = -harm if table.foe(source) * table.foe(target) > 0 else harm
    if name in ("savage_assault", "archery_attack", "duel") and one.hp <= 1:
        harm *= 2.2
    if name == "god_salvation" and not table.is_hurt(target):
        harm = 0.0
    if name in ("savage_assault", "archery_attack") and target == table.seat:
        answered = "slash" if name == "savage_assault" else "jink"
        if answered in table.names:
            harm = 0.2
    gain = -table.foe(target) * harm * (1.3 if target in (table.seat, table.view.lord) else 1.0)
    return _supply(table, offers) if gain > 1.15 else NO


def _liuli(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    best: tuple[float, Action] | None = None
    for offer in _given(offers):
        for card in cheapest(offer.pool, table.names)[:4]:
            for seats in offer.groups((card,)):
                value = table.foe(seats[0]) + 0.6 - 0.12 * keep(card.name)
                if table.foe(seats[0]) > -0.2 and (best is None or value > best[0]):
                    best = value, _spelled(offer, [card], seats)
    return best[1] if best is not None and best[0] > 0 else NO


# --- own skills and weapons ------------------------------------------------------------------------------------------


def _skill(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Nearly every skill is worth using; those with a price are looked at."""
    name = str(data["skill"]).removeprefix("skill.")
    if name == "luoyi":
        ready = [one for one in table.others if table.foe(one.seat) > 0.3 and (one.distance or 9) <= table.me.reach]
        return YES if ready and ("slash" in table.names or "duel" in table.names) and len(table.hand) >= 2 else NO
    if name == "ice_sword":
        return NO
    if name == "ganglie":
        return YES
    return YES


def _blade(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(table, offers) if table.foe(data["target"]) > 0.1 else NO


def _axe(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    target = table.view.players[data["target"]]
    strong, poor = (2, 3) if table.careful else (1, 4)
    if table.foe(target.seat) < 0.2 or (target.hp > strong and len(table.hand) < poor):
        return NO
    (offer,) = _given(offers)
    return _spelled(offer, cheapest(offer.pool, table.names)[:2])


def _collateral(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    return _supply(table, offers) if table.foe(data["target"]) > -0.3 else NO


def _double_swords(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    if table.foe(data["source"]) < 0 or len(table.hand) < 2:
        return NO
    (offer,) = _given(offers)
    card = cheapest(offer.pool, table.names)[0]
    return _spelled(offer, [card]) if keep(card.name) < 5 else NO


def _ganglie(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    if table.me.hp > 2 and len(table.hand) < 4:
        return NO
    (offer,) = _given(offers)
    cards = cheapest(offer.pool, table.names)[:2]
    dear = any(card.name == "peach" for card in cards)
    return NO if dear and table.me.hp > 1 else _spelled(offer, cards)


def _guicai(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """Change a judgement that hurts a friend or spares a foe, if a card at hand does it."""
    reason = str(data["reason"]).rpartition(".")[2]
    if reason not in JUDGED:
        return NO
    good = JUDGED[reason]
    friend = table.foe(data["target"]) < 0
    if abs(table.foe(data["target"])) < 0.3 or good(str(data["card"]).rpartition(":")[2]) == friend:
        return NO
    for card in cheapest(tuple(offer.pool[0] for offer in _given(offers)), table.names):
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


def _tuxi(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = _given(offers)

    def gain(seats: tuple[int, ...]) -> float:
        return sum(0.9 if table.foe(seat) > 0.3 else 0.4 if table.foe(seat) > -0.1 else -1.0 for seat in seats)

    best = max(offer.targets, key=gain)
    return Action("choose", "", (), best) if gain(best) >= 1.3 else NO


def _lend(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """护驾 and 激将: for a lord on one's own side, if one can spare it."""
    if table.foe(data["source"]) > -0.2:
        return NO
    return _supply(table, offers)


# --- choosing cards and names ----------------------------------------------------------------------------------------


def _card_of(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    """From a foe the best that lies open, or a hidden card; from a friend what hurts him."""
    target = data["target"]
    friend = table.foe(target) < -0.1
    judged = {laid.card for laid in table.view.players[target].judge}

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


def _discard(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = offers.offers
    hurt = table.me.hp <= 2

    def price(card: Card) -> float:
        bonus = 1.5 if hurt and card.name == "jink" else 0.0
        return keep(card.name) + bonus

    cards = sorted(cheapest(offer.pool, table.names), key=price)
    kept: set[str] = set()
    ordered: list[Card] = []
    for card in sorted(cards, key=price, reverse=True):  # one of each answer is kept first
        if card.name in ("jink", "slash", "peach") and card.name not in kept:
            kept.add(card.name)
            ordered.append(card)
    spare = [card for card in cards if card not in ordered] + sorted(ordered, key=price)
    return _spelled(offer, spare[: offer.low])


def _grace(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    def value(offer: Offer) -> float:
        name = offer.pool[0].name if offer.pool else offer.what
        bonus = 3.0 if name == "peach" and table.is_hurt(table.seat) else 0.0
        return keep(name) + bonus

    best = max(offers.offers, key=value)
    return next(best.actions())


def _general(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    known = FARED if table.careful else GENERALS
    return min(offers, key=lambda action: known.index(action.what) if action.what in known else len(known))


def _luck(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    return YES if sum(map(keep, table.names)) < 4.0 * max(1, len(table.names)) else NO


def _pindian(table: Table, offers: Offers, data: dict[str, Any]) -> Action | None:
    (offer,) = _given(offers)
    return _spelled(offer, [max(offer.pool, key=lambda card: (card.number, -keep(card.name)))])


def _guanxing(table: Table, choices: Arrangements) -> Action:
    """Good cards on top, best first; what nobody wants to the bottom. A judgement to come gets what it needs."""
    left = sorted(choices.cards, key=lambda card: (-keep(card.name), card.text))
    top: list[Card] = []
    for laid in reversed(table.me.judge):
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
