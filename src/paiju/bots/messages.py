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
    "bot.holdem.weak": Text(
        "起手牌排在前 {percent}%，不够好", "only a top {percent} % starting hand: not good enough here"
    ),
    "bot.holdem.twice": Text(
        "发两次平均赢得一样多，只是起伏小些", "twice wins as much on average, with smaller swings"
    ),
    "bot.holdem.open": Text("起手牌排在前 {percent}%，值得入池", "a top {percent} % starting hand: worth playing"),
    "bot.holdem.shove": Text("只剩 {big} 个大盲，直接全下", "with {big} big blinds left it is all or nothing"),
    "bot.holdem.price": Text("价钱便宜（{percent}%），看一看", "the price of {percent} % is cheap enough to look"),
    "bot.holdem.odds": Text(
        "胜率约 {percent}%，跟注需要 {price}%", "about {percent} % to win, and a call needs {price} %"
    ),
    "bot.holdem.fold": Text(
        "胜率约 {percent}%，不值得付 {price}%", "about {percent} % to win does not pay for {price} %"
    ),
    "bot.holdem.check": Text("胜率约 {percent}%，先看", "about {percent} % to win: no need to bet"),
    "bot.holdem.value": Text("被跟注时仍有约 {percent}% 胜率", "still about {percent} % to win when called"),
    "bot.holdem.bluff": Text("对手多半会弃牌", "the others will mostly give up"),
    "bot.sgs.forced": Text("没有别的选择", "there is no other choice"),
    "bot.sgs.decline": Text("现在不值得", "it is not worth it now"),
    "bot.sgs.answer": Text("这样最划算", "it is the best bargain"),
    "bot.sgs.end": Text("留着手里的牌更好", "the cards are better kept"),
    "bot.sgs.foe": Text("{seats:seat}像是对手", "{seats:seat} looks like an enemy"),
    "bot.sgs.friend": Text("{seats:seat}像是队友", "{seats:seat} looks like a friend"),
    "bot.sgs.useful": Text("这张牌现在就有用", "it is useful right now"),
}
