"""The documentation site: it builds without a warning, leads nowhere that is not there, and says the same in both languages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.timeout(600)  # two builds of the site, on a busy machine

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CHINESE = sorted(DOCS.rglob("*.zh-CN.md"))
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
CODE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.M | re.S)
FENCE = re.compile(r"^```.*$", re.M)
TABLE = re.compile(r"^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\|\n)*", re.M)
ALONE = {
    "decisions/": "why the code is as it is, for people who change it",
    "reference/": "made from docstrings",
    "glossary.md": "has both languages in one table",
    "contributing.md": "for people who change the code",
    "changelog.md": "by version, for people who upgrade",
}
"""Pages without a Chinese twin, by the beginning of their names, and why."""
GENERATED = re.compile(r"\A<!-- Written by ")
RULES = re.compile(r"<!-- rules: [^>]*-->\n(.*?)<!-- /rules -->", re.S)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both languages, as `make docs` builds them."""
    folder = tmp_path_factory.mktemp("site")
    for language in ("en", "zh"):
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
            cwd=ROOT,
            env=os.environ | {"PAIJU_DOCS_LANGUAGE": language, "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


def targets(page: Path) -> list[str]:
    """What a page leads to or loads."""
    return [unescape(found) for found in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8"))]


def test_every_address_within_the_site_is_there(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 130
    names = {page: set(re.findall(r'\bid="([^"]*)"', page.read_text(encoding="utf-8"))) for page in pages}
    for page in pages:
        if page.name == "404.html":
            continue  # it is shown at any address, so its own are of the root
        for target in targets(page):
            if re.match(r"[a-z]+:", target):
                continue
            address, _, mark = target.partition("#")
            there = (page.parent / unquote(address)).resolve() if address else page
            assert there.is_file(), f"{page.relative_to(site)} leads to {target}"
            if mark and there.suffix == ".html" and not mark.startswith("__"):  # those are of the theme
                assert unquote(mark) in names[there], f"{page.relative_to(site)} leads to {target}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loads = re.compile(r"<(?:script|img|iframe|link)\b[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*\"")
    for page in site.rglob("*.html"):
        assert not loads.search(page.read_text(encoding="utf-8")), page.name
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style.name


@pytest.mark.parametrize(("folder", "word"), [("", "certificate"), ("zh", "进贡")])
def test_each_language_has_its_search(site: Path, folder: str, word: str) -> None:
    index = json.loads((site / folder / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["lang"] == [folder or "en"]
    words = {found for entry in index["docs"] for found in re.split(r"[\s\u200b<>，。：；、（）*]+", entry["text"])}
    assert word in words, "words of Chinese are told apart"


def twin(page: Path) -> Path:
    return page.with_name(page.name.replace(".zh-CN.md", ".md"))


def headings(path: Path) -> list[int]:
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    generated = RULES.search(text)
    if (
        generated
    ):  # the English page goes on with rulings that are for people who change the rules, and then has its words
        text = generated[1] + "### Words\n" * ("<!-- glossary:" in text)
    levels = [len(found) for found in re.findall(r"^(#+) ", text, re.M)]
    if generated is None and path.parent.name == "rules" and "index" not in path.name:
        levels = [level + 1 for level in levels[1:]]  # the Chinese page is only what is generated, under its own title
    return levels


@pytest.mark.parametrize("page", CHINESE, ids=lambda path: str(path.relative_to(DOCS)))
def test_chinese_and_english_have_the_same_headings(page: Path) -> None:
    assert headings(page) == headings(twin(page))


WRITTEN = [
    page for page in CHINESE if page.parent.name != "rules" or not GENERATED.search(page.read_text(encoding="utf-8"))
]
"""Chinese pages that no program wrote."""


@pytest.mark.parametrize("page", WRITTEN, ids=lambda path: str(path.relative_to(DOCS)))
def test_chinese_and_english_have_the_same_code(page: Path) -> None:
    """But for comments, docstrings, and what a command prints in the language of its reader."""

    def code(path: Path) -> list[tuple[str, object]]:
        found = CODE.findall(path.read_text(encoding="utf-8"))
        return [
            (
                kind,
                re.findall(r"^\$ .*", text, re.M)
                if kind == "console"
                else re.sub(r"\"{3}.*?\"{3}|\s+(?:#|//) .*$", "", text, flags=re.M),
            )
            for kind, text in found
        ]

    assert code(page) == code(twin(page))
    drawings = [
        sum(not line[3:] for line in FENCE.findall(path.read_text(encoding="utf-8"))[::2])
        for path in (page, twin(page))
    ]
    assert drawings[0] == drawings[1]


def facts(text: str) -> tuple[set[str], set[str]]:
    """Names in code and figures with a point, a comma or four digits: what is no matter of language."""
    names = {name for name in re.findall(r"`([^`]+)`", text) if re.fullmatch(r"[\w./:*=<>{}@$~+-]+", name, re.ASCII)}
    words = re.sub(r"`[^`]+`|\]\([^)]*\)", "", text)
    return names, set(re.findall(r"\d+(?:[.,]\d+)+|\d{4,}", words))


def figures(row: str) -> list[str]:
    """Every figure of a row, however small: what was measured says the same in both languages."""
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", re.sub(r"`[^`]+`|\]\([^)]*\)", "", row)))


@pytest.mark.parametrize("page", WRITTEN, ids=lambda path: str(path.relative_to(DOCS)))
def test_chinese_and_english_name_the_same_things_and_figures(page: Path) -> None:
    """Under each heading, and in each row of a table, so that what was measured is not changed in one language alone."""
    chinese, english = (
        re.split(r"^#+ .*$", FENCED.sub("", path.read_text(encoding="utf-8")), flags=re.M)
        for path in (page, twin(page))
    )
    for ours, theirs in zip(chinese, english, strict=True):
        tables = [[table.splitlines() for table in TABLE.findall(text)] for text in (ours, theirs)]
        for table, other in zip(*tables, strict=True):
            assert table[1].count("|") == other[1].count("|") and len(table) == len(other), other[0]
            for row, there in zip(table[2:], other[2:], strict=True):
                assert facts(row) == facts(there)
                assert page.parent.name == "rules" or figures(row) == figures(there)  # names of games have figures
        assert facts(TABLE.sub("", ours)) == facts(TABLE.sub("", theirs))


def test_both_drawings_of_a_move_name_the_same_files() -> None:
    named = [re.findall(r"[├└]─ (\S+\.py)(?:\s+(\S+\.py))?", (DOCS / name).read_text(encoding="utf-8"))
             for name in ("architecture.md", "architecture.zh-CN.md")]  # fmt: skip
    assert len(named[0]) == 14 and named[0] == named[1]


def test_every_page_is_there_in_both_languages_or_says_why_not() -> None:
    pages = re.findall(r"^ +- ([\w/.-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    assert len(pages) > 70
    alone = {name for name in pages if not (DOCS / name).with_suffix(".zh-CN.md").is_file()}
    assert {name for name in alone if not name.startswith(tuple(ALONE))} == set()
    assert all(any(name.startswith(start) for name in alone) for start in ALONE)


@pytest.mark.parametrize("page", WRITTEN, ids=lambda path: str(path.relative_to(DOCS)))
def test_chinese_pages_lead_to_chinese_pages(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+\.md)", page.read_text(encoding="utf-8")):
        there = page.parent / target
        assert target.endswith(".zh-CN.md") or not there.with_suffix(".zh-CN.md").is_file(), target
