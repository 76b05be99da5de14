// A fair deal is recognised, and one in which a single thing was changed is not.
import { describe, expect, it } from "vitest";
import { compared, verify } from "./fair";
import type { Film } from "./replay";
import { commitment, dealSeed, hex, Rng, unhex } from "./rng";
import vectors from "./shuffles.vectors.json";
import type { View } from "./state";
import type { Fairness, HoldemView, Place, Shuffle } from "./wire";

const server = new Uint8Array(32).fill(7);
const seed = await dealSeed(server, [Uint8Array.of(1, 2), new Uint8Array()]);
const deck = [..."A23456789TJQK"].flatMap((rank) => [..."dchs"].map((suit) => rank + suit));
const proof: Fairness = { commit: await commitment(server), handNumber: 1, entropy: ["0102", ""], serverSeed: hex(server), seed: BigInt(`0x${hex(seed)}`).toString(), next: null, shuffles: [] };

describe("seeds", () => {
  it.each([
    ["as revealed", proof, true],
    ["another fingerprint", { ...proof, commit: "00".repeat(32) }, false],
    ["another mixed seed", { ...proof, seed: "5" }, false],
    ["no seed at all", { ...proof, serverSeed: "no" }, false],
  ])("%s", async (_, one, ok) => expect(await verify(one)).toMatchObject({ ok, cards: false }));
});

describe("shuffles", async () => {
  const rows = { first: await new Rng(seed, 0).shuffled(deck), second: await new Rng(seed, 1).shuffled(deck), third: await new Rng(seed, 2).shuffled(deck), riffled: await new Rng(seed, 0).riffled(deck), clumped: await new Rng(seed, 0).clumped(deck) };
  const place = (row: string[], what: Place["what"], seat: number | null, at: number[]): Shuffle["places"][number] => ({ what, seat, at, cards: at.map((one) => row[one]!) });
  const fair: Shuffle = { number: 0, method: "shuffle", deck, places: [place(rows.first, "hand", 0, [51, 49]), place(rows.first, "hand", 1, [50, 48]), place(rows.first, "board", null, [47, 46, 45])] };
  const check = (...shuffles: Shuffle[]): Promise<{ ok: boolean; cards: boolean }> => verify({ ...proof, shuffles });
  const changed = (change: Partial<Shuffle["places"][number]>): Shuffle => ({ ...fair, places: [{ ...fair.places[0]!, ...change }, ...fair.places.slice(1)] });

  it("are made again, each from its own stream", async () => {
    expect(await check(fair)).toMatchObject({ ok: true, cards: true });
    expect(await check(fair, { ...fair, number: 1, places: [place(rows.second, "hand", 0, [0, 1])] })).toMatchObject({ ok: true });
    expect(await check(fair, { ...fair, number: 2, places: [place(rows.third, "hand", 0, [0, 1])] })).toMatchObject({ ok: false });
    expect(await check({ ...fair, number: 1 })).toMatchObject({ ok: false });
    expect(await check({ ...fair, method: "clumps", places: [place(rows.clumped, "hand", 0, [0, 1])] })).toMatchObject({ ok: true });
    expect(await check({ ...fair, method: "riffle", places: [place(rows.riffled, "hand", 0, [0, 1])] })).toMatchObject({ ok: true });
  });
  it.each([
    ["other cards", changed({ cards: fair.places[1]!.cards })],
    ["a board in another order", { ...fair, places: [{ ...fair.places[2]!, cards: [...fair.places[2]!.cards].reverse() }] }],
    ["a position twice", changed({ at: fair.places[1]!.at, cards: fair.places[1]!.cards })],
    ["a card more than positions", changed({ cards: [...fair.places[0]!.cards, "As"] })],
    ["another deck", { ...fair, deck: [...deck].reverse() }],
  ])("refuse %s", async (_, shuffle) => expect(await check(shuffle)).toMatchObject({ ok: false }));

  it("accept the cards of a seat in any order", async () => expect(await check(changed({ cards: [...fair.places[0]!.cards].reverse() }))).toMatchObject({ ok: true }));

  it.each((vectors as { name: string; seed: string; shuffles: Shuffle[] }[]).map((one) => [one.name, one] as const))("of the engine: %s", async (_, one) => {
    expect((await compared(unhex(one.seed), one.shuffles)).every((check) => check.ok)).toBe(true);
    const other = one.shuffles.map((shuffle) => ({ ...shuffle, places: shuffle.places.map((place, i) => (i ? place : { ...place, cards: ["?", ...place.cards.slice(1)] })) }));
    expect((await compared(unhex(one.seed), other)).some((check) => !check.ok)).toBe(true);
  });

  const [mine, theirs, board] = fair.places.map((one) => one.cards) as [string[], string[], string[]];
  const view = (holes: (string[] | null)[], communityCards: string[]): View => ({ type: "HoldemView", seats: holes.map((holeCards, seat) => ({ seat, holeCards })), communityCards } as HoldemView);
  const seen = async (...views: View[]): Promise<Record<string, boolean | null>> => {
    const found = await verify({ ...proof, shuffles: [fair] }, { views } as Film);
    return Object.fromEntries(found.checks.filter((check) => /seen|hidden/.test(check.key)).map((check) => [`${check.what ?? ""}${check.args?.["m"] ? ` -${check.args["m"]}` : ""}`, check.ok]));
  };
  it("agree with what the replay shows", async () => {
    expect(await seen(view([mine, null], []), view([mine, theirs], board))).toEqual({ hand: true, board: true });
    expect(await seen(view([mine, null], []))).toEqual({ "hand -1": true });
    expect(await seen(view([null, null], []))).toEqual({ "": null });
    expect(await seen(view([mine, null], []), view([mine, theirs.slice(1)], [...board, "2c"]))).toEqual({ hand: true, board: true });
  });
  it("differ from a replay with other cards", async () => {
    expect(await seen(view([theirs, mine], board))).toMatchObject({ hand: false });
    expect(await seen(view([mine, [mine[0]!]], board))).toMatchObject({ hand: false });
    expect(await seen(view([mine, theirs], [...board.slice(1), mine[0]!]))).toMatchObject({ board: false });
  });
});
