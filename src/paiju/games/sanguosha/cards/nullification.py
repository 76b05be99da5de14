"""无懈可击: cancels one stratagem's effect on one player, or another 无懈可击.

When it may be used, and who is asked, is in `using.py`: it answers effects and is never played on its own.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "ex_nihilo:7h").hand(2, "nullification:Js")
>>> scene.phase(1, "play", "P1 use ex_nihilo:7h", "P2 use nullification:Js")
>>> scene.hand_of(1), scene.discarded
('', 'nullification:Js ex_nihilo:7h')
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import World


def cancel(w: World, effect: CardEffect) -> None:
    assert effect.response_to is not None
    effect.response_to.cancelled = True


NULLIFICATION = Kind(
    "nullification",
    Category.STRATAGEM,
    effect=cancel,
    title=Text("无懈可击", "Nullification"),
    text=Text(
        "抵消一张锦囊牌对一名角色的效果，或抵消另一张【无懈可击】。",
        "Cancels a stratagem's effect on one player, or another Nullification.",
    ),
)
