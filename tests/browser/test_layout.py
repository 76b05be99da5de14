"""Every table fits every screen: nothing sticks out, hand and actions are in sight, nothing covers them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext

from paiju.games import catalog
from tests.browser.person import answer, my_turn, newcomer, quick_play

SIZES = [(360, 640), (390, 844), (844, 390), (720, 450), (1024, 768), (1440, 900)]  # 720 x 450 is 1440 x 900 at 200 %

PROBLEMS = """() => {
  const found = [];
  const wide = document.documentElement;
  if (wide.scrollWidth > innerWidth + 1) found.push(`wider than the window: ${wide.scrollWidth}`);
  const boxes = [...document.querySelectorAll('.act button, .bet2 button, .go button, .hand .card, .shand .card, .me .seat')];
  for (const one of boxes) {
    const box = one.getBoundingClientRect();
    if (box.width === 0) continue;
    if (box.left < -2 || box.right > innerWidth + 2 || box.top < 0 || box.bottom > innerHeight + 2)
      found.push(`out of sight: ${one.className} ${one.innerText} ${JSON.stringify(box)}`);
  }
  for (const one of document.querySelectorAll('.act button, .bet2 button, .go button')) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || one.disabled) continue;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top && !one.contains(top) && !top.closest('.toast')) found.push(`covered: ${one.innerText} by ${top.className}`);
    if (box.height < 40 && !one.classList.contains('sm')) found.push(`too low to press: ${one.innerText} ${box.height}`);
    if (one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.innerText}`);
  }
  const pills = [...document.querySelectorAll('.felt .seat, .spot .seat')].map(one => [one, one.getBoundingClientRect()]);
  for (const [a, one] of pills) for (const [b, two] of pills) {
    if (a === b || a.dataset.seat >= b.dataset.seat) continue;
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (across > 6 && down > 6) found.push(`seats ${a.dataset.seat} and ${b.dataset.seat} overlap`);
  }
  return found;
}"""


@pytest.mark.parametrize("entry", catalog.infos(), ids=lambda entry: entry.id)
async def test_a_table_on_every_screen(entry: catalog.GameInfo, context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, entry.title.zh)
    problems: dict[str, Any] = {}
    for _ in range(2):
        if not await my_turn(page):
            break
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await page.wait_for_timeout(120)
            if found := await page.evaluate(PROBLEMS):
                problems[f"{width}x{height}"] = found
        await page.set_viewport_size({"width": 1280, "height": 800})
        await answer(page)
    assert problems == {}
