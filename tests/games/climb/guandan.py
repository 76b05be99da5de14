"""What the Guandan tests share: readers by level and preset, hands put on the table, short texts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from paiju.cards import Card, cards
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.shapes import Combo
from paiju.games.climb.sheets.guandan import GuandanOptions, guandan
from paiju.games.climb.state import State
from paiju.games.contract import Seat, play

PRESETS = ("seed", "seed_literal", "competition")
INFO = catalog.find("guandan")


@lru_cache(maxsize=256)
def _game(preset: str, options: tuple[tuple[str, Any], ...]) -> Climb:
    return Climb(guandan(INFO.build(dict(options), preset)))


def game_at(level: int = 5, preset: str = "seed", **options: Any) -> Climb:
    return _game(preset, (("level", level), *sorted(options.items())))


def options_of(preset: str = "seed", **values: Any) -> GuandanOptions:
    built: GuandanOptions = INFO.build(values, preset)
    return built


def row(text: str) -> tuple[Card, ...]:
    """Cards by text; a bare rank several times over (`3333`) takes different suits, hearts last."""
    if any(letter in "cdhs" for letter in text):
        return cards(text)
    seen: dict[str, int] = {}
    found: list[Card] = []
    for letter in text.replace(" ", ""):
        if letter in "LR":
            found += cards(letter)
        else:
            found += cards(letter + "sdchsdch"[seen.get(letter, 0)])
            seen[letter] = seen.get(letter, 0) + 1
    return tuple(found)


def name(game: Climb, combo: Combo) -> str:
    """A reading as the rules page writes it: `type key`, with the size where a type has several."""
    kind = game.rules.name_of(combo.kind)
    if kind == "kingBomb":
        return kind
    plain = {"straight": 5, "straightFlush": 5, "pairStraight": 6, "tripleStraight": 6}
    sized = kind == "normalBomb" or combo.size != plain.get(kind, combo.size)
    return f"{kind}[{combo.size}] {combo.key}" if sized else f"{kind} {combo.key}"


def readings(text: str, level: int = 5, preset: str = "seed", **options: Any) -> list[str]:
    game = game_at(level, preset, **options)
    return [name(game, combo) for combo in game.reader.read(row(text))]


def table(game: Climb, hands: tuple[str, str, str, str], leader: int = 0) -> State:
    """Seats with these cards, `leader` to lead; whatever is missing from the deck is not in the deal."""
    state = game.placed(0, tuple(cards(hand) for hand in hands), ())
    return state._replace(stage=len(game.rules.stages) - 1, turn=leader, setup=state.setup._replace(first=leader))


def run(game: Climb, state: State, moves: str) -> State:
    """Moves like `0:5s 1p 2p`, through the only door."""
    for move in moves.split():
        seat, text = (move[0], "pass") if move[1:] == "p" else move.split(":", 1)
        state = play(game, state, Seat(int(seat)), text).state
    return state


def with_options(game: Climb, **fields: Any) -> Climb:
    return Climb(replace(game.rules, **fields))
