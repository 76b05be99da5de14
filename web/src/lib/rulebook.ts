// The rules of a table as the server sends them: asked for once for each set of options and language.
import { api } from "./api";
import type { Lang } from "./settings.svelte";
import type { CatalogGame, RulesReply } from "./wire";

const written = (value: unknown): string => (value === null || value === undefined ? "none" : Array.isArray(value) ? JSON.stringify(value) : String(value));

/** The query that names a table's options, as `paiju rules --option name=value` does. */
export function rulesQuery(options: Record<string, unknown>, preset: string | null, lang: Lang): string {
  const query = new URLSearchParams({ lang });
  if (preset) query.set("preset", preset);
  for (const name of Object.keys(options).sort()) query.append("option", `${name}=${written(options[name])}`);
  return query.toString();
}

const CLOCKS = ["turn_timeout", "tribute_timeout", "return_timeout", "action_timeout"];

/** Options with the table's own clock in place of the game's, where the game has one that can be set so. */
export function clocked(options: Record<string, unknown>, game: CatalogGame | undefined, timeout: number | null): Record<string, unknown> {
  if (timeout === null) return options;
  const clocks = (game?.options ?? []).filter((option) => CLOCKS.includes(option.name) && timeout >= (option.low ?? 0));
  return { ...options, ...Object.fromEntries(clocks.map((option) => [option.name, timeout])) };
}

const asked = new Map<string, Promise<RulesReply>>();

export function rulesOf(game: string, query: string): Promise<RulesReply> {
  const key = `${game}?${query}`;
  let reply = asked.get(key);
  if (!reply) {
    reply = api.rules(game, query);
    reply.catch(() => asked.delete(key));
    asked.set(key, reply);
    if (asked.size > 60) asked.delete(asked.keys().next().value ?? key);
  }
  return reply;
}
