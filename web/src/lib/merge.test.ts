import { describe, expect, it } from "vitest";
import { merge, mergeView } from "./merge";
import vectors from "./merge.vectors.json";

describe("a change", () => {
  it.each(vectors.map((one) => [one.name, one] as const))("%s", (_, { state, change, merged }) => {
    const before = JSON.stringify([state, change]);
    expect(merge(state, change)).toEqual(merged);
    expect(JSON.stringify([state, change])).toBe(before);
  });
  it("of a view alone follows the same rule", () => {
    expect(mergeView({ type: "A", a: 1, b: 2 }, { type: "A", b: 3 })).toEqual({ type: "A", a: 1, b: 3 });
    expect(mergeView<{ type: string }>(null, { type: "A", b: 3 })).toEqual({ type: "A", b: 3 });
  });
});
