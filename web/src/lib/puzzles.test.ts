import { describe, expect, it } from "vitest";
import { answerOf, met, NEW, rated, seatName, type Progress } from "./puzzles";

describe("puzzles", () => {
  it("rates as Glickman's own example", () => {
    const other = (value: number, deviation: number) => ({ value, deviation, volatility: 0.06 });
    const found = rated({ ...NEW, deviation: 200 }, [[other(1400, 30), 1], [other(1550, 100), 0], [other(1700, 300), 0]]);
    expect(found.value).toBeCloseTo(1464.05, 1);
    expect(found.deviation).toBeCloseTo(151.52, 1);
    expect(found.volatility).toBeCloseTo(0.05999, 4);
  });

  it("counts a puzzle once", () => {
    const start: Progress = { rating: NEW, streak: 2, best: 2, tried: {}, daily: {} };
    const solved = met(start, { id: "a", rating: 1500 }, true);
    expect(solved.rating.value).toBeGreaterThan(1500);
    expect([solved.streak, solved.best, solved.tried["a"]]).toEqual([3, 3, true]);
    expect(met(solved, { id: "a", rating: 1500 }, false)).toBe(solved);
    const failed = met(solved, { id: "b", rating: 1500 }, false);
    expect([failed.streak, failed.best]).toEqual([0, 3]);
    expect(failed.rating.value).toBeLessThan(solved.rating.value);
  });

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
