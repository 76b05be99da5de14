import { describe, expect, it } from "vitest";
import { asked } from "./climb";
import { places, oval } from "./seats";
import { complete, fitting, reachable, spell, type Offer } from "./sgs";
import { qrGrid } from "./qr";
import { TEXT } from "./words";
import { clocked, rulesQuery } from "./rulebook";
import type { CatalogGame, Decision } from "./wire";

const decision = (choices: string[], more = false): Decision => ({ prompt: { key: "x", args: {} }, choices, more, since: 1 });

describe("what is asked in a climbing game", () => {
  it.each([
    [["no", "call"], "words"],
    [["no", "bid 1", "bid 2"], "words"],
    [["pass"], "play"],
    [["pass", "3s3d"], "play"],
    [["3s", "4h"], "play"],
    [["pay Ks", "pay Kd"], "card"],
    [["return 9s"], "card"],
  ])("%o", (choices, kind) => expect(asked(decision(choices)).kind).toBe(kind));

  it("knows the verb and the cards that may be given", () => {
    const question = asked(decision(["pay Ks", "pay Kd"]));
    expect(question).toMatchObject({ kind: "card", verb: "pay", cards: new Set(["Ks", "Kd"]) });
  });
});

describe("seats", () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("%i players: everybody but me has their own place", (count) => {
    for (const clockwise of [true, false]) {
      const found = places(count, 1, clockwise);
      expect(found.size).toBe(count - 1);
      expect(new Set([...found.values()].map((place) => `${place.side}${place.at}`)).size).toBe(count - 1);
    }
    expect(oval(count, 0, "wide").size).toBe(count - 1);
  });

  it("puts the next player on my right where play goes counter-clockwise", () => {
    expect(places(4, 0, false).get(1)?.side).toBe("right");
    expect(places(4, 0, true).get(1)?.side).toBe("left");
  });
});

describe("answers of Sanguosha", () => {
  const slash: Offer = { verb: "use", what: "slash", cards: ["slash:7s", "slash:7s", "slash:8c"], labels: ["7s", "7s", "8c"], low: 1, high: 1, targets: [[1], [3]] };
  const rende: Offer = { verb: "skill", what: "rende", cards: ["slash:7s", "jink:2d"], labels: ["7s", "2d"], low: 1, high: 2, targets: [[1], [2]] };
  const give: Offer = { verb: "give", what: "", targets: [[0, 0], [0, 2], [2, 0], [2, 2]], inOrder: true };

  it("spells them", () => {
    expect(spell(slash, { cards: ["slash:8c"], seats: [3] })).toBe("use slash:8c > 3");
    expect(spell(rende, { cards: ["jink:2d", "slash:7s"], seats: [2] })).toBe("skill rende 2d7s > 2");
    expect(spell({ verb: "choose", what: "caocao" }, { cards: [], seats: [] })).toBe("choose caocao");
    expect(spell({ verb: "choose", what: "", targets: [[1, 3]] }, { cards: [], seats: [1, 3] })).toBe("choose > 1 3");
    expect(spell({ verb: "discard", what: "", cards: ["slash:7s"], labels: ["7s(slash)"], low: 1, high: 1 }, { cards: ["slash:7s"], seats: [] })).toBe("discard 7s(slash)");
  });

  it("knows when they are whole, and whom they may reach", () => {
    expect(complete(slash, { cards: ["slash:7s"], seats: [] })).toBe(false);
    expect(complete(slash, { cards: ["slash:7s"], seats: [1] })).toBe(true);
    expect([...reachable(slash, { cards: ["slash:7s"], seats: [] })]).toEqual([1, 3]);
    expect(fitting([slash, rende], ["jink:2d"])).toEqual([rende]);
    expect(fitting([slash], ["slash:7s", "slash:7s"])).toEqual([]);
    expect([...reachable(give, { cards: [], seats: [2] })]).toEqual([0, 2]);
    expect(complete(give, { cards: [], seats: [2, 2] })).toBe(true);
  });
});

describe("codes for links", () => {
  it("has the three corners and the right size", () => {
    const grid = qrGrid("http://127.0.0.1:8000/table/abcdefgh");
    expect(grid.length).toBe(29);
    for (const [r, c] of [[0, 0], [0, 22], [22, 0]] as const) expect(grid[r]!.slice(c, c + 7)).toEqual(Array(7).fill(true));
    expect(() => qrGrid("x".repeat(300))).toThrow();
  });
});

describe("words", () => {
  it.each(Object.entries(TEXT))("%s is said in both languages with the same arguments", (_, [zh, en]) => {
    const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
    expect(zh).not.toBe("");
    expect(en).not.toBe("");
    expect(holes(zh)).toEqual(holes(en));
  });

  it("puts the table's own clock in place of the game's", () => {
    const game = { options: [{ name: "turn_timeout", low: 0 }, { name: "action_timeout", low: 1 }, { name: "base", low: 1 }] } as CatalogGame;
    expect(clocked({ base: 2 }, game, null)).toEqual({ base: 2 });
    expect(clocked({ base: 2 }, game, 15)).toEqual({ base: 2, turn_timeout: 15, action_timeout: 15 });
    expect(clocked({}, game, 0)).toEqual({ turn_timeout: 0 });
  });

  it("names a table's options as the rules route reads them", () => {
    expect(rulesQuery({}, null, "en")).toBe("lang=en");
    const asked = new URLSearchParams(rulesQuery({ pass_lock: true, max_deals: null, blind_schedule: [[1, 2, 0]], base: 3 }, "competition", "zh"));
    expect(asked.get("preset")).toBe("competition");
    expect(asked.getAll("option")).toEqual(["base=3", "blind_schedule=[[1,2,0]]", "max_deals=none", "pass_lock=true"]);
  });
});
