// Checking a fair deal: the seed against its fingerprint, the mixed seed, and the shuffle against what was dealt.
import { commitment, dealSeed, deck, hex, Rng, unhex } from "./rng";
import type { Fairness } from "./wire";

export interface Verdict {
  ok: boolean;
  steps: { key: string; ok: boolean | null }[];
}

/** Decks of the games whose cards lie open in the end; the deal goes from the end of the shuffled deck, seat 0 first. */
const DECKS: Record<string, { copies: number; jokers: boolean }> = {
  doudizhu: { copies: 1, jokers: true },
  doudizhu_x: { copies: 1, jokers: true },
  doudizhu_4p: { copies: 2, jokers: true },
  big_two: { copies: 1, jokers: false },
  three_two_one: { copies: 1, jokers: false },
  wuguapi: { copies: 1, jokers: true },
  qigui_521: { copies: 1, jokers: true },
  qigui_523: { copies: 1, jokers: true },
  guandan: { copies: 2, jokers: true },
};

const sorted = (cards: readonly string[]): string => [...cards].sort().join(" ");

/** Hands as dealt from the end of a shuffled deck: all of one seat's cards and then the next's, or, in Guandan, one by one. */
export async function dealt(seed: Uint8Array, game: string, sizes: readonly number[]): Promise<string[][] | null> {
  const recipe = DECKS[game];
  if (!recipe) return null;
  const shuffled = await new Rng(seed).shuffled(deck(recipe.copies, recipe.jokers));
  if (game === "guandan") {
    const top = shuffled.reverse();
    return sizes.map((size, seat) => Array.from({ length: size }, (_, round) => top[seat + round * sizes.length]!));
  }
  return sizes.map((size) => Array.from({ length: size }, () => shuffled.pop()!));
}

export async function verify(proof: Fairness, game: string, hands: readonly (readonly string[])[] | null): Promise<Verdict> {
  const steps: Verdict["steps"] = [];
  try {
    const server = unhex(proof.serverSeed ?? "");
    steps.push({ key: "fair.step_commit", ok: (await commitment(server)) === proof.commit.toLowerCase() });
    const seed = await dealSeed(server, proof.entropy.map(unhex));
    const told = proof.seed === null ? null : /^[0-9a-f]{64}$/i.test(proof.seed) ? proof.seed.toLowerCase() : BigInt(proof.seed).toString(16).padStart(64, "0");
    steps.push({ key: "fair.step_seed", ok: told === null ? null : told === hex(seed) });
    if (hands && hands.length) {
      const again = await dealt(seed, game, hands.map((hand) => hand.length));
      steps.push(again ? { key: "fair.step_cards", ok: again.every((hand, seat) => sorted(hand) === sorted(hands[seat]!)) } : { key: "fair.step_cards_skipped", ok: null });
    }
  } catch {
    steps.push({ key: "fair.step_commit", ok: false });
  }
  return { ok: steps.every((step) => step.ok !== false), steps };
}
