"""An answer in words, for people who choose from a list: `use slash:7s > 2` is 对座位 3 使用杀 ♠7."""

from __future__ import annotations

from typing import Final

from paiju.games.contract import Line
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.generals import BY_NAME
from paiju.games.sanguosha.notation import Action

_SUITS: Final = ("spade", "heart", "club", "diamond")


def name(action: Action) -> Line | None:
    """
    >>> from paiju.games.messages import tell
    >>> from paiju.games.sanguosha.messages import MESSAGES
    >>> from paiju.games.sanguosha.notation import parse
    >>> tell(name(parse("use slash:7s > 2")), MESSAGES, "zh"), tell(name(parse("skill rende 3s4h > 2")), MESSAGES, "en")
    ('对座位 3 使用杀 ♠7', 'Benevolence with ♠3 ♥4 on Seat 3')
    """
    verb, what, cards, seats, rest = action
    if verb in ("end", "yes", "no"):
        return Line.of(f"sgs.name.{verb}")
    if verb == "choose":
        return _chosen(action)
    if verb == "give":
        return Line.of("sgs.name.give", targets=seats)
    if verb == "arrange":
        return Line.of("sgs.name.arrange", top=" ".join(cards) or "-", bottom=" ".join(rest) or "-")
    aimed = {"targets": seats} if seats else {}
    on = "_on" if seats else ""
    if verb == "discard":
        return Line.of(f"sgs.name.discard{on}", cards=cards, **aimed)
    if verb in ("use", "respond") and what in KINDS and cards:
        named = (_card(what, cards[0]),)
        if what == "collateral" and len(seats) == 2:
            return Line.of("sgs.name.borrow", cards=named, seat=seats[0], target=seats[1])
        return Line.of(f"sgs.name.{verb}{on}", cards=named, **aimed)
    skill, dot, made = what.partition(".")
    if dot:
        args = {"skill": f"skill.{skill}", "card": f"card.{made}", **aimed}
        return Line.of(f"sgs.name.as_with{on}", **args, cards=cards) if cards else Line.of(f"sgs.name.as{on}", **args)
    if cards:
        return Line.of(f"sgs.name.skill_with{on}", skill=f"skill.{what}", cards=cards, **aimed)
    return Line.of(f"sgs.name.skill{on}", skill=f"skill.{what}", **aimed)


def _chosen(action: Action) -> Line | None:
    """A general, a suit, a skill, a card by name or by number, cards or players."""
    _, what, cards, seats, _ = action
    if what == "hand":
        return Line.of("sgs.name.hand", number=int(cards[0]) + 1)
    if what in BY_NAME:
        general = BY_NAME[what]
        skills = [
            Line.of("sgs.name.skill_text", skill=f"skill.{skill.name}", text=f"skill.{skill.name}.text")
            for skill in general.skills
        ]
        key, args = "sgs.name.general", {"skill": skills[0]}
        if len(skills) > 1:
            key, args = f"{key}_two", {**args, "other": skills[1]}
        kingdom = f"sgs.kingdom.{general.kingdom}"
        return Line.of(key, general=f"general.{what}", kingdom=kingdom, hp=general.hp, **args)
    if what in _SUITS:
        return Line.of(f"sgs.suit.{what}")
    if cards:
        return Line.of("sgs.name.card", cards=(_card(what, cards[0]),) if what else cards)
    if seats:
        return Line.of("sgs.name.players", targets=seats)
    return Line.of(f"skill.{what}")


def _card(name: str, token: str) -> str:
    return f"{name}:{token.partition('(')[0]}"
