"""Guandan as a thin session over the contract, and four functions.

Mirrors documents 000 (the loop of a deal: `current`, `table_play`, `rank_list` …) and 004 (combinations: `classify`,
`can_beat`).

    session = GuandanSession(seed=7)
    session.deal()
    session.play(session.current, "3s3d3c4h4d")
    session.pass_turn(session.current)

Cards are text, since equal cards are interchangeable. A refused operation raises `IllegalAction` (or `NotationError`)
with one of the codes `not_your_turn not_in_hand illegal_combo bad_declare cannot_beat must_lead bad_tribute_card
bad_return_card wrong_phase` and changes nothing but the list of events, which gets an `error`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from paiju.cards import Card, NotationError, Rng, cards, write
from paiju.games import catalog
from paiju.games.climb.actions import PASS, Action, Give, Play
from paiju.games.climb.game import Climb
from paiju.games.climb.levels import partner
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.guandan import (
    FLUSH_TIER,
    JOKERS_TIER,
    GuandanOptions,
    GuandanSeries,
    GuandanView,
    guandan,
)
from paiju.games.climb.state import State
from paiju.games.climb.view import counted
from paiju.games.climb.wild import WildReader
from paiju.games.contract import IllegalAction, Line, Seat, play
from paiju.games.messages import unread

INFO: Final = catalog.find("guandan")
Rules = GuandanOptions | str | None  # options, the name of a preset, or None for the default preset
CardText = str | Iterable[str | Card]
Declared = Mapping[str, Any] | str | None


@dataclass(frozen=True)
class Reading:
    """What some cards are: type, family (`normal` or `bomb`), number of cards, key, and a weight for display."""

    type: str
    family: str
    count: int
    key: float
    weight: int


def options_of(rules: Rules, level: int) -> GuandanOptions:
    options: GuandanOptions = rules if isinstance(rules, GuandanOptions) else INFO.build(preset=rules)
    return options if options.level == level else _at(options, level)


@lru_cache(maxsize=128)
def _at(options: GuandanOptions, level: int) -> GuandanOptions:
    return replace(options, level=level)


@lru_cache(maxsize=128)
def _game(options: GuandanOptions) -> Climb:
    return Climb(guandan(options))


def _row(text: CardText) -> tuple[Card, ...]:
    if isinstance(text, str):
        return cards(text)
    return tuple(one for part in text for one in ((part,) if isinstance(part, Card) else cards(part)))


def _combos(game: Climb) -> tuple[Combo, ...]:
    reader = game.reader
    assert isinstance(reader, WildReader)
    return reader.combos


def _reading(game: Climb, combo: Combo) -> Reading:
    reader = game.reader
    assert isinstance(reader, WildReader)
    name = game.rules.name_of(combo.kind)
    return Reading(name, "bomb" if combo.bomb else "normal", combo.size, combo.key, reader.weight(combo))


def classify(text: CardText, level: int, rules: Rules = None) -> list[Reading]:
    """Every reading of some cards, the one that is taken without a declaration first.

    >>> [(one.type, one.key) for one in classify("KsKdKc5h5h", level=5)]
    [('normalBomb', 13), ('tripleWithPair', 13)]
    """
    game = _game(options_of(rules, level))
    return [_reading(game, combo) for combo in game.reader.read(_row(text))]


def can_beat(new: Reading, table: Reading | None, rules: Rules = None) -> bool:
    """Whether a reading may be played on another: first the gate of families and types, then the size.

    >>> pair, bomb = classify("AsAd", level=5)[0], classify("3s3d3c3h", level=5)[0]
    >>> can_beat(bomb, pair), can_beat(pair, bomb), can_beat(pair, None)
    (True, False, True)
    """
    if table is None:
        return True
    if new.family != table.family:
        return new.family == "bomb"
    if new.family == "bomb":
        # of one tier, only straight flushes differ in length: the longer wins
        return (bomb_tier(new), new.count, new.key) > (bomb_tier(table), table.count, table.key)
    options: GuandanOptions = rules if isinstance(rules, GuandanOptions) else INFO.build(preset=rules)
    if new.type != table.type or (options.sequence_length_must_match and new.count != table.count):
        return False
    return (new.key, new.count) > (table.key, table.count)


def bomb_tier(reading: Reading) -> int:
    """Place in the ladder: 4-bomb 1, 5-bomb 2, straight flush 3, 6-bomb 4 … 10-bomb 8, four jokers 9; 0 for no bomb.

    >>> bomb_tier(classify("2s3s4s5s6s", level=9)[0]), bomb_tier(classify("LLRR", level=9)[0])
    (3, 9)
    """
    if reading.type == "normalBomb":
        return reading.count - 3 if reading.count < 6 else reading.count - 2
    return {"straightFlush": FLUSH_TIER, "kingBomb": JOKERS_TIER}.get(reading.type, 0)


def find_all_plays(
    hand: CardText, level: int, rules: Rules = None, table: Reading | None = None
) -> list[tuple[str, Reading]]:
    """Every distinct play of a hand, with what it is; with `table` only what beats it.

    >>> [(text, one.type) for text, one in find_all_plays("4s4d5h", level=5)]
    [('4d', 'single'), ('5h', 'single'), ('4s4d', 'pair'), ('4d5h', 'pair'), ('4s4d5h', 'triple')]
    """
    game = _game(options_of(rules, level))
    mask, counts = game.layout.weigh(_row(hand))
    top = None
    if table is not None:
        top = next(combo for combo in _combos(game) if _reading(game, combo) == table)
    found = []
    for offer in game.reader.plays(mask, counts, top):
        assert offer.combo is not None
        found.append((write(offer.cards), _reading(game, offer.combo)))
    return found


class GuandanSession:
    """A match, deal by deal. Seats are 0 to 3 in order of play; seats 0 and 2 are team 0.

    `phase` is one of WAITING, TRIBUTE, RETURN, PLAYING, DEAL_END, MATCH_END; dealing takes no time, so DEALING is
    never seen. There is no clock here: `deadline` in events is always None.
    """

    def __init__(self, rules: Rules = None, seed: int = 0) -> None:
        self.options: GuandanOptions = rules if isinstance(rules, GuandanOptions) else INFO.build(preset=rules)
        self._seeds = Rng(seed, stream=1 << 33)
        self._state: State | None = None
        self._events: list[tuple[int | None, dict[str, Any]]] = []  # whose it is (None: everybody's), the event
        self._published = 0  # lines of this deal's log that are events already
        self._emit("match_started", levels=self.options.levels)

    # -- the match ---------------------------------------------------------------------------------------------

    @property
    def game(self) -> Climb:
        return _game(self.options)

    @property
    def state(self) -> State:
        if self._state is None:
            raise self._refuse(0, None, "wrong_phase", Line.of("guandan.error.not_dealt"))
        return self._state

    @property
    def phase(self) -> str:
        if self._state is None:
            return "WAITING"
        phase = self.game.phase(self._state)
        if phase == "Over":
            return "MATCH_END" if self.options.after(self.rank_list).over else "DEAL_END"
        return {"Tribute": "TRIBUTE", "Return": "RETURN"}.get(phase, "PLAYING")

    def deal(self, seed: int | None = None) -> None:
        """Deal the first hands, or the next ones when a deal is over."""
        if self._state is not None:
            if self.phase != "DEAL_END":
                raise self._refuse(0, None, "wrong_phase", Line.of("guandan.error.not_over"))
            outcome = self.game.outcome(self._state)
            assert outcome is not None
            following = GuandanSeries().next(self.options, outcome)
            assert following is not None
            self.options = following
        chosen = seed if seed is not None else sum(self._seeds.word() << (32 * place) for place in range(8))
        self._state, self._published = self.game.deal(4, chosen), 0
        for seat, hand in enumerate(self._state.hands):
            self._emit("hand_dealt", _to=seat, seat=seat, cards=write(self.game.layout.cards(hand)))
        self._publish()

    @property
    def level(self) -> int:
        return self.options.level

    # -- where the deal stands, under the names of rule 28 -----------------------------------------------------

    @property
    def active_players(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(4) if not self.hand_empty(seat))

    @property
    def passed(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(4) if self.state.passed >> seat & 1)

    @property
    def table_play(self) -> Reading | None:
        """What must be beaten; None when somebody leads."""
        state = self.state
        return None if state.leading or state.top is None else _reading(self.game, state.top)

    @property
    def last_winner(self) -> int | None:
        """Whose play is on the table; None before the first."""
        return self.state.top_by if self.state.top is not None else None

    @property
    def rank_list(self) -> tuple[int, ...]:
        return tuple(map(int, self.state.out))

    @property
    def current(self) -> int:
        """Who is asked; of several at once the first, -1 if nobody."""
        pending = self.game.pending(self.state)
        return int(pending[0].seat) if pending else -1

    def hand(self, seat: int) -> str:
        return write(self.game.layout.cards(self.state.hands[seat]))

    def hand_empty(self, seat: int) -> bool:
        return not self.state.hands[seat]

    def hand_count(self, seat: int) -> int:
        return self.game.size(self.state.counts[seat])

    @staticmethod
    def next_seat(seat: int) -> int:
        return (seat + 1) % 4

    @staticmethod
    def team_out(rank_list: Sequence[int]) -> bool:
        """Whether both members of a team are in the list."""
        return any(partner(seat) in rank_list for seat in rank_list)

    def remaining_in_order(self, seat: int) -> tuple[int, ...]:
        """Who still holds cards, in turn order beginning after this seat."""
        return tuple(one for one in ((seat + offset) % 4 for offset in range(1, 5)) if not self.hand_empty(one))

    def view(self, seat: int | None) -> GuandanView:
        seen = self.game.view(self.state, None if seat is None else Seat(seat))
        assert isinstance(seen, GuandanView)
        return seen

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        """Everything that happened as this seat, or a spectator, may know it. All carry `seq`."""
        seen = [event for owner, event in self._events if owner is None or owner == seat]
        return [{"seq": seq, **event} for seq, event in enumerate(seen)]

    # -- moves -------------------------------------------------------------------------------------------------

    def play(self, seat: int, card_ids: CardText, declare: Declared = None) -> Reading:
        """Put down cards. `declare` is `{"type": …, "key": …}` or text (`tripleWithPair:13`); the reading is returned."""
        text = card_ids if isinstance(card_ids, str) else write(_row(card_ids))
        if declare is not None:
            text = f"{text}={self._declared(declare)}"
        action = self._move(seat, text)
        assert isinstance(action, Play)
        assert action.combo is not None
        return _reading(self.game, action.combo)

    def _declared(self, declare: str | Mapping[str, Any]) -> str:
        """A declaration as text. A type that does not exist becomes one that no cards are, so that it is refused."""
        key = "" if isinstance(declare, str) else declare.get("key", "")
        name = declare if isinstance(declare, str) else str(declare.get("type", ""))
        text = name + (f":{key}" if key not in ("", None) else "")
        try:
            return self.game.declared(text, text)
        except NotationError:
            return "empty"

    def pass_turn(self, seat: int) -> None:
        self._move(seat, str(PASS))

    def pay_tribute(self, seat: int, card: str | Card) -> None:
        self._move(seat, str(Give("pay", _row((card,))[0])))

    def return_tribute(self, seat: int, card: str | Card) -> None:
        self._move(seat, str(Give("return", _row((card,))[0])))

    def legal_plays(self, seat: int) -> list[tuple[str, Reading]]:
        """What a seat could put down now if it were its turn: () while others choose tribute."""
        if self.phase != "PLAYING" or self.hand_empty(seat):
            return []
        return find_all_plays(self.hand(seat), self.level, self.options, self.table_play)

    def _move(self, seat: int, text: str) -> Action:
        try:
            played = play(self.game, self.state, Seat(seat), text)
        except IllegalAction as error:
            self._emit("error", _to=seat, code=error.code, message=error.why.key, args=error.why.args)
            raise
        except NotationError as error:
            why = unread(error)
            self._emit("error", _to=seat, code="bad_notation", message=why.key, args=why.args)
            raise
        self._state = played.state
        self._after_play(seat)
        action: Action = played.action
        return action

    def _after_play(self, seat: int) -> None:
        """Rule 35 has been applied by the engine: finishing, the end of the deal, counts. Publish what happened."""
        self._publish()

    def _publish(self) -> None:
        """What the log has new, as events; then whose turn it is."""
        log = self.view(None).log
        for line in log[self._published :]:
            data = {name: _plain(value) for name, value in line.args.items()}
            if "reading" in data:
                data.pop("type")  # a message key; the reading says it better
                data["reading"] = {"type": data["reading"], "count": len(data["cards"]), "key": data.pop("key")}
                if (left := counted(self.game, self.hand_count(data["seat"]))) is not None:
                    data["left"] = left
            self._emit(line.key.rpartition(".")[2], **data)
        self._published = len(log)
        state = self.state
        for decision in self.game.pending(state):
            leading = self.phase == "PLAYING" and state.leading
            self._emit("turn", seat=int(decision.seat), leading=leading, deadline=None)

    def _emit(self, name: str, /, *, _to: int | None = None, **data: Any) -> None:
        self._events.append((_to, {"type": name, **data}))

    def _refuse(self, seat: int, action: object, code: str, why: Line) -> IllegalAction:
        return IllegalAction(Seat(seat), action, code, why)


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
