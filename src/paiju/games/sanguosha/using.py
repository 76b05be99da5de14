"""Using a card, its effect on each target, responding, and being asked for a card (rules §3.10-§3.12).

使用 (use) and 打出 (respond) are different things: a used card takes effect, a responded one only counts as shown.
`use_card` and `respond` are what skills and cards call; `ask_use` and `ask_response` put the question first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import NOBODY, OFFER_NO, Answer, Offer, Offers, Seats, ask, offer_of, race
from paiju.games.sanguosha.card import Card, Category, Played, Virtual
from paiju.games.sanguosha.events import Break, Event, SkillEffect, fire, happen
from paiju.games.sanguosha.helper import helper, perform
from paiju.games.sanguosha.moves import Move, move, move_cards, to_discard_pile
from paiju.games.sanguosha.reach import counted_as, is_disabled, may
from paiju.games.sanguosha.skill import CountsAs, Forbid, Skill, ViewAs
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

SLASH: Final = "slash"
JINK: Final = "jink"
PEACH: Final = "peach"
NULLIFICATION: Final = "nullification"

_STAGES: Final = (
    (Timing.TARGET_SPECIFYING, False),
    (Timing.TARGET_CONFIRMING, True),
    (Timing.TARGET_SPECIFIED, False),
    (Timing.TARGET_CONFIRMED, True),
)


@dataclass(eq=False, slots=True)
class Aim:
    """One target of a used card, with what was changed for this target alone; it dies with the use."""

    use: CardUse
    player: Player
    unanswerable: bool = False  # 铁骑: no 闪 may be used
    needs: int = 1  # 无双: how many 闪, or 杀 in a 决斗, each answer of the target takes
    user_needs: int = 1  # 无双 as the target of a 决斗: how many each answer of the user takes
    pierced: bool = False  # 青釭剑: the target's armor does not count
    gone: bool = False  # 流离: no longer a target

    def stops(self, timing: Timing) -> bool:
        return self.gone


@dataclass(eq=False, slots=True)
class CardUse(Event):
    """使用一张牌."""

    user: Player
    card: Played
    targets: list[Player]
    response_to: CardEffect | None = None
    extra: bool = False  # neither counted nor limited: 青龙偃月刀, 借刀杀人
    unoffsetable: bool = False  # 离间: no 无懈可击
    refused: bool = False
    partner: Player | None = None  # 借刀杀人: whom the target should 杀
    aims: list[Aim] = field(default_factory=list)
    open_cards: list[Card] = field(default_factory=list)  # 五谷丰登: what is left to take

    def main(self, w: World) -> Asking[None]:
        user, card, kind = self.user, self.card, self.card.kind
        chosen = self.targets
        if self.response_to is None and not self.targets and kind.fixed is not None:
            self.targets = kind.fixed(w, user)
        if kind.prepare is not None:
            kind.prepare(w, self)
        yield from fire(w, Timing.PRE_CARD_USE, user, self)
        if self.refused:
            raise Break
        self._tell(w, self.targets if chosen else ())
        coming = [one for one in card.cards if w.where[one] is not w.processing]
        if coming:
            yield from move(w, coming, w.processing, "use", user)
        if not self.extra:
            user.count_use(card.name)
        yield from fire(w, Timing.AFTER_CARD_USE_DECLARED, user, self)
        yield from fire(w, Timing.AFTER_CARD_TARGET_DECLARED, user, self)
        yield from fire(w, Timing.CARD_USING, user, self)
        if self.response_to is None:
            yield from self._aim(w)
        yield from fire(w, Timing.BEFORE_CARD_USE_EFFECT, user, self)
        if self.response_to is not None:
            yield from happen(w, CardEffect(card, user, None, self, None, self.response_to))
        elif kind.is_equipment:
            yield from self._equip(w)
        elif kind.category is Category.DELAYED:
            yield from self._lay(w)
        else:
            if kind.begin is not None:
                yield from kind.begin(w, self)
            for aim in list(self.aims):
                if aim.player.alive:
                    yield from happen(w, CardEffect(card, user, aim.player, self, aim))
            if kind.finish is not None:
                yield from kind.finish(w, self)

    def cleanup(self, w: World) -> Asking[None]:
        left = [card for card in self.open_cards if w.where[card] is w.processing]  # 五谷丰登 was stopped half way
        if left:
            yield from move(w, left, w.discard_pile, "discard_pile")
        yield from fire(w, Timing.CARD_USE_FINISHED, self.user, self)
        yield from to_discard_pile(w, self.card, "use")

    def stops(self, timing: Timing) -> bool:
        return timing is Timing.PRE_CARD_USE and self.refused

    def _aim(self, w: World) -> Asking[None]:
        """Four stages, each over all targets in action order; one added in a stage goes through it and the rest."""
        self.aims = [Aim(self, player) for player in w.order() if player in self.targets]
        for timing, at_target in _STAGES:
            done: list[Aim] = []
            while left := [aim for aim in self.aims if aim not in done]:
                done.append(left[0])
                yield from fire(w, timing, left[0].player if at_target else self.user, left[0])
        self.aims = [aim for aim in self.aims if aim.player.alive]
        self.targets = [aim.player for aim in self.aims]
        if not self.aims:
            raise Break

    def redirect(self, w: World, aim: Aim, to: Player) -> None:
        """流离: another player takes the place of a target."""
        aim.gone = True
        self.aims.remove(aim)
        if not any(one.player is to for one in self.aims):
            self.aims.append(Aim(self, to))
            order = w.order()
            self.aims.sort(key=lambda one: order.index(one.player))
        w.say("sgs.log.redirect", seat=aim.player.seat, target=to.seat, card=self.card.text)

    def _equip(self, w: World) -> Asking[None]:
        player = self.targets[0]
        card = self.card.cards[0]
        old = player.equipped(self.card.kind.category)
        replaced = [Move((old,), w.discard_pile, "discard_pile", player)] if old is not None else []
        if w.where[card] is w.processing:
            yield from move_cards(w, Move((card,), player.equip, "use", player), *replaced)

    def _lay(self, w: World) -> Asking[None]:
        player = self.targets[0]
        may_hold = self.card.kind.may_hold
        if w.in_processing(self.card) and (may_hold is None or may_hold(w, player, self.card)):
            yield from lay(w, self.card, player)

    def _tell(self, w: World, chosen: Sequence[Player]) -> None:
        """A line for the use; it names the targets only where there was a choice."""
        user, card = self.user, self.card
        whom = tuple([player.seat for player in chosen if player is not user])
        args: dict[str, Any] = {"targets": whom} if whom else {}
        on = "_on" if whom else ""
        if not card.skill and self.response_to is not None and card.kind.is_stratagem:
            key, args = _countered(self.response_to)
            w.say(key, seat=user.seat, card=card.text, **args)
        elif not card.skill and card.kind.is_equipment:
            old = user.equipped(card.kind.category)
            args = {"old": old.text} if old is not None else {}
            w.say("sgs.log.equip_over" if args else "sgs.log.equip", seat=user.seat, card=card.text, **args)
        elif not card.skill:
            w.say(f"sgs.log.use{on}", seat=user.seat, card=card.text, **args)
        else:
            how, cards = ("use_as", {"cards": _texts(card.cards)}) if _is_own(w, card) else ("count_as_use", {})
            name, skill = f"card.{card.name}", f"skill.{card.skill}"
            w.say(f"sgs.log.{how}{on}", seat=user.seat, skill=skill, card=name, **cards, **args)
        if self.partner is not None:
            w.say("sgs.log.victim", seat=whom[0], target=self.partner.seat)

    def __str__(self) -> str:
        targets = " ".join(map(str, self.targets))
        return f"UseCard {self.user} {self.card!r}" + (f" -> {targets}" if targets else "")


def _countered(effect: CardEffect) -> tuple[str, dict[str, Any]]:
    """How the log words a 无懈可击 against this effect: whose card it cancels, and for whom."""
    args: dict[str, Any] = {"against": f"card.{effect.card.name}"}
    if effect.target is not None:
        args["target"] = effect.target.seat
    if effect.user is None:
        return "sgs.log.counter_laid", args
    args["source"] = effect.user.seat
    several = effect.use is not None and len(effect.use.aims) > 1
    is_own = effect.target is None or (effect.target is effect.user and not several)
    return "sgs.log.counter" if is_own else "sgs.log.counter_for", args


def _is_own(w: World, card: Played) -> bool:
    """Whether the player lays down cards; those that another has just responded with (激将, 护驾) were shown as that player's."""
    return any(w.where[one] is not w.processing for one in card.cards)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple([card.text for card in cards])


@helper
def lay(w: World, card: Played, player: Player) -> Asking[None]:
    """Put a delayed stratagem into a judge area."""
    yield from move(w, card.cards, player.judge, "put")
    if isinstance(card, Virtual):
        for one in card.cards:
            if w.where[one] is player.judge:
                w.acting[one] = card


@dataclass(eq=False, slots=True)
class CardEffect(Event):
    """A card takes effect on one target; on none, where it answers another card's effect (闪, 无懈可击)."""

    card: Played
    user: Player | None
    target: Player | None
    use: CardUse | None = None
    aim: Aim | None = None
    response_to: CardEffect | None = None
    cancelled: bool = False  # 抵消
    nullified: bool = False  # 无效
    answered: int = 0  # how many 闪 took effect against it

    def prepare(self, w: World) -> bool:
        return self.card.kind.pointless(w, self)

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.PRE_CARD_EFFECT, self.user, self)
        yield from self._go_on(w)
        yield from self._offset(w)
        yield from self._go_on(w)
        yield from fire(w, Timing.BEFORE_CARD_EFFECT, self.target, self)
        yield from self._go_on(w)
        yield from fire(w, Timing.CARD_EFFECTING, self.target, self)
        yield from self._go_on(w)
        effect = self.card.kind.effect
        if effect is not None:
            yield from happen(w, SkillEffect(self.user, self.card.name, counts=False, body=effect, args=(w, self)))

    def cleanup(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.CARD_EFFECT_FINISHED, self.target, self)

    def stops(self, timing: Timing) -> bool:
        if timing is Timing.CARD_EFFECT_CANCELLED_OUT:
            return not self.cancelled
        return self.nullified or self.cancelled

    def _go_on(self, w: World) -> Asking[None]:
        """Cancelled, nullified, or the target is dead: the effect ends here."""
        if self.cancelled:
            yield from fire(w, Timing.CARD_EFFECT_CANCELLED_OUT, self.user, self)
            if self.cancelled:
                raise Break
        if self.nullified or (self.target is not None and not self.target.alive):
            raise Break

    def _offset(self, w: World) -> Asking[None]:
        """杀 may be answered by 闪, a stratagem by 无懈可击."""
        if self.card.name == SLASH:
            if self.aim is not None and not self.aim.unanswerable:
                yield from self._ask_for_jinks(w, self.aim)
        elif self.card.kind.is_stratagem and not (self.use is not None and self.use.unoffsetable):
            yield from ask_nullification(w, self)

    def _ask_for_jinks(self, w: World, aim: Aim) -> Asking[None]:
        """All of them are needed; those used before one is missing are wasted."""
        while self.answered < aim.needs and not self.cancelled and aim.player.alive:
            before = self.answered
            left = aim.needs - self.answered
            args = {
                "source": _seat(self.user),
                "card": self.card.text,
                "count": left,
                "answer": answer_key(JINK, aim.needs),
            }
            prompt = Line("sgs.ask.jink", args)
            if not (yield from ask_use(w, aim.player, JINK, prompt, response_to=self)) or self.answered == before:
                return
        if self.answered >= aim.needs:
            self.cancelled = True

    def __str__(self) -> str:
        return f"CardEffect {self.card!r}" + (f" on {self.target}" if self.target else "")


def answer_key(name: str, needed: int) -> str:
    """The words that ask for an answer: they count only where one card is not enough."""
    return f"sgs.answer.{name}_more" if needed > 1 else f"sgs.answer.{name}"


def _seat(player: Player | None) -> int | None:
    return player.seat if player is not None else None


@helper
def use_card(
    w: World,
    user: Player,
    card: Played,
    targets: Sequence[Player] = (),
    *,
    response_to: CardEffect | None = None,
    extra: bool = False,
    unoffsetable: bool = False,
) -> Asking[bool]:
    """使用: the card is played, aims at its targets, takes effect on each, and goes to the discard pile."""
    return happen(w, CardUse(user, card, list(targets), response_to, extra, unoffsetable))


# --- responding --------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class RespondCard(Event):
    """打出一张牌. `drop` False leaves it in the processing area for whoever needs it (鬼才, 护驾, 激将); `silent` leaves
    the log to the caller.
    """

    player: Player
    card: Played
    drop: bool = True
    silent: bool = False
    refused: bool = False

    def main(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.PRE_CARD_RESPOND, self.player, self)
        if self.refused:
            raise Break
        if not self.silent:
            self._tell(w)
        coming = [one for one in self.card.cards if w.where[one] is not w.processing]
        if coming:
            yield from move(w, coming, w.processing, "respond", self.player)
        yield from fire(w, Timing.CARD_RESPONDING, self.player, self)

    def _tell(self, w: World) -> None:
        card, seat = self.card, self.player.seat
        if not card.skill:
            w.say("sgs.log.respond", seat=seat, card=card.text)
            return
        name, skill = f"card.{card.name}", f"skill.{card.skill}"
        if _is_own(w, card):
            w.say("sgs.log.respond_as", seat=seat, skill=skill, cards=_texts(card.cards), card=name)
        else:
            w.say("sgs.log.count_as_respond", seat=seat, skill=skill, card=name)

    def cleanup(self, w: World) -> Asking[None]:
        yield from fire(w, Timing.CARD_RESPOND_FINISHED, self.player, self)
        if self.drop or self.interrupted:  # nobody is left who needs it
            yield from to_discard_pile(w, self.card, "respond")

    def stops(self, timing: Timing) -> bool:
        return timing is Timing.PRE_CARD_RESPOND and self.refused

    def __str__(self) -> str:
        return f"RespondCard {self.player} {self.card!r}"


@helper
def respond_card(w: World, player: Player, card: Played, drop: bool = True, silent: bool = False) -> Asking[bool]:
    return happen(w, RespondCard(player, card, drop, silent))


# --- being asked for a card --------------------------------------------------------------------------------------

Usable = Callable[[Played], bool]


@dataclass(eq=False, slots=True)
class Wanted:
    """Somebody is asked for a card of some name: 八卦阵 and 护驾 may deliver it before the hand is asked."""

    player: Player
    name: str
    verb: Literal["use", "respond"]
    prompt: Line
    effect: CardEffect | None = None  # what it would answer
    result: Played | None = None

    def stops(self, timing: Timing) -> bool:
        return self.result is not None


def any_card(card: Played) -> bool:
    return True


def card_offers(
    w: World, player: Player, name: str, verb: str, usable: Usable = any_card, without: Sequence[str] = ()
) -> list[Offer]:
    """Every way in which a player can supply a card of this name: from the hand, or by a skill."""
    offers = []
    seen = set()
    if w.statuses.get(Forbid):
        usable = _permitted(w, player, verb, usable)
    for card in player.hand.cards:
        played = counted_as(w, player, card) if w.statuses.get(CountsAs) else card
        if played.name == name and card.text not in seen and usable(played):
            seen.add(card.text)
            copies = [one for one in player.hand.cards if one.text == card.text]
            offers.append(Offer(verb, name, copies, 1, 1))
    for skill, view in conversions(player):
        if name not in view.makes or skill.name in without or not view.when(w, player) or is_disabled(w, player, skill):
            continue

        def groups(cards: tuple[Card, ...], skill: Skill = skill) -> tuple[Seats, ...]:
            return NOBODY if usable(Virtual(w.kinds[name], cards, skill.name)) else ()

        if view.supply is not None:
            offer = Offer(verb, skill.name) if groups(()) else None
        else:
            offer = offer_of(verb, skill.name, list(view.cards(w, player, name)), view.count, groups)
        if offer is not None:
            offers.append(offer)
    return offers


def conversions(player: Player) -> list[tuple[Skill, ViewAs]]:
    """The conversions of a player, one that came from two sources once."""
    return list({one.effect: (one.skill, one.effect) for one in player.views}.values())


def _permitted(w: World, player: Player, verb: str, usable: Usable) -> Usable:
    def permitted(card: Played) -> bool:
        return usable(card) and may(w, player, "use" if verb == "use" else "respond", card)

    return permitted


def supplied(w: World, player: Player, answer: Answer, name: str) -> Asking[Played | None]:
    """The card an answer stands for; None if those whom a skill asked for it all refused."""
    if answer.what == name:
        return counted_as(w, player, answer.cards[0])
    for skill, view in conversions(player):
        if skill.name == answer.what and name in view.makes:
            cards: tuple[Card, ...] | None = answer.cards
            if view.supply is not None:
                player.count_use(skill.name)
                cards = yield from perform(w, skill.name, "supply", view.supply, w, player, name)
            return Virtual(w.kinds[name], cards, skill.name) if cards is not None else None
    raise ValueError(f"{answer} names no card")


@helper
def want(w: World, wanted: Wanted, usable: Usable = any_card) -> Asking[Played | None]:
    """Ask: first the skills that may deliver the card, then the player. The question is put whatever they hold."""
    player = wanted.player
    using = wanted.verb == "use"
    yield from fire(w, Timing.ASK_FOR_CARD_USE if using else Timing.ASK_FOR_CARD_RESPONSE, player, wanted)
    refused: list[str] = []
    while wanted.result is None and player.alive:
        yield from fire(w, Timing.HANDLE_ASK_FOR_PLAY_CARD, player, wanted)
        offers = card_offers(w, player, wanted.name, wanted.verb, usable, refused)
        answer = yield from ask(w, player, wanted.prompt, Offers((OFFER_NO, *offers), tuple(player.own_cards)))
        yield from fire(w, Timing.HANDLE_ASK_FOR_PLAY_CARD, player, wanted)
        if answer.verb == "no":
            break
        wanted.result = yield from supplied(w, player, answer, wanted.name)
        if wanted.result is None:
            refused.append(answer.what)
    yield from fire(w, Timing.AFTER_ASK_FOR_CARD_USE if using else Timing.AFTER_ASK_FOR_CARD_RESPONSE, player, wanted)
    return wanted.result


@helper
def ask_use(
    w: World,
    player: Player,
    name: str,
    prompt: Line,
    targets: Sequence[Player] = (),
    *,
    response_to: CardEffect | None = None,
    extra: bool = False,
    usable: Usable = any_card,
) -> Asking[bool]:
    """Ask somebody to use a card of this name, on these targets or against this effect. True if it was used."""
    card = yield from want(w, Wanted(player, name, "use", prompt, response_to), usable)
    if card is None:
        return False
    yield from use_card(w, player, card, targets, response_to=response_to, extra=extra)
    return True


@helper
def ask_response(
    w: World, player: Player, name: str, prompt: Line, effect: CardEffect | None = None, drop: bool = True
) -> Asking[Played | None]:
    """Ask somebody to respond a card of this name. Ends with the card, or None."""
    card = yield from want(w, Wanted(player, name, "respond", prompt, effect))
    if card is None:
        return None
    yield from respond_card(w, player, card, drop)
    return card


def _nullification_prompt(effect: CardEffect) -> Line:
    """Against a stratagem of somebody, against one that lies in a judge area, or against another 无懈可击."""
    if effect.target is None:
        return Line.of("sgs.ask.nullification_again", source=_seat(effect.user))
    name, target = f"card.{effect.card.name}", effect.target.seat
    if effect.user is None:
        return Line.of("sgs.ask.nullification_laid", card=name, target=target)
    return Line.of("sgs.ask.nullification", card=name, source=effect.user.seat, target=target)


def ask_nullification(w: World, effect: CardEffect) -> Asking[None]:
    """无懈可击: all the living are asked at once, whatever they hold; the first to use one closes the question."""
    prompt = _nullification_prompt(effect)
    questions = {}
    for player in w.living():
        offers = card_offers(w, player, NULLIFICATION, "use")
        questions[player] = (prompt, Offers((OFFER_NO, *offers), tuple(player.own_cards)) if offers else _DECLINE)
    first = yield from race(w, questions)
    yield from fire(w, Timing.AFTER_ASK_FOR_NULLIFICATION, None, None)
    if first is not None:
        player, answer = first
        card = yield from supplied(w, player, answer, NULLIFICATION)
        if card is not None:
            yield from use_card(w, player, card, response_to=effect)


_DECLINE: Final = Offers((OFFER_NO,))
