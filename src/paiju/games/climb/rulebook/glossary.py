"""Words of the climbing games."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Text
from paiju.games.rulebook import Glossary, Term


def _term(zh: str, en: str, meaning_zh: str, meaning_en: str) -> Term:
    return Term(Text(zh, en), Text(meaning_zh, meaning_en))


GLOSSARY: Final[Glossary] = {
    "lead": _term("领出", "lead", "一圈里的第一手牌，出什么牌型都可以。", "The first play of a trick; it may be any combination."),
    "follow": _term("跟牌", "follow", "在别人之后出牌：要大过桌上的牌，或者不出。", "To play after somebody: beat what lies there, or pass."),
    "trick": _term("一圈", "trick", "从领出到其他人都不出为止。", "From a lead until everybody else has passed on the last play."),
    "round": _term("回合", "round", "同一个人接连压过自己时，几圈算一个回合。", "Several tricks, while the same player goes on to beat their own last play."),
    "jiefeng": _term("接风", "jiefeng", "赢了这圈的人牌已出完，由别人领出。", "The winner of a trick has no cards left, so somebody else leads instead."),
    "bomb": _term("炸弹", "bomb", "能压任何不是炸弹的牌。", "A play that beats everything that is no bomb."),
    "rocket": _term("王炸", "rocket", "大王和小王一起出，压一切。", "Both jokers together; they beat everything."),
    "wings": _term("翅膀", "wings", "飞机或四张顺带出去的牌，不比大小。", "Cards that a plane or a four carries along; they never count in a comparison."),
    "plane": _term("飞机", "plane", "两个以上连着的三张。", "Two or more triples in a row."),
    "head": _term("头牌", "head", "比大小只看的那一张：顺子看最大的，三带一看那三张。", "The card that decides: the top of a straight, the triple of a triple with a single."),
    "landlord": _term("地主", "landlord", "一个人打其余所有人，拿底牌，先出。", "Plays alone against all others, takes the bottom cards and leads."),
    "farmer": _term("农民", "farmer", "不是地主的人，彼此是一伙。", "Everybody but the landlord; farmers are one side."),
    "kitty": _term("底牌", "bottom cards", "发剩的牌，归地主，大家都能看见。", "The cards left over from the deal; the landlord takes them and all may see them."),
    "rob": _term("抢地主", "rob", "别人叫了之后自己也要当地主，每抢一次倍数翻倍。", "To want to be landlord after somebody called; each time the stakes double."),
    "bid": _term("叫分", "bid", "报 1、2 或 3 分，要比前面的人高。", "To say 1, 2 or 3, higher than all before."),
    "stakes": _term("倍数", "stakes", "输赢要乘上的数，炸弹、抢地主、春天都会让它变大。", "What the score is multiplied by: robs, bombs and spring raise it."),
    "spring": _term("春天", "spring", "地主出完而农民一张没出，倍数再翻一倍。", "The landlord runs out and no farmer ever played; the stakes double."),
    "anti_spring": _term("反春", "anti-spring", "农民赢而地主只出过一手，倍数再翻一倍。", "A farmer wins and the landlord played the opening only; the stakes double."),
    "reading": _term("读法", "reading", "同样的几张牌当哪一种牌型来出。", "Which combination some cards are played as."),
    "capture": _term("收分", "capture", "赢一圈的人得到这圈所有牌里的分。", "The winner of a trick gets the points of all cards in it."),
    "pile": _term("牌堆", "pile", "没发完的牌，每圈之后从这里补。", "The cards not dealt; hands are filled up from it after each trick."),
    "level": _term("级牌", "level card", "本副打几，几就是级牌：单独比时在 A 之上、王之下。", "Cards of the rank that this deal is played at; alone they rank above the ace and below the jokers."),
    "laizi": _term("癞子", "wild card", "翻出的点数的四张牌，可以当王以外的任何牌。", "The four cards of the rank drawn: they stand for any card but a joker."),
    "wild": _term("逢人配", "wild card", "红桃级牌，可以当王以外的任何牌。", "The two hearts of the level: they stand for any card but a joker."),
    "tribute": _term("进贡", "tribute", "上一副输的人开局前把最大的牌交给赢的人。", "Before play, losers of the last deal hand their highest card to the winners."),
    "give_back": _term("还贡", "return", "收贡的人还一张小牌。", "The receiver of tribute gives a low card back."),
    "resist": _term("抗贡", "no tribute", "进贡一方有两张大王，就不用进贡。", "With both big jokers on the paying side nothing is paid."),
    "finish": _term("头游、末游", "first, last", "先后出完的名次：头游、二游、三游、末游。", "The order of running out: first, second, third, last."),
    "straight_flush": _term("同花顺", "straight flush", "同一花色的顺子。", "A straight in one suit."),
}  # fmt: skip
