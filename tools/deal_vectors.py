"""Write what the page needs to deal again: web/src/lib/deals/sanguosha.json (data of the engine) and vectors.json
(deals as the engine makes them, which the page's unit tests must repeat). A test fails when either has drifted.

    python tools/deal_vectors.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paiju.games.catalog import find
from paiju.games.contract import Seat
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.runs import second_board
from paiju.games.options import build
from paiju.games.sanguosha.cards.deck import DECK
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.generals import GENERALS, LORDS
from paiju.games.sanguosha.modes import ROLES
from paiju.games.sanguosha.options import SanguoshaOptions

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "deals"

HOLDEM: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (6, {}),
    (9, {}),
    (2, {"button": 1}),
    (3, {"button": 2, "variant": "short_deck"}),
    (6, {"variant": "short_deck", "short_deck_structure": "button_blind"}),
    (6, {"variant": "short_deck", "short_deck_structure": "button_blind", "last_button": 2, "last_big": 2}),
    (5, {"shuffle_method": "riffle"}),
    (4, {"variant": "short_deck", "shuffle_method": "riffle", "trips_beat_straight": True}),
    (4, {"burn_before_hole": False}),
    (8, {"fast_deal": True}),
    (6, {"stacks": [500, 0, 800, 20, 0, 90], "last_button": 0, "last_small": 2, "last_big": 3}),
    (6, {"stacks": [500, 0, 800, 20, 0, 90], "last_button": 5, "last_small": 0, "last_big": 2, "button_rule": "dead"}),
    (4, {"stacks": [500, 0, 0, 90], "last_button": 0, "last_small": 2, "last_big": 3, "button_rule": "dead"}),
    (4, {"stacks": [500, 0, 0, 90], "last_button": 3, "last_small": 0, "last_big": 1}),
    (5, {"stacks": [100] * 5, "sitting_out": [1], "last_button": 0, "last_small": 1, "last_big": 2}),
    (5, {"stacks": [100] * 5, "waiting": [3], "last_button": 0, "last_small": 1, "last_big": 2}),
    (5, {"stacks": [100] * 5, "waiting": [4], "last_button": 0, "last_small": 1, "last_big": 2}),
    (5, {"stacks": [100] * 5, "waiting": [4], "last_button": 0, "last_small": 1, "last_big": 3, "button_rule": "dead"}),
    (
        5,
        {"stacks": [100] * 5, "sitting_out": [2], "tournament": True, "last_button": 0, "last_small": 1, "last_big": 2},
    ),
    (3, {"stacks": [100] * 3, "waiting": [0, 1], "last_button": 0, "last_small": 1, "last_big": 2}),
    (10, {"variant": "short_deck", "max_players": 10, "run_it_twice": "ask"}),
    (3, {"button": 0, "deck": "??AsKh??AdKs??????2c3c4c"}),
)
CLIMB: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("doudizhu", 3, {}),
    ("doudizhu_x", 3, {}),
    ("doudizhu_4p", 4, {}),
    ("big_two", 4, {}),
    ("three_two_one", 4, {}),
    ("wuguapi", 2, {}),
    ("wuguapi", 5, {"hand_size": 8}),
    ("qigui_521", 4, {}),
    ("qigui_523", 7, {}),
    ("guandan", 4, {}),
)
# seats, options, which of the offered generals the lord takes, who answers yes to the luck card
SANGUOSHA: tuple[tuple[int, dict[str, Any], int, tuple[int, ...]], ...] = (
    *((seats, {}, seats % 5, ()) for seats in range(2, 9)),
    (5, {"general_choices": 2, "lord_extra_choices": 4}, 6, (0, 3)),
    (8, {"lord_extra_choices": 0}, 1, (0, 1, 2, 3, 4, 5, 6, 7)),
    (4, {"luck_times": 3}, 0, (2,)),
    (3, {"luck_times": 0}, 4, ()),
)


def seed_of(number: int) -> int:
    """Seeds as long as real ones."""
    return int.from_bytes(bytes((7 * number + 31 * at) % 256 for at in range(32)), "big")


def generate() -> dict[str, str]:
    """Each file's name and text."""
    data = {
        "deck": [card.text for card in DECK],
        "generals": [general.name for general in GENERALS],
        "lords": list(LORDS),
        "roles": {str(seats): list(roles) for seats, roles in ROLES.items()},
    }
    vectors = {
        "holdem": [_holdem(number, *case) for number, case in enumerate(HOLDEM)],
        "climb": [_climb(number, *case) for number, case in enumerate(CLIMB)],
        "sanguosha": [_sanguosha(number, *case) for number, case in enumerate(SANGUOSHA)],
    }
    return {
        "sanguosha.json": _json({name: [value] for name, value in data.items()}, flat=True),
        "vectors.json": _json(vectors),
    }


def _json(groups: dict[str, Any], flat: bool = False) -> str:
    """One line for each value, so that a change can be read."""
    rows = []
    for name, values in groups.items():
        lines = [json.dumps(value, ensure_ascii=False) for value in values]
        rows.append(f"  {json.dumps(name)}: " + (lines[0] if flat else "[\n    " + ",\n    ".join(lines) + "\n  ]"))
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _holdem(number: int, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    seed = seed_of(number)
    setup = Holdem(build(HoldemOptions, options)).deal(seats, seed).setup
    return {
        "seed": f"{seed:064x}",
        "seats": seats,
        "options": options,
        "button": setup.button,
        "big": setup.big,
        "order": list(setup.order),
        "holes": [[str(card) for card in hole] for hole in setup.cards.holes],
        "board": [str(card) for card in setup.cards.board],
        "after": [str(card) for card in second_board(setup.cards, 0)],
    }


def _climb(number: int, name: str, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    seed = seed_of(number)
    info = find(name)
    game = info.make(info.build(options, None))
    state = game.deal(seats, seed)
    hands = [game.view(state, Seat(seat)).hands[seat].cards for seat in range(seats)]
    assert all(isinstance(hand, tuple) for hand in hands)
    return {"seed": f"{seed:064x}", "game": name, "hands": [sorted(map(str, hand)) for hand in hands]}  # type: ignore[arg-type]


def _sanguosha(number: int, seats: int, options: dict[str, Any], pick: int, eager: tuple[int, ...]) -> dict[str, Any]:
    seed = seed_of(number)
    game = Sanguosha(build(SanguoshaOptions, options))
    state = game.deal(seats, seed)
    lord = state.world.first
    state = game.apply(state, lord.seat, game.parse(f"choose {lord.offered[pick % len(lord.offered)].name}"))
    while game.pending(state) and game.pending(state)[0].prompt.key == "sgs.ask.general":
        seat = game.pending(state)[0].seat
        state = game.apply(state, seat, game.parse(f"choose {state.world.players[seat].offered[0].name}"))
    world = state.world
    offered = [[general.name for general in player.offered] for player in world.players]
    hands = [[card.text for card in player.hand.cards[:4]] for player in world.players]
    while game.pending(state) and game.pending(state)[0].prompt.key == "sgs.ask.luck":
        seat = game.pending(state)[0].seat
        state = game.apply(state, seat, game.parse("yes" if seat in eager else "no"))
    world = state.world
    luck = [said.line.args["seat"] for said in world.log if said.line.key == "sgs.log.luck"]
    shuffles = [at for at, shuffle in enumerate(world.shuffles) if shuffle.purpose == "cards"]
    pile = [card.text for card in world.chance.results[shuffles[-1]]]
    return {
        "seed": f"{seed:064x}",
        "seats": seats,
        "options": options,
        "decided": {"lord": lord.general.name if lord.general else "", "luck": luck},
        "roles": [player.role for player in world.players],
        "offered": offered,
        "hands": hands,
        "kept": [[card.text for card in player.hand.cards[:4]] for player in world.players],
        "pile": pile if luck else pile[: len(pile) - 4 * seats],
    }


def main() -> None:
    for name, text in generate().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
