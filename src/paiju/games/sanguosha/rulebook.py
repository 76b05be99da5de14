"""The rules of 三国杀 for players. Cards, generals and skills bring their own texts; the examples are the engine's log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from paiju.games.messages import LANGUAGES, Text, tell
from paiju.games.rulebook import Cell, Not, OneOf, Rulebook, RuleTable, amount, choose, part, say
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.cards.deck import DECK
from paiju.games.sanguosha.generals import GENERALS, LORDS
from paiju.games.sanguosha.glossary import GLOSSARY
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.modes import REWARD, ROLES
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.scene import Scene

_COUNT: Final = Counter(card.kind.name for card in DECK)
_NAMES: Final = ("甲", "乙", "丙", "丁"), ("Ann", "Bo", "Cy", "Dee")
_TIMES: Final = Text("{count} 张", "{count} in the deck")
_REACH: Final = Text("攻击范围 {reach}", "range {reach}")


def _blanks(options: SanguoshaOptions) -> Mapping[str, object]:
    lords = [MESSAGES[f"general.{name}"] for name in LORDS]
    return {
        "deck": len(DECK),
        "generals": len(GENERALS),
        "few": min(ROLES),
        "many": max(ROLES),
        "reward": REWARD,
        "lords": Text("、".join(one.zh for one in lords), ", ".join(one.en for one in lords)),
        "lord_choices": len(LORDS) + options.lord_extra_choices,
    }


def roles_table(options: Any) -> RuleTable:
    """How many of each identity there are at each size of table."""
    names = ("lord", "loyalist", "rebel", "renegade")
    rows = []
    for players, roles in ROLES.items():
        counts = [players, *(roles.count(role) for role in names)]
        rows.append(tuple(Cell(Text(str(count), str(count))) for count in counts))
    headings = (Text("人数", "players"), *(MESSAGES[f"sgs.role.{role}"] for role in names))
    return RuleTable(headings, tuple(rows))


def cards_table(zh: str, en: str, *categories: Category) -> Callable[[Any], RuleTable]:
    """The cards of a category with their texts and how many there are."""

    def made(options: Any) -> RuleTable:
        kinds = [kind for kind in KINDS.values() if kind.category in categories]
        rows = tuple((Cell(kind.title, _remark(kind)), Cell(kind.text)) for kind in kinds)
        return RuleTable((), rows, Text(zh, en), folded=True)

    return made


def _remark(kind: Kind) -> Text:
    count = _COUNT[kind.name]
    zh, en = _TIMES.zh.format(count=count), _TIMES.en.format(count=count)
    if kind.reach:
        zh, en = f"{zh}，{_REACH.zh.format(reach=kind.reach)}", f"{en}, {_REACH.en.format(reach=kind.reach)}"
    return Text(zh, en)


def generals_table(kingdom: str) -> Callable[[Any], RuleTable]:
    """The generals of one kingdom: hp and skills."""

    def made(options: Any) -> RuleTable:
        rows = []
        for general in GENERALS:
            if general.kingdom != kingdom:
                continue
            hp = Text(f"体力 {general.hp}", f"{general.hp} hp")
            zh = "".join(f"【{one.title.zh}】{one.text.zh}" for one in general.skills)
            en = " ".join(f"{one.title.en}: {one.text.en}" for one in general.skills)
            rows.append((Cell(general.title, hp), Cell(Text(zh, en))))
        return RuleTable((), tuple(rows), MESSAGES[f"sgs.kingdom.{kingdom}"], folded=True)

    return made


def story(zh: str, en: str, lay: Callable[[], Scene], first: int = 1) -> Callable[[Any], RuleTable]:
    """A situation played out by the engine; what follows is its own log."""

    @cache
    def made() -> RuleTable:
        lines = [said.line for said in lay().w.log[first:]]
        texts = [
            Text(*(tell(line, MESSAGES, language, _NAMES[at]) for at, language in enumerate(LANGUAGES)))
            for line in lines
        ]
        return RuleTable((), tuple((Cell(one),) for one in texts), Text(zh, en))

    return lambda options: made()


def _slash_and_jink() -> Scene:
    scene = Scene(3).hand(1, "slash:7s").hand(2, "jink:2d")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d")
    return scene


def _a_hit() -> Scene:
    scene = Scene(4).hand(1, "slash:7s")
    scene.phase(1, "play", "P1 cannot use slash:7s > P3", "P1 use slash:7s > P2")
    return scene


def _a_saved_life() -> Scene:
    scene = Scene(3).hp(2, 1).hand(1, "slash:7s").hand(3, "peach:3h")
    scene.phase(1, "play", "P1 use slash:7s > P2", "P3 use peach:3h")
    return scene


def _a_countered_scheme() -> Scene:
    scene = Scene(3).hand(1, "duel:As").hand(3, "nullification:Js")
    scene.phase(1, "play", "P1 use duel:As > P2", "P3 use nullification:Js")
    return scene


def _indulged() -> Scene:
    scene = Scene(3).judge(1, "indulgence:6s").top("jink:2d")
    scene.turn(1)
    return scene


RULEBOOK: Final = Rulebook(
    parts=(
        part(
            "goal", "目标和身份", "The aim and the identities",
            say(
                "{few}–{many} 个人，每人一个暗的[[identity]]和一个明的[[general]]。主公和忠臣要除掉所有反贼和内奸；反贼要杀主公；内奸要活到最后，单独面对主公再赢他。",
                "{few} to {many} players, each with a secret [[identity]] and an open [[general]]. Lord and loyalists must "
                "outlive all rebels and the renegade; the rebels must kill the lord; the renegade must be the last one left, the lord dying last.",
            ),
            say(
                "只有主公的身份公开，其他人死了才翻开：要从行动里猜谁是谁。",
                "Only the lord's identity is open; the others are shown when they die. Guess from what they do.",
                surprise=True,
            ),
            say(
                "杀死反贼的人摸 {reward} 张牌，谁杀的都算；主公杀了忠臣，要弃掉全部手牌和装备。",
                "Whoever kills a rebel draws {reward} cards, even another rebel; a lord who kills a loyalist discards hand and equipment.",
                surprise=True,
            ),
            say(
                "主公死了：只剩内奸一个人就是内奸赢，否则反贼赢。同一方死了的人也算赢。",
                "When the lord dies the renegade wins if nobody else is alive, otherwise the rebels do. The dead of the winning side win too.",
            ),
            say(
                "赢的每人得输家的人数，输的每人付赢家的人数；平局不计。",
                "Each winner gets the number of losers, each loser pays the number of winners; a draw is 0.",
            ),
            amount("max_rounds", "到第 {max_rounds} 轮还没分出胜负，算平局。", "If nobody has won when round {max_rounds} begins, the game is drawn."),
            roles_table,
        ),
        part(
            "setup", "开局", "Setting up",
            amount(
                "lord_extra_choices",
                "主公先从{lords}和另外 {lord_extra_choices} 名武将（共 {lord_choices} 名）里选一名，亮出来。",
                "The lord chooses first, openly, among {lords} and {lord_extra_choices} more: {lord_choices} in all.",
                when={"lord_extra_choices": Not(0)},
            ),
            amount("lord_extra_choices", "主公先从{lords}里选一名，亮出来。", "The lord chooses first, openly, among {lords}.", when={"lord_extra_choices": 0}),
            amount("general_choices", "其他人同时各从 {general_choices} 名武将里选一名。", "Then all others choose at once, each among {general_choices} generals.", when={"general_choices": Not(1)}),
            amount("general_choices", "其他人的武将由抽签决定。", "The others are given their generals by lot.", when={"general_choices": 1}),
            amount("lord_bonus_from", "{lord_bonus_from} 人以上，主公的体力和上限多 1。", "From {lord_bonus_from} players on the lord has one more [[hp]].", when={"lord_bonus_from": Not(9)}),
            amount("lord_bonus_from", "主公的体力不加。", "The lord has no extra [[hp]].", when={"lord_bonus_from": 9}),
            say("每人 4 张手牌，主公先行动，然后依座位轮流。", "Four cards each; the lord acts first, then the others in seat order."),
            amount("luck_times", "开局可以用一次手气卡，把手牌全部换掉。", "At the start you may change your whole hand once (luck card).", when={"luck_times": 1}),
            amount("luck_times", "开局可以用 {luck_times} 次手气卡，把手牌全部换掉。", "At the start you may change your whole hand up to {luck_times} times (luck cards).", when={"luck_times": Not(OneOf((0, 1)))}),
            amount("luck_times", "没有手气卡，手牌不能换。", "There are no luck cards: the first hand stays.", when={"luck_times": 0}),
        ),
        part(
            "turn", "你的回合", "Your turn",
            say(
                "准备 → 判定（处理面前的[[delayed]]，后放的先判）→ 摸 2 张 → 出牌 → 弃牌到[[hp]]数 → 结束。",
                "Start → judge the [[delayed|delayed stratagems]] before you, newest first → draw 2 → play → discard down to your [[hp]] → finish.",
            ),
            say(
                "每个出牌阶段只能用一张【杀】（诸葛连弩、张飞除外），别的牌想用几张用几张。",
                "One Slash in each of your play phases (but for the Crossbow and Zhang Fei); of other cards as many as you like.",
                surprise=True,
            ),
            say(
                "手牌上限就是现在的体力：受了伤，能留的牌也少。",
                "You keep as many hand cards as you have hp, so fewer when you are hurt.",
                surprise=True,
            ),
            story("甲面前有【乐不思蜀】，判定不是红桃", "Indulgence lies before Ann, and no heart is turned up", _indulged),
        ),
        part(
            "attack", "杀、闪、桃", "Slash, Jink, Peach",
            say(
                "【杀】只能打[[range]]以内的人；对方用不出【闪】，就受 1 点伤害。",
                "A Slash reaches only players within your [[range]]; without a Jink the target takes 1 damage.",
            ),
            say(
                "[[distance]]按座位数算；+1 坐骑让别人离你更远，−1 坐骑让你离别人更近。",
                "[[distance|Distance]] is counted in seats; a +1 mount puts you farther from others, a −1 mount brings you nearer to them.",
            ),
            say(
                "体力到 0 就[[dying]]，从当前行动的人起依次问【桃】，救不回来就死。",
                "At 0 hp you are [[dying]]: everybody in turn from the current actor is asked for a Peach; unsaved, you die.",
            ),
            say(
                "别人只能在你濒死时对你用【桃】；自己受伤时在出牌阶段就能用。",
                "Others may use a Peach on you only when you are dying; you may heal yourself in your play phase.",
                surprise=True,
            ),
            story("甲【杀】乙，乙有【闪】", "Ann uses Slash on Bo, who has a Jink", _slash_and_jink),
            story("四个人，甲打不到隔一座的丙，只能【杀】乙，乙没有【闪】", "Four players: Cy, two seats away, is out of reach; Bo has no Jink", _a_hit),
            story("乙只剩 1 点体力，丙用【桃】救回", "Bo has 1 hp left and is saved by Cy's Peach", _a_saved_life),
        ),
        part(
            "stratagems", "锦囊和装备", "Stratagems and equipment",
            say(
                "每张[[stratagem]]生效前都会问所有人要不要用【无懈可击】，手里没有也会问，这样谁有谁没有都看不出来。",
                "Before each [[stratagem]] takes effect everybody is asked for a Nullification, with or without one in hand, so that nobody can tell who holds one.",
                surprise=True,
            ),
            say(
                "装备放在自己面前一直有效：武器、防具、+1 坐骑、−1 坐骑各一件，换新的就弃旧的。",
                "Equipment lies before you and stays: one weapon, one armour, one +1 and one −1 mount; a new one replaces the old.",
            ),
            choose(
                "ask_skill_first",
                {
                    True: ("需要【闪】时，先问武将技能，再问防具。", "When a Jink is needed general skills are asked before armour."),
                    False: ("需要【闪】时，技能和防具先用哪个由自己选。", "When a Jink is needed you choose whether a skill or your armour is tried first."),
                },
            ),
            story("甲对乙【决斗】，丙【无懈可击】", "Ann duels Bo, and Cy counters with a Nullification", _a_countered_scheme),
        ),
        part(
            "cards", "全部 {deck} 张牌", "All {deck} cards",
            cards_table("基本牌", "Basic cards", Category.BASIC),
            cards_table("锦囊", "Stratagems", Category.STRATAGEM),
            cards_table("延时锦囊", "Delayed stratagems", Category.DELAYED),
            cards_table("武器", "Weapons", Category.WEAPON),
            cards_table("防具", "Armour", Category.ARMOR),
            cards_table("坐骑", "Mounts", Category.DEFENSIVE, Category.OFFENSIVE),
        ),
        part(
            "generals", "{generals} 名武将", "The {generals} generals",
            say(
                "[[lord_skill]]只有当主公时才有；[[locked]]总是生效。",
                "A [[lord_skill]] works only for the lord; a [[locked]] always works.",
            ),
            *(generals_table(kingdom) for kingdom in ("shu", "wei", "wu", "qun")),
        ),
    ),
    blanks=_blanks,
    glossary=GLOSSARY,
)  # fmt: skip
