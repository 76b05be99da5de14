// How a deal ended for a seat, from the result: the server names the winners.
import type { Result } from "./wire";

export type Verdict = "win" | "lose" | "draw";

/** Below zero is lost, whatever was won on the way. Where nobody is below zero, points were only taken: the winners are named. */
export function verdict(result: Pick<Result, "scores">, winners: readonly number[], seat: number): Verdict {
  const score = result.scores[seat] ?? 0;
  const onPoints = winners.length > 0 && result.scores.every((one) => one >= 0);
  if (onPoints) return winners.includes(seat) ? "win" : "lose";
  return score < 0 ? "lose" : score > 0 && winners.includes(seat) ? "win" : "draw";
}
