"""A real server and a real Chromium for the tests of the page.

One Chromium runs per test session; each test connects to it and gets a context of its own, so nothing (cookies,
storage, sockets) carries over. The asynchronous API of playwright is used because the synchronous one keeps an event
loop running, in which no other asynchronous test of the same process could start.

PAIJU_BROWSER names the program (`make test` sets it); else one on PATH is taken. Without any, the tests are skipped,
or, with CI=true, they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running Chromium's debugging port."""
    program = os.environ.get("PAIJU_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium was found, and CI must not skip the browser tests")
        pytest.skip("no Chromium was found; install one or set PAIJU_BROWSER")
    profile = tmp_path_factory.mktemp("chromium")
    command = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            port = _wait_for(profile / "DevToolsActivePort", process)
            yield f"http://127.0.0.1:{port.splitlines()[0]}"
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_for(file: Path, process: subprocess.Popen[bytes], seconds: float = 60) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if file.is_file() and (text := file.read_text()).count("\n"):
            return text
        if process.poll() is not None:
            pytest.fail(f"Chromium ended with {process.returncode} before it answered")
        time.sleep(0.05)
    pytest.fail("Chromium did not answer in time")


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a `paiju serve` of our own."""
    data = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "paiju", "serve", "--port", "0", "--data", str(data), "--no-rate-limits"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if address := re.search(r"http://\S+", line):
                    yield address[0]
                    break
            else:
                pytest.fail("the server ended before it answered")
        finally:
            process.terminate()


@pytest.fixture
async def context(chromium: str) -> AsyncIterator[BrowserContext]:
    """A fresh context, in Chinese, in which any error of the page fails the test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(chromium)
        context = await browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(15_000)
        errors: list[str] = []
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield context
        await context.close()
        assert not errors, errors


@pytest.fixture
async def plain_context(chromium: str) -> AsyncIterator[BrowserContext]:
    """A fresh context in which errors of the network are expected."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(chromium)
        context = await browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(30_000)
        yield context
        await context.close()


@pytest.fixture
async def page(context: BrowserContext) -> Page:
    return await context.new_page()
