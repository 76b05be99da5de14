// What was just said, for a moment, at the seat of who said it.
import { settings } from "./settings.svelte";

const LONGEST = 80;

class Bubbles {
  #said: Record<string, { text: string; timer: number }> = $state.raw({});

  of(player: string | undefined): string {
    return player === undefined || !settings.bubbles ? "" : (this.#said[player]?.text ?? "");
  }

  say(player: string, text: string): void {
    window.clearTimeout(this.#said[player]?.timer);
    const letters = [...text];
    const short = letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : text;
    const timer = window.setTimeout(() => this.#drop(player), 3500 + 60 * Math.min(letters.length, LONGEST));
    this.#said = { ...this.#said, [player]: { text: short, timer } };
  }

  #drop(player: string): void {
    const { [player]: _, ...rest } = this.#said;
    this.#said = rest;
  }
}

export const bubbles = new Bubbles();
