"""The six mounts: +1 for those who come to you (绝影 的卢 爪黄飞电), -1 for you (赤兔 大宛 紫骍).

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4).hand(1, "slash:7s").equip(1, "chitu:5h").equip(2, "dilu:5c")
>>> scene.phase(1, "play", "P1 can use slash:7s > P3", "P1 can use slash:7s > P2")
>>> scene = Scene(4).hand(1, "slash:7s").equip(2, "dilu:5c")
>>> scene.phase(1, "play", "P1 cannot use slash:7s > P2", "P1 can use slash:7s > P4")
"""

from __future__ import annotations

from typing import Final

from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.equipment import equipment
from paiju.games.sanguosha.skill import Distance, skill


def _defensive(name: str, zh: str, en: str) -> Kind:
    text = ("锁定技，其他角色与你的距离+1。", "Compulsory: others are 1 further from you.")
    effect = Distance(incoming=1)
    return equipment(
        name,
        Category.DEFENSIVE,
        zh,
        en,
        skill(name, effect, compulsory=True, arms=True, zh=(zh, text[0]), en=(en, text[1])),
    )


def _offensive(name: str, zh: str, en: str) -> Kind:
    text = ("锁定技，你与其他角色的距离-1。", "Compulsory: you are 1 nearer to others.")
    effect = Distance(outgoing=-1)
    return equipment(
        name,
        Category.OFFENSIVE,
        zh,
        en,
        skill(name, effect, compulsory=True, arms=True, zh=(zh, text[0]), en=(en, text[1])),
    )


MOUNTS: Final = (
    _defensive("jueying", "绝影", "Jueying"),
    _defensive("dilu", "的卢", "Dilu"),
    _defensive("zhuahuangfeidian", "爪黄飞电", "Zhuahuang Feidian"),
    _offensive("chitu", "赤兔", "Red Hare"),
    _offensive("dayuan", "大宛", "Dayuan"),
    _offensive("zixing", "紫骍", "Zixing"),
)
