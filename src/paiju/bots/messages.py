"""Why a bot moved, in one line."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Messages, Text

MESSAGES: Final[Messages] = {
    "bot.none": Text("没有特别的理由", "for no particular reason"),
    "bot.only": Text("只能这样", "there is no other legal answer"),
    "bot.pass": Text("留着更有用", "the cards are worth more later"),
    "bot.bomb": Text("该用炸弹了", "this is worth a bomb"),
    "bot.lead": Text("这样剩下的牌手数最少", "it leaves the fewest turns to go"),
    "bot.follow": Text("压住又不拆好牌", "it beats the table without breaking a good combination"),
    "bot.gift": Text("少了它，余牌损失最小", "the rest of the hand misses it least"),
    "bot.chance": Text("估计胜率约 {percent}%", "the chance to win looks like {percent} %"),
    "bot.searched": Text(
        "{what:key}（推演 {deals} 局，胜算约 {percent}%）",
        "{what:key} ({deals} deals imagined, about {percent} % to win)",
    ),
    "bot.proved": Text("{what:key}，已算清必胜", "{what:key}; it is proved to win"),
    "bot.lost": Text("{what:key}，已算清难胜，看对手失误", "{what:key}; all lose against best play"),
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
    "bot.holdem.defend": Text(
        "按这个价钱，最多弃掉 {percent}% 的牌，这手不该弃",
        "at this price at most {percent} % of hands may be folded, and this is none of them",
    ),
    "bot.holdem.check": Text("胜率约 {percent}%，先看", "about {percent} % to win: no need to bet"),
    "bot.holdem.value": Text("被跟注时仍有约 {percent}% 胜率", "still about {percent} % to win when called"),
    "bot.holdem.bluff": Text("对手多半会弃牌", "the others will mostly give up"),
    # what speaks for an answer, whoever gives it
    "bot.hint.keep": Text("先不出，留着牌", "keeps the cards for later"),
    "bot.hint.pass": Text("这一轮让给{seat:seat}", "leaves the trick to {seat:seat}"),
    "bot.hint.left": Text("剩 {left} 张", "cards left: {left}"),
    "bot.hint.rest": Text("剩 {left} 张，可分成 {groups} 组", "cards left: {left}, in groups: {groups}"),
    "bot.hint.out": Text("出完就走", "it is the last of the hand"),
    "bot.hint.points": Text("桌上有 {points} 分", "there are {points} points to win"),
    "bot.hint.bomb": Text("这是炸弹；{rest:key}", "a bomb; {rest:key}"),
    "bot.hint.beats": Text(
        "压过{seat:seat}的{type:key}；{rest:key}", "beats the {type:key} of {seat:seat}; {rest:key}"
    ),
    "bot.hint.gift": Text("余下的牌可分成 {groups} 组", "groups that the rest falls into: {groups}"),
    "bot.hint.fold": Text("不再投入，底池 {pot} 归别人", "costs no more; the pot of {pot} goes to others"),
    "bot.hint.fold_free": Text("看牌不花钱，不必弃", "checking is free: there is no need"),
    "bot.hint.check": Text("不花钱，底池 {pot}", "free, with {pot} in the pot"),
    "bot.hint.call": Text(
        "付 {pay} 争 {pot}，胜率有 {percent}% 就不亏", "{pay} for a pot of {pot}: pays with {percent} % to win"
    ),
    "bot.hint.raise": Text(
        "投入 {cost} 争 {pot}；别人弃牌达 {percent}%，拿什么牌都不亏",
        "{cost} for a pot of {pot}: pays with any cards if all fold {percent} % of the time",
    ),
    "bot.hint.once": Text("公共牌照常发一次", "the board is dealt as always"),
    "bot.hint.end": Text("手牌留 {count} 张，体力 {hp}", "cards kept: {count}, with hp {hp}"),
    "bot.hint.no": Text("什么也不做，牌留在手里", "does nothing and keeps the cards"),
    "bot.hint.yes": Text("照问的做", "does what is asked"),
    "bot.hint.spend": Text("用掉 {count} 张牌", "cards spent: {count}"),
    "bot.hint.take": Text("选这个", "takes this one"),
    "bot.hint.seats": Text("选{seats:seat}", "chooses {seats:seat}"),
    "bot.sgs.forced": Text("没有别的选择", "there is no other choice"),
    "bot.sgs.decline": Text("现在不值得", "it is not worth it now"),
    "bot.sgs.answer": Text("这样最划算", "it is the best bargain"),
    "bot.sgs.end": Text("留着手里的牌更好", "the cards are better kept"),
    "bot.sgs.foe": Text("{seats:seat}像是对手", "{seats:seat} looks like an enemy"),
    "bot.sgs.friend": Text("{seats:seat}像是队友", "{seats:seat} looks like a friend"),
    "bot.sgs.useful": Text("这张牌现在就有用", "it is useful right now"),
}
