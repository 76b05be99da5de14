"""The story of somebody who has never seen the page: plays, loses, sees why, solves a puzzle, and comes back."""

from __future__ import annotations

import re

import httpx
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import answer, is_over, my_turn, newcomer, quick_play, since, table


async def plays_badly(page: Page) -> None:
    """A deal as somebody plays it who does not know the game: calls the most, and passes ever after."""
    while await my_turn(page):
        before = await since(page)
        leave = table(page).locator("[data-act=pass]")
        if await table(page).locator("[data-act=word]").count() or not await leave.is_enabled():
            await answer(page)
            continue
        await leave.click()
        for _ in range(200):
            if await since(page) != before or await is_over(page):
                break
            await page.wait_for_timeout(20)


async def solves(page: Page, url: str) -> None:
    """The puzzle on the screen, each answer found by thinking: the solver thinks for this player, the page hints nothing."""
    known = page.url.rsplit("/", 1)[-1]
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        position = (await http.get(f"/api/puzzles/{known}")).json()["position"]
        moves: list[str] = []
        for _ in range(30):
            asked = {"position": position, "moves": moves, "hint": True}
            hint = (await http.post("/api/puzzles/attempt", json=asked)).json()["hint"]
            if hint == "pass":
                play = page.get_by_role("button", name="不要", exact=True)
            else:
                for card in re.findall(r"[2-9TJQKA][cdhs]?|[LR]", hint.split("=")[0]):
                    left = page.locator(f".hand [data-card^='{card}'][aria-pressed=false]")
                    await left.first.click(position={"x": 8, "y": 24})
                play = page.get_by_role("button", name="出牌", exact=True)
            async with page.expect_response("**/api/puzzles/attempt") as answered:
                await play.click()
            found = await (await answered.value).json()
            assert not found["gone"]
            moves += [one["move"] for one in found["moves"]]
            if found["over"] is not None:
                return
    raise AssertionError("the puzzle did not end")


async def test_a_newcomer_loses_sees_why_and_comes_back(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, tips=True, review=True)
    main, key = page.get_by_role("main"), page.locator("[data-key-move]")

    await quick_play(page, "斗地主")
    await my_turn(page)
    tip = page.get_by_role("region", name="第一次玩")
    await tip.get_by_role("button", name="知道了").click()
    for _ in range(5):  # until it was this player's own mistake that mattered
        await plays_badly(page)
        await expect(page.locator(".res")).to_be_visible(timeout=20_000)
        await expect(page.locator(".key[role=status]")).to_have_count(0, timeout=60_000)
        lost = "你输了" in await page.locator("#res-title").inner_text()
        if lost and await key.get_by_role("link", name="换一手试试").count():
            break
        await page.locator(".res").get_by_role("button", name="下一局").click()
        await expect(table(page)).not_to_have_attribute("data-ended", "1")
    else:
        raise AssertionError("who only passes should lose by a mistake")
    await expect(key).to_contain_text(re.compile("你选了“.+”，“.+”更好，胜算多 [0-9]+%"))

    at_table = page.url
    await key.get_by_role("link", name="看这一手").click()
    await page.wait_for_url("**/replay/**")
    await expect(page.get_by_role("slider", name="胜率曲线", exact=True)).to_be_visible(timeout=20_000)
    flag = page.locator(".flags button.now")  # the list is open at this very move
    await expect(flag).to_contain_text("更好")
    await page.get_by_role("link", name="换一手试试").click()
    await page.wait_for_url("**/study?table=*")
    await page.get_by_role("button", name="问电脑").click()
    await expect(page.locator(".answers li").nth(1)).to_be_visible(timeout=30_000)

    await page.goto(f"{server_url}/puzzles")
    await main.get_by_role("combobox", name="难度").select_option("1")
    await main.get_by_role("button", name="开始").click()
    await page.wait_for_url("**/puzzles/*")
    await expect(main).to_contain_text("先手必胜，只有一种开头。")
    await solves(page, server_url)
    await expect(main).to_contain_text("解开了！")
    await expect(main).to_contain_text("连对 1")

    await page.goto(at_table)
    await page.get_by_role("link", name="返回大厅").click()
    await page.locator("[data-daily=doudizhu]").click()
    await page.wait_for_url(lambda address: "/table/" in address and address != at_table)
    await my_turn(page)
    await table(page).locator("[data-act=word]").last.click()
    await page.keyboard.press("t")
    await page.get_by_role("link", name="看名次").click(timeout=60_000)
    place = await main.locator("[data-place]").get_attribute("data-place")  # others may have played today

    await page.close()  # and on another day
    page = await context.new_page()
    main = page.get_by_role("main")
    await page.goto(server_url)
    await page.get_by_role("link", name="我的: ").first.click()
    await page.wait_for_url("**/me")
    await expect(main.locator("[data-daily=doudizhu]")).to_contain_text(f"第 {place} 名")
    await expect(main).to_contain_text("连对 1")
    await expect(main.get_by_role("heading", name="最差", exact=True)).to_be_visible()
    await main.locator("[data-daily=doudizhu]").click()
    await expect(main.locator("[data-place]")).to_contain_text("1")
