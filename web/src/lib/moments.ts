// Moments: what just happened that deserves more than a line of the log. The lines and the result say so; nothing is
// worked out here.
import { verdict } from "./verdict";
import { seatsNamed, type TableState } from "./state";
import type { Line } from "./wire";

export type MomentKind = "bomb" | "rocket" | "flush" | "spring" | "allin" | "level" | "death" | "victory";

export interface MomentShown {
  kind: MomentKind;
  /** Who did it, or whom it befell. */
  seat: number | null;
  /** A figure that goes with it: the levels that were gained. */
  n: number;
}

/** Plays with a picture of their own, by the last part of their name. */
const PICTURES: Partial<Record<string, MomentKind>> = { rocket: "rocket", four_jokers: "rocket", straight_flush: "flush" };

/** What a line is, where it is more than a line. */
export function momentOf(line: Line): MomentShown | null {
  const args = line.args ?? {};
  const seat = typeof args["seat"] === "number" ? args["seat"] : null;
  const type = String(args["type"] ?? "");
  const named = PICTURES[type.slice(type.lastIndexOf(".") + 1)];
  if (named) return { kind: named, seat, n: 0 };
  if (Number(args["bomb"] ?? 0) > 0) return { kind: "bomb", seat, n: 0 };
  if (line.key === "holdem.player_acted" && args["action"] === "all_in") return { kind: "allin", seat, n: 0 };
  if (line.key === "guandan.rose.level_changed") return { kind: "level", seat: null, n: Number(args["levels"] ?? 1) };
  if (line.key.startsWith("sgs.log.death")) return { kind: "death", seat, n: 0 };
  return null;
}

/** The moments of some new lines, and of a deal that ended with them; at most the last two. */
export function momentsIn(lines: readonly Line[], before: Pick<TableState, "result">, after: Pick<TableState, "result" | "players" | "you">): MomentShown[] {
  const found = lines.flatMap((line) => momentOf(line) ?? []);
  const { result } = after;
  if (result && result.handNumber !== before.result?.handNumber) {
    if (/\.(?:anti_)?spring$/.test(result.reason)) found.push({ kind: "spring", seat: null, n: 0 });
    else if (after.you?.seat != null && verdict(result, seatsNamed(after.players, result.winners), after.you.seat) === "win") found.push({ kind: "victory", seat: after.you.seat, n: 0 });
  }
  return found.slice(-2);
}
