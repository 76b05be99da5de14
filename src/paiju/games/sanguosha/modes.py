"""The identity mode 身份: who is who, how the table is set, who wins, what a kill is worth (rules §1, §3.1, §3.14).

A mode is data and rules: functions that run at some timings after every skill had its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import Offer, Offers, ask, ask_all
from paiju.games.sanguosha.card import Card, Kind
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.cards.deck import DECK
from paiju.games.sanguosha.death import Death, Dying, die
from paiju.games.sanguosha.events import fire, game_over
from paiju.games.sanguosha.generals import GENERALS, LORDS, General
from paiju.games.sanguosha.helper import SkillError
from paiju.games.sanguosha.moves import Move, draw, move_cards
from paiju.games.sanguosha.skill import Skill, ViewAs
from paiju.games.sanguosha.state import SkillChange
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import PEACH, ask_use
from paiju.games.sanguosha.world import Player, Role, World
from paiju.games.script import Asking

Rule = Callable[[World, Player | None, Any], Asking[None]]

ROLES: Final[Mapping[int, tuple[Role, ...]]] = {
    2: ("lord", "rebel"),
    3: ("lord", "rebel", "renegade"),
    4: ("lord", "loyalist", "rebel", "renegade"),
    5: ("lord", "loyalist", "rebel", "rebel", "renegade"),
    6: ("lord", "loyalist", "rebel", "rebel", "rebel", "renegade"),
    7: ("lord", "loyalist", "loyalist", "rebel", "rebel", "rebel", "renegade"),
    8: ("lord", "loyalist", "loyalist", "rebel", "rebel", "rebel", "rebel", "renegade"),
}
WINNERS: Final[Mapping[str, tuple[Role, ...]]] = {
    "lord+loyalist": ("lord", "loyalist"),
    "rebel": ("rebel",),
    "renegade": ("renegade",),
    "": (),
}
REWARD: Final = 3


@dataclass(frozen=True, eq=False)
class Mode:
    """A way to play: deck, generals, how the table is set, and the rules that run at timings."""

    name: str
    deck: tuple[Card, ...]
    kinds: dict[str, Kind]
    generals: tuple[General, ...]
    set_up: Callable[[World], Asking[None]]
    rules: Mapping[Timing, tuple[Rule, ...]]

    def __post_init__(self) -> None:
        """Refuse names that stand for two things: an answer could not say which one is meant."""
        found: dict[str, Skill] = {}
        skills = [skill for general in self.generals for skill in general.skills]
        for skill in (*skills, *(kind.skill for kind in self.kinds.values() if kind.skill is not None)):
            if found.setdefault(skill.name, skill) is not skill:
                raise SkillError(skill.name, "another skill has this name")
            made = [name for effect in skill.effects if isinstance(effect, ViewAs) for name in effect.makes]
            if made and skill.name in self.kinds:
                raise SkillError(skill.name, "a card has this name, and `use …` would not say which one is meant")
            if unknown := [name for name in made if name not in self.kinds]:
                raise SkillError(skill.name, f"it makes {', '.join(unknown)}, which is no card")
        names = [general.name for general in self.generals]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two generals are named {', '.join(sorted(twice))}")

    def skills_of(self, w: World, player: Player) -> list[Skill]:
        """The skills on a player's general; lord skills only for the lord."""
        if player.general is None:
            return []
        return [skill for skill in player.general.skills if player.role == "lord" or not skill.is_lord]


# --- setting the table -------------------------------------------------------------------------------------------


def set_up(w: World) -> Asking[None]:
    """Identities, generals, hp, the draw pile, skills: everything before GamePrepared."""
    deal_roles(w)
    yield from choose_generals(w)
    for player in w.players:
        take_general(w, player)
    shuffle_deck(w)
    for player in w.order():
        for skill in w.mode.skills_of(w, player):
            w.attach(player, skill)
            yield from fire(w, Timing.ACQUIRE_SKILL, player, SkillChange(player, skill))


def deal_roles(w: World) -> None:
    """Identities by lot. The lord's is open: number 1, who acts first; the others follow in seat order."""
    roles = w.shuffled("roles", ROLES[len(w.players)])
    for player, role in zip(w.players, roles, strict=True):
        player.role = role
    w.first = w.current = next(player for player in w.players if player.role == "lord")
    w.first.role_shown = True
    for number, player in enumerate(w.order(), start=1):
        player.number = number
    w.say("sgs.log.lord", seat=w.first.seat)


def choose_generals(w: World) -> Asking[None]:
    """The lord chooses among the three lords and some more, openly; then all others at once, each among a few."""
    options, lord = w.options, w.first
    commanders = [general for general in w.mode.generals if general.name in LORDS]
    rest = [general for general in w.mode.generals if general.name not in LORDS]
    lord.offered = (*commanders, *w.shuffled("generals", rest)[: options.lord_extra_choices])
    answer = yield from ask(w, lord, Line.of("sgs.ask.general"), general_offers(lord.offered))
    lord.general = _chosen(lord, answer.what)
    w.say("sgs.log.general", seat=lord.seat, general=f"general.{lord.general.name}")
    left = w.shuffled("generals", [general for general in w.mode.generals if general is not lord.general])
    others = [player for player in w.order() if player is not lord]
    for index, player in enumerate(others):
        player.offered = left[index * options.general_choices : (index + 1) * options.general_choices]
    answers = yield from ask_all(
        w, {player: (Line.of("sgs.ask.general"), general_offers(player.offered)) for player in others}
    )
    for player in others:
        player.general = _chosen(player, answers[player].what)
        w.say("sgs.log.general", seat=player.seat, general=f"general.{player.general.name}")


def general_offers(generals: tuple[General, ...]) -> Offers:
    return Offers(tuple(Offer("choose", general.name) for general in generals))


def _chosen(player: Player, name: str) -> General:
    return next(general for general in player.offered if general.name == name)


def take_general(w: World, player: Player) -> None:
    """Kingdom, gender and hp; the lord has one more from some table size on."""
    general = player.general
    assert general is not None
    player.kingdom, player.male = general.kingdom, general.male
    bonus = player.role == "lord" and len(w.players) >= w.options.lord_bonus_from
    player.hp = player.max_hp = general.hp + bonus


def shuffle_deck(w: World) -> None:
    w.draw_pile.cards = list(w.shuffled_cards(list(w.mode.deck)))
    for card in w.draw_pile.cards:
        w.where[card] = w.draw_pile


# --- the rules that run at timings -------------------------------------------------------------------------------


def ask_for_peaches(w: World, asked: Player | None, dying: Dying) -> Asking[None]:
    """One player is asked for 桃, again and again, until they decline or the dying one is saved."""
    assert asked is not None
    player = dying.player
    while player.hp < 1 and player.alive and asked.alive:
        prompt = Line.of("sgs.ask.peach", target=player.seat, count=1 - player.hp)
        if not (yield from ask_use(w, asked, PEACH, prompt, [player])):
            return


def die_unsaved(w: World, player: Player | None, dying: Dying) -> Asking[None]:
    if dying.player.hp < 1:
        yield from die(w, dying.player, dying.killer)


def winner(w: World) -> str | None:
    """Who has won, None while the game goes on. Temporarily dead players (休整) count as in play."""
    in_play = [player for player in w.players if player.alive or player.rest > 0]
    if not any(player.role == "lord" for player in in_play):
        return "renegade" if [player.role for player in in_play] == ["renegade"] else "rebel"
    if not any(player.role in ("rebel", "renegade") for player in in_play):
        return "lord+loyalist"
    return None


def judge_the_game(w: World, player: Player | None, death: Death) -> Asking[None]:
    """The win check, at every death, before burial and rewards."""
    if death.rest:
        return
    won = winner(w)
    if won is not None:
        yield from game_over(w, won)


def bury(w: World, player: Player | None, death: Death) -> Asking[None]:
    """Skills go, all cards, private piles too, are discarded in one move, marks are cleared, the general turns up."""
    assert player is not None
    for owned in list(player.skills):
        if owned.source is None:
            w.detach(player, owned.skill)
    cards = tuple([card for zone in player.zones for card in zone])
    yield from move_cards(w, Move(cards, w.discard_pile, "discard", player))
    for scope in player.marks:
        player.forget(scope)
    player.face_up, player.chained = True, False


def reward(w: World, player: Player | None, death: Death) -> Asking[None]:
    """A dead rebel is worth three cards to anybody; a lord who killed a loyalist loses hand and equipment."""
    assert player is not None
    killer = death.killer
    if killer is None or not killer.alive or death.rest:
        return
    if player.role == "rebel":
        yield from draw(w, killer, REWARD)
    elif player.role == "loyalist" and killer.role == "lord":
        yield from move_cards(w, Move(tuple(killer.own_cards), w.discard_pile, "discard", killer))


def scores(winner: str, roles: list[Role]) -> tuple[int, ...]:
    """+1 for each winner and -1 for each loser, each times the number on the other side, so that they sum to zero.

    >>> scores("rebel", ["lord", "rebel", "rebel", "renegade"]), scores("", ["lord", "rebel"])
    ((-2, 2, 2, -2), (0, 0))
    """
    won = [role in WINNERS[winner] for role in roles]
    winners = sum(won)
    losers = len(roles) - winners
    if not winner:
        return (0,) * len(roles)
    return tuple(losers if one else -winners for one in won)


IDENTITY: Final = Mode(
    "identity",
    DECK,
    KINDS,
    GENERALS,
    set_up,
    {
        Timing.ASK_FOR_PEACHES: (ask_for_peaches,),
        Timing.ASK_FOR_PEACHES_DONE: (die_unsaved,),
        Timing.GAME_OVER_JUDGE: (judge_the_game,),
        Timing.BURY_VICTIM: (bury, reward),
    },
)
