"""Nothing is lost: a reload, and a server that is killed and started again, in the middle of a deal."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.person import answer, my_turn, newcomer, play_to_the_end, quick_play, table


async def hand(page: Page) -> list[str]:
    found: list[str] = await page.eval_on_selector_all(".hand .card", "cards => cards.map(card => card.dataset.key)")
    return found


async def test_a_reload_in_mid_deal(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    while not await page.locator("[data-act=hint]").is_visible():
        assert await my_turn(page)
        await answer(page)
    await expect(page.locator(".hand .card").first).to_be_visible()
    before = await hand(page)
    await page.reload()
    await expect(page.locator(".hand .card").first).to_be_visible()
    assert await hand(page) == before
    await page.goto(server_url)
    await page.get_by_role("link", name="回到牌桌").click()
    await expect(page.locator(".hand .card").first).to_be_visible()
    await play_to_the_end(page, answers=2)


def start(port: int, data: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "paiju", "serve", "--port", str(port), "--data", str(data), "--no-rate-limits"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert any(re.search(r"http://\S+", line) for line in iter(process.stdout.readline, ""))
    return process


def stop(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


async def test_the_server_is_killed_in_mid_deal(plain_context: BrowserContext, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = start(port, tmp_path)
    try:
        page = await newcomer(plain_context, f"http://127.0.0.1:{port}")
        await quick_play(page, "斗地主")
        while not await page.locator("[data-act=hint]").is_visible():
            assert await my_turn(page)
            await answer(page)
        await my_turn(page)
        before = await hand(page)
        await page.locator(".hand .card").last.click(position={"x": 10, "y": 30})
        chosen = await page.locator(".hand .card.sel").get_attribute("data-key")
        stop(process)
        await expect(page.get_by_text("连接断开，正在重连")).to_be_visible()
        process = start(port, tmp_path)
        await expect(page.get_by_text("连接断开，正在重连")).to_be_hidden()
        assert await hand(page) == before
        assert await page.locator(".hand .card.sel").get_attribute("data-key") == chosen
        await expect(table(page)).not_to_have_attribute("data-since", "")
        await page.keyboard.press("Escape")
        await play_to_the_end(page, answers=2)
    finally:
        stop(process)
