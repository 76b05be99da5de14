// The view of a climbing game, read into what its picture needs. Names and numbers only; nothing is decided here.
import type { View } from "./state";
import type { LineData } from "./tell";
import type { Decision } from "./wire";

export interface PileView {
  name: string;
  cards?: string[];
  count?: number | null;
}
export interface Shown {
  seat: number;
  cards: string[];
  type: string;
  title: string;
  head: string;
  wins: boolean;
  /** What a wild card stands for, where the game says so. */
  as?: string[];
}

export interface ClimbTable {
  hands: PileView[];
  kitty: PileView | null;
  pile: number | null;
  phase: string;
  turn: number | null;
  waiting: number[];
  leading: boolean;
  trick: Map<number, Shown>;
  best: Shown | null;
  landlord: number | null;
  answers: Map<number, string>;
  base: number;
  multiplier: number;
  captured: number[];
  pot: number;
  finished: number[];
  counter: [string, number][];
  /** Ranks from weakest to strongest. */
  order: string[];
  required: string | null;
  scores: number[] | null;
  /** Guandan and its kin. */
  level: number | null;
  levels: number[];
  wild: string | null;
  tributes: Tribute[];
  announced: (number | null)[];
}

export interface Tribute {
  payer: number;
  receiver: number | null;
  card: string | null;
  returned: string | null;
}

/** A level as it is spoken of: 11 is J. */
export const levelName = (level: number): string => ({ 11: "J", 12: "Q", 13: "K", 14: "A" })[level] ?? String(level);

const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);
const number = (value: unknown, otherwise = 0): number => (typeof value === "number" ? value : otherwise);
const seat = (value: unknown): number | null => (typeof value === "number" && value >= 0 ? value : null);
const string = (value: unknown): string | null => (typeof value === "string" && value ? value : null);

export function readClimb(view: View): ClimbTable {
  const centre = list<PileView>(view["centre"]);
  const named = (name: string): PileView | null => centre.find((pile) => pile.name === name) ?? null;
  const trick = list<Shown>(view["trick"]);
  const counter = list<[string, number]>(view["counter"]);
  const pile = named("pile");
  return {
    hands: list<PileView>(view["hands"]),
    kitty: named("kitty"),
    pile: pile ? (pile.count ?? pile.cards?.length ?? 0) : null,
    phase: String(view["phase"] ?? ""),
    turn: seat(view["turn"]),
    waiting: list<number>(view["waiting_on"]),
    leading: Boolean(view["leading"]),
    trick: new Map(trick.map((shown) => [shown.seat, shown])),
    best: trick.find((shown) => shown.wins && shown.cards.length > 0) ?? null,
    landlord: seat(view["landlord"]),
    answers: new Map(list<[number, string]>(view["answers"])),
    base: number(view["base"], 1),
    multiplier: number(view["multiplier"], 1),
    captured: list<number>(view["captured"]),
    pot: number(view["pot"]),
    finished: list<number>(view["finished"]),
    counter,
    order: counter.map(([rank]) => rank).reverse(),
    required: string(view["required"]),
    scores: Array.isArray(view["scores"]) ? (view["scores"] as number[]) : null,
    level: typeof view["level"] === "number" ? view["level"] : null,
    levels: list<number>(view["levels"]),
    wild: string(view["wild"]),
    tributes: list<Tribute | [number, number, string, string | null]>(view["tributes"]).map((one) => (Array.isArray(one) ? { payer: one[0], receiver: one[1], card: one[2], returned: one[3] } : one)),
    announced: list<number | null>(view["announced"]),
  };
}

export const countOf = (pile: PileView | undefined): number | null | undefined => (pile?.cards ? pile.cards.length : pile?.count);

/** How the offered answers are to be asked: words as buttons, one card after a verb, or a play of cards. */
export type Asked = { kind: "words"; words: string[] } | { kind: "card"; verb: string; cards: Set<string>; words: string[] } | { kind: "play"; mayPass: boolean; words: string[] };

const CARDS = /^(?:[LR]|[2-9TJQKA][cdhs])+(?:=\S+)?$/;

export function asked(decision: Decision): Asked {
  const cards = decision.choices.filter((text) => CARDS.test(text));
  const words = decision.choices.filter((text) => !CARDS.test(text));
  const verbs = words.map((text) => /^(\w+) ([LR]|[2-9TJQKA][cdhs])$/.exec(text)).filter((match) => match !== null);
  if (verbs.length > 0 && cards.length === 0) {
    return { kind: "card", verb: verbs[0]![1]!, cards: new Set(verbs.map((match) => match[2]!)), words: words.filter((text) => !/ /.test(text)) };
  }
  const onlyPass = words.length === 1 && words[0] === "pass";
  if (cards.length === 0 && !decision.more && !onlyPass) return { kind: "words", words };
  return { kind: "play", mayPass: words.includes("pass"), words: words.filter((word) => word !== "pass") };
}

export const line = (key: string, args: Record<string, unknown> = {}): LineData => ({ key, args });
