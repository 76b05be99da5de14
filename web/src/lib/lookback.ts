// What a viewer has seen of the running deal, kept so that they can step back without leaving the table. Only states that
// were sent to them are kept, so it can show nothing they did not see at the time.
import { mergeView } from "./merge";
import type { TableState, View } from "./state";
import type { Earlier } from "./wire";

export interface Moment {
  /** As it was, but for its events, which are the first so many of the live ones. */
  state: TableState;
  events: number;
}

const KEPT = 600;
const NO_EVENTS: TableState["events"] = [];

/** The moments after one more message: a new deal forgets them, a move adds where the table stood before it. */
export function remember(past: readonly Moment[], before: TableState, after: TableState): readonly Moment[] {
  if (after.gameId !== before.gameId || after.handNumber !== before.handNumber || after.view === null) return past.length ? [] : past;
  if (before.view === null || after.view === before.view || after.seq === before.seq) return past;
  if (after.events.length < before.events.length) return past; // sent as a whole again
  const moment: Moment = { state: { ...before, events: NO_EVENTS, chat: [] }, events: before.events.length };
  return [...(past.length >= KEPT ? past.slice(1) : past), moment];
}

/** What was played before the page was loaded, as the server sends it: `live` is the table as it was first shown here. */
export function recall(earlier: Earlier, live: TableState): readonly Moment[] {
  if (earlier.handNumber !== live.handNumber || live.view === null) return [];
  const moments: Moment[] = [];
  let view: View | null = null;
  let events = 0;
  for (const step of earlier.steps) {
    view = mergeView(view, step.view);
    events += step.events.length;
    if (events >= live.events.length) break; // from here on it was seen here
    moments.push({ state: { ...live, view, events: NO_EVENTS, chat: [], decision: null, result: null }, events });
  }
  return moments.slice(-KEPT);
}

/** The table as it stood then; nothing is asked of anybody there. */
export function momentAt(past: readonly Moment[], at: number, live: TableState): TableState {
  const { state, events } = past[at]!;
  return { ...state, events: live.events.slice(0, events), decision: null, deadline: null, deadlines: {}, result: null, chat: live.chat, table: live.table };
}

/** The moment before the event of this number happened, or null where it was not seen here. */
export function momentOf(past: readonly Moment[], event: number): number | null {
  const after = past.findIndex((moment) => moment.events > event);
  return after >= 0 ? after : null;
}
