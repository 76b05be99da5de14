"""Whom a Sanguosha player takes for a friend, and that it wins with it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from paiju.bots import make
from paiju.bots.sanguosha.answers import ANSWERS
from paiju.bots.sanguosha.camps import Camps, leanings
from paiju.bots.sanguosha.playing import SKILLS as ACTIVE
from paiju.bots.sanguosha.roles import Suspects
from paiju.bots.sanguosha.spot import Spot
from paiju.bots.sanguosha.worth import GENERALS, becomes, keep
from paiju.games.catalog import find
from paiju.games.contract import Line, Seat
from paiju.games.sanguosha.ask import Offer
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.generals import BY_NAME
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skill import Active
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.view import SanguoshaView


def view(seat: int, seed: int = 1, seats: int = 5, *log: Line) -> SanguoshaView:
    game: Any = find("sanguosha").game()
    seen: SanguoshaView = game.view(game.deal(seats, seed), Seat(seat))
    return replace(seen, log=(*seen.log, *log))


def slash(user: int, target: int) -> Line:
    return Line.of("sgs.log.use_on", seat=user, card="slash:7s", targets=(target,))


def test_who_attacks_the_lord_looks_like_a_rebel() -> None:
    seen = view(0)
    lord = int(seen.lord)
    one, other = [one.seat for one in seen.players if one.role is None][:2]
    quiet = leanings(view(0))
    loud = leanings(view(0, 1, 5, slash(one, lord), slash(other, one)))
    assert quiet[one] == quiet[other] == 0
    assert loud[one] < -0.2 < 0 < loud[other]
    assert leanings(view(0, 1, 5, slash(one, lord)), insight=0)[one] == 0


def test_every_role_knows_its_side() -> None:
    for seat in range(5):
        seen = view(seat)
        camps, lord = Camps(seen), int(seen.lord)
        role = seen.players[seat].role
        if seat != lord:
            assert (camps.foe(lord) > 0) == (role == "rebel")
        assert camps.foe(seat) == -1


def test_nothing_of_the_game_is_unknown_to_the_bot() -> None:
    asked = {key.removeprefix("sgs.ask.") for key in MESSAGES if key.startswith("sgs.ask.")}
    generic = {
        "play",
        "which_skill",
        "fanjian",
        "yiji",
        "guanxing",
    }  # the play phase, and where the first answer is good
    assert asked - generic == set(ANSWERS)
    active = {name for name, skill in SKILLS.items() if any(isinstance(one, Active) for one in skill.effects)}
    assert active == set(ACTIVE)
    assert sorted(GENERALS) == sorted(BY_NAME)
    assert all(keep(name) > 0 for name in KINDS)
    assert (becomes("wusheng"), becomes("guose"), becomes("slash")) == ("slash", "indulgence", "slash")


@pytest.mark.parametrize("seed", range(2))
def test_normal_players_beat_random_ones(seed: int) -> None:
    game: Any = find("sanguosha").game()
    for camp, winner in ((("lord", "loyalist"), "lord+loyalist"), (("rebel",), "rebel")):
        state = game.deal(5, seed)
        roles = [player.role for player in state.world.players]
        bots = [make("sanguosha", "normal" if role in camp else "random", seed=seed) for role in roles]
        while pending := game.pending(state):
            decision = pending[0]
            action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.3)
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
        outcome = game.outcome(state)
        assert outcome is not None and outcome.winner == winner


@pytest.mark.parametrize("lord_first", (True, False))
def test_a_rebel_makes_the_lord_answer_the_duel_of_lijian_first(lord_first: bool) -> None:
    """Whoever answers first is hurt more often."""
    seen = next(one for one in map(view, range(5)) if one.players[int(one.viewer or 0)].role == "rebel")
    lord = int(seen.lord)
    other = next(int(one.seat) for one in seen.players if one.seat not in (lord, seen.viewer))
    pairs = ((lord, other), (other, lord)) if lord_first else ((other, lord), (lord, other))
    offer = Offer("skill", "lijian", [Scene(2, {}).card("slash:7s")], 1, 1, pairs)
    plan = ACTIVE["lijian"](Spot(seen, Suspects(seen), careful=True), offer)
    assert plan is not None and plan.action.seats == (lord, other)


@pytest.mark.parametrize("seats", (2, 3, 5, 8))
def test_bots_bring_a_game_to_its_end(seats: int) -> None:
    game: Any = find("sanguosha").game()
    state = game.deal(seats, 9)
    bots = [make("sanguosha", ("easy", "normal", "hard")[seat % 3], seed=seat) for seat in range(seats)]
    while pending := game.pending(state):
        decision = pending[0]
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.3)
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
        assert state.world.round < 60
    assert game.outcome(state).reason in MESSAGES


def test_who_can_only_be_a_rebel_is_one_whatever_he_does() -> None:
    game: Any = find("sanguosha").game()
    state = game.deal(5, 1)
    seen: SanguoshaView = game.view(state, state.world.first.seat)
    hidden = [one for one in seen.players if one.role is None]
    counts = (("lord", 1), ("loyalist", 0), ("rebel", len(hidden)), ("renegade", 0))
    kind = Line.of("sgs.log.skill_on", seat=hidden[0].seat, skill="skill.rende", targets=(int(seen.lord),))
    camps = Camps(replace(seen, role_counts=counts, log=(*seen.log, kind, kind)))
    assert [camps.foe(one.seat) for one in hidden] == [1.0] * len(hidden)
