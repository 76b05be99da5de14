// Sanguosha for the eye and the hand: its cards, and building an answer from the offers of the server.
import type { Decision, OfferDetail } from "./wire";

export type Offer = OfferDetail;

/** "slash:7s" in parts. */
export const nameOf = (card: string): string => card.split(":")[0] ?? card;
export const faceOf = (card: string): string => (card.split(":")[1] ?? "").replace(/\[.*$/, "");

/** How equipment is drawn: its icon, and what stands at the end of its line beside a weapon's reach. */
export const ICONS: Record<string, string> = { weapon: "sword", armor: "shield", defensive: "horse", offensive: "horse" };
export const SIGNS: Record<string, string> = { defensive: "+1", offensive: "−1" };

// ---- offers

export const offersOf = (decision: Decision | null): readonly Offer[] => decision?.detail?.offers ?? [];

/** The cards to put in order, where that is asked. */
export const arrangeOf = (decision: Decision | null): readonly string[] | null => decision?.detail?.arrange ?? null;

const takesCards = (offer: Offer): boolean => (offer.cards?.length ?? 0) > 0 && (offer.high ?? 0) > 0;
const takesSeats = (offer: Offer): boolean => Boolean(offer.targets?.some((group) => group.length) || offer.targetsByCard);

/** Whether a hidden card is to be chosen, by its place. */
export const hasSlots = (offer: Offer): boolean => typeof offer.slots === "number";

/** Offers that are a word to click: yes, no, end, a suit, a general. */
export const isWord = (offer: Offer): boolean => !takesCards(offer) && !takesSeats(offer) && !hasSlots(offer) && offer.verb !== "skill";

/** What is chosen so far: cards by their place in the pool order they were clicked, and seats. */
export interface Picked {
  cards: string[];
  seats: number[];
}

/** Offers that the chosen cards could still become. Equal texts are different copies, so counts matter. */
export function fitting(offers: readonly Offer[], cards: readonly string[]): Offer[] {
  return offers.filter((offer) => {
    if (cards.length > (offer.high ?? 0)) return cards.length === 0;
    const pool = [...(offer.cards ?? [])];
    return cards.every((card) => {
      const at = pool.indexOf(card);
      if (at >= 0) pool.splice(at, 1);
      return at >= 0;
    });
  });
}

export function groupsOf(offer: Offer, cards: readonly string[]): number[][] {
  if (offer.targetsByCard && cards[0] !== undefined) return offer.targetsByCard[offer.cards?.indexOf(cards[0]) ?? -1] ?? [];
  return offer.targets ?? [[]];
}

/** Seats that may be added to those chosen. */
export function reachable(offer: Offer, picked: Picked): Set<number> {
  const found = new Set<number>();
  for (const group of groupsOf(offer, picked.cards)) {
    if (offer.inOrder) {
      if (picked.seats.every((seat, i) => group[i] === seat) && group.length > picked.seats.length) found.add(group[picked.seats.length]!);
    } else if (picked.seats.every((seat) => group.includes(seat))) for (const seat of group) if (!picked.seats.includes(seat)) found.add(seat);
  }
  return found;
}

/** Whether the answer can be sent as it is: enough cards, and the seats are one of the groups (or only one is possible). */
export function complete(offer: Offer, picked: Picked): boolean {
  const n = picked.cards.length;
  if (n < (offer.low ?? 0) || n > (offer.high ?? 0)) return false;
  const groups = groupsOf(offer, picked.cards);
  if (groups.length === 1 && picked.seats.length === 0) return true;
  const same = (group: number[]): boolean =>
    group.length === picked.seats.length && (offer.inOrder ? group.every((seat, i) => seat === picked.seats[i]) : group.every((seat) => picked.seats.includes(seat)));
  return groups.some(same);
}

/** The answer as text. */
export function spell(offer: Offer, picked: Picked): string {
  const left = (offer.cards ?? []).map((card, i) => ({ card, label: offer.labels?.[i] ?? faceOf(card) }));
  const row = picked.cards
    .map((card) => {
      const at = left.findIndex((one) => one.card === card);
      return at < 0 ? faceOf(card) : left.splice(at, 1)[0]!.label;
    })
    .join("");
  const named = ["use", "respond", "choose"].includes(offer.verb);
  const head = named ? (offer.what ? (row ? `${offer.verb} ${offer.what}:${row}` : `${offer.verb} ${offer.what}`) : row ? `${offer.verb} ${row}` : offer.verb) : [offer.verb, offer.what, row].filter(Boolean).join(" ");
  return picked.seats.length ? `${head} > ${picked.seats.join(" ")}` : head;
}
