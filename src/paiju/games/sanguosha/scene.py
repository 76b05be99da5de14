"""A table set by hand and answers given from a script: for the tests beside each skill, and for people who write one.

    >>> scene = Scene(3, {2: "caocao"}).hand(1, "slash:7s")
    >>> scene.turn(1, "P1 use slash:7s > P2", "P2 yes")
    >>> scene.hand_of(2), scene.hp_of(2), scene.discarded
    ('slash:7s', '3/4', '')

Players are P1, P2 … by seat; P1 is the lord. Whoever is not given a general has 4 hp and no skill. A question takes
the next reply of the script if it is meant for that player and legal, and else its default; at the end every reply
must have been used. `P1 can …` and `P1 cannot …` look at what is legal without answering.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from paiju.games.contract import Decision, IllegalAction, Seat
from paiju.games.messages import Text
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.events import Errors, Event, GameOver, happen
from paiju.games.sanguosha.generals import BY_NAME, General
from paiju.games.sanguosha.modes import IDENTITY, ROLES, take_general
from paiju.games.sanguosha.notation import Action, parse
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.trace import Trace
from paiju.games.sanguosha.turns import PhaseName, Round, Turn
from paiju.games.sanguosha.world import Player, Role, Shuffle, World, Zone
from paiju.games.script import Asking, Chance, Machine

BLANK: Final = General("blank", Text("白板", "Blank"), "", 4, True, ())


class Scene:
    """A world that was not dealt but laid out."""

    def __init__(
        self,
        players: int = 3,
        generals: Mapping[int, str | General] | None = None,
        *,
        roles: Mapping[int, Role] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        settings = replace(SanguoshaOptions(lord_bonus_from=9), **options)
        self.w = w = World(settings, IDENTITY, players, Chance(seed))
        self.trace = w.trace = Trace()
        self.asked: list[str] = []
        self.over = False
        w.shuffles.append(Shuffle("cards", IDENTITY.deck))
        w.chance.results.append(IDENTITY.deck)
        w.draw_pile.cards = list(IDENTITY.deck)
        for card in IDENTITY.deck:
            w.where[card], w.seen[card], w.epoch[card] = w.draw_pile, 0, 0
        w.first.role_shown = True
        for player in w.players:
            player.role = (roles or {}).get(player.number, ROLES[players][player.seat])
            chosen = (generals or {}).get(player.number, BLANK)
            player.general = BY_NAME[chosen] if isinstance(chosen, str) else chosen
            take_general(w, player)
            for skill in w.mode.skills_of(w, player):
                w.attach(player, skill)

    # --- laying out ----------------------------------------------------------------------------------------------

    def p(self, number: int) -> Player:
        return self.w.players[number - 1]

    def card(self, text: str) -> Card:
        """A card not dealt out yet, by `slash:7s`, or by its face alone."""
        for card in reversed(self.w.draw_pile.cards):
            if text in (card.text, card.face):
                return card
        raise LookupError(f"no {text} is left in the draw pile")

    def _put(self, texts: str, zone: Zone) -> Scene:
        for text in texts.split():
            card = self.card(text)
            self.w.draw_pile.cards.remove(card)
            zone.cards.append(card)
            self.w.where[card] = zone
        return self

    def hand(self, number: int, cards: str) -> Scene:
        return self._put(cards, self.p(number).hand)

    def equip(self, number: int, cards: str) -> Scene:
        before = len(self.p(number).equip)
        self._put(cards, self.p(number).equip)
        for card in self.p(number).equip.cards[before:]:
            if card.kind.skill is not None:
                self.w.attach(self.p(number), card.kind.skill, card)
        return self

    def judge(self, number: int, cards: str) -> Scene:
        return self._put(cards, self.p(number).judge)

    def hp(self, number: int, hp: int, most: int | None = None) -> Scene:
        self.p(number).hp = hp
        self.p(number).max_hp = most or max(hp, self.p(number).max_hp)
        return self

    def skill(self, number: int, *skills: Skill) -> Scene:
        for skill in skills:
            self.w.attach(self.p(number), skill)
        return self

    def top(self, cards: str) -> Scene:
        """What lies on top of the draw pile, uppermost first."""
        found: list[Card] = []
        for text in cards.split():
            found.append(self.card(text))
            self.w.draw_pile.cards.remove(found[-1])
        self.w.draw_pile.cards += reversed(found)
        return self

    def draw_pile(self, cards: str) -> Scene:
        """The whole draw pile, uppermost first; everything else leaves the game."""
        self.top(cards)
        keep = len(cards.split())
        gone = self.w.draw_pile.cards[: len(self.w.draw_pile) - keep]
        del self.w.draw_pile.cards[: len(gone)]
        self.w.void.cards += gone
        for card in gone:
            self.w.where[card] = self.w.void
        return self

    def discard_pile(self, cards: str) -> Scene:
        return self._put(cards, self.w.discard_pile)

    def dead(self, *numbers: int, rest: int = 0) -> Scene:
        """Players who died before the scene begins."""
        for number in numbers:
            player = self.p(number)
            player.alive, player.rest, player.role_shown = False, rest, not rest
            self.w.alive.remove(player)
            for owned in list(player.skills):
                self.w.detach(player, *owned)
        return self

    def current(self, number: int) -> Scene:
        self.w.current = self.p(number)
        return self

    # --- playing -------------------------------------------------------------------------------------------------

    def turn(self, number: int, *replies: str) -> None:
        """One turn of a player."""
        self.w.current = self.p(number)
        self.happen(Turn(self.p(number)), *replies)

    def phase(self, number: int, phase: PhaseName, *replies: str) -> None:
        """A turn of one phase only: `phase(1, "play", …)`."""
        self.w.current = self.p(number)
        self.happen(Turn(self.p(number), phases=[phase]), *replies)

    def rounds(self, count: int, *replies: str) -> None:
        """Whole rounds, or until the game is over."""

        def script(w: World) -> Asking[None]:
            for _ in range(count):
                yield from happen(w, Round())

        self.run(script, *replies)

    def happen(self, event: Event, *replies: str) -> None:
        def script(w: World) -> Asking[None]:
            yield from happen(w, event)

        self.run(script, *replies)

    def run(self, script: Callable[[World], Asking[Any]], *replies: str) -> None:
        """Run any script; errors inside skills are raised."""
        before, Errors.raised = Errors.raised, True
        try:
            self._run(script, [self._reply(reply) for reply in replies])
        finally:
            Errors.raised = before

    def _reply(self, text: str) -> tuple[int, str, str]:
        said = re.fullmatch(r"P(\d) (?:(can|cannot) )?(.+)", text)
        assert said is not None, f"{text!r} is no reply; write P1 use slash:7s > P2"
        return int(said[1]) - 1, said[2] or "", re.sub(r"P(\d)", lambda seat: str(int(seat[1]) - 1), said[3])

    def _run(self, script: Callable[[World], Asking[Any]], replies: list[tuple[int, str, str]]) -> None:
        def whole(w: World) -> Asking[None]:
            try:
                yield from script(w)
            except GameOver:
                self.over = True

        machine: Machine[World, Action] = Machine(self.w, whole(self.w))
        while machine.pending:
            decision = next(
                (one for one in machine.pending if replies and self._is_meant(one, replies[0])), machine.pending[0]
            )
            if replies and self._is_meant(decision, replies[0]):
                _, mood, text = replies.pop(0)
                if mood:
                    continue
                action = decision.choices.resolve(decision.seat, parse(text))
            else:
                action = next(iter(decision.choices))
            self.asked.append(f"P{decision.seat + 1} {decision.prompt.key.removeprefix('sgs.ask.')}: {action}")
            machine.feed([(decision.seat, action)])
        text = "\n".join(self.asked[-12:])
        assert not replies, (
            f"never asked: P{replies[0][0] + 1} {' '.join(replies[0][1:])}; the last questions were\n{text}"
        )

    def _is_meant(self, decision: Decision[Action], reply: tuple[int, str, str]) -> bool:
        seat, mood, text = reply
        if decision.seat != seat:
            return False
        legal = self._is_legal(decision, text)
        return not legal if mood == "cannot" else legal

    def _is_legal(self, decision: Decision[Action], text: str) -> bool:
        try:
            decision.choices.resolve(Seat(-1), parse(text))
        except IllegalAction:
            return False
        return True

    # --- looking -------------------------------------------------------------------------------------------------

    def hand_of(self, number: int) -> str:
        return _text(self.p(number).hand)

    def equip_of(self, number: int) -> str:
        return _text(self.p(number).equip)

    def judge_of(self, number: int) -> str:
        return _text(self.p(number).judge)

    def hp_of(self, number: int) -> str:
        return f"{self.p(number).hp}/{self.p(number).max_hp}"

    @property
    def discarded(self) -> str:
        """The discard pile, oldest first."""
        return _text(self.w.discard_pile)

    @property
    def timings(self) -> list[str]:
        """Every timing fired, as `Damaged(P2)`."""
        return self.trace.timings

    def questions(self, kind: str) -> list[str]:
        """The questions of one kind that were asked, with their answers."""
        return [asked for asked in self.asked if re.fullmatch(rf"{kind}(_laid|_again)?:", asked.split()[1])]


def _text(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
