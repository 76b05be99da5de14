"""残局: a puzzle and a pasted position, played against the perfect defender."""

from __future__ import annotations

import re

from playwright.async_api import BrowserContext, Page, expect

from paiju.puzzles import book
from tests.browser.person import newcomer

KNOWN = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"


async def choose(page: Page, name: str) -> None:
    """Choose the cards of these ranks in the hand, and play them."""
    for label in name.split():
        await (
            page.locator(".hand")
            .get_by_role("button", name=re.compile(f"{label}$"))
            .first.click(position={"x": 8, "y": 24})
        )
    await page.get_by_role("button", name="出牌", exact=True).click()


async def test_a_pasted_position_is_played_out(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.goto(f"{server_url}/puzzles")
    await page.get_by_placeholder("doudizhu").fill(KNOWN)
    await page.get_by_role("button", name="开打").click()
    main = page.get_by_role("main")
    await expect(main).to_contain_text("你替地主出牌，对手不会犯错。 这个局面能赢。")
    await choose(page, "方块4")
    await expect(main).to_contain_text("这样赢不了了，已经收回。")
    await page.get_by_role("button", name="为什么不行？").click()
    await expect(main.locator("ol.line li").first).to_contain_text("地主 4农民")
    await choose(page, "方块5")
    await expect(main).to_contain_text("对，对手这样应。")
    won = main.get_by_text("赢了！")
    for _ in range(30):
        await page.get_by_role("button", name="提示").click()
        await expect(main).to_contain_text("可以出：")
        move = (await main.locator(".say b").inner_text()).strip()
        if move == "不要":
            await page.get_by_role("button", name="不要", exact=True).click()
        else:
            for rank in move.split():
                left = page.locator(".hand").get_by_role("button", name=re.compile(f"({rank})$"), pressed=False)
                await left.first.click(position={"x": 8, "y": 24})
            await page.get_by_role("button", name="出牌", exact=True).click()
        await expect(main).not_to_contain_text("可以出：")
        if await won.count():
            break
    await expect(won).to_be_visible()


async def test_a_puzzle_counts_once_and_shows_its_themes(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await page.goto(f"{server_url}/puzzles")
    await expect(page.get_by_role("main")).to_contain_text("1500")
    await page.get_by_role("link", name=re.compile("每日一题")).click()
    await page.wait_for_url("**/puzzles/*")
    await expect(page.get_by_role("main")).to_contain_text("先手必胜，只有一种开头。")
    puzzle = next(one for one in book.puzzles("doudizhu") if one.themes)
    await page.goto(f"{server_url}/puzzles/{puzzle.id}")
    await page.get_by_role("button", name="提示").click()
    await expect(page.get_by_role("main")).to_contain_text("可以出：")
    rating = page.get_by_text(re.compile("等级分"))
    await expect(rating).not_to_contain_text("1500")
    after = await rating.inner_text()
    await page.evaluate("sessionStorage.clear(); localStorage.removeItem('paiju.puzzles')")
    await page.reload()  # the server knows it, not the browser
    await expect(page.get_by_text(after)).to_be_visible()
    await page.get_by_role("button", name="下一题").click()
    await page.wait_for_url(lambda url: "/puzzles/" in url and puzzle.id not in url)


async def test_a_position_is_played_by_keys_alone(context: BrowserContext, server_url: str) -> None:
    """A wrong move, why not, and on to the end without a pointer."""
    page = await newcomer(context, server_url)
    await page.goto(f"{server_url}/puzzles?position={KNOWN}")
    main, hand = page.get_by_role("main"), page.locator(".hand")
    await expect(main).to_contain_text("这个局面能赢。")
    await hand.get_by_role("button", name=re.compile("方块4$")).focus()
    for key in ("Space", "Enter"):
        await page.keyboard.press(key)
    await expect(main).to_contain_text("这样赢不了了，已经收回。")
    await page.get_by_role("button", name="为什么不行？").press("Enter")
    await expect(main.locator("ol.line li").first).to_contain_text("地主 4农民")
    won = main.get_by_text("赢了！")
    for _ in range(30):
        await page.get_by_role("button", name="提示").press("Enter")
        await expect(main).to_contain_text("可以出：")
        move = (await main.locator(".say b").last.inner_text()).strip()
        if move == "不要":
            await page.get_by_role("button", name="不要", exact=True).press("Enter")
        else:
            for rank in move.split():
                await hand.get_by_role("button", name=re.compile(f"({rank})$"), pressed=False).first.press("Space")
            await page.keyboard.press("Enter")
        await expect(main).not_to_contain_text("可以出：")
        if await won.count():
            break
    await expect(won).to_be_visible()
