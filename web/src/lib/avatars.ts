// Names of tiers.
import { say, type Key } from "./text";
import { settings } from "./settings.svelte";
import { TEXT } from "./words";

export function tierName(tier: string): string {
  const key = `tier.${tier}`;
  return key in TEXT ? say(settings.lang, key as Key) : tier;
}
