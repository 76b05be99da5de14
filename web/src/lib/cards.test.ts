import { describe, expect, it } from "vitest";
import { arranged, label, split } from "./cards";
import { face } from "./faces";

describe("cards", () => {
  it("reads text", () => expect(split("3s3dTcLR")).toEqual(["3s", "3d", "Tc", "L", "R"]));

  it.each([
    ["Th", "红桃10", "10 of hearts"],
    ["As", "黑桃A", "ace of spades"],
    ["R", "大王", "big joker"],
    [null, "背面", "face-down card"],
    ["<b>", "背面", "face-down card"],
  ])("%s is read aloud", (card, zh, en) => {
    expect(label(card, "zh")).toBe(zh);
    expect(label(card, "en")).toBe(en);
  });

  it("sorts by the order the server gives, highest first", () => {
    const hand = ["3s", "7d", "R", "7s", "Ah"];
    const shown = (mode: "rank" | "suit" | "count", order?: string): string[] => arranged(hand, mode, order).map((i) => hand[i]!);
    expect(shown("rank")).toEqual(["R", "Ah", "7s", "7d", "3s"]);
    expect(shown("rank", "346KALR7")).toEqual(["7s", "7d", "R", "Ah", "3s"]);
    expect(shown("count")).toEqual(["7s", "7d", "R", "Ah", "3s"]);
  });

  it("draws a back for anything that is no card", () => {
    expect(face("zz", "full", "zh")).toBe(face("", "full", "zh"));
    expect(face("As", "full", "zh")).not.toBe(face("As", "mini", "zh"));
  });

  it("draws no Chinese on the jokers of an English page", () => {
    for (const kind of ["full", "mini", "stack"] as const) {
      expect(face("R", kind, "zh")).toContain("#r-da");
      expect(face("R", kind, "en")).toContain("BIG");
      expect(face("L", kind, "en")).toContain("SMALL");
      expect(face("R", kind, "en") + face("L", kind, "en")).not.toMatch(/#r-(?:da|xiao|wang)/);
    }
  });
});
