import { describe, expect, it } from "vitest";
import type { AnyClimbView } from "./climb";
import { isMate, left, placeTag, role, teamName } from "./climbwords";
import { EMPTY } from "./state";
import type { TableLike } from "./table.svelte";
import type { ClimbView } from "./wire";

const view = (change: Partial<ClimbView> = {}): AnyClimbView => ({
  type: "ClimbView", viewer: null, hands: Array.from({ length: 4 }, () => ({ name: "hand", cards: 27 })), centre: [], waitingOn: [], phase: "Started", leading: false,
  trick: [], passed: [], required: null, landlord: null, first: null, marked: null, answers: [], base: 1, bid: 1, multiplier: 1, doubles: [], openHands: [], spare: [], bombs: [],
  captured: [], pot: 0, finished: [], counter: [], teams: [0, 1, 0, 1], countLimit: null, places: [], factors: [], ...change,
});
const table = (me: number | null, bottom = me ?? 0): TableLike => ({
  me, bottom, seats: 4, live: true, clockwise: false, catalog: undefined, state: { ...EMPTY, handNumber: 1 }, teller: { lang: "zh", messages: {}, names: [] }, tell: (line) => line?.key ?? "",
});

describe("teams", () => {
  it("are us and them for a player", () => {
    expect([0, 1].map((team) => teamName(table(3), view(), team))).toEqual(["对方", "我方"]);
    expect([0, 1, 2, 3].map((seat) => isMate(table(3), view(), seat))).toEqual([false, true, false, false]);
    expect(role(table(3), view(), 1)).toBe("对家 · 搭档");
  });
  it("have numbers for a spectator, wherever they look from", () => {
    for (const bottom of [0, 1]) {
      expect([0, 1].map((team) => teamName(table(null, bottom), view(), team))).toEqual(["1 队", "2 队"]);
      expect([0, 1, 2, 3].map((seat) => isMate(table(null, bottom), view(), seat))).toEqual([false, false, false, false]);
      expect([0, 1, 2, 3].map((seat) => role(table(null, bottom), view(), seat))).toEqual(["1 队", "2 队", "1 队", "2 队"]);
    }
  });
  it("are none where everybody plays alone", () => expect([0, 1, 2, 3].map((seat) => role(table(null), view({ teams: [0, 1, 2, 3] }), seat))).toEqual(["", "", "", ""]));
});

describe("what is said at a seat", () => {
  it("names a finishing place where the game does", () => {
    expect(placeTag(table(0), view({ finished: [2], places: ["a.first", "a.second"] }), 2)).toBe("a.first");
    expect(placeTag(table(0), view({ finished: [2] }), 2)).toBe("第 1 名");
    expect(placeTag(table(0), view({ finished: [2], phase: "Over" }), 2)).toBe("出完");
    expect(placeTag(table(0), view({ landlord: 1 }), 1)).toBe("地主");
    expect(placeTag(table(0), view(), 1)).toBe("");
  });
  it("counts cards as far as the view does", () => {
    const hands = [8, null, null].map((cards) => ({ name: "hand", cards }));
    expect([0, 1].map((seat) => left(view({ hands, countLimit: 10 }), seat))).toEqual(["8", "10+"]);
    expect(left(view({ hands }), 2)).toBe("?");
  });
});
