"""What somebody who opens a table asks for, checked."""

from __future__ import annotations

from paiju.games import catalog
from paiju.games.climb.position import Position, PositionError
from paiju.games.contract import Line
from paiju.games.options import OptionError, to_data
from paiju.server import wire
from paiju.server.game_state import carried
from paiju.server.names import text
from paiju.table import Refused, Settings


def table_settings(data: wire.NewGame, info: catalog.GameInfo, password: str | None = None) -> Settings:
    """The checked settings of a new table, with the hash of its password; Refused says what is wrong."""
    try:
        options = info.build(data.options, data.preset)
        game = info.make(options)
    except (OptionError, catalog.UnknownGame) as error:
        raise Refused("bad_request", "error.option", why=error.sentence) from None
    if not_for_people := sorted(carried(info.options) & data.options.keys()):
        raise Refused("bad_request", "error.option", why=Line.of("read.carried", field=not_for_people[0]))
    seats = data.seats
    if seats is None:
        seats = info.recommended if info.recommended in game.seats else game.seats[0]
    if seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise Refused(
            "bad_request", "error.seats" if low < high else "error.seats_only", low=low, high=high, seats=seats
        )
    if data.position is not None:
        return _position_settings(data, info, password)
    is_drawn = info.chips is not None and info.chips.draws_seats(options)
    return Settings(
        game=info.id,
        seats=seats,
        options=to_data(options),
        preset=data.preset or info.default_preset,
        name=text(data.name),
        private=data.private,
        password=password,
        spectators=data.spectators,
        spectator_delay=data.spectator_delay,
        chat=data.chat,
        seating="lot" if is_drawn else data.seating,
        autostart=data.autostart,
        pause=data.pause,
        pace=data.pace,
        time_bank=data.time_bank,
        timeout=data.timeout,
        autoplay=data.autoplay,
        deals=data.deals,
    )


def _position_settings(data: wire.NewGame, info: catalog.GameInfo, password: str | None) -> Settings:
    """A table for practice that begins from a position."""
    position = position_of(data.position or "", info)
    return Settings(
        game=info.id,
        seats=len(position.hands),
        options=to_data(info.build(position.options)),
        name=text(data.name),
        private=data.private,
        password=password,
        spectators=data.spectators,
        chat=data.chat,
        autostart=data.autostart,
        pause=data.pause,
        pace=data.pace,
        timeout=data.timeout,
        deals=1,
        practice=True,
        position=str(position),
    )


def position_of(written: str, info: catalog.GameInfo | None = None) -> Position:
    """The position of a text, of this game if one is named; Refused says what is wrong, and where."""
    try:
        position = Position.parse(written)
    except PositionError as error:
        raise Refused("bad_request", "error.option", why=error.sentence) from None
    if info is not None and position.game != info.id:
        raise Refused("bad_request", "error.other_game", game=position.game)
    return position
