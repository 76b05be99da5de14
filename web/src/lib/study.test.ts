import { describe, expect, it } from "vitest";
import { addressOf, pack, read, unpack } from "./study";

const POSITION = "doudizhu 66JJ/55/49JQ 0 landlord=0 top=1:3 passes=1";
const RECORD = "paiju 1\ngame: holdem\n\n0 fold\nend 1\n".repeat(40);
const split = (address: string): [string, string] => {
  const url = new URL(address, "http://here");
  return [url.search, url.hash];
};

describe("a study in an address", () => {
  it("packs any text", async () => {
    const packed = await pack(`${RECORD}牌谱`);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(RECORD.length / 4);
    expect(await unpack(packed)).toBe(`${RECORD}牌谱`);
  });
  it("names a position as text", async () => {
    const found = await read(...split(await addressOf({ text: POSITION }, 0, [], POSITION)));
    expect(found).toEqual({ source: { text: POSITION }, step: 0, moves: [] });
  });
  it("names a stored deal and its move", async () => {
    const found = await read(...split(await addressOf({ table: "abc", hand: 2 }, 7, [], POSITION)));
    expect(found).toEqual({ source: { table: "abc", hand: 2 }, step: 7, moves: [] });
  });
  it("keeps a pasted record, its step and one's own line", async () => {
    const moves = [{ seat: 1, move: "use slash:7s > 0" }];
    const found = await read(...split(await addressOf({ text: RECORD }, 3, moves, null)));
    expect(found).toEqual({ source: { text: RECORD }, step: 3, moves });
  });
  it("is nothing where the address names nothing, or was cut off", async () => {
    expect(await read("", "")).toBeNull();
    expect(await read("", "#!!!")).toBeNull();
    expect((await read("?position=x&line=%5B", ""))?.moves).toEqual([]);
  });
});
