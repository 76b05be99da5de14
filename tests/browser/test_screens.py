"""Each game's table on phones, standing still: nothing overlaps, nothing is cut off, every card of the hand can be touched;
and it looks as its kept picture does (docs/screens/phone, made by `tools/screens.py phones`)."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from paiju.games import catalog
from tests.browser.person import answer, create_table, my_turn, newcomer
from tests.browser.still import REFERENCES, SHAPES, still

SIZES = [(360, 640), (390, 844), (667, 375), (740, 360), (844, 390), (820, 1180), (1280, 800)]

PROBLEMS = """() => {
  const found = [];
  const room = document.querySelector('main.room').getBoundingClientRect();
  const name = (one) => `${one.className.toString().replace(/svelte-\\\\w+/g, '').trim()} ${(one.innerText || one.ariaLabel || '').replace(/\\\\s+/g, ' ').slice(0, 24)}`;
  const box = (one) => one.getBoundingClientRect();
  const seen = (query) => [...document.querySelectorAll(query)].filter((one) => box(one).width > 0);
  // What must not lie over each other: seats, counts, plays, bets, board, prompts, buttons.
  const apart = seen('.opp .seat, .opp .count, .playd .cards, .cap, .pass, .climb .ask, .spot .seat, .spot .backs, .board > *, .pot, .bet, .gen, .prompt, .act button, .betbox, .hole .card, .tools button, .me .seat, .status .box, .cnt, .levels');
  for (let i = 0; i < apart.length; i++) for (let j = i + 1; j < apart.length; j++) {
    const [a, b] = [apart[i], apart[j]];
    if (a.contains(b) || b.contains(a)) continue;
    const [one, two] = [box(a), box(b)];
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    const hole = (a.closest('.hole') && b.closest('.hole')) || (a.closest('.playd') && a.closest('.playd') === b.closest('.playd'));
    if (across > 4 && down > 4 && !hole) found.push(`${name(a)} over ${name(b)}: ${Math.round(across)} x ${Math.round(down)}`);
  }
  // What must be in sight as a whole.
  for (const one of [...apart, ...seen('.hand .card, .shand .card')]) {
    const at = box(one);
    const scrolled = one.closest('.others') !== null;
    if (at.left < room.left - 2 || at.right > room.right + 2 || ((at.top < room.top - 2 || at.bottom > room.bottom + 2) && !scrolled))
      found.push(`cut off: ${name(one)}`);
  }
  // Every card of the hand has a place of its own that a finger finds.
  for (const one of seen('.hand button.card, .shand button.card')) {
    const at = box(one);
    let free = false;
    for (let x = at.left + 4; x < at.right - 2 && !free; x += 6) for (let y = at.top + 6; y < at.bottom - 2 && !free; y += 6)
      free = one.contains(document.elementFromPoint(x, y));
    if (!free) found.push(`cannot be touched: ${one.ariaLabel}`);
  }
  // Words that do not fit their box; names may be cut, they have a title.
  for (const one of seen('.act button, .betbox button, .go button, .tools button, .cap, .pot'))
    if (one.scrollWidth > one.clientWidth + 1) found.push(`too long: ${name(one)}`);
  for (const one of seen('main.room button, header button'))
    if (!(one.innerText.trim() || one.ariaLabel || one.title)) found.push(`without a name: ${name(one)}`);
  return found;
}"""

DIFFERENCE = """async ([before, after]) => {
  const cell = 13;
  const grey = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width / cell);
    canvas.height = Math.round(image.height / cell);
    const brush = canvas.getContext('2d');
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = brush.getImageData(0, 0, canvas.width, canvas.height).data;
    return Array.from({ length: data.length / 4 }, (_, i) => (data[4 * i] * 3 + data[4 * i + 1] * 6 + data[4 * i + 2]) / 10);
  };
  const [one, two] = [await grey(before), await grey(after)];
  if (one.length !== two.length) return 1;
  return one.filter((value, i) => Math.abs(value - two[i]) > 48).length / one.length;
}"""
"""The share of cells, 13 pixels wide, whose brightness differs plainly: letters of another font hardly count, a moved card does."""


def kept(game: str, shape: str) -> bytes:
    file = REFERENCES / f"{game}-{shape}.jpg"
    assert file.is_file(), f"no picture of {game}: run tools/screens.py phones"
    return file.read_bytes()


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
async def test_a_table_standing_still(info: catalog.GameInfo, context: BrowserContext, server_url: str) -> None:
    page = await still(context, server_url, info.id)
    problems: dict[str, Any] = {}
    pictures: dict[str, bytes] = {}
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_timeout(150)
        if found := await page.evaluate(PROBLEMS):
            problems[f"{width}x{height}"] = found
        for shape, size in SHAPES.items():
            if size == (width, height):
                pictures[shape] = await page.screenshot(type="jpeg", quality=82)
    blank = await context.new_page()
    for shape, picture in pictures.items():
        both = [f"data:image/jpeg;base64,{base64.b64encode(data).decode()}" for data in (kept(info.id, shape), picture)]
        share = float(await blank.evaluate(DIFFERENCE, both))
        if share > 0.04:
            problems[f"{shape} picture"] = f"{share:.1%} of it differs; if it should, run tools/screens.py phones"
    assert problems == {}


@pytest.mark.parametrize(("game", "seats"), [("wuguapi", 8), ("qigui_521", 5)])
async def test_a_crowded_table_on_a_phone(game: str, seats: int, context: BrowserContext, server_url: str) -> None:
    """More players than an oval holds: everybody has their own cell."""
    page = await newcomer(context, server_url)
    await create_table(page, catalog.find(game).title.zh, seats)
    problems: dict[str, Any] = {}
    for _ in range(2):
        if not await my_turn(page):
            break
        for width, height in ((360, 640), (844, 390)):
            await page.set_viewport_size({"width": width, "height": height})
            await page.wait_for_timeout(150)
            if found := await page.evaluate(PROBLEMS):
                problems[f"{width}x{height}"] = found
        await answer(page)
    assert problems == {}
