"""Every message and body that crosses the wire, as types.

One set for REST, WebSocket, the OpenAPI document and the page's generated TypeScript. Names are camelCase on the
wire and snake_case here. A field that is UNSET is left out; in a `game_state` delta that means "as before".
docs/api.md shows an example of each.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

PROTOCOL: Final = 1
TEXT_LIMIT: Final = 500
NAME_LIMIT: Final = 24

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT)]
ChatText = Annotated[str, Meta(min_length=1, max_length=TEXT_LIMIT)]
Notation = Annotated[str, Meta(min_length=1, max_length=400)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
PlayerId = Annotated[str, Meta(min_length=1, max_length=20)]
Secret = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Chips = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seq = Annotated[int, Meta(ge=0, le=1 << 53)]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Hex = Annotated[str, Meta(max_length=64, pattern="^([0-9a-fA-F]{2})*$")]
Reference = Annotated[str, Meta(max_length=64)]
OptionValues = dict[str, Any]

Code = Literal[
    "not_your_turn", "wrong_phase", "bad_notation", "not_in_hand", "illegal_combo", "ambiguous", "bad_declare",
    "cannot_beat", "must_lead", "required_card_missing", "bad_bid", "bad_tribute_card", "bad_return_card",
    "unknown_action", "amount_too_small", "amount_too_large", "cannot_raise", "use_check", "bad_answer", "bad_target",
    "skill_unavailable", "stale_seq", "not_seated", "table_full", "forbidden", "rate_limited", "too_large",
    "bad_request", "unauthorized", "not_found", "unavailable",
]  # fmt: skip

STATUS: Final[dict[str, int]] = {
    "bad_request": 400, "bad_notation": 400, "unknown_action": 400,
    "unauthorized": 401,
    "forbidden": 403, "not_seated": 403,
    "not_found": 404,
    "not_your_turn": 409, "wrong_phase": 409, "stale_seq": 409, "table_full": 409,
    "too_large": 413,
    "rate_limited": 429,
    "unavailable": 503,
}  # fmt: skip
"""HTTP status of each error code; 422 for every code not listed: the move is well formed and the rules refuse it."""


class Wire(Struct, rename="camel", kw_only=True):
    """The base of all bodies and payloads."""


# --- parts ---------------------------------------------------------------------------------------------------------


class Line(Wire):
    """Something to tell a person: a key of the message tables (`GET /api/messages/{game}`) and its named arguments."""

    key: str
    args: dict[str, Any] = {}


class Event(Wire):
    """Something that happened in the deal, as this viewer saw it: a line of the log."""

    type: str
    """The last part of the key: `played` of `climb.played`."""
    key: str
    args: dict[str, Any] = {}
    seat: int | UnsetType = UNSET
    player_id: str | UnsetType = UNSET


class Choice(Wire):
    """One legal answer. `name` says what it is (a full house, a check), where the game can tell."""

    text: str
    name: Line | UnsetType = UNSET


class Decision(Wire):
    """What the viewer is asked now. `choices` are the first legal answers, safest first; `more` says there are others."""

    prompt: Line
    choices: list[str]
    more: bool
    deadline: int | None
    since: int
    """The seq at which the question was put: an action that saw an older seq is stale."""
    extra: dict[str, Any] | UnsetType = UNSET
    """What the game adds: bet ranges in Hold'em, targets in Sanguosha."""


class PlayerState(Wire):
    """One occupied seat."""

    id: str
    name: str
    seat: int
    avatar: str = ""
    bot: str | None = None
    """The level of a bot; None for a person."""
    status: Literal["active", "folded", "all_in", "sitting_out", "away", "disconnected", "left"] = "active"
    connected: bool = True
    auto: bool = False
    """托管: the table plays for this seat until it takes over again."""
    sitting_out: bool = False
    """Out from the next deal on, where chips are played; a running hand is played to its end."""
    ready: bool = False
    score: int = 0
    """Running score over the deals of this table, as the games settle them."""
    deadline: int | None = None
    """When this seat's time runs out, milliseconds since 1970 by the server's clock; None when it is not asked."""
    bank: int = 0
    """Milliseconds left in the time bank."""
    tier: str = ""
    chips: int | UnsetType = UNSET
    bet: int | UnsetType = UNSET
    has_cards: bool | UnsetType = UNSET
    hole_cards: list[str] | UnsetType = UNSET


class TableInfo(Wire):
    """What is fixed, or changes rarely, about a table."""

    name: str
    preset: str | None
    options: OptionValues
    """Everything that differs from the game's defaults."""
    seats: int
    owner_id: str
    private: bool
    locked: bool
    """A password is needed to join or watch."""
    spectators: bool
    spectator_delay: int
    """Seconds by which spectators see everything later."""
    chat: bool
    chips: bool
    """Whether people buy in with chips."""
    min_buy_in: int
    max_buy_in: int
    turns: Literal["clockwise", "counter_clockwise"]
    autostart: bool
    timeout: int | None
    """Seconds for each decision in place of the game's own clocks; 0 for no limit, null for the game's."""
    watching: list[str]
    """Names of the spectators."""


class Fairness(Wire):
    """The proof of a fair deal: `commit` before it; after it, what everybody added and the seeds."""

    commit: str
    hand_number: int
    entropy: list[str]
    """What each seat added, as hexadecimal; empty where nothing was."""
    server_seed: str | None = None
    seed: str | None = None
    next: str | None = None
    """The commitment of the next deal, once it is made."""


class PotState(Wire):
    amount: int
    eligible: list[str]


class Result(Wire):
    """How the last deal ended."""

    hand_number: int
    scores: list[int]
    reason: str
    winners: list[str]
    """Ids of the players with the best score above zero, or the winners as the game names them."""
    match_over: bool
    extra: dict[str, Any] | UnsetType = UNSET


# --- from server to client --------------------------------------------------------------------------------------------


class GameState(Wire):
    """All a viewer may know of a table, or what changed in it.

    With `full` it replaces whatever the client had. Without it: every field present replaces the field of that name,
    except that inside `view` each field present replaces that field of the view, and `events` are appended.
    """

    game_id: str
    game: str
    seq: int
    full: bool
    time: int
    """The server's clock, milliseconds since 1970."""
    base: int | UnsetType = UNSET
    """The seq of the state this delta is to be applied to."""
    stage: str | UnsetType = UNSET
    """waiting, playing (or the stage of the game: pre_flop, tribute…), hand_end, finished."""
    hand_number: int | UnsetType = UNSET
    deadline: int | UnsetType | None = UNSET
    """The earliest moment at which somebody's time runs out, or the next deal begins."""
    players: list[PlayerState] | UnsetType = UNSET
    you: You | UnsetType | None = UNSET
    """None for a spectator."""
    view: dict[str, Any] | UnsetType | None = UNSET
    """None while no deal was dealt yet. Its `log` is left out: `events` carry it."""
    events: list[Event] | UnsetType = UNSET
    """Full: everything of this deal. Delta: what is new. A new handNumber begins with an empty list."""
    decision: Decision | UnsetType | None = UNSET
    result: Result | UnsetType | None = UNSET
    fairness: Fairness | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    # Hold'em
    pot: int | UnsetType = UNSET
    pots: list[PotState] | UnsetType = UNSET
    community_cards: list[str] | UnsetType = UNSET
    current_player: str | UnsetType | None = UNSET
    min_bet: int | UnsetType = UNSET
    max_bet: int | UnsetType = UNSET
    dealer_button: int | UnsetType | None = UNSET
    to_call: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET


class You(Wire):
    """The viewer's own place."""

    id: str
    seat: int
    hole_cards: list[str] | UnsetType = UNSET


class PlayerAction(Wire):
    """An accepted move. `action` is its notation, or its verb in Hold'em; None where others may not know it."""

    game_id: str
    seq: int
    player_id: str
    seat: int
    action: str | None
    by: Literal["player", "bot", "clock", "auto"] = "player"
    amount: int | UnsetType = UNSET
    total_bet: int | UnsetType = UNSET
    chips: int | UnsetType = UNSET
    pot: int | UnsetType = UNSET


class ChatSaid(Wire):
    game_id: str
    player_id: str
    name: str
    text: str
    time: int
    seq: int = 0


class ErrorBody(Wire):
    """A refusal. Nothing has changed. `message` is in the language of the connection; `why` is the same as a line."""

    code: Code
    message: str
    why: Line
    seq: int | None = None
    re: str | None = None
    """The `id` of the message that was refused."""


class Winner(Wire):
    """A deal is over. Hold'em adds pots and shown hands."""

    game_id: str
    seq: int
    hand_number: int
    winners: list[str]
    scores: list[int]
    reason: str
    match_over: bool
    pots: list[dict[str, Any]] | UnsetType = UNSET
    shown: list[dict[str, Any]] | UnsetType = UNSET


class Welcome(Wire):
    """The first message on a socket, and the answer to `hello`."""

    protocol: int
    server: str
    time: int
    player_id: str | None
    name: str | None
    games: list[str]
    """Tables at which this player sits: offer to go back there."""
    heartbeat: int
    """Seconds; a client that hears nothing for twice as long should reconnect."""


class Ack(Wire):
    """The message with this `id` was accepted and is durable, as entry `seq` of the table's log."""

    id: str
    game_id: str
    seq: int


class Pong(Wire):
    time: int


class Hints(Wire):
    game_id: str
    seq: int
    choices: list[Choice]


class Checked(Wire):
    """The answer to `check`: what the text would be as a move now. No readings: it is refused, and `why` says so."""

    re: str | None
    game_id: str
    seq: int
    text: str
    readings: list[Choice]
    """More than one: the move must be sent as one of these spellings."""
    code: Code | None = None
    why: Line | None = None


class Notice(Wire):
    """Something that is no part of the deal: timer_warning, player_disconnected, player_reconnected, reconnect, closed…"""

    event: str
    game_id: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    player_id: str | UnsetType = UNSET
    data: dict[str, Any] | UnsetType = UNSET


class Out(Struct, kw_only=True, tag_field="type", omit_defaults=True):
    """The envelope of what the server sends."""


class GameStateOut(Out, tag="game_state"):
    payload: GameState


class PlayerActionOut(Out, tag="player_action"):
    payload: PlayerAction


class ChatOut(Out, tag="chat"):
    payload: ChatSaid


class ErrorOut(Out, tag="error"):
    payload: ErrorBody


class WinnerOut(Out, tag="winner"):
    payload: Winner


class WelcomeOut(Out, tag="welcome"):
    payload: Welcome


class AckOut(Out, tag="ack"):
    payload: Ack


class PongOut(Out, tag="pong"):
    payload: Pong


class HintOut(Out, tag="hint"):
    payload: Hints


class CheckedOut(Out, tag="checked"):
    payload: Checked


class NoticeOut(Out, tag="notice"):
    payload: Notice


ServerMessage = (
    GameStateOut
    | PlayerActionOut
    | ChatOut
    | ErrorOut
    | WinnerOut
    | WelcomeOut
    | AckOut
    | PongOut
    | HintOut
    | CheckedOut
    | NoticeOut
)


# --- from client to server ----------------------------------------------------------------------------------------------


class Payload(Wire, kw_only=True):
    """What most messages carry: the table, which may be left out after the socket has joined or watched one."""

    game_id: GameId | None = None


class Hello(Wire):
    """Who speaks, where no cookie or Authorization header says so."""

    token: Secret | None = None
    language: Literal["zh", "en"] = "zh"


class Join(Payload):
    """Take a seat and follow the table. One who already sits there resumes."""

    player_name: Name | None = None
    buy_in: Chips | None = None
    seat: SeatNumber | None = None
    password: Secret | None = None
    seq: Seq | None = None


class Watch(Payload):
    """Follow a table without sitting down, or go on following it after `seq` (one's own seat, if one has one)."""

    password: Secret | None = None
    seq: Seq | None = None


class Action(Payload):
    """A move: `text` in the game's notation; or, in Hold'em, `action` with `amount` (chips added) or `to`."""

    text: Notation | None = None
    action: Annotated[str, Meta(max_length=20)] | None = None
    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class Say(Payload, kw_only=True):
    text: ChatText


class Return(Payload):
    """Back from sitting out or 托管. `post`: post the missed blind now instead of waiting for it."""

    post: bool = False


class Ready(Payload):
    ready: bool = True


class Entropy(Payload, kw_only=True):
    """Up to 32 bytes of one's own, as hexadecimal, mixed into the next deal."""

    bytes: Hex


class HintRequest(Payload):
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


class CheckRequest(Payload, kw_only=True):
    """What would this be as a move now? Changes nothing; answered by `checked`."""

    text: Notation


class Rebuy(Payload, kw_only=True):
    chips: Chips


class Target(Payload, kw_only=True):
    player_id: PlayerId


class BotSeat(Wire):
    level: Level = "normal"
    seat: SeatNumber | None = None


class AddBot(Payload):
    level: Level = "normal"
    seat: SeatNumber | None = None


class In(Struct, kw_only=True, tag_field="type"):
    """The envelope of what a client sends. With an `id` the server answers `ack` (or `error` with `re`)."""

    id: Reference | None = None


class HelloIn(In, tag="hello"):
    payload: Hello = field(default_factory=Hello)


class JoinIn(In, tag="join"):
    payload: Join


class WatchIn(In, tag="watch"):
    payload: Watch


class UnwatchIn(In, tag="unwatch"):
    payload: Payload = field(default_factory=Payload)


class LeaveIn(In, tag="leave"):
    payload: Payload = field(default_factory=Payload)


class ActionIn(In, tag="action"):
    payload: Action


class ChatIn(In, tag="chat"):
    payload: Say


class SitOutIn(In, tag="sit_out"):
    payload: Payload = field(default_factory=Payload)


class BackIn(In, tag="back"):
    payload: Return = field(default_factory=Return)


class ReadyIn(In, tag="ready"):
    payload: Ready = field(default_factory=Ready)


class StartIn(In, tag="start"):
    payload: Payload = field(default_factory=Payload)


class EntropyIn(In, tag="entropy"):
    payload: Entropy


class HintIn(In, tag="hint"):
    payload: HintRequest = field(default_factory=HintRequest)


class CheckIn(In, tag="check"):
    payload: CheckRequest


class RebuyIn(In, tag="rebuy"):
    payload: Rebuy


class KickIn(In, tag="kick"):
    payload: Target


class MuteIn(In, tag="mute"):
    """Do not show me what this player says. Again to hear him again."""

    payload: Target


class AddBotIn(In, tag="add_bot"):
    payload: AddBot = field(default_factory=AddBot)


class PingIn(In, tag="ping"):
    payload: Payload = field(default_factory=Payload)


ClientMessage = (
    HelloIn
    | JoinIn
    | WatchIn
    | UnwatchIn
    | LeaveIn
    | ActionIn
    | ChatIn
    | SitOutIn
    | BackIn
    | ReadyIn
    | StartIn
    | EntropyIn
    | HintIn
    | CheckIn
    | RebuyIn
    | KickIn
    | MuteIn
    | AddBotIn
    | PingIn
)


# --- REST bodies ----------------------------------------------------------------------------------------------------------


class Problem(Wire):
    """The body of every refusal."""

    code: Code
    message: str
    status: int
    why: Line
    seq: int | None = None


class NewSession(Wire):
    """A guest needs only a name."""

    name: Name
    avatar: Annotated[str, Meta(max_length=20)] | None = None


class NewAccount(Wire):
    """Turn the guest into an account, to come back from another browser."""

    login: Annotated[str, Meta(min_length=3, max_length=40, pattern="^[A-Za-z0-9_.@-]+$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Login(Wire):
    login: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]


class Standing(Wire):
    """A player's statistics in one game."""

    game: str
    points: int
    tier: str
    hands_played: int
    hands_won: int
    total_winnings: int


class Me(Wire):
    id: str
    name: str
    avatar: str
    avatars: list[str]
    chips: int
    account: bool
    created_at: str
    standings: list[Standing]
    games: list[str]
    """Ids of the tables at which this player sits."""


class Session(Wire):
    """`token` goes into `Authorization: Bearer …`; browsers also get it as a cookie they need not touch."""

    token: str
    player: Me


class EditMe(Wire):
    name: Name | None = None
    avatar: Annotated[str, Meta(max_length=20)] | None = None


class NewGame(Wire):
    """A table to be opened. Only `game` is needed."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: OptionValues = {}
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    private: bool = False
    password: Secret | None = None
    spectators: bool = True
    spectator_delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    chat: bool = True
    seating: Literal["choose", "lot"] = "choose"
    autostart: bool = True
    """Begin as soon as every seat is taken and ready; otherwise the owner starts."""
    pause: Annotated[int, Meta(ge=0, le=60)] = 5
    """Seconds between deals."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 800
    """Milliseconds a bot waits before it moves."""
    time_bank: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds of reserve for each player of the table."""
    timeout: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """Seconds for a decision; None: as the game says; 0: no limit."""
    deals: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """The table ends after so many deals."""
    bots: list[BotSeat] = []
    join: bool = True
    """The caller takes the first seat, with `buyIn` where chips are played."""
    buy_in: Chips | None = None


class GameSummary(Wire):
    """A row of the lobby."""

    id: str
    game: str
    name: str
    preset: str | None
    status: Literal["waiting", "active", "finished"]
    seats: int
    taken: int
    bots: int
    players: list[str]
    locked: bool
    private: bool
    watching: int
    hand_number: int
    owner_id: str
    created_at: str
    min_buy_in: int
    max_buy_in: int
    small_blind: int | None = None
    big_blind: int | None = None
    stake: int | None = None
    """What a deal is played for: the big blind, or the base score; none where neither can be chosen."""


class GameDetail(GameSummary, kw_only=True):
    link: str
    """The page of this table; whoever has it may come to a private one."""
    table: TableInfo
    state: GameState


class JoinRequest(Wire):
    player_name: Name | None = None
    buy_in: Chips | None = None
    seat: SeatNumber | None = None
    password: Secret | None = None


class ActionRequest(Wire):
    text: Notation | None = None
    action: Annotated[str, Meta(max_length=20)] | None = None
    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class BetRequest(Wire):
    """The body of a betting shortcut; only `/raise` needs one of `amount` and `to`."""

    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class BackRequest(Wire):
    post: bool = False


class Accepted(Wire):
    """A move that was accepted and is durable."""

    seq: int
    action: str | None
    state: GameState


class PotReply(Wire):
    pot: int
    pots: list[PotState]


class PastHand(Wire):
    """One finished deal. Cards that were never shown are shown to nobody else."""

    hand_number: int
    played_at: str
    players: list[PastPlayer]
    winners: list[str]
    scores: list[int]
    reason: str
    moves: int
    pot_amount: int | None = None
    community_cards: list[str] | None = None
    second_board: list[str] | None = None
    """Where the board was run twice."""
    record: str = ""
    """Where its record can be downloaded."""
    revealed: bool = False


class PastPlayer(Wire):
    id: str
    name: str
    seat: int
    score: int
    hole_cards: list[str] | None = None
    final_hand_rank: str | None = None


class History(Wire):
    hands: list[PastHand]
    total: int
    page: int
    pages: int


class PastDeal(Wire):
    """One finished deal of the caller, wherever it was played."""

    game_id: str
    game: str
    hand_number: int
    played_at: str
    players: list[str]
    seat: int
    score: int


class PastDeals(Wire):
    deals: list[PastDeal]
    total: int
    page: int
    pages: int


class ReplayStep(Wire):
    """The deal after one move. `view` holds the fields that changed, as in a delta; in the first step, all of them."""

    seat: int | None
    action: str | None
    elapsed: int
    """Milliseconds since the deal began."""
    view: dict[str, Any]
    events: list[Event]


class Earlier(Wire):
    """The deal on the table so far, as the caller saw it."""

    hand_number: int
    steps: list[ReplayStep]


class Replay(Wire):
    """A finished deal, step by step, as the caller may see it now."""

    game_id: str
    game: str
    hand_number: int
    played_at: str
    names: list[str]
    options: OptionValues
    turns: Literal["clockwise", "counter_clockwise"]
    viewer: int | None
    """The seat whose eyes are used; None: everything that may be known."""
    seat: int | None
    """Where the caller sat."""
    scores: list[int]
    reason: str
    fairness: Fairness | None
    steps: list[ReplayStep]


class Branch(Wire):
    """Play on from a step of a finished deal: a private table with the same cards, the other seats with bots."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNumber = 0
    level: Level = "normal"
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 800


class AnalysisPoint(Wire):
    """How the deal stood after a step of its replay: a number from 0 to 1 for each seat."""

    step: int
    chances: list[float]


class AnalysisFlag(Wire):
    """A move that gave something away, and what would have been better."""

    step: int
    seat: int
    played: str
    played_name: Line | None
    """The move in words, where the game has them."""
    better: str
    better_name: Line | None
    loss: float
    """Of 1: winning chance, or part of the pot."""
    grade: Literal["inaccuracy", "mistake", "blunder"]
    why: Line


class Analysis(Wire):
    """Chances after every move of a finished deal, and its mistakes."""

    measure: Literal["win", "pot", "none"]
    """Chances to win, shares of the pot with all cards open, or nothing: `note` says why."""
    points: list[AnalysisPoint]
    flags: list[AnalysisFlag]
    note: Line
    complete: bool
    """False where time ran out before every move was looked at."""


class PlayedOn(GameDetail, kw_only=True):
    """The table at which one plays on."""

    redealt: list[int]
    """Seats whose cards the caller may not know: they hold others than in the deal itself."""
    note: Line
    """Says so."""


class GameList(Wire):
    games: list[GameSummary]
    total: int


class ChatLog(Wire):
    lines: list[ChatSaid]


class Tidied(Wire):
    """A hand in combinations (理牌): groups of cards, strongest use first."""

    groups: list[list[str]]
    names: list[Line | None]


class HandName(Wire):
    name: Line | None


class Equity(Wire):
    """Each seat's share of the pot when hands are open; null where nothing can be said."""

    shares: list[float] | None
    exact: bool = False


class Option(Wire):
    name: str
    type: str
    default: Any
    help: dict[str, str]
    choices: list[Any]
    low: float | None
    high: float | None
    optional: bool


class CatalogGame(Wire):
    """One game of the catalog."""

    id: str
    title: dict[str, str]
    summary: dict[str, str]
    family: str
    aliases: list[str]
    seats: list[int]
    recommended: int
    turns: Literal["clockwise", "counter_clockwise"]
    chips: bool
    presets: dict[str, OptionValues]
    default_preset: str | None
    options: list[Option]
    bots: list[str]
    rules_version: str


class CatalogReply(Wire):
    games: list[CatalogGame]


class MessageTable(Wire):
    """Templates by key, in both languages; docs/api.md says how to fill them."""

    game: str
    messages: dict[str, dict[str, str]]


Tag = Literal["", "jade", "red", "blue", "amber", "violet"]


class Contact(Wire):
    """What the caller keeps about another player; nobody else ever sees it."""

    id: str
    name: str
    avatar: str
    note: str
    tag: Tag
    friend: bool
    muted: bool
    mutual: bool
    """Each keeps the other as a friend: then both may know whether the other is here."""
    online: bool
    games: list[str]
    """Public tables at which a friend sits."""


class ContactList(Wire):
    people: list[Contact]


class EditContact(Wire):
    """What is left out stays as it is."""

    note: Annotated[str, Meta(max_length=500)] | None = None
    tag: Tag | None = None
    friend: bool | None = None
    muted: bool | None = None


Reason = Literal["chat", "name", "cheating", "stalling", "other"]


class NewReport(Wire):
    """A complaint about a player, for the host. What was said at the table goes along."""

    reason: Reason
    text: Annotated[str, Meta(max_length=500)] = ""
    game_id: Annotated[str, Meta(max_length=40)] | None = None


class ReportTaken(Wire):
    id: int


class Report(Wire):
    """A complaint as the host reads it."""

    id: int
    at: str
    author_id: str
    author: str
    about_id: str
    about: str
    reason: Reason
    text: str
    game_id: str | None
    said: list[str]
    """What the other said lately at that table."""
    status: Literal["open", "done"]


class ReportList(Wire):
    reports: list[Report]
    total: int


class SettleReport(Wire):
    status: Literal["open", "done"]


class RuleRun(Wire):
    """A stretch of text. `term` names the word of `terms` that explains it, empty where there is none."""

    text: str
    term: str


class RuleExample(Wire):
    """Cards and what the game says of them: a play or none, or how they fare against the cards `on` the table."""

    cards: list[str]
    verdict: Literal["legal", "illegal", "beats", "fails", "ties"]
    on: list[str]
    name: str
    note: list[RuleRun]


class RuleClause(Wire):
    """One statement. `option` is the option whose value it states; `changed` where that differs from the default."""

    text: list[RuleRun]
    option: str
    changed: bool
    examples: list[RuleExample]


class RuleOption(Wire):
    """An option that differs from the default: its name in words, its value, and what follows."""

    name: str
    help: str
    value: str
    clauses: list[RuleClause]


class RuleCell(Wire):
    text: list[RuleRun]
    note: list[RuleRun]
    cards: list[str]


class RuleTable(Wire):
    """Rows made from the game's own data. `folded`: long, to be opened when wanted."""

    title: str
    headings: list[str]
    rows: list[list[RuleCell]]
    folded: bool


class RuleSection(Wire):
    key: str
    title: str
    clauses: list[RuleClause]
    tables: list[RuleTable]


class RuleTerm(Wire):
    title: str
    text: str


class RulesReply(Wire):
    """The rules of a game under some options, in one language: what differs and what may surprise come first."""

    game: str
    language: Literal["zh", "en"]
    title: str
    preset: str | None
    changed: list[RuleOption]
    surprises: list[RuleClause]
    sections: list[RuleSection]
    terms: dict[str, RuleTerm]


class Health(Wire):
    status: Literal["ok"]
    version: str
    kernel: bool


class Readiness(Wire):
    status: Literal["ready", "draining", "starting"]
    tables: int
    connections: int
    database: bool
    bus: bool
