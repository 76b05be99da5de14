"""南蛮入侵: every other player responds 杀 or takes 1 damage.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "savage_assault:Ks").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use savage_assault:Ks", "P2 respond slash:7s")
>>> scene.hp_of(2), scene.hp_of(3)
('4/4', '3/4')
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.mass import answer_or_suffer
from paiju.games.sanguosha.cards.whom import all_others, if_anybody
from paiju.games.sanguosha.using import SLASH

SAVAGE_ASSAULT = Kind(
    "savage_assault",
    Category.STRATAGEM,
    targets=if_anybody,
    fixed=all_others,
    effect=answer_or_suffer(SLASH),
    title=Text("南蛮入侵", "Savage Assault"),
    text=Text(
        "所有其他角色须打出【杀】，否则受到 1 点伤害。", "Every other player responds with a Slash or takes 1 damage."
    ),
)
