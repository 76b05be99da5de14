// Python in a worker: the rules library, its bots and one table, as `paiju.server.alone` runs them.
import type { Asked, Said } from "./host.svelte";

interface Alone {
  request(method: string, address: string, body: string | null): { toJs(): [number, string] };
  hear(text: string): void;
  take(): { toJs(): string[] };
  tick(): number | undefined;
}
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): Alone;
}

const say = (said: Said): void => self.postMessage(said);
// The folder that holds the demo: this script lies in its `assets`.
const home = new URL(/* @vite-ignore */ "../", import.meta.url);
const fetched = async (name: string): Promise<ArrayBuffer> => {
  const reply = await fetch(new URL(name, home));
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply.arrayBuffer();
};

async function start(): Promise<Alone> {
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide/pyodide.mjs", home).href)) as { loadPyodide(options: { indexURL: string }): Promise<Pyodide> };
  const [python, msgspec, paiju] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", home).href }), fetched("msgspec.whl"), fetched("paiju.zip")]);
  python.unpackArchive(msgspec, "wheel", { extractDir: "/packages" });
  python.unpackArchive(paiju, "zip", { extractDir: "/packages" });
  return python.runPython("import sys; sys.path.append('/packages'); from paiju.server.alone import Alone; Alone(('doudizhu', 'holdem'))");
}

let timer = 0;
/** Send what is new, and come back when the clock or a bot is due. */
function go(alone: Alone): void {
  const messages = alone.take().toJs();
  if (messages.length) say({ messages });
  clearTimeout(timer);
  timer = self.setTimeout(() => {
    const when = alone.tick();
    if (when !== undefined) timer = self.setTimeout(() => go(alone), Math.max(0, when - Date.now()));
    const found = alone.take().toJs();
    if (found.length) say({ messages: found });
  });
}

const started = start();
started.then(
  () => say({ ready: true }),
  (why: unknown) => say({ failed: String(why) }),
);
self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const alone = await started;
  if ("text" in data) alone.hear(data.text);
  else {
    const [status, body] = alone.request(data.method, data.path, data.body).toJs();
    say({ id: data.id, status, body });
  }
  go(alone);
};
