import { expect, test } from "vitest";
import { momentsIn } from "./moments";
import type { Line, PlayerState, Result } from "./wire";

const line = (key: string, args: Record<string, unknown> = {}): Line => ({ key, args }) as Line;
const none = { result: null, players: [], you: null };

test.each([
  [line("climb.log.bomb", { seat: 1, type: "climb.kind.four", bomb: 1 }), "bomb"],
  [line("guandan.bomb_wild.played", { seat: 1, type: "climb.kind.bomb", bomb: 4 }), "bomb"],
  [line("climb.log.special", { seat: 0, type: "climb.kind.rocket" }), "rocket"],
  [line("guandan.special.played", { seat: 0, type: "climb.kind.straight_flush" }), "flush"],
  [line("holdem.player_acted", { seat: 2, action: "all_in" }), "allin"],
  [line("guandan.rose.level_changed", { levels: 3 }), "level"],
  [line("sgs.log.death_alone", { seat: 2 }), "death"],
])("%o is a moment", (one, kind) => {
  expect(momentsIn([one], none, none).map((moment) => moment.kind)).toEqual([kind]);
});

test("an ordinary play is none", () => {
  expect(momentsIn([line("climb.log.play", { seat: 1, type: "climb.kind.pair", bomb: 0 })], none, none)).toEqual([]);
});

test("a deal that I won ends with one, once", () => {
  const result: Result = { handNumber: 1, scores: [2, -1, -1], reason: "climb.over.landlord", winners: ["a"], matchOver: false };
  const after = { result, players: [{ id: "a", seat: 0 } as PlayerState], you: { id: "a", seat: 0 } as never };
  expect(momentsIn([], none, after).map((moment) => moment.kind)).toEqual(["victory"]);
  expect(momentsIn([], after, after)).toEqual([]);
  expect(momentsIn([], none, { ...after, result: { ...result, reason: "climb.over.spring" } }).map((moment) => moment.kind)).toEqual(["spring"]);
});
