"""A real server and a real Chromium for the tests of the page.

One Chromium runs per test session, and one connection to it, in one event loop that all tests here share. Most tests
also share a context that is emptied after each of them (pages, cookies, storage, service workers): to make one costs more
than many a test. The asynchronous API of playwright is used because the synchronous one keeps an event loop running, in
which no other asynchronous test of the same process could start.

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
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, async_playwright

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
            if pytest_asyncio.is_async_test(item):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """The running Chromium, connected to once."""
    async with async_playwright() as playwright:
        yield await playwright.chromium.connect_over_cdp(chromium)


async def desk(browser: Browser) -> BrowserContext:
    """A fresh context of somebody at a desk, in Chinese."""
    return await browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 800})


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(browser: Browser) -> AsyncIterator[BrowserContext]:
    """The context that most tests use, one after another, with a page that stays open in it."""
    context = await desk(browser)
    await context.new_page()
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def context(shared: BrowserContext, server_url: str) -> AsyncIterator[BrowserContext]:
    """A context like new, in Chinese, in which any error of the page fails the test."""
    errors: list[str] = []

    def failed(error: WebError) -> None:
        errors.append(str(error.error))

    def logged(message: ConsoleMessage) -> None:
        # The icon that Chromium looks for where a document names none (seats.EMPTY) is not the page's.
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            errors.append(message.text)

    shared.set_default_timeout(15_000)
    shared.on("weberror", failed)
    shared.on("console", logged)
    try:
        yield shared
    finally:
        keeper, *pages = shared.pages
        for page in pages:
            await page.close()
        shared.remove_listener("weberror", failed)
        shared.remove_listener("console", logged)
        await shared.unroute_all(behavior="ignoreErrors")
        await shared.clear_cookies()
        session = await shared.new_cdp_session(keeper)
        await session.send("Storage.clearDataForOrigin", {"origin": server_url, "storageTypes": "all"})
        await session.detach()
    assert not errors, errors


@pytest_asyncio.fixture(loop_scope="session")
async def plain_context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A fresh context in which errors of the network are expected."""
    context = await desk(browser)
    context.set_default_timeout(30_000)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> Page:
    return await context.new_page()
