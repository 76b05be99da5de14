// What the page knows of a table: a fold of the server's messages, and nothing else. Pure, so that recorded streams
// can be replayed in tests.
import type { ChatSaid, Decision, Event, Fairness, GameState, Notice, PlayerAction, PlayerState, PotState, Result, ServerMessage, TableInfo, Winner, You } from "./wire";

export type View = Record<string, unknown>;

export interface TableState {
  gameId: string;
  game: string;
  seq: number;
  stage: string;
  handNumber: number;
  deadline: number | null;
  /** Server clock minus ours, milliseconds. */
  offset: number;
  players: PlayerState[];
  you: You | null;
  view: View | null;
  events: Event[];
  decision: Decision | null;
  result: Result | null;
  fairness: Fairness | null;
  table: TableInfo | null;
  pot: number;
  pots: PotState[];
  communityCards: string[];
  dealerButton: number | null;
  toCall: number;
  minRaiseTo: number;
  maxRaiseTo: number;
  chat: ChatSaid[];
  /** The moves of this deal as they were accepted, newest last; only the last few are kept. */
  actions: PlayerAction[];
  winner: Winner | null;
  notice: Notice | null;
  /** Running scores after each deal seen here: one row per deal. */
  scores: number[][];
  /** A change arrived that does not fit what we have: ask for the whole again. */
  broken: boolean;
}

export const EMPTY: TableState = {
  gameId: "", game: "", seq: -1, stage: "waiting", handNumber: 0, deadline: null, offset: 0, players: [], you: null,
  view: null, events: [], decision: null, result: null, fairness: null, table: null, pot: 0, pots: [],
  communityCards: [], dealerButton: null, toCall: 0, minRaiseTo: 0, maxRaiseTo: 0, chat: [], actions: [], winner: null,
  notice: null, scores: [], broken: false,
};

const CHAT_KEPT = 200;
const ACTIONS_KEPT = 12;

/** Fields that a game_state replaces as they are. */
const PLAIN = ["stage", "handNumber", "deadline", "players", "you", "decision", "result", "fairness", "table", "pot", "pots", "communityCards", "dealerButton", "toCall", "minRaiseTo", "maxRaiseTo"] as const;

function merged(before: TableState, delta: GameState, now: number): TableState {
  const start: TableState = delta.full ? { ...EMPTY, chat: before.chat, scores: before.gameId === delta.gameId ? before.scores : [], winner: before.winner, actions: before.actions } : before;
  if (!delta.full) {
    if (delta.seq <= before.seq && delta.base !== before.seq) return before; // seen already
    if (delta.base !== undefined && delta.base !== before.seq) return { ...before, broken: true };
  }
  const next: TableState = { ...start, gameId: delta.gameId, game: delta.game, seq: delta.seq, offset: delta.time - now, broken: false };
  for (const field of PLAIN) if (delta[field] !== undefined) Object.assign(next, { [field]: delta[field] });
  if (delta.view === null) next.view = null;
  else if (delta.view !== undefined) next.view = delta.full ? delta.view : { ...(start.view ?? {}), ...delta.view };
  const newDeal = !delta.full && delta.handNumber !== undefined;
  if (newDeal) {
    next.actions = [];
    next.winner = null;
  }
  const earlier = delta.full || newDeal ? [] : start.events;
  next.events = delta.events ? [...earlier, ...delta.events] : earlier;
  if (next.result && next.scores.length < next.result.handNumber && next.result.handNumber !== before.result?.handNumber) {
    next.scores = [...next.scores, next.players.reduce<number[]>((row, player) => ((row[player.seat] = player.score), row), [])];
  }
  return next;
}

/** The state after one more message. Answers to requests (ack, error, hint, pong, welcome) change nothing here. */
export function reduce(state: TableState, message: ServerMessage, now: number): TableState {
  switch (message.type) {
    case "game_state":
      return merged(state, message.payload, now);
    case "player_action":
      return message.payload.gameId === state.gameId ? { ...state, actions: [...state.actions, message.payload].slice(-ACTIONS_KEPT) } : state;
    case "chat":
      return { ...state, chat: [...state.chat, message.payload].slice(-CHAT_KEPT) };
    case "winner":
      return message.payload.gameId === state.gameId ? { ...state, winner: message.payload } : state;
    case "notice":
      return { ...state, notice: message.payload };
    default:
      return state;
  }
}

export const playerAt = (state: TableState, seat: number): PlayerState | undefined => state.players.find((player) => player.seat === seat);

/** The seats of players, by their ids. */
export const seatsNamed = (players: readonly PlayerState[], ids: readonly string[]): number[] => players.flatMap((player) => (ids.includes(player.id) ? [player.seat] : []));

/** Names by seat, as the sentences need them. */
export function namesOf(state: Pick<TableState, "players">): string[] {
  const names: string[] = [];
  for (const player of state.players) names[player.seat] = player.name;
  return Array.from(names, (name) => name ?? "");
}
