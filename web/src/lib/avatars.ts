// Built-in avatars: one character each, drawn on a tone. What the server calls them stays in its list.
import { say, type Key } from "./text";
import { settings } from "./settings.svelte";
import { TEXT } from "./words";

const GLYPHS: Record<string, string> = {
  crane: "鹤", panda: "熊", tiger: "虎", fox: "狐", koi: "鲤", owl: "鸮", rabbit: "兔", ox: "牛", horse: "马", goat: "羊",
  monkey: "猴", rooster: "鸡", dog: "犬", dragon: "龙", snake: "蛇", rat: "鼠", pig: "豕", lotus: "莲", bamboo: "竹",
  plum: "梅", peony: "丹", moon: "月", sun: "日", cloud: "云",
};

export const glyphOf = (avatar: string | undefined): string => GLYPHS[avatar ?? ""] ?? "";

export function tierName(tier: string): string {
  const key = `tier.${tier}`;
  return key in TEXT ? say(settings.lang, key as Key) : tier;
}
