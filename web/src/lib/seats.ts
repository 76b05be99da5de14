// Where everybody sits. I am at the bottom; the others follow in order of play, clockwise or counter-clockwise.

export interface Place {
  side: "left" | "top" | "right";
  /** Position along its side: bottom to top on the left, left to right on top, top to bottom on the right. */
  at: number;
  of: number;
}

/** How many sit left, on top and right of me at a table of this size. */
const SHAPES: Record<number, [number, number, number]> = {
  1: [0, 0, 0], 2: [0, 1, 0], 3: [1, 0, 1], 4: [1, 1, 1], 5: [1, 2, 1], 6: [1, 3, 1], 7: [1, 4, 1], 8: [2, 3, 2],
  9: [2, 4, 2], 10: [2, 5, 2],
};

/** The others' places, by seat: clockwise play goes to my left first, counter-clockwise to my right. */
export function places(count: number, me: number, clockwise: boolean): Map<number, Place> {
  const [left, top, right] = SHAPES[Math.min(Math.max(count, 1), 10)]!;
  const around: Place[] = [
    ...Array.from({ length: left }, (_, at): Place => ({ side: "left", at, of: left })),
    ...Array.from({ length: top }, (_, at): Place => ({ side: "top", at, of: top })),
    ...Array.from({ length: right }, (_, at): Place => ({ side: "right", at, of: right })),
  ];
  const found = new Map<number, Place>();
  for (let offset = 1; offset < count; offset++) {
    const place = clockwise ? around[offset - 1] : around[around.length - offset];
    if (place) found.set((me + offset) % count, place);
  }
  return found;
}

// ---- hold'em: pills round an oval, by percent of the table area

type Spot = [number, number];
const OVAL: Record<string, Spot> = { BL: [11, 82], L: [10, 40], TL: [18, 20], T1: [34, 11], T: [50, 11], T2: [66, 11], TR: [82, 20], R: [90, 40], BR: [89, 82] };
const TALL: Record<string, Spot> = { BL: [16, 66], L: [15, 46], TL: [18, 22], T1: [31, 7], T: [50, 7], T2: [69, 7], TR: [82, 22], R: [85, 46], BR: [84, 66] };
const TALL_MANY: Record<string, Spot> = { BL: [10, 72], L: [9, 48], TL: [11, 24], T1: [31, 9], T: [50, 9], T2: [69, 9], TR: [89, 24], R: [91, 48], BR: [90, 72] };
/** A short phone, and a phone on its side. */
const SQUAT: Record<string, Spot> = { ...TALL, TL: [18, 15], TR: [82, 15], T: [50, 8], BL: [18, 90], BR: [82, 90] };
const LOW: Record<string, Spot> = { BL: [9, 86], L: [8, 50], TL: [11, 18], T1: [32, 11], T: [50, 11], T2: [68, 11], TR: [89, 18], R: [92, 50], BR: [91, 86] };
const ROUND: Record<number, string[]> = {
  2: ["T"], 3: ["TL", "TR"], 4: ["BL", "T", "BR"], 5: ["BL", "TL", "TR", "BR"], 6: ["BL", "TL", "T", "TR", "BR"],
  7: ["BL", "L", "TL", "TR", "R", "BR"], 8: ["BL", "L", "TL", "T", "TR", "R", "BR"],
  9: ["BL", "L", "TL", "T1", "T2", "TR", "R", "BR"], 10: ["BL", "L", "TL", "T1", "T", "T2", "TR", "R", "BR"],
};

/** Pill of each other seat round the oval: percent x, y. */
export function oval(count: number, me: number, shape: "wide" | "tall" | "squat" | "low"): Map<number, Spot> {
  const table = shape === "wide" ? OVAL : shape === "low" ? LOW : count >= 7 ? TALL_MANY : shape === "squat" ? SQUAT : TALL;
  const round = ROUND[Math.min(Math.max(count, 2), 10)]!;
  return new Map(round.map((slot, i): [number, Spot] => [(me + i + 1) % count, table[slot]!]));
}
