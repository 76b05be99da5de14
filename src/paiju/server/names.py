"""Names of people: something to see, and nothing that could be taken for the house itself.

Which letters are ignorable comes from PRECIS (RFC 8264), which letters look alike from Unicode's confusables (UTS 39); both
through libraries, see docs/decisions/0020-failures-and-accounts.md.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, Final

from paiju.server.unreadable import no_field
from paiju.table import Refused

RESERVED: Final = (
    "admin", "administrator", "moderator", "mod", "system", "server", "official", "support", "staff", "paiju",
    "系统", "系統", "管理员", "管理員", "官方", "客服", "服务器", "伺服器", "牌局", "裁判", "系统消息", "系统通知", "公告",
)  # fmt: skip
"""Names nobody may take, however they are spelt, nor several of them in a row, nor with a number."""

STUMP: Final = "已注销"
"""The name under which a deleted player stays in histories: this, and the player's number."""

BOT_NAMES: Final = ("墨竹", "青松", "白鹭", "云雀", "秋水", "寒梅", "晴川", "流萤", "听雨", "望舒", "知鱼", "鸣蝉")

_BLANK: Final = "\u2800"  # BRAILLE PATTERN BLANK: a symbol to Unicode, a gap to the eye
_EMOJI: Final = "\ufe0f"  # asks for the coloured form of the symbol before it


def text(words: str) -> str:
    """Words as text: no control or direction marks, no runs of spaces."""
    spaced = unicodedata.normalize("NFC", words.replace("\n", " ").replace("\t", " "))
    kept = "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
    return " ".join(kept.split())


def clean(name: str, *, is_host: bool = False) -> str:
    """A name as text, without letters that nobody sees. Refused if nothing is left, or if it is the house's own.

    >>> clean("  Ann\\u3164\\u115f ")
    'Ann'
    """
    kept = " ".join("".join(c for c in text(name) if c == _EMOJI or not _is_ignorable(c)).split())
    if not any(unicodedata.category(c)[0] in "LNPS" and c != _BLANK for c in kept):
        raise no_field("name", "read.blank")
    if not is_host and any(_reserved().match(_skeleton(one)) for one in (kept, kept.strip("0123456789 "))):
        raise Refused("forbidden", "error.name_taken")
    return kept


def stump(player: int) -> str:
    """What a deleted player is called.

    >>> stump(7)
    '已注销7'
    """
    return f"{STUMP}{player}"


@cache
def _freeform() -> Any:
    from precis_i18n import get_profile

    return get_profile("FreeformClass")


@cache
def _is_ignorable(letter: str) -> bool:
    """Whether a letter has no place in text that people read: default ignorables, fillers, unassigned code points."""
    if letter.isascii():
        return False
    try:
        _freeform().enforce(letter)
    except UnicodeEncodeError:
        return True
    return False


def _skeleton(name: str) -> str:
    """What a name looks like: letters and digits alone, each as the one it is mistaken for."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(c for c in folded if c.isalnum())
    return "".join(_prototype(c) for c in letters).casefold()


@cache
def _prototype(letter: str) -> str:
    from confusable_homoglyphs.confusables import confusables_data

    likes = [one["c"] for one in confusables_data.get(letter, ())]
    plain = [like for like in likes if like.isascii() and like.isalnum()]
    if letter.isascii():
        return "l" if letter in "1i" else "o" if letter == "0" else letter
    found = plain[0].casefold() if plain else letter
    return "l" if found in "1i" else "o" if found == "0" else found


@cache
def _reserved() -> re.Pattern[str]:
    words = "|".join(map(_skeleton, RESERVED))
    return re.compile(f"(?:{words})+$|{STUMP}|已注銷")
