"""Study: any position or record taken up at any move, weighed by solver and bot, changed card by card, played on.

study = opened("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0")
state = study.spot.after(study.moves[:0])
position_at(study, state)           # None outside the tricks of a climbing game
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from paiju.bots.brain import AUTOPLAY, BEST, SECONDS, SEED, ask, only_answer, thinker_of
from paiju.bots.registry import make
from paiju.cards import Card
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Placed, Position, PositionError, written
from paiju.games.contract import Decision, Line
from paiju.games.holdem import phh
from paiju.games.record import FIRST_LINE, Record, game_of, load_all
from paiju.games.record import replay as replayed
from paiju.lessons.spot import Move, Spot, of_position
from paiju.puzzles.judge import Judge
from paiju.solver.endgame import OutOfTime

BOT: Final = 0.05
LONGEST: Final = 400
LISTED: Final = 40  # answers


@dataclass(frozen=True)
class Study:
    """Where it begins, and the moves of the record it was made from; none for a position."""

    spot: Spot
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    options: Any = None


class Weighed(NamedTuple):
    """An answer: `wins` where the solver knows it, else `value` as the bot has it."""

    action: Any
    name: Line | None
    wins: bool | None
    value: float | None
    why: Line | None


def opened(text: str) -> Study:
    """A position, a `.paiju` record or a hand in PHH, whichever the text is. PositionError, RecordError and PhhError say
    what is wrong with it, and where.
    """
    plain = text.strip()
    if plain.startswith(FIRST_LINE.split()[0] + " "):
        return of_record(load_all(plain)[0])
    if "\n" in plain or "=" in plain.split(" ", 1)[0]:
        return of_record(phh.to_record(next(iter(phh.loads_all(plain)))[1]))
    return Study(of_position(Position.parse(plain)))


def of_record(record: Record) -> Study:
    """RecordError where it does not replay."""
    info = catalog.find(record.game)
    game = game_of(record, info)
    replayed(record, game)
    assert record.seed is not None
    position = game.position if isinstance(game, Placed) else None
    spot = Spot(info, game, game.deal(record.seats, record.seed), position, record.options)
    moves = tuple((int(move.seat), move.text or "") for move in record.moves)
    return Study(spot, moves, record.names, record.options)


def position_at(study: Study, state: Any) -> Position | None:
    """The position of a state; None where it has none: outside the tricks, and in games that do not climb."""
    game = study.spot.game
    if not isinstance(game, Climb) or game.outcome(state) is not None:
        return None
    first = study.spot.position
    options = first.options if first is not None else (study.options or {})
    try:
        found = Position.of(state, study.spot.info.id, options)
        return replace(found, ban=first.ban) if first is not None and first.ban else found
    except (ValueError, PositionError):
        return None


def asked_at(study: Study, state: Any, seat: int | None = None) -> Decision[Any] | None:
    """The open question: this seat's if it has one, else the first."""
    pending = study.spot.game.pending(state)
    return next((one for one in pending if one.seat == seat), pending[0] if pending else None)


def weighed(study: Study, state: Any, decision: Decision[Any], judge: Judge | None, seconds: float) -> list[Weighed]:
    """The answers worth looking at, best first: by the solver where it decides in time, then as the bot ranks them."""
    info, game = study.spot.info, study.spot.game
    view = game.view(state, decision.seat)
    only = only_answer(decision)
    if only is not None:
        return [Weighed(only, info.words.name(view, only), None, None, Line("bot.only"))]
    exact = _solved(judge, state, seconds) if judge is not None else {}
    thinker = thinker_of(info.id, BEST, SEED)
    ranked = ask(thinker, view, decision, limit=SECONDS) if thinker is not None else []
    known = {str(one.action): one for one in ranked}
    alike = [action for action in exact if action not in known]
    found = [
        Weighed(one.action, info.words.name(view, one.action), _exactly(exact, game, one.action), one.value, one.why)
        for one in ranked
    ]
    extra = [decision.choices.resolve(decision.seat, game.parse(text)) for text in alike]
    reasons = thinker.reasons(view, decision, extra) if thinker is not None and extra else [None] * len(extra)
    seen = {_bare(game, one.action) for one in found}
    for action, why in zip(extra, reasons, strict=True):
        if _bare(game, action) not in seen:
            seen.add(_bare(game, action))
            found.append(Weighed(action, info.words.name(view, action), _exactly(exact, game, action), None, why))
    found.sort(key=lambda one: {True: 0, None: 1, False: 2}[one.wins])
    return found[:LISTED]


def _bare(game: Any, action: Any) -> str:
    return written(game, action) if isinstance(game, Climb) else str(action)


def _exactly(exact: dict[str, bool], game: Any, action: Any) -> bool | None:
    found = exact.get(str(action))
    if found is None and exact:
        bare = _bare(game, action)
        found = next((wins for text, wins in exact.items() if _bare(game, game.parse(text)) == bare), None)
    return found


def _solved(judge: Judge, state: Any, seconds: float) -> dict[str, bool]:
    """Whether each move wins for the side to act; as far as the time goes."""
    judge.begin(seconds)
    found: dict[str, bool] = {}
    for action, after in judge.moves(state):
        try:
            over = judge.over(after)
            found[str(action)] = judge.holds(after) if over is None else over
        except OutOfTime:
            break
    return found


def played_on(study: Study, state: Any, seat: int) -> list[tuple[Move, Any]]:
    """Bots answer for the others until this seat has something to choose, or it is over."""
    game, info = study.spot.game, study.spot.info
    row: list[tuple[Move, Any]] = []
    while len(row) < LONGEST and (pending := game.pending(state)):
        decision = next((one for one in pending if one.seat != seat), pending[0])
        action = only_answer(decision)
        if action is None:
            if decision.seat == seat:
                break
            bot = make(info.id, AUTOPLAY, SEED)
            action = bot.choose(game.view(state, decision.seat), decision, limit=BOT)
            action = decision.choices.resolve(decision.seat, action)
        state = game.apply(state, decision.seat, action)
        row.append(((int(decision.seat), str(action)), state))
    return row


# --- moving cards about -------------------------------------------------------------------------------------------------------


def spare(position: Position) -> list[Card]:
    """Cards of the deck that lie nowhere yet."""
    left = Counter(position.engine.rules.deck.cards)
    top = position.top[1] if position.top is not None else ()
    left.subtract([card for row in (*position.hands, top, position.pile) for card in row])
    return sorted(left.elements(), key=lambda card: -position.engine.layout.bit[card])


def edited(
    position: Position,
    *,
    card: Card | None = None,
    source: int | None = None,
    target: int | None = None,
    turn: int | None = None,
    top: tuple[int, str] | None = None,
    lead: bool = False,
) -> Position:
    """A position with one thing changed: a card moved (None: from or to nowhere), the seat to act, the play to beat.

    PositionError where it cannot be.
    """
    hands = [list(hand) for hand in position.hands]
    if card is not None:
        if source is not None:
            hands[source].remove(card)
        if target is not None:
            hands[target].append(card)
    found = replace_text(position, hands=hands, turn=turn, top=top, lead=lead)
    return Position.parse(found)


def replace_text(
    position: Position, *, hands: Sequence[Sequence[Card]], turn: int | None, top: tuple[int, str] | None, lead: bool
) -> str:
    """The text of a changed position: written, and read again, so that it is checked as any other."""
    suits = position.engine.rules.suits_matter
    order = position.engine.layout.bit
    rows = [sorted(hand, key=lambda one: order[one]) for hand in hands]
    cards = ["".join(str(one) if suits else one.rank.letter for one in row) or "-" for row in rows]
    words = str(position).split(" ")
    rest = [word for word in words[3:] if not word.startswith("passes=")]
    if lead or top is not None:
        rest = [word for word in rest if not word.startswith(("top=", "locked="))]
    if top is not None:
        rest.append(f"top={top[0]}:{top[1]}")
    return " ".join([words[0], "/".join(cards), str(position.turn if turn is None else turn), *rest])
