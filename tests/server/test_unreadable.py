"""What is said of requests and messages that cannot be read, or name what is not there: one sentence, in two languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.games.messages import tell
from paiju.server import wire
from paiju.server.messages import messages_of
from paiju.server.unreadable import undecoded
from tests.server.client import serving

Row = tuple[bytes, str, str]

MESSAGES: list[Row] = [
    (b"x", "this is not JSON (at byte 1).", "这不是 JSON（第 1 个字节）。"),
    (b'{"type"', "the JSON stops before its end.", "JSON 没有写完。"),
    (b"[]", "a JSON object {…} was expected.", "应为 {…} 这样的 JSON 对象。"),
    (b"{}", "type is missing.", "缺少 type。"),
    (
        b'{"type":"dance"}',
        "type cannot be 'dance'; it may be hello, join,",
        "type 不能是 'dance'；可以是：hello, join,",
    ),
    (b'{"type":7}', "type must be a text.", "type 应为文字。"),
    (b'{"type":"ping","id":7}', "id must be a text.", "id 应为文字。"),
    (b'{"type":"ping","payload":[]}', "a JSON object {…} was expected.", "应为 {…} 这样的 JSON 对象。"),
    (b'{"type":"rebuy","payload":{}}', "chips is missing.", "缺少 chips。"),
    (b'{"type":"action","payload":{"to":"x"}}', "to must be a whole number.", "to 应为整数。"),
    (b'{"type":"action","payload":{"to":1e99}}', "to must be a whole number.", "to 应为整数。"),
    (b'{"type":"action","payload":{"amount":-4}}', "amount must be at least 0.", "amount 至少为 0。"),
    (b'{"type":"hint","payload":{"limit":900}}', "limit must be at most 200.", "limit 最多为 200。"),
    (b'{"type":"ready","payload":{"ready":"x"}}', "ready must be true or false.", "ready 应为 true 或 false。"),
    (b'{"type":"chat","payload":{"text":""}}', "text is empty.", "text 是空的。"),
    (
        b'{"type":"hello","payload":{"language":"fr"}}',
        "language cannot be 'fr'; it may be ",
        "language 不能是 'fr'；可以是：",
    ),
    (b'{"type":"entropy","payload":{"bytes":"zz"}}', "two digits for each byte.", "每个字节两位。"),
    (
        b'{"type":"mute","payload":{"playerId":"a\\u0000"}}',
        "playerId holds characters that cannot be seen.",
        "看不见的字符。",
    ),
    (b'{"type":"mute","payload":{"playerId":"\xff"}}', "this is not JSON.", "这不是 JSON。"),
]


@pytest.mark.parametrize(("data", "en", "zh"), MESSAGES)
def test_a_message_that_cannot_be_read(data: bytes, en: str, zh: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as error:
        msgspec.json.decode(data, type=wire.ClientMessage)
    refused = undecoded(error.value, wire.ClientMessage)
    assert refused.code == "bad_request"
    assert en in tell(refused.why, messages_of(None), "en")
    assert zh in tell(refused.why, messages_of(None), "zh")


NEW: dict[str, Any] = {"game": "duel", "join": False}
REQUESTS: list[tuple[str, str, Any, int, str, str]] = [
    ("POST", "/api/session", {}, 400, "name is missing.", "缺少 name。"),
    ("POST", "/api/session", [], 400, "a JSON object {…} was expected.", "应为 {…} 这样的 JSON 对象。"),
    ("POST", "/api/session", b"", 400, "a JSON body is needed.", "缺少 JSON 内容。"),
    ("POST", "/api/session", b"{name", 400, "this is not JSON (at byte 2).", "这不是 JSON（第 2 个字节）。"),
    ("POST", "/api/session", {"name": "\u202e "}, 400, "name has nothing that can be seen.", "name 里没有看得见的字。"),
    ("POST", "/api/session", {"name": "x" * 25}, 400, "name may have at most 24 characters.", "name 最多 24 个字符。"),
    ("POST", "/api/session", b"x" * 70_000, 413, "a request may have 64 KB.", "一个请求最多 64 KB。"),
    ("PUT", "/api/me", {"avatar": "yeti"}, 400, "avatar cannot be 'yeti'; it may be crane,", "avatar 不能是 'yeti'；可以是：crane,"),
    ("DELETE", "/api/catalog", None, 405, "This address does not take DELETE; it takes GET.", "这个地址不接受 DELETE，只接受 GET。"),
    ("DELETE", "/api/me", None, 409, "Leave your tables first.", "请先离开所有桌子。"),
    ("GET", "/api/nothing", None, 404, "There is nothing at this address;", "这个地址什么也没有"),
    ("POST", "/api/account", {"login": "a b c", "password": "long enough"}, 400, "digits and _ . @ - only.", "只能有英文字母"),
    ("POST", "/api/account", {"login": "abc", "password": "short"}, 400, "password needs at least 8 characters.", "password 至少要有 8 个字符。"),
    ("POST", "/api/login", {"login": "abc", "password": 7}, 400, "password must be a text.", "password 应为文字。"),
    ("POST", "/api/games", {"game": "chess"}, 400, "No game is called chess; there are duel, ", "没有叫“chess”的游戏；有：duel, "),
    ("POST", "/api/games", {**NEW, "options": {"nope": 1}}, 400, "option nope: no such option; there are rounds", "没有这个选项；有：rounds"),
    ("POST", "/api/games", {**NEW, "options": {"rounds": 0}}, 400, "option rounds: must be ", "选项 rounds：应为"),
    ("POST", "/api/games", {**NEW, "preset": "nope"}, 400, "has no preset 'nope'", "没有预设 'nope'"),
    ("POST", "/api/games", {**NEW, "seats": 9}, 400, "This game is played by 2 to 4, not by 9.", "这个游戏由 2 到 4 人玩，不能 9 人。"),
    ("POST", "/api/games", {**NEW, "seating": "x"}, 400, "it may be choose, lot.", "可以是：choose, lot。"),
    ("POST", "/api/games", {**NEW, "bots": [{"level": 5}]}, 400, "bots[0].level must be a text.", "bots[0].level 应为文字。"),
    ("POST", "/api/games", {**NEW, "bots": [{"level": "x"}]}, 400, "no bot of level x; there are ", "没有 x 级别的电脑；有："),
    ("GET", "/api/games?status=x", None, 400, "it may be active, finished, waiting.", "可以是：active, finished, waiting。"),
    ("GET", "/api/games?page=0", None, 400, "page must be at least 1.", "page 至少为 1。"),
    ("GET", "/api/games?page=x", None, 400, "page must be a whole number.", "page 应为整数。"),
    ("GET", "/api/admin/players", None, 400, "q is missing.", "缺少 q。"),
    ("GET", "/api/games/zzz/state", None, 404, "There is no table zzz.", "没有 zzz 这张桌子。"),
    ("POST", "/api/games/zzz/start", None, 404, "There is no table zzz.", "没有 zzz 这张桌子。"),
    ("GET", "/api/games/zzz/history", None, 404, "There is no table zzz.", "没有 zzz 这张桌子。"),
    ("GET", "/api/games/TABLE/records/7", None, 404, "Deal 7 of this table is not over", "第 7 局还没有打完"),
    ("GET", "/api/games/TABLE/fairness/7", None, 404, "Deal 7 of this table is not over", "第 7 局还没有打完"),
    ("GET", "/api/games/TABLE/records/1?format=pdf", None, 400, "it may be paiju, phh.", "可以是：paiju, phh。"),
    ("GET", "/api/games/TABLE/hint", None, 409, "Nothing is dealt yet.", "还没有发牌。"),
    ("POST", "/api/games/TABLE/fold", None, 404, "There is no betting in this game.", "这个游戏没有下注。"),
    ("POST", "/api/games/TABLE/start", None, 409, "2 are needed, 1 are here.", "要 2 人，现在 1 人。"),
    ("POST", "/api/games/TABLE/action", {"seq": 1}, 400, "Give exactly one of text and action.", "请只写 text 或 action 之一。"),
    ("POST", "/api/games/TABLE/action", {"text": "a", "action": "b"}, 400, "Give exactly one of text", "请只写 text"),
    ("POST", "/api/games/TABLE/bots", {"level": "random", "seat": 0}, 409, "That seat is taken;", "这个座位已经有人"),
    ("DELETE", "/api/games/TABLE/players/999", None, 403, "That player does not sit at this table.", "这位玩家没有坐在"),
    ("PUT", "/api/people/999999", {"tag": "x"}, 400, 'it may be "", amber', '可以是："", amber'),
    ("PUT", "/api/people/999999", {"note": "x"}, 404, "There is no player 999999.", "没有编号 999999 的玩家。"),
]  # fmt: skip


async def test_every_refusal_is_a_sentence_in_the_language_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", seats=2))["id"]
        wrong: list[Any] = []
        for method, path, body, status, en, zh in REQUESTS:
            for language, told in (("en", en), ("fr, zh-CN;q=0.9, en", zh)):
                sent: dict[str, Any] = (
                    {"content": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
                )
                headers = {"Accept-Language": language} | ({"Content-Type": "application/json"} if body else {})
                answer = await ann.http.request(method, path.replace("TABLE", code), headers=headers, **sent)
                problem = answer.json()
                is_sentence = re.search(r"[.。]$", problem["message"]) and "`" not in problem["message"]
                if answer.status_code != status or told not in problem["message"] or not is_sentence:
                    wrong.append((method, path, body, answer.status_code, problem["message"]))
        assert not wrong


async def test_a_locked_table_asks_for_its_password(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        path = f"/api/games/{(await ann.table('duel', password='geheim'))['id']}/state"
        for headers, key in (({}, "error.locked"), ({"X-Table-Password": "falsch"}, "error.password")):
            answer = await bo.http.get(path, headers=headers)
            assert (answer.status_code, answer.json()["why"]["key"]) == (403, key)


async def test_what_is_asked_with_an_id_is_answered_with_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", bots=[{"level": "random"}], pace=5000))["id"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.ask("start")
            await socket.my_turn()
            for kind, answer, payload in (
                ("hello", "welcome", {}), ("hint", "hint", {}), ("check", "checked", {"text": "pass"}), ("ping", "pong", {}),
            ):  # fmt: skip
                await socket.say(kind, id=f"my {kind}", **payload)
                assert (await socket.until(answer))["re"] == f"my {kind}"
            assert (await socket.ask("unwatch"))["gameId"] == code


async def test_text_names_its_character_set_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", bots=[{"level": "random"}], deals=1))["id"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.ask("start")
            while await socket.play_safe():
                pass
        for path in (f"/api/games/{code}/records/1", f"/api/games/{code}/history?format=paiju", "/metrics"):
            kind = (await ann.http.get(path)).headers["content-type"]
            assert kind.startswith("text/plain;") and kind.count("charset=utf-8") == 1, (path, kind)
