import { describe, expect, it } from "vitest";
import { tell, type Messages, type Teller } from "./tell";

const messages: Messages = {
  "a.played": { zh: "{seat:seat}出{type:key} {cards:cards}", en: "{seat:seat} plays a {type:key}: {cards:cards}" },
  "a.pair": { zh: "对子", en: "pair" },
  "a.turn": { zh: "轮到{seats:seat}，剩 {n} 张", en: "Turn of {seats:seat}, {n} left" },
  "a.bet": { zh: "{seat:seat}{action:key}", en: "{seat:seat} {action:key}" },
  "a.raise": { zh: "加注到 {total}", en: "raises to {total}" },
  "a.left": { zh: "剩 {n} 张", en: "{n} card{n:s} left" },
  "a.braces": { zh: "{{原样}}", en: "{{as is}}" },
  "a.stake": { zh: "{factors:times}，{n} 次", en: "{factors:times}, {n} time{n:s}" },
  "a.base": { zh: "底分 {times}", en: "base {times}" },
  "a.rob": { zh: "抢 {times}", en: "robs {times}" },
  "card.slash": { zh: "杀", en: "Strike" },
  "a.uses": { zh: "{seat:seat}使用【{card:cards}】", en: "{seat:seat} uses {card:cards}" },
};
const in_ = (lang: "zh" | "en"): Teller => ({ lang, messages, names: ["甲", "乙", ""] });

describe("sentences", () => {
  it.each([
    ["a.played", { seat: 0, type: "a.pair", cards: ["8h", "Ts"] }, "甲出对子 ♥8 ♠10", "甲 plays a pair: ♥8 ♠10"],
    ["a.played", { seat: 2, type: "a.pair", cards: "LR" }, "座位 3 出对子 小王 大王", "Seat 3 plays a pair: small joker, big joker"],
    ["a.played", { seat: 0, type: "a.pair", cards: ["R", "2s", "2h"] }, "甲出对子 大王 ♠2 ♥2", "甲 plays a pair: big joker, ♠2 ♥2"],
    ["a.uses", { seat: 0, card: ["slash:7s", "slash:8s", "slash:9s"] }, "甲使用【杀 ♠7、杀 ♠8、杀 ♠9】", "甲 uses Strike ♠7, Strike ♠8 and Strike ♠9"],
    ["a.turn", { seats: [0, 1], n: 12345 }, "轮到甲、乙，剩 12,345 张", "Turn of 甲 and 乙, 12,345 left"],
    ["a.turn", { seats: [0, 1, 2], n: 5 }, "轮到甲、乙、座位 3，剩 5 张", "Turn of 甲, 乙 and Seat 3, 5 left"],
    ["a.turn", { seats: [], n: 0 }, "轮到无人，剩 0 张", "Turn of nobody, 0 left"],
    ["a.uses", { seat: 1, card: "slash:7s" }, "乙使用【杀 ♠7】", "乙 uses Strike ♠7"],
    ["a.bet", { seat: 0, action: "a.raise", total: 40 }, "甲加注到 40", "甲 raises to 40"],
    ["a.stake", { factors: [{ key: "a.base", args: { times: 3 } }, { key: "a.rob", args: { times: 2 } }], n: 1 }, "底分 3 × 抢 2，1 次", "base 3 × robs 2, 1 time"],
    ["a.left", { n: 1 }, "剩 1 张", "1 card left"],
    ["a.left", { n: 2 }, "剩 2 张", "2 cards left"],
    ["a.braces", {}, "{原样}", "{as is}"],
    ["not.there", { seat: 1 }, "not.there 1", "not.there 1"],
  ])("%s %o", (key, args, zh, en) => {
    expect(tell({ key, args }, in_("zh"))).toBe(zh);
    expect(tell({ key, args }, in_("en"))).toBe(en);
  });

  it("looks up a line inside a line", () => {
    const line = { key: "a.played", args: { seat: 0, type: { key: "a.pair", args: {} }, cards: [] } };
    expect(tell(line, in_("en"))).toBe("甲 plays a pair: ");
  });
});
