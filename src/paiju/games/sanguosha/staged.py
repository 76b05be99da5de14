"""A game of Sanguosha that begins from a table laid by hand: what lessons start from."""

from __future__ import annotations

from dataclasses import dataclass

from paiju.games.sanguosha.events import GameOver, game_over, happen
from paiju.games.sanguosha.game import Sanguosha, State
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.turns import PHASES, PhaseName, Turn
from paiju.games.sanguosha.world import Role, World
from paiju.games.script import Asking, Machine, Tape


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Who sits where with which cards, by seat, and whose turn it is. A turn is played; then the game ends as a draw.

    Cards are named `slash:7s`, several apart by spaces. Rows that are left out are empty, `hp` is then that of the generals.
    """

    generals: tuple[str, ...]
    roles: tuple[Role, ...]
    hands: tuple[str, ...]
    equip: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()
    hp: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()  # seats whose identity is known besides the lord's
    top: str = ""  # on top of the draw pile, uppermost first
    turn: int = 0
    phases: tuple[PhaseName, ...] = PHASES

    def __call__(self) -> Machine[World, Action]:
        numbered = dict(enumerate(self.generals, 1))
        scene = Scene(len(self.generals), numbered, roles=dict(enumerate(self.roles, 1)))
        for lay, rows in ((scene.hand, self.hands), (scene.equip, self.equip), (scene.judge, self.judge)):
            for number, cards in enumerate(rows, 1):
                lay(number, cards)
        for number, hp in enumerate(self.hp, 1):
            scene.hp(number, hp)
        scene.top(self.top)
        w = scene.w
        w.trace = None
        for player in w.players:
            player.role_shown = player.role_shown or player.seat in self.shown
            w.reveal(tuple(player.hand.cards), player.bit)
        w.current, w.round = w.players[self.turn], 1
        return Machine(w, self._story(w))

    def _story(self, w: World) -> Asking[None]:
        try:
            yield from happen(w, Turn(w.current, phases=list(self.phases)))
            yield from game_over(w, "")
        except GameOver:
            w.history.clear()
            w.stack.clear()


@dataclass(frozen=True)
class Staged(Sanguosha):
    """Every deal is the table that was laid, whatever the seed."""

    stage: Stage = Stage(generals=(), roles=(), hands=())

    def deal(self, seats: int, seed: int) -> State:
        return Tape(self.stage)


def staged(stage: Stage) -> Staged:
    return Staged(SanguoshaOptions(), stage)
