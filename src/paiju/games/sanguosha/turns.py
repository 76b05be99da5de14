"""The flow of a game: the deal, rounds, turns and phases (rules §3.1-§3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import YES_NO, ask_all, choose_cards
from paiju.games.sanguosha.card import Card, Played
from paiju.games.sanguosha.death import revive
from paiju.games.sanguosha.events import Break, Event, fire, game_over, happen
from paiju.games.sanguosha.moves import discard, draw, move, need, to_discard_pile, viewers
from paiju.games.sanguosha.play import play_phase
from paiju.games.sanguosha.reach import counted_hand, hand_limit
from paiju.games.sanguosha.state import turn_over
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import FirstHand, Player, World
from paiju.games.script import Asking

PhaseName = Literal["start", "judge", "draw", "play", "discard", "finish"]

PHASES: Final[tuple[PhaseName, ...]] = ("start", "judge", "draw", "play", "discard", "finish")
INITIAL_HAND: Final = 4
_KEPT: Final = ("jink", "nullification", "peach")  # whoever runs out of time keeps what saves lives
NEVER_BACK: Final = 999  # 休整 of so many turns does not count down


# --- the game and the deal ---------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class GameEvent(Event):
    """The root of everything: the mode sets the table, cards are dealt, rounds follow until somebody wins."""

    def main(self, w: World) -> Asking[None]:
        yield from w.mode.set_up(w)
        yield from fire(w, Timing.GAME_PREPARED, None, None)
        yield from happen(w, InitialDeal())
        while True:
            yield from happen(w, Round())

    def __str__(self) -> str:
        return "Game"


@dataclass(eq=False, slots=True)
class DrawInitialData:
    """One player's first hand: a skill may change its size."""

    player: Player
    num: int = INITIAL_HAND
    cards: tuple[Card, ...] = ()

    def stops(self, timing: Timing) -> bool:
        return False


@dataclass(eq=False, slots=True)
class InitialDeal(Event):
    """分发初始手牌: not a move of cards, so that 连营 and its like never see it; then the luck cards."""

    def main(self, w: World) -> Asking[None]:
        deals = [DrawInitialData(player) for player in w.order()]
        for data in deals:
            yield from fire(w, Timing.DRAW_INITIAL_CARDS, data.player, data)
            yield from _take(w, data)
        used = 0
        for _ in range(w.options.luck_times):
            if not (changed := (yield from self._luck(w, deals))):
                break
            used += changed
        if used:
            w.draw_pile.cards[:] = w.shuffled_cards(w.draw_pile.cards)
        for data in deals:
            yield from fire(w, Timing.AFTER_DRAW_INITIAL_CARDS, data.player, data)

    def _luck(self, w: World, deals: Sequence[DrawInitialData]) -> Asking[int]:
        """手气卡: all are asked at once; whoever wants puts the hand back, the pile is shuffled, as many are taken.

        A player who has declined is not asked again.
        """
        eager = [data for data in deals if not data.player.marks["game"].get("luck_declined")]
        answers = yield from ask_all(w, {data.player: (Line.of("sgs.ask.luck"), YES_NO) for data in eager})
        changed = 0
        for data in eager:
            if answers[data.player].verb == "no":
                data.player.marks["game"]["luck_declined"] = True
                continue
            changed += 1
            hand = data.player.hand.cards
            pile = w.draw_pile.cards
            for card in hand:
                w.where[card] = w.draw_pile
            pile[:] = w.shuffled_cards(pile + hand)
            hand.clear()
            w.say("sgs.log.luck", seat=data.player.seat)
            yield from _take(w, data)
        return changed


def _take(w: World, data: DrawInitialData) -> Asking[None]:
    """So many cards off the draw pile, which must have them: otherwise the game is drawn."""
    yield from need(w, data.num)
    player, pile = data.player, w.draw_pile.cards
    data.cards = tuple(pile.pop() for _ in range(data.num))
    player.hand.cards += data.cards
    for card in data.cards:
        w.where[card] = player.hand
    dealt = Line.of("sgs.log.dealt", seat=player.seat, cards=tuple([card.text for card in data.cards]))
    w.whisper(viewers(w, player.hand), dealt)
    w.first_hands.append(FirstHand(len(w.shuffles) - 1, player.seat, data.cards))
    w.reveal(data.cards, player.bit)


# --- rounds ------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Round(Event):
    """轮次: every seat is visited once, the dead too; it ends when the next seat number is not higher."""

    number: int = 0

    def main(self, w: World) -> Asking[None]:
        w.round = self.number = w.round + 1
        if self.number >= w.options.max_rounds:
            yield from game_over(w, "")
        w.say("sgs.log.round", number=self.number)
        if self.number == 1:
            yield from fire(w, Timing.GAME_START, w.current, self)
            yield from _extra_turns(w)
        yield from fire(w, Timing.ROUND_START, w.current, self)
        yield from _extra_turns(w)
        while True:
            turn = Turn(w.current)
            yield from happen(w, turn)
            yield from _extra_turns(w)
            last = w.current
            w.current = turn.to if turn.to is not None else w.next_seat(last)
            if w.current.number <= last.number and not turn.skip_round_plus:
                break
            if not w.alive and not any(0 < player.rest < NEVER_BACK for player in w.players):
                yield from game_over(w, "")
        yield from fire(w, Timing.ROUND_END, last, self)
        yield from _extra_turns(w)
        yield from fire(w, Timing.AFTER_ROUND_END, last, self)
        yield from _extra_turns(w)

    def cleanup(self, w: World) -> None:
        for player in w.players:
            player.forget("round")


def gain_extra_turn(w: World, player: Player, reason: str = "", phases: tuple[PhaseName, ...] | None = None) -> None:
    """A turn for this player directly after the running one, the newest first."""
    w.extra_turns.append((player, reason, phases))


def _extra_turns(w: World) -> Asking[None]:
    while w.extra_turns:
        player, reason, phases = w.extra_turns.pop()
        before, w.current = w.current, player
        yield from happen(w, Turn(player, reason or "extra", list(phases or PHASES)))
        w.current = before


# --- turns -------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Turn(Event):
    """回合. Its data may end it (`turn_end`), and EventTurnChanging may send the game elsewhere (`to`)."""

    player: Player
    reason: str = ""  # "" for the nominal turn of a round
    phases: list[PhaseName] = field(default_factory=lambda: list(PHASES))
    index: int = 0
    skipped: set[int] = field(default_factory=set)  # places in `phases`
    turn_end: bool = False
    to: Player | None = None
    skip_round_plus: bool = False

    def prepare(self, w: World) -> Asking[bool]:
        player = self.player
        if not self.reason and 0 < player.rest < NEVER_BACK:  # an extra turn does not shorten a rest
            player.rest -= 1
            if player.rest == 0 and not player.alive:
                yield from revive(w, player)
        if not player.alive:
            return True
        for one in w.players:
            one.forget("turn")
        if (yield from fire(w, Timing.PRE_TURN_START, player, self)) or self.turn_end:
            return True
        if not player.face_up:
            yield from turn_over(w, player)
            return True
        return bool((yield from fire(w, Timing.BEFORE_TURN_START, player, self))) or self.turn_end

    def main(self, w: World) -> Asking[None]:
        player = self.player
        w.say("sgs.log.turn", seat=player.seat)
        yield from fire(w, Timing.TURN_START, player, self)
        while self.index < len(self.phases) and player.alive and not self.turn_end:
            player.phase = self.phases[self.index]
            yield from happen(w, Phase(player, player.phase, self, self.index in self.skipped))
            self.index += 1
        player.phase = None

    def cleanup(self, w: World) -> Asking[None]:
        player = self.player
        player.phase = None
        yield from fire(w, Timing.TURN_END, player, self)
        if not self.reason:
            self.to = w.next_seat(player)
            yield from fire(w, Timing.TURN_CHANGING, player, self)
        if w.processing.cards:  # what an event that was stopped half way has left behind
            yield from move(w, list(w.processing.cards), w.discard_pile, "discard_pile")
        for one in w.players:
            one.forget("turn")

    def stops(self, timing: Timing) -> bool:
        return self.turn_end and timing in (Timing.PRE_TURN_START, Timing.BEFORE_TURN_START)

    def skip(self, phase: PhaseName) -> None:
        """Every such phase that has not begun yet is skipped; one gained later is not."""
        self.skipped.update(at for at in range(self.index + 1, len(self.phases)) if self.phases[at] == phase)

    def gain_extra_phase(self, phase: PhaseName) -> None:
        """One more phase, directly after the running one."""
        self.phases.insert(self.index + 1, phase)
        self.skipped = {at + 1 if at > self.index else at for at in self.skipped}

    def __str__(self) -> str:
        return f"Turn {self.player}" + (f" ({self.reason})" if self.reason else "")


@dataclass(eq=False, slots=True)
class DrawNCards:
    """How many cards the draw phase gives."""

    player: Player
    num: int

    def stops(self, timing: Timing) -> bool:
        return False


@dataclass(eq=False, slots=True)
class Phase(Event):
    """阶段. `skipped` decides whether it begins at all, `phase_end` ends it from inside."""

    player: Player
    phase: PhaseName
    turn: Turn
    skipped: bool = False
    phase_end: bool = False
    judging: Played | None = None  # the delayed stratagem that lies open

    def prepare(self, w: World) -> Asking[bool]:
        player = self.player
        if not self.skipped:
            yield from fire(w, Timing.PHASE_CHANGING, player, self)
        if self.skipped:
            yield from fire(w, Timing.PHASE_SKIPPING, player, self)
        if self.skipped:
            w.say("sgs.log.skip_phase", seat=player.seat, phase=f"sgs.phase.{self.phase}")
            yield from fire(w, Timing.PHASE_SKIPPED, player, self)
        return self.skipped or not player.alive

    def main(self, w: World) -> Asking[None]:
        player = self.player
        for timing in (Timing.PHASE_START, Timing.PHASE_PROCEEDING):
            if (yield from fire(w, timing, player, self)) or self.phase_end or not player.alive:
                raise Break
        if self.phase == "judge":
            yield from self._judge(w)
        elif self.phase == "draw":
            yield from self._draw(w)
        elif self.phase == "play":
            yield from play_phase(w, player, self)
        elif self.phase == "discard":
            yield from self._discard(w)

    def cleanup(self, w: World) -> Asking[None]:
        if self.judging is not None:
            yield from to_discard_pile(w, self.judging)
        yield from fire(w, Timing.PHASE_END, self.player, self)
        for player in w.players:
            player.forget("phase")

    def stops(self, timing: Timing) -> bool:
        return self.phase_end and timing in (Timing.PHASE_START, Timing.PHASE_PROCEEDING)

    def _judge(self, w: World) -> Asking[None]:
        """The newest delayed stratagem first, on a snapshot: what arrives meanwhile waits for the next turn."""
        player = self.player
        for real in reversed(list(player.judge.cards)):
            if self.phase_end:
                return
            if w.where[real] is not player.judge or not player.alive:
                continue
            card = self.judging = w.judged_as(real)
            yield from move(w, card.cards, w.processing, "put")
            effect = CardEffect(card, None, player)
            yield from happen(w, effect)
            if effect.cancelled and card.kind.countered is not None:
                yield from card.kind.countered(w, effect)
            yield from to_discard_pile(w, card)
            self.judging = None

    def _draw(self, w: World) -> Asking[None]:
        data = DrawNCards(self.player, 2)
        yield from fire(w, Timing.DRAW_N_CARDS, self.player, data)
        if self.phase_end:
            return
        if data.num > 0 and self.player.alive:
            yield from draw(w, self.player, data.num)
        yield from fire(w, Timing.AFTER_DRAW_N_CARDS, self.player, data)

    def _discard(self, w: World) -> Asking[None]:
        counted = counted_hand(w, self.player)
        excess = len(counted) - hand_limit(w, self.player)
        if excess > 0:
            prompt = Line.of("sgs.ask.discard", count=excess)
            counted.sort(key=lambda card: _KEPT.index(card.name) if card.name in _KEPT else -1)
            cards = yield from choose_cards(w, self.player, prompt, counted, excess, excess, verb="discard")
            yield from discard(w, cards, self.player)

    def __str__(self) -> str:
        return f"Phase {self.player} {self.phase}"
