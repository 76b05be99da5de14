"""Every question to a player, and what may be answered (rules §2.6).

A question is a `Decision` whose choices are `Offers`: a snapshot of what is legal now, so that it stays right when
the world has moved on. The first choice is always the safe one: a clock that runs out takes it. Who is asked, and
what the prompt says, depends only on what everybody knows; what a player holds shows only in their own choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from paiju.games.contract import Decision, IllegalAction, Line, Seat
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.helper import helper
from paiju.games.sanguosha.notation import END, NO, YES, Action
from paiju.games.sanguosha.reach import discardable
from paiju.games.sanguosha.skill import Forbid
from paiju.games.sanguosha.world import Player, World, Zone
from paiju.games.script import Ask, Asking

Seats = tuple[int, ...]
NOBODY: tuple[Seats, ...] = ((),)


class Answer(NamedTuple):
    """An answer understood: the offer it takes up, the real cards and the seats it names."""

    verb: str
    what: str = ""
    cards: tuple[Card, ...] = ()
    seats: Seats = ()


class Refusal(NamedTuple):
    """Why an answer is not legal: an error code of the wire, and the sentence."""

    code: str
    why: Line


class Offer:
    """One sort of legal answer: `low` to `high` cards of `pool`, and one of the groups of `targets`.

    `by_cards` holds the groups where they depend on the cards chosen (a weapon used as 杀 no longer reaches); cards
    that are not in it cannot be chosen together.
    """

    __slots__ = ("_labels", "by_cards", "high", "in_order", "low", "pool", "targets", "verb", "what")

    def __init__(
        self,
        verb: str,
        what: str = "",
        pool: Sequence[Card] = (),
        low: int = 0,
        high: int | None = 0,
        targets: tuple[Seats, ...] = NOBODY,
        by_cards: Mapping[frozenset[Card], tuple[Seats, ...]] | None = None,
        in_order: bool = False,
    ) -> None:
        self.verb, self.what, self.pool, self.low = verb, what, tuple(pool), low
        self.high = len(pool) if high is None else high
        if self.high > 1:  # copies side by side, so that every choice of several cards has one spelling
            first: dict[str, int] = {}
            for at, card in enumerate(pool):
                first.setdefault(card.text, at)
            self.pool = tuple(sorted(pool, key=lambda card: first[card.text]))
        self.targets, self.by_cards, self.in_order = targets, by_cards, in_order
        self._labels: dict[Card, str] | None = None

    @property
    def labels(self) -> dict[Card, str]:
        """How each card of the pool is written: its face, with the name where the face alone is not enough."""
        if self._labels is None:
            names: dict[str, str] = {}
            doubtful = set()
            for card in self.pool:
                if names.setdefault(card.face, card.name) != card.name:
                    doubtful.add(card.face)
            self._labels = {
                card: f"{card.face}({card.name})" if card.face in doubtful else card.face for card in self.pool
            }
        return self._labels

    def groups(self, cards: Iterable[Card]) -> tuple[Seats, ...]:
        """Whom an answer with these cards may name."""
        return self.targets if self.by_cards is None else self.by_cards.get(frozenset(cards), ())

    def actions(self) -> Iterator[Action]:
        """Every answer, each spelling once: equal cards are interchangeable."""
        if self.high == 0:
            for seats in self.targets:
                yield Action(self.verb, self.what, (), seats)
            return
        labels = self.labels
        seen: set[tuple[str, ...]] = set()
        for count in range(self.low, min(self.high, len(self.pool)) + 1):
            for cards in combinations(self.pool, count):
                spelled = tuple([labels[card] for card in cards])
                if spelled in seen:
                    continue
                seen.add(spelled)
                for seats in self.groups(cards):
                    yield Action(self.verb, self.what, spelled, seats)

    def match(self, action: Action) -> tuple[Action, Answer] | Refusal:
        """The canonical spelling and the meaning of an answer with this verb and name, or why it is refused."""
        cards = self._cards(action)
        if isinstance(cards, Refusal):
            return cards
        if not self.low <= len(cards) <= self.high:
            if self.low == self.high:
                return Refusal("bad_answer", Line.of("sgs.error.exactly", count=self.low))
            return Refusal("bad_answer", Line.of("sgs.error.count", low=self.low, high=self.high))
        groups = self.groups(cards)
        seats = action.seats
        if seats not in groups:
            if not self.in_order:
                seats = next((group for group in groups if sorted(group) == sorted(seats)), seats)
            if not seats and len(groups) == 1:
                seats = groups[0]
            if seats not in groups:
                near = tuple(sorted({seat for group in groups for seat in group}))
                return Refusal("bad_target", Line.of("sgs.error.target", targets=near))
        spelled = tuple([self.labels[card] for card in cards]) if cards else ()
        return Action(self.verb, self.what, spelled, seats), Answer(self.verb, self.what, cards, seats)

    def _cards(self, action: Action) -> tuple[Card, ...] | Refusal:
        if len(action.cards) == 1 and len(self.pool) == 1 and action.cards[0] == self.pool[0].face:
            return self.pool
        left = list(self.pool)
        found: list[Card] = []
        for token in action.cards:
            matching = matches(token, left)
            if not matching:
                return Refusal("not_in_hand", Line.of("sgs.error.not_in_hand", cards=(token,)))
            if len({card.name for card in matching}) > 1:
                spellings = tuple(f"{card.face}({card.name})" for card in matching)
                return Refusal("ambiguous", Line.of("sgs.error.ambiguous", answers=spellings))
            found.append(matching[0])
            left.remove(matching[0])
        if len(found) > 1:
            found.sort(key=self.pool.index)
        return tuple(found)


def matches(token: str, among: Sequence[Card]) -> list[Card]:
    """The cards that `3s` or `3s(snatch)` may mean. `#12` is one card by its id: only replays with edits write it."""
    if token[0] == "#":
        return [card for card in among if card.id == int(token[1:])]
    face, _, name = token.partition("(")
    return [card for card in among if card.face == face and (not name or card.name == name[:-1])]


def each_card(verb: str, cards: Iterable[Card]) -> list[Offer]:
    """An offer for each card by name; copies share one, so that no answer is offered twice."""
    copies: dict[str, list[Card]] = {}
    for card in cards:
        copies.setdefault(card.text, []).append(card)
    return [Offer(verb, pool[0].name, pool, 1, 1) for pool in copies.values()]


def offer_of(
    verb: str,
    what: str,
    pool: Sequence[Card],
    count: int,
    groups: Callable[[tuple[Card, ...]], tuple[Seats, ...]],
    in_order: bool = False,
) -> Offer | None:
    """Exactly `count` cards: `groups` says whom each choice of them may aim at, () where it is not legal at all."""
    choices = list(combinations(pool, count))
    by_cards = {frozenset(cards): found for cards in choices if (found := groups(cards))}
    if not by_cards:
        return None
    usable = frozenset().union(*by_cards)
    pool = [card for card in pool if card in usable]
    same = set(by_cards.values())
    if len(same) == 1 and len(by_cards) == len(choices):
        return Offer(verb, what, pool, count, count, same.pop(), in_order=in_order)
    return Offer(verb, what, pool, count, count, by_cards=by_cards, in_order=in_order)


class Slots(Offer):
    """A hidden hand: one of its cards by number."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        super().__init__("choose", "hand")
        self.count = count

    def actions(self) -> Iterator[Action]:
        for slot in range(self.count):
            yield Action("choose", "hand", (str(slot),))

    def match(self, action: Action) -> tuple[Action, Answer] | Refusal:
        if len(action.cards) != 1 or not action.cards[0].isdecimal() or not int(action.cards[0]) < self.count:
            return Refusal("bad_answer", Line.of("sgs.error.slot", last=self.count - 1))
        slot = int(action.cards[0])
        return Action("choose", "hand", (str(slot),)), Answer("choose", "hand", (), (slot,))


class Offers:
    """Choices made of offers, safest first.

    To say what is wrong with another answer: `holds` are the chooser's own cards, `skills` what they could do at
    another time, `spent` what they have used up. Nothing else is known here, so a refusal reveals nothing else.
    """

    __slots__ = ("_last", "holds", "offers", "skills", "spent")

    def __init__(
        self,
        offers: tuple[Offer, ...],
        holds: tuple[Card, ...] = (),
        skills: tuple[str, ...] = (),
        spent: tuple[str, ...] = (),
    ) -> None:
        self.offers, self.holds, self.skills, self.spent = offers, holds, skills, spent
        self._last: tuple[Action, Answer] | None = None  # checked just before it is read

    def __iter__(self) -> Iterator[Action]:
        for offer in self.offers:
            yield from offer.actions()

    def __contains__(self, action: object) -> bool:
        try:
            self.resolve(Seat(-1), action)
        except IllegalAction:
            return False
        return True

    def resolve(self, seat: Seat, action: Any) -> Action:
        if not isinstance(action, Action):
            raise IllegalAction(seat, action, "bad_answer", Line.of("sgs.error.not_offered", answer=str(action)))
        self._last = self._match(seat, action)
        return self._last[0]

    def read(self, action: Action) -> Answer:
        """What a legal answer means."""
        if self._last is not None and self._last[0] is action:
            return self._last[1]
        return self._match(Seat(-1), action)[1]

    def _match(self, seat: Seat, action: Action) -> tuple[Action, Answer]:
        verb, what = action.verb, action.what
        refusal: Refusal | None = None
        for offer in self.offers:
            if offer.verb == verb and offer.what == what:
                found = offer.match(action)
                if not isinstance(found, Refusal):
                    return found
                if refusal is None or refusal.code == "not_in_hand":
                    refusal = found
        if refusal is None or (refusal.code == "not_in_hand" and self._holds_all(action)):
            refusal = self._not_offered(action)
        raise IllegalAction(seat, action, *refusal)

    def _holds_all(self, action: Action) -> bool:
        return all(matches(token, self.holds) for token in action.cards)

    def _not_offered(self, action: Action) -> Refusal:
        """Why an answer that matches no offer is refused: skill, verb, a card not held, or simply not now."""
        verbs = tuple(dict.fromkeys(offer.verb for offer in self.offers))
        named = tuple(
            dict.fromkeys(
                f"{offer.verb} {offer.what}"
                for offer in self.offers
                if offer.verb == action.verb and offer.what.startswith(f"{action.what}.")
            )
        )
        if named:
            return Refusal("ambiguous", Line.of("sgs.error.which", answers=named))
        if action.verb == "skill":
            return self._no_skill(action.what)
        if action.verb == "use" and "end" in verbs and self._holds_all(action):
            return self._not_playable(action)
        if action.verb not in verbs:
            return Refusal("wrong_phase", Line.of("sgs.error.verb", verbs=", ".join(verbs)))
        if not self._holds_all(action):
            return Refusal("not_in_hand", Line.of("sgs.error.not_in_hand", cards=_named(action)))
        return Refusal("bad_answer", Line.of("sgs.error.not_offered", answer=str(action)))

    def _no_skill(self, name: str) -> Refusal:
        key = "skill_used" if name in self.spent else "skill" if name in self.skills else "not_your_skill"
        return Refusal("skill_unavailable", Line.of(f"sgs.error.{key}", skill=f"skill.{name}"))

    def _not_playable(self, action: Action) -> Refusal:
        """A card or conversion that cannot be used in this play phase, though the cards are there."""
        name = action.what
        if not action.cards or not any(matches(action.cards[0], [card]) and card.name == name for card in self.holds):
            if name in self.skills:
                return Refusal("bad_answer", Line.of("sgs.error.skill", skill=f"skill.{name}"))
            return Refusal("bad_answer", Line.of("sgs.error.not_offered", answer=str(action)))
        if name == "slash" and name in self.spent:
            return Refusal("bad_answer", Line.of("sgs.error.slash_used"))
        key = "not_played" if name in ("jink", "nullification") else "no_target"
        return Refusal("bad_answer", Line.of(f"sgs.error.{key}", cards=_named(action)))


def _named(action: Action) -> tuple[str, ...]:
    """The cards of an answer as readers know them: 杀 ♠7."""
    if action.verb in ("use", "respond") and len(action.cards) == 1:
        return (f"{action.what}:{action.cards[0].partition('(')[0]}",)
    return action.cards


OFFER_NO = Offer("no")
OFFER_YES = Offer("yes")
OFFER_END = Offer("end")
YES_NO = Offers((OFFER_NO, OFFER_YES))
assert (OFFER_NO.verb, OFFER_YES.verb, OFFER_END.verb) == (NO.verb, YES.verb, END.verb)


# --- asking one player -------------------------------------------------------------------------------------------


@helper
def ask(w: World, player: Player, prompt: Line, offers: Offers) -> Asking[Answer]:
    """Put one question and wait for its answer."""
    answers: dict[Seat, Action] = yield Ask((Decision(player.seat, prompt, offers),))
    answer = offers.read(answers[player.seat])
    if w.trace is not None:
        w.trace.answered(player, prompt, answers[player.seat])
    return answer


@helper
def invoke(w: World, /, player: Player, skill: str, **context: Any) -> Asking[bool]:
    """Whether to use a skill; no by default."""
    answer = yield from ask(w, player, Line.of("sgs.ask.skill", skill=f"skill.{skill}", **context), YES_NO)
    return answer.verb == "yes"


@helper
def choose_name(w: World, player: Player, prompt: Line, names: Sequence[str]) -> Asking[str]:
    """One of several names: suits, skills, generals."""
    answer = yield from ask(w, player, prompt, Offers(tuple(Offer("choose", name) for name in names)))
    return answer.what


@helper
def choose_players(
    w: World, player: Player, prompt: Line, among: Sequence[Player], low: int = 1, high: int = 1, optional: bool = True
) -> Asking[tuple[Player, ...]]:
    """Some players, in action order; () if the chooser would rather not."""
    seats = [other.seat for other in among]
    groups = tuple(group for count in range(low, min(high, len(seats)) + 1) for group in combinations(seats, count))
    offers = (Offer("choose", targets=groups),)
    answer = yield from ask(w, player, prompt, Offers((OFFER_NO, *offers) if optional else offers))
    return tuple(w.players[seat] for seat in answer.seats)


@helper
def choose_cards(
    w: World,
    player: Player,
    prompt: Line,
    among: Sequence[Card],
    low: int,
    high: int,
    *,
    verb: str = "choose",
    optional: bool = False,
) -> Asking[tuple[Card, ...]]:
    """Some of the chooser's own cards; () if they would rather not. Not asked where everybody knows the answer."""
    if verb == "discard" and w.statuses.get(Forbid):
        among = discardable(w, player, among)
    if not optional and low >= len(among):
        return tuple(among)
    offer = Offer(verb, "", among, low, high)
    holds = tuple(player.own_cards)
    answer = yield from ask(w, player, prompt, Offers((OFFER_NO, offer) if optional else (offer,), holds))
    return answer.cards


@helper
def choose_card_of(w: World, player: Player, prompt: Line, owner: Player, zones: Iterable[Zone]) -> Asking[Card]:
    """One card of somebody else, a hidden hand as numbered slots.

    Which card lies in which slot is a numbered shuffle: the chooser learns nothing from the order of a hand.
    """
    open_cards: list[Card] = []
    slots: tuple[int, ...] = ()
    for zone in zones:
        if zone.name == "hand" and owner is not player:
            slots = w.shuffled("slots", range(len(zone))) if len(zone) > 1 else tuple(range(len(zone)))
        else:
            open_cards += zone.cards
    if len(slots) + len(open_cards) == 1:
        return open_cards[0] if open_cards else owner.hand.cards[0]
    offers: list[Offer] = [Slots(len(slots))] if slots else []
    offers += each_card("choose", open_cards)
    answer = yield from ask(w, player, prompt, Offers(tuple(offers)))
    if answer.what == "hand":
        return owner.hand.cards[slots[answer.seats[0]]]
    return answer.cards[0]


@dataclass(frozen=True, eq=False)
class Arrangements:
    """观星: every way to put some cards on top in any order and the rest at the bottom in any order."""

    cards: tuple[Card, ...]

    def __iter__(self) -> Iterator[Action]:
        offer = Offer("arrange", pool=self.cards)
        seen = set()
        for top in range(len(self.cards), -1, -1):
            for row in permutations(self.cards):
                spelled = [offer.labels[card] for card in row]
                action = Action("arrange", "", tuple(spelled[:top]), (), tuple(spelled[top:]))
                if action not in seen:
                    seen.add(action)
                    yield action

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self._match(action) is not None

    def resolve(self, seat: Seat, action: Any) -> Action:
        found = self._match(action) if isinstance(action, Action) else None
        if found is None:
            faces = tuple(Offer("arrange", pool=self.cards).labels.values())
            raise IllegalAction(seat, action, "bad_answer", Line.of("sgs.error.arrange", cards=faces))
        top, bottom = found
        return self.spell(top, bottom)

    def spell(self, top: Sequence[Card], bottom: Sequence[Card]) -> Action:
        labels = Offer("arrange", pool=self.cards).labels
        return Action("arrange", "", tuple(labels[c] for c in top), (), tuple(labels[c] for c in bottom))

    def read(self, action: Action) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        found = self._match(action)
        assert found is not None
        return found

    def _match(self, action: Action) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
        if action.verb != "arrange" or len(action.cards) + len(action.rest) != len(self.cards):
            return None
        left = list(self.cards)
        found: list[Card] = []
        for token in (*action.cards, *action.rest):
            matching = matches(token, left)
            if not matching or len({card.name for card in matching}) > 1:
                return None
            found.append(matching[0])
            left.remove(matching[0])
        return tuple(found[: len(action.cards)]), tuple(found[len(action.cards) :])


@helper
def arrange(w: World, player: Player, prompt: Line, cards: tuple[Card, ...]) -> Asking[tuple[tuple[Card, ...], ...]]:
    """Cards for the top and cards for the bottom, each from its upper end; by default all on top as they were."""
    choices = Arrangements(cards)
    answers: dict[Seat, Action] = yield Ask((Decision(player.seat, prompt, choices),))
    if w.trace is not None:
        w.trace.answered(player, prompt, answers[player.seat])
    return choices.read(answers[player.seat])


@helper
def distribute(w: World, player: Player, prompt: Line, cards: Sequence[Card]) -> Asking[tuple[Player, ...]]:
    """遗计: a player for each card in turn; by default all to oneself."""
    seats = [other.seat for other in w.living(player)]
    offer = Offer("give", targets=tuple(product(seats, repeat=len(cards))), in_order=True)
    answer = yield from ask(w, player, prompt, Offers((offer,)))
    return tuple(w.players[seat] for seat in answer.seats)


# --- asking several at once --------------------------------------------------------------------------------------


@helper
def ask_all(w: World, questions: dict[Player, tuple[Line, Offers]]) -> Asking[dict[Player, Answer]]:
    """The same moment for all: nobody sees another's answer before giving their own."""
    decisions = tuple(Decision(player.seat, prompt, offers) for player, (prompt, offers) in questions.items())
    answers: dict[Seat, Action] = yield Ask(decisions)
    if w.trace is not None:
        for player, (prompt, _) in questions.items():
            w.trace.answered(player, prompt, answers[player.seat])
    return {player: offers.read(answers[player.seat]) for player, (_, offers) in questions.items()}


def _is_yes(action: Action) -> bool:
    return action.verb != "no"


@helper
def race(w: World, questions: dict[Player, tuple[Line, Offers]]) -> Asking[tuple[Player, Answer] | None]:
    """All are asked; the first who does not decline closes the question, the others' answers are void."""
    decisions = tuple(Decision(player.seat, prompt, offers) for player, (prompt, offers) in questions.items())
    answers: dict[Seat, Action] = yield Ask(decisions, closed_by=_is_yes)
    for player, (prompt, offers) in questions.items():
        action = answers.get(player.seat)
        if action is not None and _is_yes(action):
            if w.trace is not None:
                w.trace.answered(player, prompt, action)
            return player, offers.read(action)
    return None
