"""What a skill is: a name with tags, and one or more effects of four kinds (rules §2.4).

    Trigger   steps in at a timing, asking its owner first unless it is compulsory
    Active    is offered in the play phase
    ViewAs    lets cards be used or responded as another card
    statuses  change a number or forbid something whenever it is computed; they never ask (Distance, Reach …)

A skill file states its conditions as small named predicates; a trace prints the name of the one that failed. What can
be wrong with a skill by itself is refused when it is made. docs/skills.md shows how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from inspect import isgeneratorfunction
from typing import Any, Final, Literal, Protocol

from paiju.games.messages import Text
from paiju.games.sanguosha.card import NO_TEXT, Card, Played, Suit, Targets
from paiju.games.sanguosha.helper import SkillError
from paiju.games.sanguosha.notation import is_name
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import InPlay, Player, Scope, World
from paiju.games.script import Asking

GENERAL: Final = 1.0  # priorities: a level is finished for all players before the next begins
ARMS: Final = 0.1
RULES: Final = 0.0

Tag = Literal["compulsory", "lord"]
Condition = Callable[[World, Player, Any], bool]
_ASKING: Final = ("effect", "cost", "use", "supply")  # functions of a skill that may be generators


class Effect(Protocol):
    """One part of a skill; knows how to put itself into play."""

    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None: ...


@dataclass(frozen=True, eq=False)
class Skill:
    """A named, tagged container of effects, with its name and text in both languages."""

    name: str
    effects: tuple[Effect, ...]
    tags: frozenset[Tag] = frozenset()
    priority: float = GENERAL
    title: Text = NO_TEXT
    text: Text = NO_TEXT

    def __post_init__(self) -> None:
        """Refuse what answers could not name, and functions that ask where nothing can be asked."""
        if not is_name(self.name):
            raise SkillError(self.name, "a name is lower-case letters and underscores, so that answers can write it")
        if sum(isinstance(effect, Active) for effect in self.effects) > 1:
            raise SkillError(self.name, "it has two Actives, and `skill …` would not say which one is meant")
        made = [name for effect in self.effects if isinstance(effect, ViewAs) for name in effect.makes]
        if len(made) > len(set(made)):
            raise SkillError(self.name, "two of its conversions make the same card")
        for effect in self.effects:
            for part, value in vars(effect).items():
                for function in value if isinstance(value, tuple) else (value,):
                    if part not in _ASKING and isgeneratorfunction(function):
                        raise SkillError(self.name, f"{part} of {type(effect).__name__} asks nobody: no `yield`")

    @property
    def is_compulsory(self) -> bool:
        return "compulsory" in self.tags

    @property
    def is_lord(self) -> bool:
        return "lord" in self.tags

    def __repr__(self) -> str:
        return self.name


def skill(
    name: str,
    *effects: Effect,
    zh: tuple[str, str],
    en: tuple[str, str],
    compulsory: bool = False,
    lord: bool = False,
    arms: bool = False,
) -> Skill:
    """A skill with its title and text: `zh=("奸雄", "…"), en=("Villainy", "…")`."""
    tags: set[Tag] = set()
    if compulsory:
        tags.add("compulsory")
    if lord:
        tags.add("lord")
    priority = ARMS if arms else GENERAL
    return Skill(name, effects, frozenset(tags), priority, Text(zh[0], en[0]), Text(zh[1], en[1]))


@dataclass(frozen=True, eq=False)
class Trigger:
    """触发技: at its timing, if every condition of `when` holds, the owner may let `effect` happen.

    By default it looks only at what its owner bears; `anyone` lets it look at everybody's. `cost` replaces the
    yes-or-no question: it asks for what the skill needs and ends with that, or with None if the owner declines; the
    effect then gets it as a fourth argument. An effect that asks nothing is a plain function; it returns nothing.
    `times` allows several uses at one occurrence (遗计). A `delayed` effect is a consequence of a skill already used
    (裸衣's extra damage): it neither asks nor counts.
    """

    timing: Timing | tuple[Timing, ...]
    effect: Callable[..., Asking[Any] | None]
    when: tuple[Condition, ...] = ()
    cost: Callable[[World, Player, Any], Asking[Any]] | None = None
    times: Callable[[World, Player, Any], int] | None = None
    anyone: bool = False
    delayed: bool = False

    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None:
        for timing in self.timing if isinstance(self.timing, tuple) else (self.timing,):
            w.hooks.setdefault(timing, []).append(InPlay(player, self, source, skill))

    def holds(self, w: World, player: Player, data: Any) -> bool:
        """Whether every condition holds; a later one may rely on those before it."""
        for condition in self.when:  # noqa: SIM110 - this runs at every timing
            if not condition(w, player, data):
                return False
        return True

    def why_not(self, w: World, player: Player, data: Any) -> str:
        """The name of the first condition that fails, "" if all hold."""
        for condition in self.when:
            if not condition(w, player, data):
                return condition.__name__.strip("_").replace("_", " ")
        return ""


@dataclass(frozen=True, eq=False)
class Refresh:
    """Silent bookkeeping at a timing, before any skill: it asks nobody and nothing can stop it."""

    timing: Timing
    refresh: Callable[[World, Player, Any], None]

    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None:
        w.refreshes.setdefault(self.timing, []).append(InPlay(player, self, source, skill))


def no_cards(w: World, me: Player) -> Sequence[Card]:
    return ()


def no_targets(w: World, me: Player) -> Iterable[Targets]:
    return ((),)


def always(w: World, me: Player) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Active:
    """主动技: offered in the owner's play phase with `low` to `high` cards of `cards` and one group of `targets`."""

    use: Callable[[World, Player, tuple[Card, ...], Targets], Asking[Any] | None]
    cards: Callable[[World, Player], Sequence[Card]] = no_cards
    low: int = 0
    high: int | None = 0  # None: as many as there are
    targets: Callable[[World, Player], Iterable[Targets]] = no_targets
    when: Callable[[World, Player], bool] = always
    limit: Scope | None = None  # once in each of these
    in_order: bool = False  # the order of the targets matters
    discards: bool = False  # its cards are discarded, so they must be such as may be

    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None:
        player.actives.append(InPlay(player, self, source, skill))


@dataclass(frozen=True, eq=False)
class ViewAs:
    """视为技: `count` of `cards` may be used or responded as a card of one of the names in `makes`.

    Where several of the names can be played, an answer says which one: `use jiwu.duel:3h > 1`. `supply` gets the real cards from elsewhere, asking others for them (激将); it ends with them, or with None.
    """

    makes: tuple[str, ...]
    cards: Callable[[World, Player, str], Iterable[Card]]
    count: int = 1
    when: Callable[[World, Player], bool] = always
    when_played: Callable[[World, Player], bool] = always  # a further condition in the play phase
    supply: Callable[[World, Player, str], Asking[tuple[Card, ...] | None]] | None = None

    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None:
        player.views.append(InPlay(player, self, source, skill))


@dataclass(frozen=True, eq=False)
class _StatusEffect:
    def attach(self, w: World, player: Player, skill: Skill, source: Card | None) -> None:
        w.statuses.setdefault(type(self), []).append(InPlay(player, self, source, skill))


@dataclass(frozen=True, eq=False)
class Distance(_StatusEffect):
    """Distances from the owner to others change by `outgoing`, those from others to the owner by `incoming`.

    `fixed` names the distance from the owner to somebody outright, whatever else would change it; None: not this one.
    """

    outgoing: int = 0
    incoming: int = 0
    fixed: Callable[[World, Player, Player], int | None] | None = None


@dataclass(frozen=True, eq=False)
class Reach(_StatusEffect):
    """The owner's attack range changes by this much, or is `fixed`; whoever is `within` is in it however far away."""

    change: int = 0
    fixed: Callable[[World, Player], int | None] | None = None
    within: Callable[[World, Player, Player], bool] | None = None


@dataclass(frozen=True, eq=False)
class HandLimit(_StatusEffect):
    """The owner keeps more or fewer cards in the discard phase, or a `fixed` number instead of their hp.

    `excludes` says which cards do not count at all.
    """

    change: Callable[[World, Player], int] = field(default=lambda w, me: 0)
    excludes: Callable[[World, Player, Card], bool] | None = None
    fixed: Callable[[World, Player], int | None] | None = None


@dataclass(frozen=True, eq=False)
class Freedom(_StatusEffect):
    """The owner's uses of some cards are freed from a limit."""

    cards: Callable[[Played], bool]
    any_number: bool = False  # no limit on uses in a play phase
    any_distance: bool = False
    extra_targets: Callable[[World, Player, Played], int] | None = None
    extra_uses: Callable[[World, Player], int] | None = None  # so many more in a play phase


@dataclass(frozen=True, eq=False)
class Prohibit(_StatusEffect):
    """The owner cannot be chosen as a target: `forbids(w, user, me, card)`."""

    forbids: Callable[[World, Player, Player, Played], bool]


@dataclass(frozen=True, eq=False)
class Forbid(_StatusEffect):
    """The owner cannot use, respond or discard some of their cards."""

    use: Callable[[World, Player, Played], bool] | None = None
    respond: Callable[[World, Player, Played], bool] | None = None
    discard: Callable[[World, Player, Card], bool] | None = None


@dataclass(frozen=True, eq=False)
class CountsAs(_StatusEffect):
    """Some cards of the owner count as a card of another name or suit, willy-nilly: used, responded or judged."""

    cards: Callable[[World, Player, Card], bool]
    name: str = ""  # "": its own
    suit: Suit | None = None


@dataclass(frozen=True, eq=False)
class Disable(_StatusEffect):
    """Skills of anybody may be without effect: `disables(w, owner of the status, holder, skill)`."""

    disables: Callable[[World, Player, Player, Skill], bool]


@dataclass(frozen=True, eq=False)
class Sees(_StatusEffect):
    """The owner sees the hand or the identity of some others."""

    hand: Callable[[World, Player, Player], bool] | None = None
    role: Callable[[World, Player, Player], bool] | None = None
