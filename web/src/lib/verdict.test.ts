import { expect, test } from "vitest";
import { verdict } from "./verdict";

test.each([
  [[12, -6, -6], [0], ["win", "lose", "lose"]],
  [[20, 16, 8, -44], [0, 1, 2], ["win", "win", "win", "lose"]],
  [[3, 0, -1, -2], [0], ["win", "draw", "lose", "lose"]],
  [[10, 35, 45], [2], ["lose", "lose", "win"]], // points taken: most of them win
  [[0, 90, 10], [0], ["win", "lose", "lose"]], // ranked by who ran out first
  [[300, -200, -100], [0, 2], ["win", "lose", "lose"]], // a side pot won, more lost
  [[50, 50], [0, 1], ["win", "win"]],
  [[0, 0], [], ["draw", "draw"]],
])("the scores %j, won by %j", (scores, winners, verdicts) => {
  expect(scores.map((_, seat) => verdict({ scores }, winners, seat))).toEqual(verdicts);
});
