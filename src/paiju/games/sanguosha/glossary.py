"""Words of Sanguosha, in both languages."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Text
from paiju.games.rulebook import Glossary, Term

GLOSSARY: Final[Glossary] = {
    "identity": Term(Text("身份", "identity"), Text("主公、忠臣、反贼或内奸，决定你为谁而战；只有主公的公开。", "Lord, loyalist, rebel or renegade: whom you fight for. Only the lord's is open.")),
    "general": Term(Text("武将", "general"), Text("你扮演的人物，有体力和技能。", "The character you play, with hp and skills.")),
    "hp": Term(Text("体力", "hp"), Text("受一点伤害少一点；也是回合结束时能留的手牌数。", "One less for each damage; also how many hand cards you may keep at the end of your turn.")),
    "distance": Term(Text("距离", "distance"), Text("两人之间隔的座位数，取近的一边，再算上坐骑；死了的人不算。", "Seats between two players the shorter way round, with mounts counted in; the dead do not count.")),
    "range": Term(Text("攻击范围", "range"), Text("【杀】能打到的距离：没有武器是 1，有武器看武器。", "How far a Slash reaches: 1 without a weapon, else what the weapon says.")),
    "judge": Term(Text("判定", "judgement"), Text("翻开牌堆顶一张，看它的花色点数。", "The top card of the draw pile is turned up; its suit and number decide.")),
    "dying": Term(Text("濒死", "dying"), Text("体力不足 1：要有【桃】回到 1，否则死亡。", "With less than 1 hp: Peaches must bring you back to 1, or you die.")),
    "stratagem": Term(Text("锦囊", "stratagem"), Text("一次性的计策牌，可以被【无懈可击】抵消。", "A scheme used once; a Nullification cancels it.")),
    "delayed": Term(Text("延时锦囊", "delayed stratagem"), Text("先放在判定区，到那人的判定阶段才见效。", "Lies in a judge area until that player's judge phase.")),
    "respond": Term(Text("打出", "respond"), Text("为回应别的牌而拿出一张，不是使用它。", "To answer a card by showing another; it is not used.")),
    "lord_skill": Term(Text("主公技", "lord skill"), Text("只有身份是主公的人才有的技能。", "A skill that only the lord has.")),
    "locked": Term(Text("锁定技", "locked skill"), Text("总是生效、不用选择的技能。", "A skill that always works, without a choice.")),
}  # fmt: skip
