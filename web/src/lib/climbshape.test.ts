import { describe, expect, it } from "vitest";
import { shapeOf } from "./climbshape";

describe("the shape of a climbing table", () => {
  const rows: [string, { width: number; height: number; felt?: number }, number, boolean, Record<string, unknown>][] = [
    ["a desktop", { width: 1440, height: 900, felt: 420 }, 4, false, { phone: false, short: false, narrow: false, cells: false, squeezed: false, card: 66, most: 248 }],
    ["a low felt squeezes four, not three", { width: 1280, height: 720, felt: 300 }, 4, false, { squeezed: true, most: 220 }],
    ["three are never squeezed", { width: 1280, height: 720, felt: 300 }, 3, false, { squeezed: false }],
    ["a phone", { width: 360, height: 740, felt: 400 }, 4, false, { phone: true, short: false, narrow: true, cells: false, card: 48 }],
    ["a phone with eight", { width: 360, height: 740, felt: 400 }, 8, false, { cells: true, tiny: true, crowded: true, card: 28, most: 78 }],
    ["a phone on its side", { width: 740, height: 360, felt: 120 }, 3, false, { phone: false, short: true, cells: false, card: 40 }],
    ["on its side with six", { width: 740, height: 360, felt: 120 }, 6, false, { cells: true }],
    ["a replay on a phone, hands open", { width: 390, height: 844, felt: 400 }, 3, true, { laid: true, card: 38 }],
    ["a replay on a desktop", { width: 1440, height: 900, felt: 420 }, 3, true, { laid: true, shared: false, card: 66 }],
    ["a replay of four on a desktop", { width: 1280, height: 800, felt: 240 }, 4, true, { laid: true, shared: true, squeezed: true, card: 48, most: 130, mostOwn: 190 }],
    ["a replay of three in a low window", { width: 1200, height: 750, felt: 112 }, 3, true, { shared: true, card: 48 }],
    ["a study of four on a desktop", { width: 1280, height: 800, felt: 340 }, 4, true, { laid: true, shared: false, most: 194 }],
    ["a table of four on a desktop", { width: 1280, height: 800, felt: 340 }, 4, false, { laid: false, shared: false }],
  ];
  it.each(rows)("%s", (_, room, count, open, expected) => {
    expect(shapeOf({ felt: 0, ...room }, count, open)).toMatchObject(expected);
  });

  it("knows nothing of the felt before it is measured", () => {
    expect(shapeOf({ width: 1280, height: 720, felt: 0 }, 4, false).squeezed).toBe(false);
  });
});
