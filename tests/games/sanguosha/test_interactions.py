"""Where two or more rules meet: one row each. Seats are P1, P2 …; P1 is the lord, whoever is not named a blank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paiju.games.sanguosha.scene import Scene
from tests.games.sanguosha.helpers import fired

Look = Callable[[Scene], Any]


def hands(*numbers: int) -> Look:
    return lambda scene: tuple(scene.hand_of(number) for number in numbers)


def hp(*numbers: int) -> Look:
    return lambda scene: tuple(scene.hp_of(number) for number in numbers)


def count(*numbers: int) -> Look:
    return lambda scene: tuple(len(scene.p(number).hand) for number in numbers)


def areas(*numbers: int) -> Look:
    return lambda scene: tuple(scene.judge_of(number) for number in numbers)


def equipment(*numbers: int) -> Look:
    return lambda scene: tuple(scene.equip_of(number) for number in numbers)


def asked(kind: str) -> Look:
    return lambda scene: len(scene.questions(kind))


def spent(scene: Scene) -> str:
    return scene.discarded


def won(scene: Scene) -> str | None:
    return scene.w.winner


Case = tuple[Scene, tuple[Any, ...], tuple[tuple[Look, Any], ...]]

FLOW: dict[str, Callable[[], Case]] = {
    "奸雄 takes 丈八's two cards": lambda: (
        Scene(3, {2: "caocao"}).equip(1, "spear:Qs").hand(1, "peach:3h jink:2d"),
        (1, "play", "P1 use zhangba:3h2d > P2", "P2 yes"),
        ((hands(2), ("peach:3h jink:2d",)), (spent, "")),
    ),
    "奸雄 takes 南蛮入侵 away; the next target still answers it": lambda: (
        Scene(3, {2: "caocao"}).hand(1, "savage_assault:Ks"),
        (1, "play", "P1 use savage_assault:Ks", "P2 yes"),
        ((hands(2), ("savage_assault:Ks",)), (hp(2, 3), ("3/4", "3/4")), (spent, "")),
    ),
    "two 曹操 and one 万箭: only the first gets it": lambda: (
        Scene(3, {2: "caocao", 3: "caocao"}).hand(1, "archery_attack:Ah"),
        (1, "play", "P1 use archery_attack:Ah", "P2 yes"),
        ((hands(2, 3), ("archery_attack:Ah", "")), (asked("skill"), 1)),
    ),
    "决斗 lost by its user: 奸雄 of the user takes the 决斗": lambda: (
        Scene(3, {1: "caocao"}).hand(1, "duel:As").hand(2, "slash:7s"),
        (1, "play", "P1 use duel:As > P2", "P2 respond slash:7s", "P1 no", "P1 yes"),
        ((hands(1), ("duel:As",)), (spent, "slash:7s")),
    ),
    "裸衣 and a 决斗 lost: the loser is 许褚, no extra damage": lambda: (
        Scene(3, {1: "xuchu"}).hand(1, "duel:As").hand(2, "slash:7s"),
        (1, "turn", "P1 yes", "P1 use duel:As > P2", "P2 respond slash:7s"),
        ((hp(1, 2), ("3/4", "4/4")),),
    ),
    "裸衣 and a 决斗 won": lambda: (
        Scene(3, {1: "xuchu"}).hand(1, "duel:As"),
        (1, "turn", "P1 yes", "P1 use duel:As > P2"),
        ((hp(2), ("2/4",)),),
    ),
    "裸衣 does not add to 南蛮入侵": lambda: (
        Scene(3, {1: "xuchu"}).hand(1, "savage_assault:Ks"),
        (1, "turn", "P1 yes", "P1 use savage_assault:Ks"),
        ((hp(2, 3), ("3/4", "3/4")),),
    ),
    "裸衣 and 寒冰剑: the whole damage is prevented": lambda: (
        Scene(3, {1: "xuchu"}).hand(1, "slash:7s").equip(1, "ice_sword:2s").hand(2, "jink:2d jink:3d jink:4d"),
        (1, "turn", "P1 yes", "P1 use slash:7s > P2", "P1 yes"),
        ((hp(2), ("4/4",)), (count(2), (1,))),
    ),
    "离间 with 吕布 as the user: the target needs two 杀": lambda: (
        Scene(4, {1: "diaochan", 3: "lvbu"}).hand(1, "peach:3h").hand(2, "slash:7s"),
        (1, "play", "P1 skill lijian 3h > P2 P3", "P2 respond slash:7s"),
        ((hp(2, 3), ("3/4", "4/4")), (spent, "peach:3h slash:7s"), (asked("nullification"), 0)),
    ),
    "离间 with 吕布 as the target: the user needs two 杀": lambda: (
        Scene(4, {1: "diaochan", 2: "lvbu"}).hand(1, "peach:3h").hand(2, "slash:7s").hand(3, "slash:8s"),
        (1, "play", "P1 skill lijian 3h > P2 P3", "P2 respond slash:7s", "P3 respond slash:8s"),
        ((hp(2, 3), ("4/4", "3/4")),),
    ),
    "离间 kills a rebel: the user of the 决斗 is paid, not 貂蝉": lambda: (
        Scene(4, {1: "diaochan"}).hp(3, 1).hand(1, "peach:3h"),
        (1, "play", "P1 skill lijian 3h > P3 P2"),
        ((count(1, 2), (0, 3)),),
    ),
    "离间: 陆逊's 连营 is offered when the last 杀 goes": lambda: (
        Scene(4, {1: "diaochan", 2: "luxun"}).hand(1, "peach:3h").hand(2, "slash:7s").top("slash:8s"),
        (1, "play", "P1 skill lijian 3h > P2 P3", "P2 respond slash:7s", "P2 yes"),
        ((hp(2, 3), ("3/3", "3/4")), (hands(2), ("slash:8s",))),
    ),
    "过河拆桥 takes 乐不思蜀 off": lambda: (
        Scene(3).hand(1, "dismantlement:3s").judge(2, "indulgence:6s lightning:As"),
        (1, "play", "P1 use dismantlement:3s > P2", "P1 choose indulgence:6s"),
        ((areas(2), ("lightning:As",)),),
    ),
    "顺手牵羊 takes a 国色 card as the card it is": lambda: (
        Scene(3, {1: "daqiao"}).hand(1, "jink:2d snatch:3s"),
        (1, "play", "P1 use guose:2d > P2", "P1 use snatch:3s > P2"),
        ((hands(1), ("jink:2d",)), (areas(2), ("",))),
    ),
    "国色 on a player with 乐不思蜀 is refused": lambda: (
        Scene(3, {1: "daqiao"}).hand(1, "jink:2d").judge(2, "indulgence:6s"),
        (1, "play", "P1 cannot use guose:2d > P2", "P1 can use guose:2d > P3"),
        (),
    ),
    "国色 with one's own weapon; 枭姬 is somebody else's": lambda: (
        Scene(3, {1: "daqiao"}).equip(1, "axe:5d"),
        (1, "play", "P1 use guose:5d > P2"),
        ((areas(2), ("axe:5d",)), (equipment(1), ("",))),
    ),
    "制衡 with the crossbow in it takes the permission away": lambda: (
        Scene(3, {1: "sunquan"}).equip(1, "crossbow:Ac").hand(1, "slash:7s slash:8s slash:9s"),
        (
            1,
            "play",
            "P1 use slash:7s > P2",
            "P1 can use slash:8s > P2",
            "P1 skill zhiheng Ac",
            "P1 cannot use slash:8s > P2",
        ),
        ((hp(2), ("3/4",)),),
    ),
    "咆哮 does not reach further": lambda: (
        Scene(5, {1: "zhangfei"}).hand(1, "slash:7s slash:8s"),
        (1, "play", "P1 use slash:7s > P2", "P1 use slash:8s > P5", "P1 cannot use slash:9s > P3"),
        ((hp(2, 5), ("3/4", "3/4")),),
    ),
    "武圣 in a 决斗, with the weapon worn": lambda: (
        Scene(3, {2: "guanyu"}).hand(1, "duel:As").equip(2, "kylin_bow:5h"),
        (1, "play", "P1 use duel:As > P2", "P2 respond wusheng:5h"),
        ((hp(1, 2), ("3/4", "4/4")), (spent, "kylin_bow:5h duel:As")),
    ),
    "武圣's red 杀 passes 仁王盾": lambda: (
        Scene(3, {1: "guanyu"}).hand(1, "peach:3h").equip(2, "nioh_shield:2c"),
        (1, "play", "P1 use wusheng:3h > P2"),
        ((hp(2), ("3/4",)),),
    ),
    "龙胆: a 杀 made of a red 闪 is red": lambda: (
        Scene(3, {1: "zhaoyun"}).hand(1, "jink:2d").equip(2, "nioh_shield:2c"),
        (1, "play", "P1 use longdan:2d > P2"),
        ((hp(2), ("3/4",)),),
    ),
    "龙胆 answers 万箭 with 杀 and 南蛮 with 闪": lambda: (
        Scene(3, {2: "zhaoyun"}).hand(1, "archery_attack:Ah savage_assault:Ks").hand(2, "slash:7s jink:2d"),
        (
            1,
            "play",
            "P1 use archery_attack:Ah",
            "P2 respond longdan:7s",
            "P1 use savage_assault:Ks",
            "P2 respond longdan:2d",
        ),
        ((hp(2), ("4/4",)),),
    ),
    "倾国 takes no equipment": lambda: (
        Scene(3, {2: "zhenji"}).hand(1, "slash:7s").equip(2, "eight_diagram:2s"),
        (1, "play", "P1 use slash:7s > P2", "P2 no", "P2 cannot use qingguo:2s"),
        ((hp(2), ("2/3",)),),
    ),
    "八卦阵 against 无双: each 闪 may be judged": lambda: (
        Scene(3, {1: "lvbu"}).hand(1, "slash:7s").equip(2, "eight_diagram:2s").top("peach:3h peach:4h"),
        (1, "play", "P1 use slash:7s > P2", "P2 yes", "P2 yes"),
        ((hp(2), ("4/4",)), (spent, "peach:3h peach:4h slash:7s")),
    ),
    "八卦阵 against 万箭齐发 although the user has 青釭剑": lambda: (
        Scene(3)
        .hand(1, "archery_attack:Ah")
        .equip(1, "qinggang_sword:6s")
        .equip(2, "eight_diagram:2s")
        .top("peach:3h"),
        (1, "play", "P1 use archery_attack:Ah", "P2 yes"),
        ((hp(2, 3), ("4/4", "3/4")),),
    ),
    "青釭剑: 八卦阵 is not even offered": lambda: (
        Scene(3).hand(1, "slash:7s").equip(1, "qinggang_sword:6s").equip(2, "eight_diagram:2s"),
        (1, "play", "P1 use slash:7s > P2"),
        ((asked("skill"), 0), (hp(2), ("3/4",))),
    ),
    "铁骑 red: neither 闪 nor 八卦阵 is asked": lambda: (
        Scene(3, {1: "machao"}).hand(1, "slash:7s").hand(2, "jink:2d").equip(2, "eight_diagram:2s").top("peach:3h"),
        (1, "play", "P1 use slash:7s > P2", "P1 yes"),
        ((hp(2), ("3/4",)), (asked("jink"), 0)),
    ),
    "铁骑 turned black by 鬼才": lambda: (
        Scene(3, {1: "machao", 2: "simayi"}).hand(1, "slash:7s").hand(2, "jink:2d slash:8s").top("peach:3h"),
        (1, "play", "P1 use slash:7s > P2", "P1 yes", "P2 respond slash:8s", "P2 use jink:2d"),
        ((hp(2), ("3/3",)), (spent, "peach:3h slash:8s jink:2d slash:7s")),
    ),
    "贯石斧 against 八卦阵": lambda: (
        Scene(3).hand(1, "slash:7s peach:4h peach:6h").equip(1, "axe:5d").equip(2, "eight_diagram:2s").top("peach:3h"),
        (1, "play", "P1 use slash:7s > P2", "P2 yes", "P1 discard 4h6h"),
        ((hp(2), ("3/4",)),),
    ),
    "贯石斧 may discard other equipment": lambda: (
        Scene(3).hand(1, "slash:7s peach:4h").equip(1, "axe:5d chitu:5h").hand(2, "jink:2d"),
        (1, "play", "P1 use slash:7s > P2", "P2 use jink:2d", "P1 cannot discard 4h5d", "P1 discard 4h5h"),
        ((hp(2), ("3/4",)), (equipment(1), ("axe:5d",))),
    ),
    "青龙偃月刀 on 诸葛亮 whose last card was the 闪": lambda: (
        Scene(3, {2: "zhugeliang"}).hand(1, "slash:7s slash:8s").equip(1, "blade:5s").hand(2, "jink:2d"),
        (1, "play", "P1 use slash:7s > P2", "P2 use jink:2d"),
        ((asked("blade"), 0), (hp(2), ("3/3",))),
    ),
    "青龙偃月刀 with 武圣": lambda: (
        Scene(3, {1: "guanyu"}).hand(1, "slash:7s peach:3h").equip(1, "blade:5s").hand(2, "jink:2d"),
        (1, "play", "P1 use slash:7s > P2", "P2 use jink:2d", "P1 use wusheng:3h"),
        ((hp(2), ("3/4",)),),
    ),
    "麒麟弓 on a player without a mount is not offered": lambda: (
        Scene(3).hand(1, "slash:7s").equip(1, "kylin_bow:5h"),
        (1, "play", "P1 use slash:7s > P2"),
        ((asked("skill"), 0),),
    ),
    "寒冰剑: the second card may be the one 连营 just drew": lambda: (
        Scene(3, {2: "luxun"}).hand(1, "slash:7s").equip(1, "ice_sword:2s").hand(2, "peach:3h").top("jink:2d"),
        (1, "play", "P1 use slash:7s > P2", "P1 yes", "P2 yes"),
        ((hp(2), ("3/3",)), (spent, "peach:3h jink:2d slash:7s")),
    ),
    "方天画戟: 连营's draw comes after the targets were chosen": lambda: (
        Scene(4, {1: "luxun"}).hand(1, "slash:7s").equip(1, "halberd:Qd").top("peach:3h"),
        (1, "play", "P1 use slash:7s > P2 P3 P4", "P1 yes"),
        ((hp(2, 3, 4), ("3/4", "3/4", "3/4")),),
    ),
    "方天画戟 and 流离: somebody already aimed at cannot be named": lambda: (
        Scene(4, {2: "daqiao"}).hand(1, "slash:7s").equip(1, "halberd:Qd").hand(2, "peach:3h"),
        (1, "play", "P1 use slash:7s > P2 P3"),
        ((asked("liuli"), 0), (hp(2, 3), ("2/3", "3/4"))),
    ),
    "流离 to 诸葛亮 with an empty hand is not possible": lambda: (
        Scene(4, {2: "daqiao", 3: "zhugeliang"}).hand(1, "slash:7s").hand(2, "peach:3h"),
        (1, "play", "P1 use slash:7s > P2"),
        ((asked("liuli"), 0),),
    ),
    "流离 and then 流离 back: not to the user": lambda: (
        Scene(4, {2: "daqiao", 3: "daqiao"}).hand(1, "slash:7s").hand(2, "peach:3h").hand(3, "peach:4h"),
        (1, "play", "P1 use slash:7s > P2", "P2 discard 3h > P3", "P3 discard 4h > P2"),
        ((hp(2, 3), ("2/3", "3/3")),),
    ),
    "雌雄双股剑 on the player 流离 named": lambda: (
        Scene(4, {2: "daqiao", 3: "zhenji"}).hand(1, "slash:7s").equip(1, "double_swords:2s").hand(2, "peach:3h"),
        (1, "play", "P1 use slash:7s > P2", "P2 discard 3h > P3", "P1 yes"),
        ((count(1), (1,)), (hp(2, 3), ("3/3", "2/3"))),
    ),
    "借刀杀人: the user may be the victim": lambda: (
        Scene(3).hand(1, "collateral:Qc").equip(2, "blade:5s").hand(2, "slash:7s"),
        (1, "play", "P1 use collateral:Qc > P2 P1", "P2 use slash:7s"),
        ((hp(1), ("3/4",)), (equipment(2), ("blade:5s",))),
    ),
    "借刀杀人 at 关羽: his weapon as 杀 reaches only without it": lambda: (
        Scene(5, {2: "guanyu"}).hand(1, "collateral:Qc").equip(2, "kylin_bow:5h"),
        (1, "play", "P1 use collateral:Qc > P2 P4", "P2 cannot use wusheng:5h"),
        ((hands(1), ("kylin_bow:5h",)), (hp(4), ("4/4",))),
    ),
    "借刀杀人 countered by 无懈可击": lambda: (
        Scene(3).hand(1, "collateral:Qc").equip(2, "blade:5s").hand(3, "nullification:Js"),
        (1, "play", "P1 use collateral:Qc > P2 P3", "P3 use nullification:Js"),
        ((equipment(2), ("blade:5s",)), (asked("collateral"), 0)),
    ),
    "借刀杀人 at 孙尚香: 枭姬 for the weapon she gives": lambda: (
        Scene(3, {2: "sunshangxiang"}).hand(1, "collateral:Qc").equip(2, "blade:5s"),
        (1, "play", "P1 use collateral:Qc > P2 P3", "P2 no", "P2 yes"),
        ((hands(1), ("blade:5s",)), (count(2), (2,))),
    ),
    "激将 supplies the 杀 of a 决斗": lambda: (
        Scene(3, {1: "liubei", 3: "zhangfei"}).hand(2, "duel:As").hand(3, "slash:7s"),
        (2, "play", "P2 use duel:As > P1", "P1 respond jijiang", "P3 respond slash:7s"),
        ((hp(1, 2), ("4/4", "3/4")), (spent, "slash:7s duel:As")),
    ),
    "激将 refused in a 决斗: the hand is asked": lambda: (
        Scene(3, {1: "liubei", 3: "zhangfei"}).hand(1, "slash:8s").hand(2, "duel:As"),
        (2, "play", "P2 use duel:As > P1", "P1 respond jijiang", "P3 no", "P1 respond slash:8s"),
        ((hp(1, 2), ("4/4", "3/4")),),
    ),
    "激将 by 武圣": lambda: (
        Scene(3, {1: "liubei", 3: "guanyu"}).hand(3, "peach:3h").equip(2, "nioh_shield:2c"),
        (1, "play", "P1 use jijiang > P2", "P3 respond wusheng:3h"),
        ((hp(2), ("3/4",)), (spent, "peach:3h")),
    ),
    "激将 is for the lord only": lambda: (
        Scene(3, {2: "liubei", 3: "guanyu"}).hand(3, "slash:7s"),
        (2, "play", "P2 cannot use jijiang > P1"),
        (),
    ),
    "护驾 by a guard's 八卦阵": lambda: (
        Scene(3, {1: "caocao", 3: "xuchu"}).hand(2, "slash:7s").equip(3, "eight_diagram:2s").top("peach:3h"),
        (2, "play", "P2 use slash:7s > P1", "P1 yes", "P3 yes"),
        ((hp(1), ("4/4",)), (spent, "peach:3h slash:7s")),
    ),
    "护驾 against 万箭齐发": lambda: (
        Scene(3, {1: "caocao", 3: "xuchu"}).hand(2, "archery_attack:Ah").hand(3, "jink:2d"),
        (2, "play", "P2 use archery_attack:Ah", "P3 no", "P3 no", "P1 yes", "P3 respond jink:2d"),
        ((hp(1, 3), ("4/4", "3/4")),),
    ),
    "护驾 by 倾国": lambda: (
        Scene(3, {1: "caocao", 3: "zhenji"}).hand(2, "slash:7s").hand(3, "slash:8s"),
        (2, "play", "P2 use slash:7s > P1", "P1 yes", "P3 respond qingguo:8s"),
        ((hp(1), ("4/4",)),),
    ),
    "救援 does not add to 桃园结义": lambda: (
        Scene(3, {1: "sunquan", 2: "ganning"}).hp(1, 1).hand(2, "god_salvation:Ah"),
        (2, "play", "P2 use god_salvation:Ah"),
        ((hp(1), ("2/4",)),),
    ),
    "救援 does not add to one's own 桃": lambda: (
        Scene(3, {1: "sunquan"}).hp(1, 1).hand(1, "peach:3h"),
        (1, "play", "P1 use peach:3h"),
        ((hp(1), ("2/4",)),),
    ),
    "急救 with a worn red card": lambda: (
        Scene(3, {3: "huatuo"}).hp(2, 1).hand(1, "slash:7s").equip(3, "chitu:5h"),
        (1, "play", "P1 use slash:7s > P2", "P3 use jijiu:5h"),
        ((hp(2), ("1/4",)), (equipment(3), ("",))),
    ),
    "急救 is closed in 华佗's own turn": lambda: (
        Scene(3, {1: "huatuo"}).hp(2, 1).hand(1, "slash:7s jink:2d"),
        (1, "play", "P1 use slash:7s > P2", "P1 cannot use jijiu:2d"),
        ((won, None),),
    ),
    "苦肉 at 1 hp, saved by one's own 桃, then two cards": lambda: (
        Scene(3, {1: "huanggai"}).hp(1, 1).hand(1, "peach:3h"),
        (1, "play", "P1 skill kurou", "P1 use peach:3h"),
        ((hp(1), ("1/4",)), (count(1), (2,))),
    ),
    "反馈 takes the weapon that struck": lambda: (
        Scene(3, {2: "simayi"}).hand(1, "slash:7s").equip(1, "kylin_bow:5h"),
        (1, "play", "P1 use slash:7s > P2", "P2 yes"),
        ((hands(2), ("kylin_bow:5h",)),),
    ),
    "反馈 at a source without cards is not offered": lambda: (
        Scene(3, {2: "simayi"}).hand(1, "slash:7s"),
        (1, "play", "P1 use slash:7s > P2"),
        ((asked("skill"), 0),),
    ),
    "刚烈 on 南蛮入侵 of a player with one hand card left": lambda: (
        Scene(3, {2: "xiahoudun"}).hand(1, "savage_assault:Ks peach:3h").top("slash:4c"),
        (1, "play", "P1 use savage_assault:Ks", "P2 yes"),
        ((hp(1), ("3/4",)), (asked("ganglie"), 0)),
    ),
    "刚烈 against 闪电: a judgement, and nothing more": lambda: (
        Scene(3, {1: "xiahoudun"}).judge(1, "lightning:As").top("slash:7s slash:4c"),
        (1, "judge", "P1 yes"),
        ((hp(1), ("1/4",)), (spent, "slash:7s slash:4c lightning:As")),
    ),
    "天妒 takes 闪电's judge card that missed": lambda: (
        Scene(3, {1: "guojia"}).judge(1, "lightning:As").top("peach:3h"),
        (1, "judge", "P1 yes"),
        ((hands(1), ("peach:3h",)), (areas(1, 2), ("", "lightning:As"))),
    ),
    "天妒 takes 鬼才's card": lambda: (
        Scene(3, {1: "guojia", 2: "simayi"}).judge(1, "indulgence:6s").top("slash:7c").hand(2, "peach:3h"),
        (1, "judge", "P2 respond peach:3h", "P1 yes"),
        ((hands(1), ("peach:3h",)), (spent, "slash:7c indulgence:6s")),
    ),
    "鬼才's last card is no business of 连营": lambda: (
        Scene(3, {2: "simayi", 3: "luxun"}).judge(1, "indulgence:6s").top("slash:7c").hand(2, "peach:3h"),
        (1, "judge", "P2 respond peach:3h"),
        ((asked("skill"), 0),),
    ),
    "闪电 and 遗计: three points, three times two cards": lambda: (
        Scene(3, {1: "guojia"}).hp(1, 4, 4).judge(1, "lightning:As").top("slash:7s"),
        (1, "judge", "P1 no", "P1 no", "P1 yes", "P1 yes", "P1 yes"),
        ((count(1), (6,)), (hp(1), ("1/4",))),
    ),
    "遗计 declined once is declined for the rest": lambda: (
        Scene(3, {1: "guojia"}).hp(1, 4, 4).judge(1, "lightning:As").top("slash:7s"),
        (1, "judge", "P1 no", "P1 no", "P1 yes", "P1 no"),
        ((count(1), (2,)), (asked("skill"), 3)),
    ),
    "洛神 with 鬼才 in red: the run ends": lambda: (
        Scene(3, {1: "zhenji", 2: "simayi"}).top("slash:7s").hand(2, "peach:3h"),
        (1, "start", "P1 yes", "P2 respond peach:3h"),
        ((hands(1), ("",)), (spent, "slash:7s peach:3h")),
    ),
    "观星 then 乐不思蜀: the judge card is the one laid on top": lambda: (
        Scene(3, {1: "zhugeliang"}).judge(1, "indulgence:6s").top("slash:7c peach:3h jink:2d"),
        (1, "turn", "P1 yes", "P1 arrange 3h / 7c2d"),
        ((asked("play"), 1),),
    ),
    "突袭 on 陆逊: 连营 between the two thefts": lambda: (
        Scene(3, {1: "zhangliao", 2: "luxun"}).hand(2, "peach:3h").hand(3, "jink:2d").top("slash:7s"),
        (1, "draw", "P1 choose > P2 P3", "P2 yes"),
        ((hands(1, 2, 3), ("peach:3h jink:2d", "slash:7s", "")),),
    ),
    "突袭 is not offered when nobody holds a card": lambda: (
        Scene(3, {1: "zhangliao"}),
        (
            1,
            "draw",
        ),
        ((asked("tuxi"), 0), (count(1), (2,))),
    ),
    "英姿 draws three": lambda: (
        Scene(3, {1: "zhouyu"}),
        (1, "draw", "P1 yes"),
        ((count(1), (3,)),),
    ),
    "反间 with the only card right: no damage": lambda: (
        Scene(3, {1: "zhouyu"}).hand(1, "ex_nihilo:7h"),
        (1, "play", "P1 skill fanjian > P2", "P2 choose heart", "P1 cannot skill fanjian > P2"),
        ((hp(2), ("4/4",)), (hands(2), ("ex_nihilo:7h",))),
    ),
    "反间 on 曹操: no card to take": lambda: (
        Scene(3, {1: "zhouyu", 2: "caocao"}).hand(1, "ex_nihilo:7h"),
        (1, "play", "P1 skill fanjian > P2", "P2 choose spade"),
        ((hp(2), ("3/4",)), (asked("skill"), 0)),
    ),
    "仁德 two at once, then more: healed once": lambda: (
        Scene(3, {1: "liubei"}).hp(1, 1).hand(1, "slash:7s slash:8s slash:9s jink:2d"),
        (1, "play", "P1 skill rende 7s8s > P2", "P1 skill rende 9s2d > P3"),
        ((hp(1), ("2/4",)),),
    ),
    "结姻 on an unhurt man or a woman is refused": lambda: (
        Scene(3, {1: "sunshangxiang", 2: "zhenji"}).hp(2, 1).hand(1, "slash:7s slash:8s"),
        (1, "play", "P1 cannot skill jieyin 7s8s > P2", "P1 cannot skill jieyin 7s8s > P3"),
        (),
    ),
    "结姻 unhurt herself: only he recovers": lambda: (
        Scene(3, {1: "sunshangxiang"}).hp(2, 1).hand(1, "slash:7s slash:8s"),
        (1, "play", "P1 skill jieyin 7s8s > P2"),
        ((hp(1, 2), ("3/3", "2/4")),),
    ),
    "枭姬 for 麒麟弓's mount comes before the damage": lambda: (
        Scene(3, {2: "sunshangxiang"}).hand(1, "slash:7s").equip(1, "kylin_bow:5h").equip(2, "jueying:5s"),
        (1, "play", "P1 use slash:7s > P2", "P1 yes", "P2 yes"),
        ((count(2), (2,)), (hp(2), ("2/3",))),
    ),
    "克己 without any 杀": lambda: (
        Scene(3, {1: "lvmeng"}).hp(1, 1).hand(1, "jink:2d jink:3d jink:4d"),
        (1, "turn", "P1 yes"),
        ((count(1), (5,)),),
    ),
    "克己 after 杀 used: not offered": lambda: (
        Scene(3, {1: "lvmeng"}).hp(1, 1).hand(1, "jink:2d slash:7s"),
        (1, "turn", "P1 use slash:7s > P2"),
        ((count(1), (1,)), (asked("skill"), 0)),
    ),
    "集智 for 无懈可击 out of turn": lambda: (
        Scene(3, {2: "huangyueying"}).hand(1, "ex_nihilo:7h").hand(2, "nullification:Js").top("peach:3h"),
        (1, "play", "P1 use ex_nihilo:7h", "P2 use nullification:Js", "P2 yes"),
        ((hands(2), ("peach:3h",)), (hands(1), ("",))),
    ),
    "集智 not for a delayed stratagem": lambda: (
        Scene(3, {1: "huangyueying"}).hand(1, "indulgence:6s"),
        (1, "play", "P1 use indulgence:6s > P2"),
        ((asked("skill"), 0),),
    ),
    "无懈可击 three deep": lambda: (
        Scene(3).hand(1, "ex_nihilo:7h nullification:Qc").hand(2, "nullification:Js").hand(3, "nullification:Kc"),
        (
            1,
            "play",
            "P1 use ex_nihilo:7h",
            "P2 use nullification:Js",
            "P1 use nullification:Qc",
            "P3 use nullification:Kc",
        ),
        ((count(1), (0,)), (spent, "nullification:Kc nullification:Qc nullification:Js ex_nihilo:7h")),
    ),
    "无懈可击 stops 南蛮入侵 for one player only": lambda: (
        Scene(3).hand(1, "savage_assault:Ks").hand(2, "nullification:Js"),
        (1, "play", "P1 use savage_assault:Ks", "P2 use nullification:Js"),
        ((hp(2, 3), ("4/4", "3/4")),),
    ),
    "五谷丰登: the user picks first, the rest in action order": lambda: (
        Scene(3).hand(2, "amazing_grace:3h").top("slash:7s peach:4h jink:2d"),
        (2, "play", "P2 use amazing_grace:3h", "P2 choose peach:4h", "P3 choose jink:2d"),
        ((hands(1, 2, 3), ("slash:7s", "peach:4h", "jink:2d")),),
    ),
    "顺手牵羊 over a +1 mount is too far; a −1 mount brings it back": lambda: (
        Scene(3).hand(1, "snatch:3s chitu:5h").equip(2, "dilu:5c"),
        (1, "play", "P1 cannot use snatch:3s > P2", "P1 use chitu:5h", "P1 use snatch:3s > P2"),
        ((hands(1), ("dilu:5c",)),),
    ),
    "奇才 makes no difference for 杀": lambda: (
        Scene(5, {1: "huangyueying"}).hand(1, "slash:7s"),
        (1, "play", "P1 cannot use slash:7s > P3"),
        (),
    ),
    "equipment replaced: the old weapon's skill is gone": lambda: (
        Scene(3).hand(1, "slash:7s slash:8s axe:5d").equip(1, "crossbow:Ac"),
        (1, "play", "P1 use slash:7s > P2", "P1 use axe:5d", "P1 cannot use slash:8s > P2"),
        ((equipment(1), ("axe:5d",)), (spent, "slash:7s crossbow:Ac")),
    ),
    "two 八卦阵: the new one works after the old went": lambda: (
        Scene(3)
        .hand(1, "eight_diagram:2s archery_attack:Ah")
        .equip(1, "eight_diagram:2c")
        .hand(2, "slash:7s")
        .top("peach:3h"),
        (1, "play", "P1 use eight_diagram:2s"),
        ((equipment(1), ("eight_diagram:2s",)), (lambda scene: scene.p(1).has("eight_diagram"), True)),
    ),
    "the lord kills a loyalist: hand and equipment go, the judge area stays": lambda: (
        Scene(4).hp(2, 1).hand(1, "slash:7s peach:3h").equip(1, "axe:5d").judge(1, "indulgence:6s"),
        (1, "play", "P1 use slash:7s > P2"),
        ((hands(1), ("",)), (equipment(1), ("",)), (areas(1), ("indulgence:6s",))),
    ),
    "a rebel who kills a rebel draws three": lambda: (
        Scene(5).hp(4, 1).hand(3, "slash:7s"),
        (3, "play", "P3 use slash:7s > P4"),
        ((count(3), (3,)),),
    ),
    "the lord dies by his own 刚烈 exchange: no reward, the rebels win": lambda: (
        Scene(4, {3: "xiahoudun"}).hp(1, 1).hand(1, "slash:7s").equip(1, "kylin_bow:5h").top("slash:4c"),
        (1, "play", "P1 use slash:7s > P3", "P3 yes"),
        ((won, "rebel"),),
    ),
    "the renegade kills the lord first: the rebels win": lambda: (
        Scene(4).hp(1, 1).hand(4, "slash:7s"),
        (4, "play", "P4 use slash:7s > P1"),
        ((won, "rebel"),),
    ),
    "only the renegade is left": lambda: (
        Scene(4).dead(2, 3).hp(1, 1).hand(4, "slash:7s"),
        (4, "play", "P4 use slash:7s > P1"),
        ((won, "renegade"),),
    ),
    "the dying lord may save himself before the others are asked": lambda: (
        Scene(3).hp(1, 1).hand(2, "slash:7s peach:4h").hand(1, "peach:3h"),
        (2, "play", "P2 use slash:7s > P1", "P2 no", "P1 use peach:3h"),
        (
            (hp(1), ("1/4",)),
            (lambda scene: fired(scene, "AskForPeaches"), "AskForPeaches(P2) AskForPeaches(P3) AskForPeaches(P1)"),
        ),
    ),
}


@pytest.mark.parametrize("name", FLOW)
def test_where_rules_meet(name: str) -> None:
    scene, (number, phase, *replies), looks = FLOW[name]()
    if phase == "turn":
        scene.turn(number, *replies)
    else:
        scene.phase(number, phase, *replies)
    assert tuple(look(scene) for look, _ in looks) == tuple(expected for _, expected in looks)
