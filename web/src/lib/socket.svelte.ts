// The live connection of one table. Messages are folded into `state`; requests are answered by promises; a broken
// line is taken up again at the last seen sequence number.
import { EMPTY, reduce, withEarlierChat, type TableState } from "./state";
import type { ChatSaid, Checked, ClientMessage, ErrorBody, Hints, ServerMessage } from "./wire";
import { settings } from "./settings.svelte";
import { transport, type Pipe } from "./transport";

export type Connection = "opening" | "open" | "lost";
export type Answer = { type: "ack"; seq: number } | { type: "hint"; hints: Hints } | { type: "checked"; checked: Checked };

export class RefusedAction extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
}

type Waiting = { resolve: (answer: Answer) => void; reject: (why: Error) => void };
type Body<T extends ClientMessage["type"]> = Extract<ClientMessage, { type: T }>["payload"];

/** What is heard of a table: messages, or that another state is shown, the whole of it or what came next. */
export type Heard = ServerMessage | { type: "shown"; whole: boolean };
export type Listener = (heard: Heard, before: TableState) => void;
/** What a table needs of its connection. */
export type Line = Pick<TableSocket, "state" | "connection" | "refused" | "listen" | "follow" | "again" | "recallChat" | "ask" | "act" | "close">;

const ANSWER_WITHIN = 10_000;

export class TableSocket {
  state: TableState = $state.raw(EMPTY);
  connection: Connection = $state("opening");
  /** The table will not have us: unknown, locked, closed. */
  refused: ErrorBody | null = $state(null);
  #socket: Pipe | null = null;
  #waiting = new Map<string, Waiting>();
  #count = 0;
  #tries = 0;
  #heard = 0;
  #beat = 10;
  #timer = 0;
  #retry = 0;
  #closed = false;
  #listeners = new Set<Listener>();

  constructor(
    readonly gameId: string,
    private password: string | null = null,
  ) {
    this.#open();
    this.#timer = window.setInterval(() => this.#check(), 2000);
    window.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("pagehide", this.#hide);
  }

  /** Hear every message after it was folded in; returns how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(): void {
    if (this.#closed) return;
    window.clearTimeout(this.#retry);
    const socket = transport.socket();
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      this.#tries = 0;
      this.#send({ type: "hello", payload: { language: settings.lang } } as ClientMessage);
      this.follow();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now();
      this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Open the line anew, as whoever I am now: a socket keeps the name it was opened with. */
  async again(): Promise<void> {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.state = { ...this.state, broken: true };
    this.connection = "opening";
    this.#open();
    for (let i = 0; i < 100 && (this.connection as Connection) !== "open"; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Ask for the table from where we are. */
  follow(password = this.password): void {
    this.password = password;
    const seq = this.state.seq >= 0 && !this.state.broken ? this.state.seq : null;
    void this.ask("watch", { gameId: this.gameId, seq, ...(password ? { password } : {}) })
      .then(() => {
        this.refused = null;
        this.connection = "open";
      })
      .catch((why: unknown) => {
        if (why instanceof RefusedAction) {
          this.refused = why.body;
          this.connection = "open";
        }
      });
  }

  /** What was said before this page was opened. */
  recallChat(lines: readonly ChatSaid[]): void {
    this.state = withEarlierChat(this.state, lines);
  }

  #lost(): void {
    this.#socket = null;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("connection lost"));
    this.#waiting.clear();
    if (this.#closed) return;
    this.connection = this.state.seq >= 0 ? "lost" : "opening";
    const wait = Math.min(8000, 300 * 2 ** this.#tries++) * (0.7 + Math.random() * 0.6);
    this.#retry = window.setTimeout(() => this.#open(), wait);
  }

  /** A page that is left may be kept in memory: its line is closed, so that nobody counts as present who has gone. */
  #hide = (): void => this.#socket?.close();

  #wake = (): void => {
    if (document.hidden || this.#closed) return;
    if (!this.#socket) {
      this.#tries = 0;
      this.#open();
    } else this.#send({ type: "ping", payload: {} } as ClientMessage);
  };

  #check(): void {
    if (!this.#socket || this.#socket.readyState !== WebSocket.OPEN) return;
    const quiet = Date.now() - this.#heard;
    if (quiet > this.#beat * 2000) {
      const dead = this.#socket;
      this.#lost();
      dead.close();
    } else if (quiet > this.#beat * 500) this.#send({ type: "ping", payload: {} } as ClientMessage);
  }

  #receive(message: ServerMessage): void {
    if (message.type === "welcome") this.#beat = message.payload.heartbeat || 10;
    if (message.type === "ack") this.#answer(message.payload.id, { type: "ack", seq: message.payload.seq });
    if (message.type === "checked" && message.payload.re) this.#answer(message.payload.re, { type: "checked", checked: message.payload });
    if (message.type === "error" && message.payload.re) {
      const waiting = this.#waiting.get(message.payload.re);
      this.#waiting.delete(message.payload.re);
      waiting?.reject(new RefusedAction(message.payload));
    }
    const before = this.state;
    const after = reduce(before, message, Date.now());
    if (after !== before) this.state = after;
    if (after.broken && !before.broken) this.follow();
    for (const listener of this.#listeners) listener(message, before);
  }

  #answer(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(answer);
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Send a message; the promise is kept when the server has accepted it, broken with its words when not. */
  ask<T extends ClientMessage["type"]>(type: T, payload: Body<T>): Promise<Answer> {
    const id = `p${++this.#count}`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (!this.#send({ type, id, payload: { gameId: this.gameId, ...payload } } as ClientMessage)) {
        this.#waiting.delete(id);
        reject(new Error("connection lost"));
        return;
      }
      window.setTimeout(() => {
        if (this.#waiting.delete(id)) reject(new Error("no answer"));
      }, ANSWER_WITHIN);
    });
  }

  /** A move, in the game's notation, for the question we see. */
  act(text: string): Promise<Answer> {
    return this.ask("action", { text, seq: this.state.seq });
  }

  close(): void {
    this.#closed = true;
    window.clearInterval(this.#timer);
    window.clearTimeout(this.#retry);
    window.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("pagehide", this.#hide);
    this.#socket?.close();
    this.#socket = null;
  }
}
