import { describe, expect, it } from "vitest";
import type { ClimbTable } from "./climb";
import { isMate, role, teamName } from "./climbwords";
import type { TableLike } from "./table.svelte";

const view = { hands: [[], [], [], []], landlord: null, captured: [] } as unknown as ClimbTable;

const guandan = (me: number | null, bottom = me ?? 0): TableLike =>
  ({ me, bottom, seats: 4, state: { game: "guandan", handNumber: 1, players: [] } }) as unknown as TableLike;

describe("the teams of Guandan", () => {
  it("are us and them to who plays", () => {
    expect([0, 1].map((team) => teamName(guandan(3), team))).toEqual(["对方", "我方"]);
    expect([0, 1, 2].map((seat) => isMate(guandan(3), view, seat))).toEqual([false, true, false]);
    expect(role(guandan(3), view, 1)).toBe("对家 · 搭档");
  });

  it("have numbers to who looks on, wherever he looks from", () => {
    for (const bottom of [0, 1]) {
      expect([0, 1].map((team) => teamName(guandan(null, bottom), team))).toEqual(["1 队", "2 队"]);
      expect([0, 1, 2, 3].map((seat) => isMate(guandan(null, bottom), view, seat))).toEqual([false, false, false, false]);
      expect([0, 1, 2, 3].map((seat) => role(guandan(null, bottom), view, seat))).toEqual(["1 队", "2 队", "1 队", "2 队"]);
    }
  });
});
