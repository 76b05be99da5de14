// A table as its screen uses it: the live state, the seat it is seen from, and the ways to act on it.
import { api } from "./api";
import { bubbles } from "./bubbles.svelte";
import { shownName } from "./names";
import { wordOf } from "./emotes";
import { people } from "./people.svelte";
import { session } from "./session.svelte";
import { reducedMotion, settings } from "./settings.svelte";
import { RefusedAction, TableSocket, type Heard, type Line as TableLine } from "./socket.svelte";
import { callPlayer } from "./call";
import { momentOf, recall, remember, type Moment } from "./lookback";
import { momentsIn, type MomentShown } from "./moments";
import { namesOf, type TableState } from "./state";
import { addressing, tell, type Messages, type Teller } from "./tell";
import { t } from "./text";
import { toasts } from "./toast.svelte";
import { speak } from "./voice";
import { TEXT } from "./words";
import { sound } from "./sound";
import type { CatalogGame, Choice, Line, View } from "./wire";

const seatsIn = (view: View): number => (view.type === "HoldemView" ? view.seats.length : view.hands.length);

/** What the pictures of a game need; a live table and a replay both give it. */
export interface TableLike {
  readonly state: TableState;
  /** The seat drawn at the bottom. */
  readonly bottom: number;
  /** The seat that may act here, or null: a spectator or a replay. */
  readonly me: number | null;
  readonly seats: number;
  readonly clockwise: boolean;
  readonly teller: Teller;
  readonly catalog: CatalogGame | undefined;
  readonly live: boolean;
  tell(line: Line | null | undefined): string;
}

export class LiveTable implements TableLike {
  readonly live = true;
  /** A lesson or a study: nobody else sits here, and nothing but answers can be sent. */
  readonly practice: boolean = false;
  busy = $state(false);
  /** What just happened, and what I am asked: for the live regions, once the words have arrived. */
  happened: readonly Line[] = $state.raw([]);
  question: Line | null = $state.raw(null);
  unread = $state(0);
  /** What is to be seen on the whole table, one after the other. */
  moments: readonly MomentShown[] = $state.raw([]);
  /** So many of the newest lines of the log wait until the picture has come that far. */
  veiled = $state(0);
  /** Earlier moments of this deal, and the one that is looked at: null is now. */
  past: readonly Moment[] = $state.raw([]);
  back: number | null = $state(null);
  /** The last line of chat, for those who listen. */
  spoken = $state("");
  /** The seat a spectator looks from. */
  perspective = $state(0);
  #mixed = "";
  #chatAsked = false;
  // Every line of the log depends on these, so they change only when what is in them does, not with every message.
  readonly #game = $derived.by(() => this.state.game);
  readonly #seat = $derived.by(() => this.me);
  readonly #names = $derived.by(() => JSON.stringify(namesOf(this.state.players.map((player) => ({ seat: player.seat, name: shownName(player) })))));
  readonly #messages: Messages = $derived({ ...session.messages["paiju"], ...session.messages[this.#game] });
  readonly #teller: Teller = $derived({ lang: settings.lang, messages: this.#messages, names: JSON.parse(this.#names) as string[], you: this.#seat });
  #hintWaiters: ((choices: Choice[]) => void)[] = [];

  constructor(
    readonly id: string,
    readonly socket: TableLine = new TableSocket(id),
  ) {
    this.socket.listen((message, before) => this.#heard(message, before));
  }

  get state(): TableState {
    return this.socket.state;
  }
  get me(): number | null {
    return this.state.you?.seat ?? null;
  }
  /** Whether the table plays for me: then nothing may be sent in my name, or it would count as my being back. */
  get auto(): boolean {
    return this.state.players.some((player) => player.seat === this.me && player.auto);
  }
  /** Whether I play against computers alone: then nobody waits for me. */
  get alone(): boolean {
    return this.me !== null && this.state.players.every((player) => player.seat === this.me || player.bot !== null);
  }
  /** Whether the word of welcome to this game is open. */
  get welcoming(): boolean {
    return settings.tips && this.me !== null && `tip.${this.state.game}` in TEXT && !settings.known.includes(this.state.game);
  }
  get polite(): string {
    return this.worded ? this.happened.map((line) => tell(line, this.teller)).join(" ") : "";
  }
  get urgent(): string {
    return this.question && this.worded ? `${t("table.your_turn")}${settings.lang === "zh" ? "：" : ": "}${tell(this.question, addressing(this.teller))}` : "";
  }
  /** Whether the sentences of this game have arrived. */
  get worded(): boolean {
    return this.state.game in session.messages;
  }
  get bottom(): number {
    return this.me ?? this.perspective % Math.max(1, this.seats);
  }
  get seats(): number {
    const { view, table, players } = this.state;
    return view ? seatsIn(view) : (table?.seats ?? Math.max(2, players.length));
  }
  get clockwise(): boolean {
    return this.state.table?.turns === "clockwise";
  }
  get catalog(): CatalogGame | undefined {
    return session.game(this.state.game);
  }
  get messages(): Messages {
    return this.#messages;
  }
  get teller(): Teller {
    return this.#teller;
  }
  tell(line: Line | null | undefined): string {
    return line ? tell(line, this.teller) : "";
  }

  #heard(message: Heard, before: TableState): void {
    const { state } = this;
    if (message.type === "hint") {
      const waiters = this.#hintWaiters.splice(0);
      for (const waiter of waiters) waiter(message.payload.choices);
    }
    if (message.type === "chat") {
      const { playerId, name, text } = message.payload;
      if (people.muted(playerId)) return;
      bubbles.say(playerId, text);
      if (playerId !== state.you?.id) {
        this.unread += 1;
        this.spoken = t("people.said", { name, text: wordOf(text) });
        sound("chat");
      }
    }
    if (message.type !== "game_state" && message.type !== "shown") return;
    this.past = remember(this.past, before, state);
    const full = message.type === "shown" ? message.whole : "full" in message.payload;
    if (full && !this.#chatAsked && state.table?.chat) {
      this.#chatAsked = true;
      void api.chat(this.id).then(({ lines }) => this.socket.recallChat(lines), () => undefined);
    }
    if (full && !this.practice && state.view !== null && this.past.length === 0 && state.events.length > 1) void this.#recall(state);
    if (this.back !== null && this.back >= this.past.length) this.back = null;
    if (before.game !== state.game) {
      void session.wordsOf(state.game).catch(() => undefined);
      void session.wordsOf("paiju").catch(() => undefined);
    }
    const promised = state.view === null ? state.fairness?.commit : state.fairness?.next;
    if (this.me !== null && promised && promised !== this.#mixed && !state.table?.daily) {
      // My own bytes for the deal that was just promised, so that nobody else can have chosen it.
      this.#mixed = promised;
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      void this.socket.ask("entropy", { bytes: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") }).catch(() => undefined);
    }
    const fresh = full ? [] : state.events.slice(state.handNumber === before.handNumber ? before.events.length : 0);
    if (fresh.length) this.happened = fresh;
    if (!full && !document.hidden && !reducedMotion()) {
      const found = momentsIn(fresh, before, state);
      if (found.length) this.moments = [...this.moments, ...found].slice(-2);
    }
    const acted = fresh.findLast((line) => line.key === "holdem.player_acted" || line.key.startsWith("sgs.log.use"));
    if (acted) speak(this.tell(acted));
    const asked = state.decision;
    if (asked && (!before.decision || before.decision.since !== asked.since)) {
      this.question = asked.prompt;
      if (!full || document.hidden) {
        sound("turn");
        callPlayer(t("table.your_turn"), this.tell(asked.prompt), this.id);
      }
    } else if (!asked) this.question = null;
  }

  /** Moments of this deal from before it was first shown here: after a reload, or for a late spectator. */
  async #recall(first: TableState): Promise<void> {
    try {
      const earlier = recall(await api.earlier(this.id), first);
      if (!earlier.length || this.state.handNumber !== first.handNumber || this.past.some((moment) => moment.events < first.events.length)) return;
      this.past = [...earlier, ...this.past];
      if (this.back !== null) this.back += earlier.length;
    } catch {
      // Without it one looks back as far as this page has seen.
    }
  }

  nextMoment(): void {
    this.moments = this.moments.slice(1);
  }

  skipMoments(): void {
    if (this.moments.length) this.moments = [];
  }

  /** Step back or on through this deal; a step past its last moment is now. */
  look(steps: 1 | -1): void {
    this.lookAt((this.back ?? this.past.length) + steps);
  }

  lookAt(moment: number | null): void {
    this.back = moment === null || moment >= this.past.length ? null : Math.max(0, moment);
  }

  /** The last line of the log at the moment looked at. */
  get eventAt(): number | null {
    return this.back === null ? null : Math.max(0, this.past[this.back]!.events - 1);
  }

  /** The moment of a line of the log. */
  lookAtEvent(index: number): void {
    this.lookAt(momentOf(this.past, index));
  }

  /** Send a move. True when the server took it; otherwise its reason has been shown. `byItself`: not clicked by anybody. */
  async act(text: string, byItself = false): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const begun = !byItself && !/\.(general|luck)$/.test(this.state.decision?.prompt.key ?? "");
    try {
      await this.socket.act(text);
      toasts.clear();
      if (begun) this.learnt();
      return true;
    } catch (why) {
      this.refused(why);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** This game needs no word of welcome any more. */
  learnt(): void {
    if (!settings.known.includes(this.state.game)) settings.known = [...settings.known, this.state.game];
  }

  /** Anything else one may ask of a table. */
  async ask(...request: Parameters<TableSocket["ask"]>): Promise<boolean> {
    try {
      await this.socket.ask(...request);
      return true;
    } catch (why) {
      this.refused(why);
      return false;
    }
  }

  refused(why: unknown): void {
    if (why instanceof RefusedAction) {
      sound("refused");
      const { body } = why;
      const known = body.why && this.messages[body.why.key];
      toasts.show(known ? tell(body.why, this.teller) : body.message, "bad");
    } else if (this.socket.connection !== "open") toasts.show(t("conn.lost"), "warn");
    else toasts.show(t("error.generic", { why: why instanceof Error ? why.message : String(why) }), "bad");
  }

  /** Legal answers, best first, as the server suggests them. */
  async hints(limit = 30): Promise<Choice[]> {
    const answer = new Promise<Choice[]>((resolve) => this.#hintWaiters.push(resolve));
    const late = new Promise<Choice[]>((resolve) => setTimeout(() => resolve([]), 6000));
    try {
      const reply = this.socket.ask("hint", { limit });
      reply.catch(() => undefined);
      return await Promise.race([answer, late, reply.then(() => answer)]);
    } catch (why) {
      this.refused(why);
      return [];
    }
  }

  /** What these cards would be as a move now: its readings, or why not. */
  async check(text: string): Promise<{ readings: Choice[]; why: Line | null } | null> {
    try {
      const answer = await this.socket.ask("check", { text });
      return answer.type === "checked" ? answer.checked : null;
    } catch {
      return null;
    }
  }

  /** 托管 on and off; sitting out where chips are played. */
  toggleAuto(): Promise<boolean> {
    const mine = this.state.players.find((player) => player.seat === this.me);
    return mine?.auto || mine?.sittingOut ? this.ask("back", {}) : this.ask("sit_out", {});
  }

  close(): void {
    this.socket.close();
  }
}
