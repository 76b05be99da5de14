"""Make the pictures of the page in docs/screens/: those of the README, and each table on a phone, as references.

python tools/screens.py            # starts a server of its own; needs Chromium and a CJK font
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screens"
sys.path.insert(0, str(ROOT))

from paiju.games import catalog  # noqa: E402
from tests.browser.person import answer, my_turn, newcomer, quick_play  # noqa: E402
from tests.browser.still import SHAPES, still  # noqa: E402

DESKTOP = (1280, 800)
FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync"


async def seated(page: Page, title: str, turns: int) -> None:
    """At a table, some answers into the deal, with a question open."""
    await quick_play(page, title)
    for _ in range(turns):
        if not await my_turn(page):
            break
        await answer(page)
    for _ in range(40):  # on to a question with something to choose
        if not await my_turn(page):
            break
        await page.wait_for_timeout(300)
        hint = page.locator("[data-act=hint]")
        if await hint.count():
            await hint.click()
            await page.wait_for_timeout(500)
        plays = page.locator(".hand .card.sel, .betbox [data-act=call], .prompt [data-act=end]")
        if await plays.count() and not await page.locator(".toast").count():
            break
        await answer(page)


async def shoot(page: Page, name: str, size: tuple[int, int], kind: str = "png") -> None:
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.wait_for_timeout(350)
    if await page.locator(".toast").count():
        await page.locator(".toast").wait_for(state="detached")
    path = TARGET / f"{name}.{kind}"
    if kind == "png":
        await page.screenshot(path=path)
    else:
        await page.screenshot(path=path, type="jpeg", quality=82)


async def readme(browser: Browser, url: str, language: str) -> None:
    suffix = "" if language == "zh" else ".en"
    for name, theme in (
        ("lobby", "light"),
        ("doudizhu", "light"),
        ("holdem", "dark"),
        ("sanguosha", "light"),
    ):
        context = await browser.new_context(
            locale="zh-CN" if language == "zh" else "en-US", viewport={"width": 1280, "height": 800}
        )
        page = await newcomer(context, url, lang=language, theme=theme)
        if name != "lobby":
            title = catalog.find(name).title
            await seated(page, title.zh if language == "zh" else title.en, {"holdem": 2, "sanguosha": 4}.get(name, 3))
        await shoot(page, name + suffix, DESKTOP)
        await context.close()


async def phones(browser: Browser, url: str) -> None:
    """Each table as the recorded stream of its game leaves it: the same picture on every run (tests/browser/test_screens.py)."""
    for info in catalog.infos():
        context = await browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})
        page = await still(context, url, info.id)
        for shape, size in SHAPES.items():
            await shoot(page, f"phone/{info.id}-{shape}", size, "jpg")
        await context.close()


async def pictures(url: str) -> None:
    program = os.environ.get("PAIJU_BROWSER") or shutil.which("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        if "phones" not in sys.argv:
            for language in ("zh", "en"):
                await readme(browser, url, language)
        if "readme" not in sys.argv:
            await phones(browser, url)
        await browser.close()


@contextmanager
def serving() -> Iterator[str]:
    """A server of one's own, by its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "paiju", "serve", "--port", "0", "--data", data, "--no-rate-limits"]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            url = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
            try:
                yield url
            finally:
                server.terminate()


def main() -> None:
    (TARGET / "phone").mkdir(parents=True, exist_ok=True)
    with serving() as url:
        asyncio.run(pictures(url))


if __name__ == "__main__":
    main()
