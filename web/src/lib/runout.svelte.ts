// Everybody is all in: the server deals the rest of the board at once. Here it comes street by street, with what each open
// hand was worth before it. Who wants no motion sees the end at once, and what the hands were worth when the chips went in.
import { untrack } from "svelte";
import { api } from "./api";
import { reducedMotion, settings } from "./settings.svelte";
import { sound } from "./sound";

export interface Hand {
  table: string;
  number: number;
  /** Cards on the board, all that the server has shown. */
  board: number;
  over: boolean;
  /** Hands lie open, and the players say how often the rest is dealt. */
  asking: boolean;
  /** Hands that lie open and are still in. */
  open: number;
}

const STREETS = [3, 4, 5];
const PAUSE = 1500;

/** The numbers of board cards that are shown one after the other, from when the chips went in. */
export function stops(from: number, to: number): number[] {
  return [from, ...STREETS.filter((cards) => cards > from && cards < to)];
}

export class RunOut {
  /** Board cards shown while it runs; null: all of them. */
  cards: number | null = $state(null);
  /** Each seat's share of the pot: as the board shows it while it runs, afterwards as it was when the chips went in. */
  shares: readonly number[] | null = $state.raw(null);
  #hand = -1;
  #seen = 0;
  #asked = false;
  #timer = 0;

  constructor(now: () => Hand | null) {
    $effect.pre(() => {
      const hand = now();
      if (hand) untrack(() => this.#look(hand));
    });
    $effect(() => () => this.#stop());
  }

  get running(): boolean {
    return this.cards !== null;
  }

  #look(hand: Hand): void {
    if (hand.number !== this.#hand) {
      this.#stop();
      this.shares = null;
      this.#hand = hand.number;
      this.#asked = false;
    } else if (hand.over && hand.board > this.#seen && hand.open > 1) this.#start(hand, this.#seen);
    this.#seen = hand.board;
    if (hand.asking && !this.#asked) {
      this.#asked = true;
      void api.equity(hand.table).then((answer) => (this.shares ??= this.#hand === hand.number ? answer.shares : null), () => null);
    }
  }

  #start(hand: Hand, from: number): void {
    const worth = stops(from, hand.board).map((cards) => ({ cards, shares: api.equity(hand.table, cards).then((answer) => answer.shares, () => null) }));
    const show = (at: number): void => {
      const now = worth[at];
      this.cards = now && !reducedMotion() ? now.cards : null;
      if (at > 0) sound("deal");
      void (now ?? worth[0]!).shares.then((shares) => {
        if (this.#hand === hand.number) this.shares = shares;
      });
      if (now && this.cards !== null) this.#timer = window.setTimeout(() => show(at + 1), PAUSE / (settings.speed || 1));
    };
    show(0);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.cards = null;
  }
}
