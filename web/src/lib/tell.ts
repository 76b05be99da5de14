// Lines to sentences, as Python's tell() does it. A line is a message key with named arguments; the messages come from
// the server in both languages, and their templates say how each argument is shown: {seat:seat} {cards:cards} {type:key}
// {amount}. Where a key stands for a sentence of its own ({type:key}), that sentence has the arguments of its line.
import { isCard, short, split } from "./cards";
import type { Lang } from "./settings.svelte";
import type { Line } from "./wire";

export type Template = Record<Lang, string>;
export type Messages = Record<string, Template>;

/** A sentence in pieces, so that cards can be drawn and names stand out. */
export type Piece = { kind: "text"; text: string } | { kind: "seat"; seat: number; text: string } | { kind: "card"; card: string; text: string };

export interface Teller {
  lang: Lang;
  messages: Messages;
  names: readonly (string | null | undefined)[];
  /** The reader's own seat, for `addressing`. */
  you?: number | null;
}

const FIELD = /\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}/g;
const JOIN: Record<Lang, string> = { zh: "、", en: ", " };
const AND: Record<Lang, string> = { zh: "、", en: " and " };
/** Its English name is two words, which commas set apart from the cards beside it. */
const isJoker = (card: unknown): boolean => card === "L" || card === "R";

const isLine = (value: unknown): value is Line => typeof value === "object" && value !== null && "key" in value && typeof value.key === "string";

const text = (value: string): Piece => ({ kind: "text", text: value });

export function seatName(seat: unknown, teller: Teller): string {
  if (seat === null || seat === undefined) return teller.lang === "zh" ? "无人" : "nobody";
  const index = Number(seat);
  const name = teller.names[index];
  if (name) return name;
  return teller.lang === "zh" ? `座位 ${index + 1}` : `Seat ${index + 1}`;
}

/** Chinese set apart from the figures and letters beside it: 座位 1 的牌, 小明的牌. */
function spaced(out: Piece[]): Piece[] {
  return out.flatMap((piece, i) => {
    const before = out[i - 1]?.text ?? "";
    const apart = (/[一-鿿]$/.test(before) && /^[0-9A-Za-z♠♥♦♣+−]/.test(piece.text)) || (/[0-9A-Za-z]$/.test(before) && /^[一-鿿]/.test(piece.text));
    return apart ? [text(" "), piece] : [piece];
  });
}

function figure(value: unknown, lang: Lang): string {
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) >= 1000 ? value.toLocaleString(lang === "zh" ? "zh-CN" : "en") : String(value);
  if (typeof value === "boolean") return lang === "zh" ? (value ? "是" : "否") : value ? "yes" : "no";
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => figure(item, lang)).join(JOIN[lang]);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A card of Sanguosha, "slash:7s" or "slash:7s[wusheng]": its name, then its face. */
const NAMED = /^([a-z_]+):([2-9TJQKA][cdhs])?(?:\[[a-z_]+\])?$/;

function cardPieces(value: unknown, teller: Teller): Piece[] {
  const { lang } = teller;
  const list = Array.isArray(value) ? value : typeof value === "string" && split(value).join("") === value.replace(/\s+/g, "") ? split(value) : [value];
  return list.flatMap((item, i): Piece[] => {
    const named = typeof item === "string" ? NAMED.exec(item) : null;
    const found: Piece[] = isCard(item)
      ? [{ kind: "card", card: item, text: short(item, lang) }]
      : named
        ? [text(teller.messages[`card.${named[1]}`]?.[lang] ?? named[1]!), ...(named[2] ? [text(" "), { kind: "card" as const, card: named[2], text: short(named[2], lang) }] : [])]
        : [text(item === "T" ? "10" : figure(item, lang))];
    const apart = named ? (i === list.length - 1 ? AND[lang] : JOIN[lang]) : lang === "en" && (isJoker(item) || isJoker(list[i - 1])) ? ", " : " ";
    return i ? [text(apart), ...found] : found;
  });
}

function shown(value: unknown, spec: string, line: Line, teller: Teller, depth: number): Piece[] {
  const { lang } = teller;
  if (spec === "seat") {
    if (!Array.isArray(value)) {
      return typeof value === "number" ? [{ kind: "seat", seat: value, text: seatName(value, teller) }] : [text(seatName(value, teller))];
    }
    if (value.length === 0) return [text(seatName(null, teller))];
    return value.flatMap((seat, i): Piece[] => {
      const one: Piece = { kind: "seat", seat: Number(seat), text: seatName(seat, teller) };
      return i ? [text((i === value.length - 1 ? AND : JOIN)[lang]), one] : [one];
    });
  }
  if (spec === "cards") return cardPieces(value, teller);
  if (spec === "s") return [text(String(value) === "1" ? "" : "s")];
  if (spec === "times") return (Array.isArray(value) ? value : []).filter(isLine).flatMap((factor, i) => [...(i ? [text(" × ")] : []), ...pieces_(factor, teller, depth + 1)]);
  if (spec === "key") {
    const items = Array.isArray(value) ? value : [value];
    return items.flatMap((item, i) => {
      const inner = isLine(item) ? item : { key: String(item), args: line.args };
      const pieces = depth < 4 ? pieces_(inner, teller, depth + 1) : [text(inner.key)];
      return i ? [text(JOIN[lang]), ...pieces] : pieces;
    });
  }
  if (isLine(value)) return depth < 4 ? pieces_(value, teller, depth + 1) : [text(value.key)];
  return [text(figure(value, lang))];
}

function pieces_(line: Line, teller: Teller, depth: number): Piece[] {
  const template = teller.messages[line.key]?.[teller.lang];
  if (template === undefined) {
    const args = Object.values(line.args ?? {}).map((value) => figure(value, teller.lang));
    return [text(args.length && depth === 0 ? `${line.key} ${args.join(" ")}` : line.key)];
  }
  const out: Piece[] = [];
  let at = 0;
  for (const match of template.matchAll(FIELD)) {
    if (match.index > at) out.push(text(template.slice(at, match.index)));
    at = match.index + match[0].length;
    if (match[1] === undefined) out.push(text(match[0][0]!));
    else out.push(...shown(line.args?.[match[1]], match[2] ?? "", line, teller, depth));
  }
  if (at < template.length) out.push(text(template.slice(at)));
  return teller.lang === "zh" ? spaced(out) : out;
}

/** The same teller speaking to the reader: the own seat is 你 / you. For questions; the log keeps the names. */
export const addressing = (teller: Teller): Teller =>
  teller.you === null || teller.you === undefined ? teller : { ...teller, names: teller.names.map((name, seat) => (seat === teller.you ? (teller.lang === "zh" ? "你" : "you") : name)) };

/** A line in pieces. A key without a template shows as itself, so nothing is ever silent. */
export const pieces = (line: Line, teller: Teller): Piece[] => pieces_(line, teller, 0);

/** A line as one string, for live regions and titles. */
export const tell = (line: Line, teller: Teller): string => pieces(line, teller).map((piece) => piece.text).join("");
