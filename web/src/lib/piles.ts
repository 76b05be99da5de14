// Piles of a view: cards that lie open, cards that are only counted, cards of which nothing is known.
import type { Pile } from "./wire";

/** The cards of a pile that lie open. */
export const cardsOf = (pile: Pile | undefined): readonly string[] => (Array.isArray(pile?.cards) ? pile.cards : []);

/** How many cards a pile has; null where the viewer may not know. */
export const countOf = (pile: Pile | undefined): number | null => (Array.isArray(pile?.cards) ? pile.cards.length : (pile?.cards ?? null));

export const isOpen = (pile: Pile | undefined): boolean => Array.isArray(pile?.cards);
