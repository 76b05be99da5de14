import { describe, expect, it } from "vitest";
import { stops } from "./runout.svelte";

describe("a board that comes at once", () => {
  it.each([
    [0, 5, [0, 3, 4]],
    [3, 5, [3, 4]],
    [4, 5, [4]],
  ])("from %i to %i cards stops at %j", (from, to, expected) => {
    expect(stops(from, to)).toEqual(expected);
  });
});
