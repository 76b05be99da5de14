"""万箭齐发: every other player responds 闪 or takes 1 damage.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "archery_attack:Ah").hand(2, "jink:2d")
>>> scene.phase(1, "play", "P1 use archery_attack:Ah", "P2 respond jink:2d")
>>> scene.hp_of(2), scene.hp_of(3)
('4/4', '3/4')
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.mass import answer_or_suffer
from paiju.games.sanguosha.cards.whom import all_others, if_anybody
from paiju.games.sanguosha.using import JINK

ARCHERY_ATTACK = Kind(
    "archery_attack",
    Category.STRATAGEM,
    targets=if_anybody,
    fixed=all_others,
    effect=answer_or_suffer(JINK),
    title=Text("万箭齐发", "Archery Attack"),
    text=Text(
        "所有其他角色须打出【闪】，否则受到 1 点伤害。", "Every other player responds with a Jink or takes 1 damage."
    ),
)
