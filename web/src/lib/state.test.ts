import { describe, expect, it } from "vitest";
import { deadlineOf, EMPTY, namesOf, reduce, type TableState } from "./state";
import type { GameState, Line, PlayerState, ServerMessage, TableInfo } from "./wire";

interface Stream {
  messages: ServerMessage[];
  whole: GameState;
}
const streams = import.meta.glob<Stream>("./streams/*.json", { eager: true, import: "default" });
const fold = (messages: readonly ServerMessage[], start: TableState = EMPTY): TableState => messages.reduce((state, message) => reduce(state, message, 0), start);

describe("recorded streams", () => {
  it("covers every game", () => expect(Object.keys(streams)).toHaveLength(14));

  it.each(Object.entries(streams))("%s: the messages add up to the whole state", (_, stream) => {
    const state = fold(stream.messages);
    for (const field of ["seq", "stage", "handNumber", "deadlines", "players", "you", "view", "events", "decision", "result", "fairness", "table"] as const) {
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

const TABLE: TableInfo = {
  name: "", preset: null, options: {}, seats: 3, ownerId: "1", private: false, locked: false, spectators: true, spectatorDelay: 0, chat: true, chips: false,
  minBuyIn: 0, maxBuyIn: 0, turns: "clockwise", autostart: true, timeout: null, daily: null, watching: [],
};
const WHOLE: GameState = {
  gameId: "g", game: "x", full: true, seq: 1, time: 1000, stage: "playing", handNumber: 1, deadline: 900, deadlines: {}, players: [], you: null, view: null,
  events: [], decision: null, result: null, fairness: { commit: "", handNumber: 1, entropy: [], serverSeed: null, seed: null, next: null, shuffles: [] }, table: TABLE,
};
const PLAYER: PlayerState = {
  id: "1", name: "Ann", seat: 0, avatar: "", bot: null, connected: true, auto: false, sittingOut: false, leaving: false, ready: true, score: 0, bank: 0, tier: "", stack: null,
};
const full = (seq: number, more: Partial<GameState> = {}): ServerMessage => ({ type: "game_state", payload: { ...WHOLE, seq, ...more } });
const change = (base: number, seq: number, more: object = {}): ServerMessage => ({ type: "game_state", payload: { gameId: "g", base, seq, ...more } });
const line = (key: string): Line => ({ key, args: {} });

describe("changes", () => {
  it("are merged into the state", () => {
    const state = fold([full(1, { events: [line("one")] }), change(1, 3, { stage: "over", events: [line("two")] })]);
    expect(state).toMatchObject({ seq: 3, stage: "over", deadline: 900, events: [line("one"), line("two")] });
    expect(state).not.toHaveProperty("base");
  });

  it("with a gap ask for the whole; those seen already are dropped", () => {
    expect(fold([full(1), change(4, 5)]).broken).toBe(true);
    const seen = fold([full(7)]);
    expect(fold([change(3, 5)], seen)).toBe(seen);
    expect(fold([full(1), change(4, 5), full(6)]).broken).toBe(false);
  });

  it("add a row of scores when a deal ends, once", () => {
    const result = { handNumber: 1, scores: [3], reason: "x", winners: ["1"], matchOver: false };
    const over = fold([full(1, { players: [PLAYER] }), change(1, 2, { result, players: { 0: { score: 3 } } })]);
    expect(over.scores).toEqual([[3]]);
    expect(fold([change(2, 3, { players: { 0: { ready: false } } })], over).scores).toEqual([[3]]);
  });
});

describe("the state", () => {
  it("keeps the clock of the server", () => expect(reduce(EMPTY, full(1), 400).offset).toBe(600));

  it("keeps a bounded chat", () => {
    const said: ServerMessage = { type: "chat", payload: { gameId: "g", playerId: "1", name: "A", text: "hi", time: 1, seq: 1 } };
    expect(fold(Array.from({ length: 300 }, () => said)).chat).toHaveLength(200);
  });

  it("knows the deadline of a seat, its own where it has one", () => {
    expect([0, 1].map((seat) => deadlineOf({ deadline: 5, deadlines: { 1: 9 } }, seat))).toEqual([5, 9]);
  });

  it("names seats in order", () => expect(namesOf([{ seat: 2, name: "C" }, { seat: 0, name: "A" }])).toEqual(["A", "", "C"]));
});
