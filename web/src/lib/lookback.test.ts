// Looking back over recorded streams of every game: each moment is what was shown then, and nothing of another deal.
import { describe, expect, it } from "vitest";
import { momentAt, momentOf, recall, remember, type Moment } from "./lookback";
import { EMPTY, reduce, type TableState } from "./state";
import type { ServerMessage } from "./wire";

const files = import.meta.glob<{ messages: ServerMessage[] }>("./streams/*.json", { eager: true, import: "default" });
const streams = Object.entries(files).map(([path, file]): [string, ServerMessage[]] => [path, file.messages]);

describe.each(streams)("%s", (_, messages) => {
  const seen: TableState[] = [];
  let past: readonly Moment[] = [];
  let state = EMPTY;
  for (const message of messages) {
    const after = reduce(state, message, 0);
    past = remember(past, state, after);
    if (after !== state) seen.push(after);
    state = after;
  }
  it("keeps every moment of the deal", () => expect(past.length).toBeGreaterThan(1));
  it("shows what was shown then, and asks nothing", () => {
    past.forEach((moment, at) => {
      const then = seen.find((one) => one.seq === moment.state.seq && one.view === moment.state.view)!;
      const shown = momentAt(past, at, state);
      expect(shown.view).toBe(then.view);
      expect(shown.events).toEqual(then.events);
      expect(shown.decision).toBeNull();
    });
  });
  it("finds the moment of an event", () => {
    const last = past.at(-1)!;
    for (let event = 0; event < last.events; event++) {
      const at = momentOf(past, event)!;
      expect(past[at]!.events).toBeGreaterThan(event);
      expect(at === 0 || past[at - 1]!.events <= event).toBe(true);
    }
    expect(momentOf(past, state.events.length + 5)).toBeNull();
  });
  it("recalls what came before the page was loaded, and nothing twice", () => {
    const full = seen.at(-1)!;
    // As the server sends it: each state with its new events.
    let sent = 0;
    const steps = seen.filter((one) => one.view && one.handNumber === full.handNumber).map((one) => {
      const events = one.events.slice(sent);
      sent = one.events.length;
      return { seat: null, action: null, elapsed: 0, view: { ...one.view! }, events };
    });
    const moments = recall({ handNumber: full.handNumber, steps }, full);
    expect(moments.length).toBeGreaterThan(0);
    for (const moment of moments) expect(moment.events).toBeLessThan(full.events.length);
    expect(momentAt(moments, 0, full).view).toEqual(steps[0]!.view);
    expect(momentAt(moments, 0, full).decision).toBeNull();
    expect(recall({ handNumber: full.handNumber + 1, steps }, full)).toEqual([]);
  });
  it("forgets with the next deal", () => expect(remember(past, state, { ...state, handNumber: state.handNumber + 1 })).toEqual([]));
});
