// A hand of hold'em dealt again from its seed: who is dealt in, where the button lies, every hole card and the board.
// The twin of positions.py and dealing.py in src/paiju/games/holdem; vectors.json holds what those give.
import { deck as pack, Rng } from "../rng";

/** The options that decide a deal; what is missing has its default. */
export interface HoldemOptions {
  variant?: "standard" | "short_deck";
  short_deck_structure?: "blinds" | "button_blind";
  starting_chips?: number;
  stacks?: readonly number[];
  button?: number;
  button_rule?: "moving" | "dead";
  last_button?: number;
  last_small?: number;
  last_big?: number;
  sitting_out?: readonly number[];
  waiting?: readonly number[];
  tournament?: boolean;
  burn_before_hole?: boolean;
  fast_deal?: boolean;
  shuffle_method?: "fisher-yates" | "riffle";
  deck?: string;
}

export interface HoldemDeal {
  button: number;
  big: number;
  /** Seats dealt in, from the left of the button. */
  order: number[];
  /** By seat; empty for who is not dealt in. */
  holes: string[][];
  /** All five cards, whether or not they came to be shown. */
  board: string[];
  /** The cards after the river, of which a second board takes as many as it needs. */
  after: string[];
}

interface Places {
  dealt: number[];
  button: number;
  big: number;
}

const ascending = (seats: Iterable<number>): number[] => [...new Set(seats)].sort((a, b) => a - b);

/** The first of some seats clockwise after this one; the seat itself comes last. */
function nextOf(seat: number, among: readonly number[], seats: number): number {
  const far = (one: number): number => (((one - seat - 1) % seats) + seats) % seats;
  return among.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** The first of some seats counter-clockwise before this one. */
function lastOf(seat: number, among: readonly number[], seats: number): number {
  const far = (one: number): number => (((seat - one - 1) % seats) + seats) % seats;
  return among.reduce((best, one) => (far(one) < far(best) ? one : best));
}

const buttonBlind = (options: HoldemOptions): boolean => options.variant === "short_deck" && options.short_deck_structure === "button_blind";

async function places(options: HoldemOptions, stacks: readonly number[], seed: Uint8Array): Promise<Places> {
  const seats = stacks.length;
  const { button = -1, last_button: lastButton = -1, last_big: lastBig = -1, waiting = [], tournament = false } = options;
  const out = tournament ? [] : (options.sitting_out ?? []);
  const free = stacks.flatMap((chips, seat) => (chips && !out.includes(seat) ? [seat] : []));
  let sure = free.filter((seat) => tournament || !waiting.includes(seat));
  if (sure.length < 2) sure = free;
  if (sure.length < 2) throw new Error("a hand needs two players with chips");
  if (button < 0 && (lastBig < 0 || lastButton < 0)) {
    const drawn = sure[await new Rng(seed, 1).below(sure.length)]!;
    return fromButton(options, drawn, sure, free, seats);
  }
  if (button >= 0) return fromButton(options, button, sure, free, seats);
  if (buttonBlind(options)) return fromButton(options, nextOf(lastButton, sure, seats), sure, free, seats);
  const big = nextOf(lastBig, free, seats);
  if (sure.length === 2 && sure.includes(big)) return { dealt: sure, button: sure.find((seat) => seat !== big)!, big };
  if (sure.length === 2 || options.button_rule === "dead") return fromBig(options, big, ascending([...sure, big]), seats);
  return fromButton(options, nextOf(lastButton, sure, seats), sure, free, seats);
}

function fromButton(options: HoldemOptions, button: number, sure: readonly number[], free: readonly number[], seats: number): Places {
  if (buttonBlind(options)) return { dealt: free.includes(button) ? ascending([...sure, button]) : [...sure], button, big: button };
  if (sure.length === 2) {
    const big = nextOf(button, sure.filter((seat) => seat !== button), seats);
    const small = sure.find((seat) => seat !== big)!;
    return { dealt: [...sure], button: sure.includes(button) ? button : small, big };
  }
  const small = nextOf(button, sure.filter((seat) => seat !== button), seats);
  const big = nextOf(small, free.filter((seat) => seat !== small && seat !== button), seats);
  return { dealt: ascending([...sure, big]), button, big };
}

function fromBig(options: HoldemOptions, big: number, dealt: number[], seats: number): Places {
  const dead = options.button_rule === "dead";
  let small = options.last_big ?? -1;
  let button = options.last_small ?? -1;
  if (small === big || !dead) small = lastOf(big, dealt.filter((seat) => seat !== big), seats);
  if ([big, small, -1].includes(button) || !dead) button = lastOf(small, dealt.filter((seat) => seat !== big && seat !== small), seats);
  return { dealt, button, big };
}

/** The whole deck in the order it is dealt, the top first. */
async function stacked(options: HoldemOptions, seed: Uint8Array): Promise<string[]> {
  const cards = pack(1, false, options.variant === "short_deck" ? "2345" : "");
  const rng = new Rng(seed);
  if (options.deck) {
    const fixed: string[] = options.deck.match(/../g) ?? [];
    const rest = (await rng.shuffled(cards)).filter((card) => !fixed.includes(card));
    const known = fixed.map((card) => (card === "??" ? rest.pop()! : card));
    return [...known, ...rest.reverse()];
  }
  return (options.shuffle_method === "riffle" ? await rng.riffled(cards) : await rng.shuffled(cards)).reverse();
}

export async function deal(seed: Uint8Array, seats: number, options: HoldemOptions): Promise<HoldemDeal> {
  const given = options.stacks?.length ? options.stacks : Array<number>(seats).fill(options.starting_chips ?? 1000);
  const stacks = Array.from({ length: seats }, (_, seat) => given[seat] ?? 0);
  const { dealt, button, big } = await places(options, stacks, seed);
  const order = [...dealt].sort((a, b) => ((a - button - 1 + seats) % seats) - ((b - button - 1 + seats) % seats));
  const cards = await stacked(options, seed);
  const { fast_deal: fast = false, burn_before_hole: burns = true } = options;
  const players = order.length;
  const holes: string[][] = Array.from({ length: seats }, () => []);
  let at = fast || !burns ? 0 : 1;
  order.forEach((seat, player) => {
    const [first, second] = fast ? [2 * player, 2 * player + 1] : [at + player, at + players + player];
    holes[seat] = [cards[first]!, cards[second]!];
  });
  at += 2 * players;
  const board: string[] = [];
  for (const street of [3, 1, 1]) {
    if (!fast) at += 1; // the burn
    board.push(...cards.slice(at, at + street));
    at += street;
  }
  return { button, big, order, holes, board, after: cards.slice(at, at + 5) };
}
