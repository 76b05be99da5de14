"""The operations of the original climbing program: one deal as a small state machine.

Mirrors document 003 (the README of poker.cpp).

    session = Session("斗地主", seed=7)
    session.initialize()
    session.deal()
    session.set_landlord(True)     # … until somebody is landlord
    session.start("34567")         # the dealer's opening hand
    session.play("/")              # a pass; text as `loose.py` reads it

Cards are shown as they are read, `H5` for ♥5. Every refused operation raises `Refused` with its reason and leaves the session exactly as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from paiju.cards import Card, NotationError, Rng
from paiju.compat.loose import PASSES, read_exactly, read_loosely, written
from paiju.games import catalog
from paiju.games.climb.actions import BIDS, CALL, NO, PASS, ROB, Action, Play, Say
from paiju.games.climb.game import Climb
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.position import Position, leading
from paiju.games.climb.rules import multiplier
from paiju.games.climb.stages import RobAuction
from paiju.games.climb.state import State, events, rounds
from paiju.games.climb.view import counted
from paiju.games.contract import IllegalAction, Line
from paiju.games.messages import COMMON, Language, Messages, Text, tell, unread
from paiju.games.options import to_data
from paiju.games.refusals import Worded


class Status(IntEnum):
    READY = 0
    INITIALIZED = 1
    DEALT = 2
    ASSIGNED = 3
    STARTED = 4
    OVER = 5


class Reason(Enum):
    """Why an operation was refused."""

    WRONG_STATE = "wrong state"
    WRONG_PLAYERS = "number of players"
    NOT_YOUR_CARDS = "not the cards of the current player"
    NO_TYPE = "no such type"
    DOES_NOT_COVER = "does not cover"
    MAY_NOT_PASS = "may not pass"
    REQUIRED_CARD_MISSING = "required card missing"
    ILLEGAL_BID = "illegal bid"
    AMBIGUOUS = "ambiguous"
    BAD_DECLARATION = "declaration does not fit"
    BAD_DATA = "bad data"


_REASONS: Final = {
    "not_in_hand": Reason.NOT_YOUR_CARDS,
    "illegal_combo": Reason.NO_TYPE,
    "cannot_beat": Reason.DOES_NOT_COVER,
    "must_lead": Reason.MAY_NOT_PASS,
    "must_beat": Reason.MAY_NOT_PASS,
    "required_card_missing": Reason.REQUIRED_CARD_MISSING,
    "bad_bid": Reason.ILLEGAL_BID,
    "ambiguous": Reason.AMBIGUOUS,
    "bad_declare": Reason.BAD_DECLARATION,
}


class Refused(Worded):
    """An operation that was refused. `candidates` are the types to choose from where cards are ambiguous."""

    def __init__(
        self,
        reason: Reason,
        detail: Line | None = None,
        candidates: tuple[str, ...] = (),
        messages: Messages | None = None,
    ) -> None:
        super().__init__(reason, detail, candidates)
        self.reason, self.detail, self.candidates = reason, detail, candidates
        self.messages: Messages = messages or MESSAGES

    def worded(self, language: Language) -> str:
        """The reason and its details."""
        parts = [_WHY[self.reason][language]]
        if self.detail is not None:
            parts.append(tell(self.detail, {**COMMON, **SESSION, **self.messages}, language))
        return ("：" if language == "zh" else ": ").join(parts)


_WHY: Final = {
    Reason.WRONG_STATE: Text("现在不能这样做", "wrong state"),
    Reason.WRONG_PLAYERS: Text("人数不对", "number of players"),
    Reason.NOT_YOUR_CARDS: Text("不是当前玩家的牌", "not the cards of the current player"),
    Reason.NO_TYPE: Text("没有这种牌型", "no such type"),
    Reason.DOES_NOT_COVER: Text("压不住", "does not cover"),
    Reason.MAY_NOT_PASS: Text("不能不出", "may not pass"),
    Reason.REQUIRED_CARD_MISSING: Text("缺必须出的牌", "required card missing"),
    Reason.ILLEGAL_BID: Text("叫分不合规则", "illegal bid"),
    Reason.AMBIGUOUS: Text("有歧义", "ambiguous"),
    Reason.BAD_DECLARATION: Text("声明的牌型不符", "declaration does not fit"),
    Reason.BAD_DATA: Text("数据有误", "bad data"),
}

SESSION: Final[Messages] = {
    "session.text": Text("{text}", "{text}"),
    "session.factors": Text("{factors:times}", "{factors:times}"),
    "session.at": Text("第 {line} 行", "line {line}"),
    "session.at_why": Text("第 {line} 行：{why:key}", "line {line}: {why:key}"),
    "session.two_readings": Text(
        "{text} 可以是 {one}，也可以是 {other}；请把花色写在前面，如 {example}",
        "{text} can be {one}, or {other}; write the suit in front, as in {example}",
    ),
    "session.first_and_leader": Text(
        "F 和 W 不能同时出现：F 指明先问谁，W 指明谁直接先出",
        "F and W exclude each other: F names who is asked first, W who leads without being asked",
    ),
    "session.status.READY": Text("还没有初始化", "not initialized yet"),
    "session.status.INITIALIZED": Text("还没有发牌", "no cards are dealt yet"),
    "session.status.DEALT": Text("正在叫地主", "the landlord is being chosen"),
    "session.status.ASSIGNED": Text("等待首家出牌", "the opening hand is awaited"),
    "session.status.STARTED": Text("正在出牌", "play has begun"),
    "session.status.OVER": Text("已经结束", "the deal is over"),
    "session.players": Text("{low} 到 {high} 人", "{low} to {high}"),
    "session.players_only": Text("只能 {low} 人", "{low} only"),
    "session.no_file": Text(
        "{text} 既不是数据，也不是能打开的文件", "{text} is neither data nor a file that can be opened"
    ),
    "session.hands": Text("{players} 人却有 {hands} 手牌", "{hands} hand{hands:s} for {players} players"),
    "session.too_many": Text("{cards} 太多", "too many {cards}"),
    "session.no_leader": Text("W 所指的玩家没有牌", "W names a player without cards"),
    "session.hand_size": Text(
        "除非 W 指明谁先出，每手应有 {size} 张", "each hand has {size} cards unless W says who leads"
    ),
    "session.bottom": Text(
        "底牌应有 {size} 张，F 指明先问谁", "the bottom has {size} cards, and F names who is asked first"
    ),
    "session.out": Text("玩家 {player} 没有牌：已经结束了", "player {player} has no cards: the deal would be over"),
    "session.suits": Text("这里的牌要写花色：{text}", "cards need their suits here: {text}"),
    "session.no_lines": Text(
        "原程序的格式说不出这个局面：它只能从一家首出写起（有地主时是地主），各家都有牌",
        "the format of the original program cannot say this position: it begins with a lead (of the landlord, where there is "
        "one), and everybody holds cards",
    ),
    "session.row": Text("应为键、制表符、值", "a key, a tab and a value were expected"),
    "session.twice": Text("{key} 给了两次", "{key} is given twice"),
    "session.no_hand": Text("声明了牌型，后面却没有牌", "a type is declared, but no hand follows"),
    "session.no_player": Text("没有玩家 {player}", "there is no player {player}"),
    "session.no_key": Text("没有键 {key}", "there is no key {key}"),
    "session.no_type": Text("这个游戏没有牌型 {text}", "there is no type {text} in this game"),
    "session.number": Text("应为数字，而不是 {text}", "a number was expected, not {text}"),
}


@dataclass(frozen=True)
class Cover:
    """A card lying face down in the preparatory round: a yes, or a bid of so many points."""

    point: int = 0

    def __str__(self) -> str:
        return f"[{self.point}]" if self.point else "[+]"


class Hand(NamedTuple):
    """One hand of the records: who, what, and as which type. A pass is `Empty` with no cards."""

    player: int
    cards: tuple[Card | Cover, ...]
    type: str


@dataclass(frozen=True)
class Display:
    """What `display` shows; str() writes it out."""

    name: str
    status: Status
    multiplier: int | None  # in the landlord games; when over, with 春天 or 反春
    stake: str  # in the landlord games, when over: what it is made of
    preparatory: tuple[Hand, ...]
    prepared: str  # the same in words
    hands: tuple[tuple[Card, ...] | int | None, ...]  # None where not even the number is public
    deck: tuple[Card, ...] | int
    rounds: tuple[tuple[Hand, ...], ...]
    current_player: int | None
    captured: tuple[int, ...]
    amounts: tuple[int, ...]
    language: Language = "zh"

    def __str__(self) -> str:
        def say(key: str) -> str:
            return _LABELS[key][self.language]

        def hand(made: Hand) -> str:
            return f"{made.player + 1}:{cards_of(made) or '-'}"

        def held(cards: tuple[Card, ...] | int | None) -> str:
            return "?" if cards is None else str(cards) if isinstance(cards, int) else written(cards)

        lines = [f"{self.name}  {self.status.name.title()}"]
        if self.multiplier is not None:
            lines.append(f"{say('multiplier')} {self.multiplier}")
        lines.append(f"{say('deck')} {held(self.deck) or '-'}")
        lines += [f"{say('player')} {n + 1}  {held(cards)}" for n, cards in enumerate(self.hands)]
        if self.prepared:
            lines.append(f"0  {self.prepared}")
        lines += [f"{n}  {' '.join(map(hand, row))}" for n, row in enumerate(self.rounds, start=1) if row]
        if any(self.captured):
            lines.append(f"{say('points')} {' '.join(map(str, self.captured))}")
        if self.current_player is not None:
            lines.append(f"{say('turn')} {self.current_player + 1}")
        if self.stake:
            lines.append(f"{say('stake')} {self.stake}")
        if self.amounts:
            lines.append(f"{say('amounts')} {' '.join(f'{amount:+d}' for amount in self.amounts)}")
        return "\n".join(lines)


_LABELS: Final = {
    "multiplier": Text("倍数", "multiplier"),
    "deck": Text("底牌/牌堆", "kitty/pile"),
    "player": Text("玩家", "player"),
    "points": Text("得分", "points"),
    "turn": Text("轮到玩家", "to act: player"),
    "stake": Text("每个农民", "each farmer"),
    "amounts": Text("结算", "amounts"),
    "smallest": Text("最小的牌", "smallest cards"),
    "leads": Text("玩家 {0} 先出", "player {0} leads"),
}


class Session:
    """One table of one game, driven by hand. See the module."""

    def __init__(self, name: str, seed: int = 0, **options: object) -> None:
        info = catalog.find(name)
        game = info.game(options)
        if not isinstance(game, Climb):
            raise catalog.UnknownGame(Line.of("catalog.no_climbing", game=info.id))
        self.info, self.game, self._title, self._options = info, game, info.title, options
        self._players = info.recommended
        self._seed, self._deals = seed, 0
        self._state: State | None = None
        self._ready = True  # not yet initialized
        self._placed_by: int | None = None  # the player who leads an imported position

    # -- what can be read --------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._title.zh

    @property
    def values(self) -> dict[str, int]:
        """The value of each point by its letter. Where suits compare, both jokers have one value and L < R by suit."""
        found: dict[str, int] = {}
        for rank in self.game.layout.ranks:
            shared = self.game.rules.suits_matter and rank.letter == "R"
            found[rank.letter] = found["L"] if shared else max(found.values(), default=0) + 1
        return found

    @property
    def status(self) -> Status:
        if self._state is None:
            return Status.READY if self._ready else Status.INITIALIZED
        phase = self.game.phase(self._state)
        return {"Dealt": Status.DEALT, "Assigned": Status.ASSIGNED, "Started": Status.STARTED}.get(phase, Status.OVER)

    @property
    def position(self) -> Position | None:
        """The position with open hands, while tricks are played."""
        if self.status not in (Status.ASSIGNED, Status.STARTED) or self._state is None:
            return None
        return Position.of(self._state, self.info.id, to_data(self.info.build(self._options)))

    @property
    def players(self) -> tuple[tuple[Card, ...], ...]:
        """The hands, greatest card first."""
        if self._state is None:
            return () if self._ready else ((),) * self._players
        return tuple(map(self.game.layout.cards, self._state.hands))

    @property
    def deck(self) -> tuple[Card, ...]:
        """底牌, still listed when they are in the landlord's hand; or the pile, its top last."""
        if self._state is None:
            return ()
        return self._state.draw.pile if self._state.draw else self._state.setup.kitty

    @property
    def records(self) -> tuple[tuple[Hand, ...], ...]:
        """The preparatory round, then the rounds."""
        if self._state is None:
            return ()
        found = [self._preparatory(self._state)]
        for row in rounds(self._state.history):
            found.append(tuple(self._hand(player, action) for player, action in row))
        return tuple(found)

    @property
    def current_player(self) -> int | None:
        """The player to act; None when over, and before the deal."""
        if self._state is None:
            return None
        asked = self.game.pending(self._state)
        return int(asked[0].seat) if asked else None

    @property
    def dealer(self) -> int | None:
        """The first to lead: the landlord, or the holder of the smallest card."""
        if self._state is None or self.status < Status.ASSIGNED:
            return None
        setup = self._state.setup
        return setup.landlord if self.game.rules.kitty else setup.first

    @property
    def last_hand(self) -> Hand | None:
        """The last real hand."""
        real = [hand for row in self.records[1:] for hand in row if hand.cards]
        return real[-1] if real else None

    @property
    def amounts(self) -> tuple[int, ...]:
        """The settlement, once over."""
        outcome = self.game.outcome(self._state) if self._state else None
        return outcome.scores if outcome else ()

    # -- what can be done --------------------------------------------------------------------------------------

    def initialize(self, players: int | None = None) -> None:
        """Set the number of players and clear everything."""
        wanted = self.info.recommended if players is None else players
        if wanted not in self.game.seats:
            low, high = self.game.seats[0], self.game.seats[-1]
            key = "session.players" if low < high else "session.players_only"
            raise Refused(Reason.WRONG_PLAYERS, Line.of(key, low=low, high=high))
        self._players, self._state, self._ready, self._placed_by = wanted, None, False, None

    def deal(self) -> None:
        """A fresh shuffled deck, dealt."""
        self._need(Status.INITIALIZED)
        rng = Rng(self._seed, stream=(1 << 32) + self._deals)  # the generator of this session, one stream a deal
        seed = sum(rng.word() << (32 * place) for place in range(8))
        self._state, self._placed_by = self.game.deal(self._players, seed), None
        self._deals += 1

    def set_landlord(self, answer: bool | int) -> None:
        """One decision of the current player: yes or no, or a bid from 0 to 3."""
        if self.status is not Status.DEALT or self._state is None:
            raise self._not_now()
        robbing = isinstance(self.game.rules.stages[0], RobAuction)
        if type(answer) is not (bool if robbing else int) or answer not in range(4):
            raise Refused(Reason.ILLEGAL_BID, Line.of("session.text", text=str(answer)))
        word: Say = NO
        if answer:
            called = any(what == "say" and thing in (CALL, ROB) for _, what, _, thing in self._this_auction())
            word = BIDS[answer - 1] if not robbing else ROB if called else CALL
        self._do(word)

    def start(self, cards: str | Sequence[Card], declared: str | None = None) -> None:
        """The dealer's opening hand."""
        if self.status is not Status.ASSIGNED:
            raise self._not_now()
        self._play(cards, declared)

    def play(self, cards: str | Sequence[Card] | None = None, declared: str | None = None) -> None:
        """One decision of the current player: cards, or a pass (None, no cards, or one of the words for it)."""
        if self.status is not Status.STARTED:
            raise self._not_now()
        self._play(cards, declared)

    def answer(self, player: int, word: str) -> None:
        """An answer to anything else that options may bring in: `double`, `show`, `no`."""
        if self._state is None:
            raise self._not_now()
        try:
            action = self.game.parse(word)
        except NotationError as error:
            raise Refused(Reason.BAD_DATA, unread(error), messages=self.info.all_messages) from None
        self._do(action, player)

    def set(self, source: str | Path, *, paths: bool = True) -> None:
        """Import a file, or data where there is no such file: all of it, or nothing. A server passes `paths=False`."""
        from paiju.compat.importing import is_data, replayed

        self._need(Status.INITIALIZED)
        text = str(source)
        if paths:
            try:
                text = Path(text).read_text(encoding="utf-8")
            except (OSError, ValueError):
                if not is_data(text):
                    raise Refused(Reason.BAD_DATA, Line.of("session.no_file", text=text)) from None
        trial = copy(self)
        replayed(trial, text)
        self.__dict__.update(trial.__dict__)

    def display(self, viewer: int | None = None, language: Language = "zh") -> Display:
        """What a player or a spectator sees: own hand, public counts, all records; everything when over."""
        state, status = self._state, self.status
        over = status is Status.OVER
        shown = 0 if state is None else state.setup.shown
        hands = tuple(
            hand if over or player == viewer or shown >> player & 1 else counted(self.game, len(hand))
            for player, hand in enumerate(self.players)
        )
        outcome = self.game.outcome(state) if state is not None else None
        factors = outcome.factors if outcome else ()
        hidden = state is not None and (state.draw is not None or status < Status.ASSIGNED)
        landlords = self.game.rules.kitty > 0
        return Display(
            name=self._title[language],
            status=status,
            multiplier=(multiplier(factors) if factors else state.multiplier) if landlords and state else None,
            stake=self._sentence(Line.of("session.factors", factors=factors), language) if factors else "",
            preparatory=self.records[0] if self.records else (),
            prepared=self._prepared(state, language) if state is not None else "",
            hands=hands,
            deck=len(self.deck) if hidden else self.deck,
            rounds=self.records[1:],
            current_player=self.current_player,
            captured=state.draw.captured if state is not None and state.draw else (),
            amounts=self.amounts,
            language=language,
        )

    # -- inside ------------------------------------------------------------------------------------------------

    def _need(self, least: Status) -> None:
        if self.status < least:
            raise self._not_now()

    def _not_now(self) -> Refused:
        return Refused(Reason.WRONG_STATE, Line(f"session.status.{self.status.name}"))

    def _this_auction(self) -> list[Any]:
        assert self._state is not None
        log = events(self._state.history)
        last = max((place for place, event in enumerate(log) if event.what == "redeal"), default=-1)
        return log[last + 1 :]

    def _preparatory(self, state: State) -> tuple[Hand, ...]:
        if self._placed_by is not None:
            return (Hand(self._placed_by, (), "Empty"),)
        if not self.game.rules.kitty:
            return tuple(Hand(player, (card,), "Single") for player, card in state.setup.smallest)
        found = []
        for player, word in self._answers():
            cards = () if word == NO else (Cover(word.bid),)
            found.append(Hand(player, cards, "Single" if cards else "Empty"))
        return tuple(found)

    def _answers(self) -> list[tuple[int, Say]]:
        """What was said until somebody was landlord."""
        found = []
        for _, what, player, thing in self._this_auction():
            if what == "say":
                found.append((player, thing))
            elif what == "landlord":
                break
        return found

    def _prepared(self, state: State, language: Language) -> str:
        """The preparatory round in words: answers, or who had the smallest card."""
        if self._placed_by is not None:
            return _LABELS["leads"][language].format(self._placed_by + 1)
        if self.game.rules.kitty:
            names = [
                (player, self.info.words.name(self.game.view(state, None), word)) for player, word in self._answers()
            ]
            return " ".join([f"{player + 1}:{self._sentence(name, language)}" for player, name in names if name])
        smallest = " ".join([f"{player + 1}:{written([card])}" for player, card in state.setup.smallest])
        leads = _LABELS["leads"][language].format(state.setup.first + 1)
        between = Text("，", "; ")[language]
        return f"{_LABELS['smallest'][language]} {smallest}{between}{leads}" if smallest else leads

    def _sentence(self, line: Line, language: Language) -> str:
        return tell(line, {**SESSION, **self.info.all_messages}, language)

    def _hand(self, player: int, action: Play | Say) -> Hand:
        if isinstance(action, Say) or action.combo is None:
            return Hand(player, (), "Empty")
        return Hand(player, action.cards, self.game.rules.name_of(action.combo.kind))

    def _play(self, cards: str | Sequence[Card] | None, declared: str | None) -> None:
        player = self.current_player
        assert player is not None
        if isinstance(cards, str) and cards.strip() not in PASSES:
            readings = read_loosely(cards, self.players[player], self.game.layout)
            if not readings:
                raise Refused(Reason.NOT_YOUR_CARDS, Line.of("session.text", text=cards))
            if len(readings) > 1:
                one, other = map(written, readings)
                args = {"text": cards, "one": one, "other": other, "example": written(readings[1])}
                raise Refused(Reason.AMBIGUOUS, Line.of("session.two_readings", **args))
            if not readings[0]:
                raise Refused(Reason.NO_TYPE, Line.of("session.text", text=cards))
            cards = readings[0]
        if cards is None or isinstance(cards, str) or not cards:
            self._do(PASS)
        else:
            try:
                wanted = None if declared is None else self.game.declared(declared, declared)
            except NotationError as error:
                raise Refused(Reason.BAD_DECLARATION, unread(error), messages=self.info.all_messages) from None
            self._do(Play(tuple(cards), wanted))

    def _do(self, action: Action, player: int | None = None) -> None:
        state = self._state
        assert state is not None
        pending = self.game.pending(state)
        for decision in pending:
            if player is None or decision.seat == player:
                try:
                    self._state = self.game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
                except IllegalAction as error:
                    reason = _REASONS.get(error.code, Reason.WRONG_STATE)
                    candidates = error.why.args.get("candidates", ())
                    raise Refused(reason, error.why, candidates, self.info.all_messages) from None
                return
        raise self._not_now()

    # -- for imports -------------------------------------------------------------------------------------------

    def place(
        self, hands: Sequence[tuple[Card, ...]], rest: tuple[Card, ...], first: int | None, leader: int | None
    ) -> None:
        """Put down given hands: as dealt, or, with a leader, as a position in which that player leads."""
        if len(hands) != self._players:
            raise Refused(Reason.WRONG_PLAYERS, Line.of("session.hands", hands=len(hands), players=self._players))
        rules = self.game.rules
        allowed = Counter(rules.deck.cards)
        used = Counter(card for cards in (*hands, rest) for card in cards)
        if used - allowed:
            raise Refused(Reason.BAD_DATA, Line.of("session.too_many", cards=written((used - allowed).elements())))
        if leader is not None:
            if first is not None:
                raise Refused(Reason.BAD_DATA, Line("session.first_and_leader"))
            if leader not in range(self._players) or not hands[leader]:
                raise Refused(Reason.BAD_DATA, Line("session.no_leader"))
            self._need_two_sides(hands, rest)
            kitty, pile = (rest, ()) if rules.kitty else ((), rest)
            self._state, self._placed_by = (
                leading(self.game, hands, leader, kitty=kitty, pile=pile, plays=(0,) * self._players),
                leader,
            )
            return
        if any(len(hand) != rules.hand for hand in hands):
            raise Refused(Reason.BAD_DATA, Line.of("session.hand_size", size=rules.hand))
        if not rest and rules.kitty:
            rest = tuple((allowed - used).elements())
        if rules.kitty and first is None:
            first = 0
        if rules.kitty and (len(rest) != rules.kitty or first not in range(self._players)):
            raise Refused(Reason.BAD_DATA, Line.of("session.bottom", size=rules.kitty))
        placed = self.game.placed(0, tuple(hands), rest, first=first)
        self._state, self._placed_by = rules.stages[0].begin(self.game, placed), None

    def _need_two_sides(self, hands: Sequence[tuple[Card, ...]], rest: tuple[Card, ...]) -> None:
        """A position must not be over already: everybody holds cards, or there is a pile, or two still hold some."""
        empty = [player for player, hand in enumerate(hands) if not hand]
        done = len(empty) >= len(hands) - 1 and not rest if self.game.rules.drawing else bool(empty)
        if done:
            raise Refused(Reason.BAD_DATA, Line.of("session.out", player=empty[0]))


def exact(text: str) -> tuple[Card, ...]:
    """Cards with their suits, as an import gives them."""
    found = read_exactly(text)
    if found is None:
        raise Refused(Reason.BAD_DATA, Line.of("session.suits", text=text))
    return found


def cards_of(hand: Hand) -> str:
    """The cards of a hand of the records as text."""
    return " ".join([str(card) if isinstance(card, Cover) else written([card]) for card in hand.cards])
