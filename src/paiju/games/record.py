"""The .paiju record: save file, replay, audit log and golden test in one text.

    paiju 1
    game: doudizhu #5d0f…
    rules: 1 #91c2…
    options: {"bidding": "score"} #…
    seats: 3 #…
    seed: 42 #…

    0 bid 2 @1200 #…          seat, move in the game's notation, milliseconds it took, hash
    ; a comment
    end 1 #…                  how many moves there are: a file without this line was cut off

Every line but comments and blank ones ends with a hash that covers it and all lines before it. The chain starts
from the deal's seed, so that the hashes of a redacted copy (seed and secret moves shown as `?`) tell nothing; when
the seed is revealed, the full record must carry the very same hashes. Header lines this version does not know are
kept. docs/records.md has the whole format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec

from paiju.cards import fair
from paiju.games.catalog import GameInfo, UnknownGame, find
from paiju.games.contract import AnyGame, IllegalAction, Line, NotationError, Outcome, Seat, play
from paiju.games.options import OptionError, build, to_data
from paiju.games.refusals import Worded

FIRST_LINE: Final = "paiju 1"
SIZE_LIMIT: Final = 8 << 20
LINE_LIMIT: Final = 64 << 10
HASH_LENGTH: Final = 32


class RecordError(Worded, ValueError):
    """A record that cannot be read, or does not replay; `line` counts from 1, None where no line is to blame."""

    def __init__(self, line: int | None, why: Line) -> None:
        super().__init__(line, why)
        self.line, self.why = line, why
        self.sentence = why if line is None else Line.of("record.at", line=line, why=why)


class Move(NamedTuple):
    """One answer: who, what (None in a redacted copy), and how many milliseconds it took if that is known."""

    seat: Seat
    text: str | None
    elapsed: int | None = None


@dataclass(frozen=True)
class Record:
    """A deal as it was played. `seed` is None while it is secret; `hashes` are those of the file it came from."""

    game: str
    seats: int
    seed: int | None
    moves: tuple[Move, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: str = "1"
    names: tuple[str, ...] = ()
    time: str | None = None
    commit: str | None = None
    entropy: tuple[bytes, ...] = ()
    server_seed: bytes | None = None
    position: str | None = None  # what the deal began from, in place of what the seed deals
    extra: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()  # before which move, text
    hashes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        from paiju.games.drawing import shown

        return shown(self)

    def _repr_html_(self) -> str:
        from paiju.games.drawing import shown_html

        return shown_html(self)

    @property
    def is_redacted(self) -> bool:
        return self.seed is None or any(move.text is None for move in self.moves)

    def redacted(
        self,
        hidden: Callable[[int, Move], bool] = lambda number, move: False,
        dealing: Collection[str] | None = None,
    ) -> Record:
        """A copy for people who may not know the seed yet, nor the moves that `hidden` picks. Keeps every hash.

        Options that say which cards are dealt (`dealing`; those of the game, where it is in the catalog) are left out:
        a deal that was played on from another is dealt by them, not by its seed.
        """
        moves = tuple(move._replace(text=None) if hidden(i, move) else move for i, move in enumerate(self.moves))
        secret = _dealing_options(self.game) if dealing is None else dealing
        options = {name: value for name, value in self.options.items() if name not in secret}
        return replace(self, seed=None, server_seed=None, moves=moves, options=options, hashes=tuple(_hashes(self)))


def _dealing_options(game: str) -> tuple[str, ...]:
    try:
        return find(game).secrecy.dealing_options
    except UnknownGame:
        return ()


# --- writing -----------------------------------------------------------------------------------------------------


def _header(record: Record) -> list[str]:
    """Header lines, in their fixed order; what is not there has no line."""
    lines = [f"game: {record.game}", f"rules: {record.rules}"]
    if record.options:
        lines.append(f"options: {_json(dict(record.options))}")
    if record.position is not None:
        lines.append(f"position: {record.position}")
    lines.append(f"seats: {record.seats}")
    if record.names:
        lines.append(f"names: {_json(record.names)}")
    if record.time is not None:
        lines.append(f"time: {record.time}")
    if record.commit is not None:
        lines.append(f"commit: {record.commit}")
    if record.entropy:
        lines.append(f"entropy: {_json([part.hex() for part in record.entropy])}")
    if record.commit is not None:
        lines.append(f"server_seed: {record.server_seed.hex() if record.server_seed is not None else '?'}")
    lines.append(f"seed: {record.seed if record.seed is not None else '?'}")
    lines += [f"{key}: {value}" for key, value in record.extra]
    return lines


def _body(record: Record) -> list[str]:
    """The lines of the moves, and the last one."""
    lines = [
        f"{seat} {'?' if text is None else text}{'' if elapsed is None else f' @{elapsed}'}"
        for seat, text, elapsed in record.moves
    ]
    lines.append(f"end {len(record.moves)}")
    return lines


def _hashes(record: Record) -> Sequence[str]:
    """The hash of each chained line."""
    if record.hashes and record.is_redacted:
        return record.hashes
    return _chain(record.seed, _header(record) + _body(record))


def _chain(seed: int | None, lines: Iterable[str]) -> list[str]:
    if seed is None:
        raise RecordError(None, Line("record.no_hashes"))
    chain, hashes = sha256(b"paiju record 1" + seed.to_bytes(32, "big")).digest(), []
    for line in lines:
        chain = sha256(chain + line.encode()).digest()
        hashes.append(chain[: HASH_LENGTH // 2].hex())
    return hashes


def dump(record: Record) -> str:
    """The text of a record."""
    header = _header(record)
    lines = header + _body(record)
    is_known = record.hashes and record.is_redacted
    hashes = record.hashes if is_known else _chain(record.seed, lines)
    rows = [f"{line} #{tag}" for line, tag in zip(lines, hashes, strict=True)]
    header, body = rows[: len(header)], rows[len(header) :]
    comments = sorted(record.comments, key=itemgetter(0))
    for before, text in reversed(comments):  # the last first, so that places stay what they are
        if 0 <= before < len(body):
            body.insert(before, f"; {text}")
    return "\n".join((FIRST_LINE, *header, "", *body, ""))


def dump_all(records: Iterable[Record]) -> str:
    """Several deals, as of a match, in one file."""
    return "\n".join(dump(record) for record in records)


_encode: Final = msgspec.json.Encoder().encode


def _json(value: Any) -> str:
    """On one line, with spaces after commas and colons."""
    return msgspec.json.format(_encode(value), indent=0).decode()


# --- reading -----------------------------------------------------------------------------------------------------

_HEADER: Final = re.compile(r"([a-z][a-z0-9_-]{0,40}): (.*)")
_MOVE: Final = re.compile(r"(\d{1,3}) (.+?)(?: @(\d{1,12}))?")
_END: Final = re.compile(r"end (\d{1,7})")
_HASHED: Final = re.compile(rf"(.*) #([0-9a-f]{{{HASH_LENGTH}}})")


def load(data: str | bytes) -> Record:
    """Read one record and check its chain. RecordError, with the line, for anything else."""
    records = load_all(data)
    if len(records) != 1:
        raise RecordError(None, Line.of("record.several", deals=len(records)))
    return records[0]


def load_all(data: str | bytes) -> tuple[Record, ...]:
    """Read a file of one or more records."""
    if len(data) > SIZE_LIMIT:
        raise RecordError(None, Line.of("record.too_large", size=SIZE_LIMIT >> 20))
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(error.object[: error.start].count(b"\n") + 1, Line("record.no_text")) from None
    rows = data.replace("\r\n", "\n").split("\n")
    starts = [number for number, row in enumerate(rows) if row == FIRST_LINE]
    first = next((number for number, row in enumerate(rows) if row.strip()), 0)
    if not starts or starts[0] != first:
        raise RecordError(first + 1, Line.of("record.first_line", wanted=repr(FIRST_LINE)))
    ends = [*starts[1:], len(rows)]
    return tuple(_load_one(rows, start, end) for start, end in zip(starts, ends, strict=True))


def _load_one(rows: list[str], start: int, stop: int) -> Record:
    headers: dict[str, tuple[int, str]] = {}
    moves: list[Move] = []
    comments: list[tuple[int, str]] = []
    chained: list[tuple[int, str, str]] = []  # line number, text, hash
    ended = False
    for number in range(start + 1, stop):
        row, line = rows[number], number + 1
        if not row.strip():
            continue
        if len(row) > LINE_LIMIT:
            raise RecordError(line, Line("record.too_long"))
        if row.startswith(";"):
            comments.append((len(moves), row[1:].removeprefix(" ")))
            continue
        if ended:
            raise RecordError(line, Line("record.after_end"))
        hashed = _HASHED.fullmatch(row)
        if hashed is None:
            raise RecordError(line, Line.of("record.no_hash", length=HASH_LENGTH))
        text, tag = hashed.groups()
        chained.append((line, text, tag))
        if end := _END.fullmatch(text):
            ended = True
            if int(end[1]) != len(moves):
                raise RecordError(line, Line.of("record.number", written=end[1], here=len(moves)))
        elif header := _HEADER.fullmatch(text):
            if moves:
                raise RecordError(line, Line("record.late_header"))
            if header[1] in headers:
                raise RecordError(line, Line.of("record.twice", name=repr(header[1])))
            headers[header[1]] = (line, header[2])
        elif move := _MOVE.fullmatch(text):
            moves.append(
                Move(Seat(int(move[1])), None if move[2] == "?" else move[2], int(move[3]) if move[3] else None)
            )
        else:
            raise RecordError(line, Line("record.no_line"))
    if not ended:
        raise RecordError(stop, Line("record.cut"))
    record = replace(_from_headers(headers, start + 1), moves=tuple(moves), comments=tuple(comments))
    record = replace(record, hashes=tuple(tag for _, _, tag in chained))
    if record.is_redacted:
        return record
    for (line, _, tag), right in zip(chained, _chain(record.seed, [text for _, text, _ in chained]), strict=True):
        if tag != right:
            raise RecordError(line, Line("record.hash"))
    return record


def _from_headers(headers: dict[str, tuple[int, str]], start: int) -> Record:
    known: dict[str, Callable[[str], Any]] = {
        "game": str,
        "rules": str,
        "options": _read_options,
        "position": str,
        "seats": _read_seats,
        "names": _read_names,
        "time": str,
        "commit": _read_digest,
        "entropy": _read_entropy,
        "server_seed": lambda text: None if text == "?" else bytes.fromhex(_read_digest(text)),
        "seed": _read_seed,
    }
    for needed in ("game", "seats", "seed"):
        if needed not in headers:
            raise RecordError(start, Line.of("record.missing", name=repr(needed)))
    values: dict[str, Any] = {}
    extra: list[tuple[str, str]] = []
    for key, (line, text) in headers.items():
        if key not in known:
            extra.append((key, text))
            continue
        try:
            values[key] = known[key](text)
        except (ValueError, TypeError, RecursionError) as error:
            raise RecordError(line, Line.of("record.header", name=repr(key), why=str(error))) from None
    return Record(**values, extra=tuple(extra))


def _read_options(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("options are a JSON object")
    return value


def _read_names(text: str) -> tuple[str, ...]:
    value = json.loads(text)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError("names are a JSON list of texts")
    return tuple(value)


def _read_entropy(text: str) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(part) for part in _read_names(text))


def _read_seats(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= 100:
        raise ValueError("seats are a whole number from 1 to 100")
    return int(text)


def _read_digest(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError("64 hexadecimal digits were expected")
    return text


def _read_seed(text: str) -> int | None:
    if text == "?":
        return None
    if not re.fullmatch(r"0|[1-9]\d{0,77}", text) or int(text) >= 1 << 256:
        raise ValueError("a seed is a whole number below 2**256")
    return int(text)


# --- replaying ---------------------------------------------------------------------------------------------------


def of_game(info: GameInfo, options: Any, seats: int, seed: int, **more: Any) -> Record:
    """A record with no moves yet."""
    return Record(info.id, seats, seed, options=to_data(options), rules=info.rules_version, **more)


class Step(NamedTuple):
    """One replayed move: the state before it and after it, and the action."""

    before: Any
    seat: Seat
    action: Any
    after: Any


def game_of(record: Record, info: GameInfo | None = None) -> AnyGame:
    """The game a record was played under; RecordError where this program does not know it."""
    try:
        info = info or find(record.game)
        # presets are only a way to choose options: a record holds the options themselves
        game = info.begun(_options(info, record.options), record.position)
    except (UnknownGame, OptionError) as error:
        raise RecordError(None, error.sentence) from None
    except ValueError as error:
        why = error.sentence if isinstance(error, Worded) else Line.of("position.text", why=str(error))
        raise RecordError(None, why) from None
    if record.rules != info.rules_version:
        raise RecordError(
            None,
            Line.of("record.rules", theirs=record.rules, game=info.id, ours=info.rules_version),
        )
    if record.seats not in game.seats:
        raise RecordError(None, Line.of("record.seats", game=info.id, seats=record.seats))
    return game


def _options(info: GameInfo, values: Mapping[str, Any]) -> Any:
    return build(info.options, values)


def steps(record: Record, game: AnyGame | None = None) -> Iterator[Step]:
    """Replay move by move; RecordError at the first move that the rules refuse."""
    game = game or game_of(record)
    if record.seed is None:
        raise RecordError(None, Line("record.secret"))
    try:
        state = game.deal(record.seats, record.seed)
    except ValueError as error:
        raise RecordError(None, Line.of("record.deal", why=str(error))) from None
    for number, move in enumerate(record.moves):
        if move.text is None:
            raise RecordError(None, Line.of("record.redacted", number=number + 1))
        try:
            played = play(game, state, move.seat, move.text)
        except (IllegalAction, NotationError) as error:
            raise RecordError(
                _line_of(record, number), Line.of("record.move", number=number + 1, text=move.text, why=str(error))
            ) from None
        yield Step(state, move.seat, played.action, played.state)
        state = played.state


def _line_of(record: Record, number: int) -> int:
    """The line of a move in the file that `dump` would write."""
    headers = len(_header(record))
    return 1 + headers + 1 + number + 1 + sum(1 for before, _ in record.comments if before <= number)


def replay(record: Record, game: AnyGame | None = None) -> Any:
    """The state at the end of a record."""
    game = game or game_of(record)
    state: Any = None
    for step in steps(record, game):
        state = step.after
    if state is None and record.seed is not None:
        state = game.deal(record.seats, record.seed)
    return state


class Verdict(NamedTuple):
    """What could be proven about a record: that its deal was committed to beforehand, and how it ended."""

    committed: bool
    outcome: Outcome | None


def verify(record: Record, game: AnyGame | None = None) -> Verdict:
    """Check commitment and replay of a record whose chain `load` has checked. RecordError for what does not hold."""
    if record.seed is None:
        raise RecordError(None, Line("record.unproven"))
    if record.server_seed is not None:
        if record.commit is not None and fair.commitment(record.server_seed) != record.commit:
            raise RecordError(None, Line("record.commit"))
        if fair.deal_seed(record.server_seed, record.entropy) != record.seed:
            raise RecordError(None, Line("record.derived"))
    elif record.commit is not None:
        raise RecordError(None, Line("record.no_server_seed"))
    game = game or game_of(record)
    return Verdict(record.commit is not None, game.outcome(replay(record, game)))


def same_deal(copy: Record, full: Record) -> None:
    """Whether a redacted copy, kept from before, is the same deal as the full record: RecordError if it is not."""
    if list(copy.hashes or _hashes(copy)) != list(_hashes(full))[: len(copy.hashes)]:
        raise RecordError(None, Line("record.copy"))
