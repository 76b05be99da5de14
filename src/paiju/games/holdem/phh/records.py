"""PHH documents as `.paiju` records and back."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from typing import Any, Final

from paiju.games.contract import Seat
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.phh.document import HandHistory, PhhError, toml
from paiju.games.holdem.phh.playing import PLAYERS, replay
from paiju.games.holdem.phh.writing import of_state
from paiju.games.options import to_data
from paiju.games.record import Move, Record, RecordError, game_of
from paiju.games.record import replay as replay_record

_KEPT: Final = "phh"


def to_record(hand: HandHistory) -> Record:
    """The hand as a `.paiju` record. Fields that records have no place for travel in a header line of their own."""
    found = replay(hand)
    ours = {"variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions"}
    ours |= {"ante_trimming_status", "_betting_structure", "_replay", "_shown", "players"}
    kept = {key: value for key, value in hand.fields.items() if key not in ours}
    header = json.dumps({"digits": found.digits, "fields": kept}, ensure_ascii=False, default=_plain)
    moves = [Move(Seat(seat), str(action)) for seat, action in found.moves]
    for row in _texts(hand, "_shown"):
        player, _, shown = row.partition(" ")
        if player not in PLAYERS:
            raise PhhError(None, "phh.shown", row=repr(row))
        moves.append(Move(Seat(PLAYERS[player]), f"show {shown}"))
    return Record(
        game="holdem",
        seats=len(found.finishing),
        seed=0,
        moves=tuple(moves),
        options=to_data(found.game.options),
        names=_texts(hand, "players"),
        extra=((_KEPT, header),),
    )


def _texts(hand: HandHistory, name: str) -> tuple[str, ...]:
    value = hand.fields.get(name)
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


def _plain(value: Any) -> Any:
    """Numbers, dates and times as the TOML they were, so that they come back as what they are."""
    return {"toml": toml(value)}


def _thaw(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"toml"}:
            return tomllib.loads(f"value = {value['toml']}", parse_float=Decimal)["value"]
        return {key: _thaw(item) for key, item in value.items()}
    return [_thaw(item) for item in value] if isinstance(value, list) else value


def of_record(record: Record) -> HandHistory:
    """The document of a finished record of hold'em."""
    if record.game != "holdem":
        raise PhhError(None, "phh.no_holdem", game=record.game)
    try:
        game = game_of(record)
        assert isinstance(game, Holdem)
        state = replay_record(record, game)
    except RecordError as error:
        raise PhhError(None, error.sentence) from None
    kept: dict[str, Any] | None = None
    digits = 0
    for key, text in record.extra:
        if key == _KEPT:
            try:
                header = json.loads(text)
                digits, kept = int(header["digits"]), dict(_thaw(header["fields"]))
            except (ValueError, TypeError, KeyError) as error:
                raise PhhError(None, "phh.header", name=_KEPT, why=str(error)) from None
    return of_state(game, state, record.names, digits, kept)
