"""A table by link or QR code: what the code says, read by a reader of our own, and that it takes a stranger to a seat."""

from __future__ import annotations

import re

import httpx
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


@pytest.mark.parametrize("looked_at", [True, False])
async def test_a_stranger_comes_to_a_locked_table(
    looked_at: bool, plain_context: BrowserContext, server_url: str
) -> None:
    """He says the password once, wrong at first; then he sits down and talks, also where nobody may look on."""
    async with httpx.AsyncClient(base_url=server_url, timeout=20) as http:
        token = (await http.post("/api/session", json={"name": "主人"})).json()["token"]
        body = {"game": "doudizhu", "password": "芝麻开门", "spectators": looked_at, "private": True}
        made = await http.post("/api/games", json=body, headers={"authorization": f"Bearer {token}"})
    guest = await plain_context.new_page()
    await guest.goto(f"{server_url}/table/{made.json()['id']}")
    box = guest.get_by_label("这张桌子需要密码")
    await box.fill("芝麻关门")
    await guest.get_by_role("button", name="进入").click()
    await expect(guest.get_by_text("密码不对。")).to_be_visible()
    await box.fill("芝麻开门")
    await guest.get_by_role("button", name="进入").click()
    await guest.get_by_role("button", name="坐到 2 号位" if looked_at else "坐下").click()
    await expect(table(guest).locator(".seats b.cut")).to_have_count(2)
    await guest.locator("[data-chat]").first.fill("大家好")
    await guest.keyboard.press("Enter")
    await expect(guest.locator(".lines p").filter(has_text="大家好").first).to_be_visible()


async def test_the_owner_lets_back_whom_he_sent_away(
    context: BrowserContext,
    plain_context: BrowserContext,
    server_url: str,
) -> None:
    host = await newcomer(context, server_url)
    await create_table(host, "斗地主", fill=False)
    guest = await newcomer(plain_context, server_url)
    await guest.goto(host.url)
    seat = guest.get_by_role("button", name="坐到 2 号位")
    await seat.click()
    name = await table(host).locator(".seats b.cut").nth(1).inner_text()
    await host.locator(".seats button.about").first.click()
    await host.get_by_role("button", name="请离").click()
    await expect(host.get_by_text(f"{name}十分钟内不能再坐下")).to_be_visible()
    await expect(table(guest).locator(".seats b.cut")).to_have_count(1)
    await seat.click()
    await expect(guest.get_by_text("桌主请你离开了这张桌子").first).to_be_visible()
    await host.get_by_role("button", name="邀请", exact=True).first.click()
    back = host.get_by_role("button", name=f"让{name}再坐下")
    await back.click()
    await expect(back).to_be_hidden()
    await seat.click()
    await expect(table(guest).locator(".seats b.cut")).to_have_count(2)


async def test_who_is_sent_away_from_a_table_without_spectators_is_told_so(
    plain_context: BrowserContext, server_url: str
) -> None:
    async with httpx.AsyncClient(base_url=server_url, timeout=20) as http:
        token = (await http.post("/api/session", json={"name": "主人"})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        made = (await http.post("/api/games", json={"game": "doudizhu", "spectators": False, "private": True})).json()[
            "id"
        ]
        guest = await plain_context.new_page()
        await guest.goto(f"{server_url}/table/{made}")
        await guest.get_by_role("button", name="坐下").click()
        await expect(table(guest).locator(".seats b.cut")).to_have_count(2)
        players = (await http.get(f"/api/games/{made}/players")).json()
        (his,) = [player["id"] for player in players if player["name"] != "主人"]
        assert (await http.delete(f"/api/games/{made}/players/{his}")).is_success
    await expect(guest.get_by_text("你已不在这张桌子上")).to_be_visible()
    assert guest.url.rstrip("/") == server_url.rstrip("/")


def test_the_reader_notices_a_damaged_code() -> None:
    """One module turned over is enough; the reader corrects nothing, so it cannot hide a fault of the writer."""
    matrix = [[False] * 21 for _ in range(21)]
    with pytest.raises(AssertionError, match="finder"):
        read(matrix)
