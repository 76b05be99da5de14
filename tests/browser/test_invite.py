"""A table by link or QR code: what the code says, read by a reader of our own, and that it takes a stranger to a seat."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import create_table, newcomer, table
from tests.browser.qrcode import Matrix, read
from tests.browser.test_social import other  # noqa: F401  (a fixture)


async def modules(page: Page) -> Matrix:
    """The code as it is drawn."""
    size = int((await page.locator("svg.qr").get_attribute("viewBox") or "").split()[2]) - 8
    path = await page.locator("svg.qr path").get_attribute("d") or ""
    matrix = [[False] * size for _ in range(size)]
    for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", path):
        matrix[int(row)][int(column)] = True
    return matrix


async def test_a_stranger_scans_the_code_and_sits_down(
    context: BrowserContext,
    other: BrowserContext,  # noqa: F811
    server_url: str,
) -> None:
    host = await newcomer(context, server_url)
    await create_table(host, "斗地主", fill=False)
    await host.get_by_role("button", name="邀请", exact=True).first.click()
    link = await host.get_by_role("dialog").get_by_role("textbox").input_value()
    assert link == host.url
    scanned = read(await modules(host))
    assert scanned == link
    light = await host.locator("svg.qr rect").evaluate("rect => getComputedStyle(rect).fill")
    assert light == "rgb(255, 255, 255)"  # light ground and a quiet zone, in both themes
    guest = await other.new_page()  # never been here: no name, no account
    await guest.goto(scanned)
    await guest.get_by_role("button", name="坐到 2 号位").click()
    await expect(table(host).locator(".seats b.cut")).to_have_count(2)
    name = await table(guest).locator(".seats b.cut").nth(1).inner_text()
    await guest.goto(server_url)  # the guest name is kept
    await guest.goto(scanned)
    await expect(table(guest).locator(".seats b.cut").nth(1)).to_have_text(name)


def test_the_reader_notices_a_damaged_code() -> None:
    """One module turned over is enough; the reader corrects nothing, so it cannot hide a fault of the writer."""
    matrix = [[False] * 21 for _ in range(21)]
    with pytest.raises(AssertionError, match="finder"):
        read(matrix)
