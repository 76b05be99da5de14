"""三国杀 in words: what an action is, and how the table stands."""

from __future__ import annotations

from paiju.games.contract import Line, View
from paiju.games.sanguosha.naming import name
from paiju.games.sanguosha.notation import Action
from paiju.games.sanguosha.view import SanguoshaView


class SanguoshaWords:
    def name(self, view: View, action: Action, /) -> Line | None:
        return name(action)

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, SanguoshaView)
        return (_piles(view), *(_player(view, seat) for seat in range(len(view.players))))

    def hand_name(self, view: View, /) -> Line | None:
        return None


def _piles(view: SanguoshaView) -> Line:
    """The round and the piles; before the first round there is none, and before the deal there are no piles."""
    if not view.round:
        return Line("sgs.table.deal" if view.draw_pile else "sgs.table.setup")
    return Line.of("sgs.table.piles", round=view.round, draw=view.draw_pile, discard=view.discard_pile)


def _player(view: SanguoshaView, seat: int) -> Line:
    player = view.players[seat]
    if not player.alive:
        return Line.of("sgs.table.dead", seat=seat, role=f"sgs.role.{player.role}" if player.role else "sgs.unknown")
    role = f"sgs.role.{player.role}" if player.role else "sgs.unknown"
    if player.general is None:
        return Line.of("sgs.table.choosing", seat=seat, role=role)
    known = {
        "seat": seat,
        "general": f"general.{player.general}",
        "role": role,
        "hp": player.hp,
        "max_hp": player.max_hp,
        "hand": view.hands[seat].count,
    }
    before = (*(worn.card for worn in player.equip), *(laid.card for laid in player.judge))
    return Line.of("sgs.table.armed", **known, cards=before) if before else Line.of("sgs.table.player", **known)
