"""What MkDocs does not do by itself, for `make docs` (mkdocs.yml).

One language at a time: `PAIJU_DOCS_LANGUAGE=zh` takes `page.zh-CN.md` where there is one, and says above every other page that it is
in English. Each language has a search index of its own. Links that lead out of docs/ become plain text, but for the documents in `OUTSIDE`,
which are pages of the site as well.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any, Final

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parent.parent
CHINESE: Final = ".zh-CN.md"
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)")
CODE: Final = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.M | re.S)
EXAMPLE: Final = re.compile(r"^(?=>>> )((?:.+(?:\n|\Z))+)", re.M)
OUTSIDE: Final = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
"""Pages of the site whose text stands in the root of the repository."""

BOTH: Final = "<!-- both languages -->"
"""Stands in a page that is in both languages itself."""
ENGLISH_ONLY: Final = '!!! note "本页只有英文"\n    这一页写给改代码、升级的人，或者由代码生成，没有中文版。\n\n'
SECTIONS: Final = {
    "Tutorials": "教程", "How-to": "操作指南", "Games": "玩法", "Reference": "参考", "Explanation": "说明",
    "Decisions": "设计决定", "Project": "项目",
}  # fmt: skip


def chinese() -> bool:
    return os.environ.get("PAIJU_DOCS_LANGUAGE") == "zh"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    if chinese():
        config.site_dir = str(Path(config.site_dir) / "zh")
        config.site_description = "十四种玩法共用一套有类型的规则库，其上是牌桌、服务器、机器人和分析"
        config.nav = _translated(config.nav)
    return config


def _translated(nav: Any) -> Any:
    if isinstance(nav, list):
        return [_translated(entry) for entry in nav]
    if isinstance(nav, dict):
        return {SECTIONS.get(title, title): _translated(entry) for title, entry in nav.items()}
    return nav


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """One file for each page: in Chinese, under the English name, what the Chinese file says."""
    for file in [file for file in files if file.src_uri.endswith(CHINESE)]:
        files.remove(file)
    return files


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:
    name = page.file.src_uri
    if name in OUTSIDE:
        text = (ROOT / OUTSIDE[name]).read_text(encoding="utf-8")
        text = LINK.sub(lambda found: found[0].replace(f"]({found[3]}", f"]({_rebased(found[3])}"), text)
        return text
    path = Path(config.docs_dir) / _in_chinese(name)
    if not chinese() or not path.is_file():
        return None
    return path.read_text(encoding="utf-8")


def _rebased(target: str) -> str:
    """A link of a document in the root, as one of a page of the site."""
    pages = {name: page for page, name in OUTSIDE.items()}
    return pages.get(target) or (target[5:] if target.startswith("docs/") else f"../{target}")


def _in_chinese(name: str) -> str:
    return name.removesuffix(".md") + CHINESE


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    name = page.file.src_uri
    docs = Path(config.docs_dir)
    is_english = not (chinese() and (docs / _in_chinese(name)).is_file())
    if chinese() and BOTH not in markdown and is_english:
        title, _, rest = markdown.partition("\n")
        markdown = f"{title}\n\n{ENGLISH_ONLY}{rest}" if title.startswith("# ") else ENGLISH_ONLY + markdown
    folder = posixpath.dirname(name)

    def link(found: re.Match[str]) -> str:
        picture, text, target, anchor = found[1], found[2], found[3], found[4] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith("../"):
            pages = {Path(name).name: page for page, name in OUTSIDE.items()}
            if path[3:] not in pages:
                return text
            path = pages[path[3:]]
        if (docs / path / "README.md").is_file():
            path += "/README.md"
        if chinese() and is_english and (docs / _in_chinese(path)).is_file():
            anchor = ""  # headings of that page are Chinese
        if path.endswith(CHINESE):
            path = path.removesuffix(CHINESE) + ".md"
            if not chinese():
                return f'<a href="{_other(page, path)}">{text}</a>'
        return f"{picture}[{text}]({posixpath.relpath(path, folder or '.')}{anchor})"

    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(link, part) for part in parts[::2]]
    return "".join(parts)


def _other(page: Page, name: str) -> str:
    """The address of a page of the other language, from this page."""
    root = posixpath.relpath(".", posixpath.dirname(page.url) or ".")
    address = re.sub(r"(^|/)README\.html$", r"\1index.html", name.removesuffix(".md") + ".html")
    return posixpath.normpath(posixpath.join(root, ".." if chinese() else "zh", address))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """The switch of languages leads to the same page."""
    other, here = _other(page, page.file.src_uri), posixpath.basename(page.url)
    addresses = {"en": other, "zh": here} if chinese() else {"en": here, "zh": other}
    return re.sub(r'href="[^"]*" hreflang="(\w+)"', lambda it: f'href="{addresses[it[1]]}" hreflang="{it[1]}"', output)


class Examples(griffe.Extension):
    """Examples in docstrings are code, not text."""

    def on_instance(self, *, obj: griffe.Object | griffe.Alias, **kwargs: Any) -> None:
        if not obj.is_alias and obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"\n```python\n\1\n```\n", obj.docstring.value)
