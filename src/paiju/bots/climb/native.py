"""The policy in the kernel: the twin of policy.py, for every sheet that the kernel knows.

player = Player.of(game, seats)         # None where the kernel declines the sheet
player.scored(state)                    # what Policy.scored says
player.imagined(position, ...)          # deals imagined from what a seat knows, and answers played out on them
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from paiju import kernel
from paiju.bots.climb.policy import SUITED_BOMB, SUITED_CONTROL, Policy, Scored, Temper
from paiju.bots.climb.position import Position, game_of
from paiju.bots.climb.split import BREADTH, ROCKET, RUNS, TURN, WORTHWHILE, Splitter
from paiju.cards import Card
from paiju.games.climb import compiled
from paiju.games.climb.actions import PASS, Action, Play
from paiju.games.climb.layout import SUITS
from paiju.games.climb.plays import holding
from paiju.games.climb.points import PointReader
from paiju.games.climb.shapes import Combo
from paiju.games.climb.stages import DrawWild
from paiju.games.climb.state import State
from paiju.games.climb.suits import SuitReader
from paiju.games.climb.wild import MIXED, WildReader
from paiju.solver.endgame import row_of

if TYPE_CHECKING:
    from paiju.games.climb.game import Climb

Move = tuple[int, int, int, int]

WARMTH: Final = 500.0  # thousandths of a turn by which deeds are unlike the policy that make a deal e times less likely
STEPS: Final = 6  # of the walk between two imagined deals
TWO_DECKS: Final = 2  # the same where a step takes much longer


class Player:
    """One game's policy in the kernel, at a table of one size."""

    def __init__(self, game: Climb, policy: Policy, native: Any) -> None:
        self.game, self.policy, self.native = game, policy, native
        self._place = {card: place for place, card in enumerate(game.rules.deck.cards)}

    @staticmethod
    @lru_cache(maxsize=64)
    def of(game: Climb, seats: int, temper: Temper | None = None) -> Player | None:
        """None where the kernel is missing or declines the sheet."""
        numbers = compiled.kernel_table(_begun(game), seats) if kernel.HAVE_KERNEL else None
        if numbers is None or numbers[1]["drawn"]:  # what is wild is known once there is something to play
            return None
        policy = Policy(game, temper)
        kind = getattr(kernel.native, f"{numbers[0]}Policy")
        return Player(game, policy, kind(numbers[1], _table(policy)))

    def scored(self, state: State, *, every: bool = False) -> list[Scored]:
        """The answers worth a thought, each with its cost; with `every`, also leads that break up the hand."""
        top = -1 if state.leading or state.top is None else state.top.number
        hand, card = state.hands[state.turn], state.setup.required if state.top is None else None
        return [
            Scored(cost, PASS if move is None else self.play(hand, move, top, card))
            for cost, move in self.native.scored(row_of(self.game, state), self.required(state), every)
        ]

    def played(self, state: State, other: Player | None = None, theirs: int = 0) -> tuple[int, ...]:
        """The scores if everybody plays at a glance; the seats of `theirs`, as bits, by another policy."""
        found: tuple[int, ...] = self.native.played(
            row_of(self.game, state), self.required(state), None if other is None else other.native, theirs
        )
        return found

    def play(self, hand: int, move: Move, top: int, required: Card | None = None) -> Play:
        """A move as a play; `required` must be among its cards."""
        play = compiled.play_of(self.game.reader, hand, move, top)
        return play if required is None or required in play.cards else holding(self.game.reader, play, required)

    def imagined(self, position: Position, seed: int) -> Any:
        """Deals imagined one after another (see _kernel.pyi), the likelier the better what was done fits them."""
        known = self.known(position)
        if position.game.rules.drawing is not None:
            known["deeds"] = ()  # nobody held then what was drawn since
        kind = getattr(kernel.native, type(self.native).__name__.replace("Policy", "Imagined"))
        return kind(self.native, known, seed, WARMTH, STEPS if self.game.layout.copies == 1 else TWO_DECKS)

    def known(self, position: Position) -> dict[str, Any]:
        """What a seat knows, as the kernel reads it."""
        layout = self.game.layout
        held = [position.hand if seat == position.seat else cards for seat, cards in enumerate(position.known)]
        weighed = [layout.weigh(cards) for cards in held]
        frame = position.frame._replace(
            hands=tuple(mask for mask, _ in weighed), counts=tuple(counts for _, counts in weighed)
        )
        return {
            "frame": row_of(self.game, frame),
            "required": self.required(frame),
            "seat": position.seat,
            "pile": position.pile,
            "missing": position.missing,
            "unseen": tuple(self._place[card] for card in position.unseen),
            "allowed": position.allowed,
            "deeds": tuple(
                (
                    deed.seat,
                    -1 if deed.top is None else deed.top.number,
                    deed.top_by,
                    deed.passed,
                    -1 if deed.combo is None else deed.combo.number,
                    tuple(self._place[card] for card in deed.cards),
                )
                for deed in position.deeds
            ),
        }

    def required(self, state: State) -> int:
        """The place in a hand of the card that the opening play must hold; -1: none."""
        card = state.setup.required if state.top is None else None
        return -1 if card is None else self.game.layout.bit[card].bit_length() - 1

    def move(self, action: Action) -> Move | None:
        """An answer as the kernel writes it; None: a pass."""
        if not isinstance(action, Play):
            return None
        reader, combo = self.game.reader, action.combo
        assert combo is not None
        mask, pattern = self.game.layout.weigh(action.cards)
        if isinstance(reader, PointReader):
            body = sum(combo.width << (4 * point) for point in combo.body)
            return body, pattern - body, combo.number, 0
        if isinstance(reader, SuitReader):
            point = self.game.layout.point
            body = self.game.layout.mask(
                card for card in action.cards if not combo.body or point[card.rank] in combo.body
            )
            return body, mask - body, combo.number, 0
        assert isinstance(reader, WildReader)
        wilds = sum(card in reader.wild for card in action.cards)
        natural = pattern - sum(self.game.layout.unit[card] for card in action.cards if card in reader.wild)
        suits = {card.suit for card in action.cards if card not in reader.wild and not card.is_joker}
        suit = -1
        if len(combo.body) > 1 and combo.width == 1 and suits:  # four jokers have none
            suit = MIXED if len(suits) > 1 else SUITS.index(next(iter(suits)))
        return natural, wilds, combo.number, suit


def _begun(game: Climb) -> Climb:
    """The game as it is played in the tricks of a deal: what may be drawn to be wild has been drawn."""
    if not game.rules.wild:
        return game
    stages = tuple(stage for stage in game.rules.stages if not isinstance(stage, DrawWild))
    return game_of(replace(game.rules, stages=stages))


def _table(policy: Policy) -> dict[str, Any]:
    """All that the kernel's twin must know beside the sheet."""
    reader, wild = policy.game.reader, policy.rules.wild
    level = policy.game.layout.point[wild[0].rank] if wild else -1
    return {
        "split": _split(policy.splitter),
        "temper": tuple(policy.temper),
        "level": level,
        "suited_bomb": SUITED_BOMB,
        "suited_control": SUITED_CONTROL,
        "combos": [_combo(policy, one) for one in reader.combos]
        if isinstance(reader, (PointReader, WildReader))
        else [],
        "bodies": compiled.bodies(reader) if isinstance(reader, PointReader) else [],
        "squares": policy.squares,
        "cubes": policy.cubes,
    }


def _combo(policy: Policy, combo: Combo) -> tuple[int, int, int]:
    """How sure it is to win its trick, by turns and where cards are drawn again; and the points of its body."""
    points = sum(1 << (4 * point) for point in set(combo.body))
    return policy.control(combo), policy.squares[max(combo.body)], points


def _split(splitter: Splitter) -> dict[str, Any]:
    return {
        "turn": TURN,
        "rocket_cost": ROCKET,
        "breadth": BREADTH,
        "worthwhile": WORTHWHILE,
        "rocket": splitter.rocket,
        "four_jokers": splitter.four_jokers,
        "wings": splitter.wings,
        "pair_wings": splitter.pair_wings,
        "carries_single": splitter.carries_single,
        "carries_pair": splitter.carries_pair,
        "four_carries": splitter.four_carries,
        "two_each": splitter.two_each,
        "triple_places": splitter.triple_places,
        "pair_takes": splitter.pair_takes,
        "four_places": splitter.four_places,
        "ride_singles": splitter.rides[0],
        "ride_pairs": splitter.rides[1],
        "equal": [
            [(group.control, group.cost, light) for group, light in zip(row, lights, strict=True)]
            for row, lights in zip(splitter.equal, splitter.light, strict=True)
        ],
        "path": splitter.path,
        "plain": splitter.plain,
        "runs": splitter.runs,
        "lowest": RUNS,
    }
