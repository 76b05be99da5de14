"""docs/skills.md names every timing, flag and helper, as the code has them."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from paiju.games.sanguosha import death, events, hp, judging, moves, state, turns, using
from paiju.games.sanguosha.death import die, revive
from paiju.games.sanguosha.events import game_over
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.helper import HELPERS
from paiju.games.sanguosha.hp import change_max_hp, damage, lose_hp, recover
from paiju.games.sanguosha.judging import pindian
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene
from paiju.games.sanguosha.skills import SKILLS
from paiju.games.sanguosha.state import (
    abort_area,
    chain,
    change_property,
    gain_skill,
    lose_skill,
    resume_area,
    show_cards,
    turn_over,
)
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.trace import Trace
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

PAGE = (Path(__file__).parents[3] / "docs" / "skills.md").read_text(encoding="utf-8")
SEED = (
    "GamePrepared", "DrawInitialCards", "AfterDrawInitialCards", "GameStart", "RoundStart", "RoundEnd", "AfterRoundEnd",
    "PreTurnStart", "BeforeTurnStart", "TurnStart", "TurnEnd", "EventTurnChanging", "EventPhaseChanging",
    "EventPhaseSkipping", "EventPhaseSkipped", "EventPhaseStart", "EventPhaseProceeding", "EventPhaseEnd", "DrawNCards",
    "AfterDrawNCards", "GameFinished",
)  # fmt: skip
"""The timings of the game's flow, as FreeKill names them."""


def rows() -> dict[str, list[str]]:
    """The table of timings by our name: FreeKill's name, bearer, data, what may be set."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"`[A-Z_]+`", cells[0]) and len(cells) == 5:
            found[cells[0].strip("`")] = cells[1:]
    return found


def test_every_timing_stands_in_the_table_once_with_its_name_in_freekill() -> None:
    assert {name: row[0] for name, row in rows().items()} == {one.name: f"`fk.{one.value}`" for one in Timing}
    assert set(SEED) <= {one.value for one in Timing}


@pytest.mark.parametrize("data", ["DrawInitialData", "RoundData", "TurnData", "PhaseData", "DrawNCardsData"])
def test_every_data_class_of_the_flow_is_mapped(data: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{data}`")]
    assert f"`{data}Spec`" in row


def test_every_helper_is_described() -> None:
    assert [name for name in HELPERS if f"`{name}(w, " not in PAGE] == []


def test_every_flag_is_described() -> None:
    modules = (death, events, hp, judging, moves, state, turns, using)
    named = {one.__name__ for one in modules}
    classes = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    classes = [one for one in classes if is_dataclass(one) and one.__module__ in named]
    flags = {field.name for one in classes for field in fields(one) if field.type == "bool"}
    flags -= {"at_bottom"}  # of a Move: where its cards go, not a flag of a timing
    table = PAGE[PAGE.index("## Flags") : PAGE.index("## Helpers")]
    assert [flag for flag in sorted(flags) if f"`{flag}`" not in table] == []
    for name, row in rows().items():
        for flag in re.findall(r"`(\w+)", row[3]):
            assert f"`{flag}" in table or flag in HELPERS, f"{name} may set {flag}"


def test_every_timing_fires_with_the_bearer_and_the_data_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played through: every class of data and every missing bearer is that of the table."""
    seen: dict[str, set[str]] = {}
    bare: set[str] = set()

    def timing(self: Trace, one: Timing, bearer: Player | None, data: Any, refresh_only: bool) -> None:
        seen.setdefault(one.name, set()).add("–" if data is None else f"`{type(data).__name__}`")
        if bearer is None:
            bare.add(one.name)

    monkeypatch.setattr(Trace, "timing", timing)
    machine = Sanguosha(SanguoshaOptions(luck_times=0, max_rounds=30)).start(4, 3, traced=True)()
    while machine.pending:
        asked = machine.pending[0]
        actions = [action for _, action in zip(range(30), asked.choices, strict=False)]
        machine.feed([(asked.seat, actions[-1])])
    _the_rest()
    assert {name: {row[2]} for name, row in rows().items()} == seen
    sourceless = {"PRE_DAMAGE", "DAMAGE_CAUSED", "DETERMINE_DAMAGE_CAUSED", "DAMAGE"}  # damage without a source
    assert bare - sourceless <= {name for name, row in rows().items() if "–" in row[1]} | {
        "CARD_EFFECT_FINISHED",  # of 闪 and 无懈可击
        "CARD_EFFECT_CANCELLED_OUT",  # in a judge phase
        "SKILL_EFFECT",
        "AFTER_SKILL_EFFECT",
    }


def _the_rest() -> None:
    """What bots hardly ever do."""
    scene = Scene(4, {3: "simayi"}).hand(1, "peach:3h slash:7s").hand(2, "slash:8s").hand(3, "jink:2d").hp(1, 2, 4)
    scene.judge(1, "indulgence:6s")
    p, q = scene.p(1), scene.p(2)

    def script(w: World) -> Asking[None]:
        yield from turn_over(w, p)
        yield from chain(w, p)
        yield from change_property(w, p, "kingdom", "shu")
        yield from gain_skill(w, p, SKILLS["paoxiao"])
        yield from lose_skill(w, p, SKILLS["paoxiao"])
        yield from show_cards(w, p, p.hand.cards)
        yield from abort_area(w, p, "weapon")
        yield from resume_area(w, p, "weapon")
        yield from change_max_hp(w, q, 1)
        yield from lose_hp(w, q)
        yield from recover(w, q)
        yield from pindian(w, p, [q], "skill.jianxiong")
        yield from damage(w, p, scene.p(4), 4)
        yield from die(w, q, None, rest=1)
        yield from revive(w, q)
        yield from turns._extra_turns(w)
        w.discard_pile.cards, w.draw_pile.cards = [*w.draw_pile.cards, *w.discard_pile.cards], []
        for card in w.discard_pile.cards:
            w.where[card] = w.discard_pile
        yield from moves.draw(w, p, 1)

    scene.run(script)
    scene = Scene(3, {2: "lvmeng"}).hand(1, "duel:As").hand(2, "slash:7s").hand(3, "nullification:Js")
    scene.phase(1, "play", "P1 use duel:As > P2", "P3 use nullification:Js")
    scene.hand(1, "slash:8s").hand(2, "jink:2d").equip(1, "axe:5d")
    scene.phase(1, "play", "P1 use slash:8s > P2", "P2 use jink:2d")
    scene.turn(2, "P2 yes")
    scene.hand(1, "savage_assault:7s").phase(1, "play", "P1 use savage_assault:7s", "P2 respond slash:7s")
    scene.run(lambda w: game_over(w, ""))
