// How a deal ended for a seat, from the result: the server names the winners.
import type { Result } from "./wire";

export type Verdict = "win" | "lose" | "draw";

/** Who is not among the winners has lost below zero, or where nobody is below zero and others won on points. */
export function verdict(result: Pick<Result, "scores">, winners: readonly number[], seat: number): Verdict {
  if (winners.includes(seat)) return "win";
  const onPoints = winners.length > 0 && result.scores.every((score) => score >= 0);
  return (result.scores[seat] ?? 0) < 0 || onPoints ? "lose" : "draw";
}
