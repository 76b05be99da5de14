"""The stages a deal is composed of: auctions, doubling, open hands, and the tricks themselves.

A stage is asked to `begin` when the one before it is done, says who is `pending`, and is given each answer to
`apply`. When it is done it returns `game.advance(state)`. Answers of several seats at once are kept in
`setup.answers` until all are in, so nobody sees another's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from paiju.cards import Rank
from paiju.cards.fair import CHANCE
from paiju.games.climb.actions import ASK, BIDS, CALL, DOUBLE, NO, PASS, ROB, SHOW, Action, Give, Play, Say
from paiju.games.climb.layout import total
from paiju.games.climb.plays import Plays, RestrictedPlays
from paiju.games.climb.state import NOBODY, Draw, Event, History, Setup, State, Taken
from paiju.games.contract import Decision, IllegalAction, Line, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paiju.games.climb.game import Climb
    from paiju.games.climb.rules import ClimbRules

Decisions = tuple[Decision[Action], ...]


class Stage(Protocol):
    """One part of a deal. Frozen: what happens in it lives in the state."""

    @property
    def phase(self) -> str:
        """What the state of the deal is called meanwhile: `Dealt` before the first leader is known, or a name of the
        game's own; "" leaves it to the tricks (`Assigned`, `Started`)."""

    def begin(self, game: Climb, state: State) -> State: ...

    def pending(self, game: Climb, state: State) -> Decisions: ...

    def apply(self, game: Climb, state: State, seat: Seat, action: Any) -> State: ...


class Words:
    """A few words to answer with, the first being the safest; other words are refused with a code of one's own."""

    __slots__ = ("code", "why", "words")

    def __init__(self, words: tuple[Say, ...], code: str, why: str) -> None:
        self.words, self.code, self.why = words, code, why

    def __iter__(self) -> Iterator[Say]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, action: object, /) -> bool:
        return _plain(action) in self.words or (action == YES and len(self.words) == 2)

    def resolve(self, seat: Seat, action: Any, /) -> Say:
        if isinstance(action, (Play, Give)):
            raise IllegalAction(seat, action, "wrong_phase", Line.of("climb.error.no_cards_yet", words=self._texts))
        said = _plain(action)
        if said == YES and len(self.words) == 2:
            said = self.words[1]
        for word in self.words:
            if word == said:
                return word
        raise IllegalAction(seat, action, self.code, Line.of(self.why, words=self._texts))

    @property
    def _texts(self) -> tuple[str, ...]:
        return tuple(map(str, self.words))


YES = Say("yes")
_DECLINE = (PASS, Say("bid 0"))


def _plain(action: object) -> object:
    return NO if action in _DECLINE else action


def _declining(word: Say) -> Say:
    return Say(NO.word, meant=f"no_{word.spoken}")


SEATS = tuple(map(Seat, range(16)))
ASK_CALL, ASK_ROB, LEAD = Line.of("climb.ask.call"), Line.of("climb.ask.rob"), Line.of("climb.ask.lead")
CALLING = Words((_declining(CALL), CALL), "bad_bid", "climb.error.bad_call")
ROBBING = Words((_declining(ROB), ROB), "bad_bid", "climb.error.bad_call")
REDOUBLE = Say(DOUBLE.word, meant="redouble")
DOUBLING = Words((_declining(DOUBLE), DOUBLE), "bad_answer", "climb.error.bad_answer")
REDOUBLING = Words((_declining(REDOUBLE), REDOUBLE), "bad_answer", "climb.error.bad_answer")
SHOWING = Words((_declining(SHOW), SHOW), "bad_answer", "climb.error.bad_answer")
BIDDING = tuple(Words((_declining(CALL), *BIDS[highest:]), "bad_bid", "climb.error.bad_bid") for highest in range(3))


# -- who becomes landlord ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Auction:
    """What both auctions share: deals thrown in when nobody wants to be landlord, and the landlord's bottom cards.

    On deal number `deals` in a row without a taker the seat asked first is made landlord, or the deal is abandoned.
    """

    deals: int = 3
    no_call: Literal["force_first", "abandon"] = "force_first"

    @property
    def phase(self) -> str:
        return "Dealt"

    def begin(self, game: Climb, state: State) -> State:
        return state._replace(turn=state.setup.first)

    def _nobody(self, game: Climb, state: State, bid: int) -> State:
        setup = state.setup
        if setup.deal < self.deals:
            again = game.dealt(state.seed, len(state.hands), setup.deal + 1)
            history = Event(state.history, "redeal", NOBODY, setup.deal + 1)
            return again._replace(turn=again.setup.first, history=history)
        if self.no_call == "abandon":
            end: History = Event(state.history, "abandoned", NOBODY, None)
            return state._replace(turn=NOBODY, stage=len(game.rules.stages), history=end)
        state = state._replace(history=Event(state.history, "forced", setup.first, None))
        return self._landlord(game, state, setup.first, robs=0, bid=bid, spare=self.let(0))

    def let(self, robs: int) -> int:
        """How many cards the farmers are let after so many robs."""
        return 0

    def _landlord(self, game: Climb, state: State, seat: int, robs: int, bid: int, spare: int = 0) -> State:
        """The kitty is shown to all and joins the hand of the landlord, who leads; farmers are let `spare` cards."""
        setup, layout = state.setup, game.layout
        history = Event(state.history, "landlord", seat, setup.kitty)
        if spare:
            setup = setup._replace(spare=tuple(0 if one == seat else spare for one in range(len(state.hands))))
            history = Event(history, "lets", seat, spare)
        return game.advance(
            state._replace(
                hands=_changed(state.hands, seat, state.hands[seat] + layout.mask(setup.kitty)),
                counts=_changed(state.counts, seat, state.counts[seat] + layout.counts(setup.kitty)),
                turn=seat,
                multiplier=1 << robs,
                setup=setup._replace(landlord=seat, robs=robs, bid=bid, doubles=(0,) * len(state.hands)),
                history=history,
            )
        )


@dataclass(frozen=True)
class RobAuction(Auction):
    """叫地主, 抢地主: everybody answers once; if several said yes, the first of them has the last word.

    The first yes does not double, each later one does. Without a yes to the last question, the last one who said yes
    is landlord.
    """

    def pending(self, game: Climb, state: State) -> Decisions:
        called = any(said != NO for _, said in state.setup.answers)
        prompt, words = (ASK_ROB, ROBBING) if called else (ASK_CALL, CALLING)
        return (Decision(SEATS[state.turn], prompt, words),)

    def apply(self, game: Climb, state: State, seat: Seat, action: Say) -> State:
        state = _heard(state, seat, action)
        answers, seats = state.setup.answers, len(state.hands)
        if len(answers) < seats:
            return state
        wanting = [who for who, said in answers if said != NO]
        if not wanting:
            return self._nobody(game, state, bid=1)
        if len(answers) == seats and len(wanting) > 1:
            return state._replace(turn=wanting[0])
        return self._landlord(game, state, wanting[-1], robs=len(wanting) - 1, bid=1)


@dataclass(frozen=True)
class DuelAuction(Auction):
    """叫地主, 抢地主 of two: after a call they rob in turn until one says no, or `robs` robs have been made.

    A seat that refused to call may not rob. Each rob doubles the stakes, if `doubles`, and lets the farmer `lets` cards more
    (让牌), beside the `starts` that are let anyhow: the farmer wins as soon as no more than those are left.
    """

    robs: int = 4
    lets: int = 1
    starts: int = 0
    doubles: bool = True

    def let(self, robs: int) -> int:
        return self.starts + self.lets * robs

    def pending(self, game: Climb, state: State) -> Decisions:
        calls = sum(said != NO for _, said in state.setup.answers)
        prompt = ASK_ROB if calls else ASK_CALL
        if calls and self.let(calls):
            prompt = Line.of("climb.ask.rob_let", cards=self.let(calls))
        return (Decision(SEATS[state.turn], prompt, ROBBING if calls else CALLING),)

    def apply(self, game: Climb, state: State, seat: Seat, action: Say) -> State:
        state = _heard(state, seat, action)
        answers = state.setup.answers
        wanting = [who for who, said in answers if said != NO]
        if not wanting:
            return self._nobody(game, state, bid=1) if len(answers) == 2 else state
        robs = len(wanting) - 1
        if len(wanting) == len(answers) and robs < self.robs:
            return state
        doublings = robs if self.doubles else 0
        return self._landlord(game, state, wanting[-1], robs=doublings, bid=1, spare=self.let(robs))


@dataclass(frozen=True)
class BidAuction(Auction):
    """叫分: everybody once says no or a number from 1 to 3 above all before; a 3 ends it, the highest is landlord."""

    def pending(self, game: Climb, state: State) -> Decisions:
        highest = max((said.bid for _, said in state.setup.answers), default=0)
        return (Decision(Seat(state.turn), Line.of("climb.ask.bid", highest=highest), BIDDING[highest]),)

    def apply(self, game: Climb, state: State, seat: Seat, action: Say) -> State:
        state = _heard(state, seat, action)
        answers, seats = state.setup.answers, len(state.hands)
        if action.bid == 3:
            return self._landlord(game, state, seat, robs=0, bid=3)
        if len(answers) < seats:
            return state
        bid, who = max((said.bid, who) for who, said in answers)
        if bid == 0:
            return self._nobody(game, state, bid=1)
        return self._landlord(game, state, who, robs=0, bid=bid)


@dataclass(frozen=True)
class Doubling:
    """加倍: the farmers choose at the same moment; if any doubled, the landlord may redouble against those."""

    @property
    def phase(self) -> str:
        return "Assigned"

    def begin(self, game: Climb, state: State) -> State:
        return state._replace(setup=state.setup._replace(answers=()))

    def pending(self, game: Climb, state: State) -> Decisions:
        setup = state.setup
        answered = {seat for seat, _ in setup.answers}
        farmers = [seat for seat in range(len(state.hands)) if seat != setup.landlord]
        waiting = [seat for seat in farmers if seat not in answered]
        if waiting:
            return tuple(Decision(Seat(seat), Line.of("climb.ask.double"), DOUBLING) for seat in waiting)
        return (Decision(Seat(setup.landlord), Line.of("climb.ask.redouble"), REDOUBLING),)

    def apply(self, game: Climb, state: State, seat: Seat, action: Say) -> State:
        setup = state.setup
        if seat != setup.landlord:
            setup = setup._replace(answers=(*setup.answers, (int(seat), action)))
            if len(setup.answers) < len(state.hands) - 1:
                return state._replace(setup=setup)
            said = dict(setup.answers)
            history = state.history
            for farmer in sorted(said):
                setup = _said(setup, farmer, said[farmer])
                history = Event(history, "say", farmer, said[farmer])
            doubles = tuple(int(said.get(who) == DOUBLE) for who in range(len(state.hands)))
            state = state._replace(setup=setup._replace(doubles=doubles), history=history)
            return state if any(doubles) else self._done(game, state)
        doubles = setup.doubles
        if action == DOUBLE:
            doubles = tuple(2 * times for times in doubles)
        setup = _said(setup, seat, action)._replace(doubles=doubles)
        return self._done(game, state._replace(setup=setup, history=Event(state.history, "say", seat, action)))

    def _done(self, game: Climb, state: State) -> State:
        return game.advance(state._replace(setup=state.setup._replace(answers=())))


@dataclass(frozen=True)
class OpenHands:
    """明牌: before the first play each seat, the landlord first, may lay its hand open; each that does doubles."""

    @property
    def phase(self) -> str:
        return "Assigned"

    def begin(self, game: Climb, state: State) -> State:
        return state._replace(turn=state.setup.landlord, setup=state.setup._replace(answers=()))

    def pending(self, game: Climb, state: State) -> Decisions:
        return (Decision(Seat(state.turn), Line.of("climb.ask.show"), SHOWING),)

    def apply(self, game: Climb, state: State, seat: Seat, action: Say) -> State:
        shows = action == SHOW
        state = _heard(state, seat, action)
        setup = state.setup._replace(shown=state.setup.shown | shows << seat)
        state = state._replace(multiplier=state.multiplier << shows, setup=setup)
        if len(setup.answers) < len(state.hands):
            return state
        return game.advance(state._replace(turn=setup.landlord, setup=setup._replace(answers=())))


@dataclass(frozen=True)
class DrawWild:
    """翻癞子: a rank is drawn for all to see, and its cards are wild; each rank but the jokers has the same chance."""

    @property
    def phase(self) -> str:
        return "Assigned"

    def begin(self, game: Climb, state: State) -> State:
        rank = game.rng(state.seed, CHANCE).choice(self.candidates(game))
        history = Event(state.history, "wild", NOBODY, rank)
        return game.advance(state._replace(setup=state.setup._replace(wild=rank), history=history))

    def candidates(self, game: Climb) -> tuple[Rank, ...]:
        """The ranks one of which is drawn."""
        return tuple(rank for rank in game.layout.ranks if not rank.is_joker)

    def pending(self, game: Climb, state: State) -> Decisions:
        return ()

    def apply(self, game: Climb, state: State, seat: Seat, action: Any) -> State:
        raise AssertionError("nobody is asked what is wild")


def _said(setup: Setup, seat: int, word: Say) -> Setup:
    """One more answer that everybody heard."""
    return setup._replace(said=(*setup.said, (int(seat), word)))


def _heard(state: State, seat: int, word: Say) -> State:
    """One more answer of the running stage, for all to hear; the next seat is asked."""
    setup = _said(state.setup, seat, word)._replace(answers=(*state.setup.answers, (int(seat), word)))
    turn = (seat + 1) % len(state.hands)
    return state._replace(turn=turn, setup=setup, history=Event(state.history, "say", seat, word))


# -- tricks -----------------------------------------------------------------------------------------------------

_new = tuple.__new__  # half the price of calling State or Event


@dataclass(frozen=True)
class TakeTricks:
    """Lead, follow or pass until the deal is over."""

    @property
    def phase(self) -> str:
        return ""

    def begin(self, game: Climb, state: State) -> State:
        return state

    def pending(self, game: Climb, state: State) -> Decisions:
        seat = state.turn
        hand, counts = state.hands[seat], state.counts[seat]
        top, owner, required, prompt = state.top, state.top_by, None, LEAD
        if not state.leading:
            assert top is not None
            prompt = game.prompts.get((top.number, owner)) or game.follow_prompt(top, owner)
        else:
            if top is None and state.setup.required is not None:
                required = state.setup.required
                prompt = Line.of("climb.ask.open", cards=(required,))
            top = None
        top_single = game.rules.top_when_one_left and self._top_single(state, game)
        may_ask = game.rules.counts_shown == "on_request" and bool(_untold(game.rules, state, seat))
        if required is None and not top_single and not may_ask:
            return (Decision(SEATS[seat], prompt, Plays(game.reader_at(state), hand, counts, top, owner)),)
        choices = RestrictedPlays(game.reader_at(state), hand, counts, top, owner, required, top_single, may_ask)
        return (Decision(SEATS[seat], prompt, choices),)

    def _top_single(self, state: State, game: Climb) -> bool:
        """顶大: the next neighbour holds one card."""
        beside = state.counts[(state.turn + 1) % len(state.hands)]
        return beside != 0 and beside in game.units

    def apply(self, game: Climb, state: State, seat: Seat, action: Action) -> State:
        (
            seed, stage, hands, counts, _, top, top_by, leading, passed,
            plays, multiplier, setup, draw, out, history, bombs,
        ) = state  # fmt: skip
        rules = game.rules
        if isinstance(action, Say):
            if action.word == ASK.word:
                return self._asked(game, state, seat)
            passed |= 1 << seat
            history = _new(Event, (history, "pass", seat, action))
            leading = False
        else:
            assert isinstance(action, Play)
            combo = action.combo or game.reader_at(state).read(action.cards)[0]
            mask, pattern = action.weight or game.layout.weigh(action.cards)
            mine = counts[seat] - pattern
            row = list(counts)
            row[seat] = mine
            counts = tuple(row)
            row = list(hands)
            row[seat] -= mask
            hands = tuple(row)
            plays += 1 << 8 * seat
            multiplier *= combo.factor
            opens = leading and not (
                top_by == seat and top is not None and combo.beats(top) and rules.self_cover_keeps_round
            )
            if opens or rules.pass_lock == "off":
                passed = 0
            if combo.bomb and rules.bombs_paid != "none":
                bombs += 1 << 8 * seat
                if rules.bombs_paid == "unbeaten" and not leading and top is not None and top.bomb:
                    bombs -= 1 << 8 * top_by
            what = "lead" if opens else "again" if leading else "play"
            history = _new(Event, (history, what, seat, action))
            top, top_by = combo, seat
            if draw is not None:
                draw = draw._replace(pot=draw.pot + sum(game.points.get(card.rank, 0) for card in action.cards))
            if (not mine or (setup.spare and total(mine) <= setup.spare[seat])) and (draw is None or not draw.pile):
                out = (*out, int(seat))
                history = (
                    Event(history, "spared", seat, (total(mine), setup.spare[seat]))
                    if mine
                    else Event(history, "finish", seat, len(out))
                )
                if rules.over(counts, out):
                    return self._over(
                        game,
                        State(
                            seed, stage, hands, counts, NOBODY, top, top_by, False, passed,
                            plays, multiplier, setup, draw, out, history, bombs,
                        ),
                    )  # fmt: skip
            elif rules.counts_shown == "always":
                if mine in game.units and (draw is None or not draw.pile):
                    history = Event(history, "last_card", seat, None)
            elif number := _announced(rules, total(mine), combo.size):
                history = Event(history, "count", seat, number)
            leading = combo.final  # of the next trick, at once
        turn = int(seat)
        if not leading:
            seats = len(counts)
            while True:
                turn = turn + 1 if turn + 1 < seats else 0
                if turn == top_by:
                    leading = True
                    break
                if counts[turn] and not passed >> turn & 1:
                    break
        if leading and draw is None and counts[turn]:  # the plain end of a trick, which is most of them
            history = _new(Event, (history, "trick", turn, None))
            if rules.pass_lock != "round":
                passed = 0
        state = _new(
            State,
            (
                seed, stage, hands, counts, turn, top, top_by, leading, passed,
                plays, multiplier, setup, draw, out, history, bombs,
            ),
        )  # fmt: skip
        return self._trick_ends(game, state) if leading and (draw is not None or not counts[turn]) else state

    def _asked(self, game: Climb, state: State, seat: int) -> State:
        """Others with few cards say how many, and the same seat is asked for its play again."""
        history: History = Event(state.history, "ask", seat, None)
        for other, number in _untold(game.rules, state, seat):
            history = Event(history, "count", other, number)
        return state._replace(history=history)

    def _trick_ends(self, game: Climb, state: State) -> State:
        """The owner of the last real play captures, draws first and leads; if they are out, another catches their wind."""
        rules, winner = game.rules, state.top_by
        passed = state.passed if rules.pass_lock == "round" else 0
        if state.draw is None:
            leader = self._leader(game, state)
            history = Event(state.history, "trick", winner, leader)
            history = Event(history, "jiefeng", leader, winner)
            return state._replace(turn=leader, leading=True, passed=passed, history=history)
        state, points, drawn = self._capture_and_draw(game, state, state.draw)
        leader = self._leader(game, state)
        history, out = Event(state.history, "trick", winner, Taken(points, drawn, leader)), state.out
        if state.draw is not None and not state.draw.pile:
            for offset in range(len(state.hands)):  # hands left empty by a draw that emptied the pile
                seat = (winner + offset) % len(state.hands)
                if not state.counts[seat] and seat not in out:
                    out = (*out, seat)
                    history = Event(history, "finish", seat, len(out))
            if rules.over(state.counts, out):
                return self._over(game, state._replace(turn=NOBODY, leading=False, out=out, history=history))
        if leader != winner:
            history = Event(history, "jiefeng", leader, winner)
        return state._replace(turn=leader, leading=True, passed=passed, out=out, history=history)

    def _leader(self, game: Climb, state: State) -> int:
        """Who leads after a trick: its winner, or who catches the wind of a winner who is out; nobody if all are."""
        leader, seats = state.top_by, len(state.hands)
        if not any(state.counts):
            return NOBODY
        if not state.counts[leader] and game.rules.jiefeng == "partner":
            leader = (leader + seats // 2) % seats
        while not state.counts[leader]:
            leader = (leader + 1) % seats
        return leader

    def _capture_and_draw(self, game: Climb, state: State, draw: Draw) -> tuple[State, int, tuple[int, ...]]:
        """The state after the winner's capture and everybody's draw, the points captured, the cards drawn per seat."""
        drawing = game.rules.drawing
        assert drawing is not None
        seats, winner = len(state.hands), state.top_by
        hands, counts, pile = list(state.hands), list(state.counts), list(draw.pile)
        drawn = [0] * seats
        order = [(winner + offset) % seats for offset in range(seats)]
        room = {seat: drawing.hand - game.size(counts[seat]) for seat in order}

        def take(seat: int) -> None:
            card = pile.pop()
            hands[seat] += game.layout.bit[card]
            counts[seat] += game.layout.unit[card]
            drawn[seat] += 1
            room[seat] -= 1

        if drawing.order == "fill_winner_first":
            for seat in order:
                while pile and room[seat] > 0:
                    take(seat)
        else:
            while pile and any(room[seat] > 0 for seat in order):
                for seat in order:
                    if pile and room[seat] > 0:
                        take(seat)
        captured = _changed(draw.captured, winner, draw.captured[winner] + draw.pot)
        total = tuple(before + now for before, now in zip(draw.drawn, drawn, strict=True))
        state = state._replace(hands=tuple(hands), counts=tuple(counts), draw=Draw(tuple(pile), 0, captured, total))
        return state, draw.pot, tuple(drawn)

    def _over(self, game: Climb, state: State) -> State:
        """Settle the trick under way, rank who still holds cards, and end."""
        draw, out, history = state.draw, state.out, state.history
        if game.rules.rank_rest:
            seats, last = len(state.hands), out[-1] if out else 0
            rest = [(last + offset) % seats for offset in range(1, seats + 1)]
            out = (*out, *(seat for seat in rest if seat not in out))
        if draw is not None:
            drawing = game.rules.drawing
            assert drawing is not None
            captured = draw.captured
            if draw.pot and drawing.final_trick_scored:
                captured = _changed(captured, state.top_by, captured[state.top_by] + draw.pot)
                history = Event(history, "last", state.top_by, draw.pot)
            for seat in range(len(state.hands)):
                cards = [card for card in game.layout.cards(state.hands[seat]) if game.points.get(card.rank, 0)]
                if cards:
                    owner = {"nobody": NOBODY, "first_finisher": out[0], "owner": seat}[drawing.leftover]
                    worth = sum(game.points[card.rank] for card in cards)
                    if owner != NOBODY:
                        captured = _changed(captured, owner, captured[owner] + worth)
                    history = Event(history, "leftover", seat, (tuple(cards), worth, owner))
            draw = draw._replace(pot=0, captured=captured)
        return state._replace(stage=len(game.rules.stages), draw=draw, out=out, history=history)


def _announced(rules: ClimbRules, left: int, played: int) -> int:
    """The number of cards that a seat must announce after a play; 0 for none."""
    if left > rules.counts_limit or rules.counts_shown == "on_request":
        return 0
    return left if rules.counts_shown == "at_most" or left + played > rules.counts_limit else 0


def _untold(rules: ClimbRules, state: State, asking: int) -> list[tuple[int, int]]:
    """The seats that have to answer when asked, with their numbers of cards: few cards, and not said already."""
    numbers = ((seat, total(counts)) for seat, counts in enumerate(state.counts) if seat != asking)
    due = [(seat, number) for seat, number in numbers if 0 < number <= rules.counts_limit]
    said, history = set(), state.history
    while due and history is not None:
        if history.what == "count":
            said.add((history.seat, history.thing))
        history = history.older
    return [one for one in due if one not in said]


def _changed(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*row[:place], value, *row[place + 1 :])
