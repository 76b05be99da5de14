"""马术 (马超): your distance to others is 1 less."""

from __future__ import annotations

from paiju.games.sanguosha.skill import Distance, skill

SKILL = skill(
    "mashu",
    Distance(outgoing=-1),
    compulsory=True,
    zh=("马术", "锁定技，你与其他角色的距离-1。"),
    en=("Horsemanship", "Compulsory: you are 1 nearer to others."),
)
