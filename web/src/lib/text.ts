// What the page itself says, in both languages. What happens in a game comes from the server's message tables.
import { settings, type Lang } from "./settings.svelte";
import { TEXT } from "./words";

export type Key = keyof typeof TEXT;

export function say(lang: Lang, key: Key, args: Record<string, string | number> = {}): string {
  return fill(TEXT[key][lang === "zh" ? 0 : 1], args);
}

/** The words of one screen, which are fetched with it and not with the lobby. */
export const speaker =
  <T extends Record<string, readonly [string, string]>>(words: T) =>
  (key: keyof T, args: Record<string, string | number> = {}): string =>
    fill(words[key]![settings.lang === "zh" ? 0 : 1], args);

function fill(template: string, args: Record<string, string | number>): string {
  // {n} is a value, {n:s} an ending that one of something does not have.
  return template.replace(/(.?)\{(\w+)(?::(\w+))?\}/gu, (_, before: string, name: string, many?: string) => {
    if (many !== undefined) return before + (String(args[name]) === "1" ? "" : many);
    const value = String(args[name] ?? "");
    return before + (/[一-鿿]/.test(before) && /^[A-Za-z]/.test(value) ? " " : "") + value; // Chinese is set apart from Latin letters
  });
}

/** In the reader's language; follows the setting. */
export const t = (key: Key, args: Record<string, string | number> = {}): string => say(settings.lang, key, args);

/** A number as people write it: 12,450. */
export const figure = (value: number): string => value.toLocaleString(settings.lang === "zh" ? "zh-CN" : "en-US").replace("-", "−");

export const signed = (value: number): string => (value > 0 ? `+${figure(value)}` : value < 0 ? `−${figure(-value)}` : "0");

/** Names one after another. */
export const listed = (names: readonly string[]): string => names.join(settings.lang === "zh" ? "、" : ", ");

/** Lines of the log as sentences, each with its stop. */
export const sentences = (lines: readonly string[]): string => {
  const [stop, space] = settings.lang === "zh" ? ["。", ""] : [".", " "];
  return lines.map((line) => (/[.。!！?？]$/.test(line) ? line : line + stop)).join(space);
};

/** Text the server gives in both languages. */
export const pick = (text: Record<string, string> | undefined | null, fallback = ""): string => text?.[settings.lang] ?? text?.en ?? fallback;

export const when = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString(settings.lang === "zh" ? "zh-CN" : "en-GB", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
};
