// Names as they are shown. Bots have names of our own, so those can be read in either language; people's never change.
import { settings } from "./settings.svelte";
import type { PlayerState } from "./wire";

const BOTS: Record<string, string> = {
  墨竹: "Bamboo", 青松: "Pine", 白鹭: "Egret", 云雀: "Skylark", 秋水: "Autumn", 寒梅: "Plum", 晴川: "River", 流萤: "Firefly",
  听雨: "Rain", 望舒: "Moon", 知鱼: "Carp", 鸣蝉: "Cicada",
};

/** Records name players and do not say who is a bot: a name of ours stands for one. */
export const botNamed = (name: string): string | null => (Object.hasOwn(BOTS, name) ? name : null);

export const shownName = (player: Pick<PlayerState, "name" | "bot">): string => (settings.lang === "en" && player.bot ? (BOTS[player.name] ?? player.name) : player.name);
