// Checking a fair deal: the server's seed against its fingerprint, the mixed seed, every shuffle made again from it, and
// the places of the record (which cards of the shuffled deck became a hand, the board, the kitty) against both the shuffle
// and what was seen in play. How a game deals is not known here: the record says where each card lay.
import { cardsOf } from "./piles";
import type { Film } from "./replay";
import { commitment, dealSeed, hex, Rng, unhex } from "./rng";
import type { View } from "./state";
import type { Fairness, Place, Shuffle } from "./wire";
import type { TEXT } from "./words";

/** The stream of a chance beside the deal; the other shuffles are numbered from 0 without gaps. */
const CHANCE = 2 ** 32;

const sorted = (cards: readonly string[]): string => [...cards].sort().join();

export interface Check {
  key: keyof typeof TEXT;
  args?: Record<string, string | number>;
  /** Which places were compared: hand, board, kitty … */
  what?: Place["what"];
  /** null: nothing to compare. */
  ok: boolean | null;
}

export interface Verdict {
  ok: boolean;
  /** Whether cards were compared too, not only seeds. */
  cards: boolean;
  checks: Check[];
}

export async function verify(proof: Fairness, reel: Film | null = null): Promise<Verdict> {
  const checks: Check[] = [];
  try {
    const server = unhex(proof.serverSeed ?? "");
    checks.push({ key: "fair.check_commit", ok: (await commitment(server)) === proof.commit.toLowerCase() });
    const seed = await dealSeed(server, proof.entropy.map(unhex));
    const mixed = proof.seed === null ? null : /^[0-9a-f]{64}$/i.test(proof.seed) ? proof.seed.toLowerCase() : BigInt(proof.seed).toString(16).padStart(64, "0");
    checks.push({ key: "fair.check_seed", ok: mixed === null ? null : mixed === hex(seed) });
    if (proof.shuffles.length) checks.push(...(await compared(seed, proof.shuffles)), ...(reel ? seenIn(reel, proof.shuffles) : []));
    else checks.push({ key: reel ? "fair.check_hidden" : "fair.check_replay", ok: null });
  } catch {
    checks.push({ key: checks.length < 2 ? "fair.check_commit" : "fair.check_cards", ok: false });
  }
  return { ok: checks.every((check) => check.ok !== false), cards: checks.some((check) => check.what !== undefined && check.ok !== null), checks };
}

/**
 * Each shuffle again; then, for each sort of place, whether its cards lay there. Shuffles of one number draw on from one
 * generator. No card of a deck goes to two places; where a place belongs to a seat, its cards are in any order.
 */
export async function compared(seed: Uint8Array, rows: readonly Shuffle[]): Promise<Check[]> {
  const streams = new Map<number, Rng>();
  const found = new Map<Place["what"], { places: number; cards: number; ok: boolean }>();
  let last = -1;
  for (const { number, method, deck, places } of rows) {
    const inTurn = number === CHANCE || number === last || number === last + 1;
    if (number !== CHANCE) last = number;
    const rng = streams.get(number) ?? new Rng(seed, number);
    streams.set(number, rng);
    const shuffled = await (method === "riffle" ? rng.riffled(deck) : method === "clumps" ? rng.clumped(deck) : rng.shuffled(deck));
    const taken = new Set<number>();
    for (const { what, seat, at, cards } of places) {
      const one = found.get(what) ?? { places: 0, cards: 0, ok: true };
      const free = at.every((place) => !taken.has(place) && taken.add(place));
      const lay = at.map((place) => shuffled[place] ?? "");
      one.ok &&= inTurn && free && (seat === null ? lay.join() === cards.join() : sorted(lay) === sorted(cards));
      one.places += 1;
      one.cards += cards.length;
      found.set(what, one);
    }
  }
  return [...found].map(([what, { places, cards, ok }]) => ({ key: places > 1 ? "fair.check_places" : cards > 1 ? "fair.check_place" : "fair.check_one", what, args: { n: places, m: cards }, ok }));
}

interface Seen {
  what: string;
  seat: number | null;
  cards: readonly string[];
}

/** The cards that lie open in a view, under the names that places have. */
function open(view: View): Seen[] {
  if (view.type === "HoldemView") {
    const hands = view.seats.map(({ seat, holeCards }) => ({ what: "hand", seat, cards: holeCards ?? [] }));
    return [...hands, { what: "board", seat: null, cards: view.communityCards }, { what: "second_board", seat: null, cards: view.secondBoard }];
  }
  const hands = view.hands.map((pile, seat) => ({ what: "hand", seat, cards: cardsOf(pile) }));
  if (view.type === "SanguoshaView") return [...hands, ...view.players.map(({ seat, role }) => ({ what: "role", seat, cards: role ? [role] : [] }))];
  return [...hands, ...view.centre.map((pile) => ({ what: pile.name, seat: null, cards: cardsOf(pile) }))];
}

/** Whether all of some cards are among others, copies counted. */
function within(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The places of the record beside what the replay shows there. What was never open cannot be compared. */
function seenIn(reel: Film, rows: readonly Shuffle[]): Check[] {
  const views = reel.views.map(open);
  const found = new Map<Place["what"], { seen: number; hidden: number; ok: boolean }>();
  for (const place of rows.flatMap((row) => row.places)) {
    const shown = views.flatMap((view) => view.filter((one) => one.what === place.what && one.seat === place.seat && one.cards.length > 0).map((one) => one.cards));
    const one = found.get(place.what) ?? { seen: 0, hidden: 0, ok: true };
    if (shown.length) {
      one.seen += 1;
      one.ok &&= agrees(place, shown);
    } else one.hidden += 1;
    found.set(place.what, one);
  }
  const checks = [...found].filter(([, { seen }]) => seen > 0);
  if (checks.length === 0) return [{ key: "fair.check_hidden", ok: null }];
  return checks.map(([what, { seen, hidden, ok }]) => ({ key: hidden ? "fair.check_seen_some" : "fair.check_seen", what, args: { n: seen, m: hidden }, ok }));
}

/** At some moment all cards of the place lay there; where never so many were open, those that were are among them. */
function agrees(place: Place, shown: readonly (readonly string[])[]): boolean {
  const whole = shown.filter((cards) => cards.length >= place.cards.length);
  return whole.length ? whole.some((cards) => within(place.cards, cards)) : shown.every((cards) => within(cards, place.cards));
}
