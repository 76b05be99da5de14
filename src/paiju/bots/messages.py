"""Why a bot moved, in one line."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Table, Text

MESSAGES: Final[Table] = {
    "bot.none": Text("没有特别的理由", "for no particular reason"),
    "bot.pass": Text("留着更有用", "the cards are worth more later"),
    "bot.bomb": Text("该用炸弹了", "this is worth a bomb"),
    "bot.lead": Text("这样剩下的牌手数最少", "it leaves the fewest turns to go"),
    "bot.follow": Text("压住又不拆好牌", "it beats the table without breaking a good combination"),
    "bot.gift": Text("少了它，余牌损失最小", "the rest of the hand misses it least"),
    "bot.chance": Text("估计胜率约 {percent}%", "the chance to win looks like {percent} %"),
    "bot.searched": Text(
        "{what:key}（推演 {deals} 局，期望 {value}）", "{what:key} ({deals} deals imagined, expecting {value})"
    ),
}
