"""What the climbing games say, in both languages."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Text

MESSAGES: Final[dict[str, Text]] = {
    # kinds of plays
    "climb.kind.empty": Text("不出", "pass"),
    "climb.kind.single": Text("单张", "single"),
    "climb.kind.straight": Text("顺子", "straight"),
    "climb.kind.flush": Text("同花", "flush"),
    "climb.kind.straight_flush": Text("同花顺", "straight flush"),
    "climb.kind.pair": Text("对子", "pair"),
    "climb.kind.pair_run": Text("连对", "run of pairs"),
    "climb.kind.pair_run_single": Text("连对夹一", "run of pairs with a single"),
    "climb.kind.rocket": Text("王炸", "rocket"),
    "climb.kind.joker_pair": Text("对鬼", "pair of jokers"),
    "climb.kind.triple": Text("三张", "triple"),
    "climb.kind.triple_single": Text("三带一", "triple with a single"),
    "climb.kind.full_house": Text("三带二", "triple with a pair"),
    "climb.kind.full_house_hulu": Text("葫芦", "full house"),
    "climb.kind.full_house_321": Text("三两不一", "triple and pair"),
    "climb.kind.triple_pair_single": Text("三两一", "three-two-one"),
    "climb.kind.triple_run": Text("飞机", "plane"),
    "climb.kind.triple_run_321": Text("三顺", "run of triples"),
    "climb.kind.triple_run_single": Text("三顺夹一", "run of triples with a single"),
    "climb.kind.plane_singles": Text("飞机带小翼", "plane with single wings"),
    "climb.kind.plane_pairs": Text("飞机带大翼", "plane with pair wings"),
    "climb.kind.four": Text("炸弹", "bomb"),
    "climb.kind.four_plain": Text("四张", "four of a kind"),
    "climb.kind.four_single": Text("金刚", "four with a single"),
    "climb.kind.four_single_321": Text("四夹一", "four with a single"),
    "climb.kind.four_singles": Text("四带二单", "four with two singles"),
    "climb.kind.four_pairs": Text("四带二对", "four with two pairs"),
    "climb.kind.four_run": Text("四顺", "run of fours"),
    "climb.kind.four_run_single": Text("四顺夹一", "run of fours with a single"),
    "climb.kind.four_jokers": Text("天王炸弹", "four jokers"),
    "climb.kind.five": Text("五张炸弹", "five-card bomb"),
    "climb.kind.six": Text("六张炸弹", "six-card bomb"),
    "climb.kind.seven": Text("七张炸弹", "seven-card bomb"),
    "climb.kind.eight": Text("八张炸弹", "eight-card bomb"),
    "climb.kind.bomb": Text("炸弹", "bomb"),
    # questions
    "climb.ask.call": Text("叫地主吗？", "Call to be landlord?"),
    "climb.ask.rob": Text("抢地主吗？", "Rob the landlord?"),
    "climb.ask.bid": Text("叫分（目前最高 {highest} 分）", "Bid for landlord (highest so far: {highest})"),
    "climb.ask.double": Text("加倍吗？", "Double the stakes?"),
    "climb.ask.redouble": Text("再加倍吗？", "Redouble?"),
    "climb.ask.show": Text("明牌吗？", "Play with an open hand?"),
    "climb.ask.lead": Text("请出牌", "Your lead"),
    "climb.ask.open": Text("请出牌，必须带上{cards:cards}", "You open, with the {cards:cards} among your cards"),
    "climb.ask.follow": Text(
        "管上{seat:seat}的{type:key}（{size} 张，{head}），或不出", "Beat the {type:key} of {seat:seat} ({size} cards, {head}), or pass"
    ),
    # what happened
    "climb.log.lead": Text("{seat:seat}出{type:key} {cards:cards}", "{seat:seat} leads a {type:key}: {cards:cards}"),
    "climb.log.play": Text("{seat:seat}跟{type:key} {cards:cards}", "{seat:seat} plays a {type:key}: {cards:cards}"),
    "climb.log.pass": Text("{seat:seat}不出", "{seat:seat} passes"),
    "climb.log.trick": Text("无人管上，{seat:seat}收圈", "Nobody beats {seat:seat}, who takes the trick"),
    "climb.log.capture": Text("{seat:seat}收圈，得 {points} 分", "{seat:seat} takes the trick and {points} points"),
    "climb.log.finish": Text("{seat:seat}出完牌，第 {rank} 名", "{seat:seat} is out of cards, number {rank}"),
    "climb.log.call": Text("{seat:seat}叫地主", "{seat:seat} calls"),
    "climb.log.rob": Text("{seat:seat}抢地主", "{seat:seat} robs"),
    "climb.log.no": Text("{seat:seat}说不", "{seat:seat} says no"),
    "climb.log.bid": Text("{seat:seat}叫 {bid} 分", "{seat:seat} bids {bid}"),
    "climb.log.double": Text("{seat:seat}加倍", "{seat:seat} doubles"),
    "climb.log.show": Text("{seat:seat}明牌", "{seat:seat} plays with an open hand"),
    "climb.log.redeal": Text("无人叫牌，重新发牌（第 {deal} 次）", "Nobody wanted to be landlord; dealt again (deal {deal})"),
    "climb.log.forced": Text("仍无人叫牌，{seat:seat}当地主", "Still nobody called; {seat:seat} has to be landlord"),
    "climb.log.abandoned": Text("无人叫牌，本局作罢", "Nobody called; the deal is abandoned"),
    "climb.log.landlord": Text("{seat:seat}是地主，底牌 {cards:cards}", "{seat:seat} is landlord and takes {cards:cards}"),
    # refusals
    "climb.error.unknown_action": Text("没有这种操作，请出牌或不出。", "There is no such action; play cards or pass."),
    "climb.error.not_now": Text("现在是出牌阶段，不能说“{word}”。", "“{word}” is no answer now: play cards, or pass when following."),
    "climb.error.must_lead": Text("轮到你领出，不能不出。", "You lead, so you must play something."),
    "climb.error.no_cards": Text("请选择要出的牌。", "Choose the cards to play."),
    "climb.error.no_cards_yet": Text("还没到出牌的时候，请回答：{words}。", "Not the time for cards yet; answer with one of: {words}."),
    "climb.error.not_in_hand": Text("你手里没有{cards:cards}。", "You do not hold {cards:cards}."),
    "climb.error.no_combo": Text("{cards:cards}不成牌型。", "{cards:cards} is no combination of this game."),
    "climb.error.required": Text("首出必须带上{cards:cards}。", "The opening play must hold the {cards:cards}."),
    "climb.error.top_single": Text("下家只剩一张，出单张必须出最大的{cards:cards}。", "The next player has one card left: a single must be your highest, {cards:cards}."),
    "climb.error.cannot_beat": Text(
        "管不上：要大过{seat:seat}的{type:key}（{size} 张，{head}）。", "That does not beat the {type:key} of {seat:seat} ({size} cards, {head})."
    ),
    "climb.error.ambiguous": Text(
        "这几张牌可以是{types:key}，请声明其中之一：{candidates}。", "These cards can be {types:key}; declare one of: {candidates}."
    ),
    "climb.error.bad_declare": Text(
        "这几张牌不能这样声明，可以是{types:key}：{candidates}。", "These cards cannot be declared so; they are {types:key}: {candidates}."
    ),
    "climb.error.bad_call": Text("请回答：{words}。", "Answer with one of: {words}."),
    "climb.error.bad_bid": Text("叫分必须高于之前的最高分，可以是：{words}。", "A bid must be higher than all before it; you may say: {words}."),
    "climb.error.bad_answer": Text("请回答：{words}。", "Answer with one of: {words}."),
    # how it ended
    "climb.over.landlord": Text("地主赢", "The landlord wins"),
    "climb.over.farmers": Text("农民赢", "The farmers win"),
    "climb.over.spring": Text("春天：地主赢，农民一张未出", "Spring: the landlord wins and no farmer ever played"),
    "climb.over.anti_spring": Text("反春：农民赢，地主只出过一手", "Anti-spring: the farmers win and the landlord played only once"),
    "climb.over.first_out": Text("有人出完了牌", "A player is out of cards"),
    "climb.over.captured": Text("牌已出完，按所得的分结算", "All cards are played; captured points count"),
    "climb.over.abandoned": Text("无人叫牌，本局作罢", "Nobody called; the deal is abandoned"),
}  # fmt: skip
