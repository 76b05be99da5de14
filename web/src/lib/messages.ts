/** The page's own sentences, both languages side by side. Names and rules of games come from the server. */

import type { Language, Text } from "./wire";

const MESSAGES = {
  "games.title": { zh: "游戏", en: "Games" },
  "games.loading": { zh: "正在读取……", en: "Loading…" },
  "games.none": { zh: "这里还没有游戏。", en: "There are no games here yet." },
  "games.failed": { zh: "连不上服务器。", en: "The server cannot be reached." },
  "games.retry": { zh: "再试一次", en: "Try again" },
  "seats.one": { zh: "{n} 人", en: "{n} players" },
  "seats.range": { zh: "{low}–{high} 人", en: "{low}–{high} players" },
} as const satisfies Record<string, Text>;

export type MessageKey = keyof typeof MESSAGES;

/** A sentence with its `{placeholders}` filled in. */
export function say(language: Language, key: MessageKey, values: Record<string, string | number> = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** "3 人", "2–10 players": the table sizes of a game. */
export function seats(language: Language, sizes: readonly number[]): string {
  const low = Math.min(...sizes);
  const high = Math.max(...sizes);
  return low === high ? say(language, "seats.one", { n: low }) : say(language, "seats.range", { low, high });
}
