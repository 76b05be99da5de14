"""The deck, the generals and the texts, against the tables of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from paiju.games.sanguosha.card import Category
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.cards.deck import DECK
from paiju.games.sanguosha.generals import GENERALS
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.modes import ROLES, scores
from paiju.games.sanguosha.skills import SKILLS

COUNTS = {
    "slash": 30, "jink": 15, "peach": 8, "dismantlement": 6, "snatch": 5, "ex_nihilo": 4, "nullification": 4, "duel": 3,
    "savage_assault": 3, "collateral": 2, "amazing_grace": 2, "archery_attack": 1, "god_salvation": 1, "indulgence": 3,
    "lightning": 2, "crossbow": 2, "eight_diagram": 2,
}  # fmt: skip


def test_check_sums() -> None:
    assert len(DECK) == 108
    assert Counter(card.suit for card in DECK) == {"s": 27, "h": 27, "c": 27, "d": 27}
    assert {card.text for card in DECK if card.extra} == {
        "ice_sword:2s", "nioh_shield:2c", "lightning:Qh", "nullification:Qd",
    }  # fmt: skip
    faces = Counter(card.face for card in DECK if not card.extra)
    assert set(faces.values()) == {2}
    assert len(faces) == 52
    categories = Counter(card.kind.category for card in DECK)
    assert categories[Category.BASIC] == 53
    assert (categories[Category.STRATAGEM], categories[Category.DELAYED]) == (31, 5)
    assert (
        sum(
            count
            for category, count in categories.items()
            if category.name in ("WEAPON", "ARMOR", "DEFENSIVE", "OFFENSIVE")
        )
        == 19
    )


@pytest.mark.parametrize("name", KINDS)
def test_how_many_of_each(name: str) -> None:
    assert sum(card.name == name for card in DECK) == COUNTS.get(name, 1)


def test_weapons_reach_as_far_as_printed() -> None:
    reach = {kind.name: kind.reach for kind in KINDS.values() if kind.category is Category.WEAPON}
    assert reach == {
        "crossbow": 1, "qinggang_sword": 2, "ice_sword": 2, "double_swords": 2, "blade": 3, "spear": 3, "axe": 3,
        "halberd": 4, "kylin_bow": 5,
    }  # fmt: skip


def test_the_generals() -> None:
    assert len(GENERALS) == 25
    assert Counter(general.kingdom for general in GENERALS) == {"shu": 7, "wei": 7, "wu": 8, "qun": 3}
    assert {general.name for general in GENERALS if not general.male} == {
        "huangyueying", "zhenji", "daqiao", "sunshangxiang", "diaochan",
    }  # fmt: skip
    assert {skill.name for general in GENERALS for skill in general.skills} == set(SKILLS)
    assert {name for name, skill in SKILLS.items() if skill.is_lord} == {"jijiang", "hujia", "jiuyuan"}


def test_everything_has_a_name_and_a_text() -> None:
    for name in KINDS:
        assert MESSAGES[f"card.{name}"].zh
        assert MESSAGES[f"card.{name}.text"].en
    for name in SKILLS:
        assert MESSAGES[f"skill.{name}"].zh
        assert MESSAGES[f"skill.{name}.text"].en


@pytest.mark.parametrize(
    ("size", "counts"),
    [(2, "1010"), (3, "1011"), (4, "1111"), (5, "1121"), (6, "1131"), (7, "1231"), (8, "1241")],
)
def test_identities(size: int, counts: str) -> None:
    table = Counter(ROLES[size])
    assert "".join(str(table[role]) for role in ("lord", "loyalist", "rebel", "renegade")) == counts


@pytest.mark.parametrize("winner", ["lord+loyalist", "rebel", "renegade", ""])
@pytest.mark.parametrize("size", ROLES)
def test_scores_sum_to_zero(size: int, winner: str) -> None:
    if winner == "renegade" and "renegade" not in ROLES[size]:
        return
    assert sum(scores(winner, list(ROLES[size]))) == 0
