"""The terminal's own sentences."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Messages, Text

WORDS: Final[Messages] = {
    "play.welcome": Text(
        "{game}，{seats} 人。输入出牌或动作；? 提示，help 怎样输入，hand 手牌，table 牌桌，log 记录，save 文件 存盘，quit 离开。",
        "{game}, {seats} seats. Type your move; ? for a hint, help, hand, table, log, save FILE, quit.",
    ),
    "play.help": Text(
        "? 给出一种好的回答和理由，再按逐个列出其余；hand 手牌，table 牌桌，log 本局记录，save 文件 存盘，quit 离开。",
        "? names a good answer and why, and the others one after another; hand, table and log show what there is; "
        "save FILE keeps the deal; quit leaves.",
    ),
    "play.help.cards": Text(
        "牌写作点数加花色：9s 黑桃9，Th 红桃10，Kd 方块K，Ac 梅花A，L 小王，R 大王；也可以写 ♠9 或 黑桃9，几张牌连着写。"
        "不出写 pass。",
        "A card is its rank and suit: 9s nine of spades, Th ten of hearts, Kd, Ac, L and R the jokers; ♠9 is understood "
        "too, several cards are written together, and pass lets the trick go.",
    ),
    "play.help.bets": Text(
        "可写 fold 弃牌，check 看牌，call 跟注，raise_to 120 加注到 120，bet 60 下注，all_in 全下。",
        "There are fold, check, call, raise_to 120, bet 60 and all_in.",
    ),
    "play.help.sgs": Text(
        "动作写动词、牌、> 目标座位：use slash:7s > 2 对二号位用杀，respond jink:2d 出闪，skill 技能名，yes 是，no 否，end 结束。"
        "列出的选择可以照抄，或只写它的号码。",
        "An act is a verb, a card and > the seat it is for: use slash:7s > 2, respond jink:2d, skill NAME, yes, no, end. "
        "A listed choice may be typed as it stands, or by its number.",
    ),
    "play.hand": Text("你的手牌：{cards:cards}", "Your hand: {cards:cards}"),
    "play.hand_name": Text("你的牌型：{name:key}", "You have: {name:key}"),
    "play.hint": Text("提示 {number}/{of}：{hint}", "Hint {number} of {of}: {hint}"),
    "play.advice": Text("提示 {number}/{of}，可以这样：{hint}", "Hint {number} of {of}, a good answer: {hint}"),
    "play.card": Text("{cards:cards}", "{cards:cards}"),
    "play.key.hint": Text("提示", "hint"),
    "play.key.clear": Text("取消选择", "clear"),
    "play.key.play": Text("出牌", "play"),
    "play.key.save": Text("存盘", "save"),
    "play.key.next": Text("下一局", "next deal"),
    "play.key.quit": Text("离开", "quit"),
    "play.choice": Text("· {choice}", "· {choice}"),
    "play.numbered": Text("{number}. {choice}", "{number}. {choice}"),
    "play.more": Text("· …（? 逐个看）", "· … (? shows one after another)"),
    "play.no_hint": Text("现在没有轮到你。", "You are not asked anything now."),
    "play.result": Text("本局结束：{reason:key}", "The deal is over: {reason:key}"),
    "play.score": Text("{seat:seat}：{score}（累计 {total}）", "{seat:seat}: {score} (total {total})"),
    "play.again": Text("回车再来一局，quit 离开。", "Enter for the next deal, quit to leave."),
    "play.match_over": Text("整场结束。", "The match is over."),
    "play.saved": Text("已存到 {file}", "Saved to {file}"),
    "play.not_saved": Text("没有存成：{why}", "Not saved: {why}"),
    "play.bye": Text("再见。", "Goodbye."),
    "play.you": Text("我", "Player"),
    "play.bot": Text("电脑{number}", "Bot {number}"),
    "play.deal": Text("第 {number} 局", "Deal {number}"),
    "play.selection": Text("已选：{cards}", "Selected: {cards}"),
    "play.placeholder": Text("出牌或动作，? 提示", "your move, ? for a hint"),
    "play.pile": Text("牌堆，从第一张摸起：{cards:cards}", "The pile, the next card first: {cards:cards}"),
    "replay.at": Text("第 {at}/{of} 步", "Move {at} of {of}"),
    "replay.move": Text("{seat:seat}：{text}", "{seat:seat}: {text}"),
    "replay.hand": Text("{seat:seat}手牌：{cards:cards}", "{seat:seat} holds: {cards:cards}"),
    "replay.help": Text(
        "n 下一步，b 上一步，数字 跳到该步，s 座位 换视角（all 全部），play 由此开打，quit 离开。",
        "n next, b back, a number jumps there, s SEAT changes the view (all for everything), play goes on from here, quit.",
    ),
    "replay.no_seed": Text(
        "这份牌谱还没有公布种子：着法照旧，牌是另发的一副。",
        "The seed of this record is not revealed yet: the moves are its own, the cards are dealt anew.",
    ),
    "replay.redealt": Text(
        "牌谱没有记下{seats:seat}的手牌，已另发一手；见过的牌都不变。",
        "The record does not tell the cards of {seats:seat}; they are dealt anew, and every card that was seen stays.",
    ),
    "replay.unknown": Text("没有这个命令。", "There is no such command."),
}
