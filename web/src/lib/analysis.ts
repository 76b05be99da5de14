// The analysis of a finished deal as its graph and its list need it: lines, the value at a step, moves in words.
import { isCard, short, split } from "./cards";
import { say } from "./text";
import { tell, type Teller } from "./tell";
import type { Analysis, AnalysisFlag, Line } from "./wire";

/** The chances of a seat as points of a drawing `width` wide and `height` high, one for each known step. */
export function curve(found: Analysis, seat: number, last: number, width: number, height: number): [number, number][] {
  return found.points.map((point) => [(point.step / Math.max(1, last)) * width, (1 - (point.chances[seat] ?? 0)) * height]);
}

/** The chances at a step, or at the nearest known one before it; the first known where there is none. */
export function chancesAt(found: Analysis, step: number): readonly number[] {
  return (found.points.findLast((point) => point.step <= step) ?? found.points[0])?.chances ?? [];
}

/** The step of a place in the drawing, from 0 to 1. */
export const stepAt = (place: number, last: number): number => Math.max(0, Math.min(last, Math.round(place * last)));

export const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

/** A move in words: its kind and its cards, a bet, or a word. */
export function moveWords(text: string, name: Line | null, teller: Teller): string {
  const { lang } = teller;
  const [verb = "", amount = ""] = text.split(" ");
  if (verb === "pass") return say(lang, "climb.pass");
  if (verb === "fold" || verb === "check") return say(lang, `holdem.${verb}`);
  if (verb === "call" && !name?.key.startsWith("climb.")) return say(lang, "analysis.call");
  if (verb === "raise_to" || verb === "raise" || verb === "bet") return say(lang, "holdem.raise_to", { n: amount });
  const body = text.split("=")[0]!;
  const cards = split(body);
  const plain = cards.length > 0 && cards.every(isCard) && cards.join("") === body.replace(/\s+/g, "");
  if (!plain) return name ? tell(name, teller) : text;
  const shown = cards.map((card) => short(card, lang)).join(" ");
  if (!name) return shown;
  const kind = name.args?.["type"]; // the cards say the rest
  return `${tell(typeof kind === "string" && kind in teller.messages ? { key: kind, args: {} } : name, teller)} ${shown}`;
}

/** Flags of one seat, or of everybody, worst first among the same step. */
export const flagsOf = (found: Analysis, seat: number | null): AnalysisFlag[] => found.flags.filter((flag) => seat === null || flag.seat === seat);

export interface KeyMove {
  step: number;
  /** My worst decision, where one stands out. */
  flag: AnalysisFlag | null;
  before: number;
  after: number;
  /** The last known step before it: what turned the deal happened after that one. */
  from: number;
}

/** The one move that mattered to a seat: its worst decision, else the step at which its chances changed most. */
export function keyMove(found: Analysis, seat: number): KeyMove | null {
  const [flag] = [...flagsOf(found, seat)].sort((a, b) => b.loss - a.loss);
  if (flag) return { step: flag.step, flag, before: 0, after: 0, from: flag.step - 1 };
  let best: KeyMove | null = null;
  for (const [i, point] of found.points.entries()) {
    const last = found.points[i - 1];
    const [before, after] = [last?.chances[seat], point.chances[seat]];
    if (!last || before === undefined || after === undefined) continue;
    if (!best || Math.abs(after - before) > Math.abs(best.after - best.before)) best = { step: point.step, flag: null, before, after, from: last.step };
  }
  return best && Math.abs(best.after - best.before) >= 0.1 ? best : null;
}
