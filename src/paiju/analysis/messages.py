"""What an analysis says, in both languages."""

from __future__ import annotations

from typing import Final

from paiju.bots.messages import MESSAGES as BOTS
from paiju.games.messages import Messages, Text

MESSAGES: Final[Messages] = {
    **BOTS,
    "analysis.win": Text(
        "每一步都按当时各家的真实手牌推演 {playouts} 次，看谁赢。失误按出牌人当时看得到的牌来判断。",
        "After every move the deal was played out {playouts} times with the hands as they were. Mistakes are judged by what "
        "the player could see.",
    ),
    "analysis.solved": Text(
        "每一步都按当时各家的真实手牌推演 {playouts} 次，看谁赢。失误按出牌人当时看得到的牌来判断；从第 {step} 步起明牌已经算清，"
        "送掉必胜局面的一手另外标出。",
        "After every move the deal was played out {playouts} times with the hands as they were. Mistakes are judged by what "
        "the player could see; from move {step} on the open hands are solved, and a move that gave a proved win away is marked.",
    ),
    "analysis.proved": Text(
        "各家的牌都看得到时，这样出可以证明必胜，实际出的这一手送掉了必胜局面",
        "with all hands open this is a proved win, and the move played gave it away",
    ),
    "analysis.camps": Text(
        "每个回合开始时，按当时真实的手牌和身份由简单电脑打完 {playouts} 次，看哪一方赢，再与相邻回合平均；一两成的起伏不说明什么。"
        "失误按当事人当时看得到的来判断。",
        "At the beginning of every turn the game was played out {playouts} times by easy bots with the cards and roles as they "
        "were, and averaged with the turns beside it; ups and downs of ten or twenty points mean little. Mistakes are judged "
        "by what the player could see.",
    ),
    "analysis.pot": Text(
        "每一步各家底牌的胜率（平分计一半）。失误按行动者当时看得到的牌和下注来判断。",
        "The equity of every hand with all cards open. Mistakes are judged by the cards and the betting the player could see.",
    ),
    "analysis.none": Text(
        "这个游戏太复杂，还没有可靠的胜率估计，所以不画曲线，也不标失误。",
        "This game is too rich for an estimate that could be trusted, so there is no graph and no move is flagged.",
    ),
    "analysis.short": Text(
        "时间有限，后面的着法没有全部推演。",
        "Time was short: not every move was looked at.",
    ),
    "analysis.grade.inaccuracy": Text("不够准", "Inaccuracy"),
    "analysis.grade.mistake": Text("失误", "Mistake"),
    "analysis.grade.blunder": Text("大失误", "Blunder"),
    "analysis.flag": Text(
        "第 {step} 步 {seat:seat}：{played}，{grade:key}（损失 {percent}%）。更好：{better}——{why:key}",
        "Move {step}, {seat:seat}: {played}. {grade:key}, {percent} % given away. Better: {better}, because {why:key}",
    ),
    "analysis.chances": Text("第 {step} 步：{chances}", "Move {step}: {chances}"),
    "analysis.clean": Text("没有发现明显的失误。", "No clear mistake was found."),
}
