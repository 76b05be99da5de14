"""States, views and records for eyes: a table in text, and in HTML for notebooks.

What a drawing says is what a terminal says of a view: `Words.describe`, the hands that lie open to the viewer, and what happened
last. A state is drawn with every hand open, so it is for no player to see. Nothing here knows a game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, runtime_checkable

from paiju.games.contract import AnyGame, Line, Seat, View
from paiju.games.messages import COMMON, Language, tell

if TYPE_CHECKING:
    from paiju.games.catalog import GameInfo
    from paiju.games.record import Record

NEWS: Final = 3
"""The number of recent events shown."""
MOVES: Final = 8
"""Moves of a record in one row."""


class Drawing(NamedTuple):
    """What is drawn: a heading, and groups of sentences with a line between them."""

    title: str
    groups: tuple[tuple[str, ...], ...]


@runtime_checkable
class Dealt(Protocol):
    """A state that knows the game it belongs to; None where it was made by hand."""

    @property
    def game(self) -> AnyGame | None: ...


# --- what is said -------------------------------------------------------------------------------------------------------


def of_view(view: View, language: Language = "en", names: Sequence[str] = (), game: GameInfo | None = None) -> Drawing:
    """What one viewer knows. A view does not say which of its family's games it is of; `game` does."""
    info = game or _info_of(view)
    seen = Line("table.seen_by_all") if view.viewer is None else Line.of("table.seen_by", seat=view.viewer)
    return _drawing(info, view, seen, view.hands, language, names, titled=game is not None)


def of_state(game: AnyGame, state: Any, language: Language = "en", names: Sequence[str] = ()) -> Drawing:
    """The whole deal: every hand lies open."""
    view = game.view(state, None)
    hands = [game.view(state, Seat(seat)).hands[seat] for seat in range(len(view.hands))]
    drawing = _drawing(_named(game.name), view, Line("table.open"), hands, language, names, titled=True)
    outcome = game.outcome(state)
    if outcome is None:
        return drawing
    scores = [Line.of("table.score", seat=seat, score=f"{score:+d}") for seat, score in enumerate(outcome.scores)]
    info = _named(game.name)
    return drawing._replace(groups=(*drawing.groups, tuple(_sentence(line, info, language, names) for line in scores)))


def of_record(record: Record, language: Language = "en") -> Drawing:
    """The moves, and the table after the last of them where the record can be replayed."""
    from paiju.games.record import RecordError, game_of, replay

    info = _named(record.game)
    title = f"{info.title[language] if info else record.game} · " + tell(
        Line.of("table.record", seats=record.seats, moves=len(record.moves)), COMMON, language
    )
    texts = [f"{move.seat} {move.text or '?'}" for move in record.moves]
    groups = [tuple(" · ".join(texts[at : at + MOVES]) for at in range(0, len(texts), MOVES))]
    if record.names:
        groups.insert(0, (", ".join(record.names),))
    try:
        if not record.is_redacted:
            game = game_of(record)
            groups += of_state(game, replay(record, game), language, record.names).groups
    except RecordError as error:
        groups.append((tell(error.sentence, COMMON, language),))
    return Drawing(title, tuple(group for group in groups if group))


def _drawing(
    info: GameInfo | None, view: View, seen: Line, hands: Sequence[Any], language: Language, names: Sequence[str], *, titled: bool
) -> Drawing:  # fmt: skip
    from paiju.games.capabilities import PlainWords

    words = info.words if info else PlainWords()
    head = [info.title[language]] if info is not None and titled else []
    head += [view.stage.replace("_", " ")] if view.stage else []
    head.append(_sentence(seen, info, language, names))
    name = words.hand_name(view)
    holds = [
        Line.of("table.holds", seat=seat, cards=pile.cards)
        for seat, pile in enumerate(hands)
        if isinstance(pile.cards, tuple) and pile.cards
    ]
    asked = [Line.of("table.asked", seats=view.waiting_on)] if view.waiting_on else []
    groups = (words.describe(view), (*holds, *([name] if name else [])), view.log[-NEWS:], asked)
    worded = (tuple(_sentence(line, info, language, names) for line in group) for group in groups)
    return Drawing(" · ".join(head), tuple(group for group in worded if group))


def _sentence(line: Line, info: GameInfo | None, language: Language, names: Sequence[str]) -> str:
    return tell(line, info.all_messages if info else COMMON, language, names)


def _named(name: str) -> GameInfo | None:
    from paiju.games.catalog import UnknownGame, find

    try:
        return find(name)
    except UnknownGame:
        return None


_FOUND: Final[dict[type[View], GameInfo]] = {}


def _info_of(view: View) -> GameInfo | None:
    """A game whose views are of this type: those that share it have the same words."""
    from paiju.games.catalog import infos

    kind = type(view)
    for info in () if kind in _FOUND else infos():
        game = info.game()
        _FOUND.setdefault(type(game.view(game.deal(info.recommended, 1), None)), info)
    return _FOUND.get(kind)


# --- how it looks -------------------------------------------------------------------------------------------------------


def text(drawing: Drawing) -> str:
    """A box of lines, set with what a terminal shows as two columns counted as two.

    >>> print(text(Drawing("Duel", (("Seat 1 holds ♠A",), ("Seat 2 is asked",)))))
    ╭─ Duel ──────────╮
    │ Seat 1 holds ♠A │
    ├─────────────────┤
    │ Seat 2 is asked │
    ╰─────────────────╯
    """
    rows = [row for group in drawing.groups for row in group]
    width = max([_columns(drawing.title) + 2, *map(_columns, rows)])
    found = [f"╭─ {drawing.title} {'─' * (width - _columns(drawing.title) - 1)}╮"]
    for number, group in enumerate(drawing.groups):
        found += [f"├{'─' * (width + 2)}┤"] * bool(number)
        found += [f"│ {row}{' ' * (width - _columns(row))} │" for row in group]
    return "\n".join([*found, f"╰{'─' * (width + 2)}╯"])


def _columns(row: str) -> int:
    return sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in row)


_FACE: Final = re.compile(
    r"(?P<suit>[♠♥♦♣])(?P<rank>10|[2-9JQKA])|(?P<joker>(?:big|small) joker|[大小]王)(?![\w-])", re.IGNORECASE
)
_STYLE: Final = "font:14px/1.7 system-ui,sans-serif;border:1px solid #b9b2a3;border-radius:8px;padding:6px 12px;display:inline-block;background:#f7f4ec;color:#222"


def html(drawing: Drawing) -> str:
    """The same in a notebook: every card is a small face."""
    rows = "".join(_rows(drawing.groups))
    return f'<div style="{_STYLE}"><b>{escape(drawing.title)}</b>{rows}</div>'


def _rows(groups: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    for group in groups:
        yield '<div style="border-top:1px solid #ddd5c3;margin-top:4px;padding-top:4px">'
        for row in group:
            yield f"<div>{_FACE.sub(_face, escape(row))}</div>"
        yield "</div>"


def _face(found: re.Match[str]) -> str:
    """A card: its rank over its suit, red or black; a joker is a star."""
    joker = found["joker"]
    red = found["suit"] in ("♥", "♦") if not joker else joker.lower().startswith(("big", "大"))
    rank, suit = ("★", "") if joker else (found["rank"], found["suit"])
    colour = "#c0272d" if red else "#222"
    return (
        f'<svg role="img" aria-label="{found[0]}" width="24" height="32" viewBox="0 0 24 32" style="vertical-align:middle;margin:1px">'
        f'<title>{found[0]}</title><rect x=".5" y=".5" width="23" height="31" rx="3" fill="#fff" stroke="#999"/>'
        f'<g fill="{colour}" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600">'
        f'<text x="12" y="{14 if suit else 21}" font-size="{12 if suit else 17}">{rank}</text>'
        f'<text x="12" y="27" font-size="13">{suit}</text></g></svg>'
    )


# --- what `repr` and notebooks ask for -----------------------------------------------------------------------------------


def shown(thing: View | Record | Dealt) -> str:
    """The text that a view, a state or a record is shown as."""
    return text(_drawn(thing))


def shown_html(thing: View | Record | Dealt) -> str:
    """The same as HTML."""
    return html(_drawn(thing))


def _drawn(thing: View | Record | Dealt) -> Drawing:
    from paiju.games.record import Record

    if isinstance(thing, View):
        return of_view(thing)
    if isinstance(thing, Record):
        return of_record(thing)
    if thing.game is None:  # made by hand: nobody can say which cards these are
        return Drawing(type(thing).__name__, (("…",),))
    return of_state(thing.game, thing)
