"""克己 (吕蒙): if you neither used nor responded 杀 in your play phase you may skip the discard phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "lvmeng"}).hp(1, 1).hand(1, "jink:2d jink:3d")
>>> scene.turn(1, "P1 yes")
>>> len(scene.p(1).hand)
4
"""

from __future__ import annotations

from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.using import SLASH, CardUse, RespondCard
from paiju.games.sanguosha.world import Player, World


def the_discard_phase_comes(w: World, me: Player, phase: Phase) -> bool:
    return phase.phase == "discard"


def no_slash_in_my_play_phase(w: World, me: Player, phase: Phase) -> bool:
    for played in w.happened(Phase, phase.turn):
        if played.phase != "play":
            continue
        if any(use.user is me and use.card.name == SLASH for use in w.happened(CardUse, played)):
            return False
        if any(shown.player is me and shown.card.name == SLASH for shown in w.happened(RespondCard, played)):
            return False
    return True


def hold_back(w: World, me: Player, phase: Phase) -> None:
    phase.skipped = True


SKILL = skill(
    "keji",
    Trigger(Timing.PHASE_CHANGING, hold_back, when=(the_discard_phase_comes, no_slash_in_my_play_phase)),
    zh=("克己", "若你于出牌阶段未使用或打出过【杀】，可以跳过此回合的弃牌阶段。"),
    en=(
        "Restraint",
        "If you neither used nor responded with a Slash in your play phase, you may skip the discard phase.",
    ),
)
