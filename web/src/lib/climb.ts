// The view of a climbing game as its picture needs it: what lies in the middle, what a question asks for, names.
import type { ClimbView, Decision, GuandanView, LaiziView, Line, Pile } from "./wire";

export type AnyClimbView = ClimbView | GuandanView | LaiziView;

/** A level as it is spoken of: 11 is J. */
export const levelName = (level: number): string => ({ 11: "J", 12: "Q", 13: "K", 14: "A" })[level] ?? String(level);

export const centreOf = (view: AnyClimbView, name: string): Pile | undefined => view.centre.find((pile) => pile.name === name);

export const isWild = (view: AnyClimbView, card: string): boolean => ("wild" in view && view.wild === card) || ("wilds" in view && view.wilds.includes(card));

/** What this game calls a wild card; its mark has the same key with `_mark`. */
export const wildWord = (view: AnyClimbView): "hand.wild" | "hand.laizi" => ("wilds" in view ? "hand.laizi" : "hand.wild");

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

/** Whether a named play is a bomb, as the server says. */
export const isBomb = (name: Line | undefined): boolean => Number(name?.args["bomb"] ?? 0) > 0;
