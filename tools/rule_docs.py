"""Write the rules of every game into docs/rules/ from the rulebooks. `--check` only compares, for the test.

python tools/rule_docs.py [--check]

`<game>.zh-CN.md` is written whole; in `<game>.md` only what stands between the two marks is, and everything else,
the rulings and where they come from, stays as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.messages import Language
from paiju.games.rulebook import plain, rules_of
from paiju.games.ruletext import OPTIONS, PRESET, markdown, options_table

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
NOTE = "Written by tools/rule_docs.py from the game's rulebook. Do not edit; run it again."
PART = re.compile(r"(<!-- rules: [^>]*-->\n).*?(<!-- /rules -->)", re.S)
GLOSSARY = re.compile(r"(<!-- glossary: [^>]*-->\n).*?(<!-- /glossary -->)", re.S)


def written(info: GameInfo, language: Language, level: int) -> Iterator[str]:
    """The game under its default, what its other presets change, and every option. Without the title."""
    usual = rules_of(info, info.build())
    lines = list(markdown(usual, language, level))[1:]
    words = next(
        (at for at, line in enumerate(lines) if line == f"{'#' * level}# {usual.sections[-1].title[language]}"), None
    )
    yield from lines[1:words]  # words are explained where they stand; the table of them closes the page
    head = "#" * level + "#"
    for name in info.presets:
        changed = rules_of(info, info.build(preset=name)).changed
        if changed:
            yield from (f"{head} {PRESET[language].format(name=name)}", "")
            for change in changed:
                yield from (f"- `{change.option}`: {plain(said.text[language])}" for said in change.says)
                if not change.says:
                    yield f"- `{change.option}`: {change.help[language]}: {change.value[language]}"
            yield ""
    yield from (f"{head} {OPTIONS[language]}", "")
    yield from options_table(info, language)
    assert info.rulebook is not None
    if language == "zh" or not info.rulebook.whole_glossary:  # else the page has it in both languages
        yield from ("", *lines[words:])


def glossary(info: GameInfo) -> Iterator[str]:
    """Every word of a game in both languages."""
    assert info.rulebook is not None
    yield "| term | 中文 | meaning |"
    yield "| --- | --- | --- |"
    for term in info.rulebook.glossary.values():
        yield f"| {term.title.en} | {term.title.zh} | {term.meaning.en} {term.meaning.zh} |"


def chinese(info: GameInfo) -> str:
    lines = (
        f"<!-- {NOTE} -->",
        f"# {info.title.zh}",
        "",
        f"{info.summary.zh} 英文版和各条裁定的出处见 [{info.id}.md]({info.id}.md)。",
        "",
        *written(info, "zh", 1),
    )
    return "\n".join(lines).rstrip() + "\n"


def english(info: GameInfo, text: str) -> str:
    """The page with its written part renewed."""
    body = "\n".join(written(info, "en", 2)).rstrip()
    text = PART.sub(lambda mark: f"{mark[1]}\n{body}\n\n{mark[2]}", text)
    return GLOSSARY.sub(lambda mark: f"{mark[1]}\n" + "\n".join(glossary(info)) + f"\n\n{mark[2]}", text)


def pages() -> Iterator[tuple[Path, str]]:
    """Every page and what it should say."""
    for info in catalog.infos():
        yield RULES / f"{info.id}.zh-CN.md", chinese(info)
        page = RULES / f"{info.id}.md"
        yield page, english(info, page.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    stale = [(page, text) for page, text in pages() if not page.exists() or page.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        for page, _ in stale:
            print(f"{page.name} does not say what the rulebook says; run python tools/rule_docs.py")
        return 1 if stale else 0
    for page, text in stale:
        page.write_text(text, encoding="utf-8")
        print(f"wrote {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
