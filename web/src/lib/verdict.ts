// Who won a deal: everybody above zero. Where points are only taken and nobody loses any, whom the table names; by the scores alone, who has most.

export type Verdict = "win" | "lose" | "draw";

const onlyTaken = (scores: readonly number[]): boolean => Math.min(...scores) >= 0 && Math.max(...scores) > 0;

export function winnersOf(scores: readonly number[], named?: readonly number[]): number[] {
  if (onlyTaken(scores) && named) return [...named];
  const least = onlyTaken(scores) ? Math.max(...scores) : 1;
  return scores.flatMap((score, seat) => (score >= least ? [seat] : []));
}

export function verdict(scores: readonly number[], seat: number, named?: readonly number[]): Verdict {
  if (winnersOf(scores, named).includes(seat)) return "win";
  return (scores[seat] ?? 0) < 0 || onlyTaken(scores) ? "lose" : "draw";
}
