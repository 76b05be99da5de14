// Deals exported from the engine by tools/deal_vectors.py: the browser deals the same.
import { describe, expect, it } from "vitest";
import { unhex } from "../rng";
import * as climb from "./climb";
import * as holdem from "./holdem";
import * as sanguosha from "./sanguosha";
import vectors from "./vectors.json";

describe("hold'em", () => {
  it.each(vectors.holdem.map((one) => [`${one.seats} seats ${JSON.stringify(one.options)}`, one] as const))("%s", async (_, one) => {
    const { button, big, order, holes, board, after } = one;
    expect(await holdem.deal(unhex(one.seed), one.seats, one.options as holdem.HoldemOptions)).toEqual({ button, big, order, holes, board, after });
  });
});

describe("climbing games", () => {
  it.each(vectors.climb.map((one) => [`${one.game}, ${one.hands.length} seats`, one] as const))("%s", async (_, one) => {
    const again = await climb.deal(unhex(one.seed), one.game, one.hands.map((hand) => hand.length));
    expect(again?.hands.map((hand) => [...hand].sort())).toEqual(one.hands.map((hand) => [...hand].sort()));
  });
  it("knows no other games", async () => expect(await climb.deal(unhex(vectors.climb[0]!.seed), "whist", [13])).toBeNull());
});

describe("sanguosha", () => {
  it.each(vectors.sanguosha.map((one) => [`${one.seats} seats ${JSON.stringify(one.options)} luck ${one.decided.luck.join(",")}`, one] as const))("%s", async (_, one) => {
    const { roles, offered, hands, kept, pile } = one;
    expect(await sanguosha.deal(unhex(one.seed), one.seats, one.options as sanguosha.SanguoshaOptions, one.decided)).toEqual({ roles, offered, hands, kept, pile });
  });
});
