"""One person and some bots at a table of their own: deals, answers, records. No screen, no clock."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import islice
from typing import Any

from paiju.bots import Bot, make
from paiju.bots.advice import Hint, hints
from paiju.bots.messages import MESSAGES as REASONS
from paiju.cards import Rng
from paiju.cli.terminal.words import WORDS
from paiju.games.catalog import GameInfo
from paiju.games.contract import AnyGame, Decision, IllegalAction, Line, NotationError, Outcome, Seat, View, play
from paiju.games.messages import Language, tell, unread
from paiju.games.record import Move, Record, of_game, replay

HINTS = 200
BOTS = 1 << 32  # streams of the seed from here on are those of the bots, the others those of the deals


class LocalTable:
    """The table; `seat` is the person's. Answers go through the one door, `play`; bots answer when `run` is called."""

    def __init__(
        self,
        info: GameInfo,
        options: Any,
        seats: int,
        *,
        level: str = "normal",
        seed: int | None = None,
        seat: Seat = Seat(0),  # noqa: B008 - a constant
        limit: float = 0.3,
        names: Sequence[str] = (),
        position: str | None = None,
    ) -> None:
        self.info, self.seats, self.seat, self.level, self.limit = info, seats, seat, level, limit
        self.seed = secrets.randbits(256) if seed is None else seed
        self.names = tuple(names)
        self.position = position
        self.number = 0
        self.totals = [0] * seats
        self.options: Any = options
        # they stay for the session, and remember what they see of the others
        self.bots: list[Bot] = [
            make(info.id, level, seed=Rng(self.seed, stream=BOTS + at).word()) for at in range(seats)
        ]
        self._begin(options, self._deal_seed())

    def _begin(self, options: Any, seed: int, moves: Sequence[Move] = ()) -> None:
        self.options, self.deal_seed = options, seed
        self.game: AnyGame = self.info.begun(options, self.position)
        self.moves: list[Move] = list(moves)
        self.state: Any = self.game.deal(self.seats, seed)
        if moves:
            self.state = replay(self.record(), self.game)

    def _deal_seed(self) -> int:
        rng = Rng(self.seed, stream=self.number)
        return int.from_bytes(b"".join(rng.word().to_bytes(4, "big") for _ in range(8)), "big")

    @classmethod
    def from_record(cls, info: GameInfo, record: Record, moves: int, *, seat: Seat, level: str) -> LocalTable:
        """Play on from a point of a record."""
        from paiju.games.options import build

        options = build(info.options, dict(record.options))
        start = record.position
        table = cls(info, options, record.seats, level=level, seed=0, seat=seat, names=record.names, position=start)
        assert record.seed is not None
        table._begin(options, record.seed, record.moves[:moves])
        return table

    @property
    def view(self) -> View:
        return self.game.view(self.state, self.seat)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def decision(self) -> Decision[Any] | None:
        """The question to the person, if there is one."""
        return next((one for one in self.game.pending(self.state) if one.seat == self.seat), None)

    def step(self) -> bool:
        """Let one bot answer; False when no bot is asked."""
        for decision in self.game.pending(self.state):
            if decision.seat == self.seat:
                continue
            bot = self.bots[decision.seat]
            action = bot.choose(self.game.view(self.state, decision.seat), decision, limit=self.limit)
            self._apply(decision.seat, decision.choices.resolve(decision.seat, action))
            return True
        return False

    def run(self) -> None:
        """Let the bots answer until the person has something to decide, or the deal is over."""
        while self.advance():
            pass

    def advance(self) -> bool:
        """Make one move of a bot or a forced one; False when it is the player's turn or the deal is over."""
        return self.step() or self._go_without()

    def _go_without(self) -> bool:
        """Give the only answer there is where the game says that it need not be asked for."""
        decision = self.decision
        if decision is None or not self.info.answers.forced(decision):
            return False
        self._apply(self.seat, next(iter(decision.choices)))
        return True

    def answer(self, text: str) -> None:
        """The person's answer, in any accepted spelling. NotationError or IllegalAction, and nothing has changed."""
        played = play(self.game, self.state, self.seat, text)
        self.state = played.state
        self.moves.append(Move(self.seat, str(played.action)))

    def _apply(self, seat: Seat, action: Any) -> None:
        self.state = self.game.apply(self.state, seat, action)
        self.moves.append(Move(seat, str(action)))

    def hints(self, most: int = HINTS) -> list[Any]:
        """Legal answers, safest first; of all sizes of a bet only some."""
        decision = self.decision
        return [] if decision is None else list(islice(self.info.answers.offers(self.view, decision), most))

    def advice(self) -> list[Hint]:
        """Hints with their reasons, best first, from what the player can see."""
        decision = self.decision
        if decision is None:
            return []
        return sorted(hints(self.info, self.view, decision, HINTS), key=lambda hint: not hint.best)

    def next_deal(self) -> bool:
        """Deal again with what carries over, or from the same position; False when the match is over."""
        outcome = self.outcome
        assert outcome is not None
        following = self.options if self.position else self.info.series.next(self.options, outcome)
        if following is None:
            return False
        self.totals = [total + score for total, score in zip(self.totals, outcome.scores, strict=True)]
        self.number += 1
        self._begin(following, self._deal_seed())
        return True

    def record(self) -> Record:
        record = of_game(self.info, self.options, self.seats, self.deal_seed, names=self.names, position=self.position)
        return Record(**{**record.__dict__, "moves": tuple(self.moves)})

    # --- words -----------------------------------------------------------------------------------------------------

    def say(self, line: Line, language: Language) -> str:
        return tell(line, self.info.all_messages, language, self.names)

    def refusal(self, error: Exception, language: Language) -> str:
        """What to tell the person about a refused answer."""
        if isinstance(error, IllegalAction):
            return self.say(error.why, language)
        if isinstance(error, NotationError):
            return self.say(unread(error), language)
        return str(error)

    def hint_text(self, action: Any, language: Language, why: Line | None = None) -> str:
        """An answer with its name and the reason for it: `3s3d  对子  压住又不拆好牌`."""
        name = self.info.words.name(self.view, action)
        words = [self.worded(line, language) for line in (name, why) if line is not None]
        return "  ".join(dict.fromkeys([str(action), *words]))

    def worded(self, line: Line, language: Language) -> str:
        """A line of the game, of the bots or of the terminal."""
        return tell(line, {**WORDS, **REASONS, **self.info.all_messages}, language, self.names)

    def help(self, language: Language) -> list[str]:
        """How to type an answer in this game, and what else may be typed."""
        kind = "bets" if self.info.chips is not None else {"climb": "cards", "sanguosha": "sgs"}.get(self.info.family)
        keys = [f"play.help.{kind}"] if kind else []
        return [self.worded(Line(key), language) for key in (*keys, "play.help")]

    def hand(self) -> tuple[Any, ...]:
        cards = self.view.hands[self.seat].cards
        return cards if isinstance(cards, tuple) else ()

    def laid_open(self, language: Language) -> list[str]:
        """The other hands that lie open, and the pile where its order is known, the next card first."""
        lines = [
            Line.of("replay.hand", seat=seat, cards=pile.cards)
            for seat, pile in enumerate(self.view.hands)
            if seat != self.seat and isinstance(pile.cards, tuple) and pile.cards
        ]
        for pile in self.view.centre:
            if pile.name == "pile" and isinstance(pile.cards, tuple) and pile.cards:
                lines.append(Line.of("play.pile", cards=pile.cards[::-1]))
        return [self.worded(line, language) for line in lines]
