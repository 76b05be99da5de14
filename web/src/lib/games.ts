// How a game is pictured: the cards on its tile and its one-character mark. Nothing here is a rule.
import { say, type Key } from "./text";
import { TEXT } from "./words";
import { settings } from "./settings.svelte";
import type { CatalogGame } from "./wire";
import type { Messages } from "./tell";

export const FEATURED: Record<string, string[]> = {
  doudizhu: ["R", "As", "Ks", "9d"],
  guandan: ["8h", "8s", "8h", "8c"],
  holdem: ["Ah", "Ks"],
  sanguosha: ["杀", "桃", "闪"],
};

/** Rows of games, the big ones first and in the order of their tiles. */
export const featuredFirst = <T extends { game: string }>(rows: readonly T[]): T[] => {
  const order = Object.keys(FEATURED);
  return [...rows].sort((a, b) => (order.indexOf(a.game) + 1 || 99) - (order.indexOf(b.game) + 1 || 99));
};

const MARKS: Record<string, string> = {
  doudizhu: "斗", doudizhu_x: "拓", doudizhu_4p: "四", doudizhu_2p: "二", doudizhu_laizi: "癞", paodekuai: "跑", guandan: "掼", holdem: "德", sanguosha: "杀", big_two: "锄",
  three_two_one: "三", wuguapi: "瓜", qigui_521: "七", qigui_523: "七",
};

export const markOf = (id: string, title = ""): string => MARKS[id] ?? [...title][0] ?? "牌";

/** The short line on a tile; the catalog's own summary where we have none. */
export function lineOf(game: CatalogGame): string {
  const key = `tile.${game.id}`;
  return key in TEXT ? say(settings.lang, key as Key) : (game.summary[settings.lang] ?? "");
}

export function seatsText(game: CatalogGame): string {
  const low = Math.min(...game.seats);
  const high = Math.max(...game.seats);
  return low === high ? say(settings.lang, "lobby.players", { n: low }) : say(settings.lang, "lobby.players_range", { a: low, b: high });
}

/** A preset by the name the game's message table gives it, else ours, else its id in words. */
export function presetName(game: CatalogGame | undefined, preset: string, messages?: Messages): string {
  for (const key of [`preset.${game?.id}.${preset}`, `${game?.id}.preset.${preset}`, `preset.${preset}`]) {
    const text = messages?.[key]?.[settings.lang];
    if (text) return text;
    if (key in TEXT) return say(settings.lang, key as Key);
  }
  const parts = preset.split("/").map((part) => `preset.${part}`);
  if (parts.length > 1 && parts.every((key) => key in TEXT)) return parts.map((key) => say(settings.lang, key as Key)).join(" · ");
  const plain = preset.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const LEVELS = ["easy", "normal", "hard"] as const;

/** The level of bots asked for, or the nearest one this game has. */
export function levelFor(game: CatalogGame | undefined, wanted: string): string {
  if (!game || game.bots.length === 0 || game.bots.includes(wanted)) return wanted;
  const at = Math.max(0, LEVELS.indexOf(wanted as "easy"));
  return game.bots[Math.min(game.bots.length - 1, at)] ?? wanted;
}
