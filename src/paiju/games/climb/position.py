"""A position: these hands, this seat to act, this play to beat. One value and one line of text for every climbing game.

    GAME HANDS TURN [key=value …]

    doudizhu 34567/KK/2 0 landlord=0 top=1:99 passes=1
    doudizhu 999JJLR/33334567TTAAAA/- 1 landlord=0 ban=TripleWithPair
    guandan 5h5h7s8s9sTs/3d3c/KsKd/- 2 level=5 top=1:8d8c out=3
    three_two_one 39/4/8/5 0 top=0:7 locked=1,2,3

`HANDS` are the seats' cards in seat order, `-` for a seat that is absent or has run out; bare ranks where suits do not
matter. `TURN` is the seat to act. docs/notation.md has the grammar.

Where passes hold for a round, a seat that beats its own last play keeps the others locked out. There `top` may be the own
play of the seat to act: that seat leads, and `locked` are the others that passed.

An absent seat is absent: it is never asked, and never the first to run out. A position awards no 春天 unless it says how
often every seat has played (`plays=1/0/0`), because its deal never began.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from msgspec import structs

from paiju.cards import Card, NotationError, Rank, tokens
from paiju.games import catalog
from paiju.games.climb.actions import Action, Play
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.plays import declaration, spellings
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo
from paiju.games.climb.stages import DrawWild
from paiju.games.climb.state import NOBODY, Event, State, trick
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Line, Pile, Seat
from paiju.games.options import OptionError, read_pairs, to_data
from paiju.games.refusals import Worded

ABSENT: Final = "-"
_BEGUN: Final = 2  # plays made, of a seat of which nothing is said: too many for 春天 and 反春
_LEVELS: Final = {"T": "10", "J": "11", "Q": "12", "K": "13", "A": "14"}


class PositionError(Worded, ValueError):
    """Text that is no position, or a position that cannot be. `at` is where in the text, -1 where no place is to blame."""

    def __init__(self, text: str, at: int, why: Line) -> None:
        super().__init__(text, at, why)
        self.text, self.at, self.why = text, at, why
        self.sentence = Line.of("position.at", at=at + 1, why=why) if at >= 0 else why


@dataclass(frozen=True, kw_only=True)
class Position:
    """A moment in the tricks of a climbing game, with open hands. Checked when made."""

    game: str  # id in the catalog
    hands: tuple[tuple[Card, ...], ...]  # () for a seat that is absent or out
    turn: int
    top: tuple[int, tuple[Card, ...], str | None] | None = (
        None  # who played what (and as what); None or own: turn leads
    )
    locked: tuple[int, ...] = ()  # seats that passed earlier and may not come back, where a game locks them out
    landlord: int | None = None
    out: tuple[int, ...] = ()  # seats that ran out, in order
    pile: tuple[Card, ...] = ()  # to draw from, the top last
    pot: int = 0  # points lying in the running trick
    captured: tuple[int, ...] = ()  # points taken so far, per seat
    plays: tuple[int, ...] = ()  # real plays made so far, per seat; (): it does not matter
    bombs: tuple[int, ...] = ()  # bombs that are paid for so far, per seat, with one on the table; (): no other
    handicap: int = 0  # cards that every farmer is let: out with no more than those
    bid: int = 1
    multiplier: int = 1
    ban: tuple[str, ...] = ()  # types that may not be played, by their names
    options: Mapping[str, Any] = field(default_factory=dict)  # what differs from the game's defaults

    def __post_init__(self) -> None:
        assert self.state is not None  # PositionError here, not at the first use

    @cached_property
    def engine(self) -> Climb:
        """The game that is played on: the sheet of the options, without the banned types."""
        return game_of(self.game, self.options, self.ban)

    @cached_property
    def state(self) -> State:
        """The state of the engine from which the position is played on with `engine`."""
        return _state(self)

    def __str__(self) -> str:
        game = self.engine
        suits = game.rules.suits_matter
        hands = "/".join(_written(hand[::-1], suits) or ABSENT for hand in self.hands)
        words = [self.game, hands, str(self.turn)]
        options = dict(self.options)
        if game.rules.kitty and self.landlord is not None:
            words.append(f"landlord={self.landlord}")
        if "level" in options:
            words.append(f"level={options.pop('level')}")
        if "wild" in options:
            words.append(f"wild={options.pop('wild')}")
        if self.top is not None:
            owner, cards, declared = self.top
            words.append(f"top={owner}:{_written(cards, suits)}" + (f"={declared}" if declared else ""))
            passes = len(_between(self.hands, owner, self.turn))
            if passes:
                words.append(f"passes={passes}")
        if self.locked:
            words.append("locked=" + ",".join(map(str, self.locked)))
        if self.out:
            words.append("out=" + ",".join(map(str, self.out)))
        if self.pile:
            words.append(f"pile={_written(self.pile, suits)}")
        if self.pot:
            words.append(f"pot={self.pot}")
        for name, row in (("captured", self.captured), ("plays", self.plays), ("bombs", self.bombs)):
            if row:
                words.append(f"{name}=" + "/".join(map(str, row)))
        if self.handicap:
            words.append(f"handicap={self.handicap}")
        if self.bid != 1:
            words.append(f"bid={self.bid}")
        if self.multiplier != 1:
            words.append(f"multiplier={self.multiplier}")
        if self.ban:
            words.append("ban=" + ",".join(self.ban))
        words += [f"option.{name}={_value(value)}" for name, value in sorted(options.items())]
        return " ".join(words)

    @staticmethod
    def parse(text: str) -> Position:
        """Read one line of text. PositionError says what is wrong, and where.

        >>> str(Position.parse("斗地主 3 4 5 6 7 / K K / 2 0 landlord=0 top=1:99 passes=1"))
        'doudizhu 34567/KK/2 0 landlord=0 top=1:99 passes=1'
        """
        return _Reader(text).position()

    @staticmethod
    def of(state: State, game: str, options: Mapping[str, Any] | None = None) -> Position:
        """The position of a deal in its tricks; ValueError before and after them."""
        played = game_of(game, options or {})
        rules, layout, setup = played.rules, played.layout, state.setup
        if state.stage != len(rules.stages) - 1:
            raise ValueError("only the tricks of a deal have positions")
        top = None
        between: tuple[int, ...] = ()
        hands = tuple(layout.cards(mask) for mask in state.hands)
        own = state.leading and state.top_by == state.turn and state.passed and _own_top_matters(rules)
        if not state.leading or own:
            assert state.top is not None
            play = [action for _, action in trick(state.history) if isinstance(action, Play)][-1]
            several = [combo for combo in played.reader_at(state).read(play.cards) if not combo.last]
            top = (state.top_by, play.cards, declaration(state.top, rules) if len(several) > 1 else None)
            between = _between(hands, state.top_by, state.turn)
        passed = tuple(seat for seat in range(len(hands)) if state.passed >> seat & 1 and seat not in between)
        kept = rules.counts_plays and any(state.made(seat) < _BEGUN for seat in range(len(hands)))
        on_table = _on_table(played, state.top, state.top_by) if top is not None else 0
        return Position(
            game=game,
            hands=hands,
            turn=state.turn,
            top=top,
            locked=passed if rules.pass_lock != "off" else (),
            landlord=setup.landlord if rules.kitty else None,
            out=state.out,
            pile=state.draw.pile if state.draw else (),
            pot=state.draw.pot if state.draw else 0,
            captured=state.draw.captured if state.draw and any(state.draw.captured) else (),
            plays=tuple(state.made(seat) for seat in range(len(hands))) if kept else (),
            bombs=tuple(state.paid(seat) for seat in range(len(hands))) if state.bombs != on_table else (),
            handicap=max(setup.spare, default=0),
            bid=setup.bid or 1,
            multiplier=state.multiplier,
            options={**(options or {}), **({"wild": setup.wild.letter} if setup.wild else {})},
        )


class Placed(Climb):
    """A game that begins from a position: every deal is that position, whatever the seed, and all hands and the pile lie open.

    >>> game = Placed(Position.parse("doudizhu 34567/KK/2 0 landlord=0"))
    >>> [str(pile.cards[0]) for pile in game.view(game.deal(3, seed=7), None).hands]
    ['7d', 'Kc', '2d']
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position.engine.rules)
        self.position = position

    @property
    def seats(self) -> range:
        return range(len(self.position.hands), len(self.position.hands) + 1)

    def deal(self, seats: int, seed: int) -> State:
        if seats not in self.seats:
            raise ValueError(f"the position has {len(self.position.hands)} seats")
        return self.position.state

    def view(self, state: State, viewer: Seat | None) -> ClimbView:
        hands = tuple(Pile("hand", self.layout.cards(mask)) for mask in state.hands)
        seats = tuple(Seat(seat) for seat in range(len(hands)))
        shown = super().view(state, viewer)
        pile = state.draw.pile if state.draw else ()
        centre = tuple(Pile("pile", pile) if one.name == "pile" else one for one in shown.centre)
        return structs.replace(shown, hands=hands, centre=centre, open_hands=seats)

    def resample(self, state: State, viewer: Seat | None, seed: int) -> State:
        """Everything is known, the order of a pile too: a position names it."""
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and other.position == self.position

    def __hash__(self) -> int:
        return hash((self.rules, str(self.position)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Placed, (self.position,)


def game_of(name: str, options: Mapping[str, Any], ban: Sequence[str] = ()) -> Climb:
    """The game of a position. OptionError and catalog.UnknownGame as the catalog raises them."""
    game = catalog.find(name).game(options)
    if not isinstance(game, Climb):
        raise PositionError(name, 0, Line.of("position.no_climbing", game=name))
    if not ban:
        return game
    names = dict(game.rules.names)
    shapes = tuple(shape for shape in game.rules.shapes if names[shape.kind] not in ban)
    return Climb(replace(game.rules, shapes=shapes))


def written(game: Climb, action: Action) -> str:
    """A move as solutions and certificates show it: bare ranks where suits do not matter."""
    if not isinstance(action, Play) or game.rules.suits_matter:
        return str(action)
    cards = "".join(card.rank.letter for card in action.cards)
    return f"{cards}={action.declared}" if action.declared else cards


def _written(cards: Sequence[Card], suits: bool) -> str:
    return "".join(str(one) if suits else one.rank.letter for one in cards)


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _between(hands: Sequence[Sequence[Card]], owner: int, turn: int) -> tuple[int, ...]:
    """The seats with cards that were asked after the owner of the top play and before the turn; none if both are one."""
    if owner == turn:
        return ()
    seats, seat, found = len(hands), (owner + 1) % len(hands), []
    while seat != turn and seat != owner:
        if hands[seat]:
            found.append(seat)
        seat = (seat + 1) % seats
    return tuple(found)


def _own_top_matters(rules: ClimbRules) -> bool:
    """Whether a lead that beats the leader's own last play keeps those out who passed on it."""
    return rules.pass_lock == "round" and rules.self_cover_keeps_round


def _on_table(game: Climb, top: Combo | None, owner: int) -> int:
    """The bomb to be beaten, as the state counts those that are paid for."""
    return 1 << 8 * owner if top is not None and top.bomb and game.rules.bombs_paid != "none" else 0


def _state(position: Position) -> State:
    """The state of the engine, in its last stage."""
    game, turn = position.engine, position.turn
    rules, hands = game.rules, position.hands
    seats = len(hands)
    holding = tuple(seat for seat in range(seats) if hands[seat])
    if not any(shape.kind is Kind.SINGLE for shape in rules.shapes):
        raise PositionError("", -1, Line("position.ban_single"))
    missing = len(holding) + len(position.out) < seats
    # Where cards are drawn, a seat without any has run out or will draw; and without a partner a deal would never end.
    if missing and ((rules.drawing and not position.pile) or not rules.over((0,) * seats, (*position.out, *holding))):
        raise PositionError("", -1, Line("position.absent"))
    start = leading(
        game,
        hands,
        turn,
        landlord=position.landlord,
        bid=position.bid,
        multiplier=position.multiplier,
        plays=position.plays,
        pile=position.pile,
    )
    passed = sum(1 << seat for seat in position.locked)
    combo, top_by, history = None, NOBODY, None
    if position.top is not None:
        top_by, cards, declared = position.top
        combo = reading(game, cards, declared)
        passed |= sum(1 << seat for seat in _between(hands, top_by, turn))
        history = Event(None, "lead", top_by, Play(game.reader.arrange(cards, combo), declared, combo))
        if top_by == turn:
            history = Event(history, "trick", top_by, None)
    draw = start.draw
    if draw is not None:
        draw = draw._replace(pot=position.pot, captured=position.captured or (0,) * seats)
    bombs = _on_table(game, combo, top_by)
    if position.bombs:
        bombs = sum(number << 8 * seat for seat, number in enumerate(position.bombs))
        if combo is not None and combo.bomb and not position.bombs[top_by]:
            raise PositionError("", -1, Line("position.bombs"))
    if position.handicap:
        spare = tuple(0 if seat == position.landlord else position.handicap for seat in range(seats))
        start = start._replace(setup=start.setup._replace(spare=spare))
        if any(0 < len(hands[seat]) <= spare[seat] for seat in range(seats)):
            raise PositionError("", -1, Line("position.over"))
    return start._replace(
        bombs=bombs,
        top=combo,
        top_by=top_by,
        leading=top_by in (NOBODY, turn),
        passed=passed,
        draw=draw,
        out=position.out,
        history=history,
    )


def leading(
    game: Climb,
    hands: Sequence[Sequence[Card]],
    leader: int,
    *,
    landlord: int | None = None,
    bid: int = 1,
    multiplier: int = 1,
    plays: tuple[int, ...] = (),
    pile: tuple[Card, ...] = (),
    kitty: tuple[Card, ...] = (),
) -> State:
    """The state in which these hands are held and this seat leads; nothing is required of its play.

    In the landlord games the leader is landlord unless another is named. The kitty is shown but joins no hand.
    """
    rules, seats = game.rules, len(hands)
    state = game.placed(0, tuple(map(tuple, hands)), (), first=leader)
    setup = state.setup._replace(required=None, smallest=())
    if rules.kitty:
        setup = setup._replace(kitty=kitty, landlord=leader if landlord is None else landlord, bid=bid)
    return state._replace(
        stage=len(rules.stages) - 1,
        turn=leader,
        plays=sum(number << 8 * seat for seat, number in enumerate(plays or (_BEGUN,) * seats)),
        multiplier=multiplier,
        setup=setup,
        draw=state.draw._replace(pile=pile) if state.draw else None,
    )


def reading(game: Climb, cards: tuple[Card, ...], declared: str | None) -> Combo:
    """The combo of a play on the table. PositionError if it is none, or several and not declared."""
    readings = tuple(combo for combo in game.reader.read(cards) if not combo.last)  # its owner has cards left
    if declared is not None:
        readings = tuple(combo for combo in readings if declared in spellings(combo, game.rules))
    text = _written(cards, game.rules.suits_matter)
    if not readings:
        raise PositionError(text, -1, Line.of("position.no_play", cards=text))
    if len({combo.kind for combo in readings}) > 1 and game.rules.readings == "declare":
        names = ", ".join(declaration(combo, game.rules) for combo in readings)
        raise PositionError(text, -1, Line.of("position.ambiguous", cards=text, there=names))
    return readings[0]


class _Reader:
    """Reads one position from a line of text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.used: Counter[Card] = Counter()

    def fail(self, at: int, key: str, /, **args: Any) -> PositionError:
        return PositionError(self.text, at, Line.of(f"position.{key}", **args))

    def position(self) -> Position:
        name, rest = self._name()
        try:
            info = catalog.find(name[0])
        except catalog.UnknownGame as error:
            raise PositionError(self.text, name[1], error.sentence) from None
        hands, turn, pairs = self._parts(rest)
        values = self._pairs(pairs)
        options = {key[7:]: value for key, (value, _) in values.items() if key.startswith("option.")}
        if "level" in values:
            level, _ = values["level"]
            options["level"] = _LEVELS.get(level.upper(), level)
        if "wild" in values:
            wild, _ = values["wild"]
            options["wild"] = "T" if wild == "10" else wild.upper()
        try:
            built = info.build(read_pairs([f"{key}={value}" for key, value in options.items()]))
        except OptionError as error:
            key = next((key for key in (f"option.{error.name}", error.name) if key in values), None)
            at = values[key][1] - (len(key) + 1) * (error.why.key == "option.unknown") if key else name[1]
            raise PositionError(self.text, at, error.sentence) from None
        plain = to_data(built)
        game = info.make(built)
        if not isinstance(game, Climb):
            raise self.fail(name[1], "no_climbing", game=info.id)
        self.game, self.rules = game, game.rules
        row = self._hands(*hands)
        seats = len(row)
        number = self._seat(turn[0], turn[1], seats)
        known: dict[str, Any] = {}
        for key, (value, at) in values.items():
            if not key.startswith("option.") and key not in ("level", "wild", "passes"):
                known[key] = self._known(key, value, at, seats)
        known = {key: value for key, value in known.items() if value is not None}
        if self.rules.kitty and "landlord" not in known:
            raise self.fail(-1, "no_landlord")
        if any(isinstance(stage, DrawWild) for stage in self.rules.stages):
            raise self.fail(-1, "no_wild")
        position = {"game": info.id, "hands": row, "turn": number, "options": plain, **known}
        self._check(position, values, turn[1])
        try:
            return Position(**position)
        except PositionError as error:
            raise PositionError(self.text, self._place(error.why.key, hands[1], values), error.why) from None

    def _place(self, key: str, hands_at: int, values: Mapping[str, tuple[str, int]]) -> int:
        """Where the mistake is that the whole of a position showed."""
        if key in ("position.no_play", "position.ambiguous"):
            value, at = values["top"]
            return at + value.index(":") + 1
        if key == "position.absent":
            return hands_at
        blamed = {"position.bombs": "bombs", "position.over": "handicap"}.get(key, "")
        return values[blamed][1] if blamed in values else -1

    def _name(self) -> tuple[tuple[str, int], int]:
        """The game with its place, and where it ends."""
        found = re.match(r"\s*([^\s/]+)(?=\s+\S)", self.text)
        if found is None:
            raise self.fail(-1, "form")
        return (found[1], found.start(1)), found.end()

    def _parts(self, start: int) -> tuple[tuple[str, int], tuple[str, int], int]:
        """Hands and turn with their places, and where the pairs begin. Hands may hold spaces around the strokes."""
        pair = re.compile(r"\s[^\s=]+=").search(self.text, start)
        words = list(re.compile(r"\S+").finditer(self.text, start, pair.start() if pair else len(self.text)))
        if not words:
            raise self.fail(-1, "form")
        turn = words[-1]
        if len(words) < 2 or re.fullmatch("[0-9]+", turn[0]) is None:
            raise self.fail(turn.start(), "no_turn")
        at = words[0].start()
        return (self.text[at : turn.start()].rstrip(), at), (turn[0], turn.start()), turn.end()

    def _pairs(self, start: int) -> dict[str, tuple[str, int]]:
        found: dict[str, tuple[str, int]] = {}
        for word in re.compile(r"\S+").finditer(self.text, start):
            key, equals, value = word[0].partition("=")
            at = word.start()
            if not equals or not (key in _KEYS or key.startswith("option.")):
                raise self.fail(at, "no_key", key=key, there=" ".join(_KEYS))
            if key in found:
                raise self.fail(at, "twice", key=key)
            found[key] = (value, at + len(key) + 1)
        return found

    def _seat(self, text: str, at: int, seats: int) -> int:
        if text not in map(str, range(seats)):
            raise self.fail(at, "no_seat", seat=text[:20], high=seats - 1)
        return int(text)

    def _seats(self, value: str, at: int, seats: int) -> tuple[int, ...]:
        """Seats of a list, each named once."""
        found: list[int] = []
        for text, place in _listed(value, at):
            seat = self._seat(text, place, seats)
            if seat in found:
                raise self.fail(place, "twice", key=text)
            found.append(seat)
        return tuple(found)

    def _hands(self, text: str, at: int) -> tuple[tuple[Card, ...], ...]:
        rows, start = [], at
        for part in text.split("/"):
            lead = len(part) - len(part.lstrip())
            rows.append(() if part.strip() == ABSENT else self._cards(part.strip(), at + lead))
            at += len(part) + 1
        allowed = self.rules.seats
        if len(rows) not in allowed:
            key = "hands" if len(allowed) > 1 else "hands_only"
            raise self.fail(start, key, low=allowed[0], high=allowed[-1], hands=len(rows))
        return tuple(rows)

    def _cards(self, text: str, at: int) -> tuple[Card, ...]:
        """Cards of the deck that nobody holds yet; a bare rank takes any of them."""
        if not text:
            raise self.fail(at, "no_cards")
        try:
            written = tokens(text)
        except NotationError as error:
            why = Line.of(error.key, **error.args_of_key) if error.key else Line.of("position.text", why=error.why)
            raise PositionError(self.text, at + max(0, error.at), why) from None
        layout, found = self.game.layout, []
        for token in written:
            where, letter = at + token.at, token.rank.letter
            if token.rank not in layout.point:
                raise self.fail(where, "no_rank", rank=letter)
            if token.is_exact:
                card = Card.of(token.rank, token.suit)
                if self.used[card] >= self._copies(card):
                    raise self.fail(where, "card_often", card=str(card), most=self._copies(card))
            elif self.rules.suits_matter:
                raise self.fail(where, "no_suit", rank=letter)
            else:
                card = self._free(token.rank, where)
            self.used[card] += 1
            found.append(card)
        return tuple(sorted(found, key=lambda card: -layout.bit[card]))

    def _copies(self, card: Card) -> int:
        return self.rules.deck.cards.count(card)

    def _free(self, rank: Rank, at: int) -> Card:
        for card in self.rules.deck.cards:
            if card.rank is rank and self.used[card] < self._copies(card):
                return card
        most = sum(card.rank is rank for card in self.rules.deck.cards)
        raise self.fail(at, "rank_often", rank=rank.letter, most=most)

    def _known(self, key: str, value: str, at: int, seats: int) -> Any:
        if key == "landlord":
            if not self.rules.kitty:
                raise self.fail(at, "landlord_here")
            return self._seat(value, at, seats)
        if key == "top":
            owner, colon, play = value.partition(":")
            if not colon or not play:
                raise self.fail(at, "top")
            written, equals, declared = play.partition("=")
            seat, cards = self._seat(owner, at, seats), self._cards(written, at + len(owner) + 1)
            try:
                named = self.game.declared(play, declared) if equals else None
            except NotationError:
                raise self.fail(at + len(value) - len(declared), "no_type", name=declared) from None
            return seat, cards, named
        if key == "locked" and self.rules.pass_lock == "off":
            raise self.fail(at, "locked_here")
        if key in ("out", "locked"):
            return self._seats(value, at, seats)
        if key in ("pile", "pot", "captured") and self.rules.drawing is None:
            raise self.fail(at, "pile_here")
        if key == "pile":
            return self._pile(value, at)
        if key == "bombs" and self.rules.bombs_paid == "none":
            raise self.fail(at, "bombs_here")
        if key in ("handicap", "bid") and not self.rules.kitty:
            raise self.fail(at, "landlord_here")
        if key == "ban":
            return tuple(self._type(one, place) for one, place in _listed(value, at))
        low, high = _BOUNDS[key]
        if key in ("captured", "plays", "bombs"):
            row = value.split("/")
            if len(row) != seats or not all(_is_number(one, low, high) for one in row):
                raise self.fail(at, "row", key=key, seats=seats, high=high)
            return tuple(map(int, row))
        if not _is_number(value, low, high):
            raise self.fail(at, "number", key=key, low=low, high=high)
        return int(value)

    def _pile(self, value: str, at: int) -> tuple[Card, ...]:
        """The draw pile as written, the top last: its order matters."""
        before = Counter(self.used)
        self._cards(value, at)
        taken, row = Counter(self.used) - before, []
        for token in tokens(value):
            card = next(
                one for one in taken if one.rank is token.rank and token.suit in (None, one.suit) and taken[one]
            )
            taken[card] -= 1
            row.append(card)
        return tuple(row)

    def _type(self, name: str, at: int) -> str:
        try:
            found = self.game.declared(name, name)
        except NotationError:
            raise self.fail(at, "no_type", name=name) from None
        if found == dict(self.rules.names)[Kind.SINGLE]:
            raise self.fail(at, "ban_single")
        return found

    def _check(self, position: dict[str, Any], values: dict[str, tuple[str, int]], turn_at: int) -> None:
        """What the parts say must fit together."""
        hands, turn, out = position["hands"], position["turn"], position.get("out", ())
        if not hands[turn]:
            raise self.fail(turn_at, "empty_turn", seat=turn)
        draws = bool(position.get("pile"))  # who holds no cards draws some before the next trick
        if sum(map(bool, hands)) < 2 and not draws:
            raise self.fail(-1, "one_hand")
        for seat in out:
            if hands[seat]:
                raise self.fail(values["out"][1], "not_out", seat=seat)
        if not draws and self.rules.over(tuple(map(len, hands)), out):
            raise self.fail(values["out"][1] if "out" in values else -1, "over")
        if "top" in position:
            owner, _, _ = position["top"]
            if owner == turn and not _own_top_matters(self.rules):
                raise self.fail(values["top"][1], "own_top")
            if not hands[owner] and owner not in out and not draws:
                raise self.fail(values["top"][1], "absent_top", seat=owner)
        for text, at in _listed(*values["locked"]) if "locked" in values else ():
            if int(text) == turn or ("top" in position and int(text) == position["top"][0]):
                raise self.fail(at, "not_locked", seat=text)
        if "passes" in values:
            text, at = values["passes"]
            passes = len(_between(hands, position["top"][0], turn)) if "top" in position else 0
            if text != str(passes):
                raise self.fail(at, "passes", passes=passes)


_KEYS: Final = (
    "landlord", "level", "wild", "top", "passes", "locked", "out", "pile", "pot", "captured", "plays", "bombs",
    "handicap", "bid", "multiplier", "ban",
)  # fmt: skip
# What the numbers are from and to: the kernel counts with them.
_BOUNDS: Final = {
    "bid": (1, 100), "multiplier": (1, 1 << 16), "handicap": (1, 20), "pot": (0, 1000), "captured": (0, 1000),
    "plays": (0, 255), "bombs": (0, 13),
}  # fmt: skip


def _is_number(text: str, low: int, high: int) -> bool:
    return re.fullmatch("[0-9]{1,9}", text) is not None and low <= int(text) <= high


def _listed(value: str, at: int) -> Iterator[tuple[str, int]]:
    """The words of a list, each with its place."""
    for word in value.split(","):
        yield word, at
        at += len(word) + 1
