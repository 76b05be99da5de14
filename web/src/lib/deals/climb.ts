// A climbing game dealt again from its seed: every hand, and what is left over (the bottom cards, the draw pile).
// The twin of Climb.dealt in src/paiju/games/climb/game.py; vectors.json holds what that gives.
import { deck, Rng } from "../rng";

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

export interface ClimbDeal {
  hands: string[][];
  /** What nobody was dealt; the top is the end. */
  rest: string[];
}

/** Dealt from the end of the shuffled deck: all of one seat's cards and then the next's, or, in Guandan, one by one. */
export async function deal(seed: Uint8Array, game: string, sizes: readonly number[]): Promise<ClimbDeal | null> {
  const recipe = DECKS[game];
  if (!recipe) return null;
  const shuffled = await new Rng(seed).shuffled(deck(recipe.copies, recipe.jokers));
  if (game === "guandan") {
    const top = [...shuffled].reverse();
    const hands = sizes.map((size, seat) => Array.from({ length: size }, (_, round) => top[seat + round * sizes.length]!));
    return { hands, rest: [] };
  }
  const hands = sizes.map((size) => Array.from({ length: size }, () => shuffled.pop()!));
  return { hands, rest: shuffled };
}
