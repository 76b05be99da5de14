// The page's side of the worker: requests with their answers, and a pipe that looks like a WebSocket.
import type { Pipe } from "../lib/transport";

/** To the worker. */
export type Asked = { id: number; method: string; path: string; body: string | null } | { text: string };
/** From the worker: it is ready or failed, an answer, or messages of the socket. */
export type Said = { ready: true } | { failed: string } | { id: number; status: number; body: string } | { messages: string[] };

export class Host {
  ready = $state(false);
  failed: string | null = $state(null);
  #waiting = new Map<number, (reply: Response) => void>();
  #count = 0;
  #pipe: Pipe | null = null;

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    worker.onerror = (event) => (this.failed = event.message || "worker");
  }

  #hear(said: Said): void {
    if ("ready" in said) this.ready = true;
    else if ("failed" in said) this.failed = said.failed;
    else if ("messages" in said) for (const data of said.messages) this.#pipe?.onmessage?.(new MessageEvent("message", { data }));
    else {
      this.#waiting.get(said.id)?.(new Response(said.body, { status: said.status, headers: { "content-type": "application/json" } }));
      this.#waiting.delete(said.id);
    }
  }

  request(path: string, init: RequestInit): Promise<Response> {
    const id = ++this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#ask({ id, method: init.method ?? "GET", path, body: typeof init.body === "string" ? init.body : null });
    });
  }

  #ask(asked: Asked): void {
    this.worker.postMessage(asked);
  }

  /** A pipe to the worker, open from the next turn on. The one before is closed: there is one table. */
  socket(): Pipe {
    const pipe: Pipe = {
      readyState: WebSocket.CONNECTING,
      onopen: null,
      onclose: null,
      onmessage: null,
      send: (data) => this.#ask({ text: String(data) }),
      close: () => {
        if (this.#pipe === pipe) this.#pipe = null;
      },
    };
    this.#pipe = pipe;
    setTimeout(() => {
      Object.assign(pipe, { readyState: WebSocket.OPEN });
      pipe.onopen?.call(pipe as WebSocket, new Event("open"));
    });
    return pipe;
  }
}
