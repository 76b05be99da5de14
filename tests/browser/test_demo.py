"""`make demo`: a deal in the browser, with the rules in the browser too."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import QUICK, is_over, my_turn, play_to_the_end

ROOT = Path(__file__).parents[2]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def demo_url() -> Iterator[str]:
    """The folder that `make demo` writes, behind a plain web server."""
    subprocess.run([sys.executable, ROOT / "tools" / "demo.py"], check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=ROOT / "build" / "demo")) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


async def opened(context: BrowserContext, url: str) -> Page:
    page = await context.new_page()
    await page.add_init_script(f"localStorage.setItem('paiju.settings', {json.dumps(json.dumps(QUICK))})")
    await page.goto(url)
    await expect(page.get_by_role("button", name="斗地主")).to_be_visible(timeout=120_000)
    return page


async def test_deals_without_a_server(context: BrowserContext, demo_url: str) -> None:
    page = await opened(context, demo_url)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("button", name="斗地主").click()
    await expect(page.locator("main.room")).to_be_visible()
    await play_to_the_end(page, answers=8)
    await expect(page.locator(".res tbody tr")).to_have_count(3)
    await page.locator(".res .ib").click()
    await page.locator("header a[href='/']").click()
    await page.get_by_role("button", name="德州扑克").click()
    await expect(page.locator("main.room")).to_be_visible()
    assert await my_turn(page, seconds=60) or await is_over(page)
    assert [url for url in asked if "/api/" in url or "/ws" in url] == []
