"""The hand and playing from it, by mouse, keys and fingers: sorting, choosing, hints, refusals, wild cards, bombs."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.person import since, table
from tests.browser.seats import Finger, bots, call, notes, open_table, person, phone, spot
from tests.browser.still import still

GUANDAN = {"game": "guandan", "preset": "competition", "bots": bots(3)}
BIG_TWO = {"game": "big_two", "bots": bots(3)}
LAIZI = {
    "game": "doudizhu_laizi",
    "bots": bots(2),
    "position": "doudizhu_laizi 34669997KAA2/33445TTJJQQKK/55888TJQKAA2 0 landlord=0 wild=7",
}
I_LEAD = "!state.decision.choices.includes('pass')"


@pytest_asyncio.fixture(loop_scope="session")
async def handset(context: BrowserContext) -> AsyncIterator[BrowserContext]:
    """A phone 360 pixels wide, touched."""
    assert context.browser is not None
    async with phone(context.browser) as small:
        yield small


async def cards(page: Page) -> list[str]:
    """The hand as it lies."""
    found: list[str] = await page.eval_on_selector_all(".hand .card", "all => all.map(one => one.dataset.card)")
    return found


async def chosen(page: Page) -> list[str]:
    found: list[str] = await page.eval_on_selector_all(".hand .card.sel", "all => all.map(one => one.dataset.card)")
    return found


async def choose(page: Page, wanted: list[str]) -> None:
    """Click so many cards, wherever they lie."""
    for card in wanted:
        place = page.locator(f'.hand .card[data-card="{card}"]:not(.sel)').first
        await page.mouse.click(*await spot(place))
    assert sorted(await chosen(page)) == sorted(wanted)


async def drag(page: Page, *points: tuple[float, float]) -> None:
    await page.mouse.move(*points[0])
    await page.mouse.down()
    for point in points[1:]:
        await page.mouse.move(*point, steps=6)
    await page.mouse.up()


async def test_a_hand_is_sorted_tidied_and_put_back(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, {"game": "doudizhu", "bots": bots(2)}, "true")
    hand = page.locator(".hand .card")
    await expect(hand).to_have_count(17)
    ranks = "RL2AKQJT9876543"
    by_rank = await cards(page)
    assert [card[0] for card in by_rank] == sorted((card[0] for card in by_rank), key=ranks.index)
    await page.locator("[data-act=sort]").click()
    suits = [card[1:] for card in await cards(page) if len(card) == 2]
    assert sum(one != two for one, two in itertools.pairwise(suits)) <= 3, "every suit lies together"
    await page.keyboard.press("s")
    counts = [sum(one[0] == card[0] for one in by_rank) for card in await cards(page)]
    assert counts == sorted(counts, reverse=True)
    await page.keyboard.press("s")
    assert await cards(page) == by_rank
    groups = (await call(page, "GET", f"/api/games/{page.url.rsplit('/', 1)[1]}/tidy"))["groups"]
    big = [card for group in groups if len(group) > 1 for card in group]
    await choose(page, [by_rank[4], by_rank[9]])
    await page.locator("[data-act=tidy]").click()
    await expect(page.locator("[data-act=tidy]")).to_have_text("还原")
    tidied = await cards(page)
    assert sorted(tidied) == sorted(by_rank)
    assert tidied[: len(big)] == big, "combinations first, each together"
    assert await page.locator(".hand .card.gap").count() >= 1, "and a gap between them"
    assert sorted(await chosen(page)) == sorted([by_rank[4], by_rank[9]]), "what was chosen stays chosen"
    await page.locator("[data-act=tidy]").click()
    assert await cards(page) == by_rank


async def test_twenty_seven_cards_on_a_phone(handset: BrowserContext, server_url: str) -> None:
    """Stacked by rank, also when tidied; each card can be touched, and no neighbour hides how many there are."""
    full = ["R", "L", "2s", "2h", "As", "Ah", "Ac", "Ad", "Ks", "Ks", "Kh", "Kc", "Kd", "Ts", "Th", "Tc", "Td", "9s", "9s", "9h", "9c", "9d", "9d", "7h", "6h", "5h", "4h"]  # fmt: skip

    def fill(state: dict[str, Any]) -> None:
        state["view"]["hands"][0]["cards"] = full

    page = await still(handset, server_url, "guandan", fill)
    groups = [
        full[4:8],
        full[8:13],
        full[13:17],
        full[17:23],
        ["R"],
        ["L"],
        ["2s"],
        ["2h"],
        ["7h"],
        ["6h"],
        ["5h"],
        ["4h"],
    ]
    await page.route("**/tidy", lambda route: route.fulfill(json={"groups": groups}))
    for step in ("stacked", "tidied"):
        if step == "tidied":
            await page.locator("[data-act=tidy]").click()
            await expect(page.locator("[data-act=tidy]")).to_have_text("还原")
        assert sorted(await cards(page)) == sorted(full)
        assert await page.locator(".col .many").all_inner_texts() == ["×4", "×5", "×4", "×6"]
        hidden = await page.eval_on_selector_all(
            ".many",
            """all => all.flatMap((one) => {
                const box = one.getBoundingClientRect();
                one.style.pointerEvents = 'auto';
                const seen = [[3, 8], [box.width - 3, 8], [box.width / 2, 3], [box.width / 2, box.height - 3]]
                    .every(([x, y]) => one.contains(document.elementFromPoint(box.left + x, box.top + y)));
                one.style.pointerEvents = '';
                return seen ? [] : [one.textContent];
            })""",
        )
        assert hidden == [], step
        narrow = await page.eval_on_selector_all(
            ".hand .card",
            """all => all.flatMap((one) => {
                const box = one.getBoundingClientRect();
                if (box.left < 0 || box.right > innerWidth) return [one.ariaLabel + ' is out of sight'];
                const free = (x, y) => one.contains(document.elementFromPoint(box.left + x, box.top + y));
                let wide = 0;
                for (let x = 1; x < box.width; x++) wide += free(x, 11);
                return wide >= 22 ? [] : [`${one.ariaLabel}: ${wide} px`];
            })""",
        )
        assert narrow == [], step


async def test_cards_are_chosen_by_dragging(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, BIG_TWO, "true")
    hand = page.locator(".hand .card")
    await expect(hand).to_have_count(13)
    held = await cards(page)
    at = [await spot(hand.nth(i)) for i in range(13)]
    await drag(page, at[2], at[6])
    assert await chosen(page) == held[2:7]
    await drag(page, at[6], at[9], (at[4][0], at[4][1]))  # out and back: from a chosen card, so these are put back
    assert await chosen(page) == held[2:4]
    await drag(page, at[9], (at[11][0], at[11][1] - 160))  # the hand is left above: it still counts
    assert await chosen(page) == [*held[2:4], *held[9:12]]
    await drag(page, (600, 250), (620, 400))  # not from a card
    assert await chosen(page) == [*held[2:4], *held[9:12]]
    await page.keyboard.press("Escape")
    assert await chosen(page) == []


async def test_cards_are_chosen_by_fingers(handset: BrowserContext, server_url: str) -> None:
    page = await person(handset, server_url)
    await open_table(page, BIG_TWO, f"{I_LEAD} && hand.includes('3d')")
    finger = await Finger.of(page)
    hand = page.locator(".hand .card")
    await expect(hand).to_have_count(13)
    held = await cards(page)
    at = [await spot(hand.nth(i)) for i in range(13)]
    await finger.tap(at[1])
    assert await chosen(page) == [held[1]]
    await finger.swipe(at[3], at[5])
    assert await chosen(page) == [held[1], *held[3:6]]
    await finger.swipe(at[5], (at[3][0], at[3][1] - 60))  # back, slipping off above
    assert await chosen(page) == [held[1]]
    await finger.swipe((180, 420), (180, 200), (60, 200))  # over the felt: neither chosen nor scrolled
    assert await chosen(page) == [held[1]]
    assert await page.evaluate("() => [scrollX, scrollY, document.querySelector('main').scrollTop]") == [0, 0, 0]
    await finger.tap(at[1])
    assert await chosen(page) == []
    last = held.index("3d")
    await finger.tap(at[last])
    await finger.tap(at[last])  # twice quickly: it is played
    await expect(hand).to_have_count(12)
    assert "3d" not in await cards(page)


async def test_stacks_are_swept_card_by_card(handset: BrowserContext, server_url: str) -> None:
    page = await person(handset, server_url)
    await open_table(page, GUANDAN, "hand.length === 27")
    finger = await Finger.of(page)
    columns = page.locator(".hand .col")
    await expect(columns.first).to_be_visible()
    fronts = [columns.nth(i).locator(".card").last for i in range(3, 8)]
    names = [await one.get_attribute("data-key") for one in fronts]
    at = [await spot(one) for one in fronts]
    await finger.swipe((at[0][0], at[0][1] + 20), (at[4][0], at[4][1] + 20))
    got = await page.eval_on_selector_all(".hand .card.sel", "all => all.map(one => one.dataset.key)")
    assert sorted(got) == sorted(filter(None, names)), "the fronts that were touched, and nothing behind them"
    await page.keyboard.press("Escape")
    sizes = [await columns.nth(i).locator(".card").count() for i in range(await columns.count())]
    tall = sizes.index(max(sizes))
    await finger.hold(page, await spot(columns.nth(tall).locator(".card").last), 600)
    await expect(page.locator(".hand .card.sel")).to_have_count(sizes[tall])
    await finger.hold(page, await spot(columns.nth(tall).locator(".card").last), 600)
    await expect(page.locator(".hand .card.sel")).to_have_count(0)


async def test_a_double_click_or_enter_plays(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, sound=True)
    await open_table(page, {**BIG_TWO, "pace": 450}, f"{I_LEAD} && hand.includes('3d') && hand.includes('2s')")
    hand = page.locator(".hand .card")
    await expect(hand).to_have_count(13)
    await page.mouse.dblclick(*await spot(page.locator('.hand .card[data-card="3d"]')))
    await expect(hand).to_have_count(12)
    await expect(table(page)).to_have_attribute("data-since", "")
    kept = "2s"  # beats any single
    await choose(page, [kept])  # while the others think
    await notes(page)
    await page.keyboard.press("Enter")
    await expect(page.locator(".toast")).to_contain_text("还没轮到你")
    assert {220, 196} <= set(await notes(page)), "and it is heard"
    await expect(table(page)).not_to_have_attribute("data-since", "", timeout=20_000)
    assert await chosen(page) == [kept], "the choice has waited for the turn"
    await expect(page.locator("[data-act=play]")).to_contain_text(re.compile("单张"))
    await page.keyboard.press("Enter")
    await expect(hand).to_have_count(11)


async def test_hints_go_round_and_are_explained(handset: BrowserContext, server_url: str) -> None:
    page = await person(handset, server_url)
    few = "state.decision.choices.includes('pass') && !state.decision.more && state.decision.choices.length > 2 && state.decision.choices.length < 7"
    code = await open_table(page, BIG_TWO, few)
    answers = {one["text"] for one in (await call(page, "GET", f"/api/games/{code}/hint?limit=20"))["choices"]}
    plays = {"".join(sorted(re.findall("..", one.split("=")[0]))) for one in answers - {"pass"}}
    hint = page.locator("[data-act=hint]")
    seen: list[str] = []
    while len(seen) < 2 or seen[-1] != seen[0]:
        await hint.tap()
        await page.wait_for_timeout(600 if not seen else 150)  # the first is thought about
        seen.append("".join(sorted(re.findall("..", "".join(await chosen(page))))))
        assert len(seen) <= len(plays) + 2, "round"
    assert set(seen) - {""} == plays, "every play once; passing too, where it is the best"
    assert len(seen) - 1 == len(set(seen))
    box = await hint.bounding_box()
    assert box is not None
    finger = await Finger.of(page)
    await finger.hold(page, (box["x"] + 30, box["y"] + 20), 700)
    await expect(page.locator(".toast").first).to_contain_text(re.compile(rf"提示 1/{len(seen) - 1}，推荐：.+。.+。"))
    assert "".join(sorted(await chosen(page))) == seen[0], "explaining does not move on"


async def test_nothing_beats_it(context: BrowserContext, server_url: str) -> None:
    """Pass is the one thing to press, a hint says so, and who wishes is passed for."""
    page = await person(context, server_url)
    only = "state.decision.choices.length === 1 && state.decision.choices[0] === 'pass'"
    await open_table(page, {"game": "wuguapi", "seats": 4, "bots": bots(3)}, only)
    pass_ = page.locator("[data-act=pass]")
    await expect(pass_).to_have_class(re.compile(r"\bpri\b"))
    await expect(page.locator("[data-act=play]")).not_to_have_class(re.compile(r"\bpri\b"))
    await expect(page.locator(".ask")).to_have_text(re.compile("^没有能大过.+的牌，可以不出。$"))
    asked = await since(page)
    await page.locator("[data-act=hint]").click()
    await expect(page.locator(".toast")).to_have_text(re.compile("没有能大过.+的牌，可以不出。$"))
    toast, ask = await page.locator(".toast").bounding_box(), await page.locator(".ask").bounding_box()
    assert toast is not None and ask is not None
    assert toast["y"] + toast["height"] <= ask["y"], "what is said lies over no answer"
    await page.wait_for_timeout(900)
    assert await since(page) == asked, "nothing passes unasked"
    await page.get_by_role("button", name="设置").click()
    await page.get_by_role("switch", name="要不起时自动不出").check()
    await expect(table(page)).not_to_have_attribute("data-since", asked)
    await expect(page.locator(".toast")).to_have_text("要不起，已替你不出。")


async def test_what_cannot_be_played_says_why(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url, sound=True)
    await open_table(page, BIG_TWO, f"{I_LEAD} && hand.includes('3d')")
    held = await cards(page)
    await page.locator("[data-act=play]").click(force=True)
    await expect(page.locator(".toast.bad")).to_have_text("先选牌。")
    assert {220, 196} <= set(await notes(page))
    other = next(card for card in held if card[0] != "3")
    await choose(page, ["3d", other])
    await expect(page.locator(".ask")).to_contain_text("不成牌型")
    await page.locator("[data-act=play]").click(force=True)
    await expect(page.locator(".toast.bad")).to_contain_text("不成牌型")
    assert {220, 196} <= set(await notes(page)), "refused in words and by ear"
    await page.keyboard.press("Escape")
    await choose(page, [other])
    await page.keyboard.press("Enter")  # at once, before the page has asked what it is
    await expect(page.locator(".toast.bad")).to_contain_text("♦3")
    assert await cards(page) == held
    assert {220, 196} <= set(await notes(page))


async def test_a_wild_card_is_asked_what_it_stands_for(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    pairs = "[...'3456789TJQKA'].filter(r => hand.filter(c => c[0] === r).length === 2).length >= 2"
    await open_table(page, GUANDAN, f"{I_LEAD} && hand.includes('2h') && {pairs}")
    held = await cards(page)
    await expect(page.locator('.hand .card[data-card="2h"] .badge').first).to_have_text("配")
    twos = [rank for rank in "3456789TJQKA" if sum(card[0] == rank for card in held) == 2]
    low, high = twos[0], twos[-1]
    await choose(page, ["2h", *(card for card in held if card[0] in (low, high))])
    chooser = page.get_by_role("radiogroup", name="当作")
    options = chooser.get_by_role("radio")
    await expect(options).to_have_count(2)
    names = [f"三带二 {rank.replace('T', '10')}" for rank in (high, low)]
    assert sorted(await options.all_inner_texts()) == sorted(names)
    first = await chooser.get_by_role("radio", checked=True).inner_text()
    await expect(page.locator("[data-act=play]")).to_contain_text(first)
    await chooser.get_by_role("radio", checked=True).focus()
    await page.keyboard.press("ArrowRight")
    second = next(name for name in names if name != first)
    await expect(chooser.get_by_role("radio", checked=True)).to_have_text(second)
    await expect(page.locator("[data-act=play]")).to_contain_text(second)
    await page.locator("[data-act=play]").click()
    await expect(page.locator(".hand .card")).to_have_count(22)
    log = page.locator("aside .log li").filter(has_text="小满")
    await expect(log.last).to_contain_text(second.split()[1])


async def test_four_cards_of_the_drawn_rank_are_wild(context: BrowserContext, server_url: str) -> None:
    page = await person(context, server_url)
    await open_table(page, LAIZI, I_LEAD)
    held = await cards(page)
    await expect(page.locator(".hand .card .badge")).to_have_text(["癞"])
    await expect(page.locator(".status")).to_contain_text("癞子")
    await choose(page, [card for card in held if card[0] in "97"])
    options = page.get_by_role("radiogroup", name="当作").get_by_role("radio")
    await expect(options).to_have_text(["软炸 9", "三带一 9"])
    await options.last.click()
    await page.locator("[data-act=play]").click()
    await expect(page.locator(".hand .card")).to_have_count(8)
    await expect(page.locator("aside .log li").filter(has_text="三带一").first).to_contain_text("小满")


@pytest.mark.parametrize("lang", ["zh", "en"])
async def test_a_bomb_is_confirmed_where_wished(lang: str, handset: BrowserContext, server_url: str) -> None:
    page = await person(handset, server_url, confirmBig=True, lang=lang)
    four = "[...'3456789TJQKA'].some(r => hand.filter(c => c[0] === r).length === 4)"
    alone = four.replace("length === 4", "length === 1")
    await open_table(page, GUANDAN, f"{I_LEAD} && {four} && {alone}")
    held = await cards(page)
    rank = next(rank for rank in "3456789TJQKA" if sum(card[0] == rank for card in held) == 4)
    column = page.locator(".hand .col").filter(has=page.locator(f'[data-card^="{rank}"]'))
    finger = await Finger.of(page)
    await finger.hold(page, await spot(column.locator(".card").last), 600)
    await expect(page.locator(".hand .card.sel")).to_have_count(4)
    play = page.locator("[data-act=play]")
    await play.tap()
    await expect(page.locator(".toast")).to_have_text("这是炸弹，再按一次确认。" if lang == "zh" else "That is a bomb. Press again to play it.")  # fmt: skip
    assert len(await cards(page)) == 27
    await page.keyboard.press("Escape")
    single = next(card for card in held if sum(one[0] == card[0] for one in held) == 1 and card[0] in "3456789TJQKA")
    await finger.tap(await spot(page.locator(f'.hand .card[data-card="{single}"]')))
    await play.tap()
    await expect(page.locator(".hand .card")).to_have_count(26)  # anything smaller goes without a question


async def test_the_badge_of_a_wild_card_is_never_hidden(context: BrowserContext, handset: BrowserContext, server_url: str) -> None:  # fmt: skip
    """In a fan, in two rows, in stacks: wherever the card lies, what marks it can be read."""
    for place in (context, handset):
        page = await still(
            place, server_url, "guandan", lambda state: state["view"]["hands"][0]["cards"].insert(0, "2h")
        )
        for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
            await page.set_viewport_size({"width": width, "height": height})
            await page.wait_for_timeout(100)
            seen = await page.eval_on_selector(
                ".hand .wild .badge",
                """one => {
                    const box = one.getBoundingClientRect();
                    return [[2, 6], [box.width - 2, 6], [box.width / 2, box.height - 3]].every(([x, y]) => one.contains(document.elementFromPoint(box.left + x, box.top + y)));
                }""",
            )
            assert seen, f"{width} x {height}"


async def test_what_cannot_be_beaten_is_the_last_play_and_not_a_pass(context: BrowserContext, server_url: str) -> None:
    """The seat before me passed: the sentence names the one who played."""

    def stuck(state: dict[str, Any]) -> None:
        played = {"seat": 2, "cards": ["2s"], "type": "Single", "title": "climb.kind.single", "head": "2s"}
        passed = {"seat": 3, "cards": [], "type": "Empty", "title": "climb.kind.empty", "head": ""}
        state["view"]["trick"] = [{**played, "bomb": 0, "wins": True}, {**passed, "bomb": 0, "wins": False}]
        state["view"]["passed"] = [3]
        state["view"]["hands"][0]["cards"] = ["Ah", "4d"]
        state["decision"]["prompt"]["args"] |= {"seat": 2, "head": "2s"}
        state["decision"]["choices"] = ["pass"]

    page = await still(context, server_url, "big_two", stuck)
    await expect(page.locator(".ask")).to_have_text("没有能大过青松的牌，可以不出。")


@pytest.mark.parametrize(("lang", "label"), [("zh", "问牌"), ("en", "Ask counts")])
async def test_who_may_ask_for_counts_has_a_button(
    context: BrowserContext, server_url: str, lang: str, label: str
) -> None:
    sent: list[dict[str, Any]] = []

    def may(state: dict[str, Any]) -> None:
        state["view"]["mayAsk"] = True

    page = await still(context, server_url, "guandan", may, sent, lang=lang)
    button = page.locator("[data-act=ask]")
    await expect(button).to_have_text(label)
    others = page.locator("[data-act=pass], [data-act=hint], [data-act=play]")
    box = await button.bounding_box()
    assert box is not None
    for one in await others.all():
        other = await one.bounding_box()
        assert other is not None
        apart = other["x"] + other["width"] <= box["x"] or box["x"] + box["width"] <= other["x"]
        assert apart or other["y"] + other["height"] <= box["y"] or box["y"] + box["height"] <= other["y"]
    await button.click()
    while not (said := [one["payload"]["text"] for one in sent if one["type"] == "action"]):
        await page.wait_for_timeout(50)
    assert said == ["ask"]
    page = await still(context, server_url, "guandan", lambda state: state["view"].update(mayAsk=False))
    await expect(page.locator("[data-act=play]")).to_be_visible()
    await expect(page.locator("[data-act=ask]")).to_have_count(0)


async def test_jokers_are_in_english_on_an_english_page(context: BrowserContext, server_url: str) -> None:
    def both(state: dict[str, Any]) -> None:
        state["view"]["hands"][0]["cards"][:2] = ["R", "L"]

    page = await still(context, server_url, "doudizhu", both, lang="en")
    for card, words in (("R", ["BIG", "JOKER"]), ("L", ["SMALL", "JOKER"])):
        joker = page.locator(f'.hand .card[data-card="{card}"]').first
        assert [word for word in words if word not in await joker.inner_html()] == []
        assert not re.search("#r-(da|xiao|wang)|[大小王]", await joker.inner_html())
    page = await still(context, server_url, "doudizhu", both)
    assert "#r-da" in await page.locator('.hand .card[data-card="R"]').first.inner_html()
