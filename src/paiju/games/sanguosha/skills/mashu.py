"""马术 (马超): your distance to others is 1 less.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4, {1: "machao"}).hand(1, "slash:7s")
>>> scene.phase(1, "play", "P1 can use slash:7s > P3")
"""

from __future__ import annotations

from paiju.games.sanguosha.skill import Distance, skill

SKILL = skill(
    "mashu",
    Distance(outgoing=-1),
    compulsory=True,
    zh=("马术", "锁定技，你与其他角色的距离-1。"),
    en=("Horsemanship", "Compulsory: you are 1 nearer to others."),
)
