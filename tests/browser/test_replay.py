"""A finished deal, step by step: keys, views, the proof of a fair deal, the record, and playing on."""

from __future__ import annotations

from playwright.async_api import BrowserContext, expect

from tests.browser.person import newcomer, play_to_the_end, played_deal, quick_play, table


async def test_a_deal_is_replayed_and_verified(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url)
    await quick_play(page, "斗地主")
    await play_to_the_end(page)
    await page.get_by_role("link", name="看回放").click()
    await page.wait_for_url("**/replay/**")
    await expect(page.get_by_text("发牌已验证").first).to_be_visible()
    scrub = page.get_by_role("slider", name="进度")
    last = int(await scrub.get_attribute("max") or 0)
    assert last > 5
    for key, place in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        await page.locator("main").press(key)
        await expect(scrub).to_have_js_property("value", str(place))
    await expect(page.locator(".count.open")).to_have_count(2)  # both other hands lie open
    await page.locator("main").press("v")
    await expect(page.locator(".count.open")).to_have_count(0)
    await page.locator("main").press("v")
    await expect(page.locator(".count.open")).to_have_count(2)
    async with page.expect_download() as download:
        await page.locator("a[download]").click()
    assert (await download.value).suggested_filename.endswith(".paiju")
    await page.locator("main").press("Home")
    for _ in range(6):
        await page.locator("main").press("ArrowRight")
    await page.get_by_role("button", name="此步链接").click()
    await page.wait_for_url(lambda url: url.endswith("?step=6"))
    await page.reload()
    await expect(scrub).to_have_js_property("value", "6")
    await page.get_by_role("button", name="从这里接着打").click()
    await page.wait_for_url("**/table/**")
    await play_to_the_end(page)
    await expect(table(page)).to_have_attribute("data-ended", "1")
    await page.goto(f"{server_url}/replays")
    await expect(page.locator("main li")).to_have_count(2)


async def test_a_hand_of_holdem_is_played_on(context: BrowserContext, server_url: str) -> None:
    """Hands that stayed hidden are others than before, and a sentence says so."""
    page = await newcomer(context, server_url)
    body = {"game": "holdem", "seats": 6, "bots": [{"level": "easy"}] * 5}
    code = await played_deal(page, body)
    await page.goto(f"{server_url}/replay/{code}/1")
    await page.get_by_role("button", name="从这里接着打").click()
    await page.wait_for_url("**/table/**")
    await expect(page.locator(".toast").filter(has_text="已另发一手")).to_be_visible()
    await play_to_the_end(page)
    await expect(table(page)).to_have_attribute("data-ended", "1")


async def test_it_plays_by_itself_faster_and_by_tricks(context: BrowserContext, server_url: str) -> None:
    page = await newcomer(context, server_url, motion="off")
    code = await played_deal(page, {"game": "big_two", "seats": 4, "bots": [{"level": "easy"}] * 3})
    await page.goto(f"{server_url}/replay/{code}/1")
    scrub = page.get_by_role("slider", name="进度")
    await expect(scrub).to_be_visible()
    main = page.locator("main")
    await main.press("Home")
    await main.press("Shift+ArrowRight")
    first = int(await scrub.input_value())
    assert first > 1  # past the plays of the first trick
    await main.press("Shift+ArrowRight")
    assert int(await scrub.input_value()) > first
    await main.press("Shift+ArrowLeft")
    assert int(await scrub.input_value()) == first
    await main.press("Home")

    async def passed(milliseconds: int) -> int:
        """Steps that go by."""
        before = int(await scrub.input_value())
        await main.press("Space")
        await page.wait_for_timeout(milliseconds)
        await main.press("Space")
        return int(await scrub.input_value()) - before

    slow = await passed(2500)
    assert slow >= 1
    await main.press("Home")
    for _ in range(3):
        await main.press("+")
    assert await passed(2500) > slow
    still = await scrub.input_value()
    await page.wait_for_timeout(600)
    assert await scrub.input_value() == still  # it stands when it is told to
