// A fair deal is recognised, and one in which a single thing was changed is not, for each family of games.
import { describe, expect, it } from "vitest";
import vectors from "./deals/vectors.json";
import { compare, verify } from "./fair";
import { film, type Film } from "./replay";
import { commitment, dealSeed, hex, unhex } from "./rng";
import type { View } from "./state";
import type { Event, Replay } from "./wire";

type Shot = { view: View; events?: Event[]; action?: string };
const event = (key: string, args: Record<string, unknown>): Event => ({ key, args }) as unknown as Event;
const pile = (cards: readonly string[] | number, name = "hand"): object => (typeof cards === "number" ? { name, count: cards } : { name, cards });

function reel(game: string, options: object, shots: Shot[], names: string[] = []): Film {
  const steps = shots.map(({ view, events = [], action = null }) => ({ seat: null, action, elapsed: 0, view, events }));
  return film({ game, options, names, steps, scores: [] } as unknown as Replay);
}
const verdicts = async (seed: string, played: Film): Promise<Record<string, boolean | null>> => Object.fromEntries((await compare(unhex(seed), played)).map((step) => [step.key.replace("fair.step_", ""), step.ok]));

describe("seeds", async () => {
  const server = new Uint8Array(32).fill(7);
  const seed = await dealSeed(server, [Uint8Array.of(1, 2), new Uint8Array()]);
  const proof = { commit: await commitment(server), handNumber: 1, entropy: ["0102", ""], serverSeed: hex(server), seed: BigInt(`0x${hex(seed)}`).toString(), next: null };
  it.each([
    ["as revealed", proof, true],
    ["another fingerprint", { ...proof, commit: "00".repeat(32) }, false],
    ["another mixed seed", { ...proof, seed: "5" }, false],
    ["no seed at all", { ...proof, serverSeed: "no" }, false],
  ])("%s", async (_, one, ok) => {
    const found = await verify(one, null);
    expect(found.ok).toBe(ok);
    expect(found.cards).toBe(false);
  });
});

describe("climbing games", () => {
  const one = vectors.climb[0]!;
  const played = (hands: readonly string[][]): Film => reel(one.game, {}, [{ view: { hands: hands.map((hand) => pile(hand)) } }]);
  it("compares every hand", async () => {
    expect(await verdicts(one.seed, played(one.hands))).toEqual({ hands: true });
    expect(await verdicts(one.seed, played([one.hands[1]!, one.hands[0]!, one.hands[2]!]))).toEqual({ hands: false });
  });
  it("says when nothing can be compared", async () => expect(await verdicts(one.seed, reel(one.game, {}, [{ view: { hands: [pile(one.hands[0]!), pile(17), pile(17)] } }]))).toEqual({ hidden: null }));
});

describe("hold'em", () => {
  for (const one of vectors.holdem) {
    const view = (change: View = {}): View => ({ button: one.button, board: one.board, hands: one.holes.map((hole) => pile(hole.length ? hole : 0)), ...change });
    const check = (change?: View): Promise<Record<string, boolean | null>> => verdicts(one.seed, reel("holdem", one.options, [{ view: view({ board: [] }) }, { view: view(change) }]));
    it(`${one.seats} seats ${JSON.stringify(one.options)}`, async () => {
      expect(await check()).toEqual({ button: true, holes: true, board: true });
      expect(await check({ button: (one.button + 1) % one.seats })).toMatchObject({ button: false });
      expect(await check({ board: [...one.board].reverse() })).toMatchObject({ board: false });
      expect(await check({ board: [] })).toMatchObject({ no_board: null });
      for (const open of [0, 3, 4]) {
        const second = [...one.board.slice(0, open), ...one.after.slice(0, 5 - open)];
        expect(await check({ second_board: second })).toEqual({ button: true, holes: true, board: true, second: true });
        expect(await check({ second_board: [...second.slice(0, 4), one.holes[one.order[0]!]![0]!] })).toMatchObject({ second: false });
      }
      const swapped = one.holes.map((hole, seat) => (seat === one.order[0] ? one.holes[one.order[1]!]! : hole));
      expect(await check({ hands: swapped.map((hole) => pile(hole.length ? hole : 0)) })).toMatchObject({ holes: false });
    });
  }
  it("counts hands that are not open", async () => {
    const one = vectors.holdem[1]!;
    const hands = one.holes.map((hole, seat) => pile(seat < 2 ? hole : 0));
    const found = await compare(unhex(one.seed), reel("holdem", one.options, [{ view: { button: one.button, board: [], hands } }]));
    expect(found[1]).toEqual({ key: "fair.step_holes_some", args: { n: 2, m: 4 }, ok: true });
  });
});

describe("sanguosha", () => {
  for (const one of vectors.sanguosha) {
    const lord = one.roles.indexOf("lord");
    const drawn = one.pile.slice(-2).reverse();
    const players = (roles: readonly string[] = one.roles, equip: string[] = []): object[] => roles.map((role, seat) => ({ role, general: seat === lord ? one.decided.lord : one.offered[seat]![0], equip, judge: [] }));
    const shots = (change: View = {}, kept: readonly string[][] = one.kept): Shot[] => [
      { view: { lord, players: players(), offered: one.offered, hands: one.hands.map(() => pile([])) } },
      { view: { hands: one.hands.map((hand) => pile(hand)) } },
      { view: { hands: kept.map((hand, seat) => pile(seat === lord ? [...hand, ...drawn] : hand)), draw_pile: one.pile.length - 2, ...change }, events: [...one.decided.luck.map((seat) => event("sgs.log.luck", { seat })), event("sgs.log.round", { number: 1 })] },
    ];
    const hands = one.decided.luck.length ? "hands_luck" : "hands";
    it(`${one.seats} seats ${JSON.stringify(one.options)}, luck ${one.decided.luck.join(",")}`, async () => {
      const check = (row: Shot[]): Promise<Record<string, boolean | null>> => verdicts(one.seed, reel("sanguosha", one.options, row));
      expect(await check(shots())).toEqual({ roles: true, generals: true, [hands]: true, pile: true });
      expect(await check(shots({ players: players([...one.roles.slice(1), one.roles[0]!]) }))).toMatchObject({ roles: false });
      expect(await check(shots({ offered: [...one.offered].reverse() }))).toMatchObject({ generals: false });
      expect(await check(shots({}, [...one.kept.slice(1), one.kept[0]!]))).toMatchObject({ [hands]: false });
      expect(await check(shots({ processing: [one.pile[0]!, one.pile[1]!, one.pile[2]!] }))).toMatchObject({ pile: false });
    });
  }
});
