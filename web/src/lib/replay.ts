// A finished deal as a row of table states, one per step, so that the same pictures draw it.
import { EMPTY, type TableState, type View } from "./state";
import type { Event, PlayerState, Replay } from "./wire";

export interface Film {
  replay: Replay;
  views: View[];
  /** Events up to and with each step. */
  upTo: number[];
  events: Event[];
  /** Steps that begin a new trick, street or turn, for jumping and for ticks on the scrubber. */
  marks: { step: number; kind: "trick" | "bomb" }[];
}

const BREAK = /\.(trick|capture|cards_dealt|landlord|turn|turn_began|phase)$/;

export function film(replay: Replay): Film {
  const views: View[] = [];
  const events: Event[] = [];
  const upTo: number[] = [];
  const marks: Film["marks"] = [];
  let view: View = {};
  replay.steps.forEach((step, at) => {
    view = { ...view, ...step.view };
    views.push(view);
    events.push(...step.events);
    upTo.push(events.length);
    if (at > 0 && step.events.some((event) => BREAK.test(event.key))) marks.push({ step: at, kind: "trick" });
    if (step.events.some((event) => /bomb|four$|five|six|seven|eight|rocket|four_jokers/.test(String(event.args["type"] ?? "")))) marks.push({ step: at, kind: "bomb" });
  });
  return { replay, views, upTo, events, marks };
}

export function stateAt(reel: Film, step: number): TableState {
  const { replay } = reel;
  const last = replay.steps.length - 1;
  const players = replay.names.map((name, seat): PlayerState => ({ id: `seat${seat}`, name, seat, avatar: "", bot: null, status: "active", connected: true, auto: false, sittingOut: false, ready: true, score: step === last ? (replay.scores[seat] ?? 0) : 0, deadline: null, bank: 0, tier: "" }));
  return {
    ...EMPTY,
    gameId: replay.gameId,
    game: replay.game,
    seq: step,
    stage: step === last ? "hand_end" : "playing",
    handNumber: replay.handNumber,
    players,
    view: reel.views[step] ?? null,
    events: reel.events.slice(0, reel.upTo[step] ?? 0),
    table: { name: "", preset: null, options: replay.options, seats: replay.names.length, ownerId: "", private: false, locked: false, spectators: true, spectatorDelay: 0, chat: false, chips: false, minBuyIn: 0, maxBuyIn: 0, turns: replay.turns, autostart: false, timeout: null, watching: [] },
  };
}
