// A table at which nobody else sits: a lesson or a study. The pictures draw it as they draw a live table; what is
// answered goes to a route of its own, and what follows is shown move by move.
import { Refused } from "./api";
import { reducedMotion, settings } from "./settings.svelte";
import type { Answer, Connection, Line as TableLine, Listener } from "./socket.svelte";
import { sound } from "./sound";
import { EMPTY, type TableState, type View } from "./state";
import { LiveTable } from "./table.svelte";
import { toasts } from "./toast.svelte";
import type { Checked, Choice, PlayerState, Practice } from "./wire";

/** A line to nowhere: it holds the state and notifies listeners. */
class Still implements TableLine {
  state: TableState = $state.raw(EMPTY);
  connection: Connection = "open";
  refused = null;
  #listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  show(next: TableState, whole: boolean): void {
    const before = this.state;
    this.state = next;
    for (const listener of this.#listeners) listener({ type: "shown", whole }, before);
  }
  follow(): void {}
  recallChat(): void {}
  close(): void {}
  async again(): Promise<void> {}
  async ask(): Promise<Answer> {
    return { type: "ack", seq: this.state.seq };
  }
  act(): Promise<Answer> {
    return this.ask();
  }
}

/** What is asked of the server about the deal as it stands. */
export interface Asking {
  answer(text: string): Promise<boolean>;
  check(text: string): Promise<Checked>;
  hint(): Promise<Choice[]>;
}

const player = (seat: number, name: string, me: boolean): PlayerState => ({
  id: String(seat), name, seat, avatar: "", bot: me ? null : "normal", connected: true, auto: false, sittingOut: false,
  leaving: false, ready: true, score: 0, bank: 0, tier: "", stack: null,
});

export class PracticeTable extends LiveTable {
  override readonly practice = true;
  #run = 0;
  #still: Still;

  constructor(
    id: string,
    private readonly names: (seat: number, seats: number, me: number) => string,
    private readonly asking: Asking,
  ) {
    const still = new Still();
    super(id, still);
    this.#still = still;
  }

  /** Show a deal anew, or what followed an answer: one move after the other, the question at last. */
  async show(deal: Practice, anew: boolean): Promise<void> {
    const run = ++this.#run;
    const earlier = anew ? [] : this.state.events;
    const events = [...earlier];
    const frames = deal.frames.slice(anew ? -1 : 0);
    if (anew) for (const frame of deal.frames.slice(0, -1)) events.push(...frame.events);
    for (const [at, frame] of frames.entries()) {
      const last = at === frames.length - 1;
      events.push(...frame.events);
      if (at && !anew && !reducedMotion()) await new Promise((resolve) => setTimeout(resolve, Math.min(settings.pace, 900)));
      if (run !== this.#run) return;
      this.#still.show({
        ...EMPTY,
        gameId: this.id,
        game: deal.game,
        seq: deal.moves.length - (frames.length - 1 - at),
        stage: last && deal.result ? "hand_end" : frame.stage,
        handNumber: 1,
        players: Array.from({ length: deal.seats }, (_, seat) => player(seat, this.names(seat, deal.seats, deal.seat), seat === deal.seat)),
        you: { id: String(deal.seat), seat: deal.seat },
        view: frame.view as View,
        events: [...events],
        decision: last ? deal.decision : null,
        result: last ? deal.result : null,
        table: {
          name: "", preset: null, options: deal.options, seats: deal.seats, ownerId: "", private: true, locked: false, spectators: false,
          spectatorDelay: 0, chat: false, chips: false, minBuyIn: 0, maxBuyIn: 0, turns: deal.turns, autostart: false, timeout: 0, watching: [], daily: null,
        },
      }, anew);
    }
  }

  override async act(text: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return await this.asking.answer(text);
    } catch (why) {
      sound("refused");
      const said = why instanceof Refused && why.why && why.why.key in this.messages ? this.tell(why.why) : why instanceof Refused ? why.message : String(why);
      toasts.show(said, "bad");
      return false;
    } finally {
      this.busy = false;
    }
  }
  override async check(text: string): Promise<{ readings: Choice[]; why: Checked["why"] } | null> {
    return this.asking.check(text).catch(() => null);
  }
  override async hints(): Promise<Choice[]> {
    return this.asking.hint().catch(() => []);
  }
}
