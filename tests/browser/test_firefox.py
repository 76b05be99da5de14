"""A second engine: whole deals in Firefox by clicking, where there is one."""

from __future__ import annotations

import gc
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju.games import catalog
from tests.browser.person import QUICK

FIREFOX = os.environ.get("PAIJU_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")

ANSWER = """
const press = (what) => { const found = document.querySelector(what); found?.click(); return found !== null; };
if (press("[data-act=call], [data-act=word]")) return;
if (document.querySelector(".hand .card.sel")) return void press("[data-act=play]");
if (document.querySelector(".toast")) return void press("[data-act=pass]");
const room = document.querySelector("main.room").dataset;
if (room.hinted !== room.since) press("[data-act=hint]");
room.hinted = room.since;
"""
"""One step of an answer: a button with words, else what the hint lays out, else pass."""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Any]:
    if FIREFOX is None:
        pytest.skip("there is no Firefox on this machine")
    marionette = pytest.importorskip("marionette_driver.marionette")
    driver = marionette.Marionette(bin=FIREFOX, headless=True, port=0, gecko_log=str(tmp_path / "gecko.log"))
    driver.start_session()
    try:
        yield driver
    finally:
        driver.quit()
        driver.cleanup()
        del driver
        gc.collect()  # here, where its warnings are passed over


# Of the driver: about its own sockets, and about how it is written.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("game", ["doudizhu", "holdem"])
def test_a_deal_in_firefox(game: str, firefox: Any, server_url: str) -> None:
    firefox.set_window_rect(width=1280, height=900)
    firefox.navigate(f"{server_url}/rules")
    chosen = json.dumps(QUICK | {"lang": "zh"})
    firefox.execute_script("localStorage.setItem('paiju.settings', arguments[0])", script_args=(chosen,))
    firefox.navigate(server_url)
    title = catalog.find(game).title.zh
    _until(firefox, f"[...document.querySelectorAll('button')].some((one) => one.textContent.includes('{title}'))")
    firefox.execute_script(
        f"[...document.querySelectorAll('button')].find((one) => one.textContent.includes('{title}')).click()"
    )
    _until(firefox, "document.querySelector('main.room') !== null")
    firefox.execute_script(
        "addEventListener('error', (event) => (document.documentElement.dataset.wrong = event.message))"
    )
    end = time.monotonic() + 100
    while not firefox.execute_script("return document.querySelector('main.room').dataset.ended ?? ''"):
        assert time.monotonic() < end, "the deal did not end"
        if firefox.execute_script("return document.querySelector('main.room').dataset.since ?? ''"):
            firefox.execute_script(ANSWER)
        time.sleep(0.05)
    assert firefox.execute_script("return document.documentElement.dataset.wrong ?? ''") == ""
    whole, shown = firefox.execute_script("return [document.documentElement.scrollHeight, innerHeight]")
    assert whole <= shown


def _until(firefox: Any, condition: str, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not firefox.execute_script(f"return {condition}"):
        assert time.monotonic() < end, condition
        time.sleep(0.05)
