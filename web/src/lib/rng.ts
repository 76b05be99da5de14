// The documented generator of every deal, in the browser: SHA-256 in counter mode, unbiased integers, Fisher-Yates.
// With it anybody can deal again from the revealed seeds and compare.

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new Error("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
}

export async function commitment(serverSeed: Uint8Array): Promise<string> {
  return hex(await sha256(serverSeed));
}

/** SHA256(server seed ‖ for each seat: length byte, bytes). */
export async function dealSeed(serverSeed: Uint8Array, entropy: readonly Uint8Array[]): Promise<Uint8Array> {
  const parts = [...serverSeed];
  for (const part of entropy) parts.push(part.length, ...part);
  return sha256(Uint8Array.from(parts));
}

export class Rng {
  #prefix: Uint8Array;
  #words: number[] = [];
  #block = 0;

  constructor(seed: Uint8Array, stream = 0) {
    if (seed.length !== 32) throw new Error("a seed is 32 bytes");
    this.#prefix = new Uint8Array(48);
    this.#prefix.set(seed);
    new DataView(this.#prefix.buffer).setBigUint64(32, BigInt(stream));
  }

  async word(): Promise<number> {
    if (this.#words.length === 0) {
      const view = new DataView(this.#prefix.buffer);
      view.setBigUint64(40, BigInt(this.#block++));
      const digest = new DataView((await sha256(this.#prefix)).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => digest.getUint32(i * 4));
    }
    return this.#words.shift()!;
  }

  async below(n: number): Promise<number> {
    const range = 2 ** 32;
    const limit = range - (range % n);
    for (;;) {
      const word = await this.word();
      if (word < limit) return word % n;
    }
  }

  async shuffled<T>(items: readonly T[]): Promise<T[]> {
    const row = [...items];
    for (let i = row.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [row[i], row[j]] = [row[j]!, row[i]!];
    }
    return row;
  }

  /** A deck that is not really shuffled: cut, broken into clumps of two to five, the clumps shuffled, cut again. */
  async clumped<T>(items: readonly T[]): Promise<T[]> {
    const row = await this.#cut(items);
    const clumps: T[][] = [];
    for (let start = 0; start < row.length; ) {
      const size = 2 + (await this.below(4));
      clumps.push(row.slice(start, start + size));
      start += size;
    }
    return this.#cut((await this.shuffled(clumps)).flat() as T[]);
  }

  async #cut<T>(row: readonly T[]): Promise<T[]> {
    const at = await this.below(row.length);
    return [...row.slice(at), ...row.slice(0, at)];
  }

  /** Gilbert-Shannon-Reeds riffles: cut by fair coins, then drop from each packet in proportion to its size. */
  async riffled<T>(items: readonly T[], times = 7): Promise<T[]> {
    let row = [...items];
    for (let turn = 0; turn < times; turn++) {
      let cut = 0;
      for (let i = 0; i < row.length; i++) cut += await this.below(2);
      const left = row.slice(0, cut);
      const right = row.slice(cut);
      row = [];
      for (let i = 0, j = 0; i < left.length || j < right.length; ) {
        const rest = left.length - i;
        if ((await this.below(rest + right.length - j)) < rest) row.push(left[i++]!);
        else row.push(right[j++]!);
      }
    }
    return row;
  }
}
