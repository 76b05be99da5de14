// A finished deal as a row of table states, one per step, so that the same pictures draw it.
import { mergeView } from "./merge";
import { momentOf } from "./moments";
import { botNamed } from "./names";
import { EMPTY, type TableState, type View } from "./state";
import type { Line, PlayerState, Replay } from "./wire";

export interface Film {
  replay: Replay;
  views: View[];
  /** Events up to and with each step. */
  upTo: number[];
  events: Line[];
  /** Steps that begin a new trick, street or turn, and bombs: for jumping and for ticks on the scrubber. */
  marks: { step: number; kind: "trick" | "bomb" }[];
}

/** Whether a trick, a street or a turn begins. */
function begins(before: View, view: View): boolean {
  if (before.type === "HoldemView" && view.type === before.type) return view.communityCards.length !== before.communityCards.length;
  if (before.type === "SanguoshaView" && view.type === before.type) return view.current !== before.current;
  return "leading" in before && "leading" in view && view.leading && !before.leading;
}

export function film(replay: Replay): Film {
  const views: View[] = [];
  const events: Line[] = [];
  const upTo: number[] = [];
  const marks: Film["marks"] = [];
  replay.steps.forEach((step, at) => {
    const before = views.at(-1) ?? null;
    const view = mergeView(before, step.view);
    if (!view) return;
    views.push(view);
    events.push(...step.events);
    upTo.push(events.length);
    if (before && begins(before, view)) marks.push({ step: at, kind: "trick" });
    if ("trick" in view && view.trick.some((shown) => shown.seat === step.seat && shown.bomb > 0)) marks.push({ step: at, kind: "bomb" });
  });
  return { replay, views, upTo, events, marks };
}

/** What happened between two steps, as lines that say what turned the deal: all of one step; of more, what stood out. */
export function turning(replay: Replay, from: number, step: number): Line[] {
  const lines = replay.steps.slice(from + 1, step + 1).flatMap((one) => one.events);
  return (step - from === 1 ? lines : lines.filter(momentOf)).slice(-2);
}

const playerIn = (replay: Replay, seat: number, score: number): PlayerState => ({
  id: `seat${seat}`, name: replay.names[seat] ?? "", seat, avatar: "", bot: botNamed(replay.names[seat] ?? ""), connected: true, auto: false, sittingOut: false,
  leaving: false, ready: true, score, bank: 0, tier: "", stack: null,
});

export function stateAt(reel: Film, step: number): TableState {
  const { replay } = reel;
  const { scores, reason, handNumber } = replay;
  const last = step === replay.steps.length - 1;
  return {
    ...EMPTY,
    gameId: replay.gameId,
    game: replay.game,
    seq: step,
    stage: last ? "hand_end" : "playing",
    handNumber,
    players: replay.names.map((_, seat) => playerIn(replay, seat, last ? (scores[seat] ?? 0) : 0)),
    view: reel.views[step] ?? null,
    events: reel.events.slice(0, reel.upTo[step] ?? 0),
    result: last ? { handNumber, scores, reason, winners: replay.winners.map((seat) => `seat${seat}`), matchOver: false } : null,
  };
}
