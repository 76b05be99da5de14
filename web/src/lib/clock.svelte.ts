// One ticking clock for all timers on the page.
class Clock {
  now = $state(Date.now());
  #users = 0;
  #timer = 0;

  /** Tick while somebody looks; call the result to stop. */
  use(): () => void {
    if (this.#users++ === 0) {
      this.now = Date.now();
      this.#timer = window.setInterval(() => (this.now = Date.now()), 200);
    }
    return () => {
      if (--this.#users === 0) window.clearInterval(this.#timer);
    };
  }
}

export const clock = new Clock();

/** When each deadline was first seen, so that a ring knows how much of the time is left. */
const firstSeen = new Map<string, number>();

export interface TimeLeft {
  seconds: number;
  /** What is left of the time, or of the bank once that is used. */
  share: number;
  /** The time is up and the bank is being used. */
  bank: boolean;
}

/** `bank` is the reserve, in milliseconds, that lies at the end of the time until the deadline. */
export function timeLeft(deadline: number | null | undefined, offset: number, who: string | number, bank = 0): TimeLeft | null {
  if (!deadline) return null;
  const left = Math.max(0, deadline - (clock.now + offset));
  const key = `${who}@${deadline}`;
  let total = firstSeen.get(key);
  if (total === undefined) {
    if (firstSeen.size > 400) firstSeen.clear();
    total = Math.max(left, 1000);
    firstSeen.set(key, total);
  }
  if (bank > 0 && left <= bank) return { seconds: Math.ceil(left / 1000), share: left / bank, bank: true };
  return { seconds: Math.ceil((left - bank) / 1000), share: Math.max(0, Math.min(1, (left - bank) / Math.max(1000, total - bank))), bank: false };
}
