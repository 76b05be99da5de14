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

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CHINESE = sorted(DOCS.rglob("*.zh-CN.md"))
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
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
    english = page.with_name(page.name.replace(".zh-CN.md", ".md"))
    assert headings(page) == headings(english)


def test_both_drawings_of_a_move_name_the_same_files() -> None:
    named = [re.findall(r"[├└]─ (\S+\.py)(?:\s+(\S+\.py))?", (DOCS / name).read_text(encoding="utf-8"))
             for name in ("architecture.md", "architecture.zh-CN.md")]  # fmt: skip
    assert len(named[0]) == 14 and named[0] == named[1]


def test_what_newcomers_read_is_there_in_both_languages() -> None:
    pages = [*(DOCS / "tutorials").glob("*.md"), *(DOCS / "howto").glob("*.md"), DOCS / "index.md"]
    pages += [DOCS / "reference/index.md", DOCS / "rules/index.md"]
    for page in pages:
        assert page.name.endswith(".zh-CN.md") or page.with_name(f"{page.stem}.zh-CN.md") in CHINESE, page.name
