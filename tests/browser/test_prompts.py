"""What a question says, and what its buttons will do: for people who have never played the game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from tests.browser.still import recorded, still

NO = {"verb": "no", "what": ""}


def asked(game: str, key: str, args: dict[str, Any], offers: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The recorded table with another question open."""
    state = recorded(game)
    state["decision"] = {"prompt": {"key": key, "args": args}, "since": 7, "more": False, "choices": []}
    if offers is not None:
        state["decision"]["detail"] = {"offers": offers, "generals": {}, "arrange": None}
    state["result"] = None
    return state


def hand_of(state: dict[str, Any]) -> list[str]:
    return list(state["view"]["hands"][state["you"]["seat"]]["cards"])


async def test_a_strike_says_what_happens_either_way(context: BrowserContext, server_url: str) -> None:
    mine = hand_of(recorded("sanguosha"))
    offer = {"verb": "use", "what": "jink", "cards": mine[:1], "labels": [mine[0].split(":")[1]], "low": 1, "high": 1}
    state = asked("sanguosha", "sgs.ask.jink", {"source": 1, "card": "slash:7s", "count": 1}, [NO, offer])
    page = await still(context, server_url, "sanguosha", lambda now: now.update(state))
    prompt = page.locator(".prompt")
    await expect(prompt.locator(".ask > b")).to_contain_text("对你使用了")
    await expect(prompt).to_contain_text("否则受到伤害")
    await expect(prompt.locator("[data-act=no]")).to_have_text("不出【闪】")
    confirm = prompt.locator("[data-act=confirm]")
    await expect(confirm).to_have_text("先点一张牌")
    await confirm.click(force=True)  # it tells what is missing instead of doing nothing
    await expect(page.locator(".toast")).to_contain_text("先点一张牌")
    await page.locator(".shand .card.can").first.click(position={"x": 12, "y": 40})
    await expect(confirm).to_have_text("使用【闪】")
    await expect(confirm).to_have_attribute("aria-disabled", "false")


QUESTIONS = [
    pytest.param("sgs.ask.luck", {}, [NO, {"verb": "yes", "what": ""}], ["拿不回来"], ["不换", "换牌"], id="luck"),
    pytest.param(
        "sgs.ask.nullification", {"card": "card.duel", "source": 1, "target": 0}, [NO],
        ["即将对你生效", "你没有能用的牌"], ["不用"], id="nullification",
    ),
    pytest.param(
        "sgs.ask.peach", {"target": 0, "count": 1}, [NO], ["你濒死"], ["不救"], id="dying",
    ),
    pytest.param(
        "sgs.ask.ganglie", {"source": 1}, [NO, {"verb": "discard", "what": "", "low": 2, "high": 2, "cards": "hand"}],
        ["受到 1 点伤害"], ["受到伤害", "再选 2 张牌"], id="ganglie",
    ),
    pytest.param(
        "sgs.ask.fanjian", {"source": 1}, [{"verb": "choose", "what": suit} for suit in ("spade", "heart")],
        ["花色与所选不同就受到 1 点伤害"], ["黑桃", "红桃"], id="fanjian",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "args", "offers", "says", "buttons"), QUESTIONS)
async def test_every_question_is_explained(
    key: str, args: dict[str, Any], offers: list[dict[str, Any]], says: list[str], buttons: list[str],
    context: BrowserContext, server_url: str,
) -> None:  # fmt: skip
    me = recorded("sanguosha")["you"]["seat"]
    mine = hand_of(recorded("sanguosha"))
    args = {name: me if name == "target" else value for name, value in args.items()}
    offers = [
        {**offer, "cards": mine, "labels": [card.split(":")[1] for card in mine]} if "cards" in offer else offer
        for offer in offers
    ]
    state = asked("sanguosha", key, args, offers)
    page = await still(context, server_url, "sanguosha", lambda now: now.update(state))
    prompt = page.locator(".prompt")
    for text in says:
        await expect(prompt).to_contain_text(text)
    assert await prompt.locator("[data-act]").all_inner_texts() == buttons


@pytest.mark.parametrize(
    ("key", "args", "says"),
    [
        ("guandan.ask.pay", {}, "上一局输了，交出最大的一张牌"),
        ("guandan.ask.return", {"seat": 1}, "还一张小牌"),
    ],
)
async def test_tribute_is_explained(
    key: str, args: dict[str, Any], says: str, context: BrowserContext, server_url: str
) -> None:
    verb = key.rsplit(".", 1)[1]
    card = hand_of(recorded("guandan"))[0]
    state = asked("guandan", key, args)
    state["decision"]["choices"] = [f"{verb} {card}"]
    state["view"]["tributes"] = [{"payer": 0, "receiver": 2, "card": "Ks", "returned": None}]
    state["view"]["trick"] = []
    page = await still(context, server_url, "guandan", lambda now: now.update(state))
    await expect(page.locator(".ask")).to_contain_text(says)
    await expect(page.locator("[data-act=play]")).to_have_text("进贡" if verb == "pay" else "还贡")
