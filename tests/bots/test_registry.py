"""A level is what a bot was registered for, or it is refused."""

from __future__ import annotations

import pytest

from paiju.bots import levels, make
from paiju.bots.registry import LEVELS, UnknownLevel, register
from paiju.bots.simple import FirstChoice, RandomChoice
from paiju.games import catalog


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_every_game_has_a_bot_of_its_own_for_every_level(info: catalog.GameInfo) -> None:
    assert levels(info.id) == LEVELS
    kinds = [type(make(info.id, level)) for level in LEVELS]
    assert len(set(kinds)) == len(LEVELS) and RandomChoice not in kinds


def test_a_level_nobody_registered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.bots.registry._MAKERS", {})
    register("patience", "easy", RandomChoice)
    register("patience", "hard", RandomChoice)
    assert levels("patience") == ("easy", "hard")
    with pytest.raises(UnknownLevel) as caught:
        make("patience", "normal")
    assert caught.value.worded("en") == "there is no bot of level 'normal'; there are easy, hard"
    assert caught.value.worded("zh") == "没有 'normal' 级别的机器人；有：easy, hard"


def test_a_game_without_bots_has_only_those_that_know_no_game() -> None:
    assert levels("patience") == ()
    assert isinstance(make("patience", "random"), RandomChoice)
    assert isinstance(make("patience", "first"), FirstChoice)
    with pytest.raises(UnknownLevel) as caught:
        make("patience", "easy")
    assert caught.value.worded("en") == "there is no bot of level 'easy'; there are random, first"
