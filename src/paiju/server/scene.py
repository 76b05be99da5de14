"""A look at a table: what there is to tell of it now. `before`, the scene told last, spares working out what is still the same."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from paiju.server.public import fairness, info, player, result
from paiju.server.spelling import field
from paiju.server.telling import Picture, Row, Scene
from paiju.server.viewsheet import ViewSheet
from paiju.table import Table, agenda
from paiju.table.deal import Asked
from paiju.table.state import Sitter

_json: Final = msgspec.json.Encoder().encode


def look(
    table: Table, tiers: dict[str, str], watching: list[str], before: Scene | None = None, lasting: bool = False
) -> Scene:
    """What everybody is told now. `lasting`: nothing but moves of a deal happened since the scene before."""
    state, deal = table.state, table.deal
    ids: tuple[str, ...] = ()
    sheet: Any | None = None
    deadlines: list[int] = []
    asked: dict[int, Asked] = {}
    if deal is not None:
        ids, asked = deal.players, deal.asked
        told = before.sheet if before is not None else None
        sheet = ViewSheet(table, told)
        deadlines = [one.deadline for one in asked.values() if one.deadline is not None]
    is_dealing = table.is_dealing
    if not is_dealing and (when := agenda.deals_at(table)) is not None:
        deadlines.append(when)
    plates: dict[int, _Plate] = {}
    if before is None:
        lasting, known = False, plates
        head = b'"gameId":%b,"game":%b' % (_json(table.id), _json(table.info.id))
    else:
        lasting, known, head = lasting and before.ids is ids, before.plates, before.head
    rows: list[Row] = []
    for seat, sitter in state.sitters.items():
        plate = known.get(seat)
        if plate is None or not lasting or plate.bank != sitter.bank or plate.auto is not sitter.auto:
            plate = _plate(table, seat, sitter, tiers, plate)
        plates[seat] = plate
        deadline = asked[seat].deadline if seat in asked else None
        # Whoever sits where another played is none of the game's.
        plays = sheet is not None and ids[seat] in ("", sitter.player)
        rows.append((seat, plate.text, plate.status, plate.chips, deadline, plays))
    return Scene(
        table,
        sheet,
        ids,
        head,
        None if is_dealing else table.stage,
        min(deadlines, default=None),
        before.lasting if lasting and before is not None else _lasting(table, watching),
        plates,
        rows,
    )


def picture(scene: Scene, viewer: int | None, old: Picture | None = None) -> Picture:
    """All that a viewer may know of a scene; `old` is what he was told last."""
    table: Table = scene.table
    seat = old.seat if old is not None and scene.lasting is old.scene.lasting else table.seen_as(viewer)
    sitter = table.state.sitters.get(viewer) if viewer is not None else None
    return Picture(scene, seat, viewer, sitter.player if sitter is not None else None, table.asked(seat), old)


def _lasting(table: Table, watching: list[str]) -> tuple[bytes, ...]:
    """What moves do not change."""
    return (
        field("handNumber", table.state.hand),
        field("result", result(table)),
        field("fairness", fairness(table)),
        field("table", info(table, watching)),
    )


class _Plate(msgspec.Struct, frozen=True):
    """What the table knows of a player, as text, and what a game may know better. A move may change `auto` and `bank` only."""

    key: tuple[Any, ...]
    auto: bool
    bank: int
    text: bytes
    status: str
    chips: int | None


def _plate(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Plate | None) -> _Plate:
    """The same object as long as that is the same."""
    chips, tier = table.stack(seat) if table.chips is not None else None, tiers.get(sitter.player, "")
    key = (
        sitter.player, sitter.name, sitter.avatar, sitter.bot, sitter.leaving, sitter.gone_since, sitter.sitting_out, sitter.auto,
        sitter.ready, sitter.score, sitter.bank, tier, chips,
    )  # fmt: skip
    if old is not None and old.key == key:
        return old
    row = player(sitter, seat, tier)
    status = row.pop("status")
    return _Plate(key, sitter.auto, sitter.bank, _json(row)[1:-1], status, chips)
