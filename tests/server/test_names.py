"""Names: something to see, and nothing that could be taken for the house itself."""

from __future__ import annotations

import pytest

from paiju.server.names import RESERVED, clean, stump
from paiju.table import Refused


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u2800 \u3164", "\u034f", "\ufe0f", "\u17b4", "\U000e0100", "\u200b", "\u0301", " "],
)  # fmt: skip
def test_a_name_that_looks_empty_is_none(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(name)
    assert refused.value.code == "bad_request"


@pytest.mark.parametrize(
    "name",
    [
        *RESERVED, "Admin", "ADMIN", " a d m i n ", "аdmin", "ad\u200bmin", "ａｄｍｉｎ", "admın", "adm1n", "a.d-m_i.n",
        "官方客服", "系统管理员", "admin1", "007 admin", "系统消息", "Paiju Support", "已 注销5", "已注銷7", "ѕуѕtem", "系\u3164统", "管 理 员", "𝐚𝐝𝐦𝐢𝐧", stump(7), "Pa1ju",
    ],
)  # fmt: skip
def test_nobody_takes_the_name_of_the_house(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(name)
    assert refused.value.code == "forbidden"
    assert clean(name, is_host=True)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"), ("小满 🀄", "小满 🀄"), ("Zoë", "Zoë"), ("Мария", "Мария"), ("مريم", "مريم"), ("김철수", "김철수"),
        ("❤\ufe0f", "❤\ufe0f"), ("Ann\u3164", "Ann"), ("admiral", "admiral"), ("moddy", "moddy"), ("牌局高手", "牌局高手"), ("17", "17"), ("系统论", "系统论"), ("Ａｎｎ", "Ａｎｎ"),
        ("<b>x</b>", "<b>x</b>"), ("नमस्ते", "नमस्ते"), ("สมชาย", "สมชาย"),
    ],
)  # fmt: skip
def test_names_of_people_stay_as_they_are(name: str, kept: str) -> None:
    assert clean(name) == kept
