import { expect, test } from "vitest";
import { verdict, winnersOf } from "./verdict";

test.each([
  [[12, -6, -6], [0], ["win", "lose", "lose"]],
  [[20, 16, 8, -44], [0, 1, 2], ["win", "win", "win", "lose"]],
  [[3, 0, -1, -2], [0], ["win", "draw", "lose", "lose"]],
  [[10, 35, 45], [2], ["lose", "lose", "win"]], // points taken: most of them win
  [[0, 90], [1], ["lose", "win"]],
  [[50, 50], [0, 1], ["win", "win"]],
  [[0, 0], [], ["draw", "draw"]],
])("the scores %j", (scores, winners, verdicts) => {
  expect(winnersOf(scores)).toEqual(winners);
  expect(scores.map((_, seat) => verdict(scores, seat))).toEqual(verdicts);
});

test("who ran out first has won where the rules rank so", () => {
  expect(verdict([0, 90, 10], 0, [0])).toBe("win");
  expect(verdict([0, 90, 10], 1, [0])).toBe("lose");
  expect(verdict([12, -6, -6], 0, [])).toBe("win");
});
