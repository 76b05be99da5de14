// Checking a fair deal: the seed against its fingerprint, the mixed seed, and the deal made again from it against what
// was seen in play. Each step says in words what was compared.
import * as climb from "./deals/climb";
import * as holdem from "./deals/holdem";
import * as sanguosha from "./deals/sanguosha";
import type { Film } from "./replay";
import { commitment, dealSeed, hex, unhex } from "./rng";
import type { View } from "./state";
import type { Fairness } from "./wire";
import type { TEXT } from "./words";

export interface Step {
  key: keyof typeof TEXT;
  args?: Record<string, string | number>;
  /** null: nothing to compare. */
  ok: boolean | null;
}

export interface Verdict {
  ok: boolean;
  /** Whether cards were compared too, not only seeds. */
  cards: boolean;
  steps: Step[];
}

interface Pile {
  name?: string;
  cards?: readonly string[] | null;
}

const sorted = (cards: readonly string[]): string => [...cards].sort().join(" ");
const piles = (view: View | undefined, name = "hands"): Pile[] => (view?.[name] as Pile[] | undefined) ?? [];
const open = (pile: Pile | undefined): readonly string[] | null => (Array.isArray(pile?.cards) ? pile.cards : null);

export async function verify(proof: Fairness, reel: Film | null = null): Promise<Verdict> {
  const steps: Step[] = [];
  let cards = false;
  try {
    const server = unhex(proof.serverSeed ?? "");
    steps.push({ key: "fair.step_commit", ok: (await commitment(server)) === proof.commit.toLowerCase() });
    const seed = await dealSeed(server, proof.entropy.map(unhex));
    const told = proof.seed === null ? null : /^[0-9a-f]{64}$/i.test(proof.seed) ? proof.seed.toLowerCase() : BigInt(proof.seed).toString(16).padStart(64, "0");
    steps.push({ key: "fair.step_seed", ok: told === null ? null : told === hex(seed) });
    if (reel) {
      const found = await compare(seed, reel);
      cards = found.some((step) => step.ok !== null);
      steps.push(...found);
    } else steps.push({ key: "fair.step_replay", ok: null });
  } catch {
    steps.push({ key: steps.length < 2 ? "fair.step_commit" : "fair.step_cards", ok: false });
  }
  return { ok: steps.every((step) => step.ok !== false), cards, steps };
}

/** The deal again, beside what the record shows of it. */
export function compare(seed: Uint8Array, reel: Film): Promise<Step[]> {
  if (reel.replay.game === "holdem") return compareHoldem(seed, reel);
  if (reel.replay.game === "sanguosha") return compareSanguosha(seed, reel);
  return compareClimb(seed, reel);
}

async function compareClimb(seed: Uint8Array, reel: Film): Promise<Step[]> {
  const hands = piles(reel.views[0]).map(open);
  const again = hands.length && hands.every((hand) => hand?.length) ? await climb.deal(seed, reel.replay.game, hands.map((hand) => hand!.length)) : null;
  if (!again) return [{ key: "fair.step_hidden", ok: null }];
  const count = again.hands.reduce((sum, hand) => sum + hand.length, 0);
  const steps: Step[] = [{ key: "fair.step_hands", args: { n: again.hands.length, m: count }, ok: again.hands.every((hand, seat) => sorted(hand) === sorted(hands[seat]!)) }];
  const redealt = reel.events.some((event) => /\.redeal$/.test(event.key));
  const kitty = redealt ? null : open(piles(reel.views.at(-1), "centre").find((pile) => pile.name === "kitty"));
  if (kitty?.length) steps.push({ key: "fair.step_kitty", args: { n: kitty.length }, ok: sorted(kitty) === sorted(again.rest) });
  return steps;
}

async function compareHoldem(seed: Uint8Array, reel: Film): Promise<Step[]> {
  const { options, names } = reel.replay;
  const last = reel.views.at(-1);
  const seats = piles(last).length;
  const again = await holdem.deal(seed, seats, options as holdem.HoldemOptions);
  const button = Number(last?.["button"]);
  const steps: Step[] = [{ key: "fair.step_button", args: { name: names[again.button] || again.button + 1 }, ok: again.button === button }];
  const seen = again.order.map((seat) => ({ seat, cards: reel.views.map((view) => open(piles(view)[seat])).findLast((cards) => cards?.length) ?? null }));
  const known = seen.filter((one) => one.cards);
  const same = known.every(({ seat, cards }) => cards!.every((card) => again.holes[seat]!.includes(card)));
  const hidden = again.order.length - known.length;
  steps.push(known.length ? { key: hidden ? "fair.step_holes_some" : "fair.step_holes", args: { n: known.length, m: hidden }, ok: same } : { key: "fair.step_hidden", ok: null });
  const board = (last?.["board"] as string[] | undefined) ?? [];
  steps.push(board.length ? { key: "fair.step_board", args: { n: board.length }, ok: board.every((card, i) => card === again.board[i]) } : { key: "fair.step_no_board", ok: null });
  const second = (last?.["second_board"] as string[] | undefined) ?? [];
  if (second.length) {
    const before = [0, 3, 4].find((open) => second.every((card, i) => card === (i < open ? again.board[i] : again.after[i - open])));
    steps.push({ key: "fair.step_second", args: { n: 5 - (before ?? 0) }, ok: before !== undefined });
  }
  return steps;
}

interface SgsPlayer {
  role: string | null;
  general: string | null;
  equip: readonly string[];
  judge: readonly { card: string }[];
}

/** Cards of a view that lie outside the draw pile and can be seen. */
function outside(view: View): string[] {
  const players = (view["players"] as SgsPlayer[] | undefined) ?? [];
  const list = (name: string): string[] => (view[name] as string[] | undefined) ?? [];
  return [
    ...piles(view).flatMap((pile) => open(pile) ?? []),
    ...players.flatMap((player) => [...player.equip, ...player.judge.map((laid) => laid.card)]),
    ...list("processing"),
    ...list("last_discarded"),
  ];
}

function fits(some: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const card of all) left.set(card, (left.get(card) ?? 0) + 1);
  return some.every((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
}

async function compareSanguosha(seed: Uint8Array, reel: Film): Promise<Step[]> {
  const last = reel.views.at(-1) ?? {};
  const players = (last["players"] as SgsPlayer[] | undefined) ?? [];
  const seats = players.length;
  const lord = players[Number(last["lord"])]?.general;
  if (!seats || !lord || players.some((player) => !player.role)) return [{ key: "fair.step_hidden", ok: null }];
  const luck = reel.events.filter((event) => event.key === "sgs.log.luck").map((event) => Number(event.args["seat"]));
  const again = await sanguosha.deal(seed, seats, reel.replay.options as sanguosha.SanguoshaOptions, { lord, luck });
  const steps: Step[] = [{ key: "fair.step_roles", args: { n: seats }, ok: again.roles.every((role, seat) => role === players[seat]!.role) }];

  const offered = (last["offered"] as string[][] | undefined) ?? [];
  const offers = offered.filter((row) => row.length).length;
  const offersFit = offered.every((row, seat) => !row.length || row.join() === again.offered[seat]!.join());
  steps.push({ key: "fair.step_generals", args: { n: offers || seats }, ok: offersFit && players.every((player, seat) => !player.general || again.offered[seat]!.includes(player.general)) });

  const starts = (view: View | undefined, hands: readonly string[][]): boolean | null => {
    const shown = piles(view).map(open);
    return shown.length === seats && shown.every((hand) => hand && hand.length >= 4) ? hands.every((hand, seat) => hand.every((card, i) => shown[seat]![i] === card)) : null;
  };
  const dealt = reel.views.findIndex((view) => piles(view).every((pile) => (open(pile)?.length ?? 0) >= 4));
  const begun = reel.replay.steps.findIndex((step) => step.events.some((event) => event.key === "sgs.log.round"));
  if (dealt < 0) return [...steps, { key: "fair.step_hidden", ok: null }];
  const before = dealt < begun || begun < 0 ? starts(reel.views[dealt], again.hands) : true;
  const after = begun < 0 ? true : starts(reel.views[begun], again.kept);
  steps.push({ key: luck.length ? "fair.step_hands_luck" : "fair.step_hands", args: { n: seats, m: seats * 4, k: luck.length }, ok: before !== false && after !== false });
  if (begun < 0) return steps;

  // From here on cards come off the pile in its order, until somebody arranges it or the discards are shuffled in.
  const size = again.pile.length;
  const hands = again.kept.flat();
  let drawn = 0;
  let ok = true;
  for (let at = begun; at < reel.views.length; at++) {
    const step = reel.replay.steps[at]!;
    if (step.action?.startsWith("arrange") || step.events.some((event) => event.key === "sgs.log.shuffle")) break;
    const gone = size - Number(reel.views[at]!["draw_pile"]);
    if (gone < drawn) break;
    drawn = gone;
    ok &&= fits(outside(reel.views[at]!), [...hands, ...again.pile.slice(size - gone)]);
  }
  steps.push({ key: "fair.step_pile", args: { n: drawn }, ok: drawn ? ok : null });
  return steps;
}
