// QR codes for links, made here: byte mode, error correction L, versions 1 to 10, which holds 271 bytes.

const CAPACITY = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271];
/** Per version: error-correction bytes per block, and the sizes of the data blocks. */
const BLOCKS: [number, number[]][] = [
  [7, [19]], [10, [34]], [15, [55]], [20, [80]], [26, [108]], [18, [68, 68]], [20, [78, 78]], [24, [97, 97]],
  [30, [116, 116]], [18, [68, 68, 69, 69]],
];
const ALIGN: number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** Remainder of the data by the generator polynomial: the correction bytes. */
function correction(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let i = 0; i < length; i++) {
    const next = Array<number>(generator.length + 1).fill(0);
    generator.forEach((value, j) => {
      next[j] = next[j]! ^ value;
      next[j + 1] = next[j + 1]! ^ times(value, EXP[i]!);
    });
    generator = next;
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    if (factor) generator.forEach((value, j) => (rest[i + j] = rest[i + j]! ^ times(value, factor)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [length, blocks] = BLOCKS[version - 1]!;
  const total = blocks.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, total * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xfd) data.push(pad);
  let at = 0;
  const parts = blocks.map((size) => data.slice(at, (at += size)));
  const checks = parts.map((part) => correction(part, length));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...blocks); i++) for (const part of parts) if (i < part.length) out.push(part[i]!);
  for (let i = 0; i < length; i++) for (const check of checks) out.push(check[i]!);
  return out;
}

type Grid = (boolean | null)[][];

function frame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean): void => {
    if (row >= 0 && column >= 0 && row < size && column < size) grid[row]![column] = dark;
  };
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]] as const)
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(top + r, left + c, ring !== 2 && ring !== 4);
      }
  for (const r of ALIGN[version - 1]!)
    for (const c of ALIGN[version - 1]!) {
      if ((r === 6 && c === 6) || (r === 6 && c === size - 7) || (r === size - 7 && c === 6)) continue;
      for (let i = -2; i <= 2; i++) for (let j = -2; j <= 2; j++) set(r + i, c + j, Math.max(Math.abs(i), Math.abs(j)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    grid[6]![i] ??= i % 2 === 0;
    grid[i]![6] ??= i % 2 === 0;
  }
  set(size - 8, 8, true);
  return grid;
}

/** Fifteen format bits for correction level L and a mask. */
function formatBits(mask: number): number {
  const data = (1 << 3) | mask;
  let rest = data << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  return ((data << 10) | rest) ^ 0x5412;
}

function versionBits(version: number): number {
  let rest = version << 12;
  for (let i = 17; i >= 12; i--) if ((rest >> i) & 1) rest ^= 0x1f25 << (i - 12);
  return (version << 12) | rest;
}

const MASKS: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let score = 0;
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]!))];
  for (const line of lines) {
    let run = 1;
    for (let i = 1; i <= size; i++) {
      if (i < size && line[i] === line[i - 1]) run++;
      else {
        if (run >= 5) score += run - 2;
        run = 1;
      }
    }
    const text = line.map(Number).join("");
    for (const bad of ["10111010000", "00001011101"]) for (let at = text.indexOf(bad); at >= 0; at = text.indexOf(bad, at + 1)) score += 40;
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++) if (grid[r]![c] === grid[r - 1]![c] && grid[r]![c] === grid[r]![c - 1] && grid[r]![c] === grid[r - 1]![c - 1]) score += 3;
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return score + Math.floor(Math.abs(dark * 20 - 10)) * 10;
}

/** The modules of a code, row by row; true is dark. */
export function qrGrid(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = CAPACITY.findIndex((capacity) => bytes.length <= capacity) + 1;
  if (version === 0) throw new Error("too long for a code");
  const words = codewords(bytes, version);
  const base = frame(version);
  const size = base.length;
  for (let i = 0; i < 9; i++) {
    base[8]![i] ??= false;
    base[i]![8] ??= false;
    if (i < 8) {
      base[8]![size - 1 - i] ??= false;
      base[size - 1 - i]![8] ??= false;
    }
  }
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const dark = Boolean((bits >> i) & 1);
      base[Math.floor(i / 3)]![size - 11 + (i % 3)] = dark;
      base[size - 11 + (i % 3)]![Math.floor(i / 3)] = dark;
    }
  }
  const free = base.map((row) => row.map((module) => module === null));
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) {
        if (!free[r]![c]) continue;
        base[r]![c] = Boolean(((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
        bit++;
      }
    }
  }
  let best: boolean[][] = [];
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const grid = base.map((row, r) => row.map((module, c) => Boolean(module) !== (free[r]![c]! && mask(r, c))));
    const bits = formatBits(number);
    for (let i = 0; i < 15; i++) {
      const dark = Boolean((bits >> i) & 1);
      if (i < 6) grid[i]![8] = dark;
      else if (i < 8) grid[i + 1]![8] = dark;
      else grid[size - 15 + i]![8] = dark;
      if (i < 8) grid[8]![size - 1 - i] = dark;
      else if (i === 8) grid[8]![7] = dark;
      else grid[8]![14 - i] = dark;
    }
    grid[size - 8]![8] = true;
    const score = penalty(grid);
    if (score < least) {
      least = score;
      best = grid;
    }
  });
  return best;
}

export function qr(text: string): { size: number; path: string } {
  const grid = qrGrid(text);
  const path = grid.flatMap((row, r) => row.flatMap((dark, c) => (dark ? [`M${c} ${r}h1v1h-1z`] : []))).join("");
  return { size: grid.length, path };
}
