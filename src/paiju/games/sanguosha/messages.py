"""Every sentence of the game in Chinese and English; cards, skills and generals bring their own names and texts."""

from __future__ import annotations

from typing import Final

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Kind
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.generals import GENERALS
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.skills import SKILLS

# The page addresses the reader in questions: their own seat is "you". So no verb and no 's follows a seat that may be
# the reader's.
_QUESTIONS: Final = {
    "sgs.ask.play": Text("出牌阶段：请使用牌或技能，或结束。", "Your play phase: use cards or skills, or end it."),
    "sgs.ask.general": Text("请选择武将。", "Choose your general."),
    "sgs.ask.luck": Text("是否使用手气卡，换掉全部手牌？", "Use a luck card to change your whole hand?"),
    "sgs.ask.skill": Text("是否发动【{skill:key}】？", "Use {skill:key}?"),
    "sgs.ask.which_skill": Text("请选择先发动哪个技能。", "Which skill first?"),
    "sgs.ask.discard": Text("弃牌阶段：请弃置 {count} 张手牌。", "Discard phase: discard {count} hand card{count:s}."),
    "sgs.ask.card_of": Text("【{why:key}】：选择{target:seat}的一张牌。", "{why:key}: choose a card of {target:seat}."),
    "sgs.ask.jink": Text(
        "{source:seat}对你使用了【{card:cards}】，{answer:key}",
        "{source:seat} uses {card:cards} on you. {answer:key}",
    ),
    "sgs.ask.peach": Text(
        "{target:seat}濒死，还差 {count} 点体力，是否使用【桃】？",
        "Dying: {target:seat} ({count} hp needed). Use a Peach?",
    ),
    "sgs.ask.nullification": Text(
        "{source:seat}的【{card:key}】即将对{target:seat}生效，是否使用【无懈可击】？",
        "{card:key} of {source:seat} is about to take effect on {target:seat}. Use a Nullification?",
    ),
    "sgs.ask.nullification_laid": Text(
        "【{card:key}】即将对{target:seat}生效，是否使用【无懈可击】？",
        "{card:key} is about to take effect on {target:seat}. Use a Nullification?",
    ),
    "sgs.ask.nullification_again": Text(
        "{source:seat}的【无懈可击】即将生效，是否使用【无懈可击】？",
        "The Nullification of {source:seat} is about to take effect. Use a Nullification against it?",
    ),
    "sgs.ask.duel": Text(
        "{source:seat}与你【决斗】，{answer:key}",
        "Duel with {source:seat}. {answer:key}",
    ),
    "sgs.ask.savage_assault": Text(
        "{source:seat}使用了【南蛮入侵】，是否打出【杀】？", "{source:seat} uses Savage Assault. Respond with a Slash?"
    ),
    "sgs.ask.archery_attack": Text(
        "{source:seat}使用了【万箭齐发】，是否打出【闪】？", "{source:seat} uses Archery Attack. Respond with a Jink?"
    ),
    "sgs.ask.amazing_grace": Text("【五谷丰登】：选择一张牌。", "Bumper Harvest: take a card."),
    "sgs.ask.collateral": Text(
        "{source:seat}令你对{target:seat}使用【杀】，否则交出武器。",
        "{source:seat} wants you to use a Slash on {target:seat} or hand over your weapon.",
    ),
    "sgs.ask.blade": Text(
        "【青龙偃月刀】：是否对{target:seat}再使用一张【杀】？", "Green Dragon Blade: another Slash on {target:seat}?"
    ),
    "sgs.ask.axe": Text(
        "【贯石斧】：是否弃置两张牌，令【杀】对{target:seat}依然生效？",
        "Stone Axe: discard two cards so that your Slash hits {target:seat} after all?",
    ),
    "sgs.ask.double_swords": Text(
        "{source:seat}发动【雌雄双股剑】：弃置一张手牌，或令其摸一张牌。",
        "{source:seat}'s Twin Swords: discard a hand card, or {source:seat} draws one.",
    ),
    "sgs.ask.guicai": Text(
        "{target:seat}因【{reason:key}】判定，结果为{card:cards}，是否打出一张手牌代替？",
        "Judgement of {target:seat} for {reason:key}: {card:cards}. Replace it with a hand card?",
    ),
    "sgs.ask.ganglie": Text(
        "{source:seat}的【刚烈】：弃置两张手牌，或受到 1 点伤害。",
        "{source:seat}'s Staunch: discard two hand cards, or take 1 damage.",
    ),
    "sgs.ask.tuxi": Text(
        "【突袭】：选择一至两名有手牌的其他角色，或正常摸牌。",
        "Raid: choose one or two others with hand cards, or draw as usual.",
    ),
    "sgs.ask.yiji": Text("【遗计】：把看到的牌依次交给哪些角色？", "Bequeathed Plans: who gets each of the cards?"),
    "sgs.ask.guanxing": Text(
        "【观星】：把 {count} 张牌置于牌堆顶或牌堆底。",
        "Stargazing: put each of the {count} card{count:s} on top or at the bottom.",
    ),
    "sgs.ask.fanjian": Text(
        "{source:seat}对你发动【反间】：选择一种花色。", "{source:seat}'s Sow Discord: name a suit."
    ),
    "sgs.ask.liuli": Text(
        "【流离】：是否弃置一张牌，将{source:seat}的【杀】转移给他人？",
        "Displacement: discard a card to redirect {source:seat}'s Slash to another player?",
    ),
    "sgs.ask.hujia": Text(
        "{source:seat}发动【护驾】：是否替其打出【闪】？", "Escort: respond with a Jink for {source:seat}?"
    ),
    "sgs.ask.jijiang": Text(
        "{source:seat}发动【激将】：是否替其打出【杀】？", "Rouse: respond with a Slash for {source:seat}?"
    ),
    "sgs.ask.pindian": Text(
        "{source:seat}因【{reason:key}】拼点：选择一张手牌。",
        "Comparison of {source:seat} for {reason:key}: choose a hand card.",
    ),
}

_HELP: Final = {  # what becomes of the question either way, in one sentence, for who does not know the card
    "sgs.help.luck": Text(
        "换牌后重新摸同样多的牌，换掉的拿不回来。", "You draw as many new cards; the old ones do not come back."
    ),
    "sgs.help.discard": Text(
        "回合结束时，手牌不能多于体力。", "At the end of your turn you may hold no more cards than you have hp."
    ),
    "sgs.help.card_of": Text("背面朝上的是手牌。", "Face-down cards are hand cards."),
    "sgs.help.jink": Text(
        "用【闪】抵消这张【杀】，否则受到伤害。", "A Jink stops the Slash; without one you are hurt."
    ),
    "sgs.help.peach": Text(
        "一张【桃】回复 1 点体力；没人救就会阵亡。", "A Peach restores 1 hp; without help they die."
    ),
    "sgs.help.nullification": Text(
        "用【无懈可击】抵消它对{target:seat}的效果；不用，它就生效。",
        "A Nullification stops it for {target:seat}; otherwise it takes effect.",
    ),
    "sgs.help.nullification_laid": Text(
        "用【无懈可击】，它就不必判定；不用，{target:seat}照常判定。",
        "A Nullification cancels it; otherwise the judgement of {target:seat} takes place.",
    ),
    "sgs.help.nullification_again": Text(
        "抵消这张【无懈可击】，原来的牌就照常生效。",
        "Stop this Nullification, and the card it was used against takes effect after all.",
    ),
    "sgs.help.duel": Text(
        "双方轮流打出【杀】，先不出的一方受到 1 点伤害。",
        "You take turns responding with a Slash; the first who does not takes 1 damage.",
    ),
    "sgs.help.savage_assault": Text("打出【杀】，否则受到 1 点伤害。", "Respond with a Slash or take 1 damage."),
    "sgs.help.archery_attack": Text("打出【闪】，否则受到 1 点伤害。", "Respond with a Jink or take 1 damage."),
    "sgs.help.amazing_grace": Text(
        "每人依次从亮出的牌里拿一张。", "Everybody in turn takes one of the cards turned up."
    ),
    "sgs.help.blade": Text("你的【杀】被【闪】抵消，可以接着再杀。", "Your Slash was stopped; you may follow it up."),
    "sgs.help.guicai": Text("打出的牌成为新的判定牌。", "Your card becomes the judgement."),
    "sgs.help.tuxi": Text("从他们手里各拿一张牌，代替摸牌。", "You take a hand card of each instead of drawing."),
    "sgs.help.yiji": Text(
        "按牌的顺序点角色，一张牌点一次，可以点自己。", "Pick a player for each card in order; you may pick yourself."
    ),
    "sgs.help.guanxing": Text(
        "点牌换到另一行；牌堆顶最左边的先摸。",
        "Pick a card to move it to the other row; the leftmost on top is drawn first.",
    ),
    "sgs.help.fanjian": Text(
        "然后你得到{source:seat}的一张手牌，花色与所选不同就受到 1 点伤害。",
        "Then you take one of {source:seat}'s hand cards; if its suit differs, you take 1 damage.",
    ),
    "sgs.help.pindian": Text("点数大的一方赢。", "The higher rank wins."),
}

_BUTTONS: Final = {  # what saying yes or no to a question is called
    "sgs.yes.luck": Text("换牌", "Change"),
    "sgs.no.luck": Text("不换", "Keep"),
    "sgs.yes.skill": Text("发动", "Use it"),
    "sgs.no.skill": Text("不发动", "Don't"),
    "sgs.no.jink": Text("不出【闪】", "No Jink"),
    "sgs.no.peach": Text("不救", "No Peach"),
    "sgs.no.nullification": Text("不用", "Let it be"),
    "sgs.no.nullification_laid": Text("不用", "Let it be"),
    "sgs.no.nullification_again": Text("不用", "Let it be"),
    "sgs.no.duel": Text("不出【杀】", "No Slash"),
    "sgs.no.savage_assault": Text("不出【杀】", "No Slash"),
    "sgs.no.archery_attack": Text("不出【闪】", "No Jink"),
    "sgs.no.collateral": Text("交出武器", "Hand it over"),
    "sgs.no.blade": Text("不再杀", "Enough"),
    "sgs.no.axe": Text("不弃牌", "Keep cards"),
    "sgs.no.double_swords": Text("让其摸牌", "Let them draw"),
    "sgs.no.guicai": Text("不改判", "Leave it"),
    "sgs.no.ganglie": Text("受到伤害", "Take damage"),
    "sgs.no.tuxi": Text("正常摸牌", "Draw"),
    "sgs.no.liuli": Text("不转移", "Don't"),
    "sgs.no.hujia": Text("不出【闪】", "No Jink"),
    "sgs.no.jijiang": Text("不出【杀】", "No Slash"),
}

_LOG: Final = {
    "sgs.log.lord": Text("{seat:seat}是主公。", "{seat:seat} is the lord."),
    "sgs.log.general": Text("{seat:seat}选择了{general:key}。", "{seat:seat} plays {general:key}."),
    "sgs.log.dealt": Text("{seat:seat}的起始手牌是{cards:cards}。", "{seat:seat}'s first hand: {cards:cards}."),
    "sgs.log.luck": Text("{seat:seat}使用了手气卡。", "{seat:seat} uses a luck card."),
    "sgs.log.round": Text("第 {number} 轮", "Round {number}"),
    "sgs.log.turn": Text("{seat:seat}的回合", "{seat:seat}'s turn"),
    "sgs.log.skip_phase": Text("{seat:seat}跳过了{phase:key}。", "{seat:seat} skips the {phase:key}."),
    "sgs.log.draw": Text("{seat:seat}摸了 {count} 张牌。", "{seat:seat} draws {count} card{count:s}."),
    "sgs.log.drew": Text("{seat:seat}摸到{cards:cards}。", "{seat:seat} draws {cards:cards}."),
    "sgs.log.discard": Text("{seat:seat}弃置了{cards:cards}。", "{seat:seat} discards {cards:cards}."),
    "sgs.log.discard_of": Text(
        "{by:seat}弃置了{seat:seat}的{cards:cards}。", "{by:seat} discards {seat:seat}'s {cards:cards}."
    ),
    "sgs.log.obtain": Text("{seat:seat}获得了{cards:cards}。", "{seat:seat} takes {cards:cards}."),
    "sgs.log.obtain_some": Text("{seat:seat}获得了 {count} 张牌。", "{seat:seat} takes {count} card{count:s}."),
    "sgs.log.obtain_from": Text(
        "{seat:seat}获得了{source:seat}的{cards:cards}。", "{seat:seat} takes {cards:cards} from {source:seat}."
    ),
    "sgs.log.obtain_from_some": Text(
        "{seat:seat}获得了{source:seat}的 {count} 张牌。", "{seat:seat} takes {count} card{count:s} from {source:seat}."
    ),
    "sgs.log.give": Text(
        "{source:seat}将{cards:cards}交给{seat:seat}。", "{source:seat} gives {cards:cards} to {seat:seat}."
    ),
    "sgs.log.give_some": Text(
        "{source:seat}将 {count} 张牌交给{seat:seat}。", "{source:seat} gives {count} card{count:s} to {seat:seat}."
    ),
    "sgs.log.pile": Text(
        "{seat:seat}将{cards:cards}置于武将牌上，作为“{pile:key}”。",
        "{seat:seat} puts {cards:cards} aside for {pile:key}.",
    ),
    "sgs.log.pile_some": Text(
        "{seat:seat}将 {count} 张牌扣置于武将牌上，作为“{pile:key}”。",
        "{seat:seat} puts {count} card{count:s} aside for {pile:key}, face down.",
    ),
    "sgs.log.abolish": Text("{seat:seat}的{area:key}被废除。", "{seat:seat} loses the {area:key}."),
    "sgs.log.restore": Text("{seat:seat}的{area:key}恢复了。", "{seat:seat} has the {area:key} again."),
    "sgs.log.use": Text("{seat:seat}使用了{card:cards}。", "{seat:seat} uses {card:cards}."),
    "sgs.log.counter": Text(
        "{seat:seat}使用了{card:cards}，抵消{source:seat}的【{against:key}】。",
        "{seat:seat} uses {card:cards} to cancel {source:seat}'s {against:key}.",
    ),
    "sgs.log.counter_for": Text(
        "{seat:seat}使用了{card:cards}，抵消{source:seat}的【{against:key}】对{target:seat}的效果。",
        "{seat:seat} uses {card:cards} to cancel {source:seat}'s {against:key} on {target:seat}.",
    ),
    "sgs.log.counter_laid": Text(
        "{seat:seat}使用了{card:cards}，抵消{target:seat}判定区里的【{against:key}】。",
        "{seat:seat} uses {card:cards} to cancel the {against:key} in {target:seat}'s judge area.",
    ),
    "sgs.log.equip": Text("{seat:seat}装备了{card:cards}。", "{seat:seat} equips {card:cards}."),
    "sgs.log.equip_over": Text(
        "{seat:seat}装备了{card:cards}，换下{old:cards}。", "{seat:seat} equips {card:cards} in place of {old:cards}."
    ),
    "sgs.log.use_on": Text(
        "{seat:seat}对{targets:seat}使用了{card:cards}。", "{seat:seat} uses {card:cards} on {targets:seat}."
    ),
    "sgs.log.use_as": Text(
        "{seat:seat}发动【{skill:key}】，将{cards:cards}当【{card:key}】使用。",
        "{seat:seat} uses {cards:cards} as {card:key} ({skill:key}).",
    ),
    "sgs.log.use_as_on": Text(
        "{seat:seat}发动【{skill:key}】，将{cards:cards}当【{card:key}】对{targets:seat}使用。",
        "{seat:seat} uses {cards:cards} as {card:key} on {targets:seat} ({skill:key}).",
    ),
    "sgs.log.count_as_use": Text(
        "【{skill:key}】：视为{seat:seat}使用了【{card:key}】。", "{seat:seat}'s {skill:key} counts as {card:key}."
    ),
    "sgs.log.count_as_use_on": Text(
        "【{skill:key}】：视为{seat:seat}对{targets:seat}使用了【{card:key}】。",
        "{skill:key}: {seat:seat} counts as using {card:key} on {targets:seat}.",
    ),
    "sgs.log.victim": Text(
        "{seat:seat}须对{target:seat}使用【杀】，否则交出武器。",
        "{seat:seat} must use Slash on {target:seat} or hand over the weapon.",
    ),
    "sgs.log.respond": Text("{seat:seat}打出了{card:cards}。", "{seat:seat} responds with {card:cards}."),
    "sgs.log.respond_as": Text(
        "{seat:seat}发动【{skill:key}】，将{cards:cards}当【{card:key}】打出。",
        "{seat:seat} responds with {cards:cards} as {card:key} ({skill:key}).",
    ),
    "sgs.log.count_as_respond": Text(
        "【{skill:key}】：视为{seat:seat}打出了【{card:key}】。",
        "{seat:seat}'s {skill:key} counts as {card:key}.",
    ),
    "sgs.log.redirect": Text(
        "{card:cards}的目标由{seat:seat}改为{target:seat}。",
        "{card:cards} is redirected from {seat:seat} to {target:seat}.",
    ),
    "sgs.log.skill": Text("{seat:seat}发动了【{skill:key}】。", "{seat:seat} uses {skill:key}."),
    "sgs.log.skill_on": Text(
        "{seat:seat}对{targets:seat}发动了【{skill:key}】。", "{seat:seat} uses {skill:key} on {targets:seat}."
    ),
    "sgs.log.skill_self": Text(
        "{seat:seat}对自己发动了【{skill:key}】。", "{seat:seat} uses {skill:key} on themselves."
    ),
    "sgs.log.judge": Text(
        "{seat:seat}因【{reason:key}】判定，结果为{card:cards}。",
        "{seat:seat}'s judgement for {reason:key}: {card:cards}.",
    ),
    "sgs.log.retrial": Text(
        "{seat:seat}的【{reason:key}】判定改为{card:cards}。",
        "{seat:seat}'s judgement for {reason:key} becomes {card:cards}.",
    ),
    "sgs.log.pindian": Text(
        "{seat:seat}的拼点牌是{card:cards}。", "{seat:seat} shows {card:cards} for the comparison."
    ),
    "sgs.log.damage": Text(
        "{source:seat}对{seat:seat}造成 {amount} 点伤害。", "{source:seat} deals {amount} damage to {seat:seat}."
    ),
    "sgs.log.damage_alone": Text("{seat:seat}受到 {amount} 点伤害。", "{seat:seat} takes {amount} damage."),
    "sgs.log.damage_nature": Text(
        "{source:seat}对{seat:seat}造成 {amount} 点{nature:key}伤害。",
        "{source:seat} deals {amount} {nature:key} damage to {seat:seat}.",
    ),
    "sgs.log.damage_alone_nature": Text(
        "{seat:seat}受到 {amount} 点{nature:key}伤害。", "{seat:seat} takes {amount} {nature:key} damage."
    ),
    "sgs.log.lose_hp": Text("{seat:seat}失去了 {amount} 点体力。", "{seat:seat} loses {amount} hp."),
    "sgs.log.recover": Text("{seat:seat}回复了 {amount} 点体力。", "{seat:seat} recovers {amount} hp."),
    "sgs.log.max_hp": Text("{seat:seat}的体力上限变为 {amount}。", "{seat:seat}'s maximum hp is now {amount}."),
    "sgs.log.dying": Text("{seat:seat}进入濒死状态。", "{seat:seat} is dying."),
    "sgs.log.death": Text(
        "{seat:seat}被{source:seat}杀死，身份是{role:key}。", "{source:seat} kills {seat:seat} ({role:key})."
    ),
    "sgs.log.death_alone": Text("{seat:seat}阵亡，身份是{role:key}。", "{seat:seat} dies ({role:key})."),
    "sgs.log.rest": Text("{seat:seat}进入休整，{turns} 个回合后归来。", "{seat:seat} rests for {turns} turn{turns:s}."),
    "sgs.log.revive": Text("{seat:seat}复活了。", "{seat:seat} is back."),
    "sgs.log.shuffle": Text("弃牌堆洗入牌堆。", "The discard pile is shuffled into the draw pile."),
    "sgs.log.open": Text("亮出{cards:cards}。", "Turned up: {cards:cards}."),
    "sgs.log.show": Text("{seat:seat}展示了{cards:cards}。", "{seat:seat} shows {cards:cards}."),
    "sgs.log.suit": Text("{seat:seat}选择了{suit:key}。", "{seat:seat} names {suit:key}."),
    "sgs.log.guanxing": Text(
        "{seat:seat}将 {top} 张牌置于牌堆顶，{bottom} 张置于牌堆底。",
        "{seat:seat} puts {top} card{top:s} on top of the pile and {bottom} at the bottom.",
    ),
    "sgs.log.guanxing_top": Text(
        "{seat:seat}将 {top} 张牌都放回牌堆顶。", "{seat:seat} puts the {top} cards back on top of the pile."
    ),
    "sgs.log.guanxing_bottom": Text(
        "{seat:seat}将 {bottom} 张牌都置于牌堆底。", "{seat:seat} puts the {bottom} cards at the bottom of the pile."
    ),
    "sgs.log.face_up": Text("{seat:seat}的武将牌翻回正面。", "{seat:seat} turns face up."),
    "sgs.log.face_down": Text("{seat:seat}的武将牌翻至背面。", "{seat:seat} turns face down."),
    "sgs.log.role": Text("{seat:seat}的身份是{role:key}。", "{seat:seat}'s identity: {role:key}."),
    "sgs.log.game_over": Text("游戏结束。", "The game is over."),
    "sgs.log.error": Text("内部错误，{event}提前结束。", "An internal error ended {event}."),
}

_WORDS: Final = {
    "sgs.won.lord+loyalist": Text("主公和忠臣获胜。", "The lord and the loyalists win."),
    "sgs.won.rebel": Text("反贼获胜。", "The rebels win."),
    "sgs.won.renegade": Text("内奸获胜。", "The renegade wins."),
    "sgs.won.nobody": Text("平局。", "A draw."),
    "sgs.role.lord": Text("主公", "lord"),
    "sgs.role.loyalist": Text("忠臣", "loyalist"),
    "sgs.role.rebel": Text("反贼", "rebel"),
    "sgs.role.renegade": Text("内奸", "renegade"),
    "sgs.unknown": Text("未知", "unknown"),
    "sgs.answer.jink": Text("是否使用【闪】？", "Use a Jink?"),
    "sgs.answer.jink_more": Text("是否使用【闪】？（还需 {count} 张）", "Use a Jink? ({count} needed)"),
    "sgs.answer.slash": Text("是否打出【杀】？", "Respond with a Slash?"),
    "sgs.answer.slash_more": Text("是否打出【杀】？（还需 {count} 张）", "Respond with a Slash? ({count} needed)"),
    "sgs.table.piles": Text(
        "第 {round} 轮，牌堆 {draw} 张，弃牌堆 {discard} 张",
        "Round {round}: {draw} card{draw:s} to draw, {discard} discarded",
    ),
    "sgs.table.setup": Text("选将", "Choosing generals"),
    "sgs.table.deal": Text("分发手牌", "Dealing the first hands"),
    "sgs.table.player": Text(
        "{seat:seat}：{general:key}（{role:key}），体力 {hp}/{max_hp}，手牌 {hand} 张",
        "{seat:seat}: {general:key} ({role:key}), {hp}/{max_hp} hp, {hand} hand card{hand:s}",
    ),
    "sgs.table.armed": Text(
        "{seat:seat}：{general:key}（{role:key}），体力 {hp}/{max_hp}，手牌 {hand} 张，面前有{cards:cards}",
        "{seat:seat}: {general:key} ({role:key}), {hp}/{max_hp} hp, {hand} hand card{hand:s}, in play {cards:cards}",
    ),
    "sgs.table.choosing": Text("{seat:seat}（{role:key}）：还没有武将", "{seat:seat} ({role:key}): no general yet"),
    "sgs.table.dead": Text("{seat:seat}：阵亡（{role:key}）", "{seat:seat}: dead ({role:key})"),
    "sgs.kingdom.wei": Text("魏", "Wei"),
    "sgs.kingdom.shu": Text("蜀", "Shu"),
    "sgs.kingdom.wu": Text("吴", "Wu"),
    "sgs.kingdom.qun": Text("群", "Qun"),
    "sgs.phase.start": Text("准备阶段", "start phase"),
    "sgs.phase.judge": Text("判定阶段", "judge phase"),
    "sgs.phase.draw": Text("摸牌阶段", "draw phase"),
    "sgs.phase.play": Text("出牌阶段", "play phase"),
    "sgs.phase.discard": Text("弃牌阶段", "discard phase"),
    "sgs.phase.finish": Text("结束阶段", "finish phase"),
    "sgs.area.weapon": Text("武器栏", "weapon slot"),
    "sgs.area.armor": Text("防具栏", "armor slot"),
    "sgs.area.defensive": Text("+1 坐骑栏", "+1 mount slot"),
    "sgs.area.offensive": Text("-1 坐骑栏", "-1 mount slot"),
    "sgs.area.judge": Text("判定区", "judge area"),
    "sgs.nature.thunder": Text("雷电", "thunder"),
    "sgs.nature.fire": Text("火焰", "fire"),
    "sgs.suit.spade": Text("黑桃", "spades"),
    "sgs.suit.heart": Text("红桃", "hearts"),
    "sgs.suit.club": Text("梅花", "clubs"),
    "sgs.suit.diamond": Text("方块", "diamonds"),
}

_ANSWERS: Final = {
    "sgs.name.end": Text("结束出牌阶段", "end your play phase"),
    "sgs.name.yes": Text("是", "go ahead"),
    "sgs.name.no": Text("不", "decline"),
    "sgs.name.use": Text("使用{cards:cards}", "use {cards:cards}"),
    "sgs.name.use_on": Text("对{targets:seat}使用{cards:cards}", "use {cards:cards} on {targets:seat}"),
    "sgs.name.respond": Text("打出{cards:cards}", "respond with {cards:cards}"),
    "sgs.name.borrow": Text(
        "对{seat:seat}使用{cards:cards}，令其对{target:seat}使用【杀】",
        "use {cards:cards} on {seat:seat}, who must use Slash on {target:seat}",
    ),
    "sgs.name.skill": Text("发动【{skill:key}】", "{skill:key}"),
    "sgs.name.skill_on": Text("对{targets:seat}发动【{skill:key}】", "{skill:key} on {targets:seat}"),
    "sgs.name.skill_with": Text("以{cards:cards}发动【{skill:key}】", "{skill:key} with {cards:cards}"),
    "sgs.name.skill_with_on": Text(
        "以{cards:cards}对{targets:seat}发动【{skill:key}】", "{skill:key} with {cards:cards} on {targets:seat}"
    ),
    "sgs.name.as": Text("发动【{skill:key}】，使用【{card:key}】", "{card:key} by {skill:key}"),
    "sgs.name.as_on": Text(
        "发动【{skill:key}】，对{targets:seat}使用【{card:key}】", "{card:key} on {targets:seat} by {skill:key}"
    ),
    "sgs.name.as_with": Text(
        "发动【{skill:key}】，将{cards:cards}当【{card:key}】使用", "use {cards:cards} as {card:key} ({skill:key})"
    ),
    "sgs.name.as_with_on": Text(
        "发动【{skill:key}】，将{cards:cards}当【{card:key}】对{targets:seat}使用",
        "use {cards:cards} as {card:key} on {targets:seat} ({skill:key})",
    ),
    "sgs.name.general": Text(
        "{general:key}，{kingdom:key}，体力 {hp}。{skill:key}", "{general:key}, {kingdom:key}, {hp} hp. {skill:key}"
    ),
    "sgs.name.general_two": Text(
        "{general:key}，{kingdom:key}，体力 {hp}。{skill:key}{other:key}",
        "{general:key}, {kingdom:key}, {hp} hp. {skill:key} {other:key}",
    ),
    "sgs.name.skill_text": Text("【{skill:key}】{text:key}", "{skill:key}: {text:key}"),
    "sgs.name.hand": Text("第 {number} 张手牌", "hand card {number}"),
    "sgs.name.card": Text("{cards:cards}", "{cards:cards}"),
    "sgs.name.players": Text("{targets:seat}", "{targets:seat}"),
    "sgs.name.discard": Text("弃置{cards:cards}", "discard {cards:cards}"),
    "sgs.name.discard_on": Text(
        "弃置{cards:cards}，转移给{targets:seat}", "discard {cards:cards} and redirect to {targets:seat}"
    ),
    "sgs.name.give": Text("依次交给{targets:seat}", "in turn to {targets:seat}"),
    "sgs.name.arrange": Text("牌堆顶：{top}；牌堆底：{bottom}", "top: {top}; bottom: {bottom}"),
}

_ERRORS: Final = {
    "sgs.error.not_offered": Text("现在不能这样回答：{answer}。", "This is not possible now: {answer}."),
    "sgs.error.verb": Text("现在可以：{verbs}。", "Possible now: {verbs}."),
    "sgs.error.not_in_hand": Text("你没有{cards:cards}。", "You do not have {cards:cards}."),
    "sgs.error.ambiguous": Text(
        "有几张这样的牌，请写明：{answers}。", "Several cards look like that; write one of {answers}."
    ),
    "sgs.error.which": Text("请写明当哪张牌：{answers}。", "Say which card it is used as: {answers}."),
    "sgs.error.count": Text("需要 {low} 至 {high} 张牌。", "It takes {low} to {high} cards."),
    "sgs.error.exactly": Text("需要 {count} 张牌。", "It takes {count} card{count:s}."),
    "sgs.error.target": Text("可选目标：{targets:seat}。", "Possible targets: {targets:seat}."),
    "sgs.error.skill": Text("【{skill:key}】现在不能发动。", "{skill:key} cannot be used now."),
    "sgs.error.skill_used": Text("【{skill:key}】本阶段已经用过。", "{skill:key} has been used in this phase."),
    "sgs.error.not_your_skill": Text("你没有【{skill:key}】。", "You do not have {skill:key}."),
    "sgs.error.slash_used": Text(
        "出牌阶段只能使用一张【杀】，你已经用过了。", "You have used your Slash of this play phase."
    ),
    "sgs.error.no_target": Text("{cards:cards}现在没有合法目标。", "{cards:cards} has no legal target now."),
    "sgs.error.not_played": Text(
        "{cards:cards}不能在出牌阶段主动使用。",
        "{cards:cards} only answers other cards; it cannot be played by itself.",
    ),
    "sgs.error.slot": Text("手牌编号为 0 至 {last}。", "Hidden hand cards are numbered 0 to {last}."),
    "sgs.error.arrange": Text(
        "请把这些牌分到牌堆顶和牌堆底：{cards}。", "Put each of these on top or at the bottom: {cards}."
    ),
}

_NOTATION: Final = {
    "sgs.notation.long": Text("回答太长", "this is too long for an answer"),
    "sgs.notation.seats": Text("> 后面是座位号，如 > 2 或 > 0 3", "after > come seats, as in > 2 or > 0 3"),
    "sgs.notation.verb": Text("回答以这些词之一开头：{verbs}", "an answer begins with one of {verbs}"),
    "sgs.notation.nothing": Text("{verb} 后面没有别的", "nothing follows {verb}"),
    "sgs.notation.slot": Text("看不见的手牌用编号，如 hand:0", "a hidden hand card is a number, as in hand:0"),
    "sgs.notation.name": Text(
        "{verb} 后面是名称，如 {verb} slash:7s", "after {verb} comes a name, as in {verb} slash:7s"
    ),
    "sgs.notation.skill": Text(
        "skill 后面是技能名，如 skill rende 3s > 2", "after skill comes its name, as in skill rende 3s > 2"
    ),
    "sgs.notation.arrange": Text(
        "先写牌堆顶的牌，一道斜线，再写牌堆底的牌：3s4h / 5d",
        "write the cards for the top, a stroke, those for the bottom: 3s4h / 5d",
    ),
    "sgs.notation.card": Text(
        "牌写作花色点数，必要时在括号里写名称：3s(snatch)",
        "a card is a face, with its name in brackets if needed: 3s(snatch)",
    ),
    "sgs.notation.joker": Text("这里没有王", "there are no jokers here"),
    "sgs.notation.bracket": Text(
        "括号里的名称跟在牌的后面：3s(snatch)", "a name in brackets follows a card: 3s(snatch)"
    ),
}


def _sort(kind: Kind) -> Text:
    if kind.is_equipment:
        return Text("装备牌", "Equipment")
    return Text("锦囊牌", "Stratagem") if kind.is_stratagem else Text("基本牌", "Basic")


def _named(prefix: str, skill: Skill) -> dict[str, Text]:
    return {f"{prefix}.{skill.name}": skill.title, f"{prefix}.{skill.name}.text": skill.text}


def _gather() -> dict[str, Text]:
    table = {**_QUESTIONS, **_HELP, **_BUTTONS, **_LOG, **_WORDS, **_ANSWERS, **_ERRORS, **_NOTATION}
    for kind in KINDS.values():
        table |= {f"card.{kind.name}": kind.title, f"card.{kind.name}.text": kind.text}
        table[f"card.{kind.name}.sort"] = _sort(kind)
        if kind.skill is not None:
            table |= _named("skill", kind.skill)
    for skill in SKILLS.values():
        table |= _named("skill", skill)
    table |= {f"general.{general.name}": general.title for general in GENERALS}
    return table


MESSAGES: Final[dict[str, Text]] = _gather()
