"""The table as it is now: players, zones, who owns which skill, what happened so far.

The world is changed in place by the events, and only by them; the value that the contract calls a state is the
history it was built from (`games/script.py`). Rules that compute something from it live in `reach.py`; questions to
players in `ask.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeVar

from paiju.games.contract import Line, Seat
from paiju.games.sanguosha.card import Card, Category, Kind, Played, Virtual
from paiju.games.sanguosha.timing import Timing
from paiju.games.script import Asking, Chance

if TYPE_CHECKING:
    from paiju.games.sanguosha.events import Event
    from paiju.games.sanguosha.generals import General
    from paiju.games.sanguosha.modes import Mode
    from paiju.games.sanguosha.options import SanguoshaOptions
    from paiju.games.sanguosha.skill import Active, Refresh, Skill, Trigger, ViewAs
    from paiju.games.sanguosha.trace import Trace
    from paiju.games.sanguosha.turns import PhaseName

E = TypeVar("E", bound="Event")
F = TypeVar("F")
T = TypeVar("T")

ZoneName = Literal["hand", "equip", "judge", "draw", "discard", "processing", "void", "pile"]
Role = Literal["lord", "loyalist", "rebel", "renegade"]
Scope = Literal["phase", "turn", "round", "game"]
Area = Literal["weapon", "armor", "defensive", "offensive", "judge"]

SCOPES: Final[tuple[Scope, ...]] = ("phase", "turn", "round", "game")
PUBLIC: Final = frozenset({"equip", "judge", "discard", "processing"})
EVERYBODY: Final = (1 << 16) - 1
SPECTATOR: Final = 1 << 15  # the bit of a viewer without a seat


class Zone:
    """A place for cards: somebody's, or the table's. The top of the draw pile is the end of its list.

    A private pile has a `label`, the skill it belongs to, and lies open or is seen by its owner alone.
    """

    __slots__ = ("cards", "is_open", "label", "name", "owner")

    def __init__(self, name: ZoneName, owner: Player | None = None, label: str = "", is_open: bool = False) -> None:
        self.name, self.owner, self.label = name, owner, label
        self.is_open = is_open or name in PUBLIC
        self.cards: list[Card] = []

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __repr__(self) -> str:
        return f"P{self.owner.number}.{self.label or self.name}" if self.owner else self.name


class Player:
    """One seat: identity, general, hp, zones, skills and counters."""

    def __init__(self, seat: Seat, number: int = 0) -> None:
        self.seat = seat
        self.number = number or seat + 1  # 座次: the lord is number 1
        self.bit = 1 << seat
        self.role: Role = "rebel"
        self.role_shown = False
        self.general: General | None = None
        self.offered: tuple[General, ...] = ()
        self.kingdom = ""
        self.male = True
        self.hp = self.max_hp = 0
        self.alive = True
        self.face_up = True
        self.chained = False
        self.rest = 0  # 休整: own turns until a temporary death ends; 999 or more never ends
        self.phase: PhaseName | None = None
        self.hand = Zone("hand", self)
        self.equip = Zone("equip", self)
        self.judge = Zone("judge", self)
        self.piles: list[Zone] = []  # private piles, by age
        self.aborted: set[Area] = set()  # abolished areas
        self.skills: list[Owned] = []
        self.actives: list[InPlay[Active]] = []
        self.views: list[InPlay[ViewAs]] = []
        self.uses: dict[Scope, dict[str, int]] = {scope: {} for scope in SCOPES}
        self.marks: dict[Scope, dict[str, Any]] = {scope: {} for scope in SCOPES}

    @property
    def own_cards(self) -> list[Card]:
        """h and e: what "a card of X" means."""
        return self.hand.cards + self.equip.cards

    @property
    def all_cards(self) -> list[Card]:
        """h, e and j: what "in X's areas" means."""
        return self.hand.cards + self.equip.cards + self.judge.cards

    @property
    def zones(self) -> list[Zone]:
        """Everywhere a card of this player may lie."""
        return [self.hand, self.equip, self.judge, *self.piles]

    def pile(self, label: str, is_open: bool = True) -> Zone:
        """The private pile of a skill; a new one lies open, or is seen by its owner alone."""
        for zone in self.piles:
            if zone.label == label:
                return zone
        self.piles.append(Zone("pile", self, label, is_open))
        return self.piles[-1]

    def can_hold(self, zone: Zone, card: Card) -> bool:
        """Whether this zone of the player takes the card: its area or slot is not abolished."""
        if zone.name == "equip":
            return card.kind.category.value not in self.aborted
        return zone.name not in self.aborted

    @property
    def is_hurt(self) -> bool:
        return self.hp < self.max_hp

    def equipped(self, category: Category) -> Card | None:
        for card in self.equip.cards:
            if card.kind.category is category:
                return card
        return None

    @property
    def weapon(self) -> Card | None:
        return self.equipped(Category.WEAPON)

    @property
    def armor(self) -> Card | None:
        return self.equipped(Category.ARMOR)

    def has(self, skill: str) -> bool:
        return any(owned.skill.name == skill for owned in self.skills)

    def used(self, name: str, scope: Scope = "phase") -> int:
        """How often a card name or a skill was used in the running phase, turn, round or game."""
        return self.uses[scope].get(name, 0)

    def count_use(self, name: str) -> None:
        for counter in self.uses.values():
            counter[name] = counter.get(name, 0) + 1

    def forget(self, scope: Scope) -> None:
        """The scope is over: its counters and marks are cleared."""
        if self.uses[scope]:
            self.uses[scope].clear()
        if self.marks[scope]:
            self.marks[scope].clear()

    def __repr__(self) -> str:
        return f"P{self.number}"


class Owned(NamedTuple):
    """A skill somebody has, and the equipment card it came with."""

    skill: Skill
    source: Card | None = None


class InPlay(NamedTuple, Generic[F]):
    """An effect in play: whose, of which skill, and the equipment card it came with."""

    owner: Player
    effect: F
    source: Card | None
    skill: Skill


class Said(NamedTuple):
    """One line of the log: what those in `seen_by` see, and what the others see instead, if anything."""

    line: Line
    seen_by: int = EVERYBODY
    others: Line | None = None


class Shuffle(NamedTuple):
    """One numbered shuffle: what it was for, and what was shuffled. Its result is in `chance.results`."""

    purpose: Literal["roles", "generals", "cards", "slots"]
    deck: tuple[Any, ...]


class FirstHand(NamedTuple):
    """Cards that a seat took when first hands were dealt, and from which shuffle."""

    shuffle: int
    seat: Seat
    cards: tuple[Card, ...]


class GlimpseEnd(NamedTuple):
    """A card went back into a shuffle: who had seen it since the shuffle before."""

    shuffle: int
    card: Card
    seen_by: int


class World:
    """Everything on the table."""

    def __init__(self, options: SanguoshaOptions, mode: Mode, seats: int, chance: Chance) -> None:
        self.options, self.mode, self.chance = options, mode, chance
        self.kinds: dict[str, Kind] = mode.kinds
        self.players = [Player(Seat(seat)) for seat in range(seats)]
        self.alive = list(self.players)  # in seat order
        self.current = self.players[0]
        self.first = self.players[0]
        self.round = 0
        self.draw_pile = Zone("draw")
        self.discard_pile = Zone("discard")
        self.processing = Zone("processing")
        self.void = Zone("void")
        self.where: dict[Card, Zone] = {}
        self.acting: dict[Card, Virtual] = {}  # what a card in a judge area counts as, where that is another card
        self.stack: list[Event] = []
        self.history: list[Event] = []
        self.next_id = 0
        self.hooks: dict[Timing, list[InPlay[Trigger]]] = {}
        self.refreshes: dict[Timing, list[InPlay[Refresh]]] = {}
        self.statuses: dict[type, list[InPlay[Any]]] = {}
        self.called: dict[Asking[Any], str] | None = None  # helpers called by the running part of a skill
        self.extra_turns: list[tuple[Player, str, tuple[PhaseName, ...] | None]] = []
        self.log: list[Said] = []
        self.read_logs: dict[int, list[Any]] = {}  # by viewer's bit: how far the log was read, and what it said
        self.looking: tuple[Player, tuple[Card, ...]] | None = None  # cards shown to one player: 观星, 遗计
        self.winner: str | None = None
        self.trace: Trace | None = None
        self.shuffles: list[Shuffle] = []
        self.first_hands: list[FirstHand] = []
        self.seen: dict[Card, int] = {}  # who has seen a card since it was last shuffled
        self.epoch: dict[Card, int] = {}  # which shuffle put a card where it is
        self.glimpses: list[GlimpseEnd] = []

    # --- who sits where ------------------------------------------------------------------------------------------

    def order(self, start: Player | None = None) -> list[Player]:
        """行动顺序: every seat once, the dead too, from the current actor or from somebody else."""
        at = (start or self.current).seat
        return self.players[at:] + self.players[:at]

    def living(self, start: Player | None = None) -> list[Player]:
        """The living in action order."""
        return [player for player in self.order(start) if player.alive]

    def others(self, player: Player) -> list[Player]:
        """The other living players, in action order from this one."""
        return [other for other in self.order(player) if other.alive and other is not player]

    def next_seat(self, player: Player) -> Player:
        return self.players[(player.seat + 1) % len(self.players)]

    def next_living(self, player: Player) -> Player:
        """下家: the next living player; the same player when nobody else lives."""
        return next((other for other in self.order(self.next_seat(player)) if other.alive), player)

    # --- cards ---------------------------------------------------------------------------------------------------

    def judged_as(self, card: Card) -> Played:
        """A card in a judge area, as what it counts there (国色)."""
        return self.acting.get(card, card)

    def in_processing(self, card: Played | None) -> bool:
        """Whether all real cards of this card still lie in the processing area; False where there are none."""
        return card is not None and bool(card.cards) and all(self.where[one] is self.processing for one in card.cards)

    def shuffled(self, purpose: Literal["roles", "generals", "slots"], items: Iterable[T]) -> tuple[T, ...]:
        """The next numbered shuffle."""
        deck = tuple(items)
        self.shuffles.append(Shuffle(purpose, deck))
        return self.chance.shuffled(deck)

    def shuffled_cards(self, cards: list[Card]) -> tuple[Card, ...]:
        """The next numbered shuffle, of cards: whatever was known about them is forgotten."""
        number = len(self.shuffles)
        self.shuffles.append(Shuffle("cards", tuple(cards)))
        for card in cards:
            if card in self.epoch:
                self.glimpses.append(GlimpseEnd(self.epoch[card], card, self.seen[card]))
            self.epoch[card] = number
            self.seen[card] = 0
        return self.chance.shuffled(cards)

    def reveal(self, cards: Iterable[Card], to: int = EVERYBODY) -> None:
        """These viewers have seen these cards."""
        seen = self.seen
        for card in cards:
            seen[card] |= to

    # --- what happened -------------------------------------------------------------------------------------------

    @property
    def top(self) -> Event | None:
        """The event being resolved."""
        return self.stack[-1] if self.stack else None

    def find(self, kind: type[E], where: Callable[[E], bool] | None = None) -> E | None:
        """The innermost running event of a kind."""
        for event in reversed(self.stack):
            if isinstance(event, kind) and (where is None or where(event)):
                return event
        return None

    def happened(self, kind: type[E], scope: Event | None = None) -> list[E]:
        """Events of a kind inside another one (the whole game by default), oldest first, running ones included.

        An event inside another one has a higher id, and a lower one than where the other ended, if it has.
        """
        found = []
        for event in reversed(self.history):
            if scope is not None and event.id <= scope.id:
                break
            if isinstance(event, kind) and (scope is None or scope.end is None or event.id < scope.end):
                found.append(event)
        found.reverse()
        return found

    # --- the log -------------------------------------------------------------------------------------------------

    def say(self, key: str, /, **args: Any) -> None:
        """A line that everybody sees."""
        self.log.append(Said(Line(key, args)))

    def whisper(self, to: int, line: Line, others: Line | None = None) -> None:
        """A line for some viewers, and another, or nothing, for the rest."""
        self.log.append(Said(line, to, others))

    # --- skills in play ------------------------------------------------------------------------------------------

    def attach(self, player: Player, skill: Skill, source: Card | None = None) -> None:
        """Put a skill into play, silently: `gain_skill` in state.py is the event."""
        other = next((owned.skill for owned in player.skills if owned.skill.name == skill.name), skill)
        if other is not skill:
            raise ValueError(f"{player} has another skill named {skill.name}")
        player.skills.append(Owned(skill, source))
        for effect in skill.effects:
            effect.attach(self, player, skill, source)

    def detach(self, player: Player, skill: Skill, source: Card | None = None) -> None:
        """Take a skill out of play, silently: as it came with this card, or with none."""
        owned = Owned(skill, source)
        if owned not in player.skills:
            return
        player.skills.remove(owned)

        def stays(one: InPlay[Any]) -> bool:
            return not (one.owner is player and one.skill is skill and one.source is source)

        stores: tuple[dict[Any, list[Any]], ...] = (self.hooks, self.refreshes, self.statuses)
        for store in stores:
            for key, found in list(store.items()):
                left = list(filter(stays, found))
                if left:
                    store[key] = left
                else:
                    del store[key]
        player.actives = list(filter(stays, player.actives))
        player.views = list(filter(stays, player.views))
