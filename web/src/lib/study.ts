// A study in an address: a position or a stored deal by name, a pasted record packed behind the #.
import type { PlayedMove, StudyAsk } from "./wire";

export type Source = Pick<Partial<StudyAsk>, "text" | "table" | "hand">;

async function through(bytes: Uint8Array<ArrayBuffer>, pipe: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = pipe.writable.getWriter();
  writer.write(bytes).catch(() => {}); // what cannot be unpacked fails below, where it is read
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(pipe.readable).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The address of a study. `position` is the moment itself as one line, where there is one and moves of one's own led to it. */
export async function addressOf(source: Source, step: number, moves: readonly PlayedMove[], position: string | null): Promise<string> {
  if (position !== null && (moves.length > 0 || (source.text !== undefined && !source.text!.includes("\n")))) return `/study?position=${encodeURIComponent(position)}`;
  const query = new URLSearchParams();
  if (source.table) {
    query.set("table", source.table);
    query.set("hand", String(source.hand ?? 1));
  }
  if (step) query.set("step", String(step));
  if (moves.length) query.set("line", JSON.stringify(moves.map((one) => [one.seat, one.move])));
  const packed = source.table ? "" : `#${await pack(source.text ?? "")}`;
  const text = query.toString();
  return `/study${text ? `?${text}` : ""}${packed}`;
}

/** What an address names; null where it names nothing. */
export async function read(search: string, hash: string): Promise<{ source: Source; step: number; moves: PlayedMove[] } | null> {
  const query = new URLSearchParams(search);
  const position = query.get("position");
  const table = query.get("table");
  const step = Math.max(0, Number(query.get("step")) || 0);
  let moves: PlayedMove[] = [];
  try {
    moves = (JSON.parse(query.get("line") ?? "[]") as [number, string][]).map(([seat, move]) => ({ seat, move }));
  } catch {
    // an address that somebody cut off: the study opens without the line
  }
  if (position) return { source: { text: position }, step: 0, moves };
  if (table) return { source: { table, hand: Math.max(1, Number(query.get("hand")) || 1) }, step, moves };
  if (hash.length < 2) return null;
  try {
    return { source: { text: await unpack(hash.slice(1)) }, step, moves };
  } catch {
    return null;
  }
}
