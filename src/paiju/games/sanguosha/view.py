"""What one viewer knows of a table: built up from nothing."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from paiju.games.contract import Decision, Line, Pile, Seat, View
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.reach import attack_range, distance, sees_hand, sees_role
from paiju.games.sanguosha.world import SPECTATOR, Player, Role, World


class Laid(msgspec.Struct, frozen=True):
    """A card in a judge area: what it counts as, and the card itself."""

    name: str
    card: str


class Equipped(msgspec.Struct, frozen=True):
    """A card in an equipment area and its place there; a +1 mount is defensive, a -1 mount offensive."""

    slot: str  # weapon, armor, defensive or offensive
    card: str


class PlayerView(msgspec.Struct, frozen=True, rename="camel"):
    """One seat as a viewer sees it."""

    seat: Seat
    number: int  # 座次: the lord is 1
    role: Role | None  # None where it is hidden
    general: str | None
    kingdom: str
    male: bool
    hp: int
    max_hp: int
    alive: bool
    face_up: bool
    chained: bool
    rest: int
    equip: tuple[Equipped, ...]
    judge: tuple[Laid, ...]
    piles: tuple[Pile, ...]  # private piles, each named by its skill
    abolished: tuple[str, ...]  # slots and areas that are no more
    skills: tuple[str, ...]
    reach: int  # attack range
    distance: int | None  # from the viewer


class SanguoshaView(View, frozen=True):
    """Roles are hidden except the lord's, the dead's and one's own; hands are hidden; the rest of the table is open.

    `stage` is setup, the phase of the current player's turn, or over.
    """

    hands: tuple[Pile, ...]
    waiting_on: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    lord: Seat
    current: Seat
    round: int
    draw_pile: int
    discard_pile: int
    last_discarded: tuple[str, ...]  # the newest few, newest last
    processing: tuple[str, ...]
    looking_at: tuple[str, ...]  # 观星, 遗计: cards shown to the viewer alone
    generals: tuple[str, ...]  # those the viewer may choose from, or chose from
    role_counts: tuple[tuple[Role, int], ...]
    winner: str | None

    @property
    def centre(self) -> tuple[Pile, ...]:
        return (
            Pile("draw", self.draw_pile),
            Pile("discard", self.discard_pile),
            Pile("processing", self.processing),
        )


def view(w: World, pending: tuple[Decision[Action], ...], viewer: Seat | None) -> SanguoshaView:
    me = w.players[viewer] if viewer is not None else None
    looking = w.looking
    return SanguoshaView(
        viewer=viewer,
        stage=_stage(w),
        log=log_of(w, viewer),
        hands=tuple(
            [
                Pile("hand", _texts(player.hand) if me and sees_hand(w, me, player) else len(player.hand))
                for player in w.players
            ]
        ),
        waiting_on=tuple([decision.seat for decision in pending]),
        players=tuple([_player(w, player, me) for player in w.players]),
        lord=w.first.seat,
        current=w.current.seat,
        round=w.round,
        draw_pile=len(w.draw_pile),
        discard_pile=len(w.discard_pile),
        last_discarded=_texts(w.discard_pile.cards[-8:]),
        processing=_texts(w.processing),
        looking_at=_texts(looking[1]) if looking is not None and looking[0] is me else (),
        generals=tuple([general.name for general in me.offered]) if me is not None else (),
        role_counts=_role_counts(w),
        winner=w.winner,
    )


def _stage(w: World) -> str:
    if w.winner is not None:
        return "over"
    return (w.current.phase if w.round else None) or "setup"


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple([card.text for card in cards])


def _player(w: World, player: Player, me: Player | None) -> PlayerView:
    general = player.general
    return PlayerView(
        seat=player.seat,
        number=player.number,
        role=player.role if player.role_shown or (me and sees_role(w, me, player)) else None,
        general=general.name if general is not None else None,
        kingdom=player.kingdom,
        male=player.male,
        hp=player.hp,
        max_hp=player.max_hp,
        alive=player.alive,
        face_up=player.face_up,
        chained=player.chained,
        rest=player.rest,
        equip=tuple([Equipped(card.kind.category.value, card.text) for card in player.equip]),
        judge=tuple([Laid(w.judged_as(card).name, card.text) for card in player.judge]),
        piles=tuple(
            [Pile(pile.label, _texts(pile) if pile.is_open or pile.owner is me else len(pile)) for pile in player.piles]
        ),
        abolished=tuple(sorted(player.aborted)),
        skills=tuple([owned.skill.name for owned in player.skills if owned.source is None]),
        reach=attack_range(w, player),
        distance=distance(w, me, player) if me is not None and me.alive and player.alive else None,
    )


def _role_counts(w: World) -> tuple[tuple[Role, int], ...]:
    """How many of each identity are still in play, the resting (休整) too: everybody can count them."""
    roles: tuple[Role, ...] = ("lord", "loyalist", "rebel", "renegade")
    in_play = [player.role for player in w.players if player.alive or player.rest]
    return tuple((role, in_play.count(role)) for role in roles)


def log_of(w: World, viewer: Seat | None) -> tuple[Line, ...]:
    """The log as one viewer saw it. Kept as it grows: it is asked for after every move."""
    bit = 1 << viewer if viewer is not None else SPECTATOR
    read, lines = w.read_logs.setdefault(bit, [0, []])
    for said in w.log[read:]:
        if said.seen_by & bit:
            lines.append(said.line)
        elif said.others is not None:
            lines.append(said.others)
    w.read_logs[bit][0] = len(w.log)
    return tuple(lines)
