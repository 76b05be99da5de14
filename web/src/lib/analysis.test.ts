// The graph's numbers and the list's words.
import { describe, expect, it } from "vitest";
import { chancesAt, curve, flagsOf, keyMove, moveWords, percent, stepAt } from "./analysis";
import type { Teller } from "./tell";
import type { Analysis } from "./wire";

const found = {
  measure: "win", complete: true, note: { key: "analysis.win", args: { playouts: 16 } },
  points: [{ step: 2, chances: [0.5, 0.5] }, { step: 3, chances: [0.25, 0.75] }, { step: 4, chances: [0, 1] }],
  flags: [{ step: 3, seat: 0, played: "pass", playedName: null, better: "3s3d", betterName: null, loss: 0.25, grade: "mistake", why: { key: "bot.follow", args: {} } }],
} as Analysis;
const teller: Teller = { lang: "en", messages: { "climb.named": { zh: "{type:key} {head}", en: "{type:key} {head}" }, "climb.kind.triple": { zh: "三张", en: "triple" } }, names: [] };

describe("the graph", () => {
  it("draws a point for each known step", () => expect(curve(found, 0, 4, 100, 10)).toEqual([[50, 5], [75, 7.5], [100, 10]]));
  it.each([[0, 0.5], [2, 0.5], [3, 0.25], [9, 0]])("knows the chance at step %i", (step, chance) => expect(chancesAt(found, step)[0]).toBe(chance));
  it.each([[0, 0], [0.49, 2], [1, 4], [1.4, 4], [-1, 0]])("finds the step of a place %d", (place, step) => expect(stepAt(place, 4)).toBe(step));
  it("says per cent", () => expect(percent(0.256)).toBe("26%"));
  it("is empty where there is nothing", () => expect(chancesAt({ ...found, points: [] }, 3)).toEqual([]));
});

describe("moves in words", () => {
  it.each([
    ["pass", null, "Pass"],
    ["fold", null, "Fold"],
    ["call", null, "Call"],
    ["raise_to 240", null, "Raise to 240"],
    ["3s3d", null, "♠3 ♦3"],
    ["3s3dR=Triple:3", { key: "climb.named", args: { type: "climb.kind.triple", head: "3s" } }, "triple ♠3 ♦3 big joker"],
    ["bid 3", null, "bid 3"],
  ])("%s", (text, name, words) => expect(moveWords(text, name, teller)).toBe(words));
  it("are kept by seat", () => {
    expect(flagsOf(found, 0)).toHaveLength(1);
    expect(flagsOf(found, 1)).toHaveLength(0);
    expect(flagsOf(found, null)).toHaveLength(1);
  });
});

describe("the move that mattered", () => {
  it("is the worst decision of a seat", () => expect(keyMove(found, 0)).toMatchObject({ step: 3, flag: { loss: 0.25 } }));
  it("is else the greatest change of its chances", () => expect(keyMove(found, 1)).toMatchObject({ from: 2, step: 3, flag: null, before: 0.5, after: 0.75 }));
  it("need not exist", () => expect(keyMove({ ...found, points: [], flags: [] }, 0)).toBeNull());
});
