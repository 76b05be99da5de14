// Ticks of the scrubber come from the views, for every family of games.
import { describe, expect, it } from "vitest";
import { film, stateAt, turning } from "./replay";
import type { Replay } from "./wire";

const replay = (...views: Record<string, unknown>[]): Replay => ({
  gameId: "g", game: "x", handNumber: 2, playedAt: "", names: ["A", "B"], options: {}, turns: "clockwise", viewer: null, seat: null,
  scores: [3, -3], winners: [0], reason: "x.over", fairness: null,
  steps: views.map((view, at) => ({ seat: at % 2, action: null, elapsed: 0, view, events: [{ key: `e${at}`, args: {} }] })),
});
const play = (seat: number, bomb: number): object => ({ seat, cards: ["3s"], type: "", title: "", head: "3", wins: true, bomb });

describe("a film", () => {
  it("marks streets, turns, tricks and bombs", () => {
    const holdem = film(replay({ type: "HoldemView", communityCards: [] }, { type: "HoldemView" }, { type: "HoldemView", communityCards: ["As", "Kd", "2c"] }));
    expect(holdem.marks).toEqual([{ step: 2, kind: "trick" }]);
    const sanguosha = film(replay({ type: "SanguoshaView", current: 0 }, { type: "SanguoshaView", current: 1 }, { type: "SanguoshaView" }));
    expect(sanguosha.marks).toEqual([{ step: 1, kind: "trick" }]);
    const climb = film(replay({ type: "ClimbView", leading: true, trick: [] }, { type: "ClimbView", leading: false, trick: [play(1, 2)] }, { type: "ClimbView", leading: true }));
    expect(climb.marks).toEqual([{ step: 1, kind: "bomb" }, { step: 2, kind: "trick" }]);
  });
  it("shows each step with its events, and the result at the end", () => {
    const reel = film(replay({ type: "HoldemView", communityCards: [] }, { type: "HoldemView" }));
    expect(stateAt(reel, 0)).toMatchObject({ result: null, events: [{ key: "e0" }] });
    expect(stateAt(reel, 1)).toMatchObject({ handNumber: 2, result: { winners: ["seat0"], scores: [3, -3] }, events: [{ key: "e0" }, { key: "e1" }] });
  });
  it("takes the names of our bots for bots, and no other word", () => {
    const seats = stateAt(film({ ...replay({ type: "HoldemView" }), names: ["青松", "constructor"] }), 0).players.map((one) => one.bot);
    expect(seats).toEqual(["青松", null]);
  });
  it("says what turned the deal: one step as a whole, of many what stood out", () => {
    const views = replay({ type: "HoldemView" }, { type: "HoldemView" }, { type: "HoldemView" });
    expect(turning(views, 0, 1)).toEqual([{ key: "e1", args: {} }]);
    expect(turning(views, 0, 2)).toEqual([]);
    views.steps[1]!.events.push({ key: "sgs.log.death", args: { seat: 1 } });
    expect(turning(views, 0, 2)).toEqual([{ key: "sgs.log.death", args: { seat: 1 } }]);
  });
});
