"""The cards of the standard set, one file each with a scene that shows it; `deck.py` says how many there are."""

from __future__ import annotations

from typing import Final

from paiju.games.sanguosha.card import Kind
from paiju.games.sanguosha.cards.amazing_grace import AMAZING_GRACE
from paiju.games.sanguosha.cards.archery_attack import ARCHERY_ATTACK
from paiju.games.sanguosha.cards.axe import AXE
from paiju.games.sanguosha.cards.blade import BLADE
from paiju.games.sanguosha.cards.collateral import COLLATERAL
from paiju.games.sanguosha.cards.crossbow import CROSSBOW
from paiju.games.sanguosha.cards.dismantlement import DISMANTLEMENT
from paiju.games.sanguosha.cards.double_swords import DOUBLE_SWORDS
from paiju.games.sanguosha.cards.duel import DUEL
from paiju.games.sanguosha.cards.eight_diagram import EIGHT_DIAGRAM
from paiju.games.sanguosha.cards.ex_nihilo import EX_NIHILO
from paiju.games.sanguosha.cards.god_salvation import GOD_SALVATION
from paiju.games.sanguosha.cards.halberd import HALBERD
from paiju.games.sanguosha.cards.ice_sword import ICE_SWORD
from paiju.games.sanguosha.cards.indulgence import INDULGENCE
from paiju.games.sanguosha.cards.jink import JINK
from paiju.games.sanguosha.cards.kylin_bow import KYLIN_BOW
from paiju.games.sanguosha.cards.lightning import LIGHTNING
from paiju.games.sanguosha.cards.mounts import MOUNTS
from paiju.games.sanguosha.cards.nioh_shield import NIOH_SHIELD
from paiju.games.sanguosha.cards.nullification import NULLIFICATION
from paiju.games.sanguosha.cards.peach import PEACH
from paiju.games.sanguosha.cards.qinggang_sword import QINGGANG_SWORD
from paiju.games.sanguosha.cards.savage_assault import SAVAGE_ASSAULT
from paiju.games.sanguosha.cards.slash import SLASH
from paiju.games.sanguosha.cards.snatch import SNATCH
from paiju.games.sanguosha.cards.spear import SPEAR

BASIC: Final = (SLASH, JINK, PEACH)
STRATAGEMS: Final = (
    DISMANTLEMENT,
    SNATCH,
    EX_NIHILO,
    NULLIFICATION,
    DUEL,
    SAVAGE_ASSAULT,
    COLLATERAL,
    AMAZING_GRACE,
    ARCHERY_ATTACK,
    GOD_SALVATION,
    INDULGENCE,
    LIGHTNING,
)
WEAPONS: Final = (CROSSBOW, QINGGANG_SWORD, ICE_SWORD, DOUBLE_SWORDS, BLADE, SPEAR, AXE, HALBERD, KYLIN_BOW)
ARMOR: Final = (EIGHT_DIAGRAM, NIOH_SHIELD)

KINDS: Final[dict[str, Kind]] = {kind.name: kind for kind in (*BASIC, *STRATAGEMS, *WEAPONS, *ARMOR, *MOUNTS)}
