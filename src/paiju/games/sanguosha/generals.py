"""The 25 standard generals (rules §5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paiju.games.messages import Text
from paiju.games.sanguosha.notation import is_name
from paiju.games.sanguosha.skill import Skill
from paiju.games.sanguosha.skills import SKILLS


@dataclass(frozen=True, eq=False)
class General:
    """A general: kingdom, hp, gender and skills."""

    name: str
    title: Text
    kingdom: str
    hp: int
    male: bool
    skills: tuple[Skill, ...]

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise ValueError(f"general {self.name}: a name is lower-case letters and underscores")
        names = [skill.name for skill in self.skills]
        if len(names) > len(set(names)):
            raise ValueError(f"general {self.name}: two skills of one name")

    def __repr__(self) -> str:
        return self.name


def _general(name: str, zh: str, en: str, kingdom: str, hp: int, sex: str, *skills: str) -> General:
    if unknown := [skill for skill in skills if skill not in SKILLS]:
        raise ValueError(f"general {name}: there is no skill {', '.join(unknown)} in skills/")
    return General(name, Text(zh, en), kingdom, hp, sex == "M", tuple(SKILLS[skill] for skill in skills))


GENERALS: Final = (
    _general("liubei", "刘备", "Liu Bei", "shu", 4, "M", "rende", "jijiang"),
    _general("guanyu", "关羽", "Guan Yu", "shu", 4, "M", "wusheng"),
    _general("zhangfei", "张飞", "Zhang Fei", "shu", 4, "M", "paoxiao"),
    _general("zhugeliang", "诸葛亮", "Zhuge Liang", "shu", 3, "M", "guanxing", "kongcheng"),
    _general("zhaoyun", "赵云", "Zhao Yun", "shu", 4, "M", "longdan"),
    _general("machao", "马超", "Ma Chao", "shu", 4, "M", "mashu", "tieqi"),
    _general("huangyueying", "黄月英", "Huang Yueying", "shu", 3, "F", "jizhi", "qicai"),
    _general("caocao", "曹操", "Cao Cao", "wei", 4, "M", "jianxiong", "hujia"),
    _general("simayi", "司马懿", "Sima Yi", "wei", 3, "M", "fankui", "guicai"),
    _general("xiahoudun", "夏侯惇", "Xiahou Dun", "wei", 4, "M", "ganglie"),
    _general("zhangliao", "张辽", "Zhang Liao", "wei", 4, "M", "tuxi"),
    _general("xuchu", "许褚", "Xu Chu", "wei", 4, "M", "luoyi"),
    _general("guojia", "郭嘉", "Guo Jia", "wei", 3, "M", "tiandu", "yiji"),
    _general("zhenji", "甄姬", "Zhen Ji", "wei", 3, "F", "luoshen", "qingguo"),
    _general("sunquan", "孙权", "Sun Quan", "wu", 4, "M", "zhiheng", "jiuyuan"),
    _general("ganning", "甘宁", "Gan Ning", "wu", 4, "M", "qixi"),
    _general("lvmeng", "吕蒙", "Lü Meng", "wu", 4, "M", "keji"),
    _general("huanggai", "黄盖", "Huang Gai", "wu", 4, "M", "kurou"),
    _general("zhouyu", "周瑜", "Zhou Yu", "wu", 3, "M", "yingzi", "fanjian"),
    _general("daqiao", "大乔", "Da Qiao", "wu", 3, "F", "guose", "liuli"),
    _general("luxun", "陆逊", "Lu Xun", "wu", 3, "M", "qianxun", "lianying"),
    _general("sunshangxiang", "孙尚香", "Sun Shangxiang", "wu", 3, "F", "jieyin", "xiaoji"),
    _general("huatuo", "华佗", "Hua Tuo", "qun", 3, "M", "jijiu", "qingnang"),
    _general("lvbu", "吕布", "Lü Bu", "qun", 4, "M", "wushuang"),
    _general("diaochan", "貂蝉", "Diao Chan", "qun", 3, "F", "lijian", "biyue"),
)
LORDS: Final = ("caocao", "liubei", "sunquan")
BY_NAME: Final = {general.name: general for general in GENERALS}
