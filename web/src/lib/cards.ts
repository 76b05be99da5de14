// Cards as text: "As", "Td", "L" (small joker), "R" (big joker). Reading, naming and laying out; what beats what is
// the server's business.
import type { Lang } from "./settings.svelte";

export type CardText = string;

const CARD = /[LR]|[2-9TJQKA][cdhs]/g;

/** All cards of a text in canonical notation: "3s3dL" gives three. */
export function split(text: string): CardText[] {
  return text.match(CARD) ?? [];
}

export const isCard = (text: unknown): text is CardText => typeof text === "string" && /^(?:[LR]|[2-9TJQKA][cdhs])$/.test(text);

export const rankOf = (card: CardText): string => card[0] ?? "";
export const suitOf = (card: CardText): string => card[1] ?? "";

const SUIT_WORDS: Record<Lang, Record<string, string>> = {
  zh: { s: "黑桃", h: "红桃", c: "梅花", d: "方块" },
  en: { s: "spades", h: "hearts", c: "clubs", d: "diamonds" },
};
const RANK_WORDS: Record<string, string> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const JOKERS: Record<Lang, Record<string, string>> = {
  zh: { L: "小王", R: "大王" },
  en: { L: "small joker", R: "big joker" },
};
export const SYMBOLS: Record<string, string> = { s: "♠", h: "♥", c: "♣", d: "♦" };

/** As it is read aloud: "红桃10", "ten of hearts"; a back never says more than that it is one. */
export function label(card: CardText | null, lang: Lang): string {
  if (!isCard(card)) return lang === "zh" ? "背面" : "face-down card";
  const joker = JOKERS[lang][card];
  if (joker) return joker;
  const rank = rankOf(card);
  const suit = SUIT_WORDS[lang][suitOf(card)] ?? "";
  return lang === "zh" ? suit + shortRank(rank) : `${RANK_WORDS[rank] ?? rank} of ${suit}`;
}

export const shortRank = (rank: string): string => (rank === "T" ? "10" : rank);

/** As it is written in a sentence: "♥10", "大王". */
/** The cards of a move, apart from each other; bare ranks where the move has no suits. */
export function cardsText(move: string, lang: Lang): string {
  const text = move.split("=")[0] ?? "";
  const cards = split(text);
  const rank = (one: string): string => (one === "T" ? "10" : one === "L" || one === "R" ? short(one, lang) : one);
  return (cards.length ? cards.map((card) => short(card, lang)) : [...text].map(rank)).join(" ");
}

export function short(card: CardText, lang: Lang): string {
  return JOKERS[lang][card] ?? (SYMBOLS[suitOf(card)] ?? "") + shortRank(rankOf(card));
}

export type SortMode = "rank" | "suit" | "count";

const PLAIN_ORDER = "23456789TJQKALR";
const SUIT_ORDER = "dchs";

/** Ranks from weakest to strongest as the server lists them; the usual order where it does not. */
export function strength(order?: readonly string[] | string | null): (card: CardText) => number {
  const ranks = order && order.length ? [...order] : [...PLAIN_ORDER];
  const place = new Map(ranks.map((rank, i) => [rank, i]));
  return (card) => place.get(rankOf(card)) ?? PLAIN_ORDER.indexOf(rankOf(card));
}

/** A hand for the eye: by rank (high first), by suit, or with the fullest ranks first. Indices into `cards`. */
export function arranged(cards: readonly CardText[], mode: SortMode, order?: readonly string[] | string | null): number[] {
  const power = strength(order);
  const suit = (card: CardText): number => SUIT_ORDER.indexOf(suitOf(card));
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  const count = (card: CardText): number => counts.get(rankOf(card)) ?? 0;
  const byRank = (a: CardText, b: CardText): number => power(b) - power(a) || suit(b) - suit(a);
  const compare: Record<SortMode, (a: CardText, b: CardText) => number> = {
    rank: byRank,
    suit: (a, b) => Number(suit(a) >= 0) - Number(suit(b) >= 0) || suit(b) - suit(a) || power(b) - power(a),
    count: (a, b) => count(b) - count(a) || byRank(a, b),
  };
  return cards.map((_, i) => i).sort((i, j) => compare[mode](cards[i]!, cards[j]!) || i - j);
}
