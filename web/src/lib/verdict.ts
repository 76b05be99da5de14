// Who won a deal, by its scores: everybody above zero. Where points are only won and nobody loses any, whoever has most.

export type Verdict = "win" | "lose" | "draw";

export function winnersOf(scores: readonly number[]): number[] {
  const least = Math.min(...scores) >= 0 ? Math.max(...scores, 1) : 1;
  return scores.flatMap((score, seat) => (score >= least ? [seat] : []));
}

export function verdict(scores: readonly number[], seat: number): Verdict {
  const winners = winnersOf(scores);
  if (winners.includes(seat)) return "win";
  const mine = scores[seat] ?? 0;
  return mine < 0 || (winners.length > 0 && Math.min(...scores) >= 0) ? "lose" : "draw";
}
