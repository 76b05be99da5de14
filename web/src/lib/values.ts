// The values of options as words, in both languages; those that mean something else at another option stand with its name.
import { settings } from "./settings.svelte";

const VALUES: Record<string, [zh: string, en: string]> = {
  no_limit: ["无限注", "no limit"], pot_limit: ["底池限注", "pot limit"], limit: ["固定限注", "limit"], fixed_limit: ["固定限注（同上）", "fixed limit (the same)"],
  standard: ["标准 52 张", "standard"], short_deck: ["短牌 36 张", "short deck"],
  all: ["每人", "everybody"], bb: ["大盲", "big blind"], "ante_type.button": ["庄家", "button"],
  none: ["没有", "none"], utg: ["大盲左边一位", "left of the big blind"],
  never: ["从不", "never"], always: ["总是", "always"], ask: ["问过都同意才发", "if all agree"],
  wagers: ["含大盲或首注", "wagers"], raises: ["只计加注", "raises only"],
  blinds: ["大小盲", "blinds"], button_blind: ["前注加庄家盲", "antes and a button blind"],
  moving: ["移动庄", "moving"], dead: ["死庄", "dead"],
  choose: ["自选", "choose"], random: ["随机", "by chance"],
  "odd_chip_rule.one_each": ["依次各一枚", "one each"], first_left_of_button: ["全归庄家左手第一位", "first left of the button"],
  aggressor: ["最后加注者起", "last aggressor"], "showdown_order.button": ["庄家左手起", "left of the button"],
  "fisher-yates": ["逐张抽取（Fisher–Yates）", "Fisher–Yates"], riffle: ["交叠洗牌", "riffle"],
  flat: ["统一", "one for all"], by_situation: ["视情形", "by situation"],
  seed_fold: ["立即弃牌", "fold"], check_fold: ["能过则过", "check while free"],
  as_first_deal: ["同首局", "as in the first deal"], previous_winner: ["上局赢家", "previous winner"],
  rob: ["叫、抢地主", "call and rob"], score: ["叫分", "bid 1 to 3"],
  force_first: ["首家当地主", "the first asked is landlord"], abandon: ["作罢", "nobody"],
  face_up_card: ["拿到明牌者", "who is dealt the face-up card"],
  greatest_card: ["最大的一张", "greatest card"], sequence_top: ["顺序末张", "last in sequence"],
  by_head: ["按头牌", "by head"], a2345_top: ["A2345 最大", "A2345 on top"],
  additive: ["每张另罚", "each adds its own"], spade_doubles: ["剩黑桃 2 加倍", "doubled for the spade"],
  fill_winner_first: ["赢家先补满", "winner fills up first"], "draw_order.one_each": ["轮流一张", "one each in turn"],
  nobody: ["无人", "nobody"], first_finisher: ["先出完的人", "first to run out"], owner: ["持牌人自己", "who holds them"],
  points: ["得分", "points"], "rank_by.points": ["按分", "by points"], zero_sum: ["零和", "against the average"], finish: ["按出完先后", "by running out"],
  at_most_10: ["十张以内", "at most ten"], once_at_10: ["到十张时报一次", "once, at ten"], on_request: ["问了才说", "on request"],
  partner: ["对家", "partner"], next: ["下家", "next"], draw: ["翻牌", "marked card"],
  "seat:0": ["1 号位", "seat 1"], "seat:1": ["2 号位", "seat 2"], "seat:2": ["3 号位", "seat 3"], "seat:3": ["4 号位", "seat 4"],
  last_pays: ["末游", "the last"], third_pays: ["三游", "the third"], seat: ["按座位", "by seat"],
  capped: ["一律", "always"], own_side_capped: ["仅对家", "towards the partner"], any: ["不限", "never"],
  "deck.54": ["54 张", "54 cards"], "deck.46": ["46 张（去掉 3 和 4）", "46 cards, no threes and fours"], "deck.48": ["48 张", "48 cards"], "deck.45": ["45 张", "45 cards"],
  with_it: ["首出必须带 ♠3", "the first play holds it"], holder: ["随便出", "anything may be led"],
  "last_hand.follow": ["领出和跟牌都行", "leading and following"], "last_hand.lead": ["只能领出", "leading only"], "last_hand.off": ["不行", "never"],
  "fours.bomb": ["只作炸弹", "a bomb only"], with_two: ["也可四带二", "also with two"], with_three: ["也可四带三", "also with three"],
  unbeaten: ["没被压的", "those nobody beat"], every: ["每一个", "every one"],
  "wild.drawn": ["每局翻出", "drawn in every deal"], "wild.3": ["3", "3"], "wild.4": ["4", "4"], "wild.5": ["5", "5"], "wild.6": ["6", "6"], "wild.7": ["7", "7"], "wild.8": ["8", "8"], "wild.9": ["9", "9"], "wild.T": ["10", "10"], "wild.J": ["J", "J"], "wild.Q": ["Q", "Q"], "wild.K": ["K", "K"], "wild.A": ["A", "A"], "wild.2": ["2", "2"],
  "wild_alone.own_rank": ["只作本来的点数", "their own rank"], "wild_alone.any_rank": ["可以当别的点数", "any rank"], below_hard: ["比硬炸小", "below bombs without"], by_rank: ["只比点数", "by rank"],
  highest: ["只比王炸小", "below the rocket only"], "wild_bomb.own_rank": ["本点数的硬炸", "a bomb of their rank"],
  public: ["公开", "public"], clockwise: ["顺时针", "clockwise"], counterclockwise: ["逆时针", "counter-clockwise"],
};

export function valueName(option: string, value: unknown): string {
  const text = String(value);
  const words = VALUES[`${option}.${text}`] ?? VALUES[text];
  return words ? words[settings.lang === "zh" ? 0 : 1] : text.replaceAll("_", " ");
}
