// A game of Sanguosha set up again from its seed: identities, the generals offered, the draw pile and the first hands.
// Chance enters as numbered shuffles, the k-th from stream k of the seed: 0 identities, 1 the lord's generals, 2 the
// others', 3 the deck, then one for every luck card and one more after the last. sanguosha.json holds the engine's data.
import { Rng } from "../rng";
import data from "./sanguosha.json";

const HAND = 4;

export interface SanguoshaOptions {
  general_choices?: number;
  lord_extra_choices?: number;
}

/** What people decided while the table was set: shuffles later on depend on it. */
export interface Decided {
  /** The general the lord took. */
  lord: string;
  /** Seats that used a luck card, in order. */
  luck: readonly number[];
}

export interface SanguoshaDeal {
  roles: string[];
  /** By seat. */
  offered: string[][];
  /** First hands by seat, before any luck card. */
  hands: string[][];
  /** First hands after the luck cards. */
  kept: string[][];
  /** The draw pile after that; its top is the end. */
  pile: string[];
}

export async function deal(seed: Uint8Array, seats: number, options: SanguoshaOptions, decided: Decided): Promise<SanguoshaDeal> {
  const shuffle = <T>(stream: number, items: readonly T[]): Promise<T[]> => new Rng(seed, stream).shuffled(items);
  const roles = await shuffle(0, data.roles[String(seats) as keyof typeof data.roles]);
  const lord = roles.indexOf("lord");
  const order = Array.from({ length: seats }, (_, i) => (lord + i) % seats);
  const { general_choices: each = 3, lord_extra_choices: extra = 2 } = options;
  const offered: string[][] = Array.from({ length: seats }, () => []);
  const commanders = data.generals.filter((name) => data.lords.includes(name));
  const rest = await shuffle(1, data.generals.filter((name) => !data.lords.includes(name)));
  offered[lord] = [...commanders, ...rest.slice(0, extra)];
  const left = await shuffle(2, data.generals.filter((name) => name !== decided.lord));
  order.slice(1).forEach((seat, i) => (offered[seat] = left.slice(i * each, (i + 1) * each)));

  let pile = await shuffle(3, data.deck);
  const take = (): string[] => Array.from({ length: HAND }, () => pile.pop()!);
  const hands: string[][] = [];
  for (const seat of order) hands[seat] = take();
  const kept = hands.map((hand) => [...hand]);
  let stream = 4;
  for (const seat of decided.luck) {
    pile = await shuffle(stream++, [...pile, ...kept[seat]!]);
    kept[seat] = take();
  }
  if (decided.luck.length) pile = await shuffle(stream, pile);
  return { roles, offered, hands, kept, pile };
}
