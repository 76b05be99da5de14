"""The daily deal as a person meets it: from the lobby to one's place, and to another player's line."""

from __future__ import annotations

import time

import httpx
from playwright.async_api import BrowserContext, expect

from tests.browser.person import my_turn, newcomer, since, table
from tests.browser.test_access import findings


def played_by(url: str, name: str, game: str) -> None:
    """Somebody else plays today's deal, on 托管."""
    with httpx.Client(base_url=url, timeout=20) as http:
        session = http.post("/api/session", json={"name": name}).json()
        code = http.post(f"/api/daily/{game}", json={"pace": 0}).json()["id"]
        end = time.monotonic() + 60
        passed = False
        while time.monotonic() < end:
            state = http.get(f"/api/games/{code}/state").json()
            if state["stage"] == "finished":
                return
            if state["decision"] and not passed:
                passed = True
                http.post(f"/api/games/{code}/action", json={"text": state["decision"]["choices"][0]})
                http.put(f"/api/games/{code}/players/{session['player']['id']}/sit_out")
            time.sleep(0.05)
    raise AssertionError("the deal did not end")


async def test_a_daily_deal_from_the_lobby_to_anothers_line(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    entry = page.locator("[data-daily=doudizhu]")
    await expect(entry).to_contain_text("今天还没打")
    await entry.click()
    await page.wait_for_url("**/table/*")
    assert await my_turn(page)
    asked, address = await since(page), page.url
    await expect(table(page).locator(".hand .card").first).to_be_visible()
    hand = await table(page).locator(".hand .card").count()
    await page.reload()  # nothing is lost
    await expect(table(page)).to_have_attribute("data-since", asked)
    await expect(table(page).locator(".hand .card")).to_have_count(hand)
    await page.get_by_role("link", name="返回大厅").click()
    await expect(entry).to_contain_text("打到一半")
    await entry.click()
    await page.wait_for_url(address)
    await expect(table(page)).to_have_attribute("data-since", asked)
    await table(page).locator("[data-act=word]").last.click()  # as landlord, if one is asked
    await page.keyboard.press("t")
    await page.get_by_role("link", name="看名次").click(timeout=60_000)
    main = page.get_by_role("main")
    await expect(main.locator("[data-place]")).to_contain_text("1")
    await expect(main).to_contain_text("你是第一个打完的")
    played_by(server_url, "半夏", "doudizhu")
    await page.reload()
    await expect(main.locator("ol li")).to_have_count(2)
    assert await findings(page) == []
    await main.get_by_role("link", name="和半夏比较").click()
    await expect(main.get_by_role("heading", level=1)).to_have_text("你和半夏")
    await expect(main.locator("table.lines tbody tr").first).to_be_visible()
    assert await findings(page) == []
    await page.goto(server_url)
    await expect(entry).to_contain_text("名")
    await entry.click()
    await main.get_by_role("link", name="看半夏的牌谱").click()
    await page.wait_for_url("**/replay/**")
    await expect(page.get_by_text("半夏").first).to_be_visible()
    await page.goto(f"{server_url}/daily")
    await main.get_by_role("link", name="前一天").click()
    await expect(main.get_by_text("你没有打").first).to_be_visible()
