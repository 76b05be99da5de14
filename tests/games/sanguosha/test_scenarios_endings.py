"""Scenarios S71-S80 of the rules: deaths and endings."""

from __future__ import annotations

import pytest

from paiju.cards import Rng
from paiju.games.sanguosha.death import die
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.modes import scores
from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.using import use_card
from paiju.games.sanguosha.world import Role
from tests.games.sanguosha.helpers import between, fired, plainly


def test_s71_the_lord_kills_a_loyalist() -> None:
    scene = (
        Scene(4, roles={2: "loyalist"})
        .hand(1, "slash:7s peach:3h peach:4h peach:6h")
        .equip(1, "axe:5d jueying:5s")
        .judge(1, "indulgence:6c")
        .hp(2, 1, 4)
        .hand(2, "jink:2d")
        .skill(1, SKILLS["xiaoji"])
    )
    scene.run(lambda w: use_card(w, scene.p(1), scene.p(1).hand.cards[0], [scene.p(2)]), "P1 yes", "P1 yes")
    assert plainly(between(scene, "BeforeGameOverJudge(P2)", "Damage(P1)")) == (
        "BeforeGameOverJudge(P2) GameOverJudge(P2) Death(P2) BuryVictim(P2) Deathed(P2) AfterDying(P2) Damage(P1)"
    )
    assert scene.discarded == "jink:2d peach:3h peach:4h peach:6h axe:5d jueying:5s slash:7s"
    assert scene.judge_of(1) == "indulgence:6c"
    assert len(scene.p(1).hand) == 4


def test_s72_a_rebel_is_worth_three_cards() -> None:
    scene = Scene(4, roles={2: "rebel", 3: "rebel", 4: "renegade"}).hp(2, 1, 4).hand(2, "jink:2d")
    scene.run(lambda w: damage(w, scene.p(3), scene.p(2)))
    assert len(scene.p(3).hand) == 3
    assert scene.discarded == "jink:2d"
    lines = [line.strip() for line in scene.trace.lines]
    drawn = next(i for i, line in enumerate(lines) if line.endswith("(draw)"))
    assert drawn < lines.index("Deathed(P2)")
    scene = Scene(4, roles={2: "rebel", 3: "rebel", 4: "renegade"}).hp(2, 1, 4)
    scene.run(lambda w: damage(w, None, scene.p(2)))
    assert not any(player.hand for player in scene.w.players)


def test_s73_the_last_enemy() -> None:
    scene = Scene(4, roles={2: "loyalist", 3: "rebel", 4: "renegade"}).dead(2, 3).hp(4, 1, 4)
    scene.run(lambda w: damage(w, scene.p(1), scene.p(4)))
    assert scene.w.winner == "lord+loyalist"
    assert fired(scene, "GameOverJudge", "Death", "BuryVictim", "GameFinished") == "GameOverJudge(P4) GameFinished(-)"
    assert scores("lord+loyalist", [player.role for player in scene.w.players]) == (2, 2, -2, -2)
    scene = Scene(2).hp(2, 1, 4)
    scene.run(lambda w: damage(w, scene.p(1), scene.p(2)))
    assert scene.w.winner == "lord+loyalist"
    assert scene.hand_of(1) == ""


@pytest.mark.parametrize(
    ("alive", "winner"),
    [
        (["renegade"], "renegade"),
        (["renegade", "loyalist"], "rebel"),
        (["rebel", "renegade"], "rebel"),
        (["rebel"], "rebel"),
    ],
)
def test_s74_the_lord_dies(alive: list[Role], winner: str) -> None:
    roles: dict[int, Role] = {1: "lord", 2: "loyalist", 3: "rebel", 4: "renegade"}
    scene = Scene(4, roles=roles).hp(1, 1, 4)
    scene.dead(*(number for number, role in roles.items() if role not in (*alive, "lord")))
    scene.run(lambda w: damage(w, None, scene.p(1)))
    assert scene.w.winner == winner


def test_s75_the_renegade_in_the_right_order() -> None:
    scene = Scene(3, roles={2: "renegade", 3: "rebel"}).hp(1, 1, 4).hp(3, 1, 4)
    scene.run(lambda w: damage(w, scene.p(2), scene.p(3)))
    assert not scene.over
    assert len(scene.p(2).hand) == 3
    scene.run(lambda w: damage(w, scene.p(2), scene.p(1)))
    assert scene.w.winner == "renegade"


def test_s76_out_of_cards() -> None:
    scene = Scene(2).discard_pile("slash:7s slash:8s slash:9s jink:2h jink:Kh").draw_pile("peach:3h")
    scene.run(lambda w: draw(w, scene.p(1), 2))
    assert scene.hand_of(1).startswith("peach:3h ")
    assert scene.timings.count("AfterDrawPileShuffle(-)") == 1
    assert len(scene.w.draw_pile) == 4
    scene = Scene(2).draw_pile("peach:3h")
    scene.run(lambda w: draw(w, scene.p(1), 2))
    assert scene.over
    assert scene.w.winner == ""


def test_s77_death_inside_a_slash_with_several_targets() -> None:
    scene = Scene(4, roles={2: "rebel"}).hand(1, "slash:8s").equip(1, "halberd:Qd").hp(2, 1, 4)
    scene.run(lambda w: use_card(w, scene.p(1), scene.p(1).hand.cards[0], [scene.p(2), scene.p(3)]))
    assert len(scene.p(1).hand) == 3
    assert scene.hp_of(3) == "3/4"
    timings = scene.timings
    assert timings.index("Deathed(P2)") < timings.index("DamageInflicted(P3)")


def test_s78_a_dead_current_actor() -> None:
    scene = Scene(4, {3: "xiahoudun"}, roles={2: "rebel", 3: "rebel", 4: "renegade"}).hp(2, 1, 4).hp(4, 1, 4)
    scene.hand(2, "slash:7s").top("slash:4c")

    def both(w):  # type: ignore[no-untyped-def]
        yield from use_card(w, scene.p(2), scene.p(2).hand.cards[0], [scene.p(3)])
        yield from damage(w, None, scene.p(4))

    scene.current(2)
    scene.run(both, "P3 yes")
    asked = fired(scene, "AskForPeaches")
    assert asked == (
        "AskForPeaches(P2) AskForPeaches(P3) AskForPeaches(P4) AskForPeaches(P1) "
        "AskForPeaches(P3) AskForPeaches(P4) AskForPeaches(P1)"
    )


def test_s79_hand_limit() -> None:
    scene = Scene(2).hp(1, 1, 4).hand(1, "peach:3h peach:4h peach:6h jink:2h jink:Kh").equip(1, "axe:5d")
    scene.phase(1, "discard")
    assert len(scene.p(1).hand) == 1
    assert scene.equip_of(1) == "axe:5d"


def test_s80_determinism() -> None:
    game = Sanguosha(SanguoshaOptions())

    def play(upto: int) -> list[str]:
        rng = Rng(7)
        machine = game.start(5, 11, traced=True)()
        for _ in range(upto):
            decision = rng.choice(machine.pending)
            action = rng.choice([a for a, _ in zip(decision.choices, range(20), strict=False)])
            machine.feed([(decision.seat, action)])
        trace = machine.world.trace
        assert trace is not None
        return trace.lines

    whole = play(120)
    assert whole == play(120)
    assert whole[: len(play(60))] == play(60)


def test_dying_twice_is_dying_once() -> None:
    scene = Scene(3).hp(2, 1, 4)

    def twice(w):  # type: ignore[no-untyped-def]
        yield from die(w, scene.p(2), None)
        yield from die(w, scene.p(2), None)

    scene.run(twice)
    assert scene.timings.count("Death(P2)") == 1
