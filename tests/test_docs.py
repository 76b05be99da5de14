"""What the documents promise is what the code does."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from paiju.cards import DECK_52, Rng
from paiju.games import catalog
from tests.cards import test_rng

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_example_of_the_readme_runs(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


FAIR_DEALS = pytest.mark.parametrize("page", ["fair-deals.md", "fair-deals.zh-CN.md"])


@FAIR_DEALS
def test_the_published_vectors_are_the_tested_ones(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for value in (test_rng.SHUFFLE_52, test_rng.SHUFFLE_54, test_rng.RIFFLE_52, test_rng.COMMIT, str(test_rng.SEED)):
        assert value in text
    for seed in (0, 1, 2**256 - 1):
        rng = Rng(seed)
        assert " ".join(str(rng.word()) for _ in range(4)) in text


@FAIR_DEALS
def test_the_dozen_lines_of_the_page_shuffle_the_same_way(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.S)
    names: dict[str, object] = {}
    exec(program, names)
    shuffled = names["shuffled"]
    assert callable(shuffled)
    for seed in (1, 99, 2**200):
        assert tuple(shuffled(seed, DECK_52.cards)) == Rng(seed).shuffled(DECK_52.cards)


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/rules/index.md", "docs/rules/index.zh-CN.md"])
def test_the_games_listed_are_those_of_the_catalog(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", (ROOT / page).read_text(encoding="utf-8"), re.M)
    seats = {info.id: info.seats for info in catalog.infos()}
    assert {game for game, _ in rows} == set(seats) and len(rows) == len(seats)
    for game, players in rows:
        low, _, high = players.partition("–")
        assert int(low) == seats[game][0] and (game == "holdem" or int(high or low) == seats[game][-1]), game


def test_the_rules_are_those_of_the_rulebooks() -> None:
    spec = importlib.util.spec_from_file_location("rule_docs", ROOT / "tools" / "rule_docs.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for page, text in script.pages():
        assert "rules:" in text or page.name.endswith(".zh-CN.md"), f"{page.name} has lost its marks"
        assert page.read_text(encoding="utf-8") == text, f"{page.name} is stale: run python tools/rule_docs.py"


def test_links_between_documents_lead_somewhere() -> None:
    root = DOCS.parent
    for page in (*root.glob("*.md"), *DOCS.rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_tests_that_documents_name_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (DOCS / "regressions.md").read_text(encoding="utf-8"))
    assert len(named) > 14
    for path, test in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"def {test}\(", text) if test else text, f"{path}::{test}"


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_pictures_of_the_readmes(readme: str) -> None:
    """All are there; the first one moves, for about ten seconds, and is light enough for a page of text."""
    named = [ROOT / name for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / readme).read_text(encoding="utf-8"))]
    assert len(named) == 7 and all(path.is_file() for path in named)
    assert named[0].stat().st_size < 2_000_000
    with Image.open(named[0]) as opened:
        film: Any = opened  # its type knows no frames
        shown = 0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            shown += film.info["duration"]
        assert film.n_frames > 25 and 8_000 < shown < 12_000
