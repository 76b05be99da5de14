// Cards of a hand that can be told apart where two look the same.

/** A card of the hand by its text and which copy it is: stays the same while other cards leave. */
export type CardKey = string;

export function keyed(cards: readonly string[]): CardKey[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return `${card}#${copy}`;
  });
}

export const cardOf = (key: CardKey): string => key.slice(0, key.indexOf("#"));
