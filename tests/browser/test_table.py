"""What a climbing table keeps in sight, on a desk and on a phone: plays, who wins, counts, the counter, stakes, the log."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import table
from tests.browser.seats import bots, open_table, person, phone, spot
from tests.browser.still import still


@pytest_asyncio.fixture(loop_scope="session")
async def handset(context: BrowserContext) -> AsyncIterator[BrowserContext]:
    assert context.browser is not None
    async with phone(context.browser) as small:
        yield small


def few_cards(state: dict[str, Any]) -> None:
    """Dou Dizhu, late: one neighbour has a single card left, the other passed with two."""
    view = state["view"]
    view["hands"][1]["cards"], view["hands"][2]["cards"] = 2, 1
    single = {"type": "Single", "title": "climb.kind.single", "bomb": 0}
    view["trick"][0].update(single, cards=["5h"], head="5", wins=False)
    view["trick"][1].update(type="Empty", cards=[], title="climb.kind.empty", head="", wins=False)
    view["trick"][2].update(single, cards=["2s"], head="2", wins=True)
    view["multiplier"], view["landlord"] = 12, 0


async def test_what_is_kept_in_sight(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:
    for place in (context, handset):
        page = await still(place, server_url, "doudizhu", few_cards)
        left, right = page.locator(".opp.left"), page.locator(".opp.right")  # counter-clockwise: seat 1 is at the right
        await expect(page.locator(".mine .cap")).to_have_text("单张 5")  # my own last play stays
        await expect(right.locator(".pass")).to_have_text("不出")
        await expect(left.locator(".cap")).to_have_text("单张 2最大")  # the winning one says so in a word
        assert await page.locator(".cap i").count() == 1
        await expect(left.get_by_role("img", name="剩 1 张")).to_be_visible()
        await expect(left.locator(".count")).to_have_class(re.compile("alarm"))
        assert [await one.locator(".count em").inner_text() for one in (left, right)] == ["报单", "报双"]
        await expect(page.locator(".kitty .card")).to_have_count(3)
        await expect(page.locator(".kitty")).to_contain_text("×12")
        counter = page.get_by_role("table", name="记牌器")
        await expect(counter).to_be_visible()
        await expect(page.locator(".me .seat")).to_contain_text("地主")
        await expect(left.locator(".seat")).to_contain_text("农民")
        for part in (".mine .cap", ".opp.left .cap", ".opp.right .pass", ".opp.left em", ".opp.right em"):
            assert await seen(page, part), f"{part} is covered"


async def seen(page: Page, part: str) -> bool:
    """Whether the middle of a part is what one sees there."""
    found: bool = await page.eval_on_selector(
        part,
        """one => {
            const box = one.getBoundingClientRect();
            for (let up = one; up; up = up.parentElement) up.style.pointerEvents = 'auto';
            return one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
        }""",
    )
    return found


async def test_the_counter_may_be_put_away_and_knows_no_secrets(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "bots": bots(2)}, "true")
    counter = page.get_by_role("table", name="记牌器")
    await expect(counter).to_be_visible()
    out = [int(text) for text in await counter.locator("td").all_inner_texts()]
    assert sum(out) == 54 - 17, "all that I do not hold: hands and bottom cards alike"
    await page.get_by_role("button", name="设置").click()
    await page.get_by_role("switch", name="显示记牌器").uncheck()
    await page.keyboard.press("Escape")
    await expect(counter).to_have_count(0)


@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
async def test_a_line_of_the_log_leads_to_its_moment(small: bool, context: BrowserContext, handset: BrowserContext, server_url: str) -> None:  # fmt: skip
    page = await person(handset if small else context, server_url)
    lead = "!state.decision.choices.includes('pass') && hand.includes('3d')"
    await open_table(page, {"game": "big_two", "bots": bots(3)}, lead)
    card = page.locator('.hand .card[data-card="3d"]')
    await (page.touchscreen.tap if small else page.mouse.click)(*await spot(card))
    await page.locator("[data-act=play]").click()
    await expect(page.locator(".hand .card")).to_have_count(12)
    await expect(table(page)).not_to_have_attribute("data-since", "")
    if small:
        await page.get_by_role("button", name="记录", exact=True).tap()
    log = page.locator("dialog .log" if small else "aside .log")
    mine = log.locator("li button").filter(has_text="小满").filter(has_text="3")
    await expect(mine.first.locator(".pip, svg, [class*=su-]").first).to_be_visible()  # cards as figures and suits
    await mine.last.click()
    past = page.locator(".past")
    await expect(past.locator(".mine").get_by_role("img", name="方块3")).to_be_visible()
    await expect(past.locator(".hand .card")).to_have_count(12)
    await expect(page.locator("dialog")).to_have_count(0)
    await page.locator("[data-act=live]").click()
    await expect(past).to_have_count(0)
