"""What the server itself has to say, in both languages. Games bring their own messages."""

from __future__ import annotations

from typing import Final

from paiju.analysis.messages import MESSAGES as ANALYSIS
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.messages import COMMON, Language, Messages, Text, tell
from paiju.games.refusals import REFUSALS
from paiju.lessons.messages import MESSAGES as LESSONS
from paiju.table import Refused

SERVER: Final[Messages] = {
    **ANALYSIS,
    **LESSONS,
    "error.study": Text("{why:key}", "{why:key}"),
    "error.nothing_to_study": Text("请贴上局面或牌谱。", "Paste a position or a record."),
    "error.no_such_card": Text("{card:cards}不在那里。", "{card:cards} is not there."),
    "error.no_lesson": Text("没有这一课。", "There is no such lesson."),
    "error.closed": Text("这张桌子已经关闭。", "This table is closed."),
    "error.table_full": Text("座位已满。", "Every seat is taken."),
    "error.barred": Text(
        "桌主请你离开了这张桌子，{minutes}分钟后才能再入座。",
        "The owner sent you away from this table; you may sit down again in {minutes} minutes.",
    ),
    "error.seat_taken": Text("这个座位已经有人，请换一个。", "That seat is taken; choose another."),
    "error.no_such_seat": Text("这张桌子只有{seats}个座位。", "This table has {seats} seats."),
    "error.seats": Text(
        "这个游戏由 {low} 到 {high} 人玩，不能 {seats} 人。", "This game is played by {low} to {high}, not by {seats}."
    ),
    "error.no_puzzle": Text("没有这道题。", "There is no such puzzle."),
    "error.solver_busy": Text("解题的人太多，请稍后再试。", "Too many are solving puzzles now; try again in a moment."),
    "error.other_game": Text("这个局面是另一个游戏（{game}）的。", "The position is one of another game, {game}."),
    "error.seats_only": Text(
        "这个游戏只能 {low} 人玩，不能 {seats} 人。", "This game is played by {low}, not by {seats}."
    ),
    "error.left": Text(
        "你已经离座；这一局结束后可以再入座。", "You gave up your seat; sit down again when this deal is over."
    ),
    "error.buy_in": Text("带入的筹码须在{low}到{high}之间。", "Bring between {low} and {high} chips."),
    "error.no_branch": Text("这一局不能接着打。", "This deal cannot be played on."),
    "error.practice": Text(
        "这是从牌谱接着打的练习桌：用练习筹码，不能带入、补充，别人也不能入座。",
        "This is a practice table, played on from a record: its chips are only for practice, and nobody else sits down.",
    ),
    "error.daily_once": Text(
        "每日一局每天只打一次，明天再来。", "The daily deal is played once a day. Come back tomorrow."
    ),
    "error.daily_entropy": Text(
        "每日一局所有人的牌都一样，不能加入自己的随机数。",
        "Everybody gets the same cards in the daily deal, so nobody can mix in bytes of their own.",
    ),
    "error.daily_hint": Text(
        "每日一局按成绩排名，得自己打，没有提示。",
        "The daily deal is ranked, so it has no hints: the play must be your own.",
    ),
    "error.no_daily": Text("没有这一天的每日一局。", "There is no daily deal of that day."),
    "error.daily_first": Text(
        "先打完自己的这一局，再看别人怎么打。", "Finish your own deal first, then see how others played it."
    ),
    "error.clock_shared": Text(
        "桌上还有别人，时间不能停。", "Others are playing at this table, so the clock cannot be stopped."
    ),
    "branch.redealt": Text(
        "{seats:seat}的底牌没有公开，已另发一手；你见过的牌都不变。",
        "The hole cards of {seats:seat} are not open and were dealt anew; every card you saw stays as it was.",
    ),
    "branch.same": Text("牌与原局完全相同。", "The cards are those of the deal itself."),
    "error.no_such_step": Text("没有这一步。", "There is no such step."),
    "error.no_such_question": Text("没有这个问题。", "There is no such question."),
    "error.owner_only": Text("只有桌主可以这样做。", "Only the owner of the table may do that."),
    "error.not_seated": Text("你没有坐在这张桌子旁。", "You do not sit at this table."),
    "error.not_here": Text("这位玩家没有坐在这张桌子旁。", "That player does not sit at this table."),
    "error.no_commitment": Text(
        "下一局还没有承诺，请等这一局结束后再加入随机数。",
        "The next deal is not promised yet: add bytes when this one is over.",
    ),
    "error.during_deal": Text("请等这一局结束。", "Wait until this deal is over."),
    "error.too_few": Text(
        "人数还不够：要 {needed} 人，现在 {here} 人。",
        "There are too few players yet: {needed} are needed, {here} are here.",
    ),
    "error.too_few_chips": Text(
        "要有 {needed} 人带着筹码参加，现在 {here} 人。",
        "{needed} who have chips and play along are needed, {here} are here.",
    ),
    "error.no_deal": Text("还没有发牌。", "Nothing is dealt yet."),
    "error.not_dealt_in": Text("这一局你没有牌。", "You were not dealt in."),
    "error.stale_seq": Text("局面已经变化，请再看一眼。", "The table has moved on since; look again."),
    "error.no_chips": Text("这个游戏不用筹码。", "This game is played without chips."),
    "error.no_rebuy": Text("比赛中不能补充筹码。", "There is no rebuy in a tournament."),
    "error.not_enough": Text(
        "你手里只有{has}个筹码；放在牌桌上的，离座后才回到手里。",
        "You have only {has} chips in hand; those on a table come back when you leave it.",
    ),
    "error.entropy": Text("最多{limit}个字节。", "At most {limit} bytes."),
    "error.hex": Text("请用十六进制书写。", "Write the bytes in hexadecimal."),
    "error.no_chat": Text("这张桌子不能聊天。", "There is no chat at this table."),
    "error.no_spectators": Text("这张桌子不许旁观。", "This table has no spectators."),
    "error.locked": Text("这张桌子有密码，请写明密码。", "This table is locked; say its password."),
    "error.password": Text("密码不对。", "The password is wrong."),
    "error.guesses": Text(
        "密码试错太多次，请 {seconds} 秒后再试。", "Too many wrong passwords; try again in {seconds} s."
    ),
    "error.bad_request": Text("看不懂这个请求：{why:key}。", "This request could not be read: {why:key}."),
    "error.unauthorized": Text("请先报上名字。", "Say who you are first."),
    "error.bad_token": Text("登录凭证无效，请重新进入。", "This token is not valid; come in anew."),
    "error.metrics": Text("需要监控令牌。", "The numbers are read with their token."),
    "error.session_ended": Text("登录已失效，请重新进入。", "This session has ended; come in anew."),
    "error.banned": Text("你已被封禁。{reason}", "You are banned. {reason}"),
    "error.banned_until": Text("你已被封禁至 {until}。{reason}", "You are banned until {until}. {reason}"),
    "error.no_ban": Text("没有第 {ban} 号封禁。", "There is no ban {ban} that holds."),
    "error.bad_subject": Text(
        "请写玩家编号或网段，例如 203.0.113.0/24。", "Name a player's number or a network, as 203.0.113.0/24."
    ),
    "error.too_wide": Text(
        "{network} 的范围太大，最多封到 /{widest}。", "{network} is too wide to ban; the widest is a /{widest}."
    ),
    "error.no_account": Text("你还没有账号。", "You have no account yet."),
    "error.wrong_password": Text("密码不对。", "The password is wrong."),
    "error.still_seated": Text("请先离开所有桌子。", "Leave your tables first."),
    "error.name_taken": Text("这个名字不能用，请换一个。", "That name cannot be taken; choose another."),
    "error.bad_login": Text("用户名或密码不对。", "Login or password is wrong."),
    "error.login_taken": Text(
        "这个用户名已被使用，或者你已有账号。", "This login is taken, or you have an account already."
    ),
    "error.forbidden": Text("这不是你的座位。", "That is not your seat."),
    "error.origin": Text("不接受来自这个网站的请求。", "Requests from that site are not accepted."),
    "error.not_json": Text(
        "请求的内容须是 JSON（Content-Type: application/json）。",
        "The body of a request must be JSON (Content-Type: application/json).",
    ),
    "error.not_found": Text(
        "这个地址什么也没有；/docs 列出全部。", "There is nothing at this address; /docs lists what there is."
    ),
    "error.no_table": Text("没有 {table} 这张桌子。", "There is no table {table}."),
    "error.no_hand": Text(
        "这张桌子第 {hand} 局还没有打完，或没有这一局。", "Deal {hand} of this table is not over, or was never dealt."
    ),
    "error.no_player": Text("没有编号 {player} 的玩家。", "There is no player {player}."),
    "error.no_report": Text("没有第 {report} 号举报。", "There is no report {report}."),
    "error.no_bets": Text("这个游戏没有下注。", "There is no betting in this game."),
    "error.method": Text(
        "这个地址不接受 {method}，只接受 {allowed}。", "This address does not take {method}; it takes {allowed}."
    ),
    "error.unavailable": Text("服务器正忙，请稍后再试。", "The server is busy; try again in a moment."),
    "error.draining": Text("服务器正在重启，请稍候。", "The server is restarting; one moment."),
    "error.rate_limited": Text("太快了，请 {seconds} 秒后再试。", "Too fast; try again in {seconds} s."),
    "error.follows": Text(
        "一个连接最多同时看 {limit} 张桌子，请先退出一张。",
        "One socket follows {limit} tables at most; unwatch one first.",
    ),
    "error.crowd": Text(
        "同一地址最多 {limit} 个连接，请先关掉一些。", "One address may have {limit} sockets; close some first."
    ),
    "error.oneself": Text("不能对自己这样做。", "That cannot be done to oneself."),
    "error.contacts_full": Text("最多记 {limit} 个人。", "You can keep notes on {limit} people at most."),
    "error.muted_full": Text("最多屏蔽 {limit} 个人。", "You can mute {limit} players at most."),
    "error.reported": Text("你已经举报过，管理员会看。", "You have reported this already; the host will look at it."),
    "error.admin_only": Text("只有管理员可以看。", "Only the host may see this."),
    "error.too_large": Text("太长了：一个请求最多 {limit} KB。", "That is too large: a request may have {limit} KB."),
    "error.unknown_game": Text("没有叫“{name}”的游戏；有：{there}。", "No game is called {name}; there are {there}."),
    "error.option": Text("选项不对：{why:key}。", "An option is wrong: {why:key}."),
    "error.no_bots": Text(
        "没有 {level} 级别的电脑；有：{there}。", "There is no bot of level {level}; there are {there}."
    ),
    "error.text_or_action": Text("请只写 text 或 action 之一。", "Give exactly one of text and action."),
    "error.amount_or_to": Text("加注时请写明 amount 或 to 之一。", "Give exactly one of amount and to with a raise."),
    "error.analysis_busy": Text(
        "正在分析别的牌局，请稍后再试。", "Other deals are being analysed; try again in a moment."
    ),
    "error.secret": Text("这一局的秘密还不能公开。", "The secrets of this deal may not be known yet."),
    "error.not_this_deal": Text(
        "这一局没有这种格式的记录：{why:key}。", "This deal has no record in that format: {why:key}."
    ),
    "error.no_format": Text("这个游戏没有这种格式的记录。", "This game has no records in that format."),
    "read.missing": Text("缺少 {field}", "{field} is missing"),
    "read.kind": Text("{field} 应为{wanted:key}", "{field} must be {wanted:key}"),
    "read.text": Text("文字", "a text"),
    "read.whole": Text("整数", "a whole number"),
    "read.number": Text("数字", "a number"),
    "read.bool": Text(" true 或 false", "true or false"),
    "read.list": Text("列表", "a list"),
    "read.object": Text(" {{…}} 这样的对象", "an object {{…}}"),
    "read.null": Text(" null", "null"),
    "read.low": Text("{field} 至少为 {limit}", "{field} must be at least {limit}"),
    "read.high": Text("{field} 最多为 {limit}", "{field} must be at most {limit}"),
    "read.length_low": Text("{field} 至少要有 {limit} 个字符", "{field} needs at least {limit} characters"),
    "read.length_high": Text("{field} 最多 {limit} 个字符", "{field} may have at most {limit} characters"),
    "read.empty": Text("{field} 是空的", "{field} is empty"),
    "read.items_low": Text("{field} 至少要有 {limit} 项", "{field} needs at least {limit} items"),
    "read.items_high": Text("{field} 最多 {limit} 项", "{field} may have at most {limit} items"),
    "read.one_of": Text("{field} 不能是 {value}；可以是：{there}", "{field} cannot be {value}; it may be {there}"),
    "read.no_value": Text("{field} 不能是 {value}", "{field} cannot be {value}"),
    "read.hex": Text("{field} 应为十六进制，每个字节两位", "{field} must be hexadecimal, two digits for each byte"),
    "read.login": Text(
        "{field} 只能有英文字母、数字和 _ . @ -", "{field} may have letters from A to Z, digits and _ . @ - only"
    ),
    "read.hidden": Text("{field} 里有看不见的字符", "{field} holds characters that cannot be seen"),
    "read.blank": Text("{field} 里没有看得见的字", "{field} has nothing that can be seen"),
    "read.carried": Text("{field} 由牌桌自己记录，不能设定", "{field} is kept by the table itself and cannot be set"),
    "read.no_table": Text(
        "缺少 gameId：这个连接还没有加入或旁观牌桌", "gameId is missing: this socket has joined or watched no table yet"
    ),
    "read.other": Text("{field} 的写法不对", "{field} is written wrongly"),
    "read.no_object": Text("应为 {{…}} 这样的 JSON 对象", "a JSON object {{…}} was expected"),
    "read.no_body": Text("缺少 JSON 内容", "a JSON body is needed"),
    "read.no_json": Text("这不是 JSON", "this is not JSON"),
    "read.no_json_at": Text("这不是 JSON（第 {at} 个字节）", "this is not JSON (at byte {at})"),
    "read.cut": Text("JSON 没有写完", "the JSON stops before its end"),
    "notice.timer_warning": Text("{seat:seat}的时间快到了。", "{seat:seat} is running out of time."),
    "notice.player_disconnected": Text("{seat:seat}断线了。", "{seat:seat} lost the connection."),
    "notice.player_reconnected": Text("{seat:seat}回来了。", "{seat:seat} is back."),
    "notice.reconnect": Text("服务器正在重启，马上回来。", "The server is restarting and will be back at once."),
    "notice.closed": Text("桌子已关闭。", "The table was closed."),
    "tier.novice": Text("新手", "Novice"),
    "tier.bronze": Text("青铜", "Bronze"),
    "tier.silver": Text("白银", "Silver"),
    "tier.gold": Text("黄金", "Gold"),
    "tier.jade": Text("翡翠", "Jade"),
    "tier.master": Text("大师", "Master"),
}

ASKED: Final[Messages] = {key: text for key, text in REFUSALS.items() if key.startswith(("option.", "catalog."))}
"""What a new table may be refused with."""

_TIERS: Final = (("master", 2000), ("jade", 1000), ("gold", 500), ("silver", 200), ("bronze", 50))


def tier(points: int) -> str:
    """段位 of so many points."""
    return next((name for name, least in _TIERS if points >= least), "novice")


def messages_of(info: GameInfo | None) -> Messages:
    """All messages that a table of this game may need."""
    return {**COMMON, **REFUSALS, **SERVER, **(info.messages if info is not None else {})}


def sentence(refused: Refused, language: Language) -> str:
    """What a refusal says; a table has worded its own already, with its names. Lessons, puzzles and studies refuse by a
    game's rules without a table: then the words are those of a game that has them."""
    if refused.text is not None:
        return refused.text
    messages, key = messages_of(None), refused.why.key
    if key not in messages:
        messages = messages_of(next((info for info in catalog.infos() if key in info.messages), None))
    return tell(refused.why, messages, language)
