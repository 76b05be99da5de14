import { describe, expect, it } from "vitest";
import { answerOf, seatName } from "./puzzles";

describe("puzzles", () => {
  it("names seats by their place after the landlord", () => {
    expect([0, 1, 2].map((seat) => seatName({ landlord: 1 }, 3, 2, seat))).toEqual(["last", "landlord", "first"]);
    expect(seatName({ landlord: 0 }, 3, 1, 1)).toBe("farmer");
    expect(seatName({ landlord: 2 }, 4, 3, 0)).toBe("middle");
    expect(seatName({ landlord: null }, 4, 4, 0)).toBe("seat");
  });

  it("finds the answer that chosen cards are", () => {
    expect(answerOf(["5c", "5d"], ["pass", "5c5d", "6d"])).toBe("5c5d");
    expect(answerOf(["3d", "3s", "3h", "4c"], ["3s3h3d4c=TripleWithSingle"])).toBe("3s3h3d4c=TripleWithSingle");
    expect(answerOf(["2d", "9c"], ["pass"])).toBe("2d9c");
  });
});
