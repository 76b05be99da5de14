"""What is refused before a game begins, in both languages: names, options, records."""

from __future__ import annotations

from typing import Final

from paiju.games.contract import Line
from paiju.games.messages import COMMON, Language, Messages, Text, tell

REFUSALS: Final[Messages] = {
    "catalog.no_game": Text(
        "没有叫“{name}”的游戏；`paiju games` 列出全部", 'no game is called "{name}"; `paiju games` lists them'
    ),
    "catalog.no_preset": Text("{game} 没有预设 {name}；有：{there}", "{game} has no preset {name}; there are {there}"),
    "catalog.no_levels": Text("{game} 没有级牌", "{game} has no levels"),
    "catalog.no_climbing": Text("{game} 不是出牌游戏", "{game} is no climbing game"),
    "catalog.no_level": Text(
        "没有 {level} 级别的机器人；有：{there}", "there is no bot of level {level}; there are {there}"
    ),
    "catalog.seats": Text(
        "{game} 由 {low} 到 {high} 人玩，不能 {seats} 人", "{game} is played by {low} to {high}, not by {seats}"
    ),
    "catalog.seats_only": Text("{game} 只能 {low} 人玩，不能 {seats} 人", "{game} is played by {low}, not by {seats}"),
    "position.at": Text("第 {at} 个字符：{why:key}", "character {at}: {why:key}"),
    "position.form": Text(
        "局面写作：游戏 各家手牌 轮到谁 其他，例如 doudizhu 34567/KK/2 0 landlord=0",
        "a position is written GAME HANDS TURN key=value …, as in doudizhu 34567/KK/2 0 landlord=0",
    ),
    "position.no_turn": Text(
        "手牌之后要写轮到哪一家（座位号），再写 键=值",
        "after the hands comes the number of the seat to act, then key=value",
    ),
    "position.no_climbing": Text(
        "{game} 不是出牌游戏，没有这样的局面", "{game} is not a climbing game: it has no such positions"
    ),
    "position.no_wild": Text("请写明哪个点数是癞子，例如 wild=7", "say which rank is wild, as in wild=7"),
    "position.no_landlord": Text("请写明谁是地主，例如 landlord=0", "say who the landlord is, as in landlord=0"),
    "position.locked_here": Text("这个游戏不要以后还可以再出", "in this game a pass locks nobody out"),
    "position.not_locked": Text(
        "座位 {seat} 轮到出牌，或者桌上是自己的牌，不会被锁",
        "seat {seat} is to act or owns the play to beat: it cannot be locked out",
    ),
    "position.landlord_here": Text("这个游戏没有地主", "this game has no landlord"),
    "position.bombs": Text("桌上的炸弹也要算在 bombs 里", "the bomb on the table belongs into bombs too"),
    "position.bombs_here": Text("这个游戏的炸弹不另外算分", "bombs bring no points of their own in this game"),
    "position.pile_here": Text("这个游戏没有牌堆", "this game has no pile to draw from"),
    "position.no_seat": Text("没有座位 {seat}，座位是 0 到 {high}", "there is no seat {seat}; seats are 0 to {high}"),
    "position.hands": Text(
        "这个游戏有 {low} 到 {high} 家，写了 {hands} 家；缺的一家写 -",
        "this game has {low} to {high} hands, {hands} are given; write - for an absent seat",
    ),
    "position.hands_only": Text(
        "这个游戏有 {low} 家，写了 {hands} 家；缺的一家写 -",
        "this game has {low} hands, {hands} are given; write - for an absent seat",
    ),
    "position.no_cards": Text(
        "这里要写牌；没有牌的一家写 -", "cards are expected here; write - for a seat without cards"
    ),
    "position.no_rank": Text("这副牌里没有 {rank}", "{rank} is not in this deck"),
    "position.no_suit": Text(
        "这个游戏要看花色：{rank} 请写成 {rank}s", "suits matter here: {rank} needs one, as in {rank}s"
    ),
    "position.card_often": Text(
        "{card} 写多了，全副牌只有 {most} 张", "{card} is there too often; the deck has {most}"
    ),
    "position.rank_often": Text(
        "{rank} 写多了，全副牌只有 {most} 张", "{rank} is there too often; the deck has {most}"
    ),
    "position.no_key": Text(
        "不认识“{key}”；可以写：{there}，以及 option.选项名", "“{key}” is not known; there are {there}, and option.NAME"
    ),
    "position.twice": Text("{key} 写了两次", "{key} is given twice"),
    "position.top": Text("要压的牌写作 座位:牌，例如 top=1:99", "the play to beat is SEAT:CARDS, as in top=1:99"),
    "position.no_play": Text("{cards} 不是一手牌", "{cards} is not a play"),
    "position.ambiguous": Text(
        "{cards} 有几种读法，请写明：{there}", "{cards} can be read in several ways; declare one: {there}"
    ),
    "position.no_type": Text("没有牌型“{name}”", "no type of play is called “{name}”"),
    "position.ban_single": Text(
        "单张不能禁：领出的一家总要有牌可出", "singles cannot be banned: a leader must have something to play"
    ),
    "position.row": Text(
        "{key} 每家一个数，0 到 {high}，用 / 分开，共 {seats} 个",
        "{key} has a number from 0 to {high} for each of {seats} seats, separated by /",
    ),
    "position.number": Text("{key} 是 {low} 到 {high} 的整数", "{key} is a whole number from {low} to {high}"),
    "position.empty_turn": Text("轮到座位 {seat}，但这家没有牌", "seat {seat} is to act but holds no cards"),
    "position.one_hand": Text("至少要有两家有牌", "at least two seats must hold cards"),
    "position.not_out": Text("座位 {seat} 还有牌，没有出完", "seat {seat} still holds cards: it is not out"),
    "position.absent": Text(
        "这个游戏每家都要有牌，出完的写在 out 里，例如 out=3",
        "in this game every seat holds cards or is out; say who is out, as in out=3",
    ),
    "position.over": Text("这一局已经打完了", "this deal is over already"),
    "position.own_top": Text(
        "轮到的一家不能压自己的牌；要领出就不写 top",
        "the seat to act cannot beat its own play; leave top out to let it lead",
    ),
    "position.absent_top": Text(
        "座位 {seat} 没有人，桌上不会是这家的牌", "seat {seat} is absent: the play to beat cannot be its own"
    ),
    "position.passes": Text(
        "passes 不对：从出牌的一家到轮到的一家，中间有 {passes} 家不要",
        "passes does not fit: seats with cards between the play and the seat to act: {passes}",
    ),
    "position.text": Text("{why}", "{why}"),
    "certificate.first_line": Text("证书的第一行应为 {wanted}", "a certificate begins with the line {wanted}"),
    "certificate.cut": Text("没有到 `end` 就断了：文件不完整", "the certificate stops before its line `end`"),
    "certificate.changed": Text("校验值不符：内容被改过", "the hash does not fit: the certificate was changed"),
    "certificate.position": Text("局面有误：{why:key}", "the position is wrong: {why:key}"),
    "certificate.header": Text("读不懂这一行", "this line cannot be read"),
    "certificate.entry": Text("应写作 局面 > 出牌", "an entry is written POSITION > MOVE"),
    "certificate.twice": Text("这个局面出现了两次", "this position is there twice"),
    "certificate.count": Text("条数不对：这里有 {entries} 条", "the number of entries is wrong: {entries} are here"),
    "certificate.missing": Text("缺少局面 {position} 的出法", "the position {position} has no move"),
    "certificate.illegal": Text(
        "局面 {position} 里不能出 {move}", "the move {move} is not legal in the position {position}"
    ),
    "certificate.given_away": Text(
        "局面 {position} 里出 {move} 之后，所称的结果不成立", "after {move} in the position {position} the claim fails"
    ),
    "certificate.unused": Text("局面 {position} 永远不会出现", "the position {position} is never reached"),
    "certificate.too_large": Text(
        "证书会超过 {most} 条，所以没有写", "the certificate would have more than {most} entries: none was written"
    ),
    "certificate.undecided": Text("没有算出结果，所以没有证书", "there is no certificate of what is not decided"),
    "certificate.one": Text("证书只写一个局面", "a certificate is for one position"),
    "arena.other": Text(
        "{folder} 里是另一场比赛；请换一个文件夹，或把它删掉",
        "{folder} holds another contest; choose another folder, or delete it",
    ),
    "arena.no_file": Text("没有文件 {file}", "there is no file {file}"),
    "arena.folder": Text("{file} 是文件夹，不是文件", "{file} is a folder, not a file"),
    "arena.bots": Text("请写 2 到 {most} 个机器人，用逗号分开", "name 2 to {most} bots, separated by commas"),
    "arena.two_bots": Text(
        "这张桌子坐两人，请写两个机器人，用逗号分开", "this table has two seats: name two bots, separated by a comma"
    ),
    "arena.mcp_alone": Text(
        "有语言模型（mcp）的比赛只在一个进程里打", "a contest with a language model (mcp) runs in one process only"
    ),
    "bench.no_positions": Text(
        "{game} 没有证明过的局面；有的是：{there}", "there are no proved positions of {game}; there are some of {there}"
    ),
    "arena.no_command": Text("{prefix}: 后面要写程序", "a program is expected after {prefix}:"),
    "arena.no_agent": Text("载入不了 {name}：{error}", "cannot load {name}: {error}"),
    "arena.platform": Text(
        "{platform} 没有 {game}；有的是：{there}", "{platform} does not have {game}; it has {there}"
    ),
    "extra.missing": Text(
        "这里要用到还没有安装的软件包：pip install 'paiju[{extra}]'",
        "this needs packages that are not installed: pip install 'paiju[{extra}]'",
    ),
    "arena.no_cluster": Text("{address} 没有调度器应答", "no scheduler answers at {address}"),
    "arena.stopped": Text(
        "已停止；打完的局在 {folder}，同样的命令会接着打",
        "stopped; finished deals are in {folder}, the same command goes on from there",
    ),
    "arena.stopped_unkept": Text("已停止；有 --out 才会保留打完的局", "stopped; only --out keeps finished deals"),
    "bot.no_link": Text(
        "{url} 不是牌桌的地址，应像 http://host:8000/table/abc",
        "{url} is not the address of a table; it looks like http://host:8000/table/abc",
    ),
    "bot.no_token": Text("{server} 不让新客人进来：{why}", "{server} gives no token: {why}"),
    "bot.no_token_file": Text("{file} 里没有登录凭证", "{file} holds no token"),
    "bot.no_server": Text("{server} 没有应答：{why}", "{server} does not answer: {why}"),
    "bot.not_let_in": Text("{server} 不让这位玩家进来：{why}", "{server} lets this player not in: {why}"),
    "bot.no_program": Text("程序 {program} 启动不了：{why}", "{program} cannot be started: {why}"),
    "bot.refused": Text("{why}", "{why}"),
    "serve.listen": Text("不能在 {address} 上接听：{why}", "cannot listen on {address}: {why}"),
    "serve.data": Text("不能用 {folder} 存放数据：{why}", "cannot use {folder} for data: {why}"),
    "serve.proxy": Text("{address} 不是地址或网段", "{address} is no address and no network"),
    "serve.public_url": Text("{address} 不像 https://example.org", "{address} does not look like https://example.org"),
    "serve.port": Text("{port} 不是端口", "{port} is no port"),
    "serve.database": Text("打不开数据库：{why}", "the database cannot be opened: {why}"),
    "admin.subject": Text("{subject} 不是玩家编号，也不是网段", "{subject} is neither a player's number nor a network"),
    "backup.file": Text("{file} 不能用：{why}", "{file} cannot be used: {why}"),
    "backup.no_backup": Text("{file} 不是 paiju backup 写的备份", "{file} is no backup that paiju has written"),
    "backup.newer": Text(
        "{file} 由更新的版本（{version}）写成，请先升级",
        "{file} was written by a newer version ({version}): upgrade first",
    ),
    "backup.damaged": Text(
        "备份已损坏（{table}），没有恢复任何内容", "the backup is damaged ({table}); nothing was restored"
    ),
    "backup.not_empty": Text(
        "数据库里已有玩家；请恢复到一个空的数据库", "there are players in this database: restore into an empty one"
    ),
    "backup.no_database": Text("没有 {file}", "there is no {file}"),
    "backup.revision": Text(
        "数据库的版本是 {found}，这里是 {known}；请先用这个版本启动一次服务器",
        "the database is at schema {found}, this version at {known}: start the server of this version once",
    ),
    "check.more": Text("……还有 {count} 处", "… and {count} more"),
    "check.file": Text("数据库文件损坏：{why}", "the database file is damaged: {why}"),
    "check.orphans": Text(
        "{table}.{column} 有 {count} 行指向不存在的行",
        "{count} rows of {table}.{column} point to rows that are not there",
    ),
    "check.chips": Text(
        "玩家 {player} 有 {has} 筹码，账本上是 {booked}", "player {player} has {has} chips, the ledger says {booked}"
    ),
    "check.closed": Text(
        "已关闭的桌子 {table} 上还有 {chips} 筹码", "the closed table {table} still holds {chips} chips"
    ),
    "check.log": Text("桌子 {table} 的日志不完整", "the log of table {table} is not complete"),
    "check.record": Text(
        "桌子 {table} 第 {hand} 局的牌谱有误：{why:key}",
        "the record of deal {hand} at table {table} is wrong: {why:key}",
    ),
    "check.rating": Text(
        "玩家 {player} 的 {game} 等级分是 {rating}，最后一局之后应为 {deal}",
        "player {player} has a rating of {rating} in {game}; after their last deal it was {deal}",
    ),
    "check.daily": Text(
        "桌子 {table}：每日一局记了 {score} 分，各局合计 {deals} 分",
        "table {table}: its daily deal is booked with a score of {score}, its deals come to {deals}",
    ),
    "check.scores": Text(
        "桌子 {table} 第 {hand} 局的得分与牌谱不符",
        "the scores of deal {hand} at table {table} are not those of its record",
    ),
    "check.broken": Text("不能重放（{why}）", "it does not replay ({why})"),
    "check.table": Text("桌子 {table} 不能从日志恢复（{why}）", "table {table} does not load from its log ({why})"),
    "serve.in_use": Text(
        "{file} 已被另一个进程使用（{pid}）；请先停止它，或用 --redis 让多个进程共用。",
        "{file} is in use by another process ({pid}): stop that first, or share it with --redis",
    ),
    "serve.database_address": Text(
        "数据库的地址应像 postgresql+asyncpg://user:password@host/name",
        "the address of a database looks like postgresql+asyncpg://user:password@host/name",
    ),
    "serve.redis": Text("连不上 Redis：{why}", "Redis does not answer: {why}"),
    "serve.redis_address": Text(
        "Redis 的地址应像 redis://host:6379/0", "the address of Redis looks like redis://host:6379/0"
    ),
    "serve.extra": Text(
        "缺少 {module}：pip install 'paiju[{extra}]'", "{module} is missing: pip install 'paiju[{extra}]'"
    ),
    "option.bad": Text("选项 {name}：{why:key}", "option {name}: {why:key}"),
    "option.unknown": Text("没有这个选项；有：{there}", "no such option; there are {there}"),
    "option.pair": Text("写作 名称=值", "is written name=value"),
    "option.must": Text("应为{wanted:key}", "must be {wanted:key}"),
    "option.must_not": Text("应为{wanted:key}，而不是 {value}", "must be {wanted:key}, not {value}"),
    "option.one_of": Text("下列之一：{choices}", "one of {choices}"),
    "option.bool": Text(" true 或 false", "true or false"),
    "option.int": Text("整数", "a whole number"),
    "option.number": Text("数字", "a number"),
    "option.text": Text("文字", "a text"),
    "option.list": Text("列表", "a list"),
    "option.low": Text("{noun:key}，不小于 {low}", "{noun:key} of at least {low}"),
    "option.high": Text("{noun:key}，不大于 {high}", "{noun:key} of at most {high}"),
    "option.between": Text("{noun:key}，{low} 到 {high}", "{noun:key} from {low} to {high}"),
    "option.length_low": Text("{noun:key}，长度不小于 {low}", "{noun:key} of length at least {low}"),
    "option.length_high": Text("{noun:key}，长度不大于 {high}", "{noun:key} of length at most {high}"),
    "option.length_between": Text("{noun:key}，长度 {low} 到 {high}", "{noun:key} of length from {low} to {high}"),
    "option.exceeds": Text("不能大于 {other}（{most}）", "must not exceed {other}, {most}"),
    "option.levels_of_blinds": Text(
        "每一级写作 [小盲, 大盲, 前注]，都是整数", "each level is [small blind, big blind, ante] in whole chips"
    ),
    "option.order_of_blinds": Text(
        "每一级要 0 < 小盲 <= 大盲，前注 >= 0，都不大于 {most}",
        "each level needs 0 < small blind <= big blind and ante >= 0, all at most {most}",
    ),
    "option.chips_of_seats": Text(
        "应为整数筹码，每个座位一个，最多十个", "must be whole chips, one number for each of at most ten seats"
    ),
    "option.seats": Text("应为座位的列表", "must be a list of seats"),
    "option.places": Text("应为各座位名次的列表", "must be a list of places by seat"),
    "option.deck_no_card": Text("没有 {card} 这张牌", "has no card {card}"),
    "option.deck_not_in": Text("{card} 不在 {size} 张的牌里", "{card} is not in a deck of {size} cards"),
    "option.deck_twice": Text("有重复的牌", "holds a card twice"),
    "option.deck_more": Text("多于 {size} 张", "holds more than {size} cards"),
    "option.scores": Text("应为 {seats} 个数，每个座位一个", "must be {seats} numbers, one for each seat"),
    "option.hand_size": Text("两个人都不够分", "leaves no cards for two players"),
    "option.two_numbers": Text("应为两个 {low} 到 {high} 的整数", "must be two whole numbers from {low} to {high}"),
    "option.four_seats": Text("四个座位各写一次，或都不写", "must name the four seats once each, or none"),
    "phh.bomb_pot": Text(
        "炸弹底池没有翻牌前下注，PHH 格式写不了", "a bomb pot has no betting before the flop, which PHH cannot tell"
    ),
    "phh.run_twice": Text("公共牌发了两次，PHH 格式写不了", "the board was run twice, which PHH cannot tell"),
    "phh.limit_short_deck": Text("PHH 格式没有固定限注短牌的代号", "PHH has no code for fixed-limit short deck"),
    "phh.action": Text("第 {number} 个动作：{why:key}", "action {number}: {why:key}"),
    "phh.hand": Text("第 {hand} 手：{why:key}", "hand {hand}: {why:key}"),
    "phh.one_hand": Text("应当只有一手牌，这里有 {hands} 手", "one hand was expected, there are {hands}"),
    "phh.not_toml": Text("不是 TOML：{why}", "not TOML: {why}"),
    "phh.shown": Text("_shown 里没有写是谁：{row}", "_shown names no player: {row}"),
    "phh.no_holdem": Text("{game} 不是德州扑克；PHH 只记扑克", "{game} is not hold'em; PHH holds poker hands only"),
    "phh.header": Text("文件头的 {name} 一行读不懂：{why}", "the header line {name} cannot be read: {why}"),
    "phh.not_over": Text("这手牌还没有打完", "the hand is not over"),
    "phh.players": Text("有 {players} 名玩家；德州扑克由 2 到 10 人玩", "{players} players; hold'em is for 2 to 10"),
    "phh.no_cards_known": Text(
        "摊牌时不知道任何人的底牌，底池不知该给谁",
        "nobody's cards are known at the showdown, so the pot cannot be given to anybody",
    ),
    "phh.no_board": Text("摊牌时公共牌不全", "the board is not known at the showdown"),
    "phh.action_text": Text("每个动作应为文字", "every action is a text"),
    "phh.variant": Text(
        "variant {variant} 不是德州扑克；NT、FT、NS 才是", "variant {variant} is not hold'em; NT, FT and NS are"
    ),
    "phh.missing": Text("缺少 {field} 一项", "the field {field} is missing"),
    "phh.list": Text("{field} 一项应为列表", "the field {field} should be a list"),
    "phh.three_cards": Text("{player} 拿了不止两张牌", "{player} is dealt more than two cards"),
    "phh.six_cards": Text("公共牌不止五张", "the board has more than five cards"),
    "phh.no_action": Text("{action} 不是德州扑克的动作", "{action} is no action of hold'em"),
    "phh.twice": Text("{card} 发了两次", "{card} is dealt twice"),
    "phh.no_player": Text("没有玩家 {player}", "there is no player {player}"),
    "phh.shows_three": Text("{player} 亮出不止两张牌", "{player} shows more than two cards"),
    "phh.shows_other": Text(
        "{player} 亮出 {shown}，发到的却是 {dealt}", "{player} shows {shown}, but was dealt {dealt}"
    ),
    "phh.no_cards": Text("{cards} 不是牌", "{cards} are no cards"),
    "phh.no_amount": Text("{amount} 不是数额", "{amount} is no amount"),
    "phh.decimals": Text("数额的小数多于六位", "amounts have more than six decimals"),
    "phh.forced": Text("前注和盲注应每人一个数", "antes and blinds should be one amount for each player"),
    "phh.options": Text("规则有误：{why}", "the rules of the table are wrong: {why}"),
    "phh.no_chips": Text("每名玩家都要有筹码", "every player needs chips"),
    "phh.board_early": Text("这一轮下注还没有结束就发了公共牌", "the board is dealt before the betting is over"),
    "phh.board_late": Text("这一轮下注的公共牌还没有发", "the board for this round of betting was not dealt"),
    "phh.over": Text("{player} 不能行动，这手牌已经结束", "{player} cannot act, the hand is over"),
    "phh.turn": Text("{player} 不能行动，轮到 {turn}", "{player} cannot act, it is the turn of {turn}"),
    "phh.ends_early": Text("轮到 {turn} 时动作就没有了", "the actions end while {turn} is to act"),
    "phh.illegal": Text("不能 {action}：{why:key}", "{action} is not allowed: {why:key}"),
    "phh.amounts": Text("{field} 应为一列数额", "{field} should be a list of amounts"),
    "phh.amounts_for": Text(
        "{field} 有 {amounts} 个数额，玩家有 {players} 名", "{field} has {amounts} amounts for {players} players"
    ),
    "phh.differs": Text(
        "{player} 的 {field} 写作 {theirs}，算出的是 {ours}", "{field} of {player} is {theirs}, we get {ours}"
    ),
    "phh.unreadable": Text("读不了：{why}", "cannot be read: {why}"),
    "phh.no_path": Text("没有这个文件或文件夹", "no such file or folder"),
    "phh.hands": Text(
        "{source} 里有 {hands} 手牌；.phh 文件只放一手，请写成 .phhs",
        "{source} holds {hands} hands; a .phh file holds one, write .phhs",
    ),
    "phh.direction": Text(
        "convert 读 .phh 或 .phhs、写 .paiju，或者反过来",
        "convert reads .phh or .phhs and writes .paiju, or the other way round",
    ),
    "equity.exact_or_sampled": Text("要么穷举，要么抽样，不能两样都要", "an answer is exact or sampled, not both"),
    "equity.samples": Text("抽样次数应为 1 到一万亿", "samples is a number from 1 to a trillion"),
    "equity.too_many": Text(
        "这些范围的发牌太多，无法穷举；请缩小范围，或者抽样",
        "these ranges hold too many deals to enumerate; narrow them or sample",
    ),
    "equity.precision": Text("精度应为正数", "precision is a positive number"),
    "equity.players": Text("比较的是 2 到 10 家的牌", "two to ten players are compared"),
    "equity.players_not": Text(
        "比较的是 2 到 10 家的牌，不是 {count} 家", "two to ten players are compared, not {count}"
    ),
    "equity.board_not": Text("公共牌最多五张，不是 {count} 张", "a board has at most five cards, not {count}"),
    "equity.not_in_deck": Text("{card} 不在这副牌里", "{card} is not in the deck"),
    "equity.in_two_places": Text("{card} 出现在两处", "{card} is in two places"),
    "equity.two_different": Text("第 {number} 家要有两张不同的牌", "player {number} must hold two different cards"),
    "equity.holds_foreign": Text(
        "第 {number} 家有一张这副牌里没有的牌", "player {number} holds a card that the deck does not have"
    ),
    "equity.card_gone": Text(
        "第 {number} 家的 {cards} 已在公共牌或死牌里", "player {number} holds {cards}, which is on the board or dead"
    ),
    "equity.range_gone": Text(
        "第 {number} 家的范围里每手牌都有公共牌或死牌",
        "player {number} has only hands with cards that are on the board or dead",
    ),
    "equity.range_empty": Text("第 {number} 家的范围是空的", "player {number}'s range is empty"),
    "equity.both_hold": Text(
        "第 {other} 家和第 {number} 家都有 {cards}", "players {other} and {number} both hold {cards}"
    ),
    "equity.few_for_all": Text("剩下的牌不够各家和公共牌", "not enough cards are left for all hands and the board"),
    "equity.no_card": Text("有一张牌不在这副牌里", "a mask names a card that the deck does not have"),
    "equity.card_twice": Text("同一张牌出现在两处", "a card is in two places"),
    "equity.two_cards": Text("每家有两张底牌", "a player holds two cards"),
    "equity.board": Text("公共牌最多五张", "a board has at most five cards"),
    "equity.few_cards": Text("剩下的牌不够发公共牌", "not enough cards are left for the board"),
    "equity.no_deal": Text("这些范围没有办法给每家发一手牌", "the ranges leave no way to deal every player a hand"),
    "odds.deck": Text(
        "牌是 standard（52 张）或 short_deck（36 张），没有 {deck}",
        "a deck is standard (52) or short_deck (36), not {deck}",
    ),
    "odds.outs_board": Text("三张或四张公共牌时才有出路牌", "outs need a board of three or four cards"),
    "odds.river_board": Text("至少要有三张公共牌", "the board needs at least three cards"),
    "odds.board": Text("公共牌是三张、四张或五张，或者还没有", "a board has three, four or five cards, or none yet"),
    "odds.hole_cards": Text("要两张底牌，不是 {count} 张", "two hole cards are needed, not {count}"),
    "odds.hole_once": Text("要两张底牌，而且没有重复的牌", "two hole cards are needed, and no card twice"),
    "odds.twice": Text("同一张牌写了两次", "a card is given twice"),
    "odds.not_in_deck": Text("{card} 不在 {size} 张的牌里", "{card} is not in a deck of {size} cards"),
    "odds.amounts": Text("跟注和底池是金额，不能都是零", "call and pot are amounts, and not both nothing"),
    "odds.chance": Text("概率是 0 到 1 之间的数", "a chance is a number from 0 to 1"),
    "odds.to_come": Text("还要发一张或两张牌", "one or two cards are to come"),
    "rank.size": Text("一手牌是五到七张，不是 {count} 张", "a hand is five to seven cards, not {count}"),
    "rank.twice": Text("同一张牌写了两次", "a card is in the hand twice"),
    "rank.cards": Text("一手牌是同一副牌里五到七张不同的牌", "a hand is five to seven different cards of its deck"),
    "range.short_deck": Text("短牌里没有小于 6 的牌", "a short deck has no cards below six"),
    "range.held_twice": Text("{card} 不能拿两张", "{card} cannot be held twice"),
    "range.weight": Text(
        "权重大于 0，最大为 1，例如 AKs:0.5", "a weight is a number above 0 and up to 1, as in AKs:0.5"
    ),
    "range.nothing": Text("逗号之间要有内容，例如 QQ+,AKs", "a range has something between its commas, as in QQ+,AKs"),
    "range.percentage": Text("百分比大于 0，最大为 100，例如 15%", "a percentage is above 0 and up to 100, as in 15%"),
    "range.any": Text(
        "{word} 不是一手牌；点数可以配 * 或 X，例如 A*s、A*o、A*",
        "{word} is no hand; a rank goes with * or X, as in A*s, A*o or A*",
    ),
    "range.word": Text(
        "{word} 不是一手牌；可以写 QQ、AKs、AKo、AK、A*s、15% 或 AsKs",
        "{word} is no hand; write QQ, AKs, AKo, AK, A*s, 15% or AsKs",
    ),
    "range.span": Text(
        "跨度的两端应有相同的间隔，或相同的大牌，例如 T9s-76s、A5s-A2s",
        "both ends of a span have the same gap or the same high card, as in T9s-76s or A5s-A2s",
    ),
    "range.pair": Text("对子没有同花和不同花之分", "a pair is neither suited nor off suit"),
    "range.jokers": Text("德州扑克没有王", "hold'em is played without jokers"),
    "record.at": Text("第 {line} 行：{why:key}", "line {line}: {why:key}"),
    "record.no_hashes": Text(
        "没有种子的记录没有自己的校验值；请从完整的记录遮盖",
        "a record without its seed has no hashes of its own; redact a full one instead",
    ),
    "record.several": Text("文件里有 {deals} 局，这里只要一局", "the file holds {deals} deals; one was expected"),
    "record.too_large": Text("文件大于 {size} MiB，不会是记录", "the file is larger than {size} MiB; no record is"),
    "record.no_text": Text("这不是 UTF-8 文本", "this is not UTF-8 text"),
    "record.first_line": Text("记录的第一行应为 {wanted}", "a record begins with the line {wanted}"),
    "record.too_long": Text("这一行太长，不会是记录", "this line is too long for a record"),
    "record.after_end": Text("`end` 之后不能再有内容", "nothing may follow the line `end`"),
    "record.no_hash": Text(
        "行尾没有 # 和 {length} 位十六进制的校验值",
        "the line does not end with # and its hash of {length} hexadecimal digits",
    ),
    "record.number": Text("写着 {written} 步，这里有 {here} 步", "{written} moves were written, {here} are here"),
    "record.no_trace": Text(
        "{game}没有事件记录；不加 --trace 的 `paiju show` 会说明这一局",
        "{game} has no event trace; `paiju show` without --trace prints the deal in sentences",
    ),
    "cli.stopped": Text("已中止", "stopped"),
    "record.late_header": Text("表头出现在第一步之后", "a header line stands after the first move"),
    "record.twice": Text("表头 {name} 出现了两次", "the header {name} is given twice"),
    "record.no_line": Text("既不是表头，也不是走步或注释", "this is no header, no move and no comment"),
    "record.cut": Text(
        "没有到 `end` 就断了：文件不完整", "the record stops before its line `end`: the file was cut off"
    ),
    "record.hash": Text(
        "校验值不符：这一行或之前的某一行被改过", "the hash does not fit: this line, or one before it, was changed"
    ),
    "record.missing": Text("缺表头 {name}", "the header {name} is missing"),
    "record.header": Text("读不懂表头 {name}：{why}", "the header {name} cannot be read: {why}"),
    "record.rules": Text(
        "它按 {game} 的第 {theirs} 版规则打成，这里是第 {ours} 版",
        "it was played under rules version {theirs} of {game}; this program has {ours}",
    ),
    "record.seats": Text("{game} 不能 {seats} 人玩", "{game} is not played by {seats}"),
    "record.secret": Text(
        "这一局的种子还没有公开，所以不能重放", "the seed of this deal is not revealed yet, so it cannot be replayed"
    ),
    "record.untold": Text(
        "这一局的种子还没有公开，所以讲不出来", "the seed of this deal is not revealed yet, so it cannot be told"
    ),
    "record.unproven": Text(
        "这一局的种子还没有公开，之前什么也证明不了",
        "the seed of this deal is not revealed yet; nothing can be proven before that",
    ),
    "record.deal": Text("发不出这样的一局：{why}", "the deal is refused: {why}"),
    "record.redacted": Text(
        "第 {number} 步被遮盖，所以不能重放", "move {number} is redacted, so it cannot be replayed"
    ),
    "record.move": Text("第 {number} 步（{text}）不合规则：{why}", "move {number} ({text}) is refused: {why}"),
    "record.commit": Text("服务器的种子不是它承诺的那个", "the server's seed is not the one it committed to"),
    "record.derived": Text(
        "这一局的种子不是由服务器和玩家的字节得出的",
        "the deal's seed does not follow from the server's and the players' bytes",
    ),
    "record.no_server_seed": Text(
        "有承诺，却没有服务器的种子", "there is a commitment, but the server's seed is missing"
    ),
    "record.shuffle": Text("洗牌编号 {number} 不连续", "shuffle {number} is out of order"),
    "record.place": Text(
        "第 {number} 次洗牌没有把 {cards} 放在那里（{what}）", "shuffle {number} did not put {cards} there ({what})"
    ),
    "record.copy": Text(
        "校验值不同：这份副本不是由它做成的", "the hashes differ: this is not the record the copy was made from"
    ),
    "record.no_branch": Text(
        "这个游戏不能把未知的牌重新发过", "the cards that are not known cannot be dealt anew in this game"
    ),
    "record.no_fit": Text("没有别的发牌合得上这份记录", "the moves of this record fit no other deal"),
}


class Worded(Exception):
    """An error with a sentence in both languages. As text it is English."""

    sentence: Line

    def worded(self, language: Language) -> str:
        return tell(self.sentence, {**COMMON, **REFUSALS}, language)

    def __str__(self) -> str:
        return self.worded("en")


class BadValue(Worded, ValueError):
    """An argument that a calculation cannot use, as a sentence of the table."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.sentence = Line.of(key, **args)


class Refusal(Worded):
    """A sentence of the table, as an error."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.sentence = Line.of(key, **args)
