// How I do at puzzles: a Glicko-2 rating (the twin of src/paiju/puzzles/rating.py), what I have tried, and my streak. Kept in
// this browser.
import type { ClimbView } from "./wire";

export interface Rating {
  value: number;
  deviation: number;
  volatility: number;
}

export interface Progress {
  rating: Rating;
  streak: number;
  best: number;
  /** Puzzles tried, by id: solved at the first try or not. */
  tried: Record<string, boolean>;
  daily: Record<string, boolean>;
}

export const NEW: Rating = { value: 1500, deviation: 350, volatility: 0.06 };
const SCALE = 173.7178;
const CHANGE = 0.5;
const STEADY = 45;
const OF_PUZZLES = 90; // how sure a puzzle's first rating is

/** A rating after meeting these opponents with these scores, as Glickman's paper has it. */
export function rated(own: Rating, results: readonly (readonly [Rating, number])[]): Rating {
  const mu = (own.value - 1500) / SCALE;
  const phi = own.deviation / SCALE;
  let precision = 0;
  let gain = 0;
  for (const [other, score] of results) {
    const g = 1 / Math.sqrt(1 + (3 * (other.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (other.value - 1500) / SCALE)));
    precision += g * g * expected * (1 - expected);
    gain += g * (score - expected);
  }
  const variance = 1 / precision;
  const sigma = volatility(phi, variance, variance * gain, own.volatility);
  const next = 1 / Math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / variance);
  return { value: 1500 + SCALE * (mu + next * next * gain), deviation: SCALE * next, volatility: sigma };
}

function volatility(phi: number, variance: number, delta: number, sigma: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    return (e * (delta * delta - phi * phi - variance - e)) / (2 * (phi * phi + variance + e) ** 2) - (x - a) / CHANGE ** 2;
  };
  let low = a;
  let high: number;
  if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
  else {
    let step = 1;
    while (f(a - step * CHANGE) < 0) step += 1;
    high = a - step * CHANGE;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > 1e-6) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const found = f(middle);
    if (found * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, found];
  }
  return Math.exp(low / 2);
}

/** My progress after a puzzle; a puzzle counts once. */
export function met(progress: Progress, puzzle: { id: string; rating: number }, solved: boolean): Progress {
  if (puzzle.id in progress.tried) return progress;
  const rating = rated(progress.rating, [[{ value: puzzle.rating, deviation: OF_PUZZLES, volatility: 0.06 }, solved ? 1 : 0]]);
  const streak = solved ? progress.streak + 1 : 0;
  return {
    ...progress,
    rating: { ...rating, deviation: Math.max(STEADY, rating.deviation) },
    streak,
    best: Math.max(progress.best, streak),
    tried: { ...progress.tried, [puzzle.id]: solved },
  };
}

const PLACE = "paiju.puzzles";

export function kept(): Progress {
  const fresh: Progress = { rating: NEW, streak: 0, best: 0, tried: {}, daily: {} };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Progress>) };
  } catch {
    return fresh;
  }
}

export function keep(progress: Progress): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(progress));
  } catch {
    // a browser that keeps nothing: it counts until the page is left
  }
}

export type SeatName = "landlord" | "farmer" | "first" | "middle" | "last" | "seat";

/** What a seat is called: by its place after the landlord, else by its number. */
export function seatName(view: Pick<ClimbView, "landlord">, seats: number, farmers: number, seat: number): SeatName {
  if (view.landlord === null) return "seat";
  if (seat === view.landlord) return "landlord";
  if (farmers === 1) return "farmer";
  const after = (seat - view.landlord + seats) % seats;
  return after === 1 ? "first" : after === seats - 1 ? "last" : "middle";
}

/** The legal answer that these chosen cards are: the same cards, or the same ranks where no card decides it. */
export function answerOf(cards: readonly string[], choices: readonly string[]): string {
  const text = (answer: string): string => [...(answer.split("=")[0]?.match(/[LR]|[2-9TJQKA][cdhs]/g) ?? [])].sort().join("");
  const wanted = [...cards].sort().join("");
  return choices.find((choice) => text(choice) === wanted) ?? cards.join("");
}
