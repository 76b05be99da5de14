"""The next deal and a rematch keep the room, the seats and the scores."""

from __future__ import annotations

from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import newcomer, play_to_the_end, quick_play, table
from tests.browser.test_watch import TABLE


async def totals(page: Page) -> dict[str, int]:
    """Name to running score, as the result shows it."""
    rows = page.locator(".res tbody tr")
    await expect(rows.first).to_be_visible()
    found = {}
    for at in range(await rows.count()):
        cells = rows.nth(at)
        found[await cells.locator("th").inner_text()] = int(
            (await cells.locator("td").last.inner_text()).replace("−", "-").replace(",", "")
        )
    return found


async def scores(page: Page) -> dict[str, int]:
    rows = page.locator(".res tbody tr")
    found = {}
    for at in range(await rows.count()):
        text = await rows.nth(at).locator("td.num").first.inner_text()
        found[await rows.nth(at).locator("th").inner_text()] = int(
            text.replace("−", "-").replace("+", "").replace(",", "")
        )
    return found


async def test_the_next_deal_adds_to_the_scores(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    room = page.url
    await play_to_the_end(page, answers=0)  # auto-play
    first = await totals(page)
    await page.locator(".res").get_by_role("button", name="下一局").click()
    await expect(table(page)).to_have_attribute("data-ended", "")
    await page.keyboard.press("t")  # auto-play ended with the deal
    await expect(table(page)).to_have_attribute("data-ended", "2", timeout=60_000)
    second, gained = await totals(page), await scores(page)
    assert page.url == room
    assert second == {name: first[name] + gained[name] for name in first}
    await expect(page.locator(".res svg polyline").first).to_be_visible()  # the chart of both deals


async def test_a_rematch_keeps_room_seats_and_scores(context: BrowserContext, server_url: str) -> None:
    """A match of one deal is over after it; playing again begins a new one at the same table."""
    page = await newcomer(context, server_url)
    code = await page.evaluate(TABLE, [{"game": "doudizhu", "deals": 1}, "小满"])
    room = f"{server_url}/table/{code}"
    await page.goto(room)
    await page.get_by_role("button", name="开始", exact=True).click()
    await play_to_the_end(page, answers=0)
    first = await totals(page)
    await expect(page.locator(".res")).to_contain_text("整场结束")
    await page.locator(".res").get_by_role("button", name="再来一桌").click()
    await expect(table(page)).to_have_attribute("data-ended", "")
    await page.keyboard.press("t")
    await expect(table(page)).to_have_attribute("data-ended", "2", timeout=60_000)
    second, gained = await totals(page), await scores(page)
    assert page.url == room
    assert second == {name: first[name] + gained[name] for name in first}
