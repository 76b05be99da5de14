import { expect, test } from "vitest";
import { drawMask, GENERALS, madeUp } from "./masks";

test("twenty-five generals have twenty-five masks", () => {
  const names = Object.keys(GENERALS);
  expect(names).toHaveLength(25);
  expect(new Set(names.map(drawMask)).size).toBe(25);
  // Told apart at a glance: no two share colour, pattern and what is on the head.
  expect(new Set(names.map((name) => [GENERALS[name]!.base, GENERALS[name]!.pattern, GENERALS[name]!.head, GENERALS[name]!.headColour].join())).size).toBe(25);
});

test("anybody's mask is always the same, and not everybody's", () => {
  expect(madeUp("云雀")).toEqual(madeUp("云雀"));
  const names = ["crane", "panda", "tiger", "fox", "koi", "owl", "rabbit", "ox", "horse", "goat", "monkey", "rooster", "dog", "dragon", "snake", "rat", "pig", "lotus", "bamboo", "plum", "peony", "moon", "sun", "cloud"];
  expect(new Set(names.map(drawMask)).size).toBe(names.length);
});
