"""Me: the rating with its graph, achievements, the leaderboard, and a profile that others see unless one says no."""

from __future__ import annotations

from playwright.async_api import BrowserContext, expect

from tests.browser.person import newcomer, played_deal
from tests.browser.test_access import findings


async def test_my_rating_its_graph_and_who_may_see_it(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    main = page.get_by_role("main")
    await page.goto(f"{server_url}/me")
    await expect(main.get_by_role("heading", level=1)).to_be_visible()
    for again in (False, True, True):
        await played_deal(page, {"game": "doudizhu", "bots": [{"level": "easy"}] * 2}, again=again)
    await page.evaluate("localStorage.setItem('paiju.name', '小满')")
    await page.reload()
    await expect(main.locator("[data-rating]")).to_be_visible()
    await expect(main.locator("[data-graph='3'] svg")).to_be_visible()
    await expect(main.get_by_role("heading", name="成就")).to_be_visible()
    assert await findings(page) == []
    switch = main.get_by_role("switch", name="不公开我的资料")
    await switch.check()
    await main.get_by_role("link", name="排行榜").last.click()
    await page.get_by_role("radio", name="本周").click()
    await page.wait_for_url("**/leaders/doudizhu?week=*")
    me = main.get_by_role("listitem").filter(has_text="你")
    await expect(main.get_by_text("赢得比预期多多少")).to_be_visible()
    await expect(me).to_have_count(0)
    await page.goto(f"{server_url}/me")
    await expect(switch).to_be_checked()
    await switch.uncheck()
    await main.get_by_role("link", name="排行榜").last.click()
    await page.get_by_role("radio", name="本周").click()
    await expect(me).to_have_count(1)
    assert await findings(page) == []
    await me.get_by_role("link").click()
    await page.wait_for_url("**/players/*")
    await expect(main.get_by_role("heading", level=1)).to_have_text("小满")
    await expect(main.locator("[data-rating]")).to_be_visible()
    assert await findings(page) == []
