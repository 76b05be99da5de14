import { describe, expect, it } from "vitest";
import { EMPTY, namesOf, reduce, type TableState } from "./state";
import type { GameState, ServerMessage } from "./wire";

interface Stream {
  messages: ServerMessage[];
  whole: GameState;
}
const streams = import.meta.glob<Stream>("./streams/*.json", { eager: true, import: "default" });
const fold = (messages: readonly ServerMessage[], start: TableState = EMPTY): TableState => messages.reduce((state, message) => reduce(state, message, 0), start);

describe("recorded streams", () => {
  it("covers all eleven games", () => expect(Object.keys(streams)).toHaveLength(11));

  it.each(Object.entries(streams))("%s: the messages add up to what the server tells", (_, stream) => {
    const state = fold(stream.messages);
    for (const field of ["seq", "stage", "handNumber", "players", "you", "view", "events", "decision", "result", "table"] as const) {
      expect(state[field], field).toEqual(stream.whole[field]);
    }
    expect(state.broken).toBe(false);
  });

  it.each(Object.entries(streams))("%s: no message is edited, and an old state stays as it was", (_, stream) => {
    const before = JSON.stringify(stream.messages);
    const half = fold(stream.messages.slice(0, 5));
    const kept = JSON.stringify(half);
    fold(stream.messages.slice(5), half);
    expect(JSON.stringify(half)).toBe(kept);
    expect(JSON.stringify(stream.messages)).toBe(before);
  });
});

const full = (seq: number, more: Partial<GameState> = {}): ServerMessage => ({ type: "game_state", payload: { gameId: "g", game: "x", seq, full: true, time: 1000, ...more } });
const delta = (base: number, seq: number, more: Partial<GameState> = {}): ServerMessage => ({ type: "game_state", payload: { gameId: "g", game: "x", seq, base, full: false, time: 1000, ...more } });

describe("deltas", () => {
  it("replaces fields, merges the view, appends events", () => {
    const event = (key: string): GameState["events"] => [{ type: key, key, args: {} }];
    const state = fold([full(1, { view: { a: 1, b: 2 }, events: event("one")! }), delta(1, 3, { view: { b: 3 }, events: event("two")! })]);
    expect(state.view).toEqual({ a: 1, b: 3 });
    expect(state.events.map((one) => one.key)).toEqual(["one", "two"]);
    expect(state.seq).toBe(3);
  });

  it("begins a new deal with an empty log", () => {
    const state = fold([full(1, { handNumber: 1, events: [{ type: "x", key: "x", args: {} }] }), delta(1, 2, { handNumber: 2, events: [] })]);
    expect(state.events).toEqual([]);
  });

  it("notices a gap and asks for the whole, and ignores what it has seen", () => {
    expect(fold([full(1), delta(4, 5)]).broken).toBe(true);
    const seen = fold([full(7)]);
    expect(fold([delta(3, 5)], seen)).toBe(seen);
    expect(fold([full(1), delta(4, 5), full(6)]).broken).toBe(false);
  });

  it("keeps the clock of the server", () => expect(reduce(EMPTY, full(1), 400).offset).toBe(600));

  it("keeps a bounded chat, and drops moves of other tables", () => {
    const said: ServerMessage = { type: "chat", payload: { gameId: "g", playerId: "1", name: "A", text: "hi", time: 1, seq: 1 } };
    expect(fold(Array.from({ length: 300 }, () => said)).chat).toHaveLength(200);
    const moved: ServerMessage = { type: "player_action", payload: { gameId: "other", seq: 1, playerId: "1", seat: 0, action: "pass", by: "bot" } };
    expect(fold([full(1), moved]).actions).toEqual([]);
  });

  it("names seats in order", () => {
    const players = [{ seat: 2, name: "C" }, { seat: 0, name: "A" }] as GameState["players"];
    expect(namesOf({ players: players! })).toEqual(["A", "", "C"]);
  });
});
