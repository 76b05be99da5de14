"""What a coach says of an answer where the lesson has no words of its own."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Messages, Text

MESSAGES: Final[Messages] = {
    "lesson.refuted": Text(
        "这样就赢不了了：{seat:seat}会出 {cards:cards}。",
        "That gives the win away: {seat:seat} will play {cards:cards}.",
    ),
    "lesson.other": Text("这次要的不是这个。电脑的看法：{why:key}。", "Not this time. The bot says of it: {why:key}."),
    "lesson.better": Text("电脑会选 {best:key}：{why:key}。", "The bot would rather choose {best:key}: {why:key}."),
    "lesson.same": Text("和电脑想的一样：{why:key}。", "Just what the bot would do: {why:key}."),
    "lesson.close": Text(
        "也可以。电脑会选 {best:key}：{why:key}。", "Fine too. The bot would choose {best:key}: {why:key}."
    ),
    "lesson.named": Text("{text:cards}", "{text:cards}"),
}
