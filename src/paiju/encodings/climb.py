"""The encoding of the climbing games: Dou Dizhu and its kin, Big Two, Guandan, 跑得快, 五瓜皮 and the rest.

A plane has one row for each rank, the weakest first. Where suits count, a cell is a card (with two decks, a card and
its second copy); where they do not, the first k cells of a rank are 1 if there are k cards of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paiju.cards import Card
from paiju.encodings.encoding import Encoding, Field, IdTable, Observation, no_exact, one_hot, packed, relative
from paiju.games.climb.actions import PASS, Give, Play, Say
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import total
from paiju.games.climb.points import PointReader
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.laizi import LaiziView
from paiju.games.climb.stages import Doubling, DrawWild, DuelAuction, OpenHands, Words
from paiju.games.climb.state import State
from paiju.games.climb.suits import TIER, SuitReader
from paiju.games.climb.view import ClimbView, is_pass
from paiju.games.contract import Decision, View

VERSION = 1
STAGES = ("auction", "double", "show", "tribute", "return", "tricks")
MOST_MULTIPLIER = 1 << 30
_KINDS = {kind: number for number, kind in enumerate(Kind)}
_AUCTION = {"call": 2, "rob": 2, "no_call": 1, "no_rob": 1, "no_bid": 1, "bid 1": 2, "bid 2": 3, "bid 3": 4}


class ClimbEncoder:
    """See the module."""

    def __init__(self, game: Climb, seats: int, history: int = 16) -> None:
        rules, layout = game.rules, game.layout
        self.game, self.seats, self.layout = game, seats, layout
        self.suited = rules.suits_matter
        self.has_kitty = rules.kitty > 0
        stages = tuple(type(stage) for stage in rules.stages)
        self.has_doubles, self.has_show = Doubling in stages, OpenHands in stages
        self.has_spare, self.has_wild = DuelAuction in stages, DrawWild in stages
        self.has_bombs, self.has_pile = rules.bombs_paid != "none", rules.drawing is not None
        self.deck = layout.weigh(tuple(rules.deck.cards))
        rows, columns = len(layout.ranks), layout.stride
        others = [f"of seat {seat}" for seat in range(1, seats)]
        self.encoding = Encoding(
            name="climb",
            version=VERSION,
            seats=seats,
            rows=rows,
            columns=columns,
            history=history,
            planes=(
                "own hand",
                "unseen: neither held nor played",
                "to beat",
                *[f"played by seat {seat}" for seat in range(seats)],
                *(["kitty, once it is shown"] if self.has_kitty else []),
                *([f"open hand {of}" for of in others] if self.has_show else []),
            ),
            hidden=tuple(f"hand {of}" for of in others),
            facts=self._facts(),
            token=(
                Field("seat", about="1 for the observer, 2 for the next seat …; 0: no token"),
                Field("size", 1, 20, "cards put down; 0: passed"),
                Field("cards", rows, 4, "how many of each rank"),
            ),
            feature=(
                Field("cards", rows * columns, 1, "the cards put down or given, as in a plane"),
                Field("pass"),
                Field("word", 1, 4, "1 no; 2 call, rob, double, show or bid 1; 3 bid 2; 4 bid 3"),
                Field("gift", 1, 2, "1 pays tribute, 2 gives back"),
                Field("size", 1, 20, "cards put down"),
                Field("bomb", 1, 8, "its rank among bombs; 0: none"),
                Field("kind", 1, len(Kind), "the combination by its place in `Kind`"),
                Field("head", 1, 16, "the deciding rank, 1 for the weakest; 0 where suits decide"),
            ),
        )

    def _facts(self) -> tuple[Field, ...]:
        rules, seats = self.game.rules, self.seats
        fields = [
            Field("stage", len(STAGES), 1, ", ".join(STAGES)),
            Field("leading", about="any play may be led"),
            Field("top_by", seats, 1, "whose play is to be beaten"),
            Field("top_size", 1, 20, "how many cards that has"),
            Field("top_bomb", 1, 8, "its rank among bombs"),
            Field("left", seats, rules.hand + rules.kitty, "cards in each hand; -1 where the table does not say"),
            Field("passed", seats, 1, "seats that passed, or are locked out"),
            Field("place", seats, seats, "finishing place of seats that are out"),
        ]
        if self.has_kitty:
            fields += [
                Field("landlord", seats),
                Field(
                    "said", seats, 4, "last word in the auction: 0 none, 1 no, 2 call, rob or bid 1, 3 bid 2, 4 bid 3"
                ),
                Field("base", 1, 3, "the winning bid"),
                Field("multiplier", 1, 64),
            ]
        if self.has_doubles:
            fields.append(Field("doubles", seats, 2, "times the stakes of a seat were doubled, once play has begun"))
        if self.has_show:
            fields.append(Field("shown", seats, 1, "who plays with an open hand"))
        if self.has_spare:
            fields.append(Field("spare", seats, 20, "cards a seat may keep and is out all the same"))
        if self.has_bombs:
            fields.append(Field("bombs", seats, 4, "bombs that are paid for"))
        if self.has_pile:
            fields += [
                Field("captured", seats, 100, "points taken in tricks"),
                Field("pot", 1, 100, "points in the running trick"),
                Field("pile", 1, len(rules.deck.cards), "cards to draw"),
            ]
        if self.has_wild:
            fields.append(Field("wild", len(self.layout.ranks), 1, "the rank that was drawn to be wild"))
        return tuple(fields)

    # -- observations ----------------------------------------------------------------------------------------------

    def observe(self, view: View, decision: Decision[Any] | None) -> Observation:
        assert isinstance(view, ClimbView) and view.viewer is not None
        me, seats, layout = view.viewer, self.seats, self.layout
        tokens: list[list[int]] = []
        played = [(0, 0)] * seats
        for line in view.log:
            if "bomb" in line.args:  # only plays have a rank among bombs, be it zero
                mask, counts = layout.weigh(tuple(line.args["cards"]))
                at = relative(line.args["seat"], me, seats)
                played[at] = played[at][0] + mask, played[at][1] + counts
                tokens.append([at + 1, total(counts), *self._row(counts)])
            elif is_pass(line):
                tokens.append([relative(line.args["seat"], me, seats) + 1, 0, *self._row(0)])
        own = layout.weigh(self._known(view, me))
        unseen = [
            whole - held - sum(gone)
            for whole, held, gone in zip(self.deck, own, zip(*played, strict=True), strict=True)
        ]
        stage = self._stage(decision)
        leading = view.leading and stage in (None, STAGES.index("tricks"))
        top = None if view.leading else next((shown for shown in view.trick if shown.wins), None)
        around = [(me + step) % seats for step in range(seats)]
        planes = [own, tuple(unseen), layout.weigh(top.cards) if top else (0, 0), *played]
        if self.has_kitty:
            kitty = next(pile.cards for pile in view.centre if pile.name == "kitty")
            planes.append(layout.weigh(kitty) if isinstance(kitty, tuple) else (0, 0))
        if self.has_show:
            planes += [layout.weigh(self._known(view, seat)) for seat in around[1:]]
        facts = [
            *one_hot(stage, len(STAGES)),
            int(leading),
            *one_hot(None if top is None else relative(top.seat, me, seats), seats),
            len(top.cards) if top else 0,
            top.bomb if top else 0,
            *[-1 if (count := view.hands[seat].count) is None else count for seat in around],
            *[int(seat in view.passed) for seat in around],
            *[view.finished.index(seat) + 1 if seat in view.finished else 0 for seat in around],
        ]
        if self.has_kitty:
            facts += one_hot(None if view.landlord is None else relative(view.landlord, me, seats), seats)
            said = {seat: _AUCTION[word] for seat, word in view.answers if word in _AUCTION}
            facts += [said.get(seat, 0) for seat in around]  # type: ignore[call-overload]
            facts += [view.bid, min(view.multiplier, MOST_MULTIPLIER)]
        if self.has_doubles:
            facts += [view.doubles[seat] for seat in around]
        if self.has_show:
            facts += [int(seat in view.open_hands) for seat in around]
        if self.has_spare:
            facts += [view.spare[seat] if view.spare else 0 for seat in around]
        if self.has_bombs:
            facts += [view.bombs[seat] for seat in around]
        if self.has_pile:
            pile = next(pile.count or 0 for pile in view.centre if pile.name == "pile")
            facts += [*[view.captured[seat] for seat in around], view.pot, pile]
        if self.has_wild:
            rank = view.wild_rank if isinstance(view, LaiziView) else None
            facts += one_hot(layout.points(rank)[0] if rank else None, len(layout.ranks))
        tokens.reverse()
        return packed(self.encoding, [self.cells(*cards) for cards in planes], facts, tokens)

    def hidden(self, state: State, seat: int) -> bytes:
        around = [(seat + step) % self.seats for step in range(1, self.seats)]
        return b"".join(self.cells(state.hands[other], state.counts[other]) for other in around)

    def cells(self, mask: int, counts: int) -> bytes:
        """Cards as a plane."""
        row, copies = bytearray(self.encoding.cells), self.layout.copies
        columns = self.layout.stride
        if not self.suited:
            for point in range(self.encoding.rows):
                for number in range(counts >> 4 * point & 15):
                    row[columns * point + number] = 1
            return bytes(row)
        for cell in range(0, len(row), copies):
            for number in range(mask >> cell & (1 << copies) - 1):
                row[cell + number] = 1
        return bytes(row)

    def _row(self, counts: int) -> list[int]:
        return [counts >> 4 * point & 15 for point in range(self.encoding.rows)]

    @staticmethod
    def _known(view: ClimbView, seat: int) -> tuple[Card, ...]:
        cards = view.hands[seat].cards
        return cards if isinstance(cards, tuple) else ()

    @staticmethod
    def _stage(decision: Decision[Any] | None) -> int | None:
        if decision is None:
            return None
        if isinstance(decision.choices, Words):
            return {"double": 1, "show": 2}.get(decision.choices.words[-1].word, 0)
        first = next(iter(decision.choices))
        return 5 if not isinstance(first, Give) else 3 if first.verb == "pay" else 4

    # -- choices ---------------------------------------------------------------------------------------------------

    def actions(self, view: View, decision: Decision[Any]) -> list[Any]:
        return list(decision.choices)

    def features(self, view: View, decision: Decision[Any]) -> list[bytes]:
        return [self.feature(action) for action in decision.choices]

    def feature(self, action: Any) -> bytes:
        """The row of one choice."""
        if isinstance(action, Give):
            return self.cells(*self.layout.weigh((action.card,))) + bytes(
                (0, 0, 1 if action.verb == "pay" else 2, 0, 0, 0, 0)
            )
        if isinstance(action, Say):
            word = 0 if action == PASS else 1 if action.word == "no" else 1 + (action.bid or 1)
            return bytes(self.encoding.cells) + bytes((action == PASS, word, 0, 0, 0, 0, 0))
        assert isinstance(action, Play) and action.combo is not None
        combo = action.combo
        head = 0 if isinstance(self.game.reader, SuitReader) else 1 + int(combo.key)
        tail = (0, 0, 0, combo.size, combo.bomb, _KINDS[combo.kind], head)
        return self.cells(*self.layout.weigh(action.cards)) + bytes(tail)

    def exact(self, decision: Decision[Any], number: int) -> Any:
        raise no_exact(number)

    def ids(self) -> IdTable | None:
        """All words and plays of a whole deck, where suits do not count and nothing is wild."""
        reader = self.game.reader
        if not isinstance(reader, PointReader) or self.layout.copies > 1:
            return None
        words = [PASS, Say("no"), Say("bid 1"), Say("bid 2"), Say("bid 3")]
        rows = [self.feature(word) for word in words]
        return IdTable([*rows, *map(self.feature, reader.plays(*self.deck, None))])

    # -- the kernel ------------------------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        """What the kernel must know of this encoding besides the rules."""
        rules, reader = self.game.rules, self.game.reader
        if isinstance(reader, SuitReader):  # a number of a combo begins with the place of its shape
            shift, combos = (64 * TIER).bit_length() - 1, [(_KINDS[shape.kind], 0) for shape in rules.shapes]
        else:
            every: Iterable[Combo] = reader.combos  # type: ignore[attr-defined]
            shift, combos = 0, [(_KINDS[combo.kind], 1 + int(combo.key)) for combo in every]
        limit = {"always": len(rules.deck.cards), "at_most": rules.counts_limit}.get(rules.counts_shown, 0)
        return {
            "rows": self.encoding.rows, "suited": self.suited, "limit": limit, "history": self.encoding.history,
            "kitty": self.has_kitty, "doubles": self.has_doubles, "show": self.has_show, "spare": self.has_spare,
            "bombs": self.has_bombs, "pile": self.has_pile, "wild": self.has_wild, "shift": shift, "combos": combos,
        }  # fmt: skip
