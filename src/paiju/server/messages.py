"""What the server itself has to say, in both languages. Games bring their own tables."""

from __future__ import annotations

from typing import Final

from paiju.analysis.messages import MESSAGES as ANALYSIS
from paiju.games.catalog import Entry
from paiju.games.messages import COMMON, Table, Text
from paiju.games.refusals import REFUSALS

SERVER: Final[Table] = {
    **ANALYSIS,
    "error.closed": Text("这张桌子已经关闭。", "This table is closed."),
    "error.table_full": Text("座位已满。", "Every seat is taken."),
    "error.barred": Text(
        "桌主请你离开了这张桌子，{minutes}分钟后才能再入座。",
        "The owner sent you away from this table; you may sit down again in {minutes} minutes.",
    ),
    "error.seat_taken": Text("{seat:seat}已经有人。", "Somebody sits at {seat:seat} already."),
    "error.no_such_seat": Text("这张桌子只有{seats}个座位。", "This table has {seats} seats."),
    "error.buy_in": Text("带入的筹码须在{low}到{high}之间。", "Bring between {low} and {high} chips."),
    "error.no_branch": Text("这一局不能接着打。", "This deal cannot be played on."),
    "error.practice": Text(
        "这是从牌谱接着打的练习桌：用练习筹码，不能带入、补充，别人也不能入座。",
        "This is a practice table, played on from a record: its chips are only for practice, and nobody else sits down.",
    ),
    "branch.redealt": Text(
        "{seats:seat}的底牌没有公开，已另发一手；你见过的牌都不变。",
        "The hole cards of {seats:seat} are not open and were dealt anew; every card you saw stays as it was.",
    ),
    "branch.same": Text("牌与原局完全相同。", "The cards are those of the deal itself."),
    "error.no_such_step": Text("没有这一步。", "There is no such step."),
    "error.owner_only": Text("只有桌主可以这样做。", "Only the owner of the table may do that."),
    "error.not_seated": Text("你没有坐在这张桌子旁。", "You do not sit at this table."),
    "error.no_commitment": Text(
        "下一局还没有承诺，请等这一局结束后再加入随机数。",
        "The next deal is not promised yet: add bytes when this one is over.",
    ),
    "error.during_deal": Text("请等这一局结束。", "Wait until this deal is over."),
    "error.too_few": Text("人数还不够。", "There are too few players yet."),
    "error.no_deal": Text("还没有发牌。", "Nothing is dealt yet."),
    "error.not_dealt_in": Text("这一局你没有牌。", "You were not dealt in."),
    "error.stale_seq": Text("局面已经变化，请再看一眼。", "The table has moved on since; look again."),
    "error.no_chips": Text("这个游戏不用筹码。", "This game is played without chips."),
    "error.no_rebuy": Text("比赛中不能补充筹码。", "There is no rebuy in a tournament."),
    "error.not_enough": Text("你只有{has}个筹码。", "You have only {has} chips."),
    "error.entropy": Text("最多{limit}个字节。", "At most {limit} bytes."),
    "error.hex": Text("请用十六进制书写。", "Write the bytes in hexadecimal."),
    "error.no_chat": Text("这张桌子不能聊天。", "There is no chat at this table."),
    "error.no_spectators": Text("这张桌子不许旁观。", "This table has no spectators."),
    "error.password": Text("密码不对。", "The password is wrong."),
    "error.guesses": Text("试错太多次，请过一会儿再试。", "Too many wrong passwords; try again in a while."),
    "error.bad_request": Text("看不懂这个请求：{why}", "This request could not be read: {why}"),
    "error.unauthorized": Text("请先报上名字。", "Say who you are first."),
    "error.bad_token": Text("登录凭证无效，请重新进入。", "This token is not valid; come in anew."),
    "error.bad_login": Text("用户名或密码不对。", "Login or password is wrong."),
    "error.login_taken": Text(
        "这个用户名已被使用，或者你已有账号。", "This login is taken, or you have an account already."
    ),
    "error.forbidden": Text("这不是你的座位。", "That is not your seat."),
    "error.origin": Text("不接受来自这个网站的请求。", "Requests from that site are not accepted."),
    "error.not_found": Text("没有找到。", "There is no such thing."),
    "error.method": Text("这里不能这样做。", "That cannot be done here."),
    "error.unavailable": Text("服务器正忙，请稍后再试。", "The server is busy; try again in a moment."),
    "error.draining": Text("服务器正在重启，请稍候。", "The server is restarting; one moment."),
    "error.rate_limited": Text("太快了，请慢一点。", "Too fast; slow down a little."),
    "error.oneself": Text("不能对自己这样做。", "That cannot be done to oneself."),
    "error.contacts_full": Text("最多记 {limit} 个人。", "You can keep notes on {limit} people at most."),
    "error.reported": Text("你已经举报过，管理员会看。", "You have reported this already; the host will look at it."),
    "error.admin_only": Text("只有管理员可以看。", "Only the host may see this."),
    "error.too_large": Text("太长了。", "That is too large."),
    "error.unknown_game": Text("没有这个游戏：{name}", "No game is called {name}."),
    "error.option": Text("选项不对：{why}", "An option is wrong: {why}"),
    "error.no_bots": Text("没有这一级的电脑：{level}", "There is no bot of level {level}."),
    "error.amount_or_to": Text("加注时请写明 amount 或 to 之一。", "Give exactly one of amount and to with a raise."),
    "error.analysis_busy": Text(
        "正在分析别的牌局，请稍后再试。", "Other deals are being analysed; try again in a moment."
    ),
    "error.secret": Text("这一局的秘密还不能公开。", "The secrets of this deal may not be known yet."),
    "error.no_format": Text("这个游戏没有这种格式的记录。", "This game has no records in that format."),
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

_TIERS: Final = (("master", 2000), ("jade", 1000), ("gold", 500), ("silver", 200), ("bronze", 50))


def tier(points: int) -> str:
    """段位 of so many points."""
    return next((name for name, least in _TIERS if points >= least), "novice")


def table_of(entry: Entry | None) -> Table:
    """All messages that a table of this game may need."""
    return {**COMMON, **REFUSALS, **SERVER, **(entry.messages if entry is not None else {})}
