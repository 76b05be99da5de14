"""Make the first pictures of the READMEs, in both languages, in docs/screens/: `film.webp` (a deal, a bomb that wins, the mistake that an
analysis finds), `analysis.png`, and `together.png`, a desktop and a phone at once.

python tools/film.py               # starts a server of its own; needs Chromium, a CJK font, Pillow, and a machine with nothing else to do
"""

from __future__ import annotations

import asyncio
import base64
import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from screens import FLAGS, TARGET, serving  # noqa: E402

from tests.browser.person import answer, my_turn, played_deal  # noqa: E402
from tests.browser.seats import bots, call, open_table, person  # noqa: E402

SIZE: ViewportSize = {"width": 1200, "height": 750}
WIDTH = 720
"""Of the picture, in pixels."""
FASTEST = 80
"""Milliseconds between frames at least."""

BOMB = "doudizhu 8888K/34567TJQQ/3 0 landlord=0 top=2:AA bid=3"
"""Without the bomb the last card of the neighbour wins; after it nothing stops the king."""


class Film:
    """Frames as the browser paints them, each with the moment of its painting in seconds."""

    def __init__(self) -> None:
        self._shots: list[tuple[float, Image.Image]] = []
        self._parts: list[list[tuple[Image.Image, int]]] = []

    async def record(self, page: Page, scene: Any, *, seconds: float) -> None:
        """Film a scene of a page: what happens while `scene` runs, cut after so many seconds."""
        session = await page.context.new_cdp_session(page)
        self._shots = []

        async def painted(event: dict[str, Any]) -> None:
            picture = Image.open(io.BytesIO(base64.b64decode(event["data"]))).convert("RGB")
            self._shots.append((float(event["metadata"]["timestamp"]), picture))
            await session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

        session.on("Page.screencastFrame", lambda event: asyncio.ensure_future(painted(event)))
        await session.send("Page.startScreencast", {"format": "jpeg", "quality": 90, "everyNthFrame": 1})
        await scene
        await session.send("Page.stopScreencast")
        await session.detach()
        self._parts.append(self._cut(seconds))

    def _cut(self, seconds: float) -> list[tuple[Image.Image, int]]:
        """Frames with how long each is shown, in milliseconds; the last one fills the time."""
        shots = sorted(self._shots, key=lambda shot: shot[0])
        start, kept = shots[0][0], [shots[0]]
        for shot in shots:
            if shot[0] - kept[-1][0] >= FASTEST / 1000 and shot[0] - start < seconds:
                kept.append(shot)
        times = [at - start for at, _ in kept] + [seconds]
        return [
            (picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS), round(1000 * (end - at)))
            for (_, picture), at, end in zip(kept, times[:-1], times[1:], strict=True)
        ]  # fmt: skip

    def save(self, path: Path) -> None:
        frames = [frame for part in self._parts for frame in part]
        first, *others = [picture for picture, _ in frames]
        durations = [shown for _, shown in frames]
        first.save(path, save_all=True, append_images=others, duration=durations, loop=0, quality=60, method=4)


async def film(browser: Browser, url: str, language: str) -> None:
    suffix = "" if language == "zh" else ".en"
    made = Film()
    context = await browser.new_context(locale="zh-CN" if language == "zh" else "en-US", viewport=SIZE)
    look = {"lang": language, "theme": "light", "motion": "full"}

    page = await person(context, url, **look, pace=600)
    code = await open_table(page, {"game": "doudizhu", "bots": bots(2), "pace": 600})
    await page.wait_for_timeout(1_500)  # connected, everybody seated
    await made.record(page, _deal(page, code), seconds=2.5)

    page = await person(context, url, **look, pace=500)
    table = {"game": "doudizhu", "position": BOMB, "bots": bots(2), "pace": 500}
    await open_table(page, table, wish="true")
    await my_turn(page)
    await made.record(page, _win(page), seconds=4.5)

    page = await person(context, url, **(look | {"motion": "off"}))
    for _ in range(10):  # until somebody makes a mistake
        code = await played_deal(page, {"game": "doudizhu", "bots": bots(2)}, close=True)
        await page.goto(f"{url}/replay/{code}/1")
        await page.locator("[role=tab]").nth(2).click()
        await page.locator("[data-act=analyse]").click()
        await page.locator("[role=slider], .curve").first.wait_for(timeout=90_000)
        if await page.locator(".flags button").count():
            break
    await made.record(page, _mistake(page), seconds=3.0)
    await page.screenshot(path=TARGET / f"analysis{suffix}.png")
    await context.close()
    made.save(TARGET / f"film{suffix}.webp")


async def together(browser: Browser, url: str, language: str) -> None:
    """The same table on a desktop and, in front of it, a phone."""
    suffix = "" if language == "zh" else ".en"
    pictures = []
    for width, height, scale in ((1280, 800, 1), (360, 740, 2)):
        context = await browser.new_context(
            locale="zh-CN" if language == "zh" else "en-US",
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
        )
        page = await person(context, url, lang=language, theme="light")
        await open_table(page, {"game": "guandan", "bots": bots(3)}, wish="true")
        await my_turn(page)
        await page.wait_for_timeout(500)
        pictures.append(Image.open(io.BytesIO(await page.screenshot())).convert("RGB"))
        await context.close()
    desktop, phone = pictures
    phone = phone.resize((296, 296 * phone.height // phone.width), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", (desktop.width + 120, desktop.height + 60), "white")
    sheet.paste(desktop, (0, 0))
    at = (sheet.width - phone.width - 14, sheet.height - phone.height - 14)
    ImageDraw.Draw(sheet).rounded_rectangle(
        (at[0] - 10, at[1] - 10, at[0] + phone.width + 10, at[1] + phone.height + 10), radius=26, fill="#1c1f1e"
    )
    sheet.paste(phone, at)
    sheet.save(TARGET / f"together{suffix}.png", optimize=True)


async def main(url: str) -> None:
    program = os.environ.get("PAIJU_BROWSER") or shutil.which("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        for language in ("zh", "en"):
            await film(browser, url, language)
            await together(browser, url, language)
        await browser.close()


async def _deal(page: Page, code: str) -> None:
    await call(page, "POST", f"/api/games/{code}/start")
    await page.wait_for_timeout(2_500)


async def _win(page: Page) -> None:
    """Play on hints to the end."""
    await page.wait_for_timeout(400)
    while await my_turn(page):
        await answer(page)
        await page.wait_for_timeout(500)
    await page.wait_for_timeout(2_000)


async def _mistake(page: Page) -> None:
    await page.wait_for_timeout(700)
    await page.locator(".flags button").first.click()
    await page.wait_for_timeout(1_500)


if __name__ == "__main__":
    with serving() as address:
        asyncio.run(main(address))
