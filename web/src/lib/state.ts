// What the page knows of a table: a fold of the server's messages, and nothing else. Pure, so that recorded streams
// can be replayed in tests.
import { merge } from "./merge";
import type { ChatSaid, Fairness, GameChange, GameState, Notice, PlayerState, ServerMessage, TableInfo } from "./wire";

export type { View } from "./wire";

/** The server's document and what the page adds to it. */
export interface TableState extends Omit<GameState, "full" | "time" | "fairness" | "table"> {
  fairness: Fairness | null;
  table: TableInfo | null;
  /** Server clock minus ours, milliseconds. */
  offset: number;
  chat: ChatSaid[];
  notice: Notice | null;
  /** Running scores after each deal seen here: one row per deal. */
  scores: number[][];
  /** A change arrived that does not follow what we have: ask for the whole state. */
  broken: boolean;
}

export const EMPTY: TableState = {
  gameId: "", game: "", seq: -1, stage: "waiting", handNumber: 0, deadline: null, deadlines: {}, players: [], you: null,
  view: null, events: [], decision: null, result: null, fairness: null, table: null, offset: 0, chat: [], notice: null,
  scores: [], broken: false,
};

const CHAT_KEPT = 200;

function replaced(before: TableState, whole: GameState, now: number): TableState {
  const { full: _, time, ...state } = whole;
  const same = before.gameId === whole.gameId;
  return scored(before, { ...EMPTY, ...state, offset: time - now, chat: before.chat, scores: same ? before.scores : [] });
}

function changed(before: TableState, change: GameChange): TableState {
  const { base, ...rest } = change;
  if (base !== before.seq) return change.seq <= before.seq ? before : { ...before, broken: true };
  return scored(before, merge(before, rest));
}

/** Adds a row of scores where a deal has just ended. */
function scored(before: TableState, next: TableState): TableState {
  const { result } = next;
  if (!result || result.handNumber === before.result?.handNumber || next.scores.length >= result.handNumber) return next;
  const row: number[] = [];
  for (const player of next.players) row[player.seat] = player.score;
  return { ...next, scores: [...next.scores, row] };
}

/** The state after one more message. Answers to requests, and what a state also says (player_action, winner), change nothing. */
export function reduce(state: TableState, message: ServerMessage, now: number): TableState {
  switch (message.type) {
    case "game_state":
      return "full" in message.payload ? replaced(state, message.payload, now) : changed(state, message.payload);
    case "chat":
      return { ...state, chat: [...state.chat, message.payload].slice(-CHAT_KEPT) };
    case "notice":
      return { ...state, notice: message.payload };
    default:
      return state;
  }
}

/** With what was said before this page was opened, each line once. */
export function withEarlierChat(state: TableState, earlier: readonly ChatSaid[]): TableState {
  const known = new Set(state.chat.map((line) => line.seq));
  return { ...state, chat: [...earlier.filter((line) => !known.has(line.seq)), ...state.chat].slice(-CHAT_KEPT) };
}

export const playerAt = (state: TableState, seat: number): PlayerState | undefined => state.players.find((player) => player.seat === seat);

/** When the time of a seat runs out, where it is asked something. */
export const deadlineOf = (state: Pick<TableState, "deadline" | "deadlines">, seat: number): number | null => state.deadlines[seat] ?? state.deadline;

/** The seats of players, by their ids. */
export const seatsNamed = (players: readonly PlayerState[], ids: readonly string[]): number[] => players.flatMap((player) => (ids.includes(player.id) ? [player.seat] : []));

/** Names by seat, as the sentences need them. */
export function namesOf(players: readonly Pick<PlayerState, "seat" | "name">[]): string[] {
  const names: string[] = [];
  for (const player of players) names[player.seat] = player.name;
  return Array.from(names, (name) => name ?? "");
}
